"""Tests of the pairs of runs of a data set, with progress and a way to stop them."""

from collections.abc import Iterable

from oq_core import Options, Scores
from oq_core.analysis import PairTests, pair_tests
from oq_core.data.scores import listed
from pages.analysing.data import DataSet
from pages.analysing.text import plain
from pages.host.results import Named, kept
from pages.host.work import work


def family_of(data: DataSet, keys: list[str], separator: str = "") -> Named[Scores]:
    """Scores under the chosen measures, of the runs that are tested together.

    Instances where any measure is undefined for any run are left out. With a separator they are of
    whole clusters; it raises ValueError where there are none.
    """
    tested = data.family.tested
    outside = [run for run in data.runs if run not in tested]
    scores = kept(Scores.without, data.defined_of(keys), outside)
    return kept(Scores.by_cluster, scores, separator) if separator else scores


def why_not_tested(data_sets: Iterable[DataSet]) -> str:
    """Which data sets have no two runs to test, and why; empty where all have."""
    families = {each.name: each.family for each in data_sets}
    few = {name: family for name, family in families.items() if len(family.tested) < 2}
    if not few:
        return ""
    # Names of runs are those of files.
    same = [f" In {name}, {family.same_words}." for name, family in few.items() if family.same]
    return plain(
        f"A test needs two runs that differ, and there are fewer in {listed(tuple(few))}."
        f"{''.join(same)} Open more run files, or let the baselines take part."
    )


def tested(data: DataSet, keys: list[str], how: Options) -> PairTests:
    """Tests of every pair of a data set's runs under the chosen measures.

    Measures share their permutations, so all are tested at once and a choice among them
    recomputes nothing.
    """
    family = family_of(data, list(data.measures), how.clusters)
    found = work(
        f"Testing all pairs of runs, {data.name}",
        pair_tests,
        family,
        how.rule,
        how.trials,
        how.seed,
    )
    return found.value.of(keys)
