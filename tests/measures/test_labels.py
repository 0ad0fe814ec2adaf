"""From items to confusion matrices, scores and distributions, on made and on real data."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import score
from oq_core.data.collection import Collection, Labels
from oq_core.measures import (
    OC_MEASURES,
    collection_of_labels,
    confusion_matrices,
    one_class_runs,
    score_classification,
    score_pooled,
    with_label_runs,
)
from oq_core.measures.labels import count_classes
from tests.measures.matrices import items_of, matrices

CLASSES = ("-2", "-1", "0", "1", "2")


def labels_of(counts, runs=("run",)):
    """Items that have these confusion matrices (n, L, L), in mixed order."""
    system, gold, instances = (
        np.concatenate(parts)
        for parts in zip(
            *((*items_of(matrix), np.full(matrix.sum(), row)) for row, matrix in enumerate(counts)),
            strict=True,
        )
    )
    order = np.random.default_rng(0).permutation(len(gold))
    return Labels(
        tuple(map(str, order)),
        instances[order],
        gold[order],
        dict.fromkeys(runs, system[order]),
    )


def collection_of(counts, runs=("run",)):
    size = counts.shape[-1]
    ids = tuple(f"topic {row}" for row in range(len(counts)))
    return collection_of_labels("made", tuple("abcdefg"[:size]), ids, labels_of(counts, runs))


@given(matrices())
def test_matrices_come_back_from_their_items(counts):
    labels = labels_of(counts)
    found = confusion_matrices(labels.runs["run"], labels, *counts.shape[:2])
    np.testing.assert_array_equal(found, counts)
    assert found.dtype == np.int64
    both = np.stack([labels.runs["run"], labels.gold])
    found = confusion_matrices(both, labels, *counts.shape[:2])
    np.testing.assert_array_equal(found[0], counts)
    np.testing.assert_array_equal(
        found[1], counts.sum(axis=1)[:, :, None] * np.eye(counts.shape[-1], dtype=np.int64)
    )


def test_an_instance_without_items_has_an_empty_matrix():
    labels = Labels(("a",), np.array([2]), np.array([1]))
    found = confusion_matrices([0], labels, instances=4, classes=2)
    assert found.sum() == found[2, 0, 1] == 1


@pytest.mark.parametrize(
    ("predicted", "gold", "instances", "words"),
    [
        ([0, 2], [0, 1], [0, 0], "there is no predicted class 2; the last is 1"),
        ([0, -1], [0, 1], [0, 0], "there is no predicted class -1"),
        ([0.0, 1.0], [0, 1], [0, 0], "by its position, a whole number, not float64"),
        ([0, 1], [0, 2], [0, 0], "there is no gold class 2"),
        ([0, 1], [0, 1], [0, 1], "there is no instance 1; the last is 0"),
    ],
)
def test_positions_that_do_not_exist_are_refused(predicted, gold, instances, words):
    labels = Labels(("a", "b"), np.array(instances), np.array(gold))
    with pytest.raises(ValueError, match=words):
        confusion_matrices(predicted, labels, instances=1, classes=2)


@given(matrices())
def test_scores_are_those_of_the_matrices(counts):
    collection = collection_of(counts, runs=("one", "other"))
    scores = score_classification(collection)
    assert scores.measures == tuple(OC_MEASURES)
    assert scores.runs == ("one", "other")
    assert scores.ids == collection.ids
    assert scores.larger_is_better == tuple(m.larger_is_better for m in OC_MEASURES.values())
    pooled = score_pooled(collection, ["kappa", "MAE_M"])
    assert pooled.measures == ("kappa", "MAE_M")
    assert pooled.larger_is_better == (True, False)
    assert pooled.values.shape == (2, 1, 2)
    for row, (key, measure) in enumerate(OC_MEASURES.items()):
        np.testing.assert_array_equal(scores.values[row], np.stack([measure(counts)] * 2, axis=1))
        if key in pooled.measures:
            of_pooled = pooled.of([key]).values[0, 0, 0]
            np.testing.assert_array_equal(of_pooled, measure(counts.sum(axis=0)))


def test_an_undefined_topic_is_nan_and_can_be_left_out():
    scores = score_classification(collection_of(np.array([np.diag([3, 0]), [[1, 1], [0, 1]]])))
    row = scores.measures.index("kappa")
    assert np.isnan(scores.values[row, 0, 0])
    assert scores.defined().ids == ("topic 1",)


@given(matrices())
def test_distributions_are_the_shares_of_the_items(counts):
    collection = collection_of(counts)
    items = counts.sum(axis=(1, 2))[:, None]
    np.testing.assert_allclose(collection.gold, counts.sum(axis=1) / items, atol=1e-15)
    np.testing.assert_array_equal(collection.votes, counts.sum(axis=1))
    np.testing.assert_allclose(collection.runs["run"], counts.sum(axis=2) / items, atol=1e-15)
    assert list(collection.labels.runs) == ["run"]
    ordered = collection.ordered(sorted(collection.classes, key=lambda label: -ord(label[-1])))
    assert [ordered.classes[place] for place in ordered.labels.runs["run"]] == [
        collection.classes[place] for place in collection.labels.runs["run"]
    ]
    flipped = collection.flipped()
    np.testing.assert_allclose(
        score_classification(flipped).values, score_classification(collection).values, atol=1e-12
    )


@given(st.integers(0, 10_000), st.integers(1, 3))
def test_count_classes_counts(seed, runs):
    generator = np.random.default_rng(seed)
    items, instances = generator.integers(0, 3, (runs, 20)), generator.integers(0, 4, 20)
    found = count_classes(items, instances, size=4, classes=3)
    for run, instance, position in np.ndindex(runs, 4, 3):
        same = (items[run] == position) & (instances == instance)
        assert found[run, instance, position] == same.sum()


def test_one_class_runs_are_runs_of_either_kind():
    counts = np.array([[[2, 1, 0], [0, 1, 0], [1, 0, 3]]])
    collection = collection_of(counts)
    always = with_label_runs(collection, one_class_runs(collection))
    assert list(always.runs) == ["run", "always a", "always b", "always c"]
    assert list(always.labels.runs) == list(always.runs)
    np.testing.assert_array_equal(always.runs["always b"], [[0, 1, 0]])
    np.testing.assert_array_equal(score_pooled(always, ["kappa"]).values[0, 0, 1:], 0)
    assert score(always).runs == score_classification(always).runs


def test_what_cannot_be_scored_is_refused():
    counts = np.array([[[2, 1], [0, 1]]])
    collection = collection_of(counts)
    with pytest.raises(ValueError, match="unknown measure 'NMD'; known are MAE_M, "):
        score_classification(collection, ["NMD"])
    with pytest.raises(ValueError, match="there is a run called run already"):
        with_label_runs(collection, {"run": [0, 0, 0, 0]})
    with pytest.raises(ValueError, match="there is no class of far 9"):
        with_label_runs(collection, {"far": [0, 0, 0, 9]})
    bare = collection_of(counts, runs=())
    with pytest.raises(ValueError, match="made has no runs that give items a class"):
        score_pooled(bare)
    shares = Collection("shares", ("a", "b"), ("x",), np.array([[0.5, 0.5]]))
    for function in (score_classification, score_pooled, one_class_runs):
        with pytest.raises(ValueError, match="shares has distributions only"):
            function(shares)
    labels = Labels(("a",), np.array([0]), np.array([1]))
    with pytest.raises(ValueError, match="made: y has no items"):
        collection_of_labels("made", ("a", "b"), ("x", "y"), labels)


# Real data.


def semeval(path, runs=()):
    """A subtask C gold file as a collection, and runs whose items are in its order."""
    columns = {"sep": "\t", "names": ["id", "topic", "label"], "dtype": str, "quoting": 3}
    gold = pd.read_csv(path, **columns)
    topics = tuple(dict.fromkeys(gold["topic"]))
    predicted = {}
    for run in runs:
        table = pd.read_csv(run, **columns)
        assert (table["topic"] == gold["topic"]).all()
        predicted[run.stem] = positions(table)
    return collection_of_labels(
        path.stem,
        CLASSES,
        topics,
        Labels(
            tuple(gold["id"]),
            gold["topic"].map(topics.index).to_numpy(),
            positions(gold),
            predicted,
        ),
    )


def positions(table):
    return table["label"].map(CLASSES.index).to_numpy()


def test_semeval_2016_as_published(real_data):
    folder = real_data / "semeval"
    collection = semeval(
        folder / "2016-subtaskC-gold.tsv", [folder / "2016-subtaskC-run-PotTS.tsv"]
    )
    collection = with_label_runs(collection, one_class_runs(collection))
    assert len(collection.ids) == 100
    assert len(collection.labels.ids) == 20_632
    pooled = score_pooled(collection, ["MAE_M", "MAE_mu"])
    found = dict(zip(pooled.runs, pooled.values[:, 0].T.round(3).tolist(), strict=True))
    assert found["always 0"] == [1.2, 0.537]
    assert found["2016-subtaskC-run-PotTS"] == [1.234, 0.86]
    per_topic = score_classification(collection)
    assert per_topic.values.shape == (9, 100, 6)
    # The mean over topics is another number than the pooled score, as topics lack classes.
    means = dict(zip(per_topic.runs, per_topic.of(["MAE_M"]).means[0], strict=True))
    assert abs(means["always 0"] - 1.2) > 0.05
    kappa = per_topic.of(["kappa"]).values[0][:, 1:]
    assert (np.isnan(kappa) | (kappa == 0)).all()


def test_semeval_2017_labels_convert_to_the_published_distributions(real_data):
    folder = real_data / "semeval"
    collection = semeval(folder / "2017-subtaskC-gold.tsv")
    published = pd.read_csv(
        folder / "2017-subtaskE-gold.tsv", sep="\t", header=None, index_col=0, quoting=3
    )
    assert set(published.index) == set(collection.ids)
    np.testing.assert_allclose(
        published.loc[list(collection.ids)].to_numpy(), collection.gold, atol=1e-6
    )
