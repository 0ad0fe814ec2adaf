"""Every fault of a file is found, not only the first; what cannot be read on ends the list."""

import ast
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import DataError, read_scores
from oq_core.data import Fault
from oq_core.reading import read_gold, read_gold_and_nuggets, read_nugget_gold, read_runs, templates
from oq_core.reading.rows import MAX_NAME, name_fault
from tests.conftest import ROOT
from tests.reading.made import Upload, dialogue, dialogue_labels, ntcir_gold, ntcir_run, zipped

IDS = [f"d{number}" for number in range(8)]
GOLD = "id,low,mid,high\n" + "".join(f"{name},1,2,3\n" for name in IDS)


def faults_of_run(gold, run, name="r.csv"):
    read = read_runs([Upload(name, run)], read_gold(Upload(*gold)))
    assert bool(read.faults) != bool(read.added)
    return [(fault.place, fault.problem) for fault in read.faults]


#: What can be wrong with a row of a run, and how its fault begins.
PLANTED = {
    "text": ("{0},.5,no,.5", ", class mid", "'no' is not a number"),
    "empty": ("{0},.5,,.5", ", class mid", "the value is missing"),
    "negative": ("{0},-.5,.5,1", "", "the value -0.5 for class low is negative"),
    "nan": ("{0},.5,.5,nan", "", "the value nan for class high is not a finite"),
    "sum": ("{0},.5,.25,.2", "", "the probabilities sum to 0.95"),
    "cells": ("{0},.5,.5", "", "it has 3 cells, but the header has 4"),
    "header": ("id,low,mid,high\n{0},.5,.25,.25", "", "the header is there again"),
    "repeated": ("{0},.5,.25,.25\n{0},.5,.25,.25", "+1", "the id {0} is there already"),
    "surplus": ("x{0},.5,.25,.25\n{0},.5,.25,.25", "", "the id x{0} is not in the gold file"),
}


@given(st.lists(st.sampled_from(["", *PLANTED]), min_size=len(IDS), max_size=len(IDS)))
def test_what_is_planted_is_found_and_nothing_else(kinds):
    lines, planted = ["id,low,mid,high"], dict[str, list[tuple[str, str]]]()
    for name, kind in zip(IDS, kinds, strict=True):
        text, place, words = PLANTED.get(kind, ("{0},.5,.25,.25", "", ""))
        line = len(lines) + 1 + (place == "+1")
        if words:
            at = f"line {line}{place.removeprefix('+1')}"
            of_kind = planted.setdefault(kind, [])
            of_kind.append((at, words.format(name)))
        lines += text.format(name).split("\n")
    expected = []
    for each in planted.values():
        if len(each) > 3:
            places = ", ".join(place for place, _ in each[:3])
            expected.append((f"{places} and {len(each) - 3} more", each[0][1]))
        else:
            expected += each
    found = faults_of_run(("g.csv", GOLD), "\n".join(lines))
    assert len(found) == len(expected)
    for place, words in expected:
        assert any(at == place and problem.startswith(words) for at, problem in found)


def changed(text, *changes):
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


