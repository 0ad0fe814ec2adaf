"""What `oq check` says of one file."""

import json
import shlex

from oq_core.command import main
from oq_core.reading import look

SHEET = "id,prompt,human_1,human_2,gpt-4o\n1,say hello,4,5,4\n2,say no,2,1,2\n3,say it,3,3,3\n"


def looked(capsys, *line):
    """The status, and the record of the only file."""
    status = main(["check", *line, "--format", "json"])
    (found,) = json.loads(capsys.readouterr().out)
    return status, found


def test_columns_with_their_parts_and_the_order(capsys, tmp_path):
    file = tmp_path / "sheet.csv"
    file.write_text(SHEET)
    status, found = looked(capsys, str(file))
    assert status == 0
    assert {each["name"]: each["part"] for each in found["columns"]} == {
        "id": "id",
        "prompt": "text",
        "human_1": "rater",
        "human_2": "rater",
        "gpt-4o": "rater",
    }
    assert found["columns"][1]["cells"] == ["say hello", "say no"]
    assert found["scales"]["sheet"]["classes"] == ["1", "2", "3", "4", "5"]
    assert found["scales"]["sheet"]["order"] == "numbers"
    assert "sheet.csv: not read: the columns prompt." in found["notes"]


def test_fields_of_entries_and_nuggets_are_told(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    entry = {"text": "hello " * 20, "annotators": "a,b", "annotations": "0,1",
             "soft_label": {"0": 0.5, "1": 0.5}, "lang": "en"}  # fmt: skip
    (tmp_path / "l.json").write_text(json.dumps({"1": entry, "2": entry}))
    _, found = looked(capsys, "l.json")
    parts = {each["name"]: each["part"] for each in found["columns"]}
    assert parts == {"text": "text", "annotators": "rater", "annotations": "rating",
                     "soft_label": "shares", "lang": "text"}  # fmt: skip
    assert found["columns"][0]["cells"] == [entry["text"][:40]] * 2
    assert found["columns"][0]["says"] == "passed over"
    assert found["nuggets"] == {}
    turns = [{"sender": "customer", "utterances": []}, {"sender": "helpdesk", "utterances": []}]
    gold = [{"id": name, "turns": turns, "annotations": [{"nugget": ["CNUG0", "HNUG"]}]}
            for name in "xyz"]  # fmt: skip
    (tmp_path / "n.json").write_text(json.dumps(gold))
    _, found = looked(capsys, "n.json")
    assert found["nuggets"] == {"dialogues": 3, "turns": 6}
    assert {each["name"]: each["part"] for each in found["columns"]} == {
        "id": "id", "turns": "turns", "annotations": "rating"
    }  # fmt: skip
    assert [each["command"] for each in found["computes"]][:1] == ["oq score n.json RUNS"]
    assert main(["check", "n.json"]) == 0
    assert "scale nuggets: 3 dialogues, 6 turns" in capsys.readouterr().out


def test_the_lines_that_it_names_work(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sheet.csv").write_text(SHEET)
    _, found = looked(capsys, "sheet.csv")
    lines = [each["command"].split()[1:] for each in found["computes"]]
    whole = [line for line in lines if not {"RUNS", "GOLD"} & {*line}]
    assert [line[0] for line in whole] == ["score", "agreement", "agreement", "judges"]
    for line in whole:
        assert main(line) == 0, line
        assert capsys.readouterr().out


def test_judges_that_rated_more_lead_to_an_estimate_and_judges_alone_to_people(
    capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    own = [i % 5 + 1 if i < 40 else "" for i in range(60)]
    rows = [f"q{i},{own[i]},{own[i]},{i % 4 + 1},{i % 5 + 1},x" for i in range(60)]
    head = "id,human1,human2,gpt,claude,a note"
    (tmp_path / "part.csv").write_text("\n".join([head, *rows]) + "\n")
    said = "--column=a note=text"
    _, found = looked(capsys, "part.csv", said)
    lines = [each["command"] for each in found["computes"]]
    (line,) = (each for each in lines if each.startswith("oq estimate"))
    assert line == "oq estimate part.csv --judges gpt,claude --judge gpt '--column=a note=text'"
    alone = [row.replace(f",{own[i]},{own[i]},", f",{own[i]},") for i, row in enumerate(rows)]
    (tmp_path / "one.csv").write_text("\n".join([head.replace(",human2", ""), *alone]) + "\n")
    assert "oq estimate" in str(looked(capsys, "one.csv", said)[1]["computes"])
    for each in lines:
        if {"agreement", "judges", "estimate"} & {*each.split()}:
            assert main(shlex.split(each)[1:]) == 0, each
            assert capsys.readouterr().out
    whole = (tmp_path / "part.csv").read_text().replace(",,,", ",1,,")
    (tmp_path / "whole.csv").write_text(whole)
    _, found = looked(capsys, "whole.csv", said)
    assert "oq estimate" not in str(found["computes"])
    (tmp_path / "judges.json").write_text('{"gpt": {"a": 1, "b": 2}, "claude": {"a": 2, "b": 1}}')
    _, found = looked(capsys, "judges.json")
    assert "oq agreement PEOPLE judges.json" in [each["command"] for each in found["computes"]]


def test_the_lines_say_how_the_file_is_read(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.csv").write_text("id,low,high,DK,a note\na,1,2,3,1\nb,3,1,1,2\n")
    said = ["--leave-out=DK", "--column=a note=text"]
    _, found = looked(capsys, "g.csv", *said)
    assert found["scales"]["g"]["classes"] == ["low", "high"]
    line = next(each["command"] for each in found["computes"] if each["what"] == "baselines")
    assert line == "oq score g.csv --baselines '--column=a note=text' --leave-out=DK"
    assert main(shlex.split(line)[1:]) == 0


def test_counts_with_their_sum_and_mean(capsys, tmp_path):
    file = tmp_path / "g.csv"
    file.write_text("q,Agree,Neutral,Disagree,N,Mean\na,5,3,2,10,2.3\nb,1,1,8,10,1.3\n")
    _, found = looked(capsys, str(file))
    assert [each["part"] for each in found["columns"]] == ["id", *3 * ["class"], "total", "mean"]


def test_what_is_wanting_is_told(capsys, tmp_path):
    file = tmp_path / "g.csv"
    rows = "".join(f"q{n},r{m},{w}\n" for n, w in enumerate(["tea", "rum", "gin"]) for m in (1, 2))
    file.write_text(f"item,rater,rating\n{rows}")
    assert main(["check", str(file)]) == 0
    told = capsys.readouterr().out
    assert "Needed: the order of tea, rum, gin (--classes, lowest first)" in told
    assert "classes tea, rum, gin (in no order that is known)" in told
    (file := tmp_path / "own.csv").write_text("id,R1,R2\ni1,0.105,0.213\ni2,0.318,1.7\n")
    assert looked(capsys, str(file))[1]["needs"] == [
        "whether larger or smaller scores are better (--larger or --smaller)"
    ]


def test_a_file_that_cannot_be_read_is_a_fault(capsys, tmp_path):
    file = tmp_path / "t.csv"
    file.write_text("id,author,city\n1,ann,rome\n2,bob,oslo\n3,cy,rome\n")
    assert main(["check", str(file)]) == 1
    assert "no column has ratings, votes or shares" in capsys.readouterr().out


def test_all_of_a_large_table_is_checked(capsys, tmp_path):
    file = tmp_path / "large.csv"
    rows = "".join(f"item number {n},2,3\n" for n in range(80_000))
    file.write_text(f"id,low,high\n{rows}last,no,3\n")
    status, fault = looked(capsys, str(file))
    assert (status, fault["place"]) == (1, "line 80002, class low")
    # A page that shows columns reads the beginning alone.
    assert look(file)[0].columns[1].part == "class"
