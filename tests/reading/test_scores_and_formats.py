"""Score matrices, and telling formats apart."""

import json
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from oq_core import MEASURES, DataError, read_collections, read_scores, score
from oq_core.reading import (
    read_gold,
    read_gold_and_nuggets,
    read_run,
    read_runs,
    recognise,
    templates,
)
from oq_core.reading.formulas import guarded, unguarded
from tests.reading.made import Upload, dialogue, dialogue_labels, ntcir_gold, ntcir_run, zipped

TEXT = ".1 .25 0.5\n0 1 .125\n"
CSV = "dialogue_id,A,B,C\nd1,.1,.25,0.5\nd2,0,1,.125\n"
VALUES = [[0.1, 0.25, 0.5], [0, 1, 0.125]]


def test_text_is_matched_by_position():
    scores = read_scores(
        [
            Upload("nmd-A.test_data.dialoguebyrun", TEXT),
            Upload("rnod-A.test_data.dialoguebyrun", TEXT.replace(" ", "\t").replace("\n", "\r\n")),
        ],
        Upload("runs.txt", "A\nB\nC\n"),
    )
    assert scores.measures == ("NMD", "RNOD")
    assert scores.runs == ("A", "B", "C")
    assert scores.ids == ("1", "2")
    assert scores.larger_is_better == (False, False)
    np.testing.assert_array_equal(scores.values, [VALUES, VALUES])


def test_csv_is_matched_by_name():
    other = "id,C,A,B\nd2,.125,0,1\nd1,.5,.1,.25\n"
    scores = read_scores([Upload("JSD.csv", CSV), Upload("own.csv", other)], otherwise=False)
    assert scores.measures == ("JSD", "own")
    assert scores.ids == ("d1", "d2")
    np.testing.assert_array_equal(scores.values, [VALUES, VALUES])


def test_names_of_runs():
    text = Upload("NMD", TEXT)
    assert read_scores(text).runs == ("run1", "run2", "run3")
    assert read_scores(text, ["x", "y", "z"]).runs == ("x", "y", "z")
    assert read_scores([text, Upload("names", "x\ny\nz")]).runs == ("x", "y", "z")
    # CSV has names of its own.
    assert read_scores(Upload("NMD.csv", CSV), ["x", "y", "z"]).runs == ("A", "B", "C")


@pytest.mark.parametrize(
    ("name", "measure"),
    [
        ("nmd-A.test_data.dialoguebyrun", "NMD"),
        ("RSNOD", "RSNOD"),
        ("rnadw2_x.csv", "RNADW2"),
        ("dnkt_jsd.csv", "DNKT_JSD"),
        ("dnkt-nmd-S.txt", "DNKT_NMD"),
        ("ndcg@10.test.txt", "ndcg@10"),
        ("nmdx.csv", "nmdx"),
    ],
)
def test_measures_are_named_by_their_files(name, measure):
    assert read_scores(Upload(name, TEXT), otherwise=False).measures == (measure,)


def test_files_of_one_measure_keep_their_own_names():
    scores = read_scores([Upload("nmd-A.x.y", TEXT), Upload("nmd-S.x.y", TEXT)])
    assert scores.measures == ("nmd-A", "nmd-S")


def test_directions():
    files = [Upload(name, TEXT) for name in ("NMD", "mine", "kappa")]
    assert read_scores(files, otherwise=False).larger_is_better == (False, False, True)
    with pytest.raises(DataError, match="--larger mine or --smaller mine"):
        read_scores(files)
    assert read_scores(files, larger_is_better=True).larger_is_better == (True, True, True)


def test_undefined_scores():
    scores = read_scores(Upload("NMD.csv", CSV.replace(".25", "").replace(".125", "NaN")))
    np.testing.assert_array_equal(scores.values, [[[0.1, np.nan, 0.5], [0, 1, np.nan]]])


def test_matrices_in_archives_and_folders(tmp_path):
    members = {"a/nmd.txt": TEXT, "a/rnod.txt": TEXT, "runs": "A\nB\nC\n", "README.md": "Hi all."}
    for source in (zipped("z.zip", members), tmp_path):
        if source is tmp_path:
            (tmp_path / "a").mkdir()
            for path, text in members.items():
                (tmp_path / path).write_text(text)
        scores = read_scores(source)
        assert scores.measures == ("NMD", "RNOD")
        assert scores.runs == ("A", "B", "C")


