"""Measures are found by key, by what others call them, and may be one's own."""

import numpy as np
import pytest
from hypothesis import given
from scipy import stats
from scipy.spatial import distance

from oq_core import (
    MEASURES,
    Collection,
    Measure,
    explain_conflict,
    score,
    strongest_conflict,
    working,
)
from oq_core.data import Labels, NuggetCollection
from oq_core.disagreement import (
    artificial_experiment,
    compare_triples,
    map_measures,
    random_triples,
)
from oq_core.knowledge import quiz_pairs
from oq_core.measures import OC_MEASURES, collection_of_labels, score_classification, score_nuggets
from oq_core.measures.lookup import OTHER_NAMES
from oq_core.raters import stand_in
from tests.invented import ERRORS, MAXE
from tests.strategies import pairs


def cumulative(p, gold):
    return np.cumsum(p - gold)[:-1]


#: By a name that others use: what they compute, and what our sentence says it is, from our scores
#: and L.
RELATIONS = {
    "EMD": (
        lambda p, q: stats.wasserstein_distance(np.arange(len(p)), np.arange(len(p)), p, q),
        lambda ours, size: ours["NMD"] * (size - 1),
    ),
    "Manhattan": (lambda p, q: distance.cityblock(p, q) / 2, lambda ours, _: ours["NVD"]),
    "L2": (distance.euclidean, lambda ours, _: ours["RNSS"] * 2**0.5),
    "Brier score": (lambda p, q: ((p - q) ** 2).sum(), lambda ours, _: ours["RNSS"] ** 2 * 2),
    "CRPS": (
        lambda p, q: (cumulative(p, q) ** 2).sum(),
        lambda ours, size: ours["RPS"] * (size - 1),
    ),
    "energy distance": (
        lambda p, q: stats.energy_distance(np.arange(len(p)), np.arange(len(p)), p, q),
        lambda ours, size: ours["RRPS"] * (2 * (size - 1)) ** 0.5,
    ),
    "Cramér": (
        lambda p, q: (cumulative(p, q) ** 2).sum() ** 0.5,
        lambda ours, size: ours["RRPS"] * (size - 1) ** 0.5,
    ),
    "Jensen-Shannon distance": (
        lambda p, q: distance.jensenshannon(p, q, base=2),
        lambda ours, _: ours["JSD"] ** 0.5,
    ),
    "Kolmogorov-Smirnov": (
        lambda p, q: np.abs(cumulative(p, q)).mean(),
        lambda ours, _: ours["NMD"],
    ),
}


@pytest.mark.parametrize("name", RELATIONS)
@given(pair=pairs())
def test_what_is_said_of_others_names_is_so(name, pair):
    theirs, told = RELATIONS[name]
    for p, gold in zip(*pair, strict=True):
        ours = {key: float(each(p, gold)) for key, each in MEASURES.items()}
        assert theirs(p, gold) == pytest.approx(told(ours, len(p)), abs=1e-6)


def test_every_sentence_is_looked_at():
    said = set()
    for name in (*RELATIONS, "KL divergence", "Kendall's tau"):
        with pytest.raises(KeyError) as error:
            MEASURES[name]
        sentence = str(error.value).partition("DNKT_RNOD. ")[2]
        assert sentence in OTHER_NAMES.values()
        said.add(sentence)
    # Kullback-Leibler has no relation, and τ-b one that is tested with DNKT.
    assert said == set(OTHER_NAMES.values())


@pytest.mark.parametrize("name", ["EMD", "emd", "Earth Mover's Distance", "wasserstein_distance"])
def test_a_key_that_is_not_there_says_which_are_and_where_it_leads(name):
    with pytest.raises(KeyError) as error:
        MEASURES[name]
    told = f"unknown measure {name!r}; known are {', '.join(MEASURES)}. "
    assert str(error.value).startswith(told)
    assert "NMD × (L − 1)" in str(error.value)
    assert MEASURES.get(name) is None


def test_other_ways_to_write_a_key_and_other_names():
    for registry, name, meant in ((MEASURES, "nmd", "NMD"), (OC_MEASURES, "accuracy", "Accuracy")):
        with pytest.raises(KeyError, match=f"Is {meant} meant?"):
            registry[name]
    for registry, name in ((MEASURES, "nothing"), (OC_MEASURES, "EMD")):
        with pytest.raises(ValueError, match=rf"unknown measure '{name}'; .*\.$"):
            registry[name]


GOLD, RUN = np.array([[0.5, 0.5, 0.0], [0.2, 0.2, 0.6]]), np.array([[0.2, 0.2, 0.6]] * 2)


def test_a_measure_of_ones_own_is_taken_wherever_keys_are():
    made = Collection("c", ("1", "2", "3"), ("x", "y"), GOLD, {"r": RUN}, votes=(10 * GOLD))
    scores = score(made, ["NMD", MAXE])
    assert scores.measures == ("NMD", "MAXE")
    np.testing.assert_allclose(scores.values[1, :, 0], [0.6, 0.0])
    assert score(made, MAXE).measures == ("MAXE",)
    assert compare_triples(random_triples(3, 5, 2), [MAXE]).measures == ("MAXE",)
    assert artificial_experiment(3, [MAXE, "NVD"], each=2).measures == ("MAXE", "NVD")
    assert map_measures(GOLD[0], RUN, MAXE, "NMD").first.shape == (2,)
    assert working(MAXE, RUN[0], GOLD[0], ["a", "b", "c"]).value == pytest.approx(0.6)
    told = explain_conflict([1, 0], [0.5, 0.5], [0, 1], MAXE, "NMD", ["a", "b"])
    assert told.startswith("MAXE prefers A, 0.500 against 1.000. NMD")
    assert len(quiz_pairs(MAXE, "NMD", 5, 3, seed=0)) == 3
    assert strongest_conflict(MAXE, "NMD", classes=3, votes=4, exact=True) is not None
    people = np.array([[0, 0, 1], [1, 1, 1]] * 20)
    assert stand_in(people, {"same": people[:, 0]}, 2, [MAXE, "RMSE"]).scores == ("MAXE", "RMSE")
    turns = np.array([[1.0, 0, 0, 0], [0, 1, 0, 0]])
    dialogue, customer = np.array([0, 0]), np.array([True, False])
    nuggets = NuggetCollection("C", ("d1",), dialogue, customer, turns, runs={"run": turns})
    assert score_nuggets(nuggets, [MAXE, "JSD"]).measures == ("MAXE", "JSD")
    labels = Labels(("i1", "i2"), np.array([0, 0]), np.array([0, 1]), {"run": np.array([0, 0])})
    topics = collection_of_labels("C", ["low", "high"], ["t1"], labels)
    assert score_classification(topics, [ERRORS, "Accuracy"]).values.ravel().tolist() == [0.5, 0.5]


def test_what_is_no_measure_of_the_kind_is_refused():
    made = Collection("c", ("1", "2", "3"), ("x", "y"), GOLD, {"r": RUN})
    with pytest.raises(TypeError, match="by its key or as a Measure, not"):
        score(made, [OC_MEASURES["Accuracy"]])
    with pytest.raises(ValueError, match="'NMD' appears twice"):
        score(made, ["NMD", Measure("NMD", *["x"] * 4, MAXE.function)])
    with pytest.raises(ValueError, match="two different measures"):
        strongest_conflict(MAXE, MAXE)
