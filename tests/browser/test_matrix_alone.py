"""All that the matrices show after any moves, without a server, against the registry."""

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator

from oq_core.measures import OC_MEASURES
from pages.drawing import theme
from pages.drawing.classification_state import ClassificationState
from pages.drawing.classification_table import classification_table
from pages.drawing.history import History
from pages.drawing.measure_table import MeasureVerdict
from pages.learn.classification_parts import matrix as component
from pages.learn.classification_parts.matrix.precompute import NEAR, steps
from tests.browser.alone import Alone, Moving, what_goes
from tests.browser.test_matrix import expected
from tests.node import scripts

FILES = ("drawing/board/rules.js", "drawing/board/moves.js",
         "learn/classification_parts/matrix/rules.js",
         "learn/classification_parts/matrix/matrix.js")  # fmt: skip
NAMES = {"a": "System A", "b": "System B"}
rules = scripts("drawing/board/rules.js")

#: All that is shown: of cells, sums, measures, sentences, and what the style sheet goes by.
SHOWN = """
board => {
  const all = (selector, place = board) => [...place.querySelectorAll(selector)];
  const texts = (selector, place) => all(selector, place).map((each) => each.textContent);
  return {
    classes: [...board.classList].filter((each) => each !== "board").sort(),
    matrices: all(".matrix").map((matrix) => ({
      caption: texts("caption", matrix)[0],
      digits: Number(matrix.style.getPropertyValue("--digits")),
      heads: texts("th", matrix),
      cells: all("input", matrix).map((input) => [input.value, input.getAttribute("aria-label"),
        input.parentElement.className, Number(input.style.getPropertyValue("--level"))]),
      sums: [texts("tbody .sum", matrix), texts("tfoot .sum", matrix)],
    })),
    rows: all("tr[data-measure]").map((row) => [row.dataset.measure,
      texts(".oq-value", row), row.dataset.prefers, row.classList.contains("oq-minority"),
      all(".oq-fill", row).map((fill) => [fill.style.marginLeft, fill.style.width]
        .map((text) => parseFloat(text)))]),
    said: [texts(".summary")[0], texts(".hint")[0]],
  };
}
"""
HINTS = {
    True: "Drag a cell up or right for more items, down or left for fewer. ",
    False: "Drag a cell up or to the right: it takes items from the other cells of its gold class."
    " Drag it down or to the left: it gives them back. ",
}


