"""Long work has progress and can be stopped (host.md); a result has a key of all it comes from."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import wait
from dataclasses import dataclass, field, fields, is_dataclass
from hashlib import blake2b
from inspect import isclass, isfunction, signature
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

import streamlit as st

from oq_core import DataError
from oq_core.progress import TimeLeft
from oq_core.reading.archives import is_packed
from pages.host.limits import IN_BROWSER
from pages.host.messages import SentFile
from pages.host.own import own_data, own_results
from pages.host.script_run import NoAnswerError
from pages.host.workers import Job, SilentError, TooLongError, WorkerDiedError, pool, readers
from pages.host.workspaces import WORKSPACES, Result, size_of

Value = TypeVar("Value")

#: Results kept in a session.
_KEPT = 40
#: Seconds between two movements of the progress bar.
_STEP = 0.2
#: Bytes of data below which a file is read at once, and what a page needs is computed at once: a
#: worker would be no faster.
_LITTLE = 2_000_000
#: Whether what is pressed ends a run: not where a browser shares no memory with its workers.
can_stop = True

#: Results that sessions with the same key share, as long as one of them keeps it: of the samples,
#: and of options alone. A visitor's own data have a token in their keys that nobody can guess.
_SHARED: WeakValueDictionary[Hashable, Result] = WeakValueDictionary()
_COMPUTING = Lock()
#: What an argument may be that stands in a key as it is.
_PLAIN = (str, bytes, int, float, type(None))


@dataclass(frozen=True)
class Named(Generic[Value]):
    """Data or a result, with the name that stands for it in the keys of what is made from it.

    Attributes
    ----------
    key : hashable
        Of what a visitor has opened, its token; of a result, how it was made.
    value : object
    """

    key: Hashable
    value: Value = field(compare=False, repr=False)

    @property
    def code(self) -> str:
        """A few signs that stand for it in the key of a widget."""
        return code_of(self.key)


def code_of(key: Hashable) -> str:
    """A few signs that stand for a key."""
    return blake2b(repr(key).encode(errors="replace"), digest_size=8).hexdigest()


def derived(function: Callable[..., Value], *given: Any, **named: Any) -> Named[Value]:
    """What a function makes of data, at once and each time anew: for what is cheap.

    Parameters
    ----------
    function : callable
    *given, **named
        What it is called with: data as `Named`, options as they are.
    """
    return Named(key_of(function, given, named), called(function, given, named))


def called(function: Callable[..., Value], given: Sequence[Any], named: Mapping[str, Any]) -> Value:
    """What a function gives for the values of these arguments."""
    values, others = values_of(given, named)
    return function(*values, **others)


def values_of(given: Sequence[Any], named: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Arguments as a function takes them: values in the place of what has a name."""
    return [*map(_value, given)], {name: _value(each) for name, each in named.items()}


def _value(given: Any) -> Any:
    if isinstance(given, Named):
        return given.value
    if isinstance(given, Mapping):
        return {name: _value(each) for name, each in given.items()}
    if type(given) in (list, tuple):
        return type(given)(map(_value, given))
    return given


def key_of(
    function: Callable[..., object], given: Sequence[Any], named: Mapping[str, Any]
) -> Hashable:
    """The key of a call: the function and all its arguments.

    Raises
    ------
    TypeError
        If the function can hold something of its own that no key would tell, or if data come
        without a name.
    """
    if not (isfunction(function) or isclass(function)) or "<" in function.__qualname__:
        raise TypeError(f"{function!r} may hold what no key tells: give a function of a module")
    if function.__module__ == "__main__":
        raise TypeError(f"{function.__qualname__} stands in a page, where others may be called so")
    return (
        f"{function.__module__}.{function.__qualname__}",
        *map(_part, given),
        *((name, _part(each)) for name, each in sorted(named.items())),
    )


def _part(given: Any) -> Hashable:
    """What stands for an argument in a key."""
    if isinstance(given, Named):
        return given.key
    if isinstance(given, _PLAIN):
        return given
    if isinstance(given, list | tuple):
        return tuple(map(_part, given))
    if isinstance(given, Mapping):
        return tuple((name, _part(each)) for name, each in given.items())
    if is_dataclass(given) and not isclass(given):
        return (
            type(given).__qualname__,
            *(_part(getattr(given, each.name)) for each in fields(given)),
        )
    raise TypeError(f"{type(given).__name__} is no option: data go into a key by a name")


