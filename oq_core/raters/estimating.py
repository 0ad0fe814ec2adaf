"""How people would rate all items, from a judge's ratings of all and people's of some."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd
import scipy

from oq_core.data.arrays import Array, ratio, tails
from oq_core.data.collection import Collection, DataError
from oq_core.data.results import Result, crossed
from oq_core.data.scores import counted, listed
from oq_core.defaults import ALPHA, CONFIDENCE, SAMPLES
from oq_core.parallel import ranges
from oq_core.progress import Progress, silent
from oq_core.raters.judged import FEWEST_FOR_INTERVALS, Mask, beyond, off_scale

#: What the group of all items is called.
EVERY = "all items"
#: Groups that one may ask for.
MOST_GROUPS = 100
#: Numbers of resampled counts that are held at once.
_NUMBERS_AT_ONCE = 2**22


class Estimator(NamedTuple):
    """A way to estimate the shares of classes that people would give.

    Attributes
    ----------
    words : str
        What it is called.
    about : str
    compute : callable
        Takes counts (..., L, L) of labelled items, the judge's class down and people's across,
        and the judge's counts (..., L) of all items; gives shares (..., L).

    Examples
    --------
    >>> counts = np.array([[3.0, 1.0], [0.0, 4.0]])
    >>> print(ESTIMATORS["stratified"].compute(counts, np.array([100.0, 100.0])))
    [0.375 0.625]
    """

    words: str
    about: str
    compute: Callable[[Array, Array], Array]


def _shares(counts: Array) -> Array:
    return ratio(counts, counts.sum(axis=-1, keepdims=True))


def _labels(counts: Array, _everything: Array) -> Array:
    return _shares(counts.sum(axis=-2))


def _stratified(counts: Array, everything: Array) -> Array:
    """Holt and Smith, Journal of the Royal Statistical Society A 142, 1979."""
    rows = counts.sum(axis=-1, keepdims=True)
    # Of a class that the judge gave to no labelled item, all labels tell.
    people = np.where(rows > 0, counts, counts.sum(axis=-2, keepdims=True))
    return (_shares(everything)[..., None, :] @ _shares(people))[..., 0, :]


#: By key. Both take the labelled items to be drawn at random.
ESTIMATORS = {
    "labels": Estimator(
        "labels alone", "shares of people's own ratings; the judge is not used", _labels
    ),
    "stratified": Estimator(
        "post-stratified",
        "people's shares among the items of each of the judge's classes, weighted by how often it "
        "gives the class", _stratified,
    ),
}  # fmt: skip


@dataclass(frozen=True, eq=False, repr=False)
class Estimated(Result):
    """Shares of classes that people would give to all items, and to each group of them.

    Attributes
    ----------
    judge : str
    estimators, groups, classes : tuple of str
        E, G and L of them: keys of `ESTIMATORS`; all items first, then their groups.
    estimates, low, high : ndarray of float64, shape (E, G, L)
        Shares in [0, 1], those of an estimate sum to 1; bootstrap intervals by class.
    items, labelled : ndarray of int64, shape (G,)
        How many the judge rated, and of these people.
    pooled : ndarray of bool, shape (G,)
        Where too few are labelled, so that the labels of all groups stand in.
    lost : int
        Items that people rated and the judge did not: left out.
    beyond : tuple of str
        Classes that the judge gives, below or above all that people give.
    shift : float
        p-value of a chi-square test that the judge uses the scale alike among labelled items and
        the rest; NaN where there is nothing to compare.
    apart : float
        p-value of a chi-square test that what is pooled, people's class given the judge's, is
        alike in all groups with enough labels. NaN where there are not two.
    more : ndarray of float64, shape (E,)
        How many more labels would halve the interval of all items; infinite where none would.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.raters import estimated
    >>> ids, judge = tuple(map(str, range(80))), np.eye(2)[[0, 1] * 40]
    >>> people = Collection("people", ("no", "yes"), ids[:40], judge[:40])
    >>> estimated(people, Collection("judge", ("no", "yes"), ids, judge)).estimates[1, 0].tolist()
    [0.5, 0.5]
    """

    judge: str
    estimators: tuple[str, ...]
    groups: tuple[str, ...]
    classes: tuple[str, ...]
    estimates: Array
    low: Array
    high: Array
    items: npt.NDArray[np.int64]
    labelled: npt.NDArray[np.int64]
    pooled: Mask
    lost: int
    beyond: tuple[str, ...]
    shift: float
    apart: float
    more: Array

    @property
    def notes(self) -> tuple[str, ...]:
        """What to know before the numbers are used, a sentence each."""
        judge, notes = self.judge, list[str]()
        if self.items[0] == self.labelled[0]:
            notes.append(
                f"people rated every item of {judge}, so that nothing is left to estimate; "
                "intervals say how far other such items would differ"
            )
        if self.lost:
            lost = counted(self.lost, "item")
            notes.append(f"{lost} of people left out: {judge} has not rated them")
        if self.beyond:
            notes.append(off_scale(judge, self.beyond))
        if self.shift < ALPHA:
            notes.append(
                f"{judge} rates the items that people rated differently from the rest (p = "
                f"{self.shift:.2g}), so they are hardly drawn at random: have items drawn at "
                "random rated"
            )
        if pooled := tuple(self.groups[g] for g in np.flatnonzero(self.pooled)):
            notes.append(
                f"{listed(pooled)}: people rated fewer than {FEWEST_FOR_INTERVALS} items, so the "
                "labels of all groups stand in for theirs"
            )
        if self.apart < ALPHA:
            notes.append(
                f"{judge} errs differently from group to group (p = {self.apart:.2g}): trust no "
                "estimate of a group with few labels, and have more of each"
            )
        return tuple(notes)

    def _described(self) -> str:
        return f"{self.judge}, {listed(self.groups)} by {listed(self.estimators)}"

    def to_frame(self) -> pd.DataFrame:
        """A row for each group, estimator and class: share, interval and numbers of items."""
        each_group = {"items": self.items, "labelled": self.labelled, "pooled": self.pooled}
        # All items come first, and only of these it is known.
        more = np.where(np.arange(len(self.groups))[:, None] == 0, self.more, np.nan)
        return crossed(
            {"group": self.groups, "estimator": self.estimators, "class": self.classes},
            {
                "share": self.estimates.swapaxes(0, 1),
                "low": self.low.swapaxes(0, 1),
                "high": self.high.swapaxes(0, 1),
                **{name: each[:, None, None] for name, each in each_group.items()},
                "more labels": more[..., None],
            },
        )


def estimated(
    collection: Collection,
    judge: Collection,
    by: str = "",
    samples: int = SAMPLES,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    progress: Progress = silent,
) -> Estimated:
    """How people would rate all items of a judge, if they are known to have rated some.

    Parameters
    ----------
    collection : Collection
        Of the items that people rated: the labelled ones. Of several people an item has shares.
    judge : Collection
        Its gold is what the judge, by which it is called, says of all items.
    by : str
        A column of the judge's table that says an item's group, such as its system; or a sign in
        ids, where what comes before it is the group. There are no groups if it is empty.
    samples : int
        Bootstrap samples of labelled items and of the others, in each group, for percentiles.
    seed : int
    confidence : float
        In (0, 1).
    progress : callable

    Returns
    -------
    Estimated

    Raises
    ------
    DataError
        If fewer than 30 items are labelled, the classes do not fit, the judge gives one class to
        everything, or there is no group or too many.

    Notes
    -----
    The items that people rated are taken for a random part of the judge's. No number of labels
    makes up for it where they are not.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.raters import estimated
    >>> ids, said = tuple(map(str, range(80))), np.eye(2)[[0, 1] * 40]
    >>> people = Collection("people", ("no", "yes"), ids[:40], np.eye(2)[[0, 1, 1, 1] * 10])
    >>> found = estimated(people, Collection("judge", ("no", "yes"), ids, said))
    >>> found.estimators, found.estimates[1, 0].tolist()
    (('labels', 'stratified'), [0.25, 0.75])
    """
    classes = _all_classes(collection, judge)
    both = _matched(collection, judge, classes, by)
    drawn, by_labels = both.resampled(samples, seed, progress)
    low, high = np.quantile(drawn, tails(confidence), axis=1)
    labelled, rest = both.sizes
    in_both, in_rest = both.counts.sum(axis=0), both.others.sum(axis=0)
    # Without groups all items are the one group, which is there already.
    shown = slice(None) if by else slice(1)
    return Estimated(
        judge.name,
        tuple(ESTIMATORS),
        (EVERY, *both.names)[shown],
        classes,
        _of_groups(both.counts, both.others, both.pooled)[:, shown],
        low[:, shown],
        high[:, shown],
        np.array([both.sizes.sum(), *(labelled + rest)])[shown],
        np.array([labelled.sum(), *labelled])[shown],
        np.array([False, *both.pooled])[shown],
        len(collection.ids) - int(labelled.sum()),
        beyond(classes, in_both.sum(axis=0), in_both.sum(axis=1) + in_rest),
        _chi_square(np.stack([in_both.sum(axis=1), in_rest])),
        _apart(both.counts[~both.pooled]),
        _more(int(labelled.sum()), drawn[:, :, 0], by_labels),
    )


@dataclass(frozen=True)
class _Both:
    """Items by group: those that people and the judge rated, and the rest."""

    names: Sequence[str]
    labelled: Sequence[_Kinds]
    rest: Sequence[_Kinds]

    @cached_property
    def counts(self) -> Array:
        """What both said of labelled items: (G, L, L)."""
        return np.stack([each.total(_crossed) for each in self.labelled])

    @cached_property
    def others(self) -> Array:
        """What the judge said of the rest: (G, L)."""
        return np.stack([each.total(np.asarray) for each in self.rest])

    @cached_property
    def sizes(self) -> npt.NDArray[np.int64]:
        """How many are labelled, and how many are not: (2, G)."""
        return np.array([[each.items for each in kinds] for kinds in (self.labelled, self.rest)])

    @property
    def pooled(self) -> Mask:
        """The groups in which too few are labelled."""
        return self.sizes[0] < FEWEST_FOR_INTERVALS

    def resampled(self, samples: int, seed: int, progress: Progress) -> tuple[Array, Array]:
        """Estimates (E, B, 1 + G, L) of resamples; and (E, B, L) of all, by labels alone."""
        generator, found, by_labels = np.random.default_rng(seed), list[Array](), list[Array]()
        kinds = (*self.labelled, *self.rest)
        numbers = max(self.counts.size, *(len(each.times) for each in kinds))
        for start, end in ranges(samples, max(1, _NUMBERS_AT_ONCE // numbers)):
            progress(start / samples, "resampled labels and ratings of the judge")
            counts, others = (
                np.stack([each.drawn(made, generator, end - start) for each in kinds], axis=1)
                for kinds, made in ((self.labelled, _crossed), (self.rest, np.asarray))
            )
            found.append(_of_groups(counts, others, self.pooled))
            by_labels.append(_of_all(counts, self.others))
        return np.concatenate(found, axis=1), np.concatenate(by_labels, axis=1)


def _matched(people: Collection, judge: Collection, classes: Sequence[str], by: str) -> _Both:
    """The items that a judge rated, beside people's ratings of the same."""
    theirs = _over(people.gold, people.classes, classes)
    given = _over(judge.gold, judge.classes, classes)
    if (given == given[:1]).all():
        raise DataError(
            f"{judge.name} gives every item the same class, and so tells nothing of the items that "
            "people did not rate. Take another judge."
        )
    rows = pd.Index(people.ids).get_indexer(pd.Index(judge.ids))
    is_labelled = rows >= 0
    if (count := int(is_labelled.sum())) < FEWEST_FOR_INTERVALS:
        # Ids of which none is the same are seldom those of other items.
        such = f" (such as {people.ids[0]} and {judge.ids[0]})" if not count else ""
        raise DataError(
            f"{people.name}: people and {judge.name} rated {counted(count, 'item')} both, and an "
            f"estimate takes {FEWEST_FOR_INTERVALS}. Check that the ids{such} are the same, or "
            "have more items rated."
        )
    names, group = _grouped(judge, by)
    pairs = np.concatenate([given[is_labelled], theirs[rows[is_labelled]]], axis=1)
    return _Both(
        names,
        [_Kinds.of(pairs[group[is_labelled] == g]) for g in range(len(names))],
        [_Kinds.of(given[~is_labelled & (group == g)]) for g in range(len(names))],
    )


