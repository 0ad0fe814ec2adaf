"""Nugget detection files, good and bad, made and real."""

import io
import json
import zipfile

import numpy as np
import pytest

from oq_core import DataError
from oq_core.data import (
    CUSTOMER_CLASSES,
    HELPDESK_CLASSES,
    nugget_popularity,
    nugget_uniform,
)
from oq_core.measures import score_nuggets
from oq_core.reading import (
    budget,
    read_gold,
    read_gold_and_nuggets,
    read_nugget_gold,
    read_nugget_run,
    read_nuggets,
    read_runs,
)


def file(name, content):
    """A file object with a name, as Streamlit gives them."""
    found = io.BytesIO((content if isinstance(content, str) else json.dumps(content)).encode())
    found.name = name
    return found


def gold(**changes):
    entry = {
        "id": "d1",
        "turns": [{"sender": "customer"}, {"sender": "helpdesk"}],
        "annotations": [{"nugget": ["CNUG0", "HNUG"]}, {"nugget": ["CNUG", "HNUG"]}],
    }
    other = entry | {
        "id": 2,
        "turns": [{"sender": "helpdesk"}],
        "annotations": [{"nugget": ["HNUG*"]}, {"nugget": ["HNaN"]}, {"nugget": ["HNaN"]}],
    }
    return file("gold.json", [entry | changes, other])


def run(first=None, second=None, name="run.nugget.json"):
    first = [{"CNUG0": 0.75, "CNaN": 0.25}, {"HNaN": 1}] if first is None else first
    second = [{"HNUG*": 0.5, "HNUG": 0.5}] if second is None else second
    # Not in the gold's order, as is usual.
    return file(name, [{"id": "2", "nugget": second}, {"id": "d1", "nugget": first}])


def test_a_gold_and_its_run():
    collection = read_nuggets(gold(), [run(), run(name="other.json")])
    assert collection.name == "gold"
    assert collection.ids == ("d1", "2")
    assert collection.turn_ids == ("d1, turn 1", "d1, turn 2", "2, turn 1")
    assert collection.is_customer.tolist() == [True, False, False]
    np.testing.assert_array_equal(collection.votes, [[1, 1, 0, 0], [2, 0, 0, 0], [0, 1, 2, 0]])
    np.testing.assert_allclose(
        collection.gold, [[0.5, 0.5, 0, 0], [1, 0, 0, 0], [0, 1 / 3, 2 / 3, 0]]
    )
    assert list(collection.runs) == ["run", "other"]
    np.testing.assert_array_equal(
        collection.runs["run"], [[0.75, 0, 0, 0.25], [0, 0, 1, 0], [0.5, 0.5, 0, 0]]
    )
    assert collection.notes == ()


def test_a_run_without_gold_tells_who_speaks_by_its_classes():
    collection = read_nugget_run(run())
    assert collection.gold is None
    assert collection.name == "run"
    assert collection.ids == ("2", "d1")
    assert collection.is_customer.tolist() == [False, True, False]
    both = read_nugget_run(run(name="second.json"), collection)
    assert list(both.runs) == ["run", "second"]
    np.testing.assert_array_equal(both.runs["second"], collection.runs["run"])


