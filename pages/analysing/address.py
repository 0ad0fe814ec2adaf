"""A page's state in the address bar: read when a visitor changes it, written after every move."""

import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Protocol, TypeVar

import streamlit as st

from pages.analysing.text import plain
from pages.host.own import beside_page, of_page, remember
from pages.host.script_run import this_run


class UnreadableError(ValueError):
    """Typed or linked text that cannot be used; the message says why and what to do."""


class Addressed(Protocol):
    """A state that an address can hold."""

    def to_address(self) -> dict[str, str]:
        """Everything as parameters of the address bar."""
        ...


State = TypeVar("State", bound=Addressed)

#: So many addresses that the browser was sent for a state are known, the last one among them.
_LATE = 5


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
    address = of_page()
    # After a move the browser may still send the address from before the last one.
    after_move = st.session_state.pop(f"{name}_moved", False)
    sent = _sent(name)
    if address and not after_move and address != sent[-1] and not _is_late(address, sent):
        try:
            st.session_state[name] = read(address)
        except UnreadableError as error:
            st.warning(f"The link could not be read: {plain(str(error))}. Nothing was changed.")
    return st.session_state.setdefault(name, start)


def keep(name: str, state: Addressed) -> None:
    """Make this the session's state, after a move of the visitor."""
    st.session_state[name] = state
    moved(name)


def moved(name: str) -> None:
    """Note that a visitor's move, and no other address, is why the page is drawn."""
    st.session_state[f"{name}_moved"] = True


def show(name: str, state: Addressed) -> None:
    """Write the state to the address bar."""
    address = state.to_address()
    # Of two quick moves, the second may be sent before the browser has the first one's address.
    sent = _sent(name)
    if (of_page(), sent[-1]) != (address, address):
        put_all(address)
    # In place, because a move that waits may end this run where the session's state is set.
    if sent[-1] != address:
        sent.append(address)
        del sent[:-_LATE]


def _sent(name: str) -> list[dict[str, str]]:
    """The addresses that the browser was sent for a state, the last at the end."""
    sent: list[dict[str, str]] = st.session_state.setdefault(f"{name}_address", [{}])
    return sent


def _is_late(address: dict[str, str], sent: Sequence[dict[str, str]]) -> bool:
    """Whether a browser that stays on the page has not taken the last address yet."""
    context = this_run()
    in_fragment = context is not None and context.fragment_ids_this_run
    # Whoever goes back comes to the page, too; a fragment keeps what the last whole run has seen.
    comes = st.session_state.get("arrived") and not in_fragment
    return address in sent and not comes


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


def lasting(key: str) -> str:
    """Where what was chosen in a widget of that key is kept while its page is left."""
    return f"{key}, chosen"


def asked_for(parameter: str, otherwise: str = "") -> str:
    """What the address says of a parameter."""
    return str(st.query_params.get(parameter, otherwise))


def put(parameter: str, text: str | None) -> None:
    """Let the address say this of a parameter, or nothing of it."""
    if text is None:
        st.query_params.pop(parameter, None)
    elif st.query_params.get(parameter) != text:
        st.query_params[parameter] = text


def take(parameter: str) -> str | None:
    """What the address says of a parameter, which it does not keep."""
    found: str | None = st.query_params.pop(parameter, None)
    return found


def put_all(address: dict[str, str]) -> None:
    """Let the address say this, and nothing else of the page."""
    st.query_params.from_dict(address | beside_page())


def take_places(
    parameter: str, key: str, names: Sequence[str], start: Sequence[str], *, several: bool
) -> None:
    """Give a widget what a link or the visitor has chosen of some names, before it is drawn.

    The address holds their places and no name.

    Parameters
    ----------
    parameter : str
        What the address calls them.
    key : str
        The widget's. Its choice lasts while the visitor is on other pages.
    names : sequence of str
        What can be chosen.
    start : sequence of str
        What is chosen at first.
    several : bool
        Whether it is a list of them.
    """
    name, asked = lasting(key), asked_for(parameter)
    if asked and st.session_state.get("arrived"):
        found = _linked(names, asked)
        if found is None:
            st.warning(
                f"A part of the link, “{plain(parameter)}”, is about other data than those that "
                "are open here, so it was not used."
            )
        else:
            st.session_state[name] = found
    kept = [each for each in st.session_state.get(name, start) if each in names]
    if key not in st.session_state or st.session_state.get("arrived"):
        # A widget's value does not last when its page is left.
        st.session_state[key] = kept if several else [*kept, *start][0]


def keep_places(
    parameter: str, key: str, names: Sequence[str], start: Sequence[str], chosen: Sequence[str]
) -> None:
    """Keep what was chosen in a widget, as `take_places` takes it, and put it into the address."""
    st.session_state[lasting(key)] = list(chosen)
    remember(lasting(key), list(chosen), list(start))
    told = ".".join([short_hash(names), *(str(names.index(name)) for name in chosen)])
    if list(chosen) == list(start):
        st.query_params.pop(parameter, None)
    elif asked_for(parameter) != told or st.session_state.get("arrived"):
        st.query_params[parameter] = told


def _linked(names: Sequence[str], asked: str) -> list[str] | None:
    """The names that an address means; None where it is about others."""
    found = re.fullmatch(r"([0-9a-f]{10})((?:\.[0-9]{1,6})*)", asked)
    places = [int(place) for place in found[2].split(".")[1:]] if found else []
    if found is None or found[1] != short_hash(names) or max(places, default=0) >= len(names):
        return None
    return [names[place] for place in dict.fromkeys(places)]
