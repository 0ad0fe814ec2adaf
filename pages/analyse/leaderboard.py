"""Leaderboard: every run's mean score and rank under every measure, and what lies behind."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from oq_core import (
    MEASURES,
    Scores,
)
from oq_core.analysis import Leaderboard, rounding_shift
from oq_core.analysis.leaderboard import FEW_INSTANCES
from oq_core.campaign import tables
from oq_core.campaign.files import packed, score_matrices
from oq_core.campaign.names import safe_name
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.defaults import SAMPLES
from pages.analyse.leaderboard_parts.printed import board_of, official_of, printed_view
from pages.shared import theme, words
from pages.shared.charts import show_figure
from pages.shared.data import DataSet, choose_data_sets
from pages.shared.downloads import asked_for, download_table, named
from pages.shared.histograms import histogram
from pages.shared.options import choose_measures_of_each, choose_one, choose_seed
from pages.shared.simulations import COVERAGE, coverage_table
from pages.shared.text import label, plain
from pages.shared.work import kept

#: Points in a run's sparkline.
SPARKS = 40
#: Bins of the histogram of a run's scores.
BINS = 25
#: Instances shown of a chosen run.
WORST = 3


def sparks(values: np.ndarray) -> list[list[float]]:
    """For each run its instances' scores (n, m), sorted, thinned to a few points."""
    places = np.linspace(0, len(values) - 1, min(SPARKS, len(values))).round().astype(int)
    return np.sort(values, axis=0)[places].T.tolist()


def ranking(scores: Scores, board: Leaderboard, by: str) -> pd.DataFrame:
    """Runs best first by one measure: mean, interval, sparkline; rank and mean by the others."""
    k = scores.measures.index(by)
    table = pd.DataFrame(
        {
            "run": scores.runs,
            "rank": board.ranks[k],
            f"mean {by}": board.means[k],
            "95 % interval": [
                f"{low:.4f} – {high:.4f}" if np.isfinite(low) else "undefined"
                for low, high in zip(board.low[k], board.high[k], strict=True)
            ],
            "rank, 95 %": [
                f"{best} – {worst}"
                for best, worst in zip(board.rank_low[k], board.rank_high[k], strict=True)
            ],
            "P(first)": board.first[k],
            "instances, sorted": sparks(scores.values[k]),
        }
    )
    for other, key in enumerate(scores.measures):
        if key != by:
            table[key] = [
                f"{rank} ({mean:.4f})"
                for rank, mean in zip(board.ranks[other], board.means[other], strict=True)
            ]
    return table.sort_values("rank", kind="stable").reset_index(drop=True)


def runs_table(scores: Scores, board: Leaderboard, by: str, token: str) -> str | None:
    """The table; gives the run that was clicked."""
    table = ranking(scores, board, by)
    far = max(2, round(len(scores.runs) / 3))
    places = dict(zip(scores.measures, board.ranks, strict=True))

    def mark(column: pd.Series) -> list[str]:
        if column.name not in places:
            return [""] * len(column)
        away = np.abs(places[column.name] - places[by])
        far_away = dict(zip(scores.runs, away >= far, strict=True))
        conflict = f"background-color: {theme.CONFLICT}55; font-weight: 600"
        return [conflict if far_away[run] else "" for run in table["run"]]

    picked = st.dataframe(
        table.style.apply(mark),
        hide_index=True,
        height="content" if len(table) <= 25 else 900,
        key=f"board/{token}/{by}",
        on_select="rerun",
        selection_mode="single-row-required",
        selection_default={"selection": {"rows": [0]}},
        column_config={
            "run": st.column_config.TextColumn(pinned=True),
            "rank": st.column_config.NumberColumn(f"rank by {by}"),
            f"mean {by}": st.column_config.NumberColumn(format="%.4f"),
            "P(first)": st.column_config.NumberColumn(
                format="%.2f",
                width="small",
                help="Share of resamples of the instances in which the run comes first.",
            ),
            "instances, sorted": st.column_config.AreaChartColumn(
                "scores", width="small", help="The scores of its instances, sorted."
            ),
        },
        alt=f"Runs ranked by {by}",
    )
    words.caption(
        f"By the other measures, rank and mean; marked where the rank is {far} or more places from "
        f"that by {by}. Intervals of means: "
        + ("Student's t" if board.interval == "t" else "bootstrap over instances")
        + f"; of ranks: bootstrap, {SAMPLES:,} samples. Click a row to see the run."
    )
    winner = int(board.ranks[scores.measures.index(by)].argmin())
    chance = board.first[scores.measures.index(by), winner]
    st.caption(
        f"{plain(scores.runs[winner])} comes first in {chance:.0%} of the resamples under {by}."
    )
    why_intervals()
    rows = picked["selection"]["rows"]
    return table["run"][rows[0]] if rows else None


