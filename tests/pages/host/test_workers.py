"""Worker processes: the same results, a line, progress, Stop, and deaths that harm nobody else."""

import gzip
import math
import os
import signal
import subprocess
import time
import tracemalloc
from concurrent.futures import Future, wait
from unittest.mock import Mock

import numpy as np
import pytest
from distributed import LocalCluster

from oq_core import DataError, analyse, randomised_tukey_hsd, ranking_consistency, read_collections
from oq_core.campaign import Options
from oq_core.campaign.saving.workspace import is_workspace
from oq_core.measures import score
from oq_core.reading import read_together, templates
from pages.host import work
from pages.host.limits import Limits
from pages.host.messages import SentFile
from pages.host.work import place_in_words
from pages.host.workers import (
    SilentError,
    TooLongError,
    WorkerDiedError,
    Workers,
    close_pools,
    open_pools,
    pool,
    readers,
)
from pages.host.workspaces import size_of
from tests.conftest import PATIENCE, SAMPLE
from tests.pages.host.at_work import fail, slow
from tests.reading.made import zipped


@pytest.fixture(scope="module")
def workers():
    with Workers(1) as found:
        yield found


@pytest.fixture(scope="module")
def scores():
    return score(read_collections(SAMPLE / "gold.json", SAMPLE / "runs")["A"], ["NMD", "RNOD"])


def test_results_are_the_same_to_the_bit(workers, scores):
    job = workers.submit(randomised_tukey_hsd, scores.values, 3000, 5)
    np.testing.assert_array_equal(
        job.result(timeout=120), randomised_tukey_hsd(scores.values, 3000, 5)
    )
    job = workers.submit(ranking_consistency, scores.values, None, 50, 1)
    np.testing.assert_array_equal(
        job.result(timeout=120).taus, ranking_consistency(scores.values, None, 50, 1).taus
    )
    options = Options(trials=200, splits=20, samples=100)
    far = workers.submit(analyse, {"A": scores}, options).result(timeout=120)
    near = analyse({"A": scores}, options)
    np.testing.assert_array_equal(far.data_sets[0].p_values, near.data_sets[0].p_values)


def test_files_are_read_there_and_their_faults_named(workers):
    def file(name, text):
        return SentFile(text.encode(), name)

    gold, run = (templates()[f"wide_{kind}.csv"] for kind in ("gold", "run"))
    read = workers.submit(read_together, [file("gold.csv", gold), file("run.csv", run)])
    (found,) = read.result(timeout=120).data_sets
    (collection,) = found.collections.values()
    assert list(collection.runs) == ["run"]
    read = workers.submit(read_together, [file("bad.csv", "a,b\n")])
    assert "bad.csv" in read.result(timeout=120).problems[0]


def test_archives_are_read_there_however_small_they_are(workers, monkeypatch):
    asked = []

    def submit_for(_, function, *given):
        asked.append(given)
        return workers.submit(function, *given)

    monkeypatch.setattr(work, "readers", lambda: Mock(submit_for=submit_for))
    monkeypatch.setattr(work, "own_data", Mock())
    monkeypatch.setattr(work, "st", Mock())
    text = templates()["wide_gold.csv"]
    plain = SentFile(text.encode(), "gold.csv")
    packed = SentFile(gzip.compress(text.encode()), "gold.csv.gz")
    archive = SentFile(zipped("x", {"gold.csv": text}).getvalue(), "gold.zip")
    for files in ([plain], [plain, packed], [archive]):
        assert len(work.in_reader("Reading", read_together, files).data_sets) == len(files)
    assert asked == [([plain, packed],), ([archive],)]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            TooLongError(120),
            "took 2 minutes, and no step may take longer on this server. Open fewer",
        ),
        (SilentError(), "did not answer any more and was replaced. Open the files again."),
        (WorkerDiedError(), "this takes more memory than one visitor may use."),
    ],
)
def test_files_that_could_not_be_read_are_told_with_the_remedy(monkeypatch, error, words):
    failed = Future()
    failed.set_exception(error)
    monkeypatch.setattr(work, "readers", lambda: Mock(submit_for=lambda *_: failed))
    monkeypatch.setattr(work, "own_data", Mock())
    monkeypatch.setattr(work, "st", Mock())
    with pytest.raises(DataError, match=words):
        work.in_reader("Reading", read_together, [SentFile(bytes(2**22), "gold.csv")])


