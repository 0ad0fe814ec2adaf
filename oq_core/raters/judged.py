"""How far judges agree with people, one person or many, and what each coefficient hides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.data.arrays import Array, percentiles, ratio
from oq_core.data.collection import PANEL, Collection, DataError
from oq_core.data.results import Result, crossed
from oq_core.data.scores import as_spelled, listed, place_of
from oq_core.defaults import CONFIDENCE, SAMPLES
from oq_core.parallel import ranges
from oq_core.progress import Progress, silent
from oq_core.raters.coefficients import COEFFICIENTS, USUAL
from oq_core.raters.drawing import Votes, numbers_of_clusters, votes_of
from oq_core.raters.judges import no_judge

Mask: TypeAlias = npt.NDArray[np.bool_]

#: Numbers of resampled counts that are held at once.
_NUMBERS_AT_ONCE = 2**22
#: Of fewer items, or clusters, there is no interval.
FEWEST_FOR_INTERVALS = 30
#: A judge leaves the ends out where it gives them less than this share of what people give them.
_FEW = 0.2
#: Ends of the scale that people themselves hardly use tell nothing.
_USED = 0.05
#: Shares of ratings from which a kind of error is named.
_MOST, _SOME = 0.5, 0.02


@dataclass(frozen=True, eq=False, repr=False)
class Judged(Result):
    """How far each judge agrees with people, with intervals, beside how far people agree.

    A judge is compared with one person drawn at random from those who rated the item, so that
    every item counts once, however many people rated it.

    Attributes
    ----------
    judges, coefficients, classes : tuple of str
        J, K and L of them; the coefficients by their keys in `COEFFICIENTS`.
    items : ndarray of int64, shape (J,)
        How many items the judge and at least one person rated.
    counts : ndarray of float64, shape (J, L, L)
        What people said, down, and what the judge said, across.
    values, low, high : ndarray of float64, shape (J, K)
        NaN where undefined: no item is shared, or all ratings are the same; there are no
        intervals of fewer than 30 items or clusters.
    shared : ndarray of int64, shape (J,)
        How many of these items two people or more rated.
    ceiling, ceiling_low, ceiling_high : ndarray of float64, shape (J, K)
        The same of two people who rated one of the shared items, drawn at random; NaN of bias,
        as neither of them is the first.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.raters import judged
    >>> votes = np.array([[1, 0], [0, 1], [0, 1]])
    >>> people = Collection("C", ("x", "y"), ("1", "2", "3"), votes, {"gpt": votes}, votes=votes)
    >>> print(judged(people).value("gpt", "exact"))
    1.0
    """

    judges: tuple[str, ...]
    coefficients: tuple[str, ...]
    classes: tuple[str, ...]
    items: npt.NDArray[np.int64]
    counts: Array
    values: Array
    low: Array
    high: Array
    shared: npt.NDArray[np.int64]
    ceiling: Array
    ceiling_low: Array
    ceiling_high: Array

    def value(self, judge: str, coefficient: str) -> float:
        """One of the values.

        Raises
        ------
        ValueError
            If the judge or the coefficient is not there.
        """
        row = place_of(judge, self.judges, "judge")
        return float(self.values[row, place_of(coefficient, self.coefficients, "coefficient")])

    @property
    def losses(self) -> Array:
        """By the first coefficient, the less the better; NaN where it is undefined. Shape (J,)."""
        better, values = COEFFICIENTS[self.coefficients[0]].better, self.values[:, 0]
        return {"larger": -values, "smaller": values, "nearer 0": np.abs(values)}[better]

    @property
    def best_first(self) -> list[int]:
        """Places of the judges, the best by the first coefficient first, undefined ones last."""
        return np.argsort(self.losses, kind="stable").tolist()

    @property
    def use_of_people(self) -> Array:
        """Share of each class among people's ratings of the items of each judge: shape (J, L)."""
        return self._shares(axis=2)

    @property
    def use_of_judges(self) -> Array:
        """Share of each class among each judge's ratings: shape (J, L)."""
        return self._shares(axis=1)

    def _shares(self, axis: int) -> Array:
        return ratio(self.counts.sum(axis=axis), self.items[:, None])

    @property
    def bias_by_class(self) -> Array:
        """Mean difference from people, in classes, where people chose each class: (J, L)."""
        places = np.arange(len(self.classes))
        rows = self.counts.sum(axis=2)
        sums = (self.counts * (places - places[:, None])).sum(axis=2)
        return ratio(sums, rows)

    def by_class(self) -> pd.DataFrame:
        """A row for each judge and class of people: what it says there, and how far off it is.

        Columns are judge, people say, items, a share for each class that the judge says, and the
        mean difference, as `bias_by_class` has it.
        """
        totals = self.counts.sum(axis=2)
        shares = ratio(self.counts, totals[..., None])
        return crossed(
            {"judge": self.judges, "people say": self.classes},
            {
                "items": totals,
                **{f"says {name}": shares[..., c] for c, name in enumerate(self.classes)},
                "mean difference": self.bias_by_class,
            },
        )

    def kind_of_error(self, judge: str) -> str:
        """What kind of errors a judge makes, in words that stand behind its name; "" if none.

        Raises
        ------
        ValueError
            If the judge is not there.
        """
        row = place_of(judge, self.judges, "judge")
        size, shares = len(self.classes), self.counts[row] / max(int(self.items[row]), 1)
        steps = np.abs(np.subtract.outer(np.arange(size), np.arange(size)))
        people, own = shares.sum(axis=1)[[0, -1]].sum(), shares.sum(axis=0)[[0, -1]].sum()
        exact, next_to = shares[steps == 0].sum(), shares[steps == 1].sum()
        if size > 2 and people > _USED and own < _FEW * people:
            return "hardly uses the ends of the scale"
        if next_to > _MOST:
            return "is mostly one class off"
        if size > 2 and exact > _MOST and shares[steps > size / 2].sum() > _SOME:
            return "is mostly right and sometimes at the other end"
        return ""

    @property
    def notes(self) -> tuple[str, ...]:
        """What to know before the numbers are used: who says one class, or more than people do."""
        found = dict[str, None]()
        for judge, people, own in zip(
            self.judges, self.use_of_people, self.use_of_judges, strict=True
        ):
            for who, shares in ((judge, own), ("people", people)):
                if (shares == 1).any():
                    label = self.classes[int(shares.argmax())]
                    found[
                        f"{who} give{'s' * (who == judge)} every item the class {label}: κ is "
                        "then 0 and rank correlations undefined, whatever the others say"
                    ] = None
            if judge != PANEL and (alone := beyond(self.classes, people, own)):
                found[off_scale(judge, alone)] = None
        return tuple(found)

    def _described(self) -> str:
        return f"{listed(self.judges)} by {listed(self.coefficients)}"

    def to_frame(self) -> pd.DataFrame:
        """A row for each judge and coefficient: value, interval, and people's own agreement."""
        return crossed(
            {"judge": self.judges, "coefficient": self.coefficients},
            {
                "value": self.values,
                "low": self.low,
                "high": self.high,
                "people": self.ceiling,
                "people low": self.ceiling_low,
                "people high": self.ceiling_high,
                "items": self.items[:, None],
                "shared by people": self.shared[:, None],
            },
        )


