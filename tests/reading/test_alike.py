"""Names that look the same but have other signs are told, and never matched or kept as two."""

import json
from time import process_time

import pytest

from oq_core import DataError, read_scores
from oq_core.baselines.texts import read_rated_texts
from oq_core.reading import read_gold, read_gold_and_nuggets, read_runs
from tests.reading.made import Upload, ntcir_gold, ntcir_run

#: Two ways to write one id, and how the second is shown. Tables strip blanks at the ends of cells.
PAIRS = {
    "zero-width space": ("d1", "d1\u200b", r"'d1\u200b'"),
    "zero-width joiner": ("d1", "d\u200d1", r"'d\u200d1'"),
    "mark of the byte order": ("d1", "\ufeffd1", r"'\ufeffd1'"),
    "no-break space": ("d 1", "d\u00a01", r"'d\xa01'"),
    "soft hyphen": ("d1", "d\u00ad1", r"'d\xad1'"),
    "decomposed": ("d\u00e9", "de\u0301", r"'de\u0301'"),
    "composed": ("de\u0301", "d\u00e9", "'dé'"),
}
BLANKS = {"blank": ("d1", "d1 ", "'d1 '"), "no-break": ("d1", "\u00a0d1", r"'\xa0d1'")}


def of_gold(gold, run):
    """What is said of a run, and whether anything was added."""
    read = read_runs([run], gold.collections, gold.nuggets)
    assert not read.added
    (problem,) = read.problems
    return problem


@pytest.mark.parametrize(("one", "other", "shown"), PAIRS.values(), ids=list(PAIRS))
def test_an_id_of_a_run_that_only_looks_like_the_golds_is_told(one, other, shown):
    for header, row, run_row in (
        ("id,low,high", "1,2", ".5,.5"),
        ("id,class,value", "low,1\n{0},high,2", "low,.5\n{0},high,.5"),
        ("id,label", "1", "2"),
        ("item,rater,rating", "a,1\n{0},b,2", "j,1\n{0},k,2"),
    ):
        gold = f"{header}\nd0,{row.format('d0')}\n{one},{row.format(one)}\nd9,{row.format('d9')}\n"
        gold = gold.replace("d9,1", "d9,3") if header == "id,label" else gold
        run = f"{header}\nd0,{run_row.format('d0')}\n{other},{run_row.format(other)}\n"
        run += f"d9,{run_row.format('d9')}\n"
        problem = of_gold(read_gold_and_nuggets(Upload("g.csv", gold)), Upload("r.csv", run))
        line = next(n for n, text in enumerate(run.split("\n"), 1) if text.startswith(other))
        assert problem.startswith((f"r.csv, line {line}:", f"r.csv, line {line} ("))
        assert f"{shown} looks the same as" in problem
        assert "of the gold file (its i" in problem
        assert " 2). Write it as the gold file does." in problem


@pytest.mark.parametrize(
    ("one", "other", "shown"), [*PAIRS.values(), *BLANKS.values()], ids=[*PAIRS, *BLANKS]
)
def test_of_json_as_well_and_where_no_id_is_the_golds(one, other, shown):
    for ids, golds in (((other,), (one,)), (("d0", other), ("d0", one))):
        gold = read_gold_and_nuggets(Upload("g.json", ntcir_gold(*golds)))
        problem = of_gold(gold, Upload("r.json", ntcir_run(*ids)))
        assert problem.startswith("r.json, dialogue ")
        assert f"the id {shown} looks the same as" in problem
        assert f"of the gold file (its instance {len(golds)})." in problem
    with pytest.raises(DataError) as caught:
        read_gold(Upload("g.json", ntcir_gold(one, "d0", other)))
    assert f"the id {shown} looks the same as" in str(caught.value)
    assert f"(dialogue {one}). Write both in the same way if they are one" in str(caught.value)


@pytest.mark.parametrize("missing", ["uniform", "worst"])
def test_where_instances_may_be_missing_the_one_that_looks_the_same_is_told(missing):
    gold = read_gold(Upload("g.json", ntcir_gold("d0", "d1", "d2")))
    run = Upload("r.json", ntcir_run("d0", "d2\u200b"))
    (problem,) = read_runs([run], gold, missing=missing).problems
    assert r"the id 'd2\u200b' looks the same as 'd2' of the gold file (its instance 3)." in problem