def test_a_file_is_measured_and_sent_without_a_copy(workers):
    content = bytes(2**23)
    file = SentFile(content, "gold.csv")
    tracemalloc.start()
    try:
        assert size_of([file]) == len(content)
        assert workers.submit(is_workspace, file).result(timeout=60) is False
        assert tracemalloc.get_traced_memory()[1] < len(content) / 4
    finally:
        tracemalloc.stop()


def test_errors_come_back(workers, scores):
    with pytest.raises(ValueError, match="trials"):
        workers.submit(randomised_tukey_hsd, scores.values, 0).result(timeout=60)
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        workers.submit(divmod, 1, 0).result(timeout=60)
    with pytest.raises(DataError, match="a sentence"):
        workers.submit(fail, DataError("a sentence")).result(timeout=60)


def told(job):
    """Wait for a job's first word."""
    deadline = time.monotonic() + PATIENCE
    while not job.words:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return job.words


def test_there_is_a_line_with_places_and_stopping_ends_the_process(workers):
    first = workers.submit(slow, 0.25)
    process = int(told(first))
    second, third = workers.submit(math.factorial, 5), workers.submit(math.factorial, 6)
    assert [each.line[0] for each in (first, second, third)] == [-1, 0, 1]
    assert first.share == 0.25
    second.stop()
    first.stop()
    assert third.result(timeout=120) == 720
    wait([first, second], timeout=60)
    for job in (first, second):
        assert isinstance(job.exception(), WorkerDiedError)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_visitor_has_one_at_work_and_others_pass_before_the_next():
    ann, bob, eve = object(), object(), object()
    with Workers(2) as own:
        first = own.submit_for(ann, slow, 0.1)
        told(first)
        again = own.submit_for(ann, os.getpid)
        assert again.line == (0, True)
        assert place_in_words(again) == "other work of yours comes first, one at a time"
        # A process is free, and the others pass: first one of them, then two wait behind him.
        passing = own.submit_for(bob, slow, 0.2)
        told(passing)
        waiting = [own.submit_for(each, os.getpid) for each in (eve, None, bob)]
        assert [each.line[0] for each in waiting] == [0, 1, 2]
        assert [place_in_words(each) for each in waiting] == [
            "others are at work; you are next",
            "others are at work; 1 before you in the line",
            "other work of yours comes first, one at a time",
        ]
        assert place_in_words(passing) == ""
        first.stop()
        for each in (again, *waiting[:2]):
            each.result(timeout=120)
        assert not waiting[2].done()
        passing.stop()
        waiting[2].result(timeout=120)


def test_a_visitor_s_next_waits_for_all_who_came_meanwhile():
    ann, bob = object(), object()
    done = []
    with Workers(1) as own:
        first = own.submit_for(ann, slow, 0.1)
        told(first)
        jobs = {}
        for name, owner in {"ann 2": ann, "ann 3": ann, "bob 1": bob, "bob 2": bob}.items():
            jobs[name] = own.submit_for(owner, os.getpid)
            jobs[name].add_done_callback(lambda _, name=name: done.append(name))
        assert [each.line[0] for each in jobs.values()] == [0, 0, 0, 0]
        first.stop()
        wait(jobs.values(), timeout=120)
    assert done == ["bob 1", "ann 2", "bob 2", "ann 3"]


def test_a_worker_that_dies_fails_its_own_work_only(workers):
    first = workers.submit(slow, 0.5)
    process = int(told(first))
    second = workers.submit(math.factorial, 7)
    os.kill(process, signal.SIGKILL)
    with pytest.raises(WorkerDiedError, match="the process that computed it ended"):
        first.result(timeout=60)
    assert second.result(timeout=120) == 5040


