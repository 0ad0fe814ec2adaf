"""Lesson on what a network learns when a measure is what it is trained on."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import MEASURES
from oq_core.data import Array
from pages import menu
from pages.drawing import theme
from pages.drawing.histograms import histogram
from pages.drawing.practice import go_on
from pages.drawing.vega import Spec, channel, heading, legend, show_moving
from pages.learn.lessons_parts.figures import sample
from pages.learn.lessons_parts.lesson import Facts, lesson

_STORED = Path(__file__).parents[3] / "sample_data" / "trained.json"
_LOSSES = ("cross-entropy", "NMD", "RNOD")
_COLOURS = {"cross-entropy": theme.NEUTRAL, "NMD": theme.A, "RNOD": theme.B}
_SHOWN = ("NMD", "RNOD", "JSD")
#: Whose spread is drawn.
_SPREADS = ("NMD", "RNOD")
#: The last number of an axis has its middle where the axis ends.
_PADDING = {"left": 4, "right": 16, "top": 4, "bottom": 4}


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
        histogram(title, classes, shares, label="Share of votes", key=f"{key}_gold", height=None)
        with st.container(key=f"{key}_preview"):
            st.caption(
                f"The sample's invented texts: {len(sample().ids) - len(gold)} dialogues to learn "
                f"from, {len(gold)} to estimate, {len(found[_LOSSES[0]].estimates)} networks for "
                "each loss, from different random starts."
            )

    def poster(self, key: str) -> None:
        """Draw how wide the estimates of every network are."""
        rows = [
            {"trained on": loss, "random start": str(start), "classes": value}
            for loss in _SPREADS
            for start, value in enumerate(spreads(trainings()[1][loss].estimates).mean(axis=-1), 1)
        ]
        title = "Spread of the estimates, in classes"
        spec = _dots(title, "classes", "random start")
        alt = f"{title}: narrower from every start if trained on NMD"
        show_moving(pd.DataFrame(rows), spec, f"{key}_spreads", alt)

    def show(self, key: str) -> None:
        """Draw every network's score under a measure, and the curves of its training."""
        measure = st.segmented_control(
            "Scored by", _SHOWN, default=_SHOWN[0], key=f"{key}_measure", required=True
        )
        found = table()
        chosen = found[found["measure"] == measure]
        means = chosen.groupby("trained on")["mean score"].mean()
        with st.container(key="side"):
            scores, losses = st.columns(2, gap="medium")
        # Vega-Lite, as what it shows before: dots move in place from measure to measure.
        with scores:
            spec = _dots(f"Mean {measure} of each network", "mean score")
            alt = f"Mean {measure} of five networks for each loss; their means: "
            alt += ", ".join(f"{loss} {means[loss]:.4f}" for loss in _LOSSES)
            show_moving(chosen, spec, f"{key}_scores", alt)
        with losses:
            alt = "Curves of the trainings: they fall, then level off, and stop"
            show_moving(curves(), _lines("Loss on held-out dialogues"), f"{key}_curves", alt)
        go_on(key, menu.BASELINES, table)


def curves() -> pd.DataFrame:
    """A row for each loss, seed and epoch: the loss beside that of the first epoch."""
    return pd.DataFrame(
        [
            {"trained on": loss, "seed": seed, "epoch": epoch, "share": value / losses[0]}
            for loss, each in trainings()[1].items()
            for seed, losses in enumerate(each.held_out)
            for epoch, value in enumerate(losses, start=1)
        ]
    )


def _colour(**more: object) -> Spec:
    scale = {"domain": list(_COLOURS), "range": list(_COLOURS.values())}
    return channel("trained on", "nominal", "Trained on", scale=scale, **more)


def _drawn(title: str, spec: Spec) -> Spec:
    return {"title": heading(title), "padding": _PADDING, **spec}


def _dots(title: str, field: str, row: str = "trained on") -> Spec:
    """In Vega-Lite: dots move in place, each row's mean is a tick, and colours are the losses'."""
    scale = {"zero": False, "nice": 4}
    x = channel(field, "quantitative", None, scale=scale, axis={"tickCount": 4})
    names = row == "trained on"
    name = None if names else row.capitalize()
    key = None if names else legend() | {"values": list(_SPREADS)}
    y = channel(row, "nominal", name, sort=None, axis={"labelLimit": 260})
    dots = {"mark": {"type": "point", "filled": True, "size": 70, "opacity": 0.6}}
    means = {
        "mark": {"type": "tick", "thickness": 3, "size": 26},
        "encoding": {"x": {**x, "aggregate": "mean"}},
    }
    encoding = {"x": x, "y": y, "color": _colour(legend=key)}
    return _drawn(title, {"encoding": encoding, "layer": [dots, means]})


def _lines(title: str) -> Spec:
    """In Vega-Lite: several lines share a colour, and an entry in the legend."""
    encoding = {
        "x": channel("epoch", "quantitative", "Epoch", axis={"tickCount": 8}),
        "y": channel("share", "quantitative", "1: after the first epoch", scale={"zero": False}),
        "color": _colour(legend=legend()),
        "detail": {"field": "seed"},
    }
    return _drawn(title, {"mark": {"type": "line", "opacity": 0.7}, "encoding": encoding})


TRAINING = lesson("training", _facts, _right, Curves(), best=_best)
