"""What a new user does, in a real browser."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from oq_core import MEASURES
from pages.parts.compare_state import CompareState

SAMPLE = Path(__file__).parents[2] / "sample_data"


def measure_value(page: Page, key: str) -> str:
    return page.locator(f".oq-measures tr:has(th:text-is('{key}')) td").first.inner_text()


def upload(page: Page, kind: str, *files: Path | dict[str, object]) -> None:
    """Put files into the gold or the run uploader and wait until they are taken."""
    # Uploaders of the previous pass stay in the page for a moment beside the new ones.
    uploaders = page.get_by_test_id("stFileUploader")
    expect(uploaders).to_have_count(2)
    expect(page.get_by_test_id("stFileUploaderFile")).to_have_count(0)
    uploader = uploaders.filter(
        has_text=re.compile({"gold": r"^(Gold|Another gold)", "run": "^Run"}[kind])
    )
    uploader.locator("input[type=file]").set_input_files(list(files))
    expect(page.get_by_test_id("stFileUploaderFile")).to_have_count(0)


def own_files(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_text("Your own files").click()
    expect(page.get_by_test_id("stFileUploader").first).to_be_attached()


def named(name: str, content: str | bytes) -> dict[str, object]:
    data = content.encode() if isinstance(content, str) else content
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}


@pytest.mark.parametrize(
    ("path", "title"),
    [("power", "Discriminative power"), ("baselines", "Where two measures"), ("", "Compare")],
)
def test_every_address_opens_cold(server: str, page: Page, path: str, title: str):
    page.goto(f"{server}/{path}")
    expect(page.get_by_role("heading", name=title)).to_be_visible()


def test_a_plain_slider_changes_the_numbers_and_the_address_restores_them(
    server: str, browser: Browser, page: Page
):
    page.goto(f"{server}/?plain=1")
    before = measure_value(page, "NMD")
    slider = page.get_by_role("slider", name=re.compile("^2 · System A"))
    for votes in (2, 3, 4):
        slider.press("ArrowRight")
        expect(slider).to_have_value(str(votes))
    state = CompareState().with_vote("a", 4, 4)
    expected = f"{MEASURES['NMD'](state.shares('a'), state.shares('gold')):.4f}"
    expect(page.locator(".oq-measures")).to_contain_text(expected)
    assert before != expected
    page.wait_for_url(re.compile("a=4%2C6%2C5%2C4%2C4"))

    elsewhere = browser.new_page()
    elsewhere.goto(page.url)
    expect(elsewhere.locator(".oq-measures")).to_contain_text(expected)
    shown = {key: measure_value(elsewhere, key) for key in MEASURES}
    elsewhere.close()
    assert shown == {
        key: f"{measure(state.shares('a'), state.shares('gold')):.4f}"
        for key, measure in MEASURES.items()
    }


def test_the_state_survives_a_visit_to_another_page(server: str, page: Page):
    page.goto(f"{server}/?gold=7,0,0,0,1")
    expected = measure_value(page, "NMD")
    page.get_by_text("Analyse").first.click()
    page.get_by_text("Baselines", exact=True).first.click()
    expect(page.get_by_role("heading", name="Where two measures")).to_be_visible()
    page.get_by_text("Learn").first.click()
    page.get_by_text("Compare", exact=True).first.click()
    page.wait_for_url(re.compile("gold=7%2C0%2C0%2C0%2C1"))
    assert measure_value(page, "NMD") == expected


def test_selecting_points_shows_their_instances(server: str, page: Page):
    page.goto(f"{server}/baselines")
    plot = page.locator(".js-plotly-plot")
    expect(plot.locator(".point").first).to_be_visible()
    page.get_by_text("The most negative d").wait_for()
    figure = plot.element_handle()
    plot.locator(".point").nth(5).click(force=True)
    expect(page.get_by_text(re.compile(r"^Selected: \d+ of 300"))).to_be_visible()
    assert plot.element_handle().evaluate("(now, before) => now === before", figure)

    page.locator('.modebar-btn[data-title="Box Select"]').click(force=True)
    box = plot.locator(".nsewdrag").first.bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.5, steps=5)
    page.mouse.up()
    expect(page.get_by_text(re.compile(r"instances selected: page of"))).to_be_visible()


def test_table_7_of_lq21_from_the_real_annotations(server: str, page: Page, real_data: Path):
    own_files(page, f"{server}/baselines")
    upload(page, "gold", real_data / "stc3" / "test_annotations.json")
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


def test_curves_from_the_real_annotations_and_runs(server: str, page: Page, real_data: Path):
    own_files(page, f"{server}/power")
    upload(page, "gold", real_data / "stc3" / "test_annotations.json")
    expect(page.get_by_text("390 instances with 19 votes each")).to_be_visible()
    upload(page, "run", *sorted((real_data / "stc3" / "runs").glob("*.json")))
    expect(page.get_by_text("8 runs")).to_be_visible()
    expect(page.locator(".js-plotly-plot .scatterlayer .trace")).to_have_count(6)
    expect(page.locator(".js-plotly-plot .legendtext")).to_have_text(
        ["NMD", "RNOD", "RSNOD", "NVD", "RNSS", "JSD"]
    )


def test_a_broken_file_among_twenty_is_named_and_nineteen_are_used(server: str, page: Page):
    own_files(page, f"{server}/power")
    upload(page, "gold", SAMPLE / "gold.json")
    expect(page.get_by_text("300 instances")).to_be_visible()
    good = sorted((SAMPLE / "runs").glob("*.json"))[:19]
    broken = json.loads(good[3].read_text())
    broken[7]["quality"]["A"]["0"] = "many"
    runs = [named(path.name, path.read_bytes()) for path in good]
    upload(page, "run", *runs, named("broken.json", json.dumps(broken)))
    problem = page.get_by_test_id("stAlert").filter(has_text="broken.json")
    expect(problem).to_contain_text(f"broken.json, dialogue {broken[7]['id']}, scale A, class 0")
    expect(problem).to_contain_text("'many' is not a number")
    expect(page.get_by_text("19 runs")).to_be_visible()
    expect(page.locator(".js-plotly-plot .scatterlayer .trace")).to_have_count(6)


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
    "utf16": (GOOD_RUN.encode("utf-16"), "encoded as UTF-16"),
    "shape": ('{"runs": []}', "the JSON is an object, not a list of dialogues"),
    "json": ('[{"id": "d1",', "line 1, column 14: this is not valid JSON"),
    "task": ('[{"id": "d1", "nugget": []}]', "dialogue d1: this file is for nugget detection"),
}


def test_each_kind_of_bad_run_is_explained_and_nothing_is_lost(server: str, page: Page):
    own_files(page, f"{server}/baselines")
    upload(page, "gold", named("gold.csv", GOOD_GOLD))
    expect(page.get_by_text("3 instances with 4 to 6 votes each")).to_be_visible()
    upload(page, "run", named("fine.csv", GOOD_RUN))
    expect(page.get_by_text("1 runs")).to_be_visible()
    for name, (content, words) in BAD_RUNS.items():
        upload(page, "run", named(f"{name}.csv", content))
        problem = page.get_by_test_id("stAlert")
        expect(problem).to_contain_text(f"{name}.csv")
        expect(problem).to_contain_text(words)
        expect(page.get_by_test_id("stException")).to_have_count(0)
        expect(page.get_by_text("1 runs")).to_be_visible()


def test_a_bad_gold_file_leaves_the_open_one(server: str, page: Page):
    own_files(page, f"{server}/baselines")
    upload(page, "gold", named("gold.csv", GOOD_GOLD))
    expect(page.get_by_text("gold: 3 instances")).to_be_visible()
    for name, (content, words) in {
        "empty": ("", "the file is empty"),
        "votes": (GOOD_GOLD.replace("4,0,0", "0,0,0"), "line 3: there are no votes"),
        "run": ('[{"id": "d1", "quality": {"A": {"0": 1}}}]', "this is a run, not a gold file"),
    }.items():
        upload(page, "gold", named(f"{name}.csv", content))
        problem = page.get_by_test_id("stAlert")
        expect(problem).to_contain_text(words)
        expect(page.get_by_text("gold: 3 instances")).to_be_visible()


def test_names_from_files_are_shown_as_they_are(server: str, page: Page):
    name = "<img src=x onerror=alert(1)> **[a](http://b)** $x$ :red[c]"
    own_files(page, f"{server}/baselines")
    upload(page, "gold", named("gold.csv", GOOD_GOLD.replace("d1", name).replace("bad", name)))
    shown = name.replace("://", ":\N{WORD JOINER}//")
    expect(page.get_by_text(f"classes {shown} < fair < good")).to_be_visible()
    assert page.locator("img[src=x]").count() == 0
    assert page.locator("a[href='http://b']").count() == 0


def test_uploads_are_seen_by_their_visitor_alone(server: str, browser: Browser, page: Page):
    own_files(page, f"{server}/baselines")
    upload(page, "gold", named("secret.csv", GOOD_GOLD))
    expect(page.get_by_text("secret: 3 instances")).to_be_visible()
    other = browser.new_page()
    own_files(other, f"{server}/baselines")
    expect(other.get_by_text("Open a gold file")).to_be_visible()
    assert "secret" not in other.locator("body").inner_text()
    other.close()


def test_uploads_survive_a_visit_to_another_page(server: str, page: Page):
    own_files(page, f"{server}/baselines")
    upload(page, "gold", named("mine.csv", GOOD_GOLD))
    page.get_by_text("Analyse").first.click()
    page.get_by_text("Discriminative power", exact=True).first.click()
    expect(page.get_by_text("mine: 3 instances")).to_be_visible()


def test_long_work_shows_progress_and_can_be_stopped(server: str, page: Page):
    page.goto(f"{server}/power")
    expect(page.locator(".js-plotly-plot .trace").first).to_be_visible()
    trials = page.get_by_role("spinbutton", name="Trials B")
    trials.fill("100000")
    trials.press("Enter")
    expect(page.get_by_text(re.compile(r"of 100,000 trials"))).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("The test was stopped.")).to_be_visible()
    trials.fill("500")
    trials.press("Enter")
    expect(page.get_by_text("B = 500 trials")).to_be_visible()


@pytest.mark.parametrize("width", [1440, 1024, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["?two=1&cumulative=1", "?two=1&plain=1", "baselines", "power"])
def test_no_page_is_wider_than_the_window(
    server: str, browser: Browser, path: str, width: int, scheme: str
):
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.goto(f"{server}/{path}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.locator(".oq-measures, .js-plotly-plot").first.wait_for()
    wide = page.evaluate(
        "[...document.querySelectorAll('.stMainBlockContainer *')].filter(e =>"
        " e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.stDataFrame, .stTable'))"
        ".map(e => e.className).slice(0, 3)"
    )
    page.close()
    assert wide == []
