"""Discriminative power: how many pairs of runs each measure can tell apart."""

import math

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from oq_core import (
    MEASURES,
    Scores,
    contradictions,
    discriminative_power,
    discriminative_power_curve,
    effect_sizes,
    significance_overlap,
)
from oq_core.analysis import (
    PairTests,
    PowerIntervals,
    indistinct_groups,
    pooled_powers,
    residual_variance,
)
from oq_core.campaign import layouts, tables
from oq_core.campaign.names import safe_name
from oq_core.campaign.pictures import power_curves_of, power_panels_of
from pages.analyse.power_parts.family import family_view, spread_view
from pages.analyse.power_parts.pair import pair_view
from pages.shared import theme, words
from pages.shared.charts import show_figure
from pages.shared.data import POOLED, DataSet, choose_data_sets
from pages.shared.downloads import download_table
from pages.shared.heat import heat_map
from pages.shared.options import (
    choose_alpha,
    choose_effect,
    choose_measures,
    choose_one,
    choose_seed,
    choose_trials,
)
from pages.shared.pair_tests import family_of, intervals_of, tested
from pages.shared.printed import offer_figure, show_printed
from pages.shared.rules import can_be_shown, choose_family, choose_rule
from pages.shared.text import label, plain

#: Of the families of measures, in the order of the registry; others are solid.
_DASHES = ("solid", "dash", "dot", "dashdot", "longdash")


def curves(tests: PairTests, alpha: float, sure: PowerIntervals | None) -> go.Figure:
    """P-values of all pairs in descending order, a line for each measure, a band where known."""
    figure = go.Figure()
    families = list(dict.fromkeys(measure.family for measure in MEASURES.values()))
    for number, (key, curve) in enumerate(
        zip(tests.measures, discriminative_power_curve(tests), strict=True)
    ):
        if sure is not None:
            places = np.arange(1, len(curve) + 1)
            figure.add_scatter(
                x=np.concatenate([places, places[::-1]]),
                y=np.concatenate([sure.curve_high[number], sure.curve_low[number][::-1]]),
                fill="toself",
                mode="none",
                opacity=0.18,
                fillcolor=theme.MANY[number % len(theme.MANY)],
                hoverinfo="skip",
                showlegend=False,
            )
        place = families.index(MEASURES[key].family) if key in MEASURES else 0
        figure.add_scatter(
            x=np.arange(1, len(curve) + 1),
            y=curve,
            mode="lines",
            name=label(key),
            line={
                "dash": _DASHES[place % len(_DASHES)],
                "color": theme.MANY[number % len(theme.MANY)],
                "width": 2,
            },
            hovertemplate=f"{label(key)}: pair %{{x}}, p = %{{y:.4f}}<extra></extra>",
        )
    figure.add_hline(
        y=alpha, line={"color": theme.NEUTRAL, "width": 1}, annotation_text=f"α = {alpha:g}"
    )
    figure.update_layout(
        title={"text": "Discriminative power curves"},
        xaxis={"title": "Pairs of runs, sorted by p-value", "rangemode": "tozero"},
        yaxis={"title": "p-value", "range": [0, min(1, max(0.15, 2 * alpha))]},
        height=460,
        margin={"l": 10, "r": 10, "t": 50, "b": 10},
        legend={"orientation": "h", "y": -0.18},
    )
    return figure


def power_view(data: DataSet, scores: Scores, tests: PairTests, alpha: float, seed: int) -> None:
    """Curves, and how many pairs each measure finds significant."""
    sure = None
    if st.toggle(
        "How sure are these powers? (bootstrap)",
        key="power_intervals",
        bind="query-params",
        help="Resamples the instances 200 times and tests the runs on each. It can be stopped.",
    ):
        sure = intervals_of(data, scores, alpha, seed)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        show_figure(
            curves(tests, alpha, sure),
            key="curves",
            alt="Discriminative power curves of " + ", ".join(tests.measures),
        )
        download_table(
            "Download the curves",
            lambda: pd.DataFrame(
                discriminative_power_curve(tests).T, columns=list(tests.measures)
            ).rename_axis("pair"),
            "curves.csv",
            data.name,
        )
        drawn = dict(zip(tests.measures, discriminative_power_curve(tests), strict=True))
        offer_figure(power_curves_of(data.name, safe_name(data.name), drawn, alpha))
        with st.expander("Table for a paper", icon=":material/table:"):
            powers = {data.name: discriminative_power(tests, alpha).by()}
            show_printed(layouts.power(powers, None, alpha), data.name)
    with right:
        table = tables.power(discriminative_power(tests, alpha).by())
        if sure is not None:
            table = table.join(intervals_table(sure))
        words.markdown(f"**Pairs found significant at α = {alpha:g}** (S of T)")
        st.dataframe(
            table,
            column_config={
                "DP %": st.column_config.ProgressColumn(format="%.1f", min_value=0, max_value=100)
            },
            height="content",
            alt="Significant pairs by measure",
        )
        download_table("Download this table", lambda: table, "power.csv", data.name)
        words.caption(
            f"{plain(data.name)}: {tests.rule.words}, paired, {words.word('B', 'trial')} = "
            f"{tests.trials:,}, seed {seed}, on {tests.instances:,} instances; all measures "
            "share the same permutations. The closer a curve is to the origin, the more pairs its "
            "measure tells apart; that does not make the measure right."
        )
    if sure is not None:
        beats_view(sure)


