"""SemEval subtasks E and C, and plain tables of labels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import DataError, read_collections, score
from oq_core.reading import read_gold, read_run, read_runs
from oq_core.reading.looking import look
from oq_core.reading.rows import looks
from tests.reading.made import RATINGS, Upload, spoiled

E_GOLD = "tea\t.1\t.2\t.4\t.2\t.1\ncoffee\t0\t.05\t.25\t.5\t.2\n"
C_GOLD = "101\ttea\t-1\n102\ttea\t0\n103\tcoffee\t2\n101\tcoffee\t2\n104\tcoffee\t1\n"


def gold_of(text, name="gold.tsv"):
    (collection,) = read_gold(Upload(name, text)).values()
    return collection


def with_run(gold, run, name="run.tsv"):
    (collection,) = read_collections(Upload("gold.tsv", gold), [Upload(name, run)]).values()
    return collection


def test_subtask_e_gold():
    collection = gold_of(E_GOLD)
    assert collection.format == "SemEval subtask E"
    assert collection.ids == ("tea", "coffee")
    assert collection.classes == RATINGS
    assert collection.votes is None
    np.testing.assert_allclose(collection.gold[1], [0, 0.05, 0.25, 0.5, 0.2])


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r", "\n\n"])
def test_subtask_e_runs_come_in_any_order(ending):
    run = ending.join(["coffee\t.29\t0.2\t0.2\t.2\t.11", "tea\t1.0\t0\t0\t0\t0"])
    np.testing.assert_allclose(
        with_run(E_GOLD, run).runs["run"], [[1, 0, 0, 0, 0], [0.29, 0.2, 0.2, 0.2, 0.11]]
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (".29 .2 .2 .2 .1", (0.29, 0.2, 0.2, 0.2, 0.11)),
        (".29 .2 .2 .2 .12", (0.29, 0.2, 0.2, 0.2, 0.11)),
        # No class gets or loses all of its share by rounding.
        (".3 .3 .393 0 0", (0.3, 0.3, 0.4, 0, 0)),
        ("1 0 0 0 .001", (1 / 1.001, 0, 0, 0, 0.001 / 1.001)),
    ],
)
def test_rounding_of_subtask_e_leaves_the_cumulative_sums(line, expected):
    text = "tea\t" + line.replace(" ", "\t")
    np.testing.assert_allclose(gold_of(text).gold[0], expected, rtol=1e-12)
    assert ((gold_of(text).gold[0] > 0) == (np.array(expected) > 0)).all()


@pytest.mark.parametrize(
    "text",
    [
        '"quoted\t.1\t.2\t.4\t.2\t.1\n[list\t.1\t.2\t.4\t.2\t.1\n',
        "2016\t.1\t.2\t.4\t.2\t.1\n",
        "one\t0\t0\t1\t0\t0\n",
        "a, b; c\t.1\t.15\t.4\t.2\t.151\n",
    ],
)
def test_topics_of_subtask_e_may_be_anything(text):
    assert gold_of(text).ids == tuple(line.split("\t")[0] for line in text.splitlines())


def test_a_wide_table_of_five_classes_is_no_subtask_e():
    collection = gold_of("id\t2\t1\t0\t-1\t-2\ntea\t0\t0\t0\t.25\t.75\n")
    assert collection.format == "wide table"
    np.testing.assert_array_equal(collection.gold, [[0.75, 0.25, 0, 0, 0]])


def test_subtask_c_gold_becomes_distributions_of_its_topics():
    collection = gold_of(C_GOLD)
    assert collection.format == "SemEval subtask C"
    assert collection.classes == RATINGS
    assert collection.ids == ("tea", "coffee")
    np.testing.assert_array_equal(collection.votes, [[0, 1, 1, 0, 0], [0, 0, 0, 1, 2]])
    np.testing.assert_allclose(collection.gold[1], [0, 0, 0, 1 / 3, 2 / 3])
    labels = collection.labels
    assert labels.ids == ("101", "102", "103", "101", "104")
    np.testing.assert_array_equal(labels.instances, [0, 0, 1, 1, 1])
    np.testing.assert_array_equal(labels.gold, [1, 2, 4, 4, 3])
    assert not labels.runs


def test_subtask_c_runs_are_matched_by_id_and_topic():
    lines = ["101\ttea\t1", "102\ttea\t1", "103\tcoffee\t2", "101\tcoffee\t-2", "104\tcoffee\t2"]
    collection = with_run(C_GOLD, "\n".join(reversed(lines)))
    np.testing.assert_array_equal(collection.labels.runs["run"], [3, 3, 4, 0, 4])
    np.testing.assert_allclose(collection.runs["run"], [[0, 0, 0, 1, 0], [1 / 3, 0, 0, 0, 2 / 3]])


def test_a_numbered_run_is_matched_by_position_and_says_so():
    run = "1\ttea\t1\n2\ttea\t1\n3\tcoffee\t2\n4\tcoffee\t-2\n5\tcoffee\t2\n"
    read = read_runs([Upload("run.tsv", run)], read_gold(Upload("gold.tsv", C_GOLD)))
    assert read.added == ("run",)
    assert not read.problems
    (note,) = read.notes
    assert note == (
        "run.tsv: items are matched by position, as its ids are 1 to 5 and every topic agrees "
        "with the gold's."
    )
    np.testing.assert_array_equal(read.collections["gold"].labels.runs["run"], [3, 3, 4, 0, 4])


def test_gold_that_is_numbered_is_matched_by_id():
    gold = "1\ttea\t-1\n2\ttea\t0\n"
    read = read_runs([Upload("r.tsv", "2\ttea\t2\n1\ttea\t1\n")], read_gold(Upload("g.tsv", gold)))
    assert not read.notes
    np.testing.assert_array_equal(read.collections["g"].labels.runs["r"], [3, 4])


BAD_C_RUNS = {
    "one less": ("1\ttea\t1\n", "none of its ids is in the gold file (it has 1)"),
    "topic": (
        "1\ttea\t1\n2\ttea\t1\n3\ttea\t2\n4\tcoffee\t2\n5\tcoffee\t0\n",
        "line 3: the ids are 1 to 5 instead of the gold's, and the topic here is tea, where the "
        "gold has coffee. Give the gold's ids, or the items in the gold's order.",
    ),
    "another topic": (
        spoiled(C_GOLD, "104\tcoffee", "104\ttea"),
        "line 5: the item 104 has the topic tea, but the gold has coffee. Correct the topic.",
    ),
    "missing": (
        spoiled(C_GOLD, "104\tcoffee\t1\n", ""),
        "1 of 5 items is missing: 104. Add them",
    ),
    "surplus": (C_GOLD + "105\ttea\t0\n", "line 6: the item 105 is not in the gold file. Remove"),
    "label": (
        spoiled(C_GOLD, "\t1\n", "\t3\n"),
        "line 5: the label '3' is unknown. Use -2, -1, 0, 1, 2.",
    ),
    "twice": (C_GOLD + "101\ttea\t0\n", "line 6: the id 101 is there already (line 1). Keep"),
    "cells": (
        spoiled(C_GOLD, "102\ttea", "102 tea"),
        "line 2: it has 2 values between tabs, not 3. Every line is id, topic and label",
    ),
    "no topics": ("id,label\n101,0\n", "there are no topics, but the gold has 101 under several"),
    "numbered without topics": (
        "id,label\n" + "".join(f"{number},0\n" for number in range(1, 6)),
        "there are no topics to check the order by. Give the gold's ids.",
    ),
    "e": (E_GOLD.replace("tea", "milk"), "1 of 2 instances is missing: tea"),
}


@pytest.mark.parametrize(("content", "words"), BAD_C_RUNS.values(), ids=list(BAD_C_RUNS))
def test_bad_runs_of_subtask_c_are_explained(content, words):
    with pytest.raises(DataError) as caught:
        with_run(C_GOLD, content, "run.x")
    assert str(caught.value).startswith("run.x")
    assert words in str(caught.value)


BAD_GOLD = {
    "e sum": (spoiled(E_GOLD, ".25", ".45"), "line 2: the probabilities sum to 1.2 instead of 1"),
    "e first sum": (
        spoiled(E_GOLD + E_GOLD.replace("e", "a"), ".4", ".6"),
        "line 1: the probabilities sum to 1.2 instead",
    ),
    "e text": (spoiled(E_GOLD, ".25", "few"), "line 2, class 0: 'few' is not a number"),
    "e negative": (spoiled(E_GOLD, ".25", "-.25"), "line 2: the value -0.25 for class 0 is neg"),
    "e cells": (spoiled(E_GOLD, "\t.25", ""), "line 2: it has 5 values between tabs, not 6"),
    "e twice": (spoiled(E_GOLD, "coffee", "tea"), "line 2: the id tea is there already (line 1)"),
    "c label": (spoiled(C_GOLD, "\t0\n", "\tneutral\n"), "line 2: the label 'neutral' is unknown"),
    "c first label": (spoiled(C_GOLD, "-1", "positive"), "line 1: the label 'positive' is unknown"),
    "items header": ("id,label\n", "nothing below the header"),
    "items cells": ("id,label\na,1,2\n", "line 2: it has 3 cells, but the header has 2"),
    "items empty": ("id,topic,label\na,,2\n", "line 2: the topic is empty. Fill it in."),
    "items one class": ("id,label\na,1\nb,1\n", "there is only one class"),
    "items twice": ("id,label\na,1\na,2\n", "line 3: the id a is there already (line 2)"),
    "items classes": (
        "id,label\n" + "".join(f"i{number},c{number}\n" for number in range(31)),
        "there are 31 classes; at most 30 can be read",
    ),
    "half a character": ('[{"id": "\\ud800", "annotations": [{"quality": {"A": 1}}]}]', "half of"),
}  # fmt: skip


@pytest.mark.parametrize(("content", "words"), BAD_GOLD.values(), ids=list(BAD_GOLD))
def test_bad_gold_is_explained(content, words):
    with pytest.raises(DataError) as caught:
        gold_of(content, "gold.x")
    assert str(caught.value).startswith("gold.x")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "id,topic,gold\na,x,2\nb,y,-1\nc,x,0\n",
        "item\tlabel\ttopic\na\t2\tx\nb\t-1\ty\nc\t0\tx\n",
        'id;Target;Class\n"a";x;2\nb;y;-1\nc;x;0\n',
    ],
)
def test_tables_of_labels(text):
    collection = gold_of(text)
    assert collection.format == "table of labels"
    assert collection.classes == RATINGS
    assert collection.ids == ("x", "y")
    np.testing.assert_array_equal(collection.votes, [[0, 0, 1, 0, 1], [0, 1, 0, 0, 0]])


def test_labels_without_topics_are_one_instance():
    collection = gold_of("id,label\na,2\nb,5\nc,2\n")
    assert collection.ids == ("all items",)
    # No item has 3 or 4, but a distance of classes counts them.
    assert collection.classes == ("2", "3", "4", "5")
    np.testing.assert_array_equal(collection.votes, [[2, 0, 0, 1]])


def test_labels_in_words_of_a_known_scale_are_put_in_order():
    gold = gold_of("id,label\na,low\nb,high\nc,middle\n")
    assert gold.order_words == "low < middle < high (a known scale: amount)"


def test_numbers_far_apart_are_not_filled_up():
    assert gold_of("id,label\na,100\nb,9\n").classes == ("9", "100")
    # As many classes as there may be.
    assert len(gold_of("id,label\na,1\nb,30\n").classes) == 30
    assert gold_of("id,label\na,1\nb,31\n").classes == ("1", "31")


def test_a_run_of_one_label_is_read():
    collection = with_run("id,label\na,1\nb,2\n", "id,prediction\nb,2\na,2\n", "r.csv")
    np.testing.assert_array_equal(collection.labels.runs["r"], [1, 1])
    np.testing.assert_array_equal(collection.runs["r"], [[0, 1]])


def test_subtask_e_runs_on_gold_of_subtask_c():
    collection = with_run(C_GOLD, E_GOLD)
    np.testing.assert_allclose(collection.runs["run"][1], [0, 0.05, 0.25, 0.5, 0.2])
    assert not collection.labels.runs


def test_subtask_c_runs_on_gold_of_subtask_e():
    collection = with_run(E_GOLD, C_GOLD)
    np.testing.assert_allclose(collection.runs["run"], gold_of(C_GOLD).gold)
    assert collection.labels is None


def test_items_without_topics_do_not_fit_gold_of_topics():
    with pytest.raises(DataError, match="run.csv: there are no topics to match with the gold's"):
        with_run(E_GOLD, "id,label\n1,0\n", "run.csv")


def test_labels_are_read_beside_earlier_runs():
    collections = read_gold(Upload("g.tsv", C_GOLD))
    for name in ("a", "b"):
        collections = read_run(Upload(f"{name}.tsv", C_GOLD), collections)
    assert list(collections["g"].labels.runs) == list(collections["g"].runs) == ["a", "b"]


# A file whose topics are all decimals might be scores.
#: Of two that look the same, one would be refused.
TOPICS = (
    st.text(st.characters(exclude_categories=["C", "Z"]), max_size=6)
    .map("t{}".format)
    .filter(lambda name: looks(name) == name)
)


@given(
    st.dictionaries(
        st.tuples(st.integers(10**6, 10**9), TOPICS), st.sampled_from(RATINGS), min_size=1
    ),
    st.randoms(use_true_random=False),
)
def test_subtask_c_round_trip(items, random):
    lines = [f"{name}\t{topic}\t{label}\n" for (name, topic), label in items.items()]
    collection = gold_of("".join(lines))
    labels = collection.labels
    found = {
        (int(name), collection.ids[instance]): RATINGS[code]
        for name, instance, code in zip(labels.ids, labels.instances, labels.gold, strict=True)
    }
    assert found == items
    assert collection.votes.sum() == len(items)
    random.shuffle(lines)
    run = with_run("".join(f"{n}\t{t}\t{r}\n" for (n, t), r in items.items()), "".join(lines))
    np.testing.assert_array_equal(run.runs["run"], run.gold)
    np.testing.assert_array_equal(run.labels.runs["run"], run.labels.gold)


@given(
    st.dictionaries(
        TOPICS,
        st.lists(st.integers(0, 50), min_size=5, max_size=5).filter(any),
        min_size=1,
    )
)
def test_subtask_e_round_trip(topics):
    shares = {name: np.array(counts) / sum(counts) for name, counts in topics.items()}
    text = "".join("\t".join([name, *map(repr, row.tolist())]) + "\n"
                   for name, row in shares.items())  # fmt: skip
    collection = gold_of(text)
    assert collection.format == "SemEval subtask E"
    assert collection.ids == tuple(topics)
    np.testing.assert_allclose(collection.gold, list(shares.values()), rtol=1e-12)


# Real files.


def test_the_real_2016_gold_and_runs(real_data):
    folder = real_data / "semeval"
    gold = read_gold(folder / "2016-subtaskC-gold.tsv")
    (collection,) = gold.values()
    assert len(collection.labels.ids) == 20_632
    assert len(collection.ids) == 100
    read = read_runs([folder / f"2016-subtask{task}-run-PotTS.tsv" for task in "EC"], gold)
    assert not read.problems
    (note,) = read.notes
    assert "ids are 1 to 20,632 and every topic agrees" in note
    (collection,) = read.collections.values()
    means = score(collection, ["NMD"]).means[0] * 4
    assert round(means[0], 4) == 0.8177
    predicted = collection.labels.runs["2016-subtaskC-run-PotTS"]
    errors = np.abs(predicted - collection.labels.gold)
    assert round(errors.mean(), 3) == 0.860
    by_class = [errors[collection.labels.gold == code].mean() for code in range(5)]
    assert round(np.mean(by_class), 3) == 1.234


def test_the_real_2017_labels_give_the_2017_distributions(real_data):
    folder = real_data / "semeval"
    (collection,) = read_collections(
        folder / "2017-subtaskC-gold.tsv", [folder / "2017-subtaskE-gold.tsv"]
    ).values()
    assert collection.gold.shape == (125, 5)
    np.testing.assert_allclose(
        collection.runs["2017-subtaskE-gold"], collection.gold, rtol=0, atol=1e-6
    )


def test_the_first_topic_of_subtask_e_names_no_column():
    text = "#film\t0\t.1\t.4\t.5\t0\n#song\t.2\t.1\t.4\t.3\t0\n"
    (found,) = look(Upload("E.tsv", text))
    assert found.kind == "SemEval subtask E"
    assert (found.columns, found.collections["E"].ids) == ((), ("#film", "#song"))
