"""The working of any measure of the registry."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy.typing as npt

from oq_core.data.distributions import check_pair
from oq_core.knowledge.workings.bins import (
    jensen_shannon_steps,
    sum_of_squares_steps,
    variational_distance_steps,
)
from oq_core.knowledge.workings.match_distance import match_distance_steps
from oq_core.knowledge.workings.order_aware import (
    rnadw2_steps,
    rnadw_steps,
    rnod2_steps,
    rnod_steps,
    rsnod_steps,
)
from oq_core.knowledge.workings.priorities import hybrid_steps, kendall_steps
from oq_core.knowledge.workings.steps import Pair, Step
from oq_core.measures.quantification import MEASURES

Steps = Callable[[Pair], tuple[Step, ...]]


def _hybrid(other: str, steps: Steps, pair: Pair) -> tuple[Step, ...]:
    return hybrid_steps(pair, other, steps(pair))


_STEPS: dict[str, Steps] = {
    "NMD": match_distance_steps,
    "RNOD": rnod_steps,
    "RSNOD": rsnod_steps,
    "RNOD2": rnod2_steps,
    "RNADW": rnadw_steps,
    "RNADW2": rnadw2_steps,
    "NVD": variational_distance_steps,
    "RNSS": sum_of_squares_steps,
    "JSD": jensen_shannon_steps,
    "DNKT": kendall_steps,
}
_STEPS |= {f"DNKT_{key}": partial(_hybrid, key, _STEPS[key]) for key in ("JSD", "NMD", "RNOD")}


@dataclass(frozen=True, eq=False)
class Working:
    """How a measure comes to its score of one pair of distributions.

    Attributes
    ----------
    measure : str
        Key of the measure.
    pair : Pair
        The distributions and their class labels.
    steps : tuple of Step
        The last one finds the score.
    value : float
        The score, exactly as the registry's measure gives it; in [0, 1], smaller is better.
    """

    measure: str
    pair: Pair
    steps: tuple[Step, ...]
    value: float


def working(
    key: str, estimated: npt.ArrayLike, gold: npt.ArrayLike, classes: Sequence[str]
) -> Working:
    """Show how a measure scores one estimate, step by step.

    Parameters
    ----------
    key : str
        Key of a measure of `MEASURES`.
    estimated, gold : array_like, shape (L,)
        Probabilities of the same L ordered classes.
    classes : sequence of str
        The L class labels, all different, lowest first.

    Returns
    -------
    Working

    Raises
    ------
    ValueError
        If the measure is unknown, the distributions are refused (see
        `oq_core.data.distributions.check_pair`) or more than one pair, or the labels do not fit.

    Notes
    -----
    The steps follow the equations of the papers named in the measure's `source`.

    Examples
    --------
    >>> from oq_core import working
    >>> shown = working("NVD", [0.5, 0.5, 0], [0.25, 0.25, 0.5], ["low", "middle", "high"])
    >>> [step.title for step in shown.steps]
    ['The difference in each class', 'Take half of it']
    >>> [(term.label, term.value) for term in shown.steps[0].terms]
    [('low', 0.25), ('middle', 0.25), ('high', 0.5)]
    >>> shown.value
    0.5
    """
    if key not in MEASURES:
        raise ValueError(f"unknown measure {key!r}; known are {', '.join(MEASURES)}")
    ours, theirs = check_pair(estimated, gold)
    if ours.ndim != 1 or theirs.ndim != 1:
        raise ValueError(
            f"one pair of distributions is wanted, not estimated {ours.shape} and gold "
            f"{theirs.shape}"
        )
    labels = tuple(classes)
    if len(labels) != len(theirs) or len(set(labels)) < len(labels):
        raise ValueError(
            f"{len(theirs)} different class labels are needed, one for each class, not "
            f"{list(labels)}"
        )
    pair = Pair(ours, theirs, labels)
    steps = _STEPS[key](pair) if key in _STEPS else _whole(pair, key)
    return Working(key, pair, steps, pair.score(key))


def _whole(pair: Pair, key: str) -> tuple[Step, ...]:
    """The definition and the score, for a measure whose steps nobody has written yet."""
    measure = MEASURES[key]
    return (Step("The definition", measure.summary, measure.equation, pair.score(key)),)
