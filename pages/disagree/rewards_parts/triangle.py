"""Every truth over three classes as a place in a triangle, and where its best answer stands."""

import numpy as np
import plotly.graph_objects as go

from oq_core.data.arrays import Array
from oq_core.data.scores import counted
from oq_core.raters import Rewarded
from pages.analysing.text import label
from pages.drawing import theme
from pages.drawing.charts import LEGEND, MARGIN, show_figure

#: Corners: all in class 1, 2, 3; and how much higher than wide a step is.
_HIGH = np.sqrt(3) / 2
_CORNERS = np.array([[0, 0], [0.5, _HIGH], [1, 0]])
_NAMES = ("all in class 1", "all in class 2", "all in class 3")
#: Arrows that are shorter are dots.
_SEEN = 0.012


def places(shares: Array) -> Array:
    """Where distributions (..., 3) stand in the triangle: (..., 2).

    Examples
    --------
    >>> places(np.array([0.5, 0.0, 0.5])).tolist()
    [0.5, 0.0]
    """
    return np.asarray(shares @ _CORNERS)


def triangle(found: Rewarded, key: str) -> None:
    """Draw an arrow from each truth to its best answer under a measure."""
    k = found.measures.index(key)
    starts, ends = places(found.truths), places(found.best[k])
    outline = np.vstack([_CORNERS, _CORNERS[:1]])
    figure = go.Figure()
    figure.add_scatter(
        x=outline[:, 0], y=outline[:, 1], mode="lines", hoverinfo="skip", showlegend=False,
        line={"color": theme.NEUTRAL, "width": 1},
    )  # fmt: skip
    figure.add_scatter(
        x=starts[:, 0], y=starts[:, 1], mode="markers", name="truth", hoverinfo="text",
        marker={"color": theme.GOLD, "size": 6},
        hovertext=[
            f"truth {_told(truth)}<br>best answer {_told(best)}<br>{100 * moved:.0f} % moved"
            for truth, best, moved in zip(found.truths, found.best[k], found.moved[k], strict=True)
        ],
    )  # fmt: skip
    for way, colour, name in ((1, theme.B, "sharper"), (-1, theme.A, "flatter")):
        rows = (found.sharper[k] == way) & (np.hypot(*(ends - starts).T) > _SEEN)
        figure.add_scatter(
            x=ends[rows, 0], y=ends[rows, 1], mode="markers", name=f"best answer, {name}",
            hoverinfo="skip", marker={"color": colour, "size": 8, "symbol": "diamond"},
        )  # fmt: skip
        # A line for all of them: each ends where the next row is empty.
        lines = np.full((3 * int(rows.sum()), 2), np.nan)
        lines[::3], lines[1::3] = starts[rows], ends[rows]
        figure.add_scatter(
            x=lines[:, 0], y=lines[:, 1], mode="lines", hoverinfo="skip", showlegend=False,
            line={"color": colour, "width": 1.2},
        )  # fmt: skip
    for name, place, anchor in zip(_NAMES, _CORNERS, ("top", "bottom", "top"), strict=True):
        figure.add_annotation(
            text=label(name), x=place[0], y=place[1], showarrow=False, yanchor=anchor
        )
    figure.update_xaxes(visible=False, range=[-0.12, 1.12])
    figure.update_yaxes(visible=False, range=[-0.1, 0.97], scaleanchor="x")
    votes = int(found.votes[0])
    title = f"Truth to best answer: {key}, {counted(votes, 'rating')}"
    figure.update_layout(title=label(title), height=430, margin=MARGIN, legend=LEGEND)
    moved = found.moved[k]
    show_figure(
        figure,
        "rewards_triangle",
        f"{title}. On average {100 * moved.mean():.1f} % of the ratings move, at the most "
        f"{100 * moved.max():.1f} %; sharper of {int((found.sharper[k] > 0).sum())} and flatter of "
        f"{int((found.sharper[k] < 0).sum())} of {len(moved)} truths.",
    )


def _told(shares: Array) -> str:
    return ", ".join(f"{each:.2f}" for each in shares)
