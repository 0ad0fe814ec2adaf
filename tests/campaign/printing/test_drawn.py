"""Figures of papers look as they did: where each word and mark stands, how large, in what colour.

`python -m tests.campaign.printing.test_drawn` writes `drawn.json` anew, after a look at what
changed. Lengths are points from the lower left corner of a figure.
"""

import json
import re
from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.text import Text

from oq_core.campaign import Chart
from oq_core.campaign.printing import vectors
from tests.campaign.printing.test_charts import CHARTS, MADE

DRAWN = Path(__file__).with_name("drawn.json")


def of_many_names(names, panels):
    rows = [
        (f"{panel}", f"run {n}", n / names) for panel in "ABCDEFG"[:panels] for n in range(names)
    ]
    numbers = pd.DataFrame(rows, columns=["set", "run", "mean"])
    return Chart("c", "", "t", "points", numbers, "mean", "run", panel="set")


#: One for each way of drawing.
FIGURES = {
    name: CHARTS[name] for name in ("lines", "bands", "lines of names", "points upwards", "scatter",
                                    "bars", "bins", "heat")
} | {
    name: MADE[name] for name in ("campaign_charts-means_and_groups", "charts-delta_scatter",
                                  "campaign_charts-significance_matrix", "charts-with_lines",
                                  "charts-power_curves_of_two", "charts-mean_intervals",
                                  "raters-rater_strips", "campaign_charts-difficulty")
} | {
    "named where they enter from above": Chart(
        "c", "", "t", "lines", pd.DataFrame({"by": [*"aaabb"], "x": [1, 4, 9, 2, 7],
                                             "p": [1.5, 1.2, 0.3, 0.6, 0.1]}),
        "x", "p", by="by", limits={"p": (0, 1)}, named=("b", "a"),
    ),
    "words in corners": replace(CHARTS["scatter"], corners=("both", "first", "none", "second")),
    "named near the end": Chart(
        "c", "", "t", "lines", pd.DataFrame({"by": [*"abc"] * 2, "x": [1, 1, 1, 9, 9, 9],
                                             "p": [9, 8, 7, 0.1, 0.2, 0.3]}),
        "x", "p", by="by", limits={"p": (0, 1)}, named=("c", "b", "a"),
    ),
    "marks on some of many points": Chart(
        "c", "", "t", "lines", pd.DataFrame({"by": ["a"] * 99 + ["b"] * 99, "x": [*range(99)] * 2,
                                             "p": [*range(99), *range(0, 198, 2)]}),
        "x", "p", by="by",
    ),
    "few names": of_many_names(4, 3),
    "so many names that panels are narrow": of_many_names(40, 3),
    "more names than an axis has": of_many_names(90, 1),
    "more points than a picture": Chart(
        "c", "", "t", "points", pd.DataFrame({"x": np.arange(2001), "y": np.arange(2001)}), "x", "y"
    ),
}  # fmt: skip


def looks(chart):
    """A line for each word and mark of a figure, but for ticks and grids."""
    figure = chart.figure
    FigureCanvasAgg(figure).draw()
    words = [each for each in figure.findobj(Text) if each.get_visible() and each.get_text()]
    marks = chain.from_iterable(
        (*axes.lines, *axes.patches, *axes.collections, *axes.images) for axes in figure.axes
    )
    wide, tall = figure.get_size_inches() * 72
    return [f"figure {wide:.0f} {tall:.0f}", *map(_of_words, words), *map(_of_mark, marks)]


def _of_words(text):
    look = f"{text.get_fontsize():.1f} {text.get_rotation():.0f} {to_hex(text.get_color())}"
    return f"{text.get_text()!r} {look} {text.get_parse_math()} {_place(text)}"


def _of_mark(mark):
    """Its colours and lines, those that it has."""
    given = [
        getattr(mark, f"get_{name}")()
        for name in ("color", "facecolor", "linestyle", "linewidth", "marker", "markersize",
                     "markevery", "hatch", "alpha", "zorder", "rasterized", "clim")
        if hasattr(mark, f"get_{name}")
    ]  # fmt: skip
    told = re.sub(r"np\.\w+\((.*?)\)", r"\1", " ".join(map(str, given)))
    return f"{type(mark).__name__} {told} {_place(mark)}"


def _place(drawn):
    box = drawn.get_window_extent().transformed(drawn.get_figure().dpi_scale_trans.inverted())
    return " ".join(f"{72 * each:.0f}" for each in box.extents)


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_looks_as_it_did(name):
    before, now = json.loads(DRAWN.read_text())[name], looks(FIGURES[name])
    assert [_but_for_places(each) for each in now] == [_but_for_places(each) for each in before]
    # A point more or less is another version of the fonts.
    places = [[[*map(float, each.split()[-4:])] for each in side[1:]] for side in (now, before)]
    np.testing.assert_allclose(*places, atol=2)


@pytest.mark.parametrize(
    ("names", "panels", "across"), [(3, 2, 2), (3, 6, 3), (3, 7, 3), (18, 7, 3), (19, 7, 5)]
)
def test_many_panels_of_names_stand_by_threes_where_a_page_has_room(names, panels, across):
    """In three rows; each name takes an eighth of an inch."""
    assert vectors._across(of_many_names(names, panels), panels) == across
    # Panels without names are narrower.
    plain = replace(of_many_names(names, panels), y="mean")
    assert vectors._across(plain, panels) == (5 if panels == 7 else across)


def _but_for_places(line):
    return line.rsplit(" ", 4)[0]


if __name__ == "__main__":
    found = {name: looks(chart) for name, chart in FIGURES.items()}
    DRAWN.write_text(json.dumps(found, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
