"""Scoring a collection."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import shares, votes

from oq_core import MEASURES, Collection, score


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
    monkeypatch.setattr("oq_core.scores._NUMBERS_AT_ONCE", 100)
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
