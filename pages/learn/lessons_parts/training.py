"""Lesson on what a network learns when a measure is what it is trained on."""

import json
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import MEASURES
from oq_core.campaign import Chart
from oq_core.data import Array
from pages import menu
from pages.drawing.bars import histogram
from pages.drawing.charts import figure_of, show_figure
from pages.drawing.practice import go_on
from pages.learn.lessons_parts.figures import sample
from pages.learn.lessons_parts.lesson import Facts, lesson

_STORED = Path(__file__).parents[3] / "sample_data" / "trained.json"
_LOSSES = ("cross-entropy", "NMD", "RNOD")
_SHOWN = ("NMD", "RNOD", "JSD")
#: Whose spread is drawn.
_SPREADS = ("NMD", "RNOD")


@dataclass(frozen=True, eq=False)
class Training:
    """Networks of several seeds that were trained on one loss.

    Attributes
    ----------
    estimates : ndarray of float64, shape (seeds, n, L)
        For the dialogues that no network was trained on.
    held_out : tuple of tuple of float
        Of each seed, the loss on held-out dialogues by epoch.
    """

    estimates: Array
    held_out: tuple[tuple[float, ...], ...]


@cache
def trainings() -> tuple[Array, dict[str, Training]]:
    """The gold (n, L) of the dialogues that were asked about, and what was stored, by loss."""
    stored = json.loads(_STORED.read_text())
    collection = sample()
    rows = [collection.ids.index(name) for name in stored["ids"]]
    found = {}
    for loss, networks in stored["trainings"].items():
        estimates = np.array([network["estimates"] for network in networks])
        estimates /= estimates.sum(axis=-1, keepdims=True)
        found[loss] = Training(estimates, tuple(tuple(each["held out"]) for each in networks))
    return collection.gold[rows], found


def mean_scores(measure: str) -> dict[str, Array]:
    """By loss, the mean score of each seed's network, shape (seeds,)."""
    gold, found = trainings()
    return {
        loss: MEASURES[measure](each.estimates, gold).mean(axis=1) for loss, each in found.items()
    }


def spreads(distributions: Array) -> Array:
    """The standard deviation (...) of distributions (..., L), in classes."""
    places = np.arange(distributions.shape[-1])
    means = distributions @ places
    return np.sqrt((distributions @ places**2 - means**2).clip(0))


def table() -> pd.DataFrame:
    """A row for each loss, measure and seed."""
    return pd.DataFrame(
        [
            {"trained on": loss, "measure": measure, "seed": seed, "mean score": score}
            for measure in _SHOWN
            for loss, scores in mean_scores(measure).items()
            for seed, score in enumerate(scores.tolist())
        ]
    )


def _facts() -> Facts:
    gold, found = trainings()
    facts: dict[str, float] = {"gold spread": spreads(gold).mean(), "dialogues": len(gold)}
    for loss, each in found.items():
        facts[f"{loss} spread"] = spreads(each.estimates).mean()
    for measure in _SHOWN:
        for loss, scores in mean_scores(measure).items():
            facts |= {
                f"{loss} {measure}": float(scores.mean()),
                f"{loss} {measure} least": float(scores.min()),
                f"{loss} {measure} most": float(scores.max()),
            }
    return facts


def _best(facts: Facts, measure: str) -> str:
    return min(_LOSSES, key=lambda loss: facts[f"{loss} {measure}"])


def _right(facts: Facts) -> int:
    return int(facts["NMD spread"] >= facts["RNOD spread"])


class Curves:
    """Scores of the trained networks, and how their losses fell."""

    def preview(self, key: str) -> None:
        """Draw the mean gold, and say what was trained, on what."""
        gold, found = trainings()
        title, shares = "How people rated, on average", {"Gold": gold.mean(axis=0)}
        classes = sample().classes
        histogram(title, classes, shares, label="share of votes", height=None)
        with st.container(key=f"{key}_preview"):
            st.caption(
                f"The sample's invented texts: {len(sample().ids) - len(gold)} dialogues to learn "
                f"from, {len(gold)} to estimate, {len(found[_LOSSES[0]].estimates)} networks for "
                "each loss, from different random starts."
            )

    def poster(self, key: str) -> None:
        """Draw how wide the estimates of every network are."""
        rows = [
            (loss, str(start), spread)
            for loss in _SPREADS
            for start, spread in enumerate(spreads(trainings()[1][loss].estimates).mean(axis=-1), 1)
        ]
        numbers = pd.DataFrame(rows, columns=["trained on", "random start", "classes"])
        title = "Spread of the estimates, in classes"
        chart = Chart(
            "spreads", "", title, "points", numbers, x="classes", y="random start", by="trained on"
        )
        show_figure(figure_of(chart), f"{key}_spreads", chart.alternative, height="stretch")

    def show(self, key: str) -> None:
        """Draw every network's score under a measure, and the curves of its training."""
        measure = st.segmented_control(
            "Scored by", _SHOWN, default=_SHOWN[0], key=f"{key}_measure", required=True
        )
        with st.container(key="side"):
            columns = st.columns(2, gap="medium")
        charts = {"scores": scores_chart(measure), "curves": curves_chart()}
        for column, (name, chart) in zip(columns, charts.items(), strict=True):
            with column:
                show_figure(figure_of(chart), f"{key}_{name}", chart.alternative, height="stretch")
        go_on(key, menu.DIALOGUES, table)


def scores_chart(measure: str) -> Chart:
    """The mean score of each network under a measure, and beside a loss that of its networks."""
    rows = [
        (f"{loss}: mean {scores.mean():.4f}", score)
        for loss, scores in mean_scores(measure).items()
        for score in scores.tolist()
    ]
    across = f"mean {measure}"
    numbers = pd.DataFrame(rows, columns=["trained on", across])
    low, high = numbers[across].min(), numbers[across].max()
    room = (high - low) / 20
    return Chart(
        "scores", "", f"Mean {measure} of each network", "points", numbers, x=across,
        y="trained on", limits={across: (low - room, high + room)}, digits=4,
    )  # fmt: skip


def curves_chart() -> Chart:
    """How the losses fell: the mean of the networks, from the least to the greatest.

    Over the epochs that all networks of a loss were trained for.
    """
    rows = []
    for loss, training in trainings()[1].items():
        last = min(map(len, training.held_out))
        shares = np.array([losses[:last] for losses in training.held_out])
        shares /= shares[:, :1]
        ends = shares.mean(axis=0), shares.min(axis=0), shares.max(axis=0)
        rows += [(loss, epoch, *share) for epoch, share in enumerate(zip(*ends, strict=True), 1)]
    numbers = pd.DataFrame(
        rows, columns=["trained on", "epoch", "share of the first", "low", "high"]
    )
    return Chart(
        "curves", "", "Loss on held-out dialogues", "lines", numbers, x="epoch",
        y="share of the first", by="trained on", low="low", high="high",
    )  # fmt: skip


TRAINING = lesson(
    "training", _facts, _right, Curves(),
    best_NMD=partial(_best, measure="NMD"), best_RNOD=partial(_best, measure="RNOD"),
)  # fmt: skip