def kept(function: Callable[..., Value], *given: Any, **named: Any) -> Named[Value]:
    """A result of this visitor's own data, computed when it is first asked for.

    Parameters
    ----------
    function : callable
    *given, **named
        What it is called with: data as `Named`, options as they are.
    """
    return _kept(key_of(function, given, named), lambda: called(function, given, named))


def is_kept(function: Callable[..., object], *given: Any, **named: Any) -> bool:
    """Whether the result of a call is there, as `kept` and `work` keep it."""
    return own_results().found(key_of(function, given, named)) is not None


def _kept(key: Hashable, compute: Callable[[], Value]) -> Named[Value]:
    results = own_results()
    # Another tab may close the data, and so clear the results, at any moment.
    found = _found(key)
    results.pop(key, None)
    if found is None:
        found = _SHARED[key] = Result(key, compute())
    for oldest in list(results)[: max(0, len(results) + 1 - _KEPT)]:
        results.pop(oldest, None)
    # The last used is the last to go.
    results[key] = found
    _note_use(found)
    return Named(key, found.value)


def _found(key: Hashable) -> Result | None:
    """A result of this browser, or one that others have of the same."""
    return own_results().found(key) or _SHARED.get(key)


def latest(function: Callable[..., Value], *given: Any) -> Named[Value]:
    """A large result: the session keeps only the last one of that function.

    Sessions that call it with the same share it, as long as one of them keeps it.

    Parameters
    ----------
    function : callable
    *given
        What it is called with: data as `Named`, options as they are.
    """
    results, key = own_results("latest results"), key_of(function, given, {})
    name = function.__qualname__
    found = results.get(name)
    if found is None or found.key != key:
        # A class that opens a page together waits for the first one's result.
        with _COMPUTING:
            found = _SHARED.get(key)
            if found is None:
                found = _SHARED[key] = Result(key, called(function, given, {}))
        results[name] = found
    _note_use(found)
    return Named(key, found.value)


def _note_use(result: Result) -> None:
    """Note that a result is shown now; a new one may be too much beside the others."""
    is_new, result.used = not result.used, WORKSPACES.clock()
    if is_new:
        WORKSPACES.forget_results(result)


def work(
    words: str, function: Callable[..., Value], *given: Any, **named: Any
) -> Named[Value] | None:
    """A result that takes long: a worker process computes it, with progress and a way to stop.

    Parameters
    ----------
    words : str
        What is being done.
    function : callable
        A function of the core, which may take `progress`.
    *given, **named
        What it is called with: data as `Named`, options as they are.

    Returns
    -------
    Named or None
        None while the visitor has stopped it, or where it failed for want of memory.
    """
    key = key_of(function, given, named)
    # Always, so that what comes after it stays what it is: an open expander closes otherwise.
    place = st.empty()
    if (there := _found(key)) is not None:
        # Who shares it may leave now: what is long is not computed here.
        return _kept(key, lambda: there.value)
    values, others = values_of(given, named)
    if st.session_state.get("stopped") == key:
        with place.container(horizontal=True, vertical_alignment="center"):
            st.markdown("This was stopped.")
            st.button("Compute", on_click=_begin, type="primary", key=f"go {code_of(key)}")
        return None
    with place.container():
        # Pressing it ends this run of the script at the next movement of the bar.
        if can_stop:
            st.button(
                "Stop", on_click=_stop, args=(key,), icon=":material/stop_circle:",
                key=f"stop {code_of(key)}",
            )  # fmt: skip
        bar, clock = st.progress(0.0, f"{words}…"), TimeLeft()

        def tell(share: float, detail: str) -> None:
            told = clock.beside(detail, share)
            bar.progress(min(share, 1.0), f"{words}: {told}" if detail else f"{words}…")

        workers = pool()
        try:
            if workers is None:
                if "progress" in signature(function).parameters:
                    others["progress"] = tell
                result = _kept(key, lambda: function(*values, **others))
            else:
                job = workers.submit_for(own_data(), function, *values, **others)
                result = _kept(key, lambda: _followed(job, tell))
        except ValueError:
            place.empty()
            raise
        except (WorkerDiedError, MemoryError) as error:
            # It begins again when it is asked for, not with the next move on the page.
            st.session_state.stopped = key
            place.error(f"This could not be computed: {_why_not(error)}")
            return None
    place.empty()
    return result


