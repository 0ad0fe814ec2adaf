"""Of any table either nothing is computed, or what a person could read in it as true."""

import csv
import io

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from oq_core import DataError
from oq_core.campaign.computing.kinds import Quantified
from oq_core.measures import MEASURES
from oq_core.reading import look
from oq_core.reading.class_order import FILE
from oq_core.reading.class_order import NUMBERS as NUMBERS_SAID
from oq_core.reading.guessing import COLUMNS_OF_RATINGS
from tests.reading.made import Upload

WORDS = ["", "ann", "rome", "dr", "open", "low", "high", "NA", "-", "x y"]
NUMBERS = ["0", "1", "2", "3", "5", "17", "0.5", "0.25", "-1", "28%", "1e-17", "99.5", "3,5"]
NAMES = [
    *("id", "item", "author", "city", "status", "rater", "rating", "class", "gpt-4", "human"),
    *(
        "N",
        "label",
        "value",
        "topic",
        "text",
        "Mean",
        "low",
        "high",
        "1",
        "2",
        "x",
        "criterion",
        "avg_rating",
    ),
]


@st.composite
def tables(draw):
    """A header and rows of text, numbers and blanks."""
    width = draw(st.integers(2, 6))
    header = draw(st.lists(st.sampled_from(NAMES), min_size=width, max_size=width, unique=True))
    columns = [
        draw(st.sampled_from([WORDS, NUMBERS, [*NUMBERS, ""], WORDS + NUMBERS, ["1", "2", "3"]]))
        for _ in header
    ]
    rows = draw(st.lists(st.tuples(*map(st.sampled_from, columns)), min_size=1, max_size=8))
    named = [[f"q{number}", *row[1:]] if draw(st.booleans()) else [*row]
             for number, row in enumerate(rows)]  # fmt: skip
    return [header, *named]


def number(cell):
    """The number in a cell as a person reads it, or None."""
    try:
        return float(cell.replace(",", ".").rstrip("%")) / (100 if cell.endswith("%") else 1)
    except ValueError:
        return None


def check_order(gold, in_header):
    """The order that is said is one that a person can check; without one none is used."""
    numbers = [number(label) for label in gold.classes]
    if gold.order == NUMBERS_SAID:
        assert numbers == sorted(numbers)
    elif gold.order == FILE:
        assert [*gold.classes] == in_header
    elif gold.order:
        assert gold.order.startswith("a known scale: ")
        assert {"low", "high"} >= {*gold.classes}
    elif len(gold.classes) > 2:
        assert not any(MEASURES[key].takes_order for key in Quantified(gold).measures)
        assert "in no order that is known" in gold.order_words
    if "high" in gold.classes and "low" in gold.classes and gold.order != FILE:
        assert gold.classes.index("low") < gold.classes.index("high")


@given(tables())
@example([["id", "Y", "N"], ["a", "5", "3"], ["b", "1", "9"]])
@example([["id", "1", "2", "N"], ["a", "5", "3", "8"], ["b", "1", "9", "10"]])
@example([["id", "x", "label"], ["a", ".5", "-"], ["b", "-", ".25"]])
@example(
    [["id", "author", "city", "title"], ["1", "ann", "rome", "dr"], ["2", "bob", "rome", "dr"]]
)
@example([["id", "born", "lives"], *([str(n), f"town {n}", f"town {n + 1}"] for n in range(9))])
@example([["item", "human", "gpt-4"], ["q1", "3", "4"], ["q2", "5", "4"]])
def test_what_is_read_is_in_the_table(table):
    content = io.StringIO()
    csv.writer(content).writerows(table)
    try:
        (found,) = look(Upload("g.csv", content.getvalue()))
    except DataError:
        return
    parts = {each.name: each.part for each in found.columns}
    if found.is_matrix:
        runs = [table[0].index(name) for name in found.runs if name in table[0]]
        assert all(number(row[place]) is not None or row[place] in ("", "NA", "-")
                   for row in table[1:] for place in runs)  # fmt: skip
    header, rows = table[0], table[1:]
    cells = {name: [row[place] for row in rows] for place, name in enumerate(header)}
    for gold in found.collections.values():
        check_order(gold, [name for name in header if name in gold.classes])
        # What is passed over as the sum or the mean of the others is no class, and is that.
        passed_over = {part: name for name, part in parts.items() if part in ("total", "mean")}
        assert not set(passed_over.values()) & set(gold.classes)
        if "total" in passed_over and gold.votes is not None:
            told = dict(zip(cells[next(n for n, p in parts.items() if p == "id")],
                            cells[passed_over["total"]], strict=True))  # fmt: skip
            for name, votes in zip(gold.ids, gold.votes, strict=True):
                assert number(told[name]) == pytest.approx(votes.sum())
        # What is counted or shared is a number, in every row.
        for name, part in parts.items():
            if part == "class":
                assert all(number(cell) is not None for cell in cells[name])
        # What was rated stands in the column that is said to have it.
        if "label" not in parts.values():
            (ids,) = [name for name, part in parts.items() if part == "id"]
            assert set(gold.ids) <= set(cells[ids])
        rated = [name for name, part in parts.items() if part in ("rater", "rating")]
        # Words are classes only where they stand in a column of ratings.
        if rated and not all(number(label) is not None for label in gold.classes):
            assert set(gold.classes) <= {cell for name in rated for cell in cells[name]}
            # Whoever rated in them chose among few.
            assert gold.order or found.kind != COLUMNS_OF_RATINGS or len(gold.classes) <= 7
        # No order is taken for granted.
        is_told = gold.order.startswith(("numbers", "a known scale", "the file", "the task"))
        assert is_told or not gold.order
        np.testing.assert_allclose(gold.gold.sum(axis=1), 1)
