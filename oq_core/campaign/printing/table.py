"""A table as an overview prints it, with its numbers in full."""

import html
import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from string import Formatter
from typing import Any, Literal, Self

import pandas as pd

from oq_core.campaign.saving.table_file import to_csv

#: What a column holds: names that a person gave, numbers, or words that may need several lines.
Kind = Literal["name", "number", "words"]
#: What is said of a cell. best: the best of its column; equal: not significantly different from
#: the best; high and low: beyond the table's limits.
Mark = Literal["best", "equal", "high", "low"]

#: Rows that a page shows at once; a longer table is folded.
_FOLDED_ABOVE = 40
#: Columns side by side; more do not fit a printed page, so further ones stand below.
_MOST_COLUMNS = 16
#: Width of a sign, of a letter or digit, of an upper-case letter or wide sign, and of the space
#: beside a column, as multiples of the type's size; and how much wider bold type is.
_SIGN, _LETTER, _UPPER, _SPACE, _BOLD = 0.36, 0.64, 0.8, 0.7, 1.1
_WIDE_SIGNS = frozenset("+<=−∞")
#: How wide columns side by side may be, in these units: a printed page has type of 5 points then.
_WIDEST = 103
#: How wide a column of two on such a page is, with type of 7 points.
_HALF = 34
#: Letters of words before they go on in another line.
_LINE = 30
#: Colour of shades, as red, green and blue of 255.
BLUE = (0, 114, 178)
#: Rows of one table in a page; more make browsers slow.
MOST_ROWS = 1000


@dataclass(frozen=True)
class Column:
    """A column's heading and what it holds.

    Attributes
    ----------
    name : str
    group : str
        Heading above this one and its neighbours of the same group; nothing unless given.
    kind : {"name", "number", "words"}

    Examples
    --------
    >>> Column("mean", group="NMD")
    Column(name='mean', group='NMD', kind='number')
    """

    name: str
    group: str = ""
    kind: Kind = "number"


#: What a page's style sheet says of marked cells.
_LOOK = (
    "<style>td:is(.best, .high) { font-weight: bold } td.low { text-decoration: underline }</style>"
)


