"""The documentation is built strictly, and stands alone: it asks no other host for anything."""

import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest

from oq_core import MEASURES
from oq_core.measures import OC_MEASURES
from pages.menu import ENTRIES
from tests.conftest import ROOT
from tests.pages.test_addresses import POSITIONS, READ

DOCS = ROOT / ".github" / "docs"
#: What a page loads, and where it leads.
LOADED = re.compile(
    r'<(?:script|img|iframe|link rel="(?:stylesheet|icon)")[^>]*(?:src|href)="([^"]+)'
)
LED = re.compile(r'<a [^>]*?href="([^"]*)"')
NAMED = re.compile(r'\bid="([^"]+)"')


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, built as the workflow builds it, with an address for the app."""
    out = tmp_path_factory.mktemp("site")
    line = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    made = subprocess.run(
        [*line, "-d", str(out / "kept"), str(DOCS), str(out / "html")],
        env={"OQ_APP": "https://app.example", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    return out / "html"


def test_the_site_is_built_strictly_and_every_link_leads_somewhere(site):
    pages = {page.relative_to(site): page.read_text() for page in site.rglob("*.html")}
    anchors = {page: {"", *NAMED.findall(text)} for page, text in pages.items()}
    assert {f"made/measures/{key}.html" for key in (*MEASURES, *OC_MEASURES)} <= {*map(str, pages)}
    to_the_app = []
    for page, text in pages.items():
        own = LOADED.findall(text)
        assert own
        for target in own:
            assert not urlsplit(target).netloc, f"{page} loads {target}"
            assert (site / page.parent / unquote(urlsplit(target).path)).is_file(), (page, target)
        for target in LED.findall(text):
            parts = urlsplit(unescape(target))
            if parts.netloc == "app.example":
                to_the_app.append(parts)
            if parts.scheme:
                continue
            path = (
                (site / page.parent / unquote(parts.path)).resolve() if parts.path else site / page
            )
            found = path.relative_to(site)
            assert unquote(parts.fragment) in anchors.get(found, ()), f"{page} leads to {target}"
    assert {each.path[1:] for each in to_the_app} == {each.address for each in ENTRIES}
    shown = [dict(parse_qsl(each.query, strict_parsing=bool(each.query))) for each in to_the_app]
    assert {*MEASURES, *OC_MEASURES} <= {each.get("measure") for each in shown}
    for target, state in zip(to_the_app, shown, strict=True):
        assert {*state} <= {*READ.get(target.path[1:], ()), *POSITIONS}, target
    assert any("<math" in text for text in pages.values())
    assert Path("search.html") in pages
    assert {f"{each.guide}.html" for each in ENTRIES} <= {*map(str, pages)}
