"""Measures at work: switched, played, stepped through, and as stills."""

import pytest
from playwright.sync_api import expect

from oq_core import MEASURES
from pages.drawing.compare_state import CompareState
from pages.learn.quiz_parts.state import QuizState, make_quiz
from tests.browser.waiting import Visitor, at_rest
from tests.conftest import dear

ADDRESS = "compare?gold=1,4,7,6,2&a=4,8,6,2,0&two=0&working="


@pytest.mark.parametrize("measure", [dear("NMD", "ordinarily of RNOD"), "RNOD"])
def test_steps_lead_to_the_registrys_number(visitor: Visitor, measure: str):
    page = visitor.page
    # What is chosen is seen, whatever was seen before.
    visitor.go(f"/{ADDRESS}NMD")
    visitor.go(f"/{ADDRESS}{measure}")
    slider = page.get_by_role("slider", name=f"Step of {measure}")
    expect(slider).to_have_value("0")
    state = CompareState(gold=(1, 4, 7, 6, 2), a=(4, 8, 6, 2, 0))
    score = float(MEASURES[measure](state.shares("a"), state.shares("gold")))
    last = int(slider.get_attribute("max"))
    words = page.locator(".seeing .words")
    for step in range(1, last + 1):
        expect(words).not_to_contain_text(f"{measure} = ")
        page.get_by_role("button", name="Step", exact=True).click()
        expect(slider).to_have_value(str(step))
        if measure == "RNOD" and step == 1:
            expect(page.locator(".lit").filter(has_text="0.").first).to_have_css("opacity", "1")
    expect(words).to_contain_text(f"{measure} = {score:.4f}")


def test_it_plays_inside_an_answer_beside_bars_to_drag(visitor: Visitor):
    page = visitor.page
    page.emulate_media(reduced_motion="no-preference")
    visitor.go("/lessons?lesson=earth&step=answer")
    words = page.locator(".seeing .words")
    expect(words).to_contain_text(["NMD = 0.2500"] * 2)
    # What is dragged is played: every vote of A moves two classes further.
    page.get_by_role("slider", name="System A, class 4").press("End")
    expect(page.locator(".seeing .words").first).to_contain_text("NMD = 0.5000")
    page.emulate_media(reduced_motion="reduce")


def test_the_quiz_shows_what_was_wrong(visitor: Visitor):
    page = visitor.page
    visitor.go("/quiz?measures=NMD,RNOD&questions=1")
    parts = "Make them disagree"
    questions = page.get_by_role("radiogroup").filter(has_not_text=parts)
    expect(questions).to_have_count(2)
    (asked,) = make_quiz(QuizState(("NMD", "RNOD"), 1))
    nmd, rnod = (each.preferred for each in asked.verdicts)
    for place, answer in enumerate((nmd, "BA"["AB".index(rnod)])):
        at_rest(page)
        questions.nth(place).get_by_text(answer, exact=True).click()
        chosen = questions.nth(place).get_by_role("radio").nth("AB".index(answer))
        expect(chosen).to_be_checked()
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_role("heading", name="The working")).to_be_visible()
    titles = [f"RNOD of System {each}" for each in "AB"]
    expect(page.locator(".seeing h2")).to_have_text(titles)
