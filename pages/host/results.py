"""What was computed is kept by a key of all that it comes from (host.md)."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from hashlib import blake2b
from inspect import isclass, isfunction
from sys import getsizeof
from threading import Lock
from typing import Any, Generic, TypeVar

import numpy as np

from pages.host.limits import RESULTS_MB

Value = TypeVar("Value")
#: What an argument may be that stands in a key as it is.
_PLAIN = (str, bytes, int, float, type(None))


@dataclass(frozen=True)
class Named(Generic[Value]):
    """Data or a result, with the name that stands for it in the keys of what is made from it.

    Attributes
    ----------
    key : hashable
        Of what a visitor has opened, its token, which nobody can guess; of a result, its call.
    value : object
    """

    key: Hashable
    value: Value = field(compare=False, repr=False)

    @property
    def code(self) -> str:
        """A few signs that stand for it in the key of a widget."""
        return code_of(self.key)


def code_of(key: Hashable) -> str:
    """A few signs that stand for a key."""
    return blake2b(repr(key).encode(errors="replace"), digest_size=8).hexdigest()


class Results:
    """Results of the process by their keys; beyond so many bytes, the least recent is forgotten.

    Data of a visitor's own stand in a key by a token that nobody can guess, so that only who has
    the data finds what was made of them. Results of the samples are everybody's.
    """

    def __init__(self, megabytes: int = RESULTS_MB) -> None:
        self._most, self._lock = megabytes << 20, Lock()
        self._kept: dict[Hashable, tuple[Named[Any], int]] = {}

    def of(self, key: Hashable) -> Named[Any] | None:
        """A result, if it is kept."""
        with self._lock:
            if (kept := self._kept.pop(key, None)) is None:
                return None
            # The last used is the last to go.
            self._kept[key] = kept
            return kept[0]

    def keep(self, key: Hashable, value: Value) -> Named[Value]:
        """Keep a result."""
        result, size = Named(key, value), size_of(value)
        with self._lock:
            self._kept[key] = result, size
            total = sum(each for _, each in self._kept.values())
            while total > self._most and len(self._kept) > 1:
                total -= self._kept.pop(next(iter(self._kept)))[1]
        return result

    def forget(self, token: str) -> None:
        """Forget what was made of data."""
        with self._lock:
            for key in [key for key in self._kept if _names(key, token)]:
                del self._kept[key]


RESULTS = Results()


def kept(function: Callable[..., Value], *given: Any, **named: Any) -> Named[Value]:
    """A result, computed when it is first asked for.

    Parameters
    ----------
    function : callable
    *given, **named
        What it is called with: data as `Named`, options as they are.
    """
    key = key_of(function, given, named)
    if (result := RESULTS.of(key)) is None:
        values, options = values_of(given, named)
        result = RESULTS.keep(key, function(*values, **options))
    return result


def is_kept(function: Callable[..., object], *given: Any, **named: Any) -> bool:
    """Whether the result of a call is there."""
    return RESULTS.of(key_of(function, given, named)) is not None


def values_of(given: Sequence[Any], named: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Arguments as a function takes them: values in the place of what has a name."""
    return [*map(_value, given)], {name: _value(option) for name, option in named.items()}


def _value(given: Any) -> Any:
    if isinstance(given, Named):
        return given.value
    if isinstance(given, Mapping):
        return {name: _value(part) for name, part in given.items()}
    if type(given) in (list, tuple):
        return type(given)(map(_value, given))
    return given


def key_of(
    function: Callable[..., object], given: Sequence[Any], named: Mapping[str, Any]
) -> Hashable:
    """The key of a call: the function and all its arguments.

    Raises
    ------
    TypeError
        If the function can hold something of its own that no key would tell, or if data come
        without a name.
    """
    if not (isfunction(function) or isclass(function)) or "<" in function.__qualname__:
        raise TypeError(f"{function!r} may hold what no key tells: give a function of a module")
    if function.__module__ == "__main__":
        raise TypeError(f"{function.__qualname__} stands in a page, where others may be called so")
    return (
        f"{function.__module__}.{function.__qualname__}",
        *map(_part, given),
        *((name, _part(option)) for name, option in sorted(named.items())),
    )


def _part(given: Any) -> Hashable:
    """What stands for an argument in a key."""
    if isinstance(given, Named):
        return given.key
    if isinstance(given, _PLAIN):
        return given
    if isinstance(given, list | tuple):
        return tuple(map(_part, given))
    if isinstance(given, Mapping):
        return tuple((name, _part(part)) for name, part in given.items())
    if is_dataclass(given) and not isclass(given):
        parts = (_part(getattr(given, part.name)) for part in fields(given))
        return (type(given).__qualname__, *parts)
    raise TypeError(f"{type(given).__name__} is no option: data go into a key by a name")


def _names(key: Hashable, token: str) -> bool:
    """Whether a key names data."""
    return key == token or (isinstance(key, tuple) and any(_names(part, token) for part in key))


def size_of(value: object) -> int:
    """Bytes that a value takes: its arrays, and about as much as Python needs for its names.

    Examples
    --------
    >>> size_of({"gold": np.zeros((100, 5))}) // 1000
    4
    """
    known, rest, size = set[int](), [value], 0
    while rest:
        part = rest.pop()
        if id(part) in known:
            continue
        known.add(id(part))
        if isinstance(part, np.ndarray):
            size += part.nbytes
        elif isinstance(part, str | bytes):
            size += getsizeof(part)
        elif isinstance(part, Mapping):
            rest += [*part.keys(), *part.values()]
        elif isinstance(part, list | tuple):
            # There may be a million names: they are not taken one by one.
            if set(map(type, part)) == {str}:
                size += sum(map(getsizeof, part))
            else:
                rest += part
        elif is_dataclass(part) and not isclass(part):
            rest += [getattr(part, own.name) for own in fields(part)]
    return size
