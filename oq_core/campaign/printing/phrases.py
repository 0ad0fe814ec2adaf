"""What an analysis has found, in sentences: `phrases.jinja` has a macro for each."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from oq_core.data.scores import counted, in_percent
from oq_core.defaults import LEVEL
from oq_core.phrases import Phrases

#: What stands beside the names of runs that were made from the gold.
MADE = "†"
#: What it means.
MADE_NOTE = f"{MADE}: made from the gold"
#: Of more names, a list is too long to be read.
FEW = 3


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


said = Phrases(
    Path(__file__).with_suffix(".jinja"),
    counted, each_of, first_of, in_percent, in_words, listed, some_of, LEVEL=LEVEL,
)  # fmt: skip

#: What stands below tables and figures.
noted = Phrases(
    Path(__file__).with_name("notes.jinja"), counted,
    LEVEL=LEVEL, MADE_NOTE=MADE_NOTE,
)  # fmt: skip
