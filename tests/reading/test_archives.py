"""ZIP archives and folders: what is in them, what is refused, and what runs are called."""

import gzip
import io
import re
import stat
import struct
import zipfile

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from oq_core import DataError, read_collections, read_scores
from oq_core.reading import read_gold, read_run, read_runs, read_together, recognise
from oq_core.reading.naming import RunPath, run_names
from tests.reading.made import Upload, ntcir_gold, ntcir_run, spoiled, zipped

RUN = ntcir_run("d1", "d2")


def gold():
    return read_gold(Upload("gold.json", ntcir_gold("d1", "d2")))


def runs_of(members, name="campaign.zip"):
    return read_runs([zipped(name, members)], gold())


# What runs are called.


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["A/run1/quality_cn.json", "B/run1/quality_cn.json"], ["A-run1", "B-run1"]),
        (["all/A/run1/q.json", "all/A/run2/q.json", "all/B/run1/q.json"],
         ["A-run1", "A-run2", "B-run1"]),
        (["TEAM/run1/q.json", "TEAM/run2/q.json"], ["TEAM-run1", "TEAM-run2"]),
        (["run1/q.json", "run2/q.json"], ["campaign-run1", "campaign-run2"]),
        (["TEAM/run1/q.json"], ["TEAM-run1"]),
        (["subs/hier.json"], ["hier"]),
        (["run0.json", "run1.json"], ["run0", "run1"]),
        (["x/A.quality.json", "x/B.quality.json"], ["A", "B"]),
        (["A/q_cn.json", "A/q_en.json"], ["q_cn", "q_en"]),
        (["A/1/x.json", "A/2/y.json"], ["A-1-x", "A-2-y"]),
        (["A/q.json", "A/sub/q.json"], ["A", "A-sub"]),
        (["q.json", "A/q.json"], ["q", "A"]),
        (["A\\run1\\q.json", "B\\run1\\q.json"], ["A-run1", "B-run1"]),
        (["v1.2.json", "v1.3.json"], ["v1.2", "v1.3"]),
        (["2024-09-01/A/final/run0.json", "2024-09-08/B/final/run0.json"], ["A-run0", "B-run0"]),
        (["2024-09-01/A/run0.json", "2024-09-08/A/run0.json", "2024-09-08/B/run0.json"],
         ["2024-09-01-A-run0", "2024-09-08-A-run0", "B-run0"]),
        (["A/final/run0.json", "A/draft/run0.json"], ["A-run0", "draft-run0"]),
        (["A/final/run0.json", "A/run0.json"], ["A-run0", "final-run0"]),
        (["Submissions_final/A/A_run1.json", "Submissions_final/B/B_run1.json"],
         ["A_run1", "B_run1"]),
        (["A/A/q.json", "A/B/q.json"], ["A", "A-B"]),
        (["20240901T1200/x.json", "20240902_130000/x.json"],
         ["20240901T1200", "20240902_130000"]),
    ],
)  # fmt: skip
def test_runs_are_named_by_what_tells_their_paths_apart(paths, names):
    read = runs_of(dict.fromkeys(paths, RUN))
    assert not read.problems
    assert sorted(read.added) == sorted(names)
    for collection in read.collections.values():
        assert tuple(collection.runs) == read.added


def test_runs_of_a_folder_are_named_alike(tmp_path):
    for path in ("A/run1", "A/run2", "B/run1"):
        (tmp_path / "all" / path).mkdir(parents=True)
        (tmp_path / "all" / path / "quality_cn.json").write_text(RUN)
    assert read_runs([tmp_path / "all"], gold()).added == ("A-run1", "A-run2", "B-run1")
    assert list(read_run(str(tmp_path), gold())["S"].runs) == ["A-run1", "A-run2", "B-run1"]
    files = sorted(tmp_path.rglob("*.json"))
    assert read_runs(files, gold()).added == ("A-run1", "A-run2", "B-run1")
    (tmp_path / "all" / "C.json").write_text(RUN)
    assert read_runs([tmp_path / "all" / "C.json", *files], gold()).added == (
        "C", "A-run1", "A-run2", "B-run1")  # fmt: skip


