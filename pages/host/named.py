"""Data of one are never shown to another (privacy.md): results have keys of all they come from."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from hashlib import blake2b
from inspect import isclass, isfunction
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")

#: What an argument may be that stands in a key as it is.
_PLAIN = (str, bytes, int, float, type(None))


@dataclass(frozen=True)
class Named(Generic[Value]):
    """Data or a result, with the name that stands for it in the keys of what is made from it.

    Attributes
    ----------
    key : hashable
        Of what a visitor has opened, its token; of a result, how it was made.
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


def derived(function: Callable[..., Value], *given: Any, **named: Any) -> Named[Value]:
    """What a function makes of data, at once and each time anew: for what is cheap.

    Parameters
    ----------
    function : callable
    *given, **named
        What it is called with: data as `Named`, options as they are.
    """
    return Named(key_of(function, given, named), called(function, given, named))


def called(function: Callable[..., Value], given: Sequence[Any], named: Mapping[str, Any]) -> Value:
    """What a function gives for the values of these arguments."""
    values, others = values_of(given, named)
    return function(*values, **others)


def values_of(given: Sequence[Any], named: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Arguments as a function takes them: values in the place of what has a name."""
    return [*map(_value, given)], {name: _value(each) for name, each in named.items()}


def _value(given: Any) -> Any:
    if isinstance(given, Named):
        return given.value
    if isinstance(given, Mapping):
        return {name: _value(each) for name, each in given.items()}
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
        *((name, _part(each)) for name, each in sorted(named.items())),
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
        return tuple((name, _part(each)) for name, each in given.items())
    if is_dataclass(given) and not isclass(given):
        return (
            type(given).__qualname__,
            *(_part(getattr(given, each.name)) for each in fields(given)),
        )
    raise TypeError(f"{type(given).__name__} is no option: data go into a key by a name")
