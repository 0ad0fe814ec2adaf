"""What the measures see in each cell."""

import numpy as np
import pytest
from hypothesis import given

from oq_core.measures import (
    OC_MEASURES,
    cell_costs,
    weighing_cells,
)
from tests.measures.matrices import matrices

MATRIX = np.array([[3, 1, 0], [1, 4, 0], [0, 2, 0]])


def test_only_the_macro_f1s_are_no_sums_over_cells():
    assert set(OC_MEASURES) - set(weighing_cells()) == {"F1_M", "HMPR"}
    for key in ("F1_M", "HMPR"):
        with pytest.raises(ValueError, match="does not weigh cells; MAE_M, MAE_mu,"):
            cell_costs(key, MATRIX)


def test_one_matrix_at_a_time():
    with pytest.raises(ValueError, match="one confusion matrix is needed"):
        cell_costs("MAE_mu", MATRIX[None])


@pytest.mark.parametrize("key", weighing_cells())
@given(counts=matrices(count=1))
def test_the_items_add_up_to_the_score(key, counts):
    matrix = counts[0]
    costs = cell_costs(key, matrix)
    assert costs.weights.shape == costs.per_item.shape == matrix.shape
    there = matrix > 0
    total = (costs.per_item[there] * matrix[there]).sum()
    np.testing.assert_allclose(
        1 - total if costs.is_loss else total, OC_MEASURES[key](matrix), atol=1e-12
    )


def test_what_the_weights_are():
    distances = np.array([[0, 1, 2], [1, 0, 1], [2, 1, 0]])
    for key in ("MAE_mu", "kappa"):
        np.testing.assert_array_equal(cell_costs(key, MATRIX).weights, distances)
    np.testing.assert_array_equal(cell_costs("alpha_INT", MATRIX).weights, distances**2)
    np.testing.assert_array_equal(cell_costs("Accuracy", MATRIX).weights, np.eye(3))
    # The third class has no gold, so nothing can be wrong or right in its column.
    gold = np.array([4, 7, np.nan])
    np.testing.assert_array_equal(cell_costs("MAE_M", MATRIX).weights, distances / gold)
    # 8, 12 and 2 labels on both sides: the middles of the classes are at 4, 14 and 21.
    np.testing.assert_array_equal(
        cell_costs("alpha_ORD", MATRIX).weights,
        np.square([[0, 10, 17], [10, 0, 7], [17, 7, 0]]),
    )
    # 4, 7 and 0 gold items: K of system class 1 and gold class 2 is 4/2 + 7.
    cem = cell_costs("CEM_ORD", MATRIX).weights
    np.testing.assert_allclose(cem[0], -np.log2(np.array([2, 9, 9]) / 11))
    np.testing.assert_allclose(cem[1], -np.log2(np.array([7.5, 3.5, 3.5]) / 11))
    np.testing.assert_allclose(cem[2], -np.log2(np.array([11, 7, 0.5]) / 11))


def test_the_meaning_is_stated():
    assert all(cell_costs(key, MATRIX).weighs for key in weighing_cells())
    losses = {key for key in weighing_cells() if cell_costs(key, MATRIX).is_loss}
    assert losses == {"kappa", "alpha_ORD", "alpha_INT"}


def test_an_undefined_measure_has_weights_but_no_share():
    costs = cell_costs("kappa", np.diag([0, 5]))
    np.testing.assert_array_equal(costs.weights, [[0, 1], [1, 0]])
    assert np.isnan(costs.per_item).all()