def test_many_names_are_compared_in_time():
    ids = [f"d{number}" for number in range(50_000)]
    rows, others = ("".join(f"{each}{end},1,2\n" for each in ids) for end in ("", "\u200b"))
    gold, start = read_gold(Upload("g.csv", f"id,low,high\n{rows}")), process_time()
    read = read_runs([Upload("r.csv", f"id,low,high\n{others}")], gold)
    (fault,) = read.faults
    assert (fault.count, fault.place) == (50_000, "line 2, line 3, line 4 and 49,997 more")
    assert fault.problem.endswith("of the gold file (its instance 1), or the like")
    assert process_time() - start < 20


def test_nuggets_are_matched_so_too():
    def entries(name, nugget):
        turns = [{"sender": "customer"}]
        return json.dumps([{"id": name, "turns": turns, **nugget}])

    gold = entries("d1", {"annotations": [{"nugget": ["CNUG"]}]})
    run = entries("d1\u200b", {"nugget": [{"CNUG": 1, "CNUG0": 0, "CNUG*": 0, "CNaN": 0}]})
    problem = of_gold(read_gold_and_nuggets(Upload("g.json", gold)), Upload("r.json", run))
    assert r"the id 'd1\u200b' looks the same as 'd1' of the gold file (its dialogue 1)" in problem


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "id,low,high\nd1,1,2\nd1\u200b,2,1\n",
            r"line 3: the id 'd1\u200b' looks the same as 'd1' (line 2)",
        ),
        ("id,low,low\u200b\nd1,1,2\n", r"the class 'low\u200b' looks the same as 'low'"),
        ("id,class,value\nd1,a,1\nd1,b,1\nd1\ufeff,a,1\nd1\ufeff,b,1\n", r"the id 'd1\ufeff' lo"),
        ("id,topic,label\n1,t,1\n2,t\u200b,2\n", r"the topic 't\u200b' looks the same as 't'"),
        ("item,rater,rating\na,x,1\na,x\u200b,2\n", r"the rater 'x\u200b' looks the same as 'x'"),
        ("item,rater,rating\na,x,1\na\u2060,x,2\n", r"the item 'a\u2060' looks the same as 'a'"),
    ],
)  # fmt: skip
def test_two_names_of_gold_that_look_the_same_are_not_two(text, words):
    with pytest.raises(DataError) as caught:
        read_gold(Upload("g.csv", text))
    assert words in str(caught.value)


def test_a_class_of_a_run_that_only_looks_like_the_golds_is_told():
    gold = read_gold_and_nuggets(Upload("g.csv", "id,low,high\nd1,1,2\n"))
    problem = of_gold(gold, Upload("r.csv", "id,low,high\u200b\nd1,.5,.5\n"))
    assert r"the class 'high\u200b' looks the same as 'high' of the gold file. Write" in problem


def test_topics_of_numbered_items_are_told():
    gold = read_gold_and_nuggets(Upload("g.csv", "id,topic,label\nx,t,1\ny,u,2\n"))
    problem = of_gold(gold, Upload("r.csv", "id,topic,label\n1,t,1\n2,u\u00ad,2\n"))
    assert (
        r"line 3: the topic 'u\xad' looks the same as 'u' of the gold file (its item 2)" in problem
    )


def test_runs_that_are_called_alike_are_told():
    gold = read_gold(Upload("g.json", ntcir_gold("d1")))
    run = ntcir_run("d1")
    # As a Mac writes the name, and as others do.
    read = read_runs([Upload("e\u0301.json", run), Upload("\u00e9.json", run)], gold)
    assert read.added == ("e\u0301",)
    (problem,) = read.problems
    assert r"the run 'é' looks the same as 'e\u0301', which is there already. Rename" in problem


def test_matrices_that_are_opened_together_are_told():
    for header, row, words in (
        ("id,A,B", "d1\u200b", r"number 2 of the instances: 'd1\u200b' looks the same as 'd1' of"),
        ("id,A,B\u200b", "d1", r"number 2 of the runs: 'B\u200b' looks the same as 'B' of"),
    ):
        first = Upload("NMD.csv", "id,B,A\nd1,.3,.4\nd0,.1,.2\n")
        with pytest.raises(DataError) as caught:
            read_scores([first, Upload("JSD.csv", f"{header}\nd0,.1,.2\n{row},.3,.4\n")])
        assert words in str(caught.value)
        assert f" of NMD.csv (number 1 of its {words.split()[4][:-1]})" in str(caught.value)


def test_texts_are_matched_so_too():
    gold = Upload("g.csv", "id,low,high\nd1,3,1\n")
    with pytest.raises(DataError) as caught:
        read_rated_texts([gold, Upload("t.csv", "id,text\nd1\u200b,No!\n")])
    assert r"the id 'd1\u200b' of a text looks the same as 'd1' of the gold" in str(caught.value)
