"""Lessons on what a distance between classes does to a measure."""

from collections.abc import Iterator

import numpy as np

from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.disagreement import compare_triples, random_triples
from oq_core.measures.examples import EXAMPLES
from pages.drawing.compare_state import FULL, CompareState
from pages.drawing.practice import Board
from pages.learn.lessons_parts.figures import swapped
from pages.learn.lessons_parts.lesson import Facts, lesson, named_scores

_FIVE = ("1", "2", "3", "4", "5")


def example(name: str) -> CompareState:
    """A paper's example, by how its name begins."""
    (found,) = (each for each in EXAMPLES if each.name.startswith(name))
    return CompareState.of_example(found)


def board_facts(board: Board, *prefixes: str) -> dict[str, float]:
    """The scores of each start of a board as facts, after a prefix of its own."""
    facts: dict[str, float] = {}
    for prefix, state in zip(prefixes, board.starts.values(), strict=True):
        facts |= named_scores(state, board.measures, prefix)
    return facts


# 1. Bin by bin
_NEAR = Board(
    {
        "Near miss or far miss (a, b)": example("SIGIR18 figure 1 (a, b)"),
        "The same errors, further apart (c, d)": example("SIGIR18 figure 1 (c, d)"),
    },
    ("NMD", "RNOD", "RSNOD", "NVD", "RNSS", "JSD"),
    seen=("NVD", "RNSS", "JSD", "NMD"),
)
_BIN_BY_BIN = ("NVD", "RNSS", "JSD")


def _near_facts() -> Facts:
    facts = board_facts(_NEAR, "a, b ", "c, d ")
    prefers = sum(
        facts[f"a, b {key} A"] < facts[f"a, b {key} B"] - TIE_TOLERANCE for key in _BIN_BY_BIN
    )
    return {**facts, "prefer A": prefers}


NEAR = lesson("near", _near_facts, lambda facts: round(facts["prefer A"]), _NEAR)

# 2. Earth moving
_EARTH = Board(
    {
        "All one class, or half two classes": CompareState(
            _FIVE,
            (20, 0, 0, 0, 0),
            (0, 20, 0, 0, 0),
            (10, 0, 10, 0, 0),
            two_systems=True,
            cumulative=True,
        ),
        "Half up and half down, or all up": CompareState(
            _FIVE,
            (0, 0, 20, 0, 0),
            (0, 10, 0, 10, 0),
            (0, 0, 0, 20, 0),
            two_systems=True,
            cumulative=True,
        ),
    },
    ("NMD", "RNOD", "NVD"),
    seen=("NMD",),
)


def _earth_facts() -> Facts:
    state = _EARTH.start
    facts = dict(named_scores(state, _EARTH.measures))
    most = FULL * (len(state.classes) - 1)
    return {
        **facts,
        "most": most,
        "steps A": facts["NMD A"] * most,
        "steps B": facts["NMD B"] * most,
    }


def _earth_right(facts: Facts) -> int:
    gap = facts["NMD A"] - facts["NMD B"]
    if abs(gap) <= TIE_TOLERANCE:
        return 2
    return 0 if gap > 0 else 1


EARTH = lesson("earth", _earth_facts, _earth_right, _EARTH, FULL=FULL)

# 3. Classes with gold
_GOLD = Board(
    {
        "All gold in class 1": CompareState(
            _FIVE, (20, 0, 0, 0, 0), (10, 10, 0, 0, 0), (10, 0, 10, 0, 0), two_systems=True
        ),
        "One gold vote in class 3": CompareState(
            _FIVE, (19, 0, 1, 0, 0), (10, 10, 0, 0, 0), (10, 0, 10, 0, 0), two_systems=True
        ),
    },
    ("NMD", "RNOD", "RNADW"),
    seen=("RNOD", "RNADW"),
)


def _gold_facts() -> Facts:
    first, second = _GOLD.starts.values()
    return {
        **named_scores(first, _GOLD.measures),
        **named_scores(second, ("RNOD",), "one vote "),
    }


def _gold_right(facts: Facts) -> int:
    prefers_b = [facts[f"{key} B"] < facts[f"{key} A"] for key in _VIEWS]
    return prefers_b.index(True) if any(prefers_b) else len(_VIEWS)


