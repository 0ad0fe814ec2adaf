"""What tests say of every two runs: p-values with the names and directions they belong to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil
from typing import Concatenate, Literal, ParamSpec, Protocol, Self, cast, overload

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.analysis.every_sign import check_instances, smallest_of_signs
from oq_core.data.arrays import Array, as_losses, check_alpha, check_p_values, signs
from oq_core.data.results import Result
from oq_core.data.scores import Scores, counted, listed, place_of

#: How pairs of runs are tested: randomised Tukey HSD at once or step by step, Fisher's
#: randomisation test with Holm's correction, or random signs.
Method = Literal["single-step", "step-down", "fisher-holm", "sign-flip"]
P = ParamSpec("P")


#: What is said beside p of methods that draw signs.
ALL_SIGNS = "or all signs once where B allows"
#: Of methods that are none of Tukey's.
_OWN_WORDS: dict[Method, str] = {
    "fisher-holm": "Fisher's paired randomisation of each pair, adjusted by Holm",
    "sign-flip": "random signs of instances, studentised, step-down",
}


@dataclass(frozen=True)
class Rule:
    """How pairs of runs are tested.

    Attributes
    ----------
    method : {"single-step", "step-down", "fisher-holm", "sign-flip"}
        Tukey's range of all runs, as in the papers; the range over what remains after each
        rejection; Fisher's paired randomisation of each pair alone, adjusted by Holm; or random
        signs of the instances, the same for all pairs, studentised and step by step.
    plus_one : bool
        P-values are (count + 1) / (B + 1), not count / B. Of Tukey's tests they are count / B
        unless it is given, as the papers print them; of the others they are not.
    studentised : bool
        Differences are divided by their standard errors: a choice of Tukey's two tests.
    over_measures : bool
        All measures are one family, not each a family of its own.
    over_scales : bool
        All measures on all scales are one family; see `pair_tests_over`. Where scales are tested
        one by one, all measures of each are. Fisher's tests, which share nothing, have no such.

    Raises
    ------
    ValueError
        If Fisher's test with Holm is to be over scales.

    Examples
    --------
    >>> Rule("step-down").words
    'randomised Tukey HSD, step-down, p = count/B'
    """

    method: Method = "single-step"
    plus_one: bool = None  # type: ignore[assignment] # of the method, unless given
    studentised: bool = False
    over_measures: bool = False
    over_scales: bool = False

    def __post_init__(self) -> None:
        if self.over_scales and self.method == "fisher-holm":
            raise ValueError(
                "Fisher's test with Holm has no family over scales: choose sign-flip or step-down"
            )
        if self.over_scales:
            object.__setattr__(self, "over_measures", True)
        if self.plus_one is None:
            object.__setattr__(self, "plus_one", not self.is_tukey)

    @property
    def is_tukey(self) -> bool:
        """Whether it is one of Tukey's tests, which permute all runs together."""
        return self.method in ("single-step", "step-down")

    @property
    def short(self) -> str:
        """The papers' rule by its name alone, any other in words."""
        return "randomised Tukey HSD" if self == Rule() else self.words

    @property
    def words(self) -> str:
        """The rule in words, for captions and reports."""
        parts = [_OWN_WORDS.get(self.method, f"randomised Tukey HSD, {self.method}")]
        if self.studentised and self.is_tukey:
            parts.append("studentised")
        if self.over_measures:
            parts.append("one family of all measures" + " on all scales" * self.over_scales)
        parts.append("p = (count + 1)/(B + 1)" if self.plus_one else "p = count/B")
        if not self.is_tukey:
            parts.append(ALL_SIGNS)
        return ", ".join(parts)


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
        return smallest_p_value(
            self.trials, self.rule, self.pairs, len(self.measures), self.instances
        )

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


def smallest_p_value(
    trials: int,
    rule: Rule | None = None,
    pairs: int = 1,
    measures: int = 1,
    instances: int | None = None,
) -> float:
    """The smallest p-value that so many trials, and so many instances, can show.

    It is 1/B, or 1/(B + 1) with the other choice; signs of n instances, if given, show none
    below 2 ** (1 - n). Holm's adjustment multiplies it by the number of tests. A pair found by no
    trial has a p-value below it, of unknown size. Where alpha is below it, "significant at alpha"
    cannot be said of any pair.

    Examples
    --------
    >>> from oq_core.analysis import smallest_p_value, Rule
    >>> smallest_p_value(5000)
    0.0002
    >>> smallest_p_value(4999, Rule("fisher-holm", plus_one=True), pairs=91)
    0.0182
    >>> smallest_p_value(5000, Rule("sign-flip"), instances=5)
    0.0625
    """
    rule = rule or Rule()
    smallest = 1 / (trials + rule.plus_one)
    if instances is not None and not rule.is_tukey:
        smallest = max(smallest, smallest_of_signs(instances))
    return min(smallest * _adjusted_for(rule, pairs, measures), 1.0)


def check_resolution(alpha: float, smallest: float, times: int = 1) -> None:
    """Nothing, or the error that says that so few trials cannot show significance at alpha.

    Parameters
    ----------
    alpha, smallest : float
        And the smallest p-value that can be shown.
    times : int
        What an adjustment multiplies it by.

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
            f"{ceil(times / alpha * (1 - 1e-9)):,} or more, or α"
        )


def check_rule(
    alpha: float,
    trials: int,
    rule: Rule,
    pairs: int,
    measures: int,
    instances: int,
    unit: str,
) -> None:
    """Nothing, or the error that says that a rule cannot show significance at alpha, and why.

    What the instances are, if whole clusters, the unit says.

    Raises
    ------
    ValueError
        If alpha is below the smallest p-value that so many trials, or instances, can show.

    Examples
    --------
    >>> from oq_core.analysis.pairs import Rule, check_rule
    >>> check_rule(0.05, 5000, Rule("sign-flip"), pairs=1, measures=1, instances=5, unit="cluster")
    Traceback (most recent call last):
    ...
    ValueError: random signs of 5 clusters cannot show a p-value of 0.05 or less; at least 6 \
clusters are needed
    """
    times = _adjusted_for(rule, pairs, measures)
    if not rule.is_tukey:
        check_instances(instances, alpha, unit, times)
    check_resolution(alpha, smallest_p_value(trials, rule, pairs, measures), times)


def _adjusted_for(rule: Rule, pairs: int, measures: int) -> int:
    """By how much Holm's adjustment multiplies the smallest p-value; 1 by the other rules."""
    if rule.method != "fisher-holm":
        return 1
    return pairs * (measures if rule.over_measures else 1)


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
        sizes = tests.pairs, len(tests.measures), tests.instances
        check_rule(alpha, tests.trials, tests.rule, *sizes, tests.unit)
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
    >>> tests_of(scores, np.ones((1, 2, 2)), 100, Rule()).pairs
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
