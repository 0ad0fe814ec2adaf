"""Map: every estimate of a gold as two measures see it, and where they see it differently."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from oq_core.disagreement import (
    bell,
    map_measures,
)
from oq_core.disagreement.simplex import MeasureMap
from pages.shared import theme
from pages.shared.charts import show_figure
from pages.shared.compare_state import FULL, CompareState, presets
from pages.shared.conflict import choose_two, open_in_compare
from pages.shared.downloads import download_table
from pages.shared.terms import explain

#: Points of the triangle's picture along a side, and of the slice along an axis.
_FINE = 140
_SLICE = 60
_HEIGHT = 3**0.5 / 2


def choose_gold(classes: int) -> np.ndarray | None:
    """The gold's votes as a distribution (L,); nothing while it has none."""
    state = CompareState().with_classes(classes)
    shapes = presets(state, "gold")

    def on_shape() -> None:
        for index, votes in enumerate(shapes[st.session_state[f"map_{classes}_shape"]]):
            st.session_state[f"map_{classes}_{index}"] = int(votes)

    st.selectbox(
        "Gold",
        list(shapes),
        index=list(shapes).index("Skewed to the low end"),
        key=f"map_{classes}_shape",
        bind="query-params",
        on_change=on_shape,
        width=280,
    )
    start = shapes["Skewed to the low end"]
    with st.container(horizontal=True):
        votes = [
            st.slider(
                f"Class {index + 1}",
                min_value=0,
                max_value=FULL,
                value=int(start[index]),
                key=f"map_{classes}_{index}",
                bind="query-params",
                width=150,
            )
            for index in range(classes)
        ]
    if not sum(votes):
        st.info("The gold has no votes yet: raise one of its sliders.")
        return None
    return np.array(votes) / sum(votes)


def triangle() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """A raster over the triangle: x, y, estimates (N, 3), and which cells (a, b) they are of."""
    x, y = np.meshgrid(np.linspace(0, 1, _FINE), np.linspace(0, _HEIGHT, _FINE))
    # The corners: class 1 left, class 3 right, class 2 at the top.
    second = y / _HEIGHT
    third = x - second / 2
    first = 1 - second - third
    inside = (first >= -1e-9) & (third >= -1e-9)
    estimates = np.clip(np.stack([first, second, third], axis=-1)[inside], 0, None)
    return x[0], y[:, 0], estimates / estimates.sum(axis=1, keepdims=True), inside


def picture(
    title: str,
    x: np.ndarray,
    y: np.ndarray,
    values: np.ndarray,
    texts: np.ndarray,
    diverging: bool,
) -> go.Figure:
    """Colours and contour lines of one number over the map."""
    if diverging:
        reach = max(float(np.nanmax(np.abs(values))), 1.0)
        colours = [[0, theme.A], [0.5, "#f4f4f4"], [1, theme.B]]
        low, high = -reach, reach
    else:
        colours = [[0, "#f7fbff"], [0.5, "#9cc3e0"], [1, "#123f66"]]
        low, high = 0.0, float(np.nanmax(values))
    figure = go.Figure(
        go.Contour(
            x=x,
            y=y,
            z=values,
            zmin=low,
            zmax=high,
            ncontours=14,
            colorscale=colours,
            customdata=texts,
            hovertemplate="%{customdata}: %{z:.3f}<extra></extra>",
            line={"width": 0.6, "color": "#667788"},
            colorbar={"thickness": 10, "len": 0.8},
            connectgaps=False,
        )
    )
    figure.update_layout(
        title={"text": title},
        height=400,
        margin={"l": 10, "r": 10, "t": 50, "b": 10},
    )
    return figure


def add_gold(figure: go.Figure, x: float, y: float) -> go.Figure:
    """Mark where the gold is."""
    return figure.add_scatter(
        x=[x],
        y=[y],
        mode="markers",
        marker={
            "color": theme.GOLD,
            "size": 13,
            "symbol": "star",
            "line": {"color": "#333333", "width": 1},
        },
        showlegend=False,
        hovertemplate="gold<extra></extra>",
    )