_VIEWS = ("RNOD", "RNADW")


GOLD = lesson("gold", _gold_facts, _gold_right, _GOLD)

# 4. Symmetry
_CONCENTRATED = CompareState(_FIVE, (20, 0, 0, 0, 0), (4, 4, 4, 4, 4))
_EVERYWHERE = CompareState(_FIVE, (1, 3, 8, 6, 2), (4, 6, 5, 4, 1))
_SYMMETRY = Board(
    {
        "Gold in one class": _CONCENTRATED,
        "The same, swapped": swapped(_CONCENTRATED),
        "Gold in every class": _EVERYWHERE,
        "That, swapped": swapped(_EVERYWHERE),
    },
    ("NMD", "RNOD", "RSNOD"),
)
#: Random triples of gold, A and B on which preferences are compared.
_TRIPLES, _SEED = 2000, 0


def _winners(classes: int, votes: int, keys: tuple[str, str]) -> Iterator[np.ndarray]:
    """Whom each of two measures prefers in random triples, as `compare_triples` has it."""
    compared = compare_triples(random_triples(classes, votes, _TRIPLES, _SEED), keys)
    return (compared.winner(key).astype(int) for key in keys)


def _symmetry_facts() -> Facts:
    facts = board_facts(_SYMMETRY, "one ", "one swapped ", "every ", "every swapped ")
    rnod, rsnod = _winners(len(_FIVE), FULL, ("RNOD", "RSNOD"))
    facts["disagree"] = int(np.count_nonzero(rnod * rsnod == 2))
    return facts


def _symmetry_right(facts: Facts) -> int:
    changed = [
        abs(facts[f"one {key} A"] - facts[f"one swapped {key} A"]) > TIE_TOLERANCE
        for key in _SYMMETRY.measures
    ]
    return changed.index(True) if any(changed) else len(changed)


SYMMETRY = lesson(
    "symmetry", _symmetry_facts, _symmetry_right, _SYMMETRY, TRIPLES=_TRIPLES,
    here_squared=lambda facts: facts["one RNOD A"] ** 2,
    there_squared=lambda facts: facts["one swapped RNOD A"] ** 2,
    both_squared=lambda facts: facts["one RSNOD A"] ** 2,
)  # fmt: skip

# Manhattan and earth mover, the two scores of a task with votes on a scale
_SIX = ("1", "2", "3", "4", "5", "6")
_FEW = 5
_MANHATTAN = Board(
    {
        "Some far off, or all a little": CompareState(
            _SIX, (12, 8, 0, 0, 0, 0), (12, 2, 0, 0, 0, 6), (0, 12, 8, 0, 0, 0), two_systems=True
        ),
        "The same, one class nearer": CompareState(
            _SIX, (12, 8, 0, 0, 0, 0), (12, 2, 0, 0, 6, 0), (0, 12, 8, 0, 0, 0), two_systems=True
        ),
    },
    ("NVD", "NMD", "RNOD"),
    seen=("NVD", "NMD"),
)


def _manhattan_facts() -> Facts:
    scores = named_scores(_MANHATTAN.start, _MANHATTAN.measures)
    facts = dict(scores)
    for which in "AB":
        facts[f"Manhattan {which}"] = 2 * scores[f"NVD {which}"]
        facts[f"Wasserstein {which}"] = (len(_SIX) - 1) * scores[f"NMD {which}"]
    manhattan, earth = _winners(len(_SIX), _FEW, ("NVD", "NMD"))
    facts["opposite"] = int(np.count_nonzero(manhattan * earth == 2))
    facts["ties NVD"] = int(np.count_nonzero(manhattan == 0))
    facts["ties NMD"] = int(np.count_nonzero(earth == 0))
    return facts


def _manhattan_right(facts: Facts) -> int:
    prefers_b = [
        facts[f"{name} B"] < facts[f"{name} A"] - TIE_TOLERANCE
        for name in ("Manhattan", "Wasserstein")
    ]
    return {(True, False): 0, (False, True): 1, (True, True): 2, (False, False): 3}[
        prefers_b[0], prefers_b[1]
    ]


MANHATTAN = lesson(
    "manhattan", _manhattan_facts, _manhattan_right, _MANHATTAN, TRIPLES=_TRIPLES, VOTES=_FEW
)
