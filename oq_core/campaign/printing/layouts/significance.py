"""Significant differences: DE2 tables 14 to 29, LQ21 tables 3 to 6."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.analysis.effects import EffectSizes
from oq_core.analysis.groups import (
    group_letters,
    indistinct_groups,
    significant_differences,
)
from oq_core.analysis.overlap import Contradictions, Overlap
from oq_core.analysis.pairs import PairTests, p_text
from oq_core.analysis.power import DiscriminativePower
from oq_core.campaign.printing.table import Column, Mark, Table, in_digits
from oq_core.data.arrays import Array
from oq_core.data.results import by_pair
from oq_core.data.scores import Scores

#: LQ21's limits, in %: bold from the second up, underlined below the first.
_POWER_LIMITS, _OVERLAP_LIMITS = (40, 50), (70, 90)
#: Measures of which a table of pairs has room for counts; of more its CSV has them.
_MOST_COUNTED = 9
#: A space that no line ends at.
TIED = "\u00a0"
#: Rows of one run after which its name stands again, as the table may be on another page by then.
_NAMED_EVERY = 25


def differences(name: str, tests: PairTests, k: int, effects: EffectSizes, alpha: float) -> Table:
    """Return who is significantly better than whom, a row a pair, as DE2 tables 14 to 29.

    Parameters
    ----------
    name : str
        The data set's.
    tests : PairTests
        Of m runs under K measures.
    k : int
        Position of the measure.
    effects : EffectSizes
        Of the same runs and measures.
    alpha : float
        Significance level.
    """
    pairs = significant_differences(
        tests.means[k], tests.p_values[k], effects.sizes[k], alpha, tests.larger_is_better[k]
    )
    found = pd.DataFrame(
        [
            (
                tests.runs[each.better],
                tests.runs[each.worse],
                each.p,
                p_text(each.p, tests.smallest),
                tests.trials,
                each.effect,
            )
            for each in pairs
        ],
        columns=["better", "worse", "p", "p printed", "B", "ES"],
    )
    places = found.groupby("better", sort=False).cumcount()
    named = [
        better if place % _NAMED_EVERY == 0 else ""
        for better, place in zip(found["better"], places, strict=True)
    ]
    key, es = tests.measures[k], f"ES_{effects.kind}"
    cells = {Column("run", kind="name"): named, Column("better than", kind="name"): "{worse}",
             Column("p"): "{p printed}", Column(es): "{ES:.3f}"}  # fmt: skip
    return Table.of(
        f"differences-{key}",
        name,
        f"significant differences in terms of {key} at α = {alpha:g} by {tests.rule.short}, "
        f"B = {tests.trials:,}; effect sizes with "
        f"V_{effects.kind} = {float(effects.variances[k]):.5f}",
        found,
        cells,
        rules=frozenset(np.flatnonzero(places == 0)[1:].tolist()),
        otherwise="∞",
        note=f"{es}: difference of the means over √V_{effects.kind}, the residual standard "
        "deviation",
    )


def better_than(name: str, tests: PairTests, k: int, effects: EffectSizes, alpha: float) -> Table:
    """Return the runs that are better than others, a row a run, as DE2 tables 14 to 29.

    Parameters
    ----------
    name, tests, k, effects, alpha
        As in `differences`.

    Returns
    -------
    Table
        A row for each run that is significantly better than another, with those it is better
        than, each with p-value and effect size. No rows if none is.
    """
    pairs = differences(name, tests, k, effects, alpha)
    lists: dict[str, list[str]] = {}
    found = pairs.numbers[["better", "worse", "p printed", "ES"]]
    for better, worse, printed, es in found.itertuples(index=False, name=None):
        size = "∞" if np.isinf(es) else f"{es:.3f}"
        p = printed.replace("<", "< ") if printed.startswith("<") else f"= {printed}"
        # What belongs together stays in a line.
        told = f"{worse} (p {p}; {size})".replace(" ", TIED)
        lists.setdefault(better, []).append(told)
    return replace(
        pairs,
        columns=(
            Column("run", kind="name"),
            Column(f"significantly better than (p;{TIED}ES_{effects.kind})", kind="words"),
        ),
        rows=tuple((run, ", ".join(others)) for run, others in lists.items()),
        rules=frozenset(),
    )


def groups(name: str, scores: Scores, k: int, p_values: Array, alpha: float) -> Table:
    """Return the runs best first under one measure, with letters of those that do not differ.

    Parameters
    ----------
    name : str
        The data set's.
    scores : Scores
        K measures, m runs.
    k : int
        Position of the measure.
    p_values : ndarray, shape (K, m, m)
        As `randomised_tukey_hsd` returns them.
    alpha : float
        Significance level.
    """
    direction = scores.larger_is_better[k]
    found = indistinct_groups(scores.means[k], p_values[k], alpha, direction)
    letters = group_letters(found, len(scores.runs))
    order = np.argsort(scores.means[k] * (-1 if direction else 1), kind="stable")
    return Table.of(
        f"groups-{scores.measures[k]}",
        name,
        f"runs by {scores.measures[k]}; runs that share a letter do not differ significantly "
        f"at α = {alpha:g}",
        pd.DataFrame(
            {
                "run": [scores.runs[run] for run in order],
                "mean": scores.means[k][order],
                "groups": [letters[run] for run in order],
            }
        ),
    )


def power(
    powers: Mapping[str, Mapping[str, DiscriminativePower]],
    pooled: Mapping[str, DiscriminativePower] | None,
    alpha: float,
) -> Table:
    """Return S, T and discriminative power by data set and measure, as LQ21 table 3.

    Parameters
    ----------
    powers : mapping of str to mapping of str to DiscriminativePower
        By data set, then by measure.
    pooled : mapping of str to DiscriminativePower, or None
        Of all data sets together, by measure: the last row.
    alpha : float
        Significance level.

    Returns
    -------
    Table
        A row for each data set; of one alone, a row for each measure.
    """
    every = [*powers.items(), *([] if pooled is None else [("pooled", pooled)])]
    keys = dict.fromkeys(key for each in powers.values() for key in each)
    is_one = len(every) == 1
    columns: dict[str, list[DiscriminativePower | None]]
    columns = {key: [each.get(key) for _, each in every] for key in keys}
    heads = [name for name, _ in every]
    if is_one:
        heads, columns = [*keys], {"": [each for of_key in columns.values() for each in of_key]}
    cells = {Column("measure" if is_one else "data set", kind="name"): heads}
    marks = dict[tuple[int, int], Mark]()
    for key, found in columns.items():
        cells[Column("S", key)] = [f"{each.significant:,}" if each else "" for each in found]
        cells[Column("T", key)] = [f"{each.pairs:,}" if each else "" for each in found]
        shares = [100 * float(each.share) if each else math.nan for each in found]
        of_key = {(row, len(cells)): share for row, share in enumerate(shares)}
        marks |= _limit_marks(of_key, _POWER_LIMITS)
        cells[Column("%", key)] = in_digits(shares, ".1f", "")
    facts = [
        (name, key, each.significant, each.pairs, 100 * float(each.share))
        for name, of_measures in every
        for key, each in of_measures.items()
    ]
    return Table.of(
        "power",
        every[0][0] if is_one else "",
        ("d" if is_one else "D")
        + f"iscriminative power: S of T pairs of runs differ significantly at α = {alpha:g}",
        pd.DataFrame(facts, columns=["data set", "measure", "S", "T", "DP %"]),
        cells,
        marks,
        rules=frozenset(() if pooled is None else {len(powers)}),
        note=_limits_in_words(_POWER_LIMITS),
    )


def overlap(name: str, measures: Sequence[str], shared: Overlap) -> Table:
    """Return the significance overlap of every two measures, as LQ21 table 4.

    Parameters
    ----------
    name : str
        The data set's.
    measures : sequence of str
    shared : Overlap
        As `significance_overlap` returns it.
    """
    percent, has_counts = (100 * shared.share).tolist(), len(measures) <= _MOST_COUNTED
    cells = [
        [
            ("none" if np.isnan(percent[i][j]) else f"{percent[i][j]:.1f}")
            + f" ({shared.first_only[i, j]}/{shared.both[i, j]}/{shared.second_only[i, j]})"
            * has_counts
            for j in range(len(measures))
        ]
        for i in range(len(measures))
    ]
    above = zip(*np.triu_indices(len(measures), k=1), strict=True)
    percents = {(int(i), int(j)): percent[i][j] for i, j in above}
    marks = _limit_marks(percents, _OVERLAP_LIMITS)
    columns, rows = triangle(measures, cells)
    return Table(
        "overlap",
        name,
        "significance overlap SSO = b/(a + b + c) in %" + ", with (a/b/c)" * has_counts,
        columns,
        rows,
        shared.to_frame(),
        marks,
        note="a: pairs significant with the row's measure only; b: with both; c: with the "
        f"column's only. {_limits_in_words(_OVERLAP_LIMITS)}",
    )


def contradictions(name: str, found: Contradictions) -> Table:
    """Return how many pairs of runs every two measures contradict each other on: LQ21 table 5.

    Parameters
    ----------
    name : str
        The data set's.
    found : Contradictions
        As `contradictions` of the analysis returns them, with names.
    """
    columns, rows = triangle(found.measures, found.counts.astype(str).tolist())
    return Table(
        "contradictions",
        name,
        "pairs of runs on which two measures contradict each other, both significantly",
        columns,
        rows,
        by_pair(found.measures, {"contradictions": found.counts}),
    )


def contradicting_pairs(name: str, found: Contradictions) -> Table:
    """Return every contradiction by name, as LQ21 table 6.

    Parameters
    ----------
    name, found
        As in `contradictions`.
    """
    listed = found.to_frame()
    together: dict[tuple[str, str, str], list[str]] = {}
    for first, second, better, worse in listed.itertuples(index=False, name=None):
        together.setdefault((first, better, worse), []).append(second)
    return Table(
        "contradicting-pairs",
        name,
        "every contradiction: one measure finds the one run significantly better, each of some "
        "others the other run",
        (
            Column("one measure", kind="name"),
            Column("others", kind="words"),
            Column("better by the one", kind="name"),
            Column("better by the others", kind="name"),
        ),
        tuple(
            (first, ", ".join(seconds), better, worse)
            for (first, better, worse), seconds in together.items()
        ),
        listed,
    )


def triangle(
    measures: Sequence[str], cells: Sequence[Sequence[str]] | npt.NDArray[np.object_]
) -> tuple[tuple[Column, ...], tuple[tuple[str, ...], ...]]:
    """Return the upper triangle of a square of cells, as the papers print what is symmetric.

    Parameters
    ----------
    measures : sequence of str
        K measures.
    cells : sequence of sequence of str
        K rows of K cells.

    Returns
    -------
    tuple of columns and rows
        The first column names the measure of the row.
    """
    last = len(measures) - 1
    rows = [
        (measures[i], *(str(cells[i][j]) if j > i else "" for j in range(1, last + 1)))
        for i in range(last)
    ]
    return (Column("", kind="name"), *map(Column, measures[1:])), tuple(rows)


def _limits_in_words(limits: tuple[float, float]) -> str:
    return f"Bold: {limits[1]} % or more; underlined: below {limits[0]} %"


def _limit_marks(
    percents: Mapping[tuple[int, int], float], limits: tuple[float, float]
) -> dict[tuple[int, int], Mark]:
    # As they are printed, so that 49.96 is bold where it prints as 50.0.
    shown = {cell: round(each, 1) for cell, each in percents.items() if np.isfinite(each)}
    marks: dict[tuple[int, int], Mark] = {}
    for cell, each in shown.items():
        if each >= limits[1] or each < limits[0]:
            marks[cell] = "high" if each >= limits[1] else "low"
    return marks
