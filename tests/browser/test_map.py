"""The pages about disagreements, where only a browser can show what they do."""

import re

import numpy as np
from playwright.sync_api import expect

from oq_core import MEASURES
from pages.explore.map_parts.places import places_of
from tests.browser.waiting import Visitor, at_rest, eventually, unfold


def test_a_cell_of_the_rates_chooses_its_two_measures(visitor: Visitor):
    page = visitor.page
    visitor.go("/conflicts?triples=1000")
    plot = page.locator("[class*=st-key-rates] .js-plotly-plot").first
    cells = plot.locator(".scatterlayer .point")
    keys = list(MEASURES)
    expect(cells).to_have_count(len(keys) * (len(keys) - 1))
    at_rest(page)
    figure = plot.element_handle()
    # The first row leaves out its diagonal.
    cell = cells.nth(keys.index("JSD") - 1)
    told = page.get_by_text(re.compile("NMD and JSD prefer different estimates on"))

    def choose() -> None:
        cell.click(force=True)
        expect(told).to_be_visible(timeout=5000)

    eventually(page, choose)
    page.wait_for_url(re.compile("other=JSD"))
    # Choosing draws the figure not anew, and marks the cell.
    assert figure.evaluate("each => each.isConnected")
    expect(cell).to_have_css("opacity", "1")
    # The boxes choose too, and then the same cell once more.
    unfold(page, "NMD and JSD")
    page.get_by_role("combobox", name="The other").fill("RSNOD")
    page.keyboard.press("Enter")
    expect(
        page.get_by_text(re.compile("NMD and RSNOD prefer different estimates on"))
    ).to_be_visible()
    expect(cells).to_have_count(len(keys) * (len(keys) - 1))
    at_rest(page)
    eventually(page, choose)


def test_points_are_moved_by_keys_and_by_hand(visitor: Visitor):
    page = visitor.page
    visitor.go("/map?map_a=10,5,5&map_b=0,0,20")
    a = page.get_by_role("slider", name="A on the map: NMD")
    # By keys: a vote from class 1 to class 3, and one to class 2 from the larger of the others.
    a.press("ArrowRight")
    a.press("ArrowUp")
    page.wait_for_url(re.compile("map_a=8%2C6%2C6"))
    at_rest(page)
    gold = [11 / 20, 6 / 20, 3 / 20]
    verdict = page.locator(".walk table")
    for key in ("NMD", "RNOD"):
        expect(verdict).to_contain_text(f"{MEASURES[key]([0.4, 0.3, 0.3], gold):.4f}")
    expect(page.locator(".walk .summary")).to_have_text("NMD says A, RNOD says A.")

    # By hand: while the star is dragged, scores of the gold under it; the server follows.
    star = page.locator(".walk svg").first.locator(".point.gold .sign")
    box = star.bounding_box()
    top = page.locator(".walk svg").first.locator("text", has_text="all in 2").bounding_box()
    assert box is not None
    assert top is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(top["x"] + top["width"] / 2, top["y"], steps=5)
    for key in ("NMD", "RNOD"):
        expect(verdict).to_contain_text(f"{MEASURES[key]([0.4, 0.3, 0.3], [0, 1, 0]):.4f}")
    page.mouse.up()
    page.wait_for_url(re.compile("map_3_0=0.*map_3_1=20.*map_3_2=0|map_3_1=20"))
    expect(page.locator(".walk.stale")).to_have_count(0)
    expect(verdict).not_to_contain_text("…")

    # Pointed at: the estimate and what its score means.
    places = places_of(3)
    page.locator(".walk svg").nth(1).locator("image").hover(position={"x": 150, "y": 200})
    tip = page.locator(".walk .tip")
    expect(tip).to_be_visible()
    told = re.search(r"(\d+) % \| (\d+) % \| (\d+) %", tip.inner_text())
    assert told is not None
    near = np.abs(100 * places.estimates - np.array(told.groups(), dtype=float)).max(axis=-1)
    score = MEASURES["RNOD"](places.estimates[near <= 0.51][0], [0, 1, 0])
    expect(tip).to_contain_text(f"RNOD {score:.4f}")
    expect(tip).to_contain_text("% of the map's estimates score lower")
