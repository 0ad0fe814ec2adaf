"""What measures reward: the best answer for few ratings of a truth, and a truth made sharper.

A gold of n ratings is a sample of the truth, what all raters would say. The best answer has the
smallest expected score. A proper score's is the truth, whatever n is; for others it may be sharper:
two ratings drawn from it agree more often, by the sum of its squared shares.

T. Gneiting and A. E. Raftery. Strictly Proper Scoring Rules, Prediction, and Estimation. Journal of
the American Statistical Association 102 (2007).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy

from oq_core.data.arrays import Array
from oq_core.data.collection import Collection
from oq_core.data.distributions import Distributions, check_distributions
from oq_core.data.grids import simplex_grid, vote_grid
from oq_core.data.results import Result
from oq_core.data.scores import counted, listed
from oq_core.measures.quantification import MEASURES, Measure, Measures, measures_of
from oq_core.raters.drawing import as_shares, redrawn, scored, votes_of
from oq_core.raters.prior import ONE_RATING, fit_prior

#: Powers that are tried: below 1 flatter than the truth, above 1 sharper.
POWERS = (0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0, 3.0, 5.0, 10.0, 50.0)


def sharpened(distributions: npt.ArrayLike, powers: npt.ArrayLike) -> Array:
    """Distributions raised to powers and divided by their sums.

    Parameters
    ----------
    distributions : array_like, shape (..., L)
    powers : array_like, shape (T,)
        Above 0; 1 leaves them as they are.

    Returns
    -------
    ndarray of float64, shape (T, ..., L)

    Examples
    --------
    >>> from oq_core.raters import sharpened
    >>> sharpened([0.5, 0.25, 0.25], [1, 2]).round(3).tolist()
    [[0.5, 0.25, 0.25], [0.667, 0.167, 0.167]]
    """
    checked = check_distributions(distributions, "distributions")
    # The largest is 1 before it is raised, so that not all vanish.
    whole = checked / checked.max(axis=-1, keepdims=True)
    times = np.asarray(powers, dtype=np.float64)
    raised = whole ** times.reshape(-1, *(1,) * checked.ndim)
    return raised / raised.sum(axis=-1, keepdims=True)


def sharpened_scores(
    truth: npt.ArrayLike,
    raters: int,
    measures: Measures | None = None,
    powers: npt.ArrayLike = POWERS,
    draws: int = 20,
    seed: int = 0,
) -> Array:
    """Mean score of the truth raised to powers, against golds of so many of its ratings.

    Parameters
    ----------
    truth : array_like, shape (n, L)
        Known distributions of all raters.
    raters : int
        Ratings that each gold is made of.
    measures : iterable of str or Measure, or one of them, optional
        Keys of `MEASURES` and records of one's own; all of the registry unless told otherwise.
    powers : array_like, shape (T,)
    draws : int
        Golds of each instance.
    seed : int

    Returns
    -------
    ndarray of float64, shape (K, T)
        0 or more, smaller is better.

    Examples
    --------
    With one rating, all on the mode beats the truth under NMD:

    >>> from oq_core.raters import sharpened_scores
    >>> truth = np.tile([0.9, 0.1], (2000, 1))
    >>> print(sharpened_scores(truth, 1, "NMD", powers=[1, 50]).round(2))
    [[0.18 0.1 ]]
    """
    tried = sharpened(truth, powers)[:, None]
    generator = np.random.default_rng(seed)
    again = np.broadcast_to(truth, (draws, *np.shape(truth)))
    golds = redrawn(again, np.full(again.shape[:-1], raters), generator)
    return scored(measures_of(measures), tried, golds).mean(axis=(2, 3))


def _log_score(estimated: Distributions, gold: Distributions) -> Array:
    # A share of 0 that was voted for costs more than any other answer, and not all there is.
    return -(gold * np.log(np.maximum(estimated, 1e-300))).sum(axis=-1)


#: Proper, beside RPS: to be set beside measures.
LOG_SCORE = Measure(
    key="log score",
    name="Logarithmic score",
    family="proper",
    summary="The mean of −log of the share that an estimate gives to each rating.",
    equation=r"-\sum_i p^*_i \log p_i",
    function=_log_score,
)
#: Parts of a share, of which the answers that are tried are made.
PARTS = 60
#: Truths all over the triangle, none of which is a gold of a usual number of ratings: there, what
#: moves the best answer would not show.
_TRUTHS = (3 * vote_grid(3, 10) + 1) / 33
#: Expected scores, and shares, that differ by less are the same.
_SAME = 1e-10


@dataclass(frozen=True, eq=False, repr=False)
class Rewarded(Result):
    """The answers with the smallest expected scores, for T truths and K measures.

    Attributes
    ----------
    measures : tuple of str
    votes : ndarray of int64, shape (T,)
        Ratings that each gold is made of.
    truths : ndarray of float64, shape (T, L)
    best : ndarray of float64, shape (K, T, L)
        Of equally good answers that nearest to the truth.
    scores, of_truth : ndarray of float64, shape (K, T)
        The expected scores of the best answers, and of the truths; smaller is better.

    Examples
    --------
    >>> nmd_rewards([[0.9, 0.1]], [1]).best.tolist()
    [[[1.0, 0.0]]]
    """

    measures: tuple[str, ...]
    votes: npt.NDArray[np.int64]
    truths: Array
    best: Array
    scores: Array
    of_truth: Array

    @property
    def moved(self) -> Array:
        """The share of ratings (K, T) that are in another class in the best answer, in [0, 1]."""
        return np.asarray(np.abs(self.best - self.truths).sum(axis=-1) / 2)

    @property
    def sharper(self) -> npt.NDArray[np.int64]:
        """Where (K, T) the best answer is sharper than the truth: 1; flatter: -1; neither: 0."""
        gain = np.square(self.best).sum(axis=-1) - np.square(self.truths).sum(axis=-1)
        return np.where(np.abs(gain) > _SAME, np.sign(gain), 0).astype(np.int64)

    @property
    def gain(self) -> Array:
        """What part (K,) of the truths' mean score the best answers save, in [0, 1]."""
        truth = self.of_truth.mean(axis=1)
        return np.asarray(1 - self.scores.mean(axis=1) / np.where(truth > 0, truth, 1))

    def _described(self) -> str:
        return f"{counted(len(self.truths), 'truth')}, {listed(self.measures)}"

    def to_frame(self) -> pd.DataFrame:
        """A row for each measure: how far best answers are from truths, and in which direction."""
        columns = {
            "moved": self.moved.mean(axis=1),
            "most moved": self.moved.max(axis=1),
            "sharper": (self.sharper > 0).mean(axis=1),
            "flatter": (self.sharper < 0).mean(axis=1),
            "gain": self.gain,
        }
        return pd.DataFrame(columns, pd.Index(self.measures, name="measure"))


