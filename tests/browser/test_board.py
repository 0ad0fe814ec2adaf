"""The drawing board on its page, with the server: keys, undo, and what is around it."""

import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from oq_core import MEASURES
from oq_core.data.distributions import TIE_TOLERANCE
from pages.drawing import theme
from pages.drawing.compare_state import START, CompareState
from tests.browser.waiting import Line, at_rest, eventually
from tests.conftest import dear

#: Keeps a browser from loading the scripts of components.
NO_COMPONENTS = """
const made = URL.createObjectURL;
URL.createObjectURL = (blob) =>
  blob.type.includes("javascript") ? "blob:nothing" : made.call(URL, blob);
"""


def bar(page: Page, name: str, label: str) -> Locator:
    return page.get_by_role("slider", name=f"{name}, class {label}", exact=True)


def state_of(page: Page) -> CompareState:
    return CompareState.from_address(dict(parse_qsl(urlsplit(page.url).query)))


def shown(page: Page, table: str = ".oq-measures") -> dict[str, list[str]]:
    """Scores and preference on screen, by measure."""
    return page.locator(table).evaluate(
        "table => Object.fromEntries([...table.querySelectorAll('tr[data-measure]')].map(row => ["
        "row.dataset.measure, [...[...row.querySelectorAll('.oq-value')].map(v => v.textContent),"
        " row.dataset.prefers]]))"
    )


def expected(state: CompareState) -> dict[str, list[str]]:
    """What the registry gives."""
    found = {}
    for key in state.measures:
        measure = MEASURES[key]
        scores = [float(measure(state.shares(w), state.shares("gold"))) for w in state.shown[1:]]
        preferred = ""
        if len(scores) == 2:
            gap = scores[0] - scores[1]
            preferred = "tie" if abs(gap) <= TIE_TOLERANCE else "A" if gap < 0 else "B"
        found[key] = [*(f"{score:.4f}" for score in scores), preferred]
    return found


def settle(page: Page) -> CompareState:
    """Wait until bars, numbers and address agree, and give the state that they show."""
    eventually(page, lambda: agree(page))
    return state_of(page)


def agree(page: Page) -> None:
    state = state_of(page)
    votes = [vote for which in state.shown for vote in state.votes(which)]
    drawn = page.locator(".board output").all_inner_texts()
    # To two decimals; browsers round a half up, Python rounds it to even.
    assert [float(text) for text in drawn] == pytest.approx(votes, abs=0.005 + 1e-9)
    if state.empty:
        assert {values[0] for values in shown(page).values()} == {"–"}
    else:
        assert shown(page) == expected(state)


def open_board(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator(".oq-measures")).to_be_visible()
    at_rest(page)
    settle(page)


def test_a_key_press_is_answered_before_the_server_has_it(server: str, page: Page):
    line = Line(page)
    open_board(page, f"{server}/compare?two=1")
    url = page.url
    slider = bar(page, "System A", "2")
    after = CompareState(two_systems=True).with_vote("a", 4, 2)
    with line.held():
        slider.press("ArrowUp")
        assert shown(page) == expected(after)
        assert slider.get_attribute("aria-valuetext") == "2 of 21 votes, 10 %"
        assert page.url == url
    page.wait_for_url(re.compile("a=4%2C6%2C5%2C4%2C2"))
    settle(page)
    assert shown(page) == expected(after)


#: Colours of a strip beside a bar that is held, at each of its places, from the lowest on: each
#: has two stops.
STRIP = """
strip => [...getComputedStyle(strip).backgroundImage.matchAll(/(rgb\\([^)]*\\)) [\\d.]+%/g)]
  .map(found => found[1]).filter((_, stop) => stop % 2 === 0)
"""


def tops(page: Page) -> list[float]:
    return [round(part.bounding_box()["y"]) for part in page.locator(
        ".board :is(.panels, .summary, .oq-measures, .why, .charts)"
    ).all()]  # fmt: skip


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"


