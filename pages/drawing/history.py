"""Undo and redo: a board's earlier and later states, in the session."""

from collections.abc import Callable
from typing import Any

import streamlit as st

#: States that can be gone back to.
MOST_UNDONE = 100


def remember(name: str) -> None:
    """Note the state that the session keeps under a name, before a move changes it."""
    past = st.session_state.setdefault(f"{name}_past", [])
    past.append(st.session_state[name])
    del past[:-MOST_UNDONE]
    st.session_state[f"{name}_future"] = []


def forget(name: str) -> None:
    """Forget them: what comes now is another board."""
    st.session_state.pop(f"{name}_past", None)
    st.session_state.pop(f"{name}_future", None)


def step(name: str, direction: int, put: Callable[[Any], None]) -> None:
    """Undo (-1) or redo (1) a move: put an earlier or later state, where there is one."""
    past = st.session_state.setdefault(f"{name}_past", [])
    future = st.session_state.setdefault(f"{name}_future", [])
    source, target = (past, future) if direction < 0 else (future, past)
    if source:
        target.append(st.session_state[name])
        put(source.pop())


def buttons(name: str, put: Callable[[Any], None]) -> None:
    """Draw undo and redo."""
    for direction, label, icon, left in (
        (-1, "Undo", ":material/undo:", "past"),
        (1, "Redo", ":material/redo:", "future"),
    ):
        st.button(
            label,
            icon=icon,
            key=f"{name}_{label}",
            on_click=step,
            args=(name, direction, put),
            disabled=not st.session_state.get(f"{name}_{left}"),
        )
