"""Choices as a table: read back as written, faults told by line, agreement by plain loops."""

import io
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import MEASURES, DataError
from oq_core.preferences import CANDIDATES, KINDS, choices
from oq_core.preferences.choices import (
    COLUMNS,
    Choice,
    choices_csv,
    choices_of,
    read_choices,
)
from tests.conftest import SAMPLE

VOTES = st.tuples(*3 * [st.integers(0, 9)]).filter(any)
ROWS = st.lists(
    st.builds(
        Choice,
        *(VOTES, VOTES, VOTES),
        st.sampled_from(["ann", "B, b"]),
        st.integers(0, 2),
        st.sampled_from(["random", "chosen", "again"]),
    ),
    min_size=1,
)


def upload(text, name="choices.csv"):
    file = io.StringIO(text)
    file.name = name
    return file


@given(ROWS)
def test_a_table_is_read_back_as_it_was_written(rows):
    assert read_choices([upload(choices_csv(rows))]) == rows


def test_agreement_by_kind_is_that_of_a_plain_loop():
    rows = read_choices([SAMPLE / "choices.csv"])
    found = choices_of(rows)
    agreed = {kind: found.agreement(kind) for kind in ("", *KINDS)}
    for key, kind in product(("NMD", "RNOD", "JSD"), ("", "tails", "empty")):
        points = []
        for row in rows:
            gold, a, b = (np.array(each) / sum(each) for each in row[:3])
            ends = [place for place in (0, -1) if gold[place] == 0]
            between = np.flatnonzero(gold)
            is_kind = {
                "": True,
                "tails": any(a[place] or b[place] for place in ends),
                "empty": bool((gold[between[0] : between[-1]] == 0).any()),
            }[kind]
            if is_kind:
                gap = float(MEASURES[key](b, gold) - MEASURES[key](a, gold))
                side = 0 if abs(gap) < 1e-9 else np.sign(gap)
                points.append(1 - abs(side - (1 - row.answer)) / 2)
        share = agreed[kind].shares[list(CANDIDATES).index(key)]
        assert share == pytest.approx(np.mean(points))
        low, high = agreed[kind].intervals[list(CANDIDATES).index(key)]
        assert low < share < high


def test_what_was_chosen_or_asked_again_does_not_count_and_people_of_two_files_differ():
    row = Choice((2, 0), (1, 1), (0, 2), "1", 0)
    turned = row._replace(a=row.b, b=row.a, answer=2)
    rows = [row, row._replace(why="chosen"), turned, row._replace(person="2", why="again")]
    found = choices_of(rows)
    assert len(found.answers) == len(found.pool) == 1
    assert "1 choice of questions that were chosen" in found.notes[0]
    assert "2 choices of questions asked again" in found.notes[1]
    with pytest.raises(ValueError, match="drawn at random"):
        choices_of([row._replace(why="chosen")])
    text = choices_csv([row])
    both = choices_of(read_choices([upload(text), upload(text, "b.csv")]))
    assert len(set(both.people.tolist())) == 2
    assert found.agreement("empty") is None


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("2 x,1 1,0 2,ann,a", "line 2: '2 x' are no votes"),
        ("2 0,0 0,0 2,ann,a", "line 2: '0 0' are no votes"),
        ("2 0,1 nan,0 2,ann,a", "line 2: '1 nan' are no votes"),
        ("2,1,1,ann,a", "line 2: '2' has 1 class, not 2 to 30"),
        ("2 0,1 1 1,0 2,ann,a", "line 2: gold, a and b need 2 classes each"),
        ("2 0,1 1,0 2,ann,left", "line 2: the choice 'left' is none of a, b and equal"),
        ("2 0,1 1,0 2,ann", "line 2: it has 4 cells"),
        ("2 0,1 1,0 2,,a", "line 2: the person is empty"),
    ],
)
def test_faults_are_told_by_line(row, words):
    with pytest.raises(DataError, match=words):
        read_choices([upload(",".join(COLUMNS) + f"\n{row}\n")])


def test_other_tables_are_refused():
    with pytest.raises(DataError, match="the column person is missing"):
        read_choices([upload("gold,a,b,who,choice\n2 0,1 1,0 2,ann,a\n")])
    with pytest.raises(DataError, match="it has 3 classes, and other choices 2"):
        read_choices(
            [
                upload(choices_csv([Choice((2, 0), (1, 1), (0, 2), "1", 0)])),
                upload(choices_csv([Choice((2, 0, 0), (1, 1, 0), (0, 2, 0), "1", 0)])),
            ]
        )


def test_too_many_choices_are_refused(monkeypatch):
    monkeypatch.setattr(choices, "_MOST_ROWS", 2)
    many = [Choice((2, 0), (1, 1), (0, 2), "1", 0)] * 3
    with pytest.raises(DataError, match="choices.csv: there are 3 rows; at most 2 can be read"):
        read_choices([upload(choices_csv(many))])