def test_an_uploaded_folder_comes_file_by_file():
    files = [Upload(f"all/{team}/run1/q.json", RUN) for team in "AB"]
    junk = [Upload("all/.DS_Store", b"\x00\x01"), Upload("all/notes.pdf", b"%PDF\xff")]
    read = read_runs(files + junk, gold())
    assert read.added == ("A-run1", "B-run1")
    assert not read.problems
    assert read.skipped == ("all/.DS_Store", "all/notes.pdf")
    # As in an archive, what is no run is left out of what is one.
    beside = Upload("all/g.json", ntcir_gold("d1"))
    read = read_runs([*files, beside], gold())
    assert read.added == ("A-run1", "B-run1")
    assert not read.problems
    assert read.notes[0].endswith("left out as NTCIR dialogue quality gold: all/g.json.")


def test_runs_of_several_archives_are_named_apart():
    read = read_runs(
        [zipped(f"{team}.zip", {"hier.json": RUN, f"{team}0.json": RUN}) for team in "AB"], gold()
    )
    assert read.added == ("A0", "A-hier", "B0", "B-hier")
    alone = [zipped(f"{team}.zip", {"hier.json": RUN}) for team in "AB"]
    assert read_runs(alone, gold()).added == ("A", "B")


def test_a_name_that_is_open_already_is_a_problem():
    once = read_runs([zipped("z.zip", {"a.json": RUN, "b.json": RUN})], gold())
    again = read_runs([zipped("z.zip", {"b.json": RUN, "c.json": RUN})], once.collections)
    assert again.added == ("c",)
    assert again.problems == (
        "z.zip/b.json: there is a run called b already. Rename one of the two files.",
    )


def test_runs_of_different_scales_share_a_name():
    files = [
        Upload("x/r.json", ntcir_run("d1", "d2", scales="A")),
        Upload("y/r.json", ntcir_run("d1", "d2", scales="E")),
    ]
    collections = gold()
    for file in files:
        file.name = "r.json"
        collections = read_run(file, collections)
    assert {scale: list(c.runs) for scale, c in collections.items()} == {
        "A": ["r"], "S": [], "E": ["r"]}  # fmt: skip


PART = st.text("ab1", min_size=1, max_size=2)


@given(st.lists(st.tuples(st.lists(PART, max_size=3).map(tuple), PART), unique=True, min_size=1))
@example([(("a",), "1"), (("a", "1"), "1"), ((), "a")])
def test_names_are_parts_of_the_path(paths):
    tree = [RunPath(("zip",), folders, stem) for folders, stem in paths]
    (names,) = run_names([tree])
    for path, name in zip(tree, names, strict=True):
        assert name
        # Its parts, some of which may be dropped, in their order.
        rest = iter("-".join(path.parts))
        assert all(sign in rest for sign in name)


@given(st.lists(st.lists(st.sampled_from(["A", "B", "final", "2024-09-01", "run0"]), min_size=1,
                         max_size=4).map(tuple), unique=True, min_size=2, max_size=6))  # fmt: skip
def test_different_paths_have_different_names(paths):
    tree = [RunPath(("zip",), folders, "quality_cn") for folders in paths]
    for trees in ([tree], [[path] for path in tree]):
        names = [name for each in run_names(trees) for name in each]
        assert len(set(names)) == len(paths)


def test_archives_in_archives_are_read_as_folders(tmp_path):
    teams = {f"{team}.zip": zipped("x", {"run1/r.json": RUN, "run2/r.json": RUN}).getvalue()
             for team in "AB"}  # fmt: skip
    names = ("A-run1", "A-run2", "B-run1", "B-run2")
    assert runs_of(teams).added == names
    assert runs_of({"subs/all.zip": zipped("x", teams).getvalue()}).added == names
    for name, content in teams.items():
        (tmp_path / name).write_bytes(content)
    assert read_runs([tmp_path], gold()).added == names
    for name in teams:
        (tmp_path / name).unlink()
    (tmp_path / "all.zip").write_bytes(zipped("x", teams).getvalue())
    assert read_runs([tmp_path], gold()).added == names
    one = {f"{team}.zip": zipped("x", {"r.json": RUN}).getvalue() for team in "AB"}
    assert runs_of(one).added == ("A", "B")
    # An archive called as the folder in it is does not double the team.
    twice = {f"{team}.zip": zipped("x", {f"{team}/run0/quality.json": RUN}).getvalue()
             for team in "AB"}  # fmt: skip
    assert runs_of(twice, "subs.zip").added == ("A-run0", "B-run0")
    alone = [Upload(name, content) for name, content in twice.items()]
    assert read_runs(alone, gold()).added == ("A-run0", "B-run0")


