"""Baselines that learn. They need the extra `lstm`, which nothing imports before it is asked."""

from oq_core.baselines.losses import LOSSES
from oq_core.baselines.lstm import Network, cross_validate, learn
from oq_core.baselines.units import Settings

__all__ = ["LOSSES", "Network", "Settings", "cross_validate", "learn"]
