"""What the raters allow, and who can stand in for one: tables and figures."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.campaign.printing.chart import Chart, ChartLine
from oq_core.campaign.printing.layouts.charts import with_lines
from oq_core.campaign.printing.layouts.families import MADE, MADE_NOTE
from oq_core.campaign.printing.table import Column, Mark, Table, in_digits
from oq_core.data.arrays import Array
from oq_core.data.results import crossed
from oq_core.data.scores import direction
from oq_core.defaults import LEVEL
from oq_core.measures import MEASURES
from oq_core.raters import Allowed, StandIn
from oq_core.raters.stand_in import passes


def _better(keys: Iterable[str]) -> str:
    """Which direction is better by measures, as a sentence begins."""
    return direction(MEASURES[key].larger_is_better for key in keys).capitalize()


def raters_allow(name: str, found: Allowed) -> Table:
    """Return what people, baselines and the best run score.

    Parameters
    ----------
    name : str
        The data set's.
    found : Allowed
    """
    cells = {
        Column("measure", kind="name"): "{measure}",
        Column("one rater", "people"): "{one rater:.4f}",
        Column("half", "people"): "{half:.4f}",
        Column("Pooled"): "{pooled:.4f}",
        Column("Uniform"): "{uniform:.4f}",
    }
    if found.runs:
        cells[Column("best run")] = "{best:.4f}"
    better = direction(MEASURES[key].larger_is_better for key in found.measures)
    return Table.of(
        "raters", name, f"what the raters allow: mean scores, {better}",
        found.to_frame().reset_index(), cells, otherwise="",
        note="; ".join([
            "One rater, half: against the others",
            "Pooled looks at the gold of all instances together, Uniform at how many classes it "
            "has",
            *(["best run: of those not made from the gold"] if found.runs else []),
            *found.notes,
        ]),
    )  # fmt: skip


def rater_strips(name: str, found: Allowed) -> Chart:
    """Return a strip for each measure: people, baselines, and every run as a dot.

    Parameters
    ----------
    name : str
        The data set's.
    found : Allowed
    """
    rows = []
    for k, key in enumerate(found.measures):
        rows += [(key, "a run", run, found.means[k, place]) for place, run in enumerate(found.runs)]
        for what, values in (
            ("one rater", found.one_rater),
            ("half of the raters", found.half),
            (f"Pooled {MADE}", found.pooled),
            ("Uniform", found.uniform),
        ):
            rows.append((key, what, "", values[k]))
    numbers = pd.DataFrame(rows, columns=["measure", "what", "run", "mean score"])
    return Chart(
        "rater-strips",
        name,
        "what people score" + ", and every run" * bool(found.runs),
        "points",
        numbers.dropna(subset=["mean score"]),
        x="mean score",
        y="measure",
        by="what",
        limits={"mean score": (0, float(np.nanmax(numbers["mean score"])) * 1.05)},
        note=f"{_better(found.measures)}. One rater against the others, half of the raters against "
        f"the other half; {MADE_NOTE}",
    )


def agreement(name: str, alphas: Mapping[str, tuple[float, float, float]]) -> Table:
    """Return Krippendorff's alpha with its interval, at every level.

    Parameters
    ----------
    name : str
        The data set's.
    alphas : mapping of str to tuple of three floats
        By level, as `krippendorff_alpha` gives it.
    """
    frame = pd.DataFrame(
        [(level, *found) for level, found in alphas.items()],
        columns=["level", "alpha", "low", "high"],
    )
    cells = {
        Column("level", kind="name"): "{level}",
        Column("α"): in_digits(frame["alpha"], ".4f"),
        Column(LEVEL): "{low:.4f} – {high:.4f}",
    }
    return Table.of(
        "agreement", name, "how far raters agree: Krippendorff's α", frame, cells, otherwise="",
        note="1 is full agreement, 0 that of ratings given at random; instances with one rating "
        "say nothing",
    )  # fmt: skip


def verdicts(name: str, found: StandIn, epsilon: float, q: float) -> Table:
    """Return who can stand in for a rater: a row for each judge, columns for each measure.

    Parameters
    ----------
    name : str
        The data set's.
    found : StandIn
    epsilon, q : float
        As in `StandIn.winning_rate`.
    """
    rates, advantages = found.winning_rate(epsilon, q), found.advantage
    left_out = ", ".join(found.left_out)
    is_tested = np.isfinite(rates)
    cells: dict[Column, Sequence[str]] = {Column("judge", kind="name"): found.judges}
    marks = dict[tuple[int, int], Mark]()
    for k, key in enumerate(found.scores):
        for j, rate in enumerate(rates[k]):
            if passes(rate) == "yes":
                marks[j, len(cells)] = "best"
            elif is_tested[k, j] and any(passes(other) == "yes" for other in rates[:, j]):
                marks[j, len(cells)] = "low"
        both = [*zip(is_tested[k], rates[k], advantages[k], strict=True)]
        cells[Column("ω", key)] = [f"{rate:.2f}" if known else "not tested"
                                   for known, rate, _ in both]  # fmt: skip
        cells[Column("ρ", key)] = [f"{ahead:.2f}" * bool(known) for known, _, ahead in both]
    return Table.of(
        "judges", name, "can a judge stand in for a rater", found.to_frame(epsilon, q), cells,
        marks,
        note=f"ω: share of the {len(found.raters)} raters that the judge beats at ε = {epsilon:g} "
        f"(t tests, Benjamini and Yekutieli at {q:g}); bold: it passes, ω of 1/2 or more; "
        "underlined: it does not, though by another measure it does; ρ: how often it is at least "
        "as close to the other raters as a rater. A constant score would pass every judge, since "
        "ties count for both" + f"; not tested for too few items: {left_out}" * bool(left_out),
    )  # fmt: skip


def winning_rates(name: str, found: StandIn, k: int, q: float) -> Chart:
    """Return the winning rate of every judge by epsilon, under one score.

    Parameters
    ----------
    name : str
        The data set's.
    found : StandIn
    k : int
        Position of the score.
    q : float
        As in `StandIn.winning_rate`.
    """
    steps = np.linspace(0, 0.4, 41)
    rates = found.winning_rate(steps, q)[:, k].T
    return Chart(
        f"winning-rates-{found.scores[k]}", name,
        f"winning rate by what a judge may lack, under {found.scores[k]}", "lines",
        crossed({"judge": found.judges, "ε": [*steps]}, {"ω": rates}), x="ε", y="ω", by="judge",
        lines=(ChartLine("ω", 0.5, "passes"),), limits={"ω": (0, 1.02)}, digits=2,
    )  # fmt: skip


def rater_gaps(name: str, found: StandIn, k: int, judge: str, epsilon: float) -> Chart:
    """Return by how much each rater is ahead of a judge, with 95 % intervals, under one score.

    Parameters
    ----------
    name : str
        The data set's.
    found : StandIn
    k : int
        Position of the score.
    judge : str
    epsilon : float
        Marked by a line: a rater whose gap is significantly below it is beaten.
    """
    j = found.judges.index(judge)
    low, high = (each[k, j] for each in found.intervals())
    numbers = pd.DataFrame(
        {"rater": found.raters, "rater ahead by": found.gaps[k, j], "low": low, "high": high}
    ).dropna()
    return Chart(
        f"rater-gaps-{found.scores[k]}", name,
        f"{judge} against each rater, under {found.scores[k]}", "points", numbers,
        x="rater ahead by", y="rater", low="low", high="high",
        lines=(ChartLine("rater ahead by", epsilon, f"ε = {epsilon:g}"),), digits=2,
        note="How much more often the rater is at least as close to the others than the judge",
    )  # fmt: skip


def distances_of_raters(
    name: str,
    raters: Sequence[str],
    measures: Sequence[str],
    distances: Array,
    shared: npt.NDArray[np.int64],
) -> Table:
    """Return how far each rater is from the others of the same items, the furthest first.

    Parameters
    ----------
    name : str
        The data set's.
    raters : sequence of str
    measures : sequence of str
    distances : ndarray, shape (K, R)
    shared : ndarray of int, shape (R,)
        As `rater_distances` gives them.
    """
    order = np.argsort(-np.nan_to_num(distances[0], nan=-1), kind="stable")
    numbers = pd.DataFrame(distances.T[order], columns=list(measures))
    numbers.insert(0, "rater", [raters[r] for r in order])
    numbers.insert(1, "shared items", shared[order])
    return Table.of(
        "rater-distances", name, "mean score of each rater against the others", numbers,
        note="A rating is a distribution with one class; the furthest first",
    )  # fmt: skip


def judges_board(
    name: str, key: str, means: Mapping[str, float], beside: Mapping[str, float]
) -> Chart:
    """Return judges as runs under one measure, best first, with lines of what is to be beaten.

    Parameters
    ----------
    name : str
        The data set's.
    key : str
        The measure.
    means : mapping of str to float
        What each judge scores.
    beside : mapping of str to float
        What else scores how much, such as Uniform and one rater.
    """
    rows = sorted(means.items(), key=lambda each: each[1])
    numbers = pd.DataFrame(rows, columns=["judge", f"mean {key}"])
    return with_lines(Chart(
        f"judges-{key}", name, f"judges as runs: mean {key} against people",
        "points", numbers, x=f"mean {key}", y="judge",
        note=f"{_better([key])}. "
        "One rating is a spike: NMD forgives a near miss, RNOD does not",
    ), beside)  # fmt: skip