class Twin:
    """What the matrices are to show: the server's state, and moves that wait, by cell."""

    def __init__(self, state: ClassificationState, is_projected: bool) -> None:
        self.state, self.is_projected = state, is_projected
        self.moves: dict[int, tuple[int, bool]] = {}

    def after(self) -> ClassificationState:
        state = self.state
        for cell, (value, is_dragged) in self.moves.items():
            which, row, column = self.place(cell)
            if is_dragged:
                state = state.with_dragged(which, row, column, value)
            else:
                counts = state.counts(which)
                counts[row, column] = value
                state = state.with_counts(which, counts)
        return state

    def place(self, cell: int) -> tuple[Any, int, int]:
        size = len(self.state.classes)
        which, index = divmod(cell, size**2)
        return (self.state.shown[which], *divmod(index, size))

    def set(self, cell: int, value: tuple[int, bool]) -> None:
        self.moves.pop(cell, None)
        self.moves[cell] = value

    def sent(self, cell: int) -> dict[str, Any]:
        which, row, column = self.place(cell)
        value, is_dragged = self.moves[cell]
        index = row * len(self.state.classes) + column
        return {"which": which, "cell": index, "value": value, "dragged": is_dragged}

    def is_known(self) -> bool:
        """Whether the browser was sent the answers: for what is dragged, or near by keys."""
        if len(self.moves) != 1:
            return not self.moves
        [(cell, (value, is_dragged))] = self.moves.items()
        which, row, column = self.place(cell)
        near = self.state.counts(which)[row, column] + np.array(NEAR)
        return bool(value in (steps(self.state) if is_dragged else near.clip(0)))

    def agrees(self, shown: dict[str, Any]) -> None:
        wanted = self.shows()
        if not self.is_known():
            wanted["said"][0] = "Waiting for the numbers…"
            wanted["classes"] = sorted([*wanted["classes"], "pending"])
            for was, row in zip(shown["rows"], wanted["rows"], strict=True):
                row[1], row[2:5] = ["…"] * len(row[1]), was[2:5]
        assert shown == wanted

    def shows(self) -> dict[str, Any]:
        state, size = self.after(), len(self.state.classes)
        top = steps(self.state)[-1]
        matrices = []
        for which in state.shown:
            counts = state.counts(which)
            cells = [
                [str(counts[i, j]), f"{NAMES[which]}: {label}, gold {gold}",
                 "own" if i == j else "", pytest.approx(min(1, counts[i, j] / top))]
                for i, label in enumerate(state.classes)
                for j, gold in enumerate(state.classes)
            ]  # fmt: skip
            columns = [*counts.sum(axis=0), counts.sum()]
            heads = ["gold →", *state.classes, "sum", *state.classes, "sum"]
            matrices.append({
                "caption": f"{NAMES[which]}: rows are its classes",
                "digits": len(str(counts.max())), "heads": heads, "cells": cells,
                "sums": [[f"{each:,}" for each in each_of] for each_of in
                         (counts.sum(axis=1), columns)],
            })  # fmt: skip
        rows, choices = [], []
        for key, (*scores, side) in expected(state).items():
            low, high = OC_MEASURES[key].bounds(size)
            known = [0 if score == "undefined" else float(score) for score in scores]
            ends = [sorted((0, score)) for score in known]
            bars = [
                [100 * (start - low) / (high - low), 100 * (end - start) / (high - low)]
                if score != "undefined" else [0, 0]
                for score, (start, end) in zip(scores, ends, strict=True)
            ]  # fmt: skip
            choices.append(["tie", "A", "B", ""].index(side))
            rows.append(
                [key, scores, side, False, [pytest.approx(each, abs=1e-3) for each in bars]]
            )
        verdict = rules("verdictOf", list(OC_MEASURES), choices)
        for row, choice in zip(rows, choices, strict=True):
            row[3] = choice == verdict["minority"] > 0
        hint = HINTS[state.edits_gold] + "Or click a cell and type a count."
        return {
            "classes": ["projected"] * self.is_projected,
            "matrices": matrices,
            "rows": rows,
            "said": [verdict["words"], hint],
        }


class Matrices(Moving):
    """Matrices to drag and type in."""

    shown = SHOWN

    def cell(self, cell: int) -> Locator:
        return self.page.get_by_role("spinbutton").nth(cell)

    def now(self, cell: int) -> int:
        which, row, column = self.twin.place(cell)
        return int(self.twin.after().counts(which)[row, column])

    def press(self, cell: int, key: str) -> None:
        before = self.now(cell)
        after = max(0, before + {"ArrowUp": 1, "ArrowDown": -1}[key])
        self.cell(cell).press(key)
        if after != before:
            self.set(cell, (after, False))

    def type(self, cell: int, text: str) -> None:
        """What is typed is taken as far as it is a count; what is left behind is what is there."""
        before = self.now(cell)
        self.cell(cell).fill(text)
        if text.isdigit():
            most = min(int(text), 1_000_000)
            assert self.cell(cell).input_value() == str(most)
            if most != before:
                self.set(cell, (most, False))
        else:
            assert self.cell(cell).input_value() == text
        self.cell(cell).blur()

    def drag(self, cell: int, *ways: tuple[int, int]) -> None:
        """By the mouse, to so many steps to the right and up."""
        self.cell(cell).scroll_into_view_if_needed()
        self.cell(cell).blur()
        box = self.cell(cell).bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        drags = steps(self.twin.state).tolist()
        start = self.now(cell) / drags[1]
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        for right, up in ways:
            self.page.mouse.move(x + 8 * right, y - 8 * up)
            at = max(0, min(len(drags) - 1, int(start + right + up + 0.5)))
            if (right, up) != (0, 0) and drags[at] != self.now(cell):
                self.set(cell, (drags[at], True))
            self.agrees()
        self.hears(is_sent=False)
        self.page.mouse.up()
        self.hears()
        # Then it can be dragged again, or is ready for a count to be typed.
        is_focused = "each => each.getRootNode().activeElement === each"
        assert self.cell(cell).evaluate(is_focused) == (ways == ((0, 0),))


