"""Baselines: on which instances two runs are preferred by which measure."""

import pandas as pd
import streamlit as st

from oq_core import MEASURES, Collection
from oq_core.analysis import Comparison, correlation, quadrants
from oq_core.campaign.computing.baselines import with_baselines
from oq_core.campaign.computing.sources import data_set_name
from oq_core.campaign.printing import headlines, layouts
from oq_core.defaults import LEVEL
from pages.analyse.baselines_parts.learnt import learnt
from pages.analyse.baselines_parts.scatter import delta_scatter
from pages.analysing import views, words
from pages.analysing.data import choose_collection, chosen_data
from pages.analysing.downloads import download_table
from pages.analysing.options import USUAL
from pages.analysing.settings import answer, settings
from pages.analysing.text import plain
from pages.drawing.bars import histogram
from pages.drawing.conflict import choose_two, choose_two_runs, compared, ranked
from pages.drawing.opened import opened
from pages.drawing.shown import page_of, show

#: Instances drawn at once.
SHOWN = 3


def findings(comparison: Comparison, x: str, y: str) -> None:
    """Where instances lie, and the correlation."""
    counts, found = quadrants(comparison, x, y), correlation(comparison, x, y)
    first, second = plain(comparison.first), plain(comparison.second)
    interval = (
        f"r = {found.r:.3f}, {LEVEL} CI [{found.low:.3f}, {found.high:.3f}]"
        if not found.reason
        else f"undefined: {found.reason}"
    )
    words.caption(
        f"On {counts.first_only_x}, {x} prefers {first} and {y} prefers {second}; "
        f"on {counts.first_only_y} it is the other way round. "
        f"Both prefer {first} on {counts.both_first} and {second} on {counts.both_second}; "
        f"{counts.tied} are tied under at least one. Pearson's {interval}."
    )


def instance(collection: Collection, comparison: Comparison, row: int) -> None:
    """One instance: gold with both runs, and what every measure says of it."""
    name = collection.ids[row]
    chart, table = st.columns([5, 4])
    with chart:
        values = {"Gold": collection.gold}
        values |= {run: collection.runs[run] for run in (comparison.first, comparison.second)}
        histogram(
            f"Instance {name}",
            collection.classes,
            {who: array[row] for who, array in values.items()},
            height=300,
        )
    with table:
        show(layouts.deltas_of_instance(collection.name, comparison, row))


def wins_view(pair: Collection, comparison: Comparison, measures: list[str]) -> None:
    """The wins on every scale, and figures of this one, as a paper prints them."""
    first, second = comparison.first, comparison.second
    data = chosen_data()
    several = len({**data.sources, **data.collections}) > 1
    scales = {
        data_set_name(data.title, scale, several): compared(each, first, second)[1]
        for scale, each in ((s, with_baselines(c)[0]) for s, c in data.collections.items())
        if first in each.runs and second in each.runs
    }
    show(layouts.baseline_wins(scales, list(MEASURES)), data.title)
    if part := opened("Figures for a paper", ":material/monitoring:"):
        with part:
            keys = list(dict.fromkeys((*measures, *USUAL)))[: len(USUAL)]
            show(layouts.delta_scatter(pair.name, comparison, keys))
            show(layouts.extreme_instances(pair.name, pair, comparison, measures[0], measures[1]))


def main() -> None:
    """The page."""
    words.title("Where two measures prefer different runs")
    with settings() as line:
        bare = choose_collection(line)
        x, y = choose_two(views.ACROSS, views.UPWARDS)
        collection, first, second = choose_two_runs(bare)
    if first == second or x == y:
        st.info("Choose two different runs and two different measures.")
        return
    pair, comparison = compared(collection, first, second)
    answer(headlines.conflicts(comparison, x, y))
    table = ranked(comparison, pair, x, y)
    left, right = st.columns([3, 4], gap="medium")
    with left:
        rows = delta_scatter(comparison, x, y, key=f"scatter/{bare.code}/{first}/{second}/{x}/{y}")
        findings(comparison, x, y)
        line.tell()
    with right:
        if rows:
            st.markdown(f"**Selected: {len(rows)} of {len(pair.ids)}**")
        else:
            rows = [int(table.index[0])]
            most = f"**The most negative {words.word('d')}**"
            st.markdown(f"{most} · click or box-select points to see others")
        for row in page_of(rows, SHOWN, "instances selected"):
            instance(pair, comparison, row)

    st.header(f"All instances, ranked by {words.word('d')}")
    number = st.column_config.NumberColumn(format="%.4f")
    st.dataframe(
        table,
        hide_index=True,
        column_config={
            **{name: number for name in table.columns if table[name].dtype == float},
            "gold": st.column_config.BarChartColumn("gold", y_min=0, y_max=1),
        },
        alt="Every instance with its deltas and preferences, most negative d first",
    )
    download_table(
        "Download all instances, every measure's Δ",
        lambda: pd.DataFrame(comparison.deltas.T, comparison.ids, comparison.measures).rename_axis(
            "instance"
        ),
        "deltas.csv",
        pair.name,
    )
    wins_view(pair, comparison, [x, y])
    learnt(bare.value, x, y)


main()
