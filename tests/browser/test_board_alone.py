"""All that the drawing board shows after any moves, without a server, against the registry."""

import random
from dataclasses import replace
from functools import cache
from math import floor
from typing import Any

import numpy as np
import pytest

from oq_core import MEASURES
from pages.drawing import board as component
from pages.drawing import theme
from pages.drawing.board.asking import SHOWN_DRAWS, asked_data, in_percent, other_golds
from pages.drawing.board.precompute import positions
from pages.drawing.board.reason import equal_for_a_reason, spoken_of, why
from pages.drawing.compare_state import NAMES, CompareState
from pages.drawing.history import History
from tests.browser.alone import Alone, Moving, what_goes
from tests.browser.test_board import expected, rgb
from tests.browser.test_phone import swipe
from tests.node import scripts

FILES = ("drawing/board/rules.js", "drawing/board/moves.js", "drawing/board/lens.js",
         "drawing/board/board.js")  # fmt: skip
rules = scripts("drawing/board/rules.js")
_expected = cache(expected)

#: All that is shown: of bars, measures, charts, sentences, and what the style sheet goes by.
SHOWN = """
board => {
  const all = (selector, place = board) => [...place.querySelectorAll(selector)];
  const texts = (selector, place) => all(selector, place).map((each) => each.textContent);
  const number = (text) => parseFloat(text);
  return {
    classes: [...board.classList].filter((each) => each !== "board").sort(),
    titles: texts(".panel h2"),
    bars: all(".bar").map((bar) => {
      const input = bar.querySelector("input");
      return [bar.querySelector("output").textContent, Number(input.value),
        input.getAttribute("aria-label"), input.getAttribute("aria-valuetext"),
        Number(getComputedStyle(bar.querySelector(".slot")).getPropertyValue("--level"))];
    }),
    held: all(".bar").findIndex((bar) => bar.classList.contains("held")),
    strips: all(".held .flips").map((strip) =>
      [...getComputedStyle(strip).backgroundImage.matchAll(/(rgb\\([^)]*\\)) ([\\d.]+)%/g)]
        .map((found) => [found[1], Number(found[2])])),
    rails: all(".held .flips").map((strip) => getComputedStyle(strip, "::after").content),
    rows: all("tr[data-measure]").map((row) => [row.dataset.measure,
      texts(".oq-value", row), row.dataset.prefers, row.classList.contains("oq-minority"),
      all(".oq-fill", row).map((fill) => number(fill.style.width)),
      ...texts(".oq-asked span", row)]),
    plots: all(".oq-chart").map((chart) => [chart.getAttribute("aria-label"),
      all(".oq-place", chart).map((place) =>
        all("i", place).map((bar) => number(bar.style.height)))]),
    axes: all(".oq-axis").map((axis) => texts("span", axis)),
    dots: all(".cloud path").map((path) =>
      [...(path.getAttribute("d") ?? "").matchAll(/M(\\S+) (\\S+)h0/g)]
        .map((found) => found.slice(1).map(Number))),
    summary: board.querySelector(".summary").textContent,
    said: [".crossing", ".why", ".numbers p", ".equal"].map((each) => texts(each)[0]),
    isFolded: board.querySelector(".numbers").hidden,
    unseen: all("output, .cloud").every((each) => each.getAttribute("aria-hidden") === "true"),
  };
}
"""
#: Where bars stand, and where they lie, under a finger.
HINT = ("Drag a bar, or press the arrow keys on it.", "Drag a bar.")
EMPTY = ("A histogram has no votes yet. Draw one of its bars up: a distribution needs at least "
         "one vote.")  # fmt: skip


#: Where the bars of a chart begin and end, in the place of a class.
ENDS = """
board => [...board.querySelectorAll(".oq-place")[0].querySelectorAll("i")].map((bar) =>
  [parseFloat(bar.style.left), parseFloat(bar.style.left) + parseFloat(bar.style.width)])
"""


