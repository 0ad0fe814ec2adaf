"""Tables of labels: a header and a row for each item: id, label and, if several, the topic."""

from collections.abc import Sequence

from oq_core.reading import budget as limits
from oq_core.reading.delimited import LONG_CLASS_NAMES, filled_table
from oq_core.reading.files import File
from oq_core.reading.format_record import Format
from oq_core.reading.items import Items, estimate_of_items, gold_of_items, ordered_classes

#: Names of the column of topics in a table of labels.
TOPIC_NAMES = ("topic", "target", "query", "group")

#: Names of the column of labels in a table of labels.
LABEL_NAMES = (*LONG_CLASS_NAMES, "gold", "predicted", "prediction", "estimate", "estimated")

_SHAPE = "Give a header and rows of id, topic, label, or of id, label"


def is_label_header(header: Sequence[str]) -> bool:
    """Whether a table's header says that each row is an item with its label."""
    names = [name.casefold() for name in header[1:]]
    if len(names) == 1:
        return names[0] in LABEL_NAMES
    return len(names) == 2 and any(
        topic in TOPIC_NAMES and label in LABEL_NAMES for topic, label in (names, names[::-1])
    )


def read_labels(file: File) -> Items:
    """Items of a table with a header: id, label and, where there are several, the topic.

    Labels that are whole numbers are put in ascending order with those between them that no
    item has, as a distance of classes counts them; if one is negative and none is beyond -2
    and 2, they are ratings from -2 to 2. Other labels are in order of first appearance.

    Raises
    ------
    DataError
        If the file is not such a table.
    """
    table = filled_table(file, _SHAPE, limits.MAX_INSTANCES)
    rows = list(table.rows)
    names = [name.casefold() for name in table.header]
    topic_column = next((names.index(name) for name in names[1:] if name in TOPIC_NAMES), None)
    label_column = next(
        column for column, name in enumerate(names) if column and name in LABEL_NAMES
    )
    labels = tuple(cells[label_column] for _, cells in rows)
    return Items(
        file,
        tuple(line for line, _ in rows),
        tuple(cells[0] for _, cells in rows),
        None if topic_column is None else tuple(cells[topic_column] for _, cells in rows),
        labels,
        ordered_classes(labels),
        table.notes,
        table.spoiled,
    )


FORMAT: Format = Format(
    "table of labels",
    "a table of items and their labels (id, topic, label), scored as classification too",
    lambda start: bool(start.table) and is_label_header(start.table[0]),
    gold=lambda file: gold_of_items(read_labels(file), FORMAT.name),
    run=lambda file, gold: estimate_of_items(read_labels(file), gold),
    templates={
        "labels_gold.csv": "id,topic,gold\n1,tea,-1\n2,tea,2\n3,coffee,0\n",
        "labels_run.csv": "id,topic,label\n1,tea,0\n2,tea,2\n3,coffee,0\n",
    },
)
