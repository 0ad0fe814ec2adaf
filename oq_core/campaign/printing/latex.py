r"""Tables as LaTeX that fits the columns of papers and compiles with any engine.

Lines are set in 8 pt type. A table that a column of the style has room for is a `table`, a wider
one a `table*` of at most a page's width. What is wider still has its headings turned, is shrunk by
a quarter at most, or is split between its columns. A table of many rows is a `longtable`, which in
two columns takes pages of its own.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from typing import Literal, get_args

from oq_core.campaign.printing.latex_text import (
    MEASURES_IN_MATHS,
    SIGN_COMMAND,
    TYPE,
    as_given,
    breakable,
    escape,
    is_unusual,
    maths,
    own_words,
    width,
)
from oq_core.campaign.printing.style import PLAIN, Style
from oq_core.campaign.printing.table import BLUE, Mark, Table, is_blank

#: Lines of several blocks that fit one page, beyond the rows that do.
_STACKED = 8
#: The widest column of names, the narrowest of words, and the widest heading; what is longer is
#: broken.
WIDEST_NAME, _NARROWEST_WORDS = 125.0, 110.0
_WIDEST_HEADING = 90.0
#: How small type may be for a table to stay whole, as a share of its size.
_LEAST = 0.77
#: Blank on either side of a column, in points.
_SEPARATION = 3.5
#: Height of a line, and so the width of a turned heading.
_LINE = 9.6
_END = r" \tabularnewline"
#: Marks that are set in bold.
_BOLD = ("best", "high")


def latex(table: Table, style: Style = PLAIN) -> str:
    r"""Return a table as LaTeX, with the packages that it needs named at the top.

    Parameters
    ----------
    table : Table
    style : Style
        Whose columns it is to fit; those of every style unless given.

    Returns
    -------
    str
        Compiles with pdfLaTeX, XeLaTeX and LuaLaTeX, in one column or two, without a line that
        is too wide.

    Examples
    --------
    >>> from oq_core.campaign.printing.table import Column, Table
    >>> import pandas as pd
    >>> columns = (Column("run", kind="name"), Column("mean"))
    >>> numbers = pd.DataFrame({"run": ["東京_1"], "mean": [0.1]})
    >>> made = Table("means", "demo", "Means", columns, (("東京_1", "0.1000"),), numbers)
    >>> r"\toprule" in latex(made)
    True
    """
    layout = _Layout(table, style)
    blocks = layout.blocks()
    lines = [*_comments(table, blocks, layout.is_long)]
    lines += _long(layout, blocks) if layout.is_long else _floating(layout, blocks)
    return "\n".join(lines) + "\n"


Heads = Literal["plain", "wrapped", "turned"]


@dataclass(frozen=True)
class _Block:
    """Columns of a table that stand side by side on the page.

    Attributes
    ----------
    columns : tuple of int
    width : float
        Of all together, in points.
    heads : {"plain", "wrapped", "turned"}
        Whether headings stand in a line, one word below the other, or those of numbers upright.
    is_shrunk : bool
        Whether its type is smaller, so that it is as wide as a page.
    """

    columns: tuple[int, ...]
    width: float
    heads: Heads
    is_shrunk: bool = False


class _Layout:
    """A table and how wide its columns print."""

    def __init__(self, table: Table, style: Style) -> None:
        self.table, self.style = table, style
        is_over = bool(table.shades) or "equal" in table.marks.values()
        self.overhang = _SEPARATION if is_over else 0.0
        # Computer Modern's bold figures are wider than its others; those of Times are not.
        wide = _BOLD if style.letters == 1 else ()
        natural = [
            style.letters
            * max(
                (
                    width(line, bold=table.marks.get((number, place)) in wide)
                    for number, row in enumerate(table.rows)
                    for line in row[place].split("\n")
                ),
                default=0.0,
            )
            for place in range(len(table.columns))
        ]
        self.headings = [self._heading(each.name) for each in table.columns]
        for widest in (style.column, style.page):
            limits = self._limits(natural, widest)
            self.is_broken = [wide > limit for wide, limit in zip(natural, limits, strict=True)]
            self.cells = [min(pair) for pair in zip(natural, limits, strict=True)]
            # Long lists in a narrow column would fill the page.
            if 2 * sum(map(self.lines, table.rows)) <= style.lines:
                return

    @property
    def is_long(self) -> bool:
        """Whether it takes more than a page."""
        return sum(map(self.lines, self.table.rows)) > self.style.lines

    def _heading(self, text: str) -> float:
        """How wide a heading is, broken where it is too wide for a line."""
        wide = width(text)
        return self.style.letters * wide if wide <= _WIDEST_HEADING else _WIDEST_HEADING

    def _limits(self, natural: Sequence[float], widest: float) -> list[float]:
        """How wide columns may be: those of words share what the others leave."""
        kinds = [column.kind for column in self.table.columns]
        names = {"name": WIDEST_NAME, "number": float("inf"), "words": 0.0}
        others = sum(
            max(min(wide, names[kind]), heading)
            for wide, heading, kind in zip(natural, self.headings, kinds, strict=True)
            if kind != "words"
        )
        room = widest - others - 2 * _SEPARATION * (len(kinds) - 1) - self.overhang
        names["words"] = max(_NARROWEST_WORDS, room / max(1, kinds.count("words")))
        return [names[kind] for kind in kinds]

    def column(self, place: int, heads: Heads = "plain") -> float:
        """Return a column's width."""
        column = self.table.columns[place]
        heading = self.headings[place]
        if heads == "turned" and column.kind == "number":
            heading = _LINE
        elif heads == "wrapped":
            heading = min(heading, widest_word(column.name))
        return max(self.cells[place], heading)

    def total(self, places: Sequence[int], heads: Heads = "plain") -> float:
        """Return the width of columns together; a group's heading may be wider than its own."""
        found = self.overhang - 2 * _SEPARATION
        for group, members in self.groups(places):
            inner = sum(self.column(p, heads) + 2 * _SEPARATION for p in members)
            heading = self._heading(group) + 2 * _SEPARATION if group else 0.0
            found += max(inner, heading)
        return found

    def groups(self, places: Sequence[int]) -> list[tuple[str, list[int]]]:
        """Return neighbouring columns by the heading that they share."""
        found = groupby(places, key=lambda place: self.table.columns[place].group)
        return [(group, list(members)) for group, members in found]

    def blocks(self) -> list[_Block]:
        """Return the columns in as few blocks as fit the page; names of rows are in each."""
        every = range(len(self.table.columns))
        page, ways = self.style.page, get_args(Heads)
        # A table of many pages is not shrunk.
        most = page if self.is_long else page / _LEAST
        for limit, heads in product((self.style.column, page, most), ways):
            if (total := self.total(every, heads)) <= limit:
                return [_Block(tuple(every), min(total, page), heads, is_shrunk=total > page)]
        found = self.split(page)
        while True:
            # As many blocks that are more even, so that no column stands alone.
            widest = max(map(self.total, found))
            evener = self.split(widest - 1)
            if len(evener) > len(found) or max(map(self.total, evener)) >= widest:
                return [_Block(tuple(each), self.total(each), "plain") for each in found]
            found = evener

    def split(self, widest: float) -> list[list[int]]:
        """Return the columns of blocks of at most this width, unless one column is wider."""
        stub = [0] if self.table.has_stub else []
        found, current = list[list[int]](), list(stub)
        for unit in self.units(range(len(stub), len(self.table.columns)), self.total(stub)):
            if len(current) > len(stub) and self.total([*current, *unit]) > widest:
                found.append(current)
                current = list(stub)
            current = [*current, *unit]
        return [*found, current]

    def units(self, places: Sequence[int], taken: float) -> list[list[int]]:
        """Return columns that stay together: groups, where a page is wide enough for them."""
        found = list[list[int]]()
        for group, members in self.groups(places):
            fits = group and taken + 2 * _SEPARATION + self.total(members) <= self.style.page
            found += [members] if fits else [[place] for place in members]
        return found

    def lines(self, row: Sequence[str]) -> int:
        """Return how many lines a row takes."""
        found = 1
        for place, cell in enumerate(row):
            if self.is_broken[place]:
                # A line that is broken early leaves up to a part of a name blank.
                found = max(found, math.ceil(width(cell, bold=True) / (self.cells[place] - 45)))
            else:
                found = max(found, cell.count("\n") + 1)
        return found


