"""From single items with a class each to confusion matrices, scores and distributions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from oq_core.data.collection import Collection, Labels
from oq_core.data.scores import Scores
from oq_core.measures.classification import (
    ClassificationMeasures,
    classification_measures_of,
)

Classes = npt.NDArray[np.int64]

#: The one instance's id in pooled scores.
POOLED = "all items"


def count_classes(
    items: npt.ArrayLike, instances: npt.ArrayLike, size: int, classes: int
) -> Classes:
    """How many items of each instance are in each class.

    Parameters
    ----------
    items : array_like of int, shape (..., N)
        For each item the position of its class; leading axes are runs.
    instances : array_like of int, shape (N,)
        For each item the position of its instance.
    size, classes : int
        The numbers n of instances and L of classes.

    Returns
    -------
    ndarray of int64, shape (..., n, L)

    Raises
    ------
    ValueError
        If a position is out of range, or shapes do not fit.

    Examples
    --------
    >>> count_classes([0, 1, 1], [0, 0, 1], size=2, classes=2).tolist()
    [[1, 1], [0, 1]]
    """
    checked = _positions(items, classes, "class")
    cells = _positions(instances, size, "instance") * classes + checked
    lead = cells.shape[:-1]
    rows = cells.reshape(-1, cells.shape[-1])
    rows = rows + np.arange(len(rows))[:, None] * size * classes
    counts = np.bincount(rows.ravel(), minlength=len(rows) * size * classes)
    return counts.reshape(*lead, size, classes)


def confusion_matrices(
    predicted: npt.ArrayLike, labels: Labels, instances: int, classes: int
) -> Classes:
    """Confusion matrices of each instance; their sum over instances is the pooled one.

    Parameters
    ----------
    predicted : array_like of int, shape (..., N)
        For each item the position of the class that the system chose; leading axes are runs.
    labels : Labels
        The N items.
    instances, classes : int
        The numbers n of instances and L of classes.

    Returns
    -------
    ndarray of int64, shape (..., n, L, L)
        Rows the system's classes, columns the gold's.

    Raises
    ------
    ValueError
        If a position is out of range, or shapes do not fit.

    Examples
    --------
    >>> labels = Labels(("i1", "i2"), np.array([0, 0]), np.array([0, 1]))
    >>> confusion_matrices([0, 0], labels, instances=1, classes=2).tolist()
    [[[1, 1], [0, 0]]]
    """
    system = _positions(predicted, classes, "predicted class")
    gold = _positions(labels.gold, classes, "gold class")
    cells = count_classes(system * classes + gold, labels.instances, instances, classes**2)
    return cells.reshape(*cells.shape[:-1], classes, classes)


def one_class_runs(collection: Collection) -> dict[str, Classes]:
    """The baselines that put every item into one class, for every class.

    Parameters
    ----------
    collection : Collection
        With labels.

    Returns
    -------
    dict of str to ndarray of int64, shape (N,)
        By name, such as "always 0".

    Raises
    ------
    ValueError
        If the collection has no labels.

    Examples
    --------
    >>> topic, gold, run = np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([0, 0, 1])
    >>> labels = Labels(("i1", "i2", "i3"), topic, gold, {"run": run})
    >>> topics = collection_of_labels("C", ["low", "high"], ["t1", "t2"], labels)
    >>> list(one_class_runs(topics))
    ['always low', 'always high']
    """
    items = len(_labels(collection).ids)
    return {
        f"always {name}": np.full(items, position, dtype=np.int64)
        for position, name in enumerate(collection.classes)
    }


def with_label_runs(collection: Collection, runs: Mapping[str, npt.ArrayLike]) -> Collection:
    """A collection with more runs, which give every item a class.

    They become runs of the collection too: the share of an instance's items in each class is
    the distribution that the run estimates.

    Parameters
    ----------
    collection : Collection
        With labels.
    runs : mapping of str to array_like of int, shape (N,)
        For each item the position of its class.

    Returns
    -------
    Collection

    Raises
    ------
    ValueError
        If the collection has no labels, a run of that name is there already, or an array does
        not fit.

    Examples
    --------
    >>> topic, gold, run = np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([0, 0, 1])
    >>> labels = Labels(("i1", "i2", "i3"), topic, gold, {"run": run})
    >>> topics = collection_of_labels("C", ["low", "high"], ["t1", "t2"], labels)
    >>> list(with_label_runs(topics, {"other": [1, 1, 1]}).runs)
    ['run', 'other']
    """
    labels = _labels(collection)
    size, classes = collection.gold.shape
    items = {name: _positions(run, classes, f"class of {name}") for name, run in runs.items()}
    counts = {
        name: count_classes(run, labels.instances, size, classes) for name, run in items.items()
    }
    found = collection.with_runs({name: _shares(count) for name, count in counts.items()})
    return replace(found, labels=replace(labels, runs={**labels.runs, **items}))


def collection_of_labels(
    name: str,
    classes: Sequence[str],
    ids: Sequence[str],
    labels: Labels,
) -> Collection:
    """Items turned into quantification: how each instance's items share out over the classes.

    Parameters
    ----------
    name : str
    classes : sequence of str
        The L class labels, lowest first.
    ids : sequence of str
        The n instance ids; each must have an item.
    labels : Labels
        The items with their gold classes and the runs' classes.

    Returns
    -------
    Collection
        Gold, votes and runs counted from the labels, which it keeps.

    Raises
    ------
    ValueError
        If a position is out of range, or an instance has no items.

    Examples
    --------
    >>> topic, gold, run = np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([0, 0, 1])
    >>> labels = Labels(("i1", "i2", "i3"), topic, gold, {"run": run})
    >>> topics = collection_of_labels("C", ["low", "high"], ["t1", "t2"], labels)
    >>> topics.gold.tolist()
    [[0.5, 0.5], [0.0, 1.0]]
    """
    gold = count_classes(labels.gold, labels.instances, len(ids), len(classes))
    empty = np.flatnonzero(gold.sum(axis=-1) == 0)
    if empty.size:
        raise ValueError(f"{name}: {ids[empty[0]]} has no items")
    bare = Collection(
        name,
        tuple(classes),
        tuple(ids),
        _shares(gold),
        votes=gold,
        labels=replace(labels, runs={}),
    )
    return with_label_runs(bare, labels.runs)


def score_classification(
    collection: Collection, measures: ClassificationMeasures | None = None
) -> Scores:
    """Score every run that gives items a class, per instance.

    Parameters
    ----------
    collection : Collection
        With labels and at least one run of them.
    measures : iterable of str or ClassificationMeasure, or one of them, optional
        Keys of `OC_MEASURES` and records of one's own; all of the registry unless told otherwise.

    Returns
    -------
    Scores
        NaN where a measure is undefined for an instance: see `Scores.defined`.

    Raises
    ------
    ValueError
        If a measure is unknown, the collection has no labels or no runs of them, or an instance
        has no items.

    Examples
    --------
    >>> topic, gold, run = np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([0, 0, 1])
    >>> labels = Labels(("i1", "i2", "i3"), topic, gold, {"run": run})
    >>> topics = collection_of_labels("C", ["low", "high"], ["t1", "t2"], labels)
    >>> score_classification(topics, "Accuracy").values.tolist()
    [[[0.5], [1.0]]]
    """
    return _scores(_all_matrices(collection), collection.ids, collection, measures)


def score_pooled(collection: Collection, measures: ClassificationMeasures | None = None) -> Scores:
    """Score every run that gives items a class, on the items of all instances together.

    Parameters
    ----------
    collection : Collection
        With labels and at least one run of them.
    measures : iterable of str or ClassificationMeasure, or one of them, optional
        Keys of `OC_MEASURES` and records of one's own; all of the registry unless told otherwise.

    Returns
    -------
    Scores
        Of one instance, `POOLED`. The papers report means over instances instead; SemEval's
        overviews report pooled scores for subtask C as well.

    Raises
    ------
    ValueError
        As `score_classification`.

    Examples
    --------
    >>> topic, gold, run = np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([0, 0, 1])
    >>> labels = Labels(("i1", "i2", "i3"), topic, gold, {"run": run})
    >>> topics = collection_of_labels("C", ["low", "high"], ["t1", "t2"], labels)
    >>> score_pooled(topics, "Accuracy").values.round(3).tolist()
    [[[0.667]]]
    """
    pooled = _all_matrices(collection).sum(axis=1, keepdims=True)
    return _scores(pooled, (POOLED,), collection, measures)


def _scores(
    matrices: Classes,
    ids: tuple[str, ...],
    collection: Collection,
    measures: ClassificationMeasures | None,
) -> Scores:
    """Scores of matrices (m, n, L, L)."""
    chosen = classification_measures_of(measures)
    counts = matrices.swapaxes(0, 1).astype(np.float64)
    return Scores(
        np.stack([measure.function(counts) for measure in chosen]),
        tuple(measure.key for measure in chosen),
        ids,
        tuple(_labels(collection).runs),
        tuple(measure.larger_is_better for measure in chosen),
    )


def _all_matrices(collection: Collection) -> Classes:
    """Of all runs of items, shape (m, n, L, L)."""
    labels = _labels(collection)
    if not labels.runs:
        raise ValueError(f"{collection.name} has no runs that give items a class")
    return confusion_matrices(np.stack(list(labels.runs.values())), labels, *collection.gold.shape)


def _labels(collection: Collection) -> Labels:
    if collection.labels is None:
        raise ValueError(
            f"{collection.name} has distributions only; classification needs a class for each item"
        )
    return collection.labels


def _positions(values: npt.ArrayLike, bound: int, what: str) -> Classes:
    """Positions below a bound, as int64; bincount would carry others into a wrong cell."""
    array = np.asarray(values)
    if not np.issubdtype(array.dtype, np.integer):
        raise ValueError(f"a {what} is given by its position, a whole number, not {array.dtype}")
    wrong = (array < 0) | (array >= bound)
    if wrong.any():
        raise ValueError(f"there is no {what} {array[wrong].flat[0]}; the last is {bound - 1}")
    return array.astype(np.int64)


def _shares(counts: Classes) -> npt.NDArray[np.float64]:
    return counts / counts.sum(axis=-1, keepdims=True)
