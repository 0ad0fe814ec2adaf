"""The documentation's pages: short, and what they print is run or read by a test."""

import re
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest
import yaml

from oq_core import MEASURES
from pages.learn.lessons_parts.entries import LESSONS
from pages.menu import ENTRIES
from tests.conftest import ROOT
from tests.documentation.pages import BLOCKS, PAGES, blocks
from tests.documentation.test_readme import lines_of
from tests.pages.test_addresses import POSITIONS, READ

#: Lines that are no `oq` with files, and where each is tested.
TESTED = {
    "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt && "
    ".venv/bin/streamlit run app.py": "tests/run, tests/server.py",
    "bash tests/run": "this is it",
    ". .venv/bin/activate": "the shell's own",
    "pip install .": "tests/command/test_wheel.py",
    "oq app": "tests/command/test_wheel.py",
    "oq --version": "tests/command/test_wheel.py",
    "pip install '.[lstm]'": "tests/requirements.txt has what it brings",
    "pip install -r .github/docs/requirements.txt && python -m sphinx -W -b html .github/docs "
    "site": "tests/run, tests/documentation/test_site.py",
    "python .github/site/build.py --out site": "tests/browser/test_edition.py",
    "python .github/site/build.py --docs docs --out site && python -m sphinx -W -b html "
    ".github/docs site/docs": ".github/workflows/site.yml",
    "python -m http.server --directory site 8000": "Python's own",
    "docker build -t oq . && docker run --read-only --tmpfs /tmp -p 127.0.0.1:8501:8501 oq": "by "
    "hand: it needs Docker's engine",
    'STREAMLIT_SERVER_ALLOWED_HOSTS="oq.example.org" streamlit run app.py': "Streamlit's own",
    ".venv/bin/ruff format . && .venv/bin/ruff check . && .venv/bin/mypy": "tests/run",
}
WORDS = 600


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith(".github/docs/")])
def test_a_page_is_short(page):
    told = BLOCKS.sub("", PAGES[page])
    assert len(told.split()) <= WORDS


def test_every_line_for_a_shell_is_run():
    found = set()
    for page, text in PAGES.items():
        for block in blocks(text, "sh"):
            for line in block.splitlines():
                if not lines_of(f"```sh\n{line}\n```\n"):
                    assert line in TESTED, f"{page}: {line}"
                    found.add(line)
    assert found == {*TESTED}


@pytest.mark.usefixtures("campaign", "undrawn")
@pytest.mark.parametrize("page", [page for page in PAGES if blocks(PAGES[page], "python")])
def test_the_python_of_a_page_runs_from_above_to_below(page):
    names = {}
    for block in blocks(PAGES[page], "python"):
        exec(compile(block, page, "exec"), names)


def test_the_first_tutorial_tells_what_its_measures_say():
    text = PAGES[".github/docs/tutorials/first_disagreement.md"]
    rows = dict(re.findall(r"^\| (gold|A|B) \| (.*) \|$", text, re.MULTILINE))
    gold, a, b = (np.array(row.split(" | "), dtype=float) for row in rows.values())

    def scored(key, votes):
        return MEASURES[key](votes / votes.sum(), gold / gold.sum())

    for key in ("NMD", "RNOD"):
        told = rf"{key} gives A\s+{scored(key, a):.4f} and B\s+{scored(key, b):.4f}"
        assert re.search(told, text), told
    # The bar of the top class is dragged down; the shares of the others grow.
    sides = [scored("RNOD", np.append(b[:-1], top)) < scored("RNOD", a) for top in (5, 6)]
    assert sides == [True, False]
    assert "At five votes RNOD changes sides" in text


def test_links_into_the_app_lead_to_pages_and_states_that_there_are():
    addresses = {each.address for each in ENTRIES}
    found = [
        urlsplit(target)
        for text in PAGES.values()
        for target in re.findall(r"\]\(<?(app:[^)>]*)", text)
    ]
    assert len(found) > len(addresses)
    for target in found:
        assert target.path in addresses, target
        for name, value in parse_qsl(target.query, strict_parsing=True):
            assert name in (*READ.get(target.path, ()), *POSITIONS), target
            known = {"lesson": [each.key for each in LESSONS], "measure": MEASURES}
            assert value in known.get(name, [value]), target
    assert addresses == {each.path for each in found}, "a page of the app is nowhere led to"


def test_workflows_run_the_lines_that_pages_print():
    printed = {
        part
        for text in PAGES.values()
        for block in blocks(text, "sh")
        for line in block.splitlines()
        for part in (line, *line.split(" && "))
    }
    runs = set()
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        for job in yaml.safe_load(path.read_text())["jobs"].values():
            runs |= {step["run"] for step in job["steps"] if "run" in step}
            versions = job.get("strategy", {}).get("matrix", {}).get("python")
            assert versions in (None, ["3.11", "3.12", "3.13", "3.14"])
    install = "pip install --require-hashes -r .github/docs/requirements.lock"
    # What is installed where there is no app is tried there, as it takes a minute.
    installed = ".venv/bin/pytest --all tests/command/test_wheel.py"
    assert runs - printed == {install, installed}
    assert len(runs) == 5
