"""What there is to analyse: distributions, collections of them, nuggets and scores."""

from oq_core.data.arrays import Array as Array
from oq_core.data.collection import Collection as Collection
from oq_core.data.collection import DataError as DataError
from oq_core.data.collection import Fault as Fault
from oq_core.data.collection import Labels as Labels
from oq_core.data.described import RunDescription as RunDescription
from oq_core.data.distributions import SUM_TOLERANCE as SUM_TOLERANCE
from oq_core.data.distributions import TIE_TOLERANCE as TIE_TOLERANCE
from oq_core.data.distributions import Distributions as Distributions
from oq_core.data.distributions import check_distributions as check_distributions
from oq_core.data.distributions import check_pair as check_pair
from oq_core.data.distributions import pooled as pooled
from oq_core.data.distributions import popularity as popularity
from oq_core.data.distributions import uniform as uniform
from oq_core.data.grids import apportioned as apportioned
from oq_core.data.nuggets import CUSTOMER_CLASSES as CUSTOMER_CLASSES
from oq_core.data.nuggets import HELPDESK_CLASSES as HELPDESK_CLASSES
from oq_core.data.nuggets import NuggetCollection as NuggetCollection
from oq_core.data.nuggets import nugget_popularity as nugget_popularity
from oq_core.data.nuggets import nugget_uniform as nugget_uniform
from oq_core.data.scores import Scores as Scores
