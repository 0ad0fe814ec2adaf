"""How often a test is wrong on data like one's own, and what it would find."""

from __future__ import annotations

import math
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy

from oq_core.analysis.alone import check_stack
from oq_core.analysis.pairs import Rule, check_rule
from oq_core.analysis.testing import p_values_by
from oq_core.data.arrays import Array
from oq_core.data.results import Result
from oq_core.data.scores import Scores, counted, listed
from oq_core.defaults import ALPHA, CAMPAIGNS, TRIALS
from oq_core.parallel import ranges, spread
from oq_core.phrases import Phrases
from oq_core.progress import Progress, silent

#: Which runs are made equal: all, or those that the test does not tell apart.
Null = Literal["complete", "partial"]

_said = Phrases(Path(__file__).with_suffix(".jinja"), counted)

#: Campaigns between two reports of progress.
_AT_ONCE = 4


@dataclass(frozen=True, eq=False, repr=False)
class Calibration(Result):
    """What a rule finds in campaigns that are drawn from one's own instances.

    Attributes
    ----------
    measures : tuple of str
        The K measures' keys.
    wrong : ndarray of float64, shape (K,)
        Share of campaigns in which a pair of equal runs is found different. NaN where no two
        runs were made equal.
    wrong_anywhere : float
        The same under any of the measures; NaN where there is nothing to be wrong about.
    found : ndarray of float64, shape (K,)
        Of the pairs of the run that was moved, the share that is found; NaN without a difference.
    found_error : ndarray of float64, shape (K,)
        Its standard error.
    rule : Rule
    null : {"complete", "partial"}
    difference : float
    alpha : float
    campaigns, trials, instances, runs : int
    unit : str
        What the instances are: whole clusters such as questions, where these are drawn.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import calibrate
    >>> values = np.random.default_rng(0).random((1, 20, 3))
    >>> scores = Scores(values, ("NMD",), tuple(map(str, range(20))), tuple("abc"), (False,))
    >>> made = calibrate(scores, campaigns=20, trials=100)
    >>> bool(0 <= made.wrong[0] < 0.5)
    True
    """

    measures: tuple[str, ...]
    wrong: Array
    wrong_anywhere: float
    found: Array
    found_error: Array
    rule: Rule
    null: Null
    difference: float
    alpha: float
    campaigns: int
    trials: int
    instances: int
    runs: int
    unit: str = "instance"

    def error(self, share: float | Array) -> Array:
        """Standard error of a share of the campaigns."""
        value = np.asarray(share, dtype=np.float64)
        return np.sqrt(value * (1 - value) / self.campaigns)

    def to_frame(self) -> pd.DataFrame:
        """A row for each measure, and one for any of them."""
        wrong = np.append(self.wrong, self.wrong_anywhere)
        columns = {
            "measure": [*self.measures, "any of them"],
            "rule": self.rule.words,
            "null": self.null,
            "wrong": wrong,
            "wrong, error": self.error(wrong),
            "difference": self.difference,
            "found": np.append(self.found, np.nan),
            "found, error": np.append(self.found_error, np.nan),
            "campaigns": self.campaigns,
            "B": self.trials,
        }
        table = pd.DataFrame(columns)
        if not self.difference:
            table = table.drop(columns=["difference", "found", "found, error"])
        return table if len(self.measures) > 1 else table.iloc[:1]

    @property
    def words(self) -> str:
        """What was done, and what it cannot tell."""
        return _said("words", found=self, is_defined=not np.isnan(self.wrong).any())

    def _described(self) -> str:
        return (
            f"{counted(len(self.measures), 'measure')} ({listed(self.measures)}), wrong under any "
            f"in {100 * self.wrong_anywhere:.1f} % of {self.campaigns:,} campaigns; "
            f"{self.rule.words}"
        )


