"""Whether a measure ranks the runs alike on other instances."""

from dataclasses import replace

import pandas as pd
import streamlit as st

from oq_core import Options, ranking_consistency
from oq_core.analysis import Consistency, consistency_intervals
from oq_core.analysis.consistency import can_leave_some_out
from oq_core.campaign.computing.analysis import Splits
from oq_core.campaign.printing import headlines, layouts
from oq_core.defaults import SMALL_SPLIT
from pages.analysing import views, words
from pages.analysing.data import DataSet
from pages.analysing.downloads import download_table
from pages.analysing.explain import explain
from pages.analysing.settings import answer, choose, told
from pages.drawing.shown import show
from pages.host.results import Named, kept
from pages.host.work import work


def splits_of(data: DataSet, keys: list[str], how: Options) -> Named[Consistency]:
    """Tau of every split under the chosen measures."""
    scores = data.defined
    found = work(
        f"Splitting instances, {data.name}",
        ranking_consistency,
        scores,
        how.split_size,
        how.splits,
        how.seed,
    )
    return kept(Consistency.of, found, keys)


def choose_size(data_sets: list[DataSet]) -> int | None:
    """Instances in each of the two parts of a split."""
    fewest = min(len(each.scores.defined().ids) for each in data_sets)
    if choose(views.SPLIT_KIND) != views.SETS:
        return None
    most = max(1, fewest // 2)
    size = choose(views.SET_SIZE, fewest, usual=min(views.SET_SIZE.usual, most), max_value=most)
    return told(size, None, f"sets of {size:,}")


def printed_view(data: DataSet, keys: list[str], how: Options) -> None:
    """The table of halves and of two small sets, side by side as ACL21 prints them."""
    with st.expander("Table for a paper", icon=":material/table:"):
        if not st.toggle("Halves and two sets of 10", key="consistency_tables"):
            return
        series = []
        for size in (None, SMALL_SPLIT):
            if len(data.scores.defined().ids) < 2 * (size or 1):
                continue
            of_size = replace(how, split_size=size)
            series.append(tested_splits(data, splits_of(data, keys, of_size), of_size))
        table = layouts.consistency(data.name, keys, series, alpha=how.alpha)
        show(replace(table, file="consistency-both"))


def tested_splits(data: DataSet, named: Named[Consistency], how: Options) -> Splits:
    """Splits with p-values between measures, where these are several."""
    taus = named.value.taus
    splits, measures = taus.shape
    if measures == 1:
        return Splits(taus, None, how.split_size)
    found = work(
        f"Testing measures on {splits:,} splits, {data.name}",
        Consistency.p_values,
        named,
        how.trials,
        how.seed,
    )
    return Splits(taus, found.value, how.split_size)


def intervals_view(data: DataSet, keys: list[str], how: Options) -> None:
    """Intervals of mean tau over instances, which more splits do not make narrower."""
    scores = data.defined
    if not can_leave_some_out(len(scores.value.ids), how.split_size):
        st.info("There are too few instances to leave some out.")
        return
    found = work(
        f"Leaving out blocks of instances, {data.name}",
        consistency_intervals,
        scores,
        how.split_size,
        how.splits,
        how.seed,
    )
    show(layouts.consistency_intervals(data.name, found.value.of(keys), scores.value.unit))


def splits_view(data: DataSet, keys: list[str], found: Named[Consistency], how: Options) -> None:
    """The papers' test, which takes the splits for its sample."""
    splits = len(found.value.taus)
    st.warning(
        f"The test takes the {splits:,} splits for its sample: with more splits it finds any "
        f"difference significant."
    )
    explain("Why splits are no sample", "splits")
    tested = tested_splits(data, found, how)
    show(layouts.consistency(data.name, keys, [tested], alpha=how.alpha))
    words.caption(
        f"Measures are compared by randomised Tukey HSD on the {splits:,} × {len(keys)} matrix "
        f"of τ, {words.word('B', 'trial')} = {how.trials:,}, seed {how.seed}; larger τ is better."
    )


def draw(
    data_sets: list[DataSet], data: DataSet, keys: list[str], how: Options, *, with_test: bool
) -> None:
    """The answer, the splits of the data set, and means over all where they are several."""
    st.header("Would other instances give the same ranking?")
    taus = {each.name: splits_of(each, keys, how) for each in data_sets}
    of_data = taus[data.name].value.taus
    parts = headlines.parts_of(how.split_size)
    sentence = headlines.consistency(keys, of_data, parts, data.defined.value.unit)
    answer(sentence, data.name if len(data_sets) > 1 else "")
    show(layouts.spread_of_splits(data.name, keys, of_data))
    download_table(
        "Download τ of every split",
        lambda: pd.DataFrame(of_data, columns=keys).rename_axis("split"),
        "consistency-splits.csv",
        data.name,
    )
    intervals_view(data, keys, how)
    words.caption("Consistent does not mean right.")
    if with_test:
        splits_view(data, keys, taus[data.name], how)
    printed_view(data, keys, how)
    if len(data_sets) > 1:
        means = {
            name: dict(zip(keys, each.value.means, strict=True)) for name, each in taus.items()
        }
        show(layouts.mean_consistency({how.split_size: means}, how.splits), "all")
