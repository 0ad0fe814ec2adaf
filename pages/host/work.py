"""Long work has progress and can be stopped (host.md): where pages ask for it."""

from collections.abc import Callable, Hashable
from concurrent.futures import wait
from inspect import signature
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from oq_core import DataError
from oq_core.progress import TimeLeft
from pages.host.limits import IN_BROWSER
from pages.host.results import RESULTS, Named, code_of, key_of, values_of
from pages.host.script_run import NoAnswerError
from pages.host.workers import TooLongError, WorkerDiedError, Workers

Value = TypeVar("Value")
Progress = Callable[[float, str], object]

#: Seconds between two movements of the progress bar, and before it is first shown.
_STEP, _MOMENT = 0.2, 0.4
#: Whether what is pressed ends a run: not where a browser shares no memory with its workers.
can_stop = True
#: The server's processes; none where pages run without, as in a browser.
workers: Workers | None = None


def work(words: str, function: Callable[..., Value], *given: Any, **named: Any) -> Named[Value]:
    """A result that takes long, computed when it is first asked for, with progress and Stop.

    Parameters
    ----------
    words : str
        What is being done.
    function : callable
        A function of the core, which may take `progress`.
    *given, **named
        What it is called with: data as `Named`, options as they are.

    Raises
    ------
    NoAnswerError
        While the visitor has stopped it, and where it failed for want of time or memory.
    """
    key = key_of(function, given, named)
    # Always, so that what comes after it stays what it is: an open expander closes otherwise.
    place = st.empty()
    if (result := RESULTS.of(key)) is not None:
        return result
    if st.session_state.get("stopped") == key:
        with place.container(horizontal=True, vertical_alignment="center"):
            st.markdown("This was stopped.")
            st.button("Compute", on_click=_begin, type="primary", key=f"go {code_of(key)}")
        raise NoAnswerError
    values, options = values_of(given, named)
    try:
        value = _computed(_shown(place, words, key), function, *values, **options)
    except (WorkerDiedError, MemoryError) as error:
        # It begins again when it is asked for, not with the next move on the page.
        st.session_state.stopped = key
        place.error(f"This could not be computed: {_why_not(error)}")
        raise NoAnswerError from None
    except ValueError:
        place.empty()
        raise
    place.empty()
    return RESULTS.keep(key, value)


def in_worker(words: str, function: Callable[..., Value], *given: Any, **named: Any) -> Value:
    """The result of a function that reads files, which is not kept.

    Parameters
    ----------
    words : str
        What is being done.
    function : callable
        A function of the core.
    *given, **named
        What it is called with.

    Raises
    ------
    DataError
        If it takes too long or too much memory: what a small archive unpacks to may be much.
    """
    place = st.empty()
    try:
        return _computed(
            lambda _, detail: place.caption(f"{words}… {detail}"), function, *given, **named
        )
    except TooLongError as error:
        raise DataError(
            f"{words}: this took {error}, and nothing may take longer here. Open fewer or smaller "
            "files at once."
        ) from None
    except (WorkerDiedError, MemoryError):
        raise DataError(
            f"{words}: this takes more memory than it may. Open fewer or smaller files at once."
        ) from None
    finally:
        place.empty()


def _computed(tell: Progress, function: Callable[..., Value], *given: Any, **named: Any) -> Value:
    """What a function gives: of a worker, which is stopped where this run of the script ends."""
    if workers is None:
        if "progress" in signature(function).parameters:
            named["progress"] = tell
        return function(*given, **named)
    job = workers.submit(function, *given, **named)
    try:
        wait([job], _MOMENT)
        while not job.done():
            tell(job.share, job.words)
            wait([job], _STEP)
    except BaseException:
        job.stop()
        raise
    value: Value = job.result()
    return value


def _shown(place: DeltaGenerator, words: str, key: Hashable) -> Progress:
    """What shows progress, and Stop: of work in this process at once, else when it takes long."""
    clock, bar = TimeLeft(), None

    def tell(share: float, detail: str) -> None:
        nonlocal bar
        if bar is None:
            with place.container():
                # Pressing it ends this run of the script at the next movement of the bar.
                if can_stop:
                    st.button(
                        "Stop", on_click=_stop, args=(key,), icon=":material/stop_circle:",
                        key=f"stop {code_of(key)}",
                    )  # fmt: skip
                bar = st.progress(0.0)
        told = clock.beside(detail, share)
        bar.progress(min(share, 1.0), f"{words}: {told}" if detail else f"{words}…")

    if workers is None:
        tell(0.0, "")
    return tell


def _why_not(error: WorkerDiedError | MemoryError) -> str:
    """Why work came to no result, and what to do."""
    if isinstance(error, TooLongError):
        return (
            f"it took {error}, and nothing may take longer here. Choose fewer measures, runs or "
            "trials, or use `oq` in a shell."
        )
    if IN_BROWSER:
        return (
            "it needs more memory than this page has. Choose fewer measures, runs or trials, or "
            "use `oq` in a shell on your own machine."
        )
    return (
        "its process ended, perhaps for want of memory. Choose fewer measures, runs or trials, or "
        "try again."
    )


def _stop(key: Hashable) -> None:
    st.session_state.stopped = key


def _begin() -> None:
    st.session_state.pop("stopped", None)
