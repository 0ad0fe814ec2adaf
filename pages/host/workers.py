"""Long work runs in worker processes, one job a visitor (host.md): their pools, and a line.

While one visitor's test runs there, the server answers the others. A visitor's next job joins the
end of the line once the one before is done. A worker that dies, or that is
stopped, takes no other work with it. Files have a pool of their own, so that they are never behind
somebody's computation. Each job has a time limit, and a worker that falls silent is replaced.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from importlib.util import find_spec
from io import BufferedReader
from pathlib import Path
from threading import Condition, Event, Thread
from typing import Any, TypeVar

from oq_core.progress import in_words
from pages.host.limits import LIMITS
from pages.host.messages import Message, packed, received

Result = TypeVar("Result")
_ROOT = Path(__file__).parents[2]
#: Processes that read and write files: nobody is behind one other visitor's large file.
_READERS = 2
#: Seconds between two looks at the jobs that are at work.
_LOOK = 0.5
#: Seconds without a sign of life after which a worker is replaced. It gives one a second, but none
#: while a single step of a library lets no other thread go on, or while the machine is overloaded.
_SILENT = 90.0


class WorkerDiedError(RuntimeError):
    """A worker process ended before its work was done."""


class SilentError(WorkerDiedError):
    """A worker process gave no sign of life, and was replaced."""


class TooLongError(WorkerDiedError):
    """Work took longer than it may; the message says how long that is."""

    def __init__(self, seconds: float) -> None:
        super().__init__(in_words(seconds))


class Job(Future[Any]):
    """Work that was handed in.

    Attributes
    ----------
    owner : object
        Whose it is.
    share, words : float, str
        How much is done, in [0, 1], and what is being done.
    """

    def __init__(self, pool: "Workers", owner: object, task: Message) -> None:
        super().__init__()
        self._pool, self._task = pool, task
        self._worker: _Worker | None = None
        self._stopped = False
        self._why: WorkerDiedError | None = None
        self._at_work_s = self._silent_s = 0.0
        self._has_begun = False
        self.owner = self if owner is None else owner
        self.share, self.words = 0.0, ""

    @property
    def line(self) -> tuple[int, bool]:
        """How many others come before it, and whether other work of its owner does.

        0 for the next, -1 once it is at work.
        """
        return self._pool.line(self)

    def stop(self) -> None:
        """Give it up: out of the line, or its worker ended at once."""
        self._pool.end(self)


class Workers(Executor):
    """An executor whose tasks tell their progress and can be stopped.

    Parameters
    ----------
    count : int
        Processes that work at the same time.
    megabytes : int
        Memory that each may take.
    seconds : float
        How long a job may be at work.
    """

    def __init__(
        self, count: int, megabytes: int = LIMITS.worker_mb, seconds: float = LIMITS.work_s
    ) -> None:
        self.count, self._megabytes, self._seconds = count, megabytes, seconds
        self._line: list[Job] = []
        self._changed = Condition()
        self._at_work: set[Job] = set()
        self._idle: list[_Worker] = []
        self._closed = False
        self._ended = Event()
        Thread(target=self._watch, daemon=True).start()

    def warm_up(self) -> None:
        """Start the processes, so that the first work does not wait for that."""
        with self._changed:
            while len(self._idle) + len(self._at_work) < self.count:
                self._idle.append(_Worker(self._megabytes))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Job:
        """Hand in a call of a function that the worker can import; nobody else owns it."""
        return self.submit_for(None, fn, *args, **named)

    def submit_for(self, owner: object, fn: Callable[..., Any], /, *args: Any, **named: Any) -> Job:
        """Hand in a call for an owner, who has one at work at a time.

        A function that takes `progress` tells it.
        """
        job = Job(self, owner, packed((fn, args, named)))
        with self._changed:
            self._line.append(job)
            self._begin()
        return job

    def line(self, job: Job) -> tuple[int, bool]:
        """What a job waits for, as `Job.line`."""
        with self._changed:
            if job not in self._line:
                return -1, False
            before = self._line[: self._line.index(job)]
            # What an owner of one at work has in the line goes to its end first.
            owners = {id(each.owner) for each in before if not self._is_at_work(each.owner)}
            is_own = self._is_at_work(job.owner) or any(each.owner is job.owner for each in before)
            return len(owners - {id(job.owner)}), is_own

    def end(self, job: Job) -> None:
        """Take a job out of the line, or end the worker that computes it."""
        with self._changed:
            job._stopped = True
            if job in self._line:
                self._line.remove(job)
                job.set_exception(WorkerDiedError("stopped"))
            # Once its work is done, its worker is another's.
            elif job in self._at_work and job._worker is not None:
                job._worker.kill()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """End the processes, and what they are doing."""
        self._ended.set()
        with self._changed:
            self._closed = True
            for job in (*self._line, *self._at_work):
                self.end(job)
            self._changed.wait_for(lambda: not self._at_work)
            for worker in self._idle:
                worker.kill()
            self._idle.clear()

    def _begin(self) -> None:
        """Put to work whose turn it is, as long as there is room."""
        while len(self._at_work) < self.count:
            job = next((each for each in self._line if not self._is_at_work(each.owner)), None)
            if job is None:
                return
            self._line.remove(job)
            self._at_work.add(job)
            worker = self._idle.pop() if self._idle else None
            Thread(target=self._see_to, args=(job, worker), daemon=True).start()

    def _is_at_work(self, owner: object) -> bool:
        return any(each.owner is owner for each in self._at_work)

    def _see_to(self, job: Job, idle: "_Worker | None") -> None:
        try:
            worker = job._worker = idle or _Worker(self._megabytes)
            if job._stopped:
                raise WorkerDiedError("stopped")  # noqa: TRY301
            _follow(job, worker)
        except BaseException as error:
            if job._worker is not None:
                job._worker.kill()
            if idle is not None and not (job._has_begun or job._stopped):
                # It ended or was held up while nobody worked, which is no visitor's failure.
                job._why = None
                self._see_to(job, None)
                return
            job.set_exception(
                job._why or (error if isinstance(error, WorkerDiedError) else _died(error))
            )
        with self._changed:
            self._at_work.remove(job)
            # The owner's next work waits for all who came while this was done.
            self._line.sort(key=lambda each: each.owner is job.owner)
            if not self._closed:
                self._take_back(job._worker)
            self._begin()
            self._changed.notify_all()

    def _watch(self) -> None:
        """End what takes too long, and what gives no sign of life."""
        while not self._ended.wait(_LOOK):
            with self._changed:
                for job in self._at_work:
                    worker = job._worker
                    if worker is None or job.done():
                        continue
                    # Looks are counted, since the server itself may be held up for a while.
                    job._at_work_s += _LOOK
                    job._silent_s += _LOOK
                    if job._at_work_s > self._seconds:
                        job._why = TooLongError(self._seconds)
                    elif job._silent_s > _SILENT:
                        job._silent_s, job._why = 0.0, SilentError("it gave no sign of life")
                    else:
                        continue
                    worker.kill()

    def _take_back(self, worker: "_Worker | None") -> None:
        """Keep a process for the next work, or a new one in its place."""
        if worker is not None:
            if worker.lives():
                self._idle.append(worker)
                return
            worker.kill()
        # Where the system has no room for it now, the next work tries again.
        with suppress(OSError):
            self._idle.append(_Worker(self._megabytes))


def _follow(job: Job, worker: "_Worker") -> None:
    """Send a task and take its answers, to the last."""
    for kind, *content in worker.answers(job._task):
        job._has_begun, job._silent_s = True, 0.0
        if kind == "beat":
            continue
        if kind == "progress":
            job.share, job.words = content
        elif kind == "done":
            job.set_result(content[0])
        else:
            job.set_exception(content[0])


def _died(error: BaseException) -> WorkerDiedError:
    return WorkerDiedError(f"the process that computed it ended ({type(error).__name__})")


class _Worker:
    """A process, and the pipes to it."""

    def __init__(self, megabytes: int) -> None:
        # Ours come first, then what the host adds, such as a scheduler's library. Its folder is
        # first on the path, and must be ours, unless PYTHONSAFEPATH is set: then it is not there.
        paths = os.pathsep.join(filter(None, [str(_ROOT), os.environ.get("PYTHONPATH")]))
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "pages.host.worker", str(megabytes)],
            cwd=_ROOT,
            env={**os.environ, "PYTHONPATH": paths},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def answers(self, task: Message) -> "Any":
        """What it says of a task, the result last."""
        inbox, outbox = self._process.stdin, self._process.stdout
        assert inbox is not None  # noqa: S101
        assert isinstance(outbox, BufferedReader)  # noqa: S101
        inbox.writelines(task)
        inbox.flush()
        while True:
            answer = received(outbox)
            yield answer
            if answer[0] in ("done", "failed"):
                return

    def lives(self) -> bool:
        """Whether it can take another task."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()


#: The server's pools, the one for computations first; none where pages run without, as in a test.
_pools: list[Workers] = []


def open_pools() -> list[Workers]:
    """Start the server's pools.

    Raises
    ------
    RuntimeError
        If the host names a scheduler and its library is missing.
    """
    if LIMITS.scheduler and find_spec("distributed") is None:
        raise RuntimeError(
            "OQ_SCHEDULER is set, but dask.distributed is missing: pip install distributed"
        )
    count = LIMITS.workers or max(1, (os.cpu_count() or 2) - 1)
    _pools[:] = [Workers(count), Workers(_READERS, seconds=LIMITS.reading_s)]
    for each in _pools:
        each.warm_up()
    return _pools


def close_pools() -> None:
    """End the server's pools."""
    while _pools:
        _pools.pop().shutdown()


def pool() -> Workers | None:
    """The server's pool for computations, if there is one."""
    return _pools[0] if _pools else None


def readers() -> Workers | None:
    """The server's pool for files, if there is one."""
    return _pools[1] if _pools else None
