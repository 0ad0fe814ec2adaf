"""What tests say of every two runs: p-values with the names and directions they belong to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil, log2
from typing import Concatenate, ParamSpec, Protocol, Self, cast, overload

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.data.arrays import (
    Array,
    as_losses,
    check_alpha,
    check_finite,
    check_p_values,
    signs,
)
from oq_core.data.results import Result
from oq_core.data.scores import Scores, counted, listed, place_of

P = ParamSpec("P")


class Rule(StrEnum):
    """How pairs of runs are tested.

    `TUKEY` is the papers': randomised Tukey HSD in a single step; see `randomised_tukey_hsd`.
    `SIGNS` is random signs of the instances, studentised and step by step; see `sign_flips`.

    Examples
    --------
    >>> Rule.TUKEY.words
    'randomised Tukey HSD, single-step, p = count/B'
    >>> Rule("sign-flip").plus_one
    True
    """

    TUKEY = "tukey"
    SIGNS = "sign-flip"

    @property
    def plus_one(self) -> bool:
        """Whether p-values are (count + 1) / (B + 1), not count / B as the papers print them."""
        return self is Rule.SIGNS

    @property
    def short(self) -> str:
        """The papers' rule by its name alone, the other in words."""
        return "randomised Tukey HSD" if self is Rule.TUKEY else self.words

    @property
    def words(self) -> str:
        """The rule in words, for captions and reports."""
        if self is Rule.TUKEY:
            return "randomised Tukey HSD, single-step, p = count/B"
        return f"random signs of instances, studentised, step-down, {SIGNS_P}"


#: How p-values of random signs come about, in words.
SIGNS_P = "p = (count + 1)/(B + 1), or all signs once where B allows"


@dataclass(frozen=True, eq=False, repr=False)
class PairTests(Result):
    """P-values of every two runs under every measure, with what they belong to.

    Attributes
    ----------
    measures : tuple of str
        The K measures' keys.
    runs : tuple of str
        The m runs: the family of tests is all pairs of them.
    larger_is_better : tuple of bool
        Direction of the measures.
    means : ndarray of float64, shape (K, m)
        Mean scores.
    p_values : ndarray of float64, shape (K, m, m)
        Symmetric, 1 on the diagonal.
    instances : int
        n, on which the runs were tested.
    trials : int
        B.
    rule : Rule
        By which rule.
    unit : str
        What the n are: instances, or whole clusters.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores, randomised_tukey_hsd
    >>> values = np.array([[[0.1, 0.3], [0.2, 0.4], [0.1, 0.2], [0.0, 0.3], [0.1, 0.2]]])
    >>> ids = ("d1", "d2", "d3", "d4", "d5")
    >>> tests = randomised_tukey_hsd(Scores(values, ("NMD",), ids, ("a", "b"), (False,)), 100)
    >>> tests
    <PairTests: 1 measure (NMD), 2 runs, 5 instances, B = 100; randomised Tukey HSD, single-step, p = count/B>
    >>> tests.to_frame()[["run 1", "run 2", "NMD better"]]
      run 1 run 2 NMD better
    0     a     b          a
    """  # noqa: E501 - a repr is one line

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    larger_is_better: tuple[bool, ...]
    means: Array
    p_values: Array
    instances: int
    trials: int
    rule: Rule
    unit: str

    def _described(self) -> str:
        return (
            f"{counted(len(self.measures), 'measure')} ({listed(self.measures)}), "
            f"{counted(len(self.runs), 'run')}, {counted(self.instances, self.unit)}, "
            f"B = {self.trials:,}; {self.rule.words}"
        )

    @property
    def pairs(self) -> int:
        """T, the number of pairs of runs."""
        return len(self.runs) * (len(self.runs) - 1) // 2

    @property
    def smallest(self) -> float:
        """The smallest p-value that so many trials can show; see `smallest_p_value`."""
        return smallest_p_value(self.trials, self.rule, self.instances)

    def of(self, measures: str | tuple[str, ...] | list[str]) -> Self:
        """The tests under only these measures, in this order.

        Raises
        ------
        ValueError
            If a measure is not among them.
        """
        keys = (measures,) if isinstance(measures, str) else tuple(measures)
        rows = [place_of(key, self.measures, "measure") for key in keys]
        return replace(
            self,
            measures=keys,
            larger_is_better=tuple(self.larger_is_better[row] for row in rows),
            means=self.means[rows],
            p_values=self.p_values[rows],
        )

    def to_frame(self) -> pd.DataFrame:
        """A row for each pair of runs: rule and B; by measure, the better run or "tie", and p."""
        first, second = np.triu_indices(len(self.runs), k=1)
        runs = np.array(self.runs, dtype=object)
        columns: dict[str, npt.NDArray[np.object_] | Array | int | str] = {
            "run 1": runs[first],
            "run 2": runs[second],
            "rule": self.rule.words,
            "B": self.trials,
        }
        prefers = pair_signs(as_losses(self.means, self.larger_is_better))
        for k, key in enumerate(self.measures):
            columns[f"{key} better"] = np.choose(prefers[k] + 1, [runs[first], "tie", runs[second]])
            columns[f"{key} p"] = p = pair_p_values(self.p_values[k])
            # There are no more p-values than trials, but many pairs.
            values, place = np.unique(p, return_inverse=True)
            printed = [p_text(each, self.smallest) for each in values]
            columns[f"{key} p printed"] = np.array(printed, dtype=object)[place]
        return pd.DataFrame(columns)


