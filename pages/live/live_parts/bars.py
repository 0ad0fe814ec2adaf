"""A room's answers as bars that grow when they are revealed."""

from collections.abc import Sequence
from html import escape

from oq_core.data.scores import in_percent
from pages.drawing.look import sheet

_STYLE = sheet(__file__)


def answer_bars(labels: Sequence[str], counts: Sequence[int], right: int | None = None) -> str:
    """The HTML of a bar for each option or class.

    Parameters
    ----------
    labels : sequence of str
        Plain text.
    counts : sequence of int
    right : int, optional
        Which option the measures make right; it is marked.
    """
    total = sum(counts) or 1
    rows = []
    for place, (label, count) in enumerate(zip(labels, counts, strict=True)):
        is_right = place == right
        words = f"{'✓ ' if is_right else ''}{label}{' (the measures)' if is_right else ''}"
        rows.append(
            f'<li><span class="oq-label{" oq-right" if is_right else ""}">'
            f"<span>{escape(words)}</span><span>{count} ({in_percent(count / total)})</span></span>"
            '<span class="oq-track">'
            f'<span class="oq-fill" style="width:{count / total:.2%}"></span></span></li>'
        )
    return f'{_STYLE}<ul class="oq-room" aria-label="The room’s answers">{"".join(rows)}</ul>'
