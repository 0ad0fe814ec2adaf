"""Who may import whom: the contracts in pyproject.toml, and what they cannot say."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import grimp

from tests.conftest import ROOT

#: A page's parts are its own, but for what a room shows again.
_SHOWN_AGAIN = {
    ("pages.live.live_parts", "pages.learn.lessons_parts"),
    ("pages.live.live_parts", "pages.learn.quiz_parts"),
    ("pages.learn.notes", "pages.learn.lessons_parts"),
}

#: What puts things in order by their values.
_ORDERS = {"argsort", "sort_values", "sort_index"}


def test_contracts_are_kept():
    # In a process of its own: its console keeps the output that a test has.
    lint = [Path(sys.executable).with_name("lint-imports"), "--no-cache"]
    found = subprocess.run(lint, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def test_no_page_reads_the_parts_of_another():
    graph = grimp.build_graph("pages", cache_dir=None)
    found = set()
    for name in graph.modules:
        for other in graph.find_modules_directly_imported_by(name):
            of = re.match(r"(pages(\.\w+)?\.\w+)_parts\b", other)
            if of and not name.startswith(of[1]):
                found.add((re.sub(r"(_parts).*", r"\1", name), of[0]))
    assert found == _SHOWN_AGAIN


def test_what_is_equal_keeps_its_order():
    # NumPy's usual way leaves equal values in order only where they are few.
    unstable = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for top in ("oq_core", "pages")
        for file in (ROOT / top).rglob("*.py")
        if any(f"{each}(" in (text := file.read_text()) for each in _ORDERS)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in _ORDERS
        if "kind='stable'" not in map(ast.unparse, node.keywords)
    ]
    assert not unstable
