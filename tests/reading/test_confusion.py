"""Tables of confusion matrices, gold and runs in one."""

import numpy as np
import pytest

from oq_core import DataError, read_collections
from oq_core.measures import OC_MEASURES, confusion_matrices, score_classification
from oq_core.reading import (
    budget,
    read_gold,
    read_runs,
    recognise,
    templates,
)
from oq_core.reading.kinds import confusion
from tests.reading.made import Upload

MADE = """run,topic,system,gold,count
X,tea,-1,-1,3
X,tea,0,-1,1
X,tea,1,1,2
X,coffee,0,0,5
Y,tea,-1,-1,4
Y,tea,-1,1,2
Y,coffee,1,0,5
"""


def read(text, name="made.csv"):
    (collection,) = read_gold(Upload(name, text)).values()
    return collection


def matrices_of(collection):
    labels = collection.labels
    stacked = np.stack(list(labels.runs.values()))
    return confusion_matrices(stacked, labels, *collection.gold.shape)


def test_matrices_come_back_as_they_were_written():
    assert recognise(Upload("made.csv", MADE)) == "confusion matrices"
    collection = read(MADE)
    assert collection.classes == ("-2", "-1", "0", "1", "2")
    assert collection.ids == ("tea", "coffee")
    assert list(collection.runs) == list(collection.labels.runs) == ["X", "Y"]
    expected = np.zeros((2, 2, 5, 5))
    for line in MADE.splitlines()[1:]:
        run, topic, system, gold, count = line.split(",")
        cell = "XY".index(run), ("tea", "coffee").index(topic), int(system) + 2, int(gold) + 2
        expected[cell] = int(count)
    np.testing.assert_array_equal(matrices_of(collection), expected)
    np.testing.assert_array_equal(collection.votes, [[0, 4, 0, 2, 0], [0, 0, 5, 0, 0]])
    scores = score_classification(collection, ["MAE_mu"])
    np.testing.assert_allclose(scores.values[0], [[1 / 6, 4 / 6], [0, 1]])


@pytest.mark.parametrize("separator", ["\t", ";"])
def test_columns_in_any_order_and_separator(separator):
    swapped = "\n".join(
        separator.join(line.split(",")[::-1]) for line in MADE.strip().splitlines()
    ).replace("system", "System")
    np.testing.assert_array_equal(matrices_of(read(swapped)), matrices_of(read(MADE)))


def test_run_and_topic_may_be_left_out():
    collection = read("system,gold,count\nlow,low,2\nlow,high,1\nhigh,high,0\n", "mine.csv")
    assert collection.classes == ("low", "high")
    assert collection.ids == ("all items",)
    np.testing.assert_array_equal(matrices_of(collection), [[[[2, 1], [0, 0]]]])
    assert list(collection.runs) == ["mine"]


def test_gold_classes_give_the_order():
    text = "system,gold,count\nbad,bad,1\nbad,fair,2\nbad,good,1\ngood,bad,3\nnone,bad,1\n"
    assert read(text).classes == ("bad", "fair", "good", "none")


def test_more_runs_of_the_same_gold_can_be_labels_by_nobody():
    # Its items have no names that a run could use, but distributions by topic can be added.
    found = read_runs([Upload("r.csv", MADE)], {"made": read(MADE)})
    assert "Open the file as the gold file" in found.problems[0]
    wide = "id,-2,-1,0,1,2\ntea,0,.5,.5,0,0\ncoffee,0,0,1,0,0\n"
    added = read_collections(Upload("made.csv", MADE), [Upload("wide.csv", wide)])["made"]
    assert list(added.runs) == ["X", "Y", "wide"]
    assert list(added.labels.runs) == ["X", "Y"]


def test_the_template_is_one():
    collection = read(templates()["confusion.csv"])
    assert collection.classes == ("bad", "fair", "good")
    scores = score_classification(collection, list(OC_MEASURES))
    assert np.isfinite(scores.values).all()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("X,tea,1,1,2", "X,tea,1,1,two", "line 4, class count: 'two' is not a number"),
        ("X,tea,1,1,2", "X,tea,1,1,-2", "line 4: -2 is not a number of items"),
        ("X,tea,1,1,2", "X,tea,1,1,2.5", "line 4: 2.5 is not a number of items"),
        ("X,tea,1,1,2", "X,tea,1,1,nan", "line 4: nan is not a number of items"),
        (
            "X,tea,1,1,2",
            "X,tea,1,1,1e300",
            "there are 5,000,010 items; at most 200,000 can be read",
        ),
        ("X,tea,1,1,2", "X,tea,1,1", "line 4: it has 4 cells, but the header has 5"),
        ("X,tea,1,1,2", "X,,1,1,2", "line 4: the topic is empty"),
        ("X,tea,1,1,2", "X,tea,0,-1,2", "line 4: this cell is there already (line 3)"),
        (
            "Y,tea,-1,1,2",
            "Y,tea,-1,1,3",
            "topic tea: Y has 3 items of the gold class 1, but X has 2. All runs must be",
        ),
        ("Y,coffee,1,0,5\n", "", "topic coffee: Y has 0 items of the gold class 0"),
        ("X,coffee,0,0,5", "X,coffee,0,0,5\n" * 2, "line 6: this cell is there already (line 5)"),
    ],
)
def test_what_is_wrong_is_named(old, new, words):
    assert old in MADE
    with pytest.raises(DataError) as raised:
        read(MADE.replace(old, new))
    assert words in str(raised.value)
    assert "made.csv" in str(raised.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("system,gold,count\n", "there is nothing below the header"),
        ("system,gold,count\n1,1,4\n", "there is only one class"),
        ("system,gold,count\n1,1,0\n2,2,0\n", "topic all items: there are no items"),
        ('system,gold,count\n1,"1,4\n', "a quote that opens there is never closed"),
        # A run's name is told before its topic's.
        (
            f"run,topic,system,gold,count\n{'r' * 201},{'t' * 201},1,2,4\n",
            "^made.csv: the run 'r{20}'…",
        ),
    ],
)
def test_what_is_no_matrix_is_refused(text, words):
    with pytest.raises(DataError, match=words):
        read(text)


def test_too_large_a_table_is_refused_before_it_is_made(monkeypatch):
    monkeypatch.setattr(budget, "MAX_CELLS", 60)
    with pytest.raises(DataError, match="2 × 2 × 5 × 5 numbers are too many"):
        read(MADE)


def test_too_many_classes_are_refused():
    rows = "".join(f"c{i},c{i},1\n" for i in range(31))
    with pytest.raises(DataError, match="there are 31 classes; at most 30"):
        read(f"system,gold,count\n{rows}")


def test_too_many_rows_are_refused(monkeypatch):
    monkeypatch.setattr(confusion, "_MOST_ROWS", 2)
    with pytest.raises(DataError, match="made.csv: there are 3 rows; at most 2 can be read"):
        read("system,gold,count\n1,1,4\n1,2,4\n2,1,4\n")
