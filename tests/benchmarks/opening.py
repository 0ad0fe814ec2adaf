"""Times how long pages take to show their answer and first figure, beside an empty page's heading.

Run from the repository's root: python -m tests.benchmarks.opening [address of a page …]
Both are opened by turns, each in a browser that was nowhere before, with the sample. A page that
opens with an answer is there when that and the figure below it are drawn, any other when its script
has ended. The empty page is a script of one line, its title.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from playwright.sync_api import Browser, expect, sync_playwright

from pages.menu import DATA, ENTRIES, JUDGES, MENU, PAPERS, REPORT
from tests.benchmarks.timing import by_turns, load, machine, ratios, show, table, verdict
from tests.server import chromium, serve

ROOT = Path(__file__).parents[2]
TURNS = 5
#: Milliseconds between two looks at a page, and after which it has failed.
LOOK, PATIENCE = 100, 120_000
#: How many times as long as the empty page any page may take.
MOST = 2.0

#: Whether the answer of a page is there, a paragraph in bold, and a figure is drawn below it.
ANSWERED = """
() => {
  const all = (sought) => [...document.querySelectorAll(`.stMainBlockContainer ${sought}`)];
  const box = (each) => each.getBoundingClientRect();
  const answer = all("p").find((each) =>
    each.querySelector(":scope > strong")?.textContent === each.textContent);
  const drawn = ".stPlotlyChart .main-svg, .oq-chart, .stDataFrame canvas";
  // What a component of ours draws is not in the document, but it is as high as that.
  return answer && all(`:is(${drawn}, .stBidiComponent)`).some((each) =>
    box(each).height > 50 && box(each).top >= box(answer).bottom);
}
"""
#: Whether the script of a page has ended.
ENDED = "() => document.querySelector('.stApp[data-test-script-state=notRunning]')"
#: Pages that open with their answer.
ANSWERS = {*ENTRIES} - {*MENU["Learn"], DATA, JUDGES, PAPERS, REPORT}


def opening(browser: Browser, address: str, shown: str = "() => true") -> Callable[[], None]:
    """What opens an address, and waits for its heading, and for what a script says is shown."""

    def open_page() -> None:
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.goto(address, wait_until="commit")
        expect(page.get_by_role("heading", level=1).first).to_be_visible(timeout=PATIENCE)
        page.wait_for_function(shown, timeout=PATIENCE, polling=LOOK)
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
            chosen = sys.argv[1:] or [entry.address for entry in ENTRIES]
            for entry in [each for each in ENTRIES if each.address in chosen]:
                shown = ANSWERED if entry in ANSWERS else ENDED
                page = opening(browser, f"{app}/{entry.address}", shown)
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
