"""Mean scores: DE2 tables 4 to 7 and 9 to 12; the scores that tasks publish."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.analysis.leaderboard import Leaderboard
from oq_core.campaign.printing.table import Column, Mark, Table, in_digits
from oq_core.data.arrays import Array
from oq_core.data.results import by_name, crossed
from oq_core.data.scores import Scores, direction
from oq_core.defaults import ALPHA
from oq_core.measures.official import OfficialScore


def _note(every: Iterable[Scores], p_values: Array | None, test: str, alpha: float) -> str:
    """Which direction is better by each measure, and what marks mean."""
    pairs = dict.fromkeys(
        pair for each in every for pair in zip(each.measures, each.larger_is_better, strict=True)
    )
    smaller, larger = ([key for key, is_so in pairs if is_so == kind] for kind in (False, True))
    # All agree, or no list of measures would tell them apart.
    is_told = not smaller or not larger or {*smaller} & {*larger}
    if is_told:
        better = direction(is_so for _, is_so in pairs).capitalize()
    elif len(smaller) < len(larger):
        better = f"Smaller is better by {', '.join(smaller)}; larger by the others"
    else:
        better = f"Larger is better by {', '.join(larger)}; smaller by the others"
    marks = f"; *: not significantly different from the best ({test}, α = {alpha:g})"
    return f"{better}. Bold: the best{marks if p_values is not None and test else ''}"


def _order(ranks: npt.NDArray[np.int64]) -> list[int]:
    return [int(run) for run in np.argsort(ranks, kind="stable")]


def _mark(
    board: Leaderboard, p_values: Array | None, alpha: float, k: int, run: int
) -> Mark | None:
    """What is said of a run's mean under one measure."""
    if board.ranks[k, run] == 1:
        return "best"
    if p_values is None:
        return None
    best = int(np.argmin(board.ranks[k]))
    return "equal" if p_values[k, best, run] > alpha else None


def leaderboard(
    name: str,
    scores: Scores,
    board: Leaderboard,
    p_values: Array | None = None,
    alpha: float = ALPHA,
    test: str = "randomised Tukey HSD",
    references: Scores | None = None,
) -> Table:
    """Return the rankings by every measure side by side, as DE2 tables 4 to 12.

    Parameters
    ----------
    name : str
        The data set's.
    scores : Scores
        K measures, m runs.
    board : Leaderboard
        As `rank_runs` returns it for them.
    p_values : ndarray, shape (K, m, m), optional
        As `randomised_tukey_hsd` returns them. Without them only the best run is marked.
    alpha : float
        Significance level.
    test : str
        What the p-values are by.
    references : Scores, optional
        Of what stands below the runs, without ranks, under the same measures.
    """
    cells = dict[Column, list[str]]()
    below = () if references is None else references.runs
    marks: dict[tuple[int, int], Mark] = {}
    for k, key in enumerate(scores.measures):
        order = _order(board.ranks[k])
        beside = () if references is None else references.means[k]
        ranks = [str(board.ranks[k, run]) for run in order]
        cells[Column("rank", key)] = [*ranks, *[""] * len(below)]
        cells[Column("run", key, "name")] = [*(scores.runs[run] for run in order), *below]
        means = [f"{board.means[k, run]:.4f}" for run in order]
        cells[Column("mean", key)] = [*means, *in_digits(beside, ".4f")]
        for row, run in enumerate(order):
            mark = _mark(board, p_values, alpha, k, run)
            if mark is not None:
                marks[row, 3 * k + 2] = mark
    return Table.of(
        "leaderboard",
        name,
        "mean scores, best run first under each measure",
        _with_references(board, references),
        cells,
        marks,
        note=_note([scores], p_values, test, alpha),
    )


def _with_references(board: Leaderboard, references: Scores | None) -> pd.DataFrame:
    """A board's table; references stand behind the runs, with their means alone."""
    found = board.to_frame()
    if references is None:
        return found
    names = {"measure": references.measures, "run": references.runs}
    beside = crossed(names, {"mean": references.means})
    return pd.concat([found.astype({"rank": "Int64"}), beside], ignore_index=True)


