"""Printed values and the same computed again, side by side."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.data.arrays import Array
from oq_core.papers.printed_table import PrintedTable, TablePart

Flags = npt.NDArray[np.bool_]

#: Float noise on a half, which may be rounded either way.
_NOISE = 1e-9


def side_by_side(
    table: PrintedTable, part: TablePart, found: Mapping[str, pd.DataFrame]
) -> pd.DataFrame:
    """Set what was found beside what is printed, and mark the differences.

    Parameters
    ----------
    table : PrintedTable
    part : TablePart
        One of its parts.
    found : mapping of str to DataFrame
        By what to call it: frames with the table's keys and values, as the functions of the
        table give them.

    Returns
    -------
    DataFrame
        Indexed by the keys: the printed rows, then, for tables that are lists, those that were
        only found. Two levels of columns: ("printed", value) as strings, (name, value) as
        numbers or names, and (name, "differs"), which is true where a value rounded to the
        printed decimals is not the printed one (a half may go either way), and missing where
        there is nothing to compare.

    Examples
    --------
    >>> from oq_core.papers import PAPERS
    >>> table = PAPERS["LQ21"].tables[0]
    >>> part = table.parts[0]
    >>> both = side_by_side(table, part, {"again": part.rows.astype({"instances": float})})
    >>> both["again", "differs"].any()
    np.False_
    """
    keys, values = list(table.keys), list(table.values)
    rows = part.rows.set_index(keys)[values]
    frames = {name: frame.set_index(keys) for name, frame in found.items()}
    index = rows.index
    if table.lists:
        for frame in frames.values():
            index = index.append(frame.index.difference(index, sort=False))
    blocks = {"printed": rows.reindex(index)}
    for name, frame in frames.items():
        there = frame.reindex(index)
        shown = there[[value for value in values if value in there]]
        differs = _differs(table, rows.reindex(index), there)
        if table.lists:
            differs = differs.mask(index.isin(rows.index) != index.isin(frame.index), True)
            if not values:
                differs = differs.fillna(False)
        blocks[name] = shown.assign(differs=differs)
    return pd.concat(blocks, axis=1)


def _differs(table: PrintedTable, rows: pd.DataFrame, found: pd.DataFrame) -> pd.Series:
    """For each row whether a value differs; missing where none can be compared."""
    known = np.zeros(len(rows), dtype=bool)
    differs = np.zeros(len(rows), dtype=bool)
    for value in table.values:
        if value not in found:
            continue
        there = (rows[value].notna() & found[value].notna()).to_numpy()
        texts, values = rows[value].to_numpy()[there], found[value].to_numpy()[there]
        if value in table.words:
            off = np.array(
                [set(a.split()) != set(b.split()) for a, b in zip(texts, values, strict=True)]
            )
        else:
            off = _rounds_otherwise(texts, values.astype(float))
        known |= there
        differs[there] |= off.astype(bool)
    return pd.Series(differs, rows.index, dtype="boolean").mask(~known)


def _rounds_otherwise(texts: Sequence[str], values: Array) -> Flags:
    """Whether numbers round to others than the printed; "<0.0001" is any number below it."""
    below = np.array([text.startswith("<") for text in texts], dtype=bool)
    numbers = np.array([float(text.removeprefix("<")) for text in texts])
    decimals = np.array([len(text.partition(".")[2]) for text in texts], dtype=int)
    # Among numbers with decimals, a bare 1 has as many.
    decimals = np.where(decimals > 0, decimals, decimals.max(initial=0))
    off = np.abs(values - numbers) > 0.5 / 10.0**decimals + _NOISE
    return np.where(below, values >= numbers, off)
