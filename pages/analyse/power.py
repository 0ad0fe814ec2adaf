"""Discriminative power: how many pairs of runs each measure can tell apart."""

import math
from typing import Literal

import pandas as pd
import streamlit as st

from oq_core import Scores, discriminative_power, effect_sizes, options
from oq_core.analysis import (
    Margin,
    PairTests,
    PowerIntervals,
    Rule,
    contradictions,
    pooled_powers,
    significance_overlap,
    why_no_power_intervals,
)
from oq_core.analysis.testing import as_one
from oq_core.campaign import Table
from oq_core.campaign.printing import answers, layouts
from oq_core.campaign.printing.layouts.campaign_charts import MANY_RUNS
from oq_core.data.scores import counted
from pages.analyse.power_parts.calibration import calibration_view, choose_calibration
from pages.analyse.power_parts.equivalence import equivalence_view
from pages.analyse.power_parts.family import explain_family, family_view
from pages.analyse.power_parts.pair import pair_view
from pages.analysing import views, words
from pages.analysing.data import POOLED, DataSet, choose_data_sets
from pages.analysing.downloads import download_table
from pages.analysing.explain import explain
from pages.analysing.options import choose_margin, choose_measures, choose_one
from pages.analysing.pair_tests import (
    family_of,
    intervals_of,
    tested,
    tested_together,
    why_not_tested,
)
from pages.analysing.rules import can_be_shown, choose_rule, explain_rules
from pages.analysing.settings import answer, choose, settings
from pages.analysing.text import plain
from pages.analysing.truth import beside, tell_truth
from pages.drawing.opened import opened
from pages.drawing.shown import show
from pages.host.named import Named, derived


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
        words.caption(
            "All chosen measures are one family, with one α."
            if tests.rule.over_measures
            else "Each measure is a family of its own, with an α of its own."
        )
    show_tested(layouts.overlap(data.name, keys, shared), data)
    show_tested(layouts.contradicting_pairs(data.name, found), data)


def differences_view(
    data: DataSet, scores: Scores, tests: PairTests, alpha: float, effect: Literal["E1", "E2"]
) -> None:
    """Whom each run is significantly better than, and a picture of it."""
    key = choose(views.DIFFERENCES_BY, ways=scores.measures)
    k = scores.measures.index(key)
    lines = beside(data.named_collection, key) | data.reference_means(key)
    show(layouts.groups_of_runs(data.name, scores, k, tests.p_values, alpha, lines))
    show(layouts.groups(data.name, scores, k, tests.p_values, alpha))
    effects = effect_sizes(scores, effect)
    if len(tests.runs) >= MANY_RUNS:
        show(layouts.significance_matrix(data.name, tests, k, effects, alpha))
    show_tested(layouts.differences(data.name, tests, k, effects, alpha), data)


def explanations(
    data: DataSet,
    named: Named[Scores],
    tests: PairTests,
    chosen: tuple[float, int],
    sure: PowerIntervals | None,
    separator: str,
) -> None:
    """What the p-values rest on, a line each, and more on demand."""
    words.caption(
        f"{tests.rule.words[0].upper()}{tests.rule.words[1:]}, paired, {words.word('B', 'trial')} "
        f"= {tests.trials:,}, seed {chosen[1]}, on {counted(tests.instances, tests.unit)}; "
        "all measures share the same permutations."
    )
    family_view(data, tests, *chosen, separator)
    with st.container(horizontal=True):
        explain_rules(named.value)
        explain_family(data)
        if sure is not None:
            draws = {"resamples": len(sure.counts), "trials": sure.trials}
            explain("Why these intervals", "powers", **draws)


def details(
    data: DataSet,
    named: Named[Scores],
    tests: PairTests,
    alpha: float,
    seed: int,
    effect: Literal["E1", "E2"],
    margin: Margin,
) -> None:
    """Pairs of runs, each view behind a tab."""
    differences, overlap, pairs, pair, equivalence = st.tabs(
        [
            "Differences between runs",
            "Overlap and contradictions",
            "All p-values",
            "One pair",
            "Intervals and equivalence",
        ]
    )
    with differences:
        # Effect sizes are those of instances.
        scores = data.instances_of(tests.measures).value
        scores = scores.without(set(scores.runs) - set(tests.runs))
        differences_view(data, scores, tests, alpha, effect)
    with overlap:
        overlap_view(data, tests, alpha)
    with pairs:
        pairs_view(data, tests)
    with pair:
        pair_view(data, named, tests, seed, margin)
    with equivalence:
        equivalence_view(data, named, alpha, tests.trials, seed, margin)


