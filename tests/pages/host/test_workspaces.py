"""What browsers have open: whose it is, how long, and what goes with it."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.host import results
from pages.host.results import Named, Results
from pages.host.workspaces import KEPT, Workspaces


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def data(title, token):
    return SimpleNamespace(title=title, token=token)


@pytest.fixture
def own_results(monkeypatch):
    own = Results()
    monkeypatch.setattr("pages.host.workspaces.RESULTS", own)
    monkeypatch.setattr(results, "RESULTS", own)
    return own


def test_a_browser_finds_its_own_and_no_other_s():
    store = Workspaces()
    ann, bob = store.new_token(), store.new_token()
    store.of(ann).put(data("a", "1"))
    assert list(store.of(ann)) == ["a"]
    assert not store.of(bob)
    # Without a cookie all goes with the tab.
    store.of("").put(data("b", "2"))
    assert not store.of("")


TOKEN = Workspaces().new_token()


@given(st.text() | st.sampled_from([TOKEN[:-1], TOKEN.upper(), f"{TOKEN} ", f"{TOKEN}a"]))
def test_a_token_that_was_not_given_out_opens_nothing_and_keeps_nothing(text):
    store = Workspaces()
    store.of(store.new_token()).put(data("a", "1"))
    assert text not in store
    own = store.of(text)
    own.put(data("b", "2"))
    assert not own.token
    assert not store.of(text)


def test_after_its_time_a_workspace_is_closed_and_each_visit_begins_it_anew(own_results):
    clock = Clock()
    store = Workspaces(clock)
    token, other = store.new_token(), store.new_token()
    store.of(token).put(data("a", "1"))
    own_results.keep(("made", "1"), 5)
    clock.now = KEPT
    own = store.of(token)
    assert list(own) == ["a"]
    clock.now = 2 * KEPT
    store.visit(own)
    store.of("")
    assert list(store.of(token)) == ["a"]
    assert own_results.of(("made", "1"))
    clock.now = 3 * KEPT + 1
    store.of("")
    assert not own
    assert token not in store
    assert other not in store
    assert own_results.of(("made", "1")) is None
    # Who still has a page open goes on with the same cookie.
    store.visit(own)
    own.put(data("b", "2"))
    assert list(store.of(token)) == ["b"]


def test_closing_and_erasing_take_data_choices_and_results(own_results):
    own = Workspaces().of("")
    for title in "abc":
        own.put(data(title, title))
        results.kept(repr_of, Named((title, "scale"), title))
    own.choices["x"] = 1

    def kept():
        return [t for t in "abc" if results.is_kept(repr_of, Named((t, "scale"), t))]

    own.close("b")
    assert list(own) == kept() == ["a", "c"]
    # In the place of others, under another title.
    own.put(data("new", "new"), "a")
    assert list(own) == ["new", "c"]
    assert kept() == ["c"]
    own.erase()
    assert not own
    assert not own.choices
    assert not kept()
    assert own_results.of("x") is None


def repr_of(value):
    return repr(value)
