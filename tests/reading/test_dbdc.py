"""Dialogue breakdown detection: dialogues as gold, labels as runs."""

import json
from time import process_time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import DataError, read_collections
from oq_core.reading import look, read_gold, read_run, read_runs, recognise
from tests.reading.made import Upload, dialogue, dialogue_labels, spoiled, zipped

GOLD = {
    "set/CIC1.log.json": dialogue("CIC1", {0: "", 1: "OOTX", 12: "XXXX"}),
    "set/TKTK2.log.json": dialogue("TKTK2", {1: "TO"}),
}
RUN = {
    "CIC1.labels.json": dialogue_labels(
        "CIC1", {0: (1, 0, 0), 1: (0.5, 0.25, 0.25), 12: (0, 0.5, 0.5)}
    ),
    "TKTK2.labels.json": dialogue_labels("TKTK2", {1: (0.3, 0.3, 0.4)}),
}


def gold():
    return read_gold(zipped("en.zip", GOLD))


def test_dialogues_are_looked_at_as_one_gold():
    (found,) = look(zipped("en.zip", GOLD))
    assert (found.file, found.kind, found.is_gold) == ("en.zip", "DBDC dialogues, 2 files", True)
    assert found.collections["en"].ids == ("CIC1_1", "CIC1_12", "TKTK2_1")
    # Runs are looked at one by one, as they say what they lack.
    assert [each.is_run for each in look(zipped("run.zip", RUN))] == [True, True]
    with pytest.raises(DataError, match="no turn of any dialogue has annotations"):
        look(Upload("CIC1.log.json", dialogue("CIC1", {0: ""})))


def test_dialogues_become_one_collection():
    collections = gold()
    assert list(collections) == ["en"]
    collection = collections["en"]
    assert collection.name == "en"
    assert collection.format == "DBDC dialogues"
    assert collection.classes == ("O", "T", "X")
    assert collection.ids == ("CIC1_1", "CIC1_12", "TKTK2_1")
    np.testing.assert_array_equal(collection.votes, [[2, 1, 1], [0, 0, 4], [1, 1, 0]])


def test_dialogues_are_read_from_folders_and_single_files_too(tmp_path):
    (tmp_path / "en" / "set").mkdir(parents=True)
    for path, text in GOLD.items():
        (tmp_path / "en" / path).write_text(text)
    for source, name in (
        (tmp_path / "en", "en"),
        (str(tmp_path / "en"), "en"),
        ([Upload(path.split("/")[1], text) for path, text in GOLD.items()], "DBDC dialogues"),
        ([tmp_path / "en" / path for path in GOLD], "DBDC dialogues"),
        ([Upload(path, text) for path, text in GOLD.items()], "DBDC dialogues"),
    ):
        ((key, collection),) = read_gold(source).items()
        assert key == collection.name == name
        assert collection.ids == gold()["en"].ids
        np.testing.assert_array_equal(collection.votes, gold()["en"].votes)
    (collection,) = read_gold(Upload("CIC1.log.json", GOLD["set/CIC1.log.json"])).values()
    assert collection.ids == ("CIC1_1", "CIC1_12")


def test_a_run_in_an_archive():
    read = read_runs([zipped("TEAM-run1.zip", RUN)], gold())
    assert read.added == ("TEAM-run1",)
    assert not read.problems
    assert read.notes == ("TEAM-run1.zip: 1 turn that the gold does not score is left out.",)
    np.testing.assert_allclose(
        read.collections["en"].runs["TEAM-run1"],
        [[0.5, 0.25, 0.25], [0, 0.5, 0.5], [0.3, 0.3, 0.4]],
    )


def test_runs_with_a_folder_for_each_system_are_told_apart():
    members = {
        f"{team}/{run}/{name[:3]}/{name}": text
        for team, run in (("A", "run1"), ("A", "run2"), ("B", "run1"))
        for name, text in RUN.items()
    }
    read = read_runs([zipped("all.zip", members)], gold())
    assert read.added == ("A-run1", "A-run2", "B-run1")
    assert not read.problems


