"""SemEval Task 4 subtask C: an id, a topic, a label, perhaps a text a line, without a header."""

from oq_core.reading import budget as limits
from oq_core.reading.class_order import TASK
from oq_core.reading.delimited import headerless_lines
from oq_core.reading.files import File
from oq_core.reading.format_record import Beginning, Format, texts_of
from oq_core.reading.items import Items, estimate_of_items, gold_of_items
from oq_core.reading.kinds.quality import RATINGS
from oq_core.reading.numbers import as_numbers


def read_subtask_c(file: File) -> Items:
    """Items of SemEval Task 4 subtask C: id, topic, label and perhaps a text, without a header.

    Raises
    ------
    DataError
        If the file is not such a table.
    """
    size = next(line for line in file.lines() if line.strip()).count("\t") + 1
    what = "id, topic and label" if size == 3 else "id, topic, label and text"
    rows, spoiled = headerless_lines(file, size, what)
    limits.check_count(file.name, len(rows), limits.MAX_INSTANCES, "items")
    lines = tuple(line for line, _ in rows)
    ids, topics, labels, *texts = zip(*(cells for _, cells in rows), strict=True)
    notes = (f"{file.name}: not read: the texts behind the labels.",) if texts else ()
    return Items(file, lines, ids, topics, labels, RATINGS, TASK, notes, spoiled)


def _is_subtask_c(start: Beginning) -> bool:
    """Whether lines are items, by the first; a header's first cell is no number."""
    lines = start.tabbed
    if len(lines[0]) == 4:
        item, _, label, text = lines[0]
        return item.isdecimal() and label in RATINGS and as_numbers([text]) is None
    if len(lines[0]) != 3 or not all(lines[0]):
        return False
    item, topic, label = lines[0]
    if as_numbers([topic]) is None:
        return item.isdecimal() or label in RATINGS
    # Three numbers may be scores, unless all lines are an id, a topic such as 2016 and a rating.
    return (
        len({tuple(cells[:2]) for cells in lines}) == len(lines)
        and all(len(cells) == 3 and cells[0].isdecimal() for cells in lines)
        and all(cells[2] in RATINGS for cells in lines)
        and any(cells[1].isdecimal() or as_numbers([cells[1]]) is None for cells in lines)
    )


FORMAT: Format = Format(
    "SemEval subtask C",
    "SemEval Task 4 subtask C (TSV), scored as classification too",
    _is_subtask_c,
    gold=lambda file: gold_of_items(read_subtask_c(file), FORMAT.name),
    run=lambda file, gold: estimate_of_items(read_subtask_c(file), gold),
    suffixes=(".tsv",),
    fixes_order=True,
    templates=texts_of("semeval_C_gold.tsv", "semeval_C_run.tsv"),
)
