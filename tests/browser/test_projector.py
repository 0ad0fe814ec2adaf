"""Projector mode is one screen, in type for the back row, at two sizes of window."""

import re

import pytest
from playwright.sync_api import Page, expect

from oq_core import MEASURES
from pages.learn.lessons_parts import LESSONS, Lesson
from tests.browser.waiting import Visitor, at_rest, eventually, takes_keys
from tests.conftest import dear

SIZES = ((1280, 720), (1920, 1080))
CONFLICT = "gold=1,4,7,6,2&a=4,8,6,2,0&b=2,4,3,2,9&two=1"
#: What has to be seen while dragging, by address.
BOARD = ".slot, .summary, .oq-measures tr[data-measure]"
QUIZ = "[data-testid=stMain] :is(.oq-chart, .stRadio, .stAlert, .stButton, p, td, label)"
SCREENS = {
    "": ".slot, .buttons button",
    f"compare?{CONFLICT}": BOARD,
    f"compare?{CONFLICT}&measures=all": BOARD,
    "quiz?challenge=fool": f"{BOARD}, .st-key-challenge_ways button",
    "classification": ".matrix input, .summary, .oq-measures tr[data-measure]",
    "quiz?measures=NMD,RNOD,JSD": QUIZ,
    "?drawn=1,4,7,6,2/4,8,6,2,0/2,4,3,2,8": f"{BOARD}, .why, .buttons button",
}

# What is not wholly inside the window, and text smaller than 2.2 % of its height.
OUTSIDE = """
selector => {
  const deep = (root) => [...root.querySelectorAll("*")].flatMap((each) =>
    [each, ...(each.shadowRoot ? deep(each.shadowRoot) : [])]);
  return deep(document).filter((each) => each.matches(selector))
    .map((each) => [each.getBoundingClientRect(), each])
    .filter(([box]) => box.width > 0 && (box.top < 0 || box.left < 0
      || box.bottom > innerHeight || box.right > innerWidth))
    .map(([box, each]) => `${each.outerHTML.slice(0, 80)} ${box.top} to ${box.bottom}`);
}
"""
SMALL = """
() => {
  const deep = (root) => [...root.querySelectorAll("*")].flatMap((each) =>
    [each, ...(each.shadowRoot ? deep(each.shadowRoot) : [])]);
  return deep(document.querySelector("[data-testid=stMain]"))
    .filter((each) => each.checkVisibility({opacityProperty: true}) && !each.closest("style, svg"))
    .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((each) => !each.matches("[data-testid=stIconMaterial], .katex *, style"))
    .filter((each) => parseFloat(getComputedStyle(each).fontSize) < 0.022 * innerHeight)
    .filter((each) => each.getBoundingClientRect().height > 1)
    .map((each) => `${each.outerHTML.slice(0, 90)} ${getComputedStyle(each).fontSize}`);
}
"""

# Text in charts that is smaller than that.
SMALL_IN_CHARTS = """
() => [...document.querySelectorAll(".oq-chart :is(div, span):not(:has(*))")]
  .filter((each) => parseFloat(getComputedStyle(each).fontSize) * each.currentCSSZoom
    < 0.022 * innerHeight)
  .map((each) => `${each.textContent} ${getComputedStyle(each).fontSize}`)
"""

# Options and chosen values whose text is cut.
CUT = """
() => [...document.querySelectorAll("[role=option], [role=option] *, .stSelectbox [value]")]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1
    && each.clientWidth > 0)
  .map((each) => each.textContent || each.value)
"""


# Pictures that have more or less than half of the window.
OTHER_PICTURES = """
() => [...document.querySelectorAll(
    ".oq-chart, [class*=st-key-half_]:has(.stPlotlyChart)")]
  .map((each) => each.getBoundingClientRect().height / innerHeight)
  .filter((part) => Math.abs(part - 0.5) > 0.001)
"""


def is_one_screen(page: Page, selector: str) -> None:
    assert page.evaluate(OUTSIDE, selector) == []
    assert page.evaluate(SMALL) == []
    assert page.evaluate(SMALL_IN_CHARTS) == []
    assert page.evaluate(CUT) == []
    assert page.evaluate(OTHER_PICTURES) == []


def one_screen_at_each_size(page: Page, selector: str) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        # Charts take their size after a moment.
        eventually(page, lambda: is_one_screen(page, selector))


