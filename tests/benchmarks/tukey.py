"""Times the randomised Tukey HSD test against NumPy loops and SciPy, and weighs its memory.

Run from the repository's root: python -m tests.benchmarks.tukey
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.stats import permutation_test

from oq_core import (
    MEASURES,
    randomised_tukey_hsd,
)
from tests.benchmarks.timing import Spread, by_turns, load, machine, ratios, show, table, verdict

Array = npt.NDArray[np.float64]
Ranges = Callable[[Array, int, np.random.Generator], Array]

INSTANCES, RUNS, TRIALS = 300, 22, 5000
MEGABYTES_ALLOWED = 300
#: Two counts of B = 5,000 trials differ by less than this at all 3,234 pairs, nearly always.
NOISE = 0.05


def score_stack() -> Array:
    """Scores of 22 runs of all grades under every measure, and their mean: (14, n, m)."""
    generator = np.random.default_rng(0)
    truth = generator.dirichlet(np.full(5, 0.8), INSTANCES)
    gold = generator.multinomial(20, truth) / 20
    blur = np.linspace(0.1, 0.5, RUNS)[:, None]
    noise = generator.dirichlet(np.ones(5), (INSTANCES, RUNS))
    estimated = (1 - blur) * truth[:, None] + blur * noise
    scores = np.stack([measure(estimated, gold[:, None]) for measure in MEASURES.values()])
    return np.concatenate([scores, scores.mean(axis=0, keepdims=True)])


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


def permuted_loop(scores: Array, trials: int, generator: np.random.Generator) -> Array:
    """The same with NumPy's own shuffle, and cells that lie together for all measures."""
    measures, instances, runs = scores.shape
    cells = np.ascontiguousarray(scores.reshape(measures, -1).T)
    order = np.arange(instances * runs).reshape(instances, runs)
    ranges = np.empty((trials, measures))
    for trial in range(trials):
        generator.permuted(order, axis=1, out=order)
        means = cells.take(order, axis=0).mean(axis=0)
        ranges[trial] = means.max(axis=0) - means.min(axis=0)
    return ranges


def tuned_loop(scores: Array, trials: int, generator: np.random.Generator) -> Array:
    """The fastest way known to us to do one trial at a time.

    Short keys, cells that lie together for all measures, one buffer for what is dealt, and
    the mean over instances as a product.
    """
    measures, instances, runs = scores.shape
    cells = np.ascontiguousarray(scores.reshape(measures, -1).T)
    starts = np.arange(0, instances * runs, runs)[:, None]
    weights = np.full(instances, 1 / instances)
    keys = np.empty((instances, runs), dtype=np.float32)
    dealt = np.empty((instances, runs, measures))
    ranges = np.empty((trials, measures))
    for trial in range(trials):
        generator.random(out=keys, dtype=np.float32)
        # With any other mode, take would fill a buffer of its own first.
        np.take(cells, keys.argsort(axis=1) + starts, axis=0, out=dealt, mode="clip")
        means = (weights @ dealt.reshape(instances, -1)).reshape(runs, measures)
        ranges[trial] = means.max(axis=0) - means.min(axis=0)
    return ranges


def p_values(scores: Array, loop: Ranges, trials: int, *, separately: bool) -> Array:
    """The test by a loop, for all measures at once or for each by itself: (K, m, m)."""
    generator = np.random.default_rng(1)
    if separately:
        parts = [loop(scores[[k]], trials, generator) for k in range(len(scores))]
        ranges = np.concatenate(parts, axis=1)
    else:
        ranges = loop(scores, trials, generator)
    means = scores.mean(axis=1)
    observed = np.abs(means[:, :, None] - means[:, None, :]) - 1e-12
    reached = [
        trials - np.searchsorted(np.sort(ranges[:, k]), observed[k]) for k in range(len(scores))
    ]
    return np.stack(reached) / trials


def scipy_p_value(scores: Array, trials: int) -> float:
    """SciPy's p-value of one measure's largest difference; scores are (n, m)."""

    def spread(*samples: Array, axis: int) -> Array:
        means = np.stack([sample.mean(axis=axis) for sample in samples])
        return means.max(axis=0) - means.min(axis=0)

    # "samples" permutes what belongs to one instance among the runs. Batches of 100 are the
    # fastest here: all trials at once are slower, and need 260 MB for every array.
    result = permutation_test(
        tuple(scores.T),
        spread,
        permutation_type="samples",
        vectorized=True,
        n_resamples=trials,
        batch=100,
        alternative="greater",
        rng=1,
    )
    return float(result.pvalue)


