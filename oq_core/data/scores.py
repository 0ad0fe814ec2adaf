"""Scores of every run on every instance under several measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self, TypeVar

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.data.arrays import mean_where_defined

Held = TypeVar("Held")
#: What an instance is called, and a cluster, where nobody says it.
UNITS = ("instance", "cluster")


@dataclass(frozen=True, eq=False, repr=False)
class Scores:
    """A stack of score matrices, one for each measure.

    Attributes
    ----------
    values : ndarray of float64, shape (K, n, m)
        Score of each of m runs on each of n instances under K measures. NaN where a measure is
        undefined.
    measures : tuple of str
        The K measures' keys.
    ids : tuple of str
        The n instance ids.
    runs : tuple of str
        The m run names.
    larger_is_better : tuple of bool
        Direction of the K measures.
    clusters : tuple of str
        What each of the n instances belongs to, such as its document, where they do: `defined`,
        from which every test and interval begins, then gives whole clusters.
    most : float
        The largest score that there can be, where an instance's lies in [0, 1]: above 1 of whole
        clusters that have unlike numbers of instances.
    unit : str
        What one of the n is called: an instance, or of whole clusters a cluster.

    Raises
    ------
    ValueError
        If shapes do not fit together, a name appears twice, or a score is infinite.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> values = np.array([[[0.1, 0.3], [0.2, 0.2]]])
    >>> scores = Scores(values, ("NMD",), ("d1", "d2"), ("a", "b"), (False,))
    >>> scores
    <Scores: 1 measure (NMD), 2 instances, 2 runs>
    >>> print(scores.means.round(2))
    [[0.15 0.25]]
    """

    values: npt.NDArray[np.float64]
    measures: tuple[str, ...]
    ids: tuple[str, ...]
    runs: tuple[str, ...]
    larger_is_better: tuple[bool, ...]
    clusters: tuple[str, ...] = ()
    most: float = 1.0
    unit: str = UNITS[0]

    def __post_init__(self) -> None:
        for what, names in (
            ("measure", self.measures),
            ("instance id", self.ids),
            ("run", self.runs),
        ):
            if len(set(names)) != len(names):
                twice = next(name for name in names if names.count(name) > 1)
                raise ValueError(f"the {what} {twice!r} appears twice in the scores")
        shape = (len(self.measures), len(self.ids), len(self.runs))
        if np.shape(self.values) != shape:
            raise ValueError(
                f"scores have the shape {np.shape(self.values)}, not that of "
                f"{counted(shape[0], 'measure')}, {counted(shape[1], 'instance')} and "
                f"{counted(shape[2], 'run')}"
            )
        if len(self.larger_is_better) != len(self.measures):
            raise ValueError(
                f"larger_is_better has {counted(len(self.larger_is_better), 'direction')} for "
                f"{counted(len(self.measures), 'measure')}"
            )
        if self.clusters and len(self.clusters) != shape[1]:
            raise ValueError(
                f"there are clusters of {counted(len(self.clusters), 'instance')}, not {shape[1]}"
            )
        if np.isinf(self.values).any():
            k, i, j = (int(place) for place in np.argwhere(np.isinf(self.values))[0])
            raise ValueError(
                f"{self.measures[k]} of run {self.runs[j]} on instance {self.ids[i]} is infinite; "
                "an undefined score is NaN"
            )

    def __repr__(self) -> str:
        return f"<Scores: {self._described()}>"

    def __array__(
        self, dtype: npt.DTypeLike | None = None, *, copy: bool | None = None
    ) -> npt.NDArray[np.float64]:
        """The values, for what takes score matrices with or without names.

        Of clusters, each as a whole: what tests and intervals make of an array knows no clusters.
        """
        return np.array(self.whole().values, dtype, copy=copy)

    def _described(self) -> str:
        counts = (
            f"{counted(len(self.measures), 'measure')} ({listed(self.measures)})",
            counted(len(self.ids), self.unit),
            counted(len(self.runs), "run"),
        )
        return ", ".join(counts)

    def _repr_html_(self) -> str:
        """Mean scores as a table, for a notebook."""
        means = pd.DataFrame(self.means.T, pd.Index(self.runs, name="run"), list(self.measures))
        return f"<p>Scores: {escaped(self._described())}. Means:</p>{means.to_html(escape=True)}"

    @property
    def means(self) -> npt.NDArray[np.float64]:
        """Mean over instances, shape (K, m): a run's score."""
        return self.values.mean(axis=1)

    def to_frame(self) -> pd.DataFrame:
        """A row for each instance and run, a column for each measure: shape (n m, K).

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core import Scores
        >>> scores = Scores(np.array([[[0.1, 0.3]]]), ("NMD",), ("d1",), ("a", "b"), (False,))
        >>> scores.to_frame()  # doctest: +NORMALIZE_WHITESPACE
                      NMD
        instance run
        d1       a    0.1
                 b    0.3
        """
        index = pd.MultiIndex.from_product([self.ids, self.runs], names=["instance", "run"])
        cells = self.values.reshape(len(self.measures), -1).T
        return pd.DataFrame(cells, index, list(self.measures))

    def of(self, measures: str | Iterable[str]) -> Self:
        """Scores under only these measures, in this order; one or several keys.

        Raises
        ------
        ValueError
            If a measure is not among them; the error says which are.

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core import Scores
        >>> scores = Scores(np.zeros((2, 1, 2)), ("NMD", "JSD"), ("d1",), ("a", "b"), (False,) * 2)
        >>> scores.of("JSD").measures
        ('JSD',)
        >>> scores.of("EMD")
        Traceback (most recent call last):
        ...
        ValueError: there is no measure 'EMD'; there are NMD, JSD
        """
        keys = (measures,) if isinstance(measures, str) else tuple(measures)
        rows = [place_of(key, self.measures, "measure") for key in keys]
        directions = tuple(self.larger_is_better[row] for row in rows)
        return replace(self, values=self.values[rows], measures=keys, larger_is_better=directions)

    def without(self, runs: str | Iterable[str]) -> Self:
        """Scores without these runs; those that are not there do not matter.

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core import Scores
        >>> scores = Scores(np.zeros((1, 1, 2)), ("NMD",), ("d1",), ("a", "b"), (False,))
        >>> scores.without("a").runs
        ('b',)
        """
        gone = {runs} if isinstance(runs, str) else set(runs)
        kept = [column for column, name in enumerate(self.runs) if name not in gone]
        if len(kept) == len(self.runs):
            return self
        names = tuple(self.runs[column] for column in kept)
        return replace(self, values=self.values[..., kept], runs=names)

    def renamed(self, names: Mapping[str, str]) -> Self:
        """Scores with other names for some runs, given by their present names.

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core import Scores
        >>> scores = Scores(np.zeros((1, 1, 2)), ("NMD",), ("d1",), ("a", "b"), (False,))
        >>> scores.renamed({"a": "c"}).runs
        ('c', 'b')
        """
        return replace(self, runs=tuple(renamed(dict.fromkeys(self.runs), names)))

    def with_runs(self, other: Scores) -> Self:
        """Scores with the runs of others after these, on the same instances and measures.

        Raises
        ------
        ValueError
            If they are on other instances or under other measures, or have a run of these.

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core import Scores
        >>> scores = Scores(np.zeros((1, 1, 2)), ("NMD",), ("d1",), ("a", "b"), (False,))
        >>> scores.without("b").with_runs(scores.without("a")).runs
        ('a', 'b')
        """
        if (other.measures, other.ids) != (self.measures, self.ids):
            raise ValueError("scores of other runs are on other instances or under other measures")
        values = np.concatenate([self.values, other.values], axis=2)
        return replace(self, values=values, runs=self.runs + other.runs)

    def on(self, ids: Iterable[str]) -> Self:
        """Scores on only these instances, in this order; of clusters' names, on whole clusters.

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core import Scores
        >>> scores = Scores(np.zeros((1, 2, 1)), ("NMD",), ("d1", "d2"), ("a",), (False,))
        >>> scores.on(["d2"]).ids
        ('d2',)
        """
        names = tuple(ids)
        if self.clusters and not set(names) <= set(self.ids):
            chosen = set(names)
            cells = [row for row, each in enumerate(self.clusters) if each in chosen]
            return self._at(cells).whole().on(names)
        place = {name: row for row, name in enumerate(self.ids)}
        return self._at([place[name] for name in names])

    def _at(self, rows: Sequence[int]) -> Self:
        """Scores on the instances at these places."""
        return replace(
            self,
            values=self.values[:, rows],
            ids=tuple(self.ids[row] for row in rows),
            clusters=tuple(self.clusters[row] for row in rows) if self.clusters else (),
        )

    def whole(self) -> Self:
        """Scores of whole clusters in the place of their instances: the means stay as they are.

        A cluster's score is the sum of its instances' scores, times clusters by instances. Scores
        of instances that belong to none are returned as they are.

        Examples
        --------
        >>> values = np.array([[[0.1], [0.3], [0.8]]])
        >>> made = Scores(values, ("NMD",), ("a", "b", "c"), ("r",), (False,), ("x", "x", "y"))
        >>> made.whole().ids, made.whole().values.round(3).tolist()
        (('x', 'y'), [[[0.267], [0.533]]])
        """
        if not self.clusters:
            return self
        place, clusters = numbered(self.clusters)
        values = whole_clusters(self.values, place)
        most = float(np.bincount(place).max(initial=1)) * len(clusters) / max(1, len(self.ids))
        return replace(self, values=values, ids=clusters, clusters=(), most=most, unit=UNITS[1])

    def by_cluster(self, separator: str) -> Self:
        """Scores of whole clusters instead of instances, for tests: the means stay as they are.

        Turns of a dialogue, or items of a document, are no independent instances. A cluster's
        score is the sum of its instances' scores, times clusters by instances.

        Parameters
        ----------
        separator : str
            What comes before it in an instance's id is the cluster.

        Raises
        ------
        ValueError
            If all instances are of one cluster, or each is one of its own.

        Examples
        --------
        >>> values = np.array([[[0.1], [0.3], [0.8]]])
        >>> scores = Scores(values, ("NMD",), ("d1_1", "d1_2", "d2_1"), ("a",), (False,))
        >>> whole = scores.by_cluster("_")
        >>> whole.ids, whole.values.round(3).tolist(), whole.means.round(3).tolist()
        (('d1', 'd2'), [[[0.267], [0.533]]], [[0.4]])
        """
        return self.clustered(separator).whole()

    def clustered(self, separator: str) -> Self:
        """Scores whose instances are known to be of clusters: `defined` makes these whole.

        Parameters, and errors, are those of `by_cluster`.

        Examples
        --------
        >>> ids = ("d1_1", "d1_2", "d2_1")
        >>> scores = Scores(np.zeros((1, 3, 1)), ("NMD",), ids, ("a",), (False,))
        >>> scores.clustered("_").clusters
        ('d1', 'd1', 'd2')
        """
        return replace(self, clusters=clusters_of(self.ids, separator))

    def first(self, instances: int) -> Self:
        """Scores on only the first instances.

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core import Scores
        >>> scores = Scores(np.zeros((1, 2, 1)), ("NMD",), ("d1", "d2"), ("a",), (False,))
        >>> scores.first(1).ids
        ('d1',)
        """
        return self._at(range(len(self.ids))[:instances])

    def complete(self) -> Self:
        """Scores on only the instances where every run has one under every measure.

        Of clusters, the instances of those of which this is true of every one.

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core import Scores
        >>> values = np.array([[[0.1, np.nan], [0.2, 0.3]]])
        >>> Scores(values, ("kappa",), ("t1", "t2"), ("a", "b"), (True,)).complete().ids
        ('t2',)
        """
        is_known = np.isfinite(self.values).all(axis=(0, 2))
        if self.clusters:
            broken = {self.clusters[row] for row in np.flatnonzero(~is_known)}
            is_known = np.array([each not in broken for each in self.clusters], dtype=bool)
        return self._at(np.flatnonzero(is_known).tolist())

    def defined(self) -> Self:
        """Those of `complete`, of clusters each as a whole: what tests and intervals take.

        Examples
        --------
        >>> values, ids = np.array([[[0.1], [0.3], [np.nan]]]), ("d1", "d2", "d3")
        >>> made = Scores(values, ("NMD",), ids, ("r",), (False,), ("x", "x", "y"))
        >>> made.defined().ids, made.complete().ids
        (('x',), ('d1', 'd2'))
        """
        return self.complete().whole()

    @property
    def left_out(self) -> int:
        """Instances that `complete` leaves out."""
        return len(self.ids) - len(self.complete().ids)

    @property
    def means_where_defined(self) -> npt.NDArray[np.float64]:
        """Mean over the instances on which a run's score is defined, shape (K, m).

        This is how tasks average officially. Runs are then averaged over different instances:
        a run can gain by an instance on which its score is undefined. NaN where a run has no
        defined score.

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core import Scores
        >>> values = np.array([[[0.1, np.nan], [0.2, 0.3]]])
        >>> scores = Scores(values, ("kappa",), ("t1", "t2"), ("a", "b"), (True,))
        >>> print(scores.means_where_defined.round(2), scores.defined().means.round(2))
        [[0.15 0.3 ]] [[0.2 0.3]]
        """
        return mean_where_defined(self.values, axis=1)

    def undefined(self) -> pd.DataFrame:
        """A row for each measure and instance with undefined scores: for which runs.

        Examples
        --------
        >>> import numpy as np
        >>> from oq_core import Scores
        >>> values = np.array([[[0.1, np.nan], [0.2, 0.3]]])
        >>> Scores(values, ("kappa",), ("t1", "t2"), ("a", "b"), (True,)).undefined()
          measure instance  undefined runs runs
        0   kappa       t1               1    b
        """
        unknown = ~np.isfinite(self.values)
        rows = [
            (
                self.measures[k],
                self.ids[i],
                int(unknown[k, i].sum()),
                ", ".join(self.runs[j] for j in np.flatnonzero(unknown[k, i])),
            )
            for k, i in np.argwhere(unknown.any(axis=2))
        ]
        return pd.DataFrame(rows, columns=["measure", "instance", "undefined runs", "runs"])


