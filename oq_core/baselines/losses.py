"""Measures as losses that a network can be trained on.

They are written for `keras.ops`, and run on NumPy too: `xp` is either. A root is that of its
content plus `FLOOR`, so that its gradient is finite where the estimate is right, and so is a
logarithm's where a class is empty.
"""

from collections.abc import Callable
from typing import Any

#: Far below the rounding of a share of votes, and within what float32 tells from 0.
FLOOR = 1e-12

#: From `xp`, gold and estimated distributions (..., L) to losses (...).
Loss = Callable[[Any, Any, Any], Any]


def _size(xp: Any, errors: Any) -> Any:
    # JAX takes the slope of abs at 0 for 1: a right estimate would be driven away.
    return xp.sign(errors) * errors


def _cross_entropy(xp: Any, gold: Any, estimated: Any) -> Any:
    return -xp.sum(gold * xp.log(xp.maximum(estimated, FLOOR)), axis=-1)


def _nmd(xp: Any, gold: Any, estimated: Any) -> Any:
    # Not a mean, which Keras takes in float32.
    work = _size(xp, xp.cumsum(estimated - gold, axis=-1)[..., :-1])
    return xp.sum(work, axis=-1) / (gold.shape[-1] - 1)


def _nvd(xp: Any, gold: Any, estimated: Any) -> Any:
    return xp.sum(_size(xp, estimated - gold), axis=-1) / 2


def _rnss(xp: Any, gold: Any, estimated: Any) -> Any:
    return xp.sqrt(xp.sum(xp.square(estimated - gold), axis=-1) / 2 + FLOOR)


def _jsd(xp: Any, gold: Any, estimated: Any) -> Any:
    middle = xp.log2(xp.maximum((gold + estimated) / 2, FLOOR))
    parts = [
        xp.sum(each * (xp.log2(xp.maximum(each, FLOOR)) - middle), axis=-1)
        for each in (estimated, gold)
    ]
    return (parts[0] + parts[1]) / 2


def _order_aware(*viewpoints: str, by_gold: bool = False) -> Loss:
    """The root of the mean of DW_i, over the classes that each of the viewpoints has."""

    def loss(xp: Any, gold: Any, estimated: Any) -> Any:
        # The middles of the classes: 1 apart, or on the cumulative gold.
        ones = xp.ones_like(gold)
        middles = xp.cumsum(gold, axis=-1) - gold / 2 if by_gold else xp.cumsum(ones, axis=-1)
        steps = xp.abs(middles[..., :, None] - middles[..., None, :])
        weighted = xp.sum(steps * xp.square(estimated - gold)[..., None, :], axis=-1)
        classes = {"gold": gold, "estimated": estimated, "all": ones}
        total = 0.0
        for name in viewpoints:
            seen = xp.where(classes[name] > 0, ones, 0 * ones)
            total += xp.sum(seen * weighted, axis=-1) / xp.sum(seen, axis=-1)
        return xp.sqrt(total / len(viewpoints) / (gold.shape[-1] - 1) + FLOOR)

    return loss


def _rps(xp: Any, gold: Any, estimated: Any) -> Any:
    gaps = xp.cumsum(estimated, axis=-1) - xp.cumsum(gold, axis=-1)
    return xp.sum(xp.square(gaps), axis=-1) / (gold.shape[-1] - 1)


def _rrps(xp: Any, gold: Any, estimated: Any) -> Any:
    return xp.sqrt(_rps(xp, gold, estimated) + FLOOR)


#: What a network can be trained on: cross-entropy, or the measure of this key.
LOSSES: dict[str, Loss] = {
    "cross-entropy": _cross_entropy,
    "NMD": _nmd,
    "RNOD": _order_aware("gold"),
    "RSNOD": _order_aware("gold", "estimated"),
    "RNOD2": _order_aware("gold", by_gold=True),
    "RNADW": _order_aware("all"),
    "RNADW2": _order_aware("all", by_gold=True),
    "RPS": _rps,
    "RRPS": _rrps,
    "NVD": _nvd,
    "RNSS": _rnss,
    "JSD": _jsd,
}


def loss_of(name: str) -> Loss:
    """The loss of this name.

    Raises
    ------
    ValueError
        If there is none; DNKT and its hybrids change in steps, which no gradient can follow.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core.baselines.losses import loss_of
    >>> float(loss_of("NMD")(np, np.array([0.5, 0.5]), np.array([1.0, 0.0])))
    0.5
    """
    if name in LOSSES:
        return LOSSES[name]
    known = ", ".join(LOSSES)
    if name.startswith("DNKT"):
        raise ValueError(
            f"{name} cannot be trained on: it changes in steps, so that its slope is 0 or "
            f"undefined. Choose one of {known}."
        )
    raise ValueError(f"unknown loss {name!r}; known are {known}")
