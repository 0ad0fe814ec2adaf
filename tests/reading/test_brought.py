"""Files as people bring them: what is understood is right, and told.

All content is invented; right numbers are by hand.
"""

import json
from itertools import product

import numpy as np
import pytest

from oq_core import DataError, read_campaign, read_scores
from oq_core.campaign import Options, analyse
from oq_core.campaign.saving.provenance import options_json, read_options
from oq_core.campaign.saving.settings import settings
from oq_core.command import main
from oq_core.measures import MEASURES
from oq_core.reading import (
    Plan,
    look,
    read_collections,
    read_gold,
    read_gold_and_nuggets,
    read_runs,
    read_together,
    template,
    with_plan,
)
from oq_core.reading.looking import plan_of_ratings
from oq_core.reading.plan import PARTS
from tests.reading.made import Upload

WORDS = (
    "item,annotator,rating\nq1,a,high\nq1,b,low\nq2,a,medium\nq2,b,medium\nq3,a,high\nq3,b,medium\n"
)
JUDGE = "item,annotator,rating\nq1,j,low\nq2,j,medium\nq3,j,high\n"


def only(text, name="g.csv", **said):
    """The one collection in a file."""
    (found,) = read_gold(with_plan(Upload(name, text), Plan(**said))).values()
    return found


def nmd(gold, run, **choices):
    """NMD of each instance."""
    files = [Upload("g.csv" if isinstance(each, str) else "g.json", each) for each in (gold, run)]
    campaign = read_campaign(files[0], files[1], measures=["NMD"], **choices)
    return next(iter(campaign.scores.values())).values.ravel()


# The order of the classes.


def test_words_of_a_known_scale_are_put_in_order_and_this_is_told():
    gold = only(WORDS)
    assert gold.order_words == "low < medium < high (a known scale: amount)"
    # |0 - .5| + |.5 - .5| over 2 of q1, where half of the people say low and half high.
    np.testing.assert_allclose(nmd(WORDS, JUDGE), [0.5, 0, 0.25])


@pytest.mark.parametrize(
    ("words", "order"),
    [
        (["Agree", "strongly disagree", "NEUTRAL"], "strongly disagree < NEUTRAL < Agree"),
        (["immer", "nie", "manchmal"], "nie < manchmal < immer"),
        (["gut", "sehr gut", "schlecht"], "schlecht < gut < sehr gut"),
        (["よくある", "全くない", "時々"], "全くない < 時々 < よくある"),
        (["severe", "mild", "moderate"], "mild < moderate < severe"),
        (["very_likely", "unlikely", "likely"], "unlikely < likely < very_likely"),
        (["positive", "negative", "neutral"], "negative < neutral < positive"),
        (["B", "A", "F"], "F < B < A"),
        (["3 - good", "1 - bad", "2 - fair"], "1 - bad < 2 - fair < 3 - good"),
    ],
)
def test_known_scales_in_any_case_and_language(words, order):
    rows = "".join(f"q{n},r{m},{w}\n" for n, w in enumerate(words) for m in range(2))
    gold = only(f"item,rater,rating\n{rows}")
    assert gold.order_words.startswith(f"{order} (")
    assert gold.order.startswith(("a known scale: ", "numbers"))


UNKNOWN = WORDS.replace("high", "tea").replace("medium", "milk").replace("low", "rum")
UNKNOWN_JUDGE = JUDGE.replace("high", "tea").replace("medium", "milk").replace("low", "rum")


def test_measures_that_take_order_are_refused_where_it_is_not_known():
    with pytest.raises(DataError, match="NMD takes the order of the classes") as caught:
        nmd(UNKNOWN, UNKNOWN_JUDGE)
    assert "tea, rum, milk" in str(caught.value)
    assert "--classes" in str(caught.value)
    np.testing.assert_allclose(
        nmd(UNKNOWN, UNKNOWN_JUDGE, classes=["rum", "milk", "tea"]), [0.5, 0, 0.25]
    )


def test_other_measures_run_with_a_note():
    files = Upload("g.csv", UNKNOWN), Upload("r.csv", UNKNOWN_JUDGE)
    campaign = read_campaign(*files)
    (scores,) = campaign.scores.values()
    free = [key for key, each in MEASURES.items() if not each.takes_order]
    assert list(scores.measures) == free
    assert any("tea, rum, milk is not known" in note for note in campaign.notes)


def test_the_order_of_columns_is_that_of_the_file_unless_their_words_say_another():
    assert only("id,tea,rum,milk\nx,1,2,3\n").order_words == "tea < rum < milk (the file)"
    assert only("id,high,low,fair\nx,1,2,3\n").order == "the file"
    turned = only("id,high,medium,low\nx,1,2,3\n")
    assert turned.order_words == "low < medium < high (a known scale: amount)"
    assert turned.votes.tolist() == [[3, 2, 1]]


def test_a_long_table_has_an_order_where_all_instances_agree_on_it():
    rows = "x,tea,1\nx,rum,2\nx,milk,3\n"
    assert only(f"id,class,value\n{rows}y,rum,1\n").order == "the file"
    assert not only(f"id,class,value\n{rows}y,rum,1\ny,tea,1\n").has_order
    assert not only("id,class,value\nx,tea,1\ny,rum,2\nz,milk,1\n").has_order


# What is no rating, and what is one.


def test_a_table_of_words_has_no_ratings():
    text = (
        "id,author,city,title,status\n1,ann,rome,dr,open\n2,bob,oslo,mr,open\n3,cy,rome,mr,shut\n"
    )
    with pytest.raises(DataError, match="no column has ratings, votes or shares"):
        read_gold(Upload("t.csv", text))


def test_columns_of_people_and_judges_are_raters():
    text = "item,human,gpt-4,claude\nq1,3,4,3\nq2,5,5,4\nq3,1,2,2\nq4,4,4,5\n"
    gold = only(text)
    assert gold.raters == ("human", "gpt-4", "claude")
    assert gold.classes == ("1", "2", "3", "4", "5")


def test_shares_of_people_and_judges_are_no_classes():
    shares = "item,human,gpt-4\nq1,.5,.5\nq2,.25,.75\n"
    with pytest.raises(DataError, match="no whole numbers"):
        only(shares)
    # As scores of two runs they are what the line says.
    assert read_scores(Upload("acc.csv", shares)).runs == ("human", "gpt-4")
    (found,) = look(Upload("acc.csv", "item,claude,gpt-4\nq1,.7,.5\nq2,.25,.6\n"))
    assert found.is_matrix


def test_ratings_of_people_and_judges_by_halves_are_no_scores():
    text = "id,human,gpt\na,3,4.5\nb,4.5,4\nc,1.5,2\nd,2,2.5\n"
    assert only(text).classes == ("1.5", "2", "2.5", "3", "3.5", "4", "4.5")


def test_ratings_of_people_and_judges_on_too_fine_a_scale_are_no_votes():
    text = "id,human,judge\n" + "".join(f"q{n},{n},{n + 1}\n" for n in range(40))
    with pytest.raises(DataError, match=r"41 classes; at most 30 .* such as by tens"):
        only(text)