@dataclass(frozen=True, eq=False)
class Table:
    r"""One table, ready to be printed.

    Attributes
    ----------
    file : str
        Name for its files, without folder and extension.
    data : str
        The data set that it is about, as its user named it; empty where it is about several.
    title : str
        What it shows, in this library's words.
    columns : tuple of Column
    rows : tuple of tuple of str
        Cells as they are printed; a line break starts a new line within the cell.
    numbers : DataFrame
        The same facts in full precision, every column named.
    marks : mapping of (row, column) to Mark
        Cells that stand out.
    shades : mapping of (row, column) to float
        How dark a cell is on screen, in [0, 1].
    rules : frozenset of int
        Rows with a line above them.
    note : str
        What the marks mean, in this library's words.

    Examples
    --------
    >>> import pandas as pd
    >>> from oq_core.campaign.printing.table import Column, Table
    >>> table = Table(
    ...     "means", "A", "mean scores", (Column("run", kind="name"), Column("NMD")),
    ...     (("TEAM-run1", "0.1234"),), pd.DataFrame({"run": ["TEAM-run1"], "NMD": [0.12343]}),
    ... )
    >>> table.caption
    'A: mean scores'
    >>> table.csv
    'run,NMD\nTEAM-run1,0.12343\n'
    """

    file: str
    data: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: pd.DataFrame
    marks: Mapping[tuple[int, int], Mark] = field(default_factory=dict)
    shades: Mapping[tuple[int, int], float] = field(default_factory=dict)
    rules: frozenset[int] = frozenset()
    note: str = ""

    @classmethod
    def of(
        cls,
        file: str,
        data: str,
        title: str,
        numbers: pd.DataFrame,
        cells: Mapping[Column, str | Iterable[str]] | None = None,
        marks: Mapping[tuple[int, int], Mark] | None = None,
        rules: frozenset[int] = frozenset(),
        *,
        form: str = ".4f",
        otherwise: str = "undefined",
        note: str = "",
    ) -> Self:
        """A table whose cells are its numbers, column by column.

        Parameters
        ----------
        file, data, title, marks, rules, note
            As the table has them.
        numbers : DataFrame
        cells : mapping of Column to str or iterable of str, optional
            What a column prints of a row: names of its numbers in braces, as `str.format` takes
            them; or the cells themselves. Unless given, each of the numbers has a column, and the
            first one names the rows.
        form : str
            How a fraction is then printed.
        otherwise : str
            What stands for a number that is not finite.

        Examples
        --------
        >>> import pandas as pd
        >>> from oq_core.campaign import Table
        >>> numbers = pd.DataFrame({"run": ["a", "b"], "mean": [0.25, 0.5], "items": [1200, 2]})
        >>> Table.of("means", "A", "means", numbers).rows
        (('a', '0.2500', '1,200'), ('b', '0.5000', '2'))
        >>> cells = {Column("run", kind="name"): "{run}", Column("mean of"): "{mean:.2f} ({items})"}
        >>> Table.of("means", "A", "means", numbers, cells).rows
        (('a', '0.25 (1200)'), ('b', '0.50 (2)'))
        """
        if cells is None:
            cells = {
                Column(str(name), kind=_kind(place, values)): in_digits(
                    values.tolist(), form, otherwise
                )
                for place, (name, values) in enumerate(numbers.items())
            }
        rows = numbers.to_dict("records")
        texts = [
            _filled(each, rows, otherwise) if isinstance(each, str) else each
            for each in cells.values()
        ]
        return cls(
            file, data, title, tuple(cells), tuple(zip(*texts, strict=True)), numbers,
            marks or {}, rules=rules, note=note,
        )  # fmt: skip

    @property
    def caption(self) -> str:
        """Data set and title."""
        return f"{self.data}: {self.title}" if self.data else self.title

    @property
    def text(self) -> pd.DataFrame:
        """The printed cells as a frame; names of rows are its index."""
        names = [f"{each.group} {each.name}".strip() for each in self.columns]
        cells = [[cell.replace("\n", " ") for cell in row] for row in self.rows]
        frame = pd.DataFrame(cells, columns=names, dtype=object)
        return frame.set_index(names[0]) if self.has_stub else frame

    @property
    def has_stub(self) -> bool:
        """Whether the first column names the rows: it does not if only a part of the columns."""
        return self.columns[0].kind == "name" and not self.columns[0].group

    @property
    def csv(self) -> str:
        """The numbers as CSV, safe to open in a spreadsheet."""
        return to_csv(self.numbers)

    @property
    def is_long(self) -> bool:
        """Whether a page folds it."""
        return len(self.rows) > _FOLDED_ABOVE

    @property
    def is_narrow(self) -> bool:
        """Whether a printed page has room for two of it side by side."""
        # Long words would take the room of the names beside them.
        words = [place for place, column in enumerate(self.columns) if column.kind == "words"]
        is_long = any(len(row[place]) > _LINE for row in self.rows for place in words)
        return not is_long and max(map(self._width, self._html_blocks())) <= _HALF

    @property
    def shown(self) -> int:
        """How many rows a page has."""
        return min(len(self.rows), MOST_ROWS)

    @property
    def html(self) -> str:
        """The table as HTML, its cells escaped; at most `MOST_ROWS` rows."""
        return "\n".join(self._html_of(places) for places in self._html_blocks())

    def _repr_html_(self) -> str:
        """The table with what its marks look like, for a notebook."""
        return f"{_LOOK}{self.html}"

    def _html_blocks(self) -> list[list[int]]:
        """Columns that fit side by side on a printed page; names of rows are in each."""
        stub = [0] if self.has_stub else []
        rest = range(len(stub), len(self.columns))
        found, current = list[list[int]](), list(stub)
        for _, members in groupby(rest, key=lambda place: self.columns[place].group or place):
            unit = list(members)
            both = [*current, *unit]
            too_wide = len(both) > _MOST_COLUMNS or self._width(both) > _WIDEST
            if len(current) > len(stub) and too_wide:
                found.append(current)
                current = list(stub)
            current = [*current, *unit]
        return [*found, current]

    def _html_of(self, places: list[int]) -> str:
        # A print scales its type by it.
        start = f'<table style="--width: {self._width(places):.0f}">'
        lines = [start, "<thead>", *self._head(places), "</thead>", "<tbody>"]
        for number, row in enumerate(self.rows[: self.shown]):
            if _is_blank(row, places):
                continue
            kind = ' class="rule"' if number in self.rules else ""
            cells = "".join(self._cell(number, place, row[place]) for place in places)
            lines.append(f"<tr{kind}>{cells}</tr>")
        return "\n".join([*lines, "</tbody>", "</table>"])

    @cached_property
    def _widths(self) -> list[float]:
        """How wide each column is, as a multiple of its type's size."""
        return [_SPACE + self._widest(place) for place in range(len(self.columns))]

    def _widest(self, place: int) -> float:
        """Its widest line, of heading or cells: the longest one."""
        column = self.columns[place]
        cells = "\n".join(row[place] for row in self.rows[: self.shown])
        longest = max(cells.split("\n"), key=len)
        if column.kind == "words":
            longest = longest[:_LINE]
        bold = any(at == place and mark != "equal" for (_, at), mark in self.marks.items())
        return max(_ems(column.name), _ems(longest) * (_BOLD if bold else 1))

    def _width(self, places: list[int]) -> float:
        return sum(self._widths[place] for place in places)

    def _head(self, places: list[int]) -> Iterator[str]:
        columns = [self.columns[place] for place in places]
        if any(column.group for column in columns):
            cells = []
            for group, members in groupby(columns, key=lambda column: column.group):
                cells.append(f'<th colspan="{len(list(members))}">{html.escape(group)}</th>')
            yield f'<tr class="groups">{"".join(cells)}</tr>'
        names = (
            f'<th scope="col" class="{each.kind}">{html.escape(each.name)}</th>' for each in columns
        )
        yield f"<tr>{''.join(names)}</tr>"

    def _cell(self, row: int, column: int, text: str) -> str:
        content = html.escape(text).replace("\n", "<br>")
        mark = self.marks.get((row, column))
        if mark == "equal":
            content += "<sup>*</sup>"
        kind = self.columns[column].kind
        classes = kind if mark is None else f"{kind} {mark}"
        shade = self.shades.get((row, column), 0)
        style = (
            f' style="background:rgb({" ".join(map(str, BLUE))} / {shade:.0%})"'
            if shade > 0
            else ""
        )
        if column == 0 and self.has_stub:
            return f'<th scope="row" class="{classes}"{style}>{content}</th>'
        return f'<td class="{classes}"{style}>{content}</td>'


