"""What was tested, and in what family."""

from dataclasses import replace

import streamlit as st

from oq_core import Options, discriminative_power
from oq_core.analysis import PairTests
from oq_core.campaign.computing.family import Family
from oq_core.data.scores import counted
from pages.analysing import words
from pages.analysing.data import DataSet
from pages.analysing.explain import explain
from pages.analysing.pair_tests import tested
from pages.analysing.text import plain


def family_view(data: DataSet, tests: PairTests, how: Options) -> None:
    """By which rule what was tested, in what family, and what the baselines change."""
    st.caption(
        f"{tests.rule.words[0].upper()}{tests.rule.words[1:]}, paired, {words.word('B', 'trial')} "
        f"= {tests.trials:,}, seed {how.seed}, on {counted(tests.instances, tests.unit)}. Family "
        f"of tests: {counted(tests.pairs, 'pair')} of {counted(len(tests.runs), 'run')}, under "
        f"each measure by itself. {_same(data.family)}" + _with_and_without(data, tests, how)
    )


def explain_family(data: DataSet) -> None:
    """Why it matters which runs are tested together."""
    with explain("Why the family matters", "family"):
        if data.chosen.value.beside is None:
            st.markdown(
                "Add the baselines under *Options* to see this campaign's numbers with and without "
                "them."
            )


def _same(family: Family) -> str:
    """The runs that are the same, and which of them are tested."""
    return f"{plain(family.caption)}. " if family.caption else ""


def _with_and_without(data: DataSet, tests: PairTests, how: Options) -> str:
    """Significant pairs of the runs alone, tested with the baselines and without them."""
    counterpart = replace(data, test_baselines=not data.test_baselines)
    # Of the runs alone there may be too few.
    if counterpart.family.tested == data.family.tested or len(counterpart.family.tested) < 2:
        return ""
    other = tested(counterpart, list(tests.measures), how)
    inside, outside = (tests, other) if data.test_baselines else (other, tests)
    rows = [inside.runs.index(name) for name in outside.runs]
    shared = inside.p_values[:, rows][:, :, rows]
    counts = zip(
        tests.measures,
        discriminative_power(shared, how.alpha).significant.tolist(),
        discriminative_power(outside.p_values, how.alpha).significant.tolist(),
        strict=True,
    )
    found = "; ".join(f"{key} {within} and {alone}" for key, within, alone in counts)
    names = " and ".join(plain(name) for name in inside.runs if name not in outside.runs)
    return (
        f"Of {counted(outside.pairs, 'pair')} of the runs alone, significant with {names} in the "
        f"family and without: {found}."
    )
