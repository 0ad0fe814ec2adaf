"""Small scripts of pages without a server: what they draw, take, tell and ask for."""

from dataclasses import replace
from html import escape
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from oq_core import MEASURES
from pages.drawing import theme
from pages.drawing.bars import STYLE, TICKS, bars_of, chart_of_shares
from pages.drawing.compare_state import CompareState
from pages.drawing.seeing import SEEN as SEEN_MEASURES
from pages.drawing.seeing import played
from pages.main_parts.glossary import picture_of
from tests.browser.alone import ADDRESS, Alone
from tests.conftest import ROOT
from tests.node import scripts

moments = scripts("drawing/seeing/moment.js")
SEEING = ("drawing/seeing/moment.js", "drawing/seeing/seeing.js")
SEEN = """
seeing => {
  const all = (selector) => [...seeing.querySelectorAll(selector)];
  return {
    tall: seeing.classList.contains("tall"),
    title: seeing.querySelector("h2").textContent,
    label: seeing.querySelector("[role=img]").getAttribute("aria-label"),
    words: seeing.querySelector(".words").textContent,
    at: Number(seeing.querySelector("input").value),
    bars: all(".bar").map((each) => parseFloat(each.style.height)),
    gold: all(".gold").map((each) => parseFloat(each.style.height)),
    labels: all(".column span").map((each) => each.textContent),
    stand: all(".column").findIndex((each) => each.classList.contains("stand")),
    lit: all(".lit").map((each) => [each.textContent, Number(each.style.opacity),
      Number(each.style.getPropertyValue("--light"))]),
    heap: [".heap"].map((each) => seeing.querySelector(each)).map((each) => each.hidden ? null
      : [each.style.left, each.style.width, each.style.height].map(parseFloat))[0],
    buttons: all("button").filter((each) => !each.hidden).map((each) => each.textContent),
  };
}
"""
STATE = CompareState(gold=(1, 4, 7, 6, 0), a=(4, 8, 6, 2, 0))


def moment(data: dict[str, Any], at: float, play: str = "") -> dict[str, Any]:
    """What is shown of a measure at work at a moment."""
    steps, count = data["steps"], len(data["steps"])
    now = moments("momentOf", data, at)
    step = now["moving"] or (steps[now["whole"] - 1] if now["whole"] else None)
    lights = step["lit"] if step and "lit" in step and at <= count else [0] * 5
    marks = step["marks"] if any(lights) else [""] * 5
    most = max([1e-9, *(each for one in steps for each in one.get("lit", []))])
    words = step["words"] if step else data["start"]
    if now["isEnd"]:
        words = f"{data['end']} {data['score']}"
    elif at > count and not now["moving"]:
        words = f"{data['end']} "
    # The highest bar leaves room for a number.
    scale = 82 / max(*data["gold"], *data["estimated"])
    heap = now["heap"] and [20 * (0.25 + now["heap"]["at"]), 10, scale * now["heap"]["amount"]]
    said = " ".join(each["words"] for each in steps)
    return {
        "tall": data["plays"], "title": data["title"], "words": words,
        "label": f"{data['title']}: {said} {data['end']} {data['score']}",
        "at": pytest.approx(at, abs=0.006), "labels": data["classes"],
        "bars": pytest.approx([scale * max(0, each) for each in now["shares"]], abs=1e-3),
        "gold": pytest.approx([scale * each for each in data["gold"]], abs=1e-3),
        "stand": step["stand"] if any(lights) else -1,
        "lit": [[mark, int(each > 0), pytest.approx(0.25 + 0.75 * each / most)]
                for each, mark in zip(lights, marks, strict=True)],
        "heap": heap and pytest.approx(heap, abs=1e-3), "buttons": [*[play] * bool(play), "Step"],
    }  # fmt: skip


def several(state: CompareState, *measures: str, plays: bool = False) -> dict[str, Any]:
    """What the server sends of measures at work."""
    views = [[played(state, each, which) for which in state.shown[1:]] for each in measures]
    return {"measures": list(measures), "views": views, "plays": plays, "waits": False}


