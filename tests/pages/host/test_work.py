"""Results: the last ones are kept, and sessions that ask for the same large one share it."""

import gc
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, current_thread
from weakref import WeakValueDictionary

import numpy as np
import pytest

from pages.host import work
from pages.host.limits import Limits
from pages.host.work import Named
from pages.host.workspaces import Results, Workspaces

#: What was computed, one after the other.
COMPUTED = []


def made(key, *_):
    COMPUTED.append(key)
    return [key]


def other(key):
    return made(key)


def megabytes(key, count):
    COMPUTED.append(key)
    return np.zeros(count * 2**17)


def keys_of(results):
    """The first argument of what was computed."""
    return [each.key[1] for each in results]


@pytest.fixture(autouse=True)
def nothing_computed():
    COMPUTED.clear()


@pytest.fixture
def sessions(monkeypatch):
    """What the sessions have computed; each thread is one."""
    found = {}
    monkeypatch.setattr(
        work, "own_results", lambda _="": found.setdefault(current_thread().name, Results())
    )
    monkeypatch.setattr(work, "_SHARED", WeakValueDictionary())
    return found


SECOND = Event()


def slowly(data, _count):
    COMPUTED.append(data)
    if len(COMPUTED) > 1:
        SECOND.set()
    # Long enough for others to begin, if they can.
    SECOND.wait(0.3)
    return [0] * 1000


def test_sessions_that_ask_at_once_compute_once_and_keep_it_together(sessions):
    all_asked = Barrier(4)

    def ask(_):
        all_asked.wait()
        return work.latest(slowly, Named("token", ["data"]), 5).value

    SECOND.clear()
    with ThreadPoolExecutor(4) as visitors:
        results = list(visitors.map(ask, range(4)))
    assert COMPUTED == [["data"]]
    assert len(sessions) == 4
    assert all(each is results[0] for each in results)


def test_what_no_session_keeps_is_let_go(sessions):
    first = work.latest(made, 1).value
    with ThreadPoolExecutor(1) as another:
        assert another.submit(work.latest, made, 1).result().value is first
        # The other one has its own latest now, and the first is still there.
        assert another.submit(work.latest, made, 2).result().value == [2]
        assert another.submit(work.latest, made, 1).result().value is first
        assert another.submit(work.latest, other, 1).result().value == [1]
    assert COMPUTED == [1, 2, 1]
    del first
    for each in sessions.values():
        each.clear()
    gc.collect()
    assert not list(work._SHARED)
    work.latest(made, 1)
    assert COMPUTED == [1, 2, 1, 1]


def test_the_results_that_were_used_last_are_kept(sessions):
    for key in range(40):
        assert work.kept(made, key).value == [key]
        assert work.kept(made, 0).value == [0]
    assert [*range(40)] == COMPUTED
    assert work.kept(made, 40).value == [40]
    (results,) = sessions.values()
    assert set(keys_of(results.values())) == {0, *range(2, 41)}
    assert not work.is_kept(made, 1)
    assert work.kept(made, 1).value == [1]
    assert work.is_kept(made, 1)
    assert [*range(41), 1] == COMPUTED


@pytest.mark.usefixtures("sessions")
def test_what_is_made_of_a_sample_is_computed_for_the_first_visitor():
    """And of data of one's own, which no other token names, for oneself."""
    sample, own = Named("sample", 0), Named("ann's token", 0)
    first = [work.kept(made, sample, 5).value, work.kept(made, own, 5).value]
    with ThreadPoolExecutor(1) as bob:
        assert not bob.submit(work.is_kept, made, sample, 5).result()
        assert bob.submit(work.kept, made, sample, 5).result().value is first[0]
        assert bob.submit(work.is_kept, made, sample, 5).result()
        assert COMPUTED == [0, 0]
        assert bob.submit(work.kept, made, sample, 6).result().value == [0]
        assert bob.submit(work.kept, made, Named("bob's token", 0), 5).result().value == [0]
    assert COMPUTED == [0, 0, 0, 0]


def clear(results):
    results.clear()


class Closed(Results):
    """Results that another tab clears right after each look for one."""

    def __contains__(self, key):
        found = super().__contains__(key)
        self.clear()
        return found


def test_results_that_another_tab_clears_are_computed_again(monkeypatch):
    results = Closed()
    monkeypatch.setattr(work, "own_results", lambda: results)
    assert work.kept(made, 1).value == [1]
    assert work.kept(made, 1).value == [1]
    assert work.kept(clear, Named("b", results)).value is None
    assert len(results) == 1


class Leaving(Results):
    """Results whose session ends right after a look at them."""

    def found(self, key):
        found = super().found(key)
        self.clear()
        return found


@pytest.mark.usefixtures("sessions")
def test_what_was_there_is_not_computed_anew_where_who_has_it_leaves(monkeypatch):
    results = Leaving()
    monkeypatch.setattr(work, "own_results", lambda: results)
    first = work.kept(made, 1)
    assert work.work("Making", made, 1).value == first.value
    del first
    assert COMPUTED == [1]


def test_results_beyond_the_limit_of_all_tabs_are_computed_again(monkeypatch):
    store = Workspaces(Limits(results_mb=10))
    tabs = {name: Results() for name in ("ann", "ann, shared", "bob", "bob, shared")}
    workspaces = [store.of(store.new_token()) for _ in range(2)]
    for name, tab in tabs.items():
        workspaces[name.startswith("bob")].join(tab)
    monkeypatch.setattr(work, "WORKSPACES", store)

    def visit(who, key, count):
        monkeypatch.setattr(work, "own_results", lambda kind="": tabs[who + kind])
        size = work.kept(megabytes, key, count).value.nbytes
        assert size == count * 2**20
        return keys_of(sorted(store.results, key=lambda each: each.used))

    assert visit("ann", "a", 4) == ["a"]
    assert visit("bob", "b", 4) == ["a", "b"]
    assert visit("ann", "a", 4) == ["b", "a"]
    assert visit("ann", "c", 4) == ["a", "c"]
    assert not tabs["bob"]
    assert visit("bob", "b", 4) == ["c", "b"]
    # What is larger than all may be is kept as long as it is the newest.
    assert visit("bob", "d", 20) == ["d"]
    assert visit("ann", "e", 1) == ["e"]
    assert COMPUTED == ["a", "b", "c", "b", "d", "e"]
    # What two share counts once.
    for who in ("ann", "bob"):
        monkeypatch.setattr(work, "own_results", lambda _, who=who: tabs[f"{who}, shared"])
        work.latest(megabytes, "f", 6)
    assert set(keys_of(store.results)) == {"e", "f"}
    assert COMPUTED[-2:] == ["e", "f"]
    assert visit("ann", "g", 6)[-1] == "g"
    assert not tabs["ann, shared"]
    assert not tabs["bob, shared"]
