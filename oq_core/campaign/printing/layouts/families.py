"""What a table says of the runs that are tested together, and of those that are not."""

import re
from dataclasses import replace

from oq_core.campaign.computing.family import Family
from oq_core.campaign.printing.layouts.significance import TIED
from oq_core.campaign.printing.table import Column, Table

#: What stands beside the names of runs that were made from the gold.
MADE = "†"
#: What it means in figures, where nothing is said of tests.
MADE_NOTE = f"{MADE}: made from the gold"


def with_family(table: Table, *families: tuple[str, Family]) -> Table:
    """Return a table with what should be known of its family.

    Parameters
    ----------
    table : Table
        Of numbers that depend on which runs are tested.
    *families : tuple of str and Family
        Each data set with its family.

    Returns
    -------
    Table
        Runs that were made from the gold have a mark beside their names, or, where they are not
        in it, stand in the note.

    Examples
    --------
    >>> import pandas as pd
    >>> from oq_core.campaign.computing.family import Family
    >>> from oq_core.campaign.printing.layouts import with_family
    >>> from oq_core.campaign.printing.table import Column, Table
    >>> rows = (("Uniform", "0.4"), ("a", "0.2"))
    >>> columns = (Column("run", kind="name"), Column("NMD"))
    >>> table = Table("means", "A", "mean scores", columns, rows, pd.DataFrame())
    >>> marked = with_family(table, ("A", Family(("a", "b"), ("Uniform",))))
    >>> marked.rows[0], marked.note
    (('Uniform †', '0.4'), '†: made from the gold and not tested')
    """
    made = {run for _, family in families for run in family.made}
    if not made:
        return table
    # In a list, what is said behind a name stays in a line with it.
    tied = "|".join(re.escape(run.replace(" ", TIED)) for run in made)
    listed = re.compile(rf"(?<![^ ])({tied}){TIED}\(")

    def with_mark(cell: str, column: Column) -> str:
        if column.kind == "name" and cell in made:
            return f"{cell} {MADE}"
        return listed.sub(rf"\1{TIED}{MADE}{TIED}(", cell) if column.kind == "words" else cell

    marked = tuple(tuple(map(with_mark, row, table.columns)) for row in table.rows)
    notes = dict[str, list[str]]()
    for name, family in families:
        words = []
        if family.made and marked == table.rows and family.baselines:
            words.append(f"not tested, as made from the gold: {', '.join(family.baselines)}")
        elif family.made and marked != table.rows:
            some = set(family.made) - set(family.baselines)
            rest = f"; not tested: {', '.join(family.baselines)}" if some else " and not tested"
            words.append(f"{MADE}: made from the gold" + rest * bool(family.baselines))
        if words:
            notes.setdefault("; ".join(words), []).append(name)
    of_all = len(notes) == 1 and len(*notes.values()) == len(families)
    told = (words if of_all else f"{', '.join(names)}: {words}" for words, names in notes.items())
    return replace(table, rows=marked, note="; ".join([*[table.note] * bool(table.note), *told]))