def test_a_folder_of_labels_is_a_run(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, text in RUN.items():
        (folder / name).write_text(text)
    assert list(read_run(folder, gold())["en"].runs) == ["mine"]
    assert list(read_collections(zipped("en.zip", GOLD), [folder])["en"].runs) == ["mine"]


def test_labels_chosen_file_by_file_are_one_run():
    read = read_runs([Upload(name, text) for name, text in RUN.items()], gold())
    assert read.added == ("run",)
    folder = read_runs([Upload(f"mine/{name}", text) for name, text in RUN.items()], gold())
    assert folder.added == ("mine",)
    np.testing.assert_array_equal(
        folder.collections["en"].runs["mine"], read.collections["en"].runs["run"]
    )


def test_the_dialogue_may_be_named_by_the_file_alone():
    nameless = {}
    for name, text in RUN.items():
        parsed = json.loads(text)
        del parsed["dialogue-id"]
        nameless[name] = json.dumps(parsed)
    assert read_runs([zipped("r.zip", nameless)], gold()).added == ("r",)


FIRST, SECOND = GOLD
BAD_GOLD = {
    "class": (
        GOLD | {FIRST: spoiled(GOLD[FIRST], '"O"', '"Q"')},
        "en.zip/set/CIC1.log.json, turn-index 1, annotation 1: the breakdown 'Q' is unknown. Use "
        "O, T, X.",
    ),
    "no class": (
        GOLD | {FIRST: spoiled(GOLD[FIRST], '"breakdown"', '"label"')},
        "turn-index 1, annotation 1: the breakdown None is unknown",
    ),
    "index": (
        GOLD | {FIRST: spoiled(GOLD[FIRST], '"turn-index": 1,', "")},
        "en.zip/set/CIC1.log.json, turn 2: there is no turn-index",
    ),
    "same index": (
        GOLD | {FIRST: spoiled(GOLD[FIRST], '"turn-index": 12,', '"turn-index": 1,')},
        "turn-index 1: the turn-index is there twice",
    ),
    "turn": (GOLD | {FIRST: '{"turns": [{"annotations": []}, 3]}'}, "turn 2: this is not an obj"),
    "annotations": (GOLD | {FIRST: '{"turns": [{"annotations": 3}]}'}, "'annotations' is not a l"),
    "name": (GOLD | {FIRST: '{"dialogue-id": [], "turns": []}'}, "the dialogue-id is not text"),
    "twice": (
        GOLD | {"b/CIC1.log.json": GOLD[FIRST]},
        "en.zip, en.zip/set/CIC1.log.json, turn-index 1: the id CIC1_1 is there already "
        "(en.zip/b/CIC1.log.json, turn-index 1)",
    ),
    "none": (
        {FIRST: dialogue("CIC1", {1: "", 2: ""})},
        "en.zip: no turn of any dialogue has annotations",
    ),
    "labels": (RUN, "en.zip/CIC1.labels.json: this is a run, not a gold file. Open it as a run"),
    "other json": (GOLD | {"x.json": "{}"}, "en.zip/x.json: the format is not known. It is none"),
    "another gold": (
        GOLD | {"x.csv": "id,a,b\nx,1,2\n"},
        "en.zip: there are several files that may be gold: en.zip/x.csv and 2 DBDC dialogues",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("members", "words"), BAD_GOLD.values(), ids=list(BAD_GOLD))
def test_bad_dialogues_are_explained(members, words):
    with pytest.raises(DataError) as caught:
        read_gold(zipped("en.zip", members))
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")


CIC, TKTK = RUN
BAD_RUNS = {
    "number": (
        RUN | {CIC: spoiled(RUN[CIC], '"prob-T": 0.25', '"prob-T": "a"')},
        "r.zip/CIC1.labels.json, turn-index 1: prob-T is 'a', not a number. Give all three",
    ),
    "missing number": (
        RUN | {CIC: spoiled(RUN[CIC], '"prob-T": 0.25', '"prob-t": 0.25')},
        "turn-index 1: prob-T is None",
    ),
    "huge": (
        RUN | {CIC: spoiled(RUN[CIC], '"prob-T": 0.25', '"prob-T": 1' + 400 * "0")},
        "the value inf for class T is not a finite number",
    ),
    "sum": (
        RUN | {CIC: spoiled(RUN[CIC], '"prob-T": 0.25', '"prob-T": 0.5')},
        "r.zip, r.zip/CIC1.labels.json, turn-index 1: the probabilities sum to 1.25 instead of 1",
    ),
    "two labels": (
        RUN | {CIC: spoiled(RUN[CIC], '"labels": [', '"labels": [{}, ')},
        "turn-index 0: the labels are 2 entries, not one object",
    ),
    "missing dialogue": ({CIC: RUN[CIC]}, "r.zip: 1 of 3 instances is missing: TKTK2_1. Add"),
    "other dialogue": (
        RUN | {"X.labels.json": dialogue_labels("X", {1: (1, 0, 0)})},
        "turn-index 1: the id X_1 is not in the gold file",
    ),
    "others": ({"X.labels.json": dialogue_labels("X", {1: (1, 0, 0)})}, "none of its ids is in"),
    "gold": (GOLD, "r.zip: there is no run in it, only DBDC dialogues. Choose the runs' files."),
}  # fmt: skip


@pytest.mark.parametrize(("members", "words"), BAD_RUNS.values(), ids=list(BAD_RUNS))
def test_bad_labels_are_explained(members, words):
    read = read_runs([zipped("r.zip", members)], gold())
    assert not read.added
    assert words in read.problems[0]
    with pytest.raises(DataError) as caught:
        read_run(zipped("r.zip", members), gold())
    assert str(caught.value) == read.problems[0]


@pytest.mark.parametrize("text", ["{", spoiled(RUN[TKTK], "0.4", '"a"')])
@pytest.mark.parametrize("missing", ["refused", "uniform"])
def test_of_a_run_with_a_broken_file_only_faults_are_told(text, missing):
    members = RUN | {TKTK: text}
    loose = [Upload(name, each) for name, each in members.items()]
    for sources in ([zipped("r.zip", members)], loose):
        read = read_runs(sources, gold(), missing=missing)
        (problem,) = read.problems
        assert (TKTK in problem, read.added) == (True, ())
        # Values of the other files are looked at all the same.
        wrong = {CIC: spoiled(RUN[CIC], '"prob-T": 0.25', '"prob-T": 0.5')}
        read = read_runs([zipped("r.zip", members | wrong)], gold(), missing=missing)
        assert "sum to 1.25" in read.problems[1]
    # A run that is whole is read, whatever is wrong beside it.
    assert read_runs([zipped("r.zip", RUN | {"x.labels.json": text})], gold()).added == ("r",)


def test_labels_are_no_gold_and_dialogues_no_run():
    with pytest.raises(DataError, match="CIC1.labels.json: this is a run, not a gold file. Open"):
        read_gold(Upload(CIC, RUN[CIC]))
    with pytest.raises(DataError, match="CIC1.log.json: this is a gold file, not a run. Open it"):
        read_run(Upload("CIC1.log.json", GOLD[FIRST]), gold())


NAMES = st.text("ABCxyz019", min_size=1, max_size=5)


@given(
    st.dictionaries(
        NAMES,
        st.dictionaries(st.integers(0, 30), st.text("OTX", min_size=1, max_size=8), min_size=1),
        min_size=1,
        max_size=4,
    )
)
def test_round_trip(dialogues):
    members = {f"{name}.log.json": dialogue(name, turns) for name, turns in dialogues.items()}
    (collection,) = read_gold(zipped("z.zip", members)).values()
    turns = {f"{name}_{index}": votes for name, turns in dialogues.items()
             for index, votes in turns.items()}  # fmt: skip
    assert set(collection.ids) == set(turns)
    np.testing.assert_array_equal(
        collection.votes, [[turns[name].count(label) for label in "OTX"] for name in collection.ids]
    )
    shares = dict(zip(collection.ids, collection.gold.tolist(), strict=True))
    labels = {
        f"{name}.labels.json": dialogue_labels(
            name, {index: shares[f"{name}_{index}"] for index in turns}
        )
        for name, turns in dialogues.items()
    }
    read = read_runs([zipped("mine.zip", labels)], {"z": collection})
    assert read.added == ("mine",)
    np.testing.assert_allclose(read.collections["z"].runs["mine"], collection.gold)


def test_the_real_dialogues(real_data):
    path = real_data / "dbdc3" / "en-eval.zip"
    start = process_time()
    (collection,) = read_gold(path).values()
    # Some 0.15 s of this process; a busy machine makes it a few times that.
    assert process_time() - start < 2
    assert len(collection.ids) == 2000
    assert (collection.votes.sum(axis=1) == 30).all()
    np.testing.assert_allclose(
        collection.gold[collection.ids.index("CIC0259_12")], [0.5, 0.2, 0.3], rtol=1e-15
    )
    assert recognise(path) == "DBDC dialogues"
