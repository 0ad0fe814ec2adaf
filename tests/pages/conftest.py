"""Starting the app without a browser."""

import html
import pickle
import re
from collections.abc import Callable, Iterator
from functools import cache, wraps
from hashlib import blake2b
from pathlib import PurePosixPath
from random import Random
from typing import Any
from unittest.mock import Mock

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner import script_cache, script_runner
from streamlit.testing.v1 import AppTest, app_test, local_script_runner
from streamlit.testing.v1.element_tree import Block
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

import oq_core
from oq_core import options
from oq_core.analysis import consistency, leaderboard, tukey
from oq_core.campaign import Chart, Table
from pages.analysing import views
from pages.drawing import charts, shown
from pages.host import own
from pages.host.results import RESULTS
from pages.menu import ENTRIES, MENU
from tests.conftest import MAIN, PATIENCE
from tests.pages.links_shown import check_links

# As a server does when it starts.
pd.set_option("mode.string_storage", "python")

#: Scripts by the name that the page has in its address.
FILES = {PurePosixPath(entry.file).stem: entry.file for entry in ENTRIES}
#: Pages of analysis that take any data set.
ANALYSES = [entry.address for entry in MENU["Campaign"] if entry.address not in ("data", "papers")]


def bars_of(page: AppTest) -> list[str]:
    """What is said of each chart of bars to those who do not see it, in the page's order."""
    said = re.compile(r'class="oq-chart" role="img" aria-label="([^"]*)"')
    bodies = (each.proto.body for each in page.get("html"))
    return [html.unescape(words) for body in bodies for words in said.findall(body)]


def unlinked(text: str) -> str:
    """A text without the links of its terms."""
    return re.sub(r"\[([^\]]*)\]\(#word-[^)]*\)", r"\1", text)


@cache
def remembered(compute: Callable[..., Any]) -> Callable[..., Any]:
    """Computes once in a process for equal arguments, whoever is told of the progress."""
    results: dict[tuple[object, ...], object] = {}

    # What is kept of it goes by its own name.
    @wraps(compute)
    def remember(*given: object, **named: object) -> object:
        every = (*given, *(value for pair in sorted(named.items()) for value in pair))
        key = tuple(_as_key(each) for each in every if not callable(each))
        if key not in results:
            results[key] = compute(*given, **named)
        return results[key]

    return remember


def once(draw: Callable[..., Any]) -> Callable[..., Any]:
    """Draws once in a process what has the same parts: most passes show most figures again."""
    drawn: dict[bytes, object] = {}

    def again(*parts: object) -> object:
        key = blake2b(pickle.dumps(parts)).digest()
        if key not in drawn:
            drawn[key] = draw(*parts)
        return drawn[key]

    return again


def _as_key(value: object) -> object:
    if isinstance(value, np.ndarray):
        return blake2b(value.tobytes()).digest(), value.shape, value.dtype.str
    return tuple(value) if isinstance(value, list) else value


def _wait(runner: LocalScriptRunner, timeout: float) -> None:
    runner._script_thread.join(timeout)
    assert runner.script_stopped()


