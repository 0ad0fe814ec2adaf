"""Scores under the names that tasks publish them by: multiples of measures, and means over bins."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.data.collection import Collection
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.data.results import Result
from oq_core.data.scores import are, counted
from oq_core.measures.scoring import score

#: LeQua's classes as its files name them: 0 is one star.
_LEQUA_CLASSES = ("0", "1", "2", "3", "4")

#: LeQua's bins of samples, by the gold's mean number of stars: [1, 2), [2, 3), [3, 4), [4, 5).
_LEQUA_BINS = 4


@dataclass(frozen=True, eq=False, repr=False)
class OfficialScore(Result):
    """What a task publishes of each run.

    Attributes
    ----------
    task, name : str
        The task, and what it calls the score.
    measure : str
        The key of the measure that it comes from.
    says : str
        How it comes from the measure, in words.
    runs : tuple of str
        The m runs.
    values : ndarray of float64, shape (m,)
        Smaller is better.
    published : bool
        Whether the task itself publishes it; if not, it stands beside what the task does.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.measures.official import OfficialScore
    >>> emd = OfficialScore("SemEval Task 4", "EMD", "NMD", "NMD × 4", ("r",), np.array([0.8]))
    >>> emd.task, emd.name, emd.values.tolist()
    ('SemEval Task 4', 'EMD', [0.8])
    """

    task: str
    name: str
    measure: str
    says: str
    runs: tuple[str, ...]
    values: npt.NDArray[np.float64]
    published: bool = True

    def to_frame(self) -> pd.DataFrame:
        """A row for each run."""
        return pd.DataFrame({self.name: self.values}, pd.Index(self.runs, name="run"))


def official_scores(collection: Collection) -> tuple[OfficialScore, ...]:
    """The scores that the collection's task publishes, of each run; none if it is of no such task.

    SemEval Task 4 publishes EMD = (L - 1) NMD. LeWiDi 2025 publishes the average Manhattan
    distance = 2 NVD, and its participants the average Wasserstein distance = (L - 1) NMD. LeQua
    2024 T3 publishes NMD as a mean over samples and as `macro_nmd`; any wide table of five classes
    0 to 4 is taken for one of LeQua's.

    Parameters
    ----------
    collection : Collection
        With at least one run.

    Returns
    -------
    tuple of OfficialScore

    Raises
    ------
    ValueError
        If the collection has no runs.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.measures import official_scores
    >>> gold, run = np.array([[0.5, 0.5, 0.0]]), np.array([[0.0, 0.5, 0.5]])
    >>> votes = Collection("c", ("1", "2", "3"), ("x",), gold, {"r": run}, format="LeWiDi gold")
    >>> [(each.name, each.values.round(6).tolist()) for each in official_scores(votes)]
    [('average Manhattan distance', [1.0]), ('average Wasserstein distance', [1.0])]
    """
    found = []
    for task, name, measure, factor in _multiples(collection):
        scores = score(collection, [measure])
        says = f"{measure} × {factor}"
        found.append(
            OfficialScore(task, name, measure, says, scores.runs, scores.means[0] * factor)
        )
    if collection.format == "wide table" and collection.classes == _LEQUA_CLASSES:
        scores = score(collection, ["NMD"])
        task, runs, macro = "LeQua 2024 T3", scores.runs, macro_nmd(collection)
        found += [
            OfficialScore(task, "NMD", "NMD", "its mean over samples", runs, scores.means[0]),
            OfficialScore(task, "macro NMD", "NMD", macro.says, runs, macro.official),
        ]
        if macro.filled < _LEQUA_BINS:
            says = (
                f"not what LeQua publishes: the mean over the {counted(macro.filled, 'filled bin')}"
            )
            name, values = "macro NMD over filled bins", macro.over_filled
            found.append(OfficialScore(task, name, "NMD", says, runs, values, published=False))
    return tuple(found)


def official_names(collection: Collection) -> tuple[str, ...]:
    """What the collection's task calls multiples of measures, a sentence for each.

    Parameters
    ----------
    collection : Collection

    Examples
    --------
    >>> from oq_core import Collection
    >>> from oq_core.measures import official_names
    >>> gold = [[0.5, 0.5, 0.0]]
    >>> official_names(Collection("c", ("1", "2", "3"), ("x",), gold, {}, format="LeWiDi gold"))
    ("LeWiDi 2025's average Manhattan distance is NVD × 2", \
"LeWiDi 2025's average Wasserstein distance is NMD × 2")
    """
    return tuple(
        f"{task}'s {name} is {measure} × {factor}"
        for task, name, measure, factor in _multiples(collection)
    )


def _multiples(collection: Collection) -> tuple[tuple[str, str, str, int], ...]:
    """Task, its name for a score, the measure, and how many times that the score is."""
    steps = len(collection.classes) - 1
    if collection.format.startswith("SemEval subtask"):
        return (("SemEval Task 4", "EMD", "NMD", steps),)
    if collection.format == "LeWiDi gold":
        return (
            ("LeWiDi 2025", "average Manhattan distance", "NVD", 2),
            ("LeWiDi 2025", "average Wasserstein distance", "NMD", steps),
        )
    return ()


@dataclass(frozen=True, eq=False, repr=False)
class MacroNMD(Result):
    """LeQua's macro NMD of each run.

    Attributes
    ----------
    official : ndarray of float64, shape (m,)
        The sum of the bins' mean NMD divided by four, also where bins have no samples: what the
        organisers' program prints; NaN if none has.
    over_filled : ndarray of float64, shape (m,)
        The sum divided by the number of bins that have samples; NaN if none has.
    filled : int
        How many bins have samples, 0 to 4.
    says : str
        How the official score comes about, and which samples are in no bin.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.measures.official import MacroNMD
    >>> MacroNMD(np.array([0.1]), np.array([0.2]), 2, "").filled
    2
    """

    official: npt.NDArray[np.float64]
    over_filled: npt.NDArray[np.float64]
    filled: int
    says: str

    def to_frame(self) -> pd.DataFrame:
        """A row for each run."""
        return pd.DataFrame({"official": self.official, "over filled bins": self.over_filled})


def macro_nmd(collection: Collection) -> MacroNMD:
    """LeQua's macro NMD of each run.

    Samples are put into four bins by the mean number of stars of their gold: [1, 2), [2, 3),
    [3, 4) and [4, 5). The score is the mean of the bins' mean NMD; a bin without samples counts
    as 0. A sample whose gold is all five stars is in no bin. Both are as the organisers' program
    has it.

    Parameters
    ----------
    collection : Collection
        Of five classes, one star to five, with at least one run.

    Returns
    -------
    MacroNMD

    Raises
    ------
    ValueError
        If there are not five classes, or no runs.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.measures import macro_nmd
    >>> gold = np.eye(5)[[0, 0, 4]]
    >>> run = {"r": np.eye(5)[[0, 1, 4]]}
    >>> found = macro_nmd(Collection("T3", tuple("01234"), ("0", "1", "2"), gold, run))
    >>> print(found.official, found.over_filled, found.filled)
    [0.03125] [0.125] 1
    """
    if len(collection.classes) != _LEQUA_BINS + 1:
        raise ValueError(f"{collection.name} has {len(collection.classes)} classes, not five")
    values = score(collection, ["NMD"]).values[0]
    stars = collection.gold @ np.arange(1, len(collection.classes) + 1)
    # A mean of 3 must not fall below it by rounding.
    bins = np.floor(stars + TIE_TOLERANCE).astype(int) - 1
    filled = [number for number in range(_LEQUA_BINS) if (bins == number).any()]
    outside = int((bins >= _LEQUA_BINS).sum())
    says = "the mean of the means of 4 bins"
    if empty := _LEQUA_BINS - len(filled):
        says += f"; {counted(empty, 'bin')} without samples {are(empty)} counted as 0"
    if outside:
        says += f"; {counted(outside, 'sample')} of five stars alone {are(outside)} in no bin"
    sums = sum(
        (values[bins == number].mean(axis=0) for number in filled), np.zeros(values.shape[1])
    )
    if not filled:
        sums[:] = np.nan
    return MacroNMD(sums / _LEQUA_BINS, sums / max(len(filled), 1), len(filled), says)
