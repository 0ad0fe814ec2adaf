"""The report on paper: A4 with margins of 14 mm leaves 182 mm across."""

import pytest
from playwright.sync_api import Page

from oq_core import Options, analyse
from oq_core.campaign import html_report
from tests.campaign.made import scores

_ACROSS = round(182 / 25.4 * 96)
#: Tables that are wider than the page, and names of runs and measures that are broken.
_FAULTS = """() => {
  const broken = [...document.querySelectorAll("tbody th")].filter((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getBoundingClientRect().height > 2.6 * parseFloat(getComputedStyle(cell).fontSize);
  });
  const wide = [...document.querySelectorAll("table")].filter(
    (table) => table.getBoundingClientRect().right > innerWidth + 1);
  const half = document.body.offsetWidth / 2 - 15;
  const beyond = [...document.querySelectorAll(".strip table")].filter(
    (table) => [...table.getClientRects()].some((part) => part.width > half + 1));
  return [...wide, ...broken, ...beyond].map((each) => each.textContent.slice(0, 60));
}"""


@pytest.mark.parametrize("measures", [13, 4])
def test_every_column_is_on_the_page(page: Page, measures: int):
    made = scores(24, measures)
    # The first runs have names that no page has room for.
    data = made.without(made.runs[:14])
    page.set_viewport_size({"width": _ACROSS, "height": 1000})
    page.emulate_media(media="print")
    page.set_content(html_report(analyse({"x": data}, Options(trials=50, splits=5, samples=10))))
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
    assert page.locator("table").count() > 10
    assert page.locator(".strip table").count() > measures
    assert page.evaluate(_FAULTS) == []
