"""Starting the app without a browser."""

import re
from collections.abc import Callable
from pathlib import PurePosixPath

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pages.menu import ENTRIES, MENU
from tests.conftest import MAIN, PATIENCE

#: Scripts by the name that the page has in its address.
FILES = {PurePosixPath(entry.file).stem: entry.file for entry in ENTRIES}
#: Pages of analysis that take any data set: these three are about data, distributions and turns.
ANALYSES = [
    entry.address
    for entry in MENU["Analyse"]
    if entry.address not in ("data", "baselines", "nuggets")
]


def unlinked(text: str) -> str:
    """A text without the links of its terms."""
    return re.sub(r"\[([^\]]*)\]\(#word-[^)]*\)", r"\1", text)


@pytest.fixture
def start() -> Callable[..., AppTest]:
    """A visit: opens the app at an address and checks that it runs."""

    def visit(page: str = "", **parameters: str) -> AppTest:
        app = AppTest.from_file(MAIN, default_timeout=PATIENCE)
        if page:
            app.run()
            app.switch_page(FILES[page])
        for name, value in parameters.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return app

    return visit


@pytest.fixture
def pressed(monkeypatch: pytest.MonkeyPatch) -> dict[str, Callable[[], bytes | str]]:
    """What makes each file that is offered, by its name: called as if its button was pressed."""
    makers: dict[str, Callable[[], bytes | str]] = {}
    monkeypatch.setattr(
        st, "download_button", lambda _, make, name, *__, **___: makers.update({name: make})
    )
    return makers