@pytest.fixture
def matrices_of(alone: Alone, monkeypatch: pytest.MonkeyPatch):
    """Gives the matrices of a state."""

    def made(state: ClassificationState, is_projected: bool) -> Matrices:
        data_of = what_goes(monkeypatch, component, "_board")
        monkeypatch.setattr(component.projector, "is_on", lambda: is_projected)
        none = [MeasureVerdict(key, (0.5,) * len(state.shown), "") for key in OC_MEASURES]
        table = classification_table(none, len(state.classes))

        def data(state: ClassificationState, applied: int) -> Any:
            monkeypatch.setattr(component, "last_applied", lambda _: applied)
            return data_of(component.matrix_board, state, table, History("x", print))

        folder = "learn/classification_parts/matrix"
        alone.load(*FILES, html='<div class="board"></div>', css=f"{folder}/matrix.css")
        return Matrices(alone, Twin(state, is_projected), data, component.after_move)

    return made


SMALL = ClassificationState(("x", "y"), ((5, 0), (3, 10)), ((1, 1), (1, 1)))
CASES = {
    "small": (SMALL, False),
    "one": (replace(SMALL, two_systems=False, edits_gold=True), True),
    "large": (
        ClassificationState(
            tuple("abcd"), ((300, 7, 0, 0),) * 4, ((0,) * 4,) * 3 + ((1, 2, 3, 4),)
        ),
        False,
    ),
    "empty": (ClassificationState(("x", "y"), ((0, 1), (0, 0)), ((0, 0), (0, 0))), False),
}


@pytest.mark.parametrize("case", CASES)
def test_after_any_moves_all_that_is_shown_is_the_registrys(matrices_of, case: str):
    state, is_projected = CASES[case]
    board = matrices_of(state, is_projected)
    board.agrees()
    colours = board.root.evaluate(
        "board => [...board.querySelectorAll('.swatch')].map((each) => each.style.background)"
    )
    assert [each.replace(" ", "") for each in colours] == [
        "rgb(" + ",".join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5)) + ")"
        for colour in (theme.A, theme.B)[: len(state.shown)]
    ]
    chance = random.Random(case)
    cells = len(state.shown) * len(state.classes) ** 2
    for _ in range(9):
        cell = chance.randrange(cells)
        match chance.choice(("press", "type", "drag", "click", "leave", "answer", "answer")):
            case "press":
                for key in chance.choices(("ArrowUp", "ArrowDown"), k=2):
                    board.press(cell, key)
                    board.pauses()
            case "type":
                for text in chance.choices(("12", "", "7", "1234567", "0", "1.5", "-3"), k=2):
                    board.type(cell, text)
                    board.pauses()
            case "drag":
                board.drag(cell, (0, 2), (3, chance.randrange(-9, 9)))
            case "click":
                board.drag(cell, (0, 0))
            case "leave":
                board.leaves(cell)
            case "answer":
                board.answer()
        board.agrees()
    # What cannot be a count, or is written otherwise, is put right as it is typed.
    for text in ("1234567", "007"):
        board.type(0, text)
        board.pauses()
    board.settles()
    # What is undone is seen in the cell that has the focus; one that is emptied waits for a count.
    board.cell(0).focus()
    board.twin.state = state
    board.answer()
    board.agrees()
    board.cell(0).fill("")
    board.answer()
    assert board.cell(0).input_value() == ""
    board.cell(0).blur()
    board.agrees()
    board.ends(0)
