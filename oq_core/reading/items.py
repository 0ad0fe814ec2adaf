"""Single items with a class each: SemEval subtask C, and plain tables of labels.

Counted by topic they give distributions, so that one file serves both classification and
quantification.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from oq_core.data.collection import Collection, Labels
from oq_core.measures.labels import POOLED, collection_of_labels, count_classes
from oq_core.reading.files import File
from oq_core.reading.ntcir import RATINGS
from oq_core.reading.rows import MAX_CLASSES, Rows, some_of
from oq_core.reading.semeval import headerless_lines
from oq_core.reading.tables import LONG_CLASS_NAMES, filled_rows

#: Names of the column of topics in a table of labels.
TOPIC_NAMES = ("topic", "target", "query", "group")

#: Names of the column of labels in a table of labels.
LABEL_NAMES = (*LONG_CLASS_NAMES, "gold", "predicted", "prediction", "estimate", "estimated")

_SHAPE = "Give a header and rows of id, topic, label, or of id, label"


@dataclass(frozen=True, eq=False)
class Items:
    """Items as they stand in a file.

    Attributes
    ----------
    file : File
    lines : tuple of int
        Where each of the N items stands.
    ids, labels : tuple of str
    topics : tuple of str, or None
        Not there if the file has no topics.
    classes : tuple of str
        Class labels, lowest first.
    """

    file: File
    lines: tuple[int, ...]
    ids: tuple[str, ...]
    topics: tuple[str, ...] | None
    labels: tuple[str, ...]
    classes: tuple[str, ...]

    def __post_init__(self) -> None:
        seen: dict[tuple[str, str], int] = {}
        for key, line in zip(self.keys, self.lines, strict=True):
            if key in seen:
                raise self.file.error(
                    f"line {line}",
                    f"the id {key[0]} is there already (line {seen[key]})",
                    "Keep one of the two",
                )
            seen[key] = line

    @property
    def keys(self) -> list[tuple[str, str]]:
        """Id and topic: an item may be asked about several topics."""
        topics = self.topics or (POOLED,) * len(self.ids)
        return list(zip(self.ids, topics, strict=True))

    def collection(self, name: str, kind: str) -> Collection:
        """The items as gold: a distribution for each topic, in order of first appearance."""
        if len(self.classes) < 2:
            raise self.file.error("", "there is only one class", "A distribution needs two or more")
        topics, instances = _numbered(self.topics or (POOLED,) * len(self.ids))
        # The same checks of names as of any other file, before there is an array of them.
        Rows(self.file, topics, topics, self.classes, np.zeros((len(topics), 0)))
        labels = Labels(self.ids, instances, self._codes(self.classes))
        return replace(collection_of_labels(name, self.classes, topics, labels), format=kind)

    def rows(self) -> Rows:
        """Counts by topic, for a gold that has no items to match."""
        if self.topics is None:
            raise self.file.error(
                "", "there are no topics to match with the gold's instances", "Add a topic column"
            )
        topics, instances = _numbered(self.topics)
        codes = self._codes(self.classes)
        votes = count_classes(codes, instances, len(topics), len(self.classes))
        places = tuple(f"topic {topic}" for topic in topics)
        # As shares, since counts that are all 1 would be taken for probabilities anyway.
        shares = votes / votes.sum(axis=1, keepdims=True)
        return Rows(self.file, topics, places, self.classes, shares)

    def matched(
        self, collection: Collection, gold: Labels
    ) -> tuple[npt.NDArray[np.int64], tuple[str, ...]]:
        """Predicted classes of the gold's items, in their order.

        Items are matched by id, and by topic where the file has topics. Items numbered 1 to N
        in order are matched by position, if the gold has N and every topic agrees.

        Returns
        -------
        tuple of ndarray of int64, shape (N,), and tuple of str
            And what the user should know of how they were matched.

        Raises
        ------
        DataError
            If items are missing or surplus, or a class is unknown.
        """
        codes = self._codes(collection.classes)
        topics = tuple(collection.ids[instance] for instance in gold.instances)
        numbered = tuple(str(number) for number in range(1, len(gold.ids) + 1))
        if self.ids == numbered != gold.ids:
            self._check_topics(topics)
            return codes, (
                f"{self.file.name}: items are matched by position, as its ids are 1 to "
                f"{len(self.ids):,} and every topic agrees with the gold's.",
            )
        if self.topics is None:
            repeated = [name for name, count in Counter(gold.ids).items() if count > 1]
            if repeated:
                raise self.file.error(
                    "",
                    f"there are no topics, but the gold has {some_of(repeated)} under several",
                    "Add a topic column",
                )
            wanted = [(name, POOLED) for name in gold.ids]
        else:
            wanted = list(zip(gold.ids, topics, strict=True))
        ours = {key: row for row, key in enumerate(self.keys)}
        self._check_matched(ours, wanted)
        return codes[[ours[key] for key in wanted]], ()

    def _check_topics(self, topics: Sequence[str]) -> None:
        if self.topics is None:
            raise self.file.error(
                "",
                f"the ids are 1 to {len(self.ids):,} instead of the gold's, and there are no "
                "topics to check the order by",
                "Give the gold's ids",
            )
        for line, ours, golds in zip(self.lines, self.topics, topics, strict=True):
            if ours != golds:
                raise self.file.error(
                    f"line {line}",
                    f"the ids are 1 to {len(self.ids):,} instead of the gold's, and the topic "
                    f"here is {ours}, where the gold has {golds}",
                    "Give the gold's ids, or the items in the gold's order",
                )

    def _check_matched(
        self, ours: dict[tuple[str, str], int], wanted: list[tuple[str, str]]
    ) -> None:
        known, topic_of = set(wanted), dict(wanted)
        surplus = [key for key in ours if key not in known]
        missing = [name for name, topic in wanted if (name, topic) not in ours]
        for name, topic in surplus:
            if name in topic_of:
                raise self.file.error(
                    f"line {self.lines[ours[name, topic]]}",
                    f"the item {name} has the topic {topic}, but the gold has {topic_of[name]}",
                    "Correct the topic",
                )
        if len(surplus) == len(ours):
            raise self.file.error(
                "",
                f"none of its {len(ours):,} ids is among the {len(wanted):,} of the gold file "
                f"(it has {some_of(self.ids)})",
                "Check that the file belongs to this gold file",
            )
        if missing:
            raise self.file.error(
                "",
                f"{len(missing):,} of {len(wanted):,} items are missing: {some_of(missing)}",
                "Add them; every item of the gold file is needed once",
            )
        if surplus:
            raise self.file.error(
                f"line {self.lines[ours[surplus[0]]]}",
                f"{len(surplus):,} items are not in the gold file: "
                f"{some_of([name for name, _ in surplus])}",
                "Remove them, or check that the file belongs to this gold file",
            )

    def _codes(self, classes: Sequence[str]) -> npt.NDArray[np.int64]:
        """The position of each item's label among the classes."""
        codes = {label: code for code, label in enumerate(classes)}
        try:
            return np.array([codes[label] for label in self.labels], dtype=np.int64)
        except KeyError as error:
            label = error.args[0]
            raise self.file.error(
                f"line {self.lines[self.labels.index(label)]}",
                f"the label {label!r} is unknown",
                f"Use {', '.join(classes)}",
            ) from None


