"""How a measure comes to its score: the computation of one pair, step by step."""

from oq_core.knowledge.workings.latex import rounded
from oq_core.knowledge.workings.steps import Pair, Step, StepTable, Term
from oq_core.knowledge.workings.working import Working, working

__all__ = ["Pair", "Step", "StepTable", "Term", "Working", "rounded", "working"]
