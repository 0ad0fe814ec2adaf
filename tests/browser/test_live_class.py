"""A live class in a real browser: a lecturer's page and phones, one of them always in trouble."""

import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from oq_core.preferences.choices import read_choices
from pages.live.live_parts.questions import SHIPPED, shipped_plan
from pages.live.server.activities import Choose, Estimate, Find, Predict, Rate
from tests.browser.test_accessibility import is_accessible
from tests.browser.test_projector import SMALL_IN_CHARTS
from tests.browser.waiting import LIMIT, at_rest, eventually
from tests.conftest import ROOT
from tests.server import free_port, serve

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

    @property
    def more(self):
        """Its name is a part of another button's, too."""
        return self.page.locator(".st-key-live_more").get_by_test_id("stPopoverButton")

    def press(self, words: str) -> None:
        """Press the button for what comes next, which says so."""
        expect(self.next).to_contain_text(words)
        self.next.click()
        expect(self.next.filter(has_text=words)).to_have_count(0)

    def reveal_now(self) -> None:
        """Show what was answered, without closing it first."""
        self.page.get_by_role("button", name="Reveal now").click()
        expect(self.next.filter(has_text="Close")).to_have_count(0)

    def sees(self, words: str) -> None:
        expect(self.page.get_by_text(words).first).to_be_visible()


class Phone:
    """A browser of its own, as wide as a small phone."""

    def __init__(
        self, browser: Browser, lecturer: Lecturer, scheme: str = "light", opens: str | None = None
    ) -> None:
        self.context = browser.new_context(
            viewport={"width": 360, "height": 740}, has_touch=True, color_scheme=scheme
        )
        self.context.set_default_timeout(LIMIT)
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.said(message.text))
        self.page.on("request", lambda request: self.asked(request.url, lecturer.server))
        self.page.goto(f"{lecturer.server}/room/{lecturer.code if opens is None else opens}")

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
    found.more.click()
    end_class(page)


def end_class(page: Page) -> None:
    """End the class, with More open."""
    page.get_by_text("End the class: the server").click()
    page.get_by_role("button", name="End the class").click()
    expect(page.get_by_role("button", name="Open the room")).to_be_visible()
    # Until the script has run, More is remembered as open, and the next class finds it so.
    at_rest(page)


def has_phones(browser: Browser, lecturer: Lecturer, *schemes: str) -> list[Phone]:
    """Phones that are in the class, in the order of their numbers."""
    found = []
    for scheme in schemes:
        found.append(Phone(browser, lecturer, scheme))
        found[-1].sees("You are in the class")
    lecturer.sees(f"{len(found)} phones connected")
    return found


def look_into_more(lecturer: Lecturer) -> None:
    """More opens and closes, and the class goes on as if it had not."""
    lecturer.more.click()
    expect(where_to_go(lecturer)).to_be_visible()
    lecturer.page.keyboard.press("Escape")
    expect(where_to_go(lecturer)).to_have_count(0)


def where_to_go(lecturer: Lecturer) -> Locator:
    return lecturer.page.get_by_role("combobox", name="Go to")


def are_accessible(*phones: Phone) -> None:
    """Of a phone, the page's own policy lets no script in."""
    for phone in phones:
        is_accessible(phone.page)
        eventually(phone.page, lambda phone=phone: is_narrow(phone.page))


def is_narrow(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def has_no_small_text(page: Page) -> None:
    assert page.evaluate(SMALL_IN_CHARTS) == []


SIZES = ((1280, 720), (1920, 1080))


def fits_one_screen(page: Page) -> None:
    """Whether nothing has to be scrolled to on a projector, large or small."""
    at_rest(page)
    now = page.viewport_size
    # The size that it has already comes first: each change draws the charts anew.
    for width, height in sorted(SIZES, key=lambda size: size[0] != now["width"]):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            "height => document.querySelector('[data-testid=stMain]').scrollHeight <= height",
            arg=height,
        )


