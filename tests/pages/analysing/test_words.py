"""Terms that open what they mean: which are found in a text, and that pages have them."""

import re
from html import unescape

import numpy as np
import pytest

from oq_core import MEASURES, randomised_tukey_hsd
from oq_core.analysis.pairs import is_significant
from oq_core.measures import OC_MEASURES
from pages.analysing.text import plain
from pages.analysing.words import TERMS, anchor, linked, word
from pages.main_parts.glossary import entries
from tests.pages.conftest import unlinked

#: What the papers are called, all together one entry.
PAPERS = "SIGIR18, ACL21, LQ21, RNOD22, DE2"


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("All gold votes are in class 1", ["gold", "class"]),
        ("Runs of a run", ["run"]),
        ("Kendall's τ, percentile points", ["Kendall’s τ", "percentile points"]),
        ("RNADW2 and RNADW are cross-bin.", ["RNADW2", "RNADW", "cross-bin"]),
        ("The bin-by-bin measures (LQ21)", ["bin by bin", "measure", PAPERS]),
        ("Discriminative power at α = 0.05", ["discriminative power", "significance level α"]),
        ("**gold**, *estimate*", ["gold", "estimate"]),
        # With signs escaped: a measure is its whole name, and a name of a run is none of ours.
        (plain("DNKT_NMD prefers gold_run"), ["DNKT_NMD", "prefers"]),
        # What is no word of ours, or a link, code or formula already.
        ("golden NMDs, running, subclass, bin-by-bins, d", []),
        ("[gold](reference) `gold` $gold$", []),
    ],
)
def test_each_term_is_a_link_where_it_stands_first(text, terms):
    found = linked(text)
    assert re.findall(r"\((#word-[^)]*)\)", found) == [anchor(term) for term in terms]
    # Nothing else is changed.
    assert unlinked(found) == text


def test_every_term_and_measure_has_an_entry_of_its_own():
    found = entries()
    assert len(found) == len(TERMS) + len(MEASURES) + len(OC_MEASURES)
    assert found[anchor("gold")]["meaning"] == TERMS["gold"]
    for key in ("NMD", "kappa"):
        assert found[anchor(key)]["measure"] == key
    with pytest.raises(KeyError, match="golden"):
        word("golden")


def test_every_entry_is_a_sentence_that_stands_alone():
    for term, meaning in TERMS.items():
        assert meaning.endswith("."), term
        subject = meaning.partition(":")[0] + meaning.partition(".")[0]
        is_named = any(word in subject.lower() for word in re.findall(r"\w+", term.lower()))
        assert is_named or term == PAPERS, term


def test_words_are_found_by_name_or_meaning_in_alphabetical_order(start, monkeypatch):
    shown = words_shown(start, monkeypatch, "")
    assert set(TERMS) < set(shown)
    terms = shown[: len(TERMS)]
    assert terms == sorted(TERMS, key=str.casefold)
    assert words_shown(start, monkeypatch, " EARTH mover") == ["NMD: Normalised Match Distance"]
    found = words_shown(start, monkeypatch, "p-value")
    assert found == ["p-value", "significance level α"]
    assert words_shown(start, monkeypatch, "golden") == []


def words_shown(start, monkeypatch, asked):
    """The names that the list has, as they stand on the page."""
    page = start()
    # The test's page cannot press a popover: it is open.
    monkeypatch.setattr("streamlit.popover", lambda *_, **__: OpenPopover())
    page.session_state["word_asked"] = asked
    page.run()
    assert (asked == "golden") == any("No word here" in each.value for each in page.info)
    listed = "".join(each.proto.body for each in page.get("html"))
    return list(map(unescape, re.findall(r"<b>(.+?)</b>: ", listed)))


class OpenPopover:
    open = True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


@pytest.mark.parametrize(
    ("page", "terms"),
    [
        ("", ("gold", "ordinal quantification", "measure")),
        ("lessons", ("gold", "measure", "NVD")),
        ("dialogues", ("d", "prefers", "run")),
        ("map", ("percentile points", "estimate")),
        ("reference", (PAPERS,)),
        ("power", ("discriminative power", "significance level α")),
    ],
)
def test_pages_link_the_terms_that_they_use(start, page, terms):
    app = start(page)
    texts = [
        each.value for kind in ("title", "header", "markdown", "caption") for each in app.get(kind)
    ]
    for term in terms:
        assert any(f"({anchor(term)})" in text for text in texts), term


def test_the_glossary_means_what_the_tests_do():
    """A p-value of α itself is significant, and Tukey's p-value is about the largest difference."""
    at_alpha = [[1, 0.05], [0.05, 1]]
    assert is_significant(at_alpha, 0.05).tolist() == [True]
    assert "at most this" in TERMS["significance level α"]
    scores = np.random.default_rng(0).random((30, 4))
    means = scores.mean(axis=0)
    first, second = np.unravel_index(np.abs(means[:, None] - means).argmax(), (4, 4))
    alone, together = (
        randomised_tukey_hsd(some, trials=500) for some in (scores[:, [first, second]], scores)
    )
    assert alone[0, 1] < together[first, second]
    assert "the largest difference" in TERMS["p-value"]