def nmd_rewards(truths: npt.ArrayLike, votes: npt.ArrayLike) -> Rewarded:
    """The best answers under NMD, closed: at each cut of the scale the median of a binomial.

    NMD adds up, over the cuts, how far the cumulative share is from the gold's, which is a binomial
    number over n. A median has the smallest expected absolute error; medians grow with the cut, so
    that together they make a distribution.

    Parameters
    ----------
    truths : array_like, shape (T, L)
    votes : array_like of int, shape (T,)
        Ratings of each gold, 1 or more.

    Returns
    -------
    Rewarded
        K is 1.

    Raises
    ------
    ValueError
        If something is no distribution, or there is no rating.

    Examples
    --------
    Nine of ten people say the first class: of one rating, it is best to say that all do.

    >>> found = nmd_rewards([[0.9, 0.1]], [1])
    >>> found.scores.round(2).tolist(), found.of_truth.round(2).tolist(), found.sharper.tolist()
    ([[0.1]], [[0.18]], [[1]])
    """
    shares = check_distributions(truths, "truths")
    n = np.broadcast_to(np.asarray(votes, dtype=np.int64), shares.shape[:1])
    if (n < 1).any():
        raise ValueError("a gold of no rating rewards nothing: give 1 rating or more")
    below = np.clip(np.cumsum(shares, axis=-1)[:, :-1], 0, 1)
    draws = scipy.stats.binom(n[:, None], below)
    low = draws.ppf(0.5)
    # Where a cut has exactly half below, all up to the next number are medians.
    high = low + (np.abs(draws.cdf(low) - 0.5) < _SAME)
    medians = np.clip(below, low / n[:, None], high / n[:, None])
    ends = np.zeros((len(shares), 1))
    best = np.diff(np.concatenate([ends, medians, ends + 1], axis=1), axis=1)
    scores, of_truth = (_expected_nmd(each, below, n) for each in (medians, below))
    return Rewarded(("NMD",), n, shares, best[None], scores[None], of_truth[None])


