"""Moves of confusion matrices in the browser, in Node against the Python twin."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pages.drawing.classification_state import dragged
from tests.node import scripts

ask = scripts("drawing/board/rules.js", "learn/classification_parts/matrix/rules.js")


@st.composite
def moves(draw):
    """Two matrices, a cell of them, and how it is set."""
    size = draw(st.integers(2, 4))
    few = draw(st.sampled_from([0, 1, 40]))
    counts = draw(st.lists(st.integers(0, few), min_size=2 * size**2, max_size=2 * size**2))
    cell, value = draw(st.integers(0, 2 * size**2 - 1)), draw(st.integers(0, 60))
    return size, counts, cell, value, draw(st.booleans()), draw(st.booleans())


@given(moves())
def test_a_cell_is_set_as_the_server_sets_it(move):
    size, counts, cell, value, is_dragged, edits_gold = move
    wanted = np.array(counts).reshape(2, size, size)
    which, row, column = np.unravel_index(cell, wanted.shape)
    if is_dragged:
        wanted[which] = dragged(wanted[which], row, column, np.array([value]), edits_gold)[0]
    else:
        wanted[which, row, column] = value
    moved = {"value": value, "dragged": is_dragged}
    assert ask("put", counts, size, cell, moved, edits_gold) == wanted.ravel().tolist()


@given(moves())
def test_sums_of_rows_and_columns(move):
    size, counts, *_ = move
    matrix = np.array(counts[: size**2]).reshape(size, size)
    found = ask("sumsOf", counts[: size**2], size)
    assert found == {"rows": matrix.sum(axis=1).tolist(), "columns": matrix.sum(axis=0).tolist()}


def test_what_is_dragged_has_other_answers_than_what_is_typed():
    steps, positions = [0, 2, 4], [0, 2, 4, 1, 2, 3]
    places = {(True, 2): 1, (False, 2): 4, (False, 3): 5, (True, 3): -1, (False, 0): -1}
    for (is_dragged, value), place in places.items():
        move = {"value": value, "dragged": is_dragged}
        assert ask("placeOfMove", move, steps, positions) == place
