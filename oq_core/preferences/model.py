"""Which candidate explains a person's choices: the posterior over candidates.

A person sees a gold and two estimates and says "A", "equally good" or "B". For candidate M the
log-odds of A against B are β x + δ s: x is how much M prefers A, on the pool's standard scale
(`Pool.differences`), s is 1 where A stands on the left and -1 where it stands on the right.
"Equally good" comes in by Davidson's ν: with w = exp((β x + δ s) / 2),

    P(A) = w / (w + ν + 1 / w),  P(equally good) = ν / (w + ν + 1 / w).

With probability λ the answer is a lapse, all three equally likely. β is how decided the person is.
Nothing is known of β, ν, δ and λ but their priors, over which they are integrated:

- β is log-uniform from 0.3 to 10;
- ν is log-uniform from 0.05 to 2;
- δ is normal with mean 0 and standard deviation 0.5;
- λ is uniform from 0 to 0.3.

Chance has β = 0; none has δ = 0 too: the answers have reasons, but none that is listed.

R. R. Davidson. On Extending the Bradley-Terry Model to Accommodate Ties in Paired Comparison
Experiments. Journal of the American Statistical Association 65 (1970).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array
from oq_core.preferences.candidates import CANDIDATES, prior_of_candidates
from oq_core.preferences.pool import Pool

Whole = npt.NDArray[np.int64]

#: The answers to "which would you rather have?", by the numbers that stand for them.
ANSWERS = ("A", "equally good", "B")

#: Ends of the priors, and the standard deviation of that of δ.
SLOPES, TIES, LAPSES, SIDE = (0.3, 10.0), (0.05, 2.0), (0.0, 0.3), 0.5
#: How many nodes each is integrated with: β, ν, δ, λ.
_NODES = (10, 4, 3, 3)
#: What is left of the posterior outside the set of candidates that is named.
_OUTSIDE = 0.1
#: Odds to which answers are expected to bring two candidates that they tell apart.
_APART = 3.0


@dataclass(frozen=True, eq=False)
class Prior:
    """Nodes and weights with which β, ν, δ and λ are integrated.

    Attributes
    ----------
    slopes, ties, sides : ndarray of float64, shape (G,)
        β, ν and δ at every node.
    mirrored : ndarray of int64, shape (G,)
        The node with -δ in the place of δ.
    lapses : ndarray of float64, shape (H,)
        λ at every node of its own.
    weights : ndarray of float64, shape (G, H)
        They sum to 1.

    Examples
    --------
    >>> prior = make_prior()
    >>> round(float(prior.weights.sum()), 12)
    1.0
    >>> bool((prior.sides[prior.mirrored] == -prior.sides).all())
    True
    """

    slopes: Array
    ties: Array
    sides: Array
    mirrored: Whole
    lapses: Array
    weights: Array


def make_prior(nodes: tuple[int, int, int, int] = _NODES) -> Prior:
    """Gauss-Legendre and Gauss-Hermite nodes of the priors.

    Parameters
    ----------
    nodes : tuple of int
        How many for β, ν, δ and λ.

    Returns
    -------
    Prior

    Examples
    --------
    >>> make_prior((2, 1, 1, 1)).slopes.round(3).tolist()
    [0.629, 4.766]
    """
    slopes, slope_weights = _uniform(np.log(SLOPES), nodes[0])
    ties, tie_weights = _uniform(np.log(TIES), nodes[1])
    sides, side_weights = np.polynomial.hermite_e.hermegauss(nodes[2])
    lapses, lapse_weights = _uniform(np.array(LAPSES), nodes[3])
    sides = SIDE * (sides - sides[::-1]) / 2  # exactly symmetric
    grid = np.meshgrid(np.exp(slopes), np.exp(ties), sides, indexing="ij")
    places = np.arange(grid[0].size).reshape(grid[0].shape)
    weights = np.einsum(
        "i,j,k,l->ijkl",
        slope_weights,
        tie_weights,
        side_weights / side_weights.sum(),
        lapse_weights,
    )
    beta, nu, delta = (each.ravel() for each in grid)
    mirrored = places[:, :, ::-1].ravel()
    return Prior(beta, nu, delta, mirrored, lapses, weights.reshape(len(beta), -1))


def _uniform(ends: Array, count: int) -> tuple[Array, Array]:
    """Nodes and weights of the uniform distribution between two ends."""
    nodes, weights = np.polynomial.legendre.leggauss(count)
    low, high = ends
    return (low + high) / 2 + (high - low) / 2 * nodes, weights / 2


def davidson(log_odds: Array, ties: Array) -> Array:
    """How probable it is that a person takes A, finds both equally good, or takes B.

    Parameters
    ----------
    log_odds : ndarray of float64, shape (...)
        Of A against B.
    ties : ndarray of float64, shape (...)
        ν, 0 or more.

    Returns
    -------
    ndarray of float64, shape (..., 3)

    Examples
    --------
    >>> davidson(np.log(4.0), 1.0).round(4).tolist()
    [0.5714, 0.2857, 0.1429]
    """
    half = np.asarray(log_odds) / 2
    # The largest of the three is 1: nothing overflows.
    logs = np.stack(np.broadcast_arrays(half, np.log(np.maximum(ties, 1e-300)), -half), axis=-1)
    odds = np.exp(logs - logs.max(axis=-1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=-1, keepdims=True))


@dataclass(frozen=True, eq=False)
class PreferenceModel:
    """The model over a pool. Beliefs are log weights (..., C, G, H) of candidates and nodes.

    Attributes
    ----------
    pool : Pool
    prior : Prior

    Examples
    --------
    A person who always takes what NMD prefers:

    >>> from oq_core.preferences import make_pool
    >>> model = PreferenceModel(make_pool(), make_prior())
    >>> beliefs = model.start()
    >>> for triple in np.argsort(-np.abs(model.pool.differences[0]))[:12]:
    ...     answer = 0 if model.pool.differences[0, triple] > 0 else 2
    ...     beliefs = model.told(beliefs, triple, 1, answer)
    >>> posterior = model.posterior(beliefs)
    >>> bool(posterior[0] > posterior[-1])
    True
    """

    pool: Pool
    prior: Prior

    @cached_property
    def table(self) -> Array:
        """Davidson's probabilities with A on the left, (C, G, n, 3)."""
        prior = self.prior
        takes_sides = np.array([each.takes_sides for each in CANDIDATES.values()])
        log_odds = (
            prior.slopes[:, None] * self.pool.differences[:, None]
            + (takes_sides[:, None] * prior.sides)[:, :, None]
        )
        return davidson(log_odds, prior.ties[:, None])

    @cached_property
    def _at_start(self) -> Array:
        """What is expected of everybody before the first answer, (C, n, 3)."""
        return self.predicted(self.start())

    def start(self, people: tuple[int, ...] = ()) -> Array:
        """Beliefs before the first answer.

        Parameters
        ----------
        people : tuple of int
            The shape of the people who are asked.

        Returns
        -------
        ndarray of float64, shape (people..., C, G, H)
        """
        start = np.log(prior_of_candidates())[:, None, None] + np.log(self.prior.weights)
        return np.broadcast_to(start, (*people, *start.shape)).copy()

    def told(
        self, beliefs: Array, triple: npt.ArrayLike, side: npt.ArrayLike, answer: npt.ArrayLike
    ) -> Array:
        """Beliefs after an answer.

        Parameters
        ----------
        beliefs : ndarray of float64, shape (..., C, G, H)
        triple : array_like of int, shape (...)
            Which of the pool.
        side : array_like of int, shape (...)
            1 where A stood on the left, -1 where it stood on the right.
        answer : array_like of int, shape (...)
            The place in `ANSWERS`: of the triple's A and B, wherever they stood.

        Returns
        -------
        ndarray of float64, shape (..., C, G, H)
        """
        triple, side, answer = np.broadcast_arrays(triple, side, answer)
        found = np.moveaxis(self.table[:, :, triple, answer], (0, 1), (-2, -1))
        right = found[..., self.prior.mirrored]
        found = np.where(side[..., None, None] > 0, found, right)[..., None]
        return np.asarray(beliefs + np.log((1 - self.prior.lapses) * found + self.prior.lapses / 3))

    def evidence(self, beliefs: Array) -> Array:
        """The log evidence of each candidate, with its prior taken out: (..., C)."""
        return _log_sum(beliefs) - np.log(prior_of_candidates())

    def posterior(self, beliefs: Array) -> Array:
        """The probability of each candidate: (..., C), summing to 1."""
        logs = _log_sum(beliefs)
        found = np.exp(logs - logs.max(axis=-1, keepdims=True))
        return np.asarray(found / found.sum(axis=-1, keepdims=True))

    def predicted(self, beliefs: Array, side: npt.ArrayLike = 1) -> Array:
        """What every candidate expects of the answer to each triple of the pool.

        Parameters
        ----------
        beliefs : ndarray of float64, shape (..., C, G, H)
        side : array_like of int, shape (...)
            1 where A would stand on the left.

        Returns
        -------
        ndarray of float64, shape (..., C, n, 3)
        """
        weights = np.exp(beliefs - beliefs.max(axis=(-2, -1), keepdims=True))
        weights /= weights.sum(axis=(-2, -1), keepdims=True)
        attending = weights @ (1 - self.prior.lapses)
        left = np.broadcast_to(np.asarray(side)[..., None, None] > 0, attending.shape)
        attending = np.where(left, attending, attending[..., self.prior.mirrored])
        lapsing = (weights @ self.prior.lapses).sum(axis=-1) / 3
        candidates, nodes, triples, answers = self.table.shape
        table = self.table.reshape(candidates, nodes, triples * answers)
        found = np.einsum("...cg,cgt->...ct", attending, table, optimize=True)
        return (
            np.asarray(found.reshape(*found.shape[:-1], triples, answers))
            + lapsing[..., None, None]
        )

    def expected_drop(self, beliefs: Array, side: npt.ArrayLike = 1) -> Array:
        """How much the answer to each triple is expected to lower the entropy over candidates.

        Parameters
        ----------
        beliefs : ndarray of float64, shape (..., C, G, H)
        side : array_like of int, shape (...)
            1 where A would stand on the left.

        Returns
        -------
        ndarray of float64, shape (..., n)
            In nats, 0 or more; the triple with the largest is asked next.
        """
        expected = self.predicted(beliefs, side)
        posterior = self.posterior(beliefs)
        mixed = np.einsum("...c,...cna->...na", posterior, expected, optimize=True)
        within = np.einsum("...c,...cn->...n", posterior, _entropy(expected), optimize=True)
        return np.asarray(_entropy(mixed) - within)

    def credible(self, beliefs: Array, outside: float = _OUTSIDE) -> npt.NDArray[np.bool_]:
        """The smallest set of candidates that has all but a part of the posterior: (..., C)."""
        posterior = self.posterior(beliefs)
        order = np.argsort(-posterior, axis=-1, kind="stable")
        sums = np.cumsum(np.take_along_axis(posterior, order, axis=-1), axis=-1)
        before = sums - np.take_along_axis(posterior, order, axis=-1)
        found = np.zeros(posterior.shape, dtype=np.bool_)
        np.put_along_axis(found, order, before < 1 - outside, axis=-1)
        return found

    def alike(self, triples: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Which candidates the answers to these triples do not tell apart, by what is expected.

        Two are alike where a person who judges by either is not expected to give answers that
        bring the odds between them to 3 to 1.

        Parameters
        ----------
        triples : array_like of int, shape (q,)
            Places in the pool.

        Returns
        -------
        ndarray of bool, shape (C, C)
        """
        expected = self._at_start[:, np.asarray(triples, dtype=np.int64)]
        logs = np.log(expected)
        own = (expected * logs).sum(axis=(1, 2))
        apart = own[:, None] - np.einsum("cqa,dqa->cd", expected, logs)
        return np.asarray((apart + apart.T) / 2 < np.log(_APART))

    def groups(self, beliefs: Array, triples: npt.ArrayLike) -> list[tuple[tuple[str, ...], float]]:
        """Candidates with their posterior, those together that the questions do not tell apart.

        Parameters
        ----------
        beliefs : ndarray of float64, shape (C, G, H)
            Of one person.
        triples : array_like of int, shape (q,)
            What the person was asked.

        Returns
        -------
        list of (tuple of str, float)
            Keys, the most probable first, and their probability together; groups in descending
            order of their first candidate.
        """
        posterior, alike = self.posterior(beliefs), self.alike(triples)
        keys = list(CANDIDATES)
        left = np.argsort(-posterior, kind="stable").tolist()
        found = []
        while left:
            group = [each for each in left if alike[left[0], each]]
            left = [each for each in left if each not in group]
            found.append((tuple(keys[each] for each in group), float(posterior[group].sum())))
        return found


def _log_sum(beliefs: Array) -> Array:
    """The log of the sum of weights over all nodes: (..., C, G, H) to (..., C)."""
    most = beliefs.max(axis=(-2, -1), keepdims=True)
    return np.asarray(np.log(np.exp(beliefs - most).sum(axis=(-2, -1))) + most[..., 0, 0])


def _entropy(shares: Array) -> Array:
    """The entropy of the last axis, in nats."""
    return np.asarray(-(shares * np.log(np.maximum(shares, 1e-300))).sum(axis=-1))
