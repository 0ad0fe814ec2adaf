"""Agreement of judges with people, against other packages, plain loops and work by hand."""

import math
from dataclasses import replace
from itertools import product

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import cohen_kappa_score, mean_absolute_error

from oq_core import Collection, DataError, read_collections, score
from oq_core.raters import (
    COEFFICIENTS,
    judged,
    judges_apart,
    ranked_judges,
    runs_stand_in,
)
from oq_core.raters.judged import FEWEST_FOR_INTERVALS
from tests.conftest import SAMPLE

ALL = tuple(COEFFICIENTS)
#: Ratings of a person and of a judge of the same items.
PAIRS = st.integers(2, 6).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.lists(
            st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), min_size=2, max_size=40
        ),
    )
)


def rated(people, judges, classes=5, missing=None):
    """A collection of lists of people's ratings of each item, and of ratings of judges by name."""
    votes = np.stack([np.bincount(each, minlength=classes) for each in people])
    runs = {name: np.eye(classes)[each] for name, each in judges.items()}
    totals = votes.sum(axis=1, keepdims=True)
    return Collection(
        "C", tuple(map(str, range(classes))), tuple(map(str, range(len(people)))),
        votes / totals, runs, votes=votes, missing=missing or {},
    )  # fmt: skip


def ac2(first, second, size):
    """Gwet's, in a loop."""
    weight = [[1 - (abs(i - j) / (size - 1)) ** 2 for j in range(size)] for i in range(size)]
    observed = sum(weight[i][j] for i, j in zip(first, second, strict=True)) / len(first)
    shares = [(list(first).count(k) + list(second).count(k)) / 2 / len(first) for k in range(size)]
    chance = sum(map(sum, weight)) / (size * (size - 1)) * sum(s * (1 - s) for s in shares)
    return (observed - chance) / (1 - chance)


def by_others(first, second, size):
    """What other packages and loops find, NaN where they have none."""
    labels, domain = list(range(size)), [float(each) for each in range(size)]
    table = np.stack([first, second]).astype(float)
    is_one = len({*first, *second}) == 1
    varies = len({*first}) > 1 and len({*second}) > 1

    def alpha(level):
        if is_one:
            return math.nan
        return krippendorff.alpha(table, level_of_measurement=level, value_domain=domain)

    def kappa(weights):
        if len({*first}) == 1 and [*first] == [*second]:
            return math.nan
        return cohen_kappa_score(first, second, weights=weights, labels=labels)

    steps = np.abs(np.subtract(second, first))
    return {
        "QWK": kappa("quadratic"), "kappa": kappa("linear"),
        "alpha": alpha("ordinal"), "AC2": ac2(first, second, size),
        "rho": stats.spearmanr(first, second)[0] if varies else math.nan,
        "tau": stats.kendalltau(first, second)[0] if varies else math.nan,
        "exact": (steps == 0).mean(),
        "MAE": mean_absolute_error(first, second),
        "bias": np.mean(second) - np.mean(first),
    }  # fmt: skip


@given(PAIRS)
def test_coefficients_are_those_of_other_packages_and_of_loops(made):
    size, pairs = made
    first, second = np.array(pairs).T
    counts = np.zeros((size, size))
    np.add.at(counts, (first, second), 1)
    for key, value in by_others(first.tolist(), second.tolist(), size).items():
        found = float(COEFFICIENTS[key].compute(counts))
        assert found == pytest.approx(value, abs=1e-12, nan_ok=True), key
        # Several at once.
        both = COEFFICIENTS[key].compute(np.stack([counts, counts.T]))
        assert both[0] == pytest.approx(found, abs=1e-12, nan_ok=True)


def test_ac2_is_what_the_package_irrcac_prints():
    """It asks for a NumPy of years ago, and so was asked once."""
    counts = np.zeros((4, 4))
    np.add.at(counts, ([0, 1, 2, 2, 1, 0, 3], [0, 1, 2, 1, 1, 0, 2]), 1)
    assert round(float(COEFFICIENTS["AC2"].compute(counts)), 5) == 0.90141