BAD = {
    "shape": (["1 2\n3 4\n", "1 2 3\n"], "b: it is 1 × 3, but a is 2 × 2. Open matrices of the"),
    "ragged": (["1 2\n3\n"], "a, line 2: it has 1 number, but the lines above have 2"),
    "kinds": ([TEXT, CSV], "b: this and a cannot be matched, as only one of the two has ids"),
    "runs": (
        [CSV, CSV.replace("B", "D")],
        "b: 1 runs are in a only: B. Open matrices of the same instances and runs together.",
    ),
    "more instances": ([CSV, CSV + "d3,.1,.2,.3\n"], "b: 1 instances are in b only: d3"),
    "fewer instances": ([CSV + "d3,.1,.2,.3\n", CSV], "b: 1 instances are in a only: d3"),
    "instance twice": ([CSV + "d1,.1,.2,.3\n"], "a, line 4: the id d1 is there already (line 2)"),
    "run twice": ([CSV.replace("B", "A")], "a, line 1: the run A is there already (line 1)"),
    "infinite": ([TEXT.replace(".25", "inf")], "a, row 1, column 2: the score is infinite"),
    "infinite ids": (["1e400 .5\n2 .25\n3 .5\n"], "a, row 1, column 1: the score is inf"),
    "infinite csv": ([CSV.replace(".25", "inf")], "a, instance d1, column 2: the score is inf"),
    "unnamed": ([CSV.replace("B", "")], "a, line 1: a run has no name. Name every column."),
    "cells": ([CSV + "d3,.1\n"], "a, line 4: it has 2 cells, but the header has 4"),
    "gold": ([ntcir_gold("d1")], "a: this is not a score matrix but a NTCIR dialogue quality gold"),
    "words": (["some free text"], "a: the format is not known. It is none of these: "),
    "names": (["x\ny\n"], "a: there is no score matrix. Open a file of scores for each measure."),
}  # fmt: skip


@pytest.mark.parametrize(("contents", "words"), BAD.values(), ids=list(BAD))
def test_bad_matrices_are_explained(contents, words):
    with pytest.raises(DataError) as caught:
        read_scores([Upload(name, text) for name, text in zip("ab", contents, strict=False)])
    assert str(caught.value).startswith(words)


def test_names_that_do_not_fit():
    with pytest.raises(DataError, match="a: it has 3 columns, but there are 2 run names. Give"):
        read_scores(Upload("a", TEXT), ["x", "y"])
    with pytest.raises(DataError, match=r"names, name 2: the run x is there already \(name 1\)"):
        read_scores(Upload("a", TEXT), Upload("names", "x\nx\nz"))


def test_a_measure_is_read_once():
    with pytest.raises(DataError, match="another file is for the measure a too. Rename one"):
        read_scores([Upload("a.x", TEXT), Upload("a.y", TEXT)])


def test_a_measure_is_not_called_as_columns_of_tables():
    """The file of a run is easily given for a matrix of scores."""
    with pytest.raises(
        DataError, match="run.csv: no measure can be called 'run', .* with its gold"
    ):
        read_scores(Upload("run.csv", CSV))


def test_a_matrix_is_no_gold_and_no_run():
    for text in (TEXT, CSV):
        with pytest.raises(DataError, match="x: the numbers are scores: they are neither votes"):
            read_gold(Upload("x", text))
        with pytest.raises(
            DataError, match=r"Open it as a score matrix \(--scores in a shell\), begin each row"
        ):
            read_run(Upload("x", text), read_gold(Upload("g.csv", "id,a,b\nd1,1,2\n")))


@given(
    hnp.arrays(
        np.float64,
        hnp.array_shapes(min_dims=2, max_dims=2, max_side=6),
        elements=st.floats(0, 1, allow_subnormal=False),
    )
)
def test_round_trip(values):
    text = "\n".join(" ".join(map(repr, row)) for row in values.tolist())
    np.testing.assert_array_equal(read_scores(Upload("NMD", text)).values[0], values)
    runs = [f"run{column}" for column in range(values.shape[1])]
    csv = "\n".join(
        ",".join([f"i{row}", *map(repr, numbers)]) for row, numbers in enumerate(values.tolist())
    )
    table = Upload("NMD.csv", ",".join(["id", *runs]) + "\n" + csv)
    # A column of whole numbers beside an id is no table that is known.
    if values.shape[1] > 1 or recognise_or_none(table):
        np.testing.assert_array_equal(read_scores(table).values[0], values)


def recognise_or_none(source):
    with suppress(DataError):
        return recognise(source)
    return None


