"""Artificial distributions: the experiment of SIGIR18 section 4.1, and agreement on real runs."""

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import (
    MEASURES,
    compare_runs,
    score,
)
from oq_core.campaign import layouts, tables
from oq_core.campaign.sources import with_baselines
from oq_core.disagreement import (
    artificial_experiment,
    claimed_ordering,
    preference_agreement,
)
from oq_core.disagreement.artificial import SIGIR18_MEASURES, ArtificialExperiment
from oq_core.papers import PRINTED_TAUS
from pages.shared import words
from pages.shared.charts import show_figure
from pages.shared.conflict import choose_two_runs
from pages.shared.data import choose_collection
from pages.shared.downloads import download_table
from pages.shared.heat import heat_map
from pages.shared.options import choose_seed
from pages.shared.work import work


def experiment(classes: int, keys: tuple[str, ...], seed: int) -> ArtificialExperiment | None:
    """The experiment, computed once; nothing while it is stopped."""
    return work(
        ("artificial", classes, keys, seed),
        "Ranking pairs of artificial distributions",
        artificial_experiment,
        classes,
        keys,
        seed=seed,
    )


def ordering(found: ArtificialExperiment) -> None:
    """Whether the paper's finding holds here, in words."""
    order = claimed_ordering(found.measures, found.taus)
    mark = "✓ It holds here" if order.holds else "✗ It does not hold here"
    words.markdown(
        "**The paper's finding**: the bin-by-bin measures and RSNOD are alike; NMD is apart, and "
        f"nearest to RSNOD. {mark}: lowest τ among NVD, RNSS, JSD and RSNOD "
        f"**{order.lowest_alike:.3f}**, τ of NMD and RSNOD **{order.between:.3f}**, highest τ of "
        f"NMD with a bin-by-bin measure **{order.highest_unlike:.3f}**; each is to be larger than "
        "the next."
    )


def beside_printed(found: ArtificialExperiment) -> pd.DataFrame:
    """Our tau and interval beside the printed ones."""
    rows = []
    for each in PRINTED_TAUS[found.classes]:
        i, j = found.measures.index(each.first), found.measures.index(each.second)
        low, high = found.intervals[i, j]
        rows.append(
            {
                "measures": f"{each.first}, {each.second}",
                "ours": f"{found.taus[i, j]:.3f} [{low:.3f}, {high:.3f}]",
                "printed": f"{each.tau:.3f} [{each.low:.3f}, {each.high:.3f}]",
                "difference": f"{found.taus[i, j] - each.tau:+.3f}",
            }
        )
    return pd.DataFrame(rows).set_index("measures")


def agreement() -> None:
    """Preference agreement of any two runs of an open collection."""
    st.subheader("Preference agreement on open data")
    words.markdown(
        "The share of instances on which two measures prefer the same of two runs, as in the "
        "paper's table 2 (II); a tie under both agrees."
    )
    chosen = choose_collection()
    if chosen is None:
        return
    collection, baselines = with_baselines(chosen[0])
    runs = list(collection.runs)
    first, second = choose_two_runs(
        runs, baselines, chosen[1], st.columns(2), ("agreement_first", "agreement_second")
    )
    if first == second:
        st.info("Choose two different runs.")
        return
    pair = collection.without(name for name in runs if name not in (first, second))
    keys = list(MEASURES)
    shares = preference_agreement(compare_runs(score(pair), first, second))
    shown = np.where(np.eye(len(keys), dtype=bool), np.nan, shares)
    show_figure(
        heat_map("Preference agreement", keys, shown, 0, 1),
        key="agreement",
        alt="Share of instances on which two measures prefer the same run",
    )
    download_table(
        "Download the agreement",
        lambda: pd.DataFrame(shares, pd.Index(keys, name="measure"), keys),
        "preference-agreement.csv",
        collection.name,
    )


def main() -> None:
    """The page."""
    words.title("Artificial distributions: do measures rank pairs alike")
    columns = st.columns([2, 5, 2])
    classes = columns[0].segmented_control(
        "Classes",
        [3, 5, 7],
        default=3,
        required=True,
        key="artificial_classes",
        bind="query-params",
    )
    more = columns[1].multiselect(
        "Measures beside those of the paper",
        [key for key in MEASURES if key not in SIGIR18_MEASURES],
        key="artificial_more",
        bind="query-params",
        placeholder="none",
    )
    with columns[2]:
        seed = choose_seed()
    keys = (*SIGIR18_MEASURES, *(key for key in MEASURES if key in more))
    found = experiment(classes, keys, seed)
    if found is None:
        return
    words.caption(
        f"{found.distributions} random distributions of 30 votes over {classes} classes, 20 for "
        f"each number of classes with votes; every measure ranks all {found.pairs:,} pairs of them."
    )
    ordering(found)
    left, right = st.columns(2, gap="medium")
    with left:
        shown = np.where(np.eye(len(keys), dtype=bool), np.nan, found.taus)
        show_figure(
            heat_map("Kendall's τ between rankings of pairs", keys, shown, 0, 1),
            key="taus",
            alt="Kendall's tau between the measures' rankings of pairs of distributions",
        )
        download_table(
            "Download τ and intervals",
            lambda: tables.similarity(keys, found.taus, found.intervals).set_index("measure 1"),
            "artificial.csv",
        )
    with right:
        if classes in PRINTED_TAUS:
            words.markdown("**Beside SIGIR18 table 1**, 95 % intervals")
            st.table(beside_printed(found))
            st.caption("The paper's distributions are not published; ours are drawn as it says.")
        else:
            st.markdown("**95 % intervals** (the paper prints none for this number of classes)")
            st.dataframe(
                layouts.similarity("", keys, found.taus, found.intervals, "a").text,
                alt="Kendall's tau with intervals",
            )
    agreement()


main()