def tests_of(
    data_sets: list[DataSet], keys: list[str], rule: Rule, trials: int, seed: int, separator: str
) -> dict[str, PairTests] | None:
    """Tests by data set; None where they are not computed yet, or there are no such clusters."""
    found = {}
    if rule.over_scales and len(data_sets) > 1:
        try:
            return tested_together(data_sets, keys, rule, trials, seed, separator)
        except ValueError as error:
            st.warning(plain(f"{error}."))
            return None
    for each in data_sets:
        try:
            tests = tested(each, keys, rule, trials, seed, separator)
        except ValueError as error:
            st.warning(plain(f"{each.name}: {error}."))
            return None
        if tests is None:
            return None
        found[each.name] = tests
    return found


def calibrated(
    data: DataSet, data_sets: list[DataSet], keys: list[str], rule: Rule, separator: str
) -> tuple[str, Named[Scores]]:
    """What campaigns are drawn from: a data set, or all where they are one family."""
    if not rule.over_scales or len(data_sets) < 2:
        return data.name, family_of(data, keys, separator)
    families = {each.name: family_of(each, keys, separator) for each in data_sets}
    return POOLED, derived(as_one, families)


def main() -> None:
    """The page."""
    words.title("Discriminative power: which measure can tell the runs apart")
    with settings() as line:
        data_sets = choose_data_sets(line, instances=2)
        keys = choose_measures(line, data_sets)
        with line.options:
            alpha, trials = choose(options.ALPHA), choose(options.TRIALS)
            seed, rule = choose(options.SEED), choose_rule(len(data_sets))
            effect, with_intervals = choose(options.EFFECT), choose(views.POWER_INTERVALS)
            calibration, margin = choose_calibration(), choose_margin(data_sets)
            separator = choose(options.CLUSTERS)
        paired = [each for each in data_sets if keys and len(each.family.tested) > 1]
        if keys and (why := why_not_tested(data_sets)):
            line.notes.append(why) if paired else line.below.info(why)
        data = choose_one(paired) if paired else None
    if data is None:
        return
    found = tests_of(paired, keys, rule, trials, seed, separator)
    if found is None:
        return
    least = max(paired, key=lambda each: found[each.name].smallest)
    if not can_be_shown(alpha, trials, rule, family_of(least, keys, separator).value):
        return
    tests, named = found[data.name], family_of(data, keys, separator)
    powers = {name: discriminative_power(each, alpha).by() for name, each in found.items()}
    answer(answers.power(powers[data.name], alpha), data.name if len(found) > 1 else "")
    why_not = why_no_power_intervals(rule) if with_intervals else ""
    if why_not:
        line.notes.append(f"Intervals of S under this rule are {why_not}.")
    is_sure = with_intervals and not why_not
    sure = intervals_of(data, named, rule, alpha, seed) if is_sure else None
    show(layouts.power_curves({data.name: tests}, alpha, sure))
    show_tested(layouts.power({data.name: powers[data.name]}, None, alpha), data)
    line.tell()
    explanations(data, named, tests, (alpha, seed), sure, separator)
    if calibration is not None:
        what = calibrated(data, paired, keys, rule, separator)
        calibration_view(*what, rule, alpha, trials, seed, *calibration)
    chosen = (views.DIFFERENCES_BY, views.PAIR_FIRST, views.PAIR_SECOND, views.EQUIVALENCE_BY)
    if part := opened("Which runs differ", ":material/compare_arrows:", *chosen):
        with part:
            details(data, named, tests, alpha, seed, effect, margin)
    with st.expander("How sure these powers are", icon=":material/unfold_more:"):
        if sure is not None:
            counts = [int(each.significant) for each in powers[data.name].values()]
            show(layouts.power_intervals(data.name, counts, sure, tests.unit))
        if len(found) > 1:
            pooled = layouts.power(powers, pooled_powers(powers), alpha)
            show(layouts.with_family(pooled, *((e.name, e.family) for e in paired)), POOLED)
            show(layouts.power_curves(found, alpha))
        tell_truth(data.named_collection, keys[0])


main()
