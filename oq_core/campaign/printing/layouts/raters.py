"""What the raters allow, and who can stand in for one: tables and figures."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.campaign.printing.chart import Chart
from oq_core.campaign.printing.chart_record import ChartLine
from oq_core.campaign.printing.layouts.charts import with_lines
from oq_core.campaign.printing.phrases import MADE, noted
from oq_core.campaign.printing.table import Column, Mark, Table, in_digits
from oq_core.data.arrays import Array
from oq_core.data.results import crossed
from oq_core.data.scores import counted, direction, in_percent
from oq_core.defaults import LEVEL
from oq_core.measures import MEASURES
from oq_core.raters import Allowed, PairDesign, Redrawn, Rewarded, StandIn
from oq_core.raters.stand_in import passes


def _better(keys: Iterable[str]) -> str:
    """Which direction is better by measures, as a sentence begins."""
    return direction(MEASURES[key].larger_is_better for key in keys).capitalize()


def raters_allow(name: str, found: Allowed) -> Table:
    """Return what the true distribution, people, baselines and the best run score.

    Parameters
    ----------
    name : str
        The data set's.
    found : Allowed
    """
    cells = {
        Column("measure", kind="name"): "{measure}",
        Column("the truth"): "{truth:.4f}",
        Column(LEVEL): "{truth low:.4f} – {truth high:.4f}",
        Column("ends"): "{ends}",
        Column("plug-in", "the truth by"): "{plug-in:.4f}",
        Column("half scaled", "the truth by"): "{half scaled:.4f}",
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
        note=noted("raters_allow", found=found),
    )  # fmt: skip


def rater_strips(name: str, found: Allowed) -> Chart:
    """Return a strip for each measure: the truth, people, baselines, and every run as a dot.

    Parameters
    ----------
    name : str
        The data set's.
    found : Allowed
    """
    rows = []
    for k, key in enumerate(found.measures):
        rows += [
            (key, "a run", run, found.means[k, place], np.nan, np.nan)
            for place, run in enumerate(found.runs)
        ]
        truth = found.truth
        rows.append((key, "the truth", "", truth.shrunk[k], truth.low[k], truth.high[k]))
        for what, values in (
            ("one rater", found.one_rater),
            ("half of the raters", found.half),
            (f"Pooled {MADE}", found.pooled),
            ("Uniform", found.uniform),
        ):
            rows.append((key, what, "", values[k], np.nan, np.nan))
    numbers = pd.DataFrame(rows, columns=["measure", "what", "run", "mean score", "low", "high"])
    return Chart(
        "rater-strips",
        name,
        "what the truth would score, what people score" + ", and every run" * bool(found.runs),
        "points",
        numbers.dropna(subset=["mean score"]),
        x="mean score",
        y="measure",
        by="what",
        low="low",
        high="high",
        limits={"mean score": (0, float(np.nanmax(numbers["mean score"])) * 1.05)},
        note=noted("rater_strips", better=_better(found.measures)),
    )


def redrawn_means(
    name: str, found: Redrawn, k: int, beside: Mapping[str, float] | None = None
) -> Chart:
    """Return means with intervals over instances and raters under one measure, best first.

    Parameters
    ----------
    name : str
        The data set's.
    found : Redrawn
    k : int
        Position of the measure.
    beside : mapping of str to float, optional
        Other means under the measure, such as that of the true distribution: lines.
    """
    key = found.measures[k]
    numbers = found.to_frame().loc[key, ["mean", "low", "high"]].reset_index()
    # Baselines but Uniform are made anew from the gold of each draw.
    made = {*found.runs[found.systems :]} - {"Uniform"}
    numbers["run"] = [f"{run} {MADE}" if run in made else run for run in numbers["run"]]
    numbers = numbers.sort_values("mean", kind="stable", ignore_index=True)
    numbers = numbers.rename(columns={"mean": f"mean {key}"})
    return with_lines(Chart(
        f"redrawn-{key}", name,
        f"mean {key} with {100 * found.confidence:g} % intervals over {found.unit}s and raters",
        "points", numbers,
        x=f"mean {key}", y="run", low="low", high="high",
        note=noted(
            "redrawn_means", better=_better([key]), found=found,
            has_intervals=bool(np.isfinite(found.low).all()),
        ),
    ), beside)  # fmt: skip


def redrawn_runs(name: str, found: Redrawn, standing: npt.NDArray[np.int64] | None = None) -> Table:
    """Return who comes first if ratings were redrawn, and how many findings would stand.

    Parameters
    ----------
    name : str
        The data set's.
    found : Redrawn
    standing : ndarray of int, shape (K, 2), optional
        As `Redrawn.standing` gives it.
    """
    facts = []
    for k, key in enumerate(found.measures):
        leader = int(found.means[k, : found.systems].argmin())
        stood = (None, None) if standing is None else standing[k]
        facts.append((key, found.runs[leader], found.first[k, leader], *stood))
    columns = ["measure", "leader", "first if ratings were redrawn", "findings that stand",
               "findings"]  # fmt: skip
    cells = {
        Column("measure", kind="name"): "{measure}",
        Column("leader", kind="name"): "{leader}",
        Column("first in, share of draws"): "{first if ratings were redrawn:.3f}",
        Column("findings that would stand"): "{findings that stand:,} of {findings:,}",
    }
    return Table.of(
        "redrawn", name, "the leader if ratings were redrawn", pd.DataFrame(facts, columns=columns),
        cells, otherwise="",
        note=noted("redrawn_runs", found=found, has_intervals=standing is not None),
    )  # fmt: skip


def rater_design_curves(name: str, found: PairDesign, more: int) -> Chart:
    """Return how sure the difference of two runs is, by raters, with these and more instances.

    Parameters
    ----------
    name : str
        The data set's.
    found : PairDesign
    more : int
        Instances more.
    """
    beyond = np.arange(found.sizes[-1] + 1, 2 * found.sizes[-1] + 1)
    raters = np.concatenate([found.sizes, beyond])
    units, column = f"{found.unit}s", "difference in standard errors"
    counts = (found.instances, found.instances + more)
    errors = [np.concatenate([found.seen(each), found.effect(each, beyond)]) for each in counts]
    names = {units: [counted(each, found.unit) for each in counts], "raters": raters.tolist()}
    numbers = crossed(names, {column: errors})[["raters", units, column]]
    return Chart(
        f"design-{found.measure}", name,
        f"{found.first} against {found.second}: difference in {found.measure} by raters",
        "lines", numbers, x="raters", y=column, by=units,
        lines=(ChartLine("raters", float(found.sizes[-1]), "raters now"),), digits=2,
        note="Up to the raters that there are, as draws of fewer have it; beyond them a guess, "
        "fitted to these draws: the difference as D + a/n (off by "
        f"{in_percent(found.misfit)} of its largest value at most), its variance as V + c/n",
    )  # fmt: skip


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


def rewarded(found: Rewarded) -> Table:
    """Return how far each measure's best answers are from the truths, the furthest last.

    Parameters
    ----------
    found : Rewarded
        Of as many ratings everywhere.
    """
    frame = 100 * found.to_frame().sort_values("moved", kind="stable")
    cells = {
        Column("measure", kind="name"): "{measure}",
        Column("mean", "moved, %"): "{moved:.1f}",
        Column("most", "moved, %"): "{most moved:.1f}",
        Column("sharper", "of truths, %"): "{sharper:.1f}",
        Column("flatter", "of truths, %"): "{flatter:.1f}",
        Column("better by, %"): "{gain:.1f}",
    }
    return Table.of(
        "rewarded", "",
        f"the best answers to {counted(len(found.truths), 'truth')} over three classes, "
        f"{counted(int(found.votes[0]), 'rating')} in each gold", frame.reset_index(), cells,
        note="Moved: the share of ratings that stand in other classes than the truth's. Sharper: "
        "two ratings drawn from the answer agree more often than two of the truth. Better by: "
        "what the mean expected score of the best answers is below that of the truths, in per cent",
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
        marks, note=noted("verdicts", found=found, epsilon=epsilon, q=q),
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