def why_intervals() -> None:
    """What the intervals say, and how well they cover."""
    with st.popover("Why these intervals", icon=":material/help:"):
        st.markdown(
            "Other instances would give other means and ranks. The instances are drawn anew, with "
            "replacement; the middle 95 % of what comes out is the interval. With fewer than "
            f"{FEW_INSTANCES} instances such intervals of means are too narrow, and Student's t "
            f"is used instead. {COVERAGE}"
        )
        coverage_table()
        words.markdown(
            "Two runs whose intervals overlap may still differ: Discriminative power tests that, "
            "instance by instance."
        )


def undefined_view(data: DataSet, chosen: list[str]) -> None:
    """Official means beside those on instances that all runs have, and what was left out."""
    scores = data.scores.of(chosen)
    unknown = scores.undefined()
    if not data.left_out or unknown.empty:
        return
    listwise = data.scores.defined().of(chosen)
    st.markdown("**Where scores are undefined**")
    st.caption(
        "Tasks officially average a run over the instances on which its score is defined, so runs "
        f"are averaged over different instances. Everything else here leaves out the "
        f"{data.left_out:,} instances on which any measure is undefined for any run."
    )
    pairs = {}
    for k, key in enumerate(chosen):
        pairs[f"{key}, official"] = scores.means_where_defined[k]
        pairs[f"{key}, same instances"] = listwise.means[k]
    table = pd.DataFrame(pairs, pd.Index(scores.runs, name="run"))
    st.dataframe(table.round(4), alt="Official means and means over the same instances")
    download_table("Download both means", lambda: table, "means-undefined.csv", data.name)
    st.dataframe(unknown, hide_index=True, alt="Which instances are undefined, for which runs")
    download_table(
        "Download what is undefined",
        lambda: unknown.set_index("measure"),
        "undefined.csv",
        data.name,
    )


def rounding_view(data: DataSet, chosen: list[str]) -> None:
    """How much the means move when run files are rounded to two decimals."""
    keys = [key for key in chosen if key in MEASURES]
    if data.collection is None or data.collection.labels is not None or not keys:
        return
    collection = data.collection
    with st.expander("What if run files were rounded", icon=":material/decimal_decrease:"):
        if not st.toggle("Round all runs to two decimals", key="rounded", bind="query-params"):
            return
        found = kept(
            ("rounding", data.token, tuple(keys)), lambda: rounding_shift(collection, keys)
        )
        st.dataframe(found.to_frame().round(5), alt="Change of each mean when runs are rounded")
        st.caption(
            "Change of each mean when the runs' probabilities are rounded to two decimals. A "
            "measure that asks which classes have any probability, such as RSNOD, jumps where a "
            "tiny one becomes 0."
        )
        download_table("Download the changes", found.to_frame, "rounding.csv", data.name)


def matrices_download(data_sets: list[DataSet]) -> None:
    """Every instance's score of every run, for other tools or to open here again."""
    st.download_button(
        "Download score matrices (ZIP)",
        asked_for(
            lambda: packed(
                (f"{safe_name(each.name)}/{name}", text)
                for each in data_sets
                for name, text in score_matrices(each.scores)
            )
        ),
        named("scores.zip", *(each.name for each in data_sets)),
        "application/zip",
        on_click="ignore",
        type="tertiary",
        icon=":material/folder_zip:",
        help="A CSV file for each data set and measure, with all measures: a row for each "
        "instance, a column for each run. Your data opens the files of one data set again.",
    )


def means_figure(scores: Scores, board: Leaderboard, by: str) -> go.Figure:
    """Means with intervals, best run on top."""
    k = scores.measures.index(by)
    order = np.argsort(board.ranks[k], kind="stable")[::-1]
    figure = go.Figure(
        go.Scatter(
            x=board.means[k][order],
            y=[label(scores.runs[run]) for run in order],
            mode="markers",
            marker={"color": theme.A, "size": 8},
            error_x={
                "array": (board.high[k] - board.means[k])[order],
                "arrayminus": (board.means[k] - board.low[k])[order],
                "color": theme.NEUTRAL,
                "thickness": 1.5,
            },
            hovertemplate="%{y}: %{x:.4f}<extra></extra>",
        )
    )
    figure.update_layout(
        title={"text": f"Mean {label(by)} with 95 % intervals"},
        xaxis={"title": f"Mean {label(by)}"},
        yaxis={"automargin": True, "dtick": 1},
        height=max(260, 90 + 20 * len(order)),
        margin={"l": 10, "r": 10, "t": 50, "b": 10},
    )
    return figure


