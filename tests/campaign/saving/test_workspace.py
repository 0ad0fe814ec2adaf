"""A saved workspace: opened again to the bit, and refused with a sentence where it is not whole."""

import io
import json
import zipfile
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oq_core import Collection, DataError, Scores
from oq_core.campaign import Choices, FileFacts
from oq_core.campaign.saving import workspace as packing
from oq_core.campaign.saving.unpacking import is_workspace, unpack_workspace
from oq_core.campaign.saving.workspace import MANIFEST, SavedData, pack_workspace
from oq_core.data import Labels, NuggetCollection
from oq_core.reading import read_collections, read_gold_and_nuggets, read_runs
from oq_core.reading.rows import name_fault
from tests.strategies import shares, votes

#: Names as people may give them: formulas, quotes, other scripts.
NAMES = st.one_of(
    st.sampled_from(["=1+1", "'a", "''", "-2", "+x", "a,b", 'say "x"', "東京", "é"]),
    st.text(
        st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters="\0"),
        min_size=1,
        max_size=8,
    ).filter(lambda name: not name_fault(name)),
)


def file_of(data, name="workspace-1.zip"):
    file = io.BytesIO(data)
    file.name = name
    return file


def names_of(draw, count):
    return tuple(draw(st.lists(NAMES, min_size=count, max_size=count, unique=True)))


@st.composite
def collections(draw):
    counts = draw(votes())
    n, width = counts.shape
    runs = {name: shares(draw(votes(width, n))) for name in names_of(draw, draw(st.integers(0, 3)))}
    labels = None
    if draw(st.booleans()):
        items = draw(st.integers(1, 5))
        column = st.lists(st.integers(0, width - 1), min_size=items, max_size=items).map(np.array)
        where = draw(st.lists(st.integers(0, n - 1), min_size=items, max_size=items))
        of_runs = {name: draw(column) for name in [*runs][:2]}
        labels = Labels(names_of(draw, items), np.array(where), draw(column), of_runs)
    mask = st.lists(st.booleans(), min_size=n, max_size=n).map(np.array)
    is_voted, ratings, raters = draw(st.booleans()), None, ()
    if is_voted and draw(st.booleans()):
        ratings = np.full((n, int(counts.sum(axis=1).max())), -1, dtype=np.int8)
        for row, each in zip(ratings, counts, strict=True):
            row[: each.sum()] = np.repeat(np.arange(width), each)
        raters = draw(st.sampled_from([(), names_of(draw, ratings.shape[1])]))
    return Collection(
        draw(NAMES),
        names_of(draw, width),
        names_of(draw, n),
        shares(counts),
        runs,
        counts if is_voted else None,
        draw(NAMES),
        labels,
        {name: draw(mask) for name in [*runs][:1]},
        draw(st.sampled_from(["uniform", "worst"])),
        ratings,
        raters,
        groups=draw(st.dictionaries(NAMES, st.tuples(*[NAMES | st.just("")] * n), max_size=2)),
    )


@st.composite
def nuggets(draw):
    turns = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    dialogue = np.repeat(np.arange(len(turns)), turns)
    count = len(dialogue)
    is_customer = np.array(draw(st.lists(st.booleans(), min_size=count, max_size=count)))

    def of_turns():
        found = draw(votes(4, count))
        found[~is_customer, 0] += found[~is_customer, 3]
        found[~is_customer, 3] = 0
        return found

    counts = of_turns()
    runs = {name: shares(of_turns()) for name in names_of(draw, draw(st.integers(0, 2)))}
    known = counts if draw(st.booleans()) else None
    ids = names_of(draw, len(turns))
    notes = names_of(draw, draw(st.integers(0, 2)))
    return NuggetCollection(
        draw(NAMES), ids, dialogue, is_customer, shares(counts), known, runs, notes
    )


@st.composite
def scores(draw):
    shape = tuple(draw(st.integers(1, 3)) for _ in range(3))
    value = st.one_of(
        st.just(np.nan), st.floats(allow_nan=False, allow_infinity=False), st.just(-0.0)
    )
    size = int(np.prod(shape))
    values = np.array(draw(st.lists(value, min_size=size, max_size=size))).reshape(shape)
    directions = draw(st.lists(st.booleans(), min_size=shape[0], max_size=shape[0]))
    return Scores(values, *(names_of(draw, length) for length in shape), tuple(directions))


