"""What simulations say of tests and intervals: the table, and the sentences made from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from oq_core.analysis.shapes import SHAPES, shapes
from oq_core.data.arrays import Array
from oq_core.data.scores import Scores, listed

#: Written by `python -m tests.benchmarks.statistics`.
TABLE = Path(__file__).with_name("simulated.csv")

#: Rules in the table, in words. In a complete null step-down finds as often as a single step.
RULES = {
    "single-step": "Tukey (the papers')",
    "studentised": "Tukey, studentised",
    "fisher-holm +1": "Fisher, Holm, + 1",
    "sign-flip": "Random signs",
}
#: Designs of eight runs of equal means, in words.
NULLS = {
    "equal": "all spread alike",
    "one spread x 1.9": "one spread × 1.9",
    "one spread x 6": "one spread × 6",
    "three quiet (.2)": "three spreads × 0.2",
    "four quiet (.1)": "four spreads × 0.1",
    "one spread x 6, exponential": "one spread × 6, exponential scores",
    "one spread x 6, log-normal": "one spread × 6, log-normal scores",
    "opposite skews": "log-normal, half of the runs skewed the other way",
    "fails on 5 %": "one run fails on 5 % of the instances",
}
#: Instances that each of these has rows for.
SIZES = (15, 40, 150)


@dataclass(frozen=True)
class Simulated:
    """A cell of the table.

    Attributes
    ----------
    value, error : float
        A share (or a width), and its standard error.
    campaigns : int

    Examples
    --------
    >>> print(Simulated(0.15046, 0.00499, 6048))
    15.0 %
    """

    value: float
    error: float
    campaigns: int

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} %"


@cache
def _cells() -> dict[tuple[str, str, str, int], Simulated]:
    table = pd.read_csv(TABLE)
    return {
        (row.kind, row.design, row.rule, row.n): Simulated(row.value, row.error, row.campaigns)
        for row in table.itertuples()
    }


def simulated(kind: str, design: str, rule: str, n: int) -> Simulated:
    """A cell of the table.

    Raises
    ------
    KeyError
        If the table has no such cell.

    Examples
    --------
    >>> from oq_core.knowledge.simulations import simulated
    >>> simulated("wrong", "equal", "single-step", 40).value < 0.06
    True
    """
    return _cells()[kind, design, rule, n]


def wrong(design: str, rule: str, n: int = 40) -> Simulated:
    """Share of campaigns of eight runs in which equal runs are found different, at α = 0.05."""
    return simulated("wrong", design, rule, n)


def errors(n: int) -> pd.DataFrame:
    """Return the share of campaigns with a wrong finding, a row a design, a column a rule.

    Parameters
    ----------
    n : int
        Instances.

    Examples
    --------
    >>> from oq_core.knowledge.simulations import errors
    >>> list(errors(40))
    ["Tukey (the papers')", 'Tukey, studentised', 'Fisher, Holm, + 1', 'Random signs']
    """
    rows = {
        words: {name: str(wrong(design, rule, n)) for rule, name in RULES.items()}
        for design, words in NULLS.items()
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("eight runs of equal means")


def _between(design: str, n: int) -> str:
    values = [wrong(design, rule, n).value for rule in RULES]
    return f"{100 * min(values):.1f} to {100 * max(values):.1f} %"


def none_shown(n: int, fails: float = 0.05) -> float:
    """Chance that a run that fails on a share of the instances fails on none of n.

    Examples
    --------
    >>> from oq_core.knowledge.simulations import none_shown
    >>> round(none_shown(30), 3)
    0.215
    """
    return (1 - fails) ** n


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def advice() -> str:
    """Which rule is wrong how often, in sentences."""
    far, skews = "one spread x 6", "opposite skews"
    others = [wrong(skews, rule).value for rule in RULES if rule != "single-step"]
    return (
        f"No rule is safe against skew, or against a run that fails rarely. Where runs are "
        f"exchangeable, each rule is wrong in at most "
        f"{max((wrong('equal', rule) for rule in RULES), key=lambda each: each.value)} of "
        f"simulated campaigns (eight equal runs, 40 instances, α = 0.05). Where one of the runs "
        f"spreads six times as much, the papers' rule is wrong in {wrong(far, 'single-step')}, "
        f"the studentised one in {wrong(far, 'studentised')} ({wrong(far, 'studentised', 15)} with "
        f"15 instances), random signs in {wrong(far, 'sign-flip')} and Fisher's test with Holm in "
        f"{wrong(far, 'fisher-holm +1')}. Where runs spread alike but are skewed in opposite "
        f"directions, the papers' rule is wrong in {wrong(skews, 'single-step')} and others in "
        f"{100 * min(others):.1f} to {100 * max(others):.1f} %. A run that fails on 5 % of the "
        f"instances is found different in {_between('fails on 5 %', 40)} of campaigns of 40 "
        f"instances and in {_between('fails on 5 %', 15)} of those of 15, as "
        f"{_percent(none_shown(40))} and {_percent(none_shown(15))} of them show no failure."
    )


def choice() -> str:
    """Which rule to choose, in sentences."""
    steps = "steps of .6, .6, 1.8"

    def found(rule: str) -> Simulated:
        return simulated("found", steps, rule, 40)

    return (
        "Where only spreads differ, Fisher's test with Holm is wrong least often; random signs "
        "find more: of real differences between runs that spread alike "
        f"{found('sign-flip')} (Fisher's {found('fisher-holm +1')}, the papers' rule "
        f"{found('single-step')}, step by step {found('step-down')})."
    )


def partial() -> str:
    """How often rules are wrong where only some runs are equal."""
    quiet = "partial, far runs quiet (.1)"

    def most(rule: str) -> Simulated:
        designs = ("partial, equal", "partial, one spread x 6", "partial, two quiet (.2)")
        return max((wrong(design, rule) for design in designs), key=lambda each: each.value)

    return (
        "Where only four of eight runs are equal and the others far from them, also with unlike "
        f"spreads, random signs are wrong in at most {most('sign-flip')} of campaigns of 40 "
        f"instances, Fisher's test with Holm in {most('fisher-holm +1')}, the studentised rule "
        f"step by step in {most('studentised step-down')}, and the papers' rule in "
        f"{most('single-step')}, as large true differences hide small ones. Where the others are "
        f"far from each other only in their own, small spread, the papers' rule is wrong in "
        f"{wrong(quiet, 'single-step')} (random signs {wrong(quiet, 'sign-flip')})."
    )


def over_measures() -> str:
    """What several measures do to the chance of a wrong finding."""
    one, all_, flips = (
        simulated("wrong", "six measures", rule, 40)
        for rule in ("single-step", "single-step, over measures", "sign-flip, over measures")
    )
    return (
        f"Under six measures that agree in part, {one} of campaigns have a wrong finding under one "
        f"of them or more; over all measures together {all_} (random signs {flips}). {everything()}"
    )


def everything() -> str:
    """What a family of all measures on all scales does, where it helps and where it does not."""

    def cell(rule: str, scales: int = 6, skew: str = "") -> Simulated:
        return wrong(f"3 measures × {scales}, one spread x 6{skew}", rule, 30)

    every, skew = ", over everything", ", log-normal"
    return (
        "One family does not repair what a rule assumes: where one of eight runs spreads six times "
        f"as much, under three measures and with 30 instances, the papers' rule over all of them "
        f"is wrong in {cell('single-step' + every, 1)}. Random signs over three measures × six "
        f"scales of the same instances are wrong in {cell('sign-flip' + every)} (each by itself "
        f"{cell('sign-flip')}), but with log-normal scores in "
        f"{cell('sign-flip' + every, skew=skew)}."
    )


def many_runs() -> str:
    """What + 1 is for, where Holm multiplies by many pairs."""
    with_it, without = (wrong("22 equal runs", rule) for rule in ("fisher-holm +1", "fisher-holm"))
    return (
        f"Of 22 equal runs Fisher's test with Holm (B = 5,000) finds some different in {with_it} "
        f"of campaigns, and by count/B in {without}."
    )


def equivalence() -> str:
    """What TOST assumes, and how often it errs where that is not so."""

    def cell(draw: str, n: int = 10) -> Simulated:
        return simulated("called equivalent", f"at the margin, {draw}", "TOST", n)

    fails, skew = "fails on 5 %", "log-normal"
    return (
        "TOST assumes that the pair's differences are symmetric about their mean. By simulation, "
        f"of two runs that differ by the margin itself, 10 instances call {cell('normal')} "
        f"equivalent at α = 0.05, but {cell(skew)} with log-normal scores ({cell(skew, 40)} with "
        f"40 instances) and {cell(fails)} where a run fails on 5 % of the instances "
        f"({cell(fails, 40)}), as samples without a failure look nearer than the runs are."
    )


def clusters() -> str:
    """What instances that belong together do to a test, and what whole clusters mend."""
    design = "clusters of 10, correlation .5"
    alone, together = (wrong(design, f"sign-flip{how}", 200) for how in ("", ", by clusters"))
    return (
        "By simulation with 20 clusters of ten instances whose scores are correlated by one half, "
        f"random signs of instances are wrong in {alone} of campaigns, and those of whole clusters "
        f"in {together}."
    )


def _looks(design: str, n: int) -> Array:
    return np.array([simulated("looks", design, each, n).value for each in SHAPES])


def _scaled(looks: Array) -> Array:
    """Numbers of `shapes` so that one step is as much in each."""
    widest, quietest, skew, failures = np.moveaxis(looks, -1, 0)
    return np.stack(
        [np.log2(widest), np.log2(quietest), 2 * np.log1p(skew), failures / 0.05], axis=-1
    )


def nearest(looks: Array, instances: int) -> tuple[str, int]:
    """The design of the table that data are most like, and the nearest of its numbers of instances.

    Parameters
    ----------
    looks : ndarray of float64, shape (4,)
        As `shapes` measures them.
    instances : int

    Examples
    --------
    >>> from oq_core.knowledge.simulations import nearest
    >>> nearest(np.array([6.5, 1.3, 0.3, 0.0]), instances=50)
    ('one spread x 6', 40)
    """
    n = min(SIZES, key=lambda size: abs(np.log(size / instances)))
    own = _scaled(looks)
    far = {name: float(np.square(_scaled(_looks(name, n)) - own).sum()) for name in NULLS}
    return min(far, key=far.__getitem__), n


def near(scores: Scores) -> str:
    """How often rules are wrong in the design that is nearest to these scores, in sentences.

    Parameters
    ----------
    scores : Scores
        Of runs that are tested together, without undefined cells.

    Examples
    --------
    >>> from oq_core.knowledge.simulations import near
    >>> values = np.random.default_rng(0).normal(size=(1, 40, 8)) * [1, 1, 1, 1, 1, 1, 1, 6]
    >>> ids, runs = tuple(map(str, range(40))), tuple("abcdefgh")
    >>> near(Scores(values, ("NMD",), ids, runs, (False,))).split(":")[0]
    'Of the designs that were simulated, one spread × 6 is nearest to these scores under NMD'
    """
    groups: dict[tuple[str, int], list[int]] = {}
    looks = shapes(scores.values)
    for k, each in enumerate(looks):
        groups.setdefault(nearest(each, len(scores.ids)), []).append(k)
    return " ".join(
        _near(tuple(scores.measures[k] for k in rows), looks[rows].mean(axis=0), *place)
        for place, rows in groups.items()
    )


def _near(measures: tuple[str, ...], looks: Array, design: str, n: int) -> str:
    widest, _, skew, failures = looks
    found = "; ".join(f"{words} {wrong(design, rule, n)}" for rule, words in RULES.items())
    return (
        f"Of the designs that were simulated, {NULLS[design]} is nearest to these scores under "
        f"{listed(measures)}: the widest run spreads {widest:.1f} times as much as the median run, "
        f"differences have a mean skewness of {skew:.1f}, and a run is far from its median on "
        f"{100 * failures:.1f} % of the instances at the most. There, with eight equal runs and "
        f"{n} instances, rules are wrong in: {found}."
    )


def precision() -> str:
    """How exact the numbers are."""

    def of(rules: Iterable[str], sizes: tuple[int, ...]) -> str:
        cells = [wrong(design, rule, n) for design in NULLS for rule in rules for n in sizes]
        return (
            f"{min(each.campaigns for each in cells):,} campaigns or more, with a standard error "
            f"of at most {100 * max(each.error for each in cells):.1f} points"
        )

    return (
        f"Each share is of {of(RULES, (15, 40))}; with 150 instances, the studentised rule's of "
        f"{of(['studentised'], (150,))}."
    )


def coverage(n: int = 30) -> str:
    """How often intervals of means cover, and the ceiling where failures are rare."""

    def cell(design: str, rule: str) -> Simulated:
        return simulated("coverage of a mean", design, rule, n)

    def width(rule: str) -> float:
        return simulated("width", "beta(2, 5)", rule, n).value

    fails, ceiling = "fails on 5 %", 1 - none_shown(n)
    return (
        f"With {n} instances, 95 % percentile intervals cover the mean of skewed scores in "
        f"{cell('beta(2, 5)', 'percentile')} of simulated samples, of log-normal ones in "
        f"{cell('log-normal', 'percentile')}, and of a run that fails on 5 % of the instances in "
        f"{cell(fails, 'percentile')} (Student's t {cell('beta(2, 5)', 't')}, "
        f"{cell('log-normal', 't')} and {cell(fails, 't')}). With such failures no method that "
        f"knows only the data can cover more than 1 − 0.95ⁿ = {_percent(ceiling)}: the other "
        "samples show no failure. Intervals that use the bounds 0 and 1 cover "
        f"{cell(fails, 'bounds')}, and are {width('bounds') / width('t'):.1f} times as wide as "
        "Student's on skewed scores."
    )


#: Instances in the table of coverage.
SAMPLES_OF = (5, 10, 20, 30, 50, 100)


def coverages() -> pd.DataFrame:
    """Return how often 95 % intervals of a mean cover it, a row a number of instances.

    Examples
    --------
    >>> from oq_core.knowledge.simulations import coverages
    >>> coverages().index.tolist()
    [5, 10, 20, 30, 50, 100]
    """
    columns = {
        f"{words}, {name}": [
            str(simulated("coverage of a mean", design, rule, n)) for n in SAMPLES_OF
        ]
        for design, words in (
            ("beta(2, 5)", "skewed"), ("log-normal", "log-normal"), ("fails on 5 %", "5 % failures")
        )
        for rule, name in (("percentile", "percentile"), ("t", "t"), ("bounds", "bounds"))
        if (design, rule) != ("log-normal", "bounds")
    }  # fmt: skip
    ceiling = [f"{100 * (1 - none_shown(n)):.1f} %" for n in SAMPLES_OF]
    index = pd.Index(SAMPLES_OF, name="instances")
    return pd.DataFrame({**columns, "5 % failures, ceiling": ceiling}, index)


def calibration() -> str:
    """What calibration on one's own data cannot see."""
    spread, skew = "one spread x 6", "one spread x 6, log-normal"

    def says(design: str, rule: str) -> Simulated:
        return simulated("calibration", design, rule, 40)

    return (
        f"By simulation with eight runs and 40 instances: where one run spreads six times as much, "
        f"the mean estimate for the papers' rule is {says(spread, 'single-step')} (true "
        f"{wrong(spread, 'single-step')}), and for random signs {says(spread, 'sign-flip')} (true "
        f"{wrong(spread, 'sign-flip')}). Log-normal scores mislead it: for random signs it says "
        f"{says(skew, 'sign-flip')} on average, and {wrong(skew, 'sign-flip')} is true. A run that "
        f"fails on 5 % of the instances shows no failure in {_percent(none_shown(40))} of samples "
        "of 40, and what has not happened cannot be seen."
    )


