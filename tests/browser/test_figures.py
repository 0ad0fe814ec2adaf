"""Every figure of every page and lesson: all names drawn, letters to be read, within the window."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize

from pages.learn.lessons_parts import LESSONS
from pages.learn.lessons_parts.lesson import STEPS
from pages.menu import ENTRIES
from tests.browser.test_accessibility import ANSWERS, BELOW, drawn
from tests.browser.waiting import Visitor, eventually
from tests.conftest import dear

#: Windows, what their addresses end with, and the least size of letters: a projector's, a
#: laptop's and a phone's.
WINDOWS: tuple[tuple[ViewportSize, str, int], ...] = (
    ({"width": 1280, "height": 720}, "projector=1", 16),
    ({"width": 1440, "height": 900}, "projector=0", 14),
    ({"width": 390, "height": 844}, "projector=0", 14),
)

# Of each figure that can be seen: what it is, its place, the pixels of its smallest letters, and
# what is wrong with its names: left out, cut short, or beyond its edge.
FIGURES = r"""
() => {
  const deep = (root) => [...root.querySelectorAll("*")].flatMap((each) =>
    [each, ...(each.shadowRoot ? deep(each.shadowRoot) : [])]);
  const box = (each) => each.getBoundingClientRect();
  const isSeen = (each) => each.checkVisibility({opacityProperty: true, visibilityProperty: true})
    && box(each).width > 0 && box(each).height > 0;
  const main = document.querySelector("[data-testid=stMain]");
  const kinds = ".js-plotly-plot, .oq-chart, .panels, .walk svg, .seeing, .matrix, "
    + ".oq-measures";
  const left = (figure) => {
    const plotly = Object.entries(figure._fullLayout ?? {})
      .filter(([name, axis]) => /^[xy]axis\d*$/.test(name) && axis.type === "category")
      .map(([name, axis]) => [axis._categories.length,
        figure.querySelectorAll(`.${name.replace("axis", "")}tick text`).length])
      // Panels share their names with those beside and below them.
      .filter(([, drawn], i, all) => drawn || all.length === 1);
    return plotly.filter(([all, seen]) => seen < all)
      .map(([all, seen]) => `${seen} of ${all} names`);
  };
  // Names that stand on each other: less apart, along their axis, than most of a letter.
  const crowded = (figure) => [...figure.querySelectorAll(".yaxislayer-above")]
    .flatMap((axis) => {
      const tops = [...axis.querySelectorAll(".ytick text")].filter(isSeen)
        .map((each) => [box(each).top, box(each).left, box(each).height]);
      const near = tops.filter(([top, left, high], i) => tops.some(([other, beside], j) =>
        j > i && Math.abs(beside - left) < 200 && Math.abs(other - top) < 0.6 * high
        && Math.abs(other - top) > 0.05));
      return near.length ? [`${near.length} names on others`] : [];
    });
  const missing = [...main.querySelectorAll(".stPlotlyChart")].filter((each) =>
    isSeen(each) && !each.querySelector(".js-plotly-plot .main-svg"));
  if (missing.length) return null;
  return deep(main).filter((each) => each.matches(kinds) && isSeen(each)).map((figure) => {
    const frame = box(figure);
    const words = deep(figure).filter((each) => isSeen(each)
      && !each.closest("style, .katex-mathml")
      && [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
    const size = (each) => {
      const drawing = each.ownerSVGElement?.viewBox.baseVal;
      const times = figure.matches(".js-plotly-plot") ? frame.width / figure.offsetWidth
        : drawing?.width
          ? box(each.ownerSVGElement).width / drawing.width : 1;
      return parseFloat(getComputedStyle(each).fontSize) * times;
    };
    const cut = words.filter((each) => /…$/.test(each.textContent)
      || (getComputedStyle(each).overflowX === "hidden"
        && each.scrollWidth > each.clientWidth + 1));
    const beyond = words.filter((each) => {
      const [at, slack] = [box(each), 0.3 * size(each)];
      return each.ownerSVGElement && (at.left < frame.left - slack || at.right > frame.right + slack
        || at.top < frame.top - slack || at.bottom > frame.bottom + slack);
    });
    const told = (each) => each.textContent.trim().slice(0, 30);
    const scrolls = figure.closest("[class*=st-key-wide_]");
    return {
      what: figure.closest("[aria-label]")?.getAttribute("aria-label")?.slice(0, 50)
        ?? figure.className.toString().slice(0, 50),
      high: frame.height,
      left: scrolls ? 0 : frame.left, right: scrolls ? 0 : frame.right,
      small: words.map((each) => [Math.round(10 * size(each)) / 10, told(each)]),
      names: [...left(figure), ...crowded(figure), ...cut.map((each) => `cut: ${told(each)}`),
        ...beyond.map((each) => `beyond: ${told(each)}`)],
    };
  });
}
"""
#: Pixels of the bar above every page.
BAR = 56


def faults(page: Page, letters: int) -> list[str]:
    """What is wrong with the figures that a page shows, in words."""
    size = page.viewport_size
    assert size is not None
    found: list[dict[str, Any]] | None = page.evaluate(FIGURES)
    if found is None:
        return ["not drawn yet"]
    told = []
    for each in found:
        wrong = [*each["names"]]
        least = min(each["small"], default=(letters, ""))
        if least[0] < letters - 0.05:
            wrong.append(f"letters of {least[0]} px: {least[1]}")
        if each["high"] > size["height"] - BAR:
            wrong.append(f"{each['high']:.0f} px high")
        if each["left"] < 0 or each["right"] > size["width"]:
            wrong.append(f"from {each['left']:.0f} to {each['right']:.0f} across")
        told += [f"{each['what']}: {wrong}"] * bool(wrong)
    return told


@pytest.fixture(scope="module")
def visitors(context: BrowserContext, server: str) -> Iterator[dict[str, Visitor]]:
    """A page with a projector and one without, which several tests take to where they look."""
    context.clear_cookies()
    pages = {mode: context.new_page() for _, mode, _ in WINDOWS}
    yield {mode: Visitor(page, server) for mode, page in pages.items()}
    for page in pages.values():
        page.close()


def all_is_well(
    visitors: dict[str, Visitor],
    address: str,
    window: tuple[ViewportSize, str, int],
    *,
    has_answer: bool = False,
) -> None:
    size, mode, letters = window
    visitor = visitors[mode]
    page = visitor.page
    page.set_viewport_size(size)
    visitor.go(f"/{address}{'&' if '?' in address else '?'}{mode}")
    drawn(page)

    def check() -> None:
        assert faults(page, letters) == []
        assert not has_answer or page.evaluate(BELOW) <= 0

    # Figures follow the window after a moment.
    eventually(page, check)


@pytest.mark.parametrize("window", WINDOWS, ids=["projector", "laptop", "phone"])
@pytest.mark.parametrize(
    "entry",
    [
        entry if place % 6 == 2 else dear(entry, "ordinarily every sixth page")
        for place, entry in enumerate(ENTRIES)
    ],
    ids=lambda entry: entry.address or "start",
)
def test_figures_of_pages_can_be_read(visitors: dict[str, Visitor], entry, window):
    all_is_well(visitors, entry.address, window, has_answer=entry in ANSWERS)


@pytest.mark.parametrize("window", WINDOWS, ids=["projector", "laptop", "phone"])
@pytest.mark.parametrize(
    "lesson",
    [
        lesson if lesson.key == "power" else dear(lesson, "ordinarily one lesson")
        for lesson in LESSONS
    ],
    ids=lambda lesson: lesson.key,
)
def test_figures_of_lessons_can_be_read(visitors: dict[str, Visitor], lesson, window):
    for step in STEPS:
        name = re.sub(r"\W+", "-", step.lower())
        all_is_well(
            visitors,
            f"lessons?lesson={lesson.key}&step={name}&predicted={lesson.key}0",
            window,
        )