def intervals_table(sure: PowerIntervals) -> pd.DataFrame:
    """The interval of S by measure, as text."""
    ends = zip(sure.low, sure.high, strict=True)
    return pd.DataFrame(
        {"95 % interval of S": [f"{low:.0f} – {high:.0f}" for low, high in ends]},
        pd.Index(sure.measures, name="measure"),
    )


def beats_view(sure: PowerIntervals) -> None:
    """For every two measures, how often one finds more pairs than the other."""
    if len(sure.measures) > 1:
        st.markdown("**How often the row's measure finds more pairs than the column's**")
        st.dataframe(
            pd.DataFrame(
                np.where(np.eye(len(sure.measures), dtype=bool), np.nan, sure.beats),
                pd.Index(sure.measures, name="measure"),
                list(sure.measures),
            ).round(2),
            alt="Share of resamples in which one measure finds more pairs than another",
        )
    with st.popover("Why these intervals", icon=":material/help:"):
        st.markdown(
            f"The instances are drawn anew, with replacement, {len(sure.counts)} times; the runs "
            "stay. Each time all pairs are tested by the single-step test with "
            f"{sure.trials:,} trials: 25/α, so that 25 permuted ranges lie beyond the critical "
            "value. A difference between two measures' counts that is reversed in many resamples "
            "says little about the measures. A resample repeats instances, so intervals lie "
            "somewhat high, for all measures alike."
        )


def pairs_view(data: DataSet, tests: PairTests) -> None:
    """Every pair of runs with its p-values, and a search."""
    zero = "" if tests.rule.plus_one else f" 0 means less than {tests.smallest:.2g}."
    st.caption(f"The better run has the better mean, or there is a tie.{zero}")
    digits = max(4, math.ceil(math.log10(tests.trials)))
    pairs = tables.pairs(tests)
    st.dataframe(
        search(pairs.drop(columns=["B", *(f"{key} p printed" for key in tests.measures)])),
        hide_index=True,
        column_config={
            f"{key} p": st.column_config.NumberColumn(format=f"%.{digits}f")
            for key in tests.measures
        },
        alt="The p-value of every pair of runs under every chosen measure",
    )
    download_table(
        "Download the p-values of all pairs",
        lambda: pairs.set_index("run 1"),
        "p-values.csv",
        data.name,
    )


def search(table: pd.DataFrame) -> pd.DataFrame:
    """The rows whose runs contain every word that is typed."""
    typed = st.text_input(
        "Search runs",
        placeholder="part of a run's name; several words narrow",
        # Each word is looked for in all pairs.
        max_chars=100,
    )
    for word in typed.split():
        named = table["run 1"] + " " + table["run 2"]
        table = table[named.str.contains(word, case=False, regex=False)]
    return table


def overlap_view(data: DataSet, scores: Scores, tests: PairTests, alpha: float) -> None:
    """Which significant pairs measures share, and where they contradict each other."""
    if len(tests.measures) < 2:
        st.info("Choose at least two measures.")
        return
    keys = tests.measures
    shared = significance_overlap(tests, alpha)
    found = contradictions(tests, alpha=alpha)
    left, right = st.columns(2, gap="medium")
    with left:
        diagonal = np.eye(len(keys), dtype=bool)
        show_figure(
            heat_map(
                "Significance overlap (SSO)", keys, np.where(diagonal, np.nan, shared.share), 0, 1
            ),
            key="overlap",
            alt="Share of significant pairs that two measures have in common",
        )
        st.caption("SSO = b / (a + b + c): pairs that both find, of those that either finds.")
    with right:
        st.markdown("**Contradicting pairs of runs**")
        show_printed(layouts.contradictions(data.name, scores, found), data.name)
        words.caption(
            "Both differences are significant, but the measures prefer opposite runs. "
            + (
                "α is held over all chosen measures together."
                if tests.rule.over_measures
                else "α is held under each measure, not over all of them together."
            )
        )
    st.markdown("**SSO % (a / b / c)**: only the row's measure, both, only the column's")
    show_printed(layouts.overlap(data.name, keys, shared), data.name)
    listed = layouts.contradicting_pairs(data.name, scores, found)
    st.markdown(f"**Every contradiction** ({len(listed.numbers)})")
    if not listed.rows:
        st.caption("None: no two of these measures contradict each other significantly.")
        return
    show_printed(listed, data.name)