def judged(
    collection: Collection,
    coefficients: Sequence[str] = USUAL,
    separator: str = "",
    samples: int = SAMPLES,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    progress: Progress = silent,
) -> Judged:
    """How far the runs of a collection, as judges, agree with the people who made its gold.

    Parameters
    ----------
    collection : Collection
        With votes of people, and judges as runs: a rating is a distribution with one class. Of a
        judge that gives a distribution, a rating drawn from it is meant.
    coefficients : sequence of str
        Keys of `COEFFICIENTS`.
    separator : str
        What comes before it in an instance's id is the cluster, as in `runs_stand_in`; if it is
        empty, items are resampled one by one, or by the collection's own clusters.
    samples : int
        Bootstrap samples of the items, or of the clusters, for the percentile intervals.
    seed : int
    confidence : float
        In (0, 1).
    progress : callable

    Returns
    -------
    Judged

    Raises
    ------
    DataError
        If there is no judge, how many people rated is unknown, or the order of classes is.
    ValueError
        If a coefficient is unknown, or items make no clusters (`clusters_of`).

    Notes
    -----
    Intervals are percentiles of the bootstrap. How often they cover is simulated by
    `tests/benchmarks/agreement.py`: where far errors are rare, they are too short below some 300
    items.

    Examples
    --------
    >>> from oq_core import read_collections
    >>> from oq_core.raters import judged
    >>> folder = "sample_data/judges/"
    >>> rated = read_collections(folder + "people.csv", folder + "judges.csv")["people"]
    >>> found = judged(rated, ["QWK", "bias"])
    >>> print(found.items.tolist()[:2], round(found.value("maple", "QWK"), 3))
    [300, 300] 0.283
    """
    votes = votes_of(collection)
    if not collection.runs:
        raise no_judge(collection)
    keys = tuple(as_spelled(key, COEFFICIENTS) for key in coefficients)
    for key in keys:
        place_of(key, tuple(COEFFICIENTS), "coefficient")
    if not collection.has_order and set(keys) - {"exact"}:
        raise DataError(
            f"{collection.name}: agreement takes the order of the classes "
            f"{', '.join(collection.classes)}, which is not known. Give it under Your data, or by "
            "--classes."
        )
    clusters = numbers_of_clusters(collection, separator)
    there = ~np.stack([*map(collection.lacks, collection.runs)])
    rated, shared = there & (votes.sum(axis=1) > 0), there & (votes.sum(axis=1) > 1)
    # Most often all judges rated the same items: people's own agreement on them is computed once.
    masks, which = np.unique(shared, axis=0, return_inverse=True)
    count = len(collection.runs)
    found = list[tuple[Array, Array, Array]]()
    for counts in _of_items(votes, [*collection.runs.values()], rated, masks):
        progress(len(found) / (count + len(masks)), "agreement of each judge")
        each = counts if clusters is None else _summed(counts, clusters)
        found.append((counts.sum(axis=0), *_interval(each, keys, samples, seed, confidence)))
    whole, low, high = (np.stack(each) for each in zip(*found, strict=True))
    values, beside = _coefficients(whole, keys), count + which.reshape(-1)
    has_sides = np.array([key == "bias" for key in keys])
    return Judged(
        tuple(collection.runs),
        keys,
        collection.classes,
        rated.sum(axis=1),
        whole[:count],
        values[:count],
        low[:count],
        high[:count],
        shared.sum(axis=1),
        *(np.where(has_sides, np.nan, each[beside]) for each in (values, low, high)),
    )


