"""How a measure comes to its score: the computation of one pair, step by step."""

from oq_core.working.latex import rounded
from oq_core.working.steps import Pair, Step, Table, Term
from oq_core.working.working import Working, working

__all__ = ["Pair", "Step", "Table", "Term", "Working", "rounded", "working"]
