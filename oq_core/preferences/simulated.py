"""How often simulated people are found to judge by what they do judge by, in sentences."""

from functools import cache
from pathlib import Path

import pandas as pd

from oq_core.data.scores import in_percent

#: Written by ``python -m tests.benchmarks.preferences --table``; the sentences come from it.
TABLE = Path(__file__).with_name("simulated.csv")


@cache
def simulated() -> pd.DataFrame:
    """Return the shares of simulated people, a row a truth.

    Columns are `named` and `first` (how often the truth is in the set that is named, and first in
    it), the same `or alike` (or what the person's own questions do not tell from it), the `size`
    of the set, `unexplained` (how often it is said that no candidate explains the person), `sure`
    (how often one is told without a "not sure"), `wrongly sure` (and is none of the person's), and
    for people who do not judge by one candidate how often none is first (`none first`); and
    `people`.

    Examples
    --------
    >>> bool((simulated()["people"] >= 100).all())
    True
    """
    return pd.read_csv(TABLE, index_col="truth")


def how_sure() -> str:
    """How often simulated people are found, in sentences."""
    table = simulated()
    known, others = table.dropna(subset="named"), table.dropna(subset="none first")
    mean = known.mean()
    hardest = known["first"].idxmin()
    by_chance = others.filter(like="by chance", axis=0)["none first"]
    return (
        f"We made {known['people'].min():,.0f} people of each kind by computer. They judge by one "
        "measure or habit, answer without looking one time in ten, and choose rightly nine times "
        "in ten where the difference is clear. After the questions of this page, what they judge "
        f"by was among those named in {in_percent(mean['named'])} of cases, and "
        f"first in {in_percent(mean['first'])} ({in_percent(mean['first or alike'])} with what "
        f"their own questions do not tell from it); {mean['size']:.1f} were named on average. The "
        f"hardest to find is {hardest}: first in {in_percent(known.loc[hardest, 'first'])}. Of "
        f"people who answer by chance, {in_percent(by_chance.min())} to "
        f"{in_percent(by_chance.max())} were found to judge by none. What is told without a “not "
        f"sure” was wrong in {in_percent(mean['wrongly sure'])} of cases; below an even chance, "
        "and where no question was answered alike twice, “not sure” is said."
    )


def what_escapes() -> str:
    """Who does not judge by one thing that is listed, and how often that goes unnoticed."""
    others = simulated().dropna(subset="none first")["wrongly sure"]
    told = "; ".join(f"{who} ({in_percent(share)})" for who, share in others.items())
    return (
        "Who does not look, or judges by two things or by another, is not always noticed. "
        f"Something that is not theirs is told without a “not sure” of people who {told}."
    )