def test_gzip_files_are_read():
    packed = gzip.compress(RUN.encode())
    assert read_runs([Upload("r.json.gz", packed)], gold()).added == ("r",)
    assert runs_of({"a/r.json.gz": packed, "b/r.json.gz": packed}).added == ("a", "b")
    half = len(RUN) // 2
    parts = gzip.compress(RUN[:half].encode()) + gzip.compress(RUN[half:].encode()) + b"\0" * 9
    assert read_runs([Upload("r.json.gz", parts)], gold()).added == ("r",)
    (problem,) = read_runs([Upload("r.json.gz", packed[:-9])], gold()).problems
    assert problem.startswith("r.json.gz: the gzip file is damaged. Pack it again")


def test_a_gzip_file_that_unpacks_to_too_much_is_refused(monkeypatch):
    monkeypatch.setattr("oq_core.reading.budget.MAX_BYTES", 2**20)
    bomb = Upload("r.json.gz", gzip.compress(b"[" + b" " * 2**23))
    (problem,) = read_runs([bomb], gold()).problems
    assert problem.startswith("r.json: the file is larger than 1 MB.")


# What is left out.


def test_other_files_are_left_out_quietly():
    read = runs_of(
        {
            "A/q.json": RUN,
            "B/q.json": RUN,
            "__MACOSX/A/._q.json": b"\x00\x05\x16",
            "A/.hidden.json": "{",
            "README.md": "# Our runs, and how\nwe made, them\n",
            "notes.txt": "free text",
            "paper.pdf": b"%PDF-\xff\xfe",
            "empty.txt": "",
            "A/": "",
        }
    )
    assert read.added == ("A", "B")
    assert not read.problems
    assert read.notes == ("These runs are the same in every number: A, B.",)
    assert set(read.skipped) == {
        f"campaign.zip/{path}"
        for path in ("__MACOSX/A/._q.json", "A/.hidden.json", "README.md", "notes.txt",
                     "paper.pdf", "empty.txt")
    }  # fmt: skip


def test_files_of_other_kinds_are_left_out_with_a_note():
    nugget = '[{"id": "d1", "nugget": []}]'
    read = runs_of({"A/q.json": RUN, "A/n.json": nugget, "g.json": ntcir_gold("d1")})
    assert read.added == ("q",)
    assert not read.problems
    assert set(read.notes) == {
        "campaign.zip: left out as NTCIR nugget submission: campaign.zip/A/n.json.",
        "campaign.zip: left out as NTCIR dialogue quality gold: campaign.zip/g.json.",
    }


def test_gold_is_found_among_runs():
    archive = zipped(
        "z.zip", {"A/q.json": RUN, "g.json": ntcir_gold("d1", "d2"), "x.md": "# Our run"}
    )
    collections = read_collections(archive, [archive])
    assert collections["A"].name == "g A"
    assert list(collections["A"].runs) == ["q"]
    assert recognise(archive) == "NTCIR dialogue quality submission, NTCIR dialogue quality gold"


def test_a_bad_file_never_loses_the_others():
    sources = [
        zipped("z.zip", {"a.json": RUN, "b.json": "[", "c.csv": "", "d.json": RUN}),
        Upload("e.json", spoiled(RUN, "0.2", "0.7")),
        "nowhere.json",
        Upload("f.json", RUN),
    ]
    read = read_runs(sources, gold())
    assert read.added == ("a", "d", "f")
    assert sorted(problem.split(":")[0] for problem in read.problems) == [
        "e.json, dialogue d1, scale A",
        "nowhere.json",
        "z.zip/b.json, line 1, column 2",
        "z.zip/c.csv",
    ]
    with pytest.raises(DataError):
        read_collections(Upload("gold.json", ntcir_gold("d1", "d2")), sources)


def test_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runs_of({"A/q.json": RUN, "../evil.json": RUN, "/evil.json": RUN})
    assert not list(tmp_path.iterdir())
    assert not (tmp_path.parent / "evil.json").exists()


# What is refused.


def with_flag(data, flag):
    """The archive with a flag set for its one member, in both headers."""
    data = bytearray(data)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.index(mark) + offset
        data[place : place + 2] = struct.pack("<H", flag)
    return bytes(data)


def with_damage(data):
    """The archive with its member's content changed."""
    place = data.index(b"q.json") + len("q.json")
    return data[:place] + bytes([data[place] ^ 255]) + data[place + 1 :]


def packed(members):
    return zipped("x.zip", members).getvalue()


