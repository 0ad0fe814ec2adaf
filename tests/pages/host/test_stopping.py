"""Work can be stopped, begins again when it is asked for, and says why it came to nothing."""

import numpy as np
import pytest

from pages.analysing import pair_tests
from pages.host import work
from pages.host.work import Named
from pages.host.workers import SilentError, TooLongError, WorkerDiedError


def texts(page):
    return " ".join(each.value for each in (*page.markdown, *page.caption))


def press(page, label):
    next(each for each in page.button if each.label == label).click()
    return page.run()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (TooLongError(900), "it took 15 minutes, and no computation may take longer on this"),
        (SilentError(), "its process did not answer any more and was replaced. Try again."),
        (WorkerDiedError(), "its process ended, perhaps for want of memory. Choose fewer"),
        (MemoryError(), "its process ended, perhaps for want of memory. Choose fewer"),
    ],
)
def test_why_work_came_to_nothing_is_told_with_the_remedy(error, words):
    assert work._why_not(error).startswith(words)


def test_a_browser_tells_of_its_own_memory(monkeypatch):
    monkeypatch.setattr(work, "IN_BROWSER", True)
    assert work._why_not(MemoryError()).startswith("it needs more memory than this page has.")


def takes_no_time(data):
    return data


def test_stop_is_shown_where_it_can_work_alone(monkeypatch):
    shown = []
    monkeypatch.setattr(work.st, "button", lambda label, **_: shown.append(label))
    for can_stop in (True, False):
        monkeypatch.setattr(work, "can_stop", can_stop)
        work.work("At work", takes_no_time, Named(can_stop, 1))
    assert shown == ["Stop"]


def test_work_that_came_to_nothing_begins_again_when_it_is_asked_for(start, monkeypatch):
    begun, done = [], pair_tests.pair_tests

    def once(*given, **named):
        begun.append(1)
        if len(begun) == 1:
            raise TooLongError(900)
        return done(*given, **named)

    once.__qualname__ = "once"
    monkeypatch.setattr(pair_tests, "pair_tests", once)
    page = start("power")
    assert page.error[0].value.startswith("This could not be computed: it took 15 minutes, and")
    page.run()
    assert len(begun) == 1
    assert "This was stopped." in texts(page)
    assert press(page, "Compute").dataframe
    assert len(begun) == 2


def doubled(data):
    return 2 * data


@pytest.mark.parametrize(("size", "is_work"), [(10, False), (300_000, True)])
def test_what_a_page_needs_of_little_data_is_computed_at_once(monkeypatch, size, is_work):
    asked, data = [], Named(("data", size), np.ones(size))
    monkeypatch.setattr(work, "work", lambda *given: asked.append(given) or data)
    found = work.needed("Doubling", doubled, data)
    assert asked == ([("Doubling", doubled, data)] if is_work else [])
    assert found.value[0] == (1 if is_work else 2)
