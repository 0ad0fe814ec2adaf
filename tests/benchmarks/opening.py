"""Times how long pages take to show their first content, beside an empty page of Streamlit.

Run from the repository's root: python -m tests.benchmarks.opening
Both are opened by turns, each in a browser that was nowhere before; the time ends when the heading
is seen. The empty page is a script of one line, its title.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from playwright.sync_api import Browser, expect, sync_playwright

from pages.menu import ENTRIES
from tests.benchmarks.timing import by_turns, load, machine, ratios, show, table, verdict
from tests.server import chromium, serve

ROOT = Path(__file__).parents[2]
TURNS = 5
#: How many times as long as the empty page any page may take.
MOST = 1.5


def opening(browser: Browser, address: str) -> Callable[[], None]:
    """What opens an address, and waits for its heading."""

    def open_page() -> None:
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.goto(address, wait_until="commit")
        expect(page.get_by_role("heading", level=1).first).to_be_visible(timeout=60_000)
        context.close()

    return open_page


def main() -> None:
    show(f"{machine(['streamlit'])}\nLoad average {load()}\n")
    rows, most, start = [], 0.0, perf_counter()
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        empty = Path(folder) / "empty.py"
        empty.write_text("import streamlit as st\nst.title('Empty')\n")
        with serve(empty) as other, serve(ROOT / "app.py") as app:
            browser = playwright.chromium.launch(
                executable_path=chromium(),
                args=["--no-sandbox", "--disable-gpu"],
            )
            nothing = opening(browser, other)
            for entry in ENTRIES:
                page = opening(browser, f"{app}/{entry.address}")
                # What is loaded once is loaded before.
                page()
                nothing()
                found = by_turns({"page": page, "empty": nothing}, TURNS)
                times = ratios(found["page"].clock, found["empty"].clock)
                most = max(most, times.median)
                clock = median(found["page"].clock)
                rows.append([entry.title, f"{1000 * clock:.0f}", times.text(2)])
            browser.close()
    show(table(["", "ms", "times an empty page"], rows))
    show(f"\nThe most is {most:.2f} times, at most {MOST} required: {verdict(most <= MOST)}")
    show(f"It took {perf_counter() - start:.0f} s, at a load of {load()}")
    sys.exit(0 if most <= MOST else 1)


if __name__ == "__main__":
    main()
