"""A saved workspace: opened again to the bit, and refused with a sentence where it is not whole."""

import io
import json
import zipfile
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oq_core import DataError
from oq_core.campaign import Choices
from oq_core.campaign.computing.kinds import source_of
from oq_core.campaign.computing.sources import facts_of, read_files, renamed_runs
from oq_core.campaign.saving import workspace
from oq_core.campaign.saving.provenance import OPTIONS_FILE
from oq_core.campaign.saving.workspace import (
    SavedData,
    facts_of_sending,
    is_workspace,
    kept_files,
    pack_workspace,
    unpack_workspace,
)
from oq_core.data import RunDescription
from oq_core.reading import read_gold_and_nuggets, read_runs, read_together, with_plan
from oq_core.reading.plan import PARTS
from oq_core.reading.rows import name_fault
from tests.same import check_same

SAMPLE = Path(__file__).parents[3] / "sample_data"
#: Names as people may give them: formulas, quotes, other scripts.
NAMES = st.one_of(
    st.sampled_from(["=1+1", "'a", "''", "-2", "+x", "a,b", "a=b", "a<b", 'say "x"', "東京", "é"]),
    st.text(
        st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters="\0"),
        min_size=1,
        max_size=8,
    ).filter(lambda name: not name_fault(name)),
)
SEVERAL = st.lists(NAMES, max_size=3, unique=True).map(tuple)
CHOICES = st.builds(
    Choices,
    title=NAMES,
    scales=SEVERAL,
    measures=SEVERAL,
    baselines=st.booleans(),
    without=SEVERAL,
    flipped=st.booleans(),
    nugget_weight=st.floats(0, 1),
    larger=SEVERAL,
    classes=st.lists(NAMES, min_size=2, max_size=3, unique=True).map(tuple) | st.just(()),
    missing=st.sampled_from(["refused", "uniform", "worst"]),
    scale_measures=st.dictionaries(NAMES, SEVERAL, max_size=2),
    renamed=st.dictionaries(NAMES, NAMES, max_size=2),
    described=st.lists(st.builds(RunDescription, NAMES, NAMES, baseline=st.booleans()), max_size=2)
    .map(tuple),
    smaller=SEVERAL,
    decimals=st.sampled_from(["asked", "share", "round"]),
    leave_out=SEVERAL,
    parts=st.dictionaries(NAMES, st.sampled_from([*PARTS]), max_size=2),
    judges=SEVERAL,
)  # fmt: skip
GOLD = "id,low,middle,high\nx,1,2,3\ny,4,0,1\nz,0,3,2\n"
RUN = "id,high,low,middle\nx,.1,.2,.7\ny,.3,.4,.3\nz,.6,.3,.1\n"


def upload(name, content):
    file = io.BytesIO(content if isinstance(content, bytes) else content.encode())
    file.name = name
    return file


def zipped(name, files):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return upload(name, content.getvalue())


def saved(gold, *sendings, **chosen):
    """Files that were opened one after the other, as they are saved, and what was read of them."""
    choices = Choices(title="demo", **chosen)
    found = read_gold_and_nuggets([with_plan(each, choices.plan) for each in gold])
    runs = []
    for number, sources in enumerate(sendings, start=1):
        read = read_runs(sources, found.collections, found.nuggets, choices.missing)
        assert not read.faults
        runs += facts_of_sending(sources, read.by_file, number)
        found = read
    files = kept_files([*gold, *(each for sources in sendings for each in sources)])
    return SavedData(choices, tuple(map(facts_of, gold)), tuple(runs), files), found


def again(data):
    """What is read of data that were saved as one file."""
    (found,) = unpack_workspace(upload("workspace.zip", pack_workspace([data])))
    assert (found.choices, found.gold, found.runs) == (data.choices, data.gold, data.runs)
    return found.read()