@pytest.mark.parametrize("key", ALL)
def test_one_class_alone_has_no_agreement_beyond_chance(key):
    counts = np.diag([4.0, 0.0, 0.0])
    is_defined = key in ("exact", "MAE", "bias", "AC2")
    assert np.isfinite(COEFFICIENTS[key].compute(counts)) == is_defined
    assert np.isnan(COEFFICIENTS[key].compute(np.zeros((3, 3))))


def test_the_published_case_of_one_person_and_one_judge():
    people = [0, 1, 2, 3, 4, 4, 3, 2, 1, 0]
    judge = [0, 1, 3, 3, 4, 3, 4, 2, 2, 0]
    found = judged(rated([[each] for each in people], {"gpt": judge}), ALL)
    for key, value in by_others(people, judge, 5).items():
        assert found.value("gpt", key) == pytest.approx(value, abs=1e-12)
    # Nothing is known of a second person.
    assert found.shared.tolist() == [0]
    assert np.isnan(found.ceiling).all()
    # Of ten items there is no interval.
    assert np.isnan(found.low).all()


def test_of_several_people_one_is_drawn_and_each_item_counts_once():
    people = [[0, 1, 1], [2], [4, 4]]
    judge = [1, 2, 3]
    found = judged(rated(people, {"gpt": judge}), ["exact", "MAE", "bias"])
    assert found.values[0].tolist() == pytest.approx([
        (2 / 3 + 1 + 0) / 3, (1 / 3 + 0 + 1) / 3, (1 / 3 + 0 - 1) / 3
    ])  # fmt: skip
    # Two of those who rated the first item agree in two of six ordered pairs; the third in all.
    assert found.shared.tolist() == [2]
    # Neither is the first, of whom the other would differ.
    expected = [(1 / 3 + 1) / 2, (2 / 3) / 2, np.nan]
    assert found.ceiling[0].tolist() == pytest.approx(expected, nan_ok=True)


def test_people_s_own_agreement_is_of_the_items_of_each_judge():
    people = [[0, 1], [2, 2], [3, 3]]
    missing = {"half": np.array([True, False, False])}
    found = judged(rated(people, {"half": [0, 2, 3], "all": [0, 2, 3]}, missing=missing), ["exact"])
    assert found.items.tolist() == [2, 3]
    assert found.values[:, 0].tolist() == pytest.approx([1, 5 / 6])
    assert found.ceiling[:, 0].tolist() == pytest.approx([1, 2 / 3])


def test_a_judge_that_gives_a_distribution_is_a_rating_drawn_from_it():
    people = rated([[0], [2]], {"gpt": [0, 0]}, 3)
    soft = people.with_runs({"soft": np.array([[0.5, 0.5, 0], [0, 0.25, 0.75]])})
    found = judged(soft, ["exact", "MAE"])
    assert found.value("soft", "exact") == pytest.approx((0.5 + 0.75) / 2)
    assert found.value("soft", "MAE") == pytest.approx((0.5 + 0.25) / 2)


def many(count, seed=0):
    generator = np.random.default_rng(seed)
    people = generator.integers(0, 5, count)
    return people, np.where(generator.random(count) < 0.6, people, generator.integers(0, 5, count))


def test_intervals_are_percentiles_of_resampled_items():
    people, judge = many(200)
    found = judged(rated([[each] for each in people], {"gpt": judge}), ["QWK", "exact"], seed=3)
    generator, drawn = np.random.default_rng(99), []
    for _ in range(500):
        rows = generator.integers(0, 200, 200)
        first, second = people[rows], judge[rows]
        kappa = cohen_kappa_score(first, second, weights="quadratic", labels=range(5))
        drawn.append((kappa, (first == second).mean()))
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    assert found.low[0] == pytest.approx(low, abs=0.02)
    assert found.high[0] == pytest.approx(high, abs=0.02)


