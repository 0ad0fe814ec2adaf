"""What was read stays for that browser alone (privacy.md): what it has open, and its results."""

from typing import Any

import streamlit as st
from starlette.datastructures import Headers
from starlette.types import Scope
from streamlit import config

from pages.host.workspaces import WORKSPACES, Results, Workspace

#: What an address has that is no page's: whether projector mode is on, and hands that were counted.
#: Where the session has them.
PROJECTOR, PROJECTOR_IS_ON = "projector", "projector_is_on"
HANDS, HANDS_IS_ON, HANDS_COUNTED = "hands", "hands_is_on", "hands_counted"


def cookie_name() -> str:
    """What the cookie is called: servers on other ports of a machine see it too."""
    return f"oq_workspace_{config.get_option('server.port')}"


def by_https(scope: Scope) -> bool:
    """Whether the visitor's address is https, here or at the proxy in front."""
    headers = Headers(scope=scope)
    # Of several proxies the first one's word is the visitor's.
    told = headers.get("x-forwarded-proto", "").partition(",")[0].strip().casefold()
    by_page = headers.get("origin", "").casefold().startswith("https://")
    return by_page or not {told, scope["scheme"]}.isdisjoint(("https", "wss"))


def _token() -> str:
    return str(st.context.cookies.get(cookie_name(), ""))


def of_page() -> dict[str, str]:
    """What of the address is the page's."""
    beside = (PROJECTOR, HANDS)
    return {name: value for name, value in st.query_params.items() if name not in beside}


def beside_page() -> dict[str, str]:
    """What of an address is no page's."""
    found = {PROJECTOR: "1"} if st.session_state.get(PROJECTOR_IS_ON) else {}
    if st.session_state.get(HANDS_IS_ON):
        # Where none are counted yet, that they will be.
        found[HANDS] = st.session_state.get(HANDS_COUNTED) or "1"
    return found


def tell_elsewhere() -> None:
    """Say so where another process has what this browser opened."""
    if WORKSPACES.is_elsewhere(_token()):
        st.warning(
            "What you opened before is with a part of the server that does not answer just now. "
            "Load this page again in a minute: unless that part had to start anew, all is there. "
            "What you open meanwhile stays until you close or reload this tab.",
            icon=":material/sync_problem:",
        )


def own_data() -> Workspace[Any]:
    """What this browser has open, by title."""
    own = st.session_state.get("opened")
    if own is None:
        own = WORKSPACES.of(_token())
        st.session_state.opened = own
        _choose_again(own)
    else:
        WORKSPACES.visit(own)
    return own


def own_results(kind: str = "results") -> Results:
    """What this tab has computed, of one kind."""
    results = st.session_state.get(kind)
    if results is None:
        results = st.session_state[kind] = Results()
        own_data().join(results)
    return results


def remember(name: str, value: object, start: object = None) -> None:
    """Keep what was chosen for other visits of this browser, unless all visits start with it."""
    choices = own_data().choices
    if value == start:
        choices.pop(name, None)
    else:
        choices[name] = value


def erase() -> None:
    """Forget everything of this browser, and what this tab has computed."""
    own = own_data()
    own.erase()
    st.session_state.clear()
    st.query_params.clear()
    st.session_state.opened = own


def _choose_again(own: Workspace[Any]) -> None:
    """What was chosen at the last visit, unless the address says what to show."""
    if not of_page():
        # A copy: another tab may choose meanwhile.
        for name, value in own.choices.copy().items():
            st.session_state.setdefault(name, value)
