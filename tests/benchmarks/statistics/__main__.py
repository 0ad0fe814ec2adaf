"""Write the table of simulations: error rates, power, coverage.

Run from the repository's root: python -m tests.benchmarks.statistics

Cells that the table has are left as they are, so that a run can be stopped and taken up again; to
make cells anew, remove their rows first. All sentences about error rates, power and coverage come
from this table.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
from pathlib import Path
from time import process_time

import numpy as np
import pandas as pd

from oq_core.knowledge.simulations import TABLE
from tests.benchmarks.statistics.cells import LEAST, MOST, Cell
from tests.benchmarks.statistics.every import every_cell

COLUMNS = ["kind", "design", "rule", "n", "value", "error", "campaigns", "seed"]


def keys_of(path: Path) -> set[tuple[str, str, str, int]]:
    """Which cells a table has."""
    if not path.is_file():
        return set()
    return set(pd.read_csv(path)[COLUMNS[:4]].itertuples(index=False, name=None))


def in_order(path: Path, cells: list[Cell]) -> None:
    """Put the rows in the order of the cells; rows of cells that are no more go."""
    table = pd.read_csv(path, dtype=str).drop_duplicates(COLUMNS[:4], keep="last")
    places = {(*cell.key[:3], str(cell.n)): place for place, cell in enumerate(cells)}
    found = [places.get(tuple(row), -1) for row in table[COLUMNS[:4]].itertuples(index=False)]
    table.assign(place=found).query("place >= 0").sort_values("place").drop(columns="place").to_csv(
        path, index=False, lineterminator="\n"
    )


def tell_time(cells: list[Cell]) -> None:
    """Say how many campaigns are to be made, and about how long that takes: a block of each cell
    is timed.
    """
    seconds = 0.0
    for cell in cells:
        start = process_time()
        made = len(cell.outcome(np.random.default_rng(0), 0))
        seconds += (process_time() - start) * min(cell.least, cell.most) / made
    print(  # noqa: T201
        f"{len(cells)} cells of {LEAST:,} to {MOST:,} campaigns (fewer where one is long): "
        f"{seconds / 60:.0f} minutes of a processor at the least, some three times that at the "
        "most. What is made stays if this is stopped.",
        file=sys.stderr,
        flush=True,
    )


def main() -> None:
    """All cells that the table does not have."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="cells whose kind or design has this in it")
    parser.add_argument(
        "--data", type=Path, default=Path(os.environ.get("OQ_DATA", "../shared/data"))
    )
    parser.add_argument("--table", type=Path, default=TABLE)
    chosen = parser.parse_args()
    cells = every_cell(chosen.data)
    there = keys_of(chosen.table)
    if not chosen.table.is_file():
        chosen.table.write_text(",".join(COLUMNS) + "\n")
    missing = [
        cell
        for cell in cells
        if cell.key not in there and chosen.only in f"{cell.kind} {cell.design} {cell.rule}"
    ]
    tell_time(missing)
    for cell in missing:
        start = process_time()
        value, error, campaigns = cell.simulated()
        row = [*map(str, cell.key), f"{value:.5f}", f"{error:.5f}", str(campaigns), str(cell.seed)]
        with chosen.table.open("a", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerow(row)
        print(*row, f"{process_time() - start:.0f} s", file=sys.stderr, flush=True)  # noqa: T201
    in_order(chosen.table, cells)


if __name__ == "__main__":
    main()
