"""How the room's estimates of an item score: their spread, and one by one."""

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import MEASURES
from oq_core.data.distributions import Distributions
from oq_core.data.scores import direction
from pages.live_class.campaign import PAIR, Estimated, scores_of
from pages.shared import theme

_WIDTH = 0.05


def spreads(item: Estimated, key: str) -> None:
    """Show how many estimates have which scores under both measures."""
    both = scores_of(item, PAIR)
    for column, measure, colour in zip(st.columns(2), PAIR, (theme.A, theme.B), strict=True):
        with column:
            _spread(measure, both[measure], colour, f"{key}_{measure}")


def every_estimate(item: Estimated, names: dict[int, str], measures: list[str]) -> None:
    """Show the scores of every estimate."""
    if not measures:
        return
    runs = pd.Index([names[number] for number in item.numbers], name="run")
    st.dataframe(
        pd.DataFrame(scores_of(item, measures), runs).sort_values(measures),
        column_config={
            each: st.column_config.NumberColumn(each, format="%.4f") for each in measures
        },
    )


def _spread(measure: str, scores: Distributions, colour: str, key: str) -> None:
    counts, edges = np.histogram(scores, bins=round(1 / _WIDTH), range=(0, 1))
    table = pd.DataFrame({"from": edges[:-1], "to": edges[1:], "estimates": counts})
    title = f"The room’s {measure}"
    st.vega_lite_chart(
        table[table["estimates"] > 0],
        {
            "title": {"text": title, "anchor": "start", "offset": 6},
            "mark": {"type": "bar", "color": colour},
            "encoding": {
                "x": {
                    "field": "from",
                    "type": "quantitative",
                    "bin": {"binned": True, "step": _WIDTH},
                    "scale": {"domain": [0, 1]},
                    "title": direction([MEASURES[measure].larger_is_better]),
                    "axis": {"tickCount": 5},
                },
                "x2": {"field": "to"},
                "y": {
                    "field": "estimates",
                    "type": "quantitative",
                    "title": "Estimates",
                    "axis": {"tickCount": 4, "tickMinStep": 1},
                },
            },
        },
        key=key,
        height=150,
        alt=f"{title}: from {scores.min():.3f} to {scores.max():.3f}, "
        f"median {np.median(scores):.3f}",
    )
