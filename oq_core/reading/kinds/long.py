"""Long tables: ``id, class, value``, a row for each class of an instance."""

from oq_core.reading.delimited import is_long_header, read_table
from oq_core.reading.format_record import Format, estimate_of, one_scale

FORMAT: Format = Format(
    "long table",
    "a table of id, class, value; votes or probabilities",
    lambda start: bool(start.table) and is_long_header(start.table[0]),
    gold=lambda file: one_scale(read_table(file), FORMAT.name),
    run=lambda file, gold: estimate_of(read_table(file), gold),
    templates={
        "long_gold.csv": (
            "id,class,value\nitem1,low,2\nitem1,middle,5\nitem1,high,3\nitem2,middle,4\n"
            "item2,high,6\n"
        ),
        "long_run.csv": (
            "id,class,value\nitem1,low,0.3\nitem1,middle,0.7\nitem2,low,0.1\nitem2,high,0.9\n"
        ),
    },
)
