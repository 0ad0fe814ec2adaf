"""A page's state in the address bar: read when a visitor changes it, written after every move."""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

import streamlit as st

from pages.shared.compare_state import UnreadableError
from pages.shared.text import plain


class Addressed(Protocol):
    """A state that an address can hold."""

    def to_address(self) -> dict[str, str]:
        """Everything as parameters of the address bar."""
        ...


State = TypeVar("State", bound=Addressed)


def current(name: str, start: State, read: Callable[[Mapping[str, str]], State]) -> State:
    """The state: of this session, or of the address where a visitor has changed that.

    Parameters
    ----------
    name : str
        Where the session keeps it.
    start : State
        What it is at first.
    read : callable
        The state that an address holds; raises `UnreadableError`.
    """
    address = st.query_params.to_dict()
    # After a move the browser may still send the address from before the last one.
    after_move = st.session_state.pop(f"{name}_moved", False)
    if address and not after_move and address != st.session_state.get(f"{name}_address"):
        try:
            st.session_state[name] = read(address)
        except UnreadableError as error:
            st.warning(f"The link could not be read: {plain(str(error))}. Nothing was changed.")
    return st.session_state.setdefault(name, start)


def keep(name: str, state: Addressed) -> None:
    """Make this the session's state, after a move of the visitor."""
    st.session_state[name] = state
    st.session_state[f"{name}_moved"] = True


def show(name: str, state: Addressed) -> None:
    """Write the state to the address bar."""
    address = state.to_address()
    # Of two quick moves, the second may be sent before the browser has the first one's address.
    known = (st.query_params.to_dict(), st.session_state.get(f"{name}_address"))
    if known != (address, address):
        st.query_params.from_dict(address)
    st.session_state[f"{name}_address"] = address


def fill(key: str, value: object) -> None:
    """Let a widget show a value.

    Only where it shows another: a value that is set is sent to the browser, where it would
    undo what the visitor has done since.
    """
    if key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value
