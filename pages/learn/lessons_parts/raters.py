"""Lessons on a gold that is a sample of raters, and on judges that stand in for one."""

from dataclasses import dataclass
from functools import partial

import numpy as np
import streamlit as st

from oq_core import Collection, randomised_tukey_hsd, score
from oq_core.campaign import Chart
from oq_core.campaign.printing import layouts
from oq_core.data import uniform
from oq_core.data.collection import PANEL
from oq_core.data.scores import in_percent
from oq_core.defaults import ALPHA
from oq_core.raters import POWERS, StandIn, fit_prior, runs_stand_in, sharpened_scores
from oq_core.raters.drawing import as_shares, votes_of
from oq_core.raters.stand_in import EPSILON
from pages import menu
from pages.analysing.data import SAMPLE_OF_JUDGES, opened
from pages.analysing.links import link_to
from pages.drawing.charts import figure_of, show_figure
from pages.drawing.histograms import histogram
from pages.drawing.practice import go_on
from pages.learn.lessons_parts.lesson import Facts, Lesson

#: Shown beside each other; numbers of raters to choose from.
_MEASURES, _RATERS = ("NMD", "RNOD"), (1, 2, 3, 5, 10, 20)
_TRUTH = POWERS.index(1.0)
#: How people would rate one item.
_FIVE, _EXAMPLE = ("1", "2", "3", "4", "5"), np.array([0.05, 0.1, 0.25, 0.45, 0.15])


def _judged() -> Collection:
    return next(iter(opened()[SAMPLE_OF_JUDGES].collections.values()))


@st.cache_data(max_entries=20)
def earned(raters: int) -> np.ndarray:
    """Scores (K, T) of the sample's estimated truths, raised to powers."""
    votes = votes_of(_judged())
    return sharpened_scores(as_shares(fit_prior(votes).posterior(votes)), raters, _MEASURES)


def _in_half(chart: Chart, key: str) -> None:
    show_figure(
        figure_of(chart).update_layout(height=None),
        f"half_{key}",
        chart.alternative,
        height="stretch",
    )


@dataclass(frozen=True)
class Sharpness:
    """The truth made sharper or flatter, against so many raters."""

    def preview(self, key: str) -> None:
        """Draw an example of the three, and say what the data are."""
        shares = {
            "The one rating": np.eye(5)[2],
            "The truth": _EXAMPLE,
            "Too sure": _EXAMPLE**8 / (_EXAMPLE**8).sum(),
        }
        histogram("An example", _FIVE, shares, key=f"{key}_example", height=None)
        with st.container(key=f"{key}_preview"):
            st.caption("The bundled sample of 300 invented answers; its truths are estimates.")

    def poster(self, key: str) -> None:
        """Draw mean scores against one rating."""
        _in_half(layouts.sharpness(_MEASURES, earned(1), 1), key)

    def show(self, key: str) -> None:
        """Draw mean scores by how sharp the estimate is."""
        raters = st.select_slider("Raters", _RATERS, key=f"{key}_raters")
        chart = layouts.sharpness(_MEASURES, earned(raters), raters)
        show_figure(figure_of(chart), f"{key}_chart", chart.alternative)
        link = partial(link_to, menu.RATERS, "Go on in {}")
        go_on(key, link, lambda: chart.numbers.set_index("measure"))


def _truth_facts() -> Facts:
    facts: dict[str, float] = {}
    for raters in (1, 3, 20):
        for measure, values in zip(_MEASURES, earned(raters), strict=True):
            facts[f"{measure} truth {raters}"] = float(values[_TRUTH])
            facts[f"{measure} best {raters}"] = float(values.min())
            facts[f"{measure} power {raters}"] = POWERS[int(values.argmin())]
    return facts


def _gain(facts: Facts, measure: str, raters: int) -> float:
    return 1 - facts[f"{measure} best {raters}"] / facts[f"{measure} truth {raters}"]


def _truth_right(facts: Facts) -> int:
    nmd, rnod = (_gain(facts, measure, 1) > 0.05 for measure in _MEASURES)
    return 2 if nmd and rnod else 1 if nmd else 0


def _truth_answer(facts: Facts) -> str:
    return (
        f"Under NMD the truth scores **{facts['NMD truth 1']:.3f}**, and an estimate that is much "
        f"surer **{facts['NMD best 1']:.3f}**: {in_percent(_gain(facts, 'NMD', 1))} less. Under "
        f"RNOD the truth scores {facts['RNOD truth 1']:.3f} and the best "
        f"{facts['RNOD best 1']:.3f}, only {in_percent(_gain(facts, 'RNOD', 1))} less.\n\n"
        f"With three raters NMD still rewards it a little ({in_percent(_gain(facts, 'NMD', 3))}), "
        f"with twenty hardly at all ({100 * _gain(facts, 'NMD', 20):.1f} %). And the truth never "
        f"scores 0: with twenty raters its NMD is {facts['NMD truth 20']:.3f}.\n\n"
        "In the figure, a power above 1 makes the truth surer, one below 1 less sure."
    )