def test_items_of_a_cluster_are_drawn_together():
    people, judge = many(60)
    alone = rated([[each] for each in people], {"gpt": judge})
    copies = np.repeat(np.arange(60), 10)
    tenfold = rated([[each] for each in people[copies]], {"gpt": judge[copies]})
    ids = tuple(f"d{number}__{place % 10}" for place, number in enumerate(copies))
    clustered = Collection(
        "C", tenfold.classes, ids, tenfold.gold, tenfold.runs, votes=tenfold.votes
    )
    plain, once = judged(clustered, ["exact"]), judged(clustered, ["exact"], "__")
    width = once.high[0, 0] - once.low[0, 0]
    expected = judged(alone, ["exact"])
    assert width == pytest.approx(expected.high[0, 0] - expected.low[0, 0], abs=0.03)
    assert width > 2 * (plain.high[0, 0] - plain.low[0, 0])


@pytest.mark.parametrize(
    ("count", "has"), [(FEWEST_FOR_INTERVALS - 1, 0), (FEWEST_FOR_INTERVALS, 1)]
)
def test_few_items_have_no_interval(count, has):
    people, judge = many(count)
    found = judged(rated([[each] for each in people], {"gpt": judge}), ["exact"])
    assert np.isfinite(found.low[0, 0]) == has
    assert np.isfinite(found.values[0, 0])


@pytest.mark.parametrize(
    ("judge", "words"),
    [
        ([2, 2, 2, 2, 2, 2], "hardly uses the ends of the scale"),
        ([1, 2, 3, 4, 3, 4], "is mostly one class off"),
        ([0, 1, 2, 3, 4, 0], "is mostly right and sometimes at the other end"),
        ([0, 1, 2, 3, 4, 4], ""),
        ([1, 2, 3, 3, 4, 2], ""),
    ],
)
def test_the_kind_of_error_is_named(judge, words):
    found = judged(rated([[0], [1], [2], [3], [4], [4]], {"gpt": judge}), ["exact"])
    assert found.kind_of_error("gpt") == words
    with pytest.raises(ValueError, match="no judge 'x'"):
        found.kind_of_error("x")


def test_the_best_judge_comes_first_by_any_coefficient():
    """By bias, the one that is nearest to 0, not the kindest."""
    judges = {"none": [0, 0, 0], "kind": [1, 2, 2], "near": [0, 1, 0], "strict": [0, 0, 1]}
    missing = {"none": np.ones(3, dtype=bool)}
    made = rated([[0], [1], [1]], judges, 3, missing)
    assert judged(made, ["bias"]).values[1:, 0].tolist() == pytest.approx([1, -1 / 3, -1 / 3])
    for key in ("bias", "MAE", "exact"):
        assert [made.judges[j] for made in [judged(made, [key])] for j in made.best_first] == [
            "near", "strict", "kind", "none",
        ]  # fmt: skip


def test_use_of_the_scale_and_bias_by_class():
    found = judged(rated([[0], [0], [1, 2], [2]], {"gpt": [0, 1, 1, 2]}, 3), ["exact"])
    assert found.use_of_people.tolist() == [[0.5, 0.125, 0.375]]
    assert found.use_of_judges.tolist() == [[0.25, 0.5, 0.25]]
    assert found.bias_by_class[0].tolist() == pytest.approx([0.5, 0, -1 / 3])


