"""Files of every kind, good and bad."""

import gzip
import io
import json
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from oq_core import DataError, read_collections
from oq_core.data import popularity
from oq_core.reading import read_gold, read_run
from oq_core.reading.rows import some_of

RATINGS = ("-2", "-1", "0", "1", "2")


class Upload(io.BytesIO):
    """A file object with a name, as Streamlit gives them."""

    def __init__(self, name: str, content: str | bytes) -> None:
        super().__init__(content.encode() if isinstance(content, str) else content)
        self.name = name


def gold_json(*dialogues):
    """NTCIR gold from (id, [(A, S, E), ...])."""
    return json.dumps(
        [
            {
                "id": name,
                "turns": [],
                "annotations": [
                    {"quality": dict(zip("ASE", row, strict=True)), "nugget": []} for row in rows
                ],
            }
            for name, rows in dialogues
        ]
    )


def quality(**scales):
    """A submission's quality: probabilities by scale, for ratings -2 to 2."""
    return {
        scale: dict(zip(RATINGS, values, strict=True))
        for scale, values in (dict.fromkeys("ASE", (0.2,) * 5) | scales).items()
    }


def run_json(**dialogues):
    return json.dumps([{"id": name, "quality": value} for name, value in dialogues.items()])


GOLD = gold_json(
    ("d1", [(0, 1, 2), (0, 1, -2), (1, 1, 0)]),
    ("d2", [(-2, 0, 0), (-2, 2, 0), (2, 1, 0)]),
)
WIDE = "id,low,mid,high\nd1,1,2,3\nd2,4,0,0\n"


def gold_file(content=GOLD):
    return Upload("gold.json", content)


def wide_file(content=WIDE):
    return Upload("gold.csv", content)


# Good files.


def test_ntcir_gold_becomes_a_collection_for_each_scale():
    collections = read_gold(gold_file())
    assert list(collections) == ["A", "S", "E"]
    a = collections["A"]
    assert a.name == "gold A"
    assert a.ids == ("d1", "d2")
    assert a.classes == RATINGS
    np.testing.assert_array_equal(a.votes, [[0, 0, 2, 1, 0], [2, 0, 0, 0, 1]])
    np.testing.assert_allclose(a.gold, a.votes / 3)


def test_ratings_may_be_text():
    rows = [("0", "1", "2"), ("0", "1", "-2"), ("1", "1", "0")]
    text = gold_json(("d1", rows), ("d2", [(-2, 0, 0), (-2, 2, 0), (2, 1, 0)]))
    for scale, collection in read_gold(gold_file(text)).items():
        np.testing.assert_array_equal(collection.votes, read_gold(gold_file())[scale].votes)


def test_submissions_are_matched_by_id_and_label():
    shuffled = dict(reversed(quality(A=(0.5, 0.25, 0.25, 0, 0)).items()))
    shuffled["A"] = {"0": 0.25, "-2": 0.5, "-1": 0.25}  # a class that is not there has 0
    run = Upload("TEAM-run1.json", run_json(d2=quality(), d1=shuffled))
    collections = read_collections(gold_file(), [run])
    np.testing.assert_array_equal(
        collections["A"].runs["TEAM-run1"], [[0.5, 0.25, 0.25, 0, 0], [0.2] * 5]
    )


def test_float32_sums_are_normalised():
    values = np.array([0.1, 0.2, 0.3, 0.15, 0.25], dtype=np.float32).astype(float) * 1.000001
    run = Upload("r.json", run_json(d1=quality(S=tuple(values)), d2=quality()))
    found = read_collections(gold_file(), [run])["S"].runs["r"][0]
    assert found.sum() == pytest.approx(1, abs=1e-15)
    np.testing.assert_allclose(found, values / values.sum())


def test_a_run_without_a_scale_is_only_in_the_others():
    only_a = {"A": quality()["A"]}
    collections = read_collections(gold_file(), [Upload("r.json", run_json(d1=only_a, d2=only_a))])
    assert list(collections["A"].runs) == ["r"]
    assert not collections["S"].runs