def ranks() -> str:
    """How often intervals of ranks hold, of a run and of all runs together."""
    steps, equal = "12 runs, steps of .1", "12 equal runs"

    def cell(design: str, rule: str, n: int = 15) -> Simulated:
        return simulated("coverage of ranks", design, rule, n)

    return (
        f"By simulation with 12 runs a tenth of a standard deviation apart and 15 instances, 95 % "
        f"intervals hold the rank of a run in {cell(steps, 'bootstrap, a run')} of cases, but "
        f"those of all runs together in {cell(steps, 'bootstrap, all runs')} of campaigns (40 "
        f"instances: {cell(steps, 'bootstrap, all runs', 40)}), and of a run among 12 equal ones, "
        f"all of rank 1, in {cell(equal, 'bootstrap, a run')}. Ranks for all runs together hold in "
        f"{cell(steps, 'rank sets')} and, where all are equal, in {cell(equal, 'rank sets')} of "
        f"campaigns (40 instances: {cell(steps, 'rank sets', 40)} and "
        f"{cell(equal, 'rank sets', 40)})."
    )


def taus() -> str:
    """How often intervals of tau cover it, and where they fail."""

    def cell(tau: float, runs: int, rule: str = "formula") -> Simulated:
        return simulated("coverage of tau", f"runs drawn, tau {tau}", rule, runs)

    swap = "runs one swap apart, steps of 0.1"
    instances = [
        simulated("coverage of tau", f"{runs} {swap}", "instances", 100) for runs in (6, 12)
    ]
    return (
        f"By simulation, 95 % intervals by the formula cover a tau of 0.5 in {cell(0.5, 6)} of "
        f"samples of 6 runs, but a tau of 0.8 in {cell(0.8, 6)} and one of 0.9 in {cell(0.9, 6)}; "
        f"with 12 runs {cell(0.8, 12)} and {cell(0.9, 12)}, with 22 {cell(0.8, 22)} and "
        f"{cell(0.9, 22)}. The bootstrap over runs covers 0.9 in "
        f"{cell(0.9, 6, 'bootstrap over runs')}, {cell(0.9, 12, 'bootstrap over runs')} and "
        f"{cell(0.9, 22, 'bootstrap over runs')}. Do not trust either above 0.8 with fewer than 12 "
        f"runs, nor the formula above 0.8 with any of these. Resampled instances, where the runs "
        f"stay, hold the tau of all instances in {instances[0]} (6 runs that are one swap apart) "
        f"and {instances[1]} (12): they have the noise of the instances twice, and are wide."
    )


