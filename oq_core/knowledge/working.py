"""The working of any measure of the registry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy.typing as npt
import pandas as pd

from oq_core.data.distributions import check_pair
from oq_core.data.results import Result
from oq_core.data.scores import counted
from oq_core.measures.quantification import Measure, measures_of
from oq_core.measures.workings.steps import Pair, Step


@dataclass(frozen=True, eq=False, repr=False)
class Working(Result):
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

    Examples
    --------
    >>> from oq_core import working
    >>> shown = working("NMD", [0, 1, 0], [1, 0, 0], ["low", "middle", "high"])
    >>> shown.measure, shown.value, shown.steps[-1].title
    ('NMD', 0.5, 'Divide by the largest distance')
    """

    measure: str
    pair: Pair
    steps: tuple[Step, ...]
    value: float

    def _described(self) -> str:
        return f"{self.measure} = {self.value:g}, in {counted(len(self.steps), 'step')}"

    def to_frame(self) -> pd.DataFrame:
        """A row for each step: what is done, and the number that it finds."""
        rows = [(each.title, each.value, each.words) for each in self.steps]
        return pd.DataFrame(rows, columns=["step", "value", "what is done"])


def working(
    measure: str | Measure, estimated: npt.ArrayLike, gold: npt.ArrayLike, classes: Sequence[str]
) -> Working:
    """Show how a measure scores one estimate, step by step.

    Parameters
    ----------
    measure : str or Measure
        A key of `MEASURES`, or a record of one's own.
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
    (known,) = measures_of(measure)
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
    return Working(known.key, pair, known.worked(pair), float(known.function(ours, theirs)))
