"""A student with a phone: bars lie under the finger, the page scrolls, the drawer closes."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from oq_core import MEASURES
from pages.menu import ENTRIES, MENU, MenuEntry
from tests.browser.test_accessibility import BEYOND, drawn
from tests.browser.test_board import bar, settle
from tests.browser.waiting import Visitor, at_rest, eventually
from tests.conftest import dear


@pytest.fixture(scope="module")
def walker(phones: BrowserContext, server: str) -> Iterator[Visitor]:
    """A phone that walks from page to page."""
    page = phones.new_page()
    yield Visitor(page, server)
    page.close()


def swipe(page: Page, start: tuple[float, float], way: tuple[float, float]) -> None:
    """A finger that goes some pixels and lets go."""
    session = page.context.new_cdp_session(page)

    def send(kind: str, part: float) -> None:
        x, y = (at + part * by for at, by in zip(start, way, strict=True))
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", 0)
    for step in range(1, 11):
        send("touchMove", step / 10)
    send("touchEnd", 1)


def votes(page: Page) -> list[str]:
    return page.locator(".board output").all_inner_texts()


@pytest.mark.both("ordinarily on a server")
def test_the_first_direction_of_a_swipe_decides_between_scrolling_and_dragging(
    server: str, phone: Page
):
    phone.goto(f"{server}/compare?two=1")
    expect(phone.locator(".oq-measures")).to_be_visible()
    settle(phone)
    before = votes(phone)
    slot = phone.locator(".slot").nth(7).bounding_box()
    start = (slot["x"] + slot["width"] * 0.25, slot["y"] + slot["height"] / 2)
    swipe(phone, start, (4, -200))
    phone.wait_for_function("document.querySelector('[data-testid=stMain]').scrollTop > 50")
    assert votes(phone) == before

    def top() -> float:
        return phone.evaluate("document.querySelector('[data-testid=stMain]').scrollTop")

    def drag() -> None:
        """A page that still comes to rest after scrolling takes a touch for a stop."""
        phone.evaluate("document.querySelector('[data-testid=stMain]').scrollTop = 0")
        now = phone.locator(".slot").nth(7).bounding_box()
        assert top() == 0
        place = (now["x"] + now["width"] * 0.25, now["y"] + now["height"] / 2)
        swipe(phone, place, (now["width"] * 0.5, 3))
        expect(bar(phone, "System A", "0")).to_have_value("15", timeout=1000)
        assert top() == 0

    eventually(phone, drag)


BOARD = ".slot, .summary, .oq-measures tr[data-measure]"


@pytest.mark.parametrize(
    ("address", "needed"),
    [
        ("", ".slot, .buttons button"),
        ("classification", ".matrix input, .summary"),
        *(
            pytest.param(address, needed, marks=pytest.mark.dear("ordinarily start and matrices"))
            for address, needed in (
                ("compare", BOARD),
                ("quiz", ".seeing, .stRadio, .st-key-side .stButton"),
            )
        ),
    ],
)
@pytest.mark.both("ordinarily on a server")
def test_what_is_moved_or_asked_and_the_verdict_are_on_one_screen(
    server: str, phone: Page, address: str, needed: str
):
    phone.goto(f"{server}/{address}")
    expect(phone.locator(needed).last).to_be_visible()
    at_rest(phone)

    def is_on_one_screen() -> None:
        boxes = [each.bounding_box() for each in phone.locator(needed).all()]
        assert None not in boxes
        assert min(box["y"] for box in boxes) >= 0
        assert max(box["y"] + box["height"] for box in boxes) <= 844

    # Charts take their size after a moment.
    eventually(phone, is_on_one_screen)


def tops(page: Page, *selectors: str) -> list[float]:
    """How far below the top the first of each is."""
    at_rest(page)
    for each in selectors:
        expect(page.locator(each).first).to_be_visible()
    return [page.locator(each).first.bounding_box()["y"] for each in selectors]


def shows_its_picture_first(page: Page) -> None:
    """Wait until a lesson has its chart above its words."""
    chart, words = "[data-testid=stMain] .oq-chart", ".st-key-side p:has(a)"
    eventually(page, lambda: in_order(tops(page, chart, words)))


@pytest.mark.both("ordinarily on a server, and within the visit of test_edition")
def test_a_lesson_shows_its_picture_before_its_words(server: str, phone: Page):
    phone.goto(f"{server}/lessons?lesson=near")
    shows_its_picture_first(phone)
    phone.goto(f"{server}/lessons?lesson=near&step=answer&predicted=near1")
    reply = ".st-key-lesson_picture [data-testid=stAlertContainer]"
    prose = ".st-key-side p:has(a[href='#word-bin-by-bin'])"
    eventually(phone, lambda: in_order(tops(phone, reply, ".seeing", prose)))


def in_order(places: list[float]) -> None:
    assert places == sorted(places)


# What a finger is to hit, and has less than 40 pixels. A bar is hit with its label, and a widget
# that is hidden with its label; a word within a sentence is as high as its line.
SMALL_TARGETS = """
() => {
  const deep = (root) => [...root.querySelectorAll("*")].flatMap((each) =>
    [each, ...(each.shadowRoot ? deep(each.shadowRoot) : [])]);
  const least = (each) => {
    const box = each.getBoundingClientRect();
    return box.right > 0 && box.left < innerWidth ? Math.min(box.width, box.height) : 40;
  };
  return deep(document)
    .filter((each) => each.matches("button, input, select, summary, [role=tab], a[href]"))
    .filter((each) => each.checkVisibility() && !each.matches(":is(p, li, h1, h2) a, [type=file]"))
    .map((each) => each.matches("input")
      ? each.closest("label, .bar, .stSlider [role=group]") ?? each : each)
    .filter((each) => least(each) < 39.5 && each.getBoundingClientRect().width > 1)
    .map((each) => `${Math.round(least(each))}: ${each.outerHTML.slice(0, 160)}`);
}
"""


# Words that are cut in a select, touch the edge of a button of the header, are covered by the
# buttons of their table, or tell of keys that a phone has not.
HIDDEN_WORDS = """
() => {
  const box = (each) => each.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(selector)];
  return [
    ...all(".stSelectbox input").filter((each) => each.scrollWidth > each.clientWidth + 1),
    ...all(".st-key-frame button p")
      .filter((each) => box(each).right > box(each.closest("button")).right - 5),
    ...all(".stDataFrame canvas").filter((each) => box(each).top + 1
      < box(each.closest(".stElementContainer").querySelector("[data-testid=stElementToolbar]"))
        .bottom),
    ...all("kbd, [class*=st-key-keys_]").filter((each) => each.checkVisibility()),
  ].map((each) => each.value ?? each.outerHTML.slice(0, 160));
}
"""


@pytest.mark.parametrize(
    "entry",
    [
        entry if place % 4 == 1 else dear(entry, "ordinarily every fourth page")
        for place, entry in enumerate(ENTRIES)
    ],
    ids=lambda entry: entry.address,
)
def test_a_finger_hits_what_it_means_and_no_projector_cuts_a_phone(
    walker: Visitor, entry: MenuEntry
):
    page = walker.page
    page.set_viewport_size({"width": 390, "height": 844})
    walker.go(f"/{entry.address}")
    drawn(page)
    eventually(page, lambda: none(page, SMALL_TARGETS))
    eventually(page, lambda: none(page, HIDDEN_WORDS))
    page.set_viewport_size({"width": 360, "height": 640})
    walker.go(f"/{entry.address}?projector=1")
    drawn(page)
    eventually(page, lambda: none(page, BEYOND))


def none(page: Page, wrong: str) -> None:
    assert page.evaluate(wrong) == []


def test_the_drawer_closes_after_a_choice_and_nothing_covers_its_button(server: str, phone: Page):
    phone.goto(server)
    expect(phone.get_by_role("button", name="A guessed better")).to_be_visible()
    drawer = phone.get_by_test_id("stSidebar")
    phone.get_by_test_id("stExpandSidebarButton").click()
    expect(drawer).to_have_attribute("data-collapsed", "false")
    expect(phone.get_by_role("button", name="Share")).to_be_hidden()
    # Learn is open, the rest is folded.
    entries = phone.get_by_test_id("stSidebarNavLink")
    expect(entries).to_have_count(sum(entry.is_listed for entry in MENU["Learn"]))
    expect(phone.get_by_test_id("stNavSectionHeader")).to_have_count(len(MENU))
    entries.filter(has_text="Quiz").click()
    expect(phone.get_by_role("heading", name="Quiz")).to_be_visible()
    expect(drawer).to_have_attribute("data-collapsed", "true")
    expect(phone.get_by_role("button", name="Share")).to_be_visible()


# Numbers in a heat map that are smaller than 9 px or run into the next one.
UNREADABLE = """
() => {
  const found = [...document.querySelectorAll(".heatmaplayer text")].map((each) =>
    [each.getBoundingClientRect(), each]);
  return found.filter(([box, each]) => parseFloat(getComputedStyle(each).fontSize) < 9
    || found.some(([other]) => other.left > box.left && other.left < box.right
      && Math.abs(other.top - box.top) < 2)).map(([, each]) => each.textContent);
}
"""


def test_figures_can_be_read_and_words_are_one_tap_away(server: str, phone: Page):
    every = "&".join(f"quantification_measures={key}" for key in MEASURES)
    phone.goto(f"{server}/rankings?{every}")
    numbers = phone.locator(".heatmaplayer text")
    expect(numbers.first).to_be_visible()
    at_rest(phone)

    def readable() -> None:
        assert numbers.count() == len(MEASURES) * (len(MEASURES) - 1)
        assert phone.evaluate(UNREADABLE) == []

    eventually(phone, readable)
    # Plotly's toolbar would cover titles.
    expect(phone.locator(".modebar-container").filter(visible=True)).to_have_count(0)
    phone.get_by_role("button", name="Words").tap()
    words = phone.get_by_test_id("stPopoverBody")
    for name in ("scales A, S and E", "LQ21", "percentile points", "d: d tells", "NMD: Normalised"):
        expect(words).to_contain_text(name)


def test_a_word_opens_what_it_means_by_tap_and_by_key(server: str, phone: Page):
    phone.goto(f"{server}/lessons")
    word = phone.get_by_role("link", name="measures", exact=True)
    expect(word).to_be_visible()
    at_rest(phone)
    word.tap()
    entry = phone.get_by_role("dialog", name="measure", exact=True)
    expect(entry).to_contain_text("A measure is a rule that gives an estimate a score")

    def is_in_the_window() -> None:
        box = entry.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390

    eventually(phone, is_in_the_window)
    # A tap beside it closes it, and so does Escape, which gives the focus back.
    phone.touchscreen.tap(200, 800)
    expect(entry).to_have_count(0)
    phone.get_by_role("link", name="JSD").focus()
    phone.keyboard.press("Enter")
    of_measure = phone.get_by_role("dialog", name="JSD: Jensen-Shannon Divergence")
    reference = of_measure.get_by_role("link", name="Reference")
    expect(reference).to_have_attribute("href", "reference?measure=JSD")
    phone.keyboard.press("Escape")
    expect(of_measure).to_have_count(0)
    expect(phone.get_by_role("link", name="JSD")).to_be_focused()
    word.tap()
    entry.get_by_role("button", name="All words").tap()
    expect(phone.get_by_test_id("stPopoverBody")).to_contain_text("scales A, S and E")
    assert "#" not in phone.url


def test_on_the_map_a_point_is_dragged_or_placed_by_a_tap_and_a_swipe_scrolls(walker: Visitor):
    phone = walker.page
    phone.set_viewport_size({"width": 390, "height": 844})
    walker.go("/map?map_a=10,5,5&map_b=0,0,20")
    map_ = phone.locator(".walk svg").first
    star = map_.locator(".point.gold")
    expect(star).to_be_visible()
    at_rest(phone)

    def top() -> float:
        return phone.evaluate("document.querySelector('[data-testid=stMain]').scrollTop")

    def middle(name: str) -> tuple[float, float]:
        box = map_.locator(f".point.{name} .sign").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def told(name: str) -> str:
        return map_.locator(f".point.{name}").get_attribute("aria-valuetext") or ""

    # A swipe beside the points scrolls, and moves none.
    before = {name: told(name) for name in ("gold", "a", "b")}
    box = map_.bounding_box()
    assert box is not None
    swipe(phone, (box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8), (4, -200))
    phone.wait_for_function("document.querySelector('[data-testid=stMain]').scrollTop > 50")
    assert {name: told(name) for name in before} == before

    # A finger on the star drags it, and scrolls nothing.
    def drag() -> None:
        phone.evaluate("document.querySelector('[data-testid=stMain]').scrollTop = 0")
        swipe(phone, middle("gold"), (30, 40))
        expect(star).not_to_have_attribute("aria-valuetext", before["gold"], timeout=1000)
        assert top() == 0

    eventually(phone, drag)
    expect(phone.locator(".walk.pending")).to_have_count(0)

    # One picture is seen at a time, with the histograms below it.
    pictures = phone.locator(".walk .picture")
    phone.get_by_role("button", name="Difference").tap()
    expect(pictures.nth(0)).to_be_hidden()
    expect(pictures.nth(2)).to_be_visible()

    def has_histograms_below() -> None:
        under = phone.locator(".walk .histograms").bounding_box()
        seen = pictures.nth(2).bounding_box()
        assert under is not None
        assert seen is not None
        assert seen["y"] + seen["height"] <= under["y"]

    eventually(phone, has_histograms_below)
    phone.get_by_role("button", name="NMD", exact=True).tap()

    # A tap places the point that is chosen.
    phone.get_by_label("B", exact=True).check()
    of_a = told("a")

    def tap() -> None:
        now = map_.bounding_box()
        assert now is not None
        phone.touchscreen.tap(now["x"] + now["width"] / 2, now["y"] + now["height"] * 0.75)
        b = map_.locator(".point.b")
        expect(b).not_to_have_attribute("aria-valuetext", before["b"], timeout=1000)

    eventually(phone, tap)
    phone.wait_for_url(re.compile("map_b=(?!0%2C0%2C20)"))
    assert told("a") == of_a