def _kind(place: int, values: pd.Series) -> Kind:
    is_number = pd.api.types.is_numeric_dtype(values)
    return "name" if place == 0 else "number" if is_number else "words"


def in_digits(values: Iterable[object], form: str, otherwise: str = "undefined") -> list[str]:
    """Numbers as they are printed, and in other words what is not finite.

    Examples
    --------
    >>> in_digits([0.25, float("nan"), 1000, ""], ".3f")
    ['0.250', 'undefined', '1,000', '']
    """

    def told(value: object) -> str:
        if isinstance(value, float):
            return f"{value:{form}}" if math.isfinite(value) else otherwise
        return f"{value:,}" if isinstance(value, int) else str(value)

    return [*map(told, values)]


def _filled(form: str, rows: Iterable[Mapping[Hashable, Any]], otherwise: str) -> list[str]:
    """What is printed of each row, where all that it names is there and finite."""
    names = [name for _, name, _, _ in Formatter().parse(form) if name]
    return [
        form.format_map(row) if all(_is_there(row[name]) for name in names) else otherwise
        for row in rows
    ]


def _is_there(value: Any) -> bool:
    return isinstance(value, str) or (not pd.isna(value) and math.isfinite(value))


def _ems(text: str) -> float:
    return sum(
        _UPPER if sign.isupper() or sign in _WIDE_SIGNS else _LETTER if sign.isalnum() else _SIGN
        for sign in text
    )


def _is_blank(row: Sequence[str], places: Sequence[int]) -> bool:
    """Whether a block of a table's columns, names first, has nothing of a row but its name.

    It is of a run that none of these data sets has, or of the other half of a triangle.
    """
    return len(places) < len(row) and not any(row[place] for place in places[1:])
