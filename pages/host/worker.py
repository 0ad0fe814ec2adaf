"""Long work runs in worker processes (host.md): one of them, ``python -m pages.host.worker``.

It computes what it is sent, in turn. Tasks and answers are pickles, from and to the server that
started it: nothing that a visitor uploaded is ever unpickled.
"""

import inspect
import os
import resource
import sys
import time
from collections.abc import Callable, Container
from concurrent.futures import Executor
from threading import Event, Lock, Thread
from time import monotonic

from pages.host.limits import LIMITS
from pages.host.messages import Message, packed, received

#: Seconds between two words of progress.
_STEP = 0.1
#: Seconds between two signs of life while there is work.
_BEAT = 1.0
#: How much the work yields to the server itself.
_NICE = 10


def main(megabytes: int) -> None:
    """Answer tasks until there are no more.

    Parameters
    ----------
    megabytes : int
        Memory that the process may take; beyond it a task fails, and nothing else.
    """
    os.nice(_NICE)
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    inbox, outbox = os.fdopen(0, "rb"), os.fdopen(os.dup(1), "wb")
    # What is printed by accident is no answer.
    os.dup2(2, 1)
    engine = _engine(LIMITS.scheduler)
    has_work, turn = Event(), Lock()

    def send(message: Message) -> None:
        outbox.writelines(message)
        outbox.flush()

    def answer(kind: str, *content: object) -> None:
        message = packed((kind, *content))
        with turn:
            if kind != "progress":
                has_work.clear()
            send(message)

    def live() -> None:
        sign = packed(("beat",))
        while has_work.wait():
            with turn:
                # While there is no work, nobody reads: the pipe would fill.
                if has_work.is_set():
                    send(sign)
            time.sleep(_BEAT)

    Thread(target=live, daemon=True).start()
    # A task's first byte comes before its modules are imported, which may take long.
    while inbox.peek(1):
        has_work.set()
        try:
            function, given, named = received(inbox)
        except EOFError:
            return
        told = monotonic()
        takes = _parameters(function)
        if engine is not None and "executor" in takes:
            named["executor"] = engine

        def progress(share: float, words: str) -> None:
            nonlocal told
            if monotonic() - told > _STEP:
                told = monotonic()
                answer("progress", share, words)

        if "progress" in takes:
            named["progress"] = progress
        try:
            result = function(*given, **named)
        except Exception as error:
            answer("failed", error if isinstance(error, ValueError) else _plain(error))
        else:
            answer("done", result)
        del function, given, named


def _engine(scheduler: str) -> Executor | None:
    """The machines of a scheduler, if the host names one."""
    if not scheduler:
        return None
    from distributed import Client  # noqa: PLC0415 (optional)

    found: Executor = Client(scheduler).get_executor()
    return found


def _parameters(function: Callable[..., object]) -> Container[str]:
    """Names of what a function takes; none of some that are no Python."""
    try:
        return inspect.signature(function).parameters
    except ValueError:
        return ()


def _plain(error: Exception) -> Exception:
    """An error that can be sent: some others cannot be made again from their arguments."""
    return MemoryError() if isinstance(error, MemoryError) else RuntimeError(type(error).__name__)


if __name__ == "__main__":
    main(int(sys.argv[1]))
