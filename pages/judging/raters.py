"""Raters: how far people agree, and what one of them and half of them score."""

import streamlit as st

from oq_core import MEASURES, Collection, options
from oq_core.campaign.printing import headlines, layouts
from oq_core.raters import agreement_of, what_raters_allow
from pages import menu
from pages.analysing import views, words
from pages.analysing.data import choose_collection
from pages.analysing.settings import answer, choose, settings
from pages.analysing.text import plain
from pages.drawing.shown import show
from pages.host.results import Named, kept
from pages.host.work import work


def agreement_view(named: Named[Collection], measures: list[str]) -> None:
    """How far raters agree, and who is far from the rest."""
    collection = named.value
    found = work("Comparing the raters", agreement_of, named, measures).value
    show(layouts.agreement(collection.name, found.alphas))
    if found.distances is None or found.shared is None:
        st.caption("Who gave which rating is unknown, so there is nothing to say of single raters.")
        return
    show(
        layouts.distances_of_raters(
            collection.name, collection.raters, measures, found.distances, found.shared
        )
    )


def main() -> None:
    """The page."""
    words.title(menu.RATERS.headline)
    with settings() as line:
        chosen = choose_collection(line)
        with line.options:
            measures: list[str] = choose(views.RATER_MEASURES, ways=list(MEASURES))
            seed = choose(options.SEED)
    collection = chosen.value
    if collection.votes is None or collection.labels is not None:
        what = "items with one class each" if collection.labels else "shares, not votes"
        st.info(
            f"{plain(collection.name)} has {what}: how many people rated is unknown. "
            "Open gold with votes or ratings under Your data."
        )
        return
    if not measures:
        st.info("Choose a measure, under Options.")
        return
    allowed = kept(what_raters_allow, chosen, measures, seed=seed).value
    answer(headlines.raters(allowed))
    show(layouts.rater_strips(collection.name, allowed))
    show(layouts.raters_allow(collection.name, allowed))
    st.header("How far they agree")
    agreement_view(chosen, measures)
    line.tell()


main()
