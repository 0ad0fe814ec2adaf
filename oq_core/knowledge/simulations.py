"""How often each rule finds a difference between runs of equal means, by simulation."""

from functools import cache
from pathlib import Path

import pandas as pd

from oq_core.analysis.pairs import Rule

#: Written by `python -m tests.benchmarks.rules`.
TABLE = Path(__file__).with_name("simulated.csv")

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


@cache
def _shares() -> pd.Series:
    return pd.read_csv(TABLE).set_index(["design", "rule", "n"])["value"]


def wrong(design: str, rule: str, n: int = 40) -> str:
    """Share of campaigns of eight runs in which equal runs are found different, at α = 0.05.

    Parameters
    ----------
    design : str
        One of `NULLS`.
    rule : str
        A `Rule`.
    n : int
        Instances: 15, 40 or 150.

    Examples
    --------
    >>> from oq_core.knowledge.simulations import wrong
    >>> wrong("one spread x 6", "tukey"), wrong("one spread x 6", "sign-flip")
    ('15.0 %', '4.6 %')
    """
    return f"{100 * _shares()[design, rule, n]:.1f} %"


def errors(n: int) -> pd.DataFrame:
    """The share of campaigns with a wrong finding: a row a design, a column a rule.

    Parameters
    ----------
    n : int
        Instances: 15, 40 or 150.

    Examples
    --------
    >>> from oq_core.knowledge.simulations import errors
    >>> errors(40).iloc[0].tolist()
    ['4.5 %', '4.9 %']
    """
    rows = [[wrong(design, rule, n) for rule in Rule] for design in NULLS]
    index = pd.Index(NULLS.values(), name="eight runs of equal means")
    return pd.DataFrame(rows, index, ["Tukey", "random signs"])