@pytest.mark.parametrize(
    ("gold", "runs"),
    [
        (["gold.json"], ["runs/ALTO-run1.json", "runs/BIRCH-run0.json"]),
        (["oc_gold.tsv"], ["oc_runs/careful.tsv", "oc_runs/noisy.tsv"]),
        (["judges/people.csv"], ["judges/judges.csv"]),
    ],
)
def test_what_is_saved_is_opened_again_to_the_bit(gold, runs):
    data, found = saved(
        [upload(name, (SAMPLE / name).read_bytes()) for name in gold],
        *([upload(name, (SAMPLE / name).read_bytes())] for name in runs),
    )
    read = again(data)
    expected = dict(found.collections)
    if found.nuggets is not None:
        expected["nuggets"] = found.nuggets
    check_same(read.scales, expected)
    check_same(dict(read.whole), dict(found.whole))


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(CHOICES)
def test_every_choice_is_there_again(choices):
    gold = upload("gold.csv", GOLD)
    data = SavedData(choices, (facts_of(gold),), (), kept_files([gold]), ("x", "=y"))
    title = choices.title
    (found,) = unpack_workspace(upload("w.zip", pack_workspace([data])))
    assert found.choices == replace(choices, title=title)
    assert (found.gold, found.removed, found.files) == (data.gold, data.removed, data.files)


def test_runs_have_their_present_names_and_those_that_are_gone_stay_so():
    second = upload("a.csv", RUN.replace(".2,.7", ".7,.2"))
    data, found = saved(
        [upload("mine.csv", GOLD)], [upload("a.csv", RUN), upload("b.csv", RUN)],
        [upload("c.csv", RUN)],
    )  # fmt: skip
    # a is now b, b was taken out, and c comes from another file.
    (a, _, c) = data.runs
    read = read_runs([second], read_gold_and_nuggets(upload("mine.csv", GOLD)).collections)
    facts = facts_of_sending([second], read.by_file, 3)
    data = replace(
        data,
        runs=(a.renamed({"a": "b"}), *(each.renamed({"a": "c"}) for each in facts)),
        files={**data.files, **kept_files([second])},
        removed=("x",),
    )
    scale = again(data).scales["mine"]
    assert list(scale.runs) == ["b", "c"]
    np.testing.assert_array_equal(scale.runs["b"], found.collections["mine"].runs["a"])
    np.testing.assert_array_equal(scale.runs["c"], read.collections["mine"].runs["a"])
    # Both files are called a.csv: they are told apart by what is in them.
    assert not np.array_equal(scale.runs["b"], scale.runs["c"])
    # A run that the file does not have is told.
    wrong = replace(data, runs=(replace(c, paths={"c": "d.csv"}),))
    with pytest.raises(DataError, match="c.csv: c cannot be read as it is chosen. Save"):
        again(wrong)


def test_the_order_of_classes_and_the_policy_are_chosen_before_runs_are_read():
    part = RUN.replace("z,.6,.3,.1\n", "")
    data, _ = saved(
        [upload("mine.csv", GOLD)], [upload("a.csv", RUN)], [upload("p.csv", part)],
        missing="worst",
    )  # fmt: skip
    data = replace(data, choices=replace(data.choices, classes=("high", "middle", "low")))
    scale = again(data).scales["mine"]
    assert (scale.classes, scale.order_words) == (
        ("high", "middle", "low"), "high < middle < low (given)"
    )  # fmt: skip
    assert scale.votes.tolist()[0] == [3, 2, 1]
    np.testing.assert_allclose(scale.runs["a"][0], [0.1, 0.7, 0.2])
    assert (scale.missing["p"].tolist(), scale.missing_as) == ([False, False, True], "worst")
    wider = ("none", "low", "middle", "high")
    data = replace(data, choices=replace(data.choices, classes=wider))
    assert again(data).scales["mine"].votes.tolist()[0] == [0, 1, 2, 3]


def test_gold_and_runs_of_one_archive_are_told_apart_as_before():
    archive = zipped("all.zip", {"gold.csv": GOLD, "runs/a.csv": RUN, "runs/b.csv": RUN})
    (read,) = read_together([archive]).data_sets
    runs = facts_of_sending([archive], read.by_file)
    data = SavedData(Choices(title="demo"), (facts_of(archive),), runs, kept_files([archive]))
    found = again(data)
    check_same(found.scales, dict(read.collections))
    gone = replace(runs[0], runs=("b",), paths={"b": runs[0].paths["b"]})
    assert list(again(replace(data, runs=(gone,))).scales["gold"].runs) == ["b"]
    # A gold in its place, with the same runs.
    other = upload("all.csv", GOLD.replace("x,1", "x,9"))
    moved = replace(data, gold=(facts_of(other),), files={**data.files, **kept_files([other])})
    scale = again(moved).scales["all"]
    assert (list(scale.runs), scale.votes[0].tolist()) == (["a", "b"], [9, 2, 3])