@pytest.mark.parametrize(
    "content",
    [
        WIDE,
        WIDE.replace(",", "\t"),
        WIDE.replace(",", ";"),
        WIDE.replace("\n", "\r\n"),
        "\ufeff" + WIDE,
        WIDE.encode("utf-16"),
        gzip.compress(WIDE.encode(), mtime=0),
        "\n\n" + WIDE + "\n\n",
        WIDE.replace(",", " , ").replace("d1", '"d1"', 1).replace('" ,', '",'),
        "id,class,value\nd1,low,1\nd1,mid,2\nd2,low,4\nd1,high,3\n",
        "item\tLabel\tcount\nd1\tlow\t1\nd1\tmid\t2\nd1\thigh\t3\nd2\tlow\t4\nd2\tmid\t0",
    ],
)
def test_tables_of_votes(content):
    (collection,) = read_gold(wide_file(content)).values()
    assert collection.name == "gold"
    assert collection.classes == ("low", "mid", "high")
    assert collection.ids == ("d1", "d2")
    np.testing.assert_array_equal(collection.votes, [[1, 2, 3], [4, 0, 0]])


def test_tables_of_probabilities_have_no_votes():
    (collection,) = read_gold(wide_file("id,a,b\nx,.29,.71\ny,0.505,0.5\n")).values()
    assert collection.votes is None
    np.testing.assert_allclose(collection.gold, [[0.29, 0.71], [0.505 / 1.005, 0.5 / 1.005]])


def test_numeric_classes_are_put_in_ascending_order():
    (collection,) = read_gold(wide_file("id,2,1,0,-1,-2\nx,5,4,3,2,1\n")).values()
    assert collection.classes == RATINGS
    np.testing.assert_array_equal(collection.votes, [[1, 2, 3, 4, 5]])


def test_columns_of_a_run_are_matched_by_name():
    run = Upload("r.tsv", "id\thigh\tlow\nd2\t.5\t.5\nd1\t1\t0\n")
    (collection,) = read_collections(wide_file(), [run]).values()
    np.testing.assert_array_equal(collection.runs["r"], [[0, 0, 1], [0.5, 0, 0.5]])


def test_paths_and_text_are_read_like_uploads(tmp_path):
    path = tmp_path / "gold.csv"
    path.write_text(WIDE)
    text = io.StringIO(WIDE)
    text.name = "gold.csv"
    for source in (path, str(path), text):
        (collection,) = read_gold(source).values()
        np.testing.assert_array_equal(collection.votes, [[1, 2, 3], [4, 0, 0]])


def test_an_upload_can_be_read_again():
    upload = wide_file()
    upload.read()
    assert read_gold(upload)["gold"].ids == ("d1", "d2")


def test_adding_a_run_leaves_the_collections_as_they_were():
    before = read_gold(wide_file())
    after = read_run(Upload("r.csv", WIDE), before)
    assert not before["gold"].runs
    assert list(after["gold"].runs) == ["r"]


# Bad files: the message names the file, the place and the remedy.


def spoiled(text, old, new):
    assert old in text
    return text.replace(old, new, 1)


RUN_JSON = run_json(d1=quality(), d2=quality())
RUN_CSV = "id,low,mid,high\nd1,.2,.3,.5\nd2,.6,.4,0\n"

