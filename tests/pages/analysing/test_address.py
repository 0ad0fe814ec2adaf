"""The address bar holds the state, also where moves follow each other quickly."""

from collections.abc import ItemsView
from contextlib import suppress
from functools import partial
from types import SimpleNamespace

import pytest

from pages.analysing import address
from pages.drawing import projector
from pages.drawing.board import events
from pages.drawing.history import History
from pages.host import own
from pages.main_parts.link import _same
from tests.conftest import ROOT


class Ended(BaseException):
    """How Streamlit ends a run, at the session's state, for a move that waits."""


class Session(dict[str, object]):
    """A session's state; once a move waits, whoever sets something in it is ended."""

    move_waits = False

    def __setitem__(self, key: str, value: object) -> None:
        if self.move_waits:
            raise Ended
        super().__setitem__(key, value)


class Bar:
    """The browser's address; where one is in a hurry, a move waits as soon as it changes."""

    hurried = False

    def __init__(self, session: Session, **shown: str) -> None:
        self.shown, self.requested, self.session = shown, shown, session

    def items(self) -> ItemsView[str, str]:
        return self.requested.items()

    def from_dict(self, wanted: dict[str, str]) -> None:
        self.shown = self.requested = wanted
        self.session.move_waits = self.hurried


class State(str):
    """A state that is one word."""

    def to_address(self) -> dict[str, str]:
        return {"is": str(self)}

    @classmethod
    def from_address(cls, found: dict[str, str]) -> "State":
        return cls(found["is"])


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Bar:
    bar = Bar(Session(), **{"is": "old"})
    fake = SimpleNamespace(session_state=bar.session, query_params=bar)
    for module in (address, own, projector):
        monkeypatch.setattr(module, "st", fake)
    return bar


def run(browser: Bar, requested: str) -> str:
    """A run of the page, asked for when the browser had an address; the state it shows."""
    browser.requested = {"is": requested}
    state = address.current("it", State("start"), State.from_address)
    with suppress(Ended):
        address.show("it", state)
    browser.session.move_waits = False
    return state


def test_a_move_and_its_undo_end_at_the_same_address(browser: Bar):
    assert run(browser, "old") == "old"
    address.keep("it", State("new"))
    browser.hurried = True
    run(browser, "old")
    assert browser.shown == {"is": "new"}
    # Undone at once: the browser asked when it had not yet been told of the new address.
    address.keep("it", State("old"))
    run(browser, "old")
    assert browser.shown == {"is": "old"}


def test_a_redo_of_nothing_leaves_a_move_that_was_just_made(
    browser: Bar, monkeypatch: pytest.MonkeyPatch
):
    run(browser, "old")
    address.keep("it", State("new"))
    run(browser, "old")
    browser.session["board"] = {"step": 1}
    monkeypatch.setattr(events.st, "session_state", browser.session)
    it = History[State]("it", partial(address.keep, "it"))
    _, on_step = events.listeners("board", it, lambda state, _: state)
    on_step()
    assert run(browser, "old") == "new"


def test_a_move_that_comes_with_its_undo_is_made_first(
    browser: Bar, monkeypatch: pytest.MonkeyPatch
):
    run(browser, "old")
    browser.session["board"] = {"moves": [{"id": 1, "to": "new"}], "step": -1}
    monkeypatch.setattr(events.st, "session_state", browser.session)
    put: list[object] = []

    def keep(state: State) -> None:
        put.append(state)
        address.keep("it", state)

    _, on_step = events.listeners(
        "board", History[State]("it", keep), lambda _, move: State(move["to"])
    )
    on_step()
    assert put == ["new", "old"]


def test_an_address_that_the_visitor_changes_is_read(browser: Bar):
    run(browser, "old")
    assert run(browser, "typed") == "typed"


def test_an_address_that_is_late_leaves_a_move_that_was_just_made(browser: Bar):
    run(browser, "old")
    for word in ("new", "newer"):
        address.keep("it", State(word))
        run(browser, "old")
    # Something else was pressed before the browser had been told of either.
    assert run(browser, "old") == "newer"
    assert browser.shown == {"is": "newer"}


def test_who_goes_back_sees_what_was_there(browser: Bar):
    run(browser, "old")
    address.keep("it", State("new"))
    run(browser, "old")
    browser.session["arrived"] = True
    assert run(browser, "old") == "old"


def test_a_link_means_what_stands_at_its_places():
    names = ["NMD", "RNOD", "JSD"]
    about = address.short_hash(names)
    assert address._linked(names, f"{about}.2.0") == ["JSD", "NMD"]
    assert address._linked(names, about) == []
    for another in (f"{about}.3", f"{about}x", f"{address.short_hash(names[:2])}.0"):
        assert address._linked(names, another) is None


@pytest.mark.parametrize(
    ("now", "asked", "same"),
    [("0.050", "0.05", True), ("True", "true", True), ("NMD", "NMD", True), ("NMD", "nmd", False),
     ("False", "true", False), ("5", "6", False)],
)  # fmt: skip
def test_what_a_link_asks_for_is_used_where_it_is_what_is_there(now, asked, same):
    assert _same(now, asked) == same


def test_what_an_address_holds_is_read_and_written_in_one_place():
    touch = {
        path.relative_to(ROOT / "pages").as_posix()
        for path in (ROOT / "pages").rglob("*.py")
        if "st.query_params" in path.read_text()
    }
    # Beside it stand the frame, which looks at all of an address, and what is no page's.
    frame = {"main_parts/link.py", "main_parts/share.py", "host/own.py", "drawing/projector.py"}
    frame.add("drawing/hands.py")
    assert touch == frame | {"analysing/address.py"}
