"""Who may import whom: the contracts in pyproject.toml, and what they cannot say."""

import ast
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path

import grimp

from tests.conftest import ROOT

#: A page's parts are its own, but for the lessons' in the notes on them.
_SHOWN_AGAIN = {("pages.learn.notes", "pages.learn.lessons_parts")}

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


def test_records_with_arrays_are_equal_to_themselves_alone():
    # Of arrays "equal" is an array: two such records could not be compared.
    trees = {
        file.relative_to(ROOT): ast.parse(file.read_text())
        for top in ("oq_core", "pages")
        for file in (ROOT / top).rglob("*.py")
    }
    # A name that is an array in one module and a tuple in another is left to its readers.
    named = {True: {"NDArray", "ndarray", "DataFrame", "Series"}, False: set[str]()}
    for node in chain.from_iterable(tree.body for tree in trees.values()):
        if isinstance(node, ast.Assign):
            named[ast.unparse(node.value).startswith("npt.NDArray[")].add(
                ast.unparse(node.targets[0])
            )
    arrays = named[True] - named[False]
    compared = [
        f"{file}: {node.name}"
        for file, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for made in map(ast.unparse, node.decorator_list)
        if made.startswith("dataclass") and "eq=False" not in made
        if any(isinstance(each, ast.AnnAssign) and _names(each.annotation) & arrays
               for each in node.body)
    ]  # fmt: skip
    # Of one measure its counts are numbers.
    assert compared == ["oq_core/analysis/power.py: DiscriminativePower"]


#: What holds no data of the record.
_NO_DATA = ("Callable", "ClassVar")


def _names(annotation: ast.expr) -> set[str]:
    """The names in what a field is said to be, but for what a function takes and gives."""
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) in _NO_DATA:
        return set()
    own = {getattr(annotation, "id", ""), getattr(annotation, "attr", "")}
    return own.union(*(_names(each) for each in ast.iter_child_nodes(annotation)))