@pytest.mark.parametrize(
    "address",
    [
        address if place % 2 else dear(address, "ordinarily every other page")
        for place, address in enumerate(SCREENS)
    ],
)
def test_what_a_demonstration_needs_is_on_one_screen(visitor: Visitor, address: str):
    page, selector = visitor.page, SCREENS[address]
    visitor.go(f"/{address}{'&' if '?' in address else '?'}projector=1")
    expect(page.locator(selector).first).to_be_visible()
    one_screen_at_each_size(page, selector)
    examples = page.get_by_role("combobox").first
    if address.startswith(("compare", "classification")):
        # The list is open at the larger size.
        examples.click()
        expect(page.get_by_role("option").first).to_be_visible()
        eventually(page, lambda: is_one_screen(page, selector))
        page.keyboard.press("Escape")
    slider = page.locator(".board input[type=range]")
    if slider.count():
        slider.nth(6).press("ArrowUp")
        at_rest(page)
        one_screen_at_each_size(page, selector)


#: Of a working that is opened: its words, formulas and tables.
WORKING = "[data-testid=stMain] :is(p, h3, th, td, button, .katex-html .base), .seeing *"


@pytest.mark.parametrize(("measure", "steps"), [("RNOD", ("At work", "3")), ("JSD", ("3",))])
def test_a_step_of_a_working_is_on_one_screen(
    visitor: Visitor, measure: str, steps: tuple[str, ...]
):
    page = visitor.page
    visitor.go(f"/compare?{CONFLICT}&measures=all&working={measure}&projector=1")
    expect(page.locator(".katex-display")).to_have_count(2)
    for step in steps:
        page.get_by_test_id("stButtonGroup").get_by_text(step, exact=True).click()
        if step == "At work":
            expect(page.locator(".seeing .stage")).to_have_count(2)
        else:
            expect(page.get_by_role("heading", level=3)).to_contain_text(f"{step}. ")
        at_rest(page)
        one_screen_at_each_size(page, WORKING)
    page.get_by_role("button", name="Back to the bars").click()
    expect(page.locator(".oq-measures tr[data-measure]")).to_have_count(len(MEASURES))


def test_an_answer_of_the_quiz_is_on_one_screen(visitor: Visitor):
    page = visitor.page
    visitor.go("/quiz?measures=NMD,RNOD,JSD&answers=AAA&projector=1")
    # The first is answered, and so the second is shown.
    expect(page.get_by_role("radiogroup")).to_have_count(3)
    for question in page.get_by_role("radiogroup").all():
        question.get_by_text("B", exact=True).click()
        at_rest(page)
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_role("button", name="Next question")).to_be_visible()
    expect(page.get_by_test_id("stAlert")).to_have_count(3)
    one_screen_at_each_size(page, QUIZ)


RING = """
getComputedStyle(
  document.querySelector(".stRadio label:not(:has(:checked)) > div > div")
).borderColor
"""


def is_in_the_texts_colour(page: Page) -> None:
    assert page.evaluate(RING).startswith("color(srgb")


#: All of a lesson's own; what cannot be seen has no size.
CHART = ".oq-chart, .stPlotlyChart"
LESSON = f"[data-testid=stMain] :is(p, td, th, label, button, {CHART}), {BOARD}"


@pytest.mark.parametrize(
    "lesson",
    [
        lesson if place % 4 == 0 else dear(lesson, "ordinarily every fourth lesson")
        for place, lesson in enumerate(LESSONS)
    ],
    ids=lambda lesson: lesson.key,
)
def test_every_step_of_a_lesson_is_on_one_screen(visitor: Visitor, lesson: Lesson):
    page = visitor.page
    wrong = (lesson.right(lesson.facts()) + 1) % len(lesson.options)
    made = f"lesson={lesson.key}&step=question&predicted={lesson.key}{wrong}"
    visitor.go(f"/lessons?{made}&projector=1")
    for number, step in enumerate(("question", "prediction", "answer", "try-it", "remember")):
        if number:
            page.keyboard.press("PageDown")
        page.wait_for_url(re.compile(f"step={step}"))
        takes_keys(page, f"{lesson.key}/{number}")
        one_screen_at_each_size(page, LESSON + ", .seeing *" * (step == "answer"))
        if step == "prediction":
            # In the text's colour: Streamlit's own is too faint.
            eventually(page, lambda: is_in_the_texts_colour(page))
        if step == "try-it" and getattr(lesson.figure, "works", False):
            page.get_by_text("At work", exact=True).click()
            systems = len(lesson.figure.start.shown) - 1
            expect(page.locator(".seeing .stage")).to_have_count(systems)
            one_screen_at_each_size(page, LESSON + ", .seeing *")