@given(st.text("='+-@a1\t\r", max_size=4))
@example("'=x")
@example("'")
@example("\r1")
def test_a_name_that_was_guarded_is_read_as_it_was(name):
    written = guarded(name)
    assert unguarded(written) == name
    assert written[:1] not in ("=", "@", "\t", "\r")


def test_scores_written_and_read_are_the_same():
    gold = Upload("g.csv", "id,a,b,c\nd1,1,2,3\nd2,4,0,1\nd3,0,1,1\n")
    runs = [Upload(f"{name}.csv", f"id,a,b,c\nd1,{name},0,1\nd2,1,1,1\nd3,0,0,{name}\n")
            for name in "1234"]  # fmt: skip
    (collection,) = read_collections(gold, runs).values()
    scores = score(collection)
    files = [
        Upload(
            f"{key}.csv",
            "\n".join([",".join(["id", *scores.runs])] + [
                ",".join([name, *map(repr, row)])
                for name, row in zip(scores.ids, matrix.tolist(), strict=True)
            ]),
        )
        for key, matrix in zip(scores.measures, scores.values, strict=True)
    ]  # fmt: skip
    found = read_scores(files)
    assert found.measures == tuple(MEASURES)
    assert found.runs == ("1", "2", "3", "4")
    assert found.larger_is_better == scores.larger_is_better
    np.testing.assert_array_equal(found.values, scores.values)


# Telling formats apart.

FORMATS = {
    "NTCIR dialogue quality gold": [ntcir_gold("d1")],
    "NTCIR dialogue quality submission": [ntcir_run("d1"), "\n " + ntcir_run("d1")],
    "NTCIR nugget gold": ['[{"id": "d1", "annotations": [{"nugget": ["CNUG"]}]}]'],
    "NTCIR nugget submission": ['[{"id": "d1", "nugget": [{"CNUG": 1.0}]}]'],
    "SemEval subtask E": [
        "tea\t.1\t.2\t.4\t.2\t.1\n",
        "{tea}\t0\t0\t1\t0\t0",
        "2\t.1\t.2\t.4\t.3\t0",
    ],
    "SemEval subtask C": [
        "1\ttea\t0\n",
        "a1\ttea\t-2\n",
        "7\t2016\t1\n8\t2016\t2\n",
        "[1\ttea\t0",
    ],
    "DBDC dialogues": [dialogue("C1", {1: "O"}), dialogue("C1", {1: ""})],
    "DBDC labels": [dialogue_labels("C1", {1: (1, 0, 0)})],
    "wide table": [
        "id,a,b\nx,1,2\n",
        "id\ta\tb\nx\t.5\t.5\n",
        "id,a,b\nx,.5,.5\ny,.5,.4\n",
        "id\t0\t1\nx\t1\t3\n",
        "id\t-2\t-1\t0\t1\t2\nx\t.1\t.2\t.4\t.2\t.1\n",
        "id,topic,mood\nx,1,2\n",
    ],
    "long table": ["id,class,value\nx,a,1\n", "id\tLabel\tn\nx\ta\t.5\n"],
    "table of labels": [
        "id,label\nx,a\ny,b\n",
        "id,topic,gold\nx,t,1\ny,t,2\n",
        "id;prediction;target\nx;a;t\ny;b;t\n",
    ],
    "score matrix": [
        TEXT,
        CSV,
        ".5\n.25\n",
        "id,A\nx,.5\ny,.25\n",
        "0\t.5\t1\n",
        ".1\t.2\t.3\t.4\t.5\t.6\n",
        "0\t0\t1\n0\t0\t1\n",
    ],
    "list of run names": ["run1\nrun2\n", "TEAM-run1\r\n"],
}


@pytest.mark.parametrize(
    ("text", "name"), [(text, name) for name, texts in FORMATS.items() for text in texts]
)
def test_formats_are_recognised_by_content(text, name):
    assert recognise(Upload("x", text)) == name


@pytest.mark.parametrize(
    "text", ["free text, with a comma", "{}", "[]", "[1]", "id,a\n", ",,,", "a b\nc d\n"]
)
def test_what_is_no_format_is_refused(text):
    with pytest.raises(
        DataError, match="x: the format is not known. It is none of these: "
    ) as known:
        recognise(Upload("x", text))
    assert all(name in str(known.value) for name in FORMATS)