def speed(scores: Array, trials: int, repeats: int) -> bool:
    """Print the table of speed; whether every requirement is met."""
    core = "the core"
    core_separately = "the core, per measure"
    # What one would write is what the requirements are about; the tuned loops are for interest.
    loops: dict[str, tuple[Ranges, bool, float]] = {
        "loop for all measures, obvious": (obvious_loop, False, 3.5),
        "loop for all measures, Generator.permuted": (permuted_loop, False, 0),
        "loop for all measures, tuned": (tuned_loop, False, 0),
        "loop per measure, obvious": (obvious_loop, True, 12),
        "loop per measure, tuned": (tuned_loop, True, 0),
    }
    scipy = f"scipy permutation_test, one of the {len(scores)} measures, times {len(scores)}"
    contenders: dict[str, Callable[[], object]] = {
        core: lambda: randomised_tukey_hsd(scores, trials),
        core_separately: lambda: [randomised_tukey_hsd(matrix, trials) for matrix in scores],
        **{
            name: partial(p_values, scores, loop, trials, separately=separately)
            for name, (loop, separately, _) in loops.items()
        },
        scipy: lambda: scipy_p_value(scores[0], trials),
    }

    # The check is the warm-up too.
    expected = randomised_tukey_hsd(scores, trials)
    noise = {
        name: np.abs(p_values(scores, loop, trials, separately=separately) - expected).max()
        for name, (loop, separately, _) in loops.items()
    }
    # SciPy tells the p-value of the largest difference alone, which is 0 on these scores. Runs
    # that are alike make one that can be compared.
    alike = np.random.default_rng(2).random((INSTANCES, RUNS))
    noise[scipy] = abs(scipy_p_value(alike, trials) - randomised_tukey_hsd(alike, trials).min())

    before = load()
    turns = by_turns(contenders, repeats)
    factors = {name: len(scores) if name == scipy else 1 for name in contenders}
    clock = {name: [one * factors[name] for one in turns[name].clock] for name in turns}
    busy = {name: [one * factors[name] for one in turns[name].processor] for name in turns}

    def timings(name: str) -> list[str]:
        return [
            name,
            Spread.of(clock[name]).text(3),
            f"{Spread.of(busy[name]).median:.3f}",
            f"{ratios(busy[name], busy[core]).median:.1f}",
            ratios(clock[name], clock[core]).text(1),
        ]

    required = {name: least for name, (_, _, least) in loops.items()} | {scipy: 20.0}
    rows = [[*timings(name), "", "", ""] for name in (core, core_separately)]
    met = []
    for name, least in required.items():
        fast = ratios(clock[name], clock[core]).median >= least
        met += [fast, noise[name] < NOISE]
        wanted = [f"≥ {least:g}", verdict(fast)] if least else ["", ""]
        rows.append([*timings(name), *wanted, f"{noise[name]:.3f}"])
    head = ["", "clock s", "CPU s", "CPU ÷ core", "clock ÷ core", "required", "", "largest |Δp|"]
    show(
        f"Speed: {INSTANCES} instances × {RUNS} runs, {len(scores)} measures, B = {trials:,}; "
        f"{repeats} turns, median (smallest–largest)"
    )
    show(table(head, rows))
    show(f"Load average of the machine: {before} before, {load()} after.")
    show(f"|Δp|: from the core's p-values; Monte-Carlo noise is below {NOISE:g}.\n")
    return all(met)


def status_megabytes(field: str) -> float:
    """A field of this process's memory as the kernel counts it."""
    status = Path("/proc/self/status").read_text()
    found = re.search(rf"^{field}:\s+(\d+) kB$", status, re.MULTILINE)
    if found is None:
        raise RuntimeError(f"/proc/self/status has no {field}")
    return int(found[1]) / 1024


def megabytes_above_start(trials: int) -> float:
    """Peak memory of the test above what the process held before; in a fresh process only."""
    scores = score_stack()
    start = status_megabytes("VmRSS")
    # Resets the peak, which making the scores may have raised. getrusage's own peak cannot
    # be reset, and starts at that of the parent process.
    Path("/proc/self/clear_refs").write_text("5")
    randomised_tukey_hsd(scores, trials)
    return status_megabytes("VmHWM") - start


def memory(all_trials: list[int]) -> bool:
    """Print the table of memory; whether the requirement is met."""
    if not Path("/proc/self/clear_refs").exists():
        show("Memory: not measured, this system has no /proc")
        return True
    rows = []
    for trials in all_trials:
        command = [sys.executable, "-m", "tests.benchmarks.tukey", "--memory-of", str(trials)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        used = float(done.stdout)
        rows.append(
            [
                f"B = {trials:,}",
                f"{used:.1f} MB",
                f"< {MEGABYTES_ALLOWED} MB",
                verdict(used < MEGABYTES_ALLOWED),
            ]
        )
    show("Memory: peak resident memory above the start, each in a fresh process")
    show(table(["", "used", "required", ""], rows))
    return all(row[-1] == verdict(True) for row in rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=TRIALS)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--memory-of", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.memory_of is not None:
        show(f"{megabytes_above_start(options.memory_of)}")
        return 0
    show(f"{machine(['numpy', 'scipy'])}\n")
    met = speed(score_stack(), options.trials, options.repeats)
    met &= memory([options.trials, 10 * options.trials])
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
