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
    of the set, `unexplained` (how often it is said that no candidate explains the person), and for
    people who judge by no candidate how often none is first (`none first`); and `people`.

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
        f"{in_percent(by_chance.max())} were found to judge by none."
    )


def what_escapes() -> str:
    """Who judges by nothing that is listed, and how often that was noticed, in a sentence."""
    others = simulated().dropna(subset="none first")["unexplained"]
    told = [
        f"{name} ({in_percent(share)})"
        for name, share in others.items()
        if "by chance" not in str(name)
    ]
    return (
        "Who judges by something else is not always noticed. That no measure explains them was "
        f"said of people who took {'; '.join(told)}."
    )
