"""The figures of an analysis, each made by one function from any data."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from oq_core.analysis.comparison import Comparison, correlation, quadrants
from oq_core.analysis.groups import group_letters, indistinct_groups
from oq_core.analysis.leaderboard import Leaderboard
from oq_core.analysis.overlap import Overlap
from oq_core.analysis.pairs import PairTests
from oq_core.analysis.power import discriminative_power_curve
from oq_core.analysis.sample_size import anova_power
from oq_core.campaign.printing.chart import Chart, ChartLine
from oq_core.data.arrays import Array, tails
from oq_core.data.collection import Collection
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.data.results import crossed
from oq_core.data.scores import Scores, direction
from oq_core.defaults import CONFIDENCE, LEVEL

#: The axis of discriminative power curves.
_PAIRS = "pairs of runs, sorted by p-value"
#: Bins of a histogram of scores.
_BINS = 25


def power_curves(tests: Mapping[str, PairTests], alpha: float) -> Chart:
    """Return discriminative power curves, as ACL21 figures 1 to 3.

    Parameters
    ----------
    tests : mapping of str to PairTests
        By data set, all under the same K measures; a panel for each where there are several.
    alpha : float
        Significance level.

    Returns
    -------
    Chart
        P-values of all pairs of runs in descending order, up to 0.15 or twice alpha, and of these
        the pairs on which the measures differ.
    """
    frames = []
    for name, each in tests.items():
        curves = {"p-value": discriminative_power_curve(each).p_values}
        names = {"data set": [name], "measure": each.measures, _PAIRS: range(1, each.pairs + 1)}
        frames.append(crossed(names, curves))
    several, numbers = len(tests) > 1, pd.concat(frames, ignore_index=True)
    top = min(1.0, max(0.15, 2 * alpha))
    return Chart(
        "power-panels" if several else "power-curves",
        "" if several else next(iter(tests)),
        "discriminative power curves" if not several else "Discriminative power curves",
        "lines",
        numbers,
        x=_PAIRS,
        y="p-value",
        by="measure",
        panel="data set" if several else "",
        lines=(ChartLine("p-value", alpha, f"α = {alpha:g}"),),
        limits={"p-value": (0, top), _PAIRS: _where_they_differ(numbers, top)},
        digits=4,
        note="The further left and down a curve is, the more pairs its measure tells apart; that "
        "does not make the measure right",
    )


def _where_they_differ(numbers: pd.DataFrame, top: float) -> tuple[float, float]:
    """The pairs from where the first curve enters the frame to where the last is at its end."""
    inside = numbers[numbers["p-value"] <= top]
    if inside.empty:
        return 0.5, float(numbers[_PAIRS].max()) + 0.5
    # Curves that are straight at the foot of the frame differ no more.
    lowest = numbers["p-value"].min() + top / 100
    last = numbers[numbers["p-value"] > lowest][_PAIRS].max()
    first, last = float(inside[_PAIRS].min()), float(np.nan_to_num(last))
    # One pair alone has one on either side of it.
    margin = max(0.5 if last > first else 1.0, 0.05 * (last - first))
    return first - margin, max(last, first) + margin


def groups_of_runs(
    name: str,
    scores: Scores,
    k: int,
    p_values: Array,
    alpha: float,
    beside: Mapping[str, float] | None = None,
) -> Chart:
    """Return the runs by mean under one measure, in groups in which no two differ significantly.

    Parameters
    ----------
    name : str
        The data set's.
    scores : Scores
        K measures, m runs.
    k : int
        Position of the measure.
    p_values : ndarray, shape (K, m, m)
    alpha : float
        Significance level.
    beside : mapping of str to float, optional
        Other means under the measure, such as that of one rater: lines.

    Returns
    -------
    Chart
        A mark for each run of each group, best group first, under the letter that `groups` has
        for it.
    """
    key, means = scores.measures[k], scores.means[k]
    found = indistinct_groups(means, p_values[k], alpha, scores.larger_is_better[k])
    letters = group_letters(tuple((place,) for place in range(len(found))), len(found))
    rows = [
        (letter, scores.runs[run], means[run])
        for letter, group in zip(letters, found, strict=True)
        for run in group
    ]
    return with_lines(Chart(
        f"groups-{key}-figure",
        name,
        f"runs by mean {key}; a line joins runs that do not differ significantly at α = {alpha:g}",
        "lines",
        pd.DataFrame(rows, columns=["group", "run", f"mean {key}"]),
        x=f"mean {key}",
        y="group",
        by="group",
        digits=4,
    ), beside)  # fmt: skip


def mean_intervals(
    name: str,
    scores: Scores,
    board: Leaderboard,
    k: int,
    beside: Mapping[str, float] | None = None,
) -> Chart:
    """Return the mean of every run under one measure with its 95 % interval, best run first.

    Parameters
    ----------
    name : str
        The data set's.
    scores : Scores
        K measures, m runs.
    board : Leaderboard
        As `rank_runs` returns it for them.
    k : int
        Position of the measure.
    beside : mapping of str to float, optional
        Other means under the measure, such as that of one rater: lines.
    """
    key = scores.measures[k]
    rows = board.only([k]).to_frame()
    return with_lines(Chart(
        f"means-{key}",
        name,
        f"mean {key} with {LEVEL} intervals, best run first",
        "points",
        rows[["run", "mean", "low", "high"]].rename(columns={"mean": f"mean {key}"}),
        x=f"mean {key}",
        y="run",
        low="low",
        high="high",
        digits=4,
        note=direction(scores.larger_is_better[k : k + 1]).capitalize(),
    ), beside)  # fmt: skip


def with_lines(chart: Chart, beside: Mapping[str, float] | None) -> Chart:
    """Return a chart with lines at other values of what is measured, which its axis reaches."""
    if not beside:
        return chart
    column = chart.value
    drawn = chart.numbers[[each for each in (column, chart.low, chart.high) if each]]
    reach = np.array([drawn.min().min(), drawn.max().max(), *beside.values()])
    margin = 0.04 * (np.ptp(reach) or 1.0)
    lines = tuple(ChartLine(column, value, label) for label, value in beside.items())
    limits = {column: (float(reach.min() - margin), float(reach.max() + margin))}
    return replace(chart, lines=(*chart.lines, *lines), limits={**chart.limits, **limits})


def spread_of_scores(
    name: str, scores: Scores, run: str, key: str, references: Sequence[str] = ()
) -> Chart:
    """Return how a run's scores spread over instances, beside those of all runs.

    Parameters
    ----------
    name : str
        The data set's.
    scores : Scores
    run, key : str
        The run and the measure.
    references : sequence of str
        Runs that were made here, which are not among all runs.
    """
    row = scores.measures.index(key)
    values, of_all = scores.values[row], scores.without(references).values[row]
    low, high = float(values.min()), float(values.max())
    # Scores that are equal but for rounding share one bin.
    is_one = high - low < _BINS * TIE_TOLERANCE * max(1.0, abs(low), abs(high))
    edges = np.array([low - 0.5, high + 0.5]) if is_one else np.linspace(low, high, _BINS + 1)
    frames = []
    for who, numbers in (("all runs", of_all), (run, values[:, scores.runs.index(run)])):
        if not numbers.size:
            continue
        counts, _ = np.histogram(numbers, edges)
        shares = {key: (edges[:-1] + edges[1:]) / 2, "share of instances": counts / counts.sum()}
        frames.append(pd.DataFrame({"run": who, **shares}))
    return Chart(
        "scores",
        name,
        f"scores of {run} over instances",
        "bars",
        pd.concat(frames, ignore_index=True),
        x=key,
        y="share of instances",
        by="run",
    )


def square(
    file: str,
    name: str,
    title: str,
    measures: Sequence[str],
    values: Array,
    value: str,
    intervals: Array | None = None,
    limits: tuple[float, float] = (0, 1),
) -> Chart:
    """Return a number of every two measures as a heat map.

    Parameters
    ----------
    file, name, title : str
        As a `Chart` has them.
    measures : sequence of str
        K measures.
    values : ndarray, shape (K, K)
        The cells of a measure with itself are left empty.
    value : str
        What the numbers are called.
    intervals : ndarray, shape (K, K, 2), optional
        Told where one points at a cell.
    limits : tuple of float
        Ends of the shades.
    """
    columns = {value: np.where(np.eye(len(measures), dtype=bool), np.nan, values)}
    if intervals is not None:
        columns |= {"low": intervals[..., 0], "high": intervals[..., 1]}
    numbers = crossed({"measure": measures, "other measure": measures}, columns)
    return Chart(
        file, name, title, "heat", numbers, x="other measure", y="measure", by=value,
        low="" if intervals is None else "low", high="" if intervals is None else "high",
        limits={value: limits}, digits=2,
    )  # fmt: skip


def overlap_square(name: str, measures: Sequence[str], shared: Overlap) -> Chart:
    """Return the significance overlap of every two measures.

    Parameters
    ----------
    name : str
        The data set's.
    measures : sequence of str
    shared : Overlap
        As `significance_overlap` returns it.
    """
    found = square(
        "overlap-figure", name, "significance overlap (SSO)", measures, shared.share, "SSO"
    )
    return replace(
        found, note="SSO = b / (a + b + c): pairs that both find, of those that either finds"
    )


def spread_of_splits(name: str, measures: Sequence[str], taus: Array) -> Chart:
    """Return mean tau over splits with the middle 95 % of the splits, the most consistent first.

    Parameters
    ----------
    name : str
        The data set's.
    measures : sequence of str
        K measures.
    taus : ndarray, shape (splits, K)
    """
    means = taus.mean(axis=0)
    order = np.argsort(-means, kind="stable")
    least, most = tails(CONFIDENCE)
    ends = {f"{100 * share:g} %": share for share in (least, 0.25, 0.75, most)}
    found = np.quantile(taus, [*ends.values()], axis=0)[:, order]
    # No τ lies beyond -1 and 1; at the ends there is room for a mark.
    room = max(0.05, 0.1 * float(np.ptp(found)))
    limits = max(-1.02, float(found.min()) - room), min(1.02, float(found.max()) + room)
    return Chart(
        "splits",
        name,
        f"mean τ between the rankings of a split, with the middle {LEVEL} of {len(taus):,} splits",
        "points",
        pd.DataFrame(
            {
                "measure": [measures[k] for k in order],
                "mean τ": means[order],
                **dict(zip(ends, found, strict=True)),
            }
        ),
        x="mean τ",
        y="measure",
        low=next(iter(ends)),
        high=[*ends][-1],
        limits={"mean τ": limits},
        note="The most consistent measure is on top",
    )


def power_by_instances(
    n: int,
    runs: int,
    difference: float,
    variance: float,
    alpha: float,
    power: float,
    *,
    paired: bool,
    unit: str,
) -> Chart:
    """Return the power of analysis of variance against the number of instances.

    Parameters
    ----------
    n : int
        Instances that are needed, as `required_instances` finds them.
    runs, difference, variance, alpha, power, paired
        As in `required_instances`.
    unit : str
        What an instance is called.
    """
    instances = np.unique(np.linspace(2, max(10, int(n * 2.2)), 200).round().astype(int))
    found = anova_power(instances, runs, difference, variance, alpha, paired=paired)
    return Chart(
        "power-curve",
        "",
        f"Power against {unit}s: m = {runs}, minD = {difference:g}, V = {variance:.5f}, "
        f"α = {alpha:g}",
        "lines",
        pd.DataFrame({f"{unit}s": instances, "power": found}),
        x=f"{unit}s",
        y="power",
        lines=(
            ChartLine(f"{unit}s", n, f"n = {n:,}"),
            ChartLine("power", power, f"power {power:g}"),
        ),
        limits={"power": (0, 1.02)},
    )


def delta_scatter(name: str, comparison: Comparison, measures: Sequence[str]) -> Chart:
    """Return score deltas of two runs under every two measures, as LQ21 figures 1 and 2.

    Parameters
    ----------
    name : str
        The data set's.
    comparison : Comparison
        As `compare_runs` returns it; LQ21 compares Popularity with Uniform.
    measures : sequence of str
        Keys of two to eight of its measures.

    Returns
    -------
    Chart
        A panel for every two measures: deltas (first run minus second) of the first across and
        of the second upwards, with Pearson's r, its 95 % interval, and on how many instances
        the two prefer different runs (quadrants 2 and 4).

    Raises
    ------
    ValueError
        If there are fewer than two measures or more than eight.
    """
    if not 2 <= len(measures) <= 8:
        raise ValueError(f"a scatter of deltas needs two to eight measures, not {len(measures)}")
    frames = []
    names = "Δ of the first", "Δ of the second"
    if len(measures) == 2:
        names = f"Δ{measures[0]}", f"Δ{measures[1]}"
    for i, x in enumerate(measures):
        for y in measures[i + 1 :]:
            across, upwards = comparison.delta(x), comparison.delta(y)
            found, disagreements = correlation(comparison, x, y), quadrants(comparison, x, y)
            r = "r undefined" if np.isnan(found.r) else f"r = {found.r:.3f}"
            ends = "" if np.isnan(found.low) else f" [{found.low:.3f}, {found.high:.3f}]"
            panel = f"{x}, {y}: {r}{ends}, disagree {disagreements.disagreements}"
            frames.append(
                pd.DataFrame(
                    {
                        "measures": panel,
                        "instance": comparison.ids,
                        names[0]: across,
                        names[1]: upwards,
                    }
                )
            )
    is_one = len(frames) == 1
    reach = 1.1 * max(float(np.abs(comparison.delta(key)).max()) for key in measures) or 1.0
    limits = dict.fromkeys(names, (-reach, reach))
    # Upper right, and on against the clock.
    counts = (
        f"{disagreements.both_second:,} upper right, {disagreements.first_only_x:,} upper left, "
        f"{disagreements.both_first:,} lower left, {disagreements.first_only_y:,} lower right"
    )
    return Chart(
        "score-deltas",
        name,
        f"score deltas, {comparison.first} − {comparison.second}, under two measures; disagree: "
        f"on how many of {len(comparison.ids):,} instances the two prefer different runs",
        "points",
        pd.concat(frames, ignore_index=True),
        x=names[0],
        y=names[1],
        panel="" if is_one else "measures",
        lines=tuple(ChartLine(column, 0, "") for column in limits),
        limits=limits,
        note=(
            f"{panel.partition(': ')[2]}; instances without ties: {counts}; " * is_one
            + f"r: Pearson's correlation with its {LEVEL} interval"
            + ", over whole clusters" * bool(comparison.clusters)
        ),
    )


def extreme_instances(
    name: str,
    collection: Collection,
    comparison: Comparison,
    across: str,
    upwards: str,
    top: int = 2,
) -> Chart:
    """Return the instances on which two measures differ most about two runs, as LQ21 figure 3.

    Parameters
    ----------
    name : str
        The data set's.
    collection : Collection
        Has gold, and the two runs.
    comparison : Comparison
        Of these two runs.
    across, upwards : str
        Keys of the measures; d is the first one's delta minus the second one's.
    top : int
        How many instances, the most negative d first.

    Returns
    -------
    Chart
        Gold and both estimates of each instance.
    """
    deltas = comparison.delta(across), comparison.delta(upwards)
    d = deltas[0] - deltas[1]
    runs = collection.runs
    whose = {"gold": collection.gold} | {
        run: runs[run] for run in (comparison.first, comparison.second)
    }
    frames = []
    for row in np.argsort(d, kind="stable")[:top].tolist():
        told = ", ".join(
            f"Δ{key} {delta[row]:.3f}" for key, delta in zip((across, upwards), deltas, strict=True)
        )
        name_of = comparison.ids[row]
        names = {
            "instance": [f"{name_of}: d = {d[row]:.3f} ({told})"],
            "whose": [*whose],
            "class": collection.classes,
        }
        place = collection.ids.index(name_of)
        frames.append(crossed(names, {"share": [[each[place] for each in whose.values()]]}))
    return Chart(
        "extreme-instances",
        name,
        f"the instances with the most negative d = Δ{across} − Δ{upwards}",
        "bars",
        pd.concat(frames, ignore_index=True),
        x="class",
        y="share",
        by="whose",
        panel="instance",
        limits={"share": (0, 1)},
    )
