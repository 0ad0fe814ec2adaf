"""How often tests find what is not there, and how often what is."""

from __future__ import annotations

import numpy as np

from oq_core import Scores
from oq_core.analysis import Rule, calibrate
from oq_core.analysis.testing import p_values_by
from tests.benchmarks.statistics.cells import BLOCK, Cell, Outcome
from tests.benchmarks.statistics.designs import Design

ALPHA, TRIALS = 0.05, 500
#: Holm's adjustment over 45 pairs needs more trials to show anything at all.
TRIALS_OF_HOLM = 2000
#: Where no two runs differ, the first step is all that counts, and it is that of a single step.
RULES = {
    "single-step": Rule(),
    "studentised": Rule(studentised=True),
    "fisher-holm +1": Rule("fisher-holm", plus_one=True),
    "sign-flip": Rule("sign-flip"),
}
STEPS = {
    "step-down": Rule("step-down"),
    "studentised step-down": Rule("step-down", studentised=True),
}


def trials_of(rule: Rule) -> int:
    return TRIALS_OF_HOLM if rule.method == "fisher-holm" else TRIALS


def outcome_of(kind: str, design: Design, rule: Rule, n: int) -> Outcome:
    """Whether a pair of equal runs is found different; or the share found of those that differ."""
    pairs = np.triu(np.ones_like(design.equal), k=1)
    looked_at = pairs & (design.equal if kind == "wrong" else ~design.equal)

    def outcome(generator: np.random.Generator, seed: int) -> np.ndarray:
        scores = design.made(generator, BLOCK, n)
        found = (p_values_by(rule, scores, trials_of(rule), seed) <= ALPHA)[:, looked_at]
        return found.any(axis=1) if kind == "wrong" else found.mean(axis=1)

    return outcome


def cells_of_rules(kind: str, design: Design, n: int, steps: bool = False) -> list[Cell]:
    rules = {**RULES, **STEPS} if steps else RULES
    return [
        Cell(kind, design.name, name, n, outcome_of(kind, design, rule, n))
        for name, rule in rules.items()
    ]


def cells_over_measures() -> list[Cell]:
    """Eight equal runs under six measures that agree in part: under any of them, or together."""

    def outcome_by(rule: Rule) -> Outcome:
        def outcome(generator: np.random.Generator, seed: int) -> np.ndarray:
            found = []
            for place in range(4):
                common = generator.normal(size=(1, 40, 8))
                scores = generator.normal(size=(6, 40, 8)) + common
                p = p_values_by(rule, scores, TRIALS, 4 * seed + place)
                found.append((p <= ALPHA).any())
            return np.array(found)

        return outcome

    return [
        Cell("wrong", "six measures", "single-step", 40, outcome_by(Rule())),
        Cell(
            "wrong", "six measures", "single-step, over measures", 40,
            outcome_by(Rule(over_measures=True)),
        ),
        Cell(
            "wrong", "six measures", "sign-flip, over measures", 40,
            outcome_by(Rule("sign-flip", over_measures=True)),
        ),
    ]  # fmt: skip


def cells_of_calibration(design: Design, n: int) -> list[Cell]:
    """What calibration says on samples of a design, whose true error is another cell."""

    def outcome_by(rule: Rule) -> Outcome:
        def outcome(generator: np.random.Generator, seed: int) -> np.ndarray:
            values = design.made(generator, 1, n)
            names = tuple(map(str, range(n))), tuple(map(str, range(design.runs)))
            scores = Scores(values, ("M",), *names, (False,))
            return calibrate(scores, rule, campaigns=100, trials=300, seed=seed).wrong

        return outcome

    return [
        Cell("calibration", design.name, name, n, outcome_by(RULES[name]), least=200, most=400)
        for name in ("single-step", "sign-flip")
    ]
