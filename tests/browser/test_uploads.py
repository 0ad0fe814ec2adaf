"""Opening files, in a real browser: what a page shows of them, and to whom.

What is understood, refused and kept is tested without one, in `tests/pages/campaign/test_uploads`.
"""

import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import BrowserContext, FrameLocator, Locator, Page, expect

from oq_core.data import (
    nugget_popularity,
    nugget_uniform,
)
from oq_core.measures import score_nuggets
from oq_core.reading import read_nugget_gold
from tests.browser.waiting import GO, at_rest
from tests.conftest import SAMPLE


def upload(page: Page | FrameLocator, kind: str, *files: Path | dict[str, object]) -> None:
    """Put files into an uploader of the data page and wait until they are taken."""
    # What the previous pass drew stays in the page for a moment beside the new.
    page.locator("[data-test-script-state=notRunning]").wait_for()
    expect(page.get_by_test_id("stFileUploaderFile")).to_have_count(0)
    start = {"gold": "^Gold", "matrix": "^Or score matrices", "run": "^(More r|R)un files"}[kind]
    uploader = page.get_by_test_id("stFileUploader").filter(has_text=re.compile(start)).first
    with uploader.page.expect_response(re.compile("upload_file")):
        uploader.locator("input[type=file]").set_input_files(list(files))
    # The browser tells the app of it, which takes it out of the widget.
    expect(page.get_by_test_id("stFileUploaderFile")).to_have_count(0)
    page.locator("[data-test-script-state=notRunning]").wait_for()


def analyse(page: Page, title: str, section: str = "Campaign") -> None:
    """Go to another page by the menu, as that keeps the session."""
    page.get_by_text(section).first.click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text=title).click()


def named(name: str, content: str | bytes) -> dict[str, object]:
    data = content.encode() if isinstance(content, str) else content
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}


def test_conflicts_of_the_real_annotations(server: str, page: Page, real_data: Path):
    page.goto(f"{server}/data")
    upload(page, "gold", real_data / "stc3" / "test_annotations.json")
    expect(page.get_by_text("390 instances, 19 votes each, 0 runs")).to_have_count(3)
    analyse(page, "Dialogues", "Explore")
    expect(
        page.get_by_text("NMD and RNOD prefer different runs on 83 of 390 instances")
    ).to_be_visible()
    page.get_by_role("link", name="Open in Compare").click()
    page.wait_for_url(re.compile("two=1"))
    for which in ("NMD", "RNOD"):
        expect(page.locator(f"tr[data-measure={which}]")).to_be_visible()
    preferred = {
        key: page.locator(f"tr[data-measure={key}]").get_attribute("data-prefers")
        for key in ("NMD", "RNOD")
    }
    assert set(preferred.values()) == {"A", "B"}


@pytest.mark.dear("ordinarily the gold alone, and runs without a browser")
def test_everything_of_the_real_annotations_and_runs(server: str, page: Page, real_data: Path):
    page.goto(f"{server}/data")
    upload(page, "gold", real_data / "stc3" / "test_annotations.json")
    upload(page, "run", *sorted((real_data / "stc3" / "runs").glob("*.json")))
    expect(page.get_by_text("390 instances, 19 votes each, 8 runs")).to_have_count(3)
    analyse(page, "Discriminative power")
    expect(page.locator(".js-plotly-plot .scatterlayer").first.locator(".trace")).to_have_count(6)
    # All three scales side by side, and pooled.
    for scale in "SE":
        page.get_by_test_id("stButtonGroup").first.get_by_text(scale, exact=True).click()
    expect(page.get_by_role("radiogroup", name="Details of")).to_be_visible()
    at_rest(page)
    page.get_by_text("How sure these powers are", exact=True).click()
    pooled = page.get_by_role("button", name="Download as CSV: Discriminative power: S of T")
    expect(pooled).to_be_visible()
    for scale in "SE":
        page.get_by_test_id("stButtonGroup").first.get_by_text(scale, exact=True).click()
    expect(pooled).to_have_count(0)
    analyse(page, "Report")
    page.get_by_role("button", name="Make the report").click()
    family = page.get_by_text("390 instances. Family of tests: 28 pairs of 8 runs")
    expect(family).to_have_count(3)
    with page.expect_download() as download:
        page.get_by_role("button", name="Report (one HTML page)").click()
    report = Path(download.value.path()).read_text()
    assert "test_annotations A" in report
    # Names of XML's vocabularies are no requests.
    assert not re.search(r"""(src|href)=["']?https?:|url\(["']?https?:|@import""", report)