class Twin:
    """What a board is to show: the server's state, and moves that the server has not answered."""

    def __init__(self, state: CompareState, lies: bool, chosen: dict[str, bool]) -> None:
        self.state, self.lies, self.chosen = state, lies, chosen
        self.moves: dict[int, float] = {}
        self.held: int | None = None
        self.crossed = ""
        self.is_touched = False
        self.places = positions(state).tolist()
        spoken = spoken_of(list(state.measures)) if state.two_systems else []
        self.flips = list(spoken)

    def after(self, moves: dict[int, float]) -> CompareState:
        state = self.state
        for bar, value in moves.items():
            which, index = divmod(bar, len(state.classes))
            state = state.with_vote(state.shown[which], index, value)
        return state

    def is_precomputed(self, bar: int) -> bool:
        return not self.moves or list(self.moves) == [bar]

    def hold(self, bar: int | None) -> None:
        self.held, self.crossed, self.is_touched = bar, "", True

    def focus(self, bar: int) -> None:
        if self.held != bar:
            self.hold(bar)

    def set(self, bar: int, value: float) -> None:
        which, index = divmod(bar, len(self.state.classes))
        drawn = self.after(self.moves)
        before = drawn.votes(drawn.shown[which])[index]
        if self.is_precomputed(bar) and before in self.places:
            start, end = map(self.places.index, (before, value))
            way = 1 if end > start else -1
            for place in range(start, end, way):
                for key in self.flips:
                    old, new = (self.side(bar, at, key) for at in (place, place + way))
                    if old != new:
                        told = new.replace("tie", "a tie")
                        votes = f"{self.places[place + way]:g}"
                        self.crossed = f"At {votes} votes {key} changes to {told}."
        self.moves.pop(bar, None)
        self.moves[bar] = value

    def side(self, bar: int, place: int, key: str) -> str:
        """Whom a measure prefers with a bar at a place."""
        return self.scores(self.after({bar: self.places[place]}))[key][-1] or "tie"

    def scores(self, state: CompareState) -> dict[str, list[str]]:
        """Scores as they are shown, and the preference, by measure."""
        if not state.empty:
            return _expected(state)
        full = replace(state, **{each: (1,) * len(state.classes) for each in state.empty})
        known = [not {"gold", which} & set(state.empty) for which in state.shown[1:]]
        return {
            key: [*(v if is_so else "–" for v, is_so in zip(values, known, strict=False)), ""]
            for key, values in _expected(full).items()
        }

    def sent(self, bar: int) -> dict[str, Any]:
        which, index = divmod(bar, len(self.state.classes))
        told = {"which": self.state.shown[which], "histogram": which, "index": index}
        return {**told, "value": self.moves[bar]}

    def agrees(self, shown: dict[str, Any]) -> None:
        wanted = self.shows()
        if len(self.moves) > 1:
            wanted["summary"] = "Waiting for the numbers…"
            for was, row in zip(shown["rows"], wanted["rows"], strict=True):
                # Widths and preferences stay as they were, and are faint.
                row[1], row[2:5], row[5:] = ["…"] * len(row[1]), was[2:5], ["…"] * len(row[5:])
        assert shown == wanted

    def said_of_charts(self) -> list[str]:
        """What the server says of the histograms over each other, of the state that it has."""
        state = self.state
        votes = [np.array(state.votes(which), dtype=float) for which in state.shown]
        shares = [each / (each.sum() or 1) for each in votes]
        charts = [("Gold and estimates. share of votes", shares)]
        if state.cumulative:
            sums = [np.cumsum(each) for each in shares]
            charts.append(("Cumulative, as NMD sees them. share up to this class", sums))
        return [
            f"{title} by class: "
            + "; ".join(
                f"{NAMES[which]}: "
                + ", ".join(f"{c} {h:.3f}" for c, h in zip(state.classes, row, strict=True))
                for which, row in zip(state.shown, heights, strict=True)
            )
            for title, heights in charts
            if self.chosen["charts"]
        ]

    def shows(self) -> dict[str, Any]:
        state, base = self.after(self.moves), self.state
        is_undefined = bool(state.empty)
        top, step = self.places[-1], self.places[1]
        shares = [
            [vote / (sum(votes) or 1) for vote in votes] for votes in map(state.votes, state.shown)
        ]
        bars = [
            [f"{vote:g}", pytest.approx(vote, abs=step / 2), f"{NAMES[which]}, class {label}",
             f"{vote:g} of {sum(state.votes(which)):g} votes, {floor(100 * share + 0.5)} %",
             pytest.approx(vote / top)]
            for which, row in zip(state.shown, shares, strict=True)
            for label, vote, share in zip(state.classes, state.votes(which), row, strict=True)
        ]  # fmt: skip
        scores, asked = self.scores(state), in_percent(state, state.measures)
        choices = [["tie", "A", "B", ""].index(scores[key][-1]) for key in state.measures]
        verdict = rules("verdictOf", state.measures, choices)
        rows = []
        for key, choice in zip(state.measures, choices, strict=True):
            *values, side = scores[key]
            wide = [0 if value == "–" else 100 * float(value) for value in values]
            more = [asked[key]] if asked else []
            is_fewer = choice == verdict["minority"] > 0
            rows.append([key, values, side, is_fewer, pytest.approx(wide, abs=1e-3), *more])
        summary = EMPTY if is_undefined else verdict["words"]
        sums = [np.cumsum(row).tolist() for row in shares]
        plots = [
            [said,
             [pytest.approx([100 * each for each in place], abs=1e-3)
              for place in zip(*heights, strict=True)]]
            for said, heights in zip(self.said_of_charts(), (shares, sums), strict=False)
        ]  # fmt: skip
        is_held = self.held is not None and self.is_precomputed(self.held) and bool(self.flips)
        numbers = why(base, base.measures, numbers=True)
        classes = {
            "pending": len(self.moves) > 1, "stale": self.moves, "two": base.two_systems,
            "many": len(base.measures) > 5, "invites": self.chosen["guess"],
            "projected": self.chosen["projector"], "touched": self.is_touched,
        }  # fmt: skip
        return {
            "classes": sorted(each for each, is_so in classes.items() if is_so),
            "titles": [NAMES[which] for which in state.shown],
            "bars": bars,
            "rows": rows,
            "summary": summary,
            "said": [
                self.crossed or self.key() or HINT[self.lies],
                why(base, base.measures, numbers=False), numbers,
                equal_for_a_reason(base, base.measures),
            ],
            "isFolded": not numbers,
            "plots": plots,
            "axes": [list(base.classes)] * len(plots),
            "held": self.held if is_held else -1,
            "strips": self.strips() if is_held else [],
            "rails": [f'"{key}"' for key in self.flips] if is_held else [],
            "dots": self.dots(state),
            "unseen": True,
        }  # fmt: skip

    def key(self) -> str:
        if self.held is None or not self.flips:
            return ""
        verb = "prefer" if len(self.flips) > 1 else "prefers"
        return f"Colours at the edges: whom {' and '.join(self.flips)} {verb} there."

    def strips(self) -> list[list[list[object]]]:
        colours = {"A": rgb(theme.A), "B": rgb(theme.B), "tie": rgb(theme.NEUTRAL)}
        last = len(self.places) - 1
        return [
            [
                [colours[self.side(self.held, place, key)],
                 pytest.approx(100 * min(last, max(0, end)) / last, abs=0.01)]
                for place in range(last + 1)
                for end in (place - 0.5, place + 0.5)
            ]
            for key in self.flips
        ]  # fmt: skip

    def dots(self, state: CompareState) -> list[Any]:
        if state.raters is None or not sum(state.gold):
            return [[]] * len(state.classes) * (state.raters is not None)
        # With two moves on their way no more are asked than after one.
        votes = np.array(state.gold, dtype=float)
        most = asked_data(self.state, self.state.measures)["most"]
        asked = replace(state, raters=min(most, state.raters or max(1, round(votes.sum()))))
        golds = other_golds(asked, votes, SHOWN_DRAWS)
        levels = 100 * (golds * votes.sum() / self.places[-1]).clip(max=1)
        across = [12 + 76 * (draw * 0.618034 % 1) for draw in range(SHOWN_DRAWS)]
        return [
            [
                pytest.approx([level, x] if self.lies else [x, 100 - level], abs=0.051)
                for level, x in zip(column, across, strict=True)
            ]
            for column in levels.T
        ]