def beyond(classes: Sequence[str], people: Array, judge: Array) -> tuple[str, ...]:
    """The classes that a judge gives, below or above all that people give.

    Parameters
    ----------
    classes : sequence of str
    people, judge : ndarray of float64, shape (L,)
        How often each gives a class; none where nobody gives any, or people give one alone.

    Examples
    --------
    >>> beyond("01234", np.array([0, 2, 0, 1, 0]), np.array([1, 1, 1, 0, 0]))
    ('0',)
    """
    theirs = np.flatnonzero(people > 0)
    if len(theirs) < 2:
        return ()
    return tuple(
        classes[place]
        for place in np.flatnonzero(judge > 0).tolist()
        if not theirs[0] <= place <= theirs[-1]
    )


def off_scale(judge: str, labels: Sequence[str]) -> str:
    """What to know where a judge gives classes that are `beyond` people's."""
    return (
        f"{judge} gives {listed(tuple(labels))}, and no person does. If that is off the scale, "
        "correct it or leave it out (on Your data as ratings that are no class, in a shell by "
        "--leave-out)"
    )


def _of_items(votes: Votes, runs: list[Array], rated: Mask, shared: Mask) -> Iterator[Array]:
    """The counts (n, L, L) of each judge with people, then of people by themselves."""
    totals = np.maximum(votes.sum(axis=1), 1)[:, None, None]
    people = votes[:, :, None] / totals
    for run, mask in zip(runs, rated, strict=True):
        yield mask[:, None, None] * people * run[:, None, :]
    pairs = votes[:, :, None] * (votes[:, None, :] - np.eye(votes.shape[1]))
    pairs /= totals * np.maximum(totals - 1, 1)
    for mask in shared:
        yield mask[:, None, None] * pairs


def _summed(counts: Array, clusters: npt.NDArray[np.int64]) -> Array:
    sums = np.zeros((clusters.max() + 1, *counts.shape[1:]))
    np.add.at(sums, clusters, counts)
    return sums


def _coefficients(counts: Array, keys: Sequence[str]) -> Array:
    """Shape (..., K)."""
    return np.stack([COEFFICIENTS[key].compute(counts) for key in keys], axis=-1)


def _interval(
    counts: Array, keys: Sequence[str], samples: int, seed: int, confidence: float
) -> tuple[Array, Array]:
    """Percentiles (K,) of what is found in resamples of items or clusters (n, L, L)."""
    counts = counts[counts.sum(axis=(1, 2)) > 0]
    items, size = len(counts), counts.shape[-1]
    if items < FEWEST_FOR_INTERVALS:
        return np.full(len(keys), np.nan), np.full(len(keys), np.nan)
    # Most items are like others: how often each kind of item is drawn is drawn at once.
    alike = pd.DataFrame(counts.reshape(items, -1)).value_counts(sort=False)
    kinds, times = alike.index.to_frame().to_numpy(), alike.to_numpy()
    generator = np.random.default_rng(seed)
    drawn = np.concatenate(
        [
            _coefficients(
                (generator.multinomial(items, times / items, end - start) @ kinds).reshape(
                    -1, size, size
                ),
                keys,
            )
            for start, end in ranges(samples, max(1, _NUMBERS_AT_ONCE // len(kinds)))
        ]
    )
    low, high = percentiles(drawn, confidence).T
    return low, high