def p_text(p: float, smallest: float) -> str:
    """Return a p-value as the papers print it: a 0 is less than the smallest that can be shown.

    Parameters
    ----------
    p : float
    smallest : float
        As `smallest_p_value` gives it: 1/B for the papers' test.

    Examples
    --------
    >>> from oq_core.analysis.pairs import p_text
    >>> p_text(0.0354, 1 / 5000), p_text(0.0, 1 / 5000)
    ('0.0354', '<0.0002')
    """
    digits = max(4, int(np.ceil(-np.log10(smallest) - 1e-9)))
    if (printed := f"{p:.{digits}f}").strip("0."):
        return printed
    # A bound may be rounded up, never down.
    for places in (digits, digits + 1):
        bound = np.ceil(10**places * smallest - 1e-9) / 10**places
        if bound < smallest * (1 + 1e-9):
            break
    return f"<{bound:.{places}f}"


def pair_signs(values: npt.ArrayLike) -> npt.NDArray[np.int8]:
    """Order of every pair of values: shape (..., m) to (..., m (m - 1) / 2).

    -1 where the first is smaller, 1 where it is larger, 0 where the two are within
    `TIE_TOLERANCE`. Pairs come in the order (0, 1), (0, 2), ..., (1, 2), ... of
    `numpy.triu_indices`.

    Examples
    --------
    >>> pair_signs([0.1, 0.3, 0.3]).tolist()
    [-1, -1, 0]
    """
    array = np.asarray(values, dtype=np.float64)
    first, second = np.triu_indices(array.shape[-1], k=1)
    return signs(array[..., first] - array[..., second])


def pair_p_values(tests: npt.ArrayLike | PairTests) -> Array:
    """The p-value of every pair once: shape (..., m, m) to (..., m (m - 1) / 2).

    Pairs come in the order (0, 1), (0, 2), ..., (1, 2), ... of `numpy.triu_indices`.

    Raises
    ------
    ValueError
        If something is no p-value.

    Examples
    --------
    >>> from oq_core.analysis import pair_p_values
    >>> pair_p_values([[1, 0.2, 0.01], [0.2, 1, 0.05], [0.01, 0.05, 1]]).tolist()
    [0.2, 0.01, 0.05]
    """
    square = tests.p_values if isinstance(tests, PairTests) else check_p_values(tests)
    return square[..., *np.triu_indices(square.shape[-1], k=1)]


