"""What is said first of groups of a survey, a sentence each."""

from collections.abc import Collection, Mapping

import numpy as np

from oq_core.campaign.computing.baselines import ALL_GROUPS
from oq_core.campaign.computing.by_group import GroupDifference
from oq_core.campaign.printing.phrases import said
from oq_core.data.scores import Scores
from oq_core.defaults import LEVEL


def difference(found: GroupDifference, run: str = "") -> str:
    """Say how far a run's means on two groups are apart.

    Parameters
    ----------
    found : GroupDifference
        Of one run.
    run : str
        What it is called; its name unless given.
    """
    (value,), (low,), (high,) = found.differences, found.low, found.high
    return said(
        "difference_of_groups",
        run=run or found.runs[0],
        measure=found.measure,
        first=found.first,
        second=found.second,
        value=f"{value:+.4f}",
        ends=f"{low:+.4f} to {high:+.4f}" if np.isfinite(low) else "",
        level=LEVEL,
        questions=found.instances,
        pairs=found.pairs,
        truth=f"{found.truth:+.4f}" if np.isfinite(found.truth) else "",
    )


def knows_groups(
    scores: Scores, made: Collection[str], names: Mapping[str, str] | None = None
) -> str:
    """Say which runs are no better than what all groups together have answered.

    Parameters
    ----------
    scores : Scores
        Of runs, and of references, under one measure or more: the first is told of.
    made : collection of str
        The references that were made here. Nothing is said where none of them gives each group
        what all groups together have answered.
    names : mapping of str to str, optional
        What runs are called, where it is not their names.
    """
    reference = next((run for run in made if run.startswith(ALL_GROUPS)), None)
    if reference is None:
        return ""
    names, kept = names or {}, scores.without(set(made) - {reference})
    means = dict(zip(kept.runs, kept.means[0].tolist(), strict=True))
    limit = means.pop(reference)
    return said(
        "knows_groups",
        measure=scores.measures[0],
        reference=reference,
        limit=f"{limit:.4f}",
        runs=len(means),
        behind=[names.get(run, run) for run, mean in means.items() if mean >= limit],
    )
