"""Runs that lack instances: refused, or scored by a policy that is named."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import MEASURES, DataError, read_collections, score
from oq_core.campaign import read_campaign
from oq_core.campaign.computing.analysis import Options, analyse
from oq_core.campaign.publishing.report import Report
from oq_core.campaign.saving.settings import settings
from oq_core.reading import read_gold, read_runs
from tests.reading.made import RATINGS, Upload, ntcir_gold, ntcir_run

IDS = tuple("abcde")
GOLD = "id,x,y,z\n" + "".join(f"{name},{n},2,1\n" for n, name in enumerate(IDS))
ROW = (0.5, 0.25, 0.25)


def run_of(ids):
    return "id,x,y,z\n" + "".join(f"{name},{','.join(map(str, ROW))}\n" for name in ids)


def gold():
    return read_gold(Upload("g.csv", GOLD))


@given(st.sets(st.sampled_from(IDS), min_size=1, max_size=4))
def test_missing_instances_are_refused_uniform_or_worst(there):
    refused = read_runs(Upload("r.csv", run_of(there)), gold())
    assert not refused.added
    lacking = 5 - len(there)
    lacks = f"{lacking} of 5 instances {'is' if lacking == 1 else 'are'} missing"
    assert lacks in refused.problems[0]
    for policy in ("uniform", "worst"):
        read = read_runs(Upload("r.csv", run_of(there)), gold(), missing=policy)
        assert f"r.csv: {lacks} and" in read.notes[0]
        found = read.collections["g"]
        filled = np.array([ROW if name in there else (1 / 3, 1 / 3, 1 / 3) for name in IDS])
        np.testing.assert_array_equal(found.runs["r"], filled)
        scores = score(found)
        for key, values in zip(scores.measures, scores.values, strict=True):
            for n, name in enumerate(IDS):
                expected = MEASURES[key](filled[n], found.gold[n])
                if policy == "worst" and name not in there:
                    expected = MEASURES[key].most
                assert values[n, 0] == pytest.approx(expected, abs=1e-12)
        # Without the run, nothing is missing; more runs change nothing of it.
        assert not found.without("r").missing
        more = read_runs(Upload("s.csv", run_of(IDS)), read.collections, missing=policy)
        assert list(more.collections["g"].missing) == ["r"]
        np.testing.assert_array_equal(score(more.collections["g"]).values[..., :1], scores.values)


def test_a_run_of_another_gold_is_refused_by_every_policy():
    for policy in ("refused", "uniform", "worst"):
        read = read_runs(Upload("r.csv", run_of("vw")), gold(), missing=policy)
        assert "none of its ids is in the gold file" in read.problems[0]
        read = read_runs(Upload("r.csv", run_of("abv")), gold(), missing=policy)
        assert not read.added
    with pytest.raises(ValueError, match="missing is one of refused, uniform, worst, not 'zero'"):
        read_runs([], gold(), missing="zero")


def test_each_scale_lacks_its_own():
    entries = json.loads(ntcir_run("d1", "d2", shares=dict.fromkeys(RATINGS, 0.2)))
    golds = read_gold(Upload("g.json", ntcir_gold("d1", "d2", "d3")))
    read = read_runs(Upload("r.json", json.dumps(entries)), golds, missing="worst")
    assert {scale: each.missing["r"].tolist() for scale, each in read.collections.items()} == {
        scale: [False, False, True] for scale in "ASE"
    }
    assert "1 of 3 instances is missing in scale A and given the worst score" in read.notes[0]


def test_the_report_names_the_policy_and_the_order_of_the_classes():
    files = [Upload("r.csv", run_of("abcd")), Upload("s.csv", run_of(IDS).replace("0.5", "0.5"))]
    campaign = read_campaign(
        Upload("g.csv", GOLD), files, missing="worst", classes=["z", "x", "y"], measures=["NMD"]
    )
    assert campaign.collections["g"].classes == ("z", "x", "y")
    assert campaign.scores["g"].values[0, 4, 0] == 1
    made = analyse(campaign, Options(trials=100, splits=10, samples=20))
    words = settings(made)["Data"]
    assert "instances that a run lacks given the worst score of each measure" in words
    assert "classes z < x < y (given)" in words
    # The gold's own baselines have nothing to do with what a run lacks.
    wins = [each for each in Report(made, "").sections[0].tables if each.file == "baseline-wins"]
    assert [row[0] for row in wins[0].rows] == ["g"]
    with pytest.raises(ValueError, match="the classes are x, y, z, not x, y"):
        read_campaign(Upload("g.csv", GOLD), files, missing="worst", classes=["x", "y"])
    with pytest.raises(DataError, match="1 of 5 instances is missing"):
        read_campaign(Upload("g.csv", GOLD), [Upload("r.csv", run_of("abcd"))])


@given(st.permutations("xyz"))
def test_classes_in_any_order_are_as_if_read_so(order):
    found = read_collections(Upload("g.csv", GOLD), Upload("r.csv", run_of(IDS)))["g"]
    made = found.ordered(order)
    for name, array in {"gold": found.gold, **found.runs}.items():
        other = made.gold if name == "gold" else made.runs[name]
        for label in "xyz":
            np.testing.assert_array_equal(
                other[:, order.index(label)], array[:, found.classes.index(label)]
            )
    assert made.votes.tolist() == found.votes[:, ["xyz".index(c) for c in order]].tolist()
    assert made.ordered("xyz").gold.tolist() == found.gold.tolist()