ONE = zipped("z.zip", {"q.json": RUN}).getvalue()
REFUSED = {
    "up": ({"a/../../q.json": RUN}, "z.zip/a/../../q.json: its path leads out of the archive. Pa"),
    "up with backslashes": ({"a\\..\\..\\q.json": RUN}, "its path leads out of the archive"),
    "absolute": ({"/etc/q.json": RUN}, "z.zip/etc/q.json: its path leads out of the archive"),
    "drive": ({"C:\\q.json": RUN}, "its path leads out of the archive"),
    "share": ({"\\\\host\\q.json": RUN}, "its path leads out of the archive"),
    "too deep": (
        {"a.zip": packed({"b.zip": packed({"c.zip": ONE})})},
        "this is a spreadsheet workbook, or an archive that is not called .zip. Export",
    ),
    "nested by content": ({"inner.json": ONE}, "or an archive that is not called .zip. Export"),
    "nested and damaged": ({"inner.zip": ONE[:-30]}, "z.zip/inner.zip: this is a damaged ZIP"),
    "gzip": ({"q.json.gz": b"\x1f\x8b\x08"}, "z.zip/q.json.gz: the gzip file is damaged"),
    "tar": (
        {"q.tar.gz": gzip.compress(b"\0" * 257 + b"ustar")},
        "z.zip/q.tar.gz: this is a tar archive, which is not read. Unpack it",
    ),
    "pdf": ({"q.csv": b"%PDF-1.7 \xff"}, "z.zip/q.csv: this is a PDF document. Open the data"),
    "web page": ({"q.csv": "\n<!DOCTYPE html><p>"}, "z.zip/q.csv: this is a web page (HTML). Do"),
    "old workbook": ({"q.xls": b"\xd0\xcf\x11\xe0\xff"}, "this is an old office file, such as"),
    "encrypted": (with_flag(ONE, 1), "z.zip/q.json: it is encrypted. Pack the archive without"),
    "damaged": (with_damage(ONE), "z.zip/q.json: it is damaged and cannot be unpacked. Pack"),
    "truncated": (ONE[:-30], "z.zip: this is a damaged ZIP archive or a spreadsheet workbook. Un"),
    "method": (
        zipped("z.zip", {"q.json": RUN}, zipfile.ZIP_LZMA).getvalue(),
        "z.zip/q.json: it is compressed by a method that is not read. Pack it as a plain ZIP.",
    ),
    "workbook": (
        {"[Content_Types].xml": "<x/>", "xl/workbook.xml": "<x/>"},
        "z.zip: the workbook cannot be read (CalamineError). Export the sheet as CSV.",
    ),
    "empty": ({}, "z.zip: there is no run in it, only files that hold no data. Choose"),
    "only others": ({"README.md": "#"}, "z.zip: there is no run in it"),
    "unknown": ({"x.json": '{"a": 1}'}, "z.zip/x.json: the JSON is an object, not a list of"),
    "latin-1": ({"x.csv": "id,a,b\né,1,1".encode("latin-1")}, "line 2: the text is not UTF-8"),
}  # fmt: skip


@pytest.mark.parametrize(("content", "words"), REFUSED.values(), ids=list(REFUSED))
def test_what_is_refused(content, words):
    archive = Upload("z.zip", content) if isinstance(content, bytes) else zipped("z.zip", content)
    read = read_runs([archive, Upload("r.json", RUN)], gold())
    (problem,) = read.problems
    assert words in problem
    assert problem.endswith(".")
    assert read.added == ("r",)
    with pytest.raises(DataError):
        read_gold(archive)


@pytest.mark.parametrize("path", ["..", "./..", "..\\..", "a/..", "a/../.."])
def test_an_entry_that_is_only_a_way_out_is_told_and_the_others_are_read(path):
    archive = zipped("z.zip", {path: RUN, "g.json": ntcir_gold("d1", "d2"), "r.json": RUN})
    told = "its path leads out of the archive. Pack the folder itself, by its name."
    read = read_runs([archive], gold())
    assert read.added == ("r",)
    (problem,) = read.problems
    assert problem.startswith("z.zip/")
    assert problem.endswith(told)
    together = read_together([archive])
    assert together.problems == (problem,)
    assert list(together.data_sets[0].collections["A"].runs) == ["r"]
    for only in (read_gold, read_scores, recognise):
        with pytest.raises(DataError, match=re.escape(told)):
            only(archive)


