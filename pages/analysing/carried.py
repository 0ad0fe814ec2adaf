"""What links may carry: the one list, by what a link says or by the page that it opens."""

from collections.abc import Mapping
from typing import TypeVar

from oq_core.options import OPTIONS
from pages.analysing.views import VIEWS

Value = TypeVar("Value")

#: The parameters of each link that a page makes, beside Share.
MAY_CARRY: dict[str, frozenset[str]] = {
    "classification": frozenset({"a", "b", "classes", "edits", "plain", "two"}),
    "compare": frozenset(
        {"a", "b", "classes", "cumulative", "gold", "keep", "measures", "plain", "raters", "two",
         "working"}
    ),
    "lessons": frozenset({"lesson"}),
    "quiz": frozenset({"challenge", "questions"}),
}  # fmt: skip


def is_shared(parameter: str) -> bool:
    """Whether **Share** carries a parameter of an address.

    It leaves out what no record knows, and what an address has for a reload and is nobody else's:
    answers, predictions, and whether projector mode is on.

    Examples
    --------
    >>> is_shared("alpha"), is_shared("answers"), is_shared("unknown")
    (True, False, False)
    """
    return any(each.linked and each.is_at(parameter) for each in (*OPTIONS, *VIEWS))


def checked(link: str, parameters: Mapping[str, Value]) -> Mapping[str, Value]:
    """The parameters of a link, which are those that it may carry.

    Parameters
    ----------
    link : str
        What it says, or the address of the page that it opens.
    parameters : mapping of str

    Raises
    ------
    ValueError
        If there is another one.

    Examples
    --------
    >>> checked("lessons", {"lesson": "near"})
    {'lesson': 'near'}
    """
    if beyond := parameters.keys() - MAY_CARRY.get(link, frozenset()):
        listed = ", ".join(sorted(beyond))
        raise ValueError(
            f"The link “{link}” may not carry {listed}: see pages/analysing/carried.py"
        )
    return parameters
