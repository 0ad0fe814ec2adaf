"""Styles of papers: how wide their columns are, and what begins and ends a document in one."""

from dataclasses import dataclass
from pathlib import Path

from oq_core.campaign.saving.provenance import saved_options

#: Points of TeX in an inch, and how wide a figure without panels is at most.
_INCH, _FIGURE = 72.27, 212.0


@dataclass(frozen=True)
class Style:
    r"""How wide tables and figures may be, and how a document is begun.

    Attributes
    ----------
    key : str
        As a shell has it.
    column, page : float
        Widths of a column and of a page's text, in points.
    lines : int
        Rows of tables that a page has room for, in the type of tables.
    font : str
        Family of the letters in figures, of those that matplotlib brings along.
    figures : tuple of float
        Widths of figures of a column and of a page, in inches.
    opening : str
        LaTeX from the class to what stands before `\\begin{document}`.
    bibliography : str
        Style of the list of references.
    letters : float
        How wide its letters are, as a share of Computer Modern's.

    Examples
    --------
    >>> from oq_core.campaign.printing.style import STYLES
    >>> list(STYLES), STYLES["acl"].column
    (['acm', 'acl', 'article'], 219.0)
    """

    key: str
    column: float
    page: float
    lines: int
    font: str
    figures: tuple[float, float]
    opening: str = ""
    bibliography: str = ""
    letters: float = 1.0

    @property
    def floats(self) -> str:
        """Where tables and figures may stand: in one column at once, in two not amid the text."""
        return "!htbp" if self.column == self.page else "!tbp"

    @property
    def tallest(self) -> float:
        """How tall a figure may be, in inches: as a table, whose lines are 9.6 points."""
        return 9.6 * self.lines / _INCH


def _style(
    key: str,
    column: float,
    page: float,
    lines: int,
    opening: str,
    bibliography: str,
    letters: float = 1.0,
) -> Style:
    inches = min(column, _FIGURE) / _INCH, page / _INCH
    return Style(key, column, page, lines, "STIXGeneral", inches, opening, bibliography, letters)


#: Fits a column of every style, and a page of the narrowest.
PLAIN = Style("plain", 212.0, 338.0, 42, "DejaVu Sans", (3.3, 6.9))

#: ACL's own style is not shipped; these are its page, columns, type and letters.
STYLES = {
    each.key: each
    for each in (
        _style(
            "acm", 241.0, 506.0, 52, r"\documentclass[sigconf,nonacm,balance=false]{acmart}" "\n"
            # Its own letters are a package that not every TeX has; figures have those of Times.
            r"\makeatletter\@ifpackageloaded{libertine}{}{\usepackage{times}}\makeatother",
            "ACM-Reference-Format",
        ),
        _style(
            "acl", 219.0, 455.0, 58,
            r"\documentclass[11pt,a4paper,twocolumn]{article}" "\n"
            r"\usepackage[a4paper,margin=2.5cm,columnsep=0.6cm]{geometry}" "\n"
            r"\usepackage{times,natbib}",
            "plainnat", letters=0.94,
        ),
        _style(
            "article", 455.0, 455.0, 58,
            r"\documentclass[a4paper]{article}" "\n"
            r"\usepackage[a4paper,margin=2.5cm]{geometry}" "\n"
            r"\usepackage{times,natbib}",
            "plainnat",
        ),
    )
}  # fmt: skip


def read_style(path: str | Path) -> str:
    """Return the style of paper that a report's `options.json` names; "article" if it names none.

    Parameters
    ----------
    path : path

    Raises
    ------
    DataError
        If it cannot be read, or names another style.
    """
    content = saved_options(path)
    style = content.text("style") if content.has("style") else "article"
    if style not in STYLES:
        raise content.error(f"“style” is none of {', '.join(STYLES)}")
    return style
