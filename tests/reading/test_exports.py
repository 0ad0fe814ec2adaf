"""Tables in the shapes that tools for rating and surveys export, read as ratings."""

import json

import pytest

from oq_core import DataError
from oq_core.reading import Plan, read_gold, read_gold_and_nuggets, with_plan
from tests.reading.exported import (
    ARGILLA,
    LIME,
    MONKEY,
    POTATO,
    QUALTRICS,
    STUDIO,
    STUDIO_TASKS,
    TOOLS,
    studio_result,
    studio_tasks,
)
from tests.reading.made import Upload

#: Votes for 3, 4 and 5.
VOTES = [[0, 1, 1], [2, 0, 0]]


@pytest.mark.parametrize(("name", "text", "items", "raters"), TOOLS.values(), ids=list(TOOLS))
def test_what_a_tool_exports_is_read_as_ratings(name, text, items, raters):
    (gold,) = read_gold(Upload(name, text)).values()
    assert (gold.ids, gold.raters, gold.classes) == (items, raters, ("3", "4", "5"))
    assert gold.votes.tolist() == VOTES


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_words_of_label_studio_are_a_scale_and_its_annotators_are_numbers(kind):
    text = STUDIO
    if kind == "json":
        header, *rows = [line.split(",") for line in STUDIO.splitlines()]
        text = json.dumps([dict(zip(header, row, strict=True)) for row in rows])
    (gold,) = read_gold(Upload(f"project.{kind}", text)).values()
    assert (gold.ids, gold.raters) == (("501", "502"), ("1", "2"))
    assert gold.classes == ("Negative", "Neutral", "Positive")
    assert gold.votes.tolist() == [[0, 1, 1], [2, 0, 0]]


def test_questions_of_label_studio_are_scales_and_what_is_not_read_is_told():
    stars, mood, why = (
        ("quality", "rating"), ("mood", "choices"), ("why", "text")
    )  # fmt: skip
    text = studio_tasks(
        [
            (1, [studio_result(*stars, 4), studio_result(*mood, ["Positive"])]),
            (2, [studio_result(*stars, 5), studio_result(*mood, ["Neutral"])]),
            (3, [studio_result(*stars, 1)]),
        ],
        [(1, [studio_result(*stars, 3), studio_result(*why, ["Short."])])],
    )
    read = read_gold_and_nuggets(Upload("project.json", text))
    quality, mood = (read.collections[name] for name in ("quality", "mood"))
    assert (quality.raters, quality.votes.tolist()) == (("1", "2"), [[0, 1, 1], [1, 0, 0]])
    assert (mood.ids, mood.classes) == (("501",), ("Neutral", "Positive"))
    assert read.notes == ("project.json: not read: the columns data.text, data.item_id.",)
    # The person's own ids, to match with a judge's.
    own = with_plan(Upload("project.json", text), Plan(parts={"data.item_id": "id"}))
    assert read_gold(own)["quality"].ids == ("r501", "r502")


def test_predictions_of_label_studio_are_told_and_what_is_no_object_says_nothing():
    (first, second), results = json.loads(STUDIO_TASKS), [studio_result("quality", "rating", 1)]
    first["predictions"] = [{"model_version": "m", "result": results}]
    second |= {"data": 1, "predictions": 1}
    read = read_gold_and_nuggets(Upload("p.json", json.dumps([first, second])))
    assert read.collections["quality"].votes.tolist() == VOTES
    assert read.notes == ("p.json: not read: the columns data.text, data.item_id, predictions.",)


def test_label_studio_without_answers_on_a_scale_is_told_so():
    text = studio_tasks([(1, [studio_result("why", "text", ["Short."])])])
    with pytest.raises(DataError, match="no annotation has a rating, a number or a choice"):
        read_gold(Upload("project.json", text))


def test_an_age_and_a_comment_beside_ratings_are_not_read_and_this_is_told():
    lines = QUALTRICS.splitlines()
    more = [
        "age,note,list",
        "Age,Note,list",
        '"{""ImportId"":""QID2""}","{""ImportId"":""QID3_TEXT""}","{""ImportId"":""list""}"',
    ]
    whole = zip(lines, [*more, "34,Nice.,1", "61,,2"], strict=True)
    named = "\n".join(",".join(each) for each in whole).replace("Q1_1,Q1_2", "help_1,help_2")
    read = read_gold_and_nuggets(Upload("survey.csv", named))
    (gold,) = read.collections.values()
    assert (gold.ids, gold.classes) == (("help_1", "help_2"), ("3", "4", "5"))
    assert gold.votes.tolist() == VOTES
    assert read.notes == ("survey.csv: not read: the columns age (no rating), note (no rating).",)


