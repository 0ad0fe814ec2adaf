"""Times the drawing board: from a move to the number, to the paint, and to the server.

Run from the repository's root: python -m tests.benchmarks.board
All times are milliseconds, from the time stamp of the event.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from playwright.async_api import Browser, Locator, Page, async_playwright

from pages.drawing.board.precompute import precomputed_answers
from pages.drawing.classification_state import ClassificationState
from pages.drawing.compare_state import CompareState
from pages.learn.classification_parts.matrix import precompute as matrix
from tests.benchmarks.timing import load, machine, show, table
from tests.server import chromium, serve

ROOT = Path(__file__).parents[2]
MOVES = 200
SEVEN = ClassificationState().with_classes(7)
ELEVEN = CompareState(two_systems=True).with_classes(11).with_votes("a", (3,) * 11)

#: Notes when a key or the mouse moves a bar, when a number next changes, when that is painted, when
#: the server has confirmed it, and how far the page has shifted in all.
WATCH = """
() => {
  const root = [...document.querySelectorAll('*')].map(e => e.shadowRoot)
    .find(r => r?.querySelector('.board'));
  const table = root.querySelector('.oq-measures');
  const taken = window.taken = {number: [], paint: [], commit: [], shift: 0};
  let start = null, committed = location.href;
  const begin = event => { start ??= event.timeStamp; };
  document.addEventListener('keydown', begin, true);
  const drag = 'onpointerrawupdate' in window ? 'pointerrawupdate' : 'pointermove';
  document.addEventListener(drag, event => event.buttons && begin(event), true);
  new MutationObserver(() => {
    if (start === null) return;
    const began = start;
    start = null;
    taken.number.push(performance.now() - began);
    requestAnimationFrame(() => setTimeout(() => taken.paint.push(performance.now() - began)));
    const before = location.href;
    const poll = () => location.href === before ? setTimeout(poll, 5)
      : taken.commit.push(performance.now() - began);
    if (window.watchCommits) poll();
  }).observe(table, {subtree: true, childList: true, characterData: true});
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) taken.shift += entry.value;
  }).observe({type: 'layout-shift'});
}
"""


#: Notes when a key goes down, and when text inside the watched element next changes.
WATCH_TEXT = """
selector => {
  window.pressed = 0; window.seen = null;
  document.addEventListener('keydown', () => {
    window.pressed = performance.now(); window.seen = null;
  }, true);
  const text = () => document.querySelector(selector)?.innerText;
  let before = text();
  new MutationObserver(() => {
    const now = text();
    if (now !== undefined && now !== before) {
      before = now;
      if (window.seen === null) window.seen = performance.now() - window.pressed;
    }
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
}
"""


async def visit(browser: Browser, address: str, watched: str) -> tuple[Page, float]:
    """Open an address; the page and milliseconds until what is watched is there."""
    page = await browser.new_page(viewport={"width": 1440, "height": 1000})
    start = perf_counter()
    await page.goto(address)
    await page.locator(watched).first.wait_for()
    opened = (perf_counter() - start) * 1000
    await page.evaluate(WATCH_TEXT, watched)
    return page, opened


async def latencies(page: Page, presses: int, pause: float = 0.2) -> list[float]:
    """Milliseconds from key press to changed text, the slider going up and down."""
    slider = page.get_by_role("slider").nth(-1)
    found = []
    for press in range(presses):
        await slider.press("ArrowRight" if press % 2 == 0 else "ArrowLeft")
        await page.wait_for_function("window.seen !== null")
        found.append(await page.evaluate("window.seen"))
        await asyncio.sleep(pause)
    return found


async def open_board(browser: Browser, app: str, state: CompareState | ClassificationState) -> Page:
    page = await browser.new_page(viewport={"width": 1440, "height": 1000})
    query = "&".join(f"{name}={value}" for name, value in state.to_address().items())
    path = "classification" if isinstance(state, ClassificationState) else "compare"
    await page.goto(f"{app}/{path}?{query}")
    await page.locator(".board .oq-measures").wait_for()
    await page.wait_for_timeout(1500)
    await page.evaluate(WATCH)
    return page


async def press_keys(page: Page, bar: Locator, pause: int) -> None:
    for move in range(MOVES):
        await bar.press("ArrowUp" if move % 2 == 0 else "ArrowDown")
        await page.wait_for_timeout(pause)


async def drag(page: Page, bar: Locator, pause: int) -> None:
    box = await bar.bounding_box()
    assert box is not None
    across = box["x"] + box["width"] / 2
    # A bar within itself, a cell beyond its upper end.
    height = box["height"] if box["height"] > 60 else -100
    await page.mouse.move(across, box["y"] + box["height"] / 2)
    await page.mouse.down()
    for move in range(MOVES):
        await page.mouse.move(across, box["y"] + height * (0.1 + 0.08 * (move % 11)))
        await page.wait_for_timeout(pause)
    await page.mouse.up()


def times(values: list[float]) -> str:
    if not values:
        return ""
    return f"{median(values):.1f} / {quantiles(values, n=20)[-1]:.1f}"


async def measure(app: str) -> None:
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    rows = []

    async def take(
        name: str,
        state: CompareState | ClassificationState,
        moves: Callable[[Page, Locator, int], Awaitable[None]],
        pause: int = 30,
    ) -> None:
        """With a pause longer than the board's own, every move is sent to the server."""
        page = await open_board(browser, app, state)
        await page.evaluate(f"window.watchCommits = {json.dumps(pause > 150)}")
        await moves(page, page.locator(".board input").nth(2), pause)
        await page.wait_for_timeout(1000)
        taken = await page.evaluate("window.taken")
        cells = [times(taken[what]) for what in ("number", "paint", "commit")]
        rows.append([name, str(len(taken["number"])), *cells, f"{taken['shift']:.4f}"])
        await page.close()

    two = CompareState(two_systems=True)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=quiet)
        await take("5 classes, two systems, keys", two, press_keys)
        await take("5 classes, two systems, drag", two, drag)
        await take("11 classes, two systems, keys", ELEVEN, press_keys)
        await take("11 classes, two systems, drag", ELEVEN, drag)
        await take("5 classes, every key sent", two, press_keys, 350)
        matrices = ClassificationState()
        await take("matrices of 5 classes, keys", matrices, press_keys)
        await take("matrices of 5 classes, drag", matrices, drag)
        await take("matrices of 7 classes, keys", SEVEN, press_keys)
        await take("matrices of 7 classes, drag", SEVEN, drag)
        page, _ = await visit(browser, f"{app}/compare?plain=1&two=1", ".oq-measures")
        found = await latencies(page, MOVES)
        rows.append(["5 classes, plain sliders, keys", str(len(found)), times(found), "", "", ""])
        await browser.close()
    show(f"Move to number, to paint, to the server's answer: median / 95th percentile of {MOVES}")
    show(table(["", "moves", "number", "paint", "server", "layout shift"], rows))


def server_times() -> str:
    rows = []
    for name, compute in (
        ("5 classes", lambda: precomputed_answers(CompareState(two_systems=True)).packed()),
        ("11 classes", lambda: precomputed_answers(ELEVEN).packed()),
        (
            "matrices of 5 classes",
            lambda: matrix.precomputed_answers(ClassificationState()),
        ),
        ("matrices of 7 classes", lambda: matrix.precomputed_answers(SEVEN)),
    ):
        taken = []
        for _ in range(30):
            start = perf_counter()
            packed = compute()
            taken.append((perf_counter() - start) * 1000)
        size = sum(map(len, packed.values()))
        rows.append([f"{name}, two systems", f"{median(taken):.1f} ms", f"{size / 1024:.1f} KiB"])
    return table(["one table of answers", "time", "size"], rows)


def main() -> None:
    show(f"{machine(['streamlit', 'playwright'])}\nLoad average {load()}\n")
    show(f"{server_times()}\n")
    with serve(ROOT / "app.py") as app:
        asyncio.run(measure(app))


if __name__ == "__main__":
    main()
