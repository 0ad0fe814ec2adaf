"""Options and records as a TOML or JSON file has them, each value checked."""

from collections.abc import Mapping
from typing import Any, TypeVar, get_type_hints

from oq_core.option import Names, Number, Option, Switch, Text, Ways
from oq_core.options import OPTIONS
from oq_core.reading.files import File

#: What to do about an entry that is not right.
AGAIN = "Take the file that a report or a saved workspace of this version has"
Kind = TypeVar("Kind")


def written(record: object) -> dict[str, Any]:
    """Return what a record has chosen, by the names of the shell's flags.

    Examples
    --------
    >>> from oq_core.campaign.computing.sources import Choices
    >>> from oq_core.campaign.saving.records import written
    >>> written(Choices(renamed={"a": "b"}))["rename"]
    {'a': 'b'}
    """
    return {name: getattr(record, each.name) for name, each in _of(type(record)).items()}


def _of(*records: type) -> dict[str, Option[Any]]:
    """The options of some records, by the names of their flags."""
    names = {each.__name__ for each in records}
    return {each.asked_as: each for each in OPTIONS if each.to in names}


def chosen(
    file: File, place: str, content: Mapping[str, Any], *records: type
) -> list[tuple[Option[Any], Any]]:
    """Return what a table of a file chooses of the options of some records, as flags would.

    Parameters
    ----------
    file : File
    place : str
        Where in it the table is.
    content : mapping of str to object
        By the names of the shell's flags.
    *records : type
        `Choices` or `Options`.

    Raises
    ------
    DataError
        If an option is not known, or is not said as its flag would say it.
    """
    known = _of(*records)
    for key in content:
        if key not in known:
            raise file.error(f"{place}.{key} is not known", f"There are {', '.join(sorted(known))}")
    return [(known[k], _value(file, f"{place}.{k}", known[k], v)) for k, v in content.items()]


def _value(file: File, place: str, option: Option[Any], value: Any) -> Any:
    try:
        match option.values, value:
            case (Ways(words), str()) if value in words:
                return value
            case (Switch(), bool()) | (_, None) if value is not None or option.usual is None:
                return value
            case Text(), dict() if isinstance(option.usual, Mapping):
                has_names = isinstance(option.read("x=text")[1], tuple)
                return [(k, (_names if has_names else _name)(v)) for k, v in value.items()]
            case Names(), list():
                return _names(value)
            case (Number(), int() | float()) | (Text() | Names(), _) if not isinstance(
                value, bool | dict
            ):
                several = value if option.repeats and isinstance(value, list) else [value]
                found = [option.read(_name(each)) for each in several]
                return found if option.repeats else found[0]
    except ValueError as error:
        raise file.error(f"{place}: {error}", f"See {option.typed_as} in a shell") from None
    shown = repr(value)[:80]
    raise file.error(f"{place}: {shown} cannot be used", f"See {option.typed_as} in a shell")


def _name(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(f"{str(value)[:80]!r} is no name")  # noqa: TRY004 - a fault of a file
    return str(value)


def _names(value: object) -> tuple[str, ...]:
    return tuple(map(_name, value if isinstance(value, list) else [value]))


def record(file: File, place: str, kind: type[Kind], content: Any) -> Kind:
    """Return a record of texts, numbers, and lists and tables of texts.

    Parameters
    ----------
    file : File
    place : str
        Where in it the record is.
    kind : type
        A dataclass.
    content : object
        As JSON has it.

    Raises
    ------
    DataError
        If a field is missing, unknown or of another type.
    """
    hints = get_type_hints(kind)
    for key, value in table(file, content, place).items():
        if key not in hints or not _is(hints[key], value):
            raise file.error(f"“{key}” is unknown or is not what it has to be", AGAIN, place)
    try:
        return kind(**{k: tuple(v) if isinstance(v, list) else v for k, v in content.items()})
    except TypeError:
        lacking = next(name for name in hints if name not in content)
        raise file.error(f"“{lacking}” is missing", AGAIN, place) from None


def _is(hint: Any, value: object) -> bool:
    """Whether a value is of a field's type."""
    if hint is int:
        # JSON keeps no larger ones.
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53
    if hint in (str, bool):
        return isinstance(value, hint)
    several = value.values() if isinstance(value, dict) else value
    return isinstance(value, list if hint == tuple[str, ...] else dict) and all(
        isinstance(each, str)
        for each in several  # type: ignore[attr-defined]
    )


def table(file: File, content: Any, place: str, remedy: str = AGAIN) -> dict[str, Any]:
    """Return a table; raises where something else stands there."""
    if not isinstance(content, dict):
        raise file.error(f"{place or 'it'} is no table", remedy)
    return content


def tables(file: File, content: Mapping[str, Any], key: str, place: str = "") -> list[Any]:
    """Return the entries of a list, none where it is not there."""
    found = content.get(key, [])
    if not isinstance(found, list):
        raise file.error(f"“{key}” is no list", AGAIN, place)
    return found
