"""How alike two measures rank the runs."""

import numpy as np

from oq_core import ranking_similarity
from oq_core.analysis import TauInterval, similarity_intervals, teams_of
from oq_core.analysis.ranking import Variant
from oq_core.campaign.printing import headlines, layouts
from oq_core.data.scores import counted
from pages.analysing import words
from pages.analysing.data import POOLED, DataSet
from pages.analysing.explain import explain
from pages.analysing.settings import answer
from pages.analysing.text import plain
from pages.drawing.shown import show
from pages.host.work import work


def taus_of(data: DataSet, keys: list[str], variant: Variant) -> np.ndarray:
    """Kendall's tau between the measures, (K, K)."""
    return ranking_similarity(data.defined_of(keys).value, variant=variant).taus


def intervals_of(
    data: DataSet, keys: list[str], variant: Variant, kind: TauInterval, seed: int
) -> np.ndarray:
    """Confidence intervals of them, (K, K, 2)."""
    scores = data.defined_of(keys)
    return work(
        f"Ranking the runs of {data.name} anew",
        similarity_intervals,
        scores,
        kind,
        variant,
        seed=seed,
    ).value


def details(data: DataSet, keys: list[str], variant: Variant, kind: TauInterval, seed: int) -> None:
    """One data set: heat map, and the papers' triangle."""
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


def draw(
    data_sets: list[DataSet],
    data: DataSet,
    keys: list[str],
    variant: Variant,
    kind: TauInterval,
    seed: int,
) -> None:
    """The answer, the data set, and all of them where they are several."""
    taus = {each.name: taus_of(each, keys, variant) for each in data_sets}
    sentence = headlines.similarity(keys, taus[data.name], counted(len(data.runs), "run"))
    answer(sentence, data.name if len(taus) > 1 else "")
    details(data, keys, variant, kind, seed)
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
