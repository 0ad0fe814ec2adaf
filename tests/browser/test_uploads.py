"""Opening files, in a real browser: what is understood, what is refused, what stays."""

import io
import json
import re
import zipfile
from contextlib import closing
from pathlib import Path

import numpy as np
import pandas as pd
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from oq_core import score_nuggets
from oq_core.data import (
    nugget_popularity,
    nugget_uniform,
)
from oq_core.reading import read_nugget_gold
from tests.browser.waiting import LIMIT
from tests.conftest import ROOT, SAMPLE
from tests.server import serve


def upload(page: Page, kind: str, *files: Path | dict[str, object]) -> None:
    """Put files into an uploader of the data page and wait until they are taken."""
    # What the previous pass drew stays in the page for a moment beside the new.
    page.locator("[data-test-script-state=notRunning]").wait_for()
    expect(page.get_by_test_id("stFileUploaderFile")).to_have_count(0)
    start = {"gold": "^Gold", "matrix": "^Or score matrices", "run": "^(More r|R)un files"}[kind]
    uploader = page.get_by_test_id("stFileUploader").filter(has_text=re.compile(start)).first
    with page.expect_response(re.compile("upload_file")):
        uploader.locator("input[type=file]").set_input_files(list(files))
    # The browser tells the app of it, which takes it out of the widget.
    expect(page.get_by_test_id("stFileUploaderFile")).to_have_count(0)
    page.locator("[data-test-script-state=notRunning]").wait_for()


def analyse(page: Page, title: str, section: str = "Analyse") -> None:
    """Go to another page by the menu, as that keeps the session."""
    page.get_by_text(section).first.click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text=title).click()


def named(name: str, content: str | bytes) -> dict[str, object]:
    data = content.encode() if isinstance(content, str) else content
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}


def test_table_7_of_lq21_from_the_real_annotations(server: str, page: Page, real_data: Path):
    page.goto(f"{server}/data")
    upload(page, "gold", real_data / "stc3" / "test_annotations.json")
    expect(page.get_by_text("390 instances, 19 votes each, 0 runs")).to_have_count(3)
    analyse(page, "Baselines")
    expect(page.get_by_text("NMD and RNOD disagree on 83 of 390 instances")).to_be_visible()
    wins = page.get_by_test_id("stTable")
    printed = {
        "A": {"NMD": (175, 197), "RSNOD": (224, 166), "RNOD": (265, 125), "NVD": (274, 116),
              "RNSS": (297, 93), "JSD": (301, 89)},
        "S": {"NMD": (109, 268), "RSNOD": (177, 213), "RNOD": (229, 161), "NVD": (224, 166),
              "RNSS": (257, 133), "JSD": (255, 135)},
        "E": {"NMD": (257, 127), "RSNOD": (294, 96), "RNOD": (331, 58), "NVD": (328, 62),
              "RNSS": (340, 50), "JSD": (347, 43)},
    }  # fmt: skip
    for scale, rows in printed.items():
        page.get_by_test_id("stButtonGroup").get_by_text(scale, exact=True).click()
        for key, (uniform, popularity) in rows.items():
            row = wins.get_by_role("row").filter(has=page.get_by_text(key, exact=True))
            expect(row).to_contain_text(f"{uniform}{popularity}{390 - uniform - popularity}")


def test_conflicts_of_the_real_annotations(server: str, page: Page, real_data: Path):
    page.goto(f"{server}/data")
    upload(page, "gold", real_data / "stc3" / "test_annotations.json")
    expect(page.get_by_text("390 instances, 19 votes each, 0 runs")).to_have_count(3)
    page.get_by_text("Disagree").first.click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text="Conflicts by instance").click()
    expect(page.get_by_text("NMD and RNOD disagree on 83 of 390 instances")).to_be_visible()
    page.get_by_text("Open in Compare").click()
    page.wait_for_url(re.compile("two=1"))
    for which in ("NMD", "RNOD"):
        expect(page.locator(f"tr[data-measure={which}]")).to_be_visible()
    preferred = {
        key: page.locator(f"tr[data-measure={key}]").get_attribute("data-prefers")
        for key in ("NMD", "RNOD")
    }
    assert set(preferred.values()) == {"A", "B"}


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
    expect(page.get_by_text("by data set and pooled")).to_be_visible()
    analyse(page, "Report")
    page.get_by_role("button", name="Make the report").click()
    expect(page.get_by_text("390 instances, 8 runs.")).to_have_count(3)
    with page.expect_download() as download:
        page.get_by_role("button", name="Report (one HTML page)").click()
    report = Path(download.value.path()).read_text()
    assert "test_annotations A" in report
    # Names of XML's vocabularies are no requests.
    assert not re.search(r"""(src|href)=["']?https?:|url\(["']?https?:|@import""", report)


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
    expect(page.get_by_text("official EMD is NMD × 4")).to_be_visible()
    # SemEval's EMD as computed independently.
    expect(page.get_by_role("heading", name="subtaskC-run-PotTS: instance")).to_be_visible()
    # The table is a canvas: rows are 35 pixels high, below a header of the same height.
    page.get_by_test_id("stDataFrame").first.click(position={"x": 14, "y": 52 + 35})
    expect(page.get_by_role("heading", name="subtaskE-run-PotTS: instance")).to_be_visible()
    expect(page.get_by_text("EMD is NMD × 4: 0.8177 on average")).to_be_visible()


