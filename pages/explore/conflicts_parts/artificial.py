"""Artificial distributions: the experiment of SIGIR18 section 4.1."""

import streamlit as st

from oq_core import MEASURES, options
from oq_core.campaign.printing import headlines, layouts
from oq_core.data.scores import counted
from oq_core.disagreement import artificial_experiment, claimed_ordering
from oq_core.disagreement.artificial import SIGIR18_MEASURES, ArtificialExperiment
from oq_core.papers import PRINTED_TAUS
from pages.analysing import views, words
from pages.analysing.settings import answer, choose, settings, told
from pages.drawing.shown import show
from pages.host.work import work


def ordering(found: ArtificialExperiment) -> None:
    """Whether the paper's finding holds here, in words."""
    order = claimed_ordering(found.measures, found.taus)
    mark = "✓ It holds here" if order.holds else "✗ It does not hold here"
    words.markdown(
        "**The paper's finding**: the bin-by-bin measures and RSNOD are alike; NMD is apart, and "
        f"nearest to RSNOD. {mark}: lowest τ among NVD, RNSS, JSD and RSNOD "
        f"**{order.lowest_alike:.3f}**, τ of NMD and RSNOD **{order.between:.3f}**, highest τ of "
        f"NMD with a bin-by-bin measure **{order.highest_unlike:.3f}**; each is to be larger than "
        "the next."
    )


def draw() -> None:
    """The part of the page."""
    with settings() as line:
        classes = choose(views.ARTIFICIAL_CLASSES, label_visibility="collapsed")
        with line.options:
            others = [key for key in MEASURES if key not in SIGIR18_MEASURES]
            more: list[str] = choose(views.ARTIFICIAL_MORE, ways=others, placeholder="none")
            told(len(more), 0, f"{counted(len(more), 'measure')} more")
            seed = choose(options.SEED)
    keys = (*SIGIR18_MEASURES, *(key for key in MEASURES if key in more))
    words_of_it = "Ranking pairs of artificial distributions"
    drawn = work(words_of_it, artificial_experiment, classes, keys, seed=seed)
    found = drawn.value
    answer(headlines.similarity(keys, found.taus, counted(found.pairs, "pair")))
    title = "Kendall's τ between rankings of pairs of distributions"
    show(layouts.square("artificial", "", title, keys, found.taus, "τ", found.intervals))
    ordering(found)
    words.caption(
        f"{found.distributions} random distributions of 30 votes over {classes} classes, 20 for "
        f"each number of classes with votes; every measure ranks all {found.pairs:,} pairs of "
        "them. Pairs that share a distribution are not independent: intervals leave out each "
        "distribution in turn with all of its pairs."
    )
    if classes in PRINTED_TAUS:
        show(layouts.beside_printed_taus(found, PRINTED_TAUS[classes]))
    else:
        show(layouts.similarity("", keys, found.taus, found.intervals, "a"))
        st.caption("The paper prints no intervals for this number of classes.")
