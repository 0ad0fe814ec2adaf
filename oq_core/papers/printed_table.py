"""What a printed table is: its columns, its parts, and what can be computed again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import pandas as pd

from oq_core.campaign import Analysis, Options
from oq_core.data.collection import Collection
from oq_core.papers.printed_files import printed

#: From an analysis and a part's rows to a frame with the table's keys and values.
FromAnalysis: TypeAlias = Callable[[Analysis, pd.DataFrame], pd.DataFrame]
#: From gold alone and a part's rows to a frame with the table's keys and values.
FromGold: TypeAlias = Callable[[Sequence[Collection], pd.DataFrame], pd.DataFrame]

#: The headings of printed tables' columns, by the names in their files.
LABELS: dict[str, str] = {
    "data_set": "data set",
    "split": "sets",
    "first": "measure 1",
    "second": "measure 2",
    "run_1": "better by measure 1",
    "run_2": "better by measure 2",
    "tau": "τ",
    "percent": "%",
    "significant": "S",
    "pairs": "T",
    "first_only": "only 1 (a)",
    "both": "both (b)",
    "second_only": "only 2 (c)",
    "uniform": "Uniform wins",
    "popularity": "Popularity wins",
    "variance_e2": "V_E2",
    "outperforms": "outperforms",
    "effect": "ES",
    "chinese_dq": "Chinese DQ",
    "chinese_nd": "Chinese ND",
    "english_dq": "English DQ",
    "english_nd": "English ND",
}

#: Names that stand where a data set's would, for all of them together.
_TOGETHER = frozenset({"POOLED", "TOTAL", "average"})
_SPLITS = {"half": "halves", "ten": "10 against 10"}
_SUBTASKS = {"A": "A-score", "S": "S-score", "E": "E-score", "ND": "nuggets"}


@dataclass(frozen=True, eq=False)
class TablePart:
    """What a reader looks at together: as a rule, one data set of a table.

    Attributes
    ----------
    label : str
        What to call it; empty where the table has one part only.
    names : mapping of str to str
        What all its rows share: data set, split, table, ...
    rows : DataFrame
        Its printed rows, as strings.

    Examples
    --------
    >>> from oq_core.papers import PAPERS
    >>> part = PAPERS["LQ21"].tables[0].parts[0]
    >>> len(part.rows) > 0
    True
    """

    label: str
    names: Mapping[str, str]
    rows: pd.DataFrame

    @property
    def together(self) -> bool:
        """Whether its numbers are over all data sets: pooled, summed or averaged."""
        return self.names.get("data_set") in _TOGETHER

    @property
    def options(self) -> Options:
        """How the paper analysed it: its size of splits, its effect size."""
        size = 10 if self.names.get("split") == "ten" else None
        return Options(split_size=size, effect="E1")


@dataclass(frozen=True, eq=False)
class PrintedTable:
    """One printed table, or several of one form.

    Attributes
    ----------
    numbers : str
        Their numbers, as in "3, 5, …, 17".
    title : str
        What they are about, in a few words.
    shows : str
        What they show.
    file : str
        Where they are, for `printed`.
    parts_by : tuple of str
        Columns that divide them into parts.
    keys : tuple of str
        Columns that tell a part's rows apart.
    values : tuple of str
        Columns with what is printed.
    only : mapping of str to sequence of str
        Rows of the file that belong to them: allowed contents by column; all unless given.
    cell : str
        How the paper writes the values of a row in one cell, for pairs of measures.
    words : tuple of str
        Those of the values that list names.
    lists : bool
        Whether the rows are themselves a finding, so that a missing or further row is a
        difference.
    chance : bool
        Whether the numbers depend on random numbers. Then even the paper's own data give them
        only nearly.
    from_analysis, from_gold : callable, optional
        Compute the same from open data: every data set of the analysis for parts that are
        `together`, else its only one. Return `keys` and `values`.
    note : str
        Misprints, and what cannot be had again.

    Examples
    --------
    >>> from oq_core.papers import PAPERS
    >>> table = PAPERS["LQ21"].tables[0]
    >>> sum(len(part.rows) for part in table.parts) == len(table.rows)
    True
    """

    numbers: str
    title: str
    shows: str
    file: str
    parts_by: tuple[str, ...]
    keys: tuple[str, ...]
    values: tuple[str, ...]
    only: Mapping[str, Sequence[str]] = field(default_factory=dict)
    cell: str = ""
    words: tuple[str, ...] = ()
    lists: bool = False
    chance: bool = False
    from_analysis: FromAnalysis | None = None
    from_gold: FromGold | None = None
    note: str = ""

    @property
    def rows(self) -> pd.DataFrame:
        """All its printed rows."""
        rows = printed(self.file)
        for column, allowed in self.only.items():
            rows = rows[rows[column].isin(allowed)]
        return rows.reset_index(drop=True)

    @property
    def parts(self) -> tuple[TablePart, ...]:
        """The parts, in the order of the paper."""
        rows = self.rows
        if not self.parts_by:
            return (TablePart("", {}, rows),)
        found = []
        for values, part in rows.groupby(list(self.parts_by), sort=False):
            names = dict(zip(self.parts_by, values, strict=True))
            found.append(TablePart(_label(names), names, part.reset_index(drop=True)))
        return tuple(found)

    def measures_of(self, part: TablePart) -> tuple[str, ...]:
        """Keys of the measures that a part compares, in the order of the table."""
        if "measure" in part.names:
            return (part.names["measure"],)
        # All first ones, then all second ones: a triangle's rows end one before its columns.
        columns = [part.rows[name] for name in ("measure", "first", "second") if name in part.rows]
        return tuple(dict.fromkeys(name for column in columns for name in column))

    def runs_of(self, part: TablePart) -> frozenset[str]:
        """Names of the runs in a part's rows; empty where rows are not matched by runs."""
        columns = {"run", "run_1", "run_2", "better", "worse"} & set(self.keys)
        return frozenset(name for column in columns for name in part.rows[column])

    def as_printed(self, part: TablePart) -> pd.DataFrame:
        """A part in the form of the paper: measures by measures, or a row for each key."""
        rows = part.rows
        if not self.cell:
            table = rows.set_index(list(self.keys))[list(self.values)]
            return table.rename(columns=LABELS).rename_axis(
                [LABELS.get(key, key) for key in self.keys]
            )
        first, second = self.keys
        square = pd.DataFrame("", rows[first].unique(), rows[second].unique(), dtype=object)
        for row in rows.to_dict("records"):
            square.loc[row[first], row[second]] = self.cell.format(**row)
        return square


@dataclass(frozen=True, eq=False)
class Paper:
    """A paper and its tables.

    Attributes
    ----------
    title, reference : str
    tables : tuple of PrintedTable

    Examples
    --------
    >>> from oq_core.papers import PAPERS
    >>> sorted(PAPERS)
    ['ACL21', 'DE2', 'LQ21', 'RNOD22', 'SIGIR18']
    """

    title: str
    reference: str
    tables: tuple[PrintedTable, ...]


def _label(names: Mapping[str, str]) -> str:
    words = [
        _SPLITS.get(value, value) if name == "split" else
        _SUBTASKS.get(value, value) if name == "subtask" else value
        for name, value in names.items()
        if name != "table"
    ]  # fmt: skip
    number = f"{names['table']}: " if "table" in names else ""
    return number + ", ".join(words)
