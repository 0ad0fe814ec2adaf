"""Every classification measure: plain loops, peers, and what holds whatever the matrix."""

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn import metrics

from oq_core.measures import OC_MEASURES, why_undefined
from tests.measures.matrices import items_of, matrices
from tests.measures.plain_classification import PLAIN, plain

ALL = pytest.mark.parametrize("measure", OC_MEASURES.values(), ids=list(OC_MEASURES))
AGAINST_CHANCE = ("kappa", "alpha_ORD", "alpha_INT")
ERRORS = ("MAE_M", "MAE_mu")


def test_the_registry_is_complete():
    assert PLAIN.keys() <= OC_MEASURES.keys()
    for key, measure in OC_MEASURES.items():
        assert measure.key == key
        assert measure.summary
        assert measure.equation
    assert len({measure.name for measure in OC_MEASURES.values()}) == len(OC_MEASURES)
    assert {key for key in PLAIN if not OC_MEASURES[key].larger_is_better} == set(ERRORS)


@ALL
@given(counts=matrices())
def test_scores_are_within_the_bounds(measure, counts):
    low, high = measure.bounds(counts.shape[-1])
    values = measure(counts)
    values = values[np.isfinite(values)]
    assert ((values >= low - 1e-12) & (values <= high + 1e-12)).all()


# Computed in another way.


@pytest.mark.parametrize("measure", [OC_MEASURES[key] for key in PLAIN], ids=list(PLAIN))
@given(counts=matrices())
def test_the_plain_loop_agrees(measure, counts):
    loop = [plain(measure.key, matrix) for matrix in counts]
    np.testing.assert_allclose(measure(counts), loop, rtol=1e-12, atol=1e-12)


@given(matrices(count=1))
def test_scikit_learn_agrees(counts):
    size, (system, gold) = counts.shape[-1], items_of(counts[0])
    # Distances are lost without all labels; the means are over the gold's classes only.
    for_gold = {"labels": np.unique(gold), "average": "macro", "zero_division": 0}
    precision = metrics.precision_score(gold, system, **for_gold)
    recall = metrics.recall_score(gold, system, **for_gold)
    peers = {
        "MAE_M": np.mean([np.abs(system - gold)[gold == j].mean() for j in np.unique(gold)]),
        "MAE_mu": metrics.mean_absolute_error(gold, system),
        "F1_M": metrics.f1_score(gold, system, **for_gold),
        "HMPR": 2 * precision * recall / max(precision + recall, 1e-300),
        "Accuracy": metrics.accuracy_score(gold, system),
    }
    if np.isfinite(OC_MEASURES["kappa"](counts[0])):
        peers["kappa"] = metrics.cohen_kappa_score(
            gold, system, labels=np.arange(size), weights="linear"
        )
    for key, peer in peers.items():
        np.testing.assert_allclose(OC_MEASURES[key](counts[0]), peer, atol=1e-12, err_msg=key)


@pytest.mark.parametrize(("key", "level"), [("alpha_ORD", "ordinal"), ("alpha_INT", "interval")])
@given(counts=matrices(count=1))
def test_krippendorff_agrees(key, level, counts):
    score = OC_MEASURES[key](counts[0])
    assume(np.isfinite(score))
    peer = krippendorff.alpha(
        reliability_data=items_of(counts[0]),
        value_domain=list(range(counts.shape[-1])),
        level_of_measurement=level,
    )
    np.testing.assert_allclose(score, peer, atol=1e-9)


# What holds whatever the matrix.


@ALL
@given(counts=matrices())
def test_scores_keep_to_their_range(measure, counts):
    scores = measure(counts)
    assert scores.dtype == np.float64
    assert scores.shape == counts.shape[:1]
    low, high = (0, 1) if measure.key not in AGAINST_CHANCE else (-1, 1)
    high = counts.shape[-1] - 1 if measure.key in ERRORS else high
    inside = (scores >= low - 1e-12) & (scores <= high + 1e-12)
    undefined = np.isnan(scores) & (measure.key in AGAINST_CHANCE)
    assert (inside | undefined).all()


def test_the_ends_of_the_ranges_are_reached():
    swapped = np.fliplr(np.diag([500, 500]))
    assert OC_MEASURES["kappa"](swapped) == -1
    for key in ("alpha_ORD", "alpha_INT"):
        assert OC_MEASURES[key](swapped) == pytest.approx(-1, abs=1e-2)
    for key in ("F1_M", "HMPR", "Accuracy"):
        assert OC_MEASURES[key](swapped) == 0
    # Put beyond all items there are, an item shares nothing with its own class.
    assert OC_MEASURES["CEM_ORD"]([[0, 0], [5, 0]]) == 0
    for key in ERRORS:
        assert OC_MEASURES[key](np.fliplr(np.diag([5, 0, 0, 0, 5]))) == 4


@ALL
@given(counts=matrices())
def test_a_perfect_system_has_the_best_score(measure, counts):
    gold = counts.sum(axis=1)
    perfect = gold[:, :, None] * np.eye(counts.shape[-1], dtype=np.int64)
    best = np.where(measure.larger_is_better, 1.0, 0.0)
    if measure.key in AGAINST_CHANCE:
        # With one class on both sides there is nothing that chance could get wrong.
        best = np.where((gold > 0).sum(axis=1) == 1, np.nan, best)
    np.testing.assert_allclose(measure(perfect), np.broadcast_to(best, len(gold)), atol=1e-12)
    scores = measure(counts)
    worse = scores <= 1 + 1e-12 if measure.larger_is_better else scores >= 0
    assert (worse | np.isnan(scores)).all()


