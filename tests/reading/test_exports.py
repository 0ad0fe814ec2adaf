"""Tables in the shapes that tools for rating and surveys export, read as ratings."""

import json

import pytest

from oq_core import DataError
from oq_core.reading import read_gold
from tests.reading.exported import ARGILLA, LIME, POTATO, STUDIO, TOOLS
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


FAULTS = {
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
