"""Wide tables: ``id, class1, …, classL``, a row an instance; LeQua's files are such tables."""

from oq_core.reading.delimited import read_table
from oq_core.reading.format_record import Beginning, Format, estimate_of, one_scale
from oq_core.reading.kinds.matrices import is_mostly_scores


def _is_wide(start: Beginning) -> bool:
    table = start.table
    return bool(table) and len(table[0]) > 2 and is_mostly_scores(table) is False


_HEADER = "id,low,middle,high\n"

FORMAT: Format = Format(
    "wide table",
    "a table with an id and a column for each class; votes or probabilities",
    _is_wide,
    gold=lambda file: one_scale(read_table(file), FORMAT.name),
    run=lambda file, gold: estimate_of(read_table(file), gold),
    templates={
        "wide_gold.csv": _HEADER + "item1,2,5,3\nitem2,0,4,6\n",
        "wide_run.csv": _HEADER + "item1,0.25,0.5,0.25\nitem2,0.1,0.3,0.6\n",
    },
)
