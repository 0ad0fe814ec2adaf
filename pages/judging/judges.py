"""Judges: how far models that rate agree with people, and what each number hides."""

from typing import NamedTuple

import streamlit as st

from oq_core import MEASURES, Collection, DataError, Scores, options
from oq_core.analysis import rank_runs
from oq_core.campaign.printing import headlines, layouts
from oq_core.campaign.publishing.judges import FLIPS
from oq_core.data.collection import PANEL
from oq_core.data.scores import counted
from oq_core.raters import (
    PAPER_SCORES,
    judged,
    judges_apart,
    ranked_judges,
    runs_stand_in,
    scores_of_judges,
)
from oq_core.raters.coefficients import COEFFICIENTS
from oq_core.reading.rating_names import guessed_judges
from pages import menu
from pages.analysing import views, words
from pages.analysing.data import choose_collection
from pages.analysing.settings import answer, choose, settings, told
from pages.analysing.text import plain
from pages.drawing.shown import show
from pages.host.results import Named, kept
from pages.host.work import work
from pages.judging.judges_parts.estimate import estimate_view
from pages.judging.judges_parts.stand_in import board_view, stand_in_view


class Judging(NamedTuple):
    """What is chosen behind *Options*: who is a judge, numbers, ε, q, and what ends a cluster."""

    among: list[str]
    coefficients: list[str]
    scores: list[str]
    epsilon: float
    q: float
    separator: str


def choose_all(named: Named[Collection]) -> Judging:
    """What is behind *Options*."""
    collection = named.value
    guessed = () if collection.runs else guessed_judges(collection.raters)
    among: list[str] = choose(
        options.JUDGES, ways=collection.raters, usual=guessed, key=f"judges/{named.code}",
        placeholder="none",
    )  # fmt: skip
    told(among, [*guessed], counted(len(among), "judge"))
    return Judging(
        among,
        choose(options.AGREEMENT, ways=[*COEFFICIENTS]),
        choose(options.JUDGE_SCORES, ways=[*MEASURES, *PAPER_SCORES]),
        choose(options.EPSILON),
        choose(options.FALSE_DISCOVERY_RATE),
        choose(options.CLUSTERS),
    )


def first_view(named: Named[Collection], separator: str) -> None:
    """Ranks of the judges with intervals, on the items that all of them rated."""
    every = kept(scores_of_judges, named, separator=separator)
    scores = kept(Scores.defined, every)
    if left_out := every.value.left_out:
        words.caption(f"Ranks are without {counted(left_out, 'item')} that a judge has not rated.")
    if not scores.value.ids:
        st.caption(headlines.NO_RANKS)
        return
    board = kept(rank_runs, scores).value
    show(layouts.rank_intervals(named.value.name, scores.value, board))


def main() -> None:
    """The page."""
    words.title(menu.JUDGES.headline)
    with settings() as line:
        chosen = choose_collection(line, rated_by_name=True)
        with line.options:
            choice = choose_all(chosen)
    try:
        named = kept(judges_apart, chosen, choice.among)
    except DataError as error:
        st.info(plain(str(error)))
        return
    collection = named.value
    if not [name for name in collection.runs if name != PANEL]:
        st.info(
            f"There is no judge of {plain(collection.name)}. Open a file of judges' ratings under "
            "Your data, in which criteria are called as in people's, or say under Options which "
            "raters are judges."
        )
        return
    if not choice.scores or not choice.coefficients:
        st.info("Choose a score and a coefficient, under Options.")
        return
    if choice.among:
        st.caption(plain(f"Taken for judges: {', '.join(choice.among)}. Options change it."))
    try:
        agreeing = work(
            "Comparing judges with people", judged, named, choice.coefficients, choice.separator,
        )  # fmt: skip
        answer(headlines.judges(agreeing.value))
        for note in agreeing.value.notes:
            st.warning(plain(f"{note}."))
        show(layouts.use_of_scale(collection.name, agreeing.value))
        show(layouts.judged_agreement(collection.name, agreeing.value))
        found = work(
            "Comparing judges with raters", runs_stand_in, named, choice.scores, choice.separator,
        )  # fmt: skip
    except ValueError as error:
        st.info(plain(f"{str(error).removesuffix('.')}."))
        return
    if len(found.value.judges) > 1:
        st.header("Where the numbers disagree")
        ranked = kept(ranked_judges, named, agreeing, found, choice.epsilon, q=choice.q).value
        for flip in ranked.furthest[:FLIPS]:
            st.markdown(plain(headlines.flip(flip)))
        show(layouts.ranked_judges(collection.name, ranked))
        first_view(named, choice.separator)
    st.header("Where it errs")
    judge = choose(
        views.JUDGE, ways=found.value.judges, usual=found.value.judges[0],
        key=f"judge/{named.code}",
    )  # fmt: skip
    show(layouts.where_it_errs(collection.name, agreeing.value, judge))
    st.header("What would people say?")
    estimate_view(chosen, named)
    st.header("Can it stand in for a person?")
    stand_in_view(named, found.value, choice.epsilon, choice.q, judge)
    st.header("Judges as runs")
    board_view(named, choice.scores)

    line.tell()


main()