def test_ratings_in_a_field_by_people_and_judges_are_no_votes():
    lines = [{"id": f"q{n}", "scores": {"human": n % 5, "gpt-4o": n % 4}} for n in range(9)]
    with pytest.raises(DataError, match=r"no column has .* item, rater and rating"):
        only("\n".join(map(json.dumps, lines)), "s.jsonl")


def test_judges_that_are_named_tell_that_the_other_columns_are_raters():
    text = "item,ada,bea,tool\nq1,3,4,3\nq2,5,5,4\nq3,1,2,2\n"
    assert only(text).raters == ()
    assert only(text, judges=("tool",)).raters == ("ada", "bea", "tool")


def test_a_prompt_beside_ratings_is_passed_over_and_this_is_told():
    text = "id,prompt,human_1,human_2,gpt-4o\n1,say hello,4,5,4\n2,say no,2,1,2\n3,say it,3,3,3\n"
    read = read_gold_and_nuggets(Upload("s.csv", text))
    assert read.collections["s"].raters == ("human_1", "human_2", "gpt-4o")
    assert "s.csv: not read: the columns prompt." in read.notes


def test_a_wide_run_without_a_class_of_the_gold_is_told():
    gold = read_gold(Upload("g.csv", "id,low,mid,high\nx,1,2,3\n"))
    read = read_runs(Upload("r.csv", "id,low,high\nx,.5,.5\n"), gold)
    assert "r.csv: it has no class mid, which is read as 0 throughout." in read.notes


def test_a_scale_may_be_wider_than_the_gold_uses():
    gold, run = "id,label\n1,1\n2,4\n3,3\n4,2\n", "id,label\n1,1\n2,5\n3,3\n4,2\n"
    campaign = read_campaign(
        Upload("g.csv", gold),
        Upload("r.csv", run),
        classes="12345",
        measures=["Accuracy", "MAE_mu"],
    )
    (scores,) = campaign.scores.values()
    assert scores.means.tolist() == [[0.75], [0.25]]
    one = only("id,label\n1,2\n2,2\n", classes=("1", "2", "3"))
    assert one.gold.tolist() == [[0, 1, 0]]


def test_nuggets_have_their_own_measures():
    turns = [
        {"sender": "customer", "utterances": ["u"]},
        {"sender": "helpdesk", "utterances": ["u"]},
    ]
    made = [{"quality": {"A": 1}, "nugget": ["CNUG", "HNUG"]}]
    gold = json.dumps([{"id": "d", "turns": turns, "annotations": made}])
    shares = [
        {"CNUG0": 0.5, "CNUG": 0.5, "CNUG*": 0, "CNaN": 0},
        {"HNUG": 1, "HNUG*": 0, "HNaN": 0},
    ]
    run = json.dumps([{"id": "d", "nugget": shares}])
    with pytest.raises(DataError, match=r"NMD cannot be computed .*nuggets.*JSD, RNSS, NVD"):
        read_campaign(Upload("g.json", gold), Upload("r.json", run), measures=["NMD"])


# Score matrices.

SCORES = "dataset,A,B,C\niris,91.2,90.1,88.7\nwine,77.0,80.2,79.9\nglass,65.5,61.2,70.0\n"


@pytest.mark.parametrize(
    ("name", "is_larger"),
    [("auc_ROC.csv", True), ("macro-F1.csv", True), ("nDCG@10.csv", True), ("rmse.csv", False)],
)
def test_known_names_say_which_scores_are_better(name, is_larger):
    assert read_scores(Upload(name, SCORES)).larger_is_better == (is_larger,)
    campaign = read_campaign(runs=[Upload(name, SCORES)])
    word = "larger" if is_larger else "smaller"
    assert any(f"{word} is better by" in note for note in campaign.notes)


def test_it_is_asked_which_scores_of_an_unknown_name_are_better():
    with pytest.raises(DataError, match="--larger height or --smaller height"):
        read_campaign(runs=[Upload("height.csv", SCORES)])
    for said, is_larger in (({"larger": ["height"]}, True), ({"smaller": ["height"]}, False)):
        campaign = read_campaign(runs=[Upload("height.csv", SCORES)], **said)
        assert next(iter(campaign.scores.values())).larger_is_better == (is_larger,)


@pytest.mark.parametrize("sign", ["N/A", "NaN", "-", ""])
def test_scores_may_be_undefined(sign):
    scores = read_scores(Upload("accuracy.csv", SCORES.replace("80.2", sign)))
    assert np.isnan(scores.values[0, 1, 1])


# What opens.

SHARES = [[0.5, 0.5, 0], [0, 0.25, 0.75]]
RECORDS = [
    {"id": name} | dict(zip("123", row, strict=True))
    for name, row in zip("ab", SHARES, strict=True)
]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("g.json", json.dumps(RECORDS)),
        ("g.jsonl", "\n".join(map(json.dumps, RECORDS))),
        ("g.jsonl", '{"uid": "a", "soft": [0.5, 0.5, 0]}\n{"uid": "b", "soft": [0, 0.25, 0.75]}\n'),
        ("g.json", '{"a": [0.5, 0.5, 0], "b": [0, 0.25, 0.75]}'),
        ("g.json", '{"a": {"1": 0.5, "2": 0.5}, "b": {"2": 0.25, "3": 0.75}}'),
        ("g.csv", 'id,distribution\na,"[0.5, 0.5, 0]"\nb,"[0, 0.25, 0.75]"\n'),
        ("g.csv", "id,1,2,3\na,50%,50%,0%\nb,0%,25%,75%\n"),
        ("g.csv", "sep=;\nid;1;2;3\na;0,5;0,5;0\nb;0;0,25;0,75\n"),
        ("g.csv", "id,1,2,3\na,0.5,0.5,-1e-17\nb,0,.25,.75\n"),
        ("g.csv", "id,prompt,1,2,3\na,say hello,.5,.5,0\nb,say no,0,.25,.75\n"),
    ],
)  # fmt: skip
def test_shares_in_every_container(name, text):
    gold = only(text, name)
    assert (gold.ids, gold.classes, gold.order) == (("a", "b"), ("1", "2", "3"), "numbers")
    np.testing.assert_allclose(gold.gold, SHARES)
    run = read_runs(Upload(f"run-{name}", text), {"g": gold}).collections["g"].runs
    np.testing.assert_allclose(next(iter(run.values())), SHARES)


def test_votes_in_lists():
    gold = '{"uid": "1n", "label_count": [6, 3, 1]}\n{"uid": "2c", "label_count": [0, 2, 8]}\n'
    run = '{"uid": "1n", "predicted": [0.5, 0.3, 0.2]}\n{"uid": "2c", "predicted": [0, 0.5, 0.5]}\n'
    assert only(gold, "g.jsonl").votes.tolist() == [[6, 3, 1], [0, 2, 8]]
    read = read_collections(Upload("g.jsonl", gold), Upload("r.jsonl", run))
    np.testing.assert_allclose(
        next(iter(read["g"].runs.values())), [[0.5, 0.3, 0.2], [0, 0.5, 0.5]]
    )