class Board(Moving):
    """A board, its twin, and the server's part in between."""

    shown = SHOWN

    def press(self, bar: int, key: str) -> None:
        slider = self.page.get_by_role("slider").nth(bar)
        before = slider.input_value()
        slider.press(key)
        self.twin.focus(bar)
        if (now := slider.input_value()) != before:
            self.set(bar, float(now))

    def rests(self, bar: int) -> None:
        """A bar that has the focus no more is held no more."""
        self.page.get_by_role("slider").nth(bar).blur()
        self.twin.hold(None)
        self.pauses()

    def drag(self, bar: int, *parts: float) -> None:
        """By the mouse, to parts of the bar's length."""
        box = self.page.locator(".slot").nth(bar).bounding_box()
        assert box is not None
        self.twin.focus(bar)
        value = None
        for part in parts:
            if self.twin.lies:
                self.page.mouse.move(box["x"] + part * box["width"], box["y"] + box["height"] / 2)
            else:
                height = box["y"] + (1 - part) * box["height"]
                self.page.mouse.move(box["x"] + box["width"] / 2, height)
            if value is None:
                self.page.mouse.down()
            place = floor(min(1, max(0, part)) * (len(self.twin.places) - 1) + 0.5)
            if self.twin.places[place] != value:
                value = self.twin.places[place]
                self.set(bar, value)
            self.agrees()
        self.hears(is_sent=False)
        self.page.mouse.up()
        self.hears()

    def press_beside(self, bar: int) -> None:
        """Neither another button of the mouse nor a press on a bar's number moves it."""
        column = self.page.locator(".bar").nth(bar)
        column.locator(".slot").click(button="right")
        if not self.twin.lies:
            column.locator("output").click()
        if self.twin.held is not None:
            self.twin.hold(None)
        self.agrees()
        self.hears()

    def rests_a_thumb(self, bar: int) -> None:
        """One that lies on a bar moves nothing, and if it scrolls, it does not either."""
        session = self.page.context.new_cdp_session(self.page)
        box = self.page.locator(".slot").nth(bar).bounding_box()
        assert box is not None
        for kind, x in (("touchStart", 20), ("touchMove", 25), ("touchCancel", 0)):
            points = [{"x": box["x"] + x, "y": box["y"] + 5}] if x else []
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            self.agrees()
        self.hears()

    def touch(self, bar: int, start: float, way: int) -> None:
        """By a thumb that goes so many pixels to the side; a few are a tap."""
        box = self.page.locator(".slot").nth(bar).bounding_box()
        assert box is not None
        at = start * box["width"]
        before = self.page.get_by_role("slider").nth(bar).input_value()
        swipe(self.page, (box["x"] + at, box["y"] + box["height"] / 2), (way, 0))
        part = min(1, max(0, (at + way) / box["width"]))
        self.twin.focus(bar)
        value = self.twin.places[floor(part * (len(self.twin.places) - 1) + 0.5)]
        if value != float(before):
            self.set(bar, value)
        self.agrees()
        self.hears()

    def explain(self, row: int) -> None:
        """A click on a row says what its measure is, and opens its working where there is one."""
        key = self.twin.state.measures[row]
        self.page.locator("tr[data-measure]").nth(row).locator(".oq-value").first.click()
        measure, opens = MEASURES[key], self.twin.chosen["opens"]
        more = "Its working is below. " * opens
        told = f"{key}: {measure.name}. {measure.summary} {more}Reference"
        assert self.page.locator(".explained").text_content() == told
        link = self.page.get_by_role("link", name="Reference")
        assert link.get_attribute("href") == f"reference?measure={key}"
        self.hears(*[["open", key]] * opens)

    def step(self, bar: int, key: str) -> None:
        self.page.get_by_role("slider").nth(bar).press(key)
        self.twin.focus(bar)
        self.hears(["step", 1 if "y" in key or "Shift" in key else -1])