def rewards_of(collection: Collection) -> Rewarded:
    """The best answers under NMD for a collection's numbers of ratings, and truths as estimated.

    Parameters
    ----------
    collection : Collection
        With votes. Truths are the means of what `fit_prior` gives each instance.

    Returns
    -------
    Rewarded

    Raises
    ------
    ValueError
        If there are no votes, or every instance has one, so that nothing tells the truth.

    Examples
    --------
    >>> votes = np.array([[2, 0], [0, 2], [1, 1], [2, 0]])
    >>> made = Collection("C", ("x", "y"), tuple("1234"), votes / 2, votes=votes)
    >>> rewards_of(made).votes.tolist()
    [2, 2, 2, 2]
    """
    votes = votes_of(collection)
    truths = truths_of(votes)
    if not np.isfinite(truths).all():
        raise ValueError(ONE_RATING)
    return nmd_rewards(truths, votes.sum(axis=1))


def truths_of(votes: npt.NDArray[np.int64]) -> Distributions:
    """What all raters would say of each instance, as estimated from votes: both (n, L).

    Examples
    --------
    >>> truths_of(np.array([[2, 0], [0, 2]] * 20)).round(1)[0].tolist()
    [1.0, 0.0]
    """
    return fit_prior(votes).mean(votes)


def _expected_nmd(answers: Array, below: Array, votes: npt.NDArray[np.int64]) -> Array:
    """Expected NMD (T,) of cumulative answers (T, L - 1) where truths are below each cut."""
    counts = np.arange(int(votes.max()) + 1)
    chances = scipy.stats.binom.pmf(counts, votes[:, None, None], below[..., None])
    errors = np.abs(answers[..., None] - counts / votes[:, None, None])
    return np.asarray((chances * errors).sum(axis=-1).mean(axis=-1))


def rewards(
    votes: int,
    measures: Measures | None = None,
    truths: npt.ArrayLike | None = None,
) -> Rewarded:
    """The best answers over three classes, by every gold and every answer on a grid.

    Parameters
    ----------
    votes : int
        Ratings that each gold is made of, 1 or more.
    measures : iterable of str or Measure, or one of them, optional
        Keys of `MEASURES` and records of one's own; all of the registry and `LOG_SCORE` unless
        told otherwise.
    truths : array_like, shape (T, 3), optional
        66 all over the triangle unless given.

    Returns
    -------
    Rewarded
        The best of all answers in parts of 1/60, of the truths, and of the golds, where medians
        are: exact among these.

    Raises
    ------
    ValueError
        If there are not three classes, or there is no rating.

    Examples
    --------
    RPS rewards the truth, however few ratings there are; NMD is best served by one class.

    >>> rewards(1, ["RPS", "NMD"], [[0.7, 0.2, 0.1]]).best.round(2).tolist()
    [[[0.7, 0.2, 0.1]], [[1.0, 0.0, 0.0]]]
    """
    shares = _TRUTHS if truths is None else check_distributions(truths, "truths")
    if shares.ndim != 2 or shares.shape[1] != 3:
        raise ValueError(f"truths must be (truths, 3), not {shares.shape}")
    every_one = (*MEASURES.values(), LOG_SCORE)
    chosen, counts = measures_of(every_one if measures is None else measures), vote_grid(3, votes)
    golds = as_shares(counts)
    answers = np.concatenate([simplex_grid(PARTS), shares, golds])
    chances = scipy.stats.multinomial.pmf(counts, votes, shares[:, None])
    every = scored(chosen, answers[:, None], golds) @ chances.T
    truth = (scored(chosen, shares[:, None], golds) * chances).sum(axis=-1)
    far = np.abs(answers[:, None] - shares).sum(axis=-1)
    equal = every <= every.min(axis=1, keepdims=True) + _SAME
    rows = np.where(equal, far, np.inf).argmin(axis=1)
    scores = np.take_along_axis(every, rows[:, None], axis=1)[:, 0]
    keys = tuple(each.key for each in chosen)
    return Rewarded(keys, np.full(len(shares), votes), shares, answers[rows], scores, truth)
