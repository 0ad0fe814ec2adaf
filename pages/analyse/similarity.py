"""Ranking similarity: how alike two measures rank the runs."""

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import ranking_similarity
from oq_core.analysis import (
    average_similarity,
    bootstrap_tau_interval,
    tau_interval,
    teams_of,
)
from oq_core.analysis.ranking import Variant
from oq_core.campaign import layouts
from oq_core.defaults import SAMPLES
from pages.shared import words
from pages.shared.charts import show_figure
from pages.shared.data import POOLED, DataSet, choose_data_sets
from pages.shared.downloads import download_table
from pages.shared.heat import heat_map
from pages.shared.options import (
    choose_interval,
    choose_measures,
    choose_one,
    choose_seed,
    choose_tau,
)
from pages.shared.printed import show_printed
from pages.shared.text import plain
from pages.shared.work import kept

WHY_INTERVALS = """\
τ says how alike two measures rank *these* runs. Its interval says how far other runs could change
that; the instances stay as they are.

- **Formula** (Fieller, Hartley and Pearson), as RNOD22 prints it: it takes the runs for independent
  draws from all possible runs. With few runs the intervals are wide, and below five there are none.
- **Bootstrap over runs**: runs are drawn anew, with replacement. It makes the same assumption.
- **Bootstrap over teams**: all runs of a team are drawn together. Runs of one team are often
  variants of one system, which the measures rank in the same way. Taken one by one, they make an
  interval look surer than it is. Teams are told from names such as TEAM-run1."""


def taus_of(data: DataSet, keys: list[str], variant: Variant) -> np.ndarray:
    """Kendall's tau between the measures, (K, K)."""
    scores = data.scores.defined().of(keys)
    return ranking_similarity(scores, variant=variant).taus


def intervals_of(
    data: DataSet, keys: list[str], variant: Variant, kind: str, seed: int
) -> np.ndarray:
    """Confidence intervals of them, (K, K, 2)."""
    scores = data.scores.defined().of(keys)
    if kind == "formula":
        return tau_interval(taus_of(data, keys, variant), len(scores.runs))
    teams = teams_of(scores.runs) if kind == "teams" else None
    if teams is not None and len(set(teams)) < 2:
        return np.full((len(keys), len(keys), 2), np.nan)
    return kept(
        ("tau intervals", data.token, tuple(keys), variant, kind, seed),
        lambda: bootstrap_tau_interval(
            scores, variant=variant, samples=SAMPLES, seed=seed, teams=teams
        ),
    )


def details(data: DataSet, keys: list[str], variant: Variant, kind: str, seed: int) -> None:
    """One data set: heat map, average similarity, and the papers' triangle."""
    taus, intervals = taus_of(data, keys, variant), intervals_of(data, keys, variant, kind, seed)
    hover = np.array(
        [
            [
                f"τ = {tau:.3f}" + ("" if np.isnan(low) else f", 95 % CI [{low:.3f}, {high:.3f}]")
                for tau, (low, high) in zip(row, ends, strict=True)
            ]
            for row, ends in zip(taus, intervals, strict=True)
        ]
    )
    squares("Kendall's τ between rankings", keys, taus, hover, data.name)
    st.markdown("**As a table, with 95 % intervals**")
    show_printed(layouts.similarity(data.name, keys, taus, intervals, variant), data.name)
    runs = len(data.runs)
    teams = len(set(teams_of(data.runs)))
    if np.isnan(intervals).all():
        why = "Intervals need at least five runs, or two teams."
    elif kind == "teams":
        why = f"Intervals take the {teams} teams for a sample of possible teams."
    elif teams < runs:
        why = (
            "Intervals take the runs for a sample of independent runs; their names tell "
            f"{teams} teams, so a bootstrap over teams is more honest."
        )
    else:
        why = "Intervals take the runs for a sample of possible runs."
    words.caption(f"Rankings of {runs} runs of {plain(data.name)} by mean score. {why}")
    with st.popover("Why these intervals", icon=":material/help:"):
        st.markdown(WHY_INTERVALS)


def squares(
    title: str, keys: list[str], taus: np.ndarray, hover: np.ndarray | None, name: str
) -> None:
    """A heat map of tau beside each measure's average similarity."""
    left, right = st.columns([3, 1], gap="medium")
    shown = np.where(np.eye(len(keys), dtype=bool), np.nan, taus)
    with left:
        show_figure(
            heat_map(title, keys, shown, 0, 1, hover=hover),
            key=f"heat {name}",
            alt=title,
        )
    with right:
        st.markdown("**Average similarity**")
        averages = pd.DataFrame(
            {"mean τ": average_similarity(taus)}, pd.Index(keys, name="measure")
        ).sort_values("mean τ", ascending=False, kind="stable")
        st.dataframe(
            averages,
            column_config={
                "mean τ": st.column_config.ProgressColumn(format="%.3f", min_value=0, max_value=1)
            },
            height="content",
            alt="Mean tau of each measure with the others",
        )
        download_table("Download averages", lambda: averages, "average-similarity.csv", name)


def main() -> None:
    """The page."""
    words.title("Ranking similarity: do two measures rank the runs alike")
    data_sets = choose_data_sets()
    if not data_sets:
        return
    columns = st.columns([5, 2, 2, 2])
    with columns[0]:
        keys = choose_measures(data_sets)
    with columns[1]:
        variant = choose_tau()
    with columns[2]:
        kind = choose_interval()
    with columns[3]:
        seed = choose_seed()
    if len(keys) < 2:
        st.info("Choose at least two measures.")
        return
    details(choose_one(data_sets), keys, variant, kind, seed)
    taus = {each.name: taus_of(each, keys, variant) for each in data_sets}
    st.markdown("**Average similarity" + (" by data set**" if len(taus) > 1 else "**"))
    name = "all" if len(taus) > 1 else data_sets[0].name
    show_printed(layouts.average_similarities(keys, taus), name)
    if len(data_sets) > 1:
        st.markdown("**Every two measures, by data set**")
        found = {
            each.name: (keys, taus[each.name], intervals_of(each, keys, variant, kind, seed))
            for each in data_sets
        }
        show_printed(layouts.similarity_by_pair(found, variant), name)
        mean = np.mean(list(taus.values()), axis=0)
        st.subheader(f"Averaged over {len(data_sets)} data sets")
        squares("Mean τ over data sets", keys, mean, None, POOLED)
        show_printed(layouts.similarity("", keys, mean, None, variant), POOLED)


main()
