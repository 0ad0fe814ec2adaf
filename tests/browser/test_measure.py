"""Your measure on a narrow phone: by keys, by taps and by swipes, each question on one screen."""

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from tests.browser.test_phone import swipe
from tests.browser.waiting import at_rest, unfold


def asked(page: Page, number: int) -> None:
    expect(page.locator(".choosing")).to_contain_text(f"Question {number} of 20")


def test_twenty_questions_by_keys_and_by_touch(server: str, phone: Page):
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto(f"{server}/measure?seed=7")
    for number in range(1, 21):
        asked(phone, number)
        cut = phone.locator(".choosing .column span").evaluate_all(
            "all => all.filter((each) => each.scrollWidth > each.clientWidth).length"
        )
        assert cut == 0
        for part in phone.locator(".choosing :is(.gold, .estimate, .equal)").all():
            box = part.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 360
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= 640
        match number % 4:
            case 0:
                phone.get_by_role("button", name=re.compile("^Left: ")).tap()
            case 1:
                phone.keyboard.press("ArrowRight")
            case 2:
                at_rest(phone)
                box = phone.locator(".gold").bounding_box()
                swipe(phone, (box["x"] + box["width"], box["y"] + 20), (-120, 0))
            case 3:
                phone.keyboard.press("ArrowDown")
    expect(phone.get_by_role("heading", name="Your measure")).to_be_visible()
    expect(phone).to_have_url(re.compile("answers=" + "RLEL" * 5))
    at_rest(phone)
    for label, carries in (
        ("Give others these questions", {"seed", "asked"}),
        ("Share the result", {"seed", "asked", "result"}),
    ):
        unfold(phone, label)
        told = phone.get_by_test_id("stPopoverBody").get_by_test_id("stCode").inner_text()
        assert parse_qs(urlsplit(told).query).keys() == carries
    card = phone.locator(".card img")
    expect(card).to_have_attribute(
        "alt", re.compile(r"\? http\S+/measure\?seed=7&asked=[0-9a-f.]+$")
    )
    assert card.evaluate("each => each.naturalWidth / each.naturalHeight") == 1200 / 630
