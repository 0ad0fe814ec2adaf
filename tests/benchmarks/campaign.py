"""Times all analyses of a large campaign, from distributions to p-values, and weighs its memory.

Run from the repository's root: python -m tests.benchmarks.campaign
"""

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.stats import kendalltau

from oq_core import (
    MEASURES,
    Collection,
    Scores,
    randomised_tukey_hsd,
    rank_runs,
    ranking_consistency,
    ranking_similarity,
    score,
)
from tests.benchmarks.timing import Spread, by_turns, load, machine, ratios, show, table, verdict
from tests.measures.plain import PLAIN

Array = npt.NDArray[np.float64]

INSTANCES, RUNS, CLASSES = 2000, 60, 5
SAMPLES, SPLITS, TRIALS = 1000, 1000, 5000
SECONDS_ALLOWED = 60.0
MEGABYTES_ALLOWED = 2048
#: Of a processor, for a report of STC-3.
REPORT_SECONDS = 10.0

#: How much of the work the alternatives do; their time is multiplied by the rest.
FEW_CELLS, FEW_SAMPLES, FEW_SPLITS, FEW_TRIALS = 100, 20, 20, 100


def obvious_loop(scores: Array, trials: int, generator: np.random.Generator) -> Array:
    """One permutation a trial, for all measures given, as one would write it at first."""
    measures, instances, runs = scores.shape
    rows = np.arange(instances)[:, None]
    ranges = np.empty((trials, measures))
    for trial in range(trials):
        order = generator.random((instances, runs)).argsort(axis=1)
        means = scores[:, rows, order].mean(axis=1)
        ranges[trial] = means.max(axis=1) - means.min(axis=1)
    return ranges


def p_values(scores: Array, trials: int) -> Array:
    """The test by a loop, for all measures at once: (K, m, m)."""
    ranges = obvious_loop(scores, trials, np.random.default_rng(1))
    means = scores.mean(axis=1)
    observed = np.abs(means[:, :, None] - means[:, None, :]) - 1e-12
    reached = [
        trials - np.searchsorted(np.sort(ranges[:, k]), observed[k]) for k in range(len(scores))
    ]
    return np.stack(reached) / trials


def status_megabytes(field: str) -> float:
    """A field of this process's memory as the kernel counts it."""
    status = Path("/proc/self/status").read_text()
    found = re.search(rf"^{field}:\s+(\d+) kB$", status, re.MULTILINE)
    if found is None:
        raise RuntimeError(f"/proc/self/status has no {field}")
    return int(found[1]) / 1024


@dataclass(frozen=True)
class Stage:
    """A part of the analysis, and an obvious way to do without the core."""

    name: str
    core: Callable[[], object]
    other_name: str
    other: Callable[[], object]
    #: How many times the work that the alternative does is the core's.
    factor: float
    #: Largest difference of their answers, on the same work, and what it must be below.
    difference: Callable[[], float]
    allowed: float


def campaign() -> Collection:
    """Runs of all grades, from near the truth to far from it; gold is shares of 20 votes."""
    generator = np.random.default_rng(0)
    truth = generator.dirichlet(np.full(CLASSES, 0.8), INSTANCES)
    runs = {
        f"run {number}": (1 - blur) * truth
        + blur * generator.dirichlet(np.ones(CLASSES), INSTANCES)
        for number, blur in enumerate(np.linspace(0.1, 0.5, RUNS), start=1)
    }
    return Collection(
        "campaign",
        tuple(str(label) for label in range(1, CLASSES + 1)),
        tuple(str(number) for number in range(INSTANCES)),
        generator.multinomial(20, truth) / 20,
        runs,
    )


def plain_scores(collection: Collection, instances: int) -> Array:
    """The measures in loops over instances and classes, for one run: (K, instances)."""
    run = next(iter(collection.runs.values()))[:instances].tolist()
    gold = collection.gold[:instances].tolist()
    return np.array(
        [[PLAIN[key](*pair) for pair in zip(run, gold, strict=True)] for key in MEASURES]
    )


def resampled_means(scores: Array, samples: int) -> Array:
    """Bootstrap intervals of the means, one resample at a time: (2, K, m)."""
    generator = np.random.default_rng(0)
    instances = scores.shape[1]
    means = [
        scores[:, generator.integers(0, instances, instances)].mean(axis=1) for _ in range(samples)
    ]
    return np.quantile(means, [0.025, 0.975], axis=0)


