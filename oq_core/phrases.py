"""Sentences from templates that one can read and change: a macro for each."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any


class Phrases:
    """The sentences of a template, each made of facts by its macro.

    Parameters
    ----------
    template : Path
        In Jinja's language; a macro may go on over several lines.
    *words : callable
        What its macros call, by their names.
    **facts : object
        What each of them may name.

    Examples
    --------
    >>> from oq_core.campaign.printing.phrases import said
    >>> said("most_at_odds", x="NMD", y="JSD", disagree=False, what="of this map")
    'NMD and JSD disagree on no two estimates of this map.'
    """

    def __init__(self, template: Path, *words: Callable[..., object], **facts: object) -> None:
        self.template = template
        self.known = {**facts, **{getattr(each, "__name__", ""): each for each in words}}

    def __call__(self, phrase: str, **facts: Any) -> str:
        """Return a sentence of facts, by the names that its macro has for them."""
        return " ".join(self.lines(phrase, **facts))

    def lines(self, phrase: str, **facts: Any) -> list[str]:
        """Return what a macro makes of facts, line by line."""
        lines = str(getattr(self._macros, phrase)(**facts)).split("\n")
        return list(filter(None, map(str.strip, lines)))

    @property
    def names(self) -> list[str]:
        """What can be said: the names of the macros."""
        return sorted(name for name in vars(self._macros) if not name.startswith("_"))

    @cached_property
    def _macros(self) -> Any:
        text = self.template.read_text(encoding="utf-8")
        return environment(**self.known).from_string(text).module


def environment(**known: object) -> Any:
    """Return what makes templates of plain text, which may name these facts and functions."""
    # What scores submissions on a host of competitions has no Jinja, and says nothing.
    import jinja2  # noqa: PLC0415

    found = jinja2.Environment(  # noqa: S701 - plain text; pages escape it
        trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    found.globals.update(known)
    return found
