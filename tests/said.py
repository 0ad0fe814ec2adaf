"""What is said and drawn stands in files, so that whoever changes it reads what changed.

A test hands over lines of words and numbers. Each line stands once in all of `said/`: below the
first of the tests that see it. A test's name stands with how many lines it sees. A test fails where
it sees a line that stands nowhere, lacks one of its own, or sees more or fewer.
`pytest --anew` writes what the tests of its run see.
"""

import html
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from difflib import unified_diff
from functools import cache
from pathlib import Path
from zlib import crc32

FOLDER = Path(__file__).with_name("said")
#: A test's file below `tests/`, as `pages/shown`, and its name.
Test = tuple[str, str]
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
    r"(?i)(/room/|code=|rem\\?\">|class(?:[ -]|\]\S+ ))[BCFHKLMPRTWXYZ]{4}\b": r"\1code",
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
    """A text whose long numbers have six digits; without versions, keys, and codes of rooms."""
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


def read(folder: Path = FOLDER) -> dict[Test, list[str]]:
    """The lines that stand below each test, after its name with the number of lines it sees."""
    files = sorted(folder.rglob("*.txt"))
    return _parsed(folder, tuple((each, each.stat().st_mtime_ns) for each in files))


@cache
def _parsed(folder: Path, files: tuple[tuple[Path, int], ...]) -> dict[Test, list[str]]:
    found: dict[Test, list[str]] = {}
    for file, _ in files:
        place = file.relative_to(folder).with_suffix("").as_posix()
        for line in file.read_text(encoding="utf-8").split("\n")[:-1]:
            if line.startswith(HEAD):
                own = found[place, _name(line)] = []
            own.append(line)
    return found


def _name(head: str) -> str:
    return head.removeprefix(HEAD).rpartition(": ")[0]


def _below(test: Test, seen: list[str], elsewhere: Container[str]) -> list[str]:
    """What stands below a test that sees these lines, where others stand elsewhere."""
    lines = (each.replace("\n", "\\n").replace("\r", "\\r") for each in seen)
    own = dict.fromkeys(each for each in lines if each not in elsewhere)
    return [f"{HEAD}{test[1]}: {len(seen)}", *own]


def difference(test: Test, seen: list[str], folder: Path = FOLDER) -> str:
    """What a test sees otherwise than it is written; empty where nothing is."""
    every = read(folder)
    elsewhere = {line for other, lines in every.items() if other != test for line in lines}
    before, now = every.get(test, []), _below(test, seen, elsewhere)
    told = unified_diff(before, now, n=0, lineterm="")
    return "\n".join(each for each in [*told][2:] if not each.startswith("@@"))


def write(seen: Mapping[Test, list[str]], folder: Path = FOLDER) -> None:
    """Write what some tests see; below others, what stands there and they do not see."""
    before, stands = read(folder), set[str]()
    files: dict[str, list[str]] = {}
    for test in sorted({*before, *seen}, key=lambda each: (each[0] != FIRST, each)):
        own = [each for each in before.get(test, ()) if each not in stands]
        lines = _below(test, seen[test], stands) if test in seen else own
        stands.update(lines)
        files.setdefault(test[0], []).extend(lines)
    for place, lines in files.items():
        file = folder / f"{place}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join([*lines, ""]), encoding="utf-8")
