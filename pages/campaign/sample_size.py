"""Sample size: how many instances the next round needs."""

from typing import Literal

import numpy as np
import pandas as pd
import streamlit as st

from oq_core.analysis import (
    detectable_difference,
    required_instances,
    residual_variance,
)
from oq_core.campaign.printing import headlines, layouts
from pages import menu
from pages.analysing import views, words
from pages.analysing.data import DataSet, choose_data_sets
from pages.analysing.downloads import download_table
from pages.analysing.explain import explain
from pages.analysing.options import choose_measures
from pages.analysing.settings import answer, choose, settings, told
from pages.analysing.text import plain
from pages.drawing.shown import pick_row, show


def assumptions() -> tuple[int, float, float, float]:
    """Number of runs, difference to be found, significance level, power."""
    return (
        choose(views.RUNS),
        choose(views.LEAST_DIFFERENCE),
        choose(views.DESIGN_ALPHA),
        choose(views.POWER),
    )


def from_data(
    asked: tuple[int, float, float, float],
    paired: bool,
    share: float | None,
    data_sets: list[DataSet],
    keys: list[str],
) -> tuple[float, float, str, str, str] | None:
    """What the chosen data ask for; gives the variance, minD and measure to draw.

    And the data set that they are of, where there are several, and what an instance is called.
    """
    runs, difference, alpha, power = asked
    kind: Literal["E1", "E2"] = "E2" if paired else "E1"
    rows, units = [], dict[str, str]()
    for each in data_sets:
        scores = each.defined_of(keys).value
        if len(scores.ids) < 2:
            st.info(f"There are too few {scores.unit}s in {plain(each.name)} for a variance.")
            continue
        units[each.name] = scores.unit
        spreads = np.ptp(scores.means, axis=1)
        variances = residual_variance(scores, kind)
        for key, spread, variance in zip(keys, spreads, variances.tolist(), strict=True):
            least = difference if share is None else share * spread
            rows.append((each.name, key, len(scores.ids), float(spread), least, variance))
    unit = f"V_{kind}"
    table = pd.DataFrame(
        rows,
        columns=["data set", "measure", "n now", "spread of means", "minD", unit],
    )
    positive = table[(table[unit] > 0) & (table["minD"] > 0)].reset_index(drop=True)
    if positive.empty:
        if rows:
            st.info("The scores do not vary: no number of instances follows from them.")
        return None
    try:
        positive["n needed"] = required_instances(
            runs, positive["minD"], positive[unit], alpha, power, paired=paired
        )
    except ValueError as error:
        st.info(f"A difference is too small beside its variance: {error}.")
        return None
    positive["minD found now"] = detectable_difference(
        positive["n now"], runs, positive[unit], alpha, power, paired=paired
    )
    st.markdown("**What these data ask of the next round.** Click a row to draw it.")
    row = pick_row(
        positive,
        f"design/{len(positive)}/{'/'.join(keys)}",
        "Residual variance and required instances by data set and measure",
        height="content" if len(positive) <= 20 else 600,
        column_config={
            unit: st.column_config.NumberColumn(format="%.5f"),
            "spread of means": st.column_config.NumberColumn(
                format="%.3f", help="The best run's mean against the worst run's, now."
            ),
            "minD": st.column_config.NumberColumn(format="%.3f"),
            "minD found now": st.column_config.NumberColumn(
                format="%.3f",
                help="The smallest range of true means that as many instances as now find with "
                "this power.",
            ),
        },
    )
    download_table(
        "Download this table",
        lambda: positive.set_index("data set"),
        "sample-size.csv",
        *dict.fromkeys(positive["data set"]),
    )
    chosen = positive.iloc[row]
    about = str(chosen["data set"]) if len(data_sets) > 1 else ""
    called = units[str(chosen["data set"])]
    return float(chosen[unit]), float(chosen["minD"]), str(chosen["measure"]), about, called


def choose_share() -> float | None:
    """The share of each measure's own spread that is to be found; None for minD as typed."""
    if not choose(views.RELATIVE):
        return None
    share = choose(views.SHARE)
    return told(share, None, f"minD = {share:g} of the spread")


def choose_variance() -> float | None:
    """V as it is typed; None where it comes from data."""
    if choose(views.SOURCE) != views.TYPED:
        return None
    variance = choose(views.VARIANCE)
    return told(variance, None, f"V = {variance:g}")


def main() -> None:
    """The page."""
    words.title(menu.SAMPLE_SIZE.headline)
    data_sets, keys, share = list[DataSet](), list[str](), None
    with settings() as line:
        with line.options:
            asked, paired = assumptions(), choose(views.DESIGN_TEST) == views.PAIRED
            variance = choose_variance()
        runs, difference, alpha, power = asked
        if variance is None:
            data_sets = choose_data_sets(line)
            keys = choose_measures(line, data_sets)
            with line.options:
                share = choose_share()
    if power <= alpha:
        st.warning(
            "Choose a power larger than α. A test finds a difference with probability α even where "
            "there is none."
        )
        return
    place, measure, about, unit = st.container(), "", "", "instance"
    if variance is None:
        chosen = from_data(asked, paired, share, data_sets, keys) if keys else None
        if chosen is None:
            return
        variance, difference, measure, about, unit = chosen
    try:
        n = int(required_instances(runs, difference, variance, alpha, power, paired=paired))
    except ValueError as error:
        st.info(f"The difference is too small beside the variance: {error}.")
        return
    with place:
        answer(headlines.sample_size(n, measure, power, difference, unit), about)
        curve = n, runs, difference, variance, alpha, power
        show(layouts.power_by_instances(*curve, paired=paired, unit=unit))
    freedom = "(m − 1)(n − 1)" if paired else "m(n − 1)"
    words.caption(
        "This is topic set size design. It plans for runs whose best and worst true means are minD "
        f"or more apart: the fewest {unit}s with which analysis of variance finds, with this "
        f"power, that they differ. Non-central F with λ = n·minD² / (2V) and (m − 1, {freedom}) "
        f"degrees of freedom, for the {'paired' if paired else 'unpaired'} test."
    )
    line.tell()
    explain("Why the test and minD matter", "test")


main()
