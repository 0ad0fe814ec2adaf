"""Leaderboard: every run's mean score and rank under every measure, and what lies behind."""

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import Scores, options
from oq_core.analysis import Leaderboard
from oq_core.analysis.leaderboard import FEW_INSTANCES
from oq_core.campaign.printing import headlines, layouts
from oq_core.campaign.saving.archive import packed, score_matrices
from oq_core.campaign.saving.names import safe_name
from oq_core.defaults import LEVEL, SAMPLES
from pages import menu
from pages.analysing import views, words
from pages.analysing.data import DataSet, choose_data_sets
from pages.analysing.downloads import download_table, named, save
from pages.analysing.explain import explain
from pages.analysing.options import choose_measures_of_each, choose_one
from pages.analysing.people import people_scores
from pages.analysing.settings import answer, choose, settings
from pages.analysing.text import plain
from pages.campaign.leaderboard_parts.printed import board_of, official_of, printed_view
from pages.campaign.leaderboard_parts.turns import nuggets_of, pick_dialogue, turns_view
from pages.drawing import theme
from pages.drawing.bars import histogram
from pages.drawing.opened import opened
from pages.drawing.shown import pick_row, show
from pages.host.results import Named, kept

#: Points in a run's sparkline.
SPARKS = 40
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
            f"{LEVEL} interval": [
                f"{low:.4f} – {high:.4f}" if np.isfinite(low) else "undefined"
                for low, high in zip(board.low[k], board.high[k], strict=True)
            ],
            f"rank, {LEVEL}": [
                f"{best:.0f} – {worst:.0f}" if board.has_ranks else "undefined"
                for best, worst in zip(board.rank_low[k], board.rank_high[k], strict=True)
            ],
            "first in": board.first[k],
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


def runs_table(scores: Scores, board: Leaderboard, by: str, code: str) -> tuple[str, bool]:
    """The table; gives the run that was clicked, and whether it is another than the best."""
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

    row = pick_row(
        table.style.apply(mark),
        f"board/{code}/{by}",
        f"Runs ranked by {by}",
        height="content" if len(table) <= 25 else 900,
        column_config={
            "run": st.column_config.TextColumn(pinned=True),
            "rank": st.column_config.NumberColumn(f"rank by {by}"),
            f"mean {by}": st.column_config.NumberColumn(format="%.4f"),
            "first in": st.column_config.NumberColumn(
                "how often first",
                format="%.2f",
                help="The share of resamples in which it is first: the instances are drawn anew. "
                "It is not the chance that the run is the best.",
            ),
            "instances, sorted": st.column_config.AreaChartColumn(
                "scores", width="small", help="The scores of its instances, sorted."
            ),
        },
    )
    words.caption(
        f"By the other measures, rank and mean; marked where the rank is {far} or more places from "
        f"that by {by}. Intervals of means: "
        + board.rule.split(";")[0].removeprefix("means: ")
        + (
            f"; of ranks: bootstrap, {SAMPLES:,} samples"
            if board.has_ranks
            else f". Intervals of ranks are {board.of_ranks}"
        )
        + ". Click a row to see the run."
    )
    why_intervals()
    return str(table["run"][row]), row > 0


def tell_references(data: DataSet, by: str) -> None:
    """The means of what is beside the runs."""
    references = data.references_of([by])
    if references is None:
        return
    told = (
        f"{plain(run)} {'undefined' if np.isnan(mean) else f'{mean:.4f}'}"
        + " (made from the gold)" * (run in data.family.from_gold)
        for run, mean in zip(references.runs, references.means[0], strict=True)
    )
    words.caption(f"Not among the runs, mean {by}: {', '.join(told)}.")


def why_intervals() -> None:
    """What the intervals say."""
    with explain("Why these intervals", "leaderboard", LEVEL=LEVEL, FEW_INSTANCES=FEW_INSTANCES):
        words.markdown(
            "Two runs whose intervals overlap may still differ: Discriminative power tests that, "
            "instance by instance."
        )