def test_a_list_of_another_length_is_named_with_its_place():
    text = '{"id": "a", "p": [0.5, 0.5, 0]}\n{"id": "b", "p": [0.5, 0.5]}\n'
    with pytest.raises(DataError, match=r"g.jsonl, line 2: .* is not 3 numbers"):
        read_gold(Upload("g.jsonl", text))


def test_a_cell_of_many_brackets_is_no_list():
    text = f"id,p\na,{'[' * 50_000}" + '\nb,"[0.5, 0.5]"'
    with pytest.raises(DataError):
        read_gold(Upload("g.csv", text))


def test_logarithms_by_token_are_probabilities_of_the_scale():
    logs = np.log([[0.2, 0.6, 0.2], [0.1, 0.1, 0.8]])
    rows = [dict(zip("123", row, strict=True)) for row in logs.tolist()]
    rows[1]["0"] = float(np.log(0.001))
    text = "".join(
        json.dumps({"id": f"q{n}", "logprobs": row}) + "\n" for n, row in enumerate(rows)
    )
    read = read_gold_and_nuggets(Upload("s.jsonl", text))
    np.testing.assert_allclose(read.collections["s"].gold, [[0.2, 0.6, 0.2], [0.1, 0.1, 0.8]])
    assert any("up to 0.0010 of an instance is on other tokens" in note for note in read.notes)


@pytest.mark.parametrize(
    ("total", "mean"), [("N", "avg_rating"), ("n", "Average"), ("votes", "Mean"), ("all", "avg")]
)
def test_sums_and_means_are_known_by_arithmetic(total, mean):
    # (5 + 2*3 + 3*2) / 10 = 1.7, and (1 + 2*1 + 3*8) / 10 = 2.7.
    text = f"id,{mean},poor,fair,good,{total}\na,1.7,5,3,2,10\nb,2.7,1,1,8,10\n"
    gold = only(text)
    assert (gold.classes, gold.votes.tolist()) == (("poor", "fair", "good"), [[5, 3, 2], [1, 1, 8]])
    # What is called so and is none: N beside Y is a class, a wrong mean is refused.
    assert only("id,Y,N\na,5,3\nb,1,9\n").votes.tolist() == [[5, 3], [1, 9]]
    with pytest.raises(DataError, match=f"the column {mean} is called a mean, but is not"):
        only(text.replace("1.7", "1.4"))


def test_a_column_that_is_called_a_sum_and_is_a_class_is_shown_as_one():
    (found,) = look(Upload("g.csv", "id,Y,N\na,5,3\nb,1,9\n"))
    assert [each.part for each in found.columns] == ["id", "class", "class"]


def test_counts_with_their_sum_and_mean():
    text = "q,Agree,Neutral,Disagree,N,Mean\na,5,3,2,10,2.3\nb,1,1,8,10,1.3\n"
    read = read_gold_and_nuggets(Upload("g.csv", text))
    gold = read.collections["g"]
    assert gold.order_words.startswith("Disagree < Neutral < Agree (a known scale")
    assert gold.votes.tolist() == [[2, 3, 5], [8, 1, 1]]
    assert any("the column Mean, the mean of the others, is left out" in n for n in read.notes)
    with pytest.raises(DataError):  # 9.9 is no mean of three classes
        read_gold(Upload("g.csv", text.replace("1.3\n", "9.9\n")))


CRITERIA = (
    "item,annotator,rating,criterion\nq1,h1,1,fluency\nq1,h2,2,fluency\nq2,h1,3,fluency\n"
    "q2,h2,3,fluency\nq1,h1,2,relevance\nq1,h2,2,relevance\nq2,h1,1,relevance\nq2,h2,3,relevance\n"
)
TURK = (
    "HITId,WorkerId,Answer.fluency,Answer.relevance\nq1,h1,1,2\nq1,h2,2,2\nq2,h1,3,1\nq2,h2,3,3\n"
)


#: Columns that are raters and criteria, either first.
RATERS_BY_CRITERION = (
    "id,human_fluency,human_relevance,gpt-4o_fluency,gpt-4o_relevance\nq1,1,2,2,2\nq2,3,1,,3\n"
)
TURNED = "id,fluency/human,fluency/gpt-4o,relevance/human,relevance/gpt-4o\nq1,1,2,2,2\nq2,3,,1,3\n"


@pytest.mark.parametrize("text", [RATERS_BY_CRITERION, TURNED])
def test_columns_of_raters_and_criteria_are_scales(text):
    gold = read_gold(Upload("g.csv", text))
    assert list(gold) == ["fluency", "relevance"]
    assert [each.raters for each in gold.values()] == [("human", "gpt-4o")] * 2
    assert gold["fluency"].ratings.tolist() == [[0, 1], [2, -1]]
    assert gold["relevance"].ratings.tolist() == [[1, 1], [0, 2]]
    head = text.split(",")[1]
    assert any(
        f"columns are raters and criteria, such as {head}: the ratings of human for fluency" in note
        for note in read_gold_and_nuggets(Upload("g.csv", text)).notes
    )
    last = text.splitlines()[0].split(",")[-1]
    with pytest.raises(DataError, match=f"line 3, {last}: 'no'"):
        read_gold(Upload("g.csv", text[:-2] + "no\n"))


def test_criteria_that_the_gold_has_not_are_told():
    head = "item,annotator,tone,clarity\n"
    people = Upload("people.csv", f"{head}q1,ann,1,2\nq2,ann,3,1\n")
    judges = Upload("j.csv", f"{head.replace('clarity', 'style')}q1,gpt,1,2\nq2,gpt,2,1\n")
    read = read_runs(judges, read_gold(people))
    assert {scale: list(each.runs) for scale, each in read.collections.items()} == {
        "tone": ["gpt"], "clarity": []
    }  # fmt: skip
    assert read.notes == ("j.csv: ratings on style are passed over, as the gold has none",)


@pytest.mark.parametrize("name", ["human", "gpt-4o"])
def test_one_column_of_ratings_that_is_called_after_somebody_may_have_a_0(name):
    gold = only(f"id,{name}\nq1,0\nq2,3\nq3,1\nq4,2\n")
    assert (gold.raters, gold.classes) == ((name,), ("0", "1", "2", "3"))


def test_a_file_that_is_called_after_a_model_is_a_run_beside_people_s():
    files = [
        Upload("people.csv", "id,rating\na,1\nb,2\n"),
        Upload("gpt-4o.csv", "id,rating\na,2\nb,1\n"),
    ]
    (found,) = read_together(files).data_sets
    assert (found.name, list(found.collections["people"].runs)) == ("people", ["gpt-4o"])


def test_labels_are_the_ratings_of_one_where_people_or_judges_are_asked_for():
    text = "id,rating\na,1\nb,3\n"
    assert only(text).labels is not None
    file = Upload("mine.csv", text)
    (found,) = read_gold(with_plan(file, plan_of_ratings(file, Plan()))).values()
    assert found.raters == ("mine",)


