"""What classes cost an estimate, as the browser draws it: parts of the core, and the score."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import MEASURES
from oq_core.knowledge.seeing import bins, orders, views
from pages.drawing.seeing import SEEN
from tests.node import scripts
from tests.strategies import states

ask = scripts("drawing/board/rules.js", "drawing/board/lens.js")
PARTS = "(key, estimated, gold) => LENSES[key][0](estimated, gold)"
STATES = states().filter(lambda state: not state.empty)


def parts_of(key, state):
    return np.array(ask(PARTS, key, state.shares("a").tolist(), state.shares("gold").tolist()))


def test_all_that_can_be_seen_at_work_has_a_lens():
    assert set(ask("() => Object.keys(LENSES)")) == set(SEEN)


@given(STATES, st.sampled_from([*SEEN]))
def test_parts_are_those_of_the_core(state, key):
    estimated, gold = state.shares("a"), state.shares("gold")
    wanted = {
        "NMD": lambda: np.append(np.cumsum(estimated - gold)[:-1], 0),
        "RNOD": lambda: views(estimated, gold).weighted.mean(axis=0),
        "RNADW": lambda: views(estimated, gold, "RNADW").weighted.mean(axis=0),
        "DNKT": lambda: [
            sum(
                i in each.classes and each.estimated * each.gold < 0
                for each in orders(estimated, gold)
            )
            for i in range(len(gold))
        ],
    }.get(key, lambda: bins(estimated, gold, key))()
    np.testing.assert_allclose(parts_of(key, state), wanted, atol=1e-9)


@given(STATES)
def test_their_sum_is_the_registrys_score(state):
    scores = {key: float(measure(state.shares("a"), state.shares("gold")))
              for key, measure in MEASURES.items() if key in SEEN}  # fmt: skip
    borders = len(state.classes) - 1
    sums = {key: float(np.abs(parts_of(key, state)).sum()) for key in SEEN if key != "DNKT"}
    assert sums["NMD"] / borders == pytest.approx(scores["NMD"], abs=1e-9)
    for key in ("RNOD", "RNADW"):
        assert math.sqrt(sums[key] / borders) == pytest.approx(scores[key], abs=1e-6)
    assert math.sqrt(sums["RNSS"]) == pytest.approx(scores["RNSS"], abs=1e-6)
    for key in ("NVD", "JSD"):
        assert sums[key] == pytest.approx(scores[key], abs=1e-9)


@pytest.mark.parametrize(
    ("key", "part", "lies", "mark"),
    [
        ("NMD", 0.25, False, "→ 0.25"),
        ("NMD", -0.25, False, "← 0.25"),
        ("NMD", 0.25, True, "↓ 0.25"),
        ("NMD", -0.25, True, "↑ 0.25"),
        ("NVD", 0.125, False, "0.13"),
        ("RNOD", 0.004, False, ""),
        ("DNKT", 2, False, "✗ 2"),
        ("DNKT", 0, False, ""),
    ],
)
def test_marks(key, part, lies, mark):
    assert ask("markOf", key, part, lies) == mark