def test_every_gold_says_what_it_was():
    empty, one_class = dialogue("C1", {1: ""}), "id,class,value\nx,a,1\n"
    for name in (
        *("NTCIR dialogue quality gold", "SemEval subtask E", "SemEval subtask C"),
        *("DBDC dialogues", "wide table", "table of labels"),
    ):
        for text in FORMATS[name]:
            if text not in (empty, "id,a,b\nx,.5,.5\ny,.5,.4\n"):
                for collection in read_gold(Upload("x", text)).values():
                    assert collection.format == name
    (collection,) = read_gold(Upload("x", one_class + "x,b,2\n")).values()
    assert collection.format == "long table"


# Templates.


def test_templates_are_read_back():
    files = {name: Upload(name, text) for name, text in templates().items()}
    golds = {name: read_gold(file) for name, file in files.items()
             if "gold" in name or name == "DIALOGUE1.json"}  # fmt: skip
    assert {next(iter(gold.values())).format for gold in golds.values()} >= {
        "NTCIR dialogue quality gold", "SemEval subtask E", "SemEval subtask C",
        "DBDC dialogues", "wide table", "long table", "table of labels", "LeWiDi gold"}  # fmt: skip
    for name, gold in golds.items():
        run = name.replace("gold", "run").replace("DIALOGUE1.json", "DIALOGUE1.labels.json")
        run = run.replace("lewidi_run.json", "lewidi_run.tsv")
        read = read_runs([files[run]], gold)
        assert not read.problems
        # Of judges, every one is a run, and all of them together.
        assert len(read.added) == (3 if name.startswith("ratings") else 1)
    scores = [read_scores([files[name]], files["run_names.txt"])
              for name in ("NMD.csv", "NMD.dialoguebyrun")]  # fmt: skip
    for found in scores:
        assert found.measures == ("NMD",)
        assert found.runs == ("RUN1", "RUN2")
        np.testing.assert_array_equal(found.values, scores[0].values)
    assert recognise(files["confusion.csv"]) == "confusion matrices"
    gold = read_gold_and_nuggets(files["ntcir_quality_gold.json"])
    both = read_runs([files["ntcir_quality_run.json"]], gold.collections, gold.nuggets)
    assert [len(each.runs) for each in (*both.collections.values(), both.nuggets)] == [1] * 4
    used = {*golds, "confusion.csv", "runs.csv", "NMD.csv", "NMD.dialoguebyrun", "run_names.txt"}
    assert {name for name in files if "run." not in name and "labels.json" not in name} == used


# Anything else.

CELLS = st.sampled_from(
    [
        "id",
        "class",
        "label",
        "topic",
        "system",
        "gold",
        "count",
        "a",
        "1",
        "-2",
        ".5",
        "",
        "nan",
        '"',
        "é",
    ]
)
TABLES = st.builds(
    lambda rows, separator: "\n".join(separator.join(row) for row in rows),
    st.lists(st.lists(CELLS, max_size=7), max_size=4),
    st.sampled_from([",", "\t", ";", " "]),
)
KEYS = ["id", "annotations", "quality", "nugget", "turns", "labels", "breakdown", "turn-index", "A"]
JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.sampled_from(["O", "A", "\ud800"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*KEYS, "prob-O", "dialogue-id"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.one_of(st.binary(), TABLES.map(str.encode), JSON.map(json.dumps).map(str.encode)))
@example(b",")
def test_nothing_does_more_than_be_refused(content):
    golds = [
        read_gold(Upload(name, templates()[name]))
        for name in ("semeval_C_gold.tsv", "DIALOGUE1.json", "ntcir_quality_gold.json")
    ]
    name = "ntcir_quality_gold.json"
    nuggets = read_gold_and_nuggets(Upload(name, templates()[name])).nuggets
    for source in (Upload("x", content), zipped("x.zip", {"a/x.json": content, "y": content})):
        for read in (recognise, read_gold, read_gold_and_nuggets, read_scores):
            with suppress(DataError):
                read(source)
        for gold in golds:
            found = read_runs([source], gold)
            assert found.problems or found.added
        of_nuggets = read_runs([source], {}, nuggets)
        assert of_nuggets.problems or of_nuggets.added


def test_ids_before_scores_are_named_by_a_header_which_may_be_empty_above_them():
    rows = [f"{n}{{0}}.{n}{{0}}.{n + 1}" for n in range(1, 8)]
    told = r"the numbers of the first column \(1, 2, …\) are ids, and nothing says what the others"
    with pytest.raises(DataError, match=told):
        read_scores(Upload("NMD", "\n".join(rows).format(" ")))
    found = read_scores(Upload("NMD.csv", "\n".join([",A,B", *rows]).format(",")))
    assert (found.runs, found.ids) == (("A", "B"), tuple("1234567"))
