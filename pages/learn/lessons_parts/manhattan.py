"""Lesson on the two scores of a task with votes on a scale: Manhattan and earth mover."""

import numpy as np

from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.disagreement import compare_triples, random_triples
from pages.drawing.compare_state import CompareState
from pages.drawing.practice import Board
from pages.learn.lessons_parts.lesson import Facts, lesson, named_scores

_SIX = ("1", "2", "3", "4", "5", "6")
_VOTES, _TRIPLES, _SEED = 5, 2000, 0

_BOARD = Board(
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


def _facts() -> Facts:
    scores = named_scores(_BOARD.start, _BOARD.measures)
    facts = dict(scores)
    for which in "AB":
        facts[f"Manhattan {which}"] = 2 * scores[f"NVD {which}"]
        facts[f"Wasserstein {which}"] = (len(_SIX) - 1) * scores[f"NMD {which}"]
    triples = random_triples(len(_SIX), _VOTES, _TRIPLES, _SEED)
    compared = compare_triples(triples, ("NVD", "NMD"))
    manhattan, earth = (compared.winner(key).astype(int) for key in ("NVD", "NMD"))
    facts["opposite"] = int(np.count_nonzero(manhattan * earth == 2))
    facts["ties NVD"] = int(np.count_nonzero(manhattan == 0))
    facts["ties NMD"] = int(np.count_nonzero(earth == 0))
    return facts


def _right(facts: Facts) -> int:
    prefers_b = [
        facts[f"{name} B"] < facts[f"{name} A"] - TIE_TOLERANCE
        for name in ("Manhattan", "Wasserstein")
    ]
    return {(True, False): 0, (False, True): 1, (True, True): 2, (False, False): 3}[
        prefers_b[0], prefers_b[1]
    ]


MANHATTAN = lesson("manhattan", _facts, _right, _BOARD, TRIPLES=_TRIPLES, VOTES=_VOTES)
