"""Whether a measure takes the order of classes stands in its record, and is true."""

import numpy as np
import pytest

from oq_core.measures import MEASURES, OC_MEASURES

GOLD, RUN = np.array([0.6, 0.1, 0.3]), np.array([0.2, 0.5, 0.3])
COUNTS = np.array([[5, 4, 1], [1, 4, 3], [2, 0, 6]])
OTHER = [0, 2, 1]


@pytest.mark.parametrize("key", MEASURES)
def test_distributions(key):
    measure = MEASURES[key]
    is_changed = not np.isclose(measure(RUN[OTHER], GOLD[OTHER]), measure(RUN, GOLD))
    assert measure.takes_order == is_changed


@pytest.mark.parametrize("key", OC_MEASURES)
def test_items(key):
    measure = OC_MEASURES[key]
    if measure.ordinal is None:
        # Nobody has examined it, so it is not used without an order.
        assert measure.takes_order
        return
    is_changed = not np.isclose(measure(COUNTS[np.ix_(OTHER, OTHER)]), measure(COUNTS))
    assert measure.takes_order == is_changed
