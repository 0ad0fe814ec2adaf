"""Plant faults in the core and the pages, and see which of them the tests notice.

`python -m tests.faults` plants 150, the same ones for the same seed, in Python, in scripts of the
browser and in templates: comparisons turned round, terms dropped, indices one off, columns and
arguments swapped, words of direction, links to other pages; see `fault_kinds`. It works on a copy.
First all tests but those in a browser run once, and it is noted which lines each runs;
then a fault meets the tests that run its lines, the nearest first, until one fails, and at last
the check of types. What runs when a module is imported meets the tests of the mirrored folder and
of its users, and so does everything with `--near`, which needs no first run. A script meets the
tests that name it, and with `--browser` those in a browser that name it or have its folder's name.
Options: `--help`.

What is printed last is the share noticed of the faults that change what the app does. A fault that
changes nothing (a faster way to the same numbers, a width in pixels) is listed in `SAME` with why.
"""

import argparse
import ast
import importlib
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from functools import cache
from hashlib import blake2b
from operator import itemgetter
from pathlib import Path

import pytest
from coverage import CoverageData

from pages.menu import ENTRIES
from tests.fault_kinds import ROOT, Fault, faults_in

#: Seconds of CPU after which a fault is noticed: tests that it makes endless.
LIMIT = 240
#: What a process of tests ends with when pytest itself fails.
CRASHED = 70
#: Tests that read every module, whatever it is called.
READ_ALL = ["tests/test_contracts.py", "tests/documentation/test_limits.py"]
#: Words of the place and change of a fault that changes nothing a visitor could see, and why.
SAME: dict[str, str] = {
    "max(gaps) > TIE_TOLERANCE": "no gap is as large as the tolerance and no larger",
    "/ FULL + 1e-9": "nothing is as near as that",
    '("A", "B", "tie")  ->': "in whatever order, by name",
    "ordinal.py:47: 2  ->": "what is broadcast has one axis more",
    "held.waits && Math.abs(event.clientX - held.from) < 6": "a pixel of a thumb's way",
    "part > 1e-9 && whole": "no moment is as near as that",
    "rows in const first = rows - 1": "a triangle has as many rows as columns",
    "rows in return next[0] < 0": "a triangle has as many rows as columns",
    "preventScroll: true": "what has the focus is seen already",
    "len(data) >= _SHORT  ->": "what ends a page is far shorter",
    "state.counts(which).sum(axis=0)  ->": "where sums are equal means are",
    '"\\n".join(lines) + "\\n"  ->': "a file's last line ends or does not",
    "matrix.js:109: < in if (!held.moved": "no thumb goes exactly so far",
    "rounding.py:94: -1  ->": "what is summed has two axes",
    "len(labels) < count  ->": "the next name, which a class that is added would get anyway",
    "stats.spearmanr(sizes[several], spreads)  ->": "the same p-value",
    "row.b < row.a  ->": "of two estimates that are equal no measure prefers one",
    "questions.py:65: count // 2  ->": "half of an even number, with which places are compared",
    "apart > 0  ->": "of two equal means no test is significant",
    "sent[:-_LATE]  ->": "an address that is later than the last five",
    "seconds_of_tests(300, 20": "time grows with their product",
    ">= _TIGHT * chart.most_names  ->": "no page has exactly so much room",
    "self._html_blocks())) <= _HALF  ->": "no table is exactly so wide",
    "away.sum(axis=-1)  ->  (away.mean": "shares of 0 or more: both are 0, or neither is",
    "(end) => chance < end": "no chance of 65,536 is as large as an end of so few votes",
    "< in return `${number}${number % 100 > 10": "14 ends as it does anyway",
    "(self, self.sizes, self.used)  ->": "each forgets it, in whatever order",
    "FINISHED_WITH_COMPILE_ERROR)  ->": "asked whether one is in it, in whatever order",
    "raters.py:110: 800  ->": "seconds, to a thousandth",
    '{} if beside else {"height": {"band"': "how thick bars are",
    "judged.py:361: 1  ->": "any number below 0 means what is left",
    "pairs.py:273: -1  ->": "of two axes or three the second is as long as the last",
    "workers.py:154: False  ->": "what waits is ended in any case",
    "entries=_OF_GOLD, is_beside=True))": "another format of these files names their suffix",
    "1 - part / 256": "a colour of a hundred shades",
    "provenance.py:414: size > most": "a file that a folder has more changes its hash",
}


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
    if file.suffix != ".py":
        tests = sorted(
            (ROOT / "tests").rglob("test_*.py"),
            key=lambda each: (
                "browser" in each.parts,
                not each.stem.endswith("alone"),
                file.stem not in each.stem,
            ),
        )
        return [[str(each.relative_to(ROOT))] for each in tests if is_of(each, file)]
    place = file.relative_to("oq_core") if file.parts[0] == "oq_core" else file
    folder = ROOT / "tests" / place.parent
    while not list(folder.glob("test_*.py")) and folder != ROOT / "tests":
        folder = folder.parent
    words = {place.stem, place.parent.name.removesuffix("_parts")}
    found = sorted(folder.glob("**/test_*.py"))
    named = [each for each in found if any(word in each.stem for word in words)]
    # A page may be tested beside others, and a part of the core by those who use it.
    others = ROOT / "tests" / ("pages" if place.parts[0] == "pages" else "")
    users = [
        each
        for each in sorted(others.glob("**/test_*.py"))
        if each not in found and "browser" not in each.parts and uses(each, place)
    ]
    # A page's script runs on import, and has no examples.
    examples = [str(file)] if ">>> " in (ROOT / file).read_text() else []
    shown = shown_on(place)
    # What pages share is seen sooner by a test of its own than on every page.
    own, of_all = ([], shown) if len(shown) == len(ENTRIES) else (shown, [])
    stages = [
        [*examples, *map(str, named), *own],
        [str(each) for each in found if each not in named],
        [str(each) for each in users],
        of_all,
        READ_ALL,
    ]
    return [[each.replace(f"{ROOT}/", "") for each in stage] for stage in stages if stage]


