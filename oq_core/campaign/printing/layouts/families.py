"""What a table says of the runs that take part, and of those that do not."""

import re
from dataclasses import replace

from oq_core.campaign.computing.family import Family
from oq_core.campaign.printing.layouts.significance import TIED
from oq_core.campaign.printing.table import Column, Table

#: What stands beside the names of runs that were made from the gold.
MADE = "†"
#: What it means.
MADE_NOTE = f"{MADE}: made from the gold"


def with_family(table: Table, *families: tuple[str, Family]) -> Table:
    """Return a table with what should be known of its family.

    Parameters
    ----------
    table : Table
        Of numbers that depend on which runs take part.
    *families : tuple of str and Family
        Each data set with its family.

    Returns
    -------
    Table
        Runs that were made from the gold have a mark beside their names. The note says of
        references whether they take part.

    Examples
    --------
    >>> import pandas as pd
    >>> from oq_core.campaign.computing.family import Family
    >>> from oq_core.campaign.printing.layouts import with_family
    >>> from oq_core.campaign.printing.table import Column, Table
    >>> rows = (("a", "0.2"), ("Popularity", "0.4"))
    >>> columns = (Column("run", kind="name"), Column("NMD"))
    >>> table = Table("means", "A", "mean scores", columns, rows, pd.DataFrame())
    >>> standings = {"a": "submitted", "Popularity": "reference"}
    >>> family = Family(("a",), standings=standings, from_gold=("Popularity",))
    >>> marked = with_family(table, ("A", family))
    >>> marked.rows[1], marked.note
    (('Popularity †', '0.4'), 'not among the runs: Popularity; †: made from the gold')
    """
    made = {run for _, family in families for run in family.from_gold}
    # In a list, what is said behind a name stays in a line with it; nothing stands behind no name.
    tied = "|".join(re.escape(run.replace(" ", TIED)) for run in made)
    listed = re.compile(rf"(?<![^ ])({tied}){TIED}\(")

    def with_mark(cell: str, column: Column) -> str:
        if column.kind == "name" and cell in made:
            return f"{cell} {MADE}"
        is_list = column.kind == "words"
        return listed.sub(rf"\1{TIED}{MADE}{TIED}(", cell) if is_list else cell

    marked = tuple(tuple(map(with_mark, row, table.columns)) for row in table.rows)
    notes = dict[str, list[str]]()
    for name, family in families:
        if words := which_runs(family):
            notes.setdefault(words, []).append(name)
    of_all = len(notes) == 1 and len(*notes.values()) == len(families)
    told = [words if of_all else f"{', '.join(names)}: {words}" for words, names in notes.items()]
    told += [MADE_NOTE] * (marked != table.rows)
    return replace(table, rows=marked, note="; ".join(filter(None, [table.note, *told])))


def which_runs(family: Family) -> str:
    """Return what should be known of references: whether they are among the runs; none: nothing.

    Parameters
    ----------
    family : Family
    """
    said = []
    if family.references:
        said.append(f"not among the runs: {', '.join(family.references)}")
    if family.let_in:
        said.append(f"among the runs: {', '.join(family.let_in)}")
    return "; ".join(said)
