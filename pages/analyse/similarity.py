"""Ranking similarity: how alike two measures rank the runs."""

import numpy as np

from oq_core import options, ranking_similarity
from oq_core.analysis import TauInterval, similarity_intervals, teams_of
from oq_core.analysis.ranking import Variant
from oq_core.campaign.printing import headlines, layouts
from oq_core.data.scores import counted
from pages.analysing import words
from pages.analysing.data import POOLED, DataSet, choose_data_sets
from pages.analysing.explain import explain
from pages.analysing.options import choose_measures, choose_one
from pages.analysing.settings import answer, choose, settings
from pages.analysing.text import plain
from pages.drawing.shown import show
from pages.host.work import needed


def taus_of(data: DataSet, keys: list[str], variant: Variant) -> np.ndarray:
    """Kendall's tau between the measures, (K, K)."""
    return ranking_similarity(data.defined_of(keys).value, variant=variant).taus


def intervals_of(
    data: DataSet, keys: list[str], variant: Variant, kind: TauInterval, seed: int
) -> np.ndarray:
    """Confidence intervals of them, (K, K, 2)."""
    scores = data.defined_of(keys)
    return needed(
        f"Ranking the runs of {data.name} anew",
        similarity_intervals,
        scores,
        kind,
        variant,
        seed=seed,
    ).value


def details(data: DataSet, keys: list[str], variant: Variant, kind: TauInterval, seed: int) -> None:
    """One data set: answer, heat map, and the papers' triangle."""
    taus, intervals = taus_of(data, keys, variant), intervals_of(data, keys, variant, kind, seed)
    title = f"Kendall's τ-{variant} between rankings of the runs"
    show(
        layouts.square("similarity-figure", data.name, title, keys, taus, "τ", intervals=intervals)
    )
    show(layouts.similarity(data.name, keys, taus, intervals, variant))
    runs = len(data.runs)
    teams = len(set(teams_of(data.runs)))
    if np.isnan(intervals).all():
        why = "Intervals need at least five runs, or two teams."
    elif kind == "instances":
        why = "Intervals take the instances for a sample of possible instances; the runs stay."
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
    explain("Why these intervals", "similarity")


def main() -> None:
    """The page."""
    words.title("Ranking similarity: do two measures rank the runs alike")
    with settings() as line:
        data_sets = choose_data_sets(line)
        keys = choose_measures(line, data_sets)
        data = choose_one(data_sets)
        with line.options:
            variant, kind = choose(options.TAU), choose(options.TAU_INTERVAL)
            seed = choose(options.SEED)
        if len(keys) == 1:
            line.below.info("Choose at least two measures.")
    if len(keys) < 2:
        return
    taus = {each.name: taus_of(each, keys, variant) for each in data_sets}
    found = headlines.similarity(keys, taus[data.name], counted(len(data.runs), "run"))
    answer(found, data.name if len(taus) > 1 else "")
    details(data, keys, variant, kind, seed)
    line.tell()
    show(layouts.average_similarities(keys, taus), "all" if len(taus) > 1 else data.name)
    if len(taus) > 1:
        by_set = {
            each.name: (keys, taus[each.name], intervals_of(each, keys, variant, kind, seed))
            for each in data_sets
        }
        show(layouts.similarity_by_pair(by_set, variant), "all")
        mean = np.mean(list(taus.values()), axis=0)
        show(
            layouts.square(
                "similarity-mean-figure", POOLED, "mean τ over data sets", keys, mean, "τ"
            )
        )
        show(layouts.similarity("", keys, mean, None, variant), POOLED)


main()
