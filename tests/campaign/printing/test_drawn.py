"""Figures of papers look as they did: each word and mark, how large, in what colour."""

import re
from itertools import chain

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.text import Text

from tests.campaign.printing.test_charts import CHARTS, FIGURES

#: One for each way of drawing.
DRAWN = {
    name: (CHARTS | FIGURES)[name]
    for name in ("lines", "bands", "points upwards", "bars", "bins", "heat", "means_and_groups")
}


def looks(chart):
    """A line for each word and mark of a figure, but for ticks and grids."""
    figure = chart.figure
    FigureCanvasAgg(figure).draw()
    words = [each for each in figure.findobj(Text) if each.get_visible() and each.get_text()]
    marks = chain.from_iterable(
        (*axes.lines, *axes.patches, *axes.collections, *axes.images) for axes in figure.axes
    )
    wide, tall = figure.get_size_inches()
    return [f"figure {wide:.2f} {tall:.2f}", *map(_of_words, words), *map(_of_mark, marks)]


def _of_words(text):
    look = f"{text.get_fontsize():.1f} {text.get_rotation():.0f} {to_hex(text.get_color())}"
    return f"{text.get_text()!r} {look} {text.get_parse_math()}"


def _of_mark(mark):
    """Its colours and lines, those that it has."""
    given = [
        getattr(mark, f"get_{name}")()
        for name in ("color", "facecolor", "linestyle", "linewidth", "marker", "markersize",
                     "markevery", "hatch", "alpha", "zorder", "rasterized", "clim")
        if hasattr(mark, f"get_{name}")
    ]  # fmt: skip
    told = re.sub(r"np\.\w+\((.*?)\)", r"\1", " ".join(map(str, given)))
    return f"{type(mark).__name__} {told}"


@pytest.mark.parametrize("name", DRAWN)
def test_a_figure_looks_as_it_did(name, snapshot):
    assert looks(DRAWN[name]) == snapshot
