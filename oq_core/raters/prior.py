"""How the distributions of all raters are spread over instances: a mixture of Dirichlets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import scipy

from oq_core.data.arrays import Array
from oq_core.raters.drawing import Votes, as_shares, check_votes

#: Mixtures of so many Dirichlets are fitted, and weighed by how well they do.
SIZES = (1, 2, 3, 4, 6)
#: Where a component starts: so many ratings' worth of what its instances have on average.
_START = 6.0
#: Bounds of a component's parameters: from all on a class to instances that are all alike.
_LEAST, _MOST = 0.02, 1e3
#: Steps of EM at the most; they end where a block of them gains less log-likelihood than this.
_STEPS, _BLOCK, _GAIN = 400, 10, 0.02
#: Steps for a component's parameters within one of EM, which are cheaper than it; and so many
#: times as far as a fixed point goes (in logarithms), so that fewer are needed.
_INNER, _FARTHER = 3, 1.8
#: A component that is a smaller part than this is left out.
_SHARE = 1e-3
#: Of more instances every so many-th is taken, evenly over them, to fit the mixture.
MOST_FITTED = 2000
#: Why nothing is known of all raters where nobody shares an instance.
ONE_RATING = (
    "every instance has one rating: how far raters differ is unknown, and 2 or more ratings of an "
    "instance would tell"
)
#: Fewer instances with about the same number of ratings join the next such group.
_FEW = 30


@dataclass(frozen=True, eq=False)
class Prior:
    """What all raters would say is spread as a mixture of Dirichlets, in each group of instances.

    Attributes
    ----------
    shares : ndarray of float64, shape (G, J)
        How much of the group's instances each component has; sum to 1. NaN where every instance
        of the group has one rating: nothing tells of it then.
    alphas : ndarray of float64, shape (G, J, L)
        Parameters of each component's Dirichlet distribution.
    groups : ndarray of int64, shape (n,)
        The group of each instance; several where the number of ratings goes with their spread.

    Examples
    --------
    >>> from oq_core.raters import fit_prior
    >>> prior = fit_prior([[2, 0], [0, 2], [1, 1], [1, 1]])
    >>> prior.mean(np.array([[2, 0], [0, 2], [1, 1], [1, 1]])).round(2)[2].tolist()
    [0.5, 0.5]
    """

    shares: Array
    alphas: Array
    groups: npt.NDArray[np.int64]

    def chances(self, votes: Votes) -> Array:
        """How likely each instance is of each component, given its votes: (n, J)."""
        shares, alphas = self.shares[self.groups], self.alphas[self.groups]
        whole, size = alphas.sum(axis=-1), votes.sum(axis=-1)[:, None]
        with np.errstate(divide="ignore"):
            found = (
                np.log(shares) + scipy.special.gammaln(whole) - scipy.special.gammaln(whole + size)
            )
        found += (
            scipy.special.gammaln(alphas + votes[:, None]) - scipy.special.gammaln(alphas)
        ).sum(axis=-1)
        found = np.exp(found - found.max(axis=-1, keepdims=True))
        return found / found.sum(axis=-1, keepdims=True)

    def mean(self, votes: Votes) -> Array:
        """The expected distribution (n, L) of all raters of each instance, given its votes."""
        means = as_shares(self.alphas[self.groups] + votes[:, None])
        return np.einsum("nj,njl->nl", self.chances(votes), means)


def fit_prior(votes: npt.ArrayLike) -> Prior:
    """Fit how the distributions of all raters are spread over instances.

    Parameters
    ----------
    votes : array_like of int, shape (n, L)

    Returns
    -------
    Prior
        The mean of mixtures of 1, 2, 3, 4 and 6 Dirichlets by EM, weighed by AIC corrected for
        few instances. Fitted within groups of like numbers of ratings (1, 2 to 3, 4 to 7, ...)
        where these go with how much raters differ (Spearman's test at .05); else over all.

    Raises
    ------
    ValueError
        If the votes are none.

    Notes
    -----
    The likelihood is that of a mixture of Dirichlet-multinomial distributions; a component's
    parameters are by the fixed point of Minka, Estimating a Dirichlet distribution, 2000, eq.
    65. A mixture starts from instances in the order of their mean class, cut into equal parts,
    so that the same votes give the same prior. Weights: Buckland, Burnham and Augustin, Model
    selection: an integral part of inference, 1997; Hurvich and Tsai, 1989.

    Examples
    --------
    >>> from oq_core.raters import fit_prior
    >>> alphas = fit_prior([[9, 0], [0, 9]] * 20).alphas[0, 0]
    >>> bool(alphas.sum() < 0.1)
    True
    """
    counts = check_votes(votes)
    groups = groups_of(counts)
    return prior_of(mixtures_by(counts, groups), groups, counts.shape[1])


def mixtures_by(counts: Votes, groups: npt.NDArray[np.int64]) -> list[Mixtures | None]:
    """Mixtures of each group of instances; None for one in which each has one rating."""
    found: list[Mixtures | None] = []
    for group in range(int(groups.max()) + 1):
        ours = counts[groups == group]
        is_known = (ours.sum(axis=1) > 1).any()
        found.append(_mixtures_of_all(ours[evenly(len(ours))]) if is_known else None)
    return found


def _mixtures_of_all(counts: Votes) -> Mixtures:
    tallies = Tallies.made(counts)
    return mixtures_of(tallies, np.bincount(tallies.of).astype(np.float64)[None])[0]


def evenly(n: int, most: int = MOST_FITTED) -> npt.NDArray[np.int64]:
    """Places of n things: all, or so many of them spread evenly."""
    return np.unique(np.linspace(0, n - 1, min(n, most)).astype(np.int64))


def prior_of(
    found: Sequence[Mixtures | None], groups: npt.NDArray[np.int64], classes: int
) -> Prior:
    """The prior of mixtures for each group, over so many classes."""
    parts = [None if each is None else each.together() for each in found]
    most = max((part[0].shape[1] for part in parts if part is not None), default=1)
    shares = np.full((len(found), most), np.nan)
    alphas = np.ones((len(found), most, classes))
    for group, part in enumerate(parts):
        if part is not None:
            size = part[0].shape[1]
            shares[group] = 0
            shares[group, :size], alphas[group, :size] = part[0][0], part[1][0]
    return Prior(shares, alphas, groups)


def groups_of(counts: Votes) -> npt.NDArray[np.int64]:
    """Groups (n,) of like numbers of ratings, or one where these tell nothing of the spread."""
    sizes = counts.sum(axis=1)
    one = np.zeros(len(counts), dtype=np.int64)
    several = sizes > 1
    if len(np.unique(sizes[several])) < 2:
        return one
    spreads = _disagreement(counts[several])
    if np.ptp(spreads) == 0 or scipy.stats.spearmanr(sizes[several], spreads).pvalue >= 0.05:
        return one
    octaves = np.floor(np.log2(sizes)).astype(np.int64)
    # From the largest numbers down, as instances with many ratings tell most.
    for octave in range(int(octaves.max()), 1, -1):
        if 0 < (octaves == octave).sum() < _FEW:
            octaves[octaves == octave] = octave - 1
    return np.unique(octaves, return_inverse=True)[1].astype(np.int64)


def _disagreement(counts: Votes) -> Array:
    """Mean distance in classes between two ratings of an instance: unbiased for any number."""
    sizes = counts.sum(axis=1)
    below = np.cumsum(counts, axis=1)[:, :-1]
    return 2 * (below * (sizes[:, None] - below)).sum(axis=1) / (sizes * (sizes - 1))


def summed(logarithms: Array) -> Array:
    """Logarithms (..., N) of the sums of what (..., J, N) are the logarithms of."""
    top = logarithms.max(axis=-2)
    return top + np.log(np.exp(logarithms - top[..., None, :]).sum(axis=-2))


@dataclass(frozen=True, eq=False)
class Tallies:
    """Votes in the form that EM takes: which counts of each distinct instance exceed 0, 1, ....

    Attributes
    ----------
    rows : ndarray of int64, shape (U, L)
        The distinct rows of votes.
    of : ndarray of int64, shape (n,)
        The row of each instance.
    above : ndarray of float64, shape (U, L × C)
        Whether a count exceeds 0 to C - 1, by class.
    whole : ndarray of float64, shape (U, C)
        Whether the number of ratings does.
    """

    rows: Votes
    of: npt.NDArray[np.int64]
    above: Array
    whole: Array

    @classmethod
    def made(cls, counts: Votes) -> Tallies:
        """Tallies of votes (n, L)."""
        rows, of = np.unique(counts, axis=0, return_inverse=True)
        sizes = rows.sum(axis=1)
        steps = np.arange(sizes.max())
        above = (rows[:, :, None] > steps).astype(np.float64)
        return cls(rows, of.ravel(), above.reshape(len(rows), -1), 1.0 * (sizes[:, None] > steps))

    def likelihoods(self, shares: Array, alphas: Array) -> Array:
        """Logarithms (..., J, U) of each component's part of a row's likelihood.

        Up to how many orders of the ratings there are, which is the same for all components.
        """
        steps = np.arange(self.whole.shape[1])
        classes = np.log(alphas[..., None] + steps).reshape(*alphas.shape[:-1], -1)
        sums = np.log(alphas.sum(axis=-1)[..., None] + steps)
        with np.errstate(divide="ignore"):
            parts = np.log(shares)[..., None]
        return parts + classes @ self.above.T - sums @ self.whole.T

    def fit(self, times: Array, shares: Array, alphas: Array) -> Array:
        """Log-likelihood (B,), but for the same number for all."""
        return (times * summed(self.likelihoods(shares, alphas))).sum(axis=-1)

    def improved(
        self, times: Array, steps: int, shares: Array, alphas: Array
    ) -> tuple[Array, Array]:
        """Shares (B, J) and alphas (B, J, L) after steps of EM; a row counts (B, U) times."""
        numbers = np.arange(self.whole.shape[1])
        for _ in range(steps):
            part = self.likelihoods(shares, alphas)
            part = np.exp(part - part.max(axis=-2, keepdims=True))
            part *= times[:, None] / part.sum(axis=-2, keepdims=True)
            # Never 0, of which there is no logarithm.
            shares = part.sum(axis=-1) + _SHARE
            shares /= shares.sum(axis=-1, keepdims=True)
            seen = (part @ self.above).reshape(*alphas.shape, -1)
            rated = part @ self.whole
            for _ in range(_INNER):
                up = (seen / (alphas[..., None] + numbers)).sum(axis=-1)
                down = (rated / (alphas.sum(axis=-1)[..., None] + numbers)).sum(axis=-1)
                # A component without instances stays where it is.
                alphas = alphas * ((up + 1e-9) / (down[..., None] + 1e-9)) ** _FARTHER
                alphas = np.clip(alphas, _LEAST, _MOST)
        return shares, alphas


@dataclass(frozen=True, eq=False)
class Mixtures:
    """Mixtures of each size for one group of instances, and how much each of them weighs.

    Attributes
    ----------
    tallies : Tallies
    shares, alphas : tuple of ndarray of float64, shapes (B, J) and (B, J, L)
        One of each size; B is 1, or a fit for each resample.
    weights : ndarray of float64, shape (B, S)
        By AIC corrected for few instances; sum to 1.
    """

    tallies: Tallies
    shares: tuple[Array, ...]
    alphas: tuple[Array, ...]
    weights: Array

    def together(self, weights: Array | None = None) -> tuple[Array, Array]:
        """Shares (B, J) and alphas (B, J, L) of the components of all sizes.

        Sizes weigh as they do unless other weights (B, S) are given.
        """
        size = self.weights if weights is None else weights
        parts = [size[:, [s]] * each for s, each in enumerate(self.shares)]
        alphas = [np.broadcast_to(each, (len(size), *each.shape[1:])) for each in self.alphas]
        return np.concatenate(parts, axis=1), np.concatenate(alphas, axis=1)

    def again(self, times: Array, steps: int) -> Mixtures:
        """Fitted from here by so many steps, where distinct rows count (B, U) times."""
        found = []
        for shares, alphas in zip(self.shares, self.alphas, strict=True):
            each = (np.repeat(part, len(times), axis=0) for part in (shares, alphas))
            found.append(self.tallies.improved(times, steps, *each))
        return _weighed(self.tallies, times, found)


def mixtures_of(tallies: Tallies, times: Array) -> list[Mixtures]:
    """Mixtures fitted by EM to samples in which each distinct row of votes counts (B, U) times.

    Of each sample those sizes that have a part.
    """
    found: list[list[tuple[Array, Array]]] = [[] for _ in times]
    going, sizes = np.arange(len(times)), times.sum(axis=1)
    for size in SIZES:
        if size > 1:
            # Corrected AIC is infinite from here on; or a larger one is of no more use.
            free = _parameters(tallies, times, size)
            parts = [_weighed(tallies, times[[b]], found[b]).weights[0, -1] for b in going]
            going = going[(free[going] + 1 < sizes[going]) & (np.array(parts) >= _SHARE)]
        if not going.size:
            break
        for b, *each in zip(going, *_climbed(tallies, times[going], size), strict=True):
            found[b].append((each[0][None], each[1][None]))
    return [_kept(tallies, times[[b]], each) for b, each in enumerate(found)]


def _climbed(tallies: Tallies, times: Array, size: int) -> tuple[Array, Array]:
    """Shares (B, J) and alphas (B, J, L) of mixtures of a size: each ends when it gains little."""
    shares, alphas = _started(tallies, times, size)
    best, active = np.full(len(times), -np.inf), np.arange(len(times))
    for _ in range(_STEPS // _BLOCK):
        ours = times[active]
        shares[active], alphas[active] = tallies.improved(
            ours, _BLOCK, shares[active], alphas[active]
        )
        fits = tallies.fit(ours, shares[active], alphas[active])
        gains, best[active] = fits - best[active], fits
        active = active[gains >= _GAIN]
        if not active.size:
            break
    return shares, alphas


def _kept(tallies: Tallies, times: Array, found: Sequence[tuple[Array, Array]]) -> Mixtures:
    """Without the sizes that have no part."""
    weights = _weighed(tallies, times, found).weights[0]
    return _weighed(
        tallies, times, [each for each, own in zip(found, weights, strict=True) if own >= _SHARE]
    )


def _started(tallies: Tallies, times: Array, size: int) -> tuple[Array, Array]:
    """Where EM starts: the instances in the order of their mean class, cut into equal parts."""
    own, n = as_shares(tallies.rows), times.sum(axis=1, keepdims=True)
    # A quotient of whole numbers: equal means are equal on every machine, and keep their order.
    classes = tallies.rows @ np.arange(own.shape[1])
    order = np.argsort(classes / tallies.rows.sum(axis=1), kind="stable")
    before = np.cumsum(times[:, order], axis=1) - times[:, order] / 2
    part = np.empty(times.shape, dtype=np.int64)
    part[:, order] = np.minimum(size * before / n, size - 1)
    of = (part[:, None] == np.arange(size)[:, None]) * times[:, None]
    # Half an instance of the mean of all, so that no class is left out.
    means = of @ own + 0.5 * (times @ own / n)[:, None]
    return np.full((len(times), size), 1 / size), _START * as_shares(means) + _LEAST


def _parameters(tallies: Tallies, times: Array, size: int) -> npt.NDArray[np.int64]:
    """How many (B,) a mixture of so many components has, of the classes that anybody chose."""
    return size * (times @ tallies.rows > 0).sum(axis=1) + size - 1


def _weighed(tallies: Tallies, times: Array, found: Sequence[tuple[Array, Array]]) -> Mixtures:
    """Mixtures with their weights by AIC, corrected for as few instances as there are."""
    n, scores = times.sum(axis=1), []
    for shares, alphas in found:
        free = _parameters(tallies, times, shares.shape[1])
        more = free * (free + 1) / np.maximum(n - free - 1, 1)
        scores.append(tallies.fit(times, shares, alphas) - free - more)
    fits = np.stack(scores, axis=1)
    weights = as_shares(np.exp(fits - fits.max(axis=1, keepdims=True)))
    parts = [tuple(each[place] for each in found) for place in (0, 1)]
    return Mixtures(tallies, parts[0], parts[1], weights)