@pytest.mark.parametrize("name", ["gpt-4o", "second"])
@pytest.mark.parametrize(("gold", "of_people"), [("people", True), ("mine", False)])
def test_a_table_of_an_id_and_a_rating_is_what_the_gold_is(name, gold, of_people):
    read = read_gold(Upload(f"{gold}.csv", "id,rating\na,1\nb,3\n"))
    found = read_runs(Upload(f"{name}.csv", "id,rating\na,2\nb,1\n"), read)
    assert (found.added, found.problems) == ((name,), ())
    (collection,) = found.collections.values()
    assert (collection.labels is None, collection.ratings is not None) == (of_people, of_people)
    off = read_runs(Upload(f"{name}.csv", "id,rating\na,2\nb,7\n"), read)
    assert f"{name}.csv, line 3" in off.problems[0]
    assert "7" in off.problems[0]
    # With topics it is what it says.
    topics = read_runs(Upload(f"{name}.csv", "id,topic,label\ni,a,2\nj,b,1\n"), read)
    assert (topics.added == (name,)) == of_people


@pytest.mark.parametrize("head", ["human_1,human_2,gpt_1,gpt_2", "human_a,human_b,gpt_a,claude_b"])
def test_columns_of_several_raters_of_one_kind_are_raters(head):
    gold = only(f"id,{head}\nq1,1,2,2,2\nq2,3,1,1,3\n")
    assert gold.raters == tuple(head.split(","))


@pytest.mark.parametrize("text", [CRITERIA, TURK], ids=["a column", "several columns"])
def test_criteria_are_scales(text):
    gold = read_gold(Upload("g.csv", text))
    assert list(gold) == ["fluency", "relevance"]
    assert gold["fluency"].gold.tolist() == [[0.5, 0.5, 0], [0, 0, 1]]
    assert gold["relevance"].gold.tolist() == [[0, 1, 0], [0.5, 0, 0.5]]
    read = read_runs(Upload("judges.csv", text), gold)
    assert read.problems == ()
    assert read.collections["relevance"].runs["h1"].tolist() == [[0, 1, 0], [1, 0, 0]]


def test_criteria_of_other_scales_stay_apart():
    text = "HITId,WorkerId,fluency,relevance\nq1,h1,1,0\nq1,h2,5,1\nq2,h1,3,1\n"
    gold = read_gold(Upload("g.csv", text))
    assert [each.classes for each in gold.values()] == [("1", "2", "3", "4", "5"), ("0", "1")]


@pytest.mark.parametrize("name", ["respondent", "WorkerId", "annotated_by", "coder_id"])
def test_usual_names_of_raters(name):
    gold = only(f"{name},item,score\nr1,A,1\nr1,B,3\nr2,A,2\nr2,B,3\n")
    assert gold.gold.tolist() == [[0.5, 0.5, 0], [0, 0, 1]]


@pytest.mark.parametrize(
    "text",
    [
        '[{"item": "A", "user": "r1", "score": 1}, {"item": "A", "user": "r2", "score": 2}]',
        '{"item": "A", "user": "r1", "score": 1}\n{"item": "A", "user": "r2", "score": 2}\n',
        '[{"id": "A", "user": "r1", "quality": 1}, {"id": "A", "user": "r2", "quality": 2}]',
    ],
)  # fmt: skip
def test_records_of_ratings(text):
    gold = only(text, "g.json")
    assert (gold.raters, gold.votes.tolist()) == (("r1", "r2"), [[1, 1]])


def test_labels_beside_topic_and_text():
    text = "id,topic,text,label\n1,tea,I like it,2\n2,tea,,-1\n3,rum,No!,0\n"
    read = read_gold_and_nuggets(Upload("g.csv", text))
    assert read.collections["g"].ids == ("tea", "rum")
    assert "g.csv: not read: the columns text." in read.notes


def test_subtask_c_with_texts():
    text = "11\ttea\t2\tI like it\n12\ttea\t-1\tbad, bad\n13\trum\t0\tNo!\n"
    read = read_gold_and_nuggets(Upload("g.tsv", text))
    gold = read.collections["g"]
    assert (gold.ids, gold.order) == (("tea", "rum"), "the task")
    # Of tea one item is 2 and one is -1.
    assert gold.gold.tolist() == [[0, 0.5, 0, 0, 0.5], [0, 0, 1, 0, 0]]
    assert read.notes == ("g.tsv: not read: the texts behind the labels.",)
    run = "11\ttea\t1\tI like it\n12\ttea\t-1\tbad, bad\n13\trum\t0\tNo!\n"
    found = read_runs(Upload("r.tsv", run), read.collections).collections["g"]
    assert found.runs["r"].tolist() == [[0, 0.5, 0, 0.5, 0], [0, 0, 1, 0, 0]]


def test_lewidi_2023():
    rows = {"1": ("0,0,1,1", {"0": 0.5, "1": 0.5}), "2": ("0,1,1,1", {"0": 0.25, "1": 0.75})}
    made = {
        name: {"text": "t", "annotations": votes, "annotators": "A,B,C,D", "soft_label": shares}
        for name, (votes, shares) in rows.items()
    }
    text = json.dumps(made)
    gold = only(text, "g.json")
    assert (gold.votes.tolist(), gold.raters) == ([[2, 2], [1, 3]], ("A", "B", "C", "D"))


@pytest.mark.parametrize("head", ["ada,bea,tool", "human_1,human_2,gpt-4"])
def test_signs_that_there_is_no_rating_are_asked_about(head):
    rows = [("3", "NA", "2"), ("NA", "-", "4"), ("5", "5", "refused"), ("1", "2", "refused")]
    text = f"id,{head}\n" + "".join(f"q{n},{','.join(row)}\n" for n, row in enumerate(rows))
    with pytest.raises(DataError, match=r"'NA' \(2 ratings\).* or leave these out"):
        only(text)
    left = only(text, leave_out=("NA", "-", "refused"))
    assert (left.votes.sum(), {*left.raters}) == (7, {*head.split(",")})


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize("head", ["disagree,neutral,agree", "1,2,3", "C,B,A"])
def test_counts_without_their_zeros_are_no_ratings(head, sign):
    rows = [("2", "3", sign), (sign, "4", "1"), ("1", sign, "4"), ("5", sign, sign)]
    text = f"id,{head}\n" + "".join(f"q{n},{','.join(row)}\n" for n, row in enumerate(rows))
    with pytest.raises(DataError, match="Give a vote count or a probability"):
        only(text)


@pytest.mark.parametrize("mark", ["99", "99.0"])
def test_a_rating_is_left_out_as_it_is_written_and_as_it_is_told(mark):
    rows = "a,h,1.0\nb,h,2.0\nc,h,99.0\na,j,1.0\nb,j,2.0\nc,j,2.0\n"
    text = "item,rater,rating\n" + rows
    assert only(text, leave_out=(mark,)).votes.tolist() == [[2, 0], [0, 2], [0, 1]]
    wide = "id,human,judge\na,1.0,1.0\nb,2.0,2.0\nc,99.0,2.0\n"
    assert only(wide, leave_out=(mark,)).votes.tolist() == [[2, 0], [0, 2], [0, 1]]
    by_rater = '{"h": {"a": 1.0, "b": 2.0, "c": 99.0}, "j": {"a": 1, "b": 2, "c": 2}}'
    assert only(by_rater, "g.json", leave_out=(mark,)).votes.tolist() == [[2, 0], [0, 2], [0, 1]]


