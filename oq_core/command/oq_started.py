"""The command ``oq``, as a shell starts it: it can be stopped while it is still being loaded."""

import gc
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import NoReturn


def main() -> int:
    """Run the command and return its exit status, as `oq_core.command.main` has it.

    Until all is loaded, which takes a second or two, nothing is written, and a signal ends it at
    once. Then the first signal lets it put away what it has begun.
    """
    _hear(_end)
    # What a command makes lives to its end: to look through it often is a tenth of a report's time.
    gc.set_threshold(100_000, 50, 50)
    from oq_core.command import main as command  # noqa: PLC0415 - signals come first

    _hear(_stop)
    return command()


def _hear(what: Callable[[int, FrameType | None], NoReturn]) -> None:
    for each in (signal.SIGINT, signal.SIGTERM):
        # Some shells let what works in the background ignore Ctrl-C.
        if signal.getsignal(each) != signal.SIG_IGN:
            signal.signal(each, what)


def _stop(number: int, _: FrameType | None) -> NoReturn:
    _hear(_end)
    raise KeyboardInterrupt(number)


def _end(number: int, _: FrameType | None) -> NoReturn:
    os.write(2, b"\noq: stopped; nothing was left half written\n")
    os._exit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
