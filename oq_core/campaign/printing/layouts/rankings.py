"""Rankings compared: ACL21 tables 2, 3, 5, 6, 8 and 9; RNOD22 tables 3 to 28; DE2 8 and 13."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

import numpy as np
import pandas as pd

from oq_core.analysis.effects import residual_variance, standardised_differences
from oq_core.analysis.groups import outperforms_worst
from oq_core.analysis.ranking import average_similarity
from oq_core.campaign.computing.analysis import Splits
from oq_core.campaign.printing.layouts.significance import triangle
from oq_core.campaign.printing.table import Column, Table
from oq_core.data.arrays import Array
from oq_core.data.results import by_name, by_pair
from oq_core.data.scores import counted
from oq_core.defaults import LEVEL
from oq_core.disagreement.artificial import ArtificialExperiment


def similarity(
    name: str, measures: Sequence[str], taus: Array, intervals: Array | None, variant: str
) -> Table:
    """Return Kendall's tau of every two measures, as ACL21 table 5 and RNOD22 table 3.

    Parameters
    ----------
    name : str
        The data set's; empty for the mean over data sets.
    measures : sequence of str
    taus : ndarray, shape (K, K)
    intervals : ndarray, shape (K, K, 2), or None
        They are printed below tau, where there are any.
    variant : str
        "a" or "b".
    """
    known = intervals is not None and not np.isnan(intervals).all()
    cells = [
        [
            f"{tau:.3f}" + (f"\n[{ends[0]:.3f}, {ends[1]:.3f}]" if known else "")
            for tau, ends in zip(row, row_ends, strict=True)
        ]
        for row, row_ends in zip(
            taus, taus[..., None] if intervals is None else intervals, strict=True
        )
    ]
    columns, rows = triangle(measures, cells)
    last = len(measures)
    shades = {
        (i, j): float(np.clip(np.nan_to_num(taus[i, j]), 0, 1)) ** 2 * 0.5
        for i in range(last - 1)
        for j in range(i + 1, last)
    }
    over = "" if name else ", averaged over data sets"
    return Table(
        "similarity",
        name,
        f"Kendall's τ-{variant} between the rankings of the runs by every two measures{over}"
        + (f", with {LEVEL} intervals" if known else ""),
        columns,
        rows,
        _taus(measures, taus, intervals),
        shades=shades,
        note="The darker a cell, the more alike the two measures rank",
    )


def _taus(measures: Sequence[str], taus: Array, intervals: Array | None) -> pd.DataFrame:
    """Tau of every two measures, with its interval where intervals are given."""
    cells = {"tau": taus}
    if intervals is not None:
        cells |= {"low": intervals[..., 0], "high": intervals[..., 1]}
    return by_pair(measures, cells)


def beside_printed_taus(
    found: ArtificialExperiment, printed: Iterable[tuple[str, str, float, float, float]]
) -> Table:
    """Return tau of artificial distributions beside what SIGIR18 table 1 prints.

    Parameters
    ----------
    found : ArtificialExperiment
        As `artificial_experiment` returns it.
    printed : iterable of tuple
        Two measures, tau and the ends of its interval, as `PRINTED_TAUS` has them.
    """
    facts = []
    for x, y, *paper in printed:
        i, j = found.measures.index(x), found.measures.index(y)
        tau, (low, high) = float(found.taus[i, j]), found.intervals[i, j].tolist()
        facts.append((f"{x}, {y}", tau, low, high, *paper, tau - paper[0]))
    names = ["tau", "low", "high"]
    columns = ["measures", *names, *(f"{each} printed" for each in names), "difference"]
    return Table.of(
        "artificial-printed",
        "",
        f"Beside SIGIR18 table 1, with {LEVEL} intervals",
        pd.DataFrame(facts, columns=columns),
        {
            Column("measures", kind="name"): "{measures}",
            Column("ours"): "{tau:.3f} [{low:.3f}, {high:.3f}]",
            Column("printed"): "{tau printed:.3f} [{low printed:.3f}, {high printed:.3f}]",
            Column("difference"): "{difference:+.3f}",
        },
        note="The paper's distributions are not published; ours are drawn as it says",
    )


def similarity_by_pair(
    data_sets: Mapping[str, tuple[Sequence[str], Array, Array]], variant: str
) -> Table:
    """Return tau of every two measures, with its interval, in all data sets: DE2 tables 8 and 13.

    Parameters
    ----------
    data_sets : mapping of str to tuple of measures, taus and intervals
        By data set: K measures, tau of shape (K, K), and intervals of shape (K, K, 2).
    variant : str
        "a" or "b".

    Returns
    -------
    Table
        A row for each pair of measures, and an empty cell where a data set lacks one of them.
        There is no column of intervals where a data set has none.
    """
    frames = {
        name: _taus(measures, taus, intervals)
        for name, (measures, taus, intervals) in data_sets.items()
    }
    columns = dict[Column, dict[str, str]]()
    for name, frame in frames.items():
        names = frame["measure 1"] + " vs " + frame["measure 2"]
        taus = (f"{tau:.3f}" for tau in frame.tau)
        columns[Column("τ", name)] = dict(zip(names, taus, strict=True))
        if frame[["low", "high"]].notna().any(axis=None):
            ends = zip(frame.low, frame.high, strict=True)
            told = (f"[{low:.3f}, {high:.3f}]" for low, high in ends)
            columns[Column(LEVEL, name)] = dict(zip(names, told, strict=True))
    pairs = list(dict.fromkeys(pair for column in columns.values() for pair in column))
    cells = {Column("measures", kind="name"): pairs}
    cells |= {key: [column.get(pair, "") for pair in pairs] for key, column in columns.items()}
    title = f"Kendall's τ-{variant} between the rankings of the runs by two measures"
    return Table.of("similarity-pairs", "", title, by_name(frames), cells)


def average_similarities(measures: Sequence[str], taus: Mapping[str, Array]) -> Table:
    """Return each measure's mean tau with the others, as RNOD22 tables 4 to 20.

    Parameters
    ----------
    measures : sequence of str
        Those that all data sets have.
    taus : mapping of str to ndarray, shape (K, K)
        By data set.

    Returns
    -------
    Table
        A column for each data set, and for their mean where there are several; the most
        similar measure first.
    """
    averages = [(name, average_similarity(square)) for name, square in taus.items()]
    if len(averages) > 1:
        averages.append(("mean", np.mean([each for _, each in averages], axis=0)))
    order = np.argsort(-averages[-1][1], kind="stable")
    cells = {Column("measure", kind="name"): [measures[k] for k in order]}
    cells |= {Column(name): [f"{each[k]:.3f}" for k in order] for name, each in averages}
    return Table.of(
        "similarity-average",
        "",
        "Average similarity: mean τ of each measure with the others",
        pd.DataFrame(
            [(name, measures[k], each[k]) for name, each in averages for k in order],
            columns=["data set", "measure", "average tau"],
        ),
        cells,
    )


def consistency(
    name: str, measures: Sequence[str], series: Sequence[Splits], *, alpha: float
) -> Table:
    """Return the mean tau of splits and which measures differ: a part of ACL21 tables 3, 6 and 9.

    Parameters
    ----------
    name : str
        The data set's.
    measures : sequence of str
        K measures.
    series : sequence of Splits
        Side by side, as halves and small sets in the paper.
    alpha : float
        Significance level.
    """
    sides, numbers, variances = dict[int | None, _Side](), [], []
    for taus, p_values, size in series:
        parts = _parts(size)
        variance = float(residual_variance(taus, "E2")) if len(measures) > 1 else 0.0
        variances.append(f"{variance:.5f} in {parts}")
        found = _consistency(measures, taus, p_values, alpha, variance)
        found.insert(0, "parts", parts)
        numbers.append(found)
        sides[size] = (
            ("mean τ", "k", "ES_E2"),
            [
                (key, f"{tau:.3f}", str(beaten), _effect(effect))
                for key, tau, beaten, effect in zip(
                    found["measure"],
                    found["mean tau"],
                    found["outperforms the worst"],
                    found["ES against the worst"],
                    strict=True,
                )
            ],
        )
    columns, rows, note = _side_by_side(sides, taus=1)
    return Table(
        "consistency",
        name,
        f"ranking consistency: mean τ of {counted(len(series[0].taus), 'split')}, the most "
        f"consistent measure first; V_E2 = {', '.join(variances)}",
        columns,
        rows,
        pd.concat(numbers, ignore_index=True),
        note=f"{note}k: the measure significantly outperforms the k worst measures at "
        f"α = {alpha:g}; ES_E2: its effect size against the worst one. The test takes the splits "
        "for its sample: with more splits it finds any difference significant",
    )


def _consistency(
    measures: Sequence[str], taus: Array, p_values: Array | None, alpha: float, variance: float
) -> pd.DataFrame:
    """Mean tau over splits, whom a measure outperforms, and effect sizes (E2) by this variance."""
    averages = taus.mean(axis=0)
    order = [int(k) for k in np.argsort(-averages, kind="stable")]
    beaten = np.zeros(len(measures), dtype=np.int64)
    if p_values is not None:
        beaten = outperforms_worst(averages, p_values, alpha, larger_is_better=True)
    effects = standardised_differences(averages, variance)
    if variance == 0:
        # 0/0 is no effect size of 0.
        effects = np.where(effects > 0, effects, np.nan)
    return pd.DataFrame(
        {
            "measure": [measures[k] for k in order],
            "mean tau": averages[order],
            "outperforms the worst": beaten[order],
            "namely": [
                ", ".join(measures[k] for k in order[len(order) - beaten[i] :]) for i in order
            ],
            "ES against the worst": effects[order, order[-1]],
        },
    )


def mean_consistency(
    means: Mapping[int | None, Mapping[str, Mapping[str, float]]], splits: int
) -> Table:
    """Return the mean tau of splits by data set and averaged, as RNOD22 table 28.

    Parameters
    ----------
    means : mapping of int to mapping of str to mapping of str to float
        By instances in each part of a split, None for halves; by data set; by measure.
    splits : int
        How many they are means over.
    """
    sides, numbers = dict[int | None, _Side](), []
    for size, of_sets in means.items():
        parts, names = _parts(size), (*of_sets, "mean")
        measures = list(next(iter(of_sets.values())))
        taus = np.array([[each[key] for each in of_sets.values()] for key in measures])
        taus = np.column_stack([taus, taus.mean(axis=1)])
        order = np.argsort(-taus[:, -1], kind="stable")
        sides[size] = names, [(measures[k], *(f"{tau:.3f}" for tau in taus[k])) for k in order]
        numbers += [
            (parts, name, measures[k], taus[k, place])
            for place, name in enumerate(names)
            for k in order
        ]
    columns, rows, note = _side_by_side(sides, taus=len(names))
    return Table(
        "consistency-mean",
        "",
        f"Ranking consistency: mean τ of {counted(splits, 'split')} by data set, and averaged",
        columns,
        rows,
        pd.DataFrame(numbers, columns=["parts", "data set", "measure", "mean tau"]),
        note=f"{note}the most consistent measure first",
    )


#: Names of columns, and rows that begin with a measure.
_Side = tuple[tuple[str, ...], list[tuple[str, ...]]]


def _side_by_side(
    sides: Mapping[int | None, _Side], taus: int
) -> tuple[tuple[Column, ...], tuple[tuple[str, ...], ...], str]:
    """Columns and rows of splits into parts, and what these are.

    So many first numbers of a row are taus. Where those of some parts are all the same, what is
    said of the parts has them.
    """
    same = {
        size: cells.pop()
        for size, (_, rows) in sides.items()
        if len(cells := {cell for row in rows for cell in row[1 : 1 + taus]}) == 1
    }
    shown = {size: side for size, side in sides.items() if size not in same} or dict(sides)
    columns = [
        column
        for size, (names, _) in shown.items()
        for column in (
            Column("measure", _parts(size), "name"),
            *(Column(each, _parts(size)) for each in names),
        )
    ]
    rows = zip(*(rows for _, rows in shown.values()), strict=True)
    note = "".join(
        f"two sets of {size} are drawn at random for {_parts(size)}; "
        for size in sides
        if size is not None
    )
    note += "".join(
        f"in {_parts(size)}, every τ is {tau}; " for size, tau in same.items() if size not in shown
    )
    return tuple(columns), tuple(tuple(chain.from_iterable(row)) for row in rows), note


def _parts(size: int | None) -> str:
    return "halves" if size is None else f"{size} vs. {size}"


def _effect(size: float) -> str:
    return "undefined" if np.isnan(size) else "∞" if np.isinf(size) else f"{size:.2f}"