NTCIR_RUN = changed(
    ntcir_run("d1", "d2", "d3", "d9"), ("0.2", '"x"'), ('"1": 0.2', '"1": 0.4'), ('"-2"', '"-3"')
)
SEVERAL = {
    "long": (
        ("g.csv", "id,class,n\nx,a,1\nx,b,1\ny,a,1\ny,b,1\n"),
        "id,class,n\nx,a,?\nx,b,1\ny,a,.5\ny,,1\ny,a,.5\nq,a,1\n",
        [
            ("line 2, class a", "'?' is not a number"),
            ("line 5", "the class is empty"),
            ("line 6", "y has the class a already"),
            ("line 7 (q)", "the id q is not in the gold file"),
        ],
    ),
    "labels": (
        ("g.csv", "id,topic,label\n1,t,a\n2,t,b\n3,u,a\n"),
        "id,topic,label\n1,t,c\nid,topic,label\n2,u,b\n3,u,\n1,t,a\n4,t,a\n",
        [
            ("line 3", "the header is there again"),
            ("line 5", "the label is empty"),
            ("line 6", "the id 1 is there already (line 2)"),
            ("line 2", "the label 'c' is unknown"),
            ("line 4", "the item 2 has the topic u, but the gold has t"),
            ("line 7", "the item 4 is not in the gold file"),
        ],
    ),
    "subtask C": (
        ("g.tsv", "101\tt\t-1\n102\tt\t0\n103\tu\t2\n"),
        "101\tt\t3\n102\tt\n103\tu\tx\n",
        [
            ("line 2", "it has 2 values between tabs, not 3"),
            ("line 1", "the label '3' is unknown"),
            ("line 3", "the label 'x' is unknown"),
        ],
    ),
    "subtask E": (
        ("g.tsv", "".join(f"{topic}\t0\t0\t.5\t.5\t0\n" for topic in "abcdef")),
        "a\t0\t0\t.5\t.5\t0\nb\t0\t0\t.5\t.5\t0\nc\t0\t0\t.5\t.5\t0\n"
        "d\t.1\t?\t.4\t.2\t.1\ne\t.1\t.1\t.1\nf\t0\t0\t0\t.1\t.1\n",
        [
            ("line 5", "it has 4 values between tabs, not 6"),
            ("line 4, class -1", "'?' is not a number"),
            ("line 6", "the probabilities sum to 0.2 instead of 1"),
        ],
    ),
    "LeWiDi": (
        ("g.json", templates()["lewidi_gold.json"]),
        "101\t[0.2, 0.4]\n102\t[0, 0, 0.25, x, 0]\n103\t[1, 0, 0, 0, 0]\n",
        [
            ("line 2", "the second cell is not a list of numbers"),
            ("line 1", "it has 2 numbers, but the gold has 5 classes"),
            ("line 3", "the id 103 is not in the gold file"),
        ],
    ),
    "NTCIR": (
        ("g.json", ntcir_gold("d1", "d2", "d3", "d4")),
        json.dumps(
            [
                {"id": "d1", "quality": {"A": {"0": "x", "-3": 1}, "S": {"1": 0.5}}},
                {"id": "d2", "quality": []},
                {"id": "d2", "quality": {}},
                {"quality": {}},
                {"id": "d3", "nugget": []},
                {"id": "d9", "quality": {"A": {"0": 1}, "S": {"0": 1}}},
            ]
        ),
        [
            ("entry 3", "the id d2 appears twice"),
            ("entry 4", "there is no id"),
            ("dialogue d3", "this file is for nugget detection"),
            ("dialogue d2", "there is no object 'quality'"),
            ("dialogue d1, scale A, class 0", "'x' is not a number"),
            ("dialogue d1, scale A", "the class '-3' is unknown"),
            ("", "1 of 4 instances is missing: d4"),
            ("dialogue d9, scale A", "the id d9 is not in the gold file"),
            ("dialogue d1, scale S", "the probabilities sum to 0.5 instead of 1"),
        ],
    ),
}


@pytest.mark.parametrize(("gold", "run", "expected"), SEVERAL.values(), ids=list(SEVERAL))
def test_every_fault_of_a_run_is_told_once(gold, run, expected):
    found = faults_of_run(gold, run, "r.json" if run.startswith("[") else "r.tsv")
    assert len(found) == len(expected)
    for (place, words), (at, problem) in zip(expected, found, strict=True):
        assert (place, problem[: len(words)]) == (at, words)


def places_of(read, source):
    with pytest.raises(DataError) as caught:
        read(source)
    return [fault.place for fault in caught.value.faults]


