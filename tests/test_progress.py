"""Work tells what it does, and how long it goes on at the pace so far."""

import pytest

from oq_core import Options, analyse
from oq_core import progress as told
from oq_core.campaign import html_report
from oq_core.command import shared
from tests.campaign.made import scores


class Clock:
    """Seconds that a test sets."""

    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(told, "monotonic", made)
    monkeypatch.setattr(shared.time, "monotonic", made)
    return made


def test_the_time_left_is_that_of_the_pace_since_work_began(clock):
    left = told.TimeLeft()
    clock.now += 1000
    # In the line for a worker, nothing is done.
    assert left.beside("you are next", 0) == "you are next"
    clock.now += 3
    assert left.beside("means", 0.1) == "means"
    clock.now += 97
    assert left.beside("means", 0.25) == "means, about 5 minutes left"
    assert left.beside("means", 0.9) == "means, about 10 seconds left"
    assert left.beside("means", 0.01) == "means"


def test_a_terminal_has_the_share_the_part_and_the_time_left(clock, monkeypatch, capsys):
    monkeypatch.setattr(shared.sys.stderr, "isatty", lambda: True)
    line = shared.ProgressLine("A: ")
    for share in (0.1, 0.5):
        clock.now += 30
        line(share, "differences")
    *_, last = capsys.readouterr().err.split("\r")
    assert last == "\033[K 50% A: differences, about 60 seconds left"


@pytest.mark.usefixtures("undrawn")
def test_a_report_tells_its_parts_in_their_order():
    parts = []
    made = analyse({"x": scores(3, 2)}, Options(trials=60, splits=4, samples=20))
    html_report(made, progress=lambda *part: parts.append(part))
    shares, words = zip(*parts, strict=True)
    assert words[0] == "tables"
    assert words[1:] == tuple(f"figure {n} of {len(words) - 1}" for n in range(1, len(words)))
    assert list(shares) == sorted(shares)
    assert 0 == shares[0] < shares[-1] < 1
