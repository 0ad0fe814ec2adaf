"""Long work runs in worker processes (host.md): one of them, ``python -m pages.host.worker``.

It computes what it is sent, in turn. Tasks and answers are pickles, from and to the server that
started it: nothing that a visitor uploaded is ever unpickled.
"""

import inspect
import os
import pickle
import signal
import sys
from collections.abc import Callable, Container
from contextlib import suppress
from importlib import import_module
from time import monotonic

#: Seconds between two words of progress.
_STEP = 0.1
#: What most work uses: loaded before the first.
_LOADED = ("scipy.stats", "oq_core.campaign", "oq_core.raters", "oq_core.reading")


def main(megabytes: int) -> None:
    """Answer tasks until there are no more.

    Parameters
    ----------
    megabytes : int
        Memory that the process may take, where the system can limit it; beyond it a task fails,
        and nothing else.
    """
    # Ctrl and C end the server, which ends this.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(ImportError):
        resource = import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    # Pages are drawn first.
    if hasattr(os, "nice"):
        os.nice(10)
    inbox, outbox = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What is printed by accident is no answer.
    os.dup2(2, 1)
    for name in _LOADED:
        import_module(name)

    def answer(kind: str, *content: object) -> None:
        pickle.dump((kind, *content), outbox, pickle.HIGHEST_PROTOCOL)
        outbox.flush()

    told = 0.0

    def progress(share: float, words: str) -> None:
        nonlocal told
        if monotonic() - told > _STEP:
            told = monotonic()
            answer("progress", share, words)

    with suppress(EOFError):
        while True:
            function, given, named = pickle.load(inbox)  # noqa: S301
            if "progress" in _parameters(function):
                named["progress"] = progress
            try:
                result = function(*given, **named)
            except Exception as error:
                answer("failed", error if isinstance(error, ValueError) else _plain(error))
            else:
                answer("done", result)
            function = given = named = result = None


def _parameters(function: Callable[..., object]) -> Container[str]:
    """Names of what a function takes; none of some that are no Python."""
    try:
        return inspect.signature(function).parameters
    except ValueError:
        return ()


def _plain(error: Exception) -> Exception:
    """An error that can be sent: some cannot be made again from their arguments."""
    return MemoryError() if isinstance(error, MemoryError) else RuntimeError(type(error).__name__)


if __name__ == "__main__":
    main(int(sys.argv[1]))
