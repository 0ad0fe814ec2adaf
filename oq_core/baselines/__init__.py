"""Baselines that learn; what learns is in `lstm`, which needs the extra and is loaded by itself."""

from oq_core.baselines.losses import LOSSES as LOSSES
from oq_core.baselines.units import Settings as Settings