def _of_all(counts: Array, others: Array) -> Array:
    """Estimates (E, ..., L) of all items, of counts (..., G, L, L) and (..., G, L) of groups."""
    everything = (others + counts.sum(axis=-1)).sum(axis=-2)
    whole = counts.sum(axis=-3)
    return np.stack([each.compute(whole, everything) for each in ESTIMATORS.values()])


def _of_groups(counts: Array, others: Array, pooled: Mask) -> Array:
    """Estimates (E, ..., 1 + G, L): those of all items first."""
    every = _of_all(counts, others)[..., None, :]
    if len(pooled) == 1:
        return np.concatenate([every, every], axis=-2)
    everything, whole = others + counts.sum(axis=-1), counts.sum(axis=-3, keepdims=True)
    theirs = np.where(pooled[:, None, None], whole, counts)
    groups = np.stack([each.compute(theirs, everything) for each in ESTIMATORS.values()])
    return np.concatenate([every, groups], axis=-2)


@dataclass(frozen=True, eq=False)
class _Kinds:
    """Rows (n, d) as kinds (K, d) and how often each is there: most items are like others."""

    rows: Array
    times: npt.NDArray[np.int64]

    @classmethod
    def of(cls, rows: Array) -> _Kinds:
        return cls(*np.unique(rows, axis=0, return_counts=True))

    @property
    def items(self) -> int:
        return int(self.times.sum())

    def total(self, made: Callable[[Array], Array]) -> Array:
        return np.tensordot(self.times, made(self.rows), axes=1)

    def drawn(
        self, made: Callable[[Array], Array], generator: np.random.Generator, count: int
    ) -> Array:
        """The totals of so many resamples."""
        if not self.items:
            return np.zeros((count, *made(self.rows).shape[1:]))
        drawn = generator.multinomial(self.items, self.times / self.items, count)
        return np.tensordot(drawn, made(self.rows), axes=1)