def every_two(means: Array) -> Array:
    """SciPy's tau between every two measures: (K, K)."""
    return np.array([[kendalltau(x, y).statistic for y in means] for x in means])


def split_by_split(scores: Array, splits: int) -> Array:
    """SciPy's tau between the means on two halves, split by split: (splits, K)."""
    generator = np.random.default_rng(1)
    instances = scores.shape[1]
    taus = np.empty((splits, len(scores)))
    for split in range(splits):
        halves = np.array_split(generator.permutation(instances), 2)
        for k, matrix in enumerate(scores):
            first, second = (matrix[half].mean(axis=0) for half in halves)
            taus[split, k] = kendalltau(first, second).statistic
    return taus


def stages(collection: Collection, scores: Scores, trials: int) -> list[Stage]:
    values = scores.values

    def of_scores() -> float:
        plain = plain_scores(collection, FEW_CELLS)
        return float(np.abs(plain - values[:, :FEW_CELLS, 0]).max())

    def of_intervals() -> float:
        board = rank_runs(values, False, samples=FEW_SAMPLES)
        expected = resampled_means(values, FEW_SAMPLES)
        return float(np.abs(np.stack([board.low, board.high]) - expected).max())

    def of_similarity() -> float:
        return float(np.abs(ranking_similarity(scores).taus - every_two(scores.means)).max())

    def of_consistency() -> float:
        """In standard errors: the two draw other splits."""
        many, few = ranking_consistency(values).taus, split_by_split(values, FEW_SPLITS)
        errors = many.std(axis=0) / np.sqrt(FEW_SPLITS)
        return float((np.abs(many.mean(axis=0) - few.mean(axis=0)) / errors).max())

    def of_p_values() -> float:
        few = p_values(values, FEW_TRIALS)
        return float(np.abs(few - randomised_tukey_hsd(values, FEW_TRIALS)).max())

    return [
        Stage(
            "score()",
            lambda: score(collection),
            "loops over instances and classes",
            lambda: plain_scores(collection, FEW_CELLS),
            INSTANCES * RUNS / FEW_CELLS,
            of_scores,
            1e-9,
        ),
        Stage(
            f"rank_runs, {SAMPLES:,} resamples",
            lambda: rank_runs(values, False, samples=SAMPLES),
            "loop over resamples",
            lambda: resampled_means(values, FEW_SAMPLES),
            SAMPLES / FEW_SAMPLES,
            of_intervals,
            1e-9,
        ),
        Stage(
            "ranking_similarity",
            lambda: ranking_similarity(scores).taus,
            "scipy.stats.kendalltau for every two",
            lambda: every_two(scores.means),
            1,
            of_similarity,
            1e-9,
        ),
        Stage(
            f"ranking_consistency, B = {SPLITS:,}",
            lambda: ranking_consistency(values, splits=SPLITS),
            "loop over splits, scipy.stats.kendalltau",
            lambda: split_by_split(values, FEW_SPLITS),
            SPLITS / FEW_SPLITS,
            of_consistency,
            5,
        ),
        Stage(
            f"randomised_tukey_hsd, B = {trials:,}",
            lambda: randomised_tukey_hsd(values, trials),
            "loop over trials, all measures at once",
            lambda: obvious_loop(values, FEW_TRIALS, np.random.default_rng(1)),
            trials / FEW_TRIALS,
            of_p_values,
            # Five standard errors of the difference of two shares.
            5 * np.sqrt(2 * 0.25 / FEW_TRIALS),
        ),
    ]


def speed(trials: int, repeats: int) -> bool:
    """Print the table of speed; whether every requirement is met."""
    collection = campaign()
    scores = score(collection)
    every = stages(collection, scores, trials)
    # The check is the warm-up too.
    differences = [stage.difference() for stage in every]
    before = load()
    turns = by_turns(
        {stage.name: stage.core for stage in every}
        | {stage.other_name: stage.other for stage in every},
        repeats,
    )
    rows, met = [], []
    totals = np.zeros((2, repeats))
    for stage, difference in zip(every, differences, strict=True):
        core = turns[stage.name].clock
        other = [one * stage.factor for one in turns[stage.other_name].clock]
        totals += [core, other]
        agree = difference < stage.allowed
        met.append(agree)
        rows.append(
            [
                stage.name,
                Spread.of(core).text(3),
                stage.other_name,
                f"{1 / stage.factor:.2%}",
                Spread.of(other).text(2),
                ratios(other, core).text(1),
                f"{difference:.1g}",
                f"< {stage.allowed:.1g}",
                verdict(agree),
            ]
        )
    total = Spread.of(list(totals[0]))
    fast = total.median < SECONDS_ALLOWED
    met.append(fast)
    rows.append(
        [
            "together",
            total.text(3),
            "",
            "",
            Spread.of(list(totals[1])).text(2),
            ratios(list(totals[1]), list(totals[0])).text(1),
            "",
            f"< {SECONDS_ALLOWED:g} s",
            verdict(fast),
        ]
    )
    show(
        f"Speed: {INSTANCES:,} instances × {RUNS} runs × {CLASSES} classes, "
        f"{len(MEASURES)} measures; {repeats} turns, median (smallest–largest)"
    )
    head = ["", "clock s", "instead", "done", "s for all", "÷ core", "difference", "required", ""]
    show(table(head, rows))
    show(
        "Done: how much of the work the alternative did; its time is scaled to the whole. "
        "Difference: between the answers; for consistency in standard errors."
    )
    show(f"Load average of the machine: {before} before, {load()} after.\n")
    return all(met)


