"""The numbers in cells, as people and spreadsheets write them."""

import re
from collections.abc import Sequence
from math import inf
from typing import Any, cast

#: A number with a comma: a decimal one for certain, or perhaps one between thousands.
_DECIMAL_COMMA = re.compile(r"[+-]?(?:0?,\d+|\d+,(?:\d\d?|\d{4,}))(?:[eE][+-]?\d+)?")
#: How tables say that a number is not there.
_UNDEFINED = frozenset(("", "na", "nan", "n/a", "-", "–", "null", "none"))
ANY_COMMA = re.compile(r"[+-]?\d+,\d{3}")
#: Below it, ten digits give whole and half numbers exactly; labels beyond it stay as they are.
TOO_LARGE = 10**9


def plain_number(text: str) -> float | None:
    """The number that Python reads in a text; None where it reads none."""
    try:
        return float(text)
    except ValueError:
        return None


def as_number(text: str, *, is_decimal: bool = False) -> float | None:
    """The number that a cell holds, if it is one; 28% is 0.28.

    Parameters
    ----------
    text : str
    is_decimal : bool
        Whether a comma before three digits is a decimal one, as others in the row are.

    Examples
    --------
    >>> as_number("0,5"), as_number("28 %"), as_number("1_000")
    (0.5, 0.28, None)
    """
    # Python reads 1_000 as a number; no file of the field means that.
    if "_" in text:
        return None
    if text.endswith("%"):
        number = as_number(text[:-1].rstrip())
        return None if number is None else number / 100
    if _DECIMAL_COMMA.fullmatch(text) or (is_decimal and ANY_COMMA.fullmatch(text)):
        text = text.replace(",", ".")
    return plain_number(text)


def label_of(text: str) -> str:
    """A rating as a label: 3.0, 3,0 and 03 are 3.

    Examples
    --------
    >>> label_of("3.0"), label_of("4,50"), label_of("99 %"), label_of("low")
    ('3', '4.5', '99 %', 'low')
    """
    number = None if text.endswith("%") else as_number(text)
    return f"{number + 0:.10g}" if number is not None and abs(number) < TOO_LARGE else text


def is_undefined(text: str) -> bool:
    """Whether a cell says that its number is not there."""
    return text.casefold() in _UNDEFINED


def as_numbers(cells: Sequence[str]) -> list[float] | None:
    """The numbers that a row's cells hold, if all do."""
    numbers = each_number(cells)
    return None if None in numbers else cast(list[float], numbers)


def each_number(cells: Sequence[str]) -> Sequence[float | None]:
    """The number that each cell of a row holds; None for a cell that holds none."""
    if "_" not in "".join(cells):
        try:
            return [float(cell) for cell in cells]
        except ValueError:
            pass
    is_decimal = any(_DECIMAL_COMMA.fullmatch(cell) for cell in cells)
    return [as_number(cell, is_decimal=is_decimal) for cell in cells]


def number_of(value: Any) -> float | None:
    """The number that JSON has, infinite where it is too large; None where it has none.

    Examples
    --------
    >>> number_of(1), number_of(True), number_of(10**400)
    (1.0, None, inf)
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value)
    except OverflowError:
        return inf
