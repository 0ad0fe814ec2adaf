"""The start page, run without a browser."""

from oq_core import MEASURES
from pages.learn.start import DOORS
from pages.shared.compare_state import START


def test_the_two_measures_disagree_at_the_start():
    gold, a, b = (START.shares(which) for which in START.shown)
    assert MEASURES["NMD"](b, gold) < MEASURES["NMD"](a, gold)
    assert MEASURES["RNOD"](a, gold) < MEASURES["RNOD"](b, gold)


def test_it_says_what_it_is_about_and_has_three_doors(start):
    page = start()
    assert page.title[0].value == "Who guessed better?"
    words = " ".join(text.value for text in page.markdown)
    assert "ordinal quantification" in words
    assert all(door.title in words for door in DOORS)
    links = [link.proto.label for link in page.get("page_link")]
    assert all(label in links for door in DOORS for _, label, _ in door.links)
