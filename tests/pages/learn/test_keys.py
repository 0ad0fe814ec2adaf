"""Keys, and the order of calls in the browser, in Node."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.node import scripts

ways = scripts("learn/lessons_parts/turning/ways.js")
in_order = scripts("drawing/in_order.js")
PLAIN = {"ctrlKey": False, "metaKey": False, "altKey": False, "shiftKey": False}


@pytest.mark.parametrize(
    ("key", "outside", "in_field"),
    [
        ("ArrowLeft", "back", None), ("ArrowRight", "forward", None), ("PageUp", "back", "back"),
        ("PageDown", "forward", "forward"), ("ArrowUp", None, None), ("a", None, None),
    ],
)  # fmt: skip
def test_keys_turn_pages(key, outside, in_field):
    assert ways("wayOf", {"key": key, **PLAIN}, False) == outside
    assert ways("wayOf", {"key": key, **PLAIN}, True) == in_field
    for held in PLAIN:
        assert ways("wayOf", {"key": key, **PLAIN, held: True}, False) is None


CALLS = """async (steps) => {
  const place = { isConnected: true };
  const running = [];
  const make = inOrder(({ number }) => {
    running.push(number);
    return () => running.splice(running.indexOf(number), 1);
  });
  const log = [];
  let end = null;
  for (const [number, what] of steps.entries()) {
    if (what === "call") end = make({ parentElement: place, number });
    else if (what === "late") make({ parentElement: place, number })();
    else if (what === "wait") await new Promise((done) => setTimeout(done));
    else {
      // Later than what is cleaned up at once, which is taken for an older call.
      await new Promise((done) => setTimeout(done));
      end?.();
      end = null;
    }
    log.push([...running]);
  }
  return log;
}"""


@given(st.lists(st.sampled_from(["call", "late", "wait", "end"]), max_size=12))
def test_one_call_at_a_time_runs_and_the_newest_after_a_late_one(steps):
    now, wanted = [], []
    for number, what in enumerate(steps):
        now = [number] if what == "call" else [] if what == "end" else now
        wanted.append(now)
    assert in_order(CALLS, steps) == wanted


NEWEST = """async (order, atOnce) => {
  const place = { isConnected: true };
  const running = [];
  const make = inOrder(({ number }) => {
    running.push(number);
    return () => running.splice(running.indexOf(number), 1);
  });
  const newest = Math.max(...order);
  const late = [];
  for (const number of order) {
    const end = make({ parentElement: place, number });
    if (number === newest) continue;
    if (atOnce) end();
    else late.push(end);
  }
  late.forEach((end) => end());
  await new Promise((done) => setTimeout(done));
  const held = [...running];
  const next = make({ parentElement: place, number: newest + 1 });
  const replaced = [...running];
  place.isConnected = false;
  next();
  return [held, replaced, running];
}"""


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
def test_the_newest_call_holds_in_whatever_order_they_come(order, at_once):
    assert in_order(NEWEST, order, at_once) == [[3], [4], []]