def test_ratings_with_decimal_commas_are_numbers():
    rows = "a;h;3,0\nb;h;4,5\nc;h;1,5\na;j;3\n"
    gold = only("item;rater;rating\n" + rows)
    assert gold.classes == ("1.5", "2", "2.5", "3", "3.5", "4", "4.5")
    assert gold.votes.sum(axis=0).tolist() == [1, 0, 0, 2, 0, 0, 1]
    wide = only("id;human;gpt-4o\na;3;4,0\nb;5;5,0\nc;1;2,0\n")
    assert wide.classes == ("1", "2", "3", "4", "5")


def test_votes_that_are_no_class_are_left_out():
    text = "id,low,high,Refused,DK\nx,2,3,1,0\ny,1,1,0,2\n"
    gold = only(text, leave_out=("Refused", "DK"))
    assert (gold.classes, gold.votes.tolist()) == (("low", "high"), [[2, 3], [1, 1]])
    long = "id,class,value\nx,low,2\nx,high,3\nx,DK,1\n"
    assert only(long, leave_out=("DK",)).votes.tolist() == [[2, 3]]


def test_labels_that_are_no_class_are_left_out():
    text = "id,topic,label\n1,tea,2\n2,tea,DK\n3,rum,1\n4,rum,2\n"
    said = Plan(leave_out=("DK",))
    read = read_gold_and_nuggets(with_plan(Upload("g.csv", text), said))
    gold = read.collections["g"]
    assert (gold.classes, gold.labels.ids) == (("1", "2"), ("1", "3", "4"))
    assert gold.gold.tolist() == [[0, 1], [0.5, 0.5]]
    assert read.notes == ("g.csv: 1 item without a label left out.",)
    with pytest.raises(DataError, match="nothing is left"):
        read_gold(with_plan(Upload("g.csv", text), Plan(leave_out=("1", "2", "DK"))))


# Scores, and what looks like them.


@pytest.mark.parametrize("lines", [["1\t4", "2\t5", "3\t3"], ["101 4.5", "102 5", "103 3"],
                                   ["7 .3 .25", "8 .1 .5", "9 .4 .75"]])  # fmt: skip
def test_ids_without_a_header_are_no_scores_of_a_run(lines):
    with pytest.raises(DataError, match="the first column .* are ids.*: id,label .*id,RUN1"):
        read_scores(Upload("loss.txt", "\n".join(lines)))
    # Scores of three instances that are 0 or 1 have one twice.
    assert read_scores(Upload("loss.txt", "1 0\n0 1\n1 1\n")).runs == ("run1", "run2")


@pytest.mark.parametrize("text", ["q1\t4\nq2\t5\n", "q1,4\nq2,5\n"])
def test_two_columns_without_a_header_lead_to_one(text):
    with pytest.raises(DataError, match="first line .* has numbers where the header .*id,label"):
        read_gold(Upload("g.csv", text))
    with pytest.raises(DataError, match="line 1: the header has 1 column, not three or more"):
        read_gold(Upload("g.csv", "# Notes\n\nq1 and q2 were rated\n"))


@pytest.mark.parametrize("signs", [("-", "NaN", "N/A"), ("–", "na", "null")])
def test_a_tiny_score_matrix_with_undefined_scores_is_one(signs):
    cells = ["id,A,B", "q1,.5,{}", "q2,{},.3", "q3,.25,{}"]
    text = "\n".join(cells).format(*signs)
    (found,) = look(Upload("acc.csv", text))
    assert (found.is_matrix, found.runs) == (True, ("A", "B"))
    scores = read_scores(Upload("acc.csv", text))
    np.testing.assert_array_equal(scores.values[0], [[0.5, np.nan], [np.nan, 0.3], [0.25, np.nan]])
    # One row that has both decides: .5 and .25 are no distribution, .5 and .5 are.
    assert look(Upload("acc.csv", f"{text}\nq4,.5,.25"))[0].is_matrix
    with pytest.raises(DataError, match="line 3: the value nan for class A is not a finite number"):
        look(Upload("r.csv", "id,A,B\nq1,.5,.5\nq2,NaN,.3\nq3,.4,.6\n"))


def test_a_tiny_score_matrix_whose_only_sign_is_nan_is_one_or_asked_about():
    for text in ("id,A,B\nq1,.5,NaN\nq2,.3,.4\n", "id,A,B\nq1,.5,\nq2,.3,.4\n"):
        (found,) = look(Upload("acc.csv", text))
        assert (found.is_matrix, found.runs) == (True, ("A", "B"))
    values = read_scores(Upload("acc.csv", text.replace(".5,", ".5,NaN"))).values
    np.testing.assert_array_equal(values, [[[0.5, np.nan], [0.3, 0.4]]])
    # A row that sums to 1, votes, and rows that all lack a number may be a faulty run's.
    for rows in ("q1,.5,NaN\nq2,.6,.4\n", "q1,5,NaN\nq2,3,4\n", "q1,.5,NaN\nq2,NaN,.4\n"):
        with pytest.raises(DataError, match="the value nan .*open it as a score matrix"):
            look(Upload("acc.csv", f"id,A,B\n{rows}"))


@pytest.mark.filterwarnings("error")
def test_scores_that_no_instance_has_of_all_runs_have_no_mean(tmp_path, capsys):
    file = tmp_path / "acc.csv"
    file.write_text("id,A,B\nq1,.5,-\nq2,NaN,.3\nq3,N/A,.2\n")
    assert main(["score", "--scores", str(file)]) == 1
    told = capsys.readouterr().err
    assert "acc: on no instance does every run have a score" in told
    assert "--without" in told


# What a person says is followed.


def test_parts_that_a_person_gives_are_followed():
    text = "a,b,c,d\nx,1,2,3\ny,3,2,1\n"
    parts = {"a": "id", "b": "rater", "c": "rater", "d": "text"}
    gold = only(text, parts=parts)
    assert (gold.raters, gold.classes) == (("b", "c"), ("1", "2", "3"))
    assert only(text, parts={"a": "id", "b": "class", "c": "text", "d": "class"}).classes == (
        "b",
        "d",
    )


def test_of_what_a_person_has_not_said_the_guess_stays():
    text = "item,rater,rating,note\nx,ann,1,5\nx,bob,2,4\ny,ann,2,5\n"
    gold = only(text, parts={"note": "text"})
    assert (gold.ids, gold.raters, gold.votes.tolist()) == (
        ("x", "y"),
        ("ann", "bob"),
        [[1, 1], [0, 1]],
    )
    counts = "id,low,mid,high\nx,1,2,3\ny,3,2,1\n"
    assert only(counts, parts={"mid": "text"}).classes == ("low", "high")
    # The sum would be refused, as it is none.
    wrong = "id,low,high,total\nx,1,2,4\ny,3,2,5\n"
    assert only(wrong, parts={"total": "total"}).votes.tolist() == [[1, 2], [3, 2]]


