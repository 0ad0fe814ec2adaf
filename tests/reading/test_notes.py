"""What is remarked on files is said wherever they are read, each text once."""

import json
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core.command import main
from oq_core.reading.remarks import MOST, grouped

GOLD = "id,low,middle,high\nd1,6,3,1\nd2,1,3,6\nd3,2,6,2\n"
#: Rows that sum to 100, which is remarked.
RUN = "id,low,middle,high\nd1,{a}.5,{b}.5,20\nd2,10,40,50\nd3,30,40,30\n"
TEXT = "the rows sum to 100 and were read as percentages."
QUICK = ["--trials=100", "--splits=10", "--samples=20", "--measures=NMD"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "gold.csv").write_text(GOLD)
    (tmp_path / "runs").mkdir()
    for number in range(4):
        text = RUN.format(a=50 - number, b=29 + number)
        (tmp_path / "runs" / f"r{number}.csv").write_text(text)
    (tmp_path / "runs" / "again.csv").write_text(RUN.format(a=50, b=29))
    (tmp_path / "runs" / "README.pdf").write_bytes(b"%PDF-1.4")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_notes_of_one_text_are_one(folder, capsys):
    same = (
        "Note: gold: again and r0 are the same in every number: again is tested and stands for "
        "both."
    )
    passed = "Note: Files without data were passed over: runs/README.pdf."
    for line in (["score"], ["test", "--trials=50"], ["report", *QUICK, "--out=r"]):
        assert main([line[0], "gold.csv", "runs", *line[1:]]) == 0
        told = capsys.readouterr().err.splitlines()
        (of_files,) = (each for each in told if TEXT in each)
        assert of_files.startswith(f"Note: 5 files: {TEXT} (")
        assert of_files.count(".csv") >= 3
        assert {same, passed} <= set(told)
    page = (folder / "r" / "report.html").read_text()
    data = page[page.index("Notes on the data") :]
    assert f"<details><summary>5 files: {TEXT}</summary>" in data
    assert all(f"r{number}.csv" in data.split("</details>")[0] for number in range(4))
    assert passed.removeprefix("Note: ") in data
    assert same.removeprefix("Note: ") in data
    assert main(["check", "gold.csv", "runs"]) == 0
    said = capsys.readouterr()
    assert f"Note: 5 files: {TEXT}" in said.err
    assert "Note" not in said.out
    assert main(["check", "gold.csv", "runs", "--format=json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out) == []
    assert f"Note: 5 files: {TEXT}" in said.err


def test_one_file_is_named(folder, capsys):
    assert main(["score", "gold.csv", "runs/r1.csv"]) == 0
    of_classes = "Note: classes low < middle < high (a known scale: amount).\n"
    assert capsys.readouterr().err == f"Note: r1.csv: {TEXT}\n{of_classes}"
    with zipfile.ZipFile(folder / "z.zip", "w") as archive:
        archive.write(folder / "runs" / "r1.csv", "r1.csv")
        archive.writestr("notes.pdf", b"%PDF-1.4")
    assert main(["score", "gold.csv", "z.zip"]) == 0
    assert len(capsys.readouterr().err.splitlines()) == 3


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from("xyz"))))
def test_nothing_is_lost_and_nothing_is_said_twice(pairs):
    found = grouped(f"{file}: {text}" for file, text in pairs)
    told = set()
    for note in found:
        text = note.text.rpartition(": ")[2]
        told |= {(file, text) for file in note.files or [note.text.partition(": ")[0]]}
    assert told == set(pairs)
    assert len(found) == len({text for _, text in pairs})


def test_no_more_than_a_screen_of_them():
    found = grouped(f"file {number}: text {number}" for number in range(MOST + 10))
    assert len(found) == MOST
    assert str(found[-1]) == "And 11 more notes."
