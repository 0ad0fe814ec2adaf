"""What was read stays for that browser alone (privacy.md): what this visitor has open."""

import streamlit as st
from streamlit import config

from pages.host.workspaces import WORKSPACES, Workspace

#: What an address has that is no page's: whether projector mode is on, and hands that were counted.
#: Where the session has them.
PROJECTOR, PROJECTOR_IS_ON = "projector", "projector_is_on"
HANDS, HANDS_IS_ON, HANDS_COUNTED = "hands", "hands_is_on", "hands_counted"


def cookie_name() -> str:
    """What the cookie is called: servers on other ports of a machine see it too."""
    return f"oq_workspace_{config.get_option('server.port')}"


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


def own_data() -> Workspace:
    """What this browser has open, by title."""
    own: Workspace | None = st.session_state.get("opened")
    if own is None:
        own = WORKSPACES.of(st.context.cookies.get(cookie_name(), ""))
        st.session_state.opened = own
        _choose_again(own)
    else:
        WORKSPACES.visit(own)
    return own


def remember(name: str, value: object, start: object = None) -> None:
    """Keep what was chosen for other visits of this browser, unless all visits start with it."""
    choices = own_data().choices
    if value == start:
        choices.pop(name, None)
    else:
        choices[name] = value


def erase() -> None:
    """Forget everything of this browser."""
    own = own_data()
    own.erase()
    st.session_state.clear()
    st.query_params.clear()
    st.session_state.opened = own


def _choose_again(own: Workspace) -> None:
    """What was chosen at the last visit, unless the address says what to show."""
    if not of_page():
        # A copy: another tab may choose meanwhile.
        for name, value in own.choices.copy().items():
            st.session_state.setdefault(name, value)
