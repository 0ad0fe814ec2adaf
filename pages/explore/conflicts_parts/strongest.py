"""Search for the gold, A and B on which two measures disagree most."""

from typing import NamedTuple, cast

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from oq_core import options, strongest_conflict
from oq_core.campaign.printing import headlines
from oq_core.data.scores import counted
from oq_core.disagreement import can_be_exact
from oq_core.option import Number
from pages.analysing import views, words
from pages.analysing.address import UnreadableError
from pages.analysing.settings import answer, choose, settings, told
from pages.analysing.text import plain
from pages.drawing.compare_state import typed_votes
from pages.drawing.conflict import choose_two, show_conflict
from pages.host.work import work


class Conditions(NamedTuple):
    """The conditions of a search, in the order in which `strongest_conflict` takes them."""

    classes: int
    votes: int
    gold: tuple[int, ...] | None
    least: int
    one_step: bool
    seed: int


def conditions(below: DeltaGenerator) -> tuple[Conditions, bool] | None:
    """The conditions that the visitor chose, and whether the search is exact.

    Nothing while they cannot be met.
    """
    classes, votes = choose(views.SEARCH_CLASSES), choose(views.SEARCH_VOTES)
    fewest = votes // classes
    least = choose(views.SEARCH_LEAST, fewest, max_value=fewest)
    seed, typed = choose(options.SEED), choose(views.SEARCH_GOLD)
    one_step = choose(views.ONE_STEP)
    possible = can_be_exact(classes, votes) and not one_step and not typed.strip()
    exact = choose(views.EXACT, disabled=not possible)
    told(exact and possible, False, "exact")
    gold, most = None, cast(Number, views.SEARCH_VOTES.values).most
    if typed.strip():
        try:
            given = typed_votes(typed, classes)
            gold = tuple(map(int, given))
            if gold != given or not sum(gold):
                raise UnreadableError("whole votes are needed, at least one")  # noqa: TRY301
        except UnreadableError as error:
            below.error(f"The gold could not be used: {plain(str(error))}.")
            return None
        if sum(gold) > most:
            below.error(f"The gold could not be used: it can have at most {most} votes.")
            return None
        if min(gold) < least:
            below.error(
                f"The gold could not be used: every class needs {counted(least, 'vote')} or more."
            )
            return None
    return Conditions(classes, votes, gold, least, one_step, seed), exact and possible


def draw() -> None:
    """The part of the page."""
    with settings() as line:
        x, y = choose_two()
        with line.options:
            chosen = conditions(line.below)
    if x == y:
        st.info("Choose two different measures.")
        return
    if chosen is None:
        return
    asked, exact = chosen
    found = work(
        f"Searching for the strongest conflict of {x} and {y}",
        strongest_conflict,
        x,
        y,
        *asked,
        exact=exact,
    )
    conflict = found.value
    if conflict is None:
        answer(headlines.strongest(x, y, None, exact=exact))
        st.caption("Some measures never disagree, such as NMD and RNOD on two classes.")
        return
    answer(headlines.strongest(x, y, conflict.strength, exact=conflict.exact))
    gold, a, b = (np.array(votes) / sum(votes) for votes in (conflict.gold, conflict.a, conflict.b))
    labels = tuple(str(number + 1) for number in range(asked.classes))
    show_conflict("The strongest conflict found", labels, (gold, a, b), (x, y))
    if not conflict.exact:
        can_search_all = can_be_exact(asked.classes, asked.votes) and not asked.one_step
        words.caption(
            "The search tries whole votes only. A stronger conflict may exist: another seed may "
            f"find it{', and Exact will' if can_search_all else ''}."
        )
