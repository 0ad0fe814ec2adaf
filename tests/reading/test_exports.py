"""Tables in the shapes that tools for rating and surveys export; their content is invented."""

import json

import pytest

from oq_core import DataError
from oq_core.reading import read_gold
from tests.reading.made import Upload

TURK = (
    '"HITId","HITTypeId","Title","MaxAssignments","AssignmentId","WorkerId","AssignmentStatus",'
    '"WorkTimeInSeconds","LifetimeApprovalRate","Input.text","Answer.fluency"\n'
    '"3H1","3T9","Rate","2","3A1","A11","Approved","31","100% (4/4)","A cat.","4"\n'
    '"3H1","3T9","Rate","2","3A2","A22","Approved","20","100% (2/2)","A cat.","5"\n'
    '"3H2","3T9","Rate","2","3A3","A11","Approved","31","100% (4/4)","A dog.","3"\n'
    '"3H2","3T9","Rate","2","3A4","A22","Approved","24","100% (2/2)","A dog.","3"\n'
)
STUDIO = (
    "annotation_id,annotator,created_at,id,lead_time,sentiment,text,updated_at\n"
    "11,1,2026-01-02T10:00:00Z,501,4.5,Positive,Good.,2026-01-02T10:00:05Z\n"
    "12,2,2026-01-02T10:01:00Z,501,3.0,Neutral,Good.,2026-01-02T10:01:03Z\n"
    "13,1,2026-01-02T10:02:00Z,502,2.0,Negative,Bad.,2026-01-02T10:02:02Z\n"
    "14,2,2026-01-02T10:03:00Z,502,6.0,Negative,Bad.,2026-01-02T10:03:06Z\n"
)
ARGILLA = "\n".join(
    json.dumps(
        {"id": name, "status": "completed", "text": "Some text.", "quality.responses": values,
         "quality.responses.users": ["u-ann", "u-bob"],
         "quality.responses.status": ["submitted", "submitted"]}
    )
    for name, values in (("r1", [4, 5]), ("r2", [3, 3]))
)  # fmt: skip
POTATO = (
    "user,instance_id,displayed_text,quality:::3,quality:::4,quality:::5\n"
    "ann@x.org,i1,A cat.,,4,\nbob@x.org,i1,A cat.,,,5\n"
    "ann@x.org,i2,A dog.,3,,\nbob@x.org,i2,A dog.,3,,\n"
)
QUALTRICS = (
    "StartDate,EndDate,Progress,ResponseId,Q1_1,Q1_2\n"
    '"Start Date","End Date",Progress,"Response ID","How good? - A cat.","How good? - A dog."\n'
    '"{""ImportId"":""startDate""}","{""ImportId"":""endDate""}","{""ImportId"":""progress""}",'
    '"{""ImportId"":""_recordId""}","{""ImportId"":""QID1_1""}","{""ImportId"":""QID1_2""}"\n'
    "2026-01-02 10:00:00,2026-01-02 10:02:00,100,R_1,4,3\n"
    "2026-01-02 11:00:00,2026-01-02 11:03:00,100,R_2,5,3\n"
)
LIME = (
    '"id","submitdate","lastpage","startlanguage","seed","G01Q01[SQ001]","G01Q01[SQ002]"\n'
    '"1","2026-01-02 10:02:00","1","en","77","4","3"\n'
    '"2","2026-01-02 11:03:00","1","en","78","5","3"\n'
)
#: Votes for 3, 4 and 5.
VOTES = [[0, 1, 1], [2, 0, 0]]
TOOLS = {
    "Mechanical Turk": ("batch.csv", TURK, ("3H1", "3H2"), ("A11", "A22")),
    "Argilla": ("records.jsonl", ARGILLA, ("r1", "r2"), ("u-ann", "u-bob")),
    "Potato": ("annotated_instances.csv", POTATO, ("i1", "i2"), ("ann@x.org", "bob@x.org")),
    "Qualtrics": ("survey.csv", QUALTRICS, ("Q1_1", "Q1_2"), ("R_1", "R_2")),
    "LimeSurvey": ("results.csv", LIME, ("G01Q01[SQ001]", "G01Q01[SQ002]"), ("1", "2")),
}


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


FAULTS = {
    "two options of one question": (POTATO.replace("A cat.,,4,", "A cat.,3,4,"), "not a number"),
    "a cell less": (POTATO.replace(",A cat.,,4,", ",A cat.,,4"), "row 2 has 5 cells, the header 6"),
    "a respondent's cell less": (LIME.replace('"77",', ""), "row 2 has 6 cells, the header 7"),
    "a user less": (ARGILLA.replace('"u-ann", "u-bob"', '"u-ann"'), "line 1: the user is empty"),
}


@pytest.mark.parametrize(("text", "words"), FAULTS.values(), ids=list(FAULTS))
def test_what_is_wrong_with_an_export_is_told(text, words):
    with pytest.raises(DataError, match=words):
        read_gold(Upload("export.csv", text))
