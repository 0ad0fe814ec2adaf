"""Properties of the measures, each with a proof or a computed example.

Nothing here is a typed verdict. Every property has a search over a fixed set of small vote
distributions. What it finds decides; only where it finds nothing does a proof, which a measure's
record holds, make the property hold.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, product
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from oq_core.data.arrays import Array
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.data.grids import vote_grid
from oq_core.disagreement.sampling import Votes
from oq_core.measures.quantification.measure_record import Measure

PropertyVerdict = Literal["holds", "fails", "claimed", "open", "not applicable"]

#: Classes and votes of the distributions that are looked at in full.
_GRIDS = ((3, 6), (4, 5), (2, 8))
#: The same, where there must be a class between two others.
_WIDER_GRIDS = ((3, 6), (4, 5), (5, 5))


@dataclass(frozen=True)
class VoteExample:
    """Votes that show whether a property holds, and what the measure gives them.

    Attributes
    ----------
    gold, a : tuple of int
        Votes of the classes.
    b : tuple of int or None
        Votes of a second estimate, where two are compared.
    score_a, score_b : float or None
        Scores of A and of B.
    title : str
        What sets it apart from the other example of the same evidence; empty where it is alone.
    """

    gold: tuple[int, ...]
    a: tuple[int, ...]
    b: tuple[int, ...] | None
    score_a: float
    score_b: float | None
    title: str = ""


@dataclass(frozen=True)
class Evidence:
    """Whether a measure has a property, and why.

    Attributes
    ----------
    verdict : {"holds", "fails", "claimed", "open", "not applicable"}
        claimed: the papers say that it holds, and in the exact sense of the question an example
        speaks against it. open: there is neither an example nor a proof.
    text : str
        The proof, or what the example shows.
    examples : tuple of Example
        None for most proofs; two where the same distributions are looked at in two ways.
    cases : int
        How many cases were looked at.

    Examples
    --------
    >>> from oq_core import MEASURES
    >>> found = PROPERTIES["bounded"].check(MEASURES["NVD"])
    >>> found.verdict, found.examples
    ('holds', ())
    """

    verdict: PropertyVerdict
    text: str
    examples: tuple[VoteExample, ...]
    cases: int


@dataclass(frozen=True)
class _Found:
    """The clearest example of a search, if there was any, and the number of cases."""

    cases: int
    text: str = ""
    examples: tuple[VoteExample, ...] = ()


@dataclass(frozen=True)
class Property:
    """A property that a measure may have.

    Attributes
    ----------
    key : str
        Short name, as in addresses and in `Measure.proofs`.
    title : str
        What a measure with the property can be said to have or do.
    question : str
        What is asked of a measure, exactly; answered by yes where the property holds.
    search : callable
        Looks for an example that decides.
    example_decides : {"fails", "holds"}
        What an example shows. Where it shows that the property holds, a measure's proof says why
        it fails.
    claim_source : str
        Where the papers say of measures that they have the property, against an example
        (`Measure.claims`).
    applies : callable
        Whether the question makes sense for a measure.

    Examples
    --------
    >>> PROPERTIES["symmetric"].question
    'Is the score always the same with gold and estimate swapped?'
    """

    key: str
    title: str
    question: str
    search: Callable[[Measure], _Found]
    example_decides: Literal["fails", "holds"] = "fails"
    claim_source: str = ""
    applies: Callable[[Measure], bool] = lambda _: True

    def check(self, measure: Measure) -> Evidence:
        """Evidence that a measure has the property, or has it not.

        Parameters
        ----------
        measure : Measure

        Returns
        -------
        Evidence

        Examples
        --------
        >>> from oq_core import MEASURES
        >>> PROPERTIES["symmetric"].check(MEASURES["RNOD"]).verdict
        'fails'
        """
        if not self.applies(measure):
            return Evidence(
                "not applicable",
                f"{measure.key} stays the same when the classes are put in another order, so no "
                "distance between classes enters it.",
                (),
                0,
            )
        found = self.search(measure)
        if found.examples:
            verdict: PropertyVerdict = self.example_decides
            text = found.text
            if verdict == "fails" and self.claim_source and self.key in measure.claims:
                verdict, text = "claimed", f"{self.claim_source} {text}"
            return Evidence(verdict, text, found.examples, found.cases)
        proof = measure.proofs.get(self.key)
        if proof is None:
            text = f"No example among {found.cases:,} cases decides it, and no proof is given."
            return Evidence("open", text, (), found.cases)
        verdict = "holds" if self.example_decides == "fails" else "fails"
        return Evidence(verdict, proof, (), found.cases)


def _shares(votes: Votes) -> Array:
    return votes / votes.sum(axis=-1, keepdims=True)


def _tuple(votes: Votes) -> tuple[int, ...]:
    return tuple(votes.tolist())


def _example(measure: Measure, gold: Votes, a: Votes, b: Votes | None = None) -> VoteExample:
    def score(votes: Votes) -> float:
        return float(measure(_shares(votes), _shares(gold)))

    return VoteExample(
        _tuple(gold),
        _tuple(a),
        None if b is None else _tuple(b),
        score(a),
        None if b is None else score(b),
    )


def _all_pairs(votes: Votes, measure: Measure) -> Array:
    """Scores of every estimate (rows) against every gold (columns)."""
    shares = _shares(votes)
    return measure(shares[:, None], shares)


def _largest(strengths: npt.NDArray[np.float64]) -> tuple[int, ...] | None:
    """Where the largest is, if it is above the tolerance."""
    place = np.unravel_index(int(strengths.argmax()), strengths.shape)
    return tuple(int(i) for i in place) if strengths[place] > TIE_TOLERANCE else None


def _search_pairs(
    measure: Measure,
    grids: Iterator[Votes],
    strengths: Callable[[Votes, Array], Array],
    tell: Callable[[VoteExample], str],
) -> _Found:
    """Search pairs of estimate and gold, one grid after another.

    `strengths` says by how much each pair speaks against the property, and `tell` puts the
    clearest of the first grid that has any into words.
    """
    cases = 0
    for votes in grids:
        found = strengths(votes, _all_pairs(votes, measure))
        cases += found.size
        place = _largest(found)
        if place is not None:
            example = _example(measure, votes[place[1]], votes[place[0]])
            return _Found(cases, tell(example), (example,))
    return _Found(cases)


def _grids() -> Iterator[Votes]:
    return (vote_grid(*grid) for grid in _GRIDS)


def _distances(votes: Votes) -> Array:
    """Total variation distance between every two of them."""
    shares = _shares(votes)
    return np.abs(shares[:, None] - shares).sum(axis=-1) / 2


def _magnitude(measure: Measure) -> _Found:
    """Two estimates that rank the classes alike and yet score differently."""
    votes = vote_grid(*_GRIDS[0])
    orders = np.sign(votes[:, :, None] - votes[:, None]).reshape(len(votes), -1)
    first, second = np.triu_indices(len(votes), k=1)
    alike = (orders[first] == orders[second]).all(axis=1)
    first, second = first[alike], second[alike]
    scores = _all_pairs(votes, measure)
    gaps = np.abs(scores[first] - scores[second])
    place = _largest(gaps)
    if place is None:
        return _Found(gaps.size)
    pair, gold = place
    example = _example(measure, votes[gold], votes[first[pair]], votes[second[pair]])
    text = (
        f"A and B rank the classes alike, and {measure.key} gives them {example.score_a:.3f} and "
        f"{example.score_b:.3f}."
    )
    return _Found(gaps.size, text, (example,))


def _near_and_far(classes: int, votes: int) -> Iterator[tuple[Votes, Votes, Votes]]:
    """Golds, and estimates with votes of one class put nearer to it and further away."""
    golds = vote_grid(classes, votes)
    unit = np.eye(classes, dtype=np.int64)
    for origin, near, far in product(range(classes), repeat=3):
        if origin < near < far or far < near < origin:
            for moved in range(1, votes + 1):
                gold = golds[golds[:, origin] >= moved]
                left = gold - moved * unit[origin]
                yield gold, left + moved * unit[near], left + moved * unit[far]


def _ordinal(measure: Measure) -> _Found:
    """A near miss that does not score better than the same miss further away."""
    cases, worst, clearest = 0, -np.inf, None
    for gold, near, far in (case for grid in _WIDER_GRIDS for case in _near_and_far(*grid)):
        cases += len(gold)
        gains = measure(_shares(near), _shares(gold)) - measure(_shares(far), _shares(gold))
        row = int(gains.argmax())
        if gains[row] > worst + TIE_TOLERANCE:
            worst, clearest = gains[row], (gold[row], near[row], far[row])
    if clearest is None or worst < -TIE_TOLERANCE:
        return _Found(cases)
    example = _example(measure, *clearest)
    better = "no worse" if worst <= TIE_TOLERANCE else "better"
    text = (
        f"A and B misplace the same votes of one class, B further away; {measure.key} finds B "
        f"{better}: {example.score_b:.3f} against {example.score_a:.3f}."
    )
    return _Found(cases, text, (example,))


def _symmetric(measure: Measure) -> _Found:
    found = _search_pairs(
        measure, _grids(), lambda _, scores: np.abs(scores - scores.T), lambda _: ""
    )
    if not found.examples:
        return found
    (here,) = found.examples
    swapped = _example(measure, np.array(here.a), np.array(here.gold))
    text = (
        f"{measure.key} is {here.score_a:.3f} here, and {swapped.score_a:.3f} with gold and "
        "estimate swapped."
    )
    titled = replace(here, title="As it was found"), replace(swapped, title="Both swapped")
    return replace(found, text=text, examples=titled)


def _depends_on_order(measure: Measure) -> bool:
    """Whether putting the classes in another order ever changes a score."""
    shares = _shares(vote_grid(*_GRIDS[0]))
    scores = measure(shares[:, None], shares)
    # These two exchanges make up every other order of three classes.
    others = (shares[:, order] for order in ([1, 0, 2], [0, 2, 1]))
    gaps = [np.abs(scores - measure(other[:, None], other)).max() for other in others]
    return bool(max(gaps) > TIE_TOLERANCE)


def _equidistance(measure: Measure) -> _Found:
    """A preference that changes when a class that nobody uses is put between two others."""

    def gaps(votes: Votes) -> Array:
        """M(A) - M(B) with A, B and gold on the three axes."""
        scores = _all_pairs(votes, measure)
        return scores[:, None] - scores

    cases = 0
    for classes, count in ((3, 6), (4, 5)):
        votes = vote_grid(classes, count)
        before = gaps(votes)
        for place in range(1, classes):
            wider = np.insert(votes, place, 0, axis=1)
            cases += before.size
            # Preferences that turn, the surer the clearer.
            found = _largest(np.minimum(-before, gaps(wider)))
            if found is not None:
                a, b, gold = found
                examples = tuple(
                    replace(_example(measure, grid[gold], grid[a], grid[b]), title=title)
                    for grid, title in (
                        (votes, f"{classes} classes"),
                        (wider, f"With an unused class in place {place + 1}"),
                    )
                )
                scores = [f"{one.score_a:.3f} against {one.score_b:.3f}" for one in examples]
                text = (
                    f"{measure.key} prefers A, {scores[0]}. Put a class that nobody uses between "
                    f"the classes {place} and {place + 1}, and it prefers B: {scores[1]}."
                )
                return _Found(cases, text, examples)
    return _Found(cases)


def _zero_on_equality(measure: Measure) -> _Found:
    cases = 0
    for votes in _grids():
        scores = np.abs(measure(_shares(votes), _shares(votes)))
        cases += len(votes)
        place = _largest(scores)
        if place is not None:
            example = _example(measure, votes[place], votes[place])
            text = f"A is the gold itself, and {measure.key} is {example.score_a:.3f}."
            return _Found(cases, text, (example,))
    return _Found(cases)


def _zero_only_on_equality(measure: Measure) -> _Found:
    return _search_pairs(
        measure,
        _grids(),
        lambda votes, scores: np.where(np.abs(scores) <= TIE_TOLERANCE, _distances(votes), 0.0),
        lambda found: f"A is not the gold, and {measure.key} is {abs(found.score_a):.3f}.",
    )


def _nearly_one_class(classes: int, votes: int, most: int) -> Votes:
    """Distributions with 0 to `most` votes in every class but one, which has the rest."""
    others = np.array(list(product(range(most + 1), repeat=classes - 1)))
    rest = votes - others.sum(axis=1)
    return np.concatenate([np.insert(others, place, rest, axis=1) for place in range(classes)])


def _bounded(measure: Measure) -> _Found:
    # Where the order-aware divergences are largest: a vote or two far away from a mass that is
    # put next to its class.
    extreme = (_nearly_one_class(5, *sizes) for sizes in ((20, 1), (60, 1), (600, 2)))
    return _search_pairs(
        measure,
        chain(_grids(), extreme),
        lambda _, scores: np.maximum(scores - 1, -scores),
        lambda found: f"{measure.key} is {found.score_a:.4f} here, which is not in [0, 1].",
    )


def _two_classes(measure: Measure) -> _Found:
    def tell(found: VoteExample) -> str:
        gap = abs(found.a[0] - found.gold[0]) / sum(found.gold)
        return f"{measure.key} is {found.score_a:.3f}, and |p₁ − p*₁| is {gap:.3f}."

    grid = iter([vote_grid(2, 8)])
    return _search_pairs(
        measure, grid, lambda votes, scores: np.abs(scores - _distances(votes)), tell
    )


def _ends(measure: Measure) -> _Found:
    """An error at an end of a flat gold that costs no more than the same one further inside."""
    cases, worst, clearest = 0, -np.inf, None
    each = 4
    for classes in (4, 5, 6):
        gold = np.full(classes, each)
        unit = np.eye(classes, dtype=np.int64)
        steps = unit[1:] - unit[:-1]
        for moved, direction in product(range(1, each), (1, -1)):
            near_end, *inside, other_end = gold + direction * moved * steps
            for end, middle in product((near_end, other_end), inside):
                cases += 1
                gain = float(measure(_shares(middle), _shares(gold))) - float(
                    measure(_shares(end), _shares(gold))
                )
                if gain > worst + TIE_TOLERANCE:
                    worst, clearest = gain, (gold, end, middle)
    if clearest is None or worst < -TIE_TOLERANCE:
        return _Found(cases)
    example = _example(measure, *clearest)
    text = (
        f"A has an error at an end, B the same one further inside; {measure.key} gives them "
        f"{example.score_a:.3f} and {example.score_b:.3f}."
    )
    return _Found(cases, text, (example,))


_TEXTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_SEARCHES: dict[str, Callable[[Measure], _Found]] = {
    "magnitude": _magnitude,
    "ordinal": _ordinal,
    "symmetric": _symmetric,
    "equidistance": _equidistance,
    "zero on equality": _zero_on_equality,
    "zero only on equality": _zero_only_on_equality,
    "bounded": _bounded,
    "two classes": _two_classes,
    "ends": _ends,
}

#: Every property by its key, in the order in which they are shown.
PROPERTIES: dict[str, Property] = {
    key: Property(key, search=search, **_TEXTS[key]) for key, search in _SEARCHES.items()
}
PROPERTIES["equidistance"] = replace(PROPERTIES["equidistance"], applies=_depends_on_order)