def run_view(data: DataSet, scores: Scores, run: str, by: str) -> None:
    """A run's scores instance by instance, and its worst instances drawn."""
    k, column = scores.measures.index(by), scores.runs.index(run)
    values = scores.values[k, :, column]
    st.subheader(f"{plain(run)}: instance by instance")
    worst_first = np.argsort(values if scores.larger_is_better[k] else -values, kind="stable")
    table = pd.DataFrame(
        scores.values[:, worst_first, column].T,
        pd.Index([scores.ids[row] for row in worst_first], name="instance"),
        list(scores.measures),
    )
    left, right = st.columns([2, 3])
    with left:
        st.markdown(f"**Worst first by {by}**")
        st.dataframe(
            table.round(4),
            height=330,
            alt=f"Scores of {run} on every instance, the worst by {by} first",
        )
        download_table("Download these scores", lambda: table, "run-scores.csv", data.name, run)
    with right:
        show_figure(
            spread_figure(scores, run, by),
            key="spread",
            alt=f"Histogram of {run}'s scores by {by} over instances",
        )
    collection = data.collection
    if collection is None or run not in collection.runs:
        return
    st.markdown(f"**The {WORST} worst instances by {by}**")
    for place, column_ in zip(worst_first[:WORST], st.columns(WORST), strict=False):
        name = scores.ids[place]
        row = collection.ids.index(name)
        with column_:
            histogram(
                f"Instance {name}",
                "Share",
                collection.classes,
                {"Gold": collection.gold[row], run: collection.runs[run][row]},
                key=f"worst {place}",
            )
            st.caption(f"{by} = {values[place]:.4f}")
    for each in official_of(data):
        value = each.values[each.runs.index(run)]
        st.caption(f"{each.task}'s official {each.name} is {each.says}: {value:.4f} on average.")


def bin_edges(values: np.ndarray) -> np.ndarray:
    """Edges of the bins of a histogram of scores; scores equal but for rounding share one bin."""
    low, high = float(values.min()), float(values.max())
    if high - low < BINS * TIE_TOLERANCE * max(1.0, abs(low), abs(high)):
        return np.array([low - 0.5, high + 0.5])
    return np.linspace(low, high, BINS + 1)


def spread_figure(scores: Scores, run: str, by: str) -> go.Figure:
    """How one run's scores spread over instances, beside all runs'."""
    values = scores.values[scores.measures.index(by)]
    edges = bin_edges(values)
    figure = go.Figure()
    for name, numbers, colour in (
        ("all runs", values.ravel(), theme.NEUTRAL),
        (run, values[:, scores.runs.index(run)], theme.A),
    ):
        counts, _ = np.histogram(numbers, edges)
        figure.add_bar(
            x=(edges[:-1] + edges[1:]) / 2,
            y=counts / counts.sum(),
            width=np.diff(edges),
            name=label(name),
            marker={"color": colour, "opacity": 0.55},
            hovertemplate=f"{label(by)} about %{{x:.3f}}: %{{y:.1%}}<extra></extra>",
        )
    figure.update_layout(
        title={"text": "Scores over instances"},
        xaxis={"title": label(by)},
        yaxis={"title": "Share of instances", "tickformat": ".0%"},
        barmode="overlay",
        height=370,
        margin={"l": 10, "r": 10, "t": 50, "b": 10},
        legend={"orientation": "h", "y": 1.12, "x": 1, "xanchor": "right"},
    )
    return figure


def main() -> None:
    """The page."""
    words.title("Leaderboard: who is best, by which measure")
    data_sets = choose_data_sets(least=1)
    if not data_sets:
        return
    columns = st.columns([5, 2, 2])
    with columns[0]:
        chosen_of_each = choose_measures_of_each(data_sets)
    with columns[2]:
        seed = choose_seed()
    if not chosen_of_each:
        return
    data = choose_one(data_sets)
    chosen = chosen_of_each[data.name]
    with columns[1]:
        by = st.selectbox("Sort by", chosen, key="sort_by", bind="query-params")
    scores = data.scores.defined()
    board = board_of(data, scores, seed)
    rows = [scores.measures.index(key) for key in chosen]
    shown, shown_board = scores.of(chosen), board.only(rows)
    run = runs_table(shown, shown_board, by, data.token)
    with st.container(horizontal=True):
        download_table(
            "Download ranks, means and intervals",
            lambda: tables.leaderboard(shown, shown_board).set_index("measure"),
            "leaderboard.csv",
            data.name,
        )
        download_table(
            "Download means", lambda: tables.means(shown, shown_board), "means.csv", data.name
        )
        matrices_download(data_sets)
    printed_view(data_sets, data, chosen_of_each, seed)
    with st.expander("Means and intervals as a chart", icon=":material/monitoring:"):
        show_figure(
            means_figure(shown, shown_board, by),
            key="means",
            alt=f"Mean {by} of every run with its interval",
        )
    undefined_view(data, chosen)
    rounding_view(data, chosen)
    if run is not None:
        run_view(data, shown, run, by)


main()
