"""What is said and drawn stands in files, so that whoever changes it reads what changed.

A test hands over lines of words and numbers, and fails where they are others than in its file in
`said/`; `pytest --anew` and these tests write it anew.
"""

import json
import re
from difflib import unified_diff
from functools import cache
from pathlib import Path

import pytest

#: Of a line: how much is told where it was told before, and where it is gone.
LONGEST, BEGINNING = 300, 30
FOLDER = Path(__file__).with_name("said")
#: What is another one each time, or on another machine.
OTHERS = {
    r"\d+\.\d+\.\d+\w*": "of today",
    r"(?<![\w-])[\w-]{32}(?![\w-])": "key",
    r"(?i)(/room/|code=|rem\\?\">|class(?:[ -]|\]\S+ ))[BCFHKLMPRTWXYZ]{4}\b": r"\1code",
    r"data:image[^\"]*": "picture",
}
NUMBER = re.compile(r"\d+\.\d{6,}(?:e[-+]?\d+)?|\d(?:\.\d+)?e-\d+")


def rounded(text):
    """A text whose long numbers have six digits; without versions, keys, and codes of rooms."""
    for pattern, word in OTHERS.items():
        text = re.sub(pattern, word, text)
    return NUMBER.sub(lambda found: f"{round(float(found[0]), 12):.6g}", text)


def changed(before, now, told=()):
    """What is new in one of two states; the beginning of what is gone, or was told already."""
    here, there, known = set(now), set(before), set(told)
    new = [f"+ {each}" for each in now if each not in there]
    gone = [f"- {each[:BEGINNING]}" for each in before if each not in here]
    return [*(each[:BEGINNING] if each in known else each for each in new), *gone]


@cache
def _parsed(file, _written):
    return json.loads(file.read_text())


class Said:
    """The file of some tests, and what was said in each."""

    def __init__(self, name, *, anew=False):
        self._file, self._anew = FOLDER / f"{name}.json", anew

    def of(self, test):
        return self._read().get(test, [])

    def _read(self):
        return _parsed(self._file, self._file.stat().st_mtime_ns) if self._file.exists() else {}

    def check(self, test, now):
        """Whether a test saw what it saw before."""
        if self._anew:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            every = dict(sorted({**self._read(), test: now}.items()))
            self._file.write_text(
                json.dumps(every, indent=0, ensure_ascii=False) + "\n", encoding="utf-8"
            )
        if now != (before := self.of(test)):
            told = "\n".join(unified_diff(before, now, "before", "now", n=0, lineterm=""))
            pytest.fail(
                f"{test}: something else is said or drawn. If that is meant, write it anew with"
                f" `pytest --anew` and these tests, and read what git tells of it:\n{told}",
                pytrace=False,
            )
