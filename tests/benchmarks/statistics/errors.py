"""How often tests find what is not there, and how often what is."""

from __future__ import annotations

import numpy as np

from oq_core import Scores
from oq_core.analysis import Rule, calibrate, equivalence_test
from oq_core.analysis.shapes import SHAPES, shapes
from oq_core.analysis.testing import p_values_by
from tests.benchmarks.statistics import designs
from tests.benchmarks.statistics.cells import BLOCK, Cell, Outcome
from tests.benchmarks.statistics.designs import Design, Made

ALPHA, TRIALS = 0.05, 500
#: Holm's adjustment over 45 pairs needs more trials to show anything at all.
TRIALS_OF_HOLM = 2000
#: Where no two runs differ, the first step is all that counts, and it is that of a single step.
RULES = {
    "single-step": Rule(),
    "studentised": Rule(studentised=True),
    "fisher-holm +1": Rule("fisher-holm"),
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


def cells_of_many_runs() -> list[Cell]:
    """22 equal runs, tested with the usual B: what + 1 changes where Holm multiplies by 231."""

    def outcome_by(rule: Rule) -> Outcome:
        def outcome(generator: np.random.Generator, seed: int) -> np.ndarray:
            scores = generator.normal(size=(BLOCK, 40, 22))
            return (p_values_by(rule, scores, 5000, seed) <= ALPHA).any(axis=(1, 2))

        return outcome

    rules = {"fisher-holm +1": Rule("fisher-holm"),
             "fisher-holm": Rule("fisher-holm", plus_one=False)}  # fmt: skip
    return [
        Cell("wrong", "22 equal runs", name, 40, outcome_by(rule), most=3200)
        for name, rule in rules.items()
    ]


def cells_of_clusters() -> list[Cell]:
    """Instances of a cluster are alike: what tests make of it, and tests of whole clusters."""

    def outcome_by(rule: Rule, together: int, n: int) -> Outcome:
        def outcome(generator: np.random.Generator, seed: int) -> np.ndarray:
            scores = designs.clustered(generator, BLOCK, n)
            sums = scores.reshape(BLOCK, n // together, together, -1).mean(axis=2)
            return (p_values_by(rule, sums, TRIALS, seed) <= ALPHA).any(axis=(1, 2))

        return outcome

    return [
        Cell("wrong", designs.CLUSTERS.name, f"{name}{words}", 200,
             outcome_by(RULES[name], together, 200))
        for name in ("single-step", "sign-flip")
        for words, together in (("", 1), (", by clusters", designs.CLUSTER))
    ]  # fmt: skip


def cells_of_equivalence() -> list[Cell]:
    """How often two runs that differ by the margin are called equivalent."""

    def outcome_by(draw: str, n: int) -> Outcome:
        def outcome(generator: np.random.Generator, seed: int) -> np.ndarray:
            values = designs.at_the_margin(draw)(generator, BLOCK, n)
            names = tuple(map(str, range(BLOCK))), tuple(map(str, range(n))), ("a", "b")
            scores = Scores(values, *names, (False,) * BLOCK)
            return equivalence_test(scores, "a", "b", designs.MARGIN, TRIALS, seed) <= ALPHA

        return outcome

    return [
        Cell("called equivalent", f"at the margin, {draw}", "TOST", n, outcome_by(draw, n))
        for draw in ("normal", "log-normal", "fails on 5 %")
        for n in (10, 40)
    ]


def cells_of_shapes(design: Design, n: int) -> list[Cell]:
    """What data of a design look like: for data at hand, the nearest one is told."""

    def outcome_by(place: int) -> Outcome:
        def outcome(generator: np.random.Generator, seed: int) -> np.ndarray:  # noqa: ARG001
            return shapes(design.made(generator, BLOCK, n))[:, place]

        return outcome

    return [
        Cell("looks", design.name, name, n, outcome_by(place), most=1920)
        for place, name in enumerate(SHAPES)
    ]


def over_everything(draw: str, scales: int) -> Made:
    """Three measures on some scales of the same instances, of eight equal runs, one of which
    spreads six times as much; scores of an instance and a run agree in part.

    The matrices are one campaign: (measures × scales, n, m).
    """
    of = designs.spread("", [1] * 7 + [6], draw).made

    def made(generator: np.random.Generator, campaigns: int, instances: int) -> np.ndarray:
        common = of(generator, campaigns, instances)
        own = of(generator, campaigns * 3 * scales, instances)
        return common[:, None] + own.reshape(campaigns, 3 * scales, instances, -1)

    return made


def cells_over_everything() -> list[Cell]:
    """A wrong finding under any measure on any scale: each by itself, and all together."""
    rules = {
        "single-step": Rule(),
        "single-step, over everything": Rule(over_measures=True),
        "sign-flip": Rule("sign-flip"),
        "sign-flip, over everything": Rule("sign-flip", over_measures=True),
    }

    def outcome_by(made: Made, rule: Rule, n: int) -> Outcome:
        def outcome(generator: np.random.Generator, seed: int) -> np.ndarray:
            return np.array([
                (p_values_by(rule, scores, TRIALS, 4 * seed + place) <= ALPHA).any()
                for place, scores in enumerate(made(generator, 4, n))
            ])  # fmt: skip

        return outcome

    return [
        Cell("wrong", f"3 measures × {scales}, one spread x 6{skew}", name, 30,
             outcome_by(over_everything(draw, scales), rule, 30), most=4000)
        for draw, skew in (("normal", ""), ("log-normal", ", log-normal"))
        for scales in (1, 6)
        for name, rule in rules.items()
    ]  # fmt: skip


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