def test_a_held_bar_shows_where_measures_change_sides_and_nothing_jumps(server: str, page: Page):
    # Where lines are short, sentences that change have most to move.
    page.set_viewport_size({"width": 1024, "height": 900})
    open_board(page, f"{server}/compare")
    before = tops(page)
    slider = bar(page, "System A", "1")
    box = slider.bounding_box()
    middle = box["x"] + box["width"] / 2
    page.mouse.move(middle, box["y"] + box["height"] * 0.9)
    page.mouse.down()
    strips = page.locator(".held .flips")
    expect(strips).to_have_count(2)
    assert tops(page) == before
    sides = {"A": rgb(theme.A), "B": rgb(theme.B), "tie": rgb(theme.NEUTRAL)}
    away = [expected(START.with_vote("a", 3, votes)) for votes in range(21)]
    for strip, key in zip(strips.all(), ("NMD", "RNOD"), strict=True):
        assert strip.evaluate(STRIP) == [sides[found[key][-1]] for found in away]
    flip = next(votes for votes in range(3, 21) if away[votes]["NMD"][-1] == "A")
    page.mouse.move(middle, box["y"] + box["height"] * (1 - flip / 20))
    expect(page.get_by_text(f"At {flip} votes NMD changes to A.")).to_be_visible()
    page.mouse.up()
    # What is pressed by keys has a ring around it, inside the bar and below its number.
    slider.press("ArrowUp")
    ring = slider.evaluate(
        "e => [getComputedStyle(e)].map(s => [s.outlineStyle, s.outlineOffset, s.outlineWidth])[0]"
    )
    assert ring == ["solid", "-3px", "3px"]
    # Nor is the number under what is dragged, at the bar's upper end.
    slider.press("End")
    column = page.locator(".bar").filter(has=slider)
    number = column.locator("output").bounding_box()
    for each in (slider, column.locator(".grip")):
        assert number["y"] + number["height"] <= each.bounding_box()["y"]
    after = settle(page)
    assert after.a[3] == 20
    assert tops(page) == before
    # Fields that are unfolded after a move hold what is drawn.
    page.get_by_role("button", name="Set System A").click()
    typed = page.get_by_role("textbox", name="System A as numbers")
    expect(typed).to_have_value(", ".join(f"{vote:g}" for vote in after.a))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Classes and more").click()
    for place, label in enumerate(after.classes, 1):
        expect(page.get_by_role("textbox", name=f"Label of class {place}")).to_have_value(label)
    page.keyboard.press("Escape")
    # A row's click, or Enter on it, explains its measure and opens its working.
    page.locator("tr[data-measure=NVD] .oq-value").first.click()
    expect(page.locator(".explained")).to_contain_text(MEASURES["NVD"].summary)
    page.wait_for_url(re.compile("working=NVD"))
    page.locator("button.measure", has_text="RNOD").press("Enter")
    page.wait_for_url(re.compile("working=RNOD"))
    expect(page.get_by_text("RNOD is").last).to_be_visible()


#: Words that stand above the pictures, and what else does; the frame of the page is above all.
ABOVE = """
() => {
  const box = (each) => each.getBoundingClientRect();
  const top = Math.min(...[...document.querySelectorAll(".stBidiComponent")].map(box)
    .filter(({ height }) => height > 200).map((each) => each.top));
  const main = document.querySelector(".stMainBlockContainer");
  const all = [...main.querySelectorAll("[data-testid=stElementContainer]")]
    .filter((each) => each.checkVisibility() && !each.closest(".st-key-frame"))
    .filter((each) => box(each).height > 1)
    .filter((each) => box(each).bottom <= top + 1);
  return all.map((each) => each.innerText.trim()).filter(Boolean);
}
"""


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (390, 844)])
def test_a_stranger_guesses_first_and_sees_all_of_the_answer(
    server: str, page: Page, size: tuple[int, int]
):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(server)
    buttons = page.locator(".board .buttons button")
    expect(buttons).to_have_text(["A guessed better", "B guessed better"])
    at_rest(page)

    def is_seen(selector: str) -> float:
        box = page.locator(f".board {selector}").last.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size[1]
        return box["height"]

    assert is_seen(".panels") >= 0.45 * size[1]
    assert is_seen(".buttons button") >= 44
    title, question = page.evaluate(ABOVE)
    assert len(f"{title} {question}".split()) <= 25
    for hidden in (".oq-measures", ".summary", ".why", ".grip"):
        expect(page.locator(f".board {hidden}").first).not_to_be_visible()
    before = page.locator(".board .panels").bounding_box()
    page.keyboard.press("a")
    said = page.locator(".board .summary")
    expect(said).to_have_text("RNOD agrees with you. NMD does not.")
    expect(page.locator(".board .why")).to_contain_text("12 for B, 18 for A.")
    assert page.evaluate("location.search") == ""
    assert page.locator(".board .panels").bounding_box() == before
    for seen in (".summary", ".buttons button", "tr[data-measure]", ".why"):
        is_seen(seen)
    numbers = page.locator(".board .numbers p")
    expect(numbers).not_to_be_visible()
    page.get_by_text("With numbers").click()
    expect(numbers).to_contain_text("NMD prefers B, 0.150 against 0.225")


