"""Tests of every pair of runs by either rule."""

from __future__ import annotations

from concurrent.futures import Executor

from oq_core.analysis.flips import sign_flips
from oq_core.analysis.pairs import PairTests, Rule
from oq_core.analysis.tukey import randomised_tukey_hsd
from oq_core.data.scores import Scores
from oq_core.defaults import TRIALS
from oq_core.progress import Progress, silent

_TESTS = {Rule.TUKEY: randomised_tukey_hsd, Rule.SIGNS: sign_flips}


def pair_tests(
    scores: Scores,
    rule: Rule = Rule.TUKEY,
    trials: int = TRIALS,
    seed: int = 0,
    progress: Progress = silent,
    executor: Executor | None = None,
) -> PairTests:
    """Tests of every pair of runs by a rule: each measure is a family of its own.

    Parameters
    ----------
    scores : Scores
    rule : Rule
    trials, seed, progress, executor
        As in `randomised_tukey_hsd`.

    Returns
    -------
    PairTests

    Raises
    ------
    ValueError
        As `randomised_tukey_hsd` and `sign_flips`.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import Rule, pair_tests
    >>> scores = Scores(np.eye(2)[None], ("NMD",), ("d1", "d2"), ("a", "b"), (False,))
    >>> pair_tests(scores, Rule.SIGNS, trials=10).p_values.tolist()
    [[[1.0, 1.0], [1.0, 1.0]]]
    """
    return _TESTS[rule](scores, trials, seed, progress, executor=executor)
