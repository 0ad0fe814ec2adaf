"""Worker processes: the same results, progress, Stop, limits, and deaths that harm nobody else."""

import math
import os
import signal
import time
from concurrent.futures import wait

import numpy as np
import pytest

from oq_core import DataError, randomised_tukey_hsd, read_collections
from oq_core.measures import score
from oq_core.reading import read_together, templates
from pages.host.uploads import SentFile
from pages.host.workers import TooLongError, WorkerDiedError, Workers
from tests.conftest import PATIENCE, SAMPLE
from tests.pages.host.at_work import fail, slow


@pytest.fixture(scope="module")
def workers():
    own = Workers(1)
    yield own
    own.close()


def told(job):
    """Wait for a job's first word."""
    deadline = time.monotonic() + PATIENCE
    while not job.words:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return job.words


def is_gone(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def test_results_are_the_same_to_the_bit(workers):
    scores = score(read_collections(SAMPLE / "gold.json", SAMPLE / "runs")["A"], ["NMD", "RNOD"])
    job = workers.submit(randomised_tukey_hsd, scores.values, 3000, 5)
    np.testing.assert_array_equal(
        job.result(timeout=PATIENCE), randomised_tukey_hsd(scores.values, 3000, 5)
    )


def test_files_are_read_there_and_their_faults_named(workers):
    def read(*files):
        sent = [SentFile(text.encode(), name) for name, text in files]
        return workers.submit(read_together, sent).result(timeout=PATIENCE)

    gold, run = (templates()[f"wide_{kind}.csv"] for kind in ("gold", "run"))
    (found,) = read(("gold.csv", gold), ("run.csv", run)).data_sets
    (collection,) = found.collections.values()
    assert list(collection.runs) == ["run"]
    assert "bad.csv" in read(("bad.csv", "a,b\n")).problems[0]


def test_errors_come_back(workers):
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        workers.submit(divmod, 1, 0).result(timeout=PATIENCE)
    with pytest.raises(DataError, match="a sentence"):
        workers.submit(fail, DataError("a sentence")).result(timeout=PATIENCE)


def test_stopping_ends_the_process_and_what_waits_goes_on(workers):
    first = workers.submit(slow, 0.25)
    process = int(told(first))
    assert first.share == 0.25
    second, third = workers.submit(math.factorial, 5), workers.submit(math.factorial, 6)
    second.stop()
    first.stop()
    assert third.result(timeout=PATIENCE) == 720
    wait([first, second], timeout=PATIENCE)
    for job in (first, second):
        assert isinstance(job.exception(), WorkerDiedError)
    assert is_gone(process)


def test_stopping_what_is_done_harms_no_other_s_work(workers):
    done = workers.submit(os.getpid)
    done.result(timeout=PATIENCE)
    other = workers.submit(slow, 0.5)
    process = int(told(other))
    done.stop()
    assert not is_gone(process)
    other.stop()


def test_a_worker_that_dies_fails_its_own_work_only(workers):
    first = workers.submit(slow, 0.5)
    process = int(told(first))
    second = workers.submit(math.factorial, 7)
    os.kill(process, signal.SIGKILL)
    with pytest.raises(WorkerDiedError, match="the process that computed it ended"):
        first.result(timeout=PATIENCE)
    assert second.result(timeout=PATIENCE) == 5040


def test_a_worker_that_ended_while_idle_fails_no_work(workers):
    process = workers.submit(os.getpid).result(timeout=PATIENCE)
    os.kill(process, signal.SIGKILL)
    os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
    assert workers.submit(math.factorial, 4).result(timeout=PATIENCE) == 24


def test_work_that_takes_too_long_is_ended_with_its_process_and_waiting_is_no_work():
    own = Workers(1)
    try:
        # Its start is none of the time of these.
        own.submit(os.getpid).result(timeout=PATIENCE)
        own._seconds = 5.0
        jobs = [own.submit(time.sleep, 2) for _ in range(3)]
        assert [job.result(timeout=PATIENCE) for job in jobs] == [None] * 3
        job = own.submit(slow, 0.5)
        process = int(told(job))
        with pytest.raises(TooLongError, match="seconds"):
            job.result(timeout=PATIENCE)
        own._seconds = PATIENCE
        assert own.submit(math.factorial, 5).result(timeout=PATIENCE) == 120
        assert is_gone(process)
    finally:
        own.close()


def test_work_beyond_a_worker_s_memory_fails_alone():
    own = Workers(1, megabytes=1000)
    try:
        with pytest.raises(MemoryError):
            own.submit(np.ones, 2**28).result(timeout=PATIENCE)
        assert own.submit(math.factorial, 5).result(timeout=PATIENCE) == 120
    finally:
        own.close()


@pytest.mark.parametrize("safe", ["", "1"])
def test_a_worker_finds_our_modules_wherever_the_server_was_started(tmp_path, monkeypatch, safe):
    (tmp_path / "oq_core.py").write_text("")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHONSAFEPATH", safe)
    monkeypatch.chdir(tmp_path)
    own = Workers(1)
    try:
        code = "len(__import__('oq_core').MEASURES)"
        assert own.submit(eval, code).result(timeout=PATIENCE) > 0
    finally:
        own.close()


def test_no_process_outlives_its_pool():
    own = Workers(2)
    job = own.submit(slow, 0.5)
    processes = [int(told(job)), own.submit(os.getpid).result(timeout=PATIENCE)]
    own.close()
    assert isinstance(job.exception(timeout=PATIENCE), WorkerDiedError)
    assert all(map(is_gone, processes))
