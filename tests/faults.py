"""Plant faults in the core and the pages, and see which of them the tests notice.

`python -m tests.faults` plants 150, the same ones for the same seed: comparisons turned
round, terms dropped, indices one off, columns and arguments swapped, tolerances doubled. It works
on a copy. First all tests but those in a browser run once, and it is noted which lines each runs;
then a fault meets the tests that run its lines, the nearest first, until one fails, and at last
the check of types. What runs when a module is imported meets the tests of the mirrored folder and
of its users. Options: `--help`.

What is printed last is the share noticed of the faults that change what the app does. A fault that
changes nothing (a faster way to the same numbers, a width in pixels) is listed in `SAME` with why.
"""

import argparse
import ast
import copy
import importlib
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from operator import itemgetter
from pathlib import Path

import pytest
from coverage import CoverageData

ROOT = Path(__file__).parents[1]
#: Seconds of CPU after which a fault is noticed: tests that it makes endless.
LIMIT = 240
#: What a process of tests ends with when pytest itself fails.
CRASHED = 70
#: Words of the place and change of a fault that changes nothing a visitor could see, and why.
SAME: dict[str, str] = {
    "max(gaps) > TIE_TOLERANCE": "no gap is as large as the tolerance and no larger",
    "/ FULL + 1e-9": "nothing is as near as that",
    "tukey.py:273: 1": "the first of as many equal ones is taken",
    "measure_table.py:82: ": "in whatever order, by name",
    "tables.py:214: 1": "a positive factor changes no order",
    "(int, float)  ->": "either of two types",
    "walk/component.py:131: 0": "the side of a square",
    "ordinal.py:47: 2": "what is broadcast has one axis more",
    "unpacking.py:306: 1": "any negative size is the one that fits",
    "worker.py:21: 3": "how much a process yields",
    '("papers", tokens, measures': "a name of a result, in whatever order",
    '),         (r"√V_(E[12])"': "no text has a number behind √V",
}

COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div, ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
NAMES = {
    "min": "max", "argmin": "argmax", "minimum": "maximum", "any": "all", "floor": "ceil",
    "nanmin": "nanmax", "first": "last", "low": "high", "triu": "tril", "sum": "mean",
    "less": "greater", "triu_indices": "tril_indices",
}  # fmt: skip
NAMES |= {new: old for old, new in NAMES.items()}
#: Arguments on which no number depends: how something looks, and that it cannot be changed.
LOOKS = {
    "width", "height", "size", "gap", "opacity", "line", "margin", "help", "label", "key", "icon",
    "dash", "color", "marker", "font", "max_entries", "ttl", "title", "text", "hovertemplate",
    "colorscale", "column_config", "format", "stacklevel", "indent", "legend", "row_height",
    "wrap_lines", "frozen", "slots", "horizontal", "labelLimit", "offset", "dx", "dy", "tickCount",
    "showlegend",
}  # fmt: skip


#: What types are made of: nothing is computed from them.
TYPES = {"Callable", "Literal", "Mapping", "Sequence", "dict", "list", "tuple"}


@dataclass(frozen=True)
class Fault:
    """A change of one expression: which file, what stands there, and what is put there."""

    file: Path
    start: int
    end: int
    line: int
    last_line: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.old}  ->  {self.new}".replace("\n", " ")