@pytest.mark.parametrize("name", ["q.json", "inner.zip", "README"])
def test_a_link_in_an_archive_is_told_and_the_others_are_read(name):
    archive = zipped("z.zip", {"r.json": RUN})
    link = zipfile.ZipInfo(name)
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(archive, "a") as opened:
        opened.writestr(link, "/etc/passwd")
    read = read_runs([archive], gold())
    assert read.added == ("r",)
    told = f"z.zip/{name}: it is a link, and links are not followed. Pack the file itself."
    assert read.problems == (told,)


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
        (b"Rar!\x1a", "a RAR archive"),
    ],
)
def test_archives_of_other_kinds_are_named(start, kind):
    with pytest.raises(DataError, match=f"x: this is {kind}, which is not read. Unpack it"):
        read_gold(Upload("x", start + b"\xff"))


# Guards.


def test_too_many_files(monkeypatch, tmp_path):
    monkeypatch.setattr("oq_core.reading.budget.MAX_MEMBERS", 2)
    members = dict.fromkeys(("a.json", "b.json", "c.json"), RUN)
    for name, text in members.items():
        (tmp_path / name).write_text(text)
    for source, name in ((zipped("z.zip", members), "z.zip"), (tmp_path, tmp_path.name)):
        # A directory of millions is refused before it becomes objects.
        monkeypatch.setattr("zipfile.ZipFile", None)
        (problem,) = read_runs([source], gold()).problems
        assert problem == (
            f"{name}: the archives and folders up to this one have more than 2 files, also in "
            "archives inside them. Split it or leave parts out."
        )


def test_files_of_all_archives_are_counted_together(monkeypatch):
    monkeypatch.setattr("oq_core.reading.budget.MAX_MEMBERS", 6)
    files = {"run1/r.json": RUN, "run2/r.json": RUN}
    teams = {f"{team}.zip": zipped("x", files).getvalue() for team in "AB"}
    for method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED):
        assert len(read_runs([zipped("all.zip", teams, method)], gold()).added) == 4
        more = {**teams, "c.json": RUN}
        (problem,) = read_runs([zipped("all.zip", more, method)], gold()).problems
        assert "have more than 6 files" in problem
    several = [Upload(f"{name}.zip", teams["A.zip"]) for name in "abcd"]
    read = read_runs(several, gold())
    assert len(read.added) == 6
    assert read.problems[0].startswith("d.zip: the archives and folders up to this one")


def test_a_large_member_is_not_unpacked(monkeypatch):
    monkeypatch.setattr("oq_core.reading.budget.MAX_BYTES", 2**20)
    bomb = zipped("z.zip", {"a.json": "[" + " " * 2**21, "b.json": RUN})
    assert len(bomb.getvalue()) < 2**14
    read = read_runs([bomb], gold())
    (problem,) = read.problems
    assert problem.startswith("z.zip/a.json: the file is larger than 1 MB.")
    assert read.added == ("b",)


def test_an_archive_that_unpacks_to_too_much_is_left_at_once(monkeypatch, tmp_path):
    monkeypatch.setattr("oq_core.reading.budget.MAX_UNPACKED", 3 * 2**20)
    members = {f"{letter}.json": RUN + " " * 2**20 for letter in "abcdef"}
    for name, text in members.items():
        (tmp_path / name).write_text(text)
    for source, name in ((zipped("z.zip", members), "z.zip"), (tmp_path, tmp_path.name)):
        read = read_runs([source], gold())
        assert read.added == ("a", "b")
        assert read.problems == (
            f"{name}: unpacked it is larger than 3 MB. Split it or leave parts out.",
        )


def test_a_file_of_too_many_values_is_not_parsed(monkeypatch):
    monkeypatch.setattr("oq_core.reading.budget.MAX_VALUES", 1000)
    monkeypatch.setattr("oq_core.reading.budget.MAX_JSON_VALUES", 1000)
    for text in ("[" + "[]," * 999 + "0]", "id,a,b\n" + "1,1,1\n" * 999):
        (problem,) = read_runs([Upload("x", text)], gold()).problems
        assert problem == "x: the file has more than 1,000 values. Split it or leave parts out."
    monkeypatch.setattr("oq_core.reading.budget.MAX_CELLS", 1000)
    with pytest.raises(DataError, match="x: 101 numbers are too many; all files of one step"):
        read_scores(Upload("x", (".5 " * 101 + "\n") * 10))