def all_sent(phones: Sequence[Phone]) -> None:
    """Phones send at the same time what was answered on one after the other."""
    for phone in phones:
        phone.says("Sent")


def ask_what_they_would_rather_have(lecturer: Lecturer, *phones: Phone) -> None:
    """Two take the left estimate, one is told who it is, and all why. More is opened throughout."""
    look_into_more(lecturer)
    lecturer.press("Open for answers")
    for phone, index in zip(phones, (1, 0, 0), strict=True):
        phone.sees("Equally good")
        phone.choose(index)
    all_sent(phones)
    phones[0].sees("You are phone-1")
    lecturer.sees("3 answered")
    fits_one_screen(lecturer.page)
    is_accessible(lecturer.page)
    are_accessible(*phones[:2])
    look_into_more(lecturer)
    lecturer.press("Close")
    look_into_more(lecturer)
    lecturer.press("Reveal")
    votes = lecturer.page.get_by_label("The room’s answers").locator("li")
    expect(votes.first).to_contain_text("Left: 2 (67\N{NO-BREAK SPACE}%)")
    expect(votes.first.locator(".oq-dot")).to_have_count(2)
    lecturer.sees("You: 67 % Left. The measures: 11 to ")
    expect(lecturer.page.get_by_role("button", name="As RNOD sees it")).to_be_visible()
    for phone in phones:
        phone.sees("NMD prefers ")
    # Names are those that stood there when it was asked.
    phones[0].sees("Right (yours)")
    phones[0].sees("People said")


def place_of(figure: Locator) -> object:
    """Where a figure stays: what is drawn anew around it moves it for a moment."""
    looks: list[object] = []

    def is_still() -> None:
        looks.append(figure.bounding_box())
        assert looks[-2:-1] == looks[-1:]

    eventually(figure.page, is_still)
    return looks[-1]


def ask_a_question(lecturer: Lecturer, asked: Predict, *phones: Phone) -> None:
    """A change of mind, a reload and a double tap count once; keys will do."""
    one, two, three = phones
    lecturer.press("Open for answers")
    one.sees(asked.options[0])
    one.choose(0)
    one.choose(1)
    two.choose(1)
    all_sent((one, two))
    two.page.get_by_role("radio").nth(1).dblclick()
    two.page.reload()
    expect(two.page.get_by_role("radio").nth(1)).to_be_checked()
    three.page.get_by_role("radio").first.focus()
    three.page.keyboard.press("ArrowDown")
    three.page.keyboard.press("ArrowDown")
    three.says("Sent")
    are_accessible(one, two)
    lecturer.sees("3 answered")
    fits_one_screen(lecturer.page)
    is_accessible(lecturer.page)
    lecturer.press("Close")
    one.sees("Closed. Your answer counts.")
    expect(lecturer.page.locator(".oq-dot")).to_have_count(0)
    figure = lecturer.page.get_by_role("img", name="System A")
    above = place_of(figure)
    lecturer.page.locator("body").press("ArrowRight")
    votes = lecturer.page.get_by_label("The room’s answers").locator("li")
    expect(votes.nth(1)).to_contain_text("2 (67\N{NO-BREAK SPACE}%)")
    expect(votes.nth(2)).to_contain_text("1 (33\N{NO-BREAK SPACE}%)")
    expect(votes.nth(1).locator(".oq-dot")).to_have_count(2)
    # The figure stays where it was; measures come into it.
    expect(lecturer.page.get_by_role("button", name="NVD", exact=True)).to_be_visible()

    def stays() -> None:
        assert figure.bounding_box() == above

    eventually(lecturer.page, stays)
    expect(one.page.locator(".result .fill").nth(2)).to_have_attribute("style", "width: 33.3333%;")
    lecturer.sees("The measures say")
    one.sees("✓ as the measures")