def _crossed(pairs: Array) -> Array:
    """Counts (n, L, L) of pairs (n, 2 L): a class drawn from each half."""
    judge, people = np.split(pairs, 2, axis=1)
    return judge[:, :, None] * people[:, None, :]


def _all_classes(people: Collection, judges: Collection) -> tuple[str, ...]:
    """The classes of both in order, where one has all or all are numbers."""
    for one, other in ((people, judges), (judges, people)):
        if set(other.classes) <= set(one.classes):
            return one.classes
    both = (*people.classes, *(each for each in judges.classes if each not in people.classes))
    try:
        return tuple(sorted(both, key=float))
    except ValueError:
        raise DataError(
            f"people have the classes {listed(people.classes)}, and judges "
            f"{listed(judges.classes)}. Give all by --classes."
        ) from None


def _over(values: Array, classes: Sequence[str], wanted: Sequence[str]) -> Array:
    found = np.zeros((len(values), len(wanted)))
    found[:, [wanted.index(each) for each in classes]] = values
    return found


def _grouped(judge: Collection, by: str) -> tuple[list[str], npt.NDArray[np.int64]]:
    """The groups' names (G), and each item's group (n,)."""
    ids = judge.ids
    if not by:
        return [EVERY], np.zeros(len(ids), dtype=np.int64)
    is_column = by in judge.groups
    of_items = judge.groups.get(by) or tuple(
        name.split(by)[0] if by in name else "" for name in ids
    )
    without = [name for name, group in zip(ids, of_items, strict=True) if not group]
    if without:
        columns = f"; columns of groups are {listed(tuple(judge.groups))}" if judge.groups else ""
        raise DataError(
            f"{counted(len(without), 'item')}, such as {without[0]}: "
            + (
                f"{by} is empty, so that the group is unknown. Fill it in."
                if is_column
                else f"there is no {by!r} in the id, and {judge.name}'s table has no column called "
                f"so{columns}. Give a column, or what ends a group's name in ids, by --by."
            )
        )
    names, group = np.unique(of_items, return_inverse=True)
    if len(names) > MOST_GROUPS:
        raise DataError(
            f"{by!r} makes {len(names):,} groups, and there may be {MOST_GROUPS}. Give another "
            "column, or what ends a group's name in ids, by --by."
        )
    return names.tolist(), group.reshape(-1)


