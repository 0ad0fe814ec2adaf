"""Hands of a class in a real browser: typed by keys, revealed, kept, on one screen."""

import csv
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from pages.learn.lessons_parts import LESSONS, Lesson
from tests.browser.test_accessibility import is_for_all
from tests.browser.test_projector import LESSON, one_screen_at_each_size
from tests.browser.waiting import Visitor, at_rest, eventually
from tests.conftest import dear

COUNTS = (17, 0, 21, 8)


def type_in(page: Page, counts: tuple[int, ...]) -> None:
    """A count for each field, Tab between them, and Enter after the last."""
    page.locator(".st-key-side").get_by_role("spinbutton").first.click()
    for place, count in enumerate(counts):
        if place:
            page.keyboard.press("Tab")
        page.keyboard.type(str(count))
    page.keyboard.press("Enter")


def place_of(figure: Locator) -> tuple[int, int, int]:
    box = figure.bounding_box()
    assert box is not None
    return round(box["x"]), round(box["y"]), round(box["width"])


def bars(page: Page) -> Locator:
    return page.locator(".oq-hands > div")


def shows(page: Page, *counts: str) -> None:
    expect(bars(page).locator("b")).to_have_text([*counts])


def test_start_is_asked_by_keys_and_what_was_counted_is_kept(server: str, page: Page):
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{server}/?projector=1")
    expect(page.get_by_role("button", name="A guessed better")).to_be_visible()
    page.get_by_text("Hands", exact=True).click()
    fields = page.get_by_role("spinbutton")
    expect(fields).to_have_count(2)
    expect(page.get_by_role("button", name="A guessed better")).to_have_count(0)
    at_rest(page)
    figure = page.locator(".board .panels")
    before = place_of(figure)
    # Each field is on its answer's row.
    for place in (0, 1):
        label = page.get_by_text(f"{'AB'[place]} guessed better", exact=True).bounding_box()
        field = fields.nth(place).bounding_box()
        assert label is not None
        assert field is not None
        assert field["y"] < label["y"] + label["height"] / 2 < field["y"] + field["height"]
    type_in(page, (17, 21))
    shows(page, "17 of 38", "21 of 38")
    expect(page.locator(".oq-hands i")).to_have_text(["RNOD", "NMD"])
    at_rest(page)
    # The figure stays, and the bars stand to its left, as long as there are hands.
    assert place_of(figure) == before
    one, other = (each.bounding_box() for each in bars(page).locator("s").all())
    assert one is not None
    assert other is not None
    assert one["width"] / other["width"] == pytest.approx(17 / 21, abs=0.02)
    assert other["x"] + other["width"] < before[0]
    size = bars(page).locator("b").first.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    assert size >= 24
    one_screen_at_each_size(page, ".slot, .oq-hands > div, .buttons button, .oq-measures tr")
    # A reload keeps it, and so does another page and Back.
    page.wait_for_url(re.compile(r"hands=pair1-17\.21"))
    page.reload()
    shows(page, "17 of 38", "21 of 38")
    page.get_by_role("button", name="Another one").click()
    expect(fields).to_have_count(2)
    expect(bars(page)).to_have_count(0)
    at_rest(page)
    type_in(page, (5, 30))
    shows(page, "5 of 35", "30 of 35")
    page.wait_for_url(re.compile(r"hands=pair1-17\.21~pair2-5\.30"))
    page.get_by_text("Learn").first.click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text="Reference").click()
    expect(page.get_by_role("heading", name="Reference", level=1)).to_be_visible()
    page.wait_for_url(re.compile("reference.*hands=pair1"))
    at_rest(page)
    page.go_back()
    shows(page, "5 of 35", "30 of 35")
    with page.expect_download() as download:
        page.get_by_role("button", name="Hands as CSV").click()
    lines = csv.DictReader(download.value.path().read_text("utf-8-sig").splitlines())
    assert [line["hands"] for line in lines] == ["17", "21", "5", "30"]


@pytest.mark.parametrize(
    "lesson",
    [
        lesson if place % 4 == 0 else dear(lesson, "ordinarily every fourth lesson")
        for place, lesson in enumerate(LESSONS)
    ],
    ids=lambda lesson: lesson.key,
)
def test_a_lesson_with_hands_is_on_one_screen(visitor: Visitor, lesson: Lesson):
    page, counts = visitor.page, COUNTS[: len(lesson.options)]
    seen = f"{LESSON}, .oq-hands > div, .seeing *"
    visitor.go(f"/lessons?lesson={lesson.key}&step=prediction&projector=1&hands=1")
    fields = page.get_by_role("spinbutton")
    expect(fields).to_have_count(len(counts))
    one_screen_at_each_size(page, seen)
    figure = page.locator(".st-key-side [data-testid=stColumn]").nth(1)
    before = place_of(figure)
    type_in(page, counts)
    page.wait_for_url(re.compile("step=answer"))
    shows(page, *(f"{count} of {sum(counts)}" for count in counts))
    at_rest(page)
    assert place_of(figure) == before
    one_screen_at_each_size(page, seen)
    for _ in range(2):
        page.get_by_role("button", name="Next", exact=True).click()
        at_rest(page)
    page.get_by_role("button", name="Ask again").click()
    expect(fields).to_have_count(len(counts))
    expect(fields.first).to_have_value("")
    type_in(page, counts[::-1])
    right = lesson.right(lesson.facts())
    expect(page.locator(".oq-hands p")).to_have_text(
        f"Right: {counts[right]}, then {counts[::-1][right]}"
    )
    expect(bars(page)).to_have_count(2 * len(counts))
    one_screen_at_each_size(page, seen)


@pytest.mark.parametrize(
    "address",
    [
        "?hands=pair1-17.21",
        "lessons?lesson=near&step=prediction&hands=near-5.3.19.11",
        dear("lessons?lesson=family&step=remember&hands=family-5.3.19.11-1.2.3.4", "the others"),
        dear("quiz?hands=1", "ordinarily fields of a lesson"),
    ],
)
def test_hands_are_for_all_and_fit_every_screen(visitor: Visitor, address: str):
    page = visitor.page
    page.set_viewport_size({"width": 1440, "height": 1000})
    visitor.go(f"/{address}")
    expect(page.locator(".oq-hands, [data-testid=stForm]").first).to_be_visible()
    is_for_all(page, ["light", "dark"])


def test_on_a_phone_a_question_stands_above_its_fields(visitor: Visitor):
    page = visitor.page
    page.set_viewport_size({"width": 390, "height": 844})
    visitor.go("/lessons?lesson=family&step=prediction&hands=1")

    def in_order() -> None:
        boxes = [
            page.locator(each).first.bounding_box()
            for each in (".st-key-lesson_1_words", "[data-testid=stForm]", ".oq-chart")
        ]
        tops = [box["y"] for box in boxes if box is not None]
        assert len(tops) == len(boxes)
        assert tops == sorted(tops)
        for field in page.get_by_role("spinbutton").all():
            box = field.bounding_box()
            assert box is not None
            assert box["x"] > 195

    eventually(page, in_order)
