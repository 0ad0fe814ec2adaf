"""Which runs take part: not what was made here, and of equal runs one is tested."""

import io
import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import Collection, Options, Scores, analyse, randomised_tukey_hsd, score
from oq_core.campaign import Choices, Report, campaign_of
from oq_core.campaign.computing.family import Family, family_of
from oq_core.campaign.computing.kinds import Classified, Matrices, Quantified
from oq_core.campaign.computing.protocol import Standing
from oq_core.campaign.computing.sources import prepared
from oq_core.command import main
from oq_core.data import RunDescription, popularity
from oq_core.measures.labels import Labels, collection_of_labels
from tests.conftest import SAMPLE

QUICK = Options(trials=100, splits=10, samples=20)
#: Files of nine decimals are as exact as can be asked for.
NOISE = 1e-12


def collection(doubles=True):
    """Six instances and four runs, of which two are the same and one is Popularity."""
    generator = np.random.default_rng(1)
    gold, first, second = (generator.dirichlet(np.ones(3), 6) for _ in range(3))
    runs = {"a": first, "b": second}
    if doubles:
        runs |= {"again": first + NOISE * np.array([1, -1, 0]), "common": popularity(gold)}
    ids = tuple("uvwxyz")
    return Collection("demo", ("low", "middle", "high"), ids, gold, runs)


def test_references_are_among_the_runs_only_if_asked_for():
    data = Quantified(collection(doubles=False)).with_baselines()
    assert data.runs == ("a", "b")
    family = family_of(data)
    assert (family.tested, family.references) == (("a", "b"), ("Popularity", "Uniform"))
    # Uniform has not seen the gold.
    assert family.from_gold == ("Popularity",)
    both = family_of(data.with_references_in())
    assert (both.tested, both.references) == (("Popularity", "Uniform", "a", "b"), ())
    assert both.let_in == ("Popularity", "Uniform")
    assert (both.standings, both.from_gold) == (family.standings, family.from_gold)
    assert family.caption == both.caption == ""


def test_a_run_has_a_standing():
    """What its table of runs says, or its name; and what was made here, or is to be out of it."""
    runs = {name: collection().runs["a"] for name in ("a", "BL-b", "c", "always-d")}
    data = replace(collection(doubles=False), runs=runs)
    told = (RunDescription("c", baseline=True), RunDescription("always-d"))
    choices = Choices(title="demo", measures=("NMD",), baselines=True, described=told)
    campaign = campaign_of({"A": data}, choices)
    expected: dict[str, Standing] = {
        "a": "submitted",
        "BL-b": "official baseline",
        "c": "official baseline",
        "always-d": "submitted",
        "Popularity": "reference",
        "Uniform": "reference",
    }
    assert campaign.family("demo").standings == expected
    out = campaign.with_references(outside=["c"])
    assert out.family("demo").standings == {**expected, "c": "reference"}
    assert out.family("demo").references == ("Popularity", "Uniform", "c")
    assert out.scores["demo"].runs == out.source("demo").runs == ("a", "BL-b", "always-d")
    assert out.references["demo"].runs == ("Popularity", "Uniform", "c")
    both = campaign.with_references(outside=["c"], test_baselines=True)
    assert both.scores["demo"].runs == ("Popularity", "Uniform", "a", "BL-b", "always-d")
    assert both.references["demo"].runs == ("c",)
    again = both.with_references(outside=["c"], test_baselines=True)
    assert again.scores["demo"].runs == both.scores["demo"].runs
    assert again.family("demo") == both.family("demo")


def test_of_runs_that_are_the_same_one_is_tested_and_first_the_submitted_one():
    data = Quantified(collection()).with_baselines()
    family = family_of(data.with_references_in())
    assert family.tested == ("Uniform", "a", "b", "common")
    assert family.caption == (
        "common and Popularity are the same in every number: common is tested and stands for "
        "both; a and again are the same in every number: a is tested and stands for both"
    )
    # One that is out of it does not stand for another.
    assert family_of(data.as_references(["a"])).tested == ("b", "again", "common")
    # What is beside the runs is the double of none.
    alone = family_of(Quantified(collection().without("again")).with_baselines())
    assert alone.tested == ("a", "b", "common")
    assert alone.same_words == ""
    groups = Family(("a", "d"), same=(("a", "b", "c"), ("d", "e")))
    assert groups.same_words.endswith("stands for it: a, b and c; d and e")
    assert Family(("a",), same=(("a", "b", "c"),)).same_words == (
        "a, b and c are the same in every number: a is tested and stands for all 3"
    )


def test_a_run_that_is_not_tested_has_the_p_values_of_its_double():
    campaign = campaign_of(
        {"A": collection()}, Choices(title="demo", measures=("NMD", "JSD"), baselines=True)
    )
    data = analyse(campaign, QUICK).data_sets[0]
    assert data.scores.runs == ("a", "b", "again", "common")
    assert data.tests.runs == ("a", "b", "common")
    whole = data.p_values_of_all
    place = data.scores.runs.index
    np.testing.assert_array_equal(whole[:, place("again")], whole[:, place("a")])
    alone = score(collection().without("again"), ["NMD", "JSD"])
    p = randomised_tukey_hsd(alone.values, 100, 0)
    np.testing.assert_array_equal(data.p_values, p)