@pytest.mark.dear("ordinarily subtask C alone, in tests/pages/campaign/test_uploads")
def test_semeval_runs_of_two_subtasks(server: str, page: Page, real_data: Path):
    semeval = real_data / "semeval"
    page.goto(f"{server}/data")
    upload(page, "gold", semeval / "2016-subtaskC-gold.tsv")
    expect(page.get_by_text("100 instances, 70 to 509 votes each, 0 runs")).to_be_visible()
    runs = ("2016-subtaskC-run-PotTS.tsv", "2016-subtaskE-run-PotTS.tsv")
    upload(page, "run", *(semeval / run for run in runs))
    expect(page.get_by_text("100 instances, 70 to 509 votes each, 2 runs")).to_be_visible()
    expect(page.get_by_text("items are matched by position")).to_be_visible()
    analyse(page, "Leaderboard")
    page.get_by_text("The run, instance by instance", exact=True).click()
    expect(page.get_by_text("official EMD is NMD × 4")).to_be_visible()
    # SemEval's EMD as computed independently.
    expect(page.get_by_role("heading", name="subtaskC-run-PotTS: instance")).to_be_visible()
    # The table is a canvas: rows are 35 pixels high, below a header of the same height.
    page.get_by_test_id("stDataFrame").first.click(position={"x": 14, "y": 52 + 35})
    expect(page.get_by_role("heading", name="subtaskE-run-PotTS: instance")).to_be_visible()
    expect(page.get_by_text("EMD is NMD × 4: 0.8177 on average")).to_be_visible()


