"""The order of the classes, which commands say beside what they print."""

import re

_ORDER = re.compile(
    r"^Note: (classes .*\)|options of .*\)|\d+ more orders, which oq check tells of one file)\.\n",
    re.MULTILINE,
)


def orders_in(told: str) -> list[str]:
    """What is said of the order."""
    return [found[0] for found in _ORDER.finditer(told)]


def without_order(told: str) -> str:
    """What else is said."""
    return _ORDER.sub("", told)
