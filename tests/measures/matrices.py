"""Hypothesis strategies for confusion matrices, and matrices turned back into items."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp


@st.composite
def matrices(draw, classes=None, count=None):
    """Counts (n, L, L), each with an item; empty gold classes and unpicked ones are common."""
    size = draw(st.integers(2, 7)) if classes is None else classes
    number = draw(st.integers(1, 5)) if count is None else count
    counts = draw(hnp.arrays(np.int64, (number, size, size), elements=st.integers(0, 12)))
    used = hnp.arrays(np.bool_, (number, 2, size), elements=st.booleans())
    picked, gold = np.moveaxis(draw(used), 1, 0)
    counts = counts * picked[:, :, None] * gold[:, None, :]
    empty = counts.sum(axis=(1, 2)) == 0
    place = draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1))
    counts[empty, place[0], place[1]] = draw(st.integers(1, 5))
    return counts


def items_of(matrix):
    """System's and gold's class of every item, each of shape (N,)."""
    system, gold = np.indices(np.shape(matrix))
    return np.repeat(system, np.ravel(matrix)), np.repeat(gold, np.ravel(matrix))