def shown_on(place: Path) -> list[str]:
    """The test of what a page shows, whose script or part a file is; of all, if they share it."""
    test = "tests/pages/test_shown.py::test_what_is_shown_is_a_record_and_its_parts_agree"
    names = {Path(part).stem.removesuffix("_parts") for part in place.parts}
    named = [each for each in ENTRIES if Path(each.file).stem in names]
    if place.parts[0] != "pages":
        return []
    return [f"{test}[{each.address or 'start'}]" for each in named or ENTRIES]


def is_of(test: Path, file: Path) -> bool:
    """Whether a test is of a script or of a template."""
    if file.suffix == ".html":
        return test.stem == "test_report"
    names = (file.stem, file.parent.name)
    is_named = f"{file.parent.name}/{file.name}" in test.read_text()
    if "browser" in test.parts:
        return "--browser" in sys.argv and (is_named or any(name in test.stem for name in names))
    return is_named


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


def stages_of(fault: Fault, seen: CoverageData | None) -> list[list[str]]:
    """Tests that a fault meets, by their ids or files."""
    near = tests_of(fault.file)
    if seen is None or fault.file.suffix != ".py" or not in_function(fault):
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


def noticed(fault: Fault, folder: Path, seen: CoverageData | None) -> bool:
    """Whether a test, or the check of types, fails for a fault and not without it."""
    target = folder / fault.file
    source = target.read_bytes()
    for stage in stages_of(fault, seen):
        target.write_bytes(source[: fault.start] + fault.new.encode() + source[fault.end :])
        failed = run(stage, folder)
        target.write_bytes(source)
        if failed and not fails_anyway(tuple(failed), folder):
            return True
    if fault.file.suffix != ".py":
        return False
    target.write_bytes(source[: fault.start] + fault.new.encode() + source[fault.end :])
    # Without the option, folders of parts would be packages of the same name.
    command = [sys.executable, "-m", "mypy", "--explicit-package-bases", str(fault.file)]
    checked = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    target.write_bytes(source)
    return checked.returncode != 0


