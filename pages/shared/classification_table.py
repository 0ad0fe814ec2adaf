"""The table of all classification measures on the Classification page."""

import math
from html import escape

from oq_core.measures import OC_MEASURES
from pages.shared import theme
from pages.shared.measure_table import STYLE, Verdict, minority, preference

# A narrow screen has room for the arrow alone.
_STYLE = f"{STYLE}<style>@media (max-width: 640px) {{.oq-range {{display:none}}}}</style>"

_FAMILIES = {
    True: "Ordinal: how far off an item is counts",
    False: "Nominal: a miss is a miss",
    None: "Not examined: whether it counts how far off an item is",
}


def classification_verdicts(scores: dict[str, tuple[float, ...]]) -> list[Verdict]:
    """Each measure's verdict, in its own direction; none where a score is undefined."""
    return [
        Verdict(key, values, preference(values, OC_MEASURES[key].larger_is_better))
        for key, values in scores.items()
    ]


def classification_table(found: list[Verdict], classes: int) -> str:
    """All measures as an HTML table: value, direction, bar on the measure's range, preference."""
    fewer = minority(found)
    systems = "AB"[: len(found[0].scores)]
    heads = "".join(f"<th scope=col>{name}</th>" for name in systems)
    last = "<th scope=col>prefers</th>" if len(systems) > 1 else ""
    columns = 3 + len(systems) + bool(last)
    rows: list[str] = []
    family: object = ""
    for verdict in found:
        is_ordinal = OC_MEASURES[verdict.measure].ordinal
        if is_ordinal != family:
            family = is_ordinal
            rows.append(
                f"<tr><th scope=rowgroup colspan={columns}>{_FAMILIES[is_ordinal]}</th></tr>"
            )
        rows.append(_row(verdict, classes, verdict.preferred == fewer))
    return (
        f"{_STYLE}<table class=oq-measures><caption hidden>Every measure; arrows say whether larger"
        f" or smaller is better</caption><thead><tr><th scope=col>measure</th>{heads}"
        f"<th scope=col>better</th><th scope=col>range</th>{last}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _row(verdict: Verdict, classes: int, marked: bool) -> str:
    measure = OC_MEASURES[verdict.measure]
    low, high = measure.bounds(classes)
    values = "".join(
        f"<td class=oq-value>{score:z.4f}</td>"
        if math.isfinite(score)
        else "<td class=oq-value><i>undefined</i></td>"
        for score in verdict.scores
    )
    bars = "".join(
        _bar(score, low, high, colour)
        for score, colour in zip(verdict.scores, (theme.A, theme.B), strict=False)
    )
    arrow, words = ("↑", "larger") if measure.larger_is_better else ("↓", "smaller")
    bounds = f"{arrow} <small class=oq-range>{low:g} to {high:g}</small>"
    choice = ""
    if len(verdict.scores) > 1:
        choice = (
            f'<td class=oq-choice><span class="oq-chip oq-a" style="background:{theme.A}">A</span>'
            f'<span class="oq-chip oq-b" style="background:{theme.B}">B</span>'
            "<span class=oq-tie>tie</span></td>"
        )
    return (
        f'<tr data-measure="{verdict.measure}" data-prefers="{verdict.preferred}"'
        f"{' class=oq-minority' if marked else ''}>"
        f'<th scope=row title="{escape(measure.name)}: {escape(measure.summary)}">'
        f"{verdict.measure}</th>{values}"
        f'<td style="width:1%" title="{words} is better">{bounds}</td>'
        f"<td>{bars}</td>{choice}</tr>"
    )


def _bar(score: float, low: float, high: float, colour: str) -> str:
    """A bar from 0 to the score on the measure's whole range."""
    if not math.isfinite(score):
        score = 0.0
    start, end = ((each - low) / (high - low) for each in sorted((0.0, score)))
    return (
        f'<span class=oq-track><span class=oq-fill style="margin-left:{start:.2%};'
        f'width:{end - start:.2%};background:{colour}"></span></span>'
    )
