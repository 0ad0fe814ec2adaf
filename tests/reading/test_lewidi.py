"""LeWiDi 2025: gold with annotators and soft labels as runs; real files."""

import json

import numpy as np
import pytest

from oq_core import DataError, read_collections, score
from oq_core.measures import official_scores
from oq_core.reading import look, read_gold, read_runs, read_together, recognise
from tests.reading.made import Upload, spoiled


def entry(*votes, classes=("1", "2", "3")):
    shares = {label: round(votes.count(label) / len(votes), 2) for label in classes}
    annotations = {f"Ann{number}": vote for number, vote in enumerate(votes)}
    return {"annotations": annotations, "soft_label": shares, "split": "dev", "lang": "en"}


GOLD = json.dumps({"7": entry("1", "3", "3"), "8": entry("2", "2", "1", "3")})
RUN = "8\t[0.5, 0.25, 0.25]\n7\t[0, 0, 1.0]\n"


def test_votes_are_counted_from_annotations():
    assert recognise(Upload("g.json", GOLD)) == "LeWiDi gold"
    (collection,) = read_gold(Upload("g.json", GOLD)).values()
    assert collection.classes == ("1", "2", "3")
    assert collection.ids == ("7", "8")
    np.testing.assert_array_equal(collection.votes, [[1, 0, 2], [1, 2, 1]])
    # Not from the soft labels, which are rounded.
    np.testing.assert_array_equal(collection.gold[0], [1 / 3, 0, 2 / 3])


def test_classes_are_ordered_by_number():
    classes = ("-1", "-2", "0", "10", "2")
    (collection,) = read_gold(
        Upload("g.json", json.dumps({"x": entry("10", "-2", classes=classes)}))
    ).values()
    assert collection.classes == ("-2", "-1", "0", "2", "10")


def test_runs_are_matched_by_id():
    (collection,) = read_collections(Upload("g.json", GOLD), Upload("r.tsv", RUN)).values()
    np.testing.assert_array_equal(collection.runs["r"], [[0, 0, 1], [0.5, 0.25, 0.25]])
    together = read_together([Upload("r.tsv", RUN), Upload("g.json", GOLD)])
    assert list(together.data_sets[0].collections["g"].runs) == ["r"]


def test_a_surplus_first_class_without_mass_is_left_out():
    gold = read_gold(Upload("g.json", GOLD))
    more = RUN.replace("[", "[0.0, ")
    read = read_runs([Upload("r.tsv", more)], gold)
    assert read.notes == (
        "r.tsv: each line has 4 numbers for 3 classes; the first, which is 0 everywhere, is left "
        "out.",
    )
    np.testing.assert_array_equal(read.collections["g"].runs["r"][0], [0, 0, 1])
    problem, _ = read_runs([Upload("r.tsv", spoiled(more, "0.0, 0,", "0.1, 0,"))], gold).problems
    assert problem.startswith("r.tsv, line 1: it has 4 numbers, but the gold has 3 classes")


BAD = {
    "few": (RUN.replace("0.5, ", ""), "line 1: it has 2 numbers, but the gold has 3 classes"),
    "all few": (
        "7\t[.5]\n8\t[1]\n".replace(".5", "0.5"),
        "it has 1 number, but the gold has 3",
    ),
    "sum": (RUN.replace("0.5", "0.7"), "line 1: the probabilities sum to 1.2 instead of 1"),
    "not json": (RUN.replace("0.5", ".5"), "line 1: the second cell is not a list of numbers"),
    "missing": (RUN.split("\n", maxsplit=1)[0], "1 of 2 instances is missing: 7"),
    "huge": (RUN.replace("0.5", "1" + "0" * 400), "line 1: the value inf for class"),
}


@pytest.mark.parametrize(("text", "words"), BAD.values(), ids=list(BAD))
def test_bad_runs_are_explained(text, words):
    problem = read_runs([Upload("r.tsv", text)], read_gold(Upload("g.json", GOLD))).problems[0]
    assert problem.startswith("r.tsv")
    assert words in problem


def test_bad_gold_is_explained():
    for text, words in (
        (spoiled(GOLD, '"Ann0": "1"', '"Ann0": "9"'), "instance 7, annotator Ann0: the label '9'"),
        (spoiled(GOLD, '"1": 0.33', '"a": 0.33'), "the classes a, 2, 3 … are not whole numbers"),
        ('{"7": {"annotations": {}, "soft_label": {"1": 1}}}', "there are no annotations"),
    ):
        with pytest.raises(DataError, match="g.json") as caught:
            read_gold(Upload("g.json", text))
        assert words in str(caught.value)


