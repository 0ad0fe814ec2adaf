"""The presets and the situations show what their texts say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import MEASURES, Collection, score
from oq_core.knowledge import (
    OC_EXAMPLES,
    OC_PRESETS,
)
from oq_core.measures import OC_MEASURES
from oq_core.measures.classification_examples import BALANCED, IMBALANCED

GOLDS = st.lists(st.integers(0, 40), min_size=2, max_size=9).filter(any)


@pytest.mark.parametrize("name", OC_PRESETS)
@given(gold=GOLDS)
def test_presets_keep_the_gold(name, gold):
    matrix = np.array(OC_PRESETS[name](gold))
    assert matrix.shape == (len(gold), len(gold))
    assert (matrix >= 0).all()
    np.testing.assert_array_equal(matrix.sum(axis=0), gold)


@pytest.mark.parametrize("name", OC_PRESETS)
@pytest.mark.parametrize("gold", [[], [5], [0, 0], [1, -1], [1.5, 2], [[1, 2], [3, 4]]])
def test_presets_need_a_gold(name, gold):
    with pytest.raises(ValueError, match="two or more whole numbers of items"):
        OC_PRESETS[name](gold)


@pytest.mark.parametrize("gold", [BALANCED, IMBALANCED])
def test_presets_are_what_their_names_say(gold):
    made = {name: np.array(make(gold)) for name, make in OC_PRESETS.items()}
    system, column = np.indices((5, 5))
    assert OC_MEASURES["Accuracy"](made["Perfect"]) == 1
    assert (made["Always neutral"].nonzero()[0] == 2).all()
    assert OC_MEASURES["MAE_mu"](made["Off by one"]) == 1
    assert (np.abs(system - column)[made["Off by one"] > 0] == 1).all()
    assert (made["Off by one"][1:4] > 0).sum() == 6
    assert (made["Shifted"] == np.eye(5, k=-1) * gold + np.diag([0, 0, 0, 0, gold[4]])).all()
    amounts = made["Right amounts, wrong items"]
    np.testing.assert_array_equal(amounts.sum(axis=1), gold)
    assert OC_MEASURES["Accuracy"](amounts) < 0.3
    assert OC_PRESETS["Random"](gold) == OC_PRESETS["Random"](gold)
    assert (made["Random"] > 0).sum() > 12


def test_random_is_uniform_over_the_classes():
    matrix = np.array(OC_PRESETS["Random"]([100_000, 0, 100_000]))
    np.testing.assert_allclose(matrix[:, [0, 2]] / 100_000, 1 / 3, atol=0.01)


def preferred(example):
    """Which system every measure prefers: "A", "B" or "=" where they differ by nothing."""
    found = {}
    for key, measure in OC_MEASURES.items():
        gap = float(measure(example.a) - measure(example.b))
        gap = gap if measure.larger_is_better else -gap
        found[key] = "=" if abs(gap) < 1e-12 else "A" if gap > 0 else "B"
    return found


def by_title(part):
    (example,) = (example for example in OC_EXAMPLES if part in example.name)
    return example


def test_examples_are_whole():
    assert len({example.name for example in OC_EXAMPLES}) == len(OC_EXAMPLES)
    for example in OC_EXAMPLES:
        size = len(example.classes)
        assert np.shape(example.a) == np.shape(example.b) == (size, size)
        np.testing.assert_array_equal(np.sum(example.a, axis=0), np.sum(example.b, axis=0))
        assert example.shows


def test_near_or_far():
    blind = {"Accuracy", "F1_M", "HMPR"}
    for key, choice in preferred(by_title("near miss")).items():
        assert choice == ("=" if key in blind else "A")


def test_always_neutral_on_imbalanced_classes():
    for key, choice in preferred(by_title("always neutral")).items():
        assert choice == {"Accuracy": "A", "MAE_mu": "="}.get(key, "B")


def test_one_class_always():
    example = by_title("one class always")
    assert OC_MEASURES["kappa"](example.a) == OC_MEASURES["kappa"](example.b) == 0
    for key, choice in preferred(example).items():
        assert choice == ("=" if key == "kappa" else "A")


def test_empty_gold_classes():
    example = by_title("empty gold")
    without = np.array(example.a)[1:4, 1:4]
    for key in ("MAE_M", "F1_M", "HMPR"):
        assert OC_MEASURES[key](example.a) == pytest.approx(float(OC_MEASURES[key](without)))
    assert set(preferred(example).values()) == {"A"}


def test_two_kinds_of_macro_f1():
    choices = preferred(by_title("Macro F1"))
    assert (choices["HMPR"], choices["F1_M"]) == ("A", "B")


def test_unequal_steps():
    choices = preferred(by_title("not equal"))
    assert choices["MAE_M"] == choices["MAE_mu"] == "="
    assert choices["CEM_ORD"] == choices["alpha_ORD"] == "B"


def test_a_good_quantifier_can_be_a_bad_classifier():
    example = by_title("quantifier")
    assert set(preferred(example).values()) == {"B"}
    a, b = (np.sum(matrix, axis=1) for matrix in (example.a, example.b))
    gold = np.sum(example.a, axis=0)
    collection = Collection(
        "example",
        example.classes,
        ("all",),
        gold[None] / gold.sum(),
        runs={"A": a[None] / a.sum(), "B": b[None] / b.sum()},
    )
    errors = score(collection).values[:, 0]
    np.testing.assert_array_equal(errors[:, 0], 0)
    # B ranks the classes as the gold does, so priorities alone do not tell the two apart.
    priority = [MEASURES[key].family == "priority" for key in MEASURES]
    np.testing.assert_array_equal(errors[:, 1] > 0, np.logical_not(priority))
