"""Ratings as they were collected: long, wide and JSON, of people as gold and of judges as runs."""

import json

import numpy as np
import pytest

from oq_core import DataError
from oq_core.reading import read_gold, read_runs, read_together, recognise, templates
from tests.reading.made import Upload

LONG = "item,annotator,rating\ni1,ann,2\ni1,bob,4\ni2,bob,2\n"
WIDE = "id,ann,bob,cy\ni1,2,4,\ni2,,2,\n"
BY_RATER = json.dumps({"ann": {"i1": 2}, "bob": {"i1": 4, "i2": 2}})
KINDS = {"long": ("g.csv", LONG), "wide": ("g.csv", WIDE), "json": ("g.json", BY_RATER)}


def table(raters, least):
    """Complete ratings of thirty items, from `least` on."""
    rows = np.random.default_rng(0).integers(least, 6, (30, raters.count(",") + 1))
    return f"item,{raters}\n" + "".join(
        f"i{i},{','.join(map(str, row))}\n" for i, row in enumerate(rows)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_ratings_in_three_formats(kind):
    (gold,) = read_gold(Upload(*KINDS[kind])).values()
    assert gold.ids == ("i1", "i2")
    # Every whole number from the least to the most is a class.
    assert gold.classes == ("2", "3", "4")
    assert gold.raters == ("ann", "bob")
    assert gold.ratings.tolist() == [[0, 2], [-1, 0]]
    assert gold.votes.tolist() == [[1, 0, 1], [1, 0, 0]]


@pytest.mark.parametrize(
    "text",
    [
        "worker_id,item_id,score\nann,i1,3\nbob,i1,5\n",
        "rating,item,judge\n3,i1,ann\n5,i1,bob\n",
        "Annotator ID,dialogue,Label\nann,i1,3\nbob,i1,5\n",
        "text,user,stars\ni1,ann,3\ni1,bob,5\n",
        "label;doc_id;annotator\n3;i1;ann\n5;i1;bob\n",
    ],
)
def test_headers_that_people_use_in_any_order(text):
    (gold,) = read_gold(Upload("x.csv", text)).values()
    assert (gold.ids, gold.raters) == (("i1",), ("ann", "bob"))
    assert gold.classes == ("3", "4", "5")


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a.csv", "id,low,high\nx,2,4\ny,0,2\n", "wide table"),
        ("a.csv", "id,class,value\nx,low,2\nx,high,3\n", "long table"),
        ("a.csv", "id,topic,label\n1,t,2\n2,t,3\n", "table of labels"),
        ("a.csv", "id,run1,run2\nx,0.2,\ny,0.3,0.4\n", "score matrix"),
        ("a.csv", "id,run1,run2\nx,0,\ny,,0\n", "wide table"),
        ("a.csv", "id,r1,r2\nx,2,4\ny,4,2\n", "ratings, a column a rater"),
        ("a.csv", "id,ann,bob\nx,good,bad\ny,bad,bad\n", "ratings, a column a rater"),
        ("a.csv", "id,ann,bob\nx,2,\ny,,2\n", "ratings, a column a rater"),
        # A row of votes has a 0 before long, unless all are of as many raters.
        ("a.csv", table("ann,bob,cy", 1), "ratings, a column a rater"),
        ("a.csv", table("gpt", 1), "ratings, a column a rater"),
        ("a.csv", table("ann,bob,cy", 0), "wide table"),
        ("a.csv", "id,low,high\n" + 30 * "x,2,3\n", "wide table"),
        ("a.csv", LONG, "ratings, a row each"),
        ("a.json", BY_RATER, "ratings by rater (JSON)"),
    ],
)
def test_ratings_are_told_from_other_tables(name, text, kind):
    assert kind in recognise(Upload(name, text))