def choose(page: Page, label: str, option: str) -> None:
    """Choose an option of a selectbox."""
    box = page.get_by_test_id("stSelectbox").filter(has_text=re.compile(f"^{re.escape(label)}"))
    listed = page.get_by_role("option", name=option, exact=True)
    for _ in range(20):
        box.get_by_role("combobox").click()
        try:
            listed.click(timeout=4000)
            break
        except TooLate:
            # A pass of the script that came in between has closed the list.
            page.keyboard.press("Escape")
    page.locator("[data-test-script-state=notRunning]").wait_for()


def test_pooled_classification_of_subtask_c(server: str, page: Page, real_data: Path):
    semeval = real_data / "semeval"
    page.goto(f"{server}/data")
    upload(page, "gold", semeval / "2016-subtaskC-gold.tsv")
    upload(page, "run", semeval / "2016-subtaskC-run-PotTS.tsv")
    expect(page.get_by_text("From 20,632 items with a class each")).to_be_visible()
    # The gold's line is there before the run has been read.
    expect(page.get_by_text(re.compile("1 run")).first).to_be_visible()
    analyse(page, "Classification", "Learn")
    page.get_by_text("From open data").click()
    pooled = page.get_by_test_id("stTable")
    choose(page, "First run (A)", "always 0")
    # A pass of the script that is still to come would close the next list.
    expect(pooled.get_by_text("always 0: pooled")).to_be_visible()
    choose(page, "Second run (B)", "2016-subtaskC-run-PotTS")
    # Always neutral as the task's overview has it, 1.200 and 0.537; the run's 1.234 and 0.860
    # as computed independently.
    for key, neutral, run in (("MAE_M", "1.2000", "1.2342"), ("MAE_mu", "0.5366", "0.8601")):
        row = pooled.get_by_role("row").filter(has=page.get_by_text(key, exact=True))
        expect(row.get_by_role("cell").nth(0)).to_have_text(neutral)
        expect(row.get_by_role("cell").nth(2)).to_have_text(run)
    # 100 topics: their means are beside the pooled scores.
    expect(pooled.get_by_role("columnheader").filter(has_text="mean over topics")).to_have_count(2)
    page.get_by_role("button", name="Load into the matrices").click()
    expect(page.get_by_text("All items, pooled: always 0 and 2016")).to_be_visible()
    row = page.locator("tr[data-measure=MAE_M]")
    expect(row).to_contain_text("1.2000")
    expect(row).to_have_attribute("data-prefers", "A")
    page.wait_for_url(re.compile("10081"))
    # The same items are a data set of classification for the pages of analysis.
    analyse(page, "Leaderboard")
    page.get_by_test_id("stButtonGroup").first.get_by_text("classification", exact=True).click()
    page.get_by_test_id("stButtonGroup").first.get_by_text("quantification", exact=True).click()
    expect(page.get_by_text("PotTS: instance by instance")).to_be_visible()