BAD_GOLD = {
    "empty": ("", "gold.x: the file is empty. Export it again"),
    "blank": (" \n\n ", "the file is empty"),
    "latin-1": ("id,a,b\nd1,1,2\né,1,1".encode("latin-1"), "line 3: the text is not UTF-8. Save"),
    "utf-16": (WIDE.encode("utf-16")[:-1], "line 3: the text is not UTF-16. Save"),
    "web page": ("<html><body>404", "this is a web page (HTML). Download the file itself"),
    "zip": (b"PK\x03\x04rest", "ZIP archive or a spreadsheet workbook. Unpack it, or export"),
    "binary": (b"id,a\nx\x00,1", "line 2: this is not a text file. Upload JSON"),
    "broken json": ('[{"id": "d1",\n', "line 2, column 1: this is not valid JSON"),
    "object": ('{"id": "d1"}', "the JSON is an object, not a list of dialogues. The gold is"),
    "no dialogues": ("[]", "the list of dialogues is empty"),
    "numbers": ("[1, 2]", "entry 1: this is not an object. The gold is a list"),
    "no id": ('[{"annotations": []}]', "entry 1: there is no id"),
    "other shape": ('[{"id": "d1", "turns": []}]', "dialogue d1: there is no 'annotations'"),
    "records": ('[{"id": "d1", "text": ""}]', "no column has ratings, votes or shares"),
    "deep": ("[" * 100_000, "nested too deeply"),
    "repeated key": ('[{"id": "d1", "id": "d2"}]', "the key 'id' twice. Keep one"),
    "no annotations": ('[{"id": "1", "annotations": []}]', "dialogue 1: there are no annotations"),
    "later none": (
        spoiled(GOLD, '"d2", "turns": [], "annotations": [', '"d2", "annotations": [], "x": ['),
        "dialogue d2: there are no annotations. Leave",
    ),
    "a run": (RUN_JSON, "dialogue d1: this is a run, not a gold file. Open it as a run"),
    "nugget gold": (
        '[{"id": "d1", "annotations": [{"nugget": ["CNUG"]}]}]',
        "dialogue d1: there is no list 'turns'. The gold is a list of",
    ),
    "repeated id": (spoiled(GOLD, '"d2"', '"d1"'), "entry 2: the id d1 appears twice. Keep"),
    "rating": (
        spoiled(GOLD, '"S": 1', '"S": 3'),
        "dialogue d1, annotation 1, scale S: the rating 3 is unknown. Use one of -2, -1, 0, 1, 2",
    ),
    "no rating": (
        spoiled(GOLD, '"A": 1, ', ""),
        "dialogue d1, annotation 3: there is no A rating, which other annotations have. Add it",
    ),
    "rating in words": (spoiled(GOLD, '"A": 0', '"A": "good"'), "the rating 'good' is unknown"),
    "one column": ("id\nd1\n", "every line is one word: this is a list of run names. Give a table"),
    "header only": ("id,a,b\n", "line 1: there is nothing below the header"),
    "no header": ("d1,.2,.8\nd2,.5,.5\n", "line 1: the first line (d1, .2, .8…) has numbers where"),
    "repeated class": ("id,a,a\nd1,1,2\n", "line 1: the column a appears twice. Rename"),
    "unnamed class": ("id,a,\nd1,1,2\n", "line 1: a class has no name. Name every column"),
    "ragged": ("id,a,b\nd1,1,2\nd2,1\n", "line 3: it has 2 cells, but the header has 3"),
    "no id in a row": ("id,a,b\n,1,2\n", "line 2: the id is empty"),
    "repeated row": (WIDE + "d1,1,1,1\n", "line 4: the id d1 is there already (line 2). Keep one"),
    "text": (spoiled(WIDE, "4", "four"), "line 3, class low: 'four' is not a number. Give"),
    "underscore": (spoiled(WIDE, "4", "1_0"), "line 3, class low: '1_0' is not a number"),
    "thousands": (
        'id,a,b\nd1,"1,500",2\n',
        "line 2, class a: '1,500' may be a decimal number or thousands. Write decimals with",
    ),
    "no value": (spoiled(WIDE, ",2,", ",,"), "line 2, class mid: the value is missing"),
    "negative": (spoiled(WIDE, "4", "-4"), "line 3: the value -4 for class low is negative. Use"),
    "nan": (spoiled(WIDE, "4", "NaN"), "line 3: the value nan for class low is not a finite"),
    "infinite": (spoiled(WIDE, "4", "1e999"), "line 3: the value inf for class low is not a"),
    "no votes": (spoiled(WIDE, "4", "0"), "line 3: there are no votes. Add votes"),
    "huge votes": (spoiled(WIDE, "4", "1e300"), "line 3: the votes are too many"),
    "off": ("id,a,b\nd1,.5,.5\nd2,.5,.4\n", "line 3: the probabilities sum to 0.9 instead of 1"),
    "quote": ('id,a,b\n"d1,1,2\n', "a quote that opens there is never closed"),
    "long repeated": ("id,class,n\nx,a,1\nx,a,2\n", "line 3: x has the class a already. Keep"),
    "long one class": ("id,class,n\nx,a,1\ny,a,2\n", "there is only one class"),
    "long no class": ("id,class,n\nx,,1\n", "line 2: the class is empty"),
    "many classes": (
        "id," + ",".join(f"c{i}" for i in range(31)) + "\nx" + ",1" * 31,
        "there are 31 classes; at most 30",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("content", "words"), BAD_GOLD.values(), ids=list(BAD_GOLD))
def test_bad_gold_files_are_explained(content, words):
    with pytest.raises(DataError) as caught:
        read_gold(Upload("gold.x", content))
    assert str(caught.value).startswith("gold.x")
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")


BAD_JSON_RUNS = {
    "missing": (run_json(d1=quality()), "1 of 2 instances is missing: d2. Add them"),
    "surplus": (
        run_json(d1=quality(), d2=quality(), d3=quality()),
        "dialogue d3, scale A: the id d3 is not in the gold file. Remove",
    ),
    "others": (run_json(x=quality()), "none of its ids is in the gold file (it has x). Check"),
    "repeated": (spoiled(RUN_JSON, '"d2"', '"d1"'), "entry 2: the id d1 appears twice"),
    "class": (
        spoiled(RUN_JSON, '"-2"', '"-3"'),
        "dialogue d1, scale A: the class '-3' is unknown. Use -2, -1, 0, 1, 2",
    ),
    "text": (spoiled(RUN_JSON, "0.2", '"0.2"'), "dialogue d1, scale A, class -2: '0.2' is not"),
    "true": (spoiled(RUN_JSON, "0.2", "true"), "class -2: True is not a number"),
    "null": (spoiled(RUN_JSON, "0.2", "null"), "class -2: None is not a number"),
    "negative": (spoiled(RUN_JSON, "0.2", "-0.2"), "scale A: the value -0.2 for class -2 is neg"),
    "nan": (spoiled(RUN_JSON, "0.2", "NaN"), "dialogue d1, scale A: the value nan for class -2"),
    "infinite": (spoiled(RUN_JSON, "0.2", "1e999"), "the value inf for class -2 is not a finite"),
    "huge": (spoiled(RUN_JSON, "0.2", "1" + "0" * 400), "the value inf for class -2 is not"),
    "longer": (spoiled(RUN_JSON, "0.2", "1" + "0" * 5000), "numbers that are too long"),
    "off": (spoiled(RUN_JSON, "0.2", "0.5"), "scale A: the probabilities sum to 1.3 instead"),
    "no scale": (
        run_json(d1={"A": quality()["A"]}, d2=quality()),
        "dialogue d1: there is no object 'S'",
    ),
    "other scales": (
        run_json(d1={"X": quality()["A"]}, d2={"X": quality()["A"]}),
        "it has no scale of the gold: it has X, the gold has A, S, E. Check",
    ),
    "gold": (GOLD, "run.x: this is a gold file, not a run. Open it as the gold file"),
    "nugget": ('[{"id": "d1", "nugget": []}]', "dialogue d1: this file is for nugget detection"),
    "list": ('[{"id": "d1", "quality": []}]', "dialogue d1: there is no object 'quality'"),
    "table": (RUN_CSV, "a table has one scale, but the gold has A, S, E. Give"),
}  # fmt: skip


@pytest.mark.parametrize(("content", "words"), BAD_JSON_RUNS.values(), ids=list(BAD_JSON_RUNS))
def test_bad_submissions_are_explained(content, words):
    collections = read_gold(gold_file())
    with pytest.raises(DataError) as caught:
        read_run(Upload("run.x", content), collections)
    assert str(caught.value).startswith("run.x")
    assert words in str(caught.value)


BAD_TABLE_RUNS = {
    "missing": (spoiled(RUN_CSV, "d2,.6,.4,0\n", ""), "1 of 2 instances is missing: d2"),
    "surplus": (RUN_CSV + "d3,1,0,0\n", "line 4: the id d3 is not in the gold file"),
    "class": (spoiled(RUN_CSV, "mid", "middle"), "the class middle is not among the gold's"),
    "off": (spoiled(RUN_CSV, ".5", ".3"), "line 2: the probabilities sum to 0.8 instead of 1"),
    "json": (RUN_JSON, "it has A, S, E, the gold has gold"),
}


@pytest.mark.parametrize(("content", "words"), BAD_TABLE_RUNS.values(), ids=list(BAD_TABLE_RUNS))
def test_bad_tables_of_runs_are_explained(content, words):
    collections = read_gold(wide_file())
    with pytest.raises(DataError) as caught:
        read_run(Upload("run.x", content), collections)
    assert str(caught.value).startswith("run.x")
    assert words in str(caught.value)


def test_a_run_is_read_once():
    with pytest.raises(DataError, match="a run called r already. Rename one"):
        read_collections(wide_file(), [Upload("r.csv", RUN_CSV), Upload("r.tsv", RUN_CSV)])


def test_the_first_bad_file_is_raised():
    with pytest.raises(DataError, match="bad1.csv"):
        read_collections(wide_file(), [Upload(f"{n}.csv", c) for n, c in (
            ("good", RUN_CSV), ("bad1", ""), ("bad2", ""))])  # fmt: skip


def test_a_file_that_is_not_there():
    with pytest.raises(DataError, match="nowhere.json: the file cannot be opened .No such file"):
        read_gold("nowhere.json")


def test_a_file_that_is_too_large(monkeypatch):
    monkeypatch.setattr("oq_core.reading.budget.MAX_BYTES", 10)
    with pytest.raises(DataError, match="gold.csv: the file is larger than"):
        read_gold(wide_file())


@given(st.one_of(st.binary(), st.text().map(str.encode)))
@example(b"\xef\xbb\xbf")
@example(b"id,a,b\n\r,1,2")
def test_no_bytes_do_more_than_be_refused(content):
    collections = read_gold(wide_file())
    for read in (read_gold, lambda file: read_run(file, collections)):
        with suppress(DataError):
            read(Upload("x", content))


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "annotations", "quality", "nugget", "A", "0", "1"]),
            inner,
            max_size=4,
        )
    ),
)


