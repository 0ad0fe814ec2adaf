"""What is shown of measures at work ends with the registry's score."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given

from oq_core import MEASURES
from oq_core.knowledge.seeing import bins, heaps, orders, views
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
def test_the_root_of_the_mean_view_is_the_measure(pair):
    for estimated, gold in zip(*pair, strict=True):
        for key, wanted in (("RNOD", np.flatnonzero(gold)), ("RNADW", np.arange(len(gold)))):
            seen = views(estimated, gold, key)
            assert seen.classes.tolist() == wanted.tolist()
            found = np.sqrt(seen.sums.mean() / (len(gold) - 1))
            assert found == pytest.approx(MEASURES[key](estimated, gold))


@given(pairs())
def test_what_classes_add_alone_is_the_measure(pair):
    for estimated, gold in zip(*pair, strict=True):
        for key, of_sum in (("NVD", float), ("RNSS", np.sqrt), ("JSD", float)):
            parts = bins(estimated, gold, key)
            assert parts.shape == gold.shape
            assert (parts >= 0).all()
            assert of_sum(parts.sum()) == pytest.approx(MEASURES[key](estimated, gold), abs=1e-9)
            # Where a class is right it adds nothing.
            assert (parts[estimated == gold] == 0).all()


@given(pairs())
def test_the_orders_of_all_pairs_are_dnkt(pair):
    for estimated, gold in zip(*pair, strict=True):
        found = orders(estimated, gold)
        assert [each.classes for each in found] == list(combinations(range(len(gold)), 2))
        for each in found:
            one, other = each.classes
            for side, shares in ((each.estimated, estimated), (each.gold, gold)):
                if not np.isclose(shares[one], shares[other]):
                    assert side == (1 if shares[one] > shares[other] else -1)
        agreement = sum(each.estimated * each.gold for each in found)
        ranked = [
            max(1, sum(side != 0 for side in sides))
            for sides in zip(*((each.estimated, each.gold) for each in found), strict=True)
        ]
        score = (1 - agreement / np.sqrt(np.prod(ranked))) / 2
        assert score == pytest.approx(MEASURES["DNKT"](estimated, gold))


@pytest.mark.parametrize("look", [heaps, views, orders, lambda *pair: bins(*pair, "NVD")])
def test_other_classes_are_refused(look):
    with pytest.raises(ValueError, match="class"):
        look([0.5, 0.5], [1.0, 0.0, 0.0])
