"""Tests of every pair of runs by any rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import replace

import numpy as np

from oq_core.analysis.fisher import fisher_randomisation
from oq_core.analysis.flips import sign_flips
from oq_core.analysis.pairs import PairTests, Rule, tests_of
from oq_core.analysis.tukey import randomised_tukey_hsd
from oq_core.data.arrays import Array
from oq_core.data.scores import Scores
from oq_core.defaults import TRIALS
from oq_core.progress import Progress, silent


def pair_tests(
    scores: Scores,
    rule: Rule | None = None,
    trials: int = TRIALS,
    seed: int = 0,
    progress: Progress = silent,
    executor: Executor | None = None,
) -> PairTests:
    """Tests of every pair of runs by the rule that is given.

    Parameters
    ----------
    scores : Scores
    rule : Rule, optional
        The papers' rule unless given: randomised Tukey HSD in a single step.
    trials, seed, progress, executor
        As in `randomised_tukey_hsd`.

    Returns
    -------
    PairTests

    Raises
    ------
    ValueError
        As `randomised_tukey_hsd`, `fisher_randomisation` and `sign_flips`.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis import Rule, pair_tests
    >>> scores = Scores(np.eye(2)[None], ("NMD",), ("d1", "d2"), ("a", "b"), (False,))
    >>> pair_tests(scores, Rule("step-down"), trials=10).p_values.tolist()
    [[[1.0, 1.0], [1.0, 1.0]]]
    """
    chosen = rule or Rule()
    p_values = p_values_by(chosen, np.asarray(scores), trials, seed, progress, executor)
    return tests_of(scores, p_values, trials, chosen)


def pair_tests_over(
    scores: Mapping[str, Scores],
    rule: Rule | None = None,
    trials: int = TRIALS,
    seed: int = 0,
    progress: Progress = silent,
) -> dict[str, PairTests]:
    """Tests of every pair of runs under all measures on several scales, as one family.

    All see the same permutations, or signs, of the instances, so that what depends on each other
    stays so; step by step over all that remains, where the rule takes steps.

    Parameters
    ----------
    scores : mapping of str to Scores
        By scale; of the same runs and instances.
    rule : Rule, optional
        The papers' rule unless given; its measures are one family in any case.
    trials, seed, progress
        As in `pair_tests`.

    Returns
    -------
    dict of str to PairTests
        By scale, their p-values adjusted over all of them.

    Raises
    ------
    ValueError
        As `as_one`, `Rule` and `pair_tests`.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis.testing import pair_tests_over
    >>> scores = Scores(np.eye(2)[None], ("NMD",), ("d1", "d2"), ("a", "b"), (False,))
    >>> list(pair_tests_over({"A": scores, "S": scores}))
    ['A', 'S']
    """
    chosen = replace(rule or Rule(), over_scales=True)
    like = as_one({name: each.whole() for name, each in scores.items()})
    p_values = p_values_by(chosen, like.values, trials, seed, progress)
    ends = np.cumsum([len(each.measures) for each in scores.values()])[:-1]
    back = zip(scores.items(), np.split(p_values, ends), strict=True)
    found = {}
    for (name, each), p in back:
        order = [like.runs.index(run) for run in each.runs]
        found[name] = tests_of(each, p[:, order][:, :, order], trials, chosen)
    return found


def as_one(scores: Mapping[str, Scores]) -> Scores:
    """Scores under all measures on several scales, as measures of one.

    Parameters
    ----------
    scores : mapping of str to Scores
        By scale; of the same runs and instances, in any order.

    Raises
    ------
    ValueError
        If runs or instances are not the same.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.analysis.testing import as_one
    >>> scores = Scores(np.eye(2)[None], ("NMD",), ("d1", "d2"), ("a", "b"), (False,))
    >>> as_one({"A": scores, "S": scores}).measures
    ('A NMD', 'S NMD')
    """
    first, *others = scores
    for name in others:
        for what in ("runs", "ids"):
            if set(getattr(scores[name], what)) != set(getattr(scores[first], what)):
                words = "runs" if what == "runs" else "instances"
                raise ValueError(
                    f"{first} and {name} are no one family: they have other {words} that can be "
                    "tested. Leave one of them out, or test each by itself"
                )
    like = scores[first]
    alike = [
        each.on(like.ids).values[..., [each.runs.index(run) for run in like.runs]]
        for each in scores.values()
    ]
    return Scores(
        np.concatenate(alike),
        tuple(f"{name} {key}" for name, each in scores.items() for key in each.measures),
        like.ids,
        like.runs,
        tuple(larger for each in scores.values() for larger in each.larger_is_better),
    )


def p_values_by(
    rule: Rule,
    values: Array,
    trials: int = TRIALS,
    seed: int = 0,
    progress: Progress = silent,
    executor: Executor | None = None,
) -> Array:
    """P-values of every pair of runs by the rule that is given: (K, n, m) to (K, m, m).

    All score matrices see the same permutations, swaps or signs, as measures do. Where the rule
    makes one family of the measures, the K matrices are the measures.

    Parameters
    ----------
    rule : Rule
    values : ndarray of float64, shape (K, n, m)
    trials, seed, progress, executor
        As in `randomised_tukey_hsd`.

    Raises
    ------
    ValueError
        As `pair_tests`.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.analysis import Rule
    >>> from oq_core.analysis.testing import p_values_by
    >>> p_values_by(Rule(), np.eye(2)[None], trials=10).tolist()
    [[[1.0, 1.0], [1.0, 1.0]]]
    """
    test: Callable[..., Array] = fisher_randomisation
    own: dict[str, bool] = {}
    if rule.method == "sign-flip":
        test = sign_flips
    elif rule.is_tukey:
        test = randomised_tukey_hsd
        own = {"step_down": rule.method == "step-down", "studentised": rule.studentised}
    return test(
        values,
        trials,
        seed,
        progress,
        over_measures=rule.over_measures,
        plus_one=rule.plus_one,
        executor=executor,
        **own,
    )
