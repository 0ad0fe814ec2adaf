"""Discriminative power: how many pairs of runs each measure can tell apart."""

import math
from typing import Any

import pandas as pd
import streamlit as st

from oq_core import Options, Scores, discriminative_power, effect_sizes, options
from oq_core.analysis import (
    PairTests,
    Rule,
    contradictions,
    difference_intervals,
    pooled_powers,
    significance_overlap,
)
from oq_core.analysis.pairs import check_rule
from oq_core.campaign import Table
from oq_core.campaign.printing import headlines, layouts
from oq_core.campaign.printing.layouts.campaign_charts import MANY_RUNS
from oq_core.option import Option
from pages import menu
from pages.analysing import views, words
from pages.analysing.data import POOLED, DataSet, choose_data_sets
from pages.analysing.downloads import download_table
from pages.analysing.options import choose_measures, choose_one
from pages.analysing.pair_tests import family_of, tested, why_not_tested
from pages.analysing.people import people_scores
from pages.analysing.rules import can_be_shown, explain_rules
from pages.analysing.settings import answer, choose, chosen, settings
from pages.analysing.text import plain
from pages.campaign.power_parts.family import explain_family, family_view
from pages.drawing.opened import opened
from pages.drawing.shown import show
from pages.host.results import Named
from pages.host.script_run import NoAnswerError
from pages.host.work import work

#: How pairs are tested.
_CHOSEN: tuple[Option[Any], ...] = (
    *(options.ALPHA, options.TRIALS, options.SEED, options.METHOD, options.EFFECT),
    options.CLUSTERED,
)


def show_tested(table: Table, data: DataSet) -> None:
    """A table of tests, with what should be known of the runs that were tested together."""
    show(layouts.with_family(table, (data.name, data.family)))


def pairs_view(data: DataSet, tests: PairTests) -> None:
    """Every pair of runs with its p-values, and a search."""
    zero = "" if tests.rule.plus_one else f" 0 means less than {tests.smallest:.2g}."
    st.caption(f"The better run has the better mean, or there is a tie.{zero}")
    digits = max(4, math.ceil(math.log10(tests.trials)))
    pairs = tests.to_frame()
    st.dataframe(
        search(pairs.drop(columns=["rule", "B", *(f"{key} p printed" for key in tests.measures)])),
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


def overlap_view(data: DataSet, tests: PairTests, alpha: float) -> None:
    """Which significant pairs measures share, and where they contradict each other."""
    if len(tests.measures) < 2:
        st.info("Choose at least two measures.")
        return
    keys = tests.measures
    shared = significance_overlap(tests, alpha)
    found = contradictions(tests, alpha=alpha)
    left, right = st.columns(2, gap="medium")
    with left:
        show(layouts.overlap_square(data.name, keys, shared))
    with right:
        show_tested(layouts.contradictions(data.name, found), data)
        words.caption("Each measure is a family of its own, with an α of its own.")
    show_tested(layouts.overlap(data.name, keys, shared), data)
    show_tested(layouts.contradicting_pairs(data.name, found), data)


def differences_view(data: DataSet, scores: Scores, tests: PairTests, how: Options) -> None:
    """Whom each run is significantly better than, and a picture of it."""
    key, alpha = choose(views.DIFFERENCES_BY, ways=scores.measures), how.alpha
    k = scores.measures.index(key)
    lines = people_scores(data.named_collection, key) | data.reference_means(key)
    show(layouts.groups_of_runs(data.name, scores, k, tests.p_values, alpha, lines))
    show(layouts.groups(data.name, scores, k, tests.p_values, alpha))
    effects = effect_sizes(scores, how.effect)
    if len(tests.runs) >= MANY_RUNS:
        show(layouts.significance_matrix(data.name, tests, k, effects, alpha))
    show_tested(layouts.differences(data.name, tests, k, effects, alpha), data)


def intervals_view(data: DataSet, named: Named[Scores], how: Options) -> None:
    """Intervals of the differences of all pairs under one measure."""
    scores = named.value
    key = choose(views.INTERVALS_BY, ways=scores.measures)
    try:
        check_rule(how.alpha, how.trials, Rule.SIGNS, len(scores.ids), scores.unit)
    except ValueError as error:
        st.caption(f"Intervals are not defined, because {error}.")
        return
    drawn = work(
        "Drawing signs",
        difference_intervals,
        named,
        how.alpha,
        how.trials,
        how.seed,
    )
    k = drawn.value.measures.index(key)
    show(layouts.difference_intervals(data.name, drawn.value, k))


def details(data: DataSet, named: Named[Scores], tests: PairTests, how: Options) -> None:
    """Pairs of runs, each view behind a tab."""
    differences, overlap, pairs, intervals = st.tabs(
        [
            "Differences between runs",
            "Overlap and contradictions",
            "All p-values",
            "Intervals of differences",
        ]
    )
    with differences:
        # Effect sizes are those of instances.
        scores = data.instances_of(tests.measures).value
        scores = scores.without(set(scores.runs) - set(tests.runs))
        differences_view(data, scores, tests, how)
    with overlap:
        overlap_view(data, tests, how.alpha)
    with pairs:
        pairs_view(data, tests)
    with intervals:
        intervals_view(data, named, how)


def tests_of(data_sets: list[DataSet], keys: list[str], how: Options) -> dict[str, PairTests]:
    """Tests by data set; the page ends until they are computed, or without such clusters."""
    found, about = dict[str, PairTests](), ""
    try:
        for each in data_sets:
            about = f"{each.name}: "
            found[each.name] = tested(each, keys, how)
    except ValueError as error:
        st.warning(plain(f"{about}{error}."))
        raise NoAnswerError from None
    return found


def main() -> None:
    """The page."""
    words.title(menu.POWER.headline)
    with settings() as line:
        data_sets = choose_data_sets(line, instances=2)
        keys = choose_measures(line, data_sets)
        with line.options:
            how = Options(**chosen(*_CHOSEN))
        paired = [each for each in data_sets if keys and len(each.family.tested) > 1]
        if keys and (why := why_not_tested(data_sets)):
            line.notes.append(why) if paired else line.below.info(why)
        data = choose_one(paired) if paired else None
    if data is None:
        return
    found = tests_of(paired, keys, how)
    least = max(paired, key=lambda each: found[each.name].smallest)
    if not can_be_shown(how, family_of(least, keys, how.clusters).value):
        return
    tests, named, alpha = found[data.name], family_of(data, keys, how.clusters), how.alpha
    powers = {name: discriminative_power(each, alpha).by() for name, each in found.items()}
    answer(headlines.power(powers[data.name], alpha), data.name if len(found) > 1 else "")
    show(layouts.power_curves({data.name: tests}, alpha))
    show_tested(layouts.power({data.name: powers[data.name]}, None, alpha), data)
    line.tell()
    family_view(data, tests, how)
    with st.container(horizontal=True):
        explain_rules()
        explain_family(data)
    own = (views.DIFFERENCES_BY, views.INTERVALS_BY)
    if part := opened("Which runs differ", ":material/compare_arrows:", *own):
        with part:
            details(data, named, tests, how)
    if len(found) > 1:
        with st.expander("All data sets together", icon=":material/unfold_more:"):
            pooled = layouts.power(powers, pooled_powers(powers), alpha)
            show(layouts.with_family(pooled, *((e.name, e.family) for e in paired)), POOLED)
            show(layouts.power_curves(found, alpha))


main()
