"""Hypothesis strategies for what the core and the Compare page work on."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from oq_core import MEASURES
from pages.drawing.compare_state import CompareState, in_order

CLASSES = st.integers(2, 11)


@st.composite
def votes(draw, classes=None, instances=None):
    """Vote counts (n, L), at least one vote in each row; few enough that ties are common."""
    shape = (
        draw(st.integers(1, 6)) if instances is None else instances,
        draw(CLASSES) if classes is None else classes,
    )
    counts = draw(hnp.arrays(np.int64, shape, elements=st.integers(0, 20)))
    empty = counts.sum(axis=1) == 0
    counts[empty, draw(st.integers(0, shape[1] - 1))] = 1
    return counts


def shares(counts):
    """Votes as distributions."""
    return counts / counts.sum(axis=-1, keepdims=True)


@st.composite
def pairs(draw, classes=None):
    """Estimated and gold distributions of the same shape (n, L)."""
    estimated = draw(votes(classes))
    gold = draw(votes(estimated.shape[1], estimated.shape[0]))
    return shares(estimated), shares(gold)


@st.composite
def score_matrices(draw, measures=None, runs=None):
    """Scores (K, n, m) in [0, 1], on a coarse grid so that ties are common."""
    shape = (
        draw(st.integers(1, 3)) if measures is None else measures,
        draw(st.integers(1, 8)),
        draw(st.integers(2, 6)) if runs is None else runs,
    )
    return draw(hnp.arrays(np.float64, shape, elements=st.integers(0, 16).map(lambda x: x / 16)))


@st.composite
def states(draw):
    """States of the Compare page, whole votes and others, labels of any kind."""
    count = draw(CLASSES)
    label = st.text(min_size=1, max_size=24).map(lambda text: " ".join(text.split()))
    labels = draw(st.lists(label.filter(bool), min_size=count, max_size=count, unique=True))
    vote = st.one_of(st.integers(0, 30), st.floats(0, 1e6).map(lambda x: float(f"{x:.12g}")))
    columns = [draw(st.lists(vote, min_size=count, max_size=count).map(tuple)) for _ in range(3)]
    measures = in_order(draw(st.sets(st.sampled_from(list(MEASURES)), min_size=1)))
    switches = [draw(st.booleans()) for _ in range(4)]
    raters = draw(st.sampled_from([None, 0, 1, 30]))
    return CompareState(tuple(labels), *columns, *switches, measures, raters)
