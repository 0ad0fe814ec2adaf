"""What runs are called in tables and figures: official names, short ones, and a baseline's mark."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from oq_core.campaign.computing.family import Family
from oq_core.campaign.printing.chart import Chart
from oq_core.campaign.printing.layouts.data import AS_GIVEN
from oq_core.campaign.printing.layouts.families import MADE, MADE_NOTE
from oq_core.campaign.printing.layouts.significance import TIED
from oq_core.campaign.printing.table import Table
from oq_core.data.described import MAX_SHORT, RunDescription

#: What stands beside the names of baselines that were submitted.
BASELINE = "‡"
#: What marks mean, those of tables and those that only figures need told.
_SUBMITTED, _FROM_GOLD = {BASELINE: f"{BASELINE}: a baseline"}, {MADE: MADE_NOTE}


@dataclass(frozen=True, eq=False)
class RunNames:
    """Names of runs, by the names that their files gave them.

    Attributes
    ----------
    labels : mapping of str to str
        In tables: the official name, or the short one where that is long.
    shorts : mapping of str to str
        In figures.

    Examples
    --------
    >>> from oq_core.campaign.printing.run_labels import names_of
    >>> from oq_core.data import RunDescription
    >>> names = names_of([RunDescription("r", "T", "The primary run", "r1", baseline=True)])
    >>> names.labels, names.shorts
    ({'r': 'The primary run ‡'}, {'r': 'r1 ‡'})
    """

    labels: Mapping[str, str]
    shorts: Mapping[str, str]

    def table(self, table: Table) -> Table:
        """Return a table with these names in its cells; its numbers keep those of the files."""
        rows = tuple(
            tuple(
                cell if column.kind == "number" or column.name in AS_GIVEN else self._cell(cell)
                for cell, column in zip(row, table.columns, strict=True)
            )
            for row in table.rows
        )
        note = _noted(table.note, [cell for row in rows for cell in row], _SUBMITTED)
        return replace(table, rows=rows, note=note)

    def chart(self, chart: Chart) -> Chart:
        """Return a chart with these names in its texts."""
        found = chart.renamed(self.shorts)
        drawn = {column for column in (chart.x, chart.y, chart.by) if column}
        texts = (text for column in drawn for text in found.names(column) or ())
        return replace(
            found, note=_noted(chart.note, [chart.title, *texts], {**_SUBMITTED, **_FROM_GOLD})
        )

    def _cell(self, text: str) -> str:
        """A cell whose text is a name, or a list of names, perhaps with something behind each."""
        for joint in ("", "\n", ", "):
            parts = text.split(joint) if joint else [text]
            found = [self._name(part) for part in parts]
            if found != parts:
                return joint.join(found)
        return text

    def _name(self, text: str) -> str:
        # In lists, a name and what is said behind it stay in a line.
        name, opened, rest = text.partition(f"{TIED}(")
        if opened and ", " not in text:
            name, mark, _ = name.partition(f"{TIED}{MADE}")
            name = self._called.get(name, name)
            return f"{name.replace(' ', TIED)}{mark}{opened}{rest}"
        name, mark, rest = text.partition(f" {MADE}")
        return f"{self._called.get(name, name)}{mark}{rest}"

    @cached_property
    def _called(self) -> dict[str, str]:
        return {run.replace(" ", TIED): label for run, label in self.labels.items()} | {
            **self.labels
        }


def names_of(described: Iterable[RunDescription], families: Iterable[Family] = ()) -> RunNames:
    """Return what runs are called.

    Parameters
    ----------
    described : iterable of RunDescription
        Of every run, made complete.
    families : iterable of Family
        Of the data sets, which know what was made here, and which of it from the gold.
    """
    every, of = list(described), list(families)
    here = {run for each in of for run in (*each.references, *each.let_in)}
    from_gold = {run for each in of for run in each.from_gold}
    marks = {
        each.run: f" {BASELINE}" if each.baseline and each.run not in here else "" for each in every
    }
    return RunNames(
        {
            each.run: (each.name if len(each.name) <= MAX_SHORT else each.short) + marks[each.run]
            for each in every
        },
        # Tables mark what was made from the gold themselves.
        {
            each.run: each.short + (f" {MADE}" if each.run in from_gold else marks[each.run])
            for each in every
        },
    )


def _noted(note: str, texts: Collection[str], marks: Mapping[str, str]) -> str:
    """A note that says what marks are, where they stand."""
    said = (
        words
        for mark, words in marks.items()
        if words not in note and any(mark in text for text in texts)
    )
    return "; ".join(filter(None, (note, *said)))
