"""A room's answers as bars that grow when they are revealed."""

from collections.abc import Sequence
from html import escape

from oq_core.data.scores import in_percent
from pages.drawing.look import sheet

_STYLE = sheet(__file__)


def answer_bars(labels: Sequence[str], counts: Sequence[int]) -> str:
    """The HTML of a bar for each class.

    Parameters
    ----------
    labels : sequence of str
        Plain text.
    counts : sequence of int
    """
    total = sum(counts) or 1
    rows = "".join(
        f'<li><span class="oq-label"><span>{escape(label)}</span>'
        f"<span>{count} ({in_percent(count / total)})</span></span>"
        '<span class="oq-track">'
        f'<span class="oq-fill" style="width:{count / total:.2%}"></span></span></li>'
        for label, count in zip(labels, counts, strict=True)
    )
    return f'{_STYLE}<ul class="oq-room" aria-label="The room’s answers">{rows}</ul>'
