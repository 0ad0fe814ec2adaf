"""Takes the pictures of the documentation from the app: python .github/docs/pictures.py."""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.browser.waiting import Visitor, at_rest
from tests.server import serve

_BARS, _FIGURE = "input[type=range]", ".js-plotly-plot .main-svg"
#: Where each picture is taken, how high it is, and what is there once all is drawn.
PICTURES = {
    "start": ("", 760, _BARS),
    "compare": ("compare", 860, _BARS),
    "leaderboard": ("leaderboard", 760, _FIGURE),
    "judges": ("judges?data=Bundled+sample%3A+judges", 760, _FIGURE),
}


def main():
    """Take them all, in the light theme."""
    with serve(ROOT / "app.py") as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        for name, (path, height, drawn) in PICTURES.items():
            context = browser.new_context(
                viewport={"width": 1200, "height": height}, reduced_motion="reduce"
            )
            context.set_default_timeout(90_000)
            visitor = Visitor(context.new_page(), f"{address}/{path}")
            at_rest(visitor.page)
            visitor.page.locator(drawn).first.wait_for(state="attached")
            visitor.page.screenshot(path=Path(__file__).parent / "images" / f"{name}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
