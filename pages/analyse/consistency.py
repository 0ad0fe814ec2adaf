"""Ranking consistency: does a measure rank the runs alike on other instances."""

from collections.abc import Callable

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from oq_core import (
    randomised_tukey_hsd,
    ranking_consistency,
)
from oq_core.analysis import (
    ConsistencyIntervals,
    consistency_intervals,
    residual_variance,
)
from oq_core.analysis.consistency import can_leave_some_out
from oq_core.campaign import layouts, tables
from oq_core.campaign.costs import (
    seconds_of_consistency_intervals,
    seconds_of_splits,
    seconds_of_tests,
    size_of,
)
from oq_core.data.scores import counted
from oq_core.defaults import SMALL_SPLIT
from pages.shared import theme, words
from pages.shared.charts import show_figure
from pages.shared.data import DataSet, choose_data_sets
from pages.shared.downloads import download_table
from pages.shared.options import (
    choose_alpha,
    choose_measures,
    choose_one,
    choose_seed,
    choose_splits,
    choose_trials,
)
from pages.shared.printed import show_printed
from pages.shared.text import label, plain
from pages.shared.work import work

WHY_SPLITS = """\
All splits are drawn from the same instances. They differ by chance alone, and you choose how many
there are. So the test answers whether the two means of τ over *all* splits of these instances are
equal. They hardly ever are: with enough splits, every difference becomes significant.

Whether *other instances* would give the same order of measures is another question. *Intervals over
instances* leave out a twentieth of the instances at a time and see how much the mean τ changes.
More splits do not make these intervals narrower; more instances do. The same instances are left out
for all measures, so that measures are compared on the same data."""


def taus_of(data: DataSet, size: int | None, splits: int, seed: int) -> np.ndarray | None:
    """Tau of every split under every measure of the data set, (splits, K)."""
    scores = data.scores.defined()
    return work(
        ("consistency", data.token, size, splits, seed),
        f"Splitting instances, {data.name}",
        ranking_consistency,
        scores.values,
        size,
        splits,
        seed,
        seconds=seconds_of_splits(*size_of(scores), splits),
    )


