"""A card to take home: what was found, three small histograms, and a QR code, as one picture."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import urlsplit

import numpy as np

from pages.drawing import theme
from pages.drawing.components import PNG, component
from pages.drawing.sharing import qr_code

WIDTH, HEIGHT = 1200, 630
#: Signs in a line of the heading, of one that is long, of the note and of a name.
_HEADING, _LONG, _NOTE, _NAME = 42, 53, 70, 18
#: Of the pictures: where they begin, how far apart, and their size; and that of the QR code.
_LEFT, _TOP, _APART, _WIDE, _HIGH, _CODE = 60, 285, 275, 235, 190, 250
_TEXT = "#14202B"

_card = component("oq_card", __file__, "card.js", before=PNG, html='<div class="card"></div>')


@dataclass(frozen=True, eq=False)
class Card:
    """What stands on a card.

    Attributes
    ----------
    heading, note : str
        What was found, and where: at most two lines each.
    classes : sequence of str
        The L class labels.
    shares : mapping of str to ndarray, shape (L,)
        Three distributions by name: the gold's first.
    invitation : str
        What the link asks for.
    address : str
        The link, without anybody's answers.
    """

    heading: str
    note: str
    classes: Sequence[str]
    shares: Mapping[str, np.ndarray]
    invitation: str
    address: str

    @property
    def words(self) -> str:
        """All of it for who reads by ear."""
        bars = "; ".join(
            f"{name}: {', '.join(f'{share:.0%} {label}' for label, share in self._of(each))}"
            for name, each in self.shares.items()
        )
        return f"{self.heading} {self.note} {bars}. {self.invitation} {self.address}"

    def _of(self, shares: np.ndarray) -> Iterator[tuple[str, float]]:
        return zip(self.classes, shares.tolist(), strict=True)

    def drawing(self) -> str:
        """The card as SVG, dark on white in every theme."""
        most = max(float(each.max()) for each in self.shares.values())
        colours = (theme.GOLD, theme.A, theme.B)
        parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#FFFFFF"/>']
        is_long = len(textwrap.wrap(self.heading, _HEADING)) > 2
        signs, size = (_LONG, 39) if is_long else (_HEADING, 50)
        parts += _lines(self.heading, signs, 95, size, "bold")
        parts += _lines(self.note, _NOTE, 205, 29)
        for place, ((name, shares), colour) in enumerate(
            zip(self.shares.items(), colours, strict=True)
        ):
            parts += self._bars(_LEFT + place * _APART, name, shares / most, colour)
        parts.append(_code(self.address, WIDTH - _LEFT - _CODE, _TOP - 25))
        url = urlsplit(self.address)
        parts.append(_text(_LEFT, HEIGHT - 35, 27, f"{self.invitation} {url.netloc}{url.path}"))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" fill="{_TEXT}">'
            f"{''.join(parts)}</svg>"
        )

    def _bars(self, left: float, name: str, heights: np.ndarray, colour: str) -> list[str]:
        step = _WIDE / len(heights)
        bars = [
            f'<rect x="{left + (place + 0.1) * step:.1f}" y="{_TOP + _HIGH * (1 - height):.1f}" '
            f'width="{0.8 * step:.1f}" height="{_HIGH * height:.1f}" fill="{colour}"/>'
            for place, height in enumerate(heights.tolist())
        ]
        line = f'<path d="M{left} {_TOP + _HIGH}h{_WIDE}" stroke="{_TEXT}" stroke-width="2"/>'
        lines = _lines(name, _NAME, _TOP + _HIGH + 38, 27, anchor="middle", left=left + _WIDE / 2)
        return [*bars, line, *lines]


def show_card(card: Card, key: str) -> None:
    """Show a card, with a button that saves it as PNG."""
    data = {"text": card.drawing(), "width": WIDTH, "height": HEIGHT, "words": card.words}
    data["file"] = f"{key.replace('_', '-')}.png"
    _card(key=f"card_{key}", data=data)


def _text(x: float, y: float, size: int, words: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" {more}>{escape(words)}</text>'


def _lines(
    words: str,
    signs: int,
    top: int,
    size: int,
    weight: str = "normal",
    *,
    anchor: str = "start",
    left: float = _LEFT,
) -> list[str]:
    """At most two lines; what is longer is cut at a word, with dots."""
    found = textwrap.wrap(words, signs, max_lines=2, placeholder=" …")
    more = f'font-weight="{weight}" text-anchor="{anchor}"'
    return [
        _text(left, top + place * round(1.2 * size), size, line, more)
        for place, line in enumerate(found)
    ]


def _code(address: str, left: float, top: float) -> str:
    """The address as a QR code, each row of dark squares a line."""
    rows = qr_code(address).matrix
    size = _CODE / len(rows)
    path = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    )
    return (
        f'<path transform="translate({left:g} {top:g}) scale({size:.5f})" d="{path}" '
        'fill="#000000" shape-rendering="crispEdges"/>'
    )
