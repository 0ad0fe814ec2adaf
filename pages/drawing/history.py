"""Undo and redo: a board's state in the session, with its earlier and later ones."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import streamlit as st

#: States that can be gone back to.
MOST_UNDONE = 100

State = TypeVar("State")


@dataclass(frozen=True)
class History(Generic[State]):
    """A board's state, and those that can be gone to.

    Attributes
    ----------
    name : str
        Where the session keeps the state.
    put : callable
        Makes a state the session's: another, an earlier or a later one.
    """

    name: str
    put: Callable[[State], None]

    @property
    def now(self) -> State:
        """The session's state, as a callback finds it."""
        state: State = st.session_state[self.name]
        return state

    def keep(self, state: State) -> None:
        """Make this the state, after a move of the visitor."""
        self.remember()
        self.put(state)

    def remember(self) -> None:
        """Note the session's state, before a move changes it."""
        past = st.session_state.setdefault(f"{self.name}_past", [])
        past.append(self.now)
        del past[:-MOST_UNDONE]
        st.session_state[f"{self.name}_future"] = []

    def forget(self) -> None:
        """Forget them: what comes now is another board."""
        st.session_state.pop(f"{self.name}_past", None)
        st.session_state.pop(f"{self.name}_future", None)

    def step(self, direction: int) -> None:
        """Undo (-1) or redo (1) a move: put an earlier or later state, where there is one."""
        past = st.session_state.setdefault(f"{self.name}_past", [])
        future = st.session_state.setdefault(f"{self.name}_future", [])
        source, target = (past, future) if direction < 0 else (future, past)
        if source:
            target.append(self.now)
            self.put(source.pop())

    def buttons(self) -> None:
        """Draw undo and redo."""
        for direction, label, icon, left in (
            (-1, "Undo", ":material/undo:", "past"),
            (1, "Redo", ":material/redo:", "future"),
        ):
            st.button(
                label,
                icon=icon,
                key=f"{self.name}_{label}",
                on_click=self.step,
                args=(direction,),
                disabled=not st.session_state.get(f"{self.name}_{left}"),
            )
