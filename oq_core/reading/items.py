"""Single items with a class each, as SemEval subtask C and tables of labels have them.

Counted by topic they give distributions, so that one file serves both classification and
quantification.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from oq_core.data.collection import Collection, Labels
from oq_core.data.scores import numbered
from oq_core.measures.labels import POOLED, collection_of_labels, count_classes
from oq_core.reading import budget as limits
from oq_core.reading.class_order import NUMBERS, known_order, origin
from oq_core.reading.files import File
from oq_core.reading.format_record import ReadGold, ReadRun, estimate_of, only_collection
from oq_core.reading.kinds.quality import RATINGS
from oq_core.reading.rows import (
    Rows,
    report_alike,
    report_names,
    report_repeated,
    report_strangers,
    some_of,
)


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
    order : str
        Where their order is from, as a `Collection` has it.
    notes : tuple of str
        What the user should know of how they were read.
    spoiled : mapping of str to str
        Ids of items that cannot be used, and where they stand: their faults are reported.
    """

    file: File
    lines: tuple[int, ...]
    ids: tuple[str, ...]
    topics: tuple[str, ...] | None
    labels: tuple[str, ...]
    classes: tuple[str, ...]
    order: str
    notes: tuple[str, ...] = ()
    spoiled: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        limits.check_count(self.file.name, len(self.ids), limits.MAX_INSTANCES, "items")

    def report_ids(self) -> None:
        """Report the names of items, topics and classes that cannot be used."""
        places = [self.file.at(line) for line in self.lines]
        report_names(self.file, "class", tuple(dict.fromkeys(self.labels)))
        report_names(self.file, "id", self.ids, places)
        report_names(self.file, "topic", tuple(dict.fromkeys(self.topics or ())))
        report_repeated(self.file, self.keys, places)

    @property
    def keys(self) -> list[tuple[str, str]]:
        """Id and topic: an item may be asked about several topics."""
        topics = self.topics or (POOLED,) * len(self.ids)
        return list(zip(self.ids, topics, strict=True))

    def collection(self, name: str, kind: str) -> Collection:
        """Gold: a distribution for each topic, in order of first appearance."""
        if len(self.classes) < 2:
            raise self.file.error("there is only one class", "A distribution needs two or more")
        self.report_ids()
        self.file.check()
        instances, topics = numbered(self.topics or (POOLED,) * len(self.ids))
        # Limits are checked as in any other file, before there is an array.
        self.file.budget.keep(self.file.name, len(topics), len(self.classes))
        Rows(self.file, topics, topics, self.classes, np.zeros((len(topics), 0)))
        labels = Labels(self.ids, instances, self._codes(self.classes))
        return replace(
            collection_of_labels(name, self.classes, topics, labels), format=kind, order=self.order
        )

    def rows(self) -> Rows:
        """Shares of the classes by topic, for a gold that has no items to match."""
        if self.topics is None:
            raise self.file.error(
                "there are no topics to match with the gold's instances", "Add a topic column"
            )
        instances, topics = numbered(self.topics)
        self.file.budget.keep(self.file.name, len(topics), len(self.classes))
        self.report_ids()
        codes = self._codes(self.classes)
        votes = count_classes(codes, instances, len(topics), len(self.classes))
        places = tuple(f"topic {topic}" for topic in topics)
        # As shares, since counts that are all 1 would be taken for probabilities anyway.
        shares = votes / votes.sum(axis=1, keepdims=True)
        return Rows(self.file, topics, places, self.classes, shares, self.notes)

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
        self.file.budget.keep(self.file.name, len(self.ids))
        self.report_ids()
        codes = self._codes(collection.classes)
        topics = tuple(collection.ids[instance] for instance in gold.instances)
        self._report_alike("topic", self.topics or (), topics)
        counted = tuple(str(number) for number in range(1, len(gold.ids) + 1))
        if self.ids == counted != gold.ids:
            self._report_topics(topics)
            self.file.check()
            return codes, (
                f"{self.file.name}: items are matched by position, as its ids are 1 to "
                f"{len(self.ids):,} and every topic agrees with the gold's.",
            )
        if self.topics is None:
            repeated = [name for name, count in Counter(gold.ids).items() if count > 1]
            if repeated:
                raise self.file.error(
                    f"there are no topics, but the gold has {some_of(repeated)} under several",
                    "Add a topic column",
                )
            topics = (POOLED,) * len(gold.ids)
        wanted = list(zip(gold.ids, topics, strict=True))
        ours = {key: row for row, key in enumerate(self.keys)}
        self._report_unmatched(ours, wanted)
        self.file.check()
        return codes[[ours[key] for key in wanted]], ()

    def _report_alike(self, what: str, names: Sequence[str], golds: Sequence[str]) -> None:
        """Report, and end with, names that only look the same as the gold's."""
        places = {name: self.file.at(line) for name, line in zip(names, self.lines, strict=False)}
        same = report_alike(self.file, what, places, golds, golds, thing="item")
        if same:
            self.file.check()

    def _report_topics(self, topics: Sequence[str]) -> None:
        if self.topics is None:
            raise self.file.error(
                f"the ids are 1 to {len(self.ids):,} instead of the gold's, and there are no "
                "topics to check the order by",
                "Give the gold's ids",
            )
        for line, ours, golds in zip(self.lines, self.topics, topics, strict=True):
            if ours != golds:
                self.file.report(
                    f"the ids are 1 to {len(self.ids):,} instead of the gold's, and the topic "
                    f"here is {ours}, where the gold has {golds}",
                    "Give the gold's ids, or the items in the gold's order",
                    self.file.at(line),
                )

    def _report_unmatched(
        self, ours: dict[tuple[str, str], int], wanted: Sequence[tuple[str, str]]
    ) -> None:
        known, topic_of = set(wanted), dict(wanted)
        places = {key: self.file.at(self.lines[row]) for key, row in ours.items()}
        moved = [key for key in ours if key not in known and key[0] in topic_of]
        self.file.faults.add_each(
            moved,
            lambda key: self.file.fault(
                f"the item {key[0]} has the topic {key[1]}, but the gold has {topic_of[key[0]]}",
                "Correct the topic",
                places[key],
            ),
        )
        # They are there, though elsewhere.
        there = {name for name, _ in moved} | {*self.spoiled}
        names = {key[0]: places[key] for key in ours if key[0] not in there}
        words = "the item {} is not in the gold file"
        golds = [name for name, topic in wanted]
        lacks = [name for name, topic in wanted if (name, topic) not in ours]
        report_strangers(
            self.file, names | dict.fromkeys(there, ""), golds, lacks, thing="item", words=words
        )

    def _codes(self, classes: Sequence[str]) -> npt.NDArray[np.int64]:
        """The position of each item's label among the classes; an unknown one is reported."""
        codes = {label: code for code, label in enumerate(classes)}
        self.file.faults.add_each(
            [item for item, label in enumerate(self.labels) if label not in codes],
            lambda item: self.file.fault(
                f"the label {self.labels[item]!r} is unknown",
                f"Use {', '.join(classes)}",
                self.file.at(self.lines[item]),
            ),
        )
        return np.array([codes.get(label, 0) for label in self.labels], dtype=np.int64)