def test_a_run_in_many_files_is_read_from_all_of_them():
    files = [
        upload(each.name, each.read_bytes()) for each in sorted((SAMPLE / "oc_runs").iterdir())
    ]
    # As if no single file had given the run.
    facts = facts_of_sending(files, {"": {"team": "team"}}, 2)
    assert [each.name for each in facts] == [each.name for each in files]
    assert [dict(each.paths) for each in facts] == [{"team": "team"}] + [{}] * (len(files) - 1)


def test_judges_of_one_table_are_runs_with_their_present_names():
    rows = "".join(f"q{n},{n % 5 + 1},{(n + 1) % 5 + 1},{n % 4 + 1}\n" for n in range(8))
    sheet = upload("sheet.csv", f"id,ann,bob,gpt\n{rows}")
    choices = Choices(title="demo", judges=("gpt",), renamed={"gpt": "GPT"})
    data = SavedData(choices, (facts_of(sheet),), (), kept_files([sheet]))
    read = again(data)
    expected = read_files([sheet], [], choices)
    check_same(read.scales, renamed_runs(expected.scales, choices.renamed))
    assert (read.scales["sheet"].raters, list(read.scales["sheet"].runs)) == (
        ("ann", "bob"), ["GPT"]
    )  # fmt: skip
    assert read.together["sheet"].raters == ("ann", "bob", "gpt")
    assert not again(replace(data, removed=("GPT",))).scales["sheet"].runs


def test_score_matrices_keep_names_directions_and_what_was_taken_out():
    matrix = upload("mine.csv", "id,a,b,c\nx,.1,.2,.3\ny,.3,.4,.1\n")
    choices = Choices(title="demo", smaller=("mine",), renamed={"b": "B"})
    runs = (replace(facts_of(matrix), runs=("a", "B")),)
    data = SavedData(choices, (), runs, kept_files([matrix]), ("c",))
    scores = again(data).scales["scores"]
    assert (scores.runs, scores.larger_is_better) == (("a", "B"), (False,))
    assert scores.values.tolist() == [[[0.1, 0.2], [0.3, 0.4]]]
    larger = replace(data, choices=replace(choices, smaller=(), larger=("mine",)))
    assert again(larger).scales["scores"].larger_is_better == (True,)


DEMO, _ = saved([upload("mine.csv", GOLD)], [upload("a.csv", RUN)])


