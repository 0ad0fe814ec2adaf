"""What simulations say of tests and intervals: the table, and the sentences made from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import numpy as np
import pandas as pd

from oq_core.analysis.shapes import SHAPES, shapes
from oq_core.data.arrays import Array
from oq_core.data.scores import Scores, in_percent, listed
from oq_core.phrases import Phrases

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
    rows = [[str(wrong(design, rule, n)) for rule in RULES] for design in NULLS]
    index = pd.Index(NULLS.values(), name="eight runs of equal means")
    return pd.DataFrame(rows, index, RULES.values())


def none_shown(n: int, fails: float = 0.05) -> float:
    """Chance that a run that fails on a share of the instances fails on none of n.

    Examples
    --------
    >>> from oq_core.knowledge.simulations import none_shown
    >>> round(none_shown(30), 3)
    0.215
    """
    return (1 - fails) ** n


def most(designs: Sequence[str], rules: Iterable[str]) -> Simulated:
    """The largest share of campaigns with a wrong finding, of 40 instances."""
    cells = [wrong(design, rule) for design in designs for rule in rules]
    return max(cells, key=lambda each: each.value)


def between(designs: Sequence[str], rules: Iterable[str], n: int = 40) -> str:
    """The smallest and the largest of these shares."""
    values = [wrong(design, rule, n).value for rule in rules for design in designs]
    return f"{100 * min(values):.1f} to {100 * max(values):.1f} %"


def exact(rules: Iterable[str], sizes: Sequence[int]) -> str:
    """How exact the shares of these rules are."""
    cells = [wrong(design, rule, n) for design in NULLS for rule in rules for n in sizes]
    return (
        f"{min(each.campaigns for each in cells):,} campaigns or more, with a standard error of at "
        f"most {100 * max(each.error for each in cells):.1f} points"
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
    found = []
    for (design, n), rows in groups.items():
        widest, _, skew, failures = looks[rows].mean(axis=0)
        measures = listed(tuple(scores.measures[k] for k in rows))
        found.append(
            said("near", design=design, n=n, measures=measures, widest=widest, skew=skew,
                 failures=failures)
        )  # fmt: skip
    return " ".join(found)


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


#: What they say, in sentences. Those of `near` are about one's own scores.
said = Phrases(
    Path(__file__).with_suffix(".jinja"),
    between, exact, in_percent, most, none_shown, partial, simulated, wrong,
    NULLS=NULLS, RULES=RULES,
)  # fmt: skip