@pytest.mark.parametrize("measure", [*SEEN_MEASURES])
def test_each_moment_of_a_measure_at_work(alone: Alone, measure: str):
    page = alone.page
    page.emulate_media(reduced_motion="no-preference")
    sent = several(STATE, measure)
    ((data,),) = sent["views"]
    score = float(MEASURES[measure](STATE.shares("a"), STATE.shares("gold")))
    assert data["score"] == f"{measure} = {score:.4f}"
    last = len(data["steps"]) + 1
    alone.load(*SEEING, html='<div class="seeing"></div>', css="drawing/seeing/seeing.css")
    alone.call(sent)
    root, slider = page.locator(".seeing"), page.get_by_role("slider")

    def shows(at: float, play: str = "Play") -> None:
        assert root.evaluate(SEEN) == moment({**data, "plays": sent["plays"]}, at, play)

    shows(0)
    assert slider.get_attribute("max") == str(last)
    for step in (*range(1, last + 1), 0):
        page.get_by_role("button", name="Step").click()
        shows(step)
    for tenths in range(0, 10 * last + 1, 3):
        slider.evaluate(
            "(each, at) => { each.value = at; each.dispatchEvent(new Event('input')); }",
            tenths / 10,
        )
        shows(tenths / 10)
    # The same again changes nothing, other votes begin anew.
    alone.call(sent)
    shows(3 * (10 * last // 3) / 10)
    # Played from the end it begins at the start; a step takes two seconds, or all take ten.
    slider.press("End")
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(500)
    pace = min(2000, 10_000 / last)
    at = root.evaluate(SEEN)["at"]
    assert 300 / pace < at <= 500 / pace
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(3000)
    shows(at)
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(11_000)
    shows(last)
    # What is drawn anew is seen where it was: at the score.
    sent = several(replace(STATE, a=(4, 8, 6, 1, 1)), measure)
    ((data,),) = sent["views"]
    last = len(data["steps"]) + 1
    alone.call(sent)
    shows(last)
    slider.press("Home")
    # As still pictures it has steps alone, and does not begin by itself.
    page.emulate_media(reduced_motion="reduce")
    sent["plays"] = True
    alone.call(sent)
    page.clock.run_for(1000)
    shows(0, play="")
    assert slider.get_attribute("step") == "1"
    page.emulate_media(reduced_motion="no-preference")
    data["title"] = "again"
    alone.call(sent)
    page.clock.run_for(11_000)
    shows(last)


#: What is seen of several: who is chosen, whose stages, and what they say.
SWITCHED = """
seeing => {
  const texts = (selector) => [...seeing.querySelectorAll(selector)]
    .map((each) => each.textContent);
  return [texts(".choice button"), texts(".choice [aria-pressed=true]"), texts("h2"),
    texts(".words")];
}
"""


def test_a_switch_shows_another_measure_in_its_place_and_one_play_moves_all(alone: Alone):
    page = alone.page
    page.emulate_media(reduced_motion="reduce")
    state = replace(STATE, two_systems=True)
    alone.load(*SEEING, html='<div class="seeing"></div>', css="drawing/seeing/seeing.css")
    sent = several(state, "NMD", "RNOD")
    alone.call(sent)
    root = page.locator(".seeing")
    names = ["As NMD sees it", "As RNOD sees it", "Side by side"]

    def shows(pressed: int, *measures: str) -> None:
        by_measure = dict(zip(sent["measures"], sent["views"], strict=True))
        views = [each for measure in measures for each in by_measure[measure]]
        words = [f"{each['end']} {each['score']}" for each in views]
        titles = [f"{key} of System {each}" for key in measures for each in "AB"]
        page.get_by_role("slider").press("End")
        assert root.evaluate(SWITCHED) == [names, [names[pressed]], titles, words]

    shows(0, "NMD")
    for place, measures in (
        (1, ("RNOD",)),
        (2, ("NMD", "RNOD")),
        (0, ("NMD",)),
        (2, ("NMD", "RNOD")),
    ):
        page.get_by_role("button", name=names[place]).press("Enter")
        shows(place, *measures)
    # What is dragged leaves the choice, and the score is followed.
    sent = several(replace(state, b=(0, 0, 20, 0, 0)), "NMD", "RNOD")
    alone.call(sent)
    shows(2, "NMD", "RNOD")
    # Of many the names alone are shown; one alone has no switch.
    sent = several(state, "NVD", "JSD", "DNKT")
    names = ["NVD", "JSD", "DNKT"]
    alone.call(sent)
    shows(0, "NVD")
    alone.call(several(state, "NVD"))
    assert root.evaluate(SWITCHED)[0] == []


def test_keys_press_the_buttons_of_a_page(alone: Alone):
    page = alone.page
    page.evaluate("""() => {
      window.presses = [];
      for (const way of ["back", "forward"]) {
        document.body.insertAdjacentHTML("beforeend",
          `<p class="st-key-${way}"><button>${way}</button></p>`);
        document.querySelector(`.st-key-${way} button`).onclick = () => presses.push(way);
      }
      document.body.insertAdjacentHTML("beforeend", "<input><div tabindex=0>text</div>");
      document.addEventListener("keydown", (event) => presses.push(event.key));
    }""")
    alone.load("learn/lessons_parts/turning/ways.js", "learn/lessons_parts/turning/keys.js")
    alone.call({"place": "earth/2"})
    assert page.evaluate("localStorage.oq_place") == "earth/2"
    presses, text, field = "presses.splice(0)", page.locator("div[tabindex]"), page.locator("input")
    for key, way in (("ArrowLeft", "back"), ("PageDown", "forward")):
        text.press(key)
        assert page.evaluate(presses) == [way]
    text.press("a")
    field.press("ArrowRight")
    assert page.evaluate(presses) == ["a", "ArrowRight"]
    field.press("PageUp")
    assert page.evaluate(presses) == ["back"]
    # A button that is not there, or cannot be pressed, leaves the key to others.
    page.evaluate("document.querySelector('.st-key-back button').disabled = true")
    text.press("PageUp")
    page.clock.run_for(1)
    page.evaluate("end()")
    text.press("PageDown")
    assert page.evaluate(presses) == ["PageUp", "PageDown"]


def test_the_place_of_another_window_is_told_now_and_when_it_changes(alone: Alone):
    page = alone.page
    page.evaluate("localStorage.oq_place = 'earth/1'")
    alone.load("learn/lessons_parts/turning/follow.js")
    alone.call()
    assert alone.told() == [["place", "earth/1"]]
    alone.call()
    assert alone.told() == []
    other = page.context.new_page()
    other.goto(ADDRESS)
    told: list[Any] = []
    for key, place in (("else", "x"), ("oq_place", "near/0"), ("else", "y"), ("oq_place", "")):
        other.evaluate("([key, place]) => { localStorage[key] = place; }", [key, place])
        if key == "oq_place" and place:
            page.wait_for_function("told.length")
            told = alone.told()
            assert told == [["place", place]]
    page.clock.run_for(1)
    page.evaluate("end()")
    other.evaluate("localStorage.oq_place = 'near/1'")
    page.wait_for_function("localStorage.oq_place === 'near/1'")
    assert alone.told() == []


def test_an_address_that_a_page_writes_adds_no_way_back_until_it_is_touched(alone: Alone):
    page = alone.page
    page.goto(f"{ADDRESS}base/lessons")
    script = (ROOT / "pages" / "host/head.js").read_text().replace("@PAGES@", "lessons|compare")
    page.evaluate(script)
    assert page.evaluate("__streamlit.BACKEND_BASE_URL") == f"{ADDRESS}base"
    page.evaluate("""() => {
      document.body.innerHTML = `<button>here</button><a href="?b=2">same</a>
        <a href="compare">other</a><a href="compare" target="_blank">new</a>
        <a href="http://elsewhere.test/compare">far</a>`;
      // What is pressed keeps its events to itself.
      for (const each of document.body.children) {
        for (const kind of ["pointerdown", "keydown", "click"]) {
          each.addEventListener(kind, (event) => {
            event.preventDefault();
            event.stopPropagation();
          });
        }
      }
    }""")
    number = 0

    def writes(path: str = "") -> str:
        """What becomes of an address: it is added, takes the last one's place, or neither."""
        nonlocal number
        number += 1
        before, to = page.evaluate("history.length"), f"{path}?n={number}"
        page.evaluate("to => { history.pushState({}, '', to); }", to)
        if not page.url.endswith(to):
            return "passed over"
        return "added" if page.evaluate("history.length") > before else "replaced"

    def follow(name: str) -> str:
        page.get_by_text(name, exact=True).dispatch_event("click")
        return writes()

    assert [writes(), writes()] == ["replaced"] * 2
    assert [follow("same"), follow("other")] == ["replaced", "passed over"]
    for touch in ("pointerdown", "keydown"):
        page.evaluate("to => { history.pushState({}, '', to); }", "lessons")
        assert [writes("/base/compare"), writes(), writes("/base/lessons")] == [
            "added", "replaced", "added"]  # fmt: skip
        page.get_by_text("here").dispatch_event(touch)
        assert [writes(), writes()] == ["added"] * 2
        for name, done in (("same", "added"), ("new", "added"), ("far", "added"),
                           ("here", "added"), ("other", "passed over")):  # fmt: skip
            assert follow(name) == done
        page.get_by_text("here").dispatch_event(touch)
        assert writes() == "added"
        assert follow("other") == "passed over"
        assert [writes("/base/compare"), writes()] == ["added", "replaced"]
        page.evaluate("history.replaceState({}, '', '/base/lessons')")
    # Without an address the place stays the same.
    page.evaluate("history.pushState({}, '')")
    assert page.url.endswith("/base/lessons")


PICTURE = picture_of("1g 4n | 2a")


def test_a_word_is_opened_beside_it_and_closed_again(alone: Alone):
    page = alone.page
    page.evaluate("""() => {
      document.body.innerHTML = `<p class="st-key-words"><button>Words</button></p>
        <p style="margin-top: 300px"><a href="#word-tau">tau</a> <a href="#word-nmd">NMD</a>
        <a href="#word-no">no</a> <a href="#part">part</a></p>
        <p style="margin-top: 560px; text-align: right"><a href="#word-tau">low</a></p>`;
      window.heard = [];
      document.querySelector("button").onclick = () => heard.push("words");
      document.addEventListener("keydown", (event) => heard.push(event.key));
    }""")
    folder = ROOT / "pages" / "main_parts"
    alone.load("main_parts/entry.js", html=(folder / "entry.html").read_text(),
               css="main_parts/entry.css")  # fmt: skip
    tau = {"name": "tau", "meaning": "how alike two rankings are", "picture": PICTURE}
    nmd = {
        "name": "NMD: moves",
        "meaning": "how far votes move",
        "measure": "NMD",
        "picture": PICTURE,
    }
    alone.call({"entries": {"#word-tau": tau, "#word-nmd": nmd}, "reference": "reference"})
    dialog, heard = page.locator("dialog"), "heard.splice(0)"

    def opens(word: str, entry: dict[str, str]) -> dict[str, Any]:
        assert not dialog.is_visible()
        page.get_by_role("link", name=word, exact=True).click()
        assert dialog.locator("h2").text_content() == entry["name"]
        assert dialog.locator("p").text_content() == entry["meaning"]
        assert page.url == ADDRESS
        return dialog.bounding_box()

    link = page.get_by_role("link", name="tau", exact=True)
    term, box = link.bounding_box(), opens("tau", tau)
    assert dialog.get_by_role("link").count() == 0
    assert (box["x"], box["y"]) == (
        pytest.approx(term["x"], abs=1),
        pytest.approx(term["y"] + term["height"] + 6, abs=1),
    )
    # A press inside leaves it, one beside it closes it.
    dialog.locator("p").click()
    assert dialog.is_visible()
    page.mouse.click(1000, 20)
    opens("NMD", nmd)
    assert dialog.get_by_role("link").get_attribute("href") == "reference?measure=NMD"
    dialog.get_by_role("button", name="Close").click()
    # It stays inside the window: above its term where there is no room below, and to the left.
    term, box = page.get_by_text("low").bounding_box(), opens("low", tau)
    assert box["y"] + box["height"] == pytest.approx(term["y"] - 6, abs=1)
    assert box["x"] + box["width"] <= 1440
    page.keyboard.press("a")
    assert dialog.is_visible()
    page.keyboard.press("PageDown")
    assert not dialog.is_visible()
    assert page.evaluate(heard) == ["a", "PageDown"]
    opens("tau", tau)
    dialog.get_by_role("button", name="All words").click()
    assert page.evaluate(heard) == []
    page.clock.run_for(1)
    assert page.evaluate(heard) == ["words"]
    # Links that are no terms lead where they lead; and so do all when the page has gone.
    for word in ("no", "part"):
        page.get_by_role("link", name=word, exact=True).click()
        assert page.url.endswith(word)
        assert not dialog.is_visible()
    page.evaluate("end()")
    page.get_by_role("link", name="tau", exact=True).click()
    assert not dialog.is_visible()


def test_a_word_that_was_tapped_before_its_script_came_is_opened(alone: Alone):
    page = alone.page
    page.evaluate("document.body.innerHTML = '<a href=\"#word-tau\">tau</a>'")
    page.get_by_role("link", name="tau").click()
    assert page.url.endswith("#word-tau")
    html = (ROOT / "pages" / "main_parts" / "entry.html").read_text()
    alone.load("main_parts/entry.js", html=html)
    dialog = page.locator("dialog")
    tau = {"name": "tau", "meaning": "", "picture": PICTURE}
    alone.call({"entries": {"#word-tau": tau}})
    assert dialog.is_visible()
    assert dialog.locator("img").get_attribute("src") == PICTURE
    assert dialog.locator("img").is_visible()
    assert "#" not in page.url
    dialog.evaluate("each => each.close()")
    page.clock.run_for(1)
    page.evaluate("end()")
    page.evaluate("""() => {
      const dialog = document.querySelector("div").shadowRoot.querySelector("dialog");
      dialog.showModal();
    }""")
    page.keyboard.press("PageUp")
    assert dialog.is_visible()


def test_figures_are_saved_by_their_names_as_they_are_drawn(alone: Alone):
    page = alone.page
    drawing = """<svg class=main-svg width=300 height=200 aria-label="inside">
      <rect class=inner width=9 height=7 /></svg>"""
    plot = f"<div class=js-plotly-plot>{drawing}</div>"
    chart = chart_of_shares("Bars", ("no", "yes"), {"Gold": np.array([0.25, 0.75])}, "share", "c")
    page.evaluate(
        "html => { document.body.innerHTML = html; }",
        f"""<div class=stApp style="background: rgb(1, 2, 3); width: 300px">
        <div class=stPlotlyChart aria-label="Ranks &amp; scores. More of them">{plot}</div>
        <div class=stPlotlyChart aria-label="of what is said">{plot}</div>
        <style>{STYLE}</style>{bars_of(chart, {"Gold": theme.GOLD}, height="200px")}
        <div class=stPlotlyChart>nothing drawn</div></div>""",
    )
    html = "<p hidden>Figures</p><ul></ul>"
    alone.load("main_parts/png.js", "main_parts/save_figures.js", html=html)
    alone.call()
    names = {"Ranks & scores": "ranks-scores", "of what is said": "of-what-is-said",
             "Bars": "bars"}  # fmt: skip
    assert page.locator("li").all_inner_texts() == [f"{name} PNG SVG" for name in names]
    found = page.get_by_text("Figures")
    assert found.is_visible()
    for name, file in names.items():
        with page.expect_download() as download:
            page.get_by_role("button", name=f"SVG of {name}").click()
        assert download.value.suggested_filename == f"{file}.svg"
        text = download.value.path().read_text()
        assert f">{escape(name)}</text>" in text
        assert "rgb(1, 2, 3)" in text
        if name == "Bars":
            bars_are_drawn_as_they_stand(page, text)
        else:
            assert 'class="inner"' in text
        with page.expect_download() as download:
            page.get_by_role("button", name=f"PNG of {name}").click()
        assert download.value.suggested_filename == f"{file}.png"
        content = download.value.path().read_bytes()
        assert content[:4] == b"\x89PNG"
        assert int.from_bytes(content[16:20]) == 2 * (300 + 24)
    page.evaluate("document.querySelector('.stApp').replaceChildren()")
    alone.call()
    assert not found.is_visible()


def bars_are_drawn_as_they_stand(page, text):
    """Bars of the gold in their colour and place, and all words, in the drawing of a figure."""
    drawing = ElementTree.fromstring(text)
    elements = [each for each in drawing.iter() if each.tag.endswith("rect")]
    gold = [each for each in elements if each.get("fill") == "rgb(232, 177, 42)"]
    places = [each.bounding_box() for each in page.locator(".oq-place i").all()]
    frame = page.locator(".oq-chart").bounding_box()
    swatch, *drawn = gold
    assert float(swatch.get("height")) < 12
    for bar, place in zip(drawn, places, strict=True):
        assert float(bar.get("x")) == pytest.approx(place["x"] - frame["x"], abs=0.1)
        assert float(bar.get("y")) == pytest.approx(place["y"] - frame["y"], abs=0.1)
        assert float(bar.get("height")) == pytest.approx(place["height"], abs=0.1)
    words = [each.text for each in drawing.iter() if each.tag.endswith("text")]
    assert words == ["Bars", "Gold", *map(str, TICKS), "no", "yes", "Share by c"]
