"""The table of all classification measures on the Classification page."""

from oq_core.measures import OC_MEASURES
from pages.drawing.measure_table import MeasureVerdict, Row, preference, table_of

_FAMILIES = {
    True: "Ordinal: how far off an item is counts",
    False: "Nominal: a miss is a miss",
    None: "Not examined: whether it counts how far off an item is",
}


def classification_verdicts(scores: dict[str, tuple[float, ...]]) -> list[MeasureVerdict]:
    """Each measure's verdict, in its own direction; none where a score is undefined."""
    return [
        MeasureVerdict(key, values, preference(values, OC_MEASURES[key].larger_is_better))
        for key, values in scores.items()
    ]


def classification_table(found: list[MeasureVerdict], classes: int) -> str:
    """All measures as an HTML table: value, direction, range, bar, preference.

    Parameters
    ----------
    found : list of MeasureVerdict
    classes : int
        Their number; the range of CEM_ORD depends on it.
    """
    rows = []
    for verdict in found:
        measure = OC_MEASURES[verdict.measure]
        low, high = measure.bounds(classes)
        arrow, words = ("↑", "larger") if measure.larger_is_better else ("↓", "smaller")
        better = (
            f'<td style="width:1%" title="{words} is better">{arrow} '
            f"<small class=oq-range>{low:g} to {high:g}</small></td>"
        )
        family = _FAMILIES[measure.ordinal]
        rows.append(Row(verdict, measure, family, (low, high), better))
    return table_of(rows, "arrows say whether larger or smaller is better", ("better", "range"))
