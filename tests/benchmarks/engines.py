"""How the randomised Tukey HSD test grows, what each engine costs, and what a large one would take.

Run from the repository's root: python -m tests.benchmarks.engines
Growth is in seconds of one processor, which others at work do not change much. An engine's
overhead is by the clock: 32 tasks that carry a score matrix and do nothing with it.
"""

import multiprocessing
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from time import perf_counter, process_time

import numpy as np
from distributed import Client, LocalCluster

from oq_core import randomised_tukey_hsd
from oq_core.parallel import spread
from tests.benchmarks.timing import load, machine, show, table

MEASURES = 6
BASE = {"n": 500, "m": 20, "B": 512}
STEPS = {"n": (500, 2000, 8000, 20_000), "m": (20, 50, 100, 200), "B": (512, 1024, 2048)}
LARGE = {"n": 20_000, "m": 200, "B": 100_000}
#: The piece of the large test that is measured: its trials cost the same each.
PIECE = 128


def scores(n: int, m: int) -> np.ndarray:
    return np.random.default_rng(0).random((MEASURES, n, m))


def seconds(n: int, m: int, B: int) -> float:  # noqa: N803 (the papers' name)
    """Processor seconds of a test on one thread."""
    values = scores(n, m)
    with ThreadPoolExecutor(1) as one:
        start = process_time()
        randomised_tukey_hsd(values, B, executor=one)
        return process_time() - start


def nothing(values: np.ndarray, _: int) -> int:
    return values.shape[0]


def overhead(executor: Executor) -> float:
    """Milliseconds of 32 tasks with a matrix of 500 × 20, after the engine has begun."""
    work = partial(nothing, scores(500, 20))
    list(spread(work, range(32), executor))
    start = perf_counter()
    list(spread(work, range(32), executor))
    return 1000 * (perf_counter() - start)


def engines(stack: ExitStack) -> dict[str, Executor]:
    spawn = multiprocessing.get_context("spawn")
    cluster = LocalCluster(2, processes=True, threads_per_worker=1, dashboard_address=":0")
    client = stack.enter_context(Client(stack.enter_context(cluster)))
    return {
        "threads": stack.enter_context(ThreadPoolExecutor(2)),
        "processes": stack.enter_context(ProcessPoolExecutor(2, spawn)),
        "dask": client.get_executor(),
    }


def main() -> None:
    show(f"{machine(['numpy', 'scipy', 'distributed'])}\nLoad average {load()}\n")
    rows = []
    for name, steps in STEPS.items():
        for step in steps:
            size = {**BASE, name: step}
            taken = seconds(**size)
            cell = 1e9 * taken / (size["n"] * size["m"] * size["B"])
            rows.append([f"{name} = {step:,}", f"{taken:.2f}", f"{cell:.1f}"])
    show(f"Others at {BASE}, {MEASURES} measures")
    show(table(["growth", "processor s", "ns a cell and trial"], rows))
    with ExitStack() as stack:
        rows = [[name, f"{overhead(each):.0f}"] for name, each in engines(stack).items()]
    show("\n" + table(["engine", "ms for 32 tasks"], rows))
    piece = seconds(LARGE["n"], LARGE["m"], PIECE)
    hours = piece * LARGE["B"] / PIECE / 3600
    show(
        f"\n{PIECE} trials on {LARGE['n']:,} × {LARGE['m']}: {piece:.1f} processor seconds, so "
        f"B = {LARGE['B']:,} takes {hours:.1f} processor hours (extrapolated)."
    )


if __name__ == "__main__":
    main()