def changes(node: ast.AST) -> Iterator[ast.AST]:  # noqa: PLR0912
    """Expressions that could stand by mistake where this one does."""
    new = copy.deepcopy(node)
    match new:
        case ast.Compare(ops=[op]):
            new.ops = [COMPARISONS[type(op)]()]
            yield new
        case ast.BinOp(op=op, left=left) if type(op) in OPERATORS:
            new.op = OPERATORS[type(op)]()
            yield new
            if isinstance(op, ast.Add | ast.Sub | ast.Mult | ast.Div):
                yield left
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.BoolOp(op=op):
            new.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield new
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Constant(value=float(value)) if value:
            yield ast.Constant(2 * value)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in NAMES:
            if isinstance(new.func, ast.Name):
                new.func.id = NAMES[name]
            else:
                new.func.attr = NAMES[name]
            yield new
        case ast.Call(args=[first, second, *rest]) if ast.dump(first) != ast.dump(second):
            if not any(isinstance(each, ast.Starred) for each in (first, second)):
                new.args = [second, first, *rest]
                yield new
        case ast.Tuple(elts=[first, second, *rest], ctx=ast.Load()) if ast.dump(first) != ast.dump(
            second
        ):
            if not any(isinstance(each, ast.Starred | ast.Slice) for each in new.elts):
                new.elts = [second, first, *rest]
                yield new
        case ast.Subscript(slice=ast.Slice()):
            yield new.value
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Dict(values=[first, second, *rest]) if ast.dump(first) != ast.dump(second):
            new.values = [second, first, *rest]
            yield new


def sought(node: ast.AST) -> Iterator[ast.AST]:
    """Expressions of a module in which a fault would count."""
    for child in parts_of(node):
        if isinstance(child, ast.keyword) and child.arg in LOOKS:
            continue
        if isinstance(child, ast.Assign) and ast.unparse(child.targets[0]).endswith("AT_ONCE"):
            # How much is held in memory together: the same numbers come out.
            continue
        if isinstance(child, ast.Subscript) and getattr(child.value, "id", "") in TYPES:
            continue
        if isinstance(child, ast.arguments | ast.AnnAssign | ast.JoinedStr) and not (
            isinstance(child, ast.AnnAssign) and child.value
        ):
            continue
        if isinstance(child, ast.AnnAssign):
            yield from _with_own(child.value)
        elif isinstance(child, ast.FunctionDef):
            for each in (*child.args.defaults, *child.args.kw_defaults, *child.body):
                yield from _with_own(each)
        elif not isinstance(child, ast.Import | ast.ImportFrom | ast.Assert):
            yield from _with_own(child)