def test_sums_are_divided_out_and_said_to_be():
    collection = read_nuggets(
        gold(), [run([{"CNUG0": 0.2, "CNUG": 0.2, "CNUG*": 0.2, "CNaN": 0.2}, {"HNUG": 0.5}])]
    )
    np.testing.assert_array_equal(collection.runs["run"][:2], [[0.25] * 4, [1, 0, 0, 0]])
    (note,) = collection.notes
    assert note.startswith("run.nugget.json: the probabilities of 2 of 3 turns sum to between 0.5")
    rounded = read_nuggets(gold(), [run([{"CNUG0": 0.505, "CNUG": 0.5}, {"HNUG": 0.999}])])
    assert rounded.notes == ()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[", "gold.json, line 1"),
        ({"d1": {}}, "gold.json: the JSON is an object, not a list of dialogues"),
        ([], "the list of dialogues is empty"),
        ([3], "gold.json, entry 1: this is not an object"),
        ([{"turns": []}], "entry 1: there is no id"),
        ([{"id": True}], "entry 1: there is no id"),
        (
            [{"id": "x", "nugget": []}],
            "dialogue x: this is a run, not a gold file. Open it as a run, and a gold file first",
        ),
        ([{"id": "x", "quality": {}}], "dialogue x: this file is for dialogue quality"),
        ([{"id": "x"}], "dialogue x: there is no 'annotations'"),
    ],
)
def test_what_is_no_gold_is_refused(content, words):
    with pytest.raises(DataError) as raised:
        read_nugget_gold(file("gold.json", content))
    assert words in str(raised.value)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"id": "2"}, "entry 2: the id 2 appears twice. Keep one of the two."),
        ({"turns": None}, "dialogue d1: there is no list 'turns'"),
        ({"turns": []}, "dialogue d1: the list 'turns' is empty. Leave this dialogue out."),
        (
            {"turns": [{"sender": "customer"}, {"sender": "bot"}]},
            "dialogue d1, turn 2: the sender 'bot' is unknown. Use customer or helpdesk.",
        ),
        ({"turns": ["customer", "helpdesk"]}, "dialogue d1, turn 1: the sender None is unknown"),
        ({"annotations": []}, "dialogue d1: the list 'annotations' is empty"),
        ({"annotations": [{}]}, "dialogue d1, annotation 1: there is no list 'nugget'"),
        (
            {"annotations": [{"nugget": ["CNaN"]}]},
            "dialogue d1, annotation 1: it has a nugget class for 1 of 2 turns",
        ),
        (
            {"annotations": [{"nugget": ["CNaN", "CNUG"]}]},
            "dialogue d1, annotation 1, turn 2: the class 'CNUG' is not one of a helpdesk turn. "
            "Use HNUG, HNUG*, HNaN.",
        ),
        ({"annotations": [{"nugget": [["CNaN"], "HNUG"]}]}, "annotation 1, turn 1: the class"),
    ],
)
def test_a_bad_gold_dialogue_is_named(changes, words):
    with pytest.raises(DataError) as raised:
        read_nugget_gold(gold(**changes))
    assert words in str(raised.value)


@pytest.mark.parametrize(
    ("first", "words"),
    [
        ([], "dialogue d1: the list 'nugget' is empty"),
        ({"CNUG": 1}, "dialogue d1: there is no list 'nugget'"),
        ([{"CNUG": 1}, {}], "dialogue d1, turn 2: there are no probabilities by class"),
        ([{"CNUG": 1}, [1]], "dialogue d1, turn 2: there are no probabilities by class"),
        ([{"CNUG": 1}], "dialogue d1: it has 1 turn, but the gold has 2"),
        (
            [{"HNUG": 1}, {"HNUG": 1}],
            "dialogue d1, turn 1: in the gold this is a customer turn. "
            "Use CNUG0, CNUG, CNUG*, CNaN.",
        ),
        ([{"CNUG": 1}, {"HNUG0": 1}], "dialogue d1, turn 2: the class 'HNUG0' is unknown"),
        ([{"CNUG": 0.5, "HNUG": 0.5}], "turn 1: there are classes of the customer's and of the"),
        ([{"CNUG": 0, "CNaN": 0.0}], "dialogue d1, turn 1: all probabilities are 0"),
        ([{"CNUG": "1"}], "dialogue d1, turn 1, class CNUG: '1' is not a number"),
        ([{"CNUG": True}], "class CNUG: True is not a number"),
        ([{"CNUG": None}], "class CNUG: None is not a number"),
        ([{"CNUG": -0.5}], "class CNUG: -0.5 is not a probability"),
        ([{"CNUG": 1.5}], "class CNUG: 1.5 is not a probability. Give a number from 0 to 1."),
        ([{"CNUG": float("nan")}], "class CNUG: nan is not a probability"),
        ([{"CNUG": 10**400}], "is not a probability"),
    ],
)
def test_a_bad_turn_of_a_run_is_named(first, words):
    with pytest.raises(DataError) as raised:
        read_nuggets(gold(), [run(first)])
    assert words in str(raised.value)
    assert str(raised.value).startswith("run.nugget.json, dialogue d1")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ([{"id": "d1", "annotations": []}], "run.json: this is a gold file, not a run"),
        ([{"id": "d1", "quality": {}}], "this file is for dialogue quality"),
        ([{"id": "x", "nugget": [{"HNUG": 1}]}], "none of its ids is in the gold file (it has x)"),
        (
            [{"id": "d1", "nugget": [{"CNUG": 1}, {"HNUG": 1}]}],
            "1 of 2 dialogues is missing: 2",
        ),
        (
            [
                {"id": "d1", "nugget": [{"CNUG": 1}, {"HNUG": 1}]},
                {"id": "2", "nugget": [{"HNUG": 1}]},
                {"id": "x", "nugget": [{"HNUG": 1}]},
            ],
            "dialogue x: the dialogue is not in the gold file",
        ),
    ],
)
def test_a_run_that_does_not_belong_to_the_gold_is_refused(content, words):
    with pytest.raises(DataError) as raised:
        read_nuggets(gold(), [file("run.json", content)])
    assert words in str(raised.value)