def whole_clusters(
    values: npt.NDArray[np.float64], places: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """Scores of G whole clusters, whose mean is that of their instances.

    Parameters
    ----------
    values : ndarray of float64, shape (K, n, m)
    places : ndarray of int64, shape (n,)
        The cluster of each instance, from 0.

    Returns
    -------
    ndarray of float64, shape (K, G, m)
        The sum of a cluster's scores, times clusters by instances.

    Examples
    --------
    >>> whole_clusters(np.array([[[0.1], [0.3], [0.8]]]), np.array([0, 0, 1])).round(3).tolist()
    [[[0.267], [0.533]]]
    """
    size = int(places.max()) + 1
    sums = np.zeros((len(values), size, values.shape[2]))
    np.add.at(sums.swapaxes(0, 1), places, values.swapaxes(0, 1))
    return sums * size / len(places)


def numbered(names: Sequence[str]) -> tuple[npt.NDArray[np.int64], tuple[str, ...]]:
    """For each name its number from 0, and the names as they first come.

    Examples
    --------
    >>> numbered(["y", "x", "y"])
    (array([0, 1, 0]), ('y', 'x'))
    """
    places, known = pd.factorize(np.array(names, dtype=object))
    return places, tuple(known)


def clusters_of(ids: Sequence[str], separator: str) -> tuple[str, ...]:
    """The cluster of each instance: what comes before the separator in its id.

    Raises
    ------
    ValueError
        If all instances are of one cluster, or each is one of its own.

    Examples
    --------
    >>> clusters_of(["a__1", "b__1", "a__2"], "__")
    ('a', 'b', 'a')
    """
    names = tuple(each.split(separator)[0] for each in ids)
    clusters = len(set(names))
    if clusters in (1, len(names)):
        found = "one cluster" if clusters == 1 else "a cluster for each"
        raise ValueError(
            f"by what comes before {separator!r} in their ids, such as {ids[0]!r}, "
            f"{counted(len(names), 'instance')} make {found}; a test of clusters needs at least 2, "
            "of several instances. Give another text, or none"
        )
    return names


def as_spelled(name: str, names: Iterable[str]) -> str:
    """A name as it is spelled among others, if one alone differs in capitals at most; else itself.

    Examples
    --------
    >>> as_spelled("nmd", ["NMD", "RNOD"]), as_spelled("a", ["A", "á"]), as_spelled("r", ["R", "r"])
    ('NMD', 'A', 'r')
    """
    there = dict.fromkeys(names)
    found = [each for each in there if each.casefold() == name.casefold()]
    return found[0] if len(found) == 1 and name not in there else name


def place_of(name: str, names: tuple[str, ...], what: str) -> int:
    """Position of a name, or the error that says which names there are.

    Raises
    ------
    ValueError
        If it is not among them.

    Examples
    --------
    >>> place_of("b", ("a", "b"), "run")
    1
    """
    if name not in names:
        raise ValueError(f"there is no {what} {name!r}; there are {', '.join(names)}")
    return names.index(name)


def renamed(runs: Mapping[str, Held], names: Mapping[str, str]) -> dict[str, Held]:
    """What is kept by run, with other names for some runs.

    Raises
    ------
    ValueError
        If two runs would have one name.
    """
    found = {names.get(name, name): each for name, each in runs.items()}
    if len(found) < len(runs):
        raise ValueError("two runs would have one name")
    return found


def counted(count: int, word: str, many: str = "") -> str:
    """A count with its word, as "1 run" or "2 runs"; the plural where it is no "s" more."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {many or f'{word}s'}"


def in_percent(share: float) -> str:
    """A share in percent, as "98 %"; "100 %" only where it is all."""
    return "more than 99 %" if 0.995 <= share < 1 else f"{100 * share:.0f} %"


def direction(larger_is_better: Iterable[bool]) -> str:
    """Which scores are better, as "smaller is better"; of measures of both kinds, that they are.

    Examples
    --------
    >>> direction([True]), direction([False, True])
    ('larger is better', 'smaller is better by some measures, larger by others')
    """
    kinds = set(larger_is_better)
    if len(kinds) > 1:
        return "smaller is better by some measures, larger by others"
    return f"{'larger' if True in kinds else 'smaller'} is better"


def are(count: int) -> str:
    """The verb after a count: "is" after 1, else "are"."""
    return "is" if count == 1 else "are"


def listed(names: tuple[str, ...], most: int = 6) -> str:
    """Names with commas; of many, the first and how many more."""
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"


def escaped(text: str) -> str:
    """Text in which HTML's signs are spelled out."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
