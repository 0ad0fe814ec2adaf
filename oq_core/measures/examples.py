"""The examples that the papers print, as distributions to try the measures on."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

Values = tuple[float, ...]


@dataclass(frozen=True)
class Example:
    """A gold distribution with one or two estimates from a paper.

    Attributes
    ----------
    name : str
        Paper and place, and what it is about.
    classes : tuple of str
        The L class labels, lowest first.
    gold, a : tuple of float
        Probabilities of the gold and of the first system, length L.
    b : tuple of float or None
        Probabilities of a second system, where there is one.
    shows : str
        What to look for.

    Examples
    --------
    >>> from oq_core.measures.examples import EXAMPLES
    >>> len(EXAMPLES[0].gold) == len(EXAMPLES[0].classes)
    True
    """

    name: str
    classes: tuple[str, ...]
    gold: Values
    a: Values
    b: Values | None
    shows: str


_Kind = TypeVar("_Kind")


def stored(file: Path, kind: type[_Kind]) -> dict[str, _Kind]:
    """Return the examples of a file by their keys; one without a second system has none."""
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return {key: kind(**{"b": None, **_tuples(each)}) for key, each in tables.items()}


def _tuples(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _tuples(each) for name, each in value.items()}
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


_STORED = stored(Path(__file__).with_suffix(".toml"), Example)
#: The examples of distributions from the papers, in the order of publication.
EXAMPLES: tuple[Example, ...] = tuple(_STORED.values())
LARGE_OR_SMALL, NEAR_OR_FAR = _STORED["large_or_small"], _STORED["near_or_far"]
ERROR_AT_THE_END = _STORED["error_at_the_end"]
#: Examples of our own, by the key of the measure that they show.
OWN_EXAMPLES = stored(Path(__file__).with_name("own_examples.toml"), Example)
