"""Times from a key press on a plain slider to the number in the page, in a real Chromium.

Run from the repository's root: python -m tests.benchmarks.latency
Beside the Compare page stands an empty Streamlit page, a slider and its value, served on the
same machine: what is above its figures is this app's own. Other visitors are connections that
move a slider once a second, without a browser each, which a visitor brings along.
"""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from playwright.async_api import Browser, Page, async_playwright
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.benchmarks.timing import load, machine, show, table
from tests.benchmarks.visitors import moving
from tests.server import serve

ROOT = Path(__file__).parents[2]
PRESSES = 50
SESSIONS = 20

EMPTY_PAGE = """
import streamlit as st
value = st.slider("x", 0.0, 20.0, 4.0, step=1.0)
st.markdown(f"value {value}")
"""

#: Notes when a key goes down, and when text inside the watched element next changes.
WATCH = """
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
    await page.evaluate(WATCH, watched)
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


def move_slider(widget: WidgetState, number: int) -> None:
    widget.double_array_value.data[:] = [float(number % 20)]


def row(name: str, values: list[float], opened: float | None) -> list[str]:
    return [
        name,
        f"{median(values):.0f}",
        f"{quantiles(values, n=20)[-1]:.0f}",
        "" if opened is None else f"{opened / 1000:.2f}",
    ]


async def measure(app: str, empty: str) -> None:
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium")
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable, args=quiet)
        rows = []
        for name, address, watched in (
            ("empty Streamlit page", empty, "[data-testid=stMarkdown]"),
            ("Compare, one system", f"{app}/compare?plain=1", ".oq-measures"),
            (
                "Compare, two systems, cumulative",
                f"{app}/compare?plain=1&two=1&cumulative=1",
                ".oq-measures",
            ),
        ):
            page, opened = await visit(browser, address, watched)
            rows.append(row(name, await latencies(page, PRESSES), opened))
            await page.close()
        page, opened = await visit(browser, f"{app}/compare?plain=1", ".oq-measures")
        async with moving(SESSIONS - 1, app, "plain=1", "slider", move_slider):
            moved = await latencies(page, PRESSES)
        rows.append(row(f"Compare, {SESSIONS} visitors moving", moved, None))
        await browser.close()
    show(f"{machine(['streamlit', 'playwright'])}\nLoad average {load()}\n")
    show(f"Key press to number, ms, over {PRESSES} presses; first visit to number, s")
    show(table(["", "median", "95th percentile", "first visit"], rows))


@contextmanager
def empty_server() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "empty.py"
        script.write_text(EMPTY_PAGE)
        with serve(script) as address:
            yield address


def main() -> None:
    with serve(ROOT / "app.py") as app, empty_server() as empty:
        asyncio.run(measure(app, empty))


if __name__ == "__main__":
    main()
