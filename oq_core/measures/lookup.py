"""Finding measures by their keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

Record = TypeVar("Record")


def look_up(keys: Iterable[str] | str | None, registry: Mapping[str, Record]) -> tuple[Record, ...]:
    """Records of a registry, in the order of the keys; all of them if no keys are given.

    Parameters
    ----------
    keys : iterable of str, or str, or None
        A single key stands for itself.
    registry : mapping of str to record

    Returns
    -------
    tuple of record

    Raises
    ------
    ValueError
        If a key is unknown; the message names all that are known. If there is no key at all.

    Examples
    --------
    >>> look_up("b", {"a": 1, "b": 2})
    (2,)
    >>> look_up(None, {"a": 1, "b": 2})
    (1, 2)
    """
    names = tuple(registry) if keys is None else (keys,) if isinstance(keys, str) else tuple(keys)
    unknown = [key for key in names if key not in registry]
    if unknown:
        raise ValueError(f"unknown measure {unknown[0]!r}; known are {', '.join(registry)}")
    if not names:
        raise ValueError(f"no measure is named; known are {', '.join(registry)}")
    return tuple(registry[key] for key in names)
