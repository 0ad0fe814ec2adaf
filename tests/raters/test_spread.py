"""What a judge's distribution tells beyond its mode, against plain loops and work by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import cohen_kappa_score

from oq_core import MEASURES, Collection, DataError, read_collections
from oq_core.raters import Spread, spread_of
from oq_core.raters.judged import FEWEST_FOR_INTERVALS


def collection(gold, runs, missing=None, name="i{}"):
    ids = tuple(name.format(number) for number in range(len(gold)))
    classes = tuple("12345"[: gold.shape[1]])
    return Collection("C", classes, ids, gold, runs, missing=missing or {})


def made(items=40, seed=0):
    generator = np.random.default_rng(seed)
    gold, run = generator.dirichlet(np.ones(4), (2, items))
    return gold, run


def test_scores_and_gains_are_those_of_plain_loops():
    gold, run = made()
    lacks = np.arange(40) % 8 == 0
    found = spread_of(collection(gold, {"gpt": run}, {"gpt": lacks}), ["NMD", "RPS"])
    for k, key in enumerate(found.measures):
        whole, modes = [], []
        for row in range(40):
            if lacks[row]:
                continue
            spike = [float(c == [*run[row]].index(max(run[row]))) for c in range(4)]
            whole.append(float(MEASURES[key](run[row], gold[row])))
            modes.append(float(MEASURES[key](spike, gold[row])))
        assert found.by_distribution[k, 0] == pytest.approx(np.mean(whole))
        assert found.by_mode[k, 0] == pytest.approx(np.mean(modes))
        gains = np.subtract(modes, whole)
        ends = stats.t.interval(0.95, 34, gains.mean(), stats.sem(gains))
        assert (found.gain[k, 0], found.low[k, 0], found.high[k, 0]) == pytest.approx(
            (gains.mean(), *ends)
        )
    there = ~lacks
    assert found.means[0] == pytest.approx((run @ np.arange(4))[there].mean())


def test_the_kappa_is_that_of_the_modes():
    _, run = made()
    people = np.random.default_rng(3).integers(0, 4, 40)
    found = spread_of(collection(np.eye(4)[people], {"gpt": run}), ["NMD"])
    expected = cohen_kappa_score(people, run.argmax(axis=1), weights="quadratic")
    assert found.kappas[0] == pytest.approx(expected, abs=1e-12)


def test_clusters_make_intervals_that_items_would_not():
    gold, run = (np.repeat(each, 10, axis=0) for each in made(FEWEST_FOR_INTERVALS))
    names = {"gpt": run}
    items = spread_of(collection(gold, names), ["NMD"])
    ids = tuple(f"d{row // 10}-{row}" for row in range(len(gold)))
    clusters = spread_of(
        Collection("C", tuple("1234"), ids, gold, names), ["NMD"], separator="-"
    )  # fmt: skip
    assert clusters.gain == pytest.approx(items.gain)
    wide, narrow = clusters.high - clusters.low, items.high - items.low
    assert wide / narrow == pytest.approx(np.sqrt(10), rel=0.1)


@pytest.mark.parametrize(("items", "is_there"), [(29, False), (30, True)])
def test_of_few_items_there_is_no_interval(items, is_there):
    gold, run = made(items)
    found = spread_of(collection(gold, {"gpt": run}), ["NMD"])
    assert np.isfinite(found.gain).all()
    assert np.isfinite(found.low).all() == is_there


@given(st.integers(0, 99))
def test_one_that_rates_once_gains_nothing(seed):
    gold, run = made(35, seed)
    spikes = np.eye(4)[run.argmax(axis=1)]
    # What it has not rated is filled in with anything.
    spikes[3], lacks = 0.25, np.arange(35) == 3
    found = spread_of(collection(gold, {"once": spikes, "gpt": run}, {"once": lacks, "gpt": lacks}))
    assert found.spread.tolist() == [False, True]
    assert found.gain[:, 0].tolist() == [0, 0, 0]
    assert found.by_mode[:, 0] == pytest.approx(found.by_mode[:, 1])
    frame = found.to_frame().set_index(["judge", "measure"])
    assert frame.loc[("gpt", "RPS"), "gain"] == found.gain[2, 1]
    assert frame.loc[("once", "NMD"), "mode"] == found.by_mode[0, 0]


def test_the_mean_hides_what_people_disagree_about():
    """Two judges of the same mean and κ: the one knows that people are divided."""
    gold = np.tile([0.4, 0.2, 0.4], (40, 1))
    gold[::2] = [0.2, 0.6, 0.2]
    divided, sure = gold.copy(), np.tile([0.0, 1.0, 0.0], (40, 1))
    divided[::2] = [0.3, 0.4, 0.3]
    divided[1::2] = [0.3, 0.4, 0.3]
    found = spread_of(collection(gold, {"divided": divided, "sure": sure}), ["NMD"])
    assert found.means[0] == pytest.approx(found.means[1])
    assert found.kappas[0] == found.kappas[1] == 0
    assert found.hidden[:3] == ("divided", "sure", "NMD")
    assert found.hidden.times >= 2
    assert found.hidden.times == pytest.approx(found.by_distribution[0, 1] / 0.1)


@pytest.mark.parametrize(
    ("mean", "kappa", "times", "is_hidden"),
    [
        (0.1, 0.05, 1.5, True), (0.11, 0.05, 1.5, False), (0.1, 0.06, 1.5, False),
        (0.1, 0.05, 1.49, False),
    ],
)  # fmt: skip
def test_how_alike_two_judges_are_of_whom_the_mean_hides_something(mean, kappa, times, is_hidden):
    scores = np.array([[1.0, times]])
    found = Spread(
        ("near", "far"), ("NMD",), np.array([True, True]), np.array([0, mean]),
        np.array([0, kappa]), *[scores] * 5,
    )  # fmt: skip
    assert found.hidden == (("near", "far", "NMD", times) if is_hidden else None)


def test_a_perfect_judge_hides_nothing_by_a_division_by_0():
    gold, run = made()
    found = spread_of(collection(gold, {"perfect": gold, "gpt": run}))
    assert found.by_distribution[:, 0] == pytest.approx(0, abs=1e-12)
    assert found.hidden is None or found.hidden.near != "perfect"


def test_without_a_judge_it_is_said():
    with pytest.raises(DataError, match="there is no judge"):
        spread_of(collection(made()[0], {}))


def test_a_panel_gains_by_its_distribution_on_the_sample():
    folder = "sample_data/judges/"
    rated = read_collections(folder + "people.csv", folder + "judges.csv")["people"]
    found = spread_of(rated)
    panel = found.judges.index("Panel")
    assert found.spread.tolist() == [False] * 5 + [True]
    assert (found.low[:, panel] > 0).all()