def test_a_column_of_ids_may_stand_anywhere():
    gold = only("a,b,c\n1,2,x\n3,1,y\n", parts={"c": "id", "a": "class", "b": "class"})
    assert (gold.ids, gold.votes.tolist()) == (("x", "y"), [[1, 2], [3, 1]])
    labels = only("a,b\nhigh,x\nlow,y\nlow,z\n", parts={"a": "label", "b": "id"})
    assert labels.labels.ids == ("x", "y", "z")
    assert labels.classes == ("low", "high")
    long = only("n,of,who\n1,low,x\n3,high,x\n2,low,y\n2,high,y\n",
                parts={"n": "class", "of": "label", "who": "id"})  # fmt: skip
    assert (long.ids, long.votes.tolist()) == (("x", "y"), [[1, 3], [2, 2]])


@pytest.mark.parametrize("lost", ["id", "rater"])
def test_rows_of_ratings_that_lack_a_part_are_refused(lost):
    parts = {"a": "id", "b": "rater", "c": "rating"}
    parts = {name: "text" if part == lost else part for name, part in parts.items()}
    plan = Plan(parts, shape="ratings, a row each")
    with pytest.raises(DataError, match="line 1: item, rater or rating has no column"):
        read_gold(with_plan(Upload("g.csv", "a,b,c\nx,p,1\ny,q,2\n"), plan))


@pytest.mark.parametrize("text", [
    "id,low,high\nx,1,2\ny,3,2\n", "item,rater,rating\nx,ann,1\nx,bob,2\n",
    "id,topic,label\n1,t,low\n2,t,high\n", "id,a,b\nx,.7,.9\ny,.8,.1\n",
    "system,measure,item,score\nr,m,x,.5\nr,m,y,.7\n",
])  # fmt: skip
def test_any_parts_are_read_or_refused_in_a_sentence(text):
    first, *others = text.split("\n")[0].split(",")
    given = [{first: part} for part in PARTS]
    given += [dict(zip(others, parts, strict=False)) for parts in product(PARTS, repeat=2)]
    for parts in given:
        for read in (look, read_scores):
            try:
                read(with_plan(Upload("g.csv", text), Plan(parts)))
            except DataError:
                continue


def test_a_part_that_is_none_is_refused():
    with pytest.raises(ValueError, match="'rate' is no part of a table; there are id, rater"):
        Plan({"a": "rate"})
    with pytest.raises(ValueError, match="decimals are asked, share, round, not 'up'"):
        Plan(decimals="up")


def test_a_plan_goes_with_read_collections():
    text = "a,b,c\nx,1,2\ny,3,2\n"
    plan = Plan(parts={"a": "id", "b": "rater", "c": "rater"})
    (gold,) = read_collections(Upload("g.csv", text), plan=plan).values()
    assert gold.raters == ("b", "c")
    (data,) = read_together(with_plan(Upload("g.csv", text), plan)).data_sets
    assert data.collections["g"].raters == ("b", "c")


@pytest.mark.parametrize("is_flipped", [False, True])
def test_a_record_always_has_the_order_and_the_same_comes_of_it_again(tmp_path, is_flipped):
    folder = tmp_path
    (folder / "g.csv").write_text("id,high,medium,low\na,1,2,3\nb,4,0,1\nc,1,1,1\n")
    (folder / "r.csv").write_text("id,low,medium,high\na,.1,.2,.7\nb,.5,.25,.25\nc,.3,.3,.4\n")
    (folder / "s.csv").write_text("id,low,medium,high\na,.5,.2,.3\nb,.1,.1,.8\nc,.2,.3,.5\n")
    files = [str(folder / name) for name in ("r.csv", "s.csv")]
    campaign = read_campaign(
        str(folder / "g.csv"), files, measures=["NMD", "RNOD"], flipped=is_flipped
    )
    options = Options(trials=20, splits=4, samples=10, small_split=0)
    (folder / "options.json").write_text(options_json(analyse(campaign, options), "today"))
    saved = json.loads((folder / "options.json").read_text())
    assert saved["data"][0]["choices"]["classes"] == ["low", "medium", "high"]
    again, same = read_options(folder / "options.json")
    assert same == options
    ours, theirs = campaign.parts[0], again.parts[0]
    assert theirs.choices == ours.choices
    assert (theirs.classes, theirs.order) == (ours.classes, ours.order)
    assert theirs.order == "a known scale: amount"


def test_a_record_has_the_plan_and_the_same_comes_of_it_again(tmp_path):
    (tmp_path / "g.csv").write_text("id,low,high,DK,note\na,1,2,4,1\nb,4,0,2,1\nc,1,1,3,1\n")
    (tmp_path / "r.csv").write_text("id,low,high\na,.1,.9\nb,.5,.5\nc,.3,.7\n")
    (tmp_path / "s.csv").write_text("id,low,high\na,.2,.8\nb,.5,.5\nc,.4,.6\n")
    files = [str(tmp_path / name) for name in ("g.csv", "r.csv", "s.csv")]
    chosen = {"leave_out": ("DK",), "parts": {"note": "text"}, "decimals": "round"}
    campaign = read_campaign(files[0], files[1:], measures=["NMD"], **chosen)
    # |1/3 - .1| and |1/3 - .2|: neither the notes nor DK are votes.
    np.testing.assert_allclose(campaign.scores["g"].values[0][0], [7 / 30, 2 / 15])
    made = analyse(campaign, Options(trials=20, splits=4, samples=10, small_split=0))
    (tmp_path / "options.json").write_text(options_json(made, "today"))
    again, _ = read_options(tmp_path / "options.json")
    assert again.parts[0].choices == campaign.parts[0].choices
    assert again.scores["g"].values.tolist() == campaign.scores["g"].values.tolist()
    told = "; ".join(settings(made).values())
    assert "column note read as text; ratings left out DK; ratings between two classes" in told


def test_faults_of_one_kind_are_one_with_their_count_and_first_places():
    rows = "".join(f"x{n},.5,.4\n" for n in range(1000))
    with pytest.raises(DataError) as caught:
        read_gold(Upload("g.csv", f"id,low,high\n{rows}"))
    (fault,) = caught.value.faults
    assert (fault.count, fault.place) == (1000, "line 2, line 3, line 4 and 997 more")
    assert fault.problem == "the probabilities sum to 0.9 instead of 1"


def test_scores_with_a_row_each_are_matrices():
    text = (
        "model,instance,metric,value\na,q1,NMD,.1\nb,q1,NMD,.2\na,q2,NMD,.3\nb,q2,NMD,NA\n"
        "a,q1,accuracy,1\nb,q1,accuracy,0\na,q2,accuracy,0\nb,q2,accuracy,1\n"
    )
    scores = read_scores(Upload("tidy.csv", text))
    assert (scores.measures, scores.larger_is_better) == (("NMD", "Accuracy"), (False, True))
    assert (scores.runs, scores.ids) == (("a", "b"), ("q1", "q2"))
    np.testing.assert_array_equal(scores.values, [[[0.1, 0.2], [0.3, np.nan]], [[1, 0], [0, 1]]])
    header, *rows = (line.split(",") for line in text.splitlines())
    lines = "\n".join(json.dumps(dict(zip(header, row, strict=True))) for row in rows)
    again = read_scores(Upload("tidy.jsonl", lines))
    np.testing.assert_array_equal(again.values, scores.values)
    with pytest.raises(DataError, match="line 10: a has a score on q1 already"):
        read_scores(Upload("tidy.csv", text + "a,q1,NMD,.5\n"))
    with pytest.raises(DataError, match="--larger height"):
        read_scores(Upload("tidy.csv", text.replace("accuracy", "height")))


