"""Whatever computes the work, the numbers are the same to the bit."""

import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager

import numpy as np
import pytest
from distributed import Client, LocalCluster

from oq_core import Scores, analyse, randomised_tukey_hsd, rank_runs, ranking_consistency
from oq_core.analysis import (
    Rule,
    bootstrap_tau_interval,
    consistency_intervals,
    difference_intervals,
    pair_tests,
)
from oq_core.campaign import Options
from oq_core.parallel import spread
from tests.conftest import dear

VALUES = np.random.default_rng(0).random((2, 24, 5)) + np.linspace(0, 0.4, 5)
SCORES = Scores(VALUES, ("M", "N"), tuple(map(str, range(24))), tuple("abcde"), (False, True))

#: Called with an executor, each gives arrays.
WORKS = {
    "permutations": lambda e: randomised_tukey_hsd(VALUES, 700, 3, executor=e),
    "signs": lambda e: pair_tests(SCORES, Rule.SIGNS, 300, 3, executor=e).p_values,
    "differences": lambda e: vars(difference_intervals(SCORES, trials=300, seed=3, executor=e)),
    "consistency": lambda e: ranking_consistency(VALUES, None, 300, 3, executor=e).taus,
    "intervals of consistency": lambda e: vars(
        consistency_intervals(SCORES, None, 50, 3, executor=e)
    ),
    "means": lambda e: vars(rank_runs(SCORES, samples=300, seed=3, executor=e)),
    "taus": lambda e: bootstrap_tau_interval(SCORES, variant="b", samples=300, executor=e),
}


def two_workers():
    return LocalCluster(2, processes=True, threads_per_worker=1, dashboard_address=":0")


@contextmanager
def dask():
    with two_workers() as cluster, Client(cluster) as client:
        yield client.get_executor()


ENGINES = {
    "threads": lambda: ThreadPoolExecutor(3),
    "processes": lambda: ProcessPoolExecutor(1, multiprocessing.get_context("spawn")),
    "dask": dask,
}


@pytest.fixture(
    scope="module",
    # Dask is an executor as processes are.
    params=["threads", "processes", dear("dask", "ordinarily the work of which a worker dies")],
)
def executor(request):
    with ENGINES[request.param]() as found:
        yield found


@pytest.mark.parametrize("work", WORKS)
def test_every_engine_gives_the_same_bits(work, executor):
    near, far = WORKS[work](None), WORKS[work](executor)
    if isinstance(near, np.ndarray):
        near, far = {"": near}, {"": far}
    for name, value in near.items():
        np.testing.assert_array_equal(far[name], value, strict=isinstance(value, np.ndarray))


def test_a_whole_analysis_is_the_same_and_tells_its_progress(executor):
    options = Options(trials=200, splits=20, samples=50)
    told = []
    far = analyse({"x": SCORES}, options, lambda share, _: told.append(share), executor)
    near = analyse({"x": SCORES}, options)
    np.testing.assert_array_equal(far.data_sets[0].p_values, near.data_sets[0].p_values)
    for one, other in zip(far.data_sets[0].splits, near.data_sets[0].splits, strict=True):
        np.testing.assert_array_equal(one.taus, other.taus)
        np.testing.assert_array_equal(one.p_values, other.p_values)
    np.testing.assert_array_equal(far.data_sets[0].board.low, near.data_sets[0].board.low)
    assert told == sorted(told)
    assert len(told) > 3


def test_work_is_given_out_in_few_tasks_and_comes_back_in_order(executor):
    assert list(spread(abs, range(-100, 0), executor)) == list(range(100, 0, -1))
    assert list(spread(abs, [], executor)) == []


def test_what_progress_raises_ends_the_work(executor):
    class EndedError(Exception):
        pass

    def end(*_):
        raise EndedError

    with pytest.raises(EndedError):
        randomised_tukey_hsd(VALUES, 20_000, progress=end, executor=executor)


def test_a_worker_of_dask_that_dies_changes_no_number():
    with two_workers() as cluster, Client(cluster) as client:
        cluster.wait_for_workers(2)
        processes = list(client.run(os.getpid).values())

        def kill_one(*_):
            while len(processes) == 2:
                os.kill(processes.pop(), signal.SIGKILL)

        found = randomised_tukey_hsd(VALUES, 20_000, 3, kill_one, executor=client.get_executor())
    assert len(processes) == 1
    np.testing.assert_array_equal(found, randomised_tukey_hsd(VALUES, 20_000, 3))