def parts_of(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes in a node; of a dict, as charts are described by, not what says how it looks."""
    if not isinstance(node, ast.Dict):
        yield from ast.iter_child_nodes(node)
        return
    for key, value in zip(node.keys, node.values, strict=True):
        if getattr(key, "value", None) not in LOOKS:
            yield from (each for each in (key, value) if each is not None)


def _with_own(node: ast.AST | None) -> Iterator[ast.AST]:
    if node is not None:
        yield node
        yield from sought(node)


def faults_in(file: Path) -> list[Fault]:
    """Every fault that could be planted in a file."""
    source = (ROOT / file).read_text()
    lines = [0]
    for line in source.encode().splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    found = []
    for node in sought(ast.parse(source)):
        if not isinstance(node, ast.expr):
            continue
        start = lines[node.lineno - 1] + node.col_offset
        end = lines[node.end_lineno - 1] + node.end_col_offset
        old = source.encode()[start:end].decode()
        for new in changes(node):
            text = f"({ast.unparse(new)})"
            found.append(Fault(file, start, end, node.lineno, node.end_lineno, old, text))
    return found


def drawn(possible: list[Fault], count: int, seed: int) -> list[Fault]:
    """Some of the faults by chance; a change elsewhere in the code does not draw others."""
    before: Counter[str] = Counter()
    by_chance = []
    for fault in possible:
        words = f"{seed} {fault.file} {fault.old} {fault.new}"
        before[words] += 1
        chance = blake2b(f"{words} {before[words]}".encode()).hexdigest()
        by_chance.append((chance, fault))
    return [fault for _, fault in sorted(by_chance, key=itemgetter(0))[:count]]


def tests_of(file: Path) -> list[list[str]]:
    """Tests that a fault in a file meets: first those of its name, then those of its folder."""
    place = file.relative_to("oq_core") if file.parts[0] == "oq_core" else file
    folder = ROOT / "tests" / place.parent
    while not list(folder.glob("test_*.py")) and folder != ROOT / "tests":
        folder = folder.parent
    words = {place.stem, place.parent.name.removesuffix("_parts")}
    found = sorted(folder.glob("**/test_*.py"))
    named = [each for each in found if any(word in each.stem for word in words)]
    # A page may be tested beside others, and a part of the core by those who use it.
    users = [
        each
        for each in sorted((ROOT / "tests").glob("**/test_*.py"))
        if each not in found and "browser" not in each.parts and uses(each, place)
    ]
    stages = [
        [str(file), *map(str, named)],
        [str(each) for each in found if each not in named],
        [str(each) for each in users],
    ]
    return [[each.replace(f"{ROOT}/", "") for each in stage] for stage in stages if stage]


def uses(test: Path, place: Path) -> bool:
    """Whether a test names a module, or a function of it that no other has."""
    text = test.read_text()
    source = ROOT / ("" if place.parts[0] == "pages" else "oq_core") / place
    names = [
        node.name
        for node in ast.parse(source.read_text()).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
    ]
    return f'"{place.stem}"' in text or any(f"{name}(" in text for name in names)


def lines_run(folder: Path, kept: Path) -> CoverageData:
    """Which lines each test runs, by one run of all but those in a browser."""
    if not kept.exists():
        print("All tests run once...", flush=True)
        (folder / ".coveragerc").write_text(f"[run]\ndata_file = {kept.resolve()}\n")
        covered = ["--cov=oq_core", "--cov=pages", "--cov-context=test", "--cov-report="]
        command = [sys.executable, "-m", "pytest", "-n", "2", "-q", "--ignore=tests/browser"]
        subprocess.run([*command, *covered], cwd=folder, check=True)
    found = CoverageData(str(kept))
    found.read()
    return found


def stages_of(fault: Fault, seen: CoverageData) -> list[list[str]]:
    """Tests that a fault meets, by their ids or files."""
    near = tests_of(fault.file)
    if not in_function(fault):
        return near
    ends = f"/{fault.file}"
    file = next((each for each in seen.measured_files() if each.endswith(ends)), "")
    by_line = seen.contexts_by_lineno(file) if file else {}
    lines = range(fault.line, fault.last_line + 1)
    # A context is a test's id and the phase that it is in.
    found = {each.rpartition("|")[0] for line in lines for each in by_line.get(line, ())} - {""}
    by_file: dict[str, list[str]] = {}
    for each in sorted(found, key=lambda each: (nearness(each.split("::")[0], near), each)):
        by_file.setdefault(each.split("::")[0], []).append(each)
    # What the command, workers and servers run in a process of their own is not seen.
    is_unseen = not file or fault.file.parts[0] == "oq_core"
    return list(by_file.values()) or (near if is_unseen else [])


def nearness(file: str, near: list[list[str]]) -> tuple[int, bool]:
    """How early tests of a file are met: the fault's own, its folder's, others, pages."""
    places = [place for place, stage in enumerate(near) if file in stage]
    return min(places, default=len(near)), file.startswith("tests/pages")


def in_function(fault: Fault) -> bool:
    """Whether a fault stands in the body of a function, which runs only when it is called."""
    return any(
        isinstance(node, ast.FunctionDef) and node.body[0].lineno <= fault.line <= node.end_lineno
        for node in ast.walk(ast.parse((ROOT / fault.file).read_text()))
    )


def noticed(fault: Fault, folder: Path, seen: CoverageData) -> bool:
    """Whether a test, or the check of types, fails for a fault and not without it."""
    target = folder / fault.file
    source = target.read_bytes()
    for stage in stages_of(fault, seen):
        target.write_bytes(source[: fault.start] + fault.new.encode() + source[fault.end :])
        failed = run(stage, folder)
        target.write_bytes(source)
        if failed and fails_anyway(tuple(stage), folder):
            sys.exit(f"without a fault too, a test of these fails: {' '.join(stage[:4])}...")
        if failed:
            return True
    target.write_bytes(source[: fault.start] + fault.new.encode() + source[fault.end :])
    command = [sys.executable, "-m", "mypy", str(fault.file)]
    checked = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    target.write_bytes(source)
    return checked.returncode != 0


@cache
def fails_anyway(tests: tuple[str, ...], folder: Path) -> bool:
    """Whether tests fail on the code as it is: then they notice nothing."""
    return run(list(tests), folder)


def run(tests: list[str], folder: Path) -> bool:
    """Whether any of the tests fails, in a process of its own that has the libraries already."""
    child = os.fork()
    if child:
        return _ended(os.waitpid(child, 0)[1])
    failed = CRASHED
    try:
        failed = _pytest_fails(tests, folder)
    finally:
        # Nothing of the parent's is tidied up here.
        os._exit(failed)


def _ended(status: int) -> bool:
    if status == CRASHED << 8:
        sys.exit("pytest itself has failed")
    return status != 0


def _pytest_fails(tests: list[str], folder: Path) -> bool:
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    os.chdir(folder)
    for name in [each for each in sys.modules if each.split(".")[0] == "tests"]:
        del sys.modules[name]
    sys.path = [str(folder), *(each for each in sys.path if each not in ("", str(ROOT)))]
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:pytest_cov"]
    # pytest would rewrite assertions of plugins, which the libraries have imported already.
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    files = list(dict.fromkeys(each.split("::")[0] for each in tests))
    found = pytest.main([*options, *files], plugins=[_Only(tests)])
    # A module without doctests has no tests: that is no failure.
    return found not in (0, 5)


class _Only:
    """Leaves the tests of some ids, or of whole files, and nothing else."""

    def __init__(self, wanted: list[str]) -> None:
        self._wanted = set(wanted)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [
            each for each in items if {each.nodeid, each.nodeid.split("::")[0]} & self._wanted
        ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=150, help="faults to plant")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--part", default="1/1", help="2/5: the second fifth of them")
    parser.add_argument("--only", default="", help="files whose path has this in it")
    parser.add_argument("--lines", type=Path, help="a file that keeps which lines each test runs")
    chosen = parser.parse_args()

    files = [
        each.relative_to(ROOT)
        for top in ("oq_core", "pages")
        for each in sorted((ROOT / top).glob("**/*.py"))
        if each.name != "__init__.py"
    ]
    possible = [fault for file in files for fault in faults_in(file)]
    planted = drawn(possible, chosen.count, chosen.seed)
    planted = [fault for fault in planted if chosen.only in str(fault.file)]
    part, parts = map(int, chosen.part.split("/"))
    planted = planted[part - 1 :: parts]
    print(f"{len(planted)} of {len(possible)} possible faults", flush=True)

    for name in ("pytest", "hypothesis", "scipy.stats", "pandas", "plotly.graph_objects",
                 "streamlit.testing.v1", "jinja2", "scipy.optimize"):  # fmt: skip
        importlib.import_module(name)
    os.environ["OQ_PROFILE"] = "faults"
    os.environ.setdefault("OQ_DATA", str(ROOT.parent / "shared" / "data"))
    seen, same, missed = 0, 0, []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "copy"
        skipped = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__", ".hypothesis")
        shutil.copytree(ROOT, folder, ignore=skipped)
        lines = lines_run(folder, chosen.lines or Path(temporary) / "lines")
        for fault in planted:
            why = next((why for words, why in SAME.items() if words in str(fault)), "")
            if why:
                same += 1
                print(f"same     {fault}  ({why})", flush=True)
            elif noticed(fault, folder, lines):
                seen += 1
                print(f"noticed  {fault}", flush=True)
            else:
                missed.append(fault)
                print(f"MISSED   {fault}", flush=True)
    counted = seen + len(missed)
    share = seen / counted if counted else 1
    print(f"{seen} of {counted} noticed ({share:.1%}); {same} change nothing")
    sys.exit(share < 0.95)


if __name__ == "__main__":
    main()