def test_sizes_in_headers_are_not_believed(monkeypatch):
    monkeypatch.setattr("oq_core.reading.budget.MAX_BYTES", 2**20)
    data = bytearray(zipped("z.zip", {"a.json": "[" + " " * 2**21}).getvalue())
    # The member says that it unpacks to 10 bytes.
    place = data.index(b"PK\x01\x02") + 24
    data[place : place + 4] = struct.pack("<I", 10)
    place = data.index(b"PK\x03\x04") + 22
    data[place : place + 4] = struct.pack("<I", 10)
    (problem,) = read_runs([Upload("z.zip", bytes(data))], gold()).problems
    assert problem.startswith("z.zip/a.json: it is damaged and cannot be unpacked")


def overlapping(copies):
    """An archive whose many members are all the same compressed bytes."""
    one = zipped("z.zip", {"a.json": "[" + " " * 2**20}).getvalue()
    start, end = one.index(b"PK\x01\x02"), one.index(b"PK\x05\x06")
    entry = one[start:end]
    directory = entry * copies
    tail = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, copies, copies, len(directory), start, 0)
    return one[:start] + directory + tail


def test_overlapping_members_are_counted_as_they_unpack(monkeypatch):
    monkeypatch.setattr("oq_core.reading.budget.MAX_UNPACKED", 4 * 2**20)
    bomb = Upload("z.zip", overlapping(1000))
    assert len(bomb.getvalue()) < 2**17
    read = read_runs([bomb], gold())
    assert read.problems[-1].startswith("z.zip: unpacked it is larger than 4 MB")
    assert len(read.problems) < 10


@given(st.integers(0, len(ONE) - 1), st.integers(1, 255))
def test_no_changed_byte_does_more_than_be_refused(place, change):
    data = bytearray(ONE)
    data[place] ^= change
    read = read_runs([Upload("z.zip", bytes(data))], gold())
    assert len(read.added) + len(read.problems) == 1 or read.skipped or read.problems
    for name in read.added:
        np.testing.assert_array_equal(read.collections["A"].runs[name], np.full((2, 5), 0.2))


@given(st.binary(max_size=200))
def test_no_archive_does_more_than_be_refused(content):
    read = read_runs([Upload("z.zip", b"PK\x03\x04" + content)], gold())
    assert len(read.problems) == 1


def test_an_archive_of_a_text_stream_is_read_as_text():
    text = io.StringIO(RUN)
    text.name = "r.json"
    assert read_runs([text], gold()).added == ("r",)


# Real files.


def test_the_real_runs_as_teams_submit_them(real_data):
    folder = real_data / "stc3"
    paths = sorted((folder / "runs").glob("*.json"))
    members = {}
    for path in paths:
        team, run = path.stem.split("-", 1)
        members[f"submissions/{team}/{run}/quality_cn.json"] = path.read_bytes()
    gold_file = folder / "test_annotations.json"
    read = read_runs([zipped("stc3.zip", members)], read_gold(gold_file))
    assert not read.problems
    assert read.added == tuple(path.stem for path in paths)
    alone = read_collections(gold_file, paths)
    for scale, collection in read.collections.items():
        for name, run in collection.runs.items():
            np.testing.assert_array_equal(run, alone[scale].runs[name])


def test_the_real_submissions_without_gold(real_data):
    folder = real_data / "dialeval2" / "runs"
    for path in sorted(folder.glob("*.quality.json")):
        assert recognise(path) == "NTCIR dialogue quality submission"
        with pytest.raises(DataError) as caught:
            read_gold(path)
        assert "this is a run, not a gold file. Open it as a run, after the gold annotations of " \
            "its dialogues, which are missing (65 of them" in str(caught.value)  # fmt: skip
        with pytest.raises(DataError, match="this is a submission .run., and no gold is open. "
                           "Open the gold annotations first"):  # fmt: skip
            read_run(path, {})
    for path in sorted(folder.glob("*.nugget.json")):
        assert recognise(path) == "NTCIR nugget submission"
        with pytest.raises(DataError, match="a run for nugget detection, not a gold file. Open "
                           "the gold annotations of its dialogues, which are missing"):  # fmt: skip
            read_gold(path)
    with pytest.raises(DataError, match="this is a run for nugget detection, not a gold file"):
        read_gold(folder)
    read = read_runs([folder], {})
    assert not read.added
    assert len(read.problems) == 3
    (note,) = read.notes
    assert note.startswith("runs: left out as NTCIR nugget submission: runs/Baseline-run0.nugget")
