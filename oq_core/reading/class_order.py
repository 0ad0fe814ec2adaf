"""The order of classes, and where it is from: numbers, or words of a scale that is known."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from oq_core.data.collection import GIVEN, Collection
from oq_core.reading.numbers import plain_number

#: What an order may be from, beside a known scale, in words.
NUMBERS, FILE, TASK = "numbers", "the file", "the task"
#: What capitals may be that are no grades.
GRADES = "a known scale: grades"
#: The words of scales as data.
_SCALES = Path(__file__).with_name("known_scales.txt")
#: A label that begins with its number, as "1 - poor", "5: excellent", "4/5" and "80%".
_NUMBERED = re.compile(r"([+-]?\d+)\s*(?:%|(?:[-–—:.=)/]|\s)\s*\S.*)")
#: Of fewer capitals one does not know that they are grades.
_FEWEST_GRADES = 3


def known_order(labels: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """Labels in the order that they say themselves, lowest first, and where it is from.

    Parameters
    ----------
    labels : sequence of str
        Each once.

    Returns
    -------
    tuple of tuple of str and str
        As they come, and "", where they do not say it.

    Examples
    --------
    >>> from oq_core.reading.class_order import known_order
    >>> known_order(["High", "low", "medium"])
    (('low', 'medium', 'High'), 'a known scale: amount')
    >>> known_order(["tea", "milk"])
    (('tea', 'milk'), '')
    """
    numbers = [_number(label) for label in labels]
    if None not in numbers and len(set(numbers)) == len(numbers):
        return _sorted(labels, numbers), NUMBERS
    plain = [_plain(label) for label in labels]
    found = dict[tuple[str, ...], str]()
    for name, places in _scales():
        words = labels if name == "grades" and len(labels) >= _FEWEST_GRADES else plain
        ranks = [places.get(word) for word in words]
        if None not in ranks and len(set(ranks)) == len(ranks):
            found.setdefault(_sorted(labels, ranks), name)
    # Words that two scales put in another order are of neither.
    if len(found) != 1:
        return tuple(labels), ""
    ((order, name),) = found.items()
    return order, f"a known scale: {name}"


def origin(said: Sequence[str]) -> str:
    """Where an order is from that a person has said: the labels say it too, or it is given."""
    found, order = known_order(said)
    return order if order and found == tuple(said) else GIVEN


def in_said_order(
    collections: Mapping[str, Collection], said: Sequence[str]
) -> dict[str, Collection]:
    """Collections with their classes as a person has said, where these are the same ones."""
    return {
        scale: each.ordered(said) if sorted(said) == sorted(each.classes) else each
        for scale, each in collections.items()
    }


def _sorted(labels: Sequence[str], ranks: Sequence[float | None]) -> tuple[str, ...]:
    pairs = sorted(zip(ranks, labels, strict=True), key=lambda pair: pair[0] or 0)
    return tuple(label for _, label in pairs)


def _number(label: str) -> float | None:
    found = _NUMBERED.fullmatch(label)
    return plain_number(found[1] if found else label)


def _plain(label: str) -> str:
    return re.sub(r"[\s_]+", " ", label.replace("’", "'")).strip().casefold()


@cache
def _scales() -> tuple[tuple[str, dict[str, int]], ...]:
    """Each scale's name and the place of each of its words."""
    lines = _SCALES.read_text(encoding="utf-8").splitlines()
    found = []
    for line in lines:
        name, sign, words = line.partition(": ")
        if sign and not line.startswith("#"):
            steps = enumerate(words.split(" < "))
            found.append((name, {word: step for step, each in steps for word in each.split("|")}))
    return tuple(found)
