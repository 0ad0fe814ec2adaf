"""Sentences from templates that one can read and change: `phrases.jinja` has a macro for each."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from oq_core.data.scores import counted

#: Of more names, a list is too long to be read.
FEW = 3


def said(phrase: str, **facts: Any) -> str:
    """Return a sentence of facts.

    Parameters
    ----------
    phrase : str
        Name of its macro.
    **facts : object
        By the names that the macro has for them.

    Examples
    --------
    >>> from oq_core.campaign.printing.phrases import said
    >>> said("most_at_odds", x="NMD", y="JSD", strength=None, what="of this map")
    'NMD and JSD disagree on no two estimates of this map.'
    """
    return str(getattr(_phrases(), phrase)(**facts)).strip()


@cache
def _phrases() -> Any:
    # What scores submissions on a host of competitions has no Jinja, and says nothing.
    import jinja2  # noqa: PLC0415

    environment = jinja2.Environment(  # noqa: S701 - plain text; pages escape it
        trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    words = (counted, each_of, first_of, in_words, listed, some_of)
    environment.globals.update({each.__name__: each for each in words})
    text = Path(__file__).with_name("phrases.jinja").read_text(encoding="utf-8")
    return environment.from_string(text).module


def in_words(names: Sequence[str]) -> str:
    """Return all names in a sentence.

    Examples
    --------
    >>> from oq_core.campaign.printing.phrases import in_words
    >>> in_words("ASE")
    'A, S and E'
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def listed(names: Sequence[str]) -> str:
    """Return all names of few, of more the first."""
    return f"{names[0]} and {len(names) - 1} others" if len(names) > FEW else in_words(names)


def some_of(measures: Sequence[str]) -> str:
    """Return measures that tie: two are named, of more the first."""
    return first_of(measures) if len(measures) > 2 else in_words(measures)


def first_of(measures: Sequence[str]) -> str:
    """Return measures that tie, where the sentence names another one, too: the first is named."""
    others = len(measures) - 1
    return measures[0] + f" and {counted(others, 'other')}" * (others > 0)


def each_of(names: Sequence[str] | Mapping[str, object]) -> str:
    """Return what says a thing of all of several measures."""
    return "either measure" if len(names) == 2 else f"each of {len(names)} measures"
