"""Each pair of guesses: the two measures disagree, and its reason is why."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest

from oq_core import MEASURES
from oq_core.knowledge.guesses import GUESSES, SQUARES_OF, STEPS_OF, Guess

CLASSES = ("−2", "−1", "0", "1", "2")
#: By which of two measures' preferences differ at least, where the largest score is 1.
LEAST = 0.03

Score = Callable[[Sequence[int], Sequence[int]], float]


def preferred(guess: Guess, score: Score) -> str:
    """The estimate with the smaller score, or a tie."""
    a, b = (score(each, guess.gold) for each in (guess.a, guess.b))
    return "tie" if abs(a - b) < 1e-9 else "A" if a < b else "B"


def registry(key: str) -> Score:
    return lambda estimate, gold: float(
        MEASURES[key]([each / 20 for each in estimate], [each / 20 for each in gold])
    )


def steps(estimate: Sequence[int], gold: Sequence[int]) -> float:
    """NMD by a plain loop, in steps of votes."""
    total = carried = 0
    for one, other in zip(estimate, gold, strict=True):
        carried += one - other
        total += abs(carried)
    return total


def squares(
    power: int = 2, from_all: bool = False, ends_as_others: bool = False
) -> Score:  # fmt: skip
    """RNOD's OD by a plain loop (RNOD22, equations 5 and 6), or without one of its parts."""

    def score(estimate: Sequence[int], gold: Sequence[int]) -> float:
        places = range(len(gold))
        seen_from = [i for i in places if from_all or gold[i] > 0]
        weight = [sum(abs(i - j) for i in seen_from) / len(seen_from) for j in places]
        if ends_as_others:
            inner = weight[1:-1]
            weight[0] = weight[-1] = sum(inner) / len(inner)
        return sum(weight[j] * abs(estimate[j] - gold[j]) ** power for j in places)

    return score


def wrong(estimate: Sequence[int], gold: Sequence[int]) -> float:
    """Votes in the wrong class, however far from the right one: what NVD counts."""
    return sum(abs(one - other) for one, other in zip(estimate, gold, strict=True)) / 2


#: By reason: NMD or RNOD without what the reason says, and with whom it then agrees.
WITHOUT: dict[str, tuple[Score, str]] = {
    "distance": (wrong, SQUARES_OF),
    "sharpness": (squares(power=1), STEPS_OF),
    "empty class": (squares(from_all=True), STEPS_OF),
    "ends": (squares(ends_as_others=True), STEPS_OF),
}


def flips(guess: Guess) -> set[str]:
    """The reasons without which the measures would agree."""
    return {
        reason
        for reason, (score, other) in WITHOUT.items()
        # A gold with votes everywhere has no empty class to look from.
        if not (reason == "empty class" and all(guess.gold))
        and preferred(guess, score) == preferred(guess, registry(other))
    }


def test_there_are_twelve_in_turns_and_each_side_is_right_as_often():
    assert len({(each.gold, each.a, each.b) for each in GUESSES}) == len(GUESSES) == 12
    assert Counter(each.reason for each in GUESSES) == dict.fromkeys(WITHOUT, 3)
    assert all(one.reason != other.reason for one, other in pairwise(GUESSES))
    assert Counter(each.rejected for each in GUESSES) == {"A": 6, "B": 6}


@pytest.mark.parametrize("guess", GUESSES, ids=str)
def test_the_two_measures_disagree_and_nothing_but_the_reason_is_why(guess: Guess):
    assert {sum(each) for each in (guess.gold, guess.a, guess.b)} == {20}
    assert {len(each) for each in (guess.gold, guess.a, guess.b)} == {len(CLASSES)}
    by_steps, by_squares = (preferred(guess, registry(key)) for key in (STEPS_OF, SQUARES_OF))
    assert by_steps == guess.rejected != by_squares
    assert (by_steps, by_squares) == (preferred(guess, steps), preferred(guess, squares()))
    for key in (STEPS_OF, SQUARES_OF):
        a, b = (registry(key)(each, guess.gold) for each in (guess.a, guess.b))
        assert abs(a - b) >= LEAST
    assert flips(guess) == {guess.reason}


@pytest.mark.parametrize("guess", GUESSES, ids=str)
def test_what_is_told_is_so(guess: Guess):
    """Every number of the sentences is counted here again."""
    rejected, kept = (guess.a, guess.b) if guess.rejected == "A" else (guess.b, guess.a)
    names = ("A", "B") if guess.rejected == "A" else ("B", "A")
    errors = [[one - gold for one, gold in zip(each, guess.gold, strict=True)]
              for each in (rejected, kept)]  # fmt: skip
    told = guess.told(CLASSES)
    counted = (
        f"{steps(rejected, guess.gold)} for {names[0]}, {steps(kept, guess.gold)} for {names[1]}."
    )
    assert told.endswith(counted)
    first = re.split(r"(?<=[.:]) ", told)[0]
    most = [max(map(abs, each)) for each in errors]
    match guess.reason:
        case "distance":
            counts = [wrong(each, guess.gold) for each in (rejected, kept)]
            assert counts[0] > counts[1]
            assert first == (
                f"{names[0]} has {counts[0]:.0f} votes in the wrong class, "
                f"{names[1]} only {counts[1]:.0f}:"
            )
        case "sharpness":
            assert most[0] >= most[1] + 3
            assert first == (
                f"{names[0]} is wrong by {most[0]} votes in one class, "
                f"{names[1]} by at most {most[1]} in any."
            )
        case "empty class":
            place = errors[0].index(most[0])
            assert guess.gold[place] == 0
            assert first == (
                f"{names[0]} has {most[0]} votes in {CLASSES[place]}, where the gold has none."
            )
        case "ends":
            place = errors[0].index(most[0])
            assert all(guess.gold)
            assert place in (0, len(CLASSES) - 1)
            assert errors[1].index(max(errors[1])) not in (0, len(CLASSES) - 1)
            assert first == (
                f"{names[0]} has {most[0]} votes too many at an end of the scale, {CLASSES[place]}."
            )