def check_same(ours, theirs):
    """Two values of any kind are the same, arrays to the last bit."""
    assert type(ours) is type(theirs)
    if isinstance(ours, np.ndarray):
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
        assert ours.tobytes() == theirs.tobytes()
    elif isinstance(ours, dict):
        assert list(ours) == list(theirs)
        for key in ours:
            check_same(ours[key], theirs[key])
    elif isinstance(ours, tuple):
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            check_same(one, other)
    elif hasattr(ours, "__dataclass_fields__"):
        check_same(vars(ours), vars(theirs))
    else:
        assert ours == theirs


FACTS = st.builds(
    FileFacts,
    NAMES,
    st.integers(0, 2**40),
    NAMES,
    st.lists(NAMES, max_size=2).map(tuple),
    st.dictionaries(NAMES, NAMES, max_size=2),
)


# How long an example takes to make says nothing of the file.
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_what_is_saved_is_opened_again_to_the_bit(data):
    kinds = st.one_of(collections(), nuggets(), scores())
    saved = SavedData(
        data.draw(NAMES.filter(str.strip)),
        data.draw(st.dictionaries(NAMES, kinds, min_size=1, max_size=3)),
        Choices(
            title="x",
            scales=("A",),
            baselines=data.draw(st.booleans()),
            without=names_of(data.draw, 2),
            nugget_weight=data.draw(st.floats(0, 1)),
            missing=data.draw(st.sampled_from(["refused", "uniform", "worst"])),
            scale_measures=dict.fromkeys(names_of(data.draw, 2), ("NMD", "RNOD")),
            renamed=data.draw(st.dictionaries(NAMES, NAMES, max_size=2)),
        ),
        names_of(data.draw, 1),
        (data.draw(FACTS),),
        (data.draw(FACTS), data.draw(FACTS)),
        names_of(data.draw, 2),
        data.draw(st.dictionaries(NAMES, collections(), max_size=1)),
        data.draw(st.dictionaries(NAMES, st.dictionaries(NAMES, collections()), max_size=2)),
    )
    both = (saved, replace(saved, title=f"{saved.title} 2"))
    packed = pack_workspace(both)
    assert packed == pack_workspace(both)
    assert is_workspace(file_of(packed))
    for ours, theirs in zip(both, unpack_workspace(file_of(packed)), strict=True):
        check_same(ours, theirs)


def test_the_samples_are_saved_in_tables_that_the_readers_know(tmp_path):
    gold = read_gold_and_nuggets("sample_data/gold.json")
    runs = sorted(Path("sample_data/runs").glob("*.json"))[:2]
    read = read_runs(runs, gold.collections, gold.nuggets)
    saved = SavedData("sample", {**read.collections, "nuggets": read.nuggets})
    packed = pack_workspace([saved])
    (found,) = unpack_workspace(file_of(packed))
    check_same(found, saved)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(tmp_path)
    run = sorted((tmp_path / "1-sample" / "1-A" / "runs").iterdir())[0]
    again = read_collections(tmp_path / "1-sample" / "1-A" / "votes.csv", run)["votes"]
    ours = read.collections["A"]
    assert (again.classes, again.ids) == (ours.classes, ours.ids)
    np.testing.assert_array_equal(again.votes, ours.votes)
    for found in again.runs.values():
        np.testing.assert_allclose(found, next(iter(ours.runs.values())), atol=1e-15)
    assert len(again.runs) == 1


GOLD = np.array([[0.25, 0.75], [0.5, 0.5]])
LABELS = Labels(("i", "j"), np.array([0, 1]), np.array([1, 0]), {"a": np.array([0, 0])})
DEMO = SavedData(
    "demo",
    {
        "A": Collection(
            "demo",
            ("x", "y"),
            ("d1", "d2"),
            GOLD,
            {"a": GOLD},
            (GOLD * 4).astype(int),
            labels=LABELS,
        ),
        "B": Scores(np.array([[[0.1, np.nan]]]), ("NMD",), ("d",), ("a", "b"), (False,)),
    },
)


