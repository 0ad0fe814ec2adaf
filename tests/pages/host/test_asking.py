"""Work that takes long begins when it is asked for, with how long it takes."""

import pytest

from pages.analysing import pair_tests
from pages.host import work
from pages.host.limits import Limits
from pages.host.work import Named
from pages.host.workers import SilentError, TooLongError, WorkerDiedError


@pytest.fixture
def short(monkeypatch):
    """A host on which anything is long."""
    monkeypatch.setattr(work, "LIMITS", Limits(ask_after_s=0))


def texts(page):
    return " ".join(each.value for each in (*page.markdown, *page.caption))


def press(page, label):
    next(each for each in page.button if each.label == label).click()
    return page.run()


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(
    ("address", "given"),
    [("power", {}), ("consistency", {}), ("raters", {"rater_part": "Agreement"})],
)
def test_long_work_begins_when_it_is_asked_for(start, address, given):
    page = start(address, **given)
    assert not page.dataframe
    assert "Compute" in [each.label for each in page.button]
    # What is below the page's answer may be long too, and is asked for by itself.
    while "Compute" in [each.label for each in page.button]:
        assert "This takes about 10 seconds on this server." in texts(page)
        press(page, "Compute")
    assert page.dataframe
    assert "This takes" not in texts(page)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("address", ["sample_size", "judges"])
def test_what_a_page_needs_is_asked_for_where_it_is_long(start, monkeypatch, address):
    monkeypatch.setattr(work, "pace", lambda: 1e5)
    page = start(address)
    asked = 0
    while "Compute" in [each.label for each in page.button]:
        # Judges shows the agreement before it asks who is first, and for the test.
        assert bool(page.dataframe) == (address == "judges" and asked > 0)
        assert "on this server." in texts(page)
        press(page, "Compute")
        asked += 1
    assert asked == (3 if address == "judges" else 2)
    assert page.dataframe


@pytest.mark.usefixtures("short")
def test_other_options_are_asked_about_anew(start):
    page = press(start("power"), "Compute")
    assert page.dataframe
    page.number_input(key="random_seed").set_value(1).run()
    assert "This takes about 10 seconds" in texts(page)
    page.number_input(key="random_seed").set_value(0).run()
    assert page.dataframe


@pytest.mark.usefixtures("short", "undrawn")
def test_a_report_tells_before_it_is_made_and_asks_once(start, monkeypatch):
    monkeypatch.setattr(work, "pace", lambda: 1.0)
    page = start("report", trials="100", splits="10", report_samples="100")
    assert "This takes about 10 seconds on this server." in texts(page)
    assert "Compute" not in [each.label for each in press(page, "Make the report").button]
    # Three scales of 22 runs, 6 measures and 300 instances: 3 × 6.9 seconds, four times.
    monkeypatch.setattr(work, "pace", lambda: 4.0)
    (told,) = (each.value for each in page.run().caption if "Packing" in each.value)
    assert told == "Packing: This takes about 80 seconds on this server."


@pytest.mark.usefixtures("short")
def test_a_search_of_all_cases_is_asked_for_and_another_begins_at_once(start):
    page = start("strongest", search_classes="3", search_votes="6")
    assert "Exact will" in texts(page)
    page.toggle(key="search_exact").set_value(True).run()
    assert "This takes about 10 seconds on this server." in texts(page)
    assert "Strength" not in texts(page)
    press(page, "Compute")
    assert "The search tried every case" in texts(page)


def test_what_takes_no_time_begins_at_once(start):
    page = start("power")
    assert page.dataframe
    assert "This takes" not in texts(page) + texts(start("report"))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (59, ""),
        (60, "60 seconds"),
        (84, "80 seconds"),
        (100, "2 minutes"),
        (180, "3 minutes"),
        (7200, "2 hours"),
        (36_000_000, "10,000 hours"),
    ],
)
def test_times_are_told_in_round_numbers(monkeypatch, seconds, words):
    monkeypatch.setattr(work, "pace", lambda: 1.0)
    monkeypatch.setattr(work, "LIMITS", Limits(work_s=10**9))
    assert work.takes(seconds) == (words and f"This takes about {words} on this server.")


def test_in_a_browser_nothing_ends_work_and_no_server_is_named(monkeypatch):
    monkeypatch.setattr(work, "pace", lambda: 2.0)
    monkeypatch.setattr(work, "LIMITS", Limits(work_s=300))
    monkeypatch.setattr(work, "IN_BROWSER", True)
    monkeypatch.setattr(work, "HERE", "in this browser")
    assert work.takes(160) == "This takes about 5 minutes in this browser."


def test_work_that_would_be_ended_says_so_before_it_begins(monkeypatch):
    monkeypatch.setattr(work, "pace", lambda: 2.0)
    monkeypatch.setattr(work, "LIMITS", Limits(work_s=300))
    assert work.takes(140) == "This takes about 5 minutes on this server."
    assert work.takes(160) == (
        "This takes about 5 minutes on this server. It is ended after 5 minutes: choose fewer "
        "measures, runs or trials, or use `oq` in a shell on your own machine."
    )


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
        work.work("At work", takes_no_time, Named(can_stop, 1), seconds=0)
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


def test_a_slow_host_says_more(monkeypatch):
    monkeypatch.setattr(work, "pace", lambda: 3.0)
    assert work.takes(60) == "This takes about 3 minutes on this server."
    assert work.takes(2.9) == ""
