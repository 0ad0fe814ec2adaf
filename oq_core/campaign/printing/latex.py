r"""Tables as bare LaTeX tabulars: what stands around them is the paper's own."""

from collections.abc import Iterator
from itertools import groupby

from oq_core.campaign.printing.latex_text import as_given, escape, heading, is_unusual, maths
from oq_core.campaign.printing.table import BLUE, Mark, Table

#: Letters of words, more of which are broken into lines of this width.
_LONG, _WIDTH = 40, "6cm"
#: Marks that are set in bold.
_BOLD = ("best", "high")
_END = r" \tabularnewline"


def latex(table: Table) -> str:
    r"""Return a table as a `tabular`, with comments on what it needs and how to read it.

    Parameters
    ----------
    table : Table

    Returns
    -------
    str
        Its first comments name packages, and have a caption.

    Examples
    --------
    >>> from oq_core.campaign.printing.table import Column, Table
    >>> import pandas as pd
    >>> columns = (Column("run", kind="name"), Column("mean"))
    >>> numbers = pd.DataFrame({"run": ["r_1"], "mean": [0.1]})
    >>> print(latex(Table("means", "demo", "Means", columns, (("r_1", "0.1000"),), numbers)))
    % Packages: booktabs, fontenc with the option T1.
    % \caption{demo: Means.}
    \begin{tabular}{@{}lr@{}}
    \toprule
    run & mean \tabularnewline
    \midrule
    r\_1 & 0.1000 \tabularnewline
    \bottomrule
    \end{tabular}
    <BLANKLINE>
    """
    broken = [_is_broken(table, place) for place in range(len(table.columns))]
    kinds = [
        f"p{{{_WIDTH}}}" if is_broken else "r" if column.kind == "number" else "l"
        for column, is_broken in zip(table.columns, broken, strict=True)
    ]
    lines = [
        *_comments(table),
        rf"\begin{{tabular}}{{@{{}}{''.join(kinds)}@{{}}}}",
        r"\toprule",
        *_headings(table),
        r"\midrule",
        *_body(table, broken),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def _is_broken(table: Table, place: int) -> bool:
    """Whether a column has words that need several lines."""
    cells = (line for row in table.rows for line in row[place].split("\n"))
    return table.columns[place].kind == "words" and max(map(len, cells), default=0) > _LONG


def _comments(table: Table) -> Iterator[str]:
    colour = "colortbl, " if table.shades else ""
    yield f"% Packages: booktabs, {colour}fontenc with the option T1."
    texts = [table.data, *(f"{column.group}{column.name}" for column in table.columns)]
    texts += [cell for row in table.rows for cell in row]
    if any(is_unusual(sign) for text in texts for sign in text):
        yield "% Names here have signs that pdfLaTeX lacks: take XeLaTeX or LuaLaTeX, and a font"
        yield "% that has them."
    caption = f"{escape(table.data)}: " * bool(table.data) + maths(table.title)
    note = f"; {maths(table.note)}" if table.note else ""
    yield rf"% \caption{{{caption}{note}.}}"


def _headings(table: Table) -> Iterator[str]:
    cells, rules, start = [], [], 1
    for group, members in groupby(table.columns, key=lambda column: column.group):
        span = len(list(members))
        cells.append(rf"\multicolumn{{{span}}}{{c}}{{{heading(group)}}}")
        if group:
            rules.append(rf"\cmidrule(lr){{{start}-{start + span - 1}}}")
        start += span
    if rules:
        yield " & ".join(cells) + _END
        yield "".join(rules)
    yield " & ".join(heading(column.name) for column in table.columns) + _END


def _body(table: Table, broken: list[bool]) -> Iterator[str]:
    for number, row in enumerate(table.rows):
        if number in table.rules and number:
            yield r"\midrule"
        cells = [
            [
                _shade(table.shades.get((number, place), 0))
                + r"\raggedright " * broken[place]
                + _marked(as_given(line), table.marks.get((number, place)))
                for line in cell.split("\n")
            ]
            for place, cell in enumerate(row)
        ]
        for line in range(max(map(len, cells))):
            yield " & ".join(cell[line] if line < len(cell) else "" for cell in cells) + _END


def _marked(text: str, mark: Mark | None) -> str:
    if mark in _BOLD:
        return rf"\textbf{{{text}}}"
    if mark == "low":
        # Below what stands in brackets, the line would touch the next row.
        number, space, rest = text.partition(" ")
        return rf"\underline{{{number}}}{space}{rest}"
    return rf"{text}\rlap{{$^{{*}}$}}" if mark == "equal" else text


def _shade(shade: float) -> str:
    """A cell's background: the report's blue on white."""
    if shade <= 0:
        return ""
    colour = ",".join(f"{1 - shade * (1 - part / 255):.2f}" for part in BLUE)
    return rf"\cellcolor[rgb]{{{colour}}}"