@cache
def fails_anyway(tests: tuple[str, ...], folder: Path) -> bool:
    """Whether tests fail on the code as it is: then they notice nothing, which is said."""
    failed = bool(run(list(tests), folder))
    if failed:
        print(f"without a fault too, a test of these fails: {' '.join(tests[:4])}...", flush=True)
    return failed


def run(tests: list[str], folder: Path) -> list[str]:
    """The first of the tests that fails, in a process of its own that has the libraries already.

    All of them, where a fault makes one endless.
    """
    told = folder / ".failed"
    told.write_text("")
    child = os.fork()
    if child:
        status = os.waitpid(child, 0)[1]
        if status == CRASHED << 8:
            sys.exit("pytest itself has failed")
        return (told.read_text().splitlines()[:1] or tests) if status else []
    failed = CRASHED
    try:
        failed = _pytest_fails(tests, folder, told)
    finally:
        # Nothing of the parent's is tidied up here.
        os._exit(failed)


def _pytest_fails(tests: list[str], folder: Path, told: Path) -> bool:
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
    found = pytest.main([*options, *files], plugins=[_Only(tests, told)])
    # A module without doctests has no tests: that is no failure.
    return found not in (0, 5)


class _Only:
    """Leaves the tests of some ids, or of whole files, and tells which fails."""

    def __init__(self, wanted: list[str], told: Path) -> None:
        self._wanted, self._told = set(wanted), told

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [
            each for each in items if {each.nodeid, each.nodeid.split("::")[0]} & self._wanted
        ]

    def pytest_runtest_logreport(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed:
            self._told.write_text(f"{report.nodeid}\n")

    pytest_collectreport = pytest_runtest_logreport


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=150, help="faults to plant")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--part", default="1/1", help="2/5: the second fifth of them")
    parser.add_argument("--only", default="", help="files whose path has this expression")
    parser.add_argument("--near", action="store_true", help="near tests alone, without a first run")
    parser.add_argument("--browser", action="store_true", help="scripts meet browsers too")
    parser.add_argument("--lines", type=Path, help="a file that keeps which lines each test runs")
    chosen = parser.parse_args()

    files = [
        each.relative_to(ROOT)
        for top in ("oq_core", "pages")
        for each in sorted((ROOT / top).rglob("*.*"))
        if each.suffix in (".py", ".js") or each.name == "report.html"
    ]
    possible = [fault for file in files for fault in faults_in(file)]
    possible = [fault for fault in possible if re.search(chosen.only, str(fault.file))]
    planted = drawn(possible, chosen.count, chosen.seed)
    part, parts = map(int, chosen.part.split("/"))
    planted = planted[part - 1 :: parts]
    print(f"{len(planted)} of {len(possible)} possible faults", flush=True)

    for name in ("pytest", "hypothesis", "scipy.stats", "pandas", "plotly.graph_objects",
                 "streamlit.testing.v1", "jinja2", "scipy.optimize", "sklearn.metrics",
                 "matplotlib.backends.backend_agg"):  # fmt: skip
        importlib.import_module(name)
    os.environ["OQ_PROFILE"] = "faults"
    os.environ.setdefault("OQ_DATA", str(ROOT.parent / "shared" / "data"))
    seen, same, missed = 0, 0, []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "copy"
        skipped = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__", ".hypothesis")
        shutil.copytree(ROOT, folder, ignore=skipped)
        kept = chosen.lines or Path(temporary) / "lines"
        lines = None if chosen.near else lines_run(folder, kept)
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
