"""Losses in float64: they are the measures, and their gradients are what differences say."""

from importlib import import_module

import numpy as np
import pytest
from hypothesis import given

from oq_core import MEASURES
from oq_core.baselines import LOSSES
from oq_core.baselines.losses import FLOOR, loss_of
from tests.strategies import pairs, shares

OF_MEASURES = [name for name in LOSSES if name in MEASURES]


def in_float64(function, name, gold, estimated):
    """On JAX, a step after the other: a step is compiled once for all losses.

    It is loaded here, not by every process that collects these tests.
    """
    jax = import_module("jax")
    with jax.enable_x64(True):
        found = function(LOSSES[name], jax.numpy.asarray(gold), jax.numpy.asarray(estimated))
        assert found.dtype == jax.numpy.float64
        return np.asarray(found)


def value(name, gold, estimated):
    ops = import_module("keras").ops
    return in_float64(lambda loss, g, p: loss(ops, g, p), name, gold, estimated)


def gradient(name, gold, estimated):
    jax, ops = import_module("jax"), import_module("keras").ops

    def slope(loss, g, p):
        return jax.grad(lambda q: loss(ops, g, q).sum())(p)

    return in_float64(slope, name, gold, estimated)


def many(least=0):
    """400 pairs of gold and estimates over five classes, with ties and empty classes."""
    counts = np.random.default_rng(1).integers(0, 5, (2, 400, 5))
    counts[counts.sum(axis=-1) == 0] = 1
    return shares(counts + least)


@pytest.mark.parametrize("name", OF_MEASURES)
@given(pair=pairs())
def test_a_loss_is_its_measure(name, pair):
    estimated, gold = pair
    expected, found = MEASURES[name].function(estimated, gold), LOSSES[name](np, gold, estimated)
    # A root's content is larger by the floor, which shows only beside 0.
    np.testing.assert_allclose(found, expected, atol=1.01 * FLOOR**0.5)
    is_clear = expected > 1e-3
    np.testing.assert_allclose(found[is_clear], expected[is_clear], atol=1e-9)


def test_cross_entropy_is_a_sum_of_logarithms():
    gold, estimated = many(least=1)
    expected = [
        -sum(g * np.log(p) for g, p in zip(*rows, strict=True))
        for rows in zip(gold, estimated, strict=True)
    ]
    np.testing.assert_allclose(LOSSES["cross-entropy"](np, gold, estimated), expected)


@pytest.mark.parametrize("name", LOSSES)
def test_on_jax_a_loss_and_its_slope_are_what_numpy_says(name):
    gold, estimated = many()
    np.testing.assert_allclose(
        value(name, gold, estimated), LOSSES[name](np, gold, estimated), atol=1e-12
    )
    assert np.isfinite(gradient(name, gold, estimated)).all()
    at_gold = gradient(name, gold, gold)
    assert np.isfinite(at_gold).all()
    if name not in ("cross-entropy", "JSD"):
        np.testing.assert_array_equal(at_gold, 0)
    # Kinks are where an error, or a sum of errors, turns its sign.
    gold, estimated = many(least=1)
    errors = estimated - gold
    sums = np.abs(np.cumsum(errors, axis=1)[:, :-1]).min(axis=1)
    is_smooth = np.minimum(np.abs(errors).min(axis=1), sums) > 1e-3
    assert is_smooth.sum() > 100
    above, below = (
        LOSSES[name](np, gold[:, None], estimated[:, None] + sign * 1e-6 * np.eye(5))
        for sign in (1, -1)
    )
    np.testing.assert_allclose(
        gradient(name, gold, estimated)[is_smooth],
        ((above - below) / 2e-6)[is_smooth],
        rtol=1e-5,
        atol=1e-6,
    )


def test_rsnod_jumps_where_a_class_of_the_estimate_is_empty():
    gold = np.array([0.5, 0.5, 0.0])
    empty, nearly = np.array([0.4, 0.6, 0.0]), np.array([0.4, 0.6 - 1e-12, 1e-12])
    assert round(float(value("RSNOD", gold, empty)), 4) == 0.0707
    assert round(float(value("RSNOD", gold, nearly)), 4) == 0.0816


def test_what_has_no_slope_is_refused_and_all_else_has_a_loss():
    for key in MEASURES:
        if key.startswith("DNKT"):
            with pytest.raises(ValueError, match=f"{key} cannot be trained on: it changes in"):
                loss_of(key)
        else:
            assert loss_of(key) is LOSSES[key]
    with pytest.raises(ValueError, match="unknown loss 'EMD'; known are cross-entropy, NMD"):
        loss_of("EMD")
