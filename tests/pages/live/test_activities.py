"""Plans: written and read back, and what is no plan."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.live.server.activities import (
    LONGEST_LABEL,
    LONGEST_OPTION,
    LONGEST_TEXT,
    LONGEST_TITLE,
    Estimate,
    PlanError,
    Predict,
    Rate,
    activities_from,
    check_plan,
    plan_from_json,
    plan_to_json,
)


def labels(longest, most):
    text = st.text(min_size=1, max_size=longest).map(lambda text: " ".join(text.split()))
    text = text.filter(lambda text: text and text.isprintable())
    return st.lists(text, min_size=2, max_size=most, unique=True).map(tuple)


def is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


titles = st.text(max_size=LONGEST_TITLE)
texts = st.text(max_size=LONGEST_TEXT)
predicts = st.builds(Predict, titles, titles, texts, labels(LONGEST_OPTION, 8))
rates = st.builds(
    Rate,
    titles.filter(bool),
    texts,
    labels(LONGEST_LABEL, 11).filter(lambda found: not all(map(is_number, found))),
)
plans = st.lists(
    st.one_of(predicts.map(lambda each: [each]), rates.map(lambda each: [each, Estimate()])),
    max_size=6,
).map(lambda parts: tuple(each for part in parts for each in part))


@given(plans)
def test_a_plan_is_read_back_as_it_was(plan):
    assert plan_from_json(plan_to_json(plan)) == plan


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Rate("", "", ("a", "b")), "needs a title"),
        (lambda: Rate("t", "", ("a",)), "2 to 11 classes, not 1"),
        (lambda: Rate("t", "", tuple(map(str, range(12)))), "not 12"),
        (lambda: Rate("t", "", ("a", "a")), "twice"),
        (lambda: Rate("t", "", ("a", " b")), "single blanks"),
        (lambda: Rate("t", "", ("a", "")), "needs a label"),
        (lambda: Rate("t", "", ("a", "\0")), "needs a label"),
        (lambda: Rate("t", "", ("2", "1")), "lowest first"),
        (lambda: Rate("t", "", ("a", "b" * 25)), "at most 24"),
        (lambda: Rate("t" * 121, "", ("a", "b")), "at most 120"),
        (lambda: Rate("t", "x" * 2001, ("a", "b")), "at most 2,000"),
        (lambda: Predict("s", "t", "", ("a",)), "2 to 8 options"),
        (lambda: check_plan([Estimate()]), "activity 1 estimates"),
        (lambda: check_plan([Predict("", "", "", ("a", "b")), Estimate()]), "activity 2"),
        (lambda: check_plan([Rate("t", "", ("a", "b"))] * 61), "at most 60"),
        (lambda: plan_from_json(" " * 500_001), "larger than 500 kB"),
        (lambda: plan_from_json("{}"), "no plan"),
        (lambda: plan_from_json("7"), "no JSON object"),
        (lambda: plan_from_json('{"format": "live class plan"}'), "must be a list"),
        (
            lambda: plan_from_json('{"format": "live class plan", "activities": [7]}'),
            "activity 1: it must be",
        ),
        (
            lambda: plan_from_json(
                '{"format": "live class plan", "activities": [{"kind": "rate", "title": 1}]}'
            ),
            '"title" must be text',
        ),
        (
            lambda: plan_from_json(
                '{"format": "live class plan", "activities": [{"kind": "rate", "title": "t"}]}'
            ),
            '"classes" must be a list',
        ),
        (lambda: activities_from({}), "^activities must be a list of at most 60$"),
    ],
)
def test_what_is_no_plan_is_said(make, words):
    with pytest.raises(PlanError, match=words):
        make()