def _comments(table: Table, blocks: Sequence[_Block], is_long: bool) -> Iterator[str]:
    packages = ["booktabs", "fontenc with the option T1"]
    packages += ["colortbl"] * bool(table.shades)
    has_boxes = any(block.heads == "turned" or block.is_shrunk for block in blocks)
    packages += ["graphicx"] * has_boxes + ["longtable"] * is_long
    yield f"% Packages: {', '.join(packages)}."
    yield f"% Type of {TYPE:g} pt; at most {max(block.width for block in blocks):.0f} pt wide."
    texts = [table.data, *(f"{column.group}{column.name}" for column in table.columns)]
    texts += [cell for row in table.rows for cell in row]
    unusual = sorted({sign for sign in set("".join(texts)) if is_unusual(sign)})
    if unusual:
        codes, rest = ", ".join(f"U+{ord(sign):04X}" for sign in unusual[:12]), unusual[12:]
        more = f" and {len(rest)} more" if rest else ""
        yield f"% Names here have signs that pdfLaTeX and Latin fonts lack: {codes}{more}."
        yield "% They print as these codes. To print the signs, use XeLaTeX with the package"
        yield "% xeCJK, LuaLaTeX with luatexja, or a font that has them."
        yield SIGN_COMMAND


def _caption(table: Table, part: int, parts: int) -> str:
    words = (f"{breakable(table.data)}: " if table.data else "") + maths(table.title)
    if parts > 1:
        words += f" ({part} of {parts})"
    if part > 1:
        words += rf". Read as Table~\ref{{tab:{table.file}}}"
    elif table.note:
        words += ". " + maths(as_sentence(table.note))
    end = f"-{part}" if part > 1 else ""
    return rf"\caption{{{words}.}}\label{{tab:{table.file}{end}}}"


