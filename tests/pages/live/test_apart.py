"""The live class is loaded when it is opened, and the app is whole without it."""

import json
import os
import re
import subprocess
import sys
from shutil import copytree, ignore_patterns

import pytest

from tests.conftest import PATIENCE, ROOT, dear

#: Pages that lead to it.
LEADING = ("", "lessons", "notes")
#: Opens pages, then the live class if there is one: what of that is loaded before, and after.
VISITS = f"""
import json, sys
import app
from streamlit.testing.v1 import AppTest
from pages.menu import ENTRIES, LIVE

def opened(entry):
    page = AppTest.from_file("pages/main.py", default_timeout={PATIENCE})
    page = page.switch_page(entry.file).run()
    assert not page.exception, entry
    return [link.proto.page for link in page.get("page_link")]

def loaded():
    return sum(name.startswith("pages.live") for name in sys.modules)

asked = sys.argv[1:] or [entry.address for entry in ENTRIES if entry != LIVE]
links = [link for entry in ENTRIES if entry.address in asked for link in opened(entry)]
before = loaded()
if LIVE in ENTRIES:
    opened(LIVE)
print(json.dumps([len(asked), "live" in links, before, loaded()]))
"""


@pytest.fixture
def without_it(tmp_path):
    """A copy of the app from which its folder was taken out."""
    copytree(ROOT / "pages", tmp_path / "pages", ignore=ignore_patterns("live", "__pycache__"))
    for name in ("app.py", "oq_core", "sample_data", ".streamlit"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


def visited(folder, *addresses):
    """What is told after pages of the app in a folder were opened; all without addresses."""
    told = subprocess.run(
        [sys.executable, "-c", VISITS, *addresses],
        cwd=folder,
        # Long work is left, as a visitor leaves it who does not ask for it.
        env={**os.environ, "OQ_ASK_AFTER_S": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not told.returncode, told.stderr
    return json.loads(told.stdout.splitlines()[-1])


def test_nothing_of_it_is_loaded_before_it_is_opened():
    count, leads_there, before, after = visited(ROOT, *LEADING)
    assert (count, leads_there, before) == (3, True, 0)
    assert after


def test_nothing_else_imports_it():
    files = [*(ROOT / "pages").rglob("*.py"), *(ROOT / "oq_core").rglob("*.py"), ROOT / "app.py"]
    others = [each for each in files if not each.is_relative_to(ROOT / "pages" / "live")]
    imports = re.compile(r"^\s*(from|import) pages\.live\b", re.MULTILINE)
    assert len(others) < len(files)
    assert [each for each in others if imports.search(each.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("pages", [LEADING, dear(((),), "ordinarily pages that lead there")])
def test_the_app_is_whole_without_it(without_it, pages):
    count, leads_there, *loaded = visited(without_it, *pages)
    assert count >= (len(pages) or 20)
    assert not leads_there
    assert loaded == [0, 0]