def test_every_fault_of_gold_is_told():
    rows = "x,1,no\ny,1\nx,0,0\n,1,1\nz,-1,1\nz,1,1\n"
    assert places_of(read_gold, Upload("g.csv", f"id,a,b\n{rows}")) == [
        "line 2, class b", "line 3", "line 5", "line 7", "line 6", "line 4"]  # fmt: skip
    entries = json.loads(ntcir_gold("d1", "d2", "d3"))
    entries[0]["annotations"][1]["quality"]["A"] = 7
    del entries[2]["annotations"][0]["quality"]["S"]
    assert places_of(read_gold, Upload("g.json", json.dumps(entries))) == [
        "dialogue d1, annotation 2, scale A", "dialogue d3, annotation 1"]  # fmt: skip
    votes = changed(templates()["lewidi_gold.json"], ('"Ann1": "1"', '"Ann1": "9"'),
                    ('"Ann2": "4"', '"Ann2": null'), ('"102"', '" "'))  # fmt: skip
    assert places_of(read_gold, Upload("g.json", votes)) == [
        "instance 101, annotator Ann1", "instance  , annotator Ann2", ""]  # fmt: skip
    matrix = "id,A,B\nx,.1,no\nx,.2\ny,inf,.5\ny,.1,.2\n"
    assert places_of(read_scores, Upload("NMD.csv", matrix)) == [
        "line 2, class B", "line 3", "line 5", "instance y, column 1"]  # fmt: skip
    cells = "run,system,gold,count\nX,a,a,no\nX,b,b,-1\nX,b,a\n"
    assert places_of(read_gold, Upload("c.csv", cells)) == [
        "line 4", "line 2, class count", "line 3"]  # fmt: skip


def test_every_fault_of_ratings_is_told():
    long = "item,rater,rating\ni1,ann,2\ni1,bob\n,ann,3\ni2,bob,3\nitem,rater,rating\n"
    wide = "item,rater1,rater2\ni1,1,2\ni1,2,2\n,1,1\n"
    by_rater = '{"ann": {"i1": 2, "i2": true}, "bob": {"i1": {}}}'
    gold = read_gold(Upload("g.csv", "item,rater,rating\ni1,ann,2\ni2,ann,3\n"))
    for text, places in (
        (long, ["line 3", "line 4", "line 6"]),
        (wide, ["line 3", "line 4"]),
        (by_rater, ["rater ann, item i2", "rater bob, item i1"]),
    ):
        assert places_of(read_gold, Upload("g", text)) == places
        read = read_runs(Upload("r", text), gold)
        assert not read.added
        assert [fault.place for fault in read.faults] == places
    twice = "item,rater,rating\ni1,ann,2\ni1,ann,3\ni2,ann,3\ni2,ann,3\n"
    assert places_of(read_gold, Upload("g.csv", twice)) == ["line 3", "line 5"]
    # A judge's faults are not those of the next; an item that no person rated is left out.
    judges = '{"a": {"i1": 2}, "b": {"i1": 2, "i2": 3}, "c": {"i3": 2, "i1": 3, "i2": 2}}'
    read = read_runs(Upload("j.json", judges), gold)
    assert read.added == ("b", "c", "Panel")
    assert [fault.place for fault in read.faults] == ["judge a"]
    assert read.notes == ("j.json: 1 item is not in the gold file and left out: i3.",)


def test_every_fault_of_nuggets_is_told():
    entries = [
        {"id": name, "turns": [{"sender": "customer"}], "annotations": [{"nugget": ["CNUG"]}]}
        for name in ("d1", "d2", "d3")
    ]
    gold = read_nugget_gold(Upload("g.json", json.dumps(entries)))
    entries[0]["annotations"] += [{"nugget": ["HNUG"]}, {"nugget": []}]
    entries[1]["turns"] = []
    places = places_of(read_nugget_gold, Upload("g.json", json.dumps(entries)))
    assert places == ["dialogue d1, annotation 2, turn 1", "dialogue d1, annotation 3",
                      "dialogue d2"]  # fmt: skip
    run = [
        {"id": "d1", "nugget": [{"CNUG": 2}]},
        {"id": "d2", "nugget": [{"HNUG": 1}]},
        {"id": "d3", "nugget": [{"CNUG": 1}, {"CNUG": 1}]},
        {"id": "d4", "nugget": [{"CNUG": 1}]},
    ]
    faults = read_runs([Upload("r.json", json.dumps(run))], {}, gold).faults
    assert [fault.place for fault in faults] == [
        "dialogue d1, turn 1, class CNUG", "dialogue d4", "dialogue d2, turn 1", "dialogue d3",
    ]  # fmt: skip