@given(st.lists(st.integers(0, 3), min_size=2, max_size=9), st.sets(st.integers(0, 8)))
def test_a_family_holds_every_run_once(which, outside):
    """Against a plain loop over the pairs of runs."""
    values = np.random.default_rng(0).random((2, 5, 4))[..., which]
    names = tuple(f"r{place}" for place in range(len(which)))
    source = Matrices(Scores(values, ("M", "N"), tuple("12345"), names, (False, False)))
    gone = {f"r{place}" for place in outside}
    family = family_of(source.as_references(gone))
    expected = []
    for name, number in zip(names, which, strict=True):
        earlier = {which[names.index(each)] for each in expected}
        if name not in gone and number not in earlier:
            expected.append(name)
    assert list(family.tested) == expected
    assert set(family.references) == gone & set(names)


def test_what_makes_runs_the_same_is_what_is_scored():
    """Two runs of items may have equal shares, and other classes for their items."""
    topic, gold = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 0])
    labels = {"a": np.array([0, 1, 0, 1]), "b": np.array([1, 0, 1, 0])}
    items = collection_of_labels(
        "demo", ["low", "high"], ["t1", "t2"], Labels(tuple("1234"), topic, gold, labels)
    )
    assert Quantified(items).same == (("a", "b"),)
    assert Classified(items).same == ()
    # An instance that a run lacks is no number of it.
    other = collection(doubles=False)
    runs = {"a": other.runs["a"], "b": other.runs["a"].copy()}
    lacks = np.array([True, *[False] * 5])
    for missing, expected in (({}, (("a", "b"),)), ({"a": lacks}, ())):
        made = Collection("x", other.classes, other.ids, other.gold, runs, missing=missing)
        assert Quantified(made).same == expected


def test_the_report_names_them_first_and_not_in_every_caption():
    campaign = campaign_of(
        {"A": collection()}, Choices(title="demo", measures=("NMD", "JSD"), baselines=True)
    )
    made = Report(analyse(campaign, QUICK), "")
    first = made.sections[0]
    words = "a and again are the same in every number: a is tested and stands for both"
    assert first.facts == (f"demo: {words}", "demo: not among the runs: Popularity, Uniform")
    found = {each.file.removeprefix("1-demo-"): each for s in made.sections for each in s.tables}
    assert not any(words in table.note for table in found.values())
    for file in ("leaderboard", "means"):
        cells = [cell for row in found[file].rows for cell in row]
        assert {"Popularity †", "Uniform", "again"} < set(cells)
        assert found[file].note.endswith(
            "not among the runs: Popularity, Uniform; †: made from the gold"
        )
    assert "not among the runs: Popularity, Uniform" in found["power"].note
    # The numbers keep the names.
    assert "†" not in found["means"].csv
    table = found["tested"].numbers.iloc[0]
    assert table["shown, not tested"] == "Popularity, Uniform, again"
    assert table["runs"] == 3
    asked = analyse(campaign, Options(trials=100, splits=10, samples=20, test_baselines=True))
    assert asked.data_sets[0].tests.runs == ("Uniform", "a", "b", "common")


@pytest.mark.usefixtures("undrawn")
def test_the_shell_names_them_and_tests_one(tmp_path, monkeypatch, capsys):
    """On the sample: its baselines are those that `--baselines` adds."""
    names = [*(f"ALTO-run{n}" for n in range(3)), "BL-popularity", "BL-uniform"]
    files = [str(SAMPLE / "runs" / f"{name}.json") for name in names]
    monkeypatch.chdir(tmp_path)
    line = [str(SAMPLE / "gold.json"), *files, "--scales=A", "--measures=NMD"]
    few = [*line, "--trials=100"]
    pairs = {}
    for options in ((), ("--baselines",), ("--baselines", "--test-baselines")):
        assert main(["test", *few, *options, "--format=csv"]) == 0
        said = capsys.readouterr()
        told = "stands for it: BL-popularity and Popularity; BL-uniform and Uniform."
        assert (told in said.err) == (len(options) > 1)
        pairs[options] = pd.read_csv(io.StringIO(said.out))
        assert len(pairs[options]) == 10
        pd.testing.assert_frame_equal(pairs[options], pairs[()])
    report = ["report", *few, "--baselines", "--splits=10", "--samples=20", "--out=r"]
    assert main([*report, "--test-baselines"]) == 0
    stated = json.loads((tmp_path / "r" / "options.json").read_text())
    assert stated["options"]["test_baselines"] is True
    assert "added, among the runs" in (tmp_path / "r" / "report.html").read_text()
    bare = [str(SAMPLE / "gold.json"), "--scales=A", "--measures=NMD", "--trials=100"]
    capsys.readouterr()
    assert main(["test", *bare, "--baselines"]) == 1
    assert "take part as runs if you ask for it" in capsys.readouterr().err
    assert main(["test", *bare, "--baselines", "--test-baselines"]) == 0
    # Alone it would let nothing take part, and nobody would be told.
    capsys.readouterr()
    for made in (["report", *few, "--out=s"], ["test", *few]):
        assert main([*made, "--test-baselines"]) == 1
        assert "--test-baselines is for --baselines" in capsys.readouterr().err


def test_page_and_shell_leave_out_the_same():
    """Runs that are left out are in no number, of the scores or of their distributions."""
    choices = Choices(title="demo", measures=("NMD",), baselines=True, without=("a", "Uniform"))
    campaign = campaign_of({"A": collection()}, choices)
    assert tuple(campaign.collections["demo"].runs) == campaign.scores["demo"].runs
    source = prepared(Quantified(collection()), choices)
    assert source.made == {"Popularity": True}
    assert campaign.references["demo"].runs == source.beside.runs == ("Popularity",)
    beside = source.beside.data.runs["Popularity"]
    np.testing.assert_array_equal(beside, popularity(collection().gold))