def rate_an_item(browser: Browser, lecturer: Lecturer, item: Rate, *phones: Phone) -> Phone:
    """One loses the network, answers, and is counted when it is back; one joins late.

    The late one mistypes the code.
    """
    one, two, three = phones
    lecturer.press("Open for answers")
    for phone in phones:
        phone.sees(item.title)
    one.context.set_offline(True)
    one.choose(0)
    one.says("Not sent yet")
    two.choose(4)
    three.choose(4)
    lecturer.sees("2 answered")
    late = Phone(browser, lecturer, opens="")
    for code in ("qqqq", lecturer.code.lower()):
        late.page.get_by_label("The code on the screen").fill(code)
        late.page.get_by_role("button", name="Join").click()
        if code == "qqqq":
            late.says("no room with this code")
    late.sees(item.title)
    late.choose(0)
    late.says("Sent")
    lecturer.sees("3 answered")
    one.context.set_offline(False)
    lecturer.sees("4 answered")
    are_accessible(late)
    fits_one_screen(lecturer.page)
    is_accessible(lecturer.page)
    lecturer.press("Close")
    lecturer.press("Estimate the votes")
    return late


def estimate_it(lecturer: Lecturer, *phones: Phone) -> None:
    """By thumb and by keys; a nickname stays text and is not shown. One slept meanwhile."""
    one, two, three, late = phones
    three.sleep()
    lecturer.press("Open for answers")
    expect(one.page.get_by_role("slider")).to_have_count(5)
    one.draw(0, 0.5)
    one.draw(4, 0.5)
    two.page.get_by_role("slider", name="0", exact=True).press("End")
    late.draw(2, 0.5)
    all_sent((one, two, late))
    expect(one.page.get_by_role("slider", name="-2")).to_have_attribute(
        "aria-valuetext", "50 % of the votes"
    )
    three.sleep("active")
    expect(three.page.get_by_role("slider")).to_have_count(5)
    three.draw(1, 0.9)
    three.says("Sent")
    three.page.get_by_text("Nickname or leave").click()
    three.page.locator("#name").fill("\u3164")
    three.page.get_by_role("button", name="Save").click()
    three.says("Nothing of this nickname can be seen")
    three.page.locator("#name").fill(f" Eve {PICTURE} \u202e")
    three.page.get_by_role("button", name="Save").click()
    three.says(f"You are called Eve {PICTURE}. ")
    expect(three.page.locator("#name")).to_have_value(f"Eve {PICTURE}")
    are_accessible(one, two)
    lecturer.sees("4 answered")
    fits_one_screen(lecturer.page)
    is_accessible(lecturer.page)
    lecturer.press("Close")
    lecturer.press("Reveal")
    lecturer.sees("prefer the same estimate: phone-1")
    one.sees("your estimate in blue")
    expect(one.page.locator(".result .fill").first).to_have_attribute("style", "width: 50%;")
    expect(one.page.locator(".result .fill").nth(1)).to_have_attribute("style", "width: 50%;")
    one.sees("Your scores: NMD ")
    late.sees("2 (50 %)")


def answer_once(phones: Sequence[Phone], kind: type) -> None:
    """What phones do while an activity is open."""
    for number, phone in enumerate(phones):
        if kind is Estimate:
            expect(phone.page.get_by_role("slider").first).to_be_visible()
            phone.draw(number, 0.5)
        else:
            phone.sees("Equally good" if kind is Choose else "Activity")
            phone.choose(number % 2)
    all_sent(phones)


def ask_again(lecturer: Lecturer, kind: type, *phones: Phone) -> None:
    """A further activity of a kind, by the shortest way."""
    lecturer.press("Open for answers")
    answer_once(phones, kind)
    fits_one_screen(lecturer.page)
    if kind is Rate:
        lecturer.press("Close")
        lecturer.press("Estimate the votes")
    else:
        lecturer.reveal_now()


