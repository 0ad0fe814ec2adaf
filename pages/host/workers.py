"""Long work runs in worker processes (host.md): their pool, with progress and a way to stop.

A process that dies, is stopped or takes too long takes no other work with it, and is replaced.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock, Timer
from typing import Any

from oq_core.progress import in_words
from pages.host.limits import WORK_S, WORKER_MB, WORKERS

_ROOT = Path(__file__).parents[2]


class WorkerDiedError(RuntimeError):
    """A worker process ended before its work was done."""


class TooLongError(WorkerDiedError):
    """Work took longer than it may; the message says how long that is."""


class Job(Future[Any]):
    """Work that was handed in.

    Attributes
    ----------
    share, words : float, str
        How much is done, in [0, 1], and what is being done.
    """

    def __init__(self) -> None:
        super().__init__()
        self.share, self.words = 0.0, ""
        self._ended: WorkerDiedError | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()

    def stop(self, why: WorkerDiedError | None = None) -> None:
        """Give it up: its process ends at once."""
        with self._lock:
            # Once its work is done, the process is another's.
            if not self.done():
                self._ended = why or WorkerDiedError("stopped")
                if self._process is not None:
                    self._process.kill()

    def follow(self, process: "subprocess.Popen[bytes]", task: bytes) -> None:
        """Send a task to a process and take its answers, to the last."""
        assert process.stdin is not None  # noqa: S101
        assert process.stdout is not None  # noqa: S101
        with self._lock:
            self._process = process
        try:
            if self._ended is not None:
                raise self._ended  # noqa: TRY301
            process.stdin.write(task)
            process.stdin.flush()
            kind, *content = pickle.load(process.stdout)  # noqa: S301
            while kind == "progress":
                self.share, self.words = content
                kind, *content = pickle.load(process.stdout)  # noqa: S301
        except Exception as error:
            process.kill()
            process.wait()
            died = WorkerDiedError(f"the process that computed it ended ({type(error).__name__})")
            self.set_exception(self._ended or died)
            return
        with self._lock:
            if kind == "done":
                self.set_result(content[0])
            else:
                self.set_exception(content[0])


class Workers:
    """A pool of processes.

    Parameters
    ----------
    count : int
        Processes that work at the same time.
    megabytes : int
        Memory that each may take.
    seconds : float
        How long each may work on one thing.
    """

    def __init__(
        self, count: int = WORKERS, megabytes: int = WORKER_MB, seconds: float = WORK_S
    ) -> None:
        self._megabytes, self._seconds = megabytes, seconds
        self._line = ThreadPoolExecutor(count)
        self._jobs = set[Job]()
        self._idle = [self._started() for _ in range(count)]

    def submit(self, function: Callable[..., Any], /, *given: Any, **named: Any) -> Job:
        """Hand in a call of a function that a worker can import; it may take `progress`."""
        job, task = Job(), pickle.dumps((function, given, named), pickle.HIGHEST_PROTOCOL)
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)
        self._line.submit(self._see_to, job, task)
        return job

    def close(self) -> None:
        """End the processes, and what they are doing."""
        self._line.shutdown(wait=False, cancel_futures=True)
        for job in tuple(self._jobs):
            job.stop()
        self._line.shutdown()
        while self._idle:
            _end(self._idle.pop())

    def _see_to(self, job: Job, task: bytes) -> None:
        process = self._idle.pop()
        if process.poll() is not None:
            # Its work was stopped, or it ended while nobody worked, which is no visitor's failure.
            _end(process)
            process = self._started()
        timer = Timer(self._seconds, job.stop, [TooLongError(in_words(self._seconds))])
        timer.start()
        try:
            job.follow(process, task)
        finally:
            timer.cancel()
            self._idle.append(process)

    def _started(self) -> "subprocess.Popen[bytes]":
        paths = os.pathsep.join(filter(None, [str(_ROOT), os.environ.get("PYTHONPATH")]))
        return subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "pages.host.worker", str(self._megabytes)],
            cwd=_ROOT,
            env={**os.environ, "PYTHONPATH": paths},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.communicate()
