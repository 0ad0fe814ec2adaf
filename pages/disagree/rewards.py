"""Rewards: the answer that each measure rewards most, for a truth and a number of ratings."""

import streamlit as st

from oq_core import MEASURES
from oq_core.campaign.printing import answers_of_raters, layouts
from oq_core.raters import LOG_SCORE, rewards, rewards_of
from pages import menu
from pages.analysing import views, words
from pages.analysing.data import choose_collection
from pages.analysing.explain import explain
from pages.analysing.links import link_to
from pages.analysing.settings import answer, choose, settings
from pages.analysing.text import plain
from pages.disagree.rewards_parts.triangle import triangle
from pages.drawing.shown import show
from pages.host.work import kept, or_end, work


def main() -> None:
    """The page."""
    words.title("Rewards: which answer each measure rewards most")
    with settings():
        key = choose(views.REWARDED_BY, ways=[*MEASURES, LOG_SCORE.key])
        votes = choose(views.REWARDED_VOTES)
    found = or_end(work("Trying every answer", rewards, votes)).value
    answer(answers_of_raters.rewarded(found, key))
    triangle(found, key)
    explain("What this says, and what not", "rewards")
    show(layouts.rewarded(found))
    campaign()


def campaign() -> None:
    """The same for a collection's own numbers of ratings."""
    words.header("For a campaign")
    with settings("campaign") as line:
        chosen = choose_collection(line)
    if chosen.value.votes is None or chosen.value.labels is not None:
        st.info(
            f"How many people rated {plain(chosen.value.name)} is unknown. Open gold with votes "
            "or ratings under Your data."
        )
        return
    try:
        own = kept(rewards_of, chosen).value
    except ValueError as error:
        st.info(f"{plain(chosen.value.name)}: {plain(str(error))}.")
        return
    answer(
        answers_of_raters.rewarded(own, "NMD", "the truth (as estimated from these ratings)"),
        chosen.value.name,
    )
    words.caption(
        "Of NMD, where the best answer is known exactly: at each cut of the scale the median of a "
        "binomial distribution."
    )
    line.tell()
    link_to(menu.RATERS, "Raters: what the truth itself would score")


main()
