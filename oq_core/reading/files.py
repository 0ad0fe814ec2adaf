"""From a path or an uploaded file to its name and its checked text or JSON."""

import gzip
import io
import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path, PurePath
from typing import IO, Any, Protocol, TypeVar

from oq_core.data.collection import DataError, Fault
from oq_core.reading import budget as limits
from oq_core.reading.budget import Budget, BudgetError, Faults
from oq_core.reading.plan import Plan
from oq_core.reading.rating_names import plain_name, rating_columns

Read = TypeVar("Read")

#: The most characters of each part of a message.
_MOST_SHOWN = 500

_VALUE_MARKS = ",\t;{["
#: The most characters of a header that are looked at.
_LONGEST_HEADER = 1000

#: Suffixes that only say which task a file is for; a run's name is better without them.
_TASK_SUFFIXES = (".quality", ".nugget", ".labels", ".log")

#: Not splitlines, which also splits at signs that may stand in a topic. A StringIO, which would
#: split as well, takes four bytes for each sign.
_LINE = re.compile(r"[^\r\n]+(?:\r\n?|\n)?|\r\n?|\n")

_JSON_START = re.compile(r"\s*[\[{]")

#: In JSON text: an escaped backslash, a character in two halves, or half of one.
_HALVES = re.compile(
    r"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)

_REMEDY_ENCODING = "Save the file as UTF-8 and try again"

_CHUNK = 2**20
#: How a gzip file begins.
GZIP = b"\x1f\x8b"
_UNPACK = "Unpack it, or pack a ZIP"
_EXPORT = "Export the sheet as CSV"

#: How files begin that are not read, what they are, and what to do.
_OTHER_KINDS = (
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive, which is not read", _UNPACK),
    (b"Rar!", "a RAR archive, which is not read", _UNPACK),
    (b"\xfd7zXZ", "an xz archive, which is not read", _UNPACK),
    (b"BZh", "a bzip2 archive, which is not read", _UNPACK),
    (b"\xd0\xcf\x11\xe0", "an old office file, such as an .xls workbook", _EXPORT),
    (b"%PDF", "a PDF document", "Open the data file itself, not the paper about it"),
    (b"{\\rtf", "a text document (RTF)", "Save it as plain text"),
    (b"\x89PNG", "a picture", "Open the data file itself"),
)

#: In UTF-8: how signs of four bytes begin, and all bytes with which no sign begins.
_WIDE = re.compile(b"[\xf0-\xf4]")
_WITHIN = bytes(range(0x80, 0xC0))

_WEB_PAGE = re.compile(r"\s*<(?:!doctype html|html|head|body)\b", re.IGNORECASE)


class NamedFile(Protocol):
    """An open file with a name, such as an upload."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    def read(self) -> bytes | str:
        """Return the content, from where the file stands."""
        ...


#: A file as all readers accept it: a path, or an open file that has a name.
Source = str | Path | NamedFile


@dataclass(frozen=True)
class File:
    """A file's name and its text, decoded.

    Attributes
    ----------
    name : str
        What to call it in an error.
    text : str
    budget : Budget
        What reading it may use.
    plan : Plan
        What a person has said of how it is read.
    sheet : str
        The sheet of a workbook that it is.
    faults : Faults
        What is wrong with its values and ids, as far as it was read. A reader reports such
        a fault and goes on; what ends it is raised.
    """

    name: str
    text: str
    budget: Budget = field(default_factory=Budget, repr=False, compare=False)
    plan: Plan = field(default_factory=Plan, repr=False, compare=False)
    sheet: str = field(default="", repr=False, compare=False)
    faults: Faults = field(default_factory=Faults, repr=False, compare=False)

    def again(self) -> "File":
        """The same file, for a reader that has found no fault in it yet."""
        found = replace(self, faults=Faults())
        found.__dict__.update({**self.__dict__, "faults": found.faults})
        return found

    @property
    def stem(self) -> str:
        """The name without folder and last extension."""
        return PurePath(self.name).stem

    @property
    def is_json(self) -> bool:
        """Whether the text opens as JSON does; no table's header can."""
        return _JSON_START.match(self.text) is not None

    def lines(self, keep_ends: bool = False) -> Iterator[str]:
        """Each line, whatever ends it; blank ones too, so that they can be counted."""
        for found in _LINE.finditer(self.text):
            yield found[0] if keep_ends else found[0].rstrip("\r\n")

    @cached_property
    def json(self) -> Any:
        """The file's JSON, parsed once.

        Raises
        ------
        DataError
            If it is not JSON, or an object has a key twice.
        """
        return _parse_json(self)

    @cached_property
    def is_json_lines(self) -> bool:
        """Whether each line is an object, and there are several."""
        lines = list(islice((line for line in self.lines() if line.strip()), 2))
        return len(lines) == 2 and all(line.strip().startswith("{") and line.strip().endswith("}")
                                       for line in lines)  # fmt: skip

    @cached_property
    def _row(self) -> str:
        """What a row of a table is called."""
        if self.sheet:
            return f"sheet {self.sheet}, row"
        return "entry" if self.is_json and not self.is_json_lines else "line"

    def at(self, line: int) -> str:
        """Where a row of a table stands, in words."""
        return f"{self._row} {line}"

    def fault(self, problem: str, remedy: str, place: str = "") -> Fault:
        """A fault of this file: what, what to do about it, and where, unless it is the whole."""
        return Fault(_cut(self.name), _cut(place), _cut(problem), _cut(remedy))

    def error(self, problem: str, remedy: str, place: str = "") -> DataError:
        """The error that ends the reading of this file."""
        return DataError(self.fault(problem, remedy, place))

    def report(self, problem: str, remedy: str, place: str = "") -> None:
        """Report a fault, after which the file is read on."""
        self.faults.add(self.fault(problem, remedy, place))

    @contextmanager
    def reporting(self) -> Iterator[None]:
        """Report what is raised about a part of this file, and read on.

        Raises
        ------
        BudgetError
            That is about all files.
        """
        try:
            yield
        except BudgetError:
            raise
        except DataError as error:
            self.faults.add(*error.faults)

    def check(self) -> None:
        """End the reading if a fault was reported.

        Raises
        ------
        DataError
            With every fault.
        """
        if self.faults.count:
            raise DataError(*self.faults.listed())

    def read(self, read: Callable[..., Read], *given: Any) -> Read:
        """What a reader makes of this file.

        Raises
        ------
        DataError
            With every fault that was reported, and the one that ended it.
        """
        try:
            found = read(self, *given)
        except DataError as error:
            before = self.faults.listed()
            more = [each for each in error.faults if each not in before]
            raise type(error)(*before, *more) from None
        self.check()
        return found


def _cut(text: str) -> str:
    """The text without the rest of what is too long to read, such as a cell of a whole page."""
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


def run_stem(name: str) -> str:
    """A file's name without folder, extension and the name of its task."""
    stem = PurePath(name).stem
    for suffix in _TASK_SUFFIXES:
        stem = stem.removesuffix(suffix) or stem
    return stem


def repeated(names: Sequence[str]) -> str | None:
    """The first name that is there again, if any."""
    return next((name for name, count in Counter(names).items() if count > 1), None)


def read_source(source: Source) -> tuple[str, bytes | str]:
    """Return name and content of a path or an uploaded file.

    Raises
    ------
    DataError
        If it cannot be opened or is too large.
    """
    if isinstance(source, str | Path):
        name = shown_name(PurePath(source).name)
        try:
            _check_size(name, Path(source).stat().st_size)
            data: bytes | str = Path(source).read_bytes()
        except (OSError, ValueError) as error:
            if isinstance(error, DataError):
                raise
            reason = getattr(error, "strerror", None) or type(error).__name__
            raise File(shown_name(str(source)), "").error(
                f"the file cannot be opened ({reason})", "Check the path"
            ) from None
    else:
        name = shown_name(PurePath(str(source.name)).name)
        # An upload may have been read before; getvalue always gives the whole of it.
        data = source.getvalue() if hasattr(source, "getvalue") else source.read()
    _check_size(name, len(data))
    return name, data


def shown_name(name: str) -> str:
    """A file's name with a question mark for each byte that is no character."""
    return name.encode("utf-8", "replace").decode()


def _check_size(name: str, size: int) -> None:
    if size > limits.MAX_BYTES:
        raise too_large(name)


def too_large(name: str) -> DataError:
    """The error for a file above `MAX_BYTES`."""
    return limits.error_of(name, f"the file is larger than {limits.MAX_BYTES // 2**20} MB")


def decoded(name: str, data: bytes | str, budget: Budget) -> File:
    """The file of this name and content.

    Raises
    ------
    DataError
        If it is empty, binary, not UTF-8, has half of a character or has too many values.
    """
    if isinstance(data, bytes) and data.startswith(GZIP):
        name, data = _ungzipped(name, data, budget)
    file = File(name, "")
    text = data if isinstance(data, str) else _text(file, data)
    if _WEB_PAGE.match(text):
        raise file.error(
            "this is a web page (HTML)", "Download the file itself, not the page about it"
        )
    if not text or text.isspace():
        raise file.error("the file is empty", "Export it again and check that it has content")
    found = File(name, text, budget)
    limit = limits.MAX_JSON_VALUES if found.is_json else limits.MAX_VALUES
    budget.parse(name, _values_in(text), limit)
    _check_halves(found, is_decoded=isinstance(data, bytes))
    return found


def _values_in(text: str) -> int:
    """How many values a file has; a row of a table of ratings is one, whatever stands beside it."""
    # A line ends with one or both of these signs.
    ends = text.count("\r") - text.count("\r\n") + text.count("\n")
    header = re.split("[\r\n]", text[:_LONGEST_HEADER], maxsplit=1)[0]
    if rating_columns([plain_name(name.strip(' "')) for name in re.split("[,;\t]", header)]):
        return ends
    return ends + sum(text.count(mark) for mark in _VALUE_MARKS)


def _check_halves(file: File, *, is_decoded: bool) -> None:
    """Refuse half of a character, which nothing can show; decoded bytes have it escaped only."""
    place = None
    if not is_decoded:
        try:
            file.text.encode()
        except UnicodeEncodeError as error:
            place = error.start
    if place is None and file.is_json and "\\u" in file.text:
        halves = (found.start() for found in _HALVES.finditer(file.text) if found["half"])
        place = next(halves, None)
    if place is not None:
        line = file.text.count("\n", 0, place) + 1
        raise file.error(
            "there is half of a character", "Correct the text: some tool cut it", f"line {line}"
        )


def unpacked(stream: IO[bytes] | io.BufferedIOBase, whole: str, name: str, budget: Budget) -> bytes:
    """What a packed file holds, counted as it comes.

    Parameters
    ----------
    stream : binary file
    whole : str
        What it is packed in.
    name : str
    budget : Budget

    Raises
    ------
    DataError
        As soon as it is larger than `MAX_BYTES`, or than what the budget has left.
    """
    content = io.BytesIO()
    while chunk := stream.read(_CHUNK):
        budget.unpack(whole, len(chunk))
        if content.tell() + len(chunk) > limits.MAX_BYTES:
            raise too_large(name)
        content.write(chunk)
    # Which is no copy.
    return content.getvalue()


def _ungzipped(name: str, data: bytes, budget: Budget) -> tuple[str, bytes]:
    """Name and content of the file in a gzip file."""
    inner = name.removesuffix(".gz")
    damaged = File(name, "").error("the gzip file is damaged", "Pack it again, or unpack it")
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            content = unpacked(stream, name, inner, budget)
    except (OSError, EOFError, zlib.error):
        raise damaged from None
    if content[257:262] == b"ustar":
        raise File(name, "").error("this is a tar archive, which is not read", _UNPACK)
    return inner, content


def _text(file: File, data: bytes) -> str:
    for start, kind, remedy in _OTHER_KINDS:
        if data.startswith(start):
            raise file.error(f"this is {kind}", remedy)
    # Spreadsheets save "Unicode text" so, and say it in the first two bytes.
    _check_width(file, data)
    encoding = "UTF-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "UTF-8"
    try:
        text = data.decode("utf-16" if encoding == "UTF-16" else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise file.error(f"the text is not {encoding}", _REMEDY_ENCODING, f"line {line}") from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise file.error(
            "this is not a text file", "Upload JSON, CSV or tab-separated text", f"line {line}"
        )
    return text


def _check_width(file: File, data: bytes) -> None:
    """Refuse a text that takes too much memory because one of its signs takes four bytes."""
    if len(data) > limits.MAX_TEXT // 4 and _WIDE.search(data):
        signs = len(data.translate(None, _WITHIN))
        if signs > limits.MAX_TEXT // 4:
            raise file.error(
                f"there are {signs:,} signs; with an emoji, or another sign of four bytes, among "
                f"them at most {limits.MAX_TEXT // 4:,} can be read",
                limits.SPLIT,
            )


class _RepeatedKeyError(ValueError):
    pass


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _RepeatedKeyError(repeated([key for key, _ in pairs]))
    return found


def _parse_json(file: File) -> Any:
    if file.is_json_lines:
        lines = ((number, line) for number, line in enumerate(file.lines()) if line.strip())
        return [_parsed(file, line, number) for number, line in lines]
    return _parsed(file, file.text)


def _parsed(file: File, text: str, before: int = 0) -> Any:
    """What a JSON text says that stands below so many lines."""
    try:
        return json.loads(text, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        raise file.error(
            f"this is not valid JSON ({error.msg})",
            "Check that the file is complete and was written as JSON",
            f"line {before + error.lineno}, column {error.colno}",
        ) from None
    except _RepeatedKeyError as error:
        raise file.error(
            f"an object has the key {error.args[0]!r} twice", "Keep one of the two"
        ) from None
    except (RecursionError, ValueError):
        raise file.error(
            "the JSON is nested too deeply or has numbers that are too long",
            "Check that this is the right file",
        ) from None
