"""An address opens its page cold, on a server nobody has visited yet.

That every page opens on a server that runs is seen in `test_accessibility`.
"""

import pytest
from playwright.sync_api import Browser

from pages.menu import ENTRIES, MenuEntry
from tests.browser.conftest import opens_cold
from tests.conftest import ROOT, dear
from tests.server import serve


@pytest.mark.parametrize(
    "entry",
    [dear(entry, "ordinarily Your data, as the first page of all") for entry in ENTRIES],
    ids=lambda entry: entry.file,
)
def test_an_address_opens_cold(browser: Browser, entry: MenuEntry):
    with serve(ROOT / "app.py") as fresh:
        opens_cold(browser.new_context(), f"{fresh}/{entry.address}", entry.title)
