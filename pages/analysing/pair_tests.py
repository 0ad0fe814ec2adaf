"""Tests of the pairs of runs of a data set, with progress and a way to stop them."""

from collections.abc import Iterable

import streamlit as st

from oq_core import Options, Scores
from oq_core.analysis import (
    PairTests,
    PowerIntervals,
    RankSets,
    discriminative_power_intervals,
    interval_trials,
    pair_tests,
    pair_tests_over,
    rank_sets,
)
from oq_core.analysis.every_sign import check_instances
from oq_core.campaign.printing.phrases import in_words
from oq_core.defaults import ALPHA, RESAMPLES
from pages.analysing.data import DataSet
from pages.analysing.text import plain
from pages.host.work import Named, derived, work


def family_of(data: DataSet, keys: list[str], separator: str = "") -> Named[Scores]:
    """Scores under the chosen measures, of the runs that are tested together.

    Instances where any measure is undefined for any run are left out. With a separator they are of
    whole clusters; it raises ValueError where there are none.
    """
    tested = data.family.tested
    outside = [run for run in data.runs if run not in tested]
    scores = derived(Scores.without, data.defined_of(keys), outside)
    return derived(Scores.by_cluster, scores, separator) if separator else scores


def why_not_tested(data_sets: Iterable[DataSet]) -> str:
    """Which data sets have no two runs to test, and why; empty where all have."""
    families = {each.name: each.family for each in data_sets}
    few = {name: family for name, family in families.items() if len(family.tested) < 2}
    if not few:
        return ""
    # Names of runs are those of files.
    same = [f" In {name}, {family.same_words}." for name, family in few.items() if family.same]
    return plain(
        f"A test needs two runs that differ, and there are fewer in {in_words([*few])}."
        f"{''.join(same)} Open more run files, or let the baselines take part."
    )


def tested(data: DataSet, keys: list[str], how: Options) -> PairTests | None:
    """Tests of every pair of a data set's runs under the chosen measures.

    Measures share their permutations, so all are tested at once and a choice among them
    recomputes nothing; unless the chosen ones are one family.

    Returns
    -------
    PairTests or None
        None until they are computed.
    """
    together = keys if how.rule.over_measures else list(data.measures)
    family = family_of(data, together, how.clusters)
    found = work(
        f"Testing all pairs of runs, {data.name}",
        pair_tests,
        family,
        how.rule,
        how.trials,
        how.seed,
    )
    return None if found is None else found.value.of(keys)


def tested_together(
    data_sets: list[DataSet], keys: list[str], how: Options
) -> dict[str, PairTests] | None:
    """Tests by data set, all of which are one family; None until they are computed.

    Raises
    ------
    ValueError
        If there are no such clusters, or data sets have other runs or instances.
    """
    families = {each.name: family_of(each, keys, how.clusters) for each in data_sets}
    found = work(
        "Testing all pairs of runs, all data sets together",
        pair_tests_over,
        families,
        how.rule,
        how.trials,
        how.seed,
    )
    return None if found is None else found.value


def intervals_of(data: DataSet, scores: Named[Scores], how: Options) -> PowerIntervals | None:
    """Bootstrap intervals of the powers; None until they are computed."""
    found = work(
        f"Testing {RESAMPLES} resamples of {interval_trials(how.alpha):,} trials, {data.name}",
        discriminative_power_intervals,
        scores,
        how.alpha,
        seed=how.seed,
        rule=how.rule,
    )
    return None if found is None else found.value


def rank_sets_of(scores: Named[Scores], seed: int = 0) -> RankSets | None:
    """Ranks that hold for all runs together; None until they are computed, or with the reason."""
    try:
        check_instances(len(scores.value.ids), ALPHA, scores.value.unit)
    except ValueError as error:
        st.caption(f"Not defined, because {error}.")
        return None
    found = work(
        "Testing all directions",
        rank_sets,
        scores,
        seed=seed,
    )
    return None if found is None else found.value