def repacked(change):
    """A saved workspace with some files changed; without those that are None."""
    with zipfile.ZipFile(io.BytesIO(pack_workspace([DEMO]))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files |= change(files)
    return zipped("workspace.zip", {name: each for name, each in files.items() if each is not None})


def options(change):
    """The same with another `options.json`."""

    def changed(files):
        content = json.loads(files[OPTIONS_FILE])
        change(content["data"][0])
        return {OPTIONS_FILE: json.dumps(content)}

    return changed


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda _: {OPTIONS_FILE: None}, "workspace.zip, options.json: this file of the workspace"),
        (lambda _: {OPTIONS_FILE: "[1"}, "workspace.zip/options.json"),
        (lambda _: {OPTIONS_FILE: "[]"}, "it is no table"),
        (lambda _: {OPTIONS_FILE: "{}"}, "there are no data in it. Save the workspace again"),
        (lambda _: {OPTIONS_FILE: '{"data": 7}'}, "“data” is no list"),
        (lambda _: {"2/a.csv": None}, "workspace.zip, data, entry 1: a.csv is missing or was ch"),
        (lambda _: {"1/mine.csv": GOLD + "w,1,1,1\n"}, "mine.csv is missing or was changed. Save"),
        (lambda _: {"../x": "1"}, "its path leads out of the archive"),
        (options(lambda each: each.update(choices=7)), "data, entry 1, choices is no table"),
        (options(lambda each: each["choices"].update(title=" ")), "choices: “title” is missing"),
        (options(lambda each: each["choices"].update(classes={})), "choices.classes"),
        (options(lambda each: each["choices"].update(x=7)), "choices.x is not known. There are"),
        (options(lambda each: each["choices"].update(nugget_weight=2)), "is no number from 0"),
        (
            options(
                lambda each: each["choices"].update(described=[{"run": "a", "short": "x" * 99}])
            ),
            "short has 99 signs",
        ),
        (options(lambda each: each.update(gold=[], runs=[])), "no file is named"),
        (options(lambda each: each["gold"][0].update(sha256="0")), "mine.csv is missing or was"),
        (options(lambda each: each["gold"][0].pop("name")), "entry 1, gold: “name” is missing"),
        (options(lambda each: each["runs"][0].update(paths={"a": 1})), "runs: “paths” is unknown"),
        (options(lambda each: each["runs"][0].update(paths={"a": "q"})), "a cannot be read as it"),
        (options(lambda each: each["choices"].update(column={"low": "x"})), "'x' is no part"),
        (options(lambda each: each["choices"].update(missing="no")), "choices.missing: 'no'"),
        (options(lambda each: each.update(removed={})), "“removed” is no list"),
    ],
)
def test_a_file_that_is_not_whole_is_refused_with_a_sentence(change, words):
    with pytest.raises(ValueError, match="(?s)[a-z]") as caught:
        [each.read() for each in unpack_workspace(repacked(change))]
    assert words in str(caught.value)
    assert str(caught.value).endswith(".") or "'x' is no part" in words


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 50) | st.floats() | st.text(),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(), inside, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from([*json.loads(json.dumps(vars(Choices()), default=str))]), JSON)
def test_any_choice_is_refused_in_a_sentence_or_works(name, value):
    flag = {"parts": "column", "renamed": "rename"}.get(name, name)

    def changed(each):
        each["choices"][flag] = value

    # Any other error is a fault of ours.
    with suppress(ValueError):
        for each in unpack_workspace(repacked(options(changed))):
            assert each.read().scales["mine"].ids == ("x", "y", "z")


def test_what_is_cut_or_is_no_workspace_is_not_taken_for_one():
    content = pack_workspace([DEMO])
    for size in (0, 3, 30, len(content) // 2, len(content) - 1):
        file = upload("workspace.zip", content[:size])
        assert not is_workspace(file)
        with pytest.raises(DataError):
            unpack_workspace(file)
    assert is_workspace(upload("workspace.zip", content))
    assert not is_workspace(upload("x", b"a list that names options.json"))
    assert not is_workspace(zipped("report.zip", {"report/options.json": "{}"}))
    assert not is_workspace("no such file")


def test_an_archive_that_unpacks_to_too_much_is_refused(monkeypatch):
    monkeypatch.setattr("oq_core.reading.budget.MAX_UNPACKED", 1000)
    with pytest.raises(DataError, match="larger than"):
        unpack_workspace(repacked(lambda _: {"3/b.csv": "0" * 1001}))


def test_more_data_sets_than_can_be_opened_again_are_not_saved(monkeypatch):
    monkeypatch.setattr(workspace, "MAX_DATA_SETS", 1)
    with pytest.raises(DataError, match="demo and demo: there are 2 data sets; at most 1"):
        pack_workspace([DEMO, DEMO])


def test_more_bytes_than_can_be_opened_again_are_not_saved(monkeypatch):
    monkeypatch.setattr(workspace, "MAX_BYTES", 100)
    with pytest.raises(DataError, match="demo: as one file these data are too large. Send the"):
        pack_workspace([DEMO])


def test_a_file_of_two_data_sets_is_saved_once():
    content = pack_workspace([DEMO, replace(DEMO, choices=replace(DEMO.choices, title="two"))])
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.namelist() == [OPTIONS_FILE, "1/mine.csv", "2/a.csv"]
        assert archive.read("1/mine.csv") == GOLD.encode()
    both = unpack_workspace(upload("w.zip", content))
    assert [each.choices.title for each in both] == ["demo", "two"]
    check_same(both[0].read().scales, both[1].read().scales)
    assert source_of(both[0].read().scales["mine"]).runs == ("a",)