def test_what_two_plans_of_a_source_say_holds_together():
    """The later one says nothing of the classes, and takes none of them away."""
    wider = with_plan(template("wide_gold.csv"), Plan(classes=("none", "low", "middle", "high")))
    (found,) = read_collections(with_plan(wider, Plan(leave_out=("middle",)))).values()
    assert found.classes == ("none", "low", "middle", "high")
    assert found.votes.tolist() == [[0, 2, 0, 3], [0, 0, 0, 6]]


@pytest.mark.parametrize(("least", "classes"), [(0, ("a", "b", "c")), (1, tuple("12345"))])
def test_whole_numbers_of_other_sums_are_votes_where_any_column_has_a_0(least, classes):
    rows = [f"i{n},{n % 3 + least},{n % 4 + 1},{n % 5 + 1}" for n in range(30)]
    (gold,) = read_gold(Upload("g.csv", "\n".join(["id,a,b,c", *rows]))).values()
    assert gold.classes == classes


# Sheets of ratings whose columns are called after people.


def test_a_model_beside_a_name_is_a_rater_and_ratings_of_one_class_ask_for_the_scale():
    assert only("id,anna,gpt-4\nq1,5,4\nq2,3,5\n").raters == ("anna", "gpt-4")
    same = "id,anna,gpt-4\nq1,5,5\nq2,5,5\n"
    with pytest.raises(DataError, match="all ratings are 5, .* Give all classes of the scale"):
        only(same)
    gold = only(same, classes=("4", "5"))
    assert (gold.raters, gold.votes.tolist()) == (("anna", "gpt-4"), [[0, 2], [0, 2]])
    # Of runs, one of which is a model, 0 and 1 may be scores.
    assert only("id,bm25,gpt-4\nq1,1,0\nq2,0,1\n").ratings is None


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("id,anna,ben\nq1,5,4\nq2,3,5\n", True),
        ("id,anna,ben\nq1,5,5\nq2,5,5\n", True),
        ("id,anna,ben\nq1,5,4\nq2,4,5\n", False),
        ("id,anna,ben\nq1,5,0\nq2,3,5\n", False),
        ("id,anna,ben\nq1,50,40\nq2,30,50\n", False),
        ("id,low,high\nq1,5,4\nq2,3,5\n", False),
    ],
)
def test_votes_that_may_be_ratings_are_told_and_one_rater_is_enough_to_say(text, is_told):
    notes = read_gold_and_nuggets(Upload("g.csv", text)).notes
    assert any("--column anna=rater" in note for note in notes) == is_told
    if is_told:
        gold = only(text, parts={"anna": "rater"}, classes=("1", "2", "3", "4", "5"))
        assert (gold.ids, gold.raters) == (("q1", "q2"), ("anna", "ben"))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("anna,ben,carl\n5,4,5\n5,3,4\n2,1,5\n", "anna"),
        ("rater1,rater2,rater3\n5,4,5\n4,3,4\n2,1,1\n", "rater1"),
        ("anna,human,gpt-4\n5,4,5\n5,3,4\n", "anna"),
        ("human,gpt-4\n5,4\n3,2\n", "human"),
    ],
)
def test_a_sheet_without_ids_is_told_so(text, name):
    with pytest.raises(DataError, match=f"the first column, {name}, .* so there are no ids"):
        only(text)


def test_numbers_that_repeat_may_be_ids_where_they_are_called_so():
    with pytest.raises(DataError, match="is there already"):
        only("item,rater1,rater2\n5,4,5\n5,3,4\n")


