"""What boards do in the browser without a page, in Node against the Python twins."""

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from oq_core.raters.drawing import redrawn_by
from pages.drawing.board.asking import MOST_RATERS, _sizes
from pages.drawing.board.events import after_moves
from pages.drawing.compare_state import CompareState, moved
from tests.node import scripts

ask = scripts("drawing/board/rules.js")
WHOLE = st.lists(st.integers(0, 30), min_size=2, max_size=6)
PARTS = st.lists(st.integers(0, 120).map(lambda n: n / 4), min_size=2, max_size=6)


@given(WHOLE | PARTS, st.data(), st.booleans())
def test_moved(votes, data, keep_total):
    index = data.draw(st.integers(0, len(votes) - 1))
    value = data.draw(st.integers(0, 80).map(lambda n: n / 2))
    if all(vote == int(vote) for vote in votes):
        value = int(value)
    wanted = moved(np.array(votes, float), index, np.array([float(value)]), keep_total)[0]
    found = ask("moved", votes, index, value, keep_total)
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-6)


STEPS = st.lists(
    st.tuples(st.sampled_from(["move", "send", "confirm"]), st.integers(0, 3), st.integers(0, 9)),
    max_size=25,
)
RUN = """(steps) => {
  const waiting = new Waiting();
  const told = [];
  let now = 1000;
  for (const [what, bar, by] of steps) {
    now += by - 4;
    if (what === "move") waiting.put(bar, { value: by }, now);
    else if (what === "send") told.push(waiting.toSend());
    else waiting.confirm(now);
  }
  return { told, left: [...waiting] };
}"""


@given(STEPS)
@example([("move", 0, 4), ("confirm", 0, 4)])
def test_moves_wait_in_their_order_until_they_are_confirmed(steps):
    waiting, told, now, last, sent = {}, [], 1000, 0, 0
    for what, bar, by in steps:
        now += by - 4
        if what == "move":
            last = max(now, last + 1)
            waiting.pop(bar, None)
            waiting[bar] = {"id": last, "value": by}
        elif what == "send":
            newest = max((move["id"] for move in waiting.values()), default=0)
            told.append(list(waiting.values()) if newest > sent else None)
            sent = max(sent, newest)
        else:
            waiting = {bar: move for bar, move in waiting.items() if move["id"] > now}
    found = ask(RUN, steps)
    assert found == {"told": told, "left": [[bar, move] for bar, move in waiting.items()]}
    for moves in filter(None, found["told"]):
        assert after_moves([], moves, 0, lambda made, move: [*made, move])[0] == moves


@given(st.sampled_from("zZyYxa"), st.booleans(), st.booleans(), st.booleans())
def test_keys_undo_and_redo(key, control, command, shift):
    step = 0
    if control or command:
        step = {"z": 1 if shift else -1, "y": 1}.get(key.lower(), 0)
    event = {"key": key, "ctrlKey": control, "metaKey": command, "shiftKey": shift}
    assert ask("stepOf", event) == step


@given(st.lists(st.sampled_from([0, 1, 2, 255]), max_size=9))
def test_a_verdict_names_each_side_and_the_minority(choices):
    measures = [f"M{k}" for k in range(len(choices))]
    found = ask("verdictOf", measures, choices)
    sides = {side: [m for m, c in zip(measures, choices, strict=True) if c == side]
             for side in (0, 1, 2)}  # fmt: skip
    for_a, for_b = len(sides[1]), len(sides[2])
    disagree = bool(for_a and for_b)
    assert found["words"].startswith("The measures disagree: ") == disagree
    minority = 0 if not disagree or for_a == for_b else 1 if for_a < for_b else 2
    assert found["minority"] == minority
    parts = found["words"].removeprefix("The measures disagree: ").removesuffix(".")
    wanted = []
    for side, name in ((1, "A"), (2, "B"), (0, "a tie")):
        keys = sides[side]
        verb = ("finds" if side == 0 else "prefers").removesuffix("s" if len(keys) > 1 else "?")
        if not keys:
            continue
        if len(measures) <= 4:
            wanted.append(f"{' and'.join(', '.join(keys).rsplit(',', 1))} {verb} {name}")
            continue
        named = side == 0 or (disagree and side == (1 if for_a < for_b else 2))
        wanted.append(f"{len(keys)} {verb} {name}" + (f" ({', '.join(keys)})" if named else ""))
    assert parts == ("; " if len(measures) <= 4 else ", ").join(wanted)


@given(st.lists(st.tuples(*[st.integers(0, 2)] * 2), min_size=2, max_size=8), st.data())
def test_the_last_change_of_sides_on_the_way(sides, data):
    start, end = (data.draw(st.integers(0, len(sides) - 1)) for _ in range(2))
    way = range(start, end, 1 if end > start else -1)
    changes = [
        {"place": after, "k": k, "side": ("a tie", "A", "B")[sides[after][k]]}
        for before in way
        for after in [before + way.step]
        for k in (0, 1)
        if sides[before][k] != sides[after][k]
    ]
    text = "(start, end, sides) => changeOnTheWay(start, end, (place) => sides[place])"
    assert ask(text, start, end, sides) == (changes[-1] if changes else None)


@given(WHOLE.filter(any), st.integers(0, 2**32), st.integers(1, 12))
def test_ratings_are_drawn_as_the_server_draws_them(gold, seed, raters):
    chances = (np.random.default_rng(seed).integers(0, 65536, raters) + 0.5) / 65536
    wanted = redrawn_by(np.array(gold) / sum(gold), np.array(raters), chances[None])[0]
    np.testing.assert_allclose(np.array(ask("redrawn", gold, chances.tolist())) / raters, wanted)


@given(st.integers(0, 400).map(lambda n: n / 4), st.integers(0, 30), st.integers(1, 120))
def test_as_many_raters_are_asked_as_the_server_asks(total, raters, most):
    state = CompareState(raters=raters)
    wanted = min(most, int(_sizes(state, np.array(total))))
    asked = {"raters": raters, "limit": MOST_RATERS, "most": most}
    assert ask("ratersAsked", total, asked) == wanted


def test_keys_that_guess():
    keys = {"a": "A", "b": "B", "ArrowLeft": "A", "ArrowRight": "B"}
    for key in (*keys, "c", "ArrowUp", "Enter"):
        assert ask("guessOf", {"key": key}) == keys.get(key)
        for with_it in ("ctrlKey", "metaKey", "altKey", "shiftKey"):
            assert ask("guessOf", {"key": key, with_it: True}) is None
