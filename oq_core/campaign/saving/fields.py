"""What was saved as JSON, read again: each field is checked as an upload is."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from oq_core.analysis.pairs import Rule
from oq_core.campaign.computing.sources import Choices, FileFacts
from oq_core.data.collection import DataError
from oq_core.data.described import RunDescription
from oq_core.reading.files import File
from oq_core.reading.format_record import MISSING
from oq_core.reading.kinds.described import COLUMNS, description_fault
from oq_core.reading.plan import DECIMALS, PARTS


@dataclass(frozen=True)
class Fields:
    """An object of a JSON file, each field checked when it is taken.

    Attributes
    ----------
    file : File
    place : str
        Where in it the object is; empty for the whole.
    content : object
    remedy : str
        What to do about a field that is not right.

    Examples
    --------
    >>> from oq_core.campaign.saving.fields import Fields
    >>> from oq_core.reading.files import File
    >>> Fields(File("a.json", ""), "", {"layout": -1}, "Save it again").count("layout")
    Traceback (most recent call last):
    ...
    oq_core.data.collection.DataError: a.json: “layout” is missing or is not a whole number. \
Save it again.
    """

    file: File
    place: str
    content: Any
    remedy: str

    def take(self, key: str, what: str, is_right: Callable[[Any], bool]) -> Any:
        """A field, or the error that it is not what it has to be."""
        found = self.content.get(key) if isinstance(self.content, dict) else None
        if not is_right(found):
            raise self.error(f"“{key}” is missing or is not {what}")
        return found

    def check_known(self, names: Iterable[str]) -> None:
        """Refuse a field of another name."""
        known = {*names}
        unknown = next((key for key in self.content if key not in known), None)
        if unknown is not None:
            raise self.error(f"“{unknown}” is unknown to this version")

    def one_of(self, key: str, names: tuple[str, ...]) -> Any:
        """One of some names."""
        return self.take(key, f"one of {', '.join(names)}", lambda each: each in names)

    def text(self, key: str) -> str:
        """A text."""
        return str(self.take(key, "text", is_text))

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of names."""
        return tuple(self.take(key, "a list of names", list_of(is_text)))

    def texts_by_name(self, key: str) -> dict[str, tuple[str, ...]]:
        """Lists of names, by name."""
        found = self.take(key, "an object of lists of names", _by_name(list_of(is_text)))
        return {name: tuple(each) for name, each in found.items()}

    def text_by_name(self, key: str) -> dict[str, str]:
        """Names, by name."""
        return dict(self.take(key, "an object of names", _by_name(is_text)))

    def flag(self, key: str) -> bool:
        """True or false."""
        return bool(self.take(key, "true or false", lambda each: isinstance(each, bool)))

    def count(self, key: str) -> int:
        """A whole number of 0 or more."""
        return int(self.take(key, "a whole number", is_count))

    def share(self, key: str) -> float:
        """A number from 0 to 1."""
        return float(self.take(key, "a number from 0 to 1", _is_share))

    def counts(self, key: str) -> list[int]:
        """A list of whole numbers of 0 or more."""
        return list(self.take(key, "a list of whole numbers", list_of(is_count)))

    def part(self, key: str) -> "Fields":
        """An object."""
        found = self.take(key, "an object", lambda each: isinstance(each, dict))
        return Fields(self.file, self._inside(key), found, self.remedy)

    def parts(self, key: str) -> "list[Fields]":
        """The objects of a list."""
        found = self.take(key, "a list", lambda each: isinstance(each, list))
        return [
            Fields(self.file, self._inside(f"{key}, entry {number}"), each, self.remedy)
            for number, each in enumerate(found, start=1)
        ]

    def _inside(self, key: str) -> str:
        return f"{self.place}, {key}" if self.place else key

    def has(self, key: str) -> bool:
        """Whether there is such a field."""
        return isinstance(self.content, dict) and self.content.get(key) is not None

    def error(self, problem: str) -> DataError:
        """The error about this object."""
        return self.file.error(problem.rstrip("."), self.remedy, self.place)


def list_of(is_right: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """What tells whether something is a list of what is right."""
    return lambda each: isinstance(each, list) and all(map(is_right, each))


def _by_name(is_right: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda each: isinstance(each, dict) and all(map(is_right, each.values()))


def is_text(each: Any) -> bool:
    """Whether something is a text."""
    return isinstance(each, str)


def is_count(each: Any) -> bool:
    """Whether something is a whole number that JSON keeps: of 0 or more, below 2 to the 53rd."""
    return isinstance(each, int) and not isinstance(each, bool) and 0 <= each < 2**53


def is_number(each: Any) -> bool:
    """Whether something is a number; true and false are none."""
    return isinstance(each, int | float) and not isinstance(each, bool)


def _is_share(each: Any) -> bool:
    return is_number(each) and 0 <= each <= 1


Kind = TypeVar("Kind")


def record_in(content: Fields, kind: type[Kind], **own: Callable[[Fields, str], Any]) -> Kind:
    """Return a record, each field checked by its type; one that is not there is as usual.

    So a file opens for good, whatever a later version asks beside it.

    Parameters
    ----------
    content : Fields
    kind : type
        A dataclass whose fields have defaults.
    **own : callable
        By name: how a field is taken, where its type does not say it.

    Raises
    ------
    DataError
        If a field is not of its type, or of no name that the record has.
    """
    hints = get_type_hints(kind)
    content.check_known(hints)
    return kind(
        **{
            name: own[name](content, name) if name in own else _taken(content, name, hints[name])
            for name in content.content
        }
    )


def _taken(content: Fields, name: str, hint: Any) -> Any:
    if get_origin(hint) is Literal:
        return content.one_of(name, get_args(hint))
    return _TAKEN[hint](content, name)


_TAKEN: dict[Any, Callable[[Fields, str], Any]] = {
    bool: Fields.flag,
    int: Fields.count,
    int | None: lambda content, name: content.count(name) if content.has(name) else None,
    float: Fields.share,
    str: Fields.text,
    Rule: lambda content, name: Rule(content.one_of(name, tuple(Rule))),
    tuple[str, ...]: Fields.texts,
    Mapping[str, str]: Fields.text_by_name,
    Mapping[str, tuple[str, ...]]: Fields.texts_by_name,
    tuple[RunDescription, ...]: lambda content, name: tuple(map(_described, content.parts(name))),
}


def choices_in(content: Fields) -> Choices:
    """Return what was chosen, each choice checked."""
    return record_in(
        content,
        Choices,
        missing=lambda content, name: content.one_of(name, tuple(MISSING)),
        decimals=lambda content, name: content.one_of(name, tuple(DECIMALS)),
        parts=_parts,
    )


def _parts(content: Fields, name: str) -> dict[str, str]:
    columns = content.part(name)
    return {column: columns.one_of(column, tuple(PARTS)) for column in columns.content}


def _described(content: Fields) -> RunDescription:
    texts = {name: content.text(name) for name in COLUMNS[:-1]}
    found = RunDescription(**texts, baseline=content.flag("baseline"))
    if problem := description_fault(found):
        raise content.error(problem)
    return found


def facts_in(content: Fields) -> FileFacts:
    """Return what is said of a file, checked."""
    return FileFacts(
        content.text("name"),
        content.count("size"),
        content.text("sha256"),
        content.texts("runs"),
        content.text_by_name("paths") if content.has("paths") else {},
    )