def test_the_baselines_of_nugget_detection(server: str, page: Page, real_data: Path):
    gold = real_data / "stc3" / "test_annotations.json"
    page.goto(f"{server}/data")
    upload(page, "gold", gold)
    expect(page.get_by_text("390 dialogues with 1,755 turns, 19 votes a turn")).to_be_visible()
    analyse(page, "Leaderboard")
    scales = page.get_by_test_id("stButtonGroup").first
    scales.get_by_text("nuggets", exact=True).click()
    scales.get_by_text("A", exact=True).click()
    expect(page.get_by_text("nuggets has no run")).to_be_visible()
    page.get_by_text("Runs and further data sets").click()
    page.get_by_text("Add the baselines, made").click()
    expect(page.get_by_role("heading", name="Popularity: instance by instance")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download means").click()
    means = pd.read_csv(download.value.path(), index_col=0)
    bare = read_nugget_gold(gold)
    made = {"Popularity": nugget_popularity(bare), "Uniform": nugget_uniform(bare)}
    scores = score_nuggets(bare.with_runs(made), ["JSD", "RNSS"])
    for key, row in zip(scores.measures, scores.means, strict=True):
        np.testing.assert_allclose([means.loc[run, key] for run in scores.runs], row)
    analyse(page, "Nugget detection")
    expect(page.get_by_text("390 dialogues with 1,755 turns")).to_be_visible()
    expect(page.get_by_test_id("stMetricValue").first).to_have_text(f"{scores.means[0, 0]:.4f}")
    expect(page.get_by_role("heading", name=re.compile("turn by turn"))).to_be_visible()


def test_submissions_to_both_tasks(server: str, page: Page):
    """The sample's runs: ten of them have nuggets too."""
    page.goto(f"{server}/data")
    upload(page, "gold", SAMPLE / "gold.json")
    runs = {name: json.loads((SAMPLE / "runs" / f"{name}.json").read_text())
            for name in ("ALTO-run0", "ELM-run0", "HAZEL-run0")}  # fmt: skip
    split = {
        f"ALTO-run0.{part}.json": [{key: entry[key] for key in ("id", part)} for entry in
                                   runs["ALTO-run0"]]
        for part in ("quality", "nugget")
    }  # fmt: skip
    files = split | {f"{name}.json": runs[name] for name in ("ELM-run0", "HAZEL-run0")}
    upload(page, "run", *(named(name, json.dumps(content)) for name, content in files.items()))
    expect(page.get_by_text("20 votes each, 3 runs")).to_have_count(3)
    expect(page.get_by_text("20 votes a turn; 2 runs with estimates of them")).to_be_visible()
    expect(page.get_by_test_id("stAlert")).to_have_count(0)


def type_into_cell(page: Page, cell: Locator) -> None:
    """100 into the selected cell of an editor, which draws on a canvas and is slow to open."""
    expect(cell).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    typed = page.locator("input.gdg-input")
    typed.fill("100")
    typed.press("Enter")
    expect(typed).to_have_count(0)


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
    expect(page.get_by_text("200 items, 150 of them (75%)")).to_be_visible()
    # The editor keeps the first.
    type_into_cell(page, matrix.locator("#glide-cell-1-1"))
    expect(page.get_by_text("300 items, 150 of them (50%)")).to_be_visible()
    page.wait_for_url(re.compile("a=100.....100"))
    elsewhere = page.context.new_page()
    elsewhere.goto(page.url)
    expect(elsewhere.get_by_text("300 items, 150 of them (50%)")).to_be_visible()
    elsewhere.close()


def test_dialogues_in_an_archive(server: str, page: Page, real_data: Path):
    page.goto(f"{server}/data")
    upload(page, "gold", real_data / "dbdc3" / "en-eval.zip")
    expect(page.get_by_text("2,000 instances, 30 votes each, 0 runs")).to_be_visible()
    expect(page.get_by_text("O < T < X")).to_be_visible()


def test_without_gold_it_is_said_what_is_missing(server: str, page: Page, real_data: Path):
    page.goto(f"{server}/data")
    for kind in ("quality", "nugget"):
        upload(page, "gold", real_data / "dialeval2" / "runs" / f"Baseline-run0.{kind}.json")
        problem = page.get_by_test_id("stAlert")
        expect(problem).to_contain_text(f"Baseline-run0.{kind}.json")
        expect(problem).to_contain_text("not a gold file")


def test_an_archive_of_teams(server: str, page: Page):
    archive = io.BytesIO()
    runs = sorted((SAMPLE / "runs").glob("*.json"))[:4]
    with zipfile.ZipFile(archive, "w") as files:
        for number, run in enumerate(runs):
            team, name = f"TEAM{number // 2}", f"run{number % 2}"
            files.writestr(f"submissions/{team}/{name}/quality_cn.json", run.read_bytes())
    page.goto(f"{server}/data")
    upload(page, "gold", SAMPLE / "gold.json")
    upload(page, "run", named("submissions.zip", archive.getvalue()))
    expect(page.get_by_text("20 votes each, 4 runs")).to_have_count(3)
    analyse(page, "Leaderboard")
    expect(page.get_by_role("heading", name=re.compile(r"TEAM\d-run\d: instance"))).to_be_visible()


def test_score_matrices_are_enough_for_curves(server: str, page: Page):
    rows = "".join(f"d{i},{i % 3 / 10},{i % 5 / 10},{i % 7 / 10}\n" for i in range(40))
    files = [named(f"{key}.csv", f"dialogue_id,X,Y,Z\n{rows}") for key in ("NMD", "other")]
    page.goto(f"{server}/data")
    upload(page, "matrix", *files)
    expect(page.get_by_text("measures NMD, other · 40 instances · 3 runs")).to_be_visible()
    analyse(page, "Discriminative power")
    expect(page.get_by_text("score matrices: randomised Tukey HSD")).to_be_visible()
    analyse(page, "Baselines")
    expect(page.get_by_text("this page needs the distributions")).to_be_visible()


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
GOOD_RUN = "id,bad,fair,good\nd1,.2,.3,.5\nd2,.6,.4,0\nd3,.1,.8,.1\n"


def spoiled(old: str, new: str) -> str:
    assert old in GOOD_RUN
    return GOOD_RUN.replace(old, new)


BAD_RUNS = {
    "missing": (spoiled("d3,.1,.8,.1\n", ""), "1 of 3 instances are missing: d3"),
    "surplus": (GOOD_RUN + "d4,1,0,0\n", "line 5: 1 ids are not in the gold file: d4"),
    "duplicate": (GOOD_RUN + "d1,1,0,0\n", "line 5: the id d1 is there already (line 2)"),
    "class": (spoiled("fair", "middling"), "the class middling is not among"),
    "text": (spoiled(".6", "most"), "line 3, class bad: 'most' is not a number"),
    "negative": (spoiled("d3,.1", "d3,-.1"), "line 4: the value -0.1 for class bad is negative"),
    "nan": (spoiled(".8", "nan"), "line 4: the value nan for class fair is not a finite number"),
    "infinite": (spoiled(".8", "inf"), "line 4: the value inf for class fair is not a finite"),
    "sum": (spoiled(".5", ".3"), "line 2: the probabilities sum to 0.8 instead of 1"),
    "empty": ("", "the file is empty"),
    "latin1": ("id,bad,fair,good\nd1,é".encode("latin-1"), "line 2: the text is not UTF-8"),
    "shape": ('{"runs": []}', "the JSON is an object, not a list of dialogues"),
    "json": ('[{"id": "d1",', "line 1, column 14: this is not valid JSON"),
    "task": ('[{"id": "d1", "nugget": []}]', "dialogue d1: this file is for nugget detection"),
}


def test_each_kind_of_bad_run_is_explained_and_nothing_is_lost(server: str, page: Page):
    page.goto(f"{server}/data")
    upload(page, "gold", named("gold.csv", GOOD_GOLD))
    expect(page.get_by_text("3 instances, 4 to 6 votes each, 0 runs")).to_be_visible()
    upload(page, "run", named("fine.csv", GOOD_RUN))
    expect(page.get_by_text("votes each, 1 run")).to_be_visible()
    for name, (content, words) in BAD_RUNS.items():
        upload(page, "run", named(f"{name}.csv", content))
        problem = page.get_by_test_id("stAlert")
        expect(problem).to_contain_text(f"{name}.csv")
        expect(problem).to_contain_text(words)
        expect(page.get_by_test_id("stException")).to_have_count(0)
        expect(page.get_by_text("votes each, 1 run")).to_be_visible()


def test_a_bad_gold_file_leaves_the_open_one(server: str, page: Page):
    page.goto(f"{server}/data")
    upload(page, "gold", named("gold.csv", GOOD_GOLD))
    expect(page.get_by_text("3 instances, 4 to 6 votes each")).to_be_visible()
    for name, (content, words) in {
        "empty": ("", "the file is empty"),
        "votes": (GOOD_GOLD.replace("4,0,0", "0,0,0"), "line 3: there are no votes"),
        "run": ('[{"id": "d1", "quality": {"A": {"0": 1}}}]', "this is a run, not a gold file"),
    }.items():
        upload(page, "gold", named(f"{name}.csv", content))
        problem = page.get_by_test_id("stAlert")
        expect(problem).to_contain_text(words)
        expect(page.get_by_text("3 instances, 4 to 6 votes each")).to_be_visible()


def test_names_from_files_are_shown_as_they_are(server: str, page: Page):
    name = "<img src=x onerror=alert(1)> **[a](http://b)** $x$ :red[c]"
    page.goto(f"{server}/data")
    upload(page, "gold", named("gold.csv", GOOD_GOLD.replace("d1", name).replace("bad", name)))
    shown = name.replace("://", ":\N{WORD JOINER}//")
    expect(page.get_by_text(f"{shown} < fair < good")).to_be_visible()
    assert page.locator("img[src=x]").count() == 0
    assert page.locator("a[href='http://b']").count() == 0


def test_uploads_stay_with_their_browser_alone(server: str, browser: Browser, page: Page):
    page.goto(f"{server}/data")
    upload(page, "gold", named("secret.csv", GOOD_GOLD))
    expect(page.get_by_role("heading", name="secret")).to_be_visible()
    (cookie,) = (each for each in page.context.cookies() if "workspace" in each.get("name", ""))
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["secure"]) == (True, "Lax", False)
    assert cookie["value"] not in page.url
    analyse(page, "Leaderboard")
    expect(page.get_by_text("secret has no run")).to_be_visible()
    page.wait_for_url(re.compile("data="))
    # F5 begins a new session.
    page.reload()
    expect(page.get_by_text("secret has no run")).to_be_visible()
    # Another browser with the address, and one with a cookie that somebody made up.
    for forged in (False, True):
        with closing(browser.new_context()) as context:
            context.set_default_timeout(LIMIT)
            if forged:
                made_up = f"{cookie['value'][:-1]}{'1' if cookie['value'][-1] == '0' else '0'}"
                context.add_cookies([{"name": cookie["name"], "value": made_up, "url": server}])
            other = context.new_page()
            other.goto(page.url)
            expect(other.get_by_text("about data that are not open here")).to_be_visible()
            other.goto(f"{server}/data")
            expect(other.get_by_text("Bundled sample", exact=True)).to_be_visible()
            assert "secret" not in other.locator("body").inner_text()
            values = {each.get("value") for each in context.cookies()}
            assert not values & {cookie["value"], made_up if forged else ""}
    # All of it goes at once, in every tab.
    page.goto(f"{server}/data")
    page.get_by_role("button", name="Erase everything").click()
    page.get_by_role("button", name="Erase all of it now").click()
    expect(page.get_by_role("heading", name="secret")).to_have_count(0)
    page.reload()
    expect(page.get_by_text("Bundled sample", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="secret")).to_have_count(0)


