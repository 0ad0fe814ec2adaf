"""Every page by axe-core, in light and dark; every figure's words; every width; keys alone."""

import re
from pathlib import Path
from typing import Literal

import axe_playwright_python
import pytest
from playwright.sync_api import Page, expect

from oq_core import MEASURES
from oq_core.knowledge import PROPERTIES
from pages.menu import DATA, ENTRIES, JUDGES, MENU, PAPERS, REPORT, MenuEntry
from tests.browser.waiting import Visitor, at_rest, eventually
from tests.conftest import dear

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()

#: States that show what the start of a page does not.
STATES = (
    "?drawn=1,4,7,6,2/4,8,6,2,0/2,4,3,2,8",
    "compare?working=RNOD&measures=all&raters=votes",
    dear("reference?measure=kappa", "ordinarily another state"),
    dear("compare?plain=1&two=1&cumulative=1", "ordinarily the board"),
    dear("compare?projector=1", "ordinarily without projector mode"),
)
SIZES = ((1440, 900), (1024, 900), (390, 844))
#: Schemes of colour, and the background that a page has then.
SCHEMES: dict[Literal["light", "dark"], str] = {
    "light": "rgb(255, 255, 255)",
    "dark": "rgb(18, 23, 29)",
}

# With the fewest bytes back: what is wrong, where, and the first words of the element. What a
# figure is drawn of is left out: thousands of marks, for which its words stand (see FIGURES).
RUN = """
async (rules) => {
  const found = await axe.run({exclude: [[".js-plotly-plot svg"]]}, {
    resultTypes: ["violations"],
    ...(rules ? {runOnly: rules} : {}),
  });
  return found.violations
    .filter((each) => ["serious", "critical"].includes(each.impact) || each.id === "heading-order")
    .flatMap((each) => each.nodes.map((node) => ({
      rule: each.id, where: node.target.flat().join(" "), html: node.html.slice(0, 160),
      why: (node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? "",
    })));
}
"""

FIGURES = """
() => [...document.querySelectorAll(".stPlotlyChart, .oq-chart")]
  .filter((figure) => !(figure.getAttribute("aria-label") ?? "").trim())
  .map((figure) => figure.outerHTML.slice(0, 160))
"""

# Words beside a figure's marks that stand out from the page by less than 4.5 to 1.
FAINT = """
() => {
  const shine = (colour) => {
    const [red, green, blue] = colour.match(/[\\d.]+/g).map((each) => each / 255)
      .map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const style = (each) => getComputedStyle(each);
  const page = shine(style(document.querySelector(".stApp")).backgroundColor);
  return [...document.querySelectorAll(".js-plotly-plot svg text")]
    .filter((each) => each.textContent && !each.closest(".heatmaplayer, .hoverlayer"))
    .filter((each) => {
      const words = shine(style(each).fill);
      return Math.max(words, page) / Math.min(words, page) < 4.5;
    })
    .map((each) => `${each.textContent} ${style(each).fill}`);
}
"""

# What cannot be seen or scrolls by itself may reach beyond the window.
BEYOND = """
() => {
  const deep = (found) => found.flatMap((each) =>
    [each, ...deep([...(each.shadowRoot?.querySelectorAll("*") ?? [])])]);
  return deep([...document.querySelectorAll(".stMainBlockContainer *")])
    .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
    .filter((each) => !each.closest(
      ".stDataFrame, .stTable, [class*=st-key-wide_], .oq-working, .katex-mathml, " +
      "[inert], [role=tablist]"))
    // A drawing cuts its lines off at its frame; its texts have to be seen whole.
    .filter((each) => !each.ownerSVGElement || each.tagName === "text")
    .map((each) => each.outerHTML.slice(0, 160));
}
"""

# Tables that reach into what comes after them.
INTO_THE_NEXT = """
() => [...document.querySelectorAll(".dvn-scroller")]
  .filter((each) => each.getBoundingClientRect().bottom > 1
    + each.closest("[data-testid=stElementContainer]").getBoundingClientRect().bottom)
  .map((each) => each.outerHTML.slice(0, 160))
"""


# How far the first figure below an answer reaches out of the window.
BELOW = """
() => {
  const box = (each) => each.getBoundingClientRect();
  const inside = [...document.querySelectorAll(".stMainBlockContainer *")];
  const all = (sought) => [
    ...inside.filter((each) => each.matches(sought)),
    ...inside.flatMap((each) => [...(each.shadowRoot?.querySelectorAll(sought) ?? [])]),
  ];
  const answer = all("p").find((each) =>
    each.querySelector(":scope > strong")?.textContent === each.textContent);
  const figure = all(":is(.stPlotlyChart, .oq-chart, .stDataFrame, .walk svg)")
    .find((each) => box(each).height && box(each).top >= box(answer).bottom);
  return box(figure).bottom - innerHeight;
}
"""
#: Pages that open with an answer and its figure: see `tests/pages/test_shown.py`.
ANSWERS = {*ENTRIES} - {*MENU["Learn"], DATA, JUDGES, PAPERS, REPORT}


def open_page(page: Page, address: str) -> None:
    page.goto(address)
    drawn(page)


