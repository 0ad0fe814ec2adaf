"""An address opens its page cold, on a server nobody has visited yet.

That every page opens on a server that runs is seen in `test_accessibility`.
"""

import pytest
from playwright.sync_api import Page, expect

from pages.menu import ENTRIES, MenuEntry
from tests.conftest import ROOT, dear
from tests.server import serve


def opens(page: Page, server: str, entry: MenuEntry) -> None:
    refused: list[str] = []
    page.on("response", lambda each: refused.append(each.url) if each.status >= 400 else None)
    page.goto(f"{server}/{entry.address}")
    # The frame has run, and so has the page in it.
    expect(page).to_have_title(f"{entry.title} · Ordinal quantification explorer")
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)
    # The page asks for nothing that is not there.
    assert refused == []


@pytest.mark.parametrize(
    "entry",
    [dear(entry, "ordinarily Your data, in the frame of test_connection") for entry in ENTRIES],
    ids=lambda entry: entry.file,
)
def test_an_address_opens_cold(context, entry: MenuEntry):
    page = context.new_page()
    with serve(ROOT / "app.py") as fresh:
        opens(page, fresh, entry)
    page.close()
