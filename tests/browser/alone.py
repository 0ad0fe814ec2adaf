"""Scripts of the browser in a page that has nothing else: no server, and no Streamlit."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from math import inf
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from pages.drawing.board.events import after_moves
from pages.drawing.components import IN_ORDER
from pages.drawing.look import selected
from tests.conftest import ROOT

WIDE: ViewportSize = {"width": 1440, "height": 1000}
NOW = datetime(2100, 1, 1, tzinfo=UTC)
ADDRESS = "http://alone.test/"
PAGE = "<!doctype html><meta name=viewport content='width=device-width'><body></body>"
#: Stands in a component's place as Streamlit puts it there, and notes what it tells.
LOAD = """
async ([script, html, css]) => {
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const component = (await import(url)).default;
  const parentElement = document.body.appendChild(document.createElement("div"))
    .attachShadow({ mode: "open" });
  parentElement.innerHTML = `<style>${css}</style>${html}`;
  window.told = [];
  const note = (...what) => { told.push(structuredClone(what)); };
  window.call = (data) => {
    window.end = component({ data, parentElement, setStateValue: note, setTriggerValue: note });
  };
}
"""
BACK = "dispatchEvent(new PopStateEvent('popstate'))"


class Alone:
    """A component in a page of its own."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.goto(ADDRESS)

    def load(self, *files: str, html: str = "", css: str = "") -> None:
        """Load scripts of `pages`, the last of which exports the component."""
        folder = ROOT / "pages"
        script = IN_ORDER + selected("".join((folder / file).read_text() for file in files))
        css = (folder / css).read_text() if css else ""
        self.page.evaluate(LOAD, [script, html, css])

    def call(self, data: Any = None) -> None:
        """Call it as Streamlit does."""
        self.page.evaluate("data => { call(data); }", data)

    def told(self) -> list[list[Any]]:
        """What it has told the server since it was asked last."""
        return self.page.evaluate("told.splice(0)")


class Moving:
    """A board that sends moves, its twin, and the server's part in between."""

    #: Reads all that the board shows.
    shown: str

    def __init__(
        self, alone: Alone, twin: Any,
        data_of: Callable[[Any, int], Any], after_move: Callable[[Any, Any], Any],
    ) -> None:  # fmt: skip
        self.page, self.alone, self.twin = alone.page, alone, twin
        self.data_of, self.after_move = data_of, after_move
        self.root = self.page.locator(".board")
        self.applied, self.ids = 0, dict[Any, int]()
        self.on_the_way: list[Any] = []
        # A link elsewhere on the page, which keeps its clicks to itself.
        self.page.evaluate("""() => {
          const link = document.body.appendChild(document.createElement("a"));
          link.textContent = "elsewhere";
          link.addEventListener("click", (event) => event.stopPropagation());
        }""")
        self.answer()

    def answer(self) -> None:
        """The server has the first of what was sent."""
        if self.on_the_way:
            moves = self.on_the_way.pop(0)
            self.twin.state, self.applied = after_moves(
                self.twin.state, moves, self.applied, self.after_move
            )
        waiting = self.twin.moves.items()
        self.twin.moves = {at: it for at, it in waiting if self.ids.get(at, inf) > self.applied}
        self.alone.call(self.data_of(self.twin.state, self.applied))

    def agrees(self) -> None:
        self.twin.agrees(self.root.evaluate(self.shown))

    def settles(self) -> None:
        """The server has all that was sent, one after the other."""
        while self.on_the_way:
            self.answer()
            self.agrees()

    def set(self, place: Any, value: Any) -> None:
        """A move, which comes after those that wait."""
        self.twin.set(place, value)
        self.ids.pop(place, None)

    def hears(self, *also: object, is_sent: bool = True) -> None:
        """What was told: all moves that wait if one is new, and then what else."""
        told = self.alone.told()
        if is_sent and any(each not in self.ids for each in self.twin.moves):
            (name, moves), *told = told
            self.on_the_way.append(moves)
            ids = [move["id"] for move in moves]
            self.ids = dict(zip(self.twin.moves, ids, strict=True))
            assert name == "moves"
            assert ids == sorted(set(ids))
            assert moves == [{**self.twin.sent(at), "id": id_} for at, id_ in self.ids.items()]
        assert told == list(also)

    def pauses(self) -> None:
        """Moves by keys are sent a little after the last."""
        self.agrees()
        self.page.clock.run_for(149)
        self.hears(is_sent=False)
        self.page.clock.run_for(1)
        self.hears()

    def press(self, place: Any, key: str) -> None:
        """A key on what moves a place."""
        raise NotImplementedError

    def leaves(self, place: Any) -> None:
        """A link that is followed sends what waits; the way back gives it up."""
        elsewhere = self.page.get_by_text("elsewhere")
        self.press(place, "ArrowUp")
        elsewhere.dispatch_event("click")
        self.hears()
        self.press(place, "ArrowDown")
        self.page.evaluate(BACK)
        self.twin.moves = {}
        self.on_the_way.clear()
        self.agrees()
        self.page.clock.run_for(1000)
        self.hears()

    def ends(self, place: Any) -> None:
        """When the page has gone, its links and ways do nothing here."""
        self.page.clock.run_for(1)
        self.press(place, "ArrowUp")
        self.page.evaluate("end()")
        self.page.get_by_text("elsewhere").dispatch_event("click")
        self.page.evaluate(BACK)
        self.agrees()
        self.hears(is_sent=False)


@contextmanager
def blank_pages(browser: Browser, has_touch: bool = False) -> Iterator[Callable[[], Page]]:
    """Gives pages whose time stands still but for what a test lets pass; none may have an error."""
    size: ViewportSize = {"width": 390, "height": 844} if has_touch else WIDE
    context = browser.new_context(has_touch=has_touch, viewport=size)
    context.route("**", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    context.clock.install()
    context.clock.pause_at(NOW)
    errors: list[str] = []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    yield context.new_page
    context.close()
    assert errors == []


def what_goes(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> Callable[..., Any]:
    """Gives what goes to the browser where a function of the page is called."""
    kept: list[Any] = []
    monkeypatch.setattr(module, name, lambda **given: kept.append(given["data"]))

    def data_of(function: Callable[..., Any], *given: Any, **named: Any) -> Any:
        function(*given, **named)
        return kept.pop()

    return data_of