def artificial() -> str:
    """How often intervals of artificial pairs cover the mean tau."""
    pairs, distributions, pairs_of_5, distributions_of_5 = (
        simulated("coverage of tau", "artificial distributions", f"over {rule}", classes)
        for classes in (3, 5)
        for rule in ("pairs", "distributions")
    )
    return (
        "Pairs that share a distribution are not independent. Intervals that take them for "
        f"independent, as the paper's, cover the mean τ of many such experiments in {pairs} of "
        f"cases (3 classes; with 5 {pairs_of_5}); ours leave out each distribution in turn with "
        f"all of its pairs, and cover {distributions} ({distributions_of_5})."
    )


def splits() -> str:
    """What a test on splits finds, and a jackknife."""

    def cell(kind: str, rule: str) -> Simulated:
        return simulated(kind, "sample without baselines", rule, 100)

    found, wrong_of = "consistency, significant", "consistency, of these wrong"
    inside = cell("coverage of a difference of consistency", "jackknife")
    return (
        f"In simulations with 100 instances of the bundled sample it finds "
        f"{cell(found, 'test on splits')} of the differences between measures significant, and "
        f"{cell(wrong_of, 'test on splits')} of these have the wrong sign; the jackknife finds "
        f"{cell(found, 'jackknife')}, and its intervals cover {inside}."
    )


