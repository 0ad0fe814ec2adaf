"""Where BL-lstm stands on page Baselines, and how to make it."""

import numpy as np

from oq_core import Collection
from pages.explore.dialogues_parts.learnt import standing


def test_means_and_ranks_are_those_of_the_runs_that_are_open():
    gold = np.array([[0.5, 0.5, 0.0], [0.0, 0.25, 0.75]])
    right, far = gold, gold[:, ::-1].copy()
    near = np.array([[0.5, 0.25, 0.25], [0.0, 0.5, 0.5]])
    runs = {"far": far, "BL-LSTM": near, "x": right}
    opened = Collection("c", tuple("abc"), ("1", "2"), gold, runs)
    found = standing(opened, "NMD", "RNOD")
    # NMD by hand: |cumulative differences| / 2.
    expected = {
        "BL-LSTM": ((0 + 0.25) / 2 + (0 + 0.25) / 2) / 2,
        "Popularity": (0 + (0 + 0.25) / 2) / 2,
        "Pooled (of this gold)": ((0.25 + 0.375) / 2 * 2) / 2,
        "Uniform": ((1 / 6 + 1 / 3) / 2 + (1 / 3 + 5 / 12) / 2) / 2,
    }
    assert set(found.index) == set(expected)
    # Popularity gives both modes of the first gold a half.
    np.testing.assert_allclose(found["NMD"][list(expected)], list(expected.values()))
    assert list(found.index) == sorted(expected, key=lambda name: found["NMD"][name])
    assert found["NMD rank of 3"].to_dict() == {
        "BL-LSTM": "2", "Popularity": "–", "Pooled (of this gold)": "–", "Uniform": "–"
    }  # fmt: skip


def test_the_page_says_how_to_make_it(start):
    page = start("dialogues")
    told = "\n".join(each.value for each in page.markdown)
    assert "oq baseline lstm train.json --test test.json --out BL-lstm.json" in told
    # The sample has no run of it: nothing stands anywhere.
    assert "beside what looks at this gold" not in told
