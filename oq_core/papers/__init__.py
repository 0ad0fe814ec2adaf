"""The papers' printed tables, and the same numbers computed again."""

from oq_core.papers.beside import derived_values, side_by_side
from oq_core.papers.printed_files import printed
from oq_core.papers.printed_table import LABELS, Paper, Part, PrintedTable
from oq_core.papers.printed_taus import PRINTED_TAUS, PrintedTau
from oq_core.papers.registry import PAPERS

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
