"""Results: the last ones are kept, and sessions that ask for the same large one share it."""

import gc
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, current_thread
from weakref import WeakValueDictionary

import numpy as np
import pytest

from pages.host import work
from pages.host.limits import Limits
from pages.host.workspaces import Result, Results, Workspaces


@pytest.fixture
def sessions(monkeypatch):
    """What the sessions have computed; each thread is one."""
    found = {}
    monkeypatch.setattr(
        work, "own_results", lambda _="": found.setdefault(current_thread().name, Results())
    )
    monkeypatch.setattr(work, "_SHARED", WeakValueDictionary())
    return found


def test_sessions_that_ask_at_once_compute_once_and_keep_it_together(sessions):
    computed, all_asked, second = [], Barrier(4), Event()

    def compute():
        computed.append(1)
        if len(computed) > 1:
            second.set()
        # Long enough for others to begin, if they can.
        second.wait(0.3)
        return [0] * 1000

    def ask(_):
        all_asked.wait()
        return work.latest("a", ("token", 5), compute)

    with ThreadPoolExecutor(4) as visitors:
        results = list(visitors.map(ask, range(4)))
    assert len(computed) == 1
    assert len(sessions) == 4
    assert all(each is results[0] for each in results)


def test_what_no_session_keeps_is_let_go(sessions):
    first = work.latest("a", 1, lambda: ["one"])
    with ThreadPoolExecutor(1) as other:
        assert other.submit(work.latest, "a", 1, lambda: ["two"]).result() is first
        # The other one has its own latest now, and the first is still there.
        assert other.submit(work.latest, "a", 2, lambda: ["two"]).result() == ["two"]
        assert other.submit(work.latest, "a", 1, lambda: ["three"]).result() is first
        assert other.submit(work.latest, "b", 1, lambda: ["four"]).result() == ["four"]
    for each in sessions.values():
        each.clear()
    gc.collect()
    assert not list(work._SHARED)
    assert work.latest("a", 1, lambda: ["five"]) == ["five"]


def test_the_results_that_were_used_last_are_kept(sessions):
    computed = []

    def result_of(key):
        return work.kept(key, lambda: computed.append(key) or key)

    for key in range(40):
        assert result_of(key) == key
        assert result_of(0) == 0
    assert computed == [*range(40)]
    assert result_of(40) == 40
    (results,) = sessions.values()
    assert set(results) == {0, *range(2, 41)}
    assert result_of(1) == 1
    assert computed == [*range(41), 1]


class Closed(Results):
    """Results that another tab clears right after each look for one."""

    def __contains__(self, key):
        found = super().__contains__(key)
        self.clear()
        return found


def test_results_that_another_tab_clears_are_computed_again(monkeypatch):
    results = Closed(a=Result("a", "one"))
    monkeypatch.setattr(work, "own_results", lambda: results)
    assert work.kept("a", lambda: "two") in ("one", "two")
    assert work.kept("b", results.clear) is None
    assert set(results) == {"b"}


def test_results_beyond_the_limit_of_all_tabs_are_computed_again(monkeypatch):
    store = Workspaces(Limits(results_mb=10))
    tabs = {name: Results() for name in ("ann", "ann, shared", "bob", "bob, shared")}
    workspaces = [store.of(store.new_token()) for _ in range(2)]
    for name, tab in tabs.items():
        workspaces[name.startswith("bob")].join(tab)
    monkeypatch.setattr(work, "WORKSPACES", store)
    computed = []

    def megabytes(key, count):
        computed.append(key)
        return np.zeros(count * 2**17)

    def visit(who, key, count):
        monkeypatch.setattr(work, "own_results", lambda kind="": tabs[who + kind])
        size = work.kept(key, lambda: megabytes(key, count)).nbytes
        assert size == count * 2**20
        return [each.key for each in sorted(store.results, key=lambda each: each.used)]

    assert visit("ann", "a", 4) == ["a"]
    assert visit("bob", "b", 4) == ["a", "b"]
    assert visit("ann", "a", 4) == ["b", "a"]
    assert visit("ann", "c", 4) == ["a", "c"]
    assert not tabs["bob"]
    assert visit("bob", "b", 4) == ["c", "b"]
    # What is larger than all may be is kept as long as it is the newest.
    assert visit("bob", "d", 20) == ["d"]
    assert visit("ann", "e", 1) == ["e"]
    assert computed == ["a", "b", "c", "b", "d", "e"]
    # What two share counts once.
    for who in ("ann", "bob"):
        monkeypatch.setattr(work, "own_results", lambda _, who=who: tabs[f"{who}, shared"])
        work.latest("triples", ("f", 1), lambda: megabytes("f", 6))
    assert {each.key for each in store.results} == {"e", ("f", 1)}
    assert computed[-2:] == ["e", "f"]
    assert visit("ann", "g", 6)[-1] == "g"
    assert not tabs["ann, shared"]
    assert not tabs["bob, shared"]