def test_two_runs_of_one_name_are_refused():
    with pytest.raises(DataError, match="run.json: there is a run called run already"):
        read_nuggets(gold(), [run(), run(name="run.json")])


def packed(name, **files):
    """A ZIP archive of files by path."""
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w") as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    found.seek(0)
    found.name = name
    return found


def test_archives_of_runs():
    nugget = run().read()
    quality = json.dumps([{"id": "d1", "quality": {}}])
    both = json.dumps([entry | {"quality": {}} for entry in json.loads(nugget)])
    archive = packed(
        "teams.zip",
        **{
            "A/run1/nugget_cn.json": nugget,
            "A/run1/quality_cn.json": quality,
            "B/run1/nugget_cn.json": both,
            "B/run2/nugget_cn.json": json.dumps([{"id": "d1", "nugget": []}]),
            "C/broken.json": "[",
            "README": "About these runs",
        },
    )
    found = read_runs([archive, run(name="mine.nugget.json")], {}, read_nugget_gold(gold()))
    assert found.added == ("A-run1", "B-run1", "mine")
    assert tuple(found.nuggets.runs) == found.added
    problem, missing, broken = found.problems
    assert missing.startswith("teams.zip/B/run2/nugget_cn.json: 1 of 2 dialogues is missing")
    assert broken.startswith("teams.zip/C/broken.json, line 1")
    assert problem.startswith("teams.zip/B/run2/nugget_cn.json, dialogue d1: the list")
    assert found.skipped == ("teams.zip/README",)
    (note,) = found.notes
    assert "left out as NTCIR dialogue quality submission: teams.zip/A/run1/quality_cn.json" in note


def test_a_bad_source_does_not_lose_the_others():
    bare = read_nugget_gold(gold())
    quality = file("quality.json", [{"id": "d1", "quality": {"A": {}}}])
    found = read_runs(["no/such/file.json", quality, file("x.json", "[1"), run()], {}, bare)
    assert found.added == ("run",)
    missing, other_task, broken = found.problems
    assert "no/such/file.json: the file cannot be opened" in missing
    assert "quality.json, dialogue d1: this file is for dialogue quality" in other_task
    assert "x.json, line 1" in broken
    assert not bare.runs


def test_an_archive_that_unpacks_to_too_much_is_refused(monkeypatch):
    monkeypatch.setattr(budget, "MAX_UNPACKED", 10)
    found = read_runs(
        [packed("big.zip", **{"a.json": run().read(), "b.json": run().read()})],
        {},
        read_nugget_gold(gold()),
    )
    (problem,) = found.problems
    assert "big.zip: unpacked it is larger than" in problem


