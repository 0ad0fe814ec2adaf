"""What analyses return: records with names, that a notebook shows as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import singledispatch

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.data.scores import counted, escaped, listed

#: Rows of a table that a notebook shows.
_MOST_ROWS = 20
#: Signs of a text that are told in a line.
_MOST_SIGNS = 60


class Result:
    """A record that says in a line what it is, and in a table what it holds.

    Records with arrays are dataclasses with `repr=False`; small ones keep the `repr` of their
    dataclass.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, repr=False)
    ... class Means(Result):
    ...     measure: str
    ...     runs: tuple[str, ...]
    ...     best: float
    >>> found = Means("NMD", ("a", "b"), 0.25)
    >>> found
    <Means: measure NMD, 2 runs (a, b), best 0.25>
    >>> found.to_frame()["best"].tolist()
    [0.25]
    """

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._described()}>"

    def _described(self) -> str:
        """Names and numbers; arrays are left to the table."""
        told = []
        for each in fields(self):  # type: ignore[arg-type]
            value, name = getattr(self, each.name), each.name.replace("_", " ")
            if isinstance(value, (tuple, Mapping)) and all(isinstance(one, str) for one in value):
                if value:
                    names = tuple(value)
                    told.append(f"{counted(len(names), name.removesuffix('s'))} ({listed(names)})")
            elif isinstance(value, float):
                told.append(f"{name} {value:g}")
            elif isinstance(value, int):
                told.append(f"{name} {value:,}" if not isinstance(value, bool) else
                            name if value else f"not {name}")  # fmt: skip
            elif isinstance(value, str) and value:
                told.append(f"{name} {value[:_MOST_SIGNS]}")
        return ", ".join(told)

    def to_frame(self) -> pd.DataFrame:
        """A row with a column for each number."""
        held = {each.name: getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]
        return pd.DataFrame([held])

    def _repr_html_(self) -> str:
        """The line, and what a notebook shows below it."""
        return f"<p>{escaped(f'{type(self).__name__}: {self._described()}')}</p>{in_notebook(self)}"


def by_pair(
    measures: Sequence[object], squares: Mapping[str, npt.NDArray[np.generic]]
) -> pd.DataFrame:
    """Return a row for every two measures, with what squares say of them.

    Parameters
    ----------
    measures : sequence
        The names of K of them, or their positions.
    squares : mapping of str to ndarray of shape (K, K)
        By the name of their column.
    """
    first, second = np.triu_indices(len(measures), k=1)
    names = np.array(measures, dtype=object)
    return pd.DataFrame(
        {
            "measure 1": names[first],
            "measure 2": names[second],
            **{name: square[first, second] for name, square in squares.items()},
        }
    )


def crossed(
    names: Mapping[str, Sequence[object]], columns: Mapping[str, npt.ArrayLike]
) -> pd.DataFrame:
    """Return a row for each combination of names, in their order, with what arrays say of it.

    Parameters
    ----------
    names : mapping of str to sequence
        By the name of their column: d sequences.
    columns : mapping of str to array_like
        By the name of their column: arrays that broadcast to one axis for each of the names.

    Examples
    --------
    >>> from oq_core.data.results import crossed
    >>> crossed({"run": ["a", "b"], "raters": [2]}, {"mean": [[0.1], [0.2]], "items": 9})
      run  raters  mean  items
    0   a       2   0.1      9
    1   b       2   0.2      9
    """
    shape = tuple(map(len, names.values()))
    places = np.indices(shape).reshape(len(shape), -1)
    # An index knows what its names are. Tuples among them are names too.
    every = {
        name: pd.Index(each, tupleize_cols=False).take(where)
        for (name, each), where in zip(names.items(), places, strict=True)
    }
    found = {name: np.broadcast_to(each, shape).ravel() for name, each in columns.items()}
    return pd.DataFrame({**every, **found})


def by_name(frames: Mapping[str, pd.DataFrame], column: str = "data set") -> pd.DataFrame:
    """Return tables below each other, the name of each in a first column.

    Examples
    --------
    >>> by_name({"A": pd.DataFrame({"run": ["a"]}), "B": pd.DataFrame({"run": ["a"]})})
      data set run
    0        A   a
    1        B   a
    """
    return pd.concat(frames, names=[column]).reset_index(level=0).reset_index(drop=True)


@singledispatch
def in_notebook(result: Result) -> str:
    """Return what a notebook shows of a record, as HTML: its table, of which long ones are cut.

    Those who print more of a kind of record register it.

    Parameters
    ----------
    result : Result
    """
    table = result.to_frame()
    return table.to_html(
        escape=True,
        max_rows=_MOST_ROWS,
        show_dimensions=len(table) > _MOST_ROWS,
        index=not isinstance(table.index, pd.RangeIndex),
    )
