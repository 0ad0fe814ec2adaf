"""Work can be stopped, begins again when it is asked for, and says why it came to nothing."""

from concurrent.futures import Future
from unittest.mock import Mock

import pytest

from oq_core import DataError
from pages.analysing import pair_tests
from pages.host import results, work
from pages.host.results import Named, Results
from pages.host.script_run import NoAnswerError
from pages.host.workers import TooLongError, WorkerDiedError


@pytest.fixture(autouse=True)
def own_results(monkeypatch):
    own = Results()
    monkeypatch.setattr(results, "RESULTS", own)
    monkeypatch.setattr(work, "RESULTS", own)


def texts(page):
    return " ".join(each.value for each in (*page.markdown, *page.caption))


def press(page, label):
    next(each for each in page.button if each.label == label).click()
    return page.run()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (TooLongError("15 minutes"), "it took 15 minutes, and nothing may take longer here."),
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
            raise TooLongError("15 minutes")
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
    # Once it is there, it is not computed again.
    page.run()
    assert len(begun) == 2


class Ended(BaseException):
    """A run of the script that Streamlit ends, since the visitor has moved."""


@pytest.mark.parametrize("is_ended", [False, True])
def test_where_a_run_of_the_script_ends_its_work_is_stopped(monkeypatch, is_ended):
    job = Mock(spec=["done", "result", "stop", "share", "words"], share=0.5, words="at work")
    job.done.side_effect = [False, True]
    job.result.return_value = 5
    monkeypatch.setattr(work, "workers", Mock(submit=lambda *_: job))
    monkeypatch.setattr(work, "wait", Mock())
    shown = Mock(progress=Mock(side_effect=Ended if is_ended else None))
    monkeypatch.setattr(work.st, "progress", lambda *_: shown)
    if is_ended:
        with pytest.raises(Ended):
            work.work("At work", takes_no_time, 5)
        assert not results.is_kept(takes_no_time, 5)
    else:
        assert work.work("At work", takes_no_time, 5).value == 5
        assert results.is_kept(takes_no_time, 5)
    assert job.stop.called == is_ended


def failed(error):
    job = Future()
    job.set_exception(error)
    return Mock(submit=lambda *_, **__: job)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (TooLongError("2 minutes"), "took 2 minutes, and nothing may take longer here. Open fewer"),
        (WorkerDiedError(), "this takes more memory than it may. Open fewer"),
        (MemoryError(), "this takes more memory than it may. Open fewer"),
    ],
)
def test_files_that_could_not_be_read_are_told_with_the_remedy(monkeypatch, error, words):
    monkeypatch.setattr(work, "workers", failed(error))
    with pytest.raises(DataError, match=f"^Reading: .*{words}"):
        work.in_worker("Reading", takes_no_time, 1)


def test_what_is_wrong_with_data_is_passed_on(monkeypatch):
    monkeypatch.setattr(work, "workers", failed(DataError("a.csv: no rows")))
    for function in (work.in_worker, work.work):
        with pytest.raises(DataError, match=r"^a\.csv: no rows"):
            function("Reading", takes_no_time, 1)
    monkeypatch.setattr(work, "workers", failed(MemoryError()))
    with pytest.raises(NoAnswerError):
        work.work("Reading", takes_no_time, 1)