def find_the_measure(
    lecturer: Lecturer, phones: Sequence[Phone], restart: Callable[[Sequence[Phone]], None] | None
) -> None:
    """One answers all and sleeps, the others stop in the middle of the series, one reloads."""
    lecturer.press("Open for answers")
    for number, phone in enumerate(phones):
        for asked in range(1, 4 if number else 21):
            phone.sees(f"{asked} of 20")
            phone.choose(asked % 2)
    phones[0].sees("You have answered all")
    phones[1].page.reload()
    for phone in phones[1:]:
        phone.sees("4 of 20")
    fits_one_screen(lecturer.page)
    is_accessible(lecturer.page)
    are_accessible(*phones[:2])
    if restart:
        restart(phones)
    answers = 20 + 3 * 3 + bool(restart)
    phones[0].sleep()
    lecturer.press("Close")
    lecturer.press("Reveal")
    lecturer.sees(f"4 people, {answers} answers")
    phones[0].sleep("active")
    for phone in phones:
        phone.sees("The room: ")


def end(lecturer: Lecturer, phones: Sequence[Phone]) -> None:
    """What the class has made, on one screen, and each phone's own place; one leaves."""
    page = lecturer.page
    expect(page.get_by_role("heading", name="What this class found")).to_be_visible()
    fits_one_screen(page)
    # Charts take their size after a moment.
    eventually(page, lambda: has_no_small_text(page))
    is_accessible(page)
    card = page.get_by_role("img", name="In our class ")
    expect(card).to_be_visible()
    lecturer.sees("First guess ")
    expect(lecturer.next).to_be_disabled()
    for phone in phones:
        phone.sees("of 4, ")
    are_accessible(*phones[:2])
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the choices").click()
    table = io.StringIO(saved.value.path().read_text())
    assert table.getvalue().startswith("gold,a,b,person,choice,why,seconds\n")
    table.name = saved.value.suggested_filename
    assert {row.person for row in read_choices([table])} == {"1", "2", "3", "4"}
    phones[3].page.get_by_text("Nickname or leave").click()
    phones[3].page.get_by_role("button", name="Leave").click()
    phones[3].sees("You have left")
    lecturer.sees("3 phones connected")
    for phone in phones:
        phone.close()
    page.get_by_role("button", name="End the class, and delete").click()
    expect(page.get_by_role("button", name="Open the room")).to_be_visible()


def play(
    browser: Browser,
    lecturer: Lecturer,
    minutes: int,
    restart: Callable[[Sequence[Phone]], None] | None = None,
) -> None:
    """A plan to its end with four phones, each of which gets into trouble."""
    page, plan = lecturer.page, shipped_plan(minutes)
    phones = has_phones(browser, lecturer, "light", "dark", "light")
    fits_one_screen(page)
    is_accessible(page)
    are_accessible(*phones[:2])
    look_into_more(lecturer)
    lecturer.press("First activity")
    seen: set[type] = set()
    for place, activity in enumerate(plan):
        kind = type(activity)
        is_new = kind not in seen
        seen.add(kind)
        if is_new:
            fits_one_screen(page)
        match activity:
            case Find():
                find_the_measure(lecturer, phones, restart)
            case Choose() if is_new:
                ask_what_they_would_rather_have(lecturer, *phones)
            case Predict() if is_new:
                ask_a_question(lecturer, activity, *phones)
            case Rate() if is_new:
                phones.append(rate_an_item(browser, lecturer, activity, *phones))
            case Estimate() if is_new:
                estimate_it(lecturer, *phones)
            case _:
                ask_again(lecturer, kind, *phones)
        if kind is Rate:
            continue
        fits_one_screen(page)
        if is_new:
            is_accessible(page)
            are_accessible(*phones[:2])
        lecturer.press("Next activity" if place + 1 < len(plan) else "End of the plan")
        if place == 1:
            page.reload()
            expect(page.locator(".oq-code")).to_have_text(lecturer.code)
    end(lecturer, phones)