def choose_size(data_sets: list[DataSet]) -> int | None:
    """Instances in each of the two parts of a split."""
    fewest = min(len(each.scores.defined().ids) for each in data_sets)
    columns = st.columns(2)
    kind = columns[0].segmented_control(
        "Split the instances",
        ["in halves", "in two sets of"],
        default="in halves",
        required=True,
        key="split_kind",
        bind="query-params",
    )
    if kind == "in halves":
        return None
    return columns[1].number_input(
        "Instances in each set",
        min_value=1,
        max_value=max(1, fewest // 2),
        value=min(10, max(1, fewest // 2)),
        step=1,
        key=f"split_size/{fewest}",
        bind="query-params",
        help="ACL21 and RNOD22 also use 10.",
    )


def spread(keys: list[str], taus: np.ndarray) -> go.Figure:
    """Distribution of tau over splits, the most consistent measure first."""
    figure = go.Figure()
    for k in np.argsort(-taus.mean(axis=0), kind="stable"):
        low, first, middle, third, high = np.quantile(taus[:, k], [0.025, 0.25, 0.5, 0.75, 0.975])
        figure.add_box(
            x=[label(keys[k])],
            name=label(keys[k]),
            q1=[first],
            median=[middle],
            q3=[third],
            lowerfence=[low],
            upperfence=[high],
            mean=[taus[:, k].mean()],
            line={"color": theme.A, "width": 1.5},
            showlegend=False,
        )
    figure.update_layout(
        title={"text": "τ between the rankings of a split"},
        yaxis={"title": "Kendall's τ"},
        xaxis={"title": "Measure, the most consistent first"},
        height=400,
        margin={"l": 10, "r": 10, "t": 50, "b": 10},
    )
    return figure


def details(
    data: DataSet,
    keys: list[str],
    taus: np.ndarray,
    p_values: np.ndarray | None,
    alpha: float,
    trials: int,
    seed: int,
) -> None:
    """One data set: distribution of tau, and who outperforms whom."""
    variance = float(residual_variance(taus, "E2")) if len(keys) > 1 else 0.0
    table = tables.consistency(keys, taus, p_values, alpha, variance)
    left, right = st.columns([2, 3], gap="medium")
    with left:
        show_figure(
            spread(keys, taus),
            key="spread of tau",
            alt=f"Distribution of tau over splits for {', '.join(keys)}",
        )
        download_table(
            "Download τ of every split",
            lambda: pd.DataFrame(taus, columns=keys).rename_axis("split"),
            "consistency-splits.csv",
            data.name,
        )
    with right:
        st.markdown(f"**Which measure is more consistent** (α = {alpha:g})")
        st.dataframe(
            table,
            height="content",
            column_config={
                "mean tau": st.column_config.NumberColumn("mean τ", format="%.3f", width=70),
                "outperforms the worst": st.column_config.NumberColumn(
                    "outperforms",
                    width=90,
                    help="k: significantly better than the worst k, which are named beside it",
                ),
                "namely": st.column_config.Column(width=230),
                "ES against the worst": st.column_config.NumberColumn(
                    "ES", format="%.2f", width=60, help="Effect size against the worst measure"
                ),
            },
            alt="Mean tau and significance by measure",
        )
        download_table("Download this table", lambda: table, "consistency.csv", data.name)
        words.caption(
            f"V_E2 = {variance:.5f}. Measures are compared by randomised Tukey HSD on the "
            f"{len(taus):,} × {len(keys)} matrix of τ, {words.word('B', 'trial')} = {trials:,}, "
            f"seed {seed}; larger τ is better. Effect sizes are differences of mean τ over √V_E2. "
            "Consistent does not mean right. "
            f"{plain(data.name)}: {counted(len(data.runs), 'run')}."
        )


def printed_view(
    data: DataSet, keys: list[str], splits: int, alpha: float, trials: int, seed: int
) -> None:
    """The table of halves and of two small sets, side by side as ACL21 prints them."""
    with st.expander("Table for a paper", icon=":material/table:"):
        if not st.toggle("Halves and two sets of 10", key="consistency_tables"):
            return
        series = []
        for size in (None, SMALL_SPLIT):
            if len(data.scores.defined().ids) < 2 * (size or 1):
                continue
            taus = taus_of(data, size, splits, seed)
            if taus is None:
                return
            taus = taus[:, [data.measures.index(key) for key in keys]]
            p_values = tested(data, keys, taus, trials, seed) if len(keys) > 1 else None
            if p_values is None and len(keys) > 1:
                return
            series.append(layouts.Splits(taus, p_values, size))
        table = layouts.consistency(data.name, keys, series, alpha=alpha)
        st.markdown(f"**{plain(table.title)}**")
        show_printed(table, data.name)


def tested(
    data: DataSet, keys: list[str], taus: np.ndarray, trials: int, seed: int
) -> np.ndarray | None:
    """P-values between measures, (K, K); None until they are computed."""
    test: Callable[..., np.ndarray] = randomised_tukey_hsd
    return work(
        ("consistency test", data.token, taus.shape, tuple(keys), trials, seed, taus.sum()),
        f"Testing measures on {len(taus):,} splits, {data.name}",
        test,
        taus,
        trials,
        seed,
        seconds=seconds_of_tests(len(taus), len(keys), 1, trials),
    )


def sure_of(data: DataSet, size: int | None, splits: int, seed: int) -> ConsistencyIntervals | None:
    """Intervals of mean tau over instances, of all measures of the data set."""
    scores = data.scores.defined()
    return work(
        ("consistency intervals", data.token, size, splits, seed),
        f"Leaving out blocks of instances, {data.name}",
        consistency_intervals,
        scores,
        size,
        splits,
        seed,
        seconds=seconds_of_consistency_intervals(*size_of(scores), splits),
    )


def intervals_view(
    data: DataSet, keys: list[str], size: int | None, splits: int, seed: int
) -> None:
    """What the test rests on, and intervals that more splits do not make narrower."""
    words.caption(
        f"The test takes the {splits:,} splits for its sample: with more splits it finds any "
        "difference significant. It is kept as ACL21 has it. An interval over instances does not "
        "depend on the number of splits."
    )
    with st.popover("Why splits are no sample", icon=":material/help:"):
        st.markdown(WHY_SPLITS)
    if not st.toggle("Intervals over instances", key="consistency_intervals", bind="query-params"):
        return
    if not can_leave_some_out(len(data.scores.defined().ids), size):
        st.info("There are too few instances to leave some out.")
        return
    found = sure_of(data, size, splits, seed)
    if found is None:
        return
    rows = [found.measures.index(key) for key in keys]
    best = max(rows, key=lambda row: found.means[row])
    table = found.to_frame().loc[keys].sort_values("mean tau", ascending=False)
    table["less than the first by"] = [
        f"{low:.3f} – {high:.3f}"
        for low, high in zip(
            *(
                ends[best][[found.measures.index(key) for key in table.index]]
                for ends in (found.difference_low, found.difference_high)
            ),
            strict=True,
        )
    ]
    st.dataframe(table.round(3), height="content", alt="Mean tau with intervals over instances")
    st.caption(
        "95 %, by leaving out a twentieth of the instances at a time. Where an interval in the "
        "last column includes 0, these instances do not tell which of the two measures is more "
        "consistent."
    )
    download_table("Download the intervals", lambda: table, "consistency-intervals.csv", data.name)


def main() -> None:
    """The page."""
    words.title("Ranking consistency: would other instances give the same ranking")
    data_sets = choose_data_sets(instances=2)
    if not data_sets:
        return
    keys = choose_measures(data_sets)
    size = choose_size(data_sets)
    columns = st.columns(4)
    with columns[0]:
        splits = choose_splits()
    with columns[1]:
        alpha = choose_alpha()
    with columns[2]:
        trials = choose_trials()
    with columns[3]:
        seed = choose_seed()
    if not keys:
        st.info("Choose at least one measure.")
        return
    taus = {}
    for each in data_sets:
        of_all = taus_of(each, size, splits, seed)
        if of_all is None:
            return
        taus[each.name] = of_all[:, [each.measures.index(key) for key in keys]]
    data = choose_one(data_sets)
    p_values = tested(data, keys, taus[data.name], trials, seed) if len(keys) > 1 else None
    if p_values is None and len(keys) > 1:
        return
    details(data, keys, taus[data.name], p_values, alpha, trials, seed)
    intervals_view(data, keys, size, splits, seed)
    printed_view(data, keys, splits, alpha, trials, seed)
    if len(data_sets) > 1:
        st.subheader(f"Averaged over {len(data_sets)} data sets")
        means = {
            name: dict(zip(keys, each.mean(axis=0), strict=True)) for name, each in taus.items()
        }
        show_printed(layouts.mean_consistency({size: means}), "all")


main()
