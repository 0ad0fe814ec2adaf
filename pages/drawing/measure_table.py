"""The table of all measures on the Compare page."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from oq_core import MEASURES, Measure
from oq_core.data.arrays import signs
from oq_core.measures import FAMILIES, ClassificationMeasure
from pages.drawing import theme
from pages.drawing.compare_state import FEW
from pages.drawing.look import sheet

# Streamlit's own colours show through: text is inherited and lines are translucent.
STYLE = sheet(__file__)


@dataclass(frozen=True)
class MeasureVerdict:
    """What one measure says: a score for each system and, of two, the one it prefers.

    `preferred` is "A", "B", "tie", or empty with one system.
    """

    measure: str
    scores: tuple[float, ...]
    preferred: str


def preference(scores: tuple[float, ...], larger_is_better: bool = False) -> str:
    """The system with the better of two scores: "A", "B" or "tie".

    Empty where there is one system, or a score is undefined.
    """
    if len(scores) != 2 or not np.isfinite(scores).all():
        return ""
    gap = int(signs(scores[0] - scores[1]))
    return ("A", "tie", "B")[1 + (-gap if larger_is_better else gap)]


def verdicts(scores: Mapping[str, tuple[float, ...]]) -> list[MeasureVerdict]:
    """Each measure's verdict; smaller scores are better."""
    return [MeasureVerdict(key, values, preference(values)) for key, values in scores.items()]


def minority(found: list[MeasureVerdict]) -> str | None:
    """The system that fewer measures prefer; None if as many prefer each, or if they agree."""
    a, b = (sum(verdict.preferred == name for verdict in found) for name in "AB")
    if a == b or not a or not b:
        return None
    return "A" if a < b else "B"


def summary(found: list[MeasureVerdict]) -> str:
    """Who prefers which system, in a sentence of Markdown."""
    sides = {
        name: [verdict.measure for verdict in found if verdict.preferred == name]
        for name in ("A", "B", "tie")
    }
    disagree = bool(sides["A"] and sides["B"])
    # One side is named in any case.
    fewer = minority(found) or ("B" if disagree else "")
    parts = []
    for name, one, many in (
        ("A", "prefers A", "prefer A"),
        ("B", "prefers B", "prefer B"),
        ("tie", "finds a tie", "find a tie"),
    ):
        keys = sides[name]
        if keys:
            is_few = len(found) <= len(FEW)
            named = f" ({', '.join(keys)})" if is_few or name in (fewer, "tie") else ""
            parts.append(f"**{len(keys)}** {one if len(keys) == 1 else many}{named}")
    return ("**The measures disagree:** " if disagree else "") + ", ".join(parts) + "."


def measure_table(found: list[MeasureVerdict], asked: Mapping[str, str] | None = None) -> str:
    """All measures as an HTML table: value, bar on the scale from 0 to 1, preference.

    Parameters
    ----------
    found : list of MeasureVerdict
    asked : mapping of str to str, optional
        By measure, in what share of other raters' golds it prefers A; a column of its own.
    """
    rows, last, heads = [], "", ("with others",) if asked is not None else ()
    for verdict in found:
        measure = MEASURES[verdict.measure]
        if asked is not None:
            last = f"<td class=oq-asked>A in <span>{asked[verdict.measure]}</span></td>"
        family = FAMILIES.get(measure.family, measure.family)
        rows.append(Row(verdict, measure, family, last=last))
    return table_of(rows, "0 is best, 1 is worst", ("0 (best) to 1",), heads)


@dataclass(frozen=True)
class Row:
    """A row of a table of measures.

    Attributes
    ----------
    verdict : MeasureVerdict
    measure : Measure or ClassificationMeasure
    family : str
        What it stands under.
    range : tuple of float
        Smallest and largest value of the measure; bars begin at 0.
    first, last : str
        Cells of its own, before the bars and at the end: HTML.
    """

    verdict: MeasureVerdict
    measure: Measure | ClassificationMeasure
    family: str
    range: tuple[float, float] = (0.0, 1.0)
    first: str = ""
    last: str = ""


def table_of(
    rows: Sequence[Row], says: str, heads: Sequence[str], last_heads: Sequence[str] = ()
) -> str:
    """A table of measures, one row each, under their families.

    Parameters
    ----------
    rows : sequence of Row
    says : str
        What its numbers mean, for those who read by ear.
    heads, last_heads : sequence of str
        Of the columns between scores and preference, and of those at the end.
    """
    fewer = minority([row.verdict for row in rows])
    systems = "AB"[: len(rows[0].verdict.scores)]
    columns = ("measure", *systems, *heads, *["prefers"] * (len(systems) > 1), *last_heads)
    lines: list[str] = []
    family = ""
    for row in rows:
        if row.family != family:
            family = row.family
            lines.append(
                f"<tr><th scope=rowgroup colspan={len(columns)}>{escape(family)}</th></tr>"
            )
        lines.append(_line(row, marked=row.verdict.preferred == fewer))
    return (
        f"{STYLE}<table class=oq-measures><caption hidden>Every measure; {says}</caption><thead>"
        f"<tr>{''.join(f'<th scope=col>{each}</th>' for each in columns)}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table>"
    )


def _line(row: Row, marked: bool) -> str:
    verdict, measure = row.verdict, row.measure
    values = "".join(
        f"<td class=oq-value>{score:z.4f}</td>"
        if math.isfinite(score)
        else "<td class=oq-value><i>undefined</i></td>"
        for score in verdict.scores
    )
    bars = "".join(
        _bar(score, *row.range, colour)
        for score, colour in zip(verdict.scores, (theme.A, theme.B), strict=False)
    )
    # All that can be chosen is there, and the row says which is shown.
    choice = (
        f'<td class=oq-choice><span class="oq-chip oq-a" style="background:{theme.A}">A</span>'
        f'<span class="oq-chip oq-b" style="background:{theme.B}">B</span>'
        "<span class=oq-tie>tie</span></td>"
    )
    return (
        f'<tr data-measure="{verdict.measure}" data-prefers="{verdict.preferred}"'
        f"{' class=oq-minority' if marked else ''}>"
        f'<th scope=row title="{escape(measure.name)}: {escape(measure.summary)}">'
        f"{verdict.measure}</th>{values}{row.first}<td>{bars}</td>"
        f"{choice * (len(verdict.scores) > 1)}{row.last}</tr>"
    )


def _bar(score: float, low: float, high: float, colour: str) -> str:
    """A bar from 0 to a score, on the measure's range."""
    ends = sorted((0.0, score if math.isfinite(score) else 0.0))
    start, end = ((each - low) / (high - low) for each in ends)
    return (
        f'<span class=oq-track><span class=oq-fill style="margin-left:{start:.2%};'
        f'width:{end - start:.2%};background:{colour}"></span></span>'
    )