def test_judges_are_runs_and_all_of_them_a_panel():
    gold = read_gold(Upload("g.json", BY_RATER))
    judges = {"j1": {"i1": 4, "i2": 3}, "j2": {"i1": [2, 2, 4], "i2": 3}}
    read = read_runs(Upload("judges.json", json.dumps(judges)), gold)
    runs = read.collections["g"].runs
    assert read.problems == ()
    assert list(runs) == list(read.added) == ["j1", "j2", "Panel"]
    np.testing.assert_allclose(runs["j1"], [[0, 0, 1], [0, 1, 0]])
    np.testing.assert_allclose(runs["j2"], [[2 / 3, 0, 1 / 3], [0, 1, 0]])
    np.testing.assert_allclose(runs["Panel"], [[0.5, 0, 0.5], [0, 1, 0]])


def test_a_judge_that_rates_other_items_is_named_and_the_others_stay():
    gold = read_gold(Upload("g.json", BY_RATER))
    judges = {"j1": {"i1": 4, "i2": 3}, "part": {"i1": 2}, "other": {"x": 2}}
    read = read_runs(Upload("judges.json", json.dumps(judges)), gold)
    assert "j1" in read.added
    assert any("judges.json, judge part: 1 of 2 instances is missing" in p for p in read.problems)
    assert any("judge other: none of its ids is in the gold" in p for p in read.problems)
    filled = read_runs(Upload("judges.json", json.dumps(judges)), gold, missing="uniform")
    assert "part" in filled.added
    assert filled.collections["g"].missing["part"].tolist() == [False, True]


def test_people_and_judges_open_together():
    files = [Upload("llm_annotations.json", json.dumps({"j": {"i1": 4, "i2": 3}})),
             Upload("human_annotations.json", BY_RATER)]  # fmt: skip
    (data,) = read_together(files).data_sets
    assert data.name == "human_annotations"
    assert list(data.collections["human_annotations"].runs) == ["j"]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("g.csv", LONG + "i1,ann,3\n", "line 5: ann has rated i1 already (line 2)"),
        ("g.json", BY_RATER.replace("4", "[4, 4]"), "rater bob, item i1: bob has rated i1 already"),
        ("g.csv", LONG + "i3,ann,refused\n", "line 5: 'refused' (1 rating) is no whole number"),
        ("g.csv", LONG + "i3,ann,99\n", "line 5: '99' (1 rating) is far from the other ratings"),
        ("g.csv", LONG + "i3,,2\n", "line 5: the annotator is empty"),
        ("g.csv", "item,rater,rating\ni1,a,1\ni2,a,1\n", "there is only one class"),
        ("g.csv", WIDE + "i1,2,,\n", "line 4: the item i1 is there already (line 2)"),
        ("g.json", '{"ann": {"i1": 2}, "bob": {"i1": {"x": 1}}}', "rater bob, item i1"),
    ],
)
def test_faults_name_the_place_and_the_remedy(name, text, said):
    with pytest.raises(DataError) as fault:
        read_gold(Upload(name, text))
    assert said in str(fault.value)
    assert str(fault.value).startswith(f"{name}, ") or "only one class" in said