def smallest_p_value(trials: int, rule: Rule = Rule.TUKEY, instances: int | None = None) -> float:
    """The smallest p-value that so many trials, and so many instances, can show.

    It is 1/B, or 1/(B + 1) of random signs; those of n instances, if given, show none below
    2 ** (1 - n), as all plus and all minus are two of 2 ** n signs. A pair found by no trial has a
    p-value below it, of unknown size. Where alpha is below it, "significant at alpha" cannot be
    said of any pair.

    Examples
    --------
    >>> from oq_core.analysis import smallest_p_value, Rule
    >>> smallest_p_value(5000)
    0.0002
    >>> smallest_p_value(5000, Rule.SIGNS, instances=5)
    0.0625
    """
    smallest = 1 / (trials + rule.plus_one)
    if instances is None or rule is Rule.TUKEY:
        return smallest
    return max(smallest, 2.0 ** (1 - instances))


def check_resolution(alpha: float, smallest: float) -> None:
    """Nothing, or the error that says that so few trials cannot show significance at alpha.

    Parameters
    ----------
    alpha, smallest : float
        And the smallest p-value that can be shown.

    Raises
    ------
    ValueError
        If alpha is below the smallest p-value that can be shown.

    Examples
    --------
    >>> from oq_core.analysis import check_resolution
    >>> check_resolution(0.001, 1 / 100)
    Traceback (most recent call last):
    ...
    ValueError: α = 0.001 is below 0.01, the smallest p-value that so few trials can show, so no \
pair can be called significant; raise the trials B to 1,000 or more, or α
    """
    # Rounding must not refuse alpha = 1/B.
    if check_alpha(alpha) < smallest * (1 - 1e-9):
        raise ValueError(
            f"α = {alpha:g} is below {smallest:.3g}, the smallest p-value that so few trials can "
            "show, so no pair can be called significant; raise the trials B to "
            f"{ceil(1 / alpha * (1 - 1e-9)):,} or more, or α"
        )


def fewest_instances(alpha: float) -> int:
    """How many instances random signs need to show significance at alpha.

    Examples
    --------
    >>> from oq_core.analysis.pairs import fewest_instances
    >>> fewest_instances(0.05), fewest_instances(0.0625)
    (6, 5)
    """
    return ceil(1 - log2(check_alpha(alpha)))


def check_rule(alpha: float, trials: int, rule: Rule, instances: int, unit: str) -> None:
    """Nothing, or the error that says that a rule cannot show significance at alpha, and why.

    What the instances are, if whole clusters, the unit says.

    Raises
    ------
    ValueError
        If alpha is below the smallest p-value that so many trials, or instances, can show.

    Examples
    --------
    >>> from oq_core.analysis.pairs import Rule, check_rule
    >>> check_rule(0.05, 5000, Rule.SIGNS, instances=5, unit="cluster")
    Traceback (most recent call last):
    ...
    ValueError: random signs of 5 clusters cannot show a p-value of 0.05 or less; at least 6 \
clusters are needed
    """
    if rule is Rule.SIGNS and instances < (fewest := fewest_instances(alpha)):
        raise ValueError(
            f"random signs of {counted(instances, unit)} cannot show a p-value of {alpha:g} or "
            f"less; at least {fewest} {unit}s are needed"
        )
    check_resolution(alpha, smallest_p_value(trials, rule))


def is_significant(tests: npt.ArrayLike | PairTests, alpha: float) -> npt.NDArray[np.bool_]:
    """Which pairs are significant, shape (..., m (m - 1) / 2): p-values of alpha or less.

    Raises
    ------
    ValueError
        If alpha is not between 0 and 1, or below what the trials can show, or something is no
        p-value.

    Examples
    --------
    >>> from oq_core.analysis.pairs import is_significant
    >>> is_significant([[1, 0.03], [0.03, 1]], 0.05).tolist()
    [True]
    """
    if isinstance(tests, PairTests):
        check_rule(alpha, tests.trials, tests.rule, tests.instances, tests.unit)
    check_alpha(alpha)
    return pair_p_values(tests) <= alpha