def idle_process(pool):
    """A pool's only process, which waits for work."""
    process = pool.submit(os.getpid).result(timeout=120)
    # A result is told a moment before its process is free.
    with pool._changed:
        assert pool._changed.wait_for(lambda: pool._idle, timeout=PATIENCE)
    return process


def end_an_idle_process(pool):
    """End a pool's only process while it waits for work."""
    end(idle_process(pool))


def end(process):
    """End a process, and wait for that."""
    os.kill(process, signal.SIGKILL)
    os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)


@pytest.mark.parametrize("safe", ["", "1"])
def test_a_worker_finds_our_modules_and_then_what_the_host_adds(tmp_path, monkeypatch, safe):
    (tmp_path / "of_the_host.py").write_text("def answer(): return 42")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHONSAFEPATH", safe)
    # Wherever the server was started, also where others have a module of that name.
    (tmp_path / "oq_core.py").write_text("")
    monkeypatch.chdir(tmp_path)
    with Workers(1) as own:
        code = "__import__('of_the_host').answer() if __import__('oq_core').MEASURES else 0"
        assert own.submit(eval, code).result(timeout=PATIENCE) == 42


def test_a_worker_that_ended_while_idle_fails_no_work(workers):
    end_an_idle_process(workers)
    assert workers.submit(math.factorial, 4).result(timeout=120) == 24


def test_a_worker_that_ends_with_its_result_is_replaced_and_closed():
    with Workers(1) as own:
        first = own.submit(slow, 0.5)
        told(first)
        second = own.submit(os.getpid)
        # It is called where the result is told, before the process is free.
        second.add_done_callback(lambda job: end(job.result()))
        first.stop()
        process = second.result(timeout=120)
        assert own.submit(os.getpid).result(timeout=120) != process
        assert second._worker._process.stdin.closed


def test_work_that_takes_too_long_is_ended_with_its_process():
    with Workers(1, seconds=1.0) as own:
        job = own.submit(slow, 0.5)
        process = int(told(job))
        with pytest.raises(TooLongError):
            job.result(timeout=120)
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
        # Others' work has the whole time again.
        assert own.submit(math.factorial, 5).result(timeout=120) == 120


def test_time_in_the_line_is_no_time_at_work():
    with Workers(1, seconds=2.0) as own:
        jobs = [own.submit(time.sleep, 0.8) for _ in range(4)]
        assert [job.result(timeout=120) for job in jobs] == [None] * 4


def test_a_worker_that_is_held_up_is_replaced_and_its_visitor_told(workers, monkeypatch):
    job = workers.submit(slow, 0.5)
    process = int(told(job))
    later = workers.submit(math.factorial, 5)
    with monkeypatch.context() as hurried:
        hurried.setattr("pages.host.workers._SILENT", 3.0)
        os.kill(process, signal.SIGSTOP)
        with pytest.raises(SilentError):
            job.result(timeout=120)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert later.result(timeout=120) == 120


def test_a_worker_that_was_held_up_while_idle_fails_no_work(workers, monkeypatch):
    process = idle_process(workers)
    os.kill(process, signal.SIGSTOP)
    with monkeypatch.context() as hurried:
        hurried.setattr("pages.host.workers._SILENT", 1.0)
        job = workers.submit(math.factorial, 4)
        worker = job._worker
        while job._worker is worker:
            time.sleep(0.02)
    assert job.result(timeout=120) == 24
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_work_that_says_nothing_for_long_is_alive(workers, monkeypatch):
    idle_process(workers)
    monkeypatch.setattr("pages.host.workers._SILENT", 3.0)
    assert workers.submit(time.sleep, 6).result(timeout=120) is None


def test_files_are_behind_no_computation_and_not_behind_one_large_file(monkeypatch):
    monkeypatch.setattr("pages.host.workers._pools", [])
    monkeypatch.setattr("pages.host.workers.LIMITS", Limits(workers=1))
    gold = SentFile(zipped("x", {"gold.csv": templates()["wide_gold.csv"]}).getvalue(), "gold.zip")
    open_pools()
    try:
        computing, reading = pool().submit(slow, 0.5), readers().submit(slow, 0.5)
        told(computing)
        told(reading)
        read = readers().submit(read_together, [gold]).result(timeout=120)
        assert len(read.data_sets) == 1
        assert not any(each.done() for each in (computing, reading))
    finally:
        close_pools()