@pytest.mark.parametrize(
    ("numbers", "classes"),
    [((0, 10, 40, 70, 100), 11), ((0, 25, 100), 5), ((0, 5, 20, 35, 60, 75, 100), 21)],
)
def test_a_wide_scale_goes_by_what_its_numbers_are_apart_and_this_is_told(numbers, classes):
    text = "item,rater,rating\n" + "".join(f"q{n},a,{n}\nq{n},b,{n}\n" for n in numbers)
    read = read_gold_and_nuggets(Upload("g.csv", text))
    (gold,) = read.collections.values()
    assert (gold.classes[0], gold.classes[-1], len(gold.classes)) == ("0", "100", classes)
    assert gold.gold.argmax(axis=1).tolist() == [n * (classes - 1) // 100 for n in numbers]
    assert any(f"classes are {100 // (classes - 1)} apart, from 0 to 100" in n for n in read.notes)


@pytest.mark.parametrize("numbers", [(1, 99), (1, 3, 5, 99), (0, 10, 300), (1, 2, 3, 100)])
def test_a_number_far_from_the_others_is_no_scale(numbers):
    text = "item,rater,rating\n" + "".join(f"q{n},a,{n}\nq{n},b,{n}\n" for n in numbers)
    with pytest.raises(DataError, match="far from the other ratings"):
        only(text)


@pytest.mark.parametrize("lists", [([4, 5, 3], [2, 2, 1]), ([4, 5, 3], [0, 2, 1]), ([0, 1], [1])])
def test_lists_of_whole_numbers_without_a_known_name_are_asked_about(lists):
    text = json.dumps([{"id": f"q{n}", "ratings": each} for n, each in enumerate(lists)])
    with pytest.raises(DataError, match=r"whether ratings lists votes .* --column ratings=shares"):
        only(text, "g.json")
    if len(lists[0]) == len(lists[1]):
        assert only(text, "g.json", parts={"ratings": "shares"}).votes.tolist() == list(lists)
        assert only(text.replace("ratings", "votes"), "g.json").votes.tolist() == list(lists)
    by_id = json.dumps({f"q{n}": each for n, each in enumerate(lists)})
    with pytest.raises(DataError, match="whether values lists votes or ratings is not known"):
        only(by_id, "g.json")
    by_class = [{"id": n, "ratings": {"low": n + 1, "high": 2}} for n in range(2)]
    assert only(json.dumps(by_class), "g.json").classes == ("low", "high")


#: Columns that only tools write, and a table that has them.
OF_TOOLS = {
    "Timestamp": "Timestamp,A?,B?\n2026/01/02,4,3\n2026/01/03,5,3\n",
    "ResponseId": "StartDate,ResponseId,Q1,Q2\n1,R_1,4,3\n2,R_2,5,3\n",
    "lastpage": "id,lastpage,Q1,Q2\n1,1,4,3\n2,1,5,3\n",
    "respondent_id": "respondent_id,Q1,Q2\n1,4,3\n2,5,3\n",
    "q.responses": 'id,q.responses,q.suggestion\nr1,"[4, 5]",5\nr2,"[3, 3]",3\n',
}


@pytest.mark.parametrize("name", OF_TOOLS)
def test_what_tools_export_is_refused_by_its_columns(name):
    with pytest.raises(DataError, match=f"{name} is a column of what tools export"):
        only(OF_TOOLS[name])


def test_what_a_person_says_of_an_export_is_followed():
    first = {"Timestamp": "text", "A?": "id"}
    assert only("Timestamp,A?,no,yes\n10:00,x,4,3\n10:01,y,5,0\n", parts=first).ids == ("x", "y")


def test_rows_of_ratings_with_their_time_are_ratings():
    text = "timestamp,user,item,score\n10:00,a,q1,4\n10:01,a,q2,3\n10:02,b,q1,5\n10:03,b,q2,3\n"
    gold = only(text)
    assert (gold.ids, gold.votes.tolist()) == (("q1", "q2"), [[0, 1, 1], [2, 0, 0]])


TURK = (
    '"HITId","HITTypeId","AssignmentId","WorkerId","WorkTimeInSeconds","Answer.fluency"\n'
    '"3H1","3T9","3A1","A11","31","4"\n"3H1","3T9","3A2","A22","20","5"\n'
    '"3H2","3T9","3A3","A11","31","3"\n"3H2","3T9","3A4","A22","24","3"\n'
)
STUDIO = (
    "annotation_id,annotator,created_at,id,lead_time,sentiment,text,updated_at\n"
    "11,1,2026-01-02T10:00:00Z,501,4.5,Positive,Good.,2026-01-02T10:00:05Z\n"
    "12,2,2026-01-02T10:01:00Z,501,3.0,Neutral,Good.,2026-01-02T10:01:03Z\n"
    "13,1,2026-01-02T10:02:00Z,502,2.0,Negative,Bad.,2026-01-02T10:02:02Z\n"
    "14,2,2026-01-02T10:03:00Z,502,6.0,Negative,Bad.,2026-01-02T10:03:06Z\n"
)


@pytest.mark.parametrize(
    ("text", "ids", "raters", "classes"),
    [
        (TURK, ("3H1", "3H2"), ("A11", "A22"), ("3", "4", "5")),
        (STUDIO, ("501", "502"), ("1", "2"), ("Negative", "Neutral", "Positive")),
    ],
)
def test_what_a_tool_records_beside_a_rating_is_none(text, ids, raters, classes):
    gold = only(text)
    assert (gold.ids, gold.raters, gold.classes) == (ids, raters, classes)
    assert gold.votes.tolist() == [[0, 1, 1], [2, 0, 0]]


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
def test_labels_of_doccano_are_words_of_their_scale(kind):
    labels = ("positive", "negative", "neutral")
    text = "\n".join(
        json.dumps({"id": n, "text": "Some text.", "label": [label], "Comments": []})
        for n, label in enumerate(labels)
    )
    if kind == "csv":
        text = "id,data,label\n" + "".join(f"{n},Text.,{e}\n" for n, e in enumerate(labels))
    gold = only(text, f"all.{kind}")
    assert gold.order_words == "negative < neutral < positive (a known scale: polarity)"


def test_scores_of_a_judge_beside_its_reasons_are_labels():
    text = (
        'id,prompt,score,reason\nq1,"Say, why?",4,"Clear, short."\nq2,How?,2,Wrong\nq3,So?,4,No\n'
    )
    gold = only(text, "judge.csv")
    assert (gold.classes, gold.votes.tolist()) == (("2", "3", "4"), [[1, 0, 2]])


def test_judgements_in_words_beside_their_scores_are_texts():
    text = "\n".join(
        json.dumps({"question_id": n, "model": model, "judge": "gpt-4", "turn": 1, "score": score,
                    "judgment": f"The answer is right, and says it at length. [[{score}]]"})
        for n, model, score in ((1, "a", 8), (1, "b", 3), (2, "a", 9), (2, "b", 3))
    )  # fmt: skip
    gold = only(text, "gpt-4_single.jsonl")
    assert (gold.ids, gold.raters) == (("1/a", "1/b", "2/a", "2/b"), ("gpt-4",))
    assert gold.votes.argmax(axis=1).tolist() == [5, 0, 6, 0]


def test_results_of_a_run_are_no_dialogues():
    with pytest.raises(DataError, match="no column has ratings, votes or shares"):
        only('{"evalId": "e1", "results": {"version": 3}}', "output.json")


def test_a_mean_and_a_sum_beside_raters_are_not_read():
    text = "item,human_1,human_2,average,Total\nq1,4,5,4.5,9\nq2,2,2,2,4\n"
    gold = only(text)
    assert (gold.raters, gold.votes.tolist()) == (
        ("human_1", "human_2"),
        [[0, 0, 1, 1], [2, 0, 0, 0]],
    )


def test_ratings_by_item_and_rater_are_turned_and_more_raters_than_items_are_told():
    turned = {"q1": {"human": 4, "gpt-4": 5}, "q2": {"human": 2, "gpt-4": 2}}
    gold = only(json.dumps(turned), "g.json")
    assert (gold.ids, gold.raters) == (("q1", "q2"), ("human", "gpt-4"))
    assert gold.votes.tolist() == [[0, 0, 1, 1], [2, 0, 0, 0]]
    names = {f"q{n}": {"anna": n, "ben": 2} for n in range(3)}
    notes = read_gold_and_nuggets(Upload("g.json", json.dumps(names))).notes
    assert any("3 raters rated 2 items" in note for note in notes)


@pytest.mark.parametrize("labels", [("4/5", "2/5", "5/5"), ("80%", "20%", "100%")])
def test_marks_of_a_scale_are_in_order(labels):
    text = "item,rater,rating\n" + "".join(
        f"q{n},a,{e}\nq{n},b,{e}\n" for n, e in enumerate(labels)
    )
    assert only(text).classes == (labels[1], labels[0], labels[2])


def test_an_object_is_no_rating():
    line = json.dumps({"id": "q1", "model": "gpt-4", "response": {"score": 4, "reason": "so"}})
    with pytest.raises(DataError, match="the response is an object.* in a field of its own"):
        only(f"{line}\n{line.replace('q1', 'q2')}", "g.jsonl")


def test_columns_of_words_without_a_known_name_are_told_with_what_to_call_them():
    assert only("Element;Bewerter;Bewertung\nq1;anna;4\nq1;ben;5\n").raters == ("anna", "ben")
    with pytest.raises(DataError, match="columns are is not known: by is words alone. Call the"):
        only("case,by,points\nq1,anna,4\nq1,ben,5\n")


def test_a_header_of_merged_cells_is_told():
    with pytest.raises(DataError, match="line 1: the header stands on two lines"):
        only("item,helpful,,fluent,\n,anna,ben,anna,ben\nq1,4,5,3,3\nq2,2,2,5,4\n")


@pytest.mark.filterwarnings("error")
def test_infinite_votes_are_refused_and_no_warning_is_given():
    with pytest.raises(DataError, match="is not a finite number"):
        only("id,anna,ben\nq1,5,inf\nq2,3,5\n")
