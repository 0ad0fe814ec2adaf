"""A section of the report."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from oq_core.campaign.printing.chart import Chart
from oq_core.campaign.printing.table import Table

#: Rows of narrow tables, more of which stand in two columns of a printed page.
_ONE_COLUMN = 20


@dataclass(frozen=True, eq=False)
class Section:
    """What the report says of one data set, or of all.

    Attributes
    ----------
    title : str
    facts : tuple of str
    tables : tuple of Table
    charts : tuple of Chart
    answers : tuple of str
        What was found, a sentence each.
    prefix : str
        How the names of its files begin; nothing where it is about all data sets.
    """

    title: str
    facts: tuple[str, ...]
    tables: tuple[Table, ...]
    charts: tuple[Chart, ...] = ()
    answers: tuple[str, ...] = ()
    prefix: str = ""

    @property
    def parts(self) -> Iterator[tuple[bool, list[Table]]]:
        """Neighbouring tables, and whether a print has them in two columns."""
        for is_narrow, members in groupby(self.tables, key=lambda table: table.is_narrow):
            tables = list(members)
            yield is_narrow and sum(len(each.rows) for each in tables) > _ONE_COLUMN, tables
