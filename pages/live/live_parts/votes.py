"""A room's answers as bars, or as dots beside a figure with the measures on its other side."""

from collections.abc import Mapping, Sequence
from html import escape

from oq_core.data.scores import in_percent
from pages.drawing.look import sheet

_STYLE = sheet(__file__)
#: So many labels of up to so many signs stand side by side, others below each other.
_FEW, _SHORT = 3, 14
#: Of dots, in rem, with what is between them: the largest, and what those of one label share.
_LARGEST, _AREA = 1.6, 45.0


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


def room_votes(
    labels: Sequence[str], counts: Sequence[int] | None, right: int | None = None
) -> str:
    """The HTML of a room's answers, which fly in from the figure on their right.

    Parameters
    ----------
    labels : sequence of str
        Of the options, plain text.
    counts : sequence of int, optional
        How many chose each; none before the reveal, when the labels stand there alone.
    right : int, optional
        Which option the measures make right; it is marked.
    """
    is_long = len(labels) > _FEW or max(map(len, labels)) > _SHORT
    total = sum(counts or ()) or 1
    size = min(_LARGEST, (_AREA / max((1, *(counts or ())))) ** 0.5)
    sides = [
        (
            f"{'✓ ' if place == right else ''}{label}: {count} ({_percent(count / total)})"
            if counts
            else label,
            [f'<i class="oq-dot" style="--i:{each}"></i>' for each in range(count)],
        )
        for place, (label, count) in enumerate(
            zip(labels, counts or [0] * len(labels), strict=True)
        )
    ]
    style = f"--from:30vw; --n:{total}; --dot:{size:.2f}rem"
    return _columns("The room’s answers", sides, style, is_long)


def measure_votes(votes: Mapping[str, Sequence[str]]) -> str:
    """The HTML of the measures by what they prefer; they fly in from the figure on their left."""
    sides = [
        (
            f"{name}: {len(keys)}",
            [
                f'<i class="oq-named" style="--i:{place}">{escape(key)}</i>'
                for place, key in enumerate(keys)
            ],
        )
        for name, keys in votes.items()
    ]
    style = f"--from:-30vw; --n:{max((1, *map(len, votes.values())))}"
    return _columns("The measures", sides, style)


def in_a_sentence(
    labels: Sequence[str], counts: Sequence[int], votes: Mapping[str, Sequence[str]]
) -> str:
    """What the room and the measures say, in plain text.

    Examples
    --------
    >>> in_a_sentence("AB", (7, 3), {"A": ["NMD"] * 11, "B": ["JSD"] * 4, "Neither": []})
    'You: 70 % A. The measures: 11 to 4 for A.'
    >>> in_a_sentence("AB", (0, 0), {"A": ["NMD"], "B": ["JSD"], "Neither": ["NVD"]})
    'You: no answer. The measures: 1 to 1, and 1 prefers neither.'
    """
    total, most = sum(counts), max(counts)
    share = in_percent(most / total) if total else ""
    first = [
        f"{share} “{label}”" if len(label) > _SHORT else f"{share} {label}"
        for label, count in zip(labels, counts, strict=True)
        if count == most
    ]
    you = ", ".join(first) if total else "no answer"
    if not votes:
        return f"You: {you}."
    (a, for_a), (b, for_b), (_, ties) = ((name, len(keys)) for name, keys in votes.items())
    few, many = sorted((for_a, for_b))
    winner = f" for {a if for_a > for_b else b}" if few < many else ""
    none = f", and {ties} prefer{'s' if ties == 1 else ''} neither" if ties else ""
    return f"You: {you}. The measures: {many} to {few}{winner}{none}."


def _percent(share: float) -> str:
    """It stays in one line."""
    return in_percent(share).replace(" ", "\N{NO-BREAK SPACE}")


def _columns(
    what: str, sides: Sequence[tuple[str, list[str]]], style: str, is_long: bool = False
) -> str:
    """Dots above what is said of them, side by side; a long list goes downwards."""
    drawn = "".join(
        f'<li><span class="oq-cast" aria-hidden="true">{"".join(dots)}</span>'
        f'<span class="oq-option">{escape(words)}</span></li>'
        for words, dots in sides
    )
    return (
        f'{_STYLE}<ul class="oq-votes{" oq-long" if is_long else ""}" style="{style}" '
        f'aria-label="{what}">{drawn}</ul>'
    )