def as_sentence(note: str) -> str:
    """Return a note that begins with a capital, unless it begins with a sign that it explains."""
    word = note.split(" ", 1)[0]
    is_word = len(word) > 2 and word.rstrip(",").isalpha()
    return (note[0].upper() + note[1:] if is_word else note).removesuffix(".")


def _floating(layout: _Layout, blocks: Sequence[_Block]) -> Iterator[str]:
    table = layout.table
    star = "" if len(blocks) == 1 and blocks[0].width <= layout.style.column else "*"
    # Rules and the blank around them take lines too.
    headings = 4.5 if any(column.group for column in table.columns) else 3
    lines = headings + sum(map(layout.lines, table.rows)) + 0.5 * len(table.rules)
    # As many blocks below each other as a page has room for.
    each = max(1, int((layout.style.lines + _STACKED) // lines))
    parts = [blocks[start : start + each] for start in range(0, len(blocks), each)]
    for number, part in enumerate(parts, start=1):
        yield rf"\begin{{table{star}}}[{layout.style.floats}]"
        yield r"\centering\emergencystretch=3em\belowcaptionskip=4pt"
        yield _caption(table, number, len(parts))
        yield _size()
        for place, block in enumerate(part):
            if place:
                yield r"\par\medskip"
            if block.is_shrunk:
                yield rf"\resizebox{{{block.width:.0f}pt}}{{!}}{{%"
            yield rf"\begin{{tabular}}{{{_specification(layout, block)}}}"
            yield r"\toprule"
            yield from _heading(layout, block)
            yield r"\midrule"
            yield from _body(layout, block)
            yield r"\bottomrule"
            yield r"\end{tabular}" + "}" * block.is_shrunk
        yield rf"\end{{table{star}}}"


def _long(layout: _Layout, blocks: Sequence[_Block]) -> Iterator[str]:
    # longtable refuses to work in two columns.
    yield r"\ifdim\columnwidth<\textwidth\onecolumn\def\oqback{\twocolumn}\else\def\oqback{}\fi"
    yield "{" + _size()
    for number, block in enumerate(blocks, start=1):
        yield rf"\begin{{longtable}}{{{_specification(layout, block)}}}"
        for start, end in (
            (_caption(layout.table, number, len(blocks)), r"\endfirsthead"),
            (r"\caption[]{(continued)}", r"\endhead"),
        ):
            yield start + _END
            yield r"\toprule"
            yield from _heading(layout, block)
            yield rf"\midrule{end}"
        yield r"\bottomrule\endfoot"
        yield from _kept(list(_body(layout, block)))
        yield r"\end{longtable}"
    yield r"}\oqback"


def _kept(lines: list[str]) -> list[str]:
    """Return the rows of a long table, the first three and the last three without a page break."""
    rows = [place for place, line in enumerate(lines) if line.endswith(_END)]
    for place in {*rows[:2], *rows[-3:-1]}:
        lines[place] += "*"
    return lines


def _size() -> str:
    return (
        rf"\fontsize{{{TYPE:g}}}{{{_LINE:g}}}\selectfont\setlength{{\tabcolsep}}{{{_SEPARATION}pt}}"
    )


def _specification(layout: _Layout, block: _Block) -> str:
    found = []
    for place in block.columns:
        if layout.is_broken[place]:
            found.append(rf"p{{{layout.cells[place]:.0f}pt}}")
        else:
            found.append("r" if layout.table.columns[place].kind == "number" else "l")
    # What reaches into the blank beside the last column ends where the rules end.
    return "@{}" + "".join(found) + ("" if layout.overhang else "@{}")


def _heading(layout: _Layout, block: _Block) -> Iterator[str]:
    columns = layout.table.columns
    groups = layout.groups(block.columns)
    if any(group for group, _ in groups):
        cells, rules, start = [], [], 1
        for group, members in groups:
            span = len(members)
            cells.append(rf"\multicolumn{{{span}}}{{c}}{{{_heading_words(group)}}}")
            if group:
                rules.append(rf"\cmidrule(lr){{{start}-{start + span - 1}}}")
            start += span
        yield " & ".join(cells) + _END
        yield "".join(rules)
    names = []
    for place in block.columns:
        column = columns[place]
        turns = block.heads == "turned" and column.kind == "number"
        limit = widest_word(column.name) if block.heads == "wrapped" else _WIDEST_HEADING
        name = _heading_words(column.name, limit, column.kind)
        names.append(rf"\rotatebox{{90}}{{{name}}}" if turns else name)
    yield " & ".join(names) + _END


def widest_word(text: str) -> float:
    """Return how wide the widest word of a heading prints, in points."""
    return max(map(width, _words(text)), default=0.0) + 1


def _words(text: str) -> list[str]:
    """A heading's words; a sign of percent stays with its number."""
    return text.replace(" %", "\u00a0%").split(" ")


def _heading_words(text: str, limit: float = _WIDEST_HEADING, kind: str = "words") -> str:
    if width(text) <= limit:
        return own_words(text)
    side = r"\raggedleft" if kind == "number" else r"\raggedright"
    # The strut of the last line keeps it on the line of the others.
    return (
        rf"\parbox[b]{{{min(limit, _WIDEST_HEADING):.0f}pt}}{{{side} {_broken_maths(text)}\strut}}"
    )


def _broken_maths(text: str) -> str:
    """Words that may be broken, with their formulas; each part is a name or this library's."""
    return " ".join(maths(word) if "ES_" in word else breakable(word) for word in _words(text))


def _body(layout: _Layout, block: _Block) -> Iterator[str]:
    table = layout.table
    if not table.rows:
        yield rf"\multicolumn{{{len(block.columns)}}}{{@{{}}l@{{}}}}{{none}}" + _END
    for number, row in enumerate(table.rows):
        if is_blank(row, block.columns):
            continue
        if number in table.rules and number:
            yield r"\midrule"
        cells = [
            [
                _shade(table.shades.get((number, place), 0))
                + _cell(layout, place, line, table.marks.get((number, place)))
                for line in lines
            ]
            for place, lines in ((place, row[place].split("\n")) for place in block.columns)
        ]
        for line in range(max(map(len, cells))):
            yield " & ".join(each[line] if line < len(each) else "" for each in cells) + _END


def _cell(layout: _Layout, place: int, text: str, mark: Mark | None) -> str:
    if layout.is_broken[place]:
        is_name = layout.table.columns[place].kind == "name"
        # Lists are broken between their entries.
        broken = breakable(text) if is_name else _list(text, layout.cells[place] - 10)
        found = rf"\raggedright {broken}"
    elif layout.table.columns[place].kind == "number":
        found = _number(text)
    else:
        found = as_given(text)
    if mark in _BOLD:
        return rf"\textbf{{{found}}}"
    if mark == "low":
        # Below what stands in brackets, the line would touch the next row.
        number, space, rest = found.partition(" ")
        return rf"\underline{{{number}}}{space}{rest}"
    return rf"{found}\rlap{{$^{{*}}$}}" if mark == "equal" else found


def _shade(shade: float) -> str:
    """A cell's background: the report's blue on white."""
    if shade <= 0:
        return ""
    colour = ",".join(f"{1 - shade * (1 - part / 255):.2f}" for part in BLUE)
    return rf"\cellcolor[rgb]{{{colour}}}"


def _number(text: str) -> str:
    """A number, with less-than as maths."""
    return f"$<${escape(text[1:])}" if text.startswith("<") else own_words(text)


def _list(text: str, most: float) -> str:
    """Words that may be broken; measures among them are printed as formulas."""
    return ", ".join(
        own_words(part) if part in MEASURES_IN_MATHS else breakable(part, "", most)
        for part in text.split(", ")
    )
