"""Links to pages of analysis: what is chosen is in the address, and opens as it was."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_in_class import open_page
from tests.browser.waiting import at_rest, eventually, fold, unfold
from tests.conftest import dear


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("combobox", name=label, exact=True).click()
    page.get_by_role("option", name=option, exact=True).click()


def add(page: Page, label: str, option: str) -> None:
    """Choose one more of a list that takes several, which stays open until it is closed."""
    choose(page, label, option)
    page.keyboard.press("Escape")


def enter(page: Page, label: str, value: str) -> None:
    field = page.get_by_role("spinbutton", name=label, exact=True)
    field.fill(value)
    field.press("Enter")


def shown(page: Page) -> list[str]:
    """What is chosen, and all words of the page outside its charts."""
    choices = page.locator("[role=combobox], [role=spinbutton], [role=slider], [role=radio]")
    chosen = choices.evaluate_all(
        "found => found.map(e => `${e.ariaLabel}: ${e.value ?? e.ariaValueNow} ${e.ariaChecked}`)"
    )
    words = page.locator("[data-testid=stMain] :is(h1, h2, h3, p, td, th)").all_inner_texts()
    return [*chosen, *words]


#: By page: what is done, and what of it is in the address then.
CASES = {
    "map": [
        ("Options", choose, "Set the gold to", "Bell", "map_3_1="),
        ("NMD and RNOD", choose, "The other", "JSD", "=JSD"),
    ],
    "power?trials=500": [
        ("NMD, RSNOD", add, "Measures", "DNKT", "=DNKT"),
        ("Options", enter, "Significance level α", "0.01", "=0.01"),
    ],
}


@pytest.mark.parametrize("name", ["map", dear("power?trials=500", "ordinarily of the map")])
@pytest.mark.both("ordinarily on a server")
def test_a_link_opens_what_was_chosen(server: str, page: Page, name: str):
    start = f"{server}/{name}"
    open_page(page, start)
    before = shown(page)
    page.get_by_role("button", name="Share", exact=True).click()
    code = page.get_by_test_id("stPopoverBody").get_by_test_id("stCode")
    expect(code).to_have_text(start)
    page.keyboard.press("Escape")
    for button, act, label, value, part in CASES[name]:
        unfold(page, button)
        act(page, label, value)
        page.wait_for_url(re.compile(re.escape(part)))
    fold(page)
    page.get_by_role("button", name="Share", exact=True).click()
    for *_, part in CASES[name]:
        expect(code).to_contain_text(part)
    link = code.inner_text()
    fold(page)

    def changed() -> None:
        assert shown(page) != before

    eventually(page, changed)

    page.context.clear_cookies()
    elsewhere = page.context.new_page()
    open_page(elsewhere, link)

    def same() -> None:
        assert shown(elsewhere) == shown(page)

    eventually(elsewhere, same)
    elsewhere.close()


@pytest.mark.dear("ordinarily the choices, in tests/pages/campaign/test_analyse_pages")
def test_choices_hold_on_the_next_page_and_its_link(server: str, page: Page):
    open_page(page, f"{server}/power")
    unfold(page)
    enter(page, "Seed", "7")
    page.wait_for_url(re.compile("random_seed=7"))
    page.get_by_text("Campaign", exact=True).first.click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text="Rankings").click()
    expect(page.get_by_role("heading", name="Rankings")).to_be_visible()
    unfold(page)
    expect(page.get_by_role("spinbutton", name="Seed")).to_have_value("7")
    page.wait_for_url(re.compile("rankings.*random_seed=7"))


def test_what_a_link_chooses_holds_on_the_next_page_and_on_the_way_back(server: str, page: Page):
    link = "quantification_measures=NMD&quantification_measures=DNKT"
    chosen = page.get_by_role("button", name="NMD, DNKT")
    open_page(page, f"{server}/rankings?{link}")
    expect(chosen).to_be_visible()
    at_rest(page)
    page.get_by_text("Campaign", exact=True).first.click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text="Discriminative").click()
    page.wait_for_url(f"{server}/power?{link}")
    chosen.click()
    add(page, "Measures", "JSD")
    page.wait_for_url(re.compile("power.*=JSD"))
    at_rest(page)
    page.go_back()
    page.wait_for_url(f"{server}/rankings?{link}")
    expect(chosen).to_be_visible()


@pytest.mark.dear("ordinarily without a browser, in tests/pages/analysing/test_names_in_links")
def test_a_link_to_data_that_are_not_open_says_so(server: str, page: Page):
    open_page(page, f"{server}/leaderboard?data=Ours+of+2026&random_seed=3")
    words = page.get_by_text("The link is about data that are not open here")
    expect(words).to_be_visible()
    unfold(page)
    expect(page.get_by_role("spinbutton", name="Seed")).to_have_value("3")
    page.keyboard.press("Escape")
    choose(page, "Data", "Bundled sample: classification")
    expect(words).to_have_count(0)


@pytest.mark.dear("ordinarily without a browser, in tests/pages/test_addresses")
def test_nonsense_in_a_link_is_passed_over(server: str, page: Page):
    nonsense = "alpha=x&random_seed=-5&quantification_measures=XX&trials=99999999&data="
    open_page(page, f"{server}/power?{nonsense}")
    unfold(page)
    expect(page.get_by_role("spinbutton", name="Seed")).to_have_value("0")
    expect(page.get_by_role("spinbutton", name="Significance level α")).to_have_value("0.050")
    page.wait_for_url(re.compile(r"/power$"))