def read_subtask_c(file: File) -> Items:
    """Items of SemEval Task 4 subtask C: id, topic and label, without a header.

    Raises
    ------
    DataError
        If the file is not such a table.
    """
    rows = headerless_lines(file, 3, "id, topic and label")
    lines = tuple(line for line, _ in rows)
    ids, topics, labels = zip(*(cells for _, cells in rows), strict=True)
    for line, label in zip(lines, labels, strict=True):
        if label not in RATINGS:
            raise file.error(
                f"line {line}", f"the label {label!r} is unknown", f"Use {', '.join(RATINGS)}"
            )
    return Items(file, lines, ids, topics, labels, RATINGS)


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
    header, rows = filled_rows(file, _SHAPE)
    names = [name.casefold() for name in header]
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
    )


def ordered_classes(labels: Sequence[str]) -> tuple[str, ...]:
    """The classes of these labels, lowest first, as `read_labels` says."""
    found = tuple(dict.fromkeys(labels))
    try:
        numbers = sorted({int(label) for label in found})
    except ValueError:
        return found
    if {str(number) for number in numbers} != set(found):
        return found
    if numbers[0] < 0 and set(found) <= set(RATINGS):
        return RATINGS
    if numbers[-1] - numbers[0] < MAX_CLASSES:
        numbers = list(range(numbers[0], numbers[-1] + 1))
    return tuple(str(number) for number in numbers)


def _numbered(topics: Sequence[str]) -> tuple[tuple[str, ...], npt.NDArray[np.int64]]:
    """The topics in order of first appearance, and each item's position among them."""
    numbers = {topic: number for number, topic in enumerate(dict.fromkeys(topics))}
    return tuple(numbers), np.array([numbers[topic] for topic in topics], dtype=np.int64)