def steers_below_the_code(lecturer: Lecturer) -> None:
    """On the lecturer's own phone the buttons have its width, and no name is cut."""
    code, button = lecturer.page.locator(".oq-code").bounding_box(), lecturer.next.bounding_box()
    assert code["y"] + code["height"] <= button["y"]
    assert button["x"] < 30


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
    two.context.set_offline(True)
    two.choose(1)
    two.says("Not sent yet")
    before = lecturer.page.viewport_size
    lecturer.page.set_viewport_size({"width": 390, "height": 844})
    eventually(lecturer.page, lambda: steers_below_the_code(lecturer))
    lecturer.page.set_viewport_size(before)
    lecturer.press("Close")
    # What comes too late does not count, and the phone does not say that it does.
    two.context.set_offline(False)
    two.sees("Closed. You gave no answer.")
    lecturer.more.click()
    lecturer.page.get_by_role("button", name="Lock the room").click()
    lecturer.sees("2 phones connected, locked")
    late = Phone(browser, lecturer)
    late.page.clock.install()
    late.page.reload()
    late.says("locked this room")
    lecturer.page.get_by_role("button", name="Remove phones that never answered").click()
    two.sees("You were removed")
    lecturer.sees("1 phone connected, locked")
    lecturer.page.get_by_role("button", name="Let phones in again").click()
    expect(lecturer.page.get_by_text(re.compile("1 phone connected$"))).to_be_visible()
    # Who was locked out gets in without a further tap, and who was removed with one.
    late.page.clock.fast_forward("00:12")
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
    lecturer.more.click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the class").click()
    end_class(page)
    file = tmp_path / "class.json"
    file.write_text(json.dumps(json.loads(saved.value.path().read_text()), indent=4))
    page.locator("[data-testid=stFileUploader] input").set_input_files(file)
    expect(page.locator(".oq-code")).to_have_text(code)
    at_rest(page)
    expect(page.get_by_text("Not opened")).to_have_count(0)


def opened_for(page: Page, server: str, minutes: int) -> Lecturer:
    """The room of a plan that ships, on a projector."""
    page.goto(f"{server}/live?projector=1")
    page.get_by_role("button", name="Open the room").wait_for()
    at_rest(page)
    if minutes != SHIPPED[0]:
        page.get_by_role("button", name=f"Plan for {minutes} minutes").click()
        expect(page.get_by_role("heading", name=f"{minutes} minutes")).to_be_visible()
    return Lecturer(page, server, opens=False)


def test_a_plan_leads_to_an_end_with_four_phones_and_every_screen_fits_a_projector(
    browser: Browser, server: str, page: Page
):
    play(browser, opened_for(page, server, SHIPPED[0]), SHIPPED[0])


@pytest.mark.dear("ordinarily the plan for 45 minutes, and rooms are reopened without a browser")
def test_the_other_plan_leads_to_its_end_though_the_server_starts_anew(browser: Browser):
    port = free_port()
    context = browser.new_context(viewport={"width": 1440, "height": 1000}, reduced_motion="reduce")
    context.set_default_timeout(LIMIT)
    with ExitStack() as servers:
        server = servers.enter_context(serve(ROOT / "app.py", port))
        lecturer = opened_for(context.new_page(), server, SHIPPED[1])

        def restart(phones: Sequence[Phone]) -> None:
            """What was lost with the server and what never reached it count once."""
            # The server is asked to end, and open streams do not keep it.
            servers.close()
            phones[0].says("No connection")
            phones[2].choose(0)
            phones[2].says("Not sent yet")
            servers.enter_context(serve(ROOT / "app.py", port))
            phones[0].says("The server has restarted")
            lecturer.page.get_by_role("button", name="Reopen the class").click()
            expect(lecturer.page.locator(".oq-code")).to_have_text(lecturer.code)
            lecturer.sees("4 phones connected")
            lecturer.sees("4 answered")
            phones[2].sees("5 of 20")

        play(browser, lecturer, SHIPPED[1], restart)
        context.close()
