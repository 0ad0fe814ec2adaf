"""What stands in the classes while a measure is at work, in Node against a plain loop."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.node import scripts

ask = scripts("drawing/seeing/moment.js")
STEP = st.fixed_dictionaries(
    {"from": st.integers(0, 3), "to": st.integers(0, 3)}, optional={"amount": st.floats(0.01, 0.2)}
)


@given(st.lists(STEP, max_size=5), st.integers(0, 600))
def test_what_has_moved_at_a_moment(steps, hundredths):
    at = min(hundredths / 100, len(steps) + 1)
    shares = [0.3, 0.4, 0.2, 0.1]
    heap = moving = None
    for number, step in enumerate(steps):
        if at > number and at - number < 1:
            moving = step
        amount = step.get("amount")
        if amount is None or at <= number:
            continue
        shares[step["from"]] -= amount
        if at >= number + 1:
            shares[step["to"]] += amount
        else:
            heap = {"at": step["from"] + (at - number) * (step["to"] - step["from"]),
                    "amount": amount}  # fmt: skip
    found = ask("momentOf", {"estimated": [0.3, 0.4, 0.2, 0.1], "steps": steps}, at)
    assert found["shares"] == pytest.approx(shares)
    assert found["moving"] == moving
    assert (found["heap"] is None) == (heap is None)
    assert heap is None or found["heap"] == pytest.approx(heap)
    assert found["isEnd"] == (at >= len(steps) + 1)
    assert found["whole"] == min(int(at), len(steps))


@given(st.integers(0, 600), st.integers(0, 5))
def test_a_press_on_step_goes_to_the_end_of_the_step(hundredths, count):
    at = min(hundredths / 100, count + 1)
    assert ask("nextStop", at, count) == (0 if at == count + 1 else int(at) + 1)
