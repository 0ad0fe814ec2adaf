"""Tables of labels: a header and a row for each item: id, label and, if several, the topic."""

from oq_core.data.scores import counted
from oq_core.reading import budget as limits
from oq_core.reading.delimited import filled_table, plan_of
from oq_core.reading.files import File
from oq_core.reading.format_record import Format, texts_of
from oq_core.reading.guessing import LABELS
from oq_core.reading.items import Items, estimate_of_items, gold_of_items, ordered_classes
from oq_core.reading.plan import PASSED_OVER
from oq_core.reading.rows import some_of

_SHAPE = "Give a header and rows of id, topic, label, or of id, label"


def read_labels(file: File) -> Items:
    """Items of a table with a header: id, label and, where there are several, the topic.

    Labels that are whole numbers are put in ascending order with those between them that no
    item has, as a distance of classes counts them; if one is negative and none is beyond -2
    and 2, they are ratings from -2 to 2. Words of a known scale are put in order.

    Raises
    ------
    DataError
        If the file is not such a table.
    """
    plan = plan_of(file)
    needed = [name for name, part in plan.parts.items() if part not in PASSED_OVER]
    table = filled_table(file, _SHAPE, limits.MAX_INSTANCES, [name.casefold() for name in needed])
    every = list(table.rows)
    parts = [plan.parts.get(name) for name in table.header]
    topic_column = parts.index("topic") if "topic" in parts else None
    label_column, id_column = parts.index("label"), parts.index("id")
    texts = [name for name in table.header if plan.parts.get(name) == "text"]
    notes = [f"{file.name}: not read: the columns {some_of(texts)}."] if texts else []
    rows = [row for row in every if row[1][label_column] not in plan.leave_out]
    if not rows:
        raise file.error("nothing is left of it", "Leave fewer labels out")
    if gone := len(every) - len(rows):
        notes.append(f"{file.name}: {counted(gone, 'item')} without a label left out.")
    labels = tuple(cells[label_column] for _, cells in rows)
    return Items(
        file,
        tuple(line for line, _ in rows),
        tuple(cells[id_column] for _, cells in rows),
        None if topic_column is None else tuple(cells[topic_column] for _, cells in rows),
        labels,
        *ordered_classes(labels, file.plan.classes),
        (*table.notes, *notes),
        table.spoiled,
    )


FORMAT: Format = Format(
    LABELS,
    "a table of items and their labels (id, topic, label), scored as classification too",
    lambda start: start.plan.shape == LABELS,
    gold=lambda file: gold_of_items(read_labels(file), FORMAT.name),
    run=lambda file, gold: estimate_of_items(read_labels(file), gold),
    templates=texts_of("labels_gold.csv", "labels_run.csv"),
)
