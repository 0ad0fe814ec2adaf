"""A room's answers as bars that grow when they are revealed."""

from collections.abc import Sequence
from html import escape

from oq_core.data.scores import in_percent
from pages.drawing import theme

_STYLE = f"""
<style>
ul.oq-room {{display:grid; gap:.45rem; margin:.25rem 0 1rem; padding:0 !important; list-style:none}}
.oq-room li {{display:block; margin:0 !important}}
.oq-room .oq-label {{display:flex; justify-content:space-between; gap:1rem; font-size:1.05rem}}
.oq-room .oq-label > :last-child {{white-space:nowrap}}
.oq-room .oq-right {{font-weight:700}}
.oq-room .oq-track {{display:block; height:1.5rem; border-radius:.25rem; overflow:hidden;
  background:{theme.NEUTRAL}2e}}
.oq-room .oq-fill {{display:block; height:100%; background:{theme.GOLD};
  transform-origin:left; animation:oq-grow 1.2s ease-out}}
@keyframes oq-grow {{from {{transform:scaleX(0)}}}}
@media (prefers-reduced-motion: reduce) {{.oq-room .oq-fill {{animation:none}}}}
</style>
"""


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
