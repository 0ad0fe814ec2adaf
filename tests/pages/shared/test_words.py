"""Terms that open what they mean: which are found in a text, and that pages have them."""

import re

import pytest

from oq_core import MEASURES, OC_MEASURES
from pages.main_parts.words import entries
from pages.shared.text import plain
from pages.shared.words import PAPERS, TERMS, anchor, linked, word
from tests.pages.conftest import unlinked


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
    assert found[anchor("gold")] == {"name": "gold", "meaning": TERMS["gold"]}
    for key in ("NMD", "kappa"):
        assert found[anchor(key)]["measure"] == key
    with pytest.raises(KeyError, match="golden"):
        word("golden")


@pytest.mark.parametrize(
    ("page", "terms"),
    [
        ("", ("gold", "ordinal quantification", "measure")),
        ("lessons", ("gold", "bin by bin", "NVD")),
        ("baselines", ("d", "prefers", "run")),
        ("map", ("percentile points", "estimate")),
        ("artificial", (PAPERS, "Kendall’s τ", "bin by bin")),
        ("power", ("discriminative power", "significance level α")),
    ],
)
def test_pages_link_the_terms_that_they_use(start, page, terms):
    app = start(page)
    texts = [
        each.value
        for kind in ("title", "subheader", "markdown", "caption")
        for each in app.get(kind)
    ]
    for term in terms:
        assert any(f"({anchor(term)})" in text for text in texts), term