def test_every_file_of_an_archive_is_looked_at():
    bad = dialogue("C1", {1: "OZ", 2: "Y"})
    archive = zipped("g.zip", {"C1.json": bad, "C2.json": dialogue("C2", {1: "Q"})})
    with pytest.raises(DataError) as caught:
        read_gold(archive)
    assert [(fault.file, fault.place) for fault in caught.value.faults] == [
        ("g.zip/C1.json", "turn-index 1, annotation 2"),
        ("g.zip/C1.json", "turn-index 2, annotation 1"),
        ("g.zip/C2.json", "turn-index 1, annotation 1"),
    ]
    gold = read_gold(Upload("C1.json", dialogue("C1", {1: "O", 2: "T"})))
    labels = dialogue_labels("C1", {1: (None, 0, 0), 2: (0, 0, "x")})
    faults = read_runs([Upload("C1.labels.json", labels)], gold).faults
    assert [(fault.place, fault.problem) for fault in faults] == [
        ("turn-index 1", "prob-O is None, not a number"),
        ("turn-index 2", "prob-X is 'x', not a number"),
    ]


def test_what_cannot_be_read_on_comes_after_what_was_found():
    text = 'id,low,mid,high\nd0,.5,no,.5\nd1,"5,.5,.5\n'
    found = faults_of_run(("g.csv", GOLD), text)
    assert found[0] == ("line 2, class mid", "'no' is not a number")
    assert found[1][1].startswith("a quote that opens there is never")
    assert len(found) == 2


def test_an_error_keeps_its_faults_on_the_way_from_a_worker():
    faults = (Fault("a", "b", "c", "d"), Fault("a", "e", "f", "g", 3))
    again = pickle.loads(pickle.dumps(DataError(*faults)))
    assert again.faults == faults
    assert str(again) == "a, b: c. d. And 3 more faults."
    assert DataError("A sentence. And another.").faults[0].problem == "A sentence. And another"


# Names that cannot be shown.

BAD_NAMES = {
    "x" * (MAX_NAME + 1): "has 201 signs; at most 200 can be shown",
    "a\u202eb": "has a sign that controls lines or their direction",
    "a\u2028b": "has a sign that controls lines or their direction",
    "a\x1b[0m": "has a sign that controls lines or their direction",
    "\u200b\u3000": "has no visible sign",
}


@pytest.mark.parametrize(("name", "words"), BAD_NAMES.items(), ids=list(BAD_NAMES.values()))
def test_names_that_cannot_be_shown_are_refused(name, words):
    assert name_fault(name) == words
    shown = json.dumps(name)
    wide = f'id,low,high\n"{name}",1,2\ny,1,2\n'
    with pytest.raises(DataError) as caught:
        read_gold(Upload("g.csv", wide))
    (fault,) = caught.value.faults
    assert fault.place == "line 2"
    assert words in fault.problem
    for text in (
        f'id,low,"{name}"\nx,1,2\n',
        f"id,topic,label\n1,{name},a\n2,t,b\n",
        f"id,topic,label\n1,t,{name}\n2,t,b\n",
        f"run,system,gold,count\n{name},a,a,3\n{name},b,b,3\n",
        ntcir_gold("d1").replace('"d1"', shown),
        ntcir_gold("d1").replace('"E"', shown),
        templates()["lewidi_gold.json"].replace('"101"', shown),
    ):
        with pytest.raises(DataError, match=words):
            read_gold_and_nuggets(Upload("g", text))
    with pytest.raises(DataError, match=words):
        read_scores(Upload("NMD.csv", f"id,A,{name}\nx,.1,.2\n"))
    gold = read_gold(Upload("g.csv", "id,low,high\nx,1,2\n"))
    read = read_runs([Upload(f"{name}.csv", "id,low,high\nx,.5,.5\n")], gold)
    assert not read.added
    assert words in read.problems[0]


def test_names_of_all_languages_are_read():
    names = ("東京", "é", "क्‍ष", "👩‍👧", "a" * MAX_NAME, "−1", "نیم‌فاصله")  # with joiners
    table = "id,low,high\n" + "".join(f"{name},1,2\n" for name in names)
    assert read_gold(Upload("g.csv", table))["g"].ids == names