def mean_scores(
    data_sets: Mapping[str, tuple[Scores, Leaderboard, Array | None]],
    alpha: float = ALPHA,
    test: str = "randomised Tukey HSD",
    references: Mapping[str, Scores | None] | None = None,
) -> Table:
    """Return the mean scores of all data sets in one table: DE2 tables 4 to 12 together.

    Parameters
    ----------
    data_sets : mapping of str to tuple of Scores, Leaderboard, and ndarray or None
        Scores, board and p-values of each data set, as `leaderboard` takes them.
    alpha : float
        Significance level.
    test : str
        What the p-values are by.
    references : mapping of str to Scores or None, optional
        Of what stands below the runs, by data set, under the same measures.

    Returns
    -------
    Table
        A row for each run, in the order of the first data set's first measure, then one for each
        reference; an empty cell where a data set has no such run.
    """
    beside = {name: each for name, each in (references or {}).items() if each is not None}
    scores, board, _ = next(iter(data_sets.values()))
    first = [scores.runs[run] for run in _order(board.ranks[0])]
    others = (run for each, _, _ in data_sets.values() for run in each.runs)
    below = (run for each in beside.values() for run in each.runs)
    runs = list(dict.fromkeys([*first, *others, *below]))
    cells = {Column("run", kind="name"): runs}
    marks, frames = dict[tuple[int, int], Mark](), dict[str, pd.DataFrame]()
    for name, (scores, board, p_values) in data_sets.items():
        for k, key in enumerate(scores.measures):
            for run, run_name in enumerate(scores.runs):
                if (mark := _mark(board, p_values, alpha, k, run)) is not None:
                    marks[runs.index(run_name), len(cells)] = mark
            means = dict(zip(scores.runs, board.means[k], strict=True))
            if name in beside:
                means |= zip(beside[name].runs, beside[name].means[k], strict=True)
            cells[Column(key, name)] = in_digits((means.get(run, "") for run in runs), ".4f")
        frames[name] = _with_references(board, beside.get(name))
    return Table.of(
        "means", "", "Mean scores of all runs", by_name(frames), cells, marks,
        note=_note((each for each, _, _ in data_sets.values()), p_values, test, alpha),
    )  # fmt: skip


def means_over_data_sets(means: pd.DataFrame, over: str, side: str = "") -> Table:
    """Return the means of runs over several data sets, which each count as much.

    Parameters
    ----------
    means : DataFrame
        As `means_over` returns them.
    over : str
        What they are over, in words.
    side : str
        The collection or scale that they are of, unless they are over all.
    """
    return Table.of(
        "-".join(filter(None, ("means-over", "-".join(side.split())))),
        "",
        f"Mean scores averaged over {over}, which each count as much",
        means,
        note="Means are of the runs that all of them have",
    )


def scores_of_run(name: str, scores: Scores, run: str, by: str) -> Table:
    """Return a run's score on every instance, the worst by one measure first.

    Parameters
    ----------
    name : str
        The data set's.
    scores : Scores
        K measures, n instances.
    run, by : str
        The run and the measure.
    """
    k, place = scores.measures.index(by), scores.runs.index(run)
    values = scores.values[:, :, place]
    order = np.argsort(values[k] if scores.larger_is_better[k] else -values[k], kind="stable")
    numbers = pd.DataFrame(values[:, order].T, columns=list(scores.measures))
    numbers.insert(0, "instance", [scores.ids[row] for row in order])
    title = f"scores of {run} on every instance, the worst by {by} first"
    return Table.of("run-scores", name, title, numbers)


def undefined_means(name: str, scores: Scores, listwise: Scores) -> Table:
    """Return means where a score is defined, beside those over the instances that all runs have.

    Parameters
    ----------
    name : str
        The data set's.
    scores, listwise : Scores
        All instances, and those where every measure is defined, under the same measures.
    """
    means = {
        Column(what, key): values
        for key, *both in zip(
            scores.measures, scores.means_where_defined, listwise.means, strict=True
        )
        for what, values in zip(("official", "same instances"), both, strict=True)
    }
    numbers = pd.DataFrame({f"{each.group}, {each.name}": means[each] for each in means})
    numbers.insert(0, "run", scores.runs)
    cells = {each: [f"{mean:.4f}" for mean in values] for each, values in means.items()}
    return Table.of(
        "means-undefined",
        name,
        "means over the instances where a run's score is defined, and over the same instances",
        numbers,
        {Column("run", kind="name"): scores.runs, **cells},
    )


def undefined(name: str, scores: Scores) -> Table:
    """Return on which instances a measure is undefined for which run.

    Parameters
    ----------
    name : str
        The data set's.
    scores : Scores
    """
    found = scores.undefined()
    cells = {Column(each, kind="words"): map(str, found[each]) for each in found}
    return Table.of("undefined", name, "what is undefined", found, cells)


def official(
    name: str, found: Sequence[OfficialScore], references: Sequence[OfficialScore] = ()
) -> Table:
    """Return the scores that a task publishes of each run, by the names that it gives them.

    Parameters
    ----------
    name : str
        The data set's.
    found : sequence of OfficialScore
        One or more, of the same runs, as `official_scores` returns them.
    references : sequence of OfficialScore
        The same of what stands below the runs.

    Returns
    -------
    Table
        The best run by the first of them first.
    """
    order = np.argsort(found[0].values, kind="stable")
    ours, *others = (
        pd.DataFrame({"run": some[0].runs, **{each.name: each.values for each in some}})
        for some in (found, references)
        if some
    )
    numbers = pd.concat([ours.iloc[order], *others])
    return Table.of(
        "official",
        name,
        f"scores as {found[0].task} publishes them, smaller is better",
        numbers,
        note="; ".join(f"{each.name}: {each.says}" for each in found),
    )