@pytest.mark.dear("ordinarily without a browser, in tests/pages/campaign/test_nuggets")
def test_the_baselines_of_nugget_detection(server: str, page: Page, real_data: Path):
    gold = real_data / "stc3" / "test_annotations.json"
    page.goto(f"{server}/data")
    upload(page, "gold", gold)
    expect(page.get_by_text("390 dialogues with 1,755 turns, 19 votes a turn")).to_be_visible()
    analyse(page, "Leaderboard")
    scales = page.get_by_test_id("stButtonGroup").first
    scales.get_by_text("nuggets", exact=True).click()
    scales.get_by_text("A", exact=True).click()
    expect(page.get_by_text(re.compile("There is no run in .*nuggets"))).to_be_visible()
    page.get_by_role("button", name="Options").click()
    page.get_by_text("Add the baselines, made").click()
    page.get_by_text("Let them take part as runs").click()
    page.keyboard.press("Escape")
    page.get_by_text("The run, instance by instance", exact=True).click()
    expect(page.get_by_role("heading", name="Popularity: instance by instance")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("turn by turn"))).to_be_visible()
    page.get_by_text("More on these means and ranks", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download ranks, means and intervals").click()
    means = pd.read_csv(download.value.path(), index_col=["run", "measure"])["mean"]
    bare = read_nugget_gold(gold)
    made = {"Popularity": nugget_popularity(bare), "Uniform": nugget_uniform(bare)}
    scores = score_nuggets(bare.with_runs(made), ["JSD", "RNSS"])
    for key, row in zip(scores.measures, scores.means, strict=True):
        np.testing.assert_allclose([means.loc[run, key] for run in scores.runs], row)


def type_into_cell(page: Page, cell: Locator) -> None:
    """100 into the selected cell of an editor, which draws on a canvas and is slow to open."""
    expect(cell).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    typed = page.locator("input.gdg-input")
    typed.fill("100")
    typed.press("Enter")
    expect(typed).to_have_count(0)


@pytest.mark.dear("ordinarily matrices are typed into")
def test_a_cell_of_a_plain_table_is_typed(server: str, page: Page):
    page.goto(f"{server}/classification?plain=1")
    row = page.locator("tr[data-measure=Accuracy]")
    expect(row).to_contain_text("0.5000")
    page.locator("[data-test-script-state=notRunning]").wait_for()
    # The first cell of A's canvas, and after it the one below.
    matrix = page.get_by_test_id("stDataFrame").first
    matrix.click(position={"x": 180, "y": 52})
    type_into_cell(page, matrix.locator("#glide-cell-1-0"))
    expect(row).to_contain_text("0.7500")
    expect(page.get_by_text("200 items, 150 of them (75 %)")).to_be_visible()
    # The editor keeps the first.
    type_into_cell(page, matrix.locator("#glide-cell-1-1"))
    expect(page.get_by_text("300 items, 150 of them (50 %)")).to_be_visible()
    page.wait_for_url(re.compile("a=100.....100"))
    elsewhere = page.context.new_page()
    elsewhere.goto(page.url)
    expect(elsewhere.get_by_text("300 items, 150 of them (50 %)")).to_be_visible()
    elsewhere.close()


@pytest.mark.dear("ordinarily without a browser, in tests/pages/campaign/test_uploads")
def test_a_broken_file_among_twenty_is_named_and_nineteen_are_used(server: str, page: Page):
    page.goto(f"{server}/data")
    upload(page, "gold", SAMPLE / "gold.json")
    good = sorted((SAMPLE / "runs").glob("*.json"))[:19]
    broken = json.loads(good[3].read_text())
    broken[7]["quality"]["A"]["0"] = "many"
    runs = [named(path.name, path.read_bytes()) for path in good]
    upload(page, "run", *runs, named("broken.json", json.dumps(broken)))
    problem = page.get_by_test_id("stAlert").filter(has_text="broken.json")
    expect(problem).to_contain_text(f"broken.json, dialogue {broken[7]['id']}, scale A, class 0")
    expect(problem).to_contain_text("'many' is not a number")
    expect(page.get_by_text("20 votes each, 19 runs")).to_have_count(3)
    analyse(page, "Discriminative power")
    expect(page.locator(".js-plotly-plot .scatterlayer").first.locator(".trace")).to_have_count(6)


GOOD_GOLD = "id,bad,fair,good\nd1,1,2,3\nd2,4,0,0\nd3,2,2,2\n"


def test_names_from_files_are_shown_as_they_are(server: str, page: Page):
    name = "<img src=x onerror=alert(1)> **[a](http://b)** $x$ :red[c]"
    page.goto(f"{server}/data")
    upload(page, "gold", named("gold.csv", GOOD_GOLD.replace("d1", name).replace("bad", name)))
    shown = name.replace("://", ":\N{WORD JOINER}//")
    expect(page.get_by_text(f"{shown} < fair < good")).to_be_visible()
    assert page.locator("img[src=x]").count() == 0
    assert page.locator("a[href='http://b']").count() == 0


def test_uploads_stay_with_their_browser_alone(
    server: str, page: Page, phones: BrowserContext, phone: Page
):
    page.goto(f"{server}/data")
    upload(page, "gold", named("secret.csv", GOOD_GOLD))
    expect(page.get_by_role("heading", name="secret")).to_be_visible()
    (cookie,) = (each for each in page.context.cookies() if "workspace" in each.get("name", ""))
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["secure"]) == (True, "Lax", False)
    assert cookie["value"] not in page.url
    analyse(page, "Leaderboard")
    expect(page.get_by_text("There is no run in secret")).to_be_visible()
    page.wait_for_url(re.compile("data="))
    # F5 begins a new session.
    page.reload()
    expect(page.get_by_text("There is no run in secret")).to_be_visible()
    # Another browser with the address, then with a cookie that somebody made up.
    made_up = f"{cookie['value'][:-1]}{'1' if cookie['value'][-1] == '0' else '0'}"
    for forged in (False, True):
        phones.clear_cookies()
        if forged:
            phones.add_cookies([{"name": cookie["name"], "value": made_up, "url": server}])
        phone.goto(page.url)
        expect(phone.get_by_text("about data that are not open here")).to_be_visible()
        phone.evaluate(GO, "/data")
        expect(phone.get_by_text("Bundled sample", exact=True)).to_be_visible()
        assert "secret" not in phone.locator("body").inner_text()
        values = {each.get("value") for each in phones.cookies()}
        assert not values & {cookie["value"], made_up}
    # All of it goes at once, in every tab.
    page.evaluate(GO, "/data")
    page.get_by_role("button", name="Erase everything").click()
    page.get_by_role("button", name="Erase all of it now").click()
    expect(page.get_by_role("heading", name="secret")).to_have_count(0)
    page.reload()
    expect(page.get_by_text("Bundled sample", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="secret")).to_have_count(0)
