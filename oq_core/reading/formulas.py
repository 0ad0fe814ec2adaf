"""Texts that a spreadsheet would take for formulas, written with an apostrophe before them."""

from oq_core.reading.numbers import plain_number

#: A spreadsheet takes a cell that begins so for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def guarded(text: str) -> str:
    """Return a text with an apostrophe where a spreadsheet would take it for a formula.

    One that begins with an apostrophe gets another, so that `unguarded` gives each text again.

    Examples
    --------
    >>> from oq_core.reading.formulas import guarded
    >>> guarded("=A1"), guarded("'a"), guarded("-2"), guarded("a")
    ("'=A1", "''a", '-2', 'a')
    """
    # Spaces before a number are no part of it: a tab or a return there is still guarded.
    is_signed_number = text.startswith(("+", "-")) and plain_number(text) is not None
    if text.startswith(("'", *_FORMULA)) and not is_signed_number:
        return f"'{text}"
    return text


def unguarded(text: str) -> str:
    """Return a text without the apostrophe that `guarded` put before it; others as they are.

    Examples
    --------
    >>> from oq_core.reading.formulas import unguarded
    >>> unguarded("'=A1"), unguarded("''a"), unguarded("'a"), unguarded("-2")
    ('=A1', "'a", "'a", '-2')
    """
    return text[1:] if text.startswith("'") and text[1:].startswith(("'", *_FORMULA)) else text