def both_golds():
    """Gold with ratings and nugget labels."""
    entries = json.loads(gold().read())
    for entry in entries:
        for annotation in entry["annotations"]:
            annotation["quality"] = {"A": 1}
    return file("gold.json", entries)


def quality(name="quality.json"):
    return file(name, [{"id": id_, "quality": {"A": {"1": 1.0}}} for id_ in ("d1", "2")])


def test_gold_of_both_tasks_and_each_task_alone():
    found = read_gold_and_nuggets(both_golds())
    assert list(found.collections) == ["A"]
    assert found.nuggets.ids == found.collections["A"].ids == ("d1", "2")
    alone = read_gold_and_nuggets(gold())
    assert (alone.collections, alone.nuggets.ids, alone.notes) == ({}, ("d1", "2"), ())
    packed_gold = packed("gold.zip", **{"deep/gold.json": both_golds().read(), "README": "x"})
    assert read_gold_and_nuggets(packed_gold).nuggets.ids == ("d1", "2")
    entries = json.loads(both_golds().read())
    del entries[1]["annotations"][0]["nugget"]
    spoiled = read_gold_and_nuggets(file("gold.json", entries))
    assert list(spoiled.collections) == ["A"]
    assert spoiled.nuggets is None
    (note,) = spoiled.notes
    assert note.startswith("Nugget labels are left out: gold.json, dialogue 2, annotation 1")
    table = io.BytesIO(b"id,low,high\na,1,2\n")
    table.name = "wide.csv"
    assert read_gold_and_nuggets(table).nuggets is None


def quality_gold():
    entries = json.loads(both_golds().read())
    for entry in entries:
        for annotation in entry["annotations"]:
            del annotation["nugget"]
    return file("gold.json", entries)


def test_gold_of_each_task_in_a_file_of_its_own():
    archive = packed(
        "gold.zip", **{"dq.json": quality_gold().read(), "nd/gold.json": gold().read()}
    )
    found = read_gold_and_nuggets(archive)
    assert list(found.collections) == ["A"]
    assert found.nuggets.ids == found.collections["A"].ids
    assert found.notes == ()


@pytest.mark.parametrize("first", [gold, both_golds])
def test_several_files_with_nugget_labels_are_not_chosen_between(first):
    archive = packed("gold.zip", **{"a.json": first().read(), "b.json": gold().read()})
    with pytest.raises(DataError) as error:
        read_gold_and_nuggets(archive)
    assert str(error.value) == (
        "gold.zip: there are several files with nugget labels: gold.zip/a.json, gold.zip/b.json. "
        "Open one of them."
    )


def test_nugget_labels_alone_are_no_gold_for_quality():
    for source in (gold(), packed("gold.zip", **{"a.json": gold().read()})):
        with pytest.raises(DataError, match="this file is for nugget detection"):
            read_gold(source)


def test_each_part_of_a_submission_goes_where_it_belongs():
    read = read_gold_and_nuggets(both_golds())
    both = json.loads(run().read())
    for entry in both:
        entry["quality"] = {"A": {"0": 1.0}}
    sources = [run(name="n.nugget.json"), quality("q.quality.json"), file("both.json", both)]
    found = read_runs(sources, read.collections, read.nuggets)
    assert found.problems == found.notes == ()
    assert set(found.added) == {"n", "q", "both"}
    assert list(found.collections["A"].runs) == ["q", "both"]
    assert list(found.nuggets.runs) == ["n", "both"]
    again = read_runs([file("both.json", both)], found.collections, found.nuggets)
    assert len(again.problems) == 2
    assert again.added == ()


def test_a_broken_part_does_not_lose_the_other():
    read = read_gold_and_nuggets(both_golds())
    both = json.loads(run([{"HNUG": 1}, {"HNUG": 1}]).read())
    for entry in both:
        entry["quality"] = {"A": {"0": 1.0}}
    found = read_runs([file("both.json", both)], read.collections, read.nuggets)
    assert list(found.collections["A"].runs) == ["both"]
    assert not found.nuggets.runs
    (problem,) = found.problems
    assert "in the gold this is a customer turn" in problem


