"""SemEval Task 4 subtask C: an id, a topic and a label a line, without a header."""

from oq_core.reading import budget as limits
from oq_core.reading.delimited import as_numbers, headerless_lines
from oq_core.reading.files import File
from oq_core.reading.format_record import Beginning, Format
from oq_core.reading.items import Items, estimate_of_items, gold_of_items
from oq_core.reading.kinds.quality import RATINGS


def read_subtask_c(file: File) -> Items:
    """Items of SemEval Task 4 subtask C: id, topic and label, without a header.

    Raises
    ------
    DataError
        If the file is not such a table.
    """
    rows, spoiled = headerless_lines(file, 3, "id, topic and label")
    limits.check_count(file.name, len(rows), limits.MAX_INSTANCES, "items")
    lines = tuple(line for line, _ in rows)
    ids, topics, labels = zip(*(cells for _, cells in rows), strict=True)
    return Items(file, lines, ids, topics, labels, RATINGS, spoiled=spoiled)


def _is_subtask_c(start: Beginning) -> bool:
    """Whether lines are items, by the first; a header's first cell is no number."""
    lines = start.tabbed
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
    templates={
        "semeval_C_gold.tsv": "101\ttopic one\t-1\n102\ttopic one\t0\n103\ttopic two\t2\n",
        "semeval_C_run.tsv": "101\ttopic one\t0\n102\ttopic one\t0\n103\ttopic two\t1\n",
    },
)
