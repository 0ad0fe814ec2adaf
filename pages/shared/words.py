"""The words that pages use and a newcomer does not know: links to what they mean.

`title`, `header`, `caption` and `markdown` are Streamlit's, with such links.
"""

import re
from collections.abc import Iterable
from typing import Literal

import streamlit as st

from oq_core import MEASURES, OC_MEASURES
from pages.shared.text import plain

Width = Literal["stretch", "content"]
#: What the papers are called, all together one entry.
PAPERS = "SIGIR18, ACL21, LQ21, RNOD22, DE2"

#: What each means, in Markdown, in the order in which one meets them.
TERMS: dict[str, str] = {
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
    "nugget": "A turn of a dialogue that tells the problem, helps to solve it or solves it.",
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
    PAPERS: "The five papers that this app is about: the letters say "
    "where a paper was published and the digits when. Papers lists them, and Reference says which "
    "of them defines a measure.",
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