def megabytes_above_start(trials: int) -> float:
    """Peak memory of all analyses above what the process held before; in a fresh process only."""
    collection = campaign()
    start = status_megabytes("VmRSS")
    # Resets the peak, which making the campaign may have raised.
    Path("/proc/self/clear_refs").write_text("5")
    scores = score(collection)
    for stage in stages(collection, scores, trials):
        stage.core()
    return status_megabytes("VmHWM") - start


def memory(trials: int) -> bool:
    """Print the peak of memory; whether the requirement is met."""
    if not Path("/proc/self/clear_refs").exists():
        show("Memory: not measured, this system has no /proc")
        return True
    command = [sys.executable, "-m", "tests.benchmarks.campaign", "--memory-of", str(trials)]
    used = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    met = used < MEGABYTES_ALLOWED
    show(
        f"Memory: peak resident memory above the start, all of it in a fresh process: "
        f"{used:.1f} MB (required < {MEGABYTES_ALLOWED:,} MB: {verdict(met)})"
    )
    return met


def fourteen_runs(published: Path, folder: Path) -> None:
    """Write the published runs and, as these are eight, blends of two each, up to fourteen."""
    files = sorted(published.glob("*.json"))
    runs = [json.loads(file.read_text()) for file in files]
    for number in range(14 - len(runs)):
        first, second = runs[number], runs[(number + 3) % len(files)]
        others, share = {each["id"]: each["quality"] for each in second}, 0.3 + 0.05 * number
        blend = [
            {"id": each["id"], "quality": {
                scale: {label: (1 - share) * p + share * others[each["id"]][scale].get(label, 0)
                        for label, p in shares.items()}
                for scale, shares in each["quality"].items()}}
            for each in first
        ]  # fmt: skip
        (folder / f"BLEND-run{number}.json").write_text(json.dumps(blend))
    for file in files:
        shutil.copy(file, folder)


def report_seconds(data: Path) -> float:
    """Processor seconds of a report of STC-3, from the start of the command to its end."""
    with tempfile.TemporaryDirectory() as folder:
        fourteen_runs(data / "runs", Path(folder))
        line = [sys.executable, "-m", "oq_core.command.oq_started", "report"]
        line += [str(data / "test_annotations.json"), folder, "--measures=NMD,RSNOD"]
        line += ["--trials=5000", f"--out={folder}/report", "--scales=A,S,E"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(line, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime


def report() -> bool:
    """Print what a report takes of a processor, and whether it is met."""
    root = Path(__file__).parents[2]
    data = Path(os.environ.get("OQ_DATA", root.parent / "shared" / "data")) / "stc3"
    if not data.exists():
        show("Report: not measured, as there is no STC-3 (OQ_DATA)")
        return True
    taken = min(report_seconds(data) for _ in range(3))
    met = taken < REPORT_SECONDS
    show(
        f"Report of STC-3, 14 runs × 3 scales × 2 measures, B = 5,000: {taken:.1f} s of a "
        f"processor (required < {REPORT_SECONDS:g} s: {verdict(met)})"
    )
    return met


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=TRIALS)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--report", action="store_true", help="of STC-3, alone")
    parser.add_argument("--memory-of", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.memory_of is not None:
        show(f"{megabytes_above_start(options.memory_of)}")
        return 0
    show(f"{machine(['numpy', 'scipy'])}\n")
    if options.report:
        return 0 if report() else 1
    met = speed(options.trials, options.repeats)
    met &= memory(options.trials)
    met &= report()
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
