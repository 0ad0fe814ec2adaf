"""Files that were still being sent when their visitor left the page that opens them."""

import streamlit as st

from pages import menu
from pages.analysing.text import plain
from pages.host.script_run import this_run
from pages.host.uploads import let_go, waiting


def tell_dropped(page: str) -> None:
    """Name the files that arrived after their page had gone, and let their bytes go.

    Parameters
    ----------
    page : str
        The page that is drawn now, by the end of its address.
    """
    context = this_run()
    # On the page that opens files, those that arrive are about to be opened.
    if context is None or (page == menu.DATA.address and not st.session_state.arrived):
        return
    late = list(waiting().get(context.session_id, {}).values())
    for file in late:
        let_go(context.session_id, file.file_id)
    if late:
        names = ", ".join(plain(file.name[:60]) for file in late[:5])
        more = f" and {len(late) - 5} more" if len(late) > 5 else ""
        st.warning(
            "Not opened, because the page was left while they were being sent: "
            f"{names}{more}. Open them again there, and stay until they are open."
        )