TRUTH = Lesson(
    key="truth",
    title="How good can the truth look?",
    question="Every item was rated by one person only. A system knows exactly how all people would "
    "rate. Another is far too sure: it has nearly everything on the truth’s largest class. **Which "
    "measure prefers the system that is too sure?**",
    options=("Neither NMD nor RNOD", "NMD, but not RNOD", "Both NMD and RNOD"),
    replies=(
        "One rating is all on one class, and NMD is nearest to it on average when all is on one "
        "class too.",
        "",
        "RNOD squares each error, so that a bold guess that fails costs too much.",
    ),
    facts=_truth_facts,
    right=_truth_right,
    answer=_truth_answer,
    claim="The gold is a sample of raters: with few of them even the truth scores badly, and NMD "
    "rewards being too sure.",
    figure=Sharpness(),
    notes=(
        "Ask what a perfect system would score. Most say 0. With one coin toss as gold, nothing "
        "can.",
        "Move the slider from one rater to twenty, and watch where each curve is lowest.",
        "Four lines for the board: truth .9 and .1, one rating. The truth scores .9 × .1 + .1 × "
        ".9 = .18, its mode .10.",
    ),
    minutes=(1, 1, 2, 2, 1),
)


@st.cache_data
def judged_facts() -> dict[str, float]:
    """How the judges of the sample fare against Uniform, and which may stand in for a rater."""
    judged = _judged().without(PANEL)
    scores = score(
        judged.with_runs({"Uniform": uniform(judged.gold)}), ("NMD", "RNOD")
    )  # fmt: skip
    p_values = randomised_tukey_hsd(scores.values, trials=1000, step_down=True)
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


@dataclass(frozen=True)
class StandingIn:
    """Which judges pass, by what they may lack of a rater."""

    def preview(self, key: str) -> None:
        """Draw one of the answers, and say what the data are."""
        judged = _judged()
        judge = next(iter(judged.runs))
        gold = judged.gold[0]
        shares = {"Gold": gold, judge: judged.runs[judge][0], "Uniform": uniform(gold)}
        histogram("One of the answers", judged.classes, shares, key=f"{key}_one", height=None)
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
        link = partial(link_to, menu.JUDGES, "Go on in {}")
        go_on(key, link, lambda: chart.numbers.set_index("judge"))


def _judge_right(facts: Facts) -> int:
    if facts["RNOD worse"] == facts["judges"]:
        return 2
    return 0 if facts["RNOD better"] == facts["judges"] else 1


def _judge_answer(facts: Facts) -> str:
    return (
        f"RNOD finds **{facts['RNOD worse']:.0f} of {facts['judges']:.0f}** judges significantly "
        f"worse than Uniform: the best scores {facts['RNOD best']:.3f}, Uniform "
        f"{facts['RNOD Uniform']:.3f}. Under NMD the best scores {facts['NMD best']:.3f}, Uniform "
        f"{facts['NMD Uniform']:.3f}. One rating is a spike. NMD forgives a near miss; RNOD does "
        "not: it prefers votes that are spread.\n\n"
        "Whether a judge may stand in for a person is another question: is it as close to the "
        f"other people as a person is? There, NMD lets {facts['NMD passes']:.0f} pass, RNOD "
        f"{facts['RNOD passes']:.0f} and JSD {facts['JSD passes']:.0f}. The measure decides there "
        "too."
    )


JUDGE = Lesson(
    key="judge",
    title="Can a judge stand in for a person?",
    question="Five judges give every answer one rating from 1 to 5. The gold is how people rated. "
    "Under NMD all five judges are significantly better than Uniform, which gives every class the "
    "same. **What does RNOD say?**",
    options=("All five are better than Uniform", "Some are better, some worse", "All are worse"),
    replies=(
        "NMD and RNOD are both ordinal, but RNOD does not forgive a spike beside the gold.",
        "It would be so if the judges differed much. They all give one rating each.",
        "",
    ),
    facts=judged_facts,
    right=_judge_right,
    answer=_judge_answer,
    claim="Whether a judge beats Uniform, or can stand in for a person, depends on the measure.",
    figure=StandingIn(),
    notes=(
        "Ask what Uniform would be as a judge: somebody who never says anything.",
        "Move ε. At 0 a judge must be as good as a person, at .2 it may lack what the paper grants "
        "beside experts.",
        "A panel of all judges beats every single one: a spread of opinions is closer to a spread.",
    ),
    minutes=(1, 1, 2, 2, 1),
)
