"""The papers' printed tables, and the same numbers computed again."""

from oq_core.papers.beside import derived_values, side_by_side
from oq_core.papers.files import printed
from oq_core.papers.printed_taus import PRINTED_TAUS, PrintedTau
from oq_core.papers.registry import PAPERS
from oq_core.papers.tables import LABELS, Paper, Part, PrintedTable

__all__ = [
    "LABELS",
    "PAPERS",
    "PRINTED_TAUS",
    "Paper",
    "Part",
    "PrintedTable",
    "PrintedTau",
    "derived_values",
    "printed",
    "side_by_side",
]
