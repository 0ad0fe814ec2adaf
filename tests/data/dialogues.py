"""Hypothesis strategies for dialogues with nugget votes."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from oq_core.data import NuggetCollection


def shares(votes):
    return votes / votes.sum(axis=1, keepdims=True)


@st.composite
def collections(draw, one_sided=True):
    """A few dialogues of a few turns, with two runs called a and b."""
    sides = st.lists(st.booleans(), min_size=1, max_size=6)
    if not one_sided:
        sides = sides.filter(lambda speakers: len(set(speakers)) == 2)
    speakers = draw(st.lists(sides, min_size=1, max_size=5))
    is_customer = np.concatenate([np.array(turns) for turns in speakers])
    dialogue = np.repeat(np.arange(len(speakers)), [len(turns) for turns in speakers])

    def votes():
        counts = draw(
            hnp.arrays(np.int64, (len(dialogue), 4), elements=st.integers(0, 19), fill=st.just(1))
        )
        counts[~is_customer, -1] = 0
        counts[counts.sum(axis=1) == 0, 0] = 1
        return counts

    gold = votes()
    return NuggetCollection(
        "drawn",
        tuple(f"d{row}" for row in range(len(speakers))),
        dialogue,
        is_customer,
        shares(gold),
        votes=gold,
        runs={"a": shares(votes()), "b": shares(votes())},
    )
