"""The randomised Tukey HSD test with progress, a way to stop it, and its results kept."""

from time import monotonic

import numpy as np
import streamlit as st

from oq_core import Scores, randomised_tukey_hsd

#: Results kept in a session.
_KEPT = 8
#: Seconds between two movements of the progress bar.
_STEP = 0.2


def tukey_p_values(scores: Scores, token: str, trials: int, seed: int) -> np.ndarray | None:
    """P-values (K, m, m) of all pairs of runs.

    Computed once for a session's data, trials and seed: a visitor's results are never shared.

    Parameters
    ----------
    scores : Scores
    token : str
        Names the scores: it changes when they do.
    trials, seed : int
        As in `randomised_tukey_hsd`.

    Returns
    -------
    ndarray or None
        None while the visitor has stopped the computation.
    """
    kept: dict[tuple[str, int, int], np.ndarray] = st.session_state.setdefault("tukey", {})
    key = (token, trials, seed)
    if key in kept:
        return kept[key]
    place = st.empty()
    if st.session_state.get("tukey_stopped") == key:
        with place.container(horizontal=True, vertical_alignment="center"):
            st.markdown("The test was stopped.")
            st.button("Compute", on_click=_forget_stop, type="primary")
        return None
    with place.container():
        # Pressing it ends this run of the script at the next movement of the bar.
        st.button("Stop", on_click=_stop, args=(key,), icon=":material/stop_circle:")
        bar = st.progress(0.0, "Testing all pairs of runs…")
        moved = monotonic()

        def progress(done: int, total: int) -> None:
            nonlocal moved
            if monotonic() - moved > _STEP:
                moved = monotonic()
                bar.progress(
                    done / total, f"Testing all pairs of runs: {done:,} of {total:,} trials"
                )

        p_values = randomised_tukey_hsd(scores.values, trials, seed, progress)
    place.empty()
    while len(kept) >= _KEPT:
        kept.pop(next(iter(kept)))
    kept[key] = p_values
    return p_values


def _stop(key: tuple[str, int, int]) -> None:
    st.session_state.tukey_stopped = key


def _forget_stop() -> None:
    st.session_state.pop("tukey_stopped", None)
