"""Results that are computed once for a visitor, with progress and a way to stop."""

from collections.abc import Callable, Hashable
from time import monotonic
from typing import TypeVar

import streamlit as st

from oq_core.progress import Progress
from pages.shared.budget import own_data

Result = TypeVar("Result")

#: Results kept in a session.
_KEPT = 40
#: Seconds between two movements of the progress bar.
_STEP = 0.2


def kept(key: Hashable, compute: Callable[[], Result]) -> Result:
    """A result of this visitor's own data, computed when it is first asked for.

    Parameters
    ----------
    key : hashable
        Names what is computed, its data and its options.
    compute : callable
    """
    results = own_data().results
    if key in results:
        # The last used is the last to go.
        results[key] = results.pop(key)
        return results[key]
    result = compute()
    while len(results) >= _KEPT:
        results.pop(next(iter(results)))
    results[key] = result
    return result


def latest(name: str, key: Hashable, compute: Callable[[], Result]) -> Result:
    """A large result: the session keeps only the last one of that name."""
    found = st.session_state.get(f"latest {name}")
    if found is None or found[0] != key:
        found = st.session_state[f"latest {name}"] = (key, compute())
    return found[1]


def work(key: Hashable, words: str, compute: Callable[[Progress], Result]) -> Result | None:
    """A result that takes long: shows progress, and the visitor can stop it.

    Returns
    -------
    Result or None
        None while the visitor has stopped it.
    """
    if key in own_data().results:
        return kept(key, lambda: compute(lambda *_: None))
    place = st.empty()
    if st.session_state.get("stopped") == key:
        with place.container(horizontal=True, vertical_alignment="center"):
            st.markdown("This was stopped.")
            st.button("Compute", on_click=_forget_stop, type="primary", key=f"go {key}")
        return None
    with place.container():
        # Pressing it ends this run of the script at the next movement of the bar.
        st.button(
            "Stop", on_click=_stop, args=(key,), icon=":material/stop_circle:", key=f"stop {key}"
        )
        bar = st.progress(0.0, f"{words}…")
        moved = monotonic()

        def progress(share: float, detail: str) -> None:
            nonlocal moved
            if monotonic() - moved > _STEP:
                moved = monotonic()
                bar.progress(min(share, 1.0), f"{words}: {detail}")

        result = kept(key, lambda: compute(progress))
    place.empty()
    return result


def _stop(key: Hashable) -> None:
    st.session_state.stopped = key


def _forget_stop() -> None:
    st.session_state.pop("stopped", None)
