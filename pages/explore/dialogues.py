"""Dialogues: on which instances two measures prefer different runs, and why, in words."""

import pandas as pd
import streamlit as st

from oq_core import MEASURES, Collection, explain_conflict
from oq_core.analysis import Comparison, correlation, quadrants
from oq_core.campaign.computing.baselines import with_baselines
from oq_core.campaign.computing.sources import data_set_name
from oq_core.campaign.printing import headlines, layouts
from oq_core.defaults import LEVEL
from oq_core.disagreement import preference_agreement
from pages import menu
from pages.analysing import views, words
from pages.analysing.data import choose_collection, chosen_data
from pages.analysing.downloads import download_table
from pages.analysing.options import USUAL
from pages.analysing.settings import answer, choose, settings
from pages.analysing.text import plain
from pages.drawing.bars import histogram
from pages.drawing.conflict import choose_two, choose_two_runs, compared, open_in_compare, ranked
from pages.drawing.opened import opened
from pages.drawing.shown import page_of, pick_row, show
from pages.explore.dialogues_parts.learnt import learnt
from pages.explore.dialogues_parts.scatter import delta_scatter

#: Instances drawn at once.
SHOWN = 3
#: Reasons in the list are written for so many at once.
REASONS = 100


def findings(comparison: Comparison, x: str, y: str) -> None:
    """Where instances lie, and the correlation."""
    counts, r = quadrants(comparison, x, y), correlation(comparison, x, y)
    first, second = plain(comparison.first), plain(comparison.second)
    interval = (
        f"undefined: {r.reason}"
        if r.reason
        else f"r = {r.r:.3f}, {LEVEL} CI [{r.low:.3f}, {r.high:.3f}]"
    )
    words.caption(
        f"On {counts.first_only_x}, {x} prefers {first} and {y} prefers {second}; "
        f"on {counts.first_only_y} it is the other way round. "
        f"Both prefer {first} on {counts.both_first} and {second} on {counts.both_second}; "
        f"{counts.tied} are tied under at least one. Pearson's {interval}."
    )


def reason(pair: Collection, row: int, x: str, y: str, *, numbers: bool = True) -> str:
    """Why the two measures prefer what they do on an instance, in words."""
    (first, a), (second, b) = ((name, run[row]) for name, run in pair.runs.items())
    names = first, second
    return explain_conflict(pair.gold[row], a, b, x, y, pair.classes, names, numbers=numbers)


def instance(
    pair: Collection, comparison: Comparison, row: int, x: str, y: str, place: int
) -> None:
    """One instance: gold with both runs, why, and what every measure says of it."""
    shares = {"Gold": pair.gold[row], **{name: run[row] for name, run in pair.runs.items()}}
    chart, table = st.columns([5, 4])
    with chart:
        histogram(f"Instance {pair.ids[row]}", pair.classes, shares, height=300)
    with table:
        show(layouts.deltas_of_instance(pair.name, comparison, row))
    words.markdown(plain(reason(pair, row, x, y, numbers=False)))
    gold, a, b = shares.values()
    open_in_compare(pair.classes, (gold, a, b), f"instance {place}")


