"""What was once read wrongly without a word: now it is right and said, or refused."""

import io
import json

import numpy as np
import pytest

from oq_core import DataError, read_collections, read_scores
from oq_core.reading import read_gold, read_gold_and_nuggets, read_runs, recognise
from tests.reading.made import Upload, dialogue, ntcir_gold, ntcir_run, zipped

HALF = "\\ud800"
HALVES = {
    "scale": f'[{{"id": "d", "annotations": [{{"quality": {{"{HALF}": 1}}}}]}}]',
    "dialogue": f'[{{"id": "{HALF}", "annotations": [{{"quality": {{"A": 1}}}}]}}]',
    "second half alone": '[{"id": "\\uDC00", "annotations": [{"quality": {"A": 1}}]}]',
    "after a backslash": '[{"id": "\\\\\\ud800", "annotations": [{"quality": {"A": 1}}]}]',
    "nugget": f'[{{"id": "d", "turns": [], "annotations": [{{"nugget": ["{HALF}"]}}]}}]',
    "run": f'[{{"id": "{HALF}", "quality": {{}}}}]',
    "dbdc": dialogue("C", {1: "O"}).replace('"C"', f'"{HALF}"'),
}


@pytest.mark.parametrize("text", HALVES.values(), ids=list(HALVES))
def test_half_a_character_is_refused_where_files_are_decoded(text):
    for read in (read_gold, read_gold_and_nuggets, recognise, read_scores):
        with pytest.raises(DataError, match="x, line 1: there is half of a character. Correct"):
            read(Upload("x", text))


def test_half_a_character_in_given_text_is_refused():
    text = io.StringIO("id,a,b\n\ud800,1,2\n")
    text.name = "x"
    with pytest.raises(DataError, match="x, line 2: there is half of a character"):
        read_gold(text)


def test_characters_in_two_halves_and_escaped_backslashes_are_read():
    gold = json.loads(ntcir_gold("𝕏", "\\ud800"))
    for text in (json.dumps(gold), json.dumps(gold, ensure_ascii=False)):
        assert read_gold(Upload("g.json", text))["A"].ids == ("𝕏", "\\ud800")


def test_a_scale_that_the_first_annotation_lacks_is_not_lost():
    gold = json.loads(ntcir_gold("d1", "d2"))
    del gold[0]["annotations"][0]["quality"]["E"]
    with pytest.raises(DataError) as caught:
        read_gold(Upload("g.json", json.dumps(gold)))
    assert str(caught.value) == (
        "g.json, dialogue d1, annotation 1: there is no E rating, which other annotations have. "
        "Add it; every annotation needs every scale."
    )


def test_nuggets_that_the_first_annotation_lacks_are_not_lost():
    gold = json.loads(ntcir_gold("d1"))
    gold[0]["turns"] = [{"sender": "customer"}]
    gold[0]["annotations"][1]["nugget"] = ["CNUG"]
    read = read_gold_and_nuggets(Upload("g.json", json.dumps(gold)))
    (note,) = read.notes
    assert note.startswith("Nugget labels are left out: g.json, dialogue d1, annotation 1")


@pytest.mark.parametrize("sender", [["customer"], {"a": 1}, 3, None, True])
def test_a_sender_of_any_kind_is_explained(sender):
    entry = {"id": "d", "turns": [{"sender": sender}], "annotations": [{"nugget": ["CNUG"]}]}
    with pytest.raises(DataError, match="dialogue d, turn 1: the sender .* is unknown"):
        read_gold_and_nuggets(Upload("g.json", json.dumps([entry])))


# Columns that are not classes.

VOTES = [[1, 2, 3], [4, 0, 0]]


@pytest.mark.parametrize(
    "text",
    [
        ",id,low,mid,high\n0,x,1,2,3\n1,y,4,0,0\n",
        "index;dialogue_id;low;mid;high\n7;x;1;2;3\n8;y;4;0;0\n",
        ",id,class,n\n0,x,low,1\n1,x,mid,2\n2,x,high,3\n3,y,low,4\n",
    ],
)
def test_a_column_that_numbers_the_rows_is_left_out(text):
    read = read_gold_and_nuggets(Upload("g.csv", text))
    assert read.notes == ("g.csv: the first column, which numbers the rows, is left out.",)
    (collection,) = read.collections.values()
    assert collection.classes == ("low", "mid", "high")
    assert collection.ids == ("x", "y")
    np.testing.assert_array_equal(collection.votes, VOTES)


