"""Discriminative power: how many pairs of runs each measure can tell apart."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from oq_core import (
    MEASURES,
    Collection,
    Scores,
    discriminative_power,
    discriminative_power_curve,
    pair_p_values,
    score,
)
from pages.parts import theme
from pages.parts.data import open_data, with_baselines
from pages.parts.downloads import download_table
from pages.parts.text import plain
from pages.parts.tukey import tukey_p_values

#: The measures of LQ21, shown until others are chosen.
USUAL = ("NMD", "RSNOD", "RNOD", "NVD", "RNSS", "JSD")
DASHES = {"cross-bin": "solid", "bin-by-bin": "dash", "priority": "dot"}
MOST_TRIALS = 100_000


def choose_runs(collection: Collection, token: str) -> Collection:
    """The collection with only the runs that are to be compared."""
    with st.expander(f"Runs to compare: {plain(collection.name)}", icon=":material/checklist:"):
        if st.toggle(
            "Add Popularity and Uniform, made from the gold",
            key="add_baselines",
            persist_state="session",
        ):
            collection, _ = with_baselines(collection)
        names = list(collection.runs)
        kept = st.multiselect(
            "Runs", names, default=names, key=f"runs/{token}/{len(names)}", wrap=True
        )
    return replace(collection, runs={name: collection.runs[name] for name in kept})


def options() -> tuple[list[str], float, int, int]:
    """Measures to show, significance level, number of trials, seed."""
    columns = st.columns([5, 2, 2, 2])
    chosen = columns[0].multiselect(
        "Measures",
        list(MEASURES),
        default=USUAL,
        key="power_measures",
        persist_state="session",
        wrap=True,
    )
    alpha = columns[1].number_input(
        "Significance level α",
        *(0.001, 0.5, 0.05, 0.005),
        format="%.3f",
        key="alpha",
        persist_state="session",
        help="Changing it recomputes nothing.",
    )
    trials = columns[2].number_input(
        "Trials B",
        *(100, MOST_TRIALS, 5000, 1000),
        key="trials",
        persist_state="session",
        help="Permutations. The smallest p-value above 0 is 1/B.",
    )
    seed = columns[3].number_input(
        "Seed",
        *(0, 2**32 - 1, 0),
        key="seed",
        persist_state="session",
        help="The same seed gives the same p-values.",
    )
    return chosen, alpha, trials, seed


def curves(p_values: dict[str, np.ndarray], alpha: float) -> go.Figure:
    """P-values of all pairs in descending order, a line for each measure."""
    figure = go.Figure()
    for number, (key, square) in enumerate(p_values.items()):
        curve = discriminative_power_curve(square)
        figure.add_scatter(
            x=np.arange(1, len(curve) + 1),
            y=curve,
            mode="lines",
            name=key,
            line={
                "dash": DASHES[MEASURES[key].family],
                "color": theme.MANY[number % len(theme.MANY)],
                "width": 2,
            },
            hovertemplate=f"{key}: pair %{{x}}, p = %{{y:.4f}}<extra></extra>",
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


def power_table(p_values: dict[str, np.ndarray], alpha: float) -> pd.DataFrame:
    """S, T and DP for every measure, the most discriminative first."""
    powers = {key: discriminative_power(square, alpha) for key, square in p_values.items()}
    table = pd.DataFrame(
        {
            "S": [power.significant for power in powers.values()],
            "T": [power.pairs for power in powers.values()],
            "DP %": [100 * power.share for power in powers.values()],
        },
        index=pd.Index(powers, name="measure"),
    )
    return table.sort_values("S", ascending=False, kind="stable")


def pair_table(p_values: dict[str, np.ndarray], scores: Scores) -> pd.DataFrame:
    """One row a pair of runs: under every measure, the better run and the p-value."""
    first, second = np.triu_indices(len(scores.runs), k=1)
    runs = np.array(scores.runs, dtype=object)
    table = pd.DataFrame({"run 1": runs[first], "run 2": runs[second]})
    for key, square in p_values.items():
        means = scores.means[scores.measures.index(key)]
        gap = means[first] - means[second]
        table[f"{key} better"] = np.where(
            gap < 0, runs[first], np.where(gap > 0, runs[second], "=")
        )
        table[f"{key} p"] = pair_p_values(square)
    return table


def search(table: pd.DataFrame) -> pd.DataFrame:
    """The rows whose runs contain every word that is typed."""
    words = st.text_input("Search runs", placeholder="part of a run's name; several words narrow")
    named = table["run 1"] + " " + table["run 2"]
    for word in words.split():
        table = table[named.loc[table.index].str.contains(word, case=False, regex=False)]
    return table


def main() -> None:
    """The page."""
    st.title("Discriminative power: which measure can tell the runs apart")
    opened = open_data()
    if opened is None:
        st.info("Open a gold file and two or more run files.")
        return
    collection = choose_runs(*opened)
    chosen, alpha, trials, seed = options()
    if len(collection.runs) < 2 or not chosen:
        st.info("Choose at least two runs and one measure.")
        return
    scores = score(collection)
    p_values = tukey_p_values(scores, f"{opened[1]}/{scores.runs}", trials, seed)
    if p_values is None:
        return
    shown = {key: p_values[scores.measures.index(key)] for key in MEASURES if key in chosen}

    left, right = st.columns([3, 2], gap="medium")
    with left:
        st.plotly_chart(
            curves(shown, alpha),
            key="curves",
            config={"displaylogo": False},
            alt="Discriminative power curves of " + ", ".join(shown),
        )
        download_table(
            "Download the curves",
            lambda: pd.DataFrame(
                {key: discriminative_power_curve(square) for key, square in shown.items()}
            ).rename_axis("pair"),
            "curves.csv",
        )
    with right:
        table = power_table(shown, alpha)
        st.markdown(f"**Pairs found significant at α = {alpha:g}** (S of T)")
        st.dataframe(
            table,
            column_config={
                "DP %": st.column_config.ProgressColumn(format="%.1f", min_value=0, max_value=100)
            },
            height="content",
            alt="Significant pairs by measure",
        )
        download_table("Download this table", lambda: table, "power.csv")
        st.caption(
            f"Randomised Tukey HSD, paired, B = {trials:,} trials, seed {seed}, on "
            f"{len(scores.ids):,} instances; all measures share the same permutations. The closer "
            "a curve is to the origin, the more pairs its measure tells apart; that does not make "
            "the measure right."
        )

    st.subheader("p-values by pair of runs")
    st.caption(f"The better run has the smaller mean. 0 means less than 1/B = {1 / trials:g}.")
    digits = max(4, math.ceil(math.log10(trials)))
    pairs = pair_table(shown, scores)
    found = search(pairs)
    st.dataframe(
        found,
        hide_index=True,
        column_config={
            f"{key} p": st.column_config.NumberColumn(format=f"%.{digits}f") for key in shown
        },
        alt="The p-value of every pair of runs under every chosen measure",
    )
    download_table(
        "Download the p-values of all pairs", lambda: pairs.set_index("run 1"), "p-values.csv"
    )


main()
