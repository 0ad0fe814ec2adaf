"""How much rounded run files change mean scores."""

import numpy as np
import pytest
from hypothesis import assume, given

from oq_core import MEASURES, Collection, score
from oq_core.analysis import rounding_shift
from tests.strategies import pairs


def collection(estimated, gold):
    classes = tuple(f"c{i}" for i in range(gold.shape[1]))
    ids = tuple(map(str, range(len(gold))))
    return Collection("c", classes, ids, gold, {"run": estimated, "gold": gold})


@given(pairs())
def test_it_is_the_difference_to_runs_rounded_one_by_one(pair):
    estimated, gold = pair
    # Half a hundredth is rounded by what its binary form is, and that differs between the two.
    assume((np.abs(estimated * 100 % 1 - 0.5) > 1e-6).all())
    found = rounding_shift(collection(estimated, gold), ["NMD", "RSNOD"])
    rounded = []
    for row in estimated:
        numbers = [round(float(p), 2) for p in row]
        total = sum(numbers)
        rounded.append([p / total for p in numbers] if total else list(row))
    for k, key in enumerate(("NMD", "RSNOD")):
        expected = (MEASURES[key](np.array(rounded), gold) - MEASURES[key](estimated, gold)).mean()
        assert found.shifts[k, 0] == pytest.approx(expected, abs=1e-9)


def test_rsnod_jumps_where_a_tiny_probability_becomes_nothing():
    gold = np.tile([0.5, 0.5, 0.0], (4, 1))
    run = np.tile([0.596, 0.4, 0.004], (4, 1))
    table = rounding_shift(collection(run, gold)).to_frame()
    assert abs(table.loc["run", "RSNOD"]) > 3 * abs(table.loc["run", "NVD"])


def test_runs_of_two_decimals_stay():
    gold = np.array([[0.25, 0.75]])
    np.testing.assert_allclose(rounding_shift(collection(gold, gold)).shifts, 0, atol=1e-15)


def test_one_measure_may_be_a_string_and_an_unknown_one_is_refused():
    gold = np.array([[0.25, 0.75]])
    made = collection(gold, gold)
    assert rounding_shift(made, "NMD").measures == ("NMD",)
    with pytest.raises(ValueError, match="EMD"):
        rounding_shift(made, "EMD")
    assert score(made, ["NMD"]).measures == ("NMD",)