def test_reading_that_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr("pages.host.workers._pools", [])
    monkeypatch.setattr("pages.host.workers.LIMITS", Limits(workers=1, reading_s=1, work_s=100))
    open_pools()
    try:
        job = readers().submit(slow, 0.5)
        with pytest.raises(TooLongError, match="10 seconds"):
            job.result(timeout=60)
    finally:
        close_pools()


def test_work_goes_on_once_the_system_has_room_for_a_process(monkeypatch):
    with Workers(1) as own:
        end_an_idle_process(own)
        with monkeypatch.context() as full:
            full.setattr(subprocess, "Popen", Mock(side_effect=BlockingIOError))
            for _ in range(2):
                with pytest.raises(WorkerDiedError, match="BlockingIOError"):
                    own.submit(math.factorial, 5).result(timeout=60)
        assert own.submit(math.factorial, 5).result(timeout=120) == 120


def test_work_beyond_a_worker_s_memory_fails_alone(workers):
    with pytest.raises(MemoryError):
        workers.submit(np.ones, 2**36).result(timeout=60)
    assert workers.submit(math.factorial, 3).result(timeout=60) == 6


def test_the_machines_of_a_scheduler_compute_the_same(monkeypatch, scores):
    with LocalCluster(1, processes=False, protocol="tcp", dashboard_address=":0") as cluster:
        monkeypatch.setenv("OQ_SCHEDULER", cluster.scheduler_address)
        with Workers(1) as own:
            found = own.submit(randomised_tukey_hsd, scores.values, 500, 5).result()
    np.testing.assert_array_equal(found, randomised_tukey_hsd(scores.values, 500, 5))


@pytest.mark.parametrize(("cores", "asked", "count"), [(4, 0, 3), (1, 0, 1), (4, 6, 6)])
def test_there_is_a_worker_less_than_cores_unless_a_host_says_so(monkeypatch, cores, asked, count):
    monkeypatch.setattr("pages.host.workers.LIMITS", Limits(workers=asked))
    monkeypatch.setattr("pages.host.workers.os.cpu_count", lambda: cores)
    monkeypatch.setattr("pages.host.workers._pools", [])
    monkeypatch.setattr(Workers, "warm_up", lambda _: None)
    assert [each.count for each in open_pools()] == [count, 2]


def test_a_scheduler_without_its_library_is_said_at_the_start(monkeypatch):
    monkeypatch.setattr("pages.host.workers.LIMITS", Limits(scheduler="tcp://127.0.0.1:1"))
    monkeypatch.setattr("pages.host.workers.find_spec", lambda _: None)
    with pytest.raises(RuntimeError, match="pip install distributed"):
        open_pools()


def test_stopping_what_is_done_harms_no_other_s_work(workers):
    done = workers.submit(math.factorial, 4)
    assert done.result(timeout=120) == 24
    other = workers.submit(slow, 0.5)
    process = int(told(other))
    done.stop()
    os.kill(process, 0)
    other.stop()


def test_no_process_outlives_its_pool():
    with Workers(1) as own:
        job = own.submit(slow, 0.5)
        process = int(told(job))
    assert isinstance(job.exception(timeout=60), WorkerDiedError)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


class Recorded:
    """A pool that computes at once, and notes whose work it gets."""

    def __init__(self):
        self.owners = []

    def submit_for(self, owner, function, *given, **named):
        self.owners.append(owner)
        done = Future()
        done.set_result(function(*given, **named))
        return done


def test_work_of_a_page_is_the_visitor_s(start, monkeypatch):
    own = Recorded()
    monkeypatch.setattr("pages.host.work.pool", lambda: own)
    for address in ("power", "rankings"):
        own.owners.clear()
        page = start(address)
        assert own.owners
        assert all(owner is page.session_state.opened for owner in own.owners)
