"""Takes pictures of the app, all or those named: python .github/docs/pictures.py [name …].

Those of the documentation, and `report`, which the page Report begins with.
"""

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from oq_core.command import main as oq
from tests.browser.waiting import Visitor, at_rest
from tests.pages.campaign.test_report_picture import FILE, fingerprint
from tests.server import serve

_BARS, _FIGURE = "input[type=range]", ".js-plotly-plot .main-svg"
#: Where each picture is taken, how high it is, and what is there once all is drawn.
PICTURES = {
    "start": ("", 760, _BARS),
    "compare": ("compare", 860, _BARS),
    "leaderboard": ("leaderboard", 760, _FIGURE),
    "judges": ("judges?data=Bundled+sample%3A+judges", 760, _FIGURE),
}


def of_report(browser):
    """How the report on the sample's scale A begins, and of what it is."""
    sample = ROOT / "sample_data"
    with TemporaryDirectory() as folder:
        files = [str(sample / "gold.json"), str(sample / "runs")]
        oq(["report", *files, "--scales", "A", "--out", folder])
        page = browser.new_page(viewport={"width": 1280, "height": 1280})
        page.goto(f"file://{folder}/report.html")
        page.screenshot(path=f"{folder}/report.png")
        small = Image.open(f"{folder}/report.png").resize((640, 640), Image.Resampling.LANCZOS)
    small.save(ROOT / "pages/campaign/report_parts/sample.webp", quality=70, method=6)
    FILE.write_text(f"{fingerprint()}\n")


def main(names):
    """Take those that are named, in the light theme."""
    with serve(ROOT / "app.py") as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        for name in names:
            if name == "report":
                of_report(browser)
                continue
            path, height, drawn = PICTURES[name]
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
    main(sys.argv[1:] or [*PICTURES, "report"])
