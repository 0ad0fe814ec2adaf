"""One pair of runs, tested alone by Fisher's paired randomisation."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from oq_core import Scores
from oq_core.analysis import PairTests, fisher_randomisation
from oq_core.campaign import tables
from pages.shared.data import DataSet
from pages.shared.downloads import download_table
from pages.shared.text import plain
from pages.shared.work import work

WHY_ALONE = """\
Fisher's paired randomisation test swaps the scores of the two runs on random instances. Its
p-value is the share of trials in which the difference between their means is at least as large as
the observed one. Other runs play no part, and nothing is adjusted for other pairs.

So it holds α only for a pair that was chosen before the scores were seen, such as a new run against
last year's. If you choose the pair because it looks different, or look at several pairs, choose
*Fisher, each pair alone, with Holm* under *Rule of the tests*, or one of Tukey's."""


def pair_view(data: DataSet, scores: Scores, tests: PairTests, seed: int) -> None:
    """P-values of one chosen pair, alone and in its family."""
    runs = list(scores.runs)
    columns = st.columns(2)
    first, second = (
        column.selectbox(words, runs, index=place, key=key, bind="query-params")
        for column, words, place, key in zip(
            columns, ("Run", "Against"), (0, 1), ("pair_first", "pair_second"), strict=True
        )
    )
    if first == second:
        st.info("Choose two different runs.")
        return
    two = scores.without(set(runs) - {first, second})
    plus_one = tests.rule.plus_one
    alone = work(
        ("fisher", data.token, two.measures, two.runs, tests.trials, seed, plus_one),
        "Testing one pair",
        fisher_randomisation,
        two,
        tests.trials,
        seed,
        plus_one=plus_one,
    )
    if alone is None:
        return
    rows = [tests.runs.index(name) for name in two.runs]
    in_family = tests.p_values[:, rows[0], rows[1]]
    table = tables.pairs(alone).iloc[0]
    found = pd.DataFrame(
        {
            f"mean {two.runs[0]}": two.means[:, 0],
            f"mean {two.runs[1]}": two.means[:, 1],
            "better": [table[f"{key} better"] for key in two.measures],
            "p alone": [table[f"{key} p"] for key in two.measures],
            "p alone, printed": [table[f"{key} p printed"] for key in two.measures],
            "p in the family": in_family,
            "p in the family, printed": [tables.p_text(p, tests.smallest) for p in in_family],
            "B": tests.trials,
        },
        pd.Index(two.measures, name="measure"),
    )
    st.dataframe(
        found.drop(columns=["p alone", "p in the family", "B"]).rename(
            columns=lambda name: name.removesuffix(", printed")
        ),
        column_config={
            "p in the family": st.column_config.TextColumn(
                help=f"By the rule above: {tests.rule.words}."
            ),
            **{f"mean {run}": st.column_config.NumberColumn(format="%.4f") for run in two.runs},
        },
        height="content",
        alt=f"P-values of {first} against {second} by measure",
    )
    st.caption(
        f"{plain(two.runs[0])} against {plain(two.runs[1])}: Fisher's paired randomisation test of "
        f"this pair alone, two-sided, B = {tests.trials:,}, seed {seed}, on {tests.instances:,} "
        f"instances, p = {'(count + 1)/(B + 1)' if plus_one else 'count/B'}. It holds α only for "
        "a pair chosen before the scores were seen."
    )
    with st.popover("Why alone or in a family", icon=":material/help:"):
        st.markdown(WHY_ALONE)
    download_table("Download this pair", lambda: found, "pair.csv", data.name)
