"""Gold and runs that are dropped together sort themselves out."""

import json

import pytest

from oq_core.reading import read_together
from tests.reading.made import Upload, dialogue, dialogue_labels, ntcir_gold, ntcir_run, zipped

GOLD, RUN = ntcir_gold("d1", "d2"), ntcir_run("d1", "d2")
VOTES, SHARES = "id,a,b\nx,1,2\ny,3,0\n", "id,a,b\nx,.5,.5\ny,.25,.75\n"


def names(read):
    return [each.name for each in read.data_sets]


def runs(data):
    return list(next(iter(data.collections.values())).runs)


@pytest.mark.parametrize(
    "sources",
    [
        [Upload("g.json", GOLD), Upload("r.json", RUN)],
        [Upload("r.json", RUN), Upload("g.json", GOLD)],
        [zipped("g.zip", {"x/g.json": GOLD, "r.json": RUN})],
        [Upload("g.json", GOLD), zipped("r.zip", {"r.json": RUN})],
        [Upload("g.csv", VOTES), Upload("r.csv", SHARES)],
        [zipped("g.zip", {"x.csv": VOTES, "r.csv": SHARES})],
        [Upload("g.gold.csv", SHARES), Upload("r.csv", SHARES)],
        [zipped("g.zip", {"truth.csv": SHARES, "r.csv": SHARES})],
    ],
)
def test_gold_and_runs_find_each_other(sources):
    read = read_together(sources)
    assert not read.problems
    (data,) = read.data_sets
    assert data.name.split(".")[0] == "g"
    assert runs(data) == ["r"]
    assert [name for name in data.gold_files if name.split(".")[0] == "g"]
    assert [list(given) for given in data.by_file.values() if given] == [["r"]]


def test_several_golds_are_opened_side_by_side():
    read = read_together([Upload(f"{name}.csv", VOTES) for name in "abc"])
    assert names(read) == ["a", "b", "c"]
    bad = json.dumps([{"id": "d", "turns": [{"sender": ["customer"]}],
                       "annotations": [{"nugget": ["CNUG"]}]}])  # fmt: skip
    read = read_together([Upload("a.json", GOLD), Upload("b.json", bad), Upload("c.json", GOLD)])
    assert names(read) == ["a", "c"]
    (problem,) = read.problems
    assert problem.startswith("b.json, dialogue d, turn 1: the sender ['customer'] is unknown")


def test_runs_among_several_golds_are_not_guessed():
    read = read_together([Upload("a.json", GOLD), Upload("b.json", GOLD), Upload("r.json", RUN)])
    assert names(read) == ["a", "b"]
    assert read.problems == (
        "r.json: there are several gold files. Open the runs below their gold.",
    )


def test_each_archive_keeps_its_own_runs():
    read = read_together(
        [zipped(f"{name}.zip", {"g.json": GOLD, f"{name}.json": RUN}) for name in "ab"]
    )
    assert names(read) == ["a", "b"]
    assert [runs(each) for each in read.data_sets] == [["a"], ["b"]]


def test_dialogues_are_one_gold_and_labels_one_run():
    files = [Upload(f"C{n}.log.json", dialogue(f"C{n}", {1: "OTX"})) for n in (1, 2)]
    labels = [Upload(f"C{n}.labels.json", dialogue_labels(f"C{n}", {1: (1, 0, 0)})) for n in (1, 2)]
    read = read_together([*files, *labels])
    (data,) = read.data_sets
    assert data.name == "DBDC dialogues"
    assert data.collections["DBDC dialogues"].ids == ("C1_1", "C2_1")
    assert runs(data) == ["run"]


def test_runs_without_gold_say_what_is_missing():
    read = read_together([Upload("r.json", RUN)])
    assert not read.data_sets
    assert "this is a run, not a gold file" in read.problems[0]
    assert read_together([Upload("r.json", RUN), Upload("s.json", RUN)]).problems


def test_what_is_ignored_is_named():
    members = {"g.json": GOLD, "r.json": RUN, "notes.txt": "free text", ".hidden": "x"}
    read = read_together(zipped("g.zip", members))
    assert read.notes == ("Files without data were passed over: g.zip/notes.txt, g.zip/.hidden.",)
    assert runs(read.data_sets[0]) == ["r"]


def test_every_file_of_teams_archives_that_is_no_data_is_named():
    team = zipped("t.zip", {"run1/r.csv": SHARES, "notes.docx": "xx"}).getvalue()
    members = {"gold.csv": VOTES, "TEAM.zip": team, "paper.pdf": b"%PDF-1.4", "read.me": "xx"}
    read = read_together(zipped("all.zip", members))
    assert runs(read.data_sets[0]) == ["TEAM-run1"]
    told = " ".join(read.notes)
    assert all(name in told for name in ("notes.docx", "paper.pdf", "read.me"))
    assert not read.problems
