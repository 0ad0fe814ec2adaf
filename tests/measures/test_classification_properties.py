"""ACL21 table 4, columns I to III: every tick and every gap, found by computation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core.measures import OC_MEASURES
from tests.measures.matrices import matrices

#: The ticks as printed.
PRINTED = {
    "kappa": (True, False, True),
    "alpha_ORD": (True, True, True),
    "alpha_INT": (True, True, True),
    "CEM_ORD": (True, True, True),
    "MAE_M": (True, True, True),
    "F1_M": (False, True, True),
    "HMPR": (False, True, True),
    "MAE_mu": (True, True, False),
    "Accuracy": (False, True, False),
}


def with_property(name, value=True):
    return pytest.mark.parametrize(
        "key", [key for key, m in OC_MEASURES.items() if getattr(m, name) is value]
    )


def gain(key, better, worse):
    """By how much the first of two systems is better."""
    measure = OC_MEASURES[key]
    difference = float(measure(better) - measure(worse))
    return difference if measure.larger_is_better else -difference


def test_the_registry_has_the_printed_ticks():
    ticks = {
        key: (m.ordinal, m.tells_constant_systems_apart, m.heeds_imbalance)
        for key, m in OC_MEASURES.items()
    }
    assert ticks == PRINTED


# Column I: handles ordinal classes.


THREE_IN_ORDER = st.lists(st.integers(0, 4), min_size=3, max_size=3, unique=True).map(sorted)


def near_and_far(shared, places):
    """Two systems that differ in one wrong item: how far along the scale it is put."""
    gold, near, far = places
    systems = np.stack([shared, shared])
    systems[0, near, gold] += 1
    systems[1, far, gold] += 1
    return systems


@with_property("ordinal")
@given(places=THREE_IN_ORDER, back=st.booleans())
def test_an_ordinal_measure_prefers_the_near_miss(key, places, back):
    places = places[::-1] if back else places
    assert gain(key, *near_and_far(20 * np.eye(5, dtype=np.int64), places)) > 1e-6


@pytest.mark.parametrize("key", ["MAE_M", "MAE_mu", "CEM_ORD"])
@given(counts=matrices(classes=5, count=1), places=THREE_IN_ORDER, back=st.booleans())
def test_those_without_chance_do_whatever_the_other_items(key, counts, places, back):
    places = places[::-1] if back else places
    # For CEM_ORD a class without gold is no step, so every class has some.
    assert gain(key, *near_and_far(counts[0] + np.eye(5, dtype=np.int64), places)) > 1e-6


@with_property("ordinal", value=False)
@given(counts=matrices(), data=st.data())
def test_the_others_do_not_see_the_order_of_classes(key, counts, data):
    order = data.draw(st.permutations(range(counts.shape[-1])))
    shuffled = counts[:, order][:, :, order]
    measure = OC_MEASURES[key]
    np.testing.assert_allclose(measure(shuffled), measure(counts), atol=1e-12)


@with_property("ordinal")
def test_ordinal_measures_do_see_the_order_of_classes(key):
    matrix = np.array([[10, 4, 0], [0, 6, 0], [0, 0, 10]])
    order = [0, 2, 1]
    assert gain(key, matrix, matrix[order][:, order]) > 1e-3


# Column II: handles systems that always return the same class.


def constant_systems(gold):
    size = len(gold)
    return np.eye(size, dtype=np.int64)[:, :, None] * np.asarray(gold)


@with_property("tells_constant_systems_apart")
def test_constant_systems_do_not_all_score_alike(key):
    scores = OC_MEASURES[key](constant_systems([2, 9, 50, 35, 4]))
    assert np.isfinite(scores).all()
    assert len(np.unique(scores.round(9))) >= 3


@with_property("tells_constant_systems_apart", value=False)
@given(gold=st.lists(st.integers(0, 30), min_size=2, max_size=7))
def test_for_kappa_they_all_do(key, gold):
    if np.count_nonzero(gold) > 1:
        np.testing.assert_array_equal(OC_MEASURES[key](constant_systems(gold)), 0)


# Column III: handles class imbalance.

IMBALANCED = np.diag([3, 97])


def one_error(row, column):
    """A system that is right but for one item."""
    matrix = IMBALANCED.copy()
    matrix[column, column] -= 1
    matrix[row, column] += 1
    return matrix


@with_property("heeds_imbalance")
def test_losing_a_rare_item_costs_more_than_losing_a_frequent_one(key):
    rare_lost, frequent_lost = one_error(1, 0), one_error(0, 1)
    assert gain(key, frequent_lost, rare_lost) > 1e-3


@with_property("heeds_imbalance", value=False)
@given(counts=matrices(classes=2, count=1))
def test_for_the_others_an_item_is_an_item(key, counts):
    shared = counts[0] + np.eye(2, dtype=np.int64)
    # One more item, wrong in either case: which class it is of makes no difference.
    rare_lost = shared + np.array([[0, 0], [1, 0]])
    frequent_lost = shared + np.array([[0, 1], [0, 0]])
    assert gain(key, frequent_lost, rare_lost) == pytest.approx(0, abs=1e-12)


@with_property("heeds_imbalance")
def test_always_the_majority_does_not_beat_a_system_that_finds_the_minority(key):
    majority = np.array([[0, 0], [5, 95]])
    finds = np.array([[5, 7], [0, 88]])
    assert gain(key, finds, majority) > 1e-3


@with_property("heeds_imbalance", value=False)
def test_for_the_others_it_does(key):
    majority = np.array([[0, 0], [5, 95]])
    finds = np.array([[5, 7], [0, 88]])
    assert gain(key, majority, finds) > 1e-3
