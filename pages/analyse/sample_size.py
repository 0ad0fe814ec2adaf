"""Sample size: how many instances the next round needs."""

from typing import Literal

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from oq_core import required_instances
from oq_core.analysis import (
    anova_power,
    detectable_difference,
    residual_variance,
)
from pages.shared import theme, words
from pages.shared.charts import show_figure
from pages.shared.data import choose_data_sets
from pages.shared.downloads import download_table
from pages.shared.options import choose_measures
from pages.shared.text import plain

#: What is assumed: words, key, smallest, largest, usual, step, meaning.
_NUMBERS = (
    ("Difference minD", "design_difference", 0.001, 1.0, 0.05, 0.005,
     "Between the best and the worst run's true means: whenever it is this large or larger, the "
     "test is to find it with the power below."),
    ("Significance level α", "design_alpha", 0.001, 0.5, 0.05, 0.005, None),
    ("Power 1 − β", "design_power", 0.05, 0.995, 0.8, 0.05, None),
)  # fmt: skip

WHY_TEST = """\
Plan for the test that will be run. The papers plan for one-way analysis of variance, which takes
every run's scores for a sample of its own: V_E1 holds all that makes one instance harder than
another. The randomised Tukey HSD test is paired. It compares runs on the same instances, so that
what all runs have in common goes out: V_E2 is smaller, and so is n.

V is an estimate from one campaign, and n goes with it. Look at several data sets, and take the
largest n.

A difference of .05 can be large under one measure and small under another. To compare measures,
state minD as a share of the difference between the best and the worst run under each."""


def assumptions() -> tuple[int, float, float, float]:
    """Number of runs, difference to be found, significance level, power."""
    columns = st.columns(4)
    runs = columns[0].number_input(
        "Runs m",
        min_value=2,
        max_value=500,
        value=10,
        step=1,
        key="design_runs",
        bind="query-params",
        help="Runs expected in the next round.",
    )
    difference, alpha, power = (
        column.number_input(
            words,
            min_value=least,
            max_value=most,
            value=usual,
            step=step,
            format="%.3f",
            key=key,
            bind="query-params",
            help=meaning,
        )
        for column, (words, key, least, most, usual, step, meaning) in zip(
            columns[1:], _NUMBERS, strict=True
        )
    )
    return runs, difference, alpha, power


def choose_test() -> bool:
    """Whether the next round will be tested in pairs, instance by instance."""
    chosen = st.segmented_control(
        "Test of the next round",
        ["unpaired (V_E1, the papers')", "paired (V_E2)"],
        default="unpaired (V_E1, the papers')",
        required=True,
        key="design_test",
        bind="query-params",
        help="The papers plan for one-way ANOVA. The randomised Tukey HSD test is paired: it takes "
        "out what instances have in common, and needs fewer of them.",
    )
    return bool(chosen.startswith("paired"))


def power_curve(
    n: int,
    runs: int,
    difference: float,
    variance: float,
    alpha: float,
    power: float,
    paired: bool,
) -> tuple[go.Figure, pd.DataFrame]:
    """Power against the number of instances."""
    high = max(10, int(n * 2.2))
    instances = np.unique(np.linspace(2, high, 200).round().astype(int))
    found = anova_power(instances, runs, difference, variance, alpha, paired=paired)
    table = pd.DataFrame({"power": found}, pd.Index(instances, name="instances"))
    figure = go.Figure(
        go.Scatter(
            x=instances,
            y=found,
            mode="lines",
            line={"color": theme.A, "width": 2.5},
            hovertemplate="%{x} instances: power %{y:.3f}<extra></extra>",
        )
    )
    figure.add_hline(y=power, line={"color": theme.NEUTRAL, "width": 1, "dash": "dot"})
    figure.add_vline(x=n, line={"color": theme.B, "width": 1.5}, annotation_text=f"n = {n:,}")
    figure.update_layout(
        title={"text": "Power against the number of instances"},
        xaxis={"title": "Instances n", "rangemode": "tozero"},
        yaxis={"title": "Power", "range": [0, 1.02]},
        height=400,
        margin={"l": 10, "r": 10, "t": 50, "b": 10},
    )
    return figure, table