def test_the_other_task_is_refused_by_name():
    gold = read_gold(Upload("g.json", GOLD))
    labels = "7\t[1, 3, 3]\n8\t[2, 2, 1, 3]\n"
    for name in ("csc_pe.tsv", "r.tsv"):
        (problem,) = read_runs([Upload(name, labels)], gold).problems
        assert problem.startswith(f"{name}: this is a run of LeWiDi's task B (one label for each")
    with pytest.raises(DataError, match="r.tsv: this is a run, not a gold file. Open it as a run"):
        read_gold(Upload("r.tsv", RUN))


REAL = [("CSC_dev", "csc-dev", 704, 6), ("Paraphrase_dev", "par-dev", 50, 11)]


@pytest.mark.parametrize(("gold", "run", "instances", "classes"), REAL)
def test_the_real_files(real_data, gold, run, instances, classes):
    folder = real_data / "lewidi"
    path = folder / f"{run}-soft-most-frequent.tsv"
    read = read_together([folder / f"{gold}.json", path])
    assert not read.problems
    assert len(read.notes) == (classes == 6)
    (collection,) = read.data_sets[0].collections.values()
    assert collection.gold.shape == (instances, classes)
    votes = collection.votes.sum(axis=1)
    assert {votes.min(), votes.max()} <= {4, 6}
    # The official scores, straight from the files.
    entries = json.loads((folder / f"{gold}.json").read_text())
    lines = dict(line.split("\t") for line in path.read_text().splitlines())
    manhattan, wasserstein = [], []
    for name, each in entries.items():
        labels = sorted(each["soft_label"], key=int)
        cast = list(each["annotations"].values())
        p = [cast.count(label) / len(cast) for label in labels]
        q = json.loads(lines[name])[-classes:]
        manhattan.append(sum(abs(a - b) for a, b in zip(p, q, strict=True)))
        cumulative = np.cumsum(p) - np.cumsum(q)
        wasserstein.append(np.abs(cumulative).sum())
    found = official_scores(collection)
    assert [each.name for each in found] == [
        "average Manhattan distance", "average Wasserstein distance"]  # fmt: skip
    # The run's numbers sum to 1 but for rounding, by which they were divided.
    np.testing.assert_allclose(found[0].values, np.mean(manhattan), atol=1e-3)
    np.testing.assert_allclose(found[1].values, np.mean(wasserstein), atol=1e-3)
    assert found[0].says == "NVD × 2"
    np.testing.assert_allclose(found[0].values, 2 * score(collection, ["NVD"]).means[0])


@pytest.mark.parametrize("name", ["CSC_test", "Paraphrase_test"])
def test_the_real_test_sets(real_data, name):
    (collection,) = read_gold(real_data / "lewidi" / f"{name}.json").values()
    assert len(collection.ids) == (704 if name == "CSC_test" else 50)


#: Results of 2023 in the order of the items: perhaps the class, and a probability of each class.
WITHOUT_IDS = {
    "shares": "0.25\t0.75\n0.5\t0.5\n",
    "class and shares": "1\t0.25\t0.75\n0\t0.5\t0.5\n",
}


@pytest.mark.parametrize("text", WITHOUT_IDS.values(), ids=list(WITHOUT_IDS))
def test_results_without_ids_are_matched_by_position_and_say_so(text):
    gold = read_gold(Upload("g.csv", "id,0,1\nx,1,3\ny,2,2\n"))
    read = read_runs([Upload("r.tsv", text)], gold)
    assert read.collections["g"].runs["r"].tolist() == [[0.25, 0.75], [0.5, 0.5]]
    assert read.notes == (
        "r.tsv: there are no ids; its 2 lines are matched with the gold's instances by position.",
    )


def test_results_without_ids_of_another_gold_are_refused():
    gold = read_gold(Upload("g.csv", "id,0,1\nx,1,3\ny,2,2\nz,2,2\n"))
    (problem,) = read_runs([Upload("r.tsv", WITHOUT_IDS["shares"])], gold).problems
    assert (
        "there are no ids, and it has 2 lines of 2 numbers; the gold has 3 instances and 2"
        in problem
    )


@pytest.mark.parametrize("text", ["0.25\t0.75\n0.5\t0.5\n", "0.2\t0.3\n0.1\t0.4\n"])
def test_a_first_line_of_numbers_names_no_column(text):
    (found,) = look(Upload("r.tsv", text))
    assert found.columns == ()