@pytest.fixture
def board_of(alone: Alone, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest):
    """Gives the board of a state."""

    def made(state: CompareState, **options: bool) -> Board:
        chosen = {"charts": True, "guess": False, "projector": False, "opens": False, **options}
        data_of = what_goes(monkeypatch, component, "_board")
        monkeypatch.setattr(component, "_instead", lambda *_: None)
        monkeypatch.setattr(component.projector, "is_on", lambda: chosen["projector"])

        def data(state: CompareState, applied: int) -> Any:
            monkeypatch.setattr(component, "last_applied", lambda _: applied)
            none = lambda *_: None  # noqa: E731
            ways = {"charts": chosen["charts"]}
            if chosen["guess"]:
                ways["guess"] = component.Guessing(False, {"next": "Another one"}, none)
            return data_of(component.drawing_board, state, state.measures, History("x", none),
                           opens=none if chosen["opens"] else None, **ways)  # fmt: skip

        chosen["charts"] = chosen["charts"] and not chosen["projector"]
        lies = request.node.callspec.params["alone"]
        alone.load(*FILES, html='<div class="board"></div>', css="drawing/board/board.css")
        return Board(alone, Twin(state, lies, chosen), data, component.after_move)

    return made


START = CompareState(two_systems=True)
#: By what is special: the state, what else is chosen, and whether it is on a phone.
CASES = {
    "two": (START, {}, False),
    "two by touch": (START, {}, True),
    "one": (CompareState(gold=(0, 0, 3), a=(1, 0, 2), classes=tuple("xyz"), raters=7), {}, True),
    "kept": (replace(START, keep_total=True, cumulative=True), {"guess": True}, False),
    "all": (replace(START, measures=tuple(MEASURES)), {"projector": True}, False),
    "parts": (replace(START, gold=(31, 30, 20, 19, 0), a=(6.25, 6, 4, 3.75, 0)), {}, True),
    "empty": (
        replace(START, gold=(0, 0, 0, 0, 1), b=(1, 0, 0, 0, 0), raters=0, measures=("NMD", "JSD")),
        {"opens": True}, False,
    ),
    "single": (replace(START, measures=("JSD",)), {}, False),
    "single of nothing": (replace(START, measures=("JSD",), b=(0,) * 5), {}, False),
}  # fmt: skip