def drawn(page: Page) -> None:
    """Wait until all of a page is there, and check that none of it is a fault."""
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    at_rest(page)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
    expect(page.get_by_test_id("stException")).to_have_count(0)


@pytest.mark.parametrize(
    "entry",
    [
        entry if place % 4 == 0 else dear(entry, "ordinarily every fourth page")
        for place, entry in enumerate(ENTRIES)
    ],
    ids=lambda entry: entry.address,
)
def test_axe_finds_nothing_serious_figures_have_words_and_all_fits(
    visitor: Visitor, entry: MenuEntry, in_full: bool
):
    """Ordinarily one page in light and the next in dark; with `--all` every page in both."""
    page = visitor.page
    schemes = list(SCHEMES)
    if not in_full:
        schemes = [schemes[ENTRIES.index(entry) // 4 % len(schemes)]]
    page.set_viewport_size({"width": SIZES[0][0], "height": 1000})
    visitor.go(f"/{entry.address}")
    expect(page).to_have_title(f"{entry.title} · Ordinal quantification explorer")
    drawn(page)
    is_for_all(page, schemes, entry in ANSWERS)


@pytest.mark.parametrize("address", STATES)
def test_all_of_that_holds_in_other_states(visitor: Visitor, address: str):
    visitor.page.set_viewport_size({"width": SIZES[0][0], "height": 1000})
    visitor.go(f"/{address}")
    drawn(visitor.page)
    is_for_all(visitor.page, list(SCHEMES))


def is_accessible(page: Page, rules: list[str] | None = None) -> None:
    """Whether axe finds nothing serious; what it needs is sent to a page once."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(RUN, rules)
    assert not found, "\n".join(map(str, found))


def is_for_all(
    page: Page, schemes: list[Literal["light", "dark"]], has_answer: bool = False
) -> None:
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        expect(page.get_by_test_id("stApp")).to_have_css("background-color", SCHEMES[scheme])
        # Between light and dark only colours differ.
        is_accessible(page, None if scheme == schemes[0] else ["color-contrast"])
        assert page.evaluate(FAINT) == []
    eventually(page, lambda: figures_are_named(page))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        # Charts follow the window after a moment.
        eventually(page, lambda: nothing_sticks_out(page, has_answer))


def figures_are_named(page: Page) -> None:
    assert page.evaluate(FIGURES) == []


def nothing_sticks_out(page: Page, has_answer: bool) -> None:
    assert not has_answer or page.evaluate(BELOW) <= 0
    assert page.evaluate(BEYOND) == []
    assert page.evaluate(INTO_THE_NEXT) == []


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element has the focus, as one without a mouse has to."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(
            """selector => {
                let active = document.activeElement;
                while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
                return active.matches(selector);
            }""",
            selector,
        ):
            return
    pytest.fail(f"no way by keys to {selector}")


def test_the_board_by_keys_alone(server: str, page: Page):
    open_page(page, f"{server}/compare?two=1")
    expect(page.locator(".oq-measures")).to_be_visible()
    tab_to(page, 'input[aria-label^="System A, class -2"]')
    page.keyboard.press("ArrowUp")
    page.wait_for_url(re.compile("a=5%2C6%2C5%2C4%2C1"))
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.wait_for_url(re.compile("a=5%2C5%2C5%2C4%2C1"))


def test_another_page_by_keys_alone(server: str, page: Page):
    open_page(page, f"{server}/")
    tab_to(page, "[data-testid=stTopNavSection]")
    page.keyboard.press("Enter")
    reference = page.locator("a[href$='/reference']")
    expect(reference).to_be_visible()
    for _ in range(30):
        if reference.evaluate("link => link === document.activeElement"):
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Reference", level=1)).to_be_visible()


def test_a_cell_of_the_properties_by_keys_alone(server: str, page: Page):
    open_page(page, f"{server}/reference?measure=RNOD&property=symmetric")
    chosen = page.get_by_role("heading", level=2)
    expect(chosen).to_contain_text("RNOD, symmetric")
    tab_to(page, "canvas")
    # Tab goes through a row's cells too, and may have gone further than the first.
    for _ in PROPERTIES:
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    second, first = list(MEASURES)[1], next(iter(PROPERTIES.values())).title
    expect(chosen).to_contain_text(f"{second}, {first}")


def test_what_a_table_offers_is_seen_whole_and_can_be_chosen_without_it(server: str, page: Page):
    page.set_viewport_size({"width": 1280, "height": 720})
    open_page(page, f"{server}/reference?measure=RNOD&property=symmetric")
    table = page.locator(".dvn-scroller")

    def is_whole() -> None:
        assert table.evaluate("each => each.scrollWidth <= each.clientWidth")

    # Columns take their width after a moment.
    eventually(page, is_whole)
    # From behind, past the table.
    measure = page.get_by_role("combobox", name="Measure")
    page.get_by_role("combobox", name="Property").focus()
    page.keyboard.press("Shift+Tab")
    expect(measure).to_be_focused()
    page.keyboard.type("JSD")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=2)).to_contain_text("JSD, symmetric")
