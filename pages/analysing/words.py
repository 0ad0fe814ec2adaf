"""The words that pages use and a newcomer does not know: links to what they mean.

`title`, `header`, `caption` and `markdown` are Streamlit's, with such links.
"""

import re
from collections.abc import Iterable
from typing import Literal

import streamlit as st

from oq_core import MEASURES
from oq_core.measures import OC_MEASURES
from pages.analysing.text import plain

Width = Literal["stretch", "content"]
#: What the papers are called, all together one entry.
PAPERS = "SIGIR18, ACL21, LQ21, RNOD22, DE2"

#: What each means, in Markdown: whole sentences, each to be understood alone.
TERMS: dict[str, str] = {
    "class": "A class is one of the ordered answers that people choose from, such as −2, −1, 0, 1 "
    "and 2.",
    "distribution": "A distribution tells how votes are spread over the classes: a share for each "
    "class. The shares sum to 1.",
    "ordinal quantification": "Ordinal quantification is a task for systems: to estimate how "
    "people's ratings are spread over classes that have an order.",
    "ordinal classification": "Ordinal classification is a task for systems: to estimate the class "
    "of each item, where the classes have an order.",
    "gold": "The gold is how people's ratings are spread over the classes: what a system has to "
    "guess.",
    "estimate": "An estimate is the distribution that a system guesses for an instance.",
    "run": "A run is what one system estimates for all instances, as a team submitted it.",
    "instance": "An instance is what is rated and estimated once: a dialogue, a text, or a set of "
    "texts.",
    "collection": "A collection is the gold of some instances and the runs that estimate them.",
    "measure": "A measure is a rule that gives an estimate a score. Of distributions, 0 is the "
    "best score.",
    "prefers": "A measure prefers the estimate to which it gives the better score.",
    "conflict": "Two measures are in conflict where they prefer different estimates.",
    "bin by bin": "A measure works bin by bin if it compares each class with itself alone.",
    "cross-bin": "A measure is cross-bin if the distance between classes counts.",
    "cumulative": "The cumulative share of a class is the share of it and of all classes below it.",
    "Popularity and Uniform": "Popularity and Uniform are estimates that serve as a baseline. "
    "Popularity puts everything into the class with the most votes, Uniform the same share into "
    "every class.",
    "percentile points": "A measure puts all estimates shown in order. An estimate at its 72nd "
    "percentile is worse than 72 % of them. Two measures that put it at the 72nd and the 40th "
    "are 32 percentile points apart.",
    "d": "d tells how differently two measures see an instance. Each measure has a difference Δ: "
    "the score of one run less that of the other run. d is the Δ of one measure less that of the "
    "other; the further it is from 0, the more the two differ.",
    "nugget": "A nugget is a turn of a dialogue that tells the problem, helps to solve it or "
    "solves it.",
    "score matrix": "A score matrix has the scores of all runs on all instances by one measure.",
    "trial": "A trial is one of many random repetitions from which a chance is estimated.",
    "p-value": "The p-value of a difference tells how likely one at least as large is by chance "
    "alone. Where many runs are tested together, as by Tukey's test, it is about the largest "
    "difference among them: how likely it is that chance makes some two differ at least as much.",
    "significance level α": "The significance level α is a limit that is set before a test. A "
    "difference is called significant if its p-value is at most this.",
    "discriminative power": "The discriminative power of a measure is the share of pairs of runs "
    "that it tells apart at a significance level.",
    "Kendall’s τ": "Kendall’s τ tells how alike two rankings are: 1 for the same, 0 for unrelated, "
    "−1 for reversed.",
    "consistency": "The consistency of a measure tells how alike its rankings of the runs are on "
    "two halves of the instances.",
    "scales A, S and E": "The scales A, S and E are three things that people rated in every "
    "dialogue of DialEval, from −2 to 2. A: was the task accomplished? S: was the customer "
    "satisfied? E: was the dialogue efficient? The scale A has nothing to do with a system that is "
    "called A.",
    PAPERS: "These are the five papers that this app is about: the letters say where a paper was "
    "published and the digits when. Papers lists them, and Reference says which of them defines a "
    "measure.",
}


#: Other forms of a term in texts. Plurals with -s are found too.
_FORMS = {
    "classes": "class",
    "prefer": "prefers",
    "bin-by-bin": "bin by bin",
    "Popularity": "Popularity and Uniform",
    "Uniform": "Popularity and Uniform",
    "score matrices": "score matrix",
    "percentile": "percentile points",
    "percentile rank": "percentile points",
    "p-values": "p-value",
    "significant": "significance level α",
    "significantly": "significance level α",
    "α": "significance level α",
    "Kendall's τ": "Kendall’s τ",
    "τ": "Kendall’s τ",
    **dict.fromkeys(PAPERS.split(", "), PAPERS),
}
#: A letter that means nothing else only where a page says so.
_BY_HAND = ("d",)
_BY_FORM = {
    form.lower(): term for term in TERMS if term not in _BY_HAND for form in (term, f"{term}s")
} | {form.lower(): term for form, term in _FORMS.items()}


def _any_of(forms: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))


#: Keys as they are, and as `plain` writes them.
_KEYS = {shown: key for key in (*MEASURES, *OC_MEASURES) for shown in (key, plain(key))}
# What is a link, code or a formula already is passed over, and a part of a longer name too.
_FOUND = re.compile(
    r"\[[^\]]*\]\([^)]*\) | `[^`]*` | \$[^$]*\$"
    rf" | (?<![\w-])(?: (?P<key>{_any_of(_KEYS)})"
    rf" | (?P<term>(?i:{_any_of(_BY_FORM)})))(?![\w\\-])",
    re.VERBOSE,
)


def anchor(term: str) -> str:
    """Where the link of a term leads.

    Examples
    --------
    >>> anchor("p-value")
    '#word-p-value'
    """
    return "#word-" + re.sub(r"\W+", "-", term.lower()).strip("-")


def word(shown: str, term: str = "") -> str:
    """A word that opens its entry when it is pressed, in Markdown.

    Parameters
    ----------
    shown : str
    term : str
        One of `TERMS`, or a measure's key; what is shown unless given.

    Raises
    ------
    KeyError
        If there is no such entry.

    Examples
    --------
    >>> word("trials", "trial")
    '[trials](#word-trial)'
    """
    term = term or shown
    if not any(term in known for known in (TERMS, MEASURES, OC_MEASURES)):
        raise KeyError(term)
    return f"[{shown}]({anchor(term)})"


def linked(text: str) -> str:
    """A text in Markdown whose terms and measures open their entries, each where it stands first.

    Examples
    --------
    >>> linked("The gold of two instances. Gold again.")
    'The [gold](#word-gold) of two [instances](#word-instance). Gold again.'
    """
    seen = set()

    def link(found: re.Match[str]) -> str:
        term = _KEYS.get(found["key"] or "") or _BY_FORM.get((found["term"] or "").lower())
        if term is None or term in seen:
            return found[0]
        seen.add(term)
        return word(found[0], term)

    return _FOUND.sub(link, text)


def title(text: str, width: Width = "stretch") -> None:
    """A page's title."""
    st.title(linked(text), width=width)


def header(text: str) -> None:
    """A heading."""
    st.header(linked(text))


def caption(text: str) -> None:
    """A note in small type."""
    st.caption(linked(text))


def markdown(text: str, width: Width = "stretch") -> None:
    """A paragraph."""
    st.markdown(linked(text), width=width)
