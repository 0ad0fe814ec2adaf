"""Words that pages use and a newcomer does not know, explained where they stand."""

import streamlit as st

#: What each means, in Markdown.
TERMS = {
    "gold": "How the people's ratings are spread over the classes: what a system has to guess.",
    "run": "The estimates of one system for all instances, as a team submitted them.",
    "scales A, S and E": "Three things that people rated in every dialogue of DialEval, from −2 "
    "to 2. A: was the task accomplished? S: was the customer satisfied? E: was the dialogue "
    "efficient? The scale A has nothing to do with a system that is called A.",
    "SIGIR18, ACL21, LQ21, RNOD22, DE2": "The five papers that this app is about: the letters say "
    "where a paper was published and the digits when. Papers lists them, and Reference says which "
    "of them defines a measure.",
    "percentile points": "All estimates shown are put in order by a measure. An estimate at the "
    "72nd percentile is worse than 72 % of them. Two measures that put it at the 72nd and the 40th "
    "are 32 percentile points apart.",
    "d": "Δ of one measure less Δ of the other, where Δ is the score of one run less that of the "
    "other run on the same instance. The further d is from 0, the more differently the two "
    "measures see that instance.",
}


def explain(*terms: str) -> None:
    """A button that unfolds what some of the `TERMS` mean."""
    with st.popover("Words used here", icon=":material/help:", type="tertiary"):
        for term in terms:
            st.markdown(f"**{term}**: {TERMS[term]}")
