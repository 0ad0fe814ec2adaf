"""Pictures of a report, as SVG that needs nothing else."""

from collections.abc import Mapping
from xml.etree import ElementTree

from oq_core.data.arrays import Array

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _RIGHT, _TOP = 720, 320, 50, 40, 110, 12
#: Okabe and Ito's colours, told apart by everybody; dashes tell the second round of them.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#444444")
_DASHES = ("none", "6 4", "2 3")


def power_curves(curves: Mapping[str, Array], alpha: float) -> str:
    """Discriminative power curves with the significance level marked.

    Parameters
    ----------
    curves : mapping of str to ndarray, shape (T,)
        P-values in descending order, by measure.
    alpha : float

    Returns
    -------
    str
        An svg element.
    """
    high = min(1.0, max(0.15, 2 * alpha))
    pairs = max(len(curve) for curve in curves.values())
    width, height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def across(pair: float) -> float:
        return _LEFT + width * pair / max(pairs, 2)

    def up(p: float) -> float:
        return _TOP + height * (1 - min(p, high) / high)

    svg = ElementTree.Element(
        "svg",
        {
            "viewBox": f"0 0 {_WIDTH} {_HEIGHT}",
            "role": "img",
            "aria-label": f"Discriminative power curves of {', '.join(curves)}",
        },
    )

    def line(points: str, colour: str, dash: str = "none", thick: str = "1") -> None:
        style = {"fill": "none", "stroke": colour, "stroke-width": thick}
        ElementTree.SubElement(
            svg, "polyline", {"points": points, "stroke-dasharray": dash, **style}
        )

    def text(x: float, y: float, words: str, anchor: str = "start", colour: str = "#444") -> None:
        place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "text-anchor": anchor, "fill": colour}
        ElementTree.SubElement(svg, "text", {**place, "font-size": "12"}).text = words

    line(f"{_LEFT},{_TOP} {_LEFT},{_TOP + height} {_LEFT + width},{_TOP + height}", "#888")
    line(f"{_LEFT},{up(alpha):.1f} {_LEFT + width},{up(alpha):.1f}", "#888", "1 3")
    text(_LEFT - 6, up(alpha) + 4, f"α {alpha:g}", "end")
    text(_LEFT - 6, _TOP + height + 4, "0", "end")
    text(_LEFT - 6, _TOP + 10, f"p {high:g}", "end")
    text(_LEFT + width, _TOP + height + 16, f"{pairs:,}", "end")
    text(_LEFT + width / 2, _HEIGHT - 8, "Pairs of runs, sorted by p-value", "middle")
    for number, (key, curve) in enumerate(curves.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        dash = _DASHES[number // len(_COLOURS) % len(_DASHES)]
        points = " ".join(f"{across(i + 1):.1f},{up(p):.1f}" for i, p in enumerate(curve))
        line(points, colour, dash, "2")
        y = _TOP + 12 + number * 17
        line(f"{_WIDTH - 104},{y - 4} {_WIDTH - 82},{y - 4}", colour, dash, "2")
        text(_WIDTH - 77, y, key, colour=colour)
    return ElementTree.tostring(svg, encoding="unicode")
