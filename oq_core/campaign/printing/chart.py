"""A figure: numbers, and where each is drawn."""

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

import numpy as np
import pandas as pd

from oq_core.campaign.saving.table_file import to_csv
from oq_core.data.collection import DataError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: lines: through the points of each `by`, in the order of the rows, with a band from low to high.
#: points: a mark for each row, with a bar from low to high. bars: side by side over names, over
#: each other over numbers, which are then the middles of bins. heat: a cell for each row.
ChartKind = Literal["lines", "points", "bars", "heat"]

#: Columns of a heat map, more of which need a page's width and have no numbers in them.
MOST_CELLS = 16
#: Marks that an alternative tells one by one; of more, it tells the first and the last.
_TOLD = 12


class ChartLine(NamedTuple):
    """A straight line across a chart.

    Attributes
    ----------
    column : str
        What it is a value of: `x` of the chart, or `y`.
    value : float
    label : str
        Stands beside it.

    Examples
    --------
    >>> ChartLine("p-value", 0.05, "α = 0.05").value
    0.05
    """

    column: str
    value: float
    label: str


@dataclass(frozen=True, eq=False)
class Chart:
    r"""One figure, which is drawn when it is asked for.

    It says which column of its numbers is drawn where. Axes and legends have the columns' names,
    names stand in the order of the rows, and the caption, the CSV and the alternative for those
    who do not see it are made of the same numbers. `pages.drawing.shown.show` shows one on a page
    with its files; matplotlib draws these.

    Attributes
    ----------
    file : str
        Name for its files, without folder and extension.
    data : str
        The data set that it is about, as its user named it; empty where it is about several.
    title : str
        What it shows, in this library's words.
    kind : {"lines", "points", "bars", "heat"}
        What is drawn of a row: see `ChartKind`. Points over two columns of numbers are a scatter.
    numbers : DataFrame
        A row for each thing that is drawn, every column named. A column that is drawn nowhere
        is told where one points at the row.
    x, y : str
        Columns of the axes. Text is taken for names; of `y` the first one is on top. Bars need
        names or numbers in `x`, and numbers in `y`, or the other way round. Both are names in
        a heat map.
    by : str
        Column of what has a colour of its own, and an entry in the legend; the numbers in the
        cells of a heat map. Nothing unless given, except in a heat map. Where it is `y`, each
        has a height of its own, and needs no legend.
    low, high : str
        Columns of the ends of each row's interval, along the axis of numbers; along `y` where
        both have numbers. Nothing unless given.
    panel : str
        Column of what has axes of its own, side by side; nothing unless given.
    lines : tuple of ChartLine
        Such as one at α.
    limits : mapping of str to tuple of float
        Ends of the axis, or of the shades of a heat map, by column; from the numbers unless
        given.
    digits : int
        Decimals that are told.
    note : str
        What one has to know to read it, in this library's words.
    beside : str
        Column of words that stand at the right end of each row of names.

    Raises
    ------
    ValueError
        If a column is named that the numbers lack.

    Examples
    --------
    >>> import pandas as pd
    >>> from oq_core.campaign import Chart
    >>> numbers = pd.DataFrame({"run": ["r1", "r2"], "mean": [0.1, 0.25], "low": [0.05, 0.2],
    ...                         "high": [0.15, 0.3]})
    >>> chart = Chart("means", "A", "mean NMD with 95 % intervals", "points", numbers,
    ...               x="mean", y="run", low="low", high="high")
    >>> chart.caption
    'A: mean NMD with 95 % intervals'
    >>> chart.csv
    'run,mean,low,high\nr1,0.1,0.05,0.15\nr2,0.25,0.2,0.3\n'
    >>> chart.alternative
    'A: mean NMD with 95 % intervals. mean by run: r1 0.100 (0.050 to 0.150), r2 0.250 (0.200 to 0.300)'
    >>> chart.pdf[:5]
    b'%PDF-'
    """  # noqa: E501 - an example prints it

    file: str
    data: str
    title: str
    kind: ChartKind
    numbers: pd.DataFrame
    x: str
    y: str
    by: str = ""
    low: str = ""
    high: str = ""
    panel: str = ""
    lines: tuple[ChartLine, ...] = ()
    limits: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    digits: int = 3
    note: str = ""
    beside: str = ""

    def __post_init__(self) -> None:
        drawn = (self.x, self.y, self.by, self.low, self.high, self.panel, self.beside)
        columns = {column for column in (*drawn, *self.limits) if column}
        if lacking := columns - set(self.numbers.columns):
            raise ValueError(f"the numbers of a chart lack {', '.join(sorted(lacking))}")

    @property
    def caption(self) -> str:
        """Data set and title."""
        return f"{self.data}: {self.title}" if self.data else self.title

    @property
    def csv(self) -> str:
        """The numbers as CSV, safe to open in a spreadsheet."""
        return to_csv(self.numbers)

    def names(self, column: str) -> list[str] | None:
        """Return what stands along an axis, in its order; None where it has numbers."""
        return self._names[column]

    @cached_property
    def _names(self) -> dict[str, list[str] | None]:
        return {
            column: None
            if pd.api.types.is_numeric_dtype(values)
            else list(dict.fromkeys(map(str, values)))
            for column, values in self.numbers.items()
        }

    @cached_property
    def is_upright(self) -> bool:
        """Whether the values, and their intervals, go upwards; otherwise they go across."""
        return self.names(self.y) is None

    @property
    def is_scatter(self) -> bool:
        """Whether both axes have numbers, and neither is measured of the other."""
        return self.kind == "points" and self.names(self.base) is None

    @property
    def value(self) -> str:
        """The column of what is measured."""
        if self.kind == "heat":
            return self.by
        return self.y if self.is_upright else self.x

    @property
    def base(self) -> str:
        """The column of what it is measured of."""
        return self.x if self.is_upright else self.y

    def panels(self) -> Iterator[tuple[str, pd.DataFrame]]:
        """Return each panel's name and rows, in order; one without a name where there are none."""
        if not self.panel:
            yield "", self.numbers
            return
        for name, rows in self.numbers.groupby(self.panel, sort=False):
            yield str(name), rows

    def placed_lines(self, column: str) -> list[tuple[ChartLine, int, bool]]:
        """Return the lines at values of a column, smallest first, and where their labels stand.

        That is: in which row from the top, so that none covers another, and whether before the
        line: toward the middle, where there is room.
        """
        lines = sorted(
            (each for each in self.lines if each.column == column), key=lambda e: e.value
        )
        numbers = self.numbers[column] if lines else ()
        low, high = self.limits.get(column, (min(numbers, default=0), max(numbers, default=0)))
        return [(each, row, 2 * each.value > low + high) for row, each in enumerate(lines)]

    @property
    def is_wide(self) -> bool:
        """Whether it is as wide as a page, not as a column."""
        cells = len(self.names(self.x) or ()) if self.kind == "heat" else 0
        return cells > MOST_CELLS or (len(list(self.panels())) > 1)

    @cached_property
    def series(self) -> list[str]:
        """What has colours of its own, in the order of the rows; one without a name if nothing."""
        has_series = self.by and self.kind != "heat"
        return list(dict.fromkeys(map(str, self.numbers[self.by]))) if has_series else [""]

    @property
    def has_legend(self) -> bool:
        """Whether colours need a legend."""
        return self.by not in ("", self.y) and self.kind != "heat"

    def renamed(self, names: Mapping[str, str]) -> Self:
        """Return it with other words for some of its texts, such as short names of runs."""
        numbers = self.numbers.copy()
        for column in numbers.columns:
            if not pd.api.types.is_numeric_dtype(numbers[column]):
                numbers[column] = [names.get(each, each) for each in numbers[column]]
        return replace(self, numbers=numbers)

    def of(self, rows: pd.DataFrame, name: str) -> pd.DataFrame:
        """Return the rows of one of `series`."""
        if self.series == [""]:
            return rows
        return rows[[str(each) == name for each in rows[self.by].to_numpy()]]

    @property
    def alternative(self) -> str:
        """The figure in words and numbers, for those who do not see it."""
        parts = []
        for panel, rows in self.panels():
            for name in self.series:
                told = self._in_words(self.of(rows, name))
                where = ", ".join(each for each in (panel, name if self.has_legend else "") if each)
                parts.append(f"{where}: {told}" if where else told)
        what = "" if self.kind == "heat" or self.is_scatter else f"{self.value} by {self.base}: "
        lines = [each.label for each in self.lines if each.label]
        return f"{self.caption}. {what}" + "; ".join([*parts, *lines])

    def _in_words(self, rows: pd.DataFrame) -> str:
        if rows.empty:
            return "nothing"
        if self.kind == "heat":
            return self._cells_in_words(rows)
        if self.is_scatter:
            ends = (
                f"{column} from {self.told(rows[column].min())} to {self.told(rows[column].max())}"
                for column in (self.x, self.y)
            )
            return f"{len(rows):,} points, {', '.join(ends)}"
        is_thinned = len(rows) > _TOLD or self.kind == "lines"
        shown = rows.iloc[[0, -1]] if is_thinned and len(rows) > 1 else rows
        cells = shown.to_numpy()
        words = [self._mark_in_words(dict(zip(shown, row, strict=True))) for row in cells]
        return (" … " if is_thinned else ", ").join(words)

    def _mark_in_words(self, row: Mapping[str, Any]) -> str:
        words = f"{self.told(row[self.base])} {self.told(row[self.value])}"
        if self.low and not np.isnan(row[self.low]):
            words += f" ({self.told(row[self.low])} to {self.told(row[self.high])})"
        return words

    def _cells_in_words(self, rows: pd.DataFrame) -> str:
        known = rows.dropna(subset=[self.by])
        if known.empty:
            return "nothing"
        order = known[self.by].to_numpy().argsort(kind="stable")
        least, most = known.iloc[order[0]], known.iloc[order[-1]]
        ends = (
            f"{word} {self.told(row[self.by])} for {row[self.y]} and {row[self.x]}"
            for word, row in (("lowest", least), ("highest", most))
        )
        return f"{self.by} in {len(known):,} cells: {', '.join(ends)}"

    def told(self, value: Any) -> str:
        """Return a value as it is told: numbers with few decimals, names as they are."""
        if isinstance(value, float | np.floating):
            if np.isnan(value):
                return "undefined"
            return f"{value:.{self.digits}f}"
        return f"{value:,}" if isinstance(value, int | np.integer) else str(value)

    @cached_property
    def figure(self) -> "Figure":
        """The figure as matplotlib has it."""
        return _drawing().draw(self)

    @cached_property
    def svg(self) -> str:
        """The figure as an SVG document."""
        return str(_drawing().svg(self.figure))

    @cached_property
    def pdf(self) -> bytes:
        """The figure as PDF."""
        return bytes(_drawing().pdf(self.figure))

    @property
    def inline(self) -> str:
        """The SVG as an element of a page; it was drawn by matplotlib, which escapes texts."""
        element = self.svg[self.svg.index("<svg") :]
        # Each figure numbers its parts anew, and an id is to be there once in a page.
        element = re.sub(r'<g id="[A-Za-z]+[\w.]*_\d+">', "<g>", element)
        element = re.sub(r"<metadata>.*?</metadata>", "", element, flags=re.DOTALL)
        label = html.escape(self.alternative)
        return element.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)

    def _repr_html_(self) -> str:
        """The figure, for a notebook."""
        return self.inline


def check_drawing() -> None:
    """Raise the DataError that says how to install matplotlib, if it is not there."""
    if find_spec("matplotlib") is None:
        raise DataError(
            "figures need matplotlib, which is not installed. Install it with "
            "pip install '.[figures]' in a copy of this project."
        )


def _drawing() -> ModuleType:
    """What draws, which takes a while to import."""
    check_drawing()
    return import_module("oq_core.campaign.printing.vectors")
