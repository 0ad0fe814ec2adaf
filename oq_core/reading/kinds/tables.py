"""Tables of numbers. Wide: ``id, class1, …, classL``, a row an instance, as LeQua's files have it.

Long: ``id, class, value``, a row for each class of an instance.
"""

from oq_core.reading.delimited import read_table
from oq_core.reading.format_record import Format, estimate_of, one_scale, only_collection, texts_of
from oq_core.reading.guessing import LONG, WIDE

TABLE: Format = Format(
    WIDE,
    "a table with an id and a column for each class; votes or probabilities",
    lambda start: start.plan.shape == WIDE,
    gold=lambda file: one_scale(read_table(file), TABLE.name),
    run=lambda file, gold: estimate_of(
        read_table(file, only_collection(file, gold)[1].classes), gold
    ),
    templates=texts_of("wide_gold.csv", "wide_run.csv"),
)

ROWS: Format = Format(
    LONG,
    "a table of id, class, value; votes or probabilities",
    lambda start: start.plan.shape == LONG,
    gold=lambda file: one_scale(read_table(file), ROWS.name),
    run=lambda file, gold: estimate_of(read_table(file), gold),
    templates=texts_of("long_gold.csv", "long_run.csv"),
)
