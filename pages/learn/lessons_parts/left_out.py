"""Lessons on what a measure leaves out, and on how measures are themselves judged."""

from functools import partial

import numpy as np

from oq_core import MEASURES
from oq_core.data import popularity, uniform
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.defaults import ALPHA
from oq_core.disagreement import random_triples
from pages.drawing.compare_state import FULL, CompareState
from pages.drawing.practice import Board
from pages.learn.lessons_parts.distances import board_facts, example
from pages.learn.lessons_parts.figures import (
    CLASSES,
    Baselines,
    PowerBars,
    sample_powers,
    threshold,
)
from pages.learn.lessons_parts.lesson import Facts, lesson, named_scores
from pages.learn.lessons_parts.power import INSTANCES, NONSENSE, SEED, TRIALS

# 5. Priorities
_PRIORITIES = Board(
    {
        "Right order, wrong amounts": example("RNOD22 §2.3: the right"),
        "Right order, far too sure": CompareState(
            ("1", "2", "3", "4"), (8, 6, 4, 2), (17, 2, 1, 0)
        ),
        "Uniform against uniform": example("RNOD22 §2.3: uniform"),
    },
    ("NMD", "RNOD", "JSD", "DNKT", "DNKT_JSD", "DNKT_NMD", "DNKT_RNOD"),
    seen=("DNKT", "RNOD"),
)


def _priorities_right(facts: Facts) -> int:
    score = facts["DNKT A"]
    if score <= TIE_TOLERANCE:
        return 0
    return 1 if score < 0.25 else 2


PRIORITIES = lesson(
    "priorities",
    partial(board_facts, _PRIORITIES, "", "sure ", "uniform "),
    _priorities_right,
    _PRIORITIES,
)

# 6. Popularity against Uniform
#: Random golds that the candidates are tried on, and the candidates.
_GOLDS, _GOLDS_SEED = 2000, 0
_CANDIDATES = (0.5, threshold(CLASSES), 0.8)


def _threshold_facts() -> Facts:
    gold = random_triples(CLASSES, FULL, _GOLDS, _GOLDS_SEED).gold
    largest = gold.max(axis=-1)
    # With several largest classes Popularity shares itself out: another question.
    gold = gold[np.count_nonzero(gold >= largest[:, None] - TIE_TOLERANCE, axis=-1) == 1]
    largest = gold.max(axis=-1)
    facts: dict[str, float] = {"golds": len(gold)}
    for key in ("RNSS", "NMD"):
        wins = _gaps(key, gold) < -TIE_TOLERANCE
        facts[f"{key} wins"] = int(wins.sum())
        for candidate in _CANDIDATES:
            told = largest > candidate + TIE_TOLERANCE
            facts[f"{key} exceptions {candidate:g}"] = int((wins != told).sum())
    return {**facts, "threshold": threshold(CLASSES)}


def _gaps(key: str, gold: np.ndarray) -> np.ndarray:
    """Score of Popularity less that of Uniform, on golds (n, L)."""
    measure = MEASURES[key]
    return measure(popularity(gold), gold) - measure(uniform(gold), gold)


def _threshold_right(facts: Facts) -> int:
    fit = [facts[f"RNSS exceptions {candidate:g}"] == 0 for candidate in _CANDIDATES]
    return fit.index(True) if any(fit) else len(_CANDIDATES)


THRESHOLD = lesson(
    "popularity", _threshold_facts, _threshold_right, Baselines(),
    RNSS_exceptions=lambda facts: facts[f"RNSS exceptions {facts['threshold']:g}"],
    NMD_exceptions=lambda facts: facts[f"NMD exceptions {facts['threshold']:g}"],
)  # fmt: skip

# 7. Two classes
_TWO = Board(
    {
        "Two classes": CompareState(("no", "yes"), (13, 7), (8, 12)),
        "An empty third class at the end": CompareState(
            ("no", "yes", "strongly"), (13, 7, 0), (8, 12, 0)
        ),
        "Three classes, all in use": CompareState(("no", "yes", "strongly"), (10, 4, 6), (5, 7, 8)),
    },
    ("NMD", "RNOD", "RSNOD", "RNOD2", "RNADW", "NVD", "RNSS", "JSD", "DNKT"),
)
#: Those that the question is about, and the others.
_ALIKE, _APART = ("NMD", "RNOD", "RSNOD", "RNADW", "NVD", "RNSS"), ("JSD", "RNOD2", "DNKT")
#: How many different scores the options say.
_COUNTS = (6, 3, 2, 1)
#: Numbers of classes, and measures, of Uniform on random golds.
_SIZES, _ON_SIZES = (2, 7), ("NMD", "NVD")


def _different(scores: Facts) -> int:
    """How many different scores there are, but for rounding."""
    ordered = np.sort(list(scores.values()))
    return 1 + int(np.count_nonzero(np.diff(ordered) > TIE_TOLERANCE))


def _two_facts() -> Facts:
    two, longer, three = (named_scores(state, _ALIKE) for state in _TWO.starts.values())
    return {
        **two,
        "different": _different(two),
        "with an empty third": _different(longer),
        "with three in use": _different(three),
        "longer NMD A": longer["NMD A"],
        **named_scores(_TWO.start, _APART),
        **_of_uniform(),
    }


def _of_uniform() -> Facts:
    """Mean scores of Uniform on golds at random, every gold as likely, by number of classes."""
    facts: dict[str, float] = {}
    for size in _SIZES:
        generator = np.random.default_rng([_GOLDS_SEED, size])
        gold = generator.dirichlet(np.ones(size), _GOLDS)
        for key in _ON_SIZES:
            facts[f"{key} {size}"] = float(MEASURES[key](uniform(gold), gold).mean())
    return facts


TWO = lesson(
    "two",
    _two_facts,
    lambda facts: _COUNTS.index(round(facts["different"])),
    _TWO,
    GOLDS=_GOLDS,
)


# 8. Discriminative power
def _power_facts() -> Facts:
    found = sample_powers(INSTANCES[-1], ALPHA)
    return {**found.significant, "pairs": found.pairs}


def _power_right(facts: Facts) -> int:
    gap = facts[NONSENSE] - facts["NMD"]
    if gap == 0:
        return 1
    return 0 if gap > 0 else 2


POWER = lesson(
    "power", _power_facts, _power_right, PowerBars(),
    nonsense=lambda facts: facts[NONSENSE], ALPHA=ALPHA, TRIALS=TRIALS, SEED=SEED,
)  # fmt: skip