@pytest.fixture(scope="module", autouse=True)
def done_once() -> Iterator[None]:
    """What would take most of the time of these tests.

    Packages are looked through for components, runs of the same data are permuted, its instances
    are split and drawn anew, and the same conflict is sought: once for all visits. Trials, splits
    and triples are fewer, unless a test says how many. Other folders' tests see none of it.
    """
    with pytest.MonkeyPatch.context() as patch:
        # Where other tests have loaded Keras, its state would be cleared after each pass of a
        # page, with all garbage: half a second. Servers do not load it.
        patch.setattr(script_runner, "_clean_problem_modules", lambda: None)
        # A pass that is waited for needs no look at it a thousand times a second.
        patch.setattr(local_script_runner, "require_widgets_deltas", _wait)
        # No browser says anything. What stands for it and for the server has all that can be asked,
        # made anew in each pass: a twentieth of it.
        for name in ("cookies", "headers"):
            patch.setattr(type(st.context), name, {})
        patch.setattr(app_test, "MagicMock", Mock)
        # As on a server, a script is compiled once: the app's, and those of pages.
        for module in (local_script_runner, app_test):
            patch.setattr(module, "ScriptCache", cache(script_cache.ScriptCache))
        scan = manifest_scanner.scan_component_manifests
        patch.setattr(manifest_scanner, "scan_component_manifests", remembered(scan))
        for module, name in (
            (tukey, "_permuted_ranges"),
            (consistency, "_mean_tau"),
            (leaderboard, "resampled_means"),
            (leaderboard, "_resampled_ranks"),
            (leaderboard, "_bounded_ends"),
        ):
            patch.setattr(module, name, remembered(getattr(module, name)))
        patch.setattr(charts, "_checked", once(charts._checked))
        patch.setattr(oq_core, "strongest_conflict", remembered(oq_core.strongest_conflict))
        patch.setitem(vars(options.TRIALS), "usual", 500)
        patch.setitem(vars(options.SPLITS), "usual", 100)
        patch.setitem(vars(views.TRIPLES), "usual", 5000)
        yield


@pytest.fixture(autouse=True)
def opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """What pages make when it is opened, a visitor of these tests sees opened."""
    expander = st.expander

    def opens(*given: Any, **named: Any) -> Any:
        part = expander(*given, **named)
        part.open = named.get("on_change") == "rerun" or None
        return part

    monkeypatch.setattr(st, "expander", opens)


def check_options(block: Block) -> None:
    """A page has no button *Options* with nothing behind it."""
    for part in block.children.values():
        if isinstance(part, Block):
            label = getattr(getattr(part.proto, "popover", None), "label", "")
            assert part.children or not label.startswith("Options"), "Options is empty"
            check_options(part)


@pytest.fixture(autouse=True)
def checked_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """In all passes of a page no link carries more than it may, and no *Options* are empty."""
    run = AppTest._run

    def checked(app: AppTest, *given: Any, **named: Any) -> AppTest:
        page = run(app, *given, **named)
        check_links(page)
        check_options(page.main)
        return page

    monkeypatch.setattr(AppTest, "_run", checked)
    monkeypatch.setattr("secrets.randbelow", Random(0).randrange)
    # What tests before have computed.
    RESULTS._kept.clear()


@pytest.fixture
def start() -> Callable[..., AppTest]:
    """A visit: opens the app at an address and checks that it runs."""

    def visit(page: str = "", **parameters: str) -> AppTest:
        app = AppTest.from_file(MAIN, default_timeout=PATIENCE)
        if page:
            app.switch_page(FILES[page])
        for name, value in parameters.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return app

    return visit


@pytest.fixture
def visit(start: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch) -> Callable[..., AppTest]:
    """A new tab of the browser that has this cookie."""

    def opens(token: str, page: str = "data", **parameters: str) -> AppTest:
        monkeypatch.setattr(type(st.context), "cookies", {own.cookie_name(): token})
        return start(page, **parameters)

    return opens


@pytest.fixture
def pressed(monkeypatch: pytest.MonkeyPatch) -> dict[str, Callable[[], bytes | str]]:
    """What makes each file that is offered, by its name: called as if its button was pressed."""
    makers: dict[str, Callable[[], bytes | str]] = {}
    monkeypatch.setattr(
        st, "download_button", lambda _, make, name, *__, **___: makers.update({name: make})
    )
    return makers


@pytest.fixture
def records(monkeypatch: pytest.MonkeyPatch) -> dict[str, Table | Chart]:
    """The tables and charts that were shown last, by their file."""
    found: dict[str, Table | Chart] = {}

    def noted(draw: Callable[..., Any]) -> Callable[..., Any]:
        def note(record: Table | Chart, *given: object, **named: object) -> object:
            found[record.file] = record
            return draw(record, *given, **named)

        return note

    for name in ("_show_cells", "figure_of"):
        monkeypatch.setattr(shown, name, noted(getattr(shown, name)))
    return found