def from_data(
    runs: int, difference: float, alpha: float, power: float, paired: bool
) -> tuple[float, float] | None:
    """Variances of the chosen data, what each asks for; gives variance and minD to draw."""
    data_sets = choose_data_sets()
    if not data_sets:
        return None
    keys = choose_measures(data_sets)
    if not keys:
        st.info("Choose at least one measure.")
        return None
    share = choose_share()
    kind: Literal["E1", "E2"] = "E2" if paired else "E1"
    rows = []
    for each in data_sets:
        scores = each.scores.defined().of(keys)
        if len(scores.ids) < 2:
            st.info(f"{plain(each.name)} has too few instances for a variance.")
            continue
        spreads = np.ptp(scores.means, axis=1)
        variances = residual_variance(scores, kind)
        for key, spread, variance in zip(keys, spreads, variances, strict=True):
            least = difference if share is None else share * spread
            rows.append((each.name, key, len(scores.ids), float(spread), least, float(variance)))
    unit = f"V_{kind}"
    table = pd.DataFrame(
        rows, columns=["data set", "measure", "n now", "spread of means", "minD", unit]
    )
    positive = table[(table[unit] > 0) & (table["minD"] > 0)].reset_index(drop=True)
    if positive.empty:
        st.info("The scores do not vary: no number of instances follows from them.")
        return None
    try:
        positive["n needed"] = required_instances(
            runs, positive["minD"], positive[unit], alpha, power, paired=paired
        )
    except ValueError as error:
        st.info(f"A difference is too small beside its variance: {error}.")
        return None
    positive["minD found now"] = detectable_difference(
        positive["n now"], runs, positive[unit], alpha, power, paired=paired
    )
    st.markdown("**What these data ask of the next round.** Click a row to draw it.")
    picked = st.dataframe(
        positive,
        hide_index=True,
        height="content" if len(positive) <= 20 else 600,
        key=f"design/{len(positive)}/{'/'.join(keys)}",
        on_select="rerun",
        selection_mode="single-row-required",
        selection_default={"selection": {"rows": [0]}},
        column_config={
            unit: st.column_config.NumberColumn(format="%.5f"),
            "spread of means": st.column_config.NumberColumn(
                format="%.3f", help="The best run's mean against the worst run's, now."
            ),
            "minD": st.column_config.NumberColumn(format="%.3f"),
            "minD found now": st.column_config.NumberColumn(
                format="%.3f",
                help="The smallest range of true means that as many instances as now find with "
                "this power.",
            ),
        },
        alt="Residual variance and required instances by data set and measure",
    )
    download_table(
        "Download this table",
        lambda: positive.set_index("data set"),
        "sample-size.csv",
        *dict.fromkeys(positive["data set"]),
    )
    row = picked["selection"]["rows"]
    place = row[0] if row else 0
    return float(positive[unit][place]), float(positive["minD"][place])


def choose_share() -> float | None:
    """The share of each measure's own spread that is to be found; None for minD as typed."""
    left, right = st.columns([2, 3], vertical_alignment="bottom")
    if not left.toggle(
        "minD as a share of each measure's spread",
        key="design_relative",
        bind="query-params",
        help="The same minD means much under one measure and little under another. A share of the "
        "difference between the best and the worst run's mean now can be compared.",
    ):
        return None
    return right.number_input(
        "Share of the spread",
        min_value=0.01,
        max_value=1.0,
        value=0.25,
        step=0.05,
        key="design_share",
        bind="query-params",
    )


def main() -> None:
    """The page."""
    words.title("Sample size: how many instances the next round needs")
    words.markdown(
        "Topic set size design: the fewest instances with which analysis of variance finds "
        "that runs differ, with the power you ask for, whenever the best and the worst run's true "
        "means are minD or more apart."
    )
    runs, difference, alpha, power = assumptions()
    if power <= alpha:
        st.warning(
            "Choose a power larger than α. A test finds a difference with probability α even where "
            "there is none."
        )
        return
    paired = choose_test()
    source = st.segmented_control(
        "Residual variance V",
        ["from data", "typed"],
        default="from data",
        required=True,
        key="design_source",
        bind="query-params",
    )
    if source == "typed":
        variance: float | None = st.number_input(
            "V",
            min_value=0.00001,
            max_value=1.0,
            value=0.0048,
            step=0.0001,
            format="%.5f",
            key="design_variance",
            bind="query-params",
            help="Within-run variance of a measure's scores over instances, from an earlier round.",
        )
    else:
        chosen = from_data(runs, difference, alpha, power, paired)
        variance, difference = (None, difference) if chosen is None else chosen
    if variance is None:
        return
    try:
        n = int(required_instances(runs, difference, variance, alpha, power, paired=paired))
    except ValueError as error:
        st.info(f"The difference is too small beside the variance: {error}.")
        return
    st.metric("Instances needed", f"{n:,}")
    words.caption(
        f"V = {variance:.5f}, m = {runs}, minD = {difference:g}, α = {alpha:g}, power {power:g}"
    )
    figure, table = power_curve(n, runs, difference, variance, alpha, power, paired)
    show_figure(
        figure,
        key="design curve",
        alt=f"Power against instances; {n} reach {power:g}",
    )
    download_table("Download the curve", lambda: table, "power-curve.csv")
    freedom = "(m − 1)(n − 1)" if paired else "m(n − 1)"
    st.caption(
        f"Non-central F with λ = n·minD² / (2V) and (m − 1, {freedom}) degrees of freedom, for the "
        f"{'paired' if paired else 'unpaired'} test."
    )
    with st.popover("Why the test and minD matter", icon=":material/help:"):
        st.markdown(WHY_TEST)


main()