@given(st.lists(JSON, max_size=3))
def test_no_json_does_more_than_be_refused(content):
    collections = read_gold(gold_file())
    for read in (read_gold, lambda file: read_run(file, collections)):
        with suppress(DataError):
            read(Upload("x", json.dumps(content)))


@given(st.lists(st.lists(st.sampled_from(["id", "a", "1", ".5", "", "-1", "nan", '"', "é"]))))
def test_no_table_does_more_than_be_refused(rows):
    with suppress(DataError):
        read_gold(Upload("x", "\n".join(",".join(row) for row in rows)))


# Real files.


def test_the_real_runs_are_read(real_data):
    runs = sorted((real_data / "stc3" / "runs").glob("*.json"))
    collections = read_collections(real_data / "stc3" / "test_annotations.json", runs)
    assert list(collections) == ["A", "S", "E"]
    for collection in collections.values():
        assert len(collection.ids) == 390
        assert list(collection.runs) == [path.stem for path in runs]
        assert (collection.votes.sum(axis=1) == 19).all()
        assert popularity(collection.gold).shape == (390, 5)


def test_some_of_many_labels_say_how_many_more_there_are():
    assert some_of(["a", "b", "c"]) == "a, b, c"
    assert some_of(["a", "b", "c", "d", "e"]) == "a, b, c and 2 more"
