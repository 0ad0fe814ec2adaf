"""The words that pages use and a newcomer does not know: one tap away on every page."""

from collections.abc import Mapping

import streamlit as st

from oq_core import MEASURES, OC_MEASURES, ClassificationMeasure, Measure
from pages.shared.text import plain

#: What each means, in Markdown, in the order in which one meets them.
TERMS = {
    "class": "One of the ordered answers that people choose from, such as −2, −1, 0, 1 and 2.",
    "distribution": "How votes are spread over the classes: a share for each class. The shares "
    "sum to 1.",
    "ordinal quantification": "Estimating such a distribution, where the classes have an order.",
    "ordinal classification": "Estimating a class for each item, where the classes have an order.",
    "gold": "How the people's ratings are spread over the classes: what a system has to guess.",
    "estimate": "The distribution that a system guesses.",
    "run": "The estimates of one system for all instances, as a team submitted them.",
    "instance": "What is rated and estimated once: a dialogue, a text, or a set of texts.",
    "collection": "The gold of some instances, and the runs that estimate them.",
    "measure": "A rule that gives an estimate a score. Of distributions, 0 is the best score.",
    "prefers": "A measure prefers the estimate to which it gives the better score.",
    "conflict": "Two measures that prefer different estimates.",
    "bin by bin": "A measure that compares each class with itself alone.",
    "cross-bin": "A measure for which the distance between classes counts.",
    "cumulative": "The share of a class and of all classes below it.",
    "Popularity and Uniform": "Two estimates that serve as a baseline. Popularity puts everything "
    "into the class with the most votes, Uniform the same share into every class.",
    "percentile points": "All estimates shown are put in order by a measure. An estimate at the "
    "72nd percentile is worse than 72 % of them. Two measures that put it at the 72nd and the 40th "
    "are 32 percentile points apart.",
    "d": "Δ of one measure less Δ of the other, where Δ is the score of one run less that of the "
    "other run on the same instance. The further d is from 0, the more differently the two "
    "measures see that instance.",
    "score matrix": "The scores of all runs on all instances by one measure.",
    "trial": "One of many random repetitions from which a chance is estimated.",
    "p-value": "How likely a difference at least as large is if the runs do not differ.",
    "significance level α": "A difference is called significant if its p-value is below this.",
    "discriminative power": "How many pairs of runs a measure tells apart at a significance level.",
    "Kendall’s τ": "How alike two rankings are: 1 for the same, 0 for unrelated, −1 for reversed.",
    "consistency": "How alike a measure's rankings of the runs are on two halves of the instances.",
    "scales A, S and E": "Three things that people rated in every dialogue of DialEval, from −2 "
    "to 2. A: was the task accomplished? S: was the customer satisfied? E: was the dialogue "
    "efficient? The scale A has nothing to do with a system that is called A.",
    "SIGIR18, ACL21, LQ21, RNOD22, DE2": "The five papers that this app is about: the letters say "
    "where a paper was published and the digits when. Papers lists them, and Reference says which "
    "of them defines a measure.",
}


@st.fragment
def words() -> None:
    """A button that unfolds what the `TERMS` and the names of measures mean."""
    popover = st.popover("Words", icon=":material/help:", key="words", on_change="rerun")
    if not popover.open:
        return
    with popover:
        st.markdown("\n\n".join(f"**{term}**: {meaning}" for term, meaning in TERMS.items()))
        st.subheader("Measures of distributions")
        st.markdown(_of_each(MEASURES))
        st.subheader("Measures of classes")
        st.markdown(_of_each(OC_MEASURES))
        st.page_link("learn/reference.py", label="More in Reference", icon=":material/dictionary:")


def _of_each(measures: Mapping[str, Measure | ClassificationMeasure]) -> str:
    """A paragraph for each measure, in Markdown."""
    return "\n\n".join(
        f"**{plain(key)}**: {plain(measure.name)}. {plain(measure.summary)}"
        for key, measure in measures.items()
    )