def test_beside_two_columns_one_numbers_the_rows_and_beside_one_it_is_a_name():
    read = read_gold_and_nuggets(Upload("g.csv", ",id,label\n0,x,1\n1,y,2\n"))
    assert read.notes == ("g.csv: the first column, which numbers the rows, is left out.",)
    read = read_gold_and_nuggets(Upload("g.csv", ",low,high\n0,1,2\n1,3,4\n"))
    assert read.collections["g"].ids == ("0", "1")


def test_a_column_that_numbers_items_and_scores_is_left_out():
    read = read_gold_and_nuggets(Upload("g.csv", ",id,label\n0,x,1\n1,y,2\n"))
    assert read.collections["g"].labels.ids == ("x", "y")
    assert read.notes
    scores = read_scores(Upload("NMD.csv", ",id,A,B\n0,x,.5,.25\n1,y,.1,.2\n"))
    assert scores.runs == ("A", "B")
    assert scores.ids == ("x", "y")


def test_an_unnamed_column_of_ids_stays_one():
    (collection,) = read_gold(Upload("g.csv", ",low,high\n0,1,2\n1,3,4\n")).values()
    assert collection.ids == ("0", "1")
    assert collection.classes == ("low", "high")


def test_ids_in_another_column_are_refused():
    with pytest.raises(DataError, match="g.csv, line 1: the column id is not the first. Put the"):
        read_gold(Upload("g.csv", "n,id,low,high\n5,1,2,3\n"))


@pytest.mark.parametrize(
    "text",
    [
        "id,low,mid,high,total\nx,1,2,3,6\ny,4,0,0,4\n",
        "id,Votes,low,mid,high\nx,6,1,2,3\ny,4,4,0,0\n",
    ],
)
def test_a_column_of_sums_is_left_out(text):
    read = read_gold_and_nuggets(Upload("g.csv", text))
    assert len(read.notes) == 1
    assert "the sum of the others, is left out." in read.notes[0]
    np.testing.assert_array_equal(next(iter(read.collections.values())).votes, VOTES)


def test_a_column_of_sums_of_probabilities_is_left_out():
    gold = read_gold(Upload("g.csv", "id,a,b\nx,1,2\ny,2,2\n"))
    read = read_runs([Upload("r.csv", "id,a,b,sum\nx,.3,.7,1\ny,.5,.5,1\n")], gold)
    assert read.added == ("r",)
    assert read.notes == ("r.csv: the column sum, the sum of the others, is left out.",)
    np.testing.assert_allclose(read.collections["g"].runs["r"], [[0.3, 0.7], [0.5, 0.5]])


def test_a_column_called_a_sum_that_is_none_is_refused():
    with pytest.raises(DataError, match="the column total is called a sum, but is not the sum"):
        read_gold(Upload("g.csv", "id,low,high,total\nx,1,2,7\n"))
    # A class may be called n.
    (collection,) = read_gold(Upload("g.csv", "id,y,n,maybe\nx,1,2,7\n")).values()
    assert collection.classes == ("y", "n", "maybe")


@pytest.mark.parametrize("text", ["d1,1,2,3\nd2,4,0,0\n", "tea\t5\t1\ncoffee\t0\t3\n"])
def test_votes_without_a_header_do_not_lose_their_first_row(text):
    with pytest.raises(DataError, match="g.csv, line 1: the first line .* has numbers where the "
                       "header should be. Add a header"):  # fmt: skip
        read_gold(Upload("g.csv", text))


def test_scores_without_a_header_do_not_lose_their_first_row():
    with pytest.raises(DataError, match="NMD.csv, line 1: the first line .d1, .1, .25…. has numb"):
        read_scores(Upload("NMD.csv", "d1,.1,.25\nd2,.3,.5\n"))


@pytest.mark.parametrize("name", ["id", "tweet_id", "topic", "Sample", "dialogueID", ""])
def test_classes_may_be_numbers(name):
    (collection,) = read_gold(Upload("g.csv", f"{name},0,1,2\nx,5,6,7\n")).values()
    assert collection.classes == ("0", "1", "2")


# Numbers as spreadsheets and people write them.


def test_decimal_commas_are_read():
    text = "id;low;mid;high\nx;0,25;0,5;0,25\ny;1,000;0,000;0\nz;,5;0,5;0\n"
    (collection,) = read_gold(Upload("g.csv", text)).values()
    np.testing.assert_array_equal(collection.gold, [[0.25, 0.5, 0.25], [1, 0, 0], [0.5, 0.5, 0]])