#: Golds and score matrices that lack names of instances, classes, raters or runs.
NAMELESS = {
    "no header": ("g.csv", "d1,1,2,3\nd2,4,0,0\n", "line 1: the first line (d1, 1, 2, 3…)"),
    "numbers alone": ("g.csv", "1,2,3\n4,0,0\n", "line 1: the first line (1, 2, 3…) has numbers"),
    "no ids": ("g.csv", "low,mid,high\n1,2,3\n4,1,1\n2,2,2\n", "the first column, low, has"),
    "empty ids": ("g.csv", "id,low,high\n,2,3\n,1,4\n", "line 2: the id is empty"),
    "invisible ids": ("g.csv", "id,low,high\n\u200b,2,3\n", "the id '\\u200b' has no visible sign"),
    "empty classes": ("g.csv", "id,,,\nd1,1,2,3\n", "line 1: a class has no name"),
    "an empty key": ("g.json", '[{"id": "d", "": 1, "b": 2}]', "entry 1: a class has no name"),
    "long, no header": ("g.csv", "d1,low,1\nd1,high,2\n", "line 2, class low: 'high' is"),
    "long, no class": ("g.csv", "id,class,value\nd1,,1\nd1,,2\n", "line 2: the class is empty"),
    "labels, no ids": ("g.csv", "id,label\n,2\n,1\n", "line 2: the id is empty"),
    "topics": ("g.tsv", "1\t\t-1\n2\t\t0\n3\t\t2\n", "line 1: the first line (1, -1…)"),
    "raters": ("g.csv", "item,,\ni1,a,b\ni2,a,a\n", "a rater has no name. Name every"),
    "ratings, no header": ("g.csv", "i1,5,3,4\ni2,,1,2\ni3,,,1\n", "line 1: the first line (i1, 5"),
    "an array": ("g.json", "[[0.1, 0.9], [0.4, 0.6]]", "entry 1: this is not an object"),
    "no id": ("g.json", ntcir_gold("d1").replace('"id"', '"no"'), "entry 1: there is no id"),
    "scale": ("g.json", ntcir_gold("d1").replace('"A"', '""'), "the scale '' has no visible sign"),
    "dialogue": ("g.json", dialogue("", {1: "O"}), "the dialogue-id is not text"),
    "a header alone": ("g.csv", "id,label\n", "nothing below the header"),
    "scores, no header": ("NMD.csv", "d1,.1,.3\nd2,.2,.9\n", "the first line (d1, .1, .3…)"),
    "scores, no runs": ("NMD.csv", "id,,\nd1,.1,.3\n", "line 1: a run has no name"),
    "scores, no ids": ("NMD.csv", "A,B,C\n.1,.3,.4\n1,.9,.5\n", "the first column, A, has"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "text", "words"), NAMELESS.values(), ids=list(NAMELESS))
def test_what_has_no_names_is_told_and_never_read(name, text, words):
    with pytest.raises(DataError) as caught:
        (read_scores if name.startswith("NMD") else read_gold_and_nuggets)(Upload(name, text))
    assert words in str(caught.value)


#: By a function's name, where what is wrong stands among what it is given; what to do follows.
TELLING = {"error": 0, "report": 0, "fault": 0, "error_of": 1, "Fault": 2}


def begins(node):
    """How a text in the code begins, in each case."""
    match node:
        case ast.Constant(value=str(text)) | ast.JoinedStr(values=[ast.Constant(value=text), *_]):
            yield text[:1]
        case ast.IfExp(body=one, orelse=other):
            yield from (*begins(one), *begins(other))
        case ast.BinOp(left=first):
            yield from begins(first)


def test_what_is_wrong_goes_on_after_the_place_and_what_to_do_is_a_sentence():
    told = [
        (f"{file.name}:{node.lineno}", *node.args[TELLING[name] :][:2])
        for file in (ROOT / "oq_core").rglob("*.py")
        if "error" in (text := file.read_text()) or "report(" in text
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and (name := getattr(node.func, "attr", getattr(node.func, "id", ""))) in TELLING
        and len(node.args) > TELLING[name] + 1
    ]
    assert len(told) > 200
    # Progress is a number and words.
    told = [each for each in told if not isinstance(getattr(each[1], "value", ""), float)]
    assert [at for at, _, remedy in told if any(map(str.islower, begins(remedy)))] == []
    capital = [at for at, problem, _ in told if any(map(str.isupper, begins(problem)))]
    assert capital == []