def repacked(changed):
    """The file of `DEMO` with other members: text by name, or None for one that is left out."""
    content = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(pack_workspace([DEMO]))) as old,
        zipfile.ZipFile(content, "w") as new,
    ):
        members = {name: old.read(name).decode() for name in old.namelist()}
        for name, text in {**members, **changed(members)}.items():
            if text is not None:
                new.writestr(name, text)
    return file_of(content.getvalue())


def in_list(**fields):
    return lambda members: {MANIFEST: json.dumps({**json.loads(members[MANIFEST]), **fields})}


def in_data(**fields):
    def changed(members):
        content = json.loads(members[MANIFEST])
        content["data"][0].update(fields)
        return {MANIFEST: json.dumps(content)}

    return changed


def in_choices(**fields):
    choices = {**asdict(Choices()), **fields}
    return in_data(choices=choices)


def in_scale(number, **fields):
    def changed(members):
        content = json.loads(members[MANIFEST])
        content["data"][0]["scales"][number].update(fields)
        return {MANIFEST: json.dumps(content)}

    return changed


def text_in(name, old, new):
    def changed(members):
        assert old in members[name]
        return {name: members[name].replace(old, new, 1)}

    return changed


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (lambda all_: {MANIFEST: all_[MANIFEST][:99]}, "workspace.json, line"),
        (lambda _: {MANIFEST: "[]"}, "“kind” is missing or is not text"),
        (in_list(kind="other"), "no list of a workspace"),
        (in_list(layout=1), "saved by another version (layout 1; this one reads 2)"),
        (in_list(layout=True), "“layout” is missing or is not a whole number"),
        (in_data(title=""), "“title” is empty"),
        (in_data(title="x" * 501), "“title” is empty or longer than 500"),
        (in_list(data=[]), "no data in it"),
        (in_list(data=[{}] * 51), "there are 51 data sets; at most 50"),
        (in_data(scales=[]), "no data in it"),
        (in_data(scales={}), "“scales” is missing or is not a list"),
        (in_data(scales=[None]), "scales, entry 1: “scale” is missing"),
        (in_choices(scale_measures={"A": "NMD"}), "“scale_measures” is missing or is not an"),
        (in_data(choices={"title": 1}), "choices: “title” is missing"),
        (in_data(removed=[1]), "“removed” is missing or is not a list of names"),
        (in_data(**{"run files": [{}]}), "run files, entry 1: “name” is missing"),
        (in_scale(0, scale="B"), "the scale 'B' is there twice"),
        (in_scale(0, of="pickle"), "“of” is none of scores, nuggets, distributions"),
        (in_scale(0, gold="/etc/passwd"), "/etc/passwd: this file of the workspace is missing"),
        (in_scale(0, gold="../gold.csv"), "../gold.csv: this file of the workspace is missing"),
        (
            lambda all_: {
                "../gold.csv": all_["1-demo/1-A/gold.csv"],
                **in_scale(0, gold="../gold.csv")(all_),
            },
            "../gold.csv: its path leads out of the archive",
        ),
        (in_scale(0, classes=["x", "z"]), "the columns are not id, x, z"),
        (in_choices(renamed={"a": ["b"]}), "“renamed” is missing or is not an object of names"),
        (in_scale(0, classes=["x", "\u202ey"]), "row 1: the name '\\u202ey' has a sign that con"),
        (text_in("1-demo/1-A/gold.csv", '"d1"', '"d\n1"'), "row 2: the name 'd\\n1' has a sign"),
        (in_scale(0, missing=[{"run": "a", "instances": [2]}]), "missing is not there"),
        (in_scale(0, missing=[{"run": "b", "instances": [0]}]), "fits no run"),
        (in_scale(0, **{"missing as": "best"}), "neither uniform nor worst"),
        (in_scale(1, measures=[]), "there is no measure"),
        (in_scale(1, runs=[f"r{n}" for n in range(201)]), "201 runs; at most 200"),
        (
            lambda _: {"1-demo/1-A/gold.csv": None},
            "1-demo/1-A/gold.csv: this file of the workspace is missing",
        ),
        (lambda _: {"more.csv": "x"}, "more.csv: the workspace's list does not name this file"),
        (lambda _: {"../out.csv": "x"}, "does not name this file"),
        (text_in("1-demo/1-A/gold.csv", "0.25", "nan"), "scales, entry 1: gold"),
        (text_in("1-demo/1-A/gold.csv", "0.25", "inf"), "scales, entry 1: gold"),
        (text_in("1-demo/1-A/gold.csv", "0.25", "0.5"), "scales, entry 1: gold"),
        (text_in("1-demo/1-A/gold.csv", "0.25", "=A1"), "gold.csv, row 2: a cell is no number"),
        (text_in("1-demo/1-A/gold.csv", "0.25,", ""), "row 2: it has 2 cells, not 3"),
        (
            text_in("1-demo/1-A/gold.csv", '"d1"', '"d2"'),
            "its rows are not those of the other tables",
        ),
        (text_in("1-demo/1-A/gold.csv", '"d1"', '"d1'), "gold.csv, line 3: this is no table"),
        (text_in("1-demo/1-A/votes.csv", "1,3", "-1,5"), "row 2: a number is no count"),
        (text_in("1-demo/1-A/votes.csv", "1,3", "0,0"), "a row has no votes"),
        (text_in("1-demo/1-A/votes.csv", "1,3", "nan,3"), "a number is no count"),
        (text_in("1-demo/1-A/runs/1-a.csv", '"d1"', '"d9"'), "its rows are not those of the other"),
        (text_in("1-demo/1-A/items.csv", '"i",0', '"i",2'), "no position"),
        (text_in("1-demo/1-A/items.csv", '"i",0,1', '"i",0,2'), "no position"),
        (text_in("1-demo/1-A/items.csv", '"i"', '"j"'), "the item 'j' is there twice"),
        (text_in("1-demo/2-B/1-NMD.csv", "0.1", "inf"), "is infinite"),
        (lambda _: {"1-demo/2-B/1-NMD.csv": ""}, "the file is empty"),
        (lambda _: {"1-demo/2-B/1-NMD.csv": '"id","a","b"\n'}, "the table has no rows"),
    ],
)
def test_a_file_that_is_not_whole_is_refused_with_a_sentence(changed, words):
    file = repacked(changed)
    with pytest.raises(DataError) as caught:
        unpack_workspace(file)
    assert str(caught.value).startswith("workspace-1.zip")
    assert words in str(caught.value)
    assert all(fault.problem and fault.remedy for fault in caught.value.faults)