def test_three_guesses_are_counted(server: str, page: Page):
    page.goto(server)
    for pair in range(3):
        if pair:
            page.get_by_role("button", name="Another one").click()
            page.wait_for_url(re.compile(f"pair={pair + 1}$"))
        page.get_by_role("button", name="B guessed better").click()
        expect(page.locator(".board:not(.asks)")).to_be_visible()
    expect(page.locator(".board .summary")).to_contain_text(
        "You sided with NMD on 2 of 3, with RNOD on 1."
    )
    # Others are asked the same, and are told no answer.
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_role("button", name="A guessed better")).to_be_visible()
    expect(other.locator(".board .summary")).not_to_be_visible()


@pytest.mark.both("ordinarily on a server")
def test_the_board_survives_a_visit_to_another_page(server: str, page: Page):
    open_board(page, f"{server}/compare")
    bar(page, "Gold", "-2").press("End")
    settle(page)
    page.get_by_text("Learn").first.click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text="Reference").click()
    expect(page.get_by_role("heading", name="Reference", level=1)).to_be_visible()
    page.get_by_text("Learn").first.click()
    page.get_by_text("Compare", exact=True).first.click()
    expect(page.locator(".oq-measures")).to_be_visible()
    assert settle(page).gold[0] == 20
    bar(page, "Gold", "-1").press("Home")
    assert settle(page).gold[:2] == (20, 0)


def test_undo_in_a_lesson_goes_one_move_back(server: str, page: Page):
    page.goto(f"{server}/lessons?lesson=near&predicted=near0")
    expect(page.locator(".oq-measures")).to_be_visible()
    link = page.get_by_role("link", name="Go on in Compare").first
    slider = page.get_by_role("slider", name=re.compile("System A")).first
    start = int(slider.input_value())
    for more in (1, 2):
        before = link.get_attribute("href")
        slider.press("ArrowUp")
        # The server has had the move when it is in what the server writes.
        expect(link).not_to_have_attribute("href", before)
        expect(slider).to_have_value(str(start + more))
    slider.press("Control+z")
    expect(slider).to_have_value(str(start + 1))
    slider.press("Control+z")
    expect(slider).to_have_value(str(start))
    slider.press("Control+Shift+z")
    expect(slider).to_have_value(str(start + 1))


@pytest.mark.parametrize(
    "address",
    ["compare?two=1", dear("lessons?lesson=near&predicted=near0", "ordinarily on Compare")],
)
def test_ordinary_sliders_stand_in_where_the_board_cannot_load(
    server: str, page: Page, address: str
):
    page.add_init_script(NO_COMPONENTS)
    page.goto(f"{server}/{address}")
    expect(page.get_by_text("could not load the drawing board")).to_be_visible()
    expect(page.get_by_text("BidiComponent").filter(visible=True)).to_have_count(0)
    slider = page.get_by_role("slider", name=re.compile("System A")).first
    before = int(slider.input_value())
    slider.press("ArrowRight")
    expect(page.get_by_text("could not load the drawing board")).to_have_count(0)
    expect(page.locator(".oq-measures")).to_be_visible()
    expect(page.locator(".oq-chart").first).to_be_visible()
    expect(slider).to_have_value(str(before + 1))
