"""The pages about disagreements, where only a browser can show what they do."""

import re

from playwright.sync_api import Page, expect

from oq_core import MEASURES
from tests.browser.waiting import at_rest, eventually


def test_a_cell_of_the_rates_chooses_its_two_measures(server: str, page: Page):
    page.goto(f"{server}/conflicts?triples=1000")
    plot = page.locator(".stPlotlyChart .js-plotly-plot").first
    cells = plot.locator(".scatterlayer .point")
    keys = list(MEASURES)
    expect(cells).to_have_count(len(keys) * (len(keys) - 1))
    at_rest(page)
    figure = plot.element_handle()
    # The first row leaves out its diagonal.
    cell = cells.nth(keys.index("JSD") - 1)
    told = page.get_by_text(re.compile("NMD and JSD prefer different systems on"))

    def choose() -> None:
        cell.click(force=True)
        expect(told).to_be_visible(timeout=5000)

    eventually(page, choose)
    page.wait_for_url(re.compile("other=JSD"))
    # Choosing draws the figure not anew, and marks the cell.
    assert figure.evaluate("each => each.isConnected")
    expect(cell).to_have_css("opacity", "1")
    # The boxes choose too, and then the same cell once more.
    page.get_by_role("combobox", name="The other").fill("RSNOD")
    page.keyboard.press("Enter")
    expect(
        page.get_by_text(re.compile("NMD and RSNOD prefer different systems on"))
    ).to_be_visible()
    expect(cells).to_have_count(len(keys) * (len(keys) - 1))
    at_rest(page)
    eventually(page, choose)
