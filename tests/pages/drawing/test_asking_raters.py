"""Other raters on the board: the golds that they give, and the shares that are sent ahead."""

import re
from base64 import b64decode
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oq_core import MEASURES
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.raters.drawing import redrawn_by
from pages.drawing.board.asking import (
    DRAWS,
    SHOWN_DRAWS,
    UNDEFINED,
    asked_data,
    in_percent,
    other_golds,
    shares_away,
    shares_now,
)
from pages.drawing.board.precompute import positions
from pages.drawing.compare_state import FEW, MOST_RATERS, START, CompareState
from pages.learn.start import MEASURES_SHOWN, Drawn
from tests.strategies import states

ASKED = replace(START, raters=0)


@given(
    st.lists(st.integers(0, 9), min_size=2, max_size=5).filter(any),
    st.integers(1, 12),
    st.integers(0, 99),
)
def test_a_rating_is_the_class_in_which_its_chance_falls(votes, size, seed):
    gold = np.array(votes) / sum(votes)
    chances = np.random.default_rng(seed).random((3, 12))
    expected = []
    for row in chances:
        counts = [0] * len(votes)
        for chance in row[:size]:
            code = 0
            while code < len(votes) - 1 and chance >= sum(gold[: code + 1]):
                code += 1
            counts[code] += 1
        expected.append([count / size for count in counts])
    np.testing.assert_allclose(redrawn_by(gold, np.array(size), chances), expected)


def test_other_golds_spread_as_drawn_votes_do():
    gold = np.array(ASKED.gold, dtype=float)
    shares, n = gold / gold.sum(), gold.sum()
    golds = other_golds(ASKED, gold, DRAWS)
    error = np.sqrt(shares * (1 - shares) / n)
    assert (abs(golds.mean(axis=0) - shares) < 4 * error / DRAWS**0.5).all()
    np.testing.assert_allclose(golds.std(axis=0), error, rtol=0.2)
    np.testing.assert_allclose(golds * n, np.rint(golds * n), atol=1e-9)
    fewer = other_golds(replace(ASKED, raters=3), gold, 10)
    np.testing.assert_allclose(fewer * 3, np.rint(fewer * 3), atol=1e-9)


def test_the_shares_are_those_of_a_plain_loop():
    golds = other_golds(ASKED, np.array(ASKED.gold, dtype=float), DRAWS)
    for key, share in zip(FEW, shares_now(ASKED, FEW), strict=True):
        measure = MEASURES[key]
        found = [
            float(measure(ASKED.shares("a"), gold) - measure(ASKED.shares("b"), gold))
            for gold in golds
        ]
        assert share == np.mean([gap < -TIE_TOLERANCE for gap in found])
    nmd, rnod, *_ = shares_now(ASKED, FEW)
    assert nmd < 0.5 < rnod  # the conflict of the start is no accident of its raters


@settings(max_examples=15)
@given(states(), st.data())
def test_the_shares_sent_ahead_are_those_after_the_move(state, data):
    state = replace(state, two_systems=True, raters=data.draw(st.sampled_from([0, 7])))
    measures = state.measures[:2]
    away, targets = shares_away(state, measures), positions(state)
    for _ in range(4):
        which, place = data.draw(st.integers(0, 2)), data.draw(st.integers(0, len(targets) - 1))
        index = data.draw(st.integers(0, len(state.classes) - 1))
        after = state.with_vote(state.shown[which], index, targets[place])
        found = away[which * len(state.classes) + index, place]
        # A draw in which the two all but tie may go either way.
        np.testing.assert_allclose(found, shares_now(after, measures), atol=2.01 / DRAWS)


def test_shares_are_sent_in_percent_and_undefined_ones_as_such():
    sent = asked_data(ASKED, FEW)
    assert list(b64decode(sent["now"])) == [round(x * 100) for x in shares_now(ASKED, FEW)]
    assert len(b64decode(sent["chances"])) == 2 * SHOWN_DRAWS * sent["most"]
    assert sent["most"] == sum(ASKED.gold) - min(ASKED.gold) + 20
    empty = replace(ASKED, a=(0,) * 5)
    assert set(b64decode(asked_data(empty, FEW)["now"])) == {UNDEFINED}
    assert in_percent(empty, ("NMD",)) == {"NMD": "–"}
    assert asked_data(START, FEW) is in_percent(START, FEW) is None


@pytest.mark.parametrize("text", ["0", "-1", "many", str(MOST_RATERS + 1), ""])
def test_a_link_to_another_number_of_raters_is_refused(text):
    with pytest.raises(ValueError, match="raters must be a whole number from 1 to 200"):
        CompareState.from_address({"raters": text})


def test_others_are_asked_on_start_and_go_on_in_compare(start):
    page = start()
    page.session_state["start_guessed"] = {0: "A"}
    page.run()
    assert "with others" not in page_of(page)
    page.toggle(key="start_asks").set_value(True).run()
    told = in_percent(ASKED, MEASURES_SHOWN)
    assert any("**With others**" in each.value for each in page.caption)
    page.number_input(key="start_raters").set_value(50).run()
    drawn = Drawn.from_address(dict(page.query_params))
    assert drawn.raters == 50
    link = next(each for each in page.get("page_link") if "Go on" in each.proto.label)
    assert "raters=50" in link.proto.query_string
    assert told != in_percent(drawn, MEASURES_SHOWN)


def test_the_plain_board_of_compare_has_the_shares_and_the_cloud(start):
    page = start("compare", two="1", plain="1", raters="votes")
    state = CompareState.from_address(dict(page.query_params))
    (table,) = [each.proto.body for each in page.get("html") if "<tbody>" in each.proto.body]
    for share in in_percent(state, state.measures).values():
        assert f"A in <span>{share}</span>" in table
    (chart,) = [each.proto.body for each in page.get("html") if "<u " in each.proto.body]
    heights = re.findall(r'<u style="left: [\d.]+%; bottom: ([\d.e-]+)%">', chart)
    drawn = other_golds(state, np.array(state.gold, dtype=float), SHOWN_DRAWS)
    assert np.array(heights, float) == pytest.approx(100 * drawn.T.ravel(), abs=0.01)
    page.toggle(key="compare_asks").set_value(False).run()
    assert "raters" not in page.query_params


def page_of(page):
    return " ".join(each.value for each in page.caption)