@pytest.mark.parametrize("absent", [0, 100])
def test_judges_that_are_first_by_one_number_and_not_by_another(absent):
    """A loop over the sample's judges finds the same ranks and the same items."""
    folder = SAMPLE / "judges"
    people = read_collections(folder / "people.csv", folder / "judges.csv")["people"]
    # What alder lacks is filled in with what is far off, which is not to count.
    lacks = np.arange(len(people.ids)) < absent
    alder = np.where(lacks[:, None], people.gold[:, ::-1], people.runs["alder"])
    people = replace(people, runs={**people.runs, "alder": alder}, missing={"alder": lacks})
    found, tested = judged(people), runs_stand_in(people)
    ranked = ranked_judges(people, found, tested)
    assert "Panel" not in ranked.judges
    scores = score(people, ["NMD", "RNOD", "RPS"])
    squares = np.subtract.outer(np.arange(5), np.arange(5)) ** 2
    behind = {}
    for c, column in enumerate(ranked.columns):
        key = column.removeprefix("ω under ")
        each = [
            scores.values[scores.measures.index(key), :, scores.runs.index(j)]
            if key in scores.measures
            else np.einsum("nl,lm,nm->n", people.gold, squares, people.runs[j])
            for j in ranked.judges
        ]
        lacks = [people.lacks(j) for j in ranked.judges]
        each = np.where(lacks, np.nan, each)
        means = np.nanmean(each, axis=0)
        for judge, of in zip(ranked.judges, each, strict=True):
            behind[judge, column] = people.ids[int(np.nanargmax(of - means))]
        if column.startswith("ω under "):
            k = tested.scores.index(key)
            expected = [-tested.winning_rate()[k, tested.judges.index(j)] for j in ranked.judges]
        elif column in scores.measures:
            expected = [np.nanmean(of) for of in each]
        else:
            expected = [-found.value(j, column) for j in ranked.judges]
        ranks = [1 + sum(other < own - 1e-9 for other in expected) for own in expected]
        assert ranked.ranks[:, c].tolist() == ranks, column
    expected = {
        (ranked.judges[j], ranked.columns[a], ranked.columns[b], ranked.ranks[j, b])
        for j, a, b in product(
            range(len(ranked.judges)), range(len(ranked.columns)), range(len(ranked.columns))
        )
        if ranked.ranks[j, a] == 1 < ranked.ranks[j, b]
    }
    assert {each[:4] for each in ranked.flips} == expected
    assert [each.rank for each in ranked.flips] == sorted((e[3] for e in expected), reverse=True)
    for flip in ranked.flips:
        assert flip.item == behind[flip.judge, flip.other], flip


def test_a_judge_that_has_rated_nothing_has_no_rank():
    made = rated([[0], [1], [2]], {"none": [0, 1, 2], "gpt": [0, 1, 1]},
                 missing={"none": np.ones(3, dtype=bool)})  # fmt: skip
    ranked = ranked_judges(made, judged(made))
    assert ranked.ranks.tolist() == [[0] * 6, [1] * 6]
    assert ranked.flips == ()


def test_what_a_judge_has_not_rated_counts_neither_for_nor_against_it():
    people = [[0], [1], [2], [4]]
    missing = {"half": np.array([False, False, True, True])}
    made = rated(people, {"half": [0, 1, 0, 0], "all": [0, 2, 2, 4]}, missing=missing)
    ranked = ranked_judges(made, judged(made))
    assert ranked.values[:, ranked.columns.index("NMD")].tolist() == pytest.approx([0, 0.25 / 4])


def test_what_cannot_be_computed_is_said():
    people = rated([[0], [1]], {})
    with pytest.raises(DataError, match="there is no judge"):
        judged(people)
    with pytest.raises(ValueError, match="no coefficient 'QVK'"):
        judged(people.with_runs({"gpt": np.eye(5)[:2]}), ["QVK"])
    words = read_collections(SAMPLE / "judges" / "people.csv")["people"]
    with pytest.raises(DataError, match="there is no rater 'gpt'"):
        judges_apart(words, ["gpt"])


def test_agreement_needs_the_order_of_the_classes():
    made = replace(rated([[0], [1], [2]], {"gpt": [0, 2, 2]}, 3), order="")
    with pytest.raises(DataError, match="which is not known. Give it under Your data"):
        judged(made, ["QWK"])
    assert judged(made, ["exact"]).values[0, 0] == pytest.approx(2 / 3)
