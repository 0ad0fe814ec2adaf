"""How often intervals of estimated shares cover, as simulated: a table, and what it says here."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from oq_core.data.scores import in_percent, listed
from oq_core.defaults import LEVEL
from oq_core.phrases import Phrases
from oq_core.raters.estimators import ESTIMATORS, Assumption
from oq_core.raters.judged import FEWEST_FOR_INTERVALS

#: Written by ``python -m tests.benchmarks.estimating``; the sentences come from it.
TABLE = Path(__file__).with_name("coverage.csv")
#: Where each assumption is true: in simulations of both, of a judge that errs alike, or of neither.
_TRUE: dict[Assumption, tuple[str, ...]] = {"random": ("both",), "alike": ("both", "alike")}
#: Intervals that cover less than this are named.
_LEAST = 0.9

_said = Phrases(
    Path(__file__).with_suffix(".jinja"), in_percent, listed,
    ESTIMATORS=ESTIMATORS, FEWEST=FEWEST_FOR_INTERVALS, LEVEL=LEVEL,
)  # fmt: skip


@cache
def coverage() -> pd.DataFrame:
    """Return the simulated cells, a row each.

    Columns are `judge`, `labels` (how many), `true` (both, alike or neither), `estimator`, its mean
    `NMD` from the truth, the mean `width` of its intervals, the share of classes whose intervals
    `coverage` the truth, and how many `campaigns` were simulated.

    Examples
    --------
    >>> sorted({*coverage()["estimator"]}) == sorted(ESTIMATORS)
    True
    """
    return pd.read_csv(TABLE)


def nearest(labels: int) -> int:
    """The number of labels that was simulated and is nearest, as a ratio.

    Examples
    --------
    >>> nearest(260)
    200
    """
    known = np.unique(coverage()["labels"])
    return int(known[np.abs(np.log(known / labels)).argmin()])


def how_sure(estimators: Sequence[str], assumption: Assumption, labels: int) -> str:
    """Say how often intervals cover with so many labels, and where less than 90 % of the time.

    Parameters
    ----------
    estimators : sequence of str
        Keys of `ESTIMATORS`.
    assumption : {"random", "alike"}
    labels : int

    Examples
    --------
    >>> how_sure(["EM"], "alike", 180).startswith("Simulated with five kinds of judges and 200 ")
    True
    """
    near, true = nearest(labels), _TRUE[assumption]
    table = coverage()
    table = table[(table["labels"] == near) & table["estimator"].isin(list(estimators))]
    # Labels alone are right where they are drawn at random, whatever the judge does.
    needs = np.where(table["estimator"] == "labels", table["true"] == "both",
                     table["true"].isin(true))  # fmt: skip
    right, wrong = table[needs], table[~needs]
    worst = wrong.loc[wrong["coverage"].idxmin()]
    short = right[right["coverage"] < _LEAST]
    named = tuple(
        f"{ESTIMATORS[each.estimator].words} {in_percent(each.coverage)} (a judge that is "
        f"{each.judge})"
        for each in short.itertuples()
    )
    covered = right["coverage"]
    return _said("how_sure", labels=near, covered=covered, least=_LEAST, short=named, worst=worst)


def how_wrong(labels: int) -> str:
    """Say how often intervals cover where neither assumption is true, and what to do.

    Parameters
    ----------
    labels : int

    Examples
    --------
    >>> how_wrong(200).startswith("Then nothing here can be trusted: simulated ")
    True
    """
    near, table = nearest(labels), coverage()
    shares = table[(table["labels"] == near) & (table["true"] == "neither")]["coverage"]
    return _said("how_wrong", labels=near, covered=shares)
