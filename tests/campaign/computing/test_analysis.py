"""The analysis against its parts, and what it refuses."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import (
    Options,
    Scores,
    analyse,
    discriminative_power,
    randomised_tukey_hsd,
    rank_runs,
    ranking_consistency,
)
from oq_core.analysis import (
    Rule,
    kendall_tau,
    residual_variance,
    standardised_differences,
)
from oq_core.campaign import Campaign, Report
from oq_core.campaign.computing.kinds import Matrices

QUICK = Options(trials=200, splits=20, samples=50)


def scores(seed=0, shape=(3, 24, 6), directions=(False, True, False)):
    values = np.random.default_rng(seed).random(shape)
    values += np.linspace(0, 0.5, shape[2])
    return Scores(
        values,
        tuple(f"M{k}" for k in range(shape[0])),
        tuple(f"d{i}" for i in range(shape[1])),
        tuple(f"run{j}" for j in range(shape[2])),
        directions[: shape[0]],
    )


def test_a_rule_that_can_show_nothing_is_refused():
    with pytest.raises(ValueError, match="raise the trials B to 1,000 or more"):
        analyse({"x": scores()}, replace(QUICK, alpha=0.001))
    with pytest.raises(ValueError, match="random signs of 4 instances cannot show"):
        analyse({"x": scores(shape=(3, 4, 6))}, replace(QUICK, rule=Rule.SIGNS))


def test_every_part_is_what_its_function_gives():
    matrices = scores()
    data = analyse({"x": matrices}, QUICK).data_sets[0]
    values, larger = matrices.values, matrices.larger_is_better
    np.testing.assert_array_equal(
        data.board.means, rank_runs(values, larger, samples=50, seed=0).means
    )
    p_values = randomised_tukey_hsd(values, 200, 0)
    np.testing.assert_array_equal(data.p_values, p_values)
    assert data.powers == tuple(discriminative_power(each, 0.05) for each in p_values)
    np.testing.assert_array_equal(data.consistency, ranking_consistency(values, None, 20, 0).taus)
    losses = np.where(np.array(larger)[:, None], -matrices.means, matrices.means)
    for i in range(3):
        for j in range(3):
            assert data.taus[i, j] == kendall_tau(losses[i], losses[j])
    np.testing.assert_array_equal(
        data.effects.sizes,
        standardised_differences(matrices.means, residual_variance(values, "E1")),
    )


def test_pooled_and_mean_values_are_over_data_sets():
    both = analyse({"x": scores(0), "y": scores(1)}, QUICK)
    first, second = both.data_sets
    for k, key in enumerate(both.measures):
        pooled = both.pooled_powers[key]
        assert pooled.significant == first.powers[k].significant + second.powers[k].significant
        assert pooled.pairs == 30
        assert both.mean_consistency[key] == pytest.approx(
            (first.consistency[:, k].mean() + second.consistency[:, k].mean()) / 2
        )
    np.testing.assert_allclose(both.mean_taus, (first.taus + second.taus) / 2)


def test_data_sets_of_different_measures_share_what_they_share():
    both = analyse({"x": scores(), "y": scores().of(["M2", "M0"])}, QUICK)
    assert both.measures == ("M0", "M2")
    assert set(both.pooled_powers) == {"M0", "M2"}
    assert both.mean_taus.shape == (2, 2)


class OfNuggets(Matrices):
    """Scores of nuggets."""

    task = "nuggets"


def test_nuggets_and_classes_are_not_pooled_with_distributions():
    sets = {"x": scores(), "y": scores(1), "nuggets": scores(2).of(["M0"])}
    alone = analyse({name: sets[name] for name in "xy"}, QUICK)
    both = analyse(Campaign(sets, {"nuggets": OfNuggets(sets["nuggets"])}), QUICK)
    assert [each.name for each in both.pooled] == ["x", "y"]
    assert both.measures == alone.measures == ("M0", "M1", "M2")
    np.testing.assert_array_equal(both.mean_taus, alone.mean_taus)
    assert both.mean_consistency == alone.mean_consistency
    assert {key: each.pairs for key, each in both.pooled_powers.items()} == dict.fromkeys(
        both.measures, 30
    )
    tables = {table.file: table for table in Report(both, "").sections[0].tables}
    assert "; pooled over x, y;" in tables["power"].note
    assert tables["power"].rows[-2:][0][4:] == ("",) * 6
    assert [column.name for column in tables["similarity-average"].columns] == [
        "measure", "x", "y", "mean",
    ]  # fmt: skip
    assert "similarity-mean" in tables


def test_undefined_instances_are_left_out_for_every_run():
    matrices = scores()
    matrices.values[1, 5, 2] = np.nan
    data = analyse({"x": matrices}, QUICK).data_sets[0]
    assert data.left_out == 1
    assert "d5" not in data.scores.ids
    assert data.scores.values.shape == (3, 23, 6)
    assert np.isfinite(data.board.means).all()


def test_the_same_seed_gives_the_same_numbers_and_another_does_not():
    first, again = (analyse({"x": scores()}, QUICK).data_sets[0] for _ in range(2))
    other = analyse({"x": scores()}, Options(trials=200, splits=20, samples=50, seed=1))
    np.testing.assert_array_equal(first.p_values, again.p_values)
    for one, other_one in zip(first.splits, again.splits, strict=True):
        np.testing.assert_array_equal(one.taus, other_one.taus)
        np.testing.assert_array_equal(one.p_values, other_one.p_values)
    np.testing.assert_array_equal(first.board.low, again.board.low)
    assert (first.p_values != other.data_sets[0].p_values).any()
    assert (first.board.first != other.data_sets[0].board.first).any()


def test_bootstrap_intervals_of_tau_when_chosen():
    options = Options(trials=50, splits=5, samples=200, tau="b", tau_interval="bootstrap")
    data = analyse({"x": scores()}, options).data_sets[0]
    low, high = data.tau_intervals[0, 2]
    assert low <= data.taus[0, 2] <= high
    formula = analyse({"x": scores()}, QUICK).data_sets[0]
    assert (formula.tau_intervals[0, 2] != (low, high)).any()


@given(st.integers(1, 4), st.integers(2, 5), st.integers(2, 5))
def test_any_small_campaign_is_analysed(measures, instances, runs):
    shape = (measures, instances, runs)
    data = analyse({"x": scores(0, shape, (False,) * measures)}, QUICK).data_sets[0]
    assert data.p_values.shape == (measures, runs, runs)
    assert data.consistency.shape == (QUICK.splits, measures)
    assert (data.splits[0].p_values is None) == (measures < 2)


def test_parts_that_are_too_large_leave_consistency_out():
    data = analyse({"x": scores()}, Options(trials=50, samples=50, split_size=13)).data_sets[0]
    assert data.consistency is None


def test_progress_grows_and_its_exception_stops_the_work():
    shares = []
    analyse({"x": scores(), "y": scores(1)}, QUICK, lambda *at: shares.append(at))
    assert shares == sorted(shares, key=lambda each: each[0])
    assert shares[0][0] == 0
    assert shares[-1][0] <= 1
    assert list(dict.fromkeys(words for _, words in shares)) == [
        f"{name}: {part}"
        for name in "xy"
        for part in (
            "means and intervals",
            "differences between runs",
            "consistency of rankings",
            "intervals of consistency",
        )
    ]

    def stop(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        analyse({"x": scores()}, QUICK, stop)


@pytest.mark.parametrize(
    ("data_sets", "words"),
    [
        ({}, "there is no data set"),
        ({"lone": scores().without([f"run{j}" for j in range(6)])}, "lone has 0 runs"),
    ],
)
def test_what_cannot_be_analysed_is_refused(data_sets, words):
    with pytest.raises(ValueError, match=words):
        analyse(data_sets, QUICK)


def test_a_data_set_without_a_defined_instance_is_refused():
    matrices = scores()
    matrices.values[0] = np.nan
    with pytest.raises(ValueError, match="0 instances on which every measure is defined"):
        analyse({"x": matrices}, QUICK)