def instances(
    pair: Collection, comparison: Comparison, x: str, y: str, key: str, *, every: bool
) -> int | None:
    """List the instances on which the measures disagree, or all; gives the row that is clicked."""
    st.header(f"{'All instances' if every else 'Where they disagree'}, ranked by {words.word('d')}")
    table = ranked(comparison, pair, x, y)
    d, is_conflict = table.columns[1], comparison.winner(x) * comparison.winner(y) == 2
    if not every:
        table = table[is_conflict[table.index]]
    if not len(table):
        st.info(f"{x} and {y} disagree on none of these instances.")
        return None
    told = table[is_conflict[table.index]][d].abs().nlargest(REASONS).index.tolist()
    reasons = {row: reason(pair, row, x, y) for row in told}
    table = table.assign(reason=[reasons.get(row, "") for row in table.index])
    number = st.column_config.NumberColumn(format="%.4f")
    place = pick_row(
        table,
        key,
        f"{'Every instance' if every else f'Instances on which {x} and {y} disagree'}, by d",
        height=430,
        column_config={
            **{name: number for name in table.columns if table[name].dtype == float},
            "gold": st.column_config.BarChartColumn(y_min=0, y_max=1, width="small"),
            "reason": st.column_config.TextColumn(width="large"),
        },
    )
    if len(table) > len(told):
        words.caption(f"Reasons are written for conflicts, the {REASONS} with the largest |d|.")
    with st.container(horizontal=True):
        download_table(
            "Download these instances",
            # Shares as they are pasted into Compare; NumPy's own text is rounded.
            lambda: table.assign(
                gold=[" ".join(map(str, shares.tolist())) for shares in table["gold"]]
            ).set_index("instance"),
            "dialogues.csv",
            pair.name,
        )
        download_table(
            "Download all instances, every measure's Δ",
            lambda: pd.DataFrame(
                comparison.deltas.T, comparison.ids, comparison.measures
            ).rename_axis("instance"),
            "deltas.csv",
            pair.name,
        )
    return int(table.index[place])


def over_instances(pair: Collection, comparison: Comparison, x: str, y: str) -> None:
    """Wins on every scale, how often every two measures agree, and figures for a paper."""
    first, second = comparison.first, comparison.second
    data = chosen_data()
    several = len({**data.sources, **data.collections}) > 1
    scales = {
        data_set_name(data.title, scale, several): compared(collection, first, second)[1]
        for scale, (collection, _) in (
            (scale, with_baselines(bare)) for scale, bare in data.collections.items()
        )
        if first in collection.runs and second in collection.runs
    }
    show(layouts.baseline_wins(scales, list(MEASURES)), data.title)
    if part := opened("Preference agreement of all measures", ":material/grid_on:"):
        with part:
            title = "share of instances on which two measures prefer the same of "
            show(
                layouts.square(
                    "preference-agreement", pair.name, f"{title}{first} and {second}",
                    list(MEASURES), preference_agreement(comparison), "agreement",
                )
            )  # fmt: skip
            words.caption("As in SIGIR18 table 2 (II); a tie under both agrees.")
    if part := opened("Figures for a paper", ":material/monitoring:"):
        with part:
            keys = list(dict.fromkeys((x, y, *USUAL)))[: len(USUAL)]
            show(layouts.delta_scatter(pair.name, comparison, keys))
            show(layouts.extreme_instances(pair.name, pair, comparison, x, y))


def main() -> None:
    """The page."""
    heading = st.empty()
    with settings() as line:
        chosen = choose_collection(line)
        x, y = choose_two()
        collection, first, second = choose_two_runs(chosen)
        with line.options:
            every = choose(views.EVERY_INSTANCE)
    with heading:
        words.title(menu.DIALOGUES.headline.replace("NMD and RNOD", f"{x} and {y}"))
    if x == y or first == second:
        st.info("Choose two different runs and two different measures.")
        return
    pair, comparison = compared(collection, first, second)
    answer(headlines.conflicts(comparison, x, y))
    above = st.container()
    key = f"{chosen.code}/{first}/{second}/{x}/{y}/{every}"
    clicked = instances(pair, comparison, x, y, f"dialogues/{key}", every=every)
    with above:
        left, right = st.columns([3, 4], gap="medium")
    with left:
        # A click in the list puts its instance in the place of those selected here.
        rows = delta_scatter(comparison, x, y, key=f"scatter/{key}/{clicked}")
        findings(comparison, x, y)
        line.tell()
    with right:
        if rows:
            st.markdown(f"**Selected: {len(rows)} of {len(pair.ids)}**")
        else:
            st.markdown("Click or box-select points, or click a row of the list below.")
            rows = [] if clicked is None else [clicked]
        for place, row in enumerate(page_of(rows, SHOWN, "instances selected")):
            instance(pair, comparison, row, x, y, place)
    over_instances(pair, comparison, x, y)
    learnt(chosen.value, x, y)


main()