@pytest.mark.parametrize(
    ("case", "alone"), [(case, by_touch) for case, (*_, by_touch) in CASES.items()],
    indirect=["alone"], ids=list(CASES),
)  # fmt: skip
def test_after_any_moves_all_that_is_shown_is_the_registrys(board_of, case: str):
    state, options, is_phone = CASES[case]
    board = board_of(state, **options)
    board.agrees()
    gold, *others = board.root.evaluate(ENDS) if board.twin.chosen["charts"] else [[0, 100]]
    # Bars of systems stand side by side before the gold's.
    ends = [gold[0], *(end for each in others for end in each), gold[1]]
    assert ends == sorted(set(ends))
    chance = random.Random(case)
    bars = len(state.shown) * len(state.classes)
    for _ in range(9):
        bar = chance.randrange(bars)
        match chance.choice(
            ("press", "drag", "touch", "step", "leave", "rest", "answer", "answer")
        ):
            case "touch" if is_phone:
                board.touch(bar, chance.random(), chance.choice((0, 5, 40, -60)))
            case "press" | "touch":
                for key in chance.choices(("ArrowUp", "ArrowDown", "PageUp", "Home", "End"), k=2):
                    board.press(bar, key)
                    board.pauses()
            case "drag":
                board.drag(bar, chance.random(), chance.random(), chance.choice((-0.2, 0.5, 1.3)))
            case "step":
                board.step(bar, chance.choice(("Control+z", "Control+Shift+z", "Meta+y")))
            case "leave":
                board.leaves(bar)
            case "rest":
                board.press(bar, "PageUp")
                board.rests(bar)
            case "answer":
                board.answer()
        board.agrees()
    board.settles()
    if is_phone:
        board.rests_a_thumb(0)
    board.press_beside(1)
    board.ends(0)
    board.explain(chance.randrange(len(state.measures)))


