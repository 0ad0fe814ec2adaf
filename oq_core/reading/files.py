"""From a path or an uploaded file to its name and its checked text or JSON."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePath
from typing import Any, Protocol

from oq_core.data.collection import DataError

#: The largest file that is read, in bytes.
MAX_BYTES = 64 * 2**20

#: The most values, rows and objects together, that a file may have: parsed, each may take
#: a hundred times its size, and an archive packs millions of them into nothing.
MAX_VALUES = 5_000_000

_VALUE_MARKS = ",\t;\n{["

#: Suffixes that only say which task a file is for; a run's name is better without them.
_TASK_SUFFIXES = (".quality", ".nugget", ".labels", ".log")

_REMEDY_ENCODING = "Save the file as UTF-8 and try again"

#: How archives and office files that cannot be read begin, and what they are.
_OTHER_KINDS = (
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"BZh", "a bzip2 archive"),
)


class NamedFile(Protocol):
    """An open file with a name, such as an upload."""

    name: str

    def read(self) -> bytes | str:
        """Return the content, from where the file stands."""
        ...


#: What the readers accept.
Source = str | Path | NamedFile


@dataclass(frozen=True)
class File:
    """A file's name and its text, decoded."""

    name: str
    text: str

    @property
    def stem(self) -> str:
        """The name without folder and last extension."""
        return PurePath(self.name).stem

    @property
    def is_json(self) -> bool:
        """Whether the text opens as JSON does; no table's header can."""
        return self.text.lstrip()[:1] in ("[", "{")

    @cached_property
    def lines(self) -> list[str]:
        """The lines, whatever ends them; blank ones too, so that they can be counted."""
        # Not splitlines, which also splits at signs that may stand in a topic.
        return self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    @cached_property
    def json(self) -> Any:
        """The file's JSON, parsed once.

        Raises
        ------
        DataError
            If it is not JSON, or an object has a key twice.
        """
        return _parse_json(self)

    def error(self, place: str, problem: str, remedy: str) -> DataError:
        """An error about this file: where, what, and what to do about it."""
        where = f"{self.name}, {place}" if place else self.name
        return DataError(f"{where}: {problem}. {remedy}.")


def run_stem(name: str) -> str:
    """A file's name without folder, extension and the name of its task."""
    stem = PurePath(name).stem
    for suffix in _TASK_SUFFIXES:
        stem = stem.removesuffix(suffix) or stem
    return stem


def read_source(source: Source) -> tuple[str, bytes | str]:
    """Name and content of a path or an uploaded file.

    Raises
    ------
    DataError
        If it cannot be opened or is too large.
    """
    if isinstance(source, str | Path):
        name = PurePath(source).name
        try:
            data: bytes | str = Path(source).read_bytes()
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise DataError(
                f"{source}: the file cannot be opened ({reason}). Check the path."
            ) from None
    else:
        name = PurePath(str(source.name)).name
        # An upload may have been read before; getvalue always gives the whole of it.
        data = source.getvalue() if hasattr(source, "getvalue") else source.read()
    if len(data) > MAX_BYTES:
        raise too_large(name)
    return name, data


def too_large(name: str) -> DataError:
    """The error for a file above `MAX_BYTES`."""
    return File(name, "").error(
        "", f"the file is larger than {MAX_BYTES // 2**20} MB", "Split it or leave parts out"
    )


def too_many(name: str) -> DataError:
    """The error for a file of more than `MAX_VALUES`."""
    return File(name, "").error(
        "", f"the file has more than {MAX_VALUES:,} values", "Split it or leave parts out"
    )


def decoded(name: str, data: bytes | str) -> File:
    """The file of this name and content.

    Raises
    ------
    DataError
        If it is empty, binary, not UTF-8 or has too many values.
    """
    file = File(name, "")
    text = data if isinstance(data, str) else _text(file, data)
    if not text.strip():
        raise file.error("", "the file is empty", "Export it again and check that it has content")
    if sum(text.count(mark) for mark in _VALUE_MARKS) > MAX_VALUES:
        raise too_many(name)
    return File(name, text)


def _text(file: File, data: bytes) -> str:
    for start, kind in _OTHER_KINDS:
        if data.startswith(start):
            raise file.error("", f"this is {kind}, which is not read", "Unpack it, or pack a ZIP")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise file.error("", "the file is encoded as UTF-16", _REMEDY_ENCODING)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise file.error(f"line {line}", "the text is not UTF-8", _REMEDY_ENCODING) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise file.error(
            f"line {line}", "this is not a text file", "Upload JSON, CSV or tab-separated text"
        )
    return text


class _RepeatedKeyError(ValueError):
    pass


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise _RepeatedKeyError(repeated)
    return found


def _parse_json(file: File) -> Any:
    try:
        return json.loads(file.text, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        raise file.error(
            f"line {error.lineno}, column {error.colno}",
            f"this is not valid JSON ({error.msg})",
            "Check that the file is complete and was written as JSON",
        ) from None
    except _RepeatedKeyError as error:
        raise file.error(
            "", f"an object has the key {error.args[0]!r} twice", "Keep one of the two"
        ) from None
    except (RecursionError, ValueError):
        raise file.error(
            "",
            "the JSON is nested too deeply or has numbers that are too long",
            "Check that this is the right file",
        ) from None
