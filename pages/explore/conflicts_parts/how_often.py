"""How often measures disagree on triples of a gold and two estimates, and where most."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from oq_core import MEASURES, Collection, options
from oq_core.analysis import Comparison, quadrants
from oq_core.campaign.computing.baselines import runs_and_baselines
from oq_core.campaign.printing import headlines, layouts
from oq_core.disagreement import (
    Triples,
    compare_triples,
    conflict_strengths,
    disagreement_rates,
    random_triples,
    resampled_triples,
    strongest_conflicts,
)
from pages.analysing import views, words
from pages.analysing.data import choose_collection
from pages.analysing.downloads import download_table
from pages.analysing.settings import SettingsLine, answer, choose, settings
from pages.drawing import theme
from pages.drawing.charts import MARGIN, figure_of, show_figure
from pages.drawing.conflict import choose_two, show_conflict
from pages.drawing.shown import pick_row
from pages.host.results import kept

LISTED = 30
#: Cells of the density picture in each direction.
_CELLS = 60


def drawn_triples(
    line: SettingsLine,
) -> tuple[Triples, Comparison, tuple[str, ...], Collection | None]:
    """Triples by the model that was chosen, and A compared with B in each under all measures."""
    kind = choose(views.TRIPLES_FROM, label_visibility="collapsed")
    collection = None
    if kind == views.OPEN_DATA:
        collection = kept(runs_and_baselines, choose_collection(line))
    with line.options:
        count, seed = choose(views.TRIPLES), choose(options.SEED)
        if collection is not None:
            triples = kept(resampled_triples, collection, count, seed)
            comparison = kept(compare_triples, triples).value
            return triples.value, comparison, collection.value.classes, collection.value
        size, votes = choose(views.TRIPLE_CLASSES), choose(views.TRIPLE_VOTES)
    triples = kept(random_triples, size, votes, count, seed)
    line.notes.append(
        "Gold, A and B are drawn one by one, in the same way. First it is drawn how many classes "
        "have votes, from 1 to all. Each of these gets a vote, and the others fall at random "
        "(after SIGIR18 § 4.1)."
    )
    classes = tuple(str(number + 1) for number in range(size))
    return triples.value, kept(compare_triples, triples).value, classes, None


def density(comparison: Comparison, x: str, y: str) -> go.Figure:
    """How many triples have which two deltas; colour by the logarithm."""
    across, upwards = comparison.delta(x), comparison.delta(y)
    counts, edges_x, edges_y = np.histogram2d(across, upwards, bins=_CELLS, range=[[-1, 1]] * 2)
    shown = np.where(counts > 0, np.log10(np.maximum(counts, 1)), np.nan).T
    figure = go.Figure(
        go.Heatmap(
            x=(edges_x[:-1] + edges_x[1:]) / 2,
            y=(edges_y[:-1] + edges_y[1:]) / 2,
            z=shown,
            customdata=counts.T,
            colorscale=[[0, "#c9ddee"], [1, theme.A]],
            showscale=False,
            hovertemplate=f"Δ{x} %{{x:.2f}}, Δ{y} %{{y:.2f}}: %{{customdata:,}} triples"
            "<extra></extra>",
        )
    )
    for corner in ((-1, 0, 0, 1), (0, -1, 1, 0)):
        figure.add_shape(
            type="rect",
            **dict(zip(("x0", "y0", "x1", "y1"), corner, strict=True)),
            fillcolor=theme.CONFLICT,
            opacity=0.13,
            line_width=0,
        )
    figure.update_layout(
        title="Where the triples lie",
        xaxis={"title": f"Δ{x} = {x}(A) − {x}(B)", "range": [-1, 1], "showgrid": False},
        yaxis={"title": f"Δ{y}", "range": [-1, 1], "showgrid": False},
        height=400,
        margin=MARGIN,
    )
    return figure


def strongest(
    triples: Triples,
    comparison: Comparison,
    classes: tuple[str, ...],
    collection: Collection | None,
    pair: tuple[str, str],
) -> None:
    """A list of the strongest conflicts, and the one that is chosen."""
    x, y = pair
    rows = strongest_conflicts(comparison, x, y, LISTED)
    st.header("The strongest conflicts")
    if not len(rows):
        st.info(f"{x} and {y} disagree on none of these triples.")
        return
    table = pd.DataFrame(
        {
            "strength": conflict_strengths(comparison, x, y)[rows],
            f"Δ{x}": comparison.delta(x)[rows],
            f"Δ{y}": comparison.delta(y)[rows],
            "gold": list(triples.gold[rows]),
            "A": list(triples.a[rows]),
            "B": list(triples.b[rows]),
        }
    )
    names = ("System A", "System B")
    runs = list(collection.runs) if collection is not None else []
    if collection is not None and triples.instances is not None and triples.runs is not None:
        table.insert(0, "instance", [collection.ids[i] for i in triples.instances[rows]])
        for column, side in enumerate("AB"):
            table[f"{side} is"] = [runs[i] for i in triples.runs[rows, column]]
    number = st.column_config.NumberColumn(format="%.4f", width="small")
    bars = st.column_config.BarChartColumn(y_min=0, y_max=1, width="small")
    place = pick_row(
        table,
        f"strongest/{x}/{y}/{len(triples)}/{classes}",
        f"The strongest conflicts of {x} and {y}",
        height=300,
        column_config={
            "strength": st.column_config.NumberColumn(
                format="%.4f", width="small", help="The smaller of the two |Δ|."
            ),
            **dict.fromkeys((f"Δ{x}", f"Δ{y}"), number),
            **dict.fromkeys(("gold", "A", "B"), bars),
        },
    )
    download_table(
        "Download the strongest conflicts",
        lambda: table.set_index("strength"),
        "conflicts.csv",
        *(() if collection is None else (collection.name,)),
    )
    row = rows[place]
    title = "Gold, A and B"
    if triples.instances is not None and triples.runs is not None and collection is not None:
        names = (runs[triples.runs[row, 0]], runs[triples.runs[row, 1]])
        title = f"Instance {collection.ids[triples.instances[row]]}"
        classes = collection.classes
    show_conflict(title, classes, (triples.gold[row], triples.a[row], triples.b[row]), pair, names)


def choosing(keys: list[str], rates: np.ndarray) -> dict[str, Any]:
    """Unseen marks on the cells of two different measures: Plotly lets no cell be selected."""
    cells = [
        (y, x, f"{rates[i, j]:.1f}")
        for i, y in enumerate(keys)
        for j, x in enumerate(keys)
        if x != y
    ]
    marker = {"symbol": "square-open", "size": 34, "color": theme.CONFLICT, "opacity": 0}
    return {
        "type": "scatter", "mode": "markers", "x": [x for _, x, _ in cells],
        "y": [y for y, _, _ in cells], "customdata": cells, "showlegend": False,
        "marker": {**marker, "line": {"width": 3}}, "selected": {"marker": {"opacity": 1}},
        "unselected": {"marker": {"opacity": 0}},
        "hovertemplate": "%{y} and %{x}: %{customdata[2]} %<extra></extra>",
    }  # fmt: skip


def chosen_cell(key: str) -> tuple[str, str] | None:
    """The two measures of the cell that was clicked."""
    points = st.session_state.get(key, {"selection": {"points": []}})["selection"]["points"]
    return (points[0]["customdata"][0], points[0]["customdata"][1]) if points else None


def on_cell(key: str) -> None:
    """Make the measures of the cell the two that the page, and others, are about."""
    found = chosen_cell(key)
    if found is not None:
        st.session_state.one, st.session_state.other = found


def show_rates(rates: np.ndarray, pair: tuple[str, str], *about: str) -> None:
    """How often every two measures disagree; a click on a cell chooses its two."""
    keys = list(MEASURES)
    title, limits = "Triples on which two measures disagree, %", (0, max(float(rates.max()), 1))
    chart = layouts.square("disagreement", "", title, keys, rates, "% of triples", limits=limits)
    figure, edge = figure_of(replace(chart, digits=1)), len(keys) - 0.5
    figure["data"].append(choosing(keys, rates))
    # A finger hits a cell.
    figure["layout"] |= {"height": 110 + 38 * len(keys)}
    figure["layout"]["xaxis"] |= {"range": [-0.5, edge]}
    figure["layout"]["yaxis"] |= {"range": [edge, -0.5], "autorange": False}
    # The figure is the same for any choice: it is not drawn anew. Where the boxes chose other
    # measures than its mark says, it begins without a mark.
    number = st.session_state.get("rates_begun", 0)
    if chosen_cell(f"rates {number}") not in (None, pair):
        number = st.session_state.rates_begun = number + 1
    key = f"rates {number}"
    show_figure(
        figure,
        key=key,
        on_select=lambda: on_cell(key),
        selection_mode="points",
        alt=chart.alternative,
    )
    st.caption("Click a cell to choose its two measures; so does the choice of measures above.")
    download_table(
        "Download the rates",
        lambda: pd.DataFrame(rates, pd.Index(keys, name="measure"), keys),
        "disagreement.csv",
        *about,
    )


def draw() -> None:
    """The part of the page."""
    with settings() as line:
        x, y = choose_two()
        triples, comparison, classes, collection = drawn_triples(line)
    if x != y:
        answer(headlines.conflicts(comparison, x, y, "triple"))
    left, right = st.columns(2, gap="medium")
    with right:
        rates = 100 * disagreement_rates(comparison)
        show_rates(rates, (x, y), *(() if collection is None else (collection.name,)))
    if x == y:
        left.info("Choose two different measures to see their conflicts.")
        return
    counts = quadrants(comparison, x, y)
    with left:
        show_figure(
            density(comparison, x, y),
            key="density",
            alt=f"Density of differences under {x} and {y}; they disagree on "
            f"{counts.disagreements:,} of {len(triples):,} triples",
        )
        words.caption(
            f"They disagree in the shaded quarters; {counts.tied:,} triples are tied under at "
            "least one."
        )
        line.tell()
    strongest(triples, comparison, classes, collection, (x, y))
