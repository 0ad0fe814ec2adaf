"""Scoring a collection."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import (
    MEASURES,
    Collection,
    Scores,
    score,
)
from tests.strategies import shares, votes


@st.composite
def collections(draw):
    gold = draw(votes())
    runs = draw(st.lists(votes(gold.shape[1], gold.shape[0]), min_size=1, max_size=4))
    return Collection(
        "c",
        tuple(map(str, range(gold.shape[1]))),
        tuple(map(str, range(gold.shape[0]))),
        shares(gold),
        {f"r{number}": shares(run) for number, run in enumerate(runs)},
    )


@given(collections())
def test_every_cell_is_the_measure_of_its_run(collection):
    scores = score(collection)
    assert scores.measures == tuple(MEASURES)
    assert scores.ids == collection.ids
    assert scores.runs == tuple(collection.runs)
    for key, matrix in zip(scores.measures, scores.values, strict=True):
        for run, column in zip(collection.runs.values(), matrix.T, strict=True):
            expected = MEASURES[key](run, collection.gold)
            np.testing.assert_allclose(column, expected, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(scores.means, scores.values.mean(axis=1))


def test_blocks_do_not_change_the_scores(monkeypatch):
    generator = np.random.default_rng(0)
    gold, run = generator.dirichlet(np.ones(4), (2, 50))
    collection = Collection("c", tuple("abcd"), tuple(map(str, range(50))), gold, {"r": run})
    whole = score(collection).values
    monkeypatch.setattr("oq_core.measures.scoring._NUMBERS_AT_ONCE", 100)
    np.testing.assert_allclose(score(collection).values, whole, rtol=1e-12, atol=1e-15)


def test_some_measures_in_another_order():
    collection = Collection("c", ("a", "b"), ("1",), np.array([[0.5, 0.5]]), {"r": np.eye(2)[:1]})
    scores = score(collection, ["RNOD", "NMD"])
    assert scores.measures == ("RNOD", "NMD")
    assert scores.of(["NMD"]).values == scores.values[1:]


def test_what_cannot_be_scored_is_refused():
    collection = Collection("c", ("a", "b"), ("1",), np.array([[0.5, 0.5]]))
    with pytest.raises(ValueError, match="c has no runs"):
        score(collection)
    with pytest.raises(ValueError, match="unknown measure 'EMD'; known are NMD"):
        score(collection, ["EMD"])


@given(collections(), st.data())
def test_leaving_runs_out_is_scoring_without_them(collection, data):
    gone = data.draw(st.sets(st.sampled_from([*collection.runs, "nobody"])))
    kept = [name for name in collection.runs if name not in gone]
    left = score(collection).without(gone)
    assert left.runs == tuple(kept)
    assert tuple(collection.without(gone).runs) == tuple(kept)
    if kept:
        expected = score(collection.without(gone)).values
        np.testing.assert_allclose(left.values, expected, rtol=0, atol=1e-15)


@given(collections())
def test_flipping_the_classes_twice_changes_nothing_and_once_no_symmetric_score(collection):
    flipped = collection.flipped()
    assert flipped.classes == collection.classes[::-1]
    again = flipped.flipped()
    np.testing.assert_array_equal(again.gold, collection.gold)
    np.testing.assert_array_equal(again.runs["r0"], collection.runs["r0"])
    # Distances between classes are the same from the other end.
    np.testing.assert_allclose(
        score(flipped, ["NMD", "RNOD", "JSD"]).values,
        score(collection, ["NMD", "RNOD", "JSD"]).values,
        atol=1e-12,
    )


@given(collections(), st.data())
def test_only_defined_instances_are_kept_and_all_of_them(collection, data):
    scores = score(collection)
    holes = data.draw(st.sets(st.integers(0, len(scores.ids) - 1)))
    for row in holes:
        scores.values[row % len(scores.measures), row, 0] = np.nan
    defined = scores.defined()
    assert defined.ids == tuple(name for row, name in enumerate(scores.ids) if row not in holes)
    assert np.isfinite(defined.values).all()
    assert defined.runs == scores.runs


def small(**changes):
    fine = {
        "values": np.array([[[0.1, 0.2], [0.3, np.nan]]]),
        "measures": ("NMD",),
        "ids": ("d1", "d2"),
        "runs": ("a", "b"),
        "larger_is_better": (False,),
    }
    return Scores(**{**fine, **changes})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"values": np.zeros((1, 2, 3))}, "3 runs|shape"),
        ({"ids": ("d1",)}, "the shape \\(1, 2, 2\\), not that of 1 measure, 1 instance"),
        ({"runs": ("a", "a")}, "the run 'a' appears twice"),
        ({"ids": ("d", "d")}, "the instance id 'd' appears twice"),
        ({"larger_is_better": ()}, "0 directions for 1 measure"),
        ({"values": np.full((1, 2, 2), np.inf)}, "NMD of run a on instance d1 is infinite"),
    ],
)
def test_scores_that_do_not_fit_together_are_refused(changes, words):
    with pytest.raises(ValueError, match=words):
        small(**changes)


def test_scores_show_themselves_and_become_frames():
    scores = small()
    assert repr(scores) == "<Scores: 1 measure (NMD), 2 instances, 2 runs>"
    awkward = small(runs=("<b>x</b>", "b"))
    assert "<b>x" not in awkward._repr_html_()
    table = scores.to_frame()
    assert table.loc[("d2", "a"), "NMD"] == 0.3
    assert scores.of("NMD").measures == ("NMD",)
    assert scores.without("a").runs == ("b",)
    with pytest.raises(ValueError, match="there is no measure 'JSD'; there are NMD"):
        scores.of(["JSD"])


def test_the_official_mean_is_over_what_is_defined():
    scores = small()
    np.testing.assert_allclose(scores.means_where_defined, [[0.2, 0.2]])
    np.testing.assert_allclose(scores.defined().means, [[0.1, 0.2]])
    assert scores.undefined().to_numpy().tolist() == [["NMD", "d2", 1, "b"]]
    never = small(values=np.full((1, 2, 2), np.nan))
    assert np.isnan(never.means_where_defined).all()
    assert never.undefined()["runs"].tolist() == ["a, b", "a, b"]


@given(collections())
def test_a_collection_becomes_a_frame_of_all_its_distributions(collection):
    table = collection.to_frame()
    np.testing.assert_array_equal(table.loc["gold"].to_numpy(), collection.gold)
    for name, run in collection.runs.items():
        np.testing.assert_array_equal(table.loc[("run", name)].to_numpy(), run)
    assert collection.without("r0").runs.keys() == collection.runs.keys() - {"r0"}
    assert len(repr(collection)) < 200
    assert "<table" in collection._repr_html_()