@given(matrices())
def test_kappa_is_exactly_0_for_every_system_that_returns_one_class(counts):
    gold = counts.sum(axis=1)
    for position in range(counts.shape[-1]):
        always = np.zeros_like(counts)
        always[:, position] = gold
        right = gold[:, position] == gold.sum(axis=1)
        np.testing.assert_array_equal(OC_MEASURES["kappa"](always), np.where(right, np.nan, 0.0))


@given(matrices())
def test_undefined_is_one_and_the_same_class_on_both_sides(counts):
    alone = (np.diagonal(counts, axis1=1, axis2=2) == counts.sum(axis=(1, 2))[:, None]).any(axis=1)
    for key, measure in OC_MEASURES.items():
        undefined = alone if key in AGAINST_CHANCE else np.zeros_like(alone)
        np.testing.assert_array_equal(np.isnan(measure(counts)), undefined)
        for matrix, reason in zip(counts, undefined, strict=True):
            assert bool(why_undefined(key, matrix)) == reason


def test_the_reason_is_given_in_words():
    words = why_undefined("alpha_ORD", np.diag([0, 12, 0]))
    assert "all 12 items into one and the same class" in words
    assert "Krippendorff's alpha for ordinal classes divides by" in words


@ALL
@given(counts=matrices(), data=st.data())
def test_batch_axes_are_independent(measure, counts, data):
    order = data.draw(st.permutations(range(len(counts))))
    scores = measure(counts)
    np.testing.assert_allclose(measure(counts[order]), scores[order], rtol=1e-12, atol=1e-15)
    single = [measure(matrix) for matrix in counts]
    np.testing.assert_allclose(single, scores, rtol=1e-12, atol=1e-15)
    stacked = measure(np.stack([counts, counts[order]])[:, None])
    assert stacked.shape == (2, 1, len(counts))
    np.testing.assert_allclose(stacked[1, 0], scores[order], rtol=1e-12, atol=1e-15)


@ALL
@given(counts=matrices())
def test_reading_the_scale_from_the_other_end_changes_nothing(measure, counts):
    np.testing.assert_allclose(measure(counts[:, ::-1, ::-1]), measure(counts), atol=1e-12)


@given(matrices(classes=2))
def test_two_classes_leave_no_order(counts):
    scores = {key: measure(counts) for key, measure in OC_MEASURES.items()}
    np.testing.assert_allclose(scores["MAE_mu"], 1 - scores["Accuracy"], atol=1e-12)
    np.testing.assert_allclose(scores["alpha_ORD"], scores["alpha_INT"], atol=1e-12)
    # Macro-averaged error is what macro-averaged recall leaves.
    gold = counts.sum(axis=1)
    right = np.diagonal(counts, axis1=1, axis2=2)
    recall = np.array([(r[g > 0] / g[g > 0]).mean() for r, g in zip(right, gold, strict=True)])
    np.testing.assert_allclose(scores["MAE_M"], 1 - recall, atol=1e-12)
    # Without distances, linear weighted kappa is Cohen's.
    for matrix, score in zip(counts, scores["kappa"], strict=True):
        if np.isfinite(score):
            assert score == pytest.approx(metrics.cohen_kappa_score(*items_of(matrix)), abs=1e-12)


@pytest.mark.parametrize("key", ["alpha_ORD", "alpha_INT", "kappa", "MAE_mu", "Accuracy"])
@given(counts=matrices())
def test_measures_of_agreement_do_not_ask_which_side_is_gold(key, counts):
    other_way = OC_MEASURES[key](counts.swapaxes(1, 2))
    np.testing.assert_allclose(other_way, OC_MEASURES[key](counts), atol=1e-12)


@pytest.mark.parametrize("key", ["MAE_M", "CEM_ORD"])
def test_the_others_do_ask_which_side_is_gold(key):
    matrix = np.array([[6, 1, 0], [0, 2, 4], [0, 0, 9]])
    assert abs(OC_MEASURES[key](matrix) - OC_MEASURES[key](matrix.T)) > 1e-3


@pytest.mark.parametrize(
    ("matrix", "words"),
    [
        (np.ones(4), "must be square, with two classes or more, not (4,)"),
        (np.ones((2, 3)), "must be square, with two classes or more, not (2, 3)"),
        (np.ones((1, 1)), "must be square, with two classes or more, not (1, 1)"),
        ([["many", "few"], ["few", "many"]], "must be an array of numbers"),
        ([[1, np.nan], [0, 1]], "matrix[0, 1] is nan, which is not a finite number"),
        ([[1, np.inf], [0, 1]], "matrix[0, 1] is inf, which is not a finite number"),
        ([[1, 0], [-1, 1]], "matrix[1, 0] is -1, which is negative"),
        ([[1, 0.5], [0, 1]], "matrix[0, 1] is 0.5, which is not a whole number of items"),
        ([[0, 0], [0, 0]], "matrix has no items"),
        ([[[1, 0], [0, 0]], [[0, 0], [0, 0]]], "matrix[1] has no items"),
    ],
)
@ALL
def test_what_is_no_confusion_matrix_is_refused(measure, matrix, words):
    with pytest.raises(ValueError) as raised:  # noqa: PT011 - the message is compared as it is
        measure(matrix)
    assert words in str(raised.value)


def test_large_counts_lose_nothing():
    matrix = np.array([[3, 1, 0], [1, 4, 2], [0, 1, 5]])
    for key in ("MAE_M", "MAE_mu", "kappa", "F1_M", "HMPR", "Accuracy"):
        many = OC_MEASURES[key](matrix * 10**12)
        assert many == pytest.approx(float(OC_MEASURES[key](matrix)), rel=1e-12)
