"""What is shown of NMD and RNOD at work ends with the registry's score."""

import numpy as np
import pytest
from hypothesis import given

from oq_core import MEASURES
from oq_core.knowledge.seeing import heaps, views
from tests.strategies import pairs


@given(pairs())
def test_moving_the_heaps_makes_the_gold_at_the_cost_of_nmd(pair):
    for estimated, gold in zip(*pair, strict=True):
        after, cost = estimated.copy(), 0.0
        for heap in heaps(estimated, gold):
            assert heap.amount > 0
            after[heap.source] -= heap.amount
            after[heap.target] += heap.amount
            cost += heap.cost
        np.testing.assert_allclose(after, gold, atol=1e-7)
        assert cost / (len(gold) - 1) == pytest.approx(MEASURES["NMD"](estimated, gold), abs=1e-7)


@given(pairs())
def test_the_root_of_the_mean_view_is_rnod(pair):
    for estimated, gold in zip(*pair, strict=True):
        seen = views(estimated, gold)
        assert (gold[seen.classes] > 0).all()
        found = np.sqrt(seen.sums.mean() / (len(gold) - 1))
        assert found == pytest.approx(MEASURES["RNOD"](estimated, gold))


def test_other_classes_are_refused():
    with pytest.raises(ValueError, match="class"):
        heaps([0.5, 0.5], [1.0, 0.0, 0.0])
