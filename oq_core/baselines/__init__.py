"""Baselines that learn. They need the extra `lstm`, which nothing imports before it is asked."""

from oq_core.baselines.losses import LOSSES as LOSSES
from oq_core.baselines.lstm import Network as Network
from oq_core.baselines.lstm import cross_validate as cross_validate
from oq_core.baselines.lstm import learn as learn
from oq_core.baselines.units import Settings as Settings