def undefined_view(data: DataSet, chosen: list[str]) -> None:
    """Official means beside those on instances that all runs have, and what was left out."""
    scores = data.scores.of(chosen)
    if not data.left_out or scores.undefined().empty:
        return
    st.markdown("**Where scores are undefined**")
    st.caption(
        "Tasks officially average a run over the instances on which its score is defined, so runs "
        f"are averaged over different instances. Everything else here leaves out the "
        f"{data.left_out:,} instances on which any measure is undefined for any run."
    )
    show(layouts.undefined_means(data.name, scores, data.scores.defined().of(chosen)))
    show(layouts.undefined(data.name, scores))


def matrices_download(data_sets: list[DataSet]) -> None:
    """Every instance's score of every run, for other tools or to open here again."""
    save(
        "Download score matrices (ZIP)",
        lambda: packed(
            (f"{safe_name(each.name)}/{name}", text)
            for each in data_sets
            for name, text in score_matrices(each.scores)
        ),
        named("scores.zip", *(each.name for each in data_sets)),
        type="tertiary",
        icon=":material/folder_zip:",
        help="A CSV file for each data set and measure, with all measures: a row for each "
        "instance, a column for each run. Your data opens the files of one data set again.",
    )


def run_view(data: DataSet, scores: Scores, run: str, by: str) -> None:
    """A run's scores instance by instance, and its worst instances drawn."""
    k, column = scores.measures.index(by), scores.runs.index(run)
    values = scores.values[k, :, column]
    st.header(f"{plain(run)}: instance by instance")
    worst_first = np.argsort(values if scores.larger_is_better[k] else -values, kind="stable")
    nuggets = kept(nuggets_of, data.named)
    left, right = st.columns(2)
    with right:
        show(layouts.spread_of_scores(data.name, scores, run, by))
    with left:
        if nuggets.value is not None:
            others = [name for name in scores.runs if name != run]
            key = f"dialogues/{nuggets.code}/{run}/{by}"
            dialogue = pick_dialogue(nuggets.value, scores.without(others), by, key)
        else:
            show(layouts.scores_of_run(data.name, scores, run, by))
    if nuggets.value is not None:
        turns_view(Named(nuggets.key, nuggets.value), run, dialogue)
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
                collection.classes,
                {"Gold": collection.gold[row], run: collection.runs[run][row]},
            )
            st.caption(f"{by} = {values[place]:.4f}")
    for each in official_of(data):
        value = each.values[each.runs.index(run)]
        official = "official " if each.published else ""
        st.caption(f"{each.task}'s {official}{each.name} is {each.says}: {value:.4f} on average.")


def main() -> None:
    """The page."""
    words.title(menu.LEADERBOARD.headline)
    with settings() as line:
        data_sets = choose_data_sets(line, least=1)
        chosen_of_each = choose_measures_of_each(line, data_sets)
        if not chosen_of_each:
            return
        data = choose_one(data_sets)
        chosen = chosen_of_each[data.name]
        with line.options:
            by = choose(views.SORT_BY, ways=chosen)
            seed, bounded = choose(options.SEED), choose(options.BOUNDED)
    named, board = data.defined_of(chosen), board_of(data, chosen, seed, bounded)
    shown = named.value
    about = data.name if len(data_sets) > 1 else ""
    answer(headlines.leaderboard(shown, board, by), about)
    lines = people_scores(data.named_collection, by) | data.reference_means(by)
    show(layouts.mean_intervals(data.name, shown, board, chosen.index(by), lines))
    run, is_asked = runs_table(shown, board, by, data.named.code)
    tell_references(data, by)
    line.tell()
    if part := opened("The run, instance by instance", ":material/list:", is_open=is_asked):
        with part:
            run_view(data, data.instances_of(chosen).value, run, by)
    more = "More on these means and ranks"
    if part := opened(more, ":material/unfold_more:", views.MARKS):
        with part:
            show(layouts.difficulty(data.name, data.instances_of([by]).value, 0))
            with st.container(horizontal=True):
                download_table(
                    "Download ranks, means and intervals",
                    lambda: board.to_frame().set_index("measure"),
                    "leaderboard.csv",
                    data.name,
                )
                matrices_download(data_sets)
            printed_view(data_sets, data, chosen_of_each, seed)
            undefined_view(data, chosen)


main()