def test_a_file_beyond_the_limit_of_an_hour_is_refused_in_words(browser: Browser, monkeypatch):
    monkeypatch.setenv("OQ_UPLOAD_MB_AN_HOUR", "1")
    with serve(ROOT / "app.py") as limited:
        page = browser.new_page()
        page.set_default_timeout(LIMIT)
        page.goto(f"{limited}/data")
        page.locator("[data-test-script-state=notRunning]").wait_for()
        large = named("large.csv", "id,bad,fair,good\n" * 100_000)
        with page.expect_response(re.compile("upload_file")) as answer:
            page.locator("input[type=file]").first.set_input_files([large])
        assert answer.value.status == 413
        expect(page.get_by_text("not taken, as too much was sent in this hour")).to_be_visible()
        # What is within the limit is opened all the same.
        page.goto(f"{limited}/data")
        upload(page, "gold", named("gold.csv", GOOD_GOLD))
        expect(page.get_by_text("3 instances, 4 to 6 votes each")).to_be_visible()
        page.close()


def test_uploads_survive_a_visit_to_another_page(server: str, page: Page):
    page.goto(f"{server}/data")
    upload(page, "gold", named("mine.csv", GOOD_GOLD))
    expect(page.get_by_text("3 instances, 4 to 6 votes each")).to_be_visible()
    analyse(page, "Baselines")
    expect(page.get_by_text("mine: 3 instances")).to_be_visible()
