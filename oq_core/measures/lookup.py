"""Finding measures by their keys, or by the names that others have for them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

Record = TypeVar("Record")

_STORED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
#: By the names that others use, in small letters and without signs: what leads to the measures
#: here.
OTHER_NAMES: dict[str, str] = {
    name: each["leads"] for each in _STORED["known"] for name in each["names"]
}


class UnknownMeasureError(KeyError, ValueError):
    """There is no such measure; the message says which there are."""

    def __str__(self) -> str:
        return str(self.args[0])


class Registry(dict[str, Record]):
    """Measures by their keys, in the order in which they are shown.

    Raises
    ------
    UnknownMeasureError
        For a key that is not there; a `KeyError` and a `ValueError`. The message names those that
        are, and what others mean by the name.

    Examples
    --------
    >>> Registry({"NMD": 1})["NMD"]
    1
    >>> Registry({"NMD": 1})["Wasserstein"]
    Traceback (most recent call last):
    oq_core.measures.lookup.UnknownMeasureError: unknown measure 'Wasserstein'; known are NMD. \
The Earth Mover's Distance, which is Wasserstein's W₁ here, is NMD × (L − 1).
    """

    def __missing__(self, key: object) -> Record:
        raise UnknownMeasureError(unknown(key, self))


def unknown(key: object, registry: Mapping[str, object]) -> str:
    """That there is no such measure, which there are, and where others' name for it leads."""
    said = f"unknown measure {key!r}; known are {', '.join(registry)}."
    # As one writes it: "Earth Mover's Distance", "total_variation".
    name = re.sub(r"[\W_]", "", str(key).lower())
    for each in registry:
        if re.sub(r"[\W_]", "", each.lower()) == name:
            return f"{said} Is {each} meant?"
    for ending in ("distance", "divergence", "score"):
        name = name.removesuffix(ending)
    return f"{said} {OTHER_NAMES[name]}" if "NMD" in registry and name in OTHER_NAMES else said


def look_up(
    given: Iterable[str | Record] | str | Record | None, registry: Mapping[str, Record]
) -> tuple[Record, ...]:
    """Records, in the order in which they or their keys are given; all of a registry if none are.

    Parameters
    ----------
    given : iterable of str or record, or one of them, or None
        Keys of the registry, and records, which need not be in it.
    registry : mapping of str to record

    Returns
    -------
    tuple of record

    Raises
    ------
    ValueError
        If a key is unknown (see `Registry`), or there is nothing at all.
    TypeError
        If a record is of another kind than those of the registry.

    Examples
    --------
    >>> look_up("b", {"a": 1, "b": 2}), look_up(["a", 3], {"a": 1, "b": 2})
    ((2,), (1, 3))
    >>> look_up(None, {"a": 1, "b": 2})
    (1, 2)
    """
    if given is None:
        return tuple(registry.values())
    kind = type(next(iter(registry.values())))
    found: list[Record] = []
    for each in (given,) if isinstance(given, (str, kind)) else given:  # type: ignore[union-attr]
        if isinstance(each, str):
            if each not in registry:
                raise UnknownMeasureError(unknown(each, registry))
            found.append(registry[each])
        elif isinstance(each, kind):
            found.append(each)
        else:
            raise TypeError(
                f"a measure is wanted, by its key or as a {kind.__name__}, not {each!r:.80}"
            )
    if not found:
        raise ValueError(f"no measure is named; known are {', '.join(registry)}")
    return tuple(found)
