"""Measures what a stranger meets first: the way to the first act, words, the fold, type sizes.

Run from the repository's root: python -m tests.benchmarks.first_act [folder for screenshots]
It walks the start page, the question of three lessons, Compare and the map. With a folder it also
keeps what it has seen, in light and dark.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Literal

from playwright.sync_api import Browser, Page, sync_playwright

from tests.benchmarks.timing import load, machine, show, table, verdict
from tests.browser.waiting import LIMIT, at_rest
from tests.server import chromium, serve

ROOT = Path(__file__).parents[2]
SIZES = ((1280, 720), (1440, 900), (1920, 1080), (390, 844))
#: The sizes that are kept as screenshots.
KEPT = ((1280, 720), (1440, 900), (390, 844))
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@dataclass(frozen=True)
class Place:
    """Where a stranger comes: its address, what is done there first, and the words allowed."""

    title: str
    address: str
    act: str
    words: int | None = None


PLACES = (
    Place("Start", "", ".guess button, .board .slot", 25),
    Place("Lesson 1", "lessons?lesson=near", ".st-key-forward button", 40),
    Place("Lesson 2", "lessons?lesson=earth", ".st-key-forward button", 40),
    Place("Lesson 3", "lessons?lesson=gold", ".st-key-forward button", 40),
    Place("Compare", "compare?two=1", ".board .slot"),
    Place("Map", "map", ".walk svg"),
)

#: What has a picture, once it is drawn.
PICTURE = ".panels, .walk svg, .oq-chart"
#: What is on a page, also in the shadow of its components: of the first act, of the first picture
#: and of the words above it, of what is below the fold, and of the smallest type.
SEEN = """
(act) => {
  const deep = (root) => [...root.querySelectorAll("*")].flatMap((each) =>
    [each, ...(each.shadowRoot ? deep(each.shadowRoot) : [])]);
  const main = document.querySelector("[data-testid=stMainBlockContainer]") ?? document.body;
  const box = (each) => each.getBoundingClientRect();
  const all = deep(main).filter((each) => each.checkVisibility({opacityProperty: true})
    && !each.closest("style, .katex-mathml") && box(each).width > 1 && box(each).height > 1);
  const drawn = ".panels, .stage, .oq-chart, .stPlotlyChart, svg, canvas, .draw";
  const pictures = all.filter((each) => each.matches(drawn)
    && box(each).width * box(each).height > 2000);
  const top = Math.min(innerHeight * 9, ...pictures.map((each) => box(each).top));
  const texts = all.flatMap((each) => [...each.childNodes]
    .filter((node) => node.nodeType === 3 && node.data.trim())
    .map((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return { text: node.data.trim(), in: each, box: range.getBoundingClientRect() };
    })).filter(({ in: each }) => !each.matches("[data-testid=stIconMaterial]"));
  const words = texts.filter(({ box }) => box.bottom <= top + 1)
    .flatMap(({ text }) => text.split(/\\s+/)).filter((word) => /[\\p{L}\\p{N}]/u.test(word));
  const scrolled = document.querySelector("[data-testid=stMain]") ?? document.scrollingElement;
  const acts = all.filter((each) => each.matches(act) && !each.disabled);
  const size = (each) => parseFloat(getComputedStyle(each).fontSize)
    * (each.ownerSVGElement?.currentCSSZoom ?? 1);
  const sizes = texts.map(({ in: each, text }) => [size(each), text]);
  const least = sizes.sort(([one], [other]) => one - other)[0];
  return {
    act: acts.length ? Math.round(box(acts[0]).bottom) : null,
    words: words.length,
    picture: Math.round(top),
    below: Math.max(0, scrolled.scrollHeight - scrolled.clientHeight),
    cut: pictures.filter((each) => box(each).bottom > innerHeight).length,
    pictures: pictures.length,
    least: least ? `${least[0].toFixed(1)} (${least[1].slice(0, 18)})` : "",
  };
}
"""


@contextmanager
def visitor(browser: Browser, width: int, height: int) -> Iterator[Page]:
    """A browser that was nowhere before."""
    is_phone = width < 640
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=is_phone, reduced_motion="reduce"
    )
    context.set_default_timeout(LIMIT)
    yield context.new_page()
    context.close()


def seen(page: Page, act: str) -> dict[str, Any]:
    """What `SEEN` finds, once the page is at rest."""
    if page.locator("[data-testid=stApp]").count():
        at_rest(page)
    page.wait_for_timeout(600)  # charts take their size after a moment
    found: dict[str, Any] = page.evaluate(SEEN, act)
    return found


def keep(page: Page, name: str, folder: Path | None) -> None:
    """A screenshot in light and in dark."""
    size = page.viewport_size
    if folder is None or size is None or (size["width"], size["height"]) not in KEPT:
        return
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(300)
        page.screenshot(path=folder / f"{name}_{size['width']}_{scheme}.png".replace(" ", "_"))
    page.emulate_media(color_scheme="light")


def row(title: str, size: tuple[int, int], found: dict[str, Any], seconds: float) -> list[str]:
    """A line of the table."""
    return [
        title,
        "×".join(map(str, size)),
        f"{seconds:.1f}",
        "none" if found["act"] is None else str(found["act"]),
        str(found["words"]),
        str(found["below"]),
        f"{found['cut']} of {found['pictures']}",
        found["least"],
    ]


def pages(browser: Browser, app: str, folder: Path | None) -> tuple[list[list[str]], list[bool]]:
    """Every place at every size, and whether it has few words."""
    rows, few = [], []
    for place in PLACES:
        for size in SIZES:
            with visitor(browser, *size) as page:
                start = perf_counter()
                page.goto(f"{app}/{place.address}")
                for sought in (place.act, PICTURE):
                    page.locator(sought).filter(visible=True).first.wait_for()
                seconds = perf_counter() - start
                found = seen(page, place.act)
                keep(page, place.title, folder)
            rows.append(row(place.title, size, found, seconds))
            if place.words:
                few.append(found["words"] <= place.words)
    return rows, few


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    show(f"{machine(['streamlit'])}\nLoad average {load()}\n")
    with sync_playwright() as playwright, serve(ROOT / "app.py") as app:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        with visitor(browser, *SIZES[0]) as page:  # what is loaded once is loaded before
            page.goto(app)
            at_rest(page)
        heads = ["place", "window", "s to the act", "px to the act", "words above"]
        heads += ["px below", "pictures cut", "smallest type, px"]
        rows, few = pages(browser, app, folder)
        show(table(heads, rows))
        browser.close()
    show(f"\nFew words above the first picture: {verdict(all(few))}, {sum(few)} of {len(few)}")
    sys.exit(0 if all(few) else 1)


if __name__ == "__main__":
    main()