def test_what_is_cut_or_is_no_workspace_is_not_taken_for_one():
    packed = pack_workspace([DEMO])
    for size in (0, 3, 30, len(packed) // 2, len(packed) - 1):
        file = file_of(packed[:size])
        assert not is_workspace(file)
        with pytest.raises(DataError):
            unpack_workspace(file)
    assert not is_workspace(file_of(b"a list that names workspace.json"))
    assert not is_workspace("no such file")


def test_an_archive_that_unpacks_to_too_much_is_refused():
    with pytest.raises(DataError, match="larger than"):
        unpack_workspace(repacked(lambda _: {"1-demo/1-A/gold.csv": "0" * (32 * 2**20 + 1)}))


def test_more_than_can_be_opened_again_is_not_saved(monkeypatch):
    monkeypatch.setattr(packing, "MAX_SAVED", 10)
    with pytest.raises(DataError, match="demo: there are 20 numbers; at most 10"):
        pack_workspace([DEMO])


def test_more_data_sets_than_can_be_opened_again_are_not_saved(monkeypatch):
    monkeypatch.setattr(packing, "MAX_DATA_SETS", 1)
    with pytest.raises(DataError, match="demo and demo: there are 2 data sets; at most 1"):
        pack_workspace([DEMO, DEMO])


def test_a_file_from_before_new_names_and_notes_were_kept_is_opened():
    def without(all_):
        manifest = json.loads(all_[MANIFEST])
        for each in manifest["data"]:
            del each["choices"]["renamed"], each["notes"]
            for file in (*each["gold files"], *each["run files"]):
                del file["paths"]
        return {MANIFEST: json.dumps(manifest)}

    (found,) = unpack_workspace(repacked(without))
    assert (found.choices.renamed, found.notes) == ({}, ())