def on_triangle(gold: np.ndarray, found: MeasureMap, x: str, y: str) -> list[go.Figure]:
    """Three triangles: one measure, the other, and the difference of ranks."""
    across, upwards, estimates, inside = triangle()
    texts = np.full(inside.shape, "", dtype=object)
    texts[inside] = [f"{a:.2f} | {b:.2f} | {c:.2f}" for a, b, c in estimates]
    figures = []
    for title, numbers, diverging in titles(found, x, y):
        raster = np.full(inside.shape, np.nan)
        raster[inside] = numbers
        figure = picture(title, across, upwards, raster, texts, diverging)
        figure.add_scatter(
            x=[0, 0.5, 1, 0],
            y=[0, _HEIGHT, 0, 0],
            mode="lines",
            line={"color": theme.NEUTRAL, "width": 2},
            showlegend=False,
            hoverinfo="skip",
        )
        for place, corner, anchor in (((0, 0), 1, "top"), ((0.5, _HEIGHT), 2, "bottom"),
                                      ((1, 0), 3, "top")):  # fmt: skip
            figure.add_annotation(
                x=place[0], y=place[1], text=f"all in {corner}", showarrow=False, yanchor=anchor
            )
        figure.update_xaxes(visible=False, range=[-0.08, 1.08])
        figure.update_yaxes(visible=False, range=[-0.1, 1], scaleanchor="x")
        figures.append(add_gold(figure, float(gold[2] + gold[1] / 2), float(gold[1] * _HEIGHT)))
    return figures


def on_slice(
    gold: np.ndarray, means: np.ndarray, spreads: np.ndarray, found: MeasureMap, x: str, y: str
) -> list[go.Figure]:
    """Three slices: estimates are bells, by mean and spread."""
    texts = np.array(
        [[f"mean {mean:.2f}, spread {spread:.2f}" for mean in means] for spread in spreads]
    )
    positions = np.arange(1, len(gold) + 1)
    mean = float(gold @ positions)
    spread = float(np.sqrt(gold @ (positions - mean) ** 2))
    figures = []
    for title, numbers, diverging in titles(found, x, y):
        figure = picture(title, means, spreads, numbers, texts, diverging)
        figure.update_xaxes(title="Mean of the bell, in classes")
        figure.update_yaxes(title="Its spread")
        figures.append(add_gold(figure, mean, min(spread, float(spreads[-1]))))
    return figures


def titles(found: MeasureMap, x: str, y: str) -> list[tuple[str, np.ndarray, bool]]:
    """What is drawn."""
    return [
        (x, found.first, False),
        (y, found.second, False),
        (f"Rank by {x} − rank by {y}", found.difference, True),
    ]


def extremes(gold: np.ndarray, estimates: np.ndarray, found: MeasureMap, x: str, y: str) -> None:
    """The two estimates that the measures see most differently."""
    flat, difference = estimates.reshape(-1, gold.size), found.difference.ravel()
    liked = [flat[int(difference.argmin())], flat[int(difference.argmax())]]
    low, high = float(difference.min()), float(difference.max())
    st.markdown(
        f"Most at odds: A, which {x} ranks {-low:.0f} percentile points better than {y} does "
        f"({numbers_of(liked[0])}), and B, which {y} ranks {high:.0f} points better "
        f"({numbers_of(liked[1])})."
    )
    labels = [str(number + 1) for number in range(gold.size)]
    open_in_compare(labels, (gold, liked[0], liked[1]), "extremes")


def numbers_of(distribution: np.ndarray) -> str:
    """A distribution in short."""
    return ", ".join(f"{share:.2f}" for share in distribution)


def main() -> None:
    """The page."""
    st.title("Map: every estimate as two measures see it")
    explain("gold", "percentile points")
    classes = st.segmented_control(
        "Classes",
        list(range(3, 12)),
        default=3,
        required=True,
        key="map_classes",
        bind="query-params",
        help="Three: the whole triangle of distributions. More: a slice of bells.",
    )
    x, y = choose_two()
    gold = choose_gold(classes)
    if gold is None:
        return
    if x == y:
        st.info("Choose two different measures.")
        return
    if classes == 3:
        estimates = triangle()[2]
        found = map_measures(gold, estimates, x, y)
        figures = on_triangle(gold, found, x, y)
    else:
        means, spreads = np.linspace(1, classes, _SLICE), np.linspace(0.05, classes / 2, _SLICE)
        estimates = bell(means[None, :], spreads[:, None], classes)
        found = map_measures(gold, estimates, x, y)
        figures = on_slice(gold, means, spreads, found, x, y)
    for number, (figure, column) in enumerate(zip(figures, st.columns(3), strict=True)):
        with column:
            show_figure(
                figure,
                key=f"map {number}",
                alt=f"{figure.layout.title.text} of every estimate for the gold {numbers_of(gold)}",
            )
    st.caption(
        f"★ the gold. Darker: worse. Right: percentile ranks among all estimates shown; blue where "
        f"{x} thinks better of an estimate than {y} does, orange where {y} does."
    )
    extremes(gold, estimates, found, x, y)
    download_table(
        "Download the map",
        lambda: pd.DataFrame(
            np.column_stack(
                [
                    estimates.reshape(-1, classes),
                    found.first.ravel(),
                    found.second.ravel(),
                    found.difference.ravel(),
                ]
            ),
            columns=[*(f"p{i + 1}" for i in range(classes)), x, y, "difference of ranks"],
        ).rename_axis("estimate"),
        "map.csv",
    )


main()