def test_answers_in_words_are_on_the_scale_that_most_questions_have():
    text = (
        "Timestamp,A,B,C,Would you ask again?,Your age\n"
        "2026/01/02 10:00:00,Satisfied,Neutral,Dissatisfied,Yes,34\n"
        "2026/01/02 10:00:00,Very satisfied,Neutral,Neutral,No,61\n"
    )
    (gold,) = read_gold(Upload("form.csv", text)).values()
    assert (gold.ids, gold.raters) == (("A", "B", "C"), ("respondent 1", "respondent 2"))
    assert gold.classes == ("Dissatisfied", "Neutral", "Satisfied", "Very satisfied")
    assert gold.votes.tolist() == [[0, 0, 1, 1], [0, 2, 0, 0], [1, 1, 0, 0]]


def test_all_columns_of_lime_survey_but_its_records_are_questions():
    text = LIME.replace("G01Q01[SQ001]", "How good? [A]").replace('"lastpage"', '"Last page"')
    (gold,) = read_gold(Upload("r.csv", text.replace('"id"', '"Response ID"'))).values()
    assert (gold.ids, gold.raters) == (("How good? [A]", "G01Q01[SQ002]"), ("1", "2"))
    assert gold.votes.tolist() == VOTES


def test_rows_of_ratings_with_their_time_are_no_form():
    text = "timestamp,user,item,score\n10:00,a,q1,4\n10:01,a,q2,3\n10:02,b,q1,5\n10:03,b,q2,3\n"
    (gold,) = read_gold(Upload("log.csv", text)).values()
    assert (gold.ids, gold.votes.tolist()) == (("q1", "q2"), VOTES)


def test_whether_examples_of_prodigy_were_accepted_is_a_label():
    rows = [
        {"text": "So.", "label": "GOOD", "_input_hash": 7, "answer": answer, "_session_id": who}
        for who, answer in (("db-ann", "accept"), ("db-bob", "reject"), ("db-eve", "ignore"))
    ]
    read = read_gold_and_nuggets(Upload("p.jsonl", "\n".join(map(json.dumps, rows))))
    (gold,) = read.collections.values()
    assert (gold.raters, gold.classes) == (("db-ann", "db-bob"), ("accept", "reject"))
    assert any("text (no rating), label (no rating)" in note for note in read.notes)


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
def test_labels_of_doccano_are_words_of_their_scale(kind):
    labels = ("positive", "negative", "neutral")
    text = "\n".join(
        json.dumps({"id": n, "text": "Some text.", "label": [label], "Comments": []})
        for n, label in enumerate(labels)
    )
    if kind == "csv":
        text = "id,data,label\n" + "".join(f"{n},Text.,{e}\n" for n, e in enumerate(labels))
    (gold,) = read_gold(Upload(f"all.{kind}", text)).values()
    assert gold.order_words == "negative < neutral < positive (a known scale: polarity)"


def test_scores_of_a_judge_beside_its_reasons_are_labels():
    text = (
        'id,prompt,score,reason\nq1,"Say, why?",4,"Clear, short."\nq2,How?,2,Wrong\nq3,So?,4,No\n'
    )
    (gold,) = read_gold(Upload("judge.csv", text)).values()
    assert (gold.classes, gold.votes.tolist()) == (("2", "3", "4"), [[1, 0, 2]])


def test_judgements_in_words_beside_their_scores_are_texts():
    text = "\n".join(
        json.dumps({"question_id": n, "model": model, "judge": "gpt-4", "turn": 1, "score": score,
                    "judgment": f"The answer is right, and says it at length. [[{score}]]"})
        for n, model, score in ((1, "a", 8), (1, "b", 3), (2, "a", 9), (2, "b", 3))
    )  # fmt: skip
    (gold,) = read_gold(Upload("gpt-4_single.jsonl", text)).values()
    assert (gold.ids, gold.raters) == (("1/a", "1/b", "2/a", "2/b"), ("gpt-4",))
    assert gold.votes.argmax(axis=1).tolist() == [5, 0, 6, 0]


def test_results_of_a_run_are_no_dialogues():
    with pytest.raises(DataError, match="no column has ratings, votes or shares"):
        read_gold(Upload("output.json", '{"evalId": "e1", "results": {"version": 3}}'))


FAULTS = {
    "no parts of questions": (MONKEY.replace("\n,,,", "\n1,,,"), "second line"),
    "two options of one question": (POTATO.replace("A cat.,,4,", "A cat.,3,4,"), "not a number"),
    "a cell less": (POTATO.replace(",A cat.,,4,", ",A cat.,,4"), "row 2 has 5 cells, the header 6"),
    "a respondent's cell less": (LIME.replace('"77",', ""), "row 2 has 6 cells, the header 7"),
    "a column less": (
        """id,text,quality.responses.users\nr1,Some text.,"['a', 'b']"\n""",
        "there is no column quality.responses",
    ),
    "a user less": (ARGILLA.replace('"u-ann", "u-bob"', '"u-ann"'), "line 1: the user is empty"),
}


@pytest.mark.parametrize(("text", "words"), FAULTS.values(), ids=list(FAULTS))
def test_what_is_wrong_with_an_export_is_told(text, words):
    with pytest.raises(DataError, match=words):
        read_gold(Upload("export.csv", text))