def _chi_square(tables: Array) -> float:
    """p-value that rows have the same columns in each table (..., R, C); NaN if none has two."""
    rows, columns = tables.sum(axis=-1), tables.sum(axis=-2)
    wholes = np.maximum(rows.sum(axis=-1), 1e-12)[..., None, None]
    expected = rows[..., :, None] * columns[..., None, :] / wholes
    off = np.divide((tables - expected) ** 2, expected, out=np.zeros_like(tables),
                    where=expected > 0)  # fmt: skip
    free = np.maximum((rows > 0).sum(axis=-1) - 1, 0) * np.maximum(
        (columns > 0).sum(axis=-1) - 1, 0
    )
    return float(scipy.stats.chi2.sf(off.sum(), free.sum())) if free.sum() else np.nan


def _apart(counts: Array) -> float:
    """p-value that people's class given the judge's is alike in groups (G, L, L)."""
    return _chi_square(counts.swapaxes(0, 1)) if len(counts) else np.nan


def _more(count: int, drawn: Array, by_labels: Array) -> Array:
    """How many more labels would halve an interval: variance by labels falls with their number.

    Of resampled estimates (E, B, L), and of those for which the labels alone were resampled.
    """
    both, labels = (each.var(axis=1).sum(axis=-1) for each in (drawn, by_labels))
    wanted = both / 4 - np.maximum(both - labels, 0)
    needed = ratio(count * labels, wanted, np.inf)
    return np.ceil(np.round(np.maximum(needed - count, 0), 6))