def differences() -> str:
    """How often the intervals of all pairs' differences hold together."""

    def cell(design: str, n: int) -> Simulated:
        return simulated("coverage of differences", design, "all pairs", n)

    far, skew, fails = "one spread x 6", "one spread x 6, log-normal", "fails on 5 %"
    return (
        f"In simulations with eight runs the intervals of all pairs hold together in "
        f"{cell('equal', 40)} of campaigns of 40 instances ({cell('equal', 15)} with 15), in "
        f"{cell(far, 40)} ({cell(far, 15)}) where one run spreads six times as much, but with "
        f"log-normal scores in {cell(skew, 40)} ({cell(skew, 15)}), and where a run fails on 5 % "
        f"of the instances in {cell(fails, 40)} ({cell(fails, 15)})."
    )


def pilots() -> str:
    """How often the interval of a pilot's variance, and of its sample size, covers it."""

    def cell(design: str, n: int) -> Simulated:
        return simulated("coverage of a variance", design, "pilot", n)

    return (
        f"In simulations with eight runs, the interval from a pilot of 50 instances holds the true "
        f"variance, and so the n that it gives, in {cell('equal', 50)} of cases, from one of 20 in "
        f"{cell('equal', 20)}; with log-normal scores in {cell('log-normal', 50)} and "
        f"{cell('log-normal', 20)}. So it is a warning, and no bound."
    )


