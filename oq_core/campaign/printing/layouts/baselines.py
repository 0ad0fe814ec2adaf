"""Popularity against Uniform: LQ21 table 7."""

from collections.abc import Mapping, Sequence

import pandas as pd

from oq_core.analysis.comparison import Comparison, Wins, wins
from oq_core.campaign.printing.table import Column, Mark, Table


def baseline_wins(comparisons: Mapping[str, Comparison], measures: Sequence[str]) -> Table:
    """Return on how many instances each of two runs is preferred, as LQ21 table 7.

    Parameters
    ----------
    comparisons : mapping of str to Comparison
        By data set, all of the same two runs; LQ21's are Uniform and Popularity.
    measures : sequence of str
        Keys of the measures to print; each is one of a data set's or more.

    Returns
    -------
    Table
        The larger number of each pair is bold. Instances on which the runs tie are in the
        numbers only. With several data sets, the last row is their total, for measures that all
        of them have.
    """
    one = next(iter(comparisons.values()))
    counts = [
        (name, [wins(each, key) if key in each.measures else None for key in measures])
        for name, each in comparisons.items()
    ]
    facts = [
        (name, key, won.first, won.second, won.ties)
        for name, row in counts
        for key, won in zip(measures, row, strict=True)
        if won is not None
    ]
    if len(counts) > 1:
        columns_of = zip(*(row for _, row in counts), strict=True)
        counts.append(("total", [_sum(column) for column in columns_of]))
    rows, marks = [], dict[tuple[int, int], Mark]()
    for number, (name, row) in enumerate(counts):
        cells = [name]
        for won in row:
            if won is None:
                cells += ["", ""]
                continue
            cells += [f"{won.first:,}", f"{won.second:,}"]
            if won.first != won.second:
                marks[number, len(cells) - 2 + (won.second > won.first)] = "high"
        rows.append(tuple(cells))
    columns = [Column(run, key) for key in measures for run in (one.first, one.second)]
    return Table(
        "baseline-wins",
        "",
        f"Instances on which {one.first} and {one.second} win",
        (Column("data set", kind="name"), *columns),
        tuple(rows),
        pd.DataFrame(
            facts,
            columns=["data set", "measure", f"{one.first} wins", f"{one.second} wins", "ties"],
        ),
        marks,
        rules=frozenset({len(rows) - 1} if len(comparisons) > 1 else ()),
        note="Bold: the higher number of each pair; ties count for neither",
    )


def deltas_of_instance(name: str, comparison: Comparison, row: int) -> Table:
    """Return what every measure says of two runs on one instance.

    Parameters
    ----------
    name : str
        The data set's.
    comparison : Comparison
    row : int
        The instance's position.
    """
    who = ("tie", comparison.first, comparison.second)
    facts = [
        (key, float(delta), who[winner])
        for key, delta, winner in zip(
            comparison.measures, comparison.deltas[:, row], comparison.winners[:, row], strict=True
        )
    ]
    instance = comparison.ids[row]
    return Table.of(
        f"deltas-{instance}",
        name,
        f"Δ = {comparison.first} − {comparison.second} on {instance}",
        pd.DataFrame(facts, columns=["measure", "delta", "prefers"]),
        {
            Column("measure", kind="name"): "{measure}",
            Column("Δ"): "{delta:.4f}",
            Column("prefers", kind="words"): "{prefers}",
        },
    )


def _sum(each: Sequence[Wins | None]) -> Wins | None:
    known = [won for won in each if won is not None]
    if len(known) < len(each):
        return None
    return Wins(
        sum(won.first for won in known),
        sum(won.second for won in known),
        sum(won.ties for won in known),
    )