#: What is asked, seen and to be moved: buttons, sentences, and bars with a grip or without.
ASKED = """
board => {
  const isSeen = (selector) => board.querySelector(selector).checkVisibility();
  return {
    buttons: [...board.querySelectorAll(".buttons button")]
      .map((each) => [each.textContent, getComputedStyle(each).opacity < 1]),
    says: isSeen(".summary") ? board.querySelector(".summary").textContent : "",
    isShown: [".oq-measures", ".why", ".grip", ".lens"].map(isSeen),
    marks: [...board.querySelectorAll(".mark")].filter((each) => each.textContent).length,
    isSeen: board.classList.contains("seen"),
    why: board.querySelector(".why").textContent,
    isStill: [...board.querySelectorAll("input")].every((each) => each.disabled),
  };
}
"""


@pytest.mark.parametrize("alone", [False, True], indirect=True)
def test_a_guess_comes_first_then_what_the_measures_say(alone: Alone, monkeypatch):
    data_of = what_goes(monkeypatch, component, "_board")
    monkeypatch.setattr(component, "_instead", lambda *_: None)
    monkeypatch.setattr(component, "last_applied", lambda _: 0)
    monkeypatch.setattr(component.projector, "is_on", lambda: False)
    state, none = replace(START, measures=("NMD", "RNOD")), lambda *_: None

    def data(guess: component.Guessing) -> Any:
        return data_of(component.drawing_board, state, state.measures, History("x", none),
                       charts=False, guess=guess)  # fmt: skip

    alone.load(*FILES, html='<div class="board"></div>', css="drawing/board/board.css")
    page, root = alone.page, alone.page.locator(".board")
    said = ("You are right.", "For this.")
    asks = data(component.Guessing(True, {"A": "A is better", "B": "B is better"}, none))
    answered = data(component.Guessing(False, {"next": "Next"}, none, *said))
    alone.call(asks)
    hidden = {
        "says": "",
        "isShown": [False] * 4,
        "why": why(state, state.measures, numbers=False),
        "marks": 0,
        "isSeen": False,
    }
    names = ["A is better", "B is better"]
    assert root.evaluate(ASKED) == {
        "buttons": [[each, False] for each in names], "isStill": True, **hidden,
    }  # fmt: skip
    # A bar that is dragged or pressed stays, and nothing is sent.
    box = page.locator(".slot").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 3)
    assert alone.told() == []
    for key, sent in (("a", "A"), ("ArrowRight", "B"), ("b", "B"), ("ArrowLeft", "A")):
        page.keyboard.press(f"Control+{key}")
        page.keyboard.press("c")
        assert alone.told() == []
        page.keyboard.press(key)
        assert alone.told() == [["press", sent]]
        # Until the server answers, another press would be about what comes next.
        page.keyboard.press("b")
        assert root.evaluate(ASKED)["buttons"] == [[each, True] for each in names]
        assert alone.told() == []
        alone.call(asks)
    page.get_by_role("button", name="B is better").press("Enter")
    assert alone.told() == [["press", "B"]]
    alone.call(answered)
    shown = {
        "says": "You are right.",
        "isShown": [True] * 4,
        "why": "For this.",
        "marks": 0,
        "isSeen": False,
    }
    assert root.evaluate(ASKED) == {"buttons": [["Next", False]], "isStill": False, **shown}
    # Keys guess no more; who pressed a button by a key goes on by the same.
    page.keyboard.press("a")
    assert alone.told() == []
    page.keyboard.press("Enter")
    assert alone.told() == [["press", "next"]]
    alone.call(answered)
    # What is said is of what was asked: a bar that moves says what the measures prefer.
    page.get_by_role("slider").last.press("ArrowUp")
    assert root.evaluate(ASKED)["says"].startswith("The measures disagree")
    # As a measure sees them the bars are until the next guess is asked for.
    page.get_by_role("button", name="RNOD").first.click()
    seen = root.evaluate(ASKED)
    assert seen["isSeen"]
    assert seen["marks"] > 0
    alone.call(asks)
    assert root.evaluate(ASKED) | {"buttons": []} == {"buttons": [], "isStill": True, **hidden}