def gold_of_items(found: Items, kind: str) -> ReadGold:
    """Items as gold, called as their file is.

    Raises
    ------
    DataError
        If there is only one class, or there are too many.
    """
    name = found.file.stem
    return ReadGold({name: found.collection(name, kind)}, notes=found.notes)


def estimate_of_items(found: Items, gold: ReadGold) -> ReadRun:
    """Items as a run: of classes if the gold has items too, else of distributions.

    Raises
    ------
    DataError
        If items or topics do not match the gold's.
    """
    scale, collection = only_collection(found.file, gold)
    if collection.labels is None:
        return estimate_of(found.rows(), gold)
    codes, notes = found.matched(collection, collection.labels)
    return ReadRun(labels={scale: codes}, notes=found.notes + notes)


def ordered_classes(labels: Sequence[str], said: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """The classes of labels, lowest first, and where their order is from.

    As `oq_core.reading.kinds.labels` says; those that a person has said, if these are all.
    """
    found = tuple(dict.fromkeys(labels))
    if set(found) <= set(said):
        return tuple(said), origin(said)
    try:
        numbers = sorted({int(label) for label in found})
    except ValueError:
        return known_order(found)
    if {str(number) for number in numbers} != set(found):
        return known_order(found)
    if numbers[0] < 0 and set(found) <= set(RATINGS):
        return RATINGS, NUMBERS
    if numbers[-1] - numbers[0] < limits.MAX_CLASSES:
        numbers = list(range(numbers[0], numbers[-1] + 1))
    return tuple(str(number) for number in numbers), NUMBERS
