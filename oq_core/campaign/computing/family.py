"""Which runs of a data set analyses take, which are tested, and what stands beside them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from oq_core.analysis.pairs import PairTests
from oq_core.campaign.computing.described import filled
from oq_core.campaign.computing.protocol import Source, Standing
from oq_core.data.arrays import Array
from oq_core.data.described import RunDescription
from oq_core.data.scores import Scores


@dataclass(frozen=True)
class Family:
    """The runs of a data set as analyses take them, and what stands beside them.

    Attributes
    ----------
    tested : tuple of str
        The runs that are permuted together.
    same : tuple of tuple of str
        Groups of runs that are the same in every number, of each of which the first is tested.
    standings : mapping of str to Standing
        What every run is that is shown.
    from_gold : tuple of str
        Those of the runs shown that were made here and have seen the gold.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.campaign.computing.family import family_of
    >>> from oq_core.campaign.computing.kinds import Quantified
    >>> gold = np.array([[0.5, 0.5], [0.4, 0.6]])
    >>> runs = {"a": gold, "b": gold, "BL-c": gold[::-1]}
    >>> data = Quantified(Collection("demo", ("x", "y"), ("1", "2"), gold, runs)).with_baselines()
    >>> family = family_of(data)
    >>> family.tested, family.references
    (('a', 'BL-c'), ('Popularity', 'Uniform'))
    >>> family.standings["BL-c"], family.from_gold
    ('official baseline', ('Popularity',))
    >>> family.same_words
    'a and b are the same in every number: a is tested and stands for both'
    """

    tested: tuple[str, ...]
    same: tuple[tuple[str, ...], ...] = ()
    standings: Mapping[str, Standing] = field(default_factory=dict)
    from_gold: tuple[str, ...] = ()

    @property
    def references(self) -> tuple[str, ...]:
        """What is shown beside the runs and takes no part."""
        taken = {*self.tested, *(run for group in self.same for run in group)}
        return tuple(run for run in self._standing("reference") if run not in taken)

    @property
    def let_in(self) -> tuple[str, ...]:
        """References that take part as runs, because that was asked for."""
        return tuple(run for run in self._standing("reference") if run not in self.references)

    def _standing(self, standing: Standing) -> list[str]:
        return [run for run, each in self.standings.items() if each == standing]

    def of(self, scores: Scores) -> Scores:
        """Return scores of the runs that are tested."""
        return scores.without(set(scores.runs) - set(self.tested))

    def p_values(self, tests: PairTests, runs: Sequence[str]) -> Array:
        """Return p-values of every two of the runs.

        Parameters
        ----------
        tests : PairTests
            Of the runs that are tested, under K measures.
        runs : sequence of str
            m of them. One that is the same as one that is tested has its p-values.

        Returns
        -------
        ndarray of float64, shape (K, m, m)
        """
        first = {run: group[0] for group in self.same for run in group}
        rows = np.array([tests.runs.index(first.get(run, run)) for run in runs])
        return tests.p_values[:, rows[:, None], rows]

    @property
    def same_words(self) -> str:
        """Which runs are the same, and which of them is tested; nothing where none are."""
        if len(self.same) < 2:
            return self.caption
        groups = "; ".join(map(_in_words, self.same))
        return (
            "these runs are the same in every number, and the first of each group is tested and "
            f"stands for it: {groups}"
        )

    @property
    def caption(self) -> str:
        """What a table says of runs that are the same as one that is tested."""
        return "; ".join(
            f"{_in_words(group)} are the same in every number: {group[0]} is tested and stands for "
            f"{_all(group)}"
            for group in self.same
        )


def _in_words(group: Sequence[str]) -> str:
    return f"{', '.join(group[:-1])} and {group[-1]}"


def _all(group: Sequence[str]) -> str:
    return "both" if len(group) == 2 else f"all {len(group)}"


def family_of(source: Source, described: Mapping[str, RunDescription] | None = None) -> Family:
    """Return which runs of a data set are tested, and what every one is.

    Parameters
    ----------
    source : Source
    described : mapping of str to RunDescription, optional
        What is said of its runs, made complete; told by their names unless given.

    Returns
    -------
    Family
        Of runs that are the same in every number, one is tested: one that was submitted before
        one that was made here.
    """
    beside = () if source.beside is None else source.beside.runs
    shown = (*source.runs, *beside)
    known = filled(shown) if described is None else described

    def standing(run: str) -> Standing:
        if run in source.made or run in beside:
            return "reference"
        return "official baseline" if known[run].baseline else "submitted"

    same = tuple(tuple(sorted(group, key=lambda run: run in source.made)) for group in source.same)
    doubles = {run for group in same for run in group[1:]}
    return Family(
        tuple(run for run in source.runs if run not in doubles),
        same,
        {run: standing(run) for run in shown},
        tuple(run for run in shown if source.made.get(run, False)),
    )
