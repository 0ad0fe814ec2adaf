"""Texts beside ratings: dialogues and tables, and what is said of those that lack them."""

import json

import pytest

from oq_core import DataError
from oq_core.baselines.texts import read_rated_texts, read_texts
from tests.reading.made import Upload, zipped

TURNS = [
    {"sender": "customer", "utterances": ["It is", "broken."]},
    {"sender": "helpdesk", "utterances": ["电源？"]},
]
RATED = [{"quality": {"A": 0, "S": 1, "E": 2}}]


def ntcir(*entries):
    return Upload("train.json", json.dumps(entries))


def spoken(name, *turns):
    return json.dumps(
        {
            "dialogue-id": name,
            "turns": [
                {
                    "turn-index": number,
                    "speaker": who,
                    "utterance": words,
                    "annotations": [{"breakdown": label} for label in votes],
                }
                for number, (who, words, votes) in enumerate(turns)
            ],
        }
    )


def test_ntcir_dialogues_are_rated_whole():
    gold, texts, _ = read_rated_texts(ntcir({"id": 7, "turns": TURNS, "annotations": RATED}))
    assert list(gold) == ["A", "S", "E"]
    assert texts["7"].turns == (("customer", "It is broken."), ("helpdesk", "电源？"))
    assert texts["7"].dialogue == "7"
    # A test set has no annotations.
    assert read_texts(ntcir({"id": "8", "turns": TURNS}))["8"].turns == texts["7"].turns


def test_dbdc_turns_are_rated_with_what_was_said_before_them():
    rated = spoken("D", ("S", "Hi", ""), ("U", "Hello", ""), ("S", "Trains!", "OX"), ("U", "?", ""))
    gold, texts, _ = read_rated_texts(zipped("en.zip", {"D.log.json": rated}))
    assert gold["en"].ids == tuple(texts) == ("D_2",)
    assert texts["D_2"].turns == (("S", "Hi"), ("U", "Hello"), ("S", "Trains!"))
    assert texts["D_2"].dialogue == "D"
    unrated = spoken("D", ("S", "Hi", ""), ("U", "Hello", ""), ("S", "Trains!", ""))
    assert list(read_texts(Upload("D.json", unrated))) == ["D_0", "D_2"]


def test_a_table_of_texts_stands_beside_gold_of_any_format():
    texts = Upload("texts.csv", 'id,text\ni1,"No, thanks"\ni2,\n')
    gold, found, _ = read_rated_texts([Upload("gold.csv", "id,low,high\ni2,1,3\ni1,2,2\n"), texts])
    assert gold["gold"].ids == ("i2", "i1")
    assert found["i1"].turns == (("", "No, thanks"),)
    assert found["i2"].turns == (("", ""),)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (
            [ntcir({"id": "d", "turns": [{"sender": "customer", "utterances": []}],
                    "annotations": RATED})],
            "train.json: the texts of all 1 instance are empty. Open the data with their texts",
        ),
        (
            [ntcir({"id": "d", "annotations": RATED})],
            "train.json, dialogue d: there is no list of turns. Open NTCIR dialogues",
        ),
        (
            [ntcir({"id": "d", "turns": [{"utterances": [1]}], "annotations": RATED})],
            "train.json, dialogue d: 1 is not text. Put it between quotation marks",
        ),
        (
            [Upload("t.csv", "id,text\na,b\n")],
            "t.csv: there are no ratings to learn from. Add the gold file of these instances",
        ),
        (
            [Upload("g.csv", "id,x,y\na,1,2\nb,1,2\n"), Upload("t.csv", "id,text\na,b\n")],
            "The files: 1 instance of the gold has no text: b. Add them to the texts",
        ),
        (
            [Upload("g.csv", "id,x,y\na,1,2\n"), Upload("t.csv", "id,text\na,b\na,c\n")],
            "t.csv: the instance a is there already. Keep one of the two",
        ),
        (
            [Upload("g.csv", "id,x,y\na,1,2\n")],
            "g.csv, line 1: there are no columns id and text. Give a table with the header id,text",
        ),
        (
            [Upload("D.json", '{"dialogue-id": "D", "turns": [{"turn-index": 1, '
                    '"annotations": [{"breakdown": "O"}]}]}')],
            "D.json, turn 1: there is no utterance",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_learnt_from_gets_a_sentence(files, words):
    with pytest.raises(DataError) as error:
        read_rated_texts(files)
    assert words in str(error.value)