class PairTest(Protocol[P]):
    """A test of every two runs: p-values with names of scores, and as they are of an array."""

    @overload
    def __call__(self, scores: Scores, *args: P.args, **kwargs: P.kwargs) -> PairTests: ...
    @overload
    def __call__(self, scores: npt.ArrayLike, *args: P.args, **kwargs: P.kwargs) -> Array: ...


def named_as_scores(
    test: Callable[Concatenate[Scores | npt.ArrayLike, P], PairTests | Array],
) -> PairTest[P]:
    """Return a test as it is, and tell the type checker what it gives for what.

    Examples
    --------
    >>> named_as_scores(len) is len
    True
    """
    return cast(PairTest[P], test)


def tests_of(scores: Scores, p_values: Array, trials: int, rule: Rule) -> PairTests:
    """P-values (K, m, m) with the names, directions and means of the scores they are of.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> values = np.array([[[0.1, 0.3], [0.2, 0.2]]])
    >>> scores = Scores(values, ("NMD",), ("d1", "d2"), ("a", "b"), (False,))
    >>> from oq_core.analysis import Rule
    >>> from oq_core.analysis.pairs import tests_of
    >>> tests_of(scores, np.ones((1, 2, 2)), 100, Rule.TUKEY).pairs
    1
    """
    whole = scores.whole()
    return PairTests(
        scores.measures,
        scores.runs,
        scores.larger_is_better,
        scores.means,
        p_values,
        len(whole.ids),
        trials,
        rule,
        whole.unit,
    )


def as_tests(
    scores: Scores | npt.ArrayLike,
    trials: int,
    rule: Rule,
    p_of: Callable[[Array], Array],
    instances: int = 1,
) -> PairTests | Array:
    """P-values of runs by runs, with names where the scores have them.

    Parameters
    ----------
    scores : Scores, or array_like of shape (K, n, m) or (n, m)
    trials : int
    rule : Rule
    p_of : callable
        From a stack (K, n, m) to p-values (K, m, m).
    instances : int
        The fewest that can be tested.

    Returns
    -------
    PairTests, or ndarray of float64, shape (K, m, m) or (m, m)

    Raises
    ------
    ValueError
        If there are fewer than two runs, too few instances, a score that is not finite, or fewer
        than one trial.

    Examples
    --------
    >>> from oq_core.analysis.pairs import Rule, as_tests
    >>> as_tests([[0.1, 0.2]], 10, Rule.TUKEY, lambda stack: np.ones((1, 2, 2))).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    stack = check_stack(scores, instances)
    if trials < 1:
        raise ValueError(f"trials must be at least 1, not {trials}")
    p_values = p_of(stack)
    if isinstance(scores, Scores):
        return tests_of(scores, p_values, trials, rule)
    return p_values[0] if np.ndim(scores) == 2 else p_values


def check_stack(scores: npt.ArrayLike, instances: int = 1) -> Array:
    """Score matrices (K, n, m) of matrices (K, n, m) or one (n, m), checked.

    Raises
    ------
    ValueError
        If there are too few axes, instances or runs, or a score is not finite.

    Examples
    --------
    >>> check_stack([[0.1, 0.2], [0.3, 0.4]]).shape
    (1, 2, 2)
    """
    stack = np.asarray(scores, dtype=np.float64)
    if stack.ndim not in (2, 3) or stack.shape[-1] < 2 or stack.shape[-2] < instances:
        raise ValueError(
            f"scores must be (instances, runs) or (measures, instances, runs) with at least "
            f"{counted(instances, 'instance')} and 2 runs, not {stack.shape}"
        )
    check_finite(stack, "scores", "leave that instance out")
    return stack if stack.ndim == 3 else stack[None]
