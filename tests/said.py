"""What is said and drawn stands in files, so that whoever changes it reads what changed.

A test hands over lines of words and numbers. Each line stands once in all of `said/`: below the
first of the tests that see it. A file's first line tells how many lines each test sees. A test
fails where it sees a line that stands nowhere, lacks one of its own, or sees more or fewer.
`pytest --anew` writes what the tests of its run see.
"""

import html
import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from difflib import unified_diff
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

FOLDER = Path(__file__).with_name("said")
#: A test's file below `tests/`, as `pages/shown`, and its name.
Test = tuple[str, str]


class Seen(NamedTuple):
    """How many lines a test sees, and those of them that stand below it."""

    number: int
    own: list[str]


#: Pages as they open: what other tests see too stands here.
FIRST = "pages/shown"
#: What a test's name begins with, unlike any line.
HEAD = "=== "
#: Of so many values all are told; of more, some.
MOST = 12
#: What is another one each time, or on another machine.
OTHERS = {
    r"(?<![\w.])\d+\.\d+\.\d+\w*": "of today",
    r"(?<![\w-])[\w-]{32}(?![\w-])": "key",
}
#: Of HTML: what one does not read, and marks within a sentence.
_UNREAD = re.compile(
    r"<(style|script)\b.*?</\1>|</?(?:a|b|code|em|i|strong|sub|sup)\b[^>]*>", re.DOTALL
)
#: Of a tag: its words, and its share of a length.
_OF_TAG = re.compile(
    r"""\b(?:aria-label|title|alt|data-[\w-]+)=(?:"([^"]*)"|([^\s>]+))|(?<=:)([\d.]+%)"""
)
_SEPARATOR = "\x1f"
NUMBER = re.compile(r"\d+\.\d{6,}(?:e[-+]?\d+)?|\d(?:\.\d+)?e-\d+")


def rounded(text: str) -> str:
    """A text whose long numbers have six digits; without versions and keys."""
    for pattern, word in OTHERS.items():
        text = re.sub(pattern, word, text)
    return NUMBER.sub(lambda found: f"{round(float(found[0]), 12):.6g}", text)


def some(every: Iterable[object], most: int = MOST, between: str = ", ") -> str:
    """Values one after the other; of many some, their count, and a sum over all of them."""
    told = rounded(_SEPARATOR.join(map(str, every)))
    values = told.split(_SEPARATOR)
    if len(values) <= most:
        return between.join(values)
    kept = between.join(values[:: len(values) // most + 1])
    return f"{kept} … of {len(values)}, {crc32(told.encode()) & 0xFFFF:04x}"


def pieces(text: str) -> Iterator[str]:
    """What one reads between the tags of HTML, and of the tags."""
    for place, part in enumerate(re.split(r"<([^>]*)>", _UNREAD.sub("", text))):
        for each in map("".join, _OF_TAG.findall(part)) if place % 2 else [part]:
            if words := " ".join(each.split()):
                yield html.unescape(words)


def read(folder: Path = FOLDER) -> dict[Test, Seen]:
    """What stands of each test."""
    files = sorted(folder.rglob("*.txt"))
    return _parsed(folder, tuple((each, each.stat().st_mtime_ns) for each in files))


@cache
def _parsed(folder: Path, files: tuple[tuple[Path, int], ...]) -> dict[Test, Seen]:
    found: dict[Test, Seen] = {}
    for file, _ in files:
        place = file.relative_to(folder).with_suffix("").as_posix()
        numbers, *lines = file.read_text(encoding="utf-8").split("\n")[:-1]
        for name, number in json.loads(numbers).items():
            found[place, name] = Seen(number, [])
        for line in lines:
            if line.startswith(HEAD):
                own = found[place, line.removeprefix(HEAD)].own
            else:
                own.append(line)
    return found


def _seen(lines: list[str], elsewhere: Container[str]) -> Seen:
    """What stands of a test that sees these lines, where others stand elsewhere."""
    each_one = (each.replace("\n", "\\n").replace("\r", "\\r") for each in lines)
    own = dict.fromkeys(each for each in each_one if each not in elsewhere)
    return Seen(len(lines), [*own])


def difference(test: Test, lines: list[str], folder: Path = FOLDER) -> str:
    """What a test sees otherwise than it is written; empty where nothing is."""
    every = read(folder)
    elsewhere = {line for other, seen in every.items() if other != test for line in seen.own}
    before, now = every.get(test, Seen(0, [])), _seen(lines, elsewhere)
    compared = unified_diff(before.own, now.own, n=0, lineterm="")
    told = [each for each in [*compared][2:] if not each.startswith("@@")]
    if before.number != now.number:
        told.append(f"{now.number} lines are seen, no longer {before.number}")
    return "\n".join(told)


def write(now: Mapping[Test, list[str]], folder: Path = FOLDER) -> None:
    """Write what some tests see; of others, what stands there and these do not see."""
    before, stands = read(folder), set[str]()
    files: dict[str, dict[str, Seen]] = {}
    for test in sorted({*before, *now}, key=lambda each: (each[0] != FIRST, each)):
        place, name = test
        seen = _seen(now[test], stands) if test in now else before[test]
        own = [each for each in seen.own if each not in stands]
        stands.update(own)
        files.setdefault(place, {})[name] = Seen(seen.number, own)
    for place, tests in files.items():
        numbers = json.dumps({name: seen.number for name, seen in tests.items()})
        lines = [[f"{HEAD}{name}", *seen.own] for name, seen in tests.items() if seen.own]
        file = folder / f"{place}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join([numbers, *chain(*lines), ""]), encoding="utf-8")
