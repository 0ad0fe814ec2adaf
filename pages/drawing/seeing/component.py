"""What is moved or lit at each step; the browser only draws it."""

from typing import Any

import numpy as np
import streamlit as st

from oq_core import MEASURES
from oq_core.knowledge.seeing import heaps, views
from pages.drawing import theme
from pages.drawing.compare_state import NAMES, CompareState, Histogram
from pages.drawing.components import component

_seeing = component(
    "oq_seeing", __file__, "moment.js", "seeing.js", html='<div class="seeing"></div>'
)

#: The measures that can be seen at work.
SEEN = ("NMD", "RNOD")


def seeing(state: CompareState, measure: str, key: str, plays: bool = False) -> None:
    """Show one of the `SEEN` measures at work on each system, side by side where there are two.

    Parameters
    ----------
    state : CompareState
        With votes in every histogram shown.
    measure : str
    key : str
        Tells these from others on the page.
    plays : bool
        Whether it begins by itself, in as large a picture as a lesson's; it does not where the
        visitor asks for less motion.
    """
    systems = state.shown[1:]
    for column, which in zip(st.columns(len(systems)), systems, strict=True):
        with column:
            data = {**played(state, measure, which), "plays": plays}
            _seeing(key=f"seeing_{key}_{which}", data=data)


def played(state: CompareState, measure: str, which: Histogram) -> dict[str, Any]:
    """All that is shown: histograms, and for each step what it does and what it says."""
    estimated, gold = state.shares(which), state.shares("gold")
    score = float(MEASURES[measure](estimated, gold))
    made = (
        _earth(estimated, gold, state.classes)
        if measure == "NMD"
        else _views(estimated, gold, state.classes)
    )
    return {
        "title": f"{measure} of {NAMES[which]}",
        "classes": list(state.classes),
        "gold": gold.tolist(),
        "estimated": estimated.tolist(),
        "colours": [theme.GOLD, theme.A if which == "a" else theme.B],
        "score": f"{measure} = {score:.4f}",
        **made,
    }


def _earth(estimated: np.ndarray, gold: np.ndarray, classes: tuple[str, ...]) -> dict[str, Any]:
    total, steps = 0.0, []
    for heap in heaps(estimated, gold):
        total += heap.cost
        far = abs(heap.target - heap.source)
        steps.append(
            {
                "from": heap.source,
                "to": heap.target,
                "amount": heap.amount,
                "words": f"{heap.amount:.2f} of the votes go from {classes[heap.source]} to "
                f"{classes[heap.target]}: {heap.amount:.2f} × {far} = {heap.cost:.2f}. "
                f"So far {total:.2f}.",
            }
        )
    most = len(classes) - 1
    return {
        "start": "Votes go from where the estimate has too much to where it has too little.",
        "steps": steps,
        "end": f"{total:.2f} in all, of {most} that there could be: {total:.2f} / {most}.",
    }


def _views(estimated: np.ndarray, gold: np.ndarray, classes: tuple[str, ...]) -> dict[str, Any]:
    seen = views(estimated, gold)
    steps = [
        {
            "stand": int(place),
            "lit": weighted.tolist(),
            "words": f"From {classes[place]}: squared error × distance, summed, is {total:.3f}.",
        }
        for place, weighted, total in zip(seen.classes, seen.weighted, seen.sums, strict=True)
    ]
    mean, most = float(seen.sums.mean()), len(classes) - 1
    return {
        "start": "Stand on each class that has gold, and look at the errors of the others.",
        "steps": steps,
        "end": f"The mean of these sums is {mean:.3f}. RNOD is the root of {mean:.3f} / {most}.",
    }
