"""How the room's estimates of an item score: their spread, and one by one."""

import numpy as np
import pandas as pd
import streamlit as st

from oq_core.campaign.printing import layouts
from oq_core.data.distributions import Distributions
from pages.drawing.charts import figure_of, show_figure
from pages.live.server.campaign import PAIR, Estimated, scores_of

#: Pixels.
_HEIGHT = 190


def spreads(item: Estimated, key: str) -> None:
    """Show how many estimates have which scores under both measures."""
    both = scores_of(item, PAIR)
    for column, measure in zip(st.columns(2), PAIR, strict=True):
        with column:
            _spread(measure, both[measure], f"{key}_{measure}")


def every_estimate(item: Estimated, names: dict[int, str], measures: list[str]) -> None:
    """Show the scores of every estimate."""
    if not measures:
        return
    runs = pd.Index([names[number] for number in item.numbers], name="run")
    st.dataframe(
        pd.DataFrame(scores_of(item, measures), runs).sort_values(measures, kind="stable"),
        column_config={
            each: st.column_config.NumberColumn(each, format="%.4f") for each in measures
        },
    )


def _spread(measure: str, scores: Distributions, key: str) -> None:
    chart = layouts.scores_of_room(measure, scores)
    told = f"from {scores.min():.3f} to {scores.max():.3f}, median {np.median(scores):.3f}"
    show_figure(figure_of(chart), key, f"{chart.title}, {told}", height=_HEIGHT)
