"""Which runs of a data set are tested together, and why others are only shown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from oq_core.analysis.pairs import PairTests
from oq_core.campaign.computing.protocol import Source
from oq_core.data.arrays import Array


@dataclass(frozen=True)
class Family:
    """The runs of a data set as tests take them.

    Attributes
    ----------
    tested : tuple of str
        The runs that are permuted together.
    made : tuple of str
        Runs that were made from the gold.
    same : tuple of tuple of str
        Groups of runs that are the same in every number; of each the first one is tested, if any
        of it is.
    left_out : tuple of str
        Runs that are not tested because another of their group is.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.campaign.computing.family import family_of
    >>> from oq_core.campaign.computing.kinds import Quantified
    >>> gold = np.array([[0.5, 0.5], [0.4, 0.6]])
    >>> runs = {"a": gold, "b": gold, "c": gold[::-1]}
    >>> data = Quantified(Collection("demo", ("x", "y"), ("1", "2"), gold, runs)).with_baselines()
    >>> family = family_of(data)
    >>> family.tested, family.baselines
    (('a', 'c'), ('Popularity', 'Uniform'))
    >>> family.same_words
    'a and b are the same in every number: a is tested and stands for both'
    """

    tested: tuple[str, ...]
    made: tuple[str, ...] = ()
    same: tuple[tuple[str, ...], ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def baselines(self) -> tuple[str, ...]:
        """Baselines that were made from the gold and are shown, not tested."""
        return tuple(run for run in self.made if run not in (*self.tested, *self.left_out))

    def p_values(self, tests: PairTests, runs: Sequence[str]) -> Array:
        """Return p-values of every two of some runs, NaN where one is not tested.

        Parameters
        ----------
        tests : PairTests
            Of the runs that are tested, under K measures.
        runs : sequence of str
            m runs that are shown. One that is the same as one that is tested has its p-values.

        Returns
        -------
        ndarray of float64, shape (K, m, m)
        """
        first = {run: group[0] for group in self.same for run in group}
        places = {run: place for place, run in enumerate(tests.runs)}
        rows = np.array([places.get(first.get(run, run), -1) for run in runs])
        found = tests.p_values[:, rows[:, None], rows]
        is_tested = rows >= 0
        return np.where(is_tested[:, None] & is_tested, found, np.nan)

    @property
    def same_words(self) -> str:
        """Which runs are the same, and which of them is tested; nothing where none are."""
        if len(self.same) < 2 or any(group[0] not in self.tested for group in self.same):
            return "; ".join(map(self._words, self.same))
        groups = "; ".join(map(_in_words, self.same))
        return (
            "these runs are the same in every number, and the first of each group is tested and "
            f"stands for it: {groups}"
        )

    @property
    def caption(self) -> str:
        """What a table says of runs that are the same as one that is tested."""
        return "; ".join(self._words(group) for group in self.same if group[0] in self.tested)

    def _words(self, group: tuple[str, ...]) -> str:
        words = f"{_in_words(group)} are the same in every number"
        if group[0] not in self.tested:
            return words
        return f"{words}: {group[0]} is tested and stands for {_all(group)}"


def _in_words(group: Sequence[str]) -> str:
    return f"{', '.join(group[:-1])} and {group[-1]}"


def _all(group: Sequence[str]) -> str:
    return "both" if len(group) == 2 else f"all {len(group)}"


def family_of(source: Source, outside: Iterable[str] = (), test_baselines: bool = False) -> Family:
    """Return which runs of a data set are tested.

    Parameters
    ----------
    source : Source
    outside : iterable of str
        Runs that are not to be tested.
    test_baselines : bool
        Whether baselines that were made from the gold are tested like other runs.

    Returns
    -------
    Family
        Of runs that are the same in every number, one is tested: one that was submitted before
        one that was made here.
    """
    shown_only = set(outside) | (set() if test_baselines else set(source.made))
    same = tuple(
        tuple(sorted(group, key=lambda run: (run in shown_only, run in source.made)))
        for group in source.same
    )
    doubles = {run for group in same for run in group[1:] if run not in shown_only}
    return Family(
        tuple(run for run in source.runs if run not in shown_only | doubles),
        source.made,
        same,
        tuple(run for run in source.runs if run in doubles),
    )
