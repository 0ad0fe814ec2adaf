"""Other raters on the board: gold distributions that they might have given, and what follows."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from oq_core.data.arrays import Array
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.measures import measures_of
from oq_core.raters.drawing import as_shares, redrawn_by, scored
from pages.analysing.address import fill
from pages.drawing.board.precompute import one_move_away
from pages.drawing.compare_state import MOST_RATERS, CompareState
from pages.drawing.history import History

#: Gold distributions that are drawn: the most, and by how many numbers (L x L x measures) fewer
#: must do, so that a move is answered in time. So many are shown as a cloud.
DRAWS, FEWER, SHOWN_DRAWS = 200, ((100, 200), (500, 100)), 40
#: Sent where a histogram has no votes.
UNDEFINED = 2**8 - 1
#: Chances are drawn as so many steps, which the browser is sent to draw the same cloud.
_STEPS = 2**16


def draws_of(state: CompareState, measures: Sequence[str]) -> int:
    """How many gold distributions are drawn."""
    numbers = len(state.classes) ** 2 * len(measures)
    return next((draws for most, draws in FEWER if numbers <= most), SHOWN_DRAWS)


@cache
def _steps() -> npt.NDArray[np.uint16]:
    """The same chances for every state, so that numbers change by moves alone: (draws, raters)."""
    return np.random.default_rng(0).integers(0, _STEPS, (DRAWS, MOST_RATERS), dtype=np.uint16)


def other_golds(state: CompareState, gold: Array, draws: int) -> Array:
    """Distributions that other raters might give: votes (..., L) to shares (..., draws, L).

    All votes of the gold must have a sum above 0.
    """
    totals = gold.sum(axis=-1)
    sizes = _sizes(state, totals)
    chances = (_steps()[:draws, : sizes.max()] + 0.5) / _STEPS
    return redrawn_by(gold / totals[..., None], sizes, chances)


def _sizes(state: CompareState, totals: Array) -> npt.NDArray[np.int64]:
    """How many raters are asked, by the gold's votes."""
    as_many = np.clip(np.rint(totals), 1, MOST_RATERS).astype(np.int64)
    return np.full_like(as_many, state.raters) if state.raters else as_many


def shares_now(state: CompareState, measures: Sequence[str]) -> Array:
    """In what share of the other golds each measure prefers A, (K,); NaN without votes."""
    gold, a, b = (np.array(state.votes(which), dtype=float) for which in state.shown)
    golds = other_golds(state, _safe(gold), draws_of(state, measures))
    gaps = _scores(measures, a, golds) - _scores(measures, b, golds)
    return _preferring_a(gaps, not state.empty)


def shares_away(state: CompareState, measures: Sequence[str]) -> Array:
    """The same one move away: (bars, positions, K)."""
    gold, a, b = (np.array(state.votes(which), dtype=float) for which in state.shown)
    away = one_move_away(state)
    of_gold, of_a, of_b = (
        bars[:, :, which] for which, bars in enumerate(np.split(away, len(state.shown)))
    )
    draws = draws_of(state, measures)
    moved = other_golds(state, _safe(of_gold), draws)
    # While a bar of a system moves, the golds stay, and so does the other system.
    golds = other_golds(state, _safe(gold), draws)
    still_a, still_b = (_scores(measures, each, golds)[:, None, None] for each in (a, b))
    gaps = [
        _scores(measures, a, moved) - _scores(measures, b, moved),
        _scores(measures, of_a[..., None, :], golds) - still_b,
        still_a - _scores(measures, of_b[..., None, :], golds),
    ]
    return _preferring_a(np.concatenate(gaps, axis=1), (away.sum(axis=-1) > 0).all(axis=-1))


def _safe(votes: Array) -> Array:
    """Votes, and one for each class where there are none."""
    return np.where(votes.sum(axis=-1, keepdims=True) > 0, votes, 1.0)


def _scores(measures: Sequence[str], votes: Array, golds: Array) -> Array:
    return scored(measures_of(measures), as_shares(_safe(votes)), golds)


def _preferring_a(gaps: Array, known: npt.ArrayLike) -> Array:
    """Scores of A less those of B (K, ..., draws) as shares (..., K)."""
    found = np.moveaxis((gaps < -TIE_TOLERANCE).mean(axis=-1), 0, -1)
    return np.where(np.asarray(known)[..., None], found, np.nan)


def asked_data(state: CompareState, measures: Sequence[str]) -> dict[str, Any] | None:
    """What the board needs to show other raters; None where none are asked.

    Shares are in whole percent, as they are shown.
    """
    if state.raters is None:
        return None
    most = int(_sizes(state, one_move_away(state)[:, :, 0].sum(axis=-1)).max())
    found: dict[str, Any] = {
        "raters": state.raters,
        "most": most,
        "limit": MOST_RATERS,
        "chances": b64encode(_steps()[:SHOWN_DRAWS, :most].astype("<u2").tobytes()).decode(),
    }
    if state.two_systems:
        found["now"] = _packed(shares_now(state, measures))
        found["precomputed"] = _packed(shares_away(state, measures))
    return found


def _packed(shares: Array) -> str:
    """Shares in whole percent, as base64 of 8-bit numbers, for the browser."""
    percent = np.where(np.isnan(shares), UNDEFINED, np.rint(shares * 100))
    return b64encode(percent.astype(np.uint8).tobytes()).decode()


def in_percent(state: CompareState, measures: Sequence[str]) -> dict[str, str] | None:
    """What the table says of each measure; None where there is nothing to say."""
    if state.raters is None or not state.two_systems:
        return None
    shares = shares_now(state, measures)
    return {
        key: "–" if np.isnan(share) else f"{np.rint(share * 100):.0f} %"
        for key, share in zip(measures, shares, strict=True)
    }


def choose_raters(state: CompareState, history: History[Any]) -> None:
    """A switch to ask other raters, and how many."""
    name = history.name

    def on_change() -> None:
        number = st.session_state.get(f"{name}_raters") or 0
        raters = number if st.session_state[f"{name}_asks"] else None
        history.keep(replace(history.now, raters=raters))

    fill(f"{name}_asks", state.raters is not None)
    st.toggle(
        "Ask other raters", key=f"{name}_asks", on_change=on_change,
        help="The gold is a sample of raters. What if others had rated?",
    )  # fmt: skip
    if state.raters is None:
        return
    fill(f"{name}_raters", state.raters or None)
    st.number_input(
        "How many raters", 1, MOST_RATERS, key=f"{name}_raters", on_change=on_change,
        placeholder="as many as the gold has", label_visibility="collapsed", width=230,
    )  # fmt: skip


def tell_asked(state: CompareState, measures: Sequence[str]) -> None:
    """What the cloud and the numbers are of."""
    if state.raters is None:
        return
    how_many = f"{state.raters}" if state.raters else "as many"
    said = (
        f"**With others** tells in what share of {draws_of(state, measures)} such golds a measure "
        "prefers A."
        if state.two_systems
        else "Switch on a second system to see in what share of such golds it is better."
    )
    st.caption(f"Dots: {SHOWN_DRAWS} golds that {how_many} other raters might have given. {said}")
