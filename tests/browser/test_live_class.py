"""A live class in a real browser: a lecturer's page and phones, one of them always in trouble."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from pages.learn.live_parts.questions import SHIPPED, shipped_plan
from pages.live_class.activities import Choose, Estimate, Find, Predict, Rate
from tests.browser.test_accessibility import AXE, RUN
from tests.browser.waiting import LIMIT, at_rest
from tests.conftest import ROOT, dear
from tests.server import free_port, serve

PLAN = shipped_plan()
#: One picture of several characters.
PICTURE = "\U0001f469\u200d\U0001f680"


class Lecturer:
    """The page that steers."""

    def __init__(
        self, page: Page, server: str, code: str = "^[A-Z]{4}$", opens: bool = True
    ) -> None:
        self.page, self.server = page, server
        if opens:
            page.goto(f"{server}/live")
        page.get_by_role("button", name="Open the room").click()
        shown = page.locator(".oq-code")
        expect(shown).to_have_text(re.compile(code))
        self.code = shown.inner_text()

    @property
    def next(self):
        return self.page.locator(".st-key-live_next button")

    def press(self, words: str) -> None:
        """Press the button for what comes next, which says so."""
        expect(self.next).to_contain_text(words)
        self.next.click()
        expect(self.next.filter(has_text=words)).to_have_count(0)

    def sees(self, words: str) -> None:
        expect(self.page.get_by_text(words).first).to_be_visible()


class Phone:
    """A browser of its own, as wide as a small phone."""

    def __init__(self, browser: Browser, lecturer: Lecturer, scheme: str = "light") -> None:
        self.context = browser.new_context(
            viewport={"width": 360, "height": 740}, has_touch=True, color_scheme=scheme
        )
        self.context.set_default_timeout(LIMIT)
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.said(message.text))
        self.page.on("request", lambda request: self.asked(request.url, lecturer.server))
        self.address = f"{lecturer.server}/room/{lecturer.code}"
        self.page.goto(self.address)

    def asked(self, url: str, server: str) -> None:
        if not url.startswith((server, "data:")):
            self.errors.append(f"asked another host: {url}")

    def said(self, text: str) -> None:
        """What its own policy refuses, the browser says in its console."""
        if "Content Security Policy" in text:
            self.errors.append(text)

    def sees(self, words: str) -> None:
        expect(self.page.get_by_text(words).first).to_be_visible()

    def says(self, words: str) -> None:
        expect(self.page.get_by_role("status")).to_contain_text(words)

    def choose(self, index: int) -> None:
        """An option, a class or an estimate: left, right or neither."""
        self.page.locator(":is(.asking button, input[type=radio])").nth(index).click()

    def draw(self, index: int, share: float) -> None:
        """A thumb on a bar."""
        box = self.page.locator(".draw").nth(index).bounding_box()
        assert box
        self.page.touchscreen.tap(box["x"] + share * box["width"], box["y"] + box["height"] / 2)

    def sleep(self, state: Literal["frozen", "active"] = "frozen") -> None:
        """Stop all that the page does, as a phone in a pocket does."""
        developer = self.context.new_cdp_session(self.page)
        developer.send("Page.setWebLifecycleState", {"state": state})

    def close(self) -> None:
        self.context.close()
        assert self.errors == []


@pytest.fixture
def lecturer(page: Page, server: str) -> Iterator[Lecturer]:
    found = Lecturer(page, server)
    yield found
    page.get_by_role("button", name="More").click()
    end_class(page)


def end_class(page: Page) -> None:
    """End the class, with More open."""
    page.get_by_text("End the class: the server").click()
    page.get_by_role("button", name="End the class").click()
    expect(page.get_by_role("button", name="Open the room")).to_be_visible()


@pytest.fixture
def phones(browser: Browser, lecturer: Lecturer) -> Iterator[list[Phone]]:
    found = [Phone(browser, lecturer, scheme) for scheme in ("light", "dark", "light")]
    for phone in found:
        phone.sees("You are in the class")
    lecturer.sees("3 phones connected")
    yield found
    for phone in found:
        phone.close()


def ask_what_they_would_rather_have(lecturer: Lecturer, *phones: Phone) -> None:
    """Two take the left estimate, and one is told who it is."""
    lecturer.press("First activity")
    lecturer.press("Open for answers")
    assert isinstance(PLAN[0], Choose)
    for phone, index in zip(phones, (1, 0, 0), strict=True):
        phone.sees("Equally good")
        phone.choose(index)
        phone.says("Sent")
    phones[0].sees("You are phone-1")
    lecturer.sees("3 answered")
    lecturer.press("Close")
    lecturer.press("Reveal")
    expect(lecturer.page.locator(".oq-room li").first).to_contain_text("2 (67%)")


def ask_a_question(lecturer: Lecturer, one: Phone, two: Phone, three: Phone) -> None:
    """A change of mind, a reload and a double tap count once; keys will do."""
    lecturer.press("Next activity")
    lecturer.press("Open for answers")
    assert isinstance(PLAN[1], Predict)
    one.sees(PLAN[1].options[0])
    one.choose(0)
    one.choose(1)
    one.says("Sent")
    two.choose(1)
    two.says("Sent")
    two.page.get_by_role("radio").nth(1).dblclick()
    two.page.reload()
    expect(two.page.get_by_role("radio").nth(1)).to_be_checked()
    three.page.get_by_role("radio").first.focus()
    three.page.keyboard.press("ArrowDown")
    three.page.keyboard.press("ArrowDown")
    three.says("Sent")
    lecturer.sees("3 answered")
    lecturer.press("Close")
    one.sees("Closed. Your answer counts.")
    expect(lecturer.page.locator(".oq-room")).to_have_count(0)
    lecturer.page.locator("body").press("ArrowRight")
    bars = lecturer.page.locator(".oq-room li")
    expect(bars.nth(1)).to_contain_text("2 (67%)")
    expect(bars.nth(2)).to_contain_text("1 (33%)")
    # The whole track is everybody.
    expect(bars.nth(1).locator(".oq-fill")).to_have_attribute("style", "width:66.67%")
    expect(one.page.locator(".result .fill").nth(2)).to_have_attribute("style", "width: 33.3333%;")
    lecturer.sees("The measures say")
    one.sees("✓ as the measures")


def rate_an_item(
    browser: Browser, lecturer: Lecturer, one: Phone, two: Phone, three: Phone
) -> Phone:
    """One loses the network, answers, and is counted when it is back; one joins late."""
    lecturer.press("Open for answers")
    assert isinstance(PLAN[2], Rate)
    for phone in (one, two, three):
        phone.sees(PLAN[2].title)
    one.context.set_offline(True)
    one.choose(0)
    one.says("Not sent yet")
    two.choose(4)
    three.choose(4)
    lecturer.sees("2 answered")
    late = Phone(browser, lecturer)
    late.sees(PLAN[2].title)
    late.choose(0)
    late.says("Sent")
    lecturer.sees("3 answered")
    one.context.set_offline(False)
    lecturer.sees("4 answered")
    lecturer.press("Close")
    return late


def estimate_it(lecturer: Lecturer, one: Phone, two: Phone, three: Phone) -> None:
    """By thumb and by keys; a nickname stays text and is not shown. One slept meanwhile."""
    three.sleep()
    lecturer.press("Open for answers")
    assert isinstance(PLAN[3], Estimate)
    expect(one.page.get_by_role("slider")).to_have_count(5)
    one.draw(0, 0.5)
    one.draw(4, 0.5)
    one.says("Sent")
    expect(one.page.get_by_role("slider", name="-2")).to_have_attribute(
        "aria-valuetext", "50 % of the votes"
    )
    two.page.get_by_role("slider", name="0", exact=True).press("End")
    two.says("Sent")
    three.sleep("active")
    expect(three.page.get_by_role("slider")).to_have_count(5)
    three.draw(1, 0.9)
    three.says("Sent")
    three.page.locator("#name").fill("\u3164")
    three.page.get_by_role("button", name="Save").click()
    three.says("Nothing of this nickname can be seen")
    three.page.locator("#name").fill(f" Eve {PICTURE} \u202e")
    three.page.get_by_role("button", name="Save").click()
    three.says(f"You are called Eve {PICTURE}. ")
    expect(three.page.locator("#name")).to_have_value(f"Eve {PICTURE}")
    lecturer.sees("3 answered")
    lecturer.press("Close")
    lecturer.press("Reveal")
    lecturer.sees("prefer the same estimate: phone-1")
    one.sees("your estimate in blue")
    expect(one.page.locator(".result .fill").first).to_have_attribute("style", "width: 50%;")
    expect(one.page.locator(".result .fill").nth(1)).to_have_attribute("style", "width: 50%;")
    one.sees("Your scores: NMD ")


def test_a_whole_class(browser: Browser, lecturer: Lecturer, phones: list[Phone]):
    ask_what_they_would_rather_have(lecturer, *phones)
    ask_a_question(lecturer, *phones)
    lecturer.press("Next activity")
    late = rate_an_item(browser, lecturer, *phones)
    lecturer.press("Estimate the votes")
    estimate_it(lecturer, *phones)
    expect(late.page.get_by_text("2 (50 %)").first).to_be_visible()
    late.close()


def test_the_class_goes_on_after_more_is_opened_in_every_phase(lecturer: Lecturer):
    def look() -> None:
        lecturer.page.get_by_role("button", name="More").click()
        lecturer.sees("2. Predict")
        lecturer.page.keyboard.press("Escape")
        expect(lecturer.page.get_by_text("The code for joining")).to_have_count(0)

    for words in ("First activity", "Open for answers", "Close", "Reveal", "Next activity"):
        look()
        lecturer.press(words)
    look()
    lecturer.page.get_by_role("button", name="More").click()
    lecturer.page.get_by_role("button", name="1. Choose").click()
    lecturer.sees("NMD prefers")
    lecturer.page.keyboard.press("Escape")
    lecturer.press("Next activity")


def fits_one_screen(page: Page) -> None:
    """Whether nothing has to be scrolled to on a projector, large or small."""
    at_rest(page)
    for width, height in ((1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            "height => document.querySelector('[data-testid=stMain]').scrollHeight <= height",
            arg=height,
        )


def is_accessible(page: Page) -> None:
    found = page.evaluate(f"{AXE}; (({RUN})(null))")
    assert not found, "\n".join(map(str, found))


def answer_once(phones: list[Phone], kind: type) -> None:
    """What two phones do while an activity is open; one stops in the middle of a series."""
    for number, phone in enumerate(phones):
        if kind is Find:
            for asked in range(1, 21 if number == 0 else 4):
                phone.sees(f"{asked} of 20")
                phone.choose(asked % 2)
        elif kind is Estimate:
            expect(phone.page.get_by_role("slider").first).to_be_visible()
            phone.draw(2 * number, 0.5)
            phone.says("Sent")
        else:
            phone.sees("Equally good" if kind is Choose else "Activity")
            phone.choose(number)
            phone.says("Sent")
    if kind is Find:
        phones[0].sees("You have answered all")


def go_on_together(lecturer: Lecturer, phones: list[Phone]) -> None:
    """One more question, chosen from what the room has answered."""
    page = lecturer.page
    page.get_by_role("button", name="More").click()
    lecturer.sees("The room so far: ")
    page.get_by_role("button", name="Another, where the room is most split").click()
    page.keyboard.press("Escape")
    lecturer.press("Open for answers")
    answer_once(phones, Choose)
    for words in ("Close", "Reveal"):
        lecturer.press(words)


@pytest.mark.parametrize("minutes", [45, dear(90, "ordinarily the plan for 45 minutes")])
def test_both_plans_lead_to_an_end_and_every_screen_fits_a_projector(
    browser: Browser, server: str, page: Page, minutes: int
):
    page.goto(f"{server}/live?projector=1")
    page.get_by_role("button", name="Open the room").wait_for()
    at_rest(page)
    if minutes != SHIPPED[0]:
        page.get_by_role("button", name=f"Plan for {minutes} minutes").click()
        expect(page.get_by_role("heading", name=f"{minutes} minutes")).to_be_visible()
    lecturer = Lecturer(page, server, opens=False)
    phones = [Phone(browser, lecturer) for _ in range(2)]
    plan = shipped_plan(minutes)
    seen: set[type] = set()
    lecturer.press("First activity")
    for place, activity in enumerate(plan):
        lecturer.press("Open for answers")
        answer_once(phones, type(activity))
        fits_one_screen(page)
        if type(activity) not in seen:
            seen.add(type(activity))
            is_accessible(page)
        lecturer.press("Close")
        if isinstance(activity, Rate):
            lecturer.press("Estimate the votes")
            continue
        if isinstance(activity, Find):
            phones[0].sleep()
            phones[1].page.reload()
        lecturer.press("Reveal")
        fits_one_screen(page)
        if isinstance(activity, Find):
            lecturer.sees("2 people, 23 answers")
            phones[0].sleep("active")
            for phone in phones:
                phone.sees("The room: ")
        if not place:
            go_on_together(lecturer, phones)
            fits_one_screen(page)
        lecturer.press("Next activity" if place + 1 < len(plan) else "End of the plan")
    expect(page.get_by_role("heading", name="What this class found")).to_be_visible()
    fits_one_screen(page)
    is_accessible(page)
    lecturer.sees("Best by NMD")
    for phone in phones:
        phone.sees("of 2, ")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the choices").click()
    assert saved.value.path().read_text().startswith("gold,a,b,person,choice,why,seconds\n")
    for phone in phones:
        phone.close()
    page.get_by_role("button", name="More").click()
    end_class(page)


def as_if_rushed(route: Route) -> None:
    """What the server tells when phones join faster than people can."""
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "rushed": True})


def test_the_room_is_locked_and_phones_that_never_answered_are_removed(
    browser: Browser, lecturer: Lecturer
):
    one, two = (Phone(browser, lecturer) for _ in range(2))
    lecturer.sees("2 phones connected")
    lecturer.press("First activity")
    lecturer.press("Open for answers")
    one.choose(0)
    one.says("Sent")
    lecturer.press("Close")
    more = lecturer.page.get_by_role("button", name="More")
    more.click()
    lecturer.page.get_by_role("button", name="Lock the room").click()
    lecturer.sees("2 phones connected, locked")
    late = Phone(browser, lecturer)
    late.says("locked this room")
    lecturer.page.get_by_role("button", name="Remove phones that never answered").click()
    two.sees("You were removed")
    lecturer.sees("1 phone connected, locked")
    lecturer.page.get_by_role("button", name="Let phones in again").click()
    lecturer.sees("1 phone connected")
    # Who was locked out gets in without a further tap, and who was removed with one.
    late.sees("Closed. You gave no answer.")
    two.page.get_by_role("button", name="Join again").click()
    two.sees("Closed. You gave no answer.")
    lecturer.page.route("**/count", as_if_rushed)
    lecturer.sees("join faster than people can")
    lecturer.page.unroute_all(behavior="wait")
    lecturer.page.keyboard.press("Escape")
    for phone in (one, two, late):
        phone.close()


def test_a_class_is_saved_on_the_projector_and_reopened_however_its_file_is_laid_out(
    lecturer: Lecturer, tmp_path: Path
):
    page, code = lecturer.page, lecturer.code
    page.get_by_text("Projector").click()
    expect(page.get_by_role("switch", name="Projector")).to_be_checked()
    at_rest(page)
    page.get_by_role("button", name="More").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the class").click()
    end_class(page)
    file = tmp_path / "class.json"
    file.write_text(json.dumps(json.loads(saved.value.path().read_text()), indent=4))
    page.locator("[data-testid=stFileUploader] input").set_input_files(file)
    expect(page.locator(".oq-code")).to_have_text(code)
    at_rest(page)
    expect(page.get_by_text("Not opened")).to_have_count(0)


@pytest.mark.dear("ordinarily a whole class is taught")
def test_the_phones_page_is_accessible_in_every_state(lecturer: Lecturer, phones: list[Phone]):
    def check() -> None:
        for phone in phones[:2]:
            # The page's own policy lets no script in.
            found = phone.page.evaluate(f"{AXE}; (({RUN})(null))")
            assert not found, "\n".join(map(str, found))
            width = phone.page.evaluate("document.documentElement.scrollWidth")
            assert width <= 360

    check()
    lecturer.press("First activity")
    lecturer.press("Open for answers")
    for phone in phones[:2]:
        phone.sees("Equally good")
    check()
    for words in ("Close", "Reveal", "Next activity", "Open for answers"):
        lecturer.press(words)
    phones[0].sees("What do you predict?")
    phones[1].sees("What do you predict?")
    check()
    phones[0].choose(0)
    lecturer.press("Close")
    lecturer.press("Reveal")
    for phone in phones[:2]:
        phone.sees("The room’s votes.")
    check()
    lecturer.press("Next activity")
    lecturer.press("Open for answers")
    phones[0].choose(1)
    phones[0].says("Sent")
    lecturer.press("Close")
    lecturer.press("Estimate the votes")
    lecturer.press("Open for answers")
    for phone in phones[:2]:
        expect(phone.page.get_by_role("slider")).to_have_count(5)
    check()


def test_a_wrong_code_asks_again_and_a_lecturer_who_reloads_still_steers(
    browser: Browser, server: str, lecturer: Lecturer
):
    phone = browser.new_page()
    phone.set_default_timeout(LIMIT)
    phone.goto(f"{server}/room")
    phone.get_by_label("The code on the screen").fill("qqqq")
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_role("status")).to_contain_text("no room with this code")
    phone.get_by_label("The code on the screen").fill(lecturer.code.lower())
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_role("heading", name="You are in the class")).to_be_visible()
    phone.get_by_role("button", name="Leave").click()
    expect(phone.get_by_role("heading", name="You have left")).to_be_visible()
    lecturer.sees("0 phones connected")
    phone.close()
    lecturer.press("First activity")
    lecturer.page.reload()
    expect(lecturer.page.locator(".oq-code")).to_have_text(lecturer.code)
    lecturer.press("Open for answers")


@pytest.mark.dear("ordinarily rooms are reopened without a browser")
def test_after_a_restart_the_lecturer_reopens_the_class_and_phones_come_back(browser: Browser):
    port = free_port()
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    context.set_default_timeout(LIMIT)
    with serve(ROOT / "app.py", port) as server:
        lecturer = Lecturer(context.new_page(), server)
        one, two = (Phone(browser, lecturer) for _ in range(2))
        for phone in (one, two):
            phone.sees("You are in the class")
        for words in ("First activity", "Open for answers", "Close", "Reveal"):
            lecturer.press(words)
        lecturer.press("Next activity")
        lecturer.press("Open for answers")
        one.choose(1)
        one.says("Sent")
        lecturer.sees("1 answered")
    # The server is asked to end, and open streams do not keep it.
    one.says("No connection")
    two.choose(2)
    two.says("Not sent yet")
    with serve(ROOT / "app.py", port):
        one.says("The server has restarted")
        reopen = lecturer.page.get_by_role("button", name="Reopen the class")
        reopen.click()
        expect(lecturer.page.locator(".oq-code")).to_have_text(lecturer.code)
        # Both answers count once: one was lost with the server, one never reached it.
        lecturer.sees("2 answered")
        lecturer.sees("2 phones connected")
        one.choose(2)
        one.says("Sent")
        lecturer.press("Close")
        lecturer.press("Reveal")
        bars = lecturer.page.locator(".oq-room li")
        expect(bars.nth(2)).to_contain_text("2 (100%)")
        for phone in (one, two):
            phone.close()
        context.close()