def powers() -> str:
    """What intervals of S estimate, and how often they cover it."""

    def covers(rule: str, design: str = "seven runs of the sample") -> Simulated:
        return simulated("coverage of S", design, rule, 100)

    return (
        "They estimate the mean S of other samples of as many instances, for these runs. In "
        "simulations with 100 instances of the bundled sample without its baselines, they cover "
        f"it in {covers('single-step', 'sample without baselines')} of cases under the papers' "
        f"rule; with seven of its runs in {covers('single-step')}, by random signs in "
        f"{covers('sign-flip')}."
    )


def real() -> str:
    """How often rules are wrong on real runs whose means were made equal."""
    sizes = [
        n for n in (20, 50, 100, 390)
        if all(("wrong", f"STC-3 {scale}, NMD", rule, n) in _cells()
               for scale in "ASE" for rule in RULES)
    ]  # fmt: skip
    parts = []
    for n in sizes:
        shares = {
            rule: [wrong(f"STC-3 {scale}, NMD", rule, n).value for scale in "ASE"] for rule in RULES
        }
        parts.append(
            f"with {n} instances "
            + ", ".join(
                f"{RULES[rule]} {100 * min(each):.1f} to {100 * max(each):.1f} %"
                for rule, each in shares.items()
            )
        )
    return (
        "STC-3's public runs and baselines under NMD, their means made equal, on the scales A, S "
        f"and E, campaigns with a wrong finding: {'; '.join(parts)}."
    )
