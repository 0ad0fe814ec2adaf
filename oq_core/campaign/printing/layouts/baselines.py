"""Popularity against Uniform: LQ21 table 7."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple

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
    one, several = next(iter(comparisons.values())), len(comparisons) > 1
    found = {
        (name, key): wins(each, key)
        for name, each in comparisons.items()
        for key in measures
        if key in each.measures
    }
    cells = {Column("data set", kind="name"): [*comparisons, *["total"] * several]}
    marks = dict[tuple[int, int], Mark]()
    for key in measures:
        known = [found[name, key] for name in comparisons if (name, key) in found]
        total = Wins(*map(sum, zip(*map(astuple, known), strict=True)))
        is_whole = len(known) == len(comparisons)
        column = [found.get((name, key)) for name in comparisons]
        column += [total if is_whole else None] * several
        for row, won in enumerate(column):
            if won is not None and won.first != won.second:
                marks[row, len(cells) + (won.second > won.first)] = "high"
        cells[Column(one.first, key)] = ["" if won is None else f"{won.first:,}" for won in column]
        cells[Column(one.second, key)] = [
            "" if won is None else f"{won.second:,}" for won in column
        ]
    return Table.of(
        "baseline-wins",
        "",
        f"Instances on which {one.first} and {one.second} win",
        pd.DataFrame(
            [(*place, won.first, won.second, won.ties) for place, won in found.items()],
            columns=["data set", "measure", f"{one.first} wins", f"{one.second} wins", "ties"],
        ),
        cells,
        marks,
        frozenset({len(comparisons)} if several else ()),
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