def test_a_team_s_two_files_have_one_name():
    read = read_gold_and_nuggets(both_golds())
    archive = packed(
        "teams.zip",
        **{
            f"{team}/run1/{task}_cn.json": content.read()
            for team in "AB"
            for task, content in (("nugget", run()), ("quality", quality()))
        },
    )
    found = read_runs([archive], read.collections, read.nuggets)
    assert found.added == ("A-run1", "B-run1")
    assert list(found.nuggets.runs) == list(found.collections["A"].runs) == ["A-run1", "B-run1"]
    assert found.problems == ()
    assert found.notes == ("These runs are the same in every number: A-run1, B-run1.",)


# Real data.


def test_the_baselines_on_stc3(real_data):
    path = real_data / "stc3" / "test_annotations.json"
    collection = read_nugget_gold(path)
    assert len(collection.ids) == 390
    assert collection.is_customer.sum() == 975
    assert (~collection.is_customer).sum() == 780
    assert (collection.votes.sum(axis=1) == 19).all()
    # The same file is dialogue quality gold too.
    assert read_gold(path)["A"].ids == collection.ids
    collection = collection.with_runs(
        {"Popularity": nugget_popularity(collection), "Uniform": nugget_uniform(collection)}
    )
    scores = score_nuggets(collection)
    assert scores.values.shape == (2, 390, 2)
    # As in the task's own results, the oracle of modes is ahead of the uniform guess.
    assert (scores.means[:, 0] < scores.means[:, 1]).all()
    entries = json.loads(path.read_text(encoding="utf-8"))
    uniform = [
        [_uniform_jsd(entry, side) for side in ("customer", "helpdesk")] for entry in entries
    ]
    np.testing.assert_allclose(scores.values[0, :, 1], np.mean(uniform, axis=1), atol=1e-12)


def _uniform_jsd(entry, side):
    """Mean JSD of the uniform distribution over one side's turns, straight from the labels."""
    classes = CUSTOMER_CLASSES if side == "customer" else HELPDESK_CLASSES
    found = []
    for number, turn in enumerate(entry["turns"]):
        if turn["sender"] == side:
            labels = [annotation["nugget"][number] for annotation in entry["annotations"]]
            p = np.array([labels.count(name) for name in classes]) / len(labels)
            middle = (p + 1 / len(classes)) / 2
            logs = np.log2(np.where(p > 0, p, 1) / middle)
            found.append((p @ logs + np.log2(1 / len(classes) / middle).mean()) / 2)
    return np.mean(found)


def test_the_official_dialeval_2_baselines_are_read(real_data):
    folder = real_data / "dialeval2" / "runs"
    collection = None
    for number in range(3):
        collection = read_nugget_run(folder / f"Baseline-run{number}.nugget.json", collection)
    assert list(collection.runs) == ["Baseline-run0", "Baseline-run1", "Baseline-run2"]
    assert collection.gold is None
    assert len(collection.ids) == 65
    assert collection.is_customer.sum() == 133
    assert (~collection.is_customer).sum() == 112
    # Customers begin, and the two sides take turns.
    np.testing.assert_array_equal(collection.is_customer, collection.turn % 2 == 1)
    # Run 1 is the Uniform baseline, whose probabilities sum to 0.8 and 0.75 as published.
    np.testing.assert_allclose(
        collection.runs["Baseline-run1"], nugget_uniform(collection), atol=1e-12
    )
    (note,) = collection.notes
    assert "245 of 245 turns sum to between 0.75 and 0.8 instead of 1" in note
    # Run 2 is the Popularity baseline: one class, or equal shares of tied ones.
    most = collection.runs["Baseline-run2"]
    there = most > 0
    np.testing.assert_allclose(most, there / there.sum(axis=1, keepdims=True))
    wrong = collection.with_runs({"again": collection.runs["Baseline-run0"]})
    with pytest.raises(ValueError, match="has no gold to score against"):
        score_nuggets(wrong)
