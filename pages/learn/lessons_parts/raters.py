"""Lessons on a gold that is a sample of raters, and on judges that stand in for one."""

import tomllib
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from oq_core import Collection, randomised_tukey_hsd, score
from oq_core.campaign import Chart
from oq_core.campaign.printing import layouts
from oq_core.data import uniform
from oq_core.data.collection import PANEL
from oq_core.defaults import ALPHA
from oq_core.raters import StandIn, runs_stand_in
from oq_core.raters.stand_in import EPSILON
from pages import menu
from pages.analysing.data import SAMPLE_OF_JUDGES, opened
from pages.drawing.bars import histogram
from pages.drawing.charts import figure_of, show_figure
from pages.drawing.practice import go_on
from pages.learn.lessons_parts.lesson import Facts, lesson

#: Written by the script beside it.
_STORED = Path(__file__).parents[3] / "sample_data" / "truth.toml"
#: Shown beside each other.
_MEASURES = ("NMD", "RNOD")
#: How people would rate one item.
_FIVE, _EXAMPLE = ("1", "2", "3", "4", "5"), np.array([0.05, 0.1, 0.25, 0.45, 0.15])


def _judged() -> Collection:
    return next(iter(opened()[SAMPLE_OF_JUDGES].collections.values()))


@cache
def sharpened() -> tuple[tuple[float, ...], dict[int, np.ndarray]]:
    """Powers (T,) that the sample's truths are raised to, and by raters their scores (K, T)."""
    stored: dict[str, Any] = tomllib.loads(_STORED.read_text(encoding="utf-8"))
    scores = {row["raters"]: np.array([row[key] for key in _MEASURES]) for row in stored["against"]}
    return tuple(stored["powers"]), scores


def _sharpness(raters: int) -> Chart:
    powers, scores = sharpened()
    return layouts.sharpness(_MEASURES, powers, scores[raters], raters)


def _in_half(chart: Chart, key: str) -> None:
    show_figure(figure_of(chart), key, chart.alternative, height="stretch")


class Sharpness:
    """The truth made sharper or flatter, against so many raters."""

    def preview(self, key: str) -> None:
        """Draw an example of the three, and say what the data are."""
        shares = {
            "The one rating": np.eye(5)[2],
            "The truth": _EXAMPLE,
            "Too sure": _EXAMPLE**8 / (_EXAMPLE**8).sum(),
        }
        histogram("An example", _FIVE, shares, height=None)
        with st.container(key=f"{key}_preview"):
            st.caption("300 invented answers; their truths are what the ratings were drawn from.")

    def poster(self, key: str) -> None:
        """Draw mean scores against one rating."""
        _in_half(_sharpness(1), key)

    def show(self, key: str) -> None:
        """Draw mean scores by how sharp the estimate is."""
        raters = st.select_slider("Raters", [*sharpened()[1]], key=f"{key}_raters")
        chart = _sharpness(raters)
        show_figure(figure_of(chart), f"{key}_chart", chart.alternative)
        go_on(key, menu.MAP, lambda: chart.numbers.set_index("measure"))


def _truth_facts() -> Facts:
    facts: dict[str, float] = {}
    powers, scores = sharpened()
    for raters in (1, 3, 20):
        for measure, values in zip(_MEASURES, scores[raters], strict=True):
            facts[f"{measure} truth {raters}"] = float(values[powers.index(1)])
            facts[f"{measure} best {raters}"] = float(values.min())
            facts[f"{measure} power {raters}"] = powers[int(values.argmin())]
    return facts


def _gain(facts: Facts, measure: str, raters: int) -> float:
    return 1 - facts[f"{measure} best {raters}"] / facts[f"{measure} truth {raters}"]


def _percent(facts: Facts, measure: str, raters: int) -> float:
    return 100 * _gain(facts, measure, raters)


def _truth_right(facts: Facts) -> int:
    nmd, rnod = (_gain(facts, measure, 1) > 0.05 for measure in _MEASURES)
    return 2 if nmd and rnod else 1 if nmd else 0


TRUTH = lesson(
    "truth", _truth_facts, _truth_right, Sharpness(),
    **{
        f"{measure}_less_{raters}": partial(_percent, measure=measure, raters=raters)
        for measure, raters in (("NMD", 1), ("RNOD", 1), ("NMD", 3), ("NMD", 20))
    },
)  # fmt: skip


@st.cache_data
def judged_facts() -> dict[str, float]:
    """How the judges of the sample fare against Uniform, and which may stand in for a rater."""
    judged = _judged().without(PANEL)
    scores = score(judged.with_runs({"Uniform": uniform(judged.gold)}), ("NMD", "RNOD"))
    p_values = randomised_tukey_hsd(scores.values, trials=1000)
    facts: dict[str, float] = {"judges": len(judged.runs)}
    for k, key in enumerate(scores.measures):
        means, p = scores.means[k], p_values[k, -1, :-1] <= ALPHA
        facts[f"{key} better"] = int((p & (means[:-1] < means[-1])).sum())
        facts[f"{key} worse"] = int((p & (means[:-1] > means[-1])).sum())
        facts[f"{key} Uniform"], facts[f"{key} best"] = float(means[-1]), float(means[:-1].min())
    found = runs_stand_in(judged, ("NMD", "RNOD", "JSD"))
    for key, rates in zip(found.scores, found.winning_rate(), strict=True):
        facts[f"{key} passes"] = int((rates >= 0.5).sum())
    return facts


def _standing_in() -> StandIn:
    return runs_stand_in(_judged(), ("NMD", "RNOD", "JSD"))


class StandingIn:
    """Which judges pass, by what they may lack of a rater."""

    def preview(self, key: str) -> None:
        """Draw one of the answers, and say what the data are."""
        judged = _judged()
        judge = next(iter(judged.runs))
        gold = judged.gold[0]
        shares = {"Gold": gold, judge: judged.runs[judge][0], "Uniform": uniform(gold)}
        histogram("One of the answers", judged.classes, shares, height=None)
        with st.container(key=f"{key}_preview"):
            st.caption("300 invented answers, rated by nine people and by five judges.")

    def poster(self, key: str) -> None:
        """Draw each judge's winning rate under each measure."""
        _in_half(layouts.standing_in(_standing_in(), EPSILON), key)

    def show(self, key: str) -> None:
        """Draw each judge's winning rate under each measure."""
        epsilon = st.slider(
            "ε: what a judge may lack", 0.0, 0.4, EPSILON, 0.01, key=f"{key}_epsilon"
        )
        chart = layouts.standing_in(_standing_in(), epsilon)
        show_figure(figure_of(chart), f"{key}_chart", chart.alternative)
        go_on(key, menu.JUDGES, lambda: chart.numbers.set_index("judge"))


def _judge_right(facts: Facts) -> int:
    if facts["RNOD worse"] == facts["judges"]:
        return 2
    return 0 if facts["RNOD better"] == facts["judges"] else 1


JUDGE = lesson("judge", judged_facts, _judge_right, StandingIn())