def test_a_rating_outside_the_golds_classes_is_named():
    gold = read_gold(Upload("g.json", BY_RATER))
    read = read_runs(Upload("j.json", '{"j": {"i1": 7, "i2": 2}}'), gold)
    assert (
        "rater j, item i1: the rating '7' is not among the gold's classes (2, 3, 4)"
        in (read.problems[0])
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", ["9007199254740993", "-9007199254740993", "10000000000", "1e16"])
def test_numbers_that_cannot_be_classes_are_told_as_they_stand(kind, number):
    name, text = KINDS[kind]
    changed = text.replace("4", f'"{number}"' if kind == "json" else number, 1)
    with pytest.raises(DataError) as caught:
        read_gold(Upload(name, changed))
    assert f"{number!r} (1 rating) is too large for a rating. Correct" in str(caught.value)
    assert {"long": "line 3", "wide": "line 2, bob", "json": "rater bob, item i1"}[kind] in str(
        caught.value
    )


def test_words_are_classes_in_the_order_of_the_file_and_numbers_are_whole():
    (gold,) = read_gold(
        Upload("g.csv", "item,rater,label\nx,a,poor\nx,b,good\ny,a,poor\n")
    ).values()
    assert gold.classes == ("poor", "good")
    (gold,) = read_gold(Upload("g.csv", "item,rater,score\nx,a,1.0\nx,b,2.0\n")).values()
    assert gold.classes == ("1", "2")


@pytest.mark.parametrize("kind", KINDS)
def test_classes_may_go_by_halves(kind):
    name, text = KINDS[kind]
    halves = text.replace("4", "3.50").replace("id,ann,bob,cy", "id,r1,r2,r3")
    read = read_together(Upload(name, halves))
    (gold,) = read.data_sets[0].collections.values()
    assert gold.classes == ("2", "2.5", "3", "3.5")
    assert gold.votes.tolist() == [[1, 0, 0, 1], [1, 0, 0, 0]]
    assert f"{name}: the classes are halves, from 2 to 3.5." in read.notes


@pytest.mark.parametrize("slip", ["2.5", "3.3", "nan", "inf"])
def test_one_number_between_the_classes_is_a_slip(slip):
    text = "item,rater,rating\n" + "".join(f"i{i},ann,{i % 4}\n" for i in range(30))
    with pytest.raises(DataError, match=f"line 32: '{slip}' .1 rating. is no whole number,"):
        read_gold(Upload("g.csv", f"{text}x,bob,{slip}\n"))


def test_what_is_not_read_is_said():
    text = "item,annotator,rating,time\ni1,ann,2,10:00\ni1,bob,,10:01\ni1,cy,3,9\n"
    files = read_together(Upload("g.csv", text))
    assert "g.csv: 1 row without a rating left out." in files.notes
    assert "g.csv: not read: the columns time." in files.notes


def test_other_golds_keep_their_ratings(real_data):
    stc3 = read_gold(real_data / "stc3" / "test_annotations.json")["A"]
    # Places in a list need not be the same person's.
    assert stc3.ratings.shape == (390, 19)
    assert stc3.raters == ()
    (dbdc,) = read_gold(real_data / "dbdc3" / "en-eval.zip").values()
    assert (dbdc.ratings.shape, dbdc.raters) == ((2000, 30), ())
    (lewidi,) = read_gold(real_data / "lewidi" / "Paraphrase_dev.json").values()
    assert lewidi.raters == ("Ann1", "Ann2", "Ann3", "Ann4")
    entry = json.loads((real_data / "lewidi" / "Paraphrase_dev.json").read_text())[lewidi.ids[3]]
    given = [lewidi.classes[code] for code in lewidi.ratings[3]]
    assert given == [str(entry["annotations"][name]) for name in lewidi.raters]


def test_real_people_and_judges(real_data):
    folder = real_data / "judges" / "10k_prompts"
    (data,) = read_together(
        [folder / "human_annotations.json", folder / "llm_annotations.json"]
    ).data_sets
    gold = data.collections["human_annotations"]
    assert gold.classes == tuple("12345")
    assert (len(gold.ids), len(gold.raters), int(gold.votes.sum())) == (1698, 13, 3844)
    assert [*gold.runs][-2:] == ["mistral-v03", "Panel"]


NAMES = [*templates()]


@pytest.mark.parametrize("gold", [each for each in NAMES if each.replace("_gold", "_run") in NAMES
                                  and "_gold" in each])  # fmt: skip
def test_a_template_of_runs_stands_behind_that_of_their_gold_and_fits_it(gold):
    run = NAMES[NAMES.index(gold) + 1]
    assert run == gold.replace("_gold", "_run")
    read = read_runs(Upload(run, templates()[run]), read_gold(Upload(gold, templates()[gold])))
    assert read.added
    assert not read.problems


def test_a_table_of_more_raters_than_classes_can_be_is_one_of_ratings():
    ratings = np.random.default_rng(0).integers(1, 6, (300, 50))
    rows = [",".join(["item", *(f"person {r}" for r in range(50))])]
    rows += [",".join(map(str, [f"i{i}", *row])) for i, row in enumerate(ratings.tolist())]
    gold = read_gold(Upload("large.csv", "\n".join(rows)))["large"]
    assert gold.raters[0] == "person 0"
    np.testing.assert_array_equal(gold.ratings, ratings - 1)
    votes = [[row.count(code) for code in range(1, 6)] for row in ratings.tolist()]
    assert gold.votes.tolist() == votes
