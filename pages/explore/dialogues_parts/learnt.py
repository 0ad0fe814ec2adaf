"""The baseline that learns: where it stands among the runs, and how it is made."""

import pandas as pd
import streamlit as st

from oq_core import Collection, score
from oq_core.data import pooled, popularity, uniform
from pages.analysing import words
from pages.analysing.explain import explanation
from pages.analysing.text import plain
from pages.drawing.opened import opened
from pages.host.limits import IN_BROWSER, IN_THE_INSTALLED_APP

_NAME = "lstm"
_LOOKING = ("Popularity", "Pooled (of this gold)", "Uniform")


def standing(collection: Collection, x: str, y: str) -> pd.DataFrame:
    """Mean scores and ranks of the runs called after it, beside what looks at the gold.

    Ranks are among the runs of the collection, the best first; what is not among them has none.
    """
    names = [name for name in collection.runs if _NAME in name.casefold()]
    gold = collection.gold
    made = (popularity(gold), pooled(gold), uniform(gold))
    beside = {
        name: each for name, each in zip(_LOOKING, made, strict=True) if name not in collection.runs
    }
    scores = score(collection.with_runs(beside), (x, y))
    means = pd.DataFrame(scores.means.T, pd.Index(scores.runs, name="run"), scores.measures)
    among = means.loc[list(collection.runs)].rank(method="min").astype(int)
    table = means.loc[[*names, *(name for name in means.index if name in _LOOKING)]]
    for key in scores.measures:
        table[f"{key} rank of {len(among)}"] = [
            str(among.loc[name, key]) if name in names else "–" for name in table.index
        ]
    return table.sort_values(x, kind="stable")


def learnt(collection: Collection, x: str, y: str) -> None:
    """Draw where the baseline that learns stands if it is open, and how to make it."""
    part = opened("BL-lstm, the baseline that learns", ":material/school:")
    if part is None:
        return
    with part:
        if any(_NAME in name.casefold() for name in collection.runs):
            words.markdown(f"Mean {x} and {y}, beside what looks at this gold, or at nothing:")
            st.table(standing(collection, x, y).rename(index=plain))
        words.markdown(explanation("lstm"))
        if IN_BROWSER:
            st.caption(f"The browser has no shell. {IN_THE_INSTALLED_APP}")
