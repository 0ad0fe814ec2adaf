"""Texts that a spreadsheet would take for formulas, written with an apostrophe before them."""

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
    if text.startswith(("'", *_FORMULA)) and not _is_signed_number(text):
        return f"'{text}"
    return text


def _is_signed_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    # Spaces before a number are no part of it: a tab or a return there is still guarded.
    return text.startswith(("+", "-"))


def unguarded(text: str) -> str:
    """Return a text without the apostrophe that `guarded` put before it; others as they are.

    Examples
    --------
    >>> from oq_core.reading.formulas import unguarded
    >>> unguarded("'=A1"), unguarded("''a"), unguarded("'a"), unguarded("-2")
    ('=A1', "'a", "'a", '-2')
    """
    return text[1:] if text.startswith("'") and text[1:].startswith(("'", *_FORMULA)) else text
