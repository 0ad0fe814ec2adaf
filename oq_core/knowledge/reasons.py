"""Why measures prefer what they prefer, in words with their own numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import signs
from oq_core.data.distributions import check_distributions
from oq_core.measures.quantification import Case, Measure, measures_of
from oq_core.measures.quantification.wording import told_apart


def explain_preference(
    gold: npt.ArrayLike,
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    measure: str | Measure,
    classes: Sequence[str],
    names: tuple[str, str] = ("A", "B"),
    *,
    numbers: bool = True,
) -> str:
    """Say which of two estimates a measure prefers, and why by its definition.

    Parameters
    ----------
    gold, a, b : array_like, shape (L,)
        Distributions.
    measure : str or Measure
        A key of `MEASURES`, or a record of one's own.
    classes : sequence of str
        The L class labels.
    names : tuple of two str
        What to call A and B.
    numbers : bool
        Whether to tell scores, and what they come from; else the reason in plain words.

    Returns
    -------
    str
        A sentence: which estimate is preferred, both scores with as many digits as tell them
        apart, and what they come from. For
        NMD how far the votes have to move; for the order-aware divergences the class that adds
        most, its error and its distance from the classes it is seen from; for NVD, RNSS and
        JSD the errors of the classes; for DNKT the pairs of classes; for its hybrids both parts.
        Labels and names are as they were given: escape them where that is needed.

    Raises
    ------
    ValueError
        If the measure is unknown, or there are not three distributions over the labelled
        classes.

    Examples
    --------
    >>> explain_preference([1, 0], [0.75, 0.25], [0.5, 0.5], "NVD", ["low", "high"])[:72]
    'NVD prefers A, 0.250 against 0.500: A has 25.0 % of its votes in the wro'
    >>> explain_preference([1, 0], [0.75, 0.25], [0.5, 0.5], "NMD", "ab", numbers=False)
    'NMD prefers A: the votes of A lie nearer to the gold.'
    """
    checked = [
        check_distributions(each, what)
        for each, what in ((gold, "gold"), (a, names[0]), (b, names[1]))
    ]
    shapes = [each.shape for each in checked]
    if shapes != 3 * [(len(classes),)]:
        raise ValueError(
            f"{len(classes)} classes are labelled, and gold and estimates have the shapes "
            f"{', '.join(map(str, shapes))}"
        )
    by = measures_of((measure,))[0]
    scores = by(np.stack(checked[1:]), checked[0])
    if not signs(scores[0] - scores[1]):
        equal = f" ({scores[0]:.3f})" if numbers else ""
        return f"{by.key} finds {names[0]} and {names[1]} equal{equal}."
    better, worse = np.argsort(scores, kind="stable")
    case = Case(
        checked[0], checked[1 + better], checked[1 + worse], names[better], names[worse], classes
    )
    shown = told_apart(scores[[better, worse]])
    preference = f"{by.key} prefers {case.better_name}"
    if numbers:
        preference += f", {shown[0]} against {shown[1]}"
    reason = by.account if numbers else by.plainly
    return f"{preference}: {reason(case)}." if reason else f"{preference}."


def explain_conflict(
    gold: npt.ArrayLike,
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    first: str | Measure,
    second: str | Measure,
    classes: Sequence[str],
    names: tuple[str, str] = ("A", "B"),
    *,
    numbers: bool = True,
) -> str:
    """Say which of two estimates each of two measures prefers, and why by its definition.

    Parameters
    ----------
    gold, a, b : array_like, shape (L,)
        Distributions.
    first, second : str or Measure
        Keys of two measures of `MEASURES`, or records of one's own.
    classes : sequence of str
        The L class labels.
    names : tuple of two str
        What to call A and B.
    numbers : bool
        As in `explain_preference`.

    Returns
    -------
    str
        For each measure what `explain_preference` says.

    Raises
    ------
    ValueError
        If a measure is unknown, or there are not three distributions over the labelled
        classes.

    Examples
    --------
    >>> explain_conflict([1, 0], [0.75, 0.25], [0.5, 0.5], "NVD", "NMD", ["low", "high"])[:72]
    'NVD prefers A, 0.250 against 0.500: A has 25.0 % of its votes in the wro'
    """
    return " ".join(
        explain_preference(gold, a, b, measure, classes, names, numbers=numbers)
        for measure in (first, second)
    )
