"""A room's answers and the measures as dots: as many as there are, and what is said of them."""

import re
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from pages.live.live_parts.votes import in_a_sentence, measure_votes, room_votes

LABELS = st.lists(st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=30),
                  min_size=2, max_size=5, unique=True)  # fmt: skip


def columns(html):
    """Each column's dots and words; its list and attributes."""
    found = ET.fromstring(re.sub("^<style>.*?</style>", "", html, flags=re.DOTALL))
    rows = [list(each) for each in found]
    return found, [([dot.text for dot in dots], words.text) for dots, words in rows]


@given(st.data(), LABELS)
def test_each_answer_is_a_dot_under_its_option(data, labels):
    counts = data.draw(st.lists(st.integers(0, 500), min_size=len(labels), max_size=len(labels)))
    right = data.draw(st.sampled_from([None, *range(len(labels))]))
    found, drawn = columns(room_votes(labels, counts, right))
    assert found.get("aria-label") == "The room’s answers"
    assert [len(dots) for dots, _ in drawn] == counts
    for place, ((_, words), label, count) in enumerate(zip(drawn, labels, counts, strict=True)):
        assert words.startswith(f"{'✓ ' if place == right else ''}{label}: {count} (")
    # Five hundred dots under one option have as much room as one.
    size = float(re.search(r"--dot:([\d.]+)rem", found.get("style"))[1])
    assert 0.25 < size <= 1.6
    assert max(counts) * size**2 <= 47


@given(LABELS)
def test_before_the_reveal_the_options_stand_there_alone(labels):
    _, drawn = columns(room_votes(labels, None, 0))
    assert drawn == [([], label) for label in labels]


def test_each_measure_is_a_dot_with_its_name_under_what_it_prefers():
    votes = {"A": ["NMD", "RNOD"], "B": [], "Neither": ["JSD"]}
    _, drawn = columns(measure_votes(votes))
    assert drawn == [(["NMD", "RNOD"], "A: 2"), ([], "B: 0"), (["JSD"], "Neither: 1")]


def test_what_is_said_of_both():
    def said(counts, for_a, for_b, ties=0):
        votes = {"A": [""] * for_a, "B": [""] * for_b, "Neither": [""] * ties}
        return in_a_sentence(("A", "B"), counts, votes)

    assert said((7, 3), 4, 11) == "You: 70 % A. The measures: 11 to 4 for B."
    assert said((1, 3), 15, 0) == "You: 75 % B. The measures: 15 to 0 for A."
    assert said((2, 2), 7, 7, 1) == (
        "You: 50 % A, 50 % B. The measures: 7 to 7, and 1 prefers neither."
    )
    assert said((0, 1), 1, 0, 2).endswith("1 to 0 for A, and 2 prefer neither.")
    assert in_a_sentence(("A", "B"), (0, 0), {}) == "You: no answer."
    assert in_a_sentence(("It is so and not so", "B"), (2, 0), {}) == (
        "You: 100 % “It is so and not so”."
    )
