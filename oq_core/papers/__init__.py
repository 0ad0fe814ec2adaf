"""The papers' printed tables, and the same numbers computed from data."""

from oq_core.papers.beside import side_by_side as side_by_side
from oq_core.papers.printed_files import printed as printed
from oq_core.papers.printed_table import LABELS as LABELS
from oq_core.papers.printed_table import Paper as Paper
from oq_core.papers.printed_table import PrintedTable as PrintedTable
from oq_core.papers.printed_table import TablePart as TablePart
from oq_core.papers.printed_taus import PRINTED_TAUS as PRINTED_TAUS
from oq_core.papers.printed_taus import PrintedTau as PrintedTau
from oq_core.papers.registry import PAPERS as PAPERS