def differences_view(data: DataSet, scores: Scores, tests: PairTests, alpha: float) -> None:
    """Whom each run is significantly better than, and a picture of it."""
    p_values = tests.p_values
    columns = st.columns(2)
    key = columns[0].selectbox(
        "Measure", scores.measures, key="differences_by", bind="query-params"
    )
    with columns[1]:
        kind = choose_effect()
    k = scores.measures.index(key)
    variances = residual_variance(scores.values, kind)
    table = layouts.differences(
        data.name,
        tests,
        k,
        effect_sizes(scores.means, variances),
        float(variances[k]),
        alpha=alpha,
        effect=kind,
    )
    show_figure(
        groups_figure(scores, k, p_values, alpha),
        key="groups",
        alt=f"Runs by mean {key}; bars join runs that cannot be told apart",
    )
    letters = tables.groups(scores, k, p_values, alpha)
    download_table("Download means and groups", lambda: letters, "groups.csv", data.name)
    words.markdown(
        f"**Significantly better than these runs** (p-value, effect size; {len(table.rows)})"
    )
    if not table.rows:
        st.caption(f"No difference is significant at α = {alpha:g}.")
        return
    show_printed(table, data.name)
    st.caption(f"V_{kind} = {variances[k]:.5f}; the effect size is the difference over its root.")


def groups_figure(scores: Scores, k: int, p_values: np.ndarray, alpha: float) -> go.Figure:
    """Runs by mean, with a bar for each largest group of runs that cannot be told apart."""
    key = scores.measures[k]
    groups = indistinct_groups(scores.means[k], p_values[k], alpha, scores.larger_is_better[k])
    figure = go.Figure()
    for number, group in enumerate(groups):
        means = scores.means[k][list(group)]
        lone = len(group) == 1
        figure.add_scatter(
            x=[means.min(), means.max()],
            y=[-(number + 1), -(number + 1)],
            mode="markers" if lone else "lines",
            line={"color": theme.A, "width": 5},
            marker={"color": theme.A, "size": 7},
            showlegend=False,
            hovertemplate=f"{len(group)} runs that share a group<extra></extra>",
        )
    figure.add_scatter(
        x=scores.means[k],
        y=np.zeros(len(scores.runs)),
        mode="markers",
        marker={"color": theme.NEUTRAL, "size": 11, "symbol": "line-ns-open"},
        customdata=[label(run) for run in scores.runs],
        hovertemplate="%{customdata}: %{x:.4f}<extra></extra>",
        showlegend=False,
    )
    figure.update_layout(
        title={"text": f"Runs that {label(key)} cannot tell apart"},
        xaxis={"title": f"Mean {label(key)}; each tick is a run, each bar a group"},
        yaxis={"visible": False},
        height=150 + 14 * len(groups),
        margin={"l": 10, "r": 10, "t": 50, "b": 10},
    )
    return figure


def pooled_view(found: dict[str, PairTests], alpha: float) -> None:
    """Discriminative power by data set and pooled, as LQ21 table 3."""
    powers = {name: discriminative_power(tests, alpha).by() for name, tests in found.items()}
    show_printed(layouts.power(powers, pooled_powers(powers), alpha), POOLED)
    curves = {
        name: dict(zip(tests.measures, discriminative_power_curve(tests), strict=True))
        for name, tests in found.items()
    }
    offer_figure(power_panels_of(curves, alpha))


def main() -> None:
    """The page."""
    words.title("Discriminative power: which measure can tell the runs apart")
    data_sets = choose_data_sets(instances=2)
    if not data_sets:
        return
    columns = st.columns([5, 2, 2, 2])
    with columns[0]:
        keys = choose_measures(data_sets)
    with columns[1]:
        alpha = choose_alpha()
    with columns[2]:
        trials = choose_trials()
    with columns[3]:
        seed = choose_seed()
    if not keys:
        st.info("Choose at least one measure.")
        return
    rule = choose_rule()
    with_baselines = choose_family(data_sets)
    paired = [each for each in data_sets if len(family_of(each, keys, with_baselines).runs) > 1]
    if not paired:
        st.info("A test needs two runs. Open more run files, or let the baselines take part.")
        return
    found = {}
    for each in paired:
        tests = tested(each, keys, rule, trials, seed, with_baselines)
        if tests is None:
            return
        found[each.name] = tests
    most = max(found.values(), key=lambda tests: tests.pairs)
    if not can_be_shown(alpha, trials, rule, most.pairs, len(keys)):
        return
    if len(found) > 1:
        st.markdown("**Significant pairs, S/T (DP), by data set and pooled**")
        pooled_view(found, alpha)
    data = choose_one(paired)
    tests, scores = found[data.name], family_of(data, keys, with_baselines)
    family_view(data, tests, alpha, seed, with_baselines)
    spread_view(scores, rule)
    power_view(data, scores, tests, alpha, seed)
    differences, overlap, pairs, pair = st.tabs(
        ["Differences between runs", "Overlap and contradictions", "All p-values", "One pair"]
    )
    with differences:
        differences_view(data, scores, tests, alpha)
    with overlap:
        overlap_view(data, scores, tests, alpha)
    with pairs:
        pairs_view(data, tests)
    with pair:
        pair_view(data, scores, tests, seed)


main()