def test_votes_that_no_float_holds_are_refused():
    # Read as a float, the number is one less.
    with pytest.raises(DataError, match="line 2: the votes are too many to count exactly. Check"):
        read_gold(Upload("g.csv", f"id,low,high\nx,{2**53 + 1},0\ny,1,2\n"))
    (gold,) = read_gold(Upload("g.csv", f"id,low,high\nx,{2**53 - 1},0\ny,1,2\n")).values()
    assert gold.votes.tolist() == [[2**53 - 1, 0], [1, 2]]


def test_percentages_are_read_and_said_to_be():
    table = Upload("g.csv", "id,a,b,c\nx,33.3,33.3,33.3\ny,12.5,87.5,0\n")
    read = read_gold_and_nuggets(table)
    assert read.notes == ("g.csv: the rows sum to 100 and were read as percentages.",)
    np.testing.assert_allclose(
        read.collections["g"].gold, [[1 / 3] * 3, [0.125, 0.875, 0]], rtol=1e-12
    )
    run = json.loads(ntcir_run("d1"))
    shares = {"-2": 12.5, "-1": 87.5, "0": 0, "1": 0, "2": 0}
    run[0]["quality"] = dict.fromkeys("ASE", shares)
    found = read_runs([Upload("r.json", json.dumps(run))], read_gold(Upload("g", ntcir_gold("d1"))))
    assert found.notes == ("r.json: the rows sum to 100 and were read as percentages.",)
    np.testing.assert_array_equal(found.collections["A"].runs["r"], [[0.125, 0.875, 0, 0, 0]])


def test_rows_of_less_than_one_are_called_what_they_are():
    text = "id,a,b\nx,.5,.47\ny,.4,.57\n"
    with pytest.raises(DataError, match="g.csv, line 2: the probabilities sum to 0.97 instead of"):
        read_gold(Upload("g.csv", text))


@pytest.mark.parametrize(
    ("sums", "is_read"),
    [(0.99, True), (1.01, True), (0.9899, False), (1.0101, False), (1.015, False), (0.985, False)],
)
def test_the_tolerance_of_sums_is_a_hundredth(sums, is_read):
    table = Upload("g.csv", f"id,a,b\nx,.5,{sums - 0.5:.6f}\n")
    if is_read:
        (collection,) = read_gold(table).values()
        np.testing.assert_allclose(collection.gold[0, 0], 0.5 / sums)
    else:
        with pytest.raises(DataError, match="instead of 1"):
            read_gold(table)


@pytest.mark.parametrize("cell", ["nan", "NaN", ""])
def test_a_run_with_undefined_numbers_is_not_taken_for_scores(cell):
    gold = read_gold(Upload("g.csv", "id,a,b,c\nx,1,2,3\ny,2,3,4\nz,1,1,1\n"))
    text = f"id,a,b,c\nx,.5,.25,{cell}\ny,{cell},.5,.5\nz,.1,{cell},.8\n"
    problems = read_runs([Upload("r.csv", text)], gold).problems
    for line, problem in enumerate(problems, start=2):
        assert problem.startswith(f"r.csv, line {line}")
        assert "not a finite number" in problem if cell else "the value is missing" in problem
    assert len(problems) == 3
    # Scores may be undefined.
    scores = read_scores(Upload("NMD.csv", text))
    assert np.isnan(scores.values).sum() == 3


# Paths and names.


def test_a_single_path_is_taken_where_several_are(tmp_path):
    gold = tmp_path / "gold.csv"
    gold.write_text("id,a,b\nx,1,2\n")
    archive = zipped("runs.zip", {"r.csv": gold.read_text(), "s.csv": "id,a,b\nx,1,1\n"})
    path = tmp_path / "runs.zip"
    path.write_bytes(archive.getvalue())
    for runs in (path, str(path), archive, [path]):
        (collection,) = read_collections(gold, runs).values()
        assert list(collection.runs) == ["r", "s"]
    assert read_runs(str(path), read_gold(gold)).added == ("r", "s")


def test_identical_runs_are_pointed_out():
    gold = read_gold(Upload("g.csv", "id,a,b\nx,1,2\ny,2,3\n"))
    same, other = "id,a,b\nx,.5,.5\ny,1,0\n", "id,b,a\ny,0,1\nx,.5,.5\n"
    first = read_runs([Upload("r1.csv", same), Upload("r2.csv", "id,a,b\nx,1,1\ny,1,1\n")], gold)
    assert not first.notes
    again = read_runs([Upload("r3.csv", other)], first.collections)
    assert again.notes == ("These runs are the same in every number: r1, r3.",)