#: Bars that are on their way, and after how many milliseconds each sets out.
SET_OUT = """
board => [...board.querySelectorAll(".slot")].flatMap((slot, place) =>
  slot.getAnimations().map((each) => [place, each.effect.getTiming().delay]))
"""


def test_a_solution_plays_a_move_after_the_other(alone: Alone, monkeypatch):
    data_of = what_goes(monkeypatch, component, "_board")
    monkeypatch.setattr(component, "_instead", lambda *_: None)
    monkeypatch.setattr(component, "last_applied", lambda _: 0)
    monkeypatch.setattr(component.projector, "is_on", lambda: False)
    alone.page.emulate_media(reduced_motion="no-preference")
    alone.load(*FILES, html='<div class="board"></div>', css="drawing/board/board.css")
    root, none = alone.page.locator(".board"), lambda *_: None

    def call(state: Any, *, plays: bool) -> None:
        data = data_of(component.drawing_board, state, state.measures, History("x", none),
                       charts=False, plays=plays)  # fmt: skip
        alone.call(data)

    state = replace(START, measures=("NMD", "RNOD"))
    solved = replace(state, a=(*state.a[:-2], *[each + 1 for each in state.a[-2:]]))
    call(state, plays=False)
    call(solved, plays=False)
    assert root.evaluate(SET_OUT) == []
    call(state, plays=True)
    classes = len(state.classes)
    assert root.evaluate(SET_OUT) == [[2 * classes - 2, 0], [2 * classes - 1, 400]]
    # A bar that is dragged follows at once.
    alone.page.get_by_role("slider").first.press("ArrowUp")
    assert 0 not in [place for place, _ in root.evaluate(SET_OUT)]


#: What a measure sees: whose switch is pressed, marks by bar, and the gold's level on each.
LENS = """
board => {
  const all = (selector) => [...board.querySelectorAll(selector)];
  return {
    pressed: all(".lens [aria-pressed=true]").map((each) => each.textContent),
    marks: all(".mark").map((each) => each.textContent),
    gold: all(".outline").filter((each) => getComputedStyle(each).display !== "none")
      .map((each) => Number(each.style.getPropertyValue("--gold"))),
    told: board.querySelector(".crossing").textContent,
  };
}
"""


@pytest.mark.parametrize("alone", [False], indirect=True)
def test_a_measure_is_seen_on_the_bars_before_the_server_has_answered(alone: Alone, board_of):
    state = CompareState(tuple("xyz"), (2, 0, 0), (0, 2, 0), (1, 0, 1), two_systems=True,
                         measures=("NMD", "RNOD", "RSNOD"))  # fmt: skip
    board_of(state)
    board = alone.page.locator(".board")
    none = [""] * 9
    assert board.evaluate(LENS)["marks"] == none
    # Whom nothing is drawn of has no switch.
    assert board.locator(".lens button").all_inner_texts() == ["NMD", "RNOD"]
    board.locator(".lens").get_by_role("button", name="NMD").press("Enter")
    found = board.evaluate(LENS)
    assert found["pressed"] == ["NMD"]
    assert found["marks"] == [*[""] * 3, "← 1.00", "", "", "← 0.50", "← 0.50", ""]
    top = positions(state)[-1]
    assert found["gold"] == [2 / top, 0, 0] * 2
    assert found["told"].startswith("NMD: votes that cross to the next class.")
    # What is moved is seen at once: the moves are not answered here.
    board.get_by_role("slider", name="System A, class z").press("ArrowUp")
    assert board.evaluate(LENS)["marks"][3:6] == ["← 1.00", "← 0.33", ""]
    board.locator(".lens").get_by_role("button", name="RNOD").click()
    assert board.evaluate(LENS)["marks"][6:] == ["", "", "0.50"]
    board.locator(".lens").get_by_role("button", name="RNOD").click()
    assert board.evaluate(LENS)["marks"] == none
    assert board.evaluate(LENS)["gold"] == []
