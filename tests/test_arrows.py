"""One direction: no computing of a campaign knows its tables, no base of the app knows a page."""

import ast
import re

import pytest

from tests.conftest import ROOT

#: Each may import itself and those above it.
ORDERS = {
    "a campaign": (
        r"oq_core\.campaign\.computing\b",
        r"oq_core\.campaign\.saving\b",
        r"oq_core\.campaign\.printing\b",
    ),
    "the app": (
        r"pages\.menu\b",
        r"pages\.host\b",
        r"pages\.live_class\b",
        r"pages\.shared\b",
        r"pages\.\w+(\.\w+)?_parts\b",
        r"pages\b",
    ),
}


def rank(module, order):
    """The place of a module in an order; before all where it is none of these."""
    return next((place for place, each in enumerate(order) if re.match(each, module)), -1)


def imported(path):
    """The names that a file imports, with their modules."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names)


@pytest.mark.parametrize("order", ORDERS.values(), ids=list(ORDERS))
def test_nothing_looks_back_up(order):
    modules = {
        path.relative_to(ROOT).as_posix().removesuffix(".py").replace("/", "."): path
        for folder in ("oq_core", "pages")
        for path in (ROOT / folder).rglob("*.py")
    }
    ranks = {name: place for name in modules if (place := rank(name, order)) >= 0}
    assert set(ranks.values()) == set(range(len(order)))
    up = [
        (name, each)
        for name, place in ranks.items()
        for each in imported(modules[name])
        if rank(each, order) > place
    ]
    assert up == []


def test_the_core_knows_neither_server_nor_figures_nor_pages():
    found = {
        name
        for path in (ROOT / "oq_core").rglob("*.py")
        for name in imported(path)
        if re.match(r"(streamlit|plotly|starlette|pages|tests)\b", name)
    }
    assert found == set()
