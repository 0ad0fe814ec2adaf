"""A walk through every lesson, and through a quiz, in a real browser."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from pages.drawing.practice import Board
from pages.learn.lessons_parts import LESSONS
from tests.browser.test_projector import SIZES
from tests.browser.waiting import Visitor, at_rest, eventually, forget_place, takes_keys
from tests.conftest import dear

#: On the narrowest, most sticks out.
WIDTHS = (390, *(dear(width, "ordinarily 390 pixels wide") for width in (1024, 1440)))


def too_wide(page: Page) -> list[str]:
    """What sticks out of the window to the right, and cannot be scrolled to."""
    return page.evaluate(
        "[...document.querySelectorAll('.stMainBlockContainer *')].filter(e =>"
        " e.getBoundingClientRect().right > innerWidth + 1 &&"
        " !e.closest('.stTable, .stSlider input, .oq-working, .katex, [inert], [role=tablist]'))"
        ".map(e => e.outerHTML.slice(0, 99)).slice(0, 3)"
    )


def fits(page: Page) -> None:
    at_rest(page)

    def nothing_sticks_out() -> None:
        assert too_wide(page) == []
        assert page.evaluate(
            "document.documentElement.scrollWidth <= innerWidth"
            " && document.querySelector('[data-testid=stMain]').scrollWidth <= innerWidth"
        )

    # Charts take their width after a moment.
    eventually(page, nothing_sticks_out)


@pytest.mark.parametrize("width", WIDTHS)
def test_every_lesson_is_walked_through(server: str, page: Page, width: int, in_full: bool):
    """Ordinarily the first four."""
    lessons = LESSONS if in_full else LESSONS[:4]
    page.set_viewport_size({"width": width, "height": 900})
    forget_place(page)
    page.goto(f"{server}/lessons")
    for place, lesson in enumerate(lessons):
        title = page.get_by_role("heading", level=1)
        expect(title).to_have_text(f"Lesson {place + 1}: {lesson.title}")
        fits(page)
        takes_keys(page, f"{lesson.key}/0")
        page.keyboard.press("PageDown")
        page.get_by_role("radiogroup").get_by_text(lesson.options[0], exact=True).click()
        page.get_by_role("button", name="Predict, and see").click()
        expect(page.get_by_text("← your prediction")).to_be_visible()
        fits(page)
        takes_keys(page, f"{lesson.key}/2")
        page.keyboard.press("PageDown")
        if isinstance(lesson.figure, Board):
            # The board, or the sliders of a browser that has not loaded it.
            expect(
                page.locator(".board .oq-measures:visible, [role=slider]:visible").first
            ).to_be_visible()
        expect(page.get_by_text("← your prediction")).to_have_count(0)
        fits(page)
        takes_keys(page, f"{lesson.key}/3")
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("heading", name=lesson.claim)).to_be_visible()
        takes_keys(page, f"{lesson.key}/4")
        if place + 1 < len(lessons):
            page.keyboard.press("PageDown")
    made = "-".join(f"{lesson.key}0" for lesson in lessons)
    page.wait_for_url(re.compile(f"lesson={lessons[-1].key}&step=remember&predicted={made}$"))
    page.keyboard.press("PageUp")
    page.wait_for_url(re.compile("step=try-it"))


def test_a_picture_has_half_of_the_window(visitor: Visitor):
    """Without a projector too, and where a lesson remembers what was computed."""
    page = visitor.page
    for step in ("question", "answer", "remember"):
        visitor.go(f"/lessons?lesson=power&step={step}")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            chart = page.locator("[data-testid=stMain] .oq-chart")

            def is_half(chart: Locator = chart, height: int = height) -> None:
                box = chart.bounding_box()
                assert box is not None
                assert box["height"] >= 0.499 * height
                drawn = chart.locator(".oq-rows").bounding_box()
                assert drawn is not None
                assert drawn["height"] > 0.4 * height

            eventually(page, is_half)


def test_the_notes_follow_the_lesson_in_another_window(server: str, page: Page):
    page.goto(f"{server}/lessons")
    expect(page.get_by_role("heading", level=1)).to_contain_text(LESSONS[0].title)
    notes = page.context.new_page()
    notes.goto(f"{server}/notes")
    expect(notes.get_by_text(LESSONS[0].notes[0][:30])).to_be_visible()
    page.get_by_role("combobox", name="Lesson").click()
    page.get_by_role("option", name=LESSONS[2].title).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(LESSONS[2].title)
    expect(notes.get_by_text(LESSONS[2].notes[0][:30])).to_be_visible()
    page.get_by_role("button", name="Next", exact=True).click()
    expect(notes.get_by_text(f"Prediction {LESSONS[2].minutes[1]} min", exact=True)).to_have_css(
        "font-weight", "600"
    )
    notes.close()


def test_the_board_of_a_lesson_follows_the_keyboard_and_leaves_compare_alone(
    server: str, page: Page
):
    forget_place(page)
    page.goto(f"{server}/lessons?lesson=near&predicted=near0")
    bar = page.get_by_role("slider", name="System A, class 3")
    value = page.locator(".oq-measures tr[data-measure=NMD] .oq-value").first
    expect(value).to_have_text("0.5000")
    bar.press("End")
    # 20 votes one class off and 20 two classes off.
    expect(value).to_have_text("0.7500")
    expect(page.locator(".oq-measures tr[data-measure=NVD]")).to_have_attribute(
        "data-prefers", "tie"
    )
    # By its address: what the previous pass drew stays in the page for a moment.
    link = page.locator("a[href*='a=0%2C20%2C20']").first
    expect(link).to_be_visible()
    # Another lesson and back: what was drawn is still there.
    takes_keys(page, "near/3")
    first, second = (lesson.key for lesson in LESSONS[:2])
    for key, place in (
        ("PageDown", f"{first}/4"),
        ("PageDown", f"{second}/0"),
        ("PageUp", f"{first}/4"),
        ("PageUp", f"{first}/3"),
    ):
        page.keyboard.press(key)
        takes_keys(page, place)
    expect(value).to_have_text("0.7500")
    link.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Compare")
    expect(value).to_have_text("0.7500")


@pytest.mark.parametrize("width", WIDTHS)
def test_a_quiz_by_keyboard(server: str, page: Page, width: int):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{server}/quiz?questions=2&seed=3&measures=NMD%2CRNOD")
    for place, last in ((1, False), (2, True)):
        expect(page.get_by_text(f"Question {place} of 2")).to_be_visible()
        groups = page.get_by_role("radiogroup", name=re.compile("Which system"))
        expect(groups).to_have_count(2)
        fits(page)
        for group in groups.all():
            group.get_by_role("radio").first.press("Space")
        answer = page.get_by_role("button", name="Answer")
        expect(answer).to_be_enabled()
        answer.press("Enter")
        expect(page.get_by_role("heading", name="The working")).to_be_visible()
        fits(page)
        # Pressed twice, as one may on a slow line: no question is passed over.
        page.get_by_role("button", name="Summary" if last else "Next question").dblclick()
    expect(page.get_by_role("heading", name=re.compile("of 4 answers right"))).to_be_visible()
    fits(page)
