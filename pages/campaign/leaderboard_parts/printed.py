"""Tables of a leaderboard as overviews print them, with marks where the runs are tested."""

import streamlit as st

from oq_core import Options, options, rank_runs
from oq_core.analysis import Leaderboard, PairTests
from oq_core.campaign.computing.several import means_by_side
from oq_core.campaign.printing import layouts
from oq_core.data.scores import listed
from oq_core.defaults import SAMPLES
from oq_core.measures import OfficialScore, official_scores
from pages.analysing import views
from pages.analysing.data import DataSet
from pages.analysing.pair_tests import family_of, tested
from pages.analysing.rules import can_be_shown, explain_rules
from pages.analysing.settings import choose
from pages.drawing.shown import show
from pages.host.results import kept
from pages.host.work import work


def board_of(data: DataSet, keys: list[str], seed: int, bounded: bool = False) -> Leaderboard:
    """Means, intervals and ranks under some measures; all are ranked at once."""
    scores = data.defined
    board = work(
        f"Ranking the runs of {data.name}",
        rank_runs,
        scores,
        samples=SAMPLES,
        seed=seed,
        bounded=bounded,
    ).value
    return board.only([scores.value.measures.index(key) for key in keys])


def official_of(data: DataSet) -> tuple[OfficialScore, ...]:
    """What the data's task publishes of each run."""
    collection = data.named_collection
    if collection is None or not collection.value.runs:
        return ()
    return kept(official_scores, collection).value


def official_of_references(data: DataSet) -> tuple[OfficialScore, ...]:
    """What the data's task would publish of what is beside the runs."""
    beside = data.source.beside
    found = None if beside is None else beside.collection
    return () if found is None else tuple(official_scores(found))


def choose_marks(
    data_sets: list[DataSet], chosen: dict[str, list[str]], seed: int
) -> tuple[dict[str, PairTests], Options]:
    """Tests that say which runs do not differ from the best, where the visitor asks for them.

    By data set, none of those that are not tested; and how they are tested.
    """
    if not choose(views.MARKS):
        return {}, Options()
    columns = st.columns(2)
    with columns[0]:
        alpha = choose(options.ALPHA)
    with columns[1]:
        trials = choose(options.TRIALS)
    how = Options(alpha=alpha, trials=trials, seed=seed, rule=choose(options.METHOD))
    explain_rules()
    found = {}
    for each in data_sets:
        keys = chosen[each.name]
        scores = family_of(each, keys).value
        if len(scores.runs) < 2 or not can_be_shown(how, scores):
            continue
        found[each.name] = tested(each, keys, how)
    return found, how


def over_collections(data: DataSet, data_sets: list[DataSet], chosen: dict[str, list[str]]) -> None:
    """Means over a task's data sets of several collections, and over each collection and scale."""
    alike = {each.name: each for each in data_sets if each.source.task == data.source.task}
    titles = list(dict.fromkeys(each.choices.title for each in alike.values()))
    if len(titles) > 1:
        scores = {name: each.scores.of(chosen[name]) for name, each in alike.items()}
        for side, names, means in means_by_side(scores, titles):
            table = layouts.means_over_data_sets(means, listed(tuple(names)), side)
            families = ((name, alike[name].family) for name in names)
            show(layouts.with_family(table, *families), f"means over {side}".strip())


def printed_view(
    data_sets: list[DataSet], data: DataSet, chosen: dict[str, list[str]], seed: int
) -> None:
    """The rankings by every measure, and all data sets' means, as overviews print them."""
    with st.expander("Tables for a paper", icon=":material/table:"):
        tests_of, chosen_how = choose_marks(data_sets, chosen, seed)
        boards, references = {}, {}
        for each in data_sets:
            scores, keys = each.scores.defined(), chosen[each.name]
            tests = tests_of.get(each.name)
            references[each.name] = each.references_of(keys)
            p_values = None if tests is None else each.family.p_values(tests, scores.runs)
            boards[each.name] = (scores.of(keys), board_of(each, keys, seed), p_values)
        how = (chosen_how.alpha, chosen_how.rule.short)
        ranking = layouts.leaderboard(data.name, *boards[data.name], *how, references[data.name])
        show(layouts.with_family(ranking, (data.name, data.family)))
        families = ((each.name, each.family) for each in data_sets)
        means = layouts.with_family(layouts.mean_scores(boards, *how, references), *families)
        show(means, "all" if len(data_sets) > 1 else data.name)
        over_collections(data, data_sets, chosen)
        if found := official_of(data):
            printed = layouts.official(data.name, found, official_of_references(data))
            show(layouts.with_family(printed, (data.name, data.family)))