def calibrate(
    scores: Scores,
    rule: Rule | None = None,
    alpha: float = ALPHA,
    *,
    null: Null = "complete",
    difference: float = 0.0,
    campaigns: int = CAMPAIGNS,
    trials: int = TRIALS,
    seed: int = 0,
    progress: Progress = silent,
    executor: Executor | None = None,
) -> Calibration:
    """How often a rule finds what is not there, on campaigns drawn from these instances.

    The runs' means are made equal; then instances are drawn with replacement, as many as there
    are, and all pairs are tested. Every finding is wrong.

    Parameters
    ----------
    scores : Scores
    rule : Rule, optional
        The papers' rule unless given.
    alpha : float
        Significance level, between 0 and 1.
    null : {"complete", "partial"}
        Make all runs equal; or only those that the rule does not tell apart on these scores (a
        run that is not told apart from two others makes these equal too).
    difference : float
        If above 0, one run, another in every campaign, is made worse by so much under every
        measure: how many of its pairs are found is the power for a difference that one names.
        The power for the observed difference says no more than its p-value.
    campaigns : int
    trials : int
        B of each campaign: that of the test whose error is asked for, as it is part of the rule.
    seed : int
        The same seed gives the same numbers.
    progress : Progress, optional
        What it raises stops the work.
    executor : Executor, optional
        Computes the campaigns; threads of this process unless given. The numbers are the same.

    Returns
    -------
    Calibration

    Raises
    ------
    ValueError
        If there are fewer than two runs or instances, no campaign, a score is not finite, the
        difference is below 0, or so few trials that nothing can be significant.

    Notes
    -----
    Hoenig and Heisey, The Abuse of Power, The American Statistician 55, 2001.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import Rule, calibrate
    >>> values = np.random.default_rng(0).random((1, 20, 3))
    >>> scores = Scores(values, ("NMD",), tuple(map(str, range(20))), tuple("abc"), (False,))
    >>> made = calibrate(scores, Rule("sign-flip"), difference=0.9, campaigns=20, trials=100)
    >>> bool(made.found[0] > 0.9)
    True
    """
    chosen = rule or Rule()
    scores = scores.whole()
    stack = check_stack(scores, 2)
    measures, instances, runs = stack.shape
    pairs = runs * (runs - 1) // 2
    if campaigns < 1 or difference < 0:
        raise ValueError("there must be a campaign, and a difference of 0 or more")
    check_rule(alpha, trials, chosen, pairs, measures, instances, scores.unit)
    equal = np.ones((measures, runs, runs), dtype=bool)
    if null == "partial":
        p = p_values_by(chosen, stack, trials, seed)
        connected = scipy.sparse.csgraph.connected_components
        labels = [connected(each > alpha, directed=False)[1] for each in p]
        equal = np.array([of[:, None] == of for of in labels])
    weights = equal / equal.sum(axis=2, keepdims=True)
    means = stack.mean(axis=1)
    centred = stack - (means - (weights @ means[..., None])[..., 0])[:, None]
    worse = difference * np.where(np.array(scores.larger_is_better), -1.0, 1.0)
    work = partial(_outcomes, centred, equal, worse, chosen, alpha, trials, seed)
    outcomes: list[tuple[npt.NDArray[np.bool_], Array]] = []
    for some in spread(work, ranges(campaigns, _AT_ONCE), executor):
        outcomes.extend(some)
        progress(len(outcomes) / campaigns, f"{len(outcomes):,} of {campaigns:,} campaigns")
    wrong, found = (np.array(each) for each in zip(*outcomes, strict=True))
    can_be_wrong = equal.sum(axis=(1, 2)) > runs
    if runs == 2 and difference:
        can_be_wrong[:] = False
    return Calibration(
        scores.measures,
        np.where(can_be_wrong, wrong.mean(axis=0), np.nan),
        float(wrong.any(axis=1).mean()) if can_be_wrong.any() else math.nan,
        found.mean(axis=0),
        found.std(axis=0) / math.sqrt(campaigns),
        chosen,
        null,
        difference,
        alpha,
        campaigns,
        trials,
        instances,
        runs,
        scores.unit,
    )


def _outcomes(
    centred: Array,
    equal: npt.NDArray[np.bool_],
    worse: Array,
    rule: Rule,
    alpha: float,
    trials: int,
    seed: int,
    numbers: tuple[int, int],
) -> list[tuple[npt.NDArray[np.bool_], Array]]:
    """Of campaigns from the first number to before the last: whether wrong, and share found."""
    measures, instances, runs = centred.shape
    upper = np.triu(np.ones((runs, runs), dtype=bool), k=1)
    outcomes: list[tuple[npt.NDArray[np.bool_], Array]] = []
    for number in range(*numbers):
        generator = np.random.default_rng([seed, number])
        values = centred[:, generator.integers(0, instances, instances)]
        moved = int(generator.integers(runs))
        own, looked_at = np.arange(runs) == moved, equal & upper
        if worse.any():
            values[..., moved] += worse[:, None]
            looked_at &= ~(own[:, None] | own)
        significant = p_values_by(rule, values, trials, int(generator.integers(2**32))) <= alpha
        found = significant[:, moved, ~own].mean(axis=1) if worse.any() else [np.nan] * measures
        wrong = np.asarray((significant & looked_at).any(axis=(1, 2)))
        outcomes.append((wrong, np.asarray(found)))
    return outcomes
