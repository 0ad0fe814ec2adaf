"""What is said of a person's answers: by what they judge, and which answers tell it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from oq_core.data.arrays import Array
from oq_core.preferences.candidates import CANDIDATES
from oq_core.preferences.model import Whole
from oq_core.preferences.pool import KINDS
from oq_core.preferences.series import NO_REASON, Series, SeriesVerdict

#: A probability above which no number is told.
_SURE = 0.99
#: How who judges by a measure is told of.
_LIKE = "judge like "
#: Groups that are named.
_MOST_GROUPS = 3
#: Questions of a kind, and of no such kind, that a kind has to have to be called deciding.
_OF_EACH = 2


def phrase(keys: tuple[str, ...]) -> str:
    """What people do who judge by one of these candidates, after "You".

    Examples
    --------
    >>> phrase(("NMD", "RSNOD", "mean"))
    'judge like NMD / RSNOD or look at the mean only'
    """
    measures = [key for key in keys if CANDIDATES[key].kind == "measure"]
    others = [CANDIDATES[key].title for key in keys if key not in measures]
    return " or ".join(([f"{_LIKE}{' / '.join(measures)}"] if measures else []) + others)


def in_words(found: SeriesVerdict) -> str:
    """By what a person judges, in a sentence.

    Parameters
    ----------
    found : SeriesVerdict

    Examples
    --------
    >>> groups = [(("RNOD",), 0.62), (("RSNOD",), 0.21), (("NMD",), 0.17)]
    >>> in_words(SeriesVerdict(groups, ("RNOD", "RSNOD"), 0.4, True, 1.0))
    'You judge like RNOD (62 %) or RSNOD (21 %).'
    >>> in_words(SeriesVerdict(groups, ("RNOD", "RSNOD"), 0.4, True, 0.0))
    'You are closest to people who judge like RNOD (62 %) or RSNOD (21 %), but this is not sure.'
    >>> in_words(SeriesVerdict(groups, ("RNOD", "RSNOD"), 0.01, False, 1.0))
    'No measure here explains you. Nearest: you judge like RNOD (62 %) or RSNOD (21 %).'
    >>> groups = [(("none",), 0.9), (("NMD",), 0.06), (("RNOD",), 0.04)]
    >>> in_words(SeriesVerdict(groups, ("none",), 0.4, False, 1.0))
    'No measure here explains you: you judge in another way (90 %).'
    >>> in_words(SeriesVerdict([(("RNOD", "none"), 1.0)], ("RNOD", "none"), 0.4, True, 1.0))
    'So few answers do not tell by what you judge.'
    """
    kinds = {CANDIDATES[key].kind for key in found.groups[0][0]}
    if {"measure", "none"} <= kinds:
        return "So few answers do not tell by what you judge."
    named = [group for group in found.groups if set(group[0]) & set(found.named)][:_MOST_GROUPS]
    if found.is_sure:
        return f"You {_listed(named)}."
    if found.is_explained:
        reasons = [group for group in named if group[0][0] not in NO_REASON]
        return f"You are closest to people who {_listed(reasons)}, but this is not sure."
    says = "No measure here explains you"
    if found.groups[0][0][0] in NO_REASON:
        says += f": you {_listed(named[:1])}"
        named = named[1:2]
    return f"{says}. Nearest: you {_listed(named)}." if named else f"{says}."


def of_oneself(found: SeriesVerdict) -> str:
    """The same of oneself, in a short sentence without numbers, for a card.

    Parameters
    ----------
    found : SeriesVerdict

    Examples
    --------
    >>> groups = [(("RNOD",), 0.62), (("RSNOD",), 0.21), (("NMD",), 0.17)]
    >>> of_oneself(SeriesVerdict(groups, ("RNOD", "RSNOD"), 0.4, True, 1.0))
    'I judge like RNOD.'
    >>> of_oneself(SeriesVerdict(groups, ("RNOD", "RSNOD"), 0.4, True, 0.0))
    'Perhaps I judge like RNOD.'
    >>> of_oneself(SeriesVerdict(groups, ("RNOD", "RSNOD"), 0.01, False, 1.0))
    'No measure here explains me.'
    >>> of_oneself(SeriesVerdict([(("RNOD", "none"), 1.0)], ("RNOD", "none"), 0.4, True, 1.0))
    'So few answers do not tell by what I judge.'
    """
    first = found.groups[0][0]
    if {"measure", "none"} <= {CANDIDATES[key].kind for key in first}:
        return "So few answers do not tell by what I judge."
    if found.is_sure:
        return f"I {phrase(first)}."
    if found.is_explained and first[0] not in NO_REASON:
        return f"Perhaps I {phrase(first)}."
    return "No measure here explains me."


def _listed(groups: list[tuple[tuple[str, ...], float]]) -> str:
    """Groups with their probabilities; after measures alone, the verb goes without saying."""
    told, after = [], ""
    for keys, share in groups:
        words = phrase(keys).removeprefix(after)
        told.append(f"{words} ({_percent(share)})")
        are_measures = all(CANDIDATES[key].kind == "measure" for key in keys)
        after = _LIKE if are_measures else ""
    return " or ".join(told)


def _percent(share: float) -> str:
    """A probability in words: nothing is certain."""
    return "over 99 %" if share > _SURE else f"{100 * share:.0f} %"


def parted(series: Series, candidate: str) -> Whole:
    """Questions to which a person gave the other answer than a candidate.

    Parameters
    ----------
    series : Series
        Of one person.
    candidate : str
        Of a candidate.

    Returns
    -------
    ndarray of int64, shape (p,)
        Places in the series, the clearest first; without questions that were asked again and
        such as one of the two finds equally good.

    Examples
    --------
    >>> from oq_core.preferences import usual_model
    >>> generator = np.random.default_rng(1)
    >>> series = Series.begin(usual_model(), generator)
    >>> while series.why:
    ...     series = series.answered(series.ask(generator), 0)
    >>> places, nmd = parted(series, "NMD"), list(CANDIDATES).index("NMD")
    >>> bool((series.model.pool.differences[nmd, series.triples[places]] < 0).all())
    True
    """
    row = list(CANDIDATES).index(candidate)
    differences = series.model.pool.differences[row, series.triples]
    opposed = differences * (1 - series.answers) < 0
    found = np.flatnonzero(opposed & series.is_first)
    return np.asarray(found[np.argsort(-np.abs(differences[found]), kind="stable")])


def weights(series: Series) -> Array:
    """The log probability of each answer under each candidate, given the answers before.

    Parameters
    ----------
    series : Series
        Of one person.

    Returns
    -------
    ndarray of float64, shape (C, q)
        They sum to `PreferenceModel.evidence`.

    Examples
    --------
    >>> from oq_core.preferences import usual_model
    >>> generator = np.random.default_rng(1)
    >>> series = Series.begin(usual_model(), generator)
    >>> while series.why:
    ...     series = series.answered(series.ask(generator), 0)
    >>> weights(series).shape == (len(CANDIDATES), 20)
    True
    """
    model = series.model
    beliefs = model.start()
    evidence = [model.evidence(beliefs)]
    for triple, side, answer in zip(series.triples, series.sides, series.answers, strict=True):
        beliefs = model.told(beliefs, triple, side, answer)
        evidence.append(model.evidence(beliefs))
    return np.asarray(np.diff(evidence, axis=0).T)


@dataclass(frozen=True)
class Deciding:
    """The property that tells two candidates apart in a person's answers.

    Attributes
    ----------
    kind : str
        Of `KINDS`.
    evidence, questions : float
        The share that questions of this kind have of all that speaks for the first candidate and
        against the second, and of the questions.

    Examples
    --------
    >>> Deciding("tails", 0.8, 0.4).kind
    'tails'
    """

    kind: str
    evidence: float
    questions: float


def deciding(series: Series, first: str, second: str) -> Deciding | None:
    """Which property decides between two candidates in a person's answers.

    Parameters
    ----------
    series : Series
        Of one person.
    first, second : str
        Keys of candidates; the first explains the answers better.

    Returns
    -------
    Deciding or None
        Of the kind of triples that has most more of the evidence than of the questions; nothing
        where no kind has.

    Examples
    --------
    >>> from oq_core.preferences import usual_model
    >>> generator = np.random.default_rng(1)
    >>> series = Series.begin(usual_model(), generator)
    >>> while series.why:
    ...     series = series.answered(series.ask(generator), 0)
    >>> deciding(series, "NMD", "NMD") is None
    True
    """
    keys, each = list(CANDIDATES), weights(series)
    speaks = np.maximum(each[keys.index(first)] - each[keys.index(second)], 0)
    kinds = series.model.pool.kinds[:, series.triples]
    enough = (kinds.sum(axis=1) >= _OF_EACH) & ((~kinds).sum(axis=1) >= _OF_EACH)
    if not speaks.sum() or not enough.any():
        return None
    evidence, questions = kinds @ speaks / speaks.sum(), kinds.mean(axis=1)
    gain = np.where(enough, evidence - questions, -np.inf)
    best = int(gain.argmax())
    if gain[best] <= 0:
        return None
    return Deciding(list(KINDS)[best], float(evidence[best]), float(questions[best]))
