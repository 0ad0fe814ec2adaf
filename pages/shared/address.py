"""A page's state in the address bar: read when a visitor changes it, written after every move."""

import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Protocol, TypeVar

import streamlit as st

from pages.shared.compare_state import UnreadableError
from pages.shared.own import remember
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


def short_hash(names: Sequence[str]) -> str:
    """A few signs that stand for a list of names in an address, and do not tell them.

    Examples
    --------
    >>> short_hash(["A", "B"]) == short_hash(["A", "B"]) != short_hash(["B", "A"])
    True
    """
    return blake2b("\0".join(names).encode(errors="replace"), digest_size=5).hexdigest()


def choose_unnamed(title: str, names: Sequence[str], parameter: str) -> list[str]:
    """Let several of some names be chosen; the address holds their positions and no name.

    Parameters
    ----------
    title : str
        What the widget is called.
    names : sequence of str
        What can be chosen.
    parameter : str
        What the address calls it.
    """
    of_all = short_hash(names)
    key, lasting = f"{parameter}/{of_all}", f"{parameter} of {of_all}"
    asked = st.query_params.get(parameter, "")
    if lasting not in st.session_state:
        st.session_state[lasting] = _linked(title, names, of_all, asked)
    if key not in st.session_state or st.session_state.get("arrived"):
        # A widget's value does not last when its page is left.
        st.session_state[key] = st.session_state[lasting]
    chosen = st.session_state[lasting] = st.multiselect(title, names, key=key, placeholder="none")
    remember(lasting, chosen)
    told = ".".join([of_all, *(str(names.index(name)) for name in chosen)])
    if not chosen:
        st.query_params.pop(parameter, None)
    elif asked != told or st.session_state.get("arrived"):
        st.query_params[parameter] = told
    return chosen


def _linked(title: str, names: Sequence[str], of_all: str, asked: str) -> list[str]:
    """The names that an address means; none, and a word, where it is about others."""
    found = re.fullmatch(r"([0-9a-f]{10})((?:\.[0-9]{1,6})+)", asked)
    places = [int(place) for place in found[2][1:].split(".")] if found else []
    if found is not None and found[1] == of_all and max(places) < len(names):
        return [names[place] for place in dict.fromkeys(places)]
    if asked and st.session_state.get("arrived"):
        st.warning(f"{title}: the link is about other runs than these, so none was chosen.")
    return []
