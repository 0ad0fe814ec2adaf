"""The words that pages use and a newcomer does not know: links to what they mean.

`title`, `header`, `caption` and `markdown` are Streamlit's, with such links.
"""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import streamlit as st

from oq_core import MEASURES
from oq_core.measures import OC_MEASURES
from pages.analysing.text import plain

Width = Literal["stretch", "content"]
_TEXTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
TERMS: dict[str, str] = _TEXTS["meanings"]
PICTURES: dict[str, str] = _TEXTS["pictures"]
_FORMS: dict[str, str] = _TEXTS["forms"]
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