def _why_not(error: WorkerDiedError | MemoryError) -> str:
    """Why work came to no result, and what to do."""
    if isinstance(error, TooLongError):
        return (
            f"it took {error}, and no computation may take longer on this server. Choose fewer "
            "measures, runs or trials, or use `oq` in a shell on your own machine."
        )
    if IN_BROWSER:
        return (
            "it needs more memory than this page has. Choose fewer measures, runs or trials, or "
            "use `oq` in a shell on your own machine."
        )
    if isinstance(error, SilentError):
        return "its process did not answer any more and was replaced. Try again."
    return (
        "its process ended, perhaps for want of memory. Choose fewer measures, runs or trials, or "
        "try again."
    )


def needed(words: str, function: Callable[..., Value], *given: Any, **named: Any) -> Named[Value]:
    """A result without which a page cannot go on: at once where there is little, else as work.

    Parameters
    ----------
    words, function, *given, **named
        As in `work`.
    """
    if is_kept(function, *given, **named) or size_of([*given, *named.values()]) < _LITTLE:
        return kept(function, *given, **named)
    found = work(words, function, *given, **named)
    if found is None:
        st.stop()
    return found


def or_end(found: Value | None) -> Value:
    """What was computed, where all that follows is about it; the page ends as long as it is not."""
    if found is None:
        raise NoAnswerError
    return found


def in_reader(words: str, function: Callable[..., Value], *given: Any, **named: Any) -> Value:
    """The result of a function that reads files: of a worker process where there is much to do.

    What a small archive unpacks to may be much. Files have a worker of their own.

    Parameters
    ----------
    words : str
        What is being done, in case it takes long.
    function : callable
        A function of the core.
    *given, **named
        What it is called with.

    Raises
    ------
    DataError
        If its process ended first.
    """
    workers = readers()
    is_little = size_of([*given, *named.values()]) < _LITTLE and not any(map(_is_packed, given))
    if workers is None or is_little:
        return function(*given, **named)
    place = st.empty()
    job = workers.submit_for(own_data(), function, *given, **named)
    try:
        result = _followed(job, lambda _, detail: place.caption(f"{words}… {detail}"))
    except TooLongError as error:
        raise DataError(
            f"{words}: this took {error}, and no step may take longer on this server. Open fewer "
            "or smaller files at once."
        ) from None
    except SilentError:
        raise DataError(
            f"{words}: the process that did it did not answer any more and was replaced. Open the "
            "files again."
        ) from None
    except (WorkerDiedError, MemoryError):
        raise DataError(f"{words}: this takes more memory than one visitor may use.") from None
    place.empty()
    return result


def _is_packed(given: object) -> bool:
    """Whether something is a ZIP or gzip file that was sent, or holds one."""
    if isinstance(given, list | tuple):
        return any(map(_is_packed, given))
    return isinstance(given, SentFile) and is_packed(given.getvalue()[:4])


def elsewhere(function: Callable[..., Value], *given: Any) -> Value:
    """The result of a function that writes a file: of a worker where there are any, without a word.

    Parameters
    ----------
    function : callable
        A function of the core.
    *given
        What it is called with.
    """
    workers = readers()
    if workers is None:
        return function(*given)
    found: Value = workers.submit_for(own_data(), function, *given).result()
    return found


def _followed(job: Job, tell: Callable[[float, str], object]) -> Any:
    """A job's result; it is stopped where this run of the script is ended."""
    try:
        while not job.done():
            tell(job.share, place_in_words(job) or job.words)
            wait([job], _STEP)
    except BaseException:
        job.stop()
        raise
    return job.result()


def place_in_words(job: Job) -> str:
    """What a job waits for; empty once it is at work.

    Parameters
    ----------
    job : Job
    """
    before, is_own = job.line
    if before < 0:
        return ""
    if is_own:
        return "other work of yours comes first, one at a time"
    if before == 0:
        return "others are at work; you are next"
    return f"others are at work; {before} before you in the line"


def _stop(key: Hashable) -> None:
    st.session_state.stopped = key


def _begin() -> None:
    st.session_state.pop("stopped", None)
