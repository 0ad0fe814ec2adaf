"""What a person may judge by: measures, three simpler habits, chance, and nothing of these."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from oq_core.data.arrays import Array
from oq_core.data.distributions import TIE_TOLERANCE, Distributions
from oq_core.measures.quantification import MEASURES, Measure

Kind = Literal["measure", "rival", "none"]
#: From gold, A and B, (..., L) each, to (...): positive where A is preferred to B.
Preference = Callable[[Distributions, Distributions, Distributions], Array]


@dataclass(frozen=True, eq=False)
class Candidate:
    """What may explain a person's choices.

    Attributes
    ----------
    key : str
        A measure's own, or the name of a rival.
    title : str
        What a person who judges by it does, after "You".
    kind : {"measure", "rival", "none"}
    preference : callable, optional
        From gold, A and B (..., L) to (...), positive where A is preferred; what does not look at
        the estimates has none.
    takes_sides : bool
        Whether a liking for the left or the right side belongs to it.

    Examples
    --------
    >>> CANDIDATES["NMD"].title
    'judge like NMD'
    """

    key: str
    title: str
    kind: Kind
    preference: Preference | None = None
    takes_sides: bool = True

    def differences(self, gold: Distributions, a: Distributions, b: Distributions) -> Array:
        """How much A is preferred to B, on the candidate's own scale.

        Parameters
        ----------
        gold, a, b : ndarray of float64, shape (..., L)

        Returns
        -------
        ndarray of float64, shape (...)
            Positive where A is preferred, 0 where neither is.

        Examples
        --------
        >>> gold, near, far = np.eye(3)
        >>> float(CANDIDATES["NMD"].differences(gold, near, far))
        0.5
        >>> float(CANDIDATES["chance"].differences(gold, near, far))
        0.0
        """
        if self.preference is None:
            return np.zeros(gold.shape[:-1])
        found = self.preference(gold, a, b)
        return np.where(np.abs(found) > TIE_TOLERANCE, found, 0.0)


def _of_measure(measure: Measure) -> Candidate:
    def preference(gold: Distributions, a: Distributions, b: Distributions) -> Array:
        better = measure.function(b, gold) - measure.function(a, gold)
        return np.asarray(better, dtype=np.float64)

    return Candidate(measure.key, f"judge like {measure.key}", "measure", preference)


def _by_mean(gold: Distributions, a: Distributions, b: Distributions) -> Array:
    """How much nearer to the gold's mean class A's is than B's."""
    places = np.arange(gold.shape[-1])
    error_a, error_b = (np.abs((each - gold) @ places) for each in (a, b))
    return np.asarray(error_b - error_a)


def _by_sharpness(_: Distributions, a: Distributions, b: Distributions) -> Array:
    """How much more A is concentrated on few classes, whatever the gold."""
    return np.asarray((a**2 - b**2).sum(axis=-1))


def _by_mode(gold: Distributions, a: Distributions, b: Distributions) -> Array:
    """How many more of A's votes are in the gold's fullest class; in all of them if several."""
    fullest = gold >= gold.max(axis=-1, keepdims=True) - TIE_TOLERANCE
    return np.asarray(((a - b) * fullest).sum(axis=-1))


#: What may explain a person's choices, by key, in the order in which it is shown: measures first.
CANDIDATES: dict[str, Candidate] = {
    each.key: each
    for each in (
        # A measure and its square are one habit: nothing that is asked tells them apart.
        *(_of_measure(each) for each in MEASURES.values() if not each.ranks_like),
        Candidate("mean", "look at the mean only", "rival", _by_mean),
        Candidate("sharpness", "like the sharper estimate", "rival", _by_sharpness),
        Candidate("mode", "look at the gold’s fullest class only", "rival", _by_mode),
        Candidate("chance", "answer by chance, or by the side", "rival"),
        Candidate("none", "judge in another way", "none", takes_sides=False),
    )
}

#: The prior probability that no candidate explains a person; all of them share the rest equally.
PRIOR_OF_NONE = 0.25


def prior_of_candidates() -> Array:
    """The prior probability of each candidate.

    Returns
    -------
    ndarray of float64, shape (C,)
        In the order of `CANDIDATES`; they sum to 1.

    Examples
    --------
    >>> prior = prior_of_candidates()
    >>> float(prior[-1]), round(float(prior.sum()), 12)
    (0.25, 1.0)
    """
    is_none = np.array([each.kind == "none" for each in CANDIDATES.values()])
    return np.where(is_none, PRIOR_OF_NONE, (1 - PRIOR_OF_NONE) / (~is_none).sum())
