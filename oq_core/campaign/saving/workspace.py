"""What is open, as one file that can be sent: a ZIP of tables with a list of what they are.

The tables are CSV, a row for each instance, item or turn. Numbers are written so that they are
read again to the last bit. Nothing in the file is ever run.
"""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from oq_core.campaign.computing.kinds import Matrices, Nuggets, Quantified, source_of
from oq_core.campaign.computing.protocol import Scale
from oq_core.campaign.computing.sources import Choices, FileFacts
from oq_core.campaign.saving.archive import packed
from oq_core.campaign.saving.names import safe_name
from oq_core.data.collection import Collection, Labels
from oq_core.data.nuggets import CUSTOMER_CLASSES, NuggetCollection
from oq_core.data.scores import Scores
from oq_core.reading import budget as limits
from oq_core.reading.budget import Budget, check_count, error_of
from oq_core.reading.files import decoded
from oq_core.reading.formulas import guarded

#: The list of what is in the file, and the version of its layout.
MANIFEST, LAYOUT = "workspace.json", 2
#: The most numbers that are saved, so that the file can be opened again.
MAX_SAVED = 2_000_000
#: The most data sets of a saved workspace.
MAX_DATA_SETS = 50
KIND = "ordinal quantification workspace"
_LESS = "Remove runs, or send the gold and run files themselves"


@dataclass(frozen=True, eq=False)
class SavedData:
    """Data that were opened together, by scale, and what was chosen of them.

    Attributes
    ----------
    title : str
        What the data are called.
    scales : mapping of str to Collection, NuggetCollection or Scores
    choices : Choices
        What was chosen: scales and their measures, baselines, runs left out, order of the
        classes, what becomes of missing instances.
    removed : tuple of str
        Runs that the files gave and that were taken out.
    gold_files, run_files : tuple of FileFacts
        The files that the data were read from.
    notes : tuple of str
        What was remarked on these files.
    together : mapping of str to Collection, NuggetCollection or Scores
        What there was before raters were said to be judges; empty unless some were.
    whole : mapping of str to mapping of str to Collection
        By scale and run: what a judge says of all its items, where people did not rate some.

    Examples
    --------
    >>> from oq_core.campaign.saving.workspace import SavedData
    >>> SavedData("demo", {}).choices.baselines
    False
    """

    title: str
    scales: Mapping[str, Scale]
    choices: Choices = field(default_factory=Choices)
    removed: tuple[str, ...] = ()
    gold_files: tuple[FileFacts, ...] = ()
    run_files: tuple[FileFacts, ...] = ()
    notes: tuple[str, ...] = ()
    together: Mapping[str, Scale] = field(default_factory=dict)
    whole: Mapping[str, Mapping[str, Collection]] = field(default_factory=dict)

    @property
    def numbers(self) -> int:
        """How many numbers a file of these data holds; at most `MAX_SAVED` can be saved."""
        judges = (each for of_scale in self.whole.values() for each in of_scale.values())
        both = (*self.scales.values(), *self.together.values(), *judges)
        return sum(source_of(each).size for each in both)


def pack_workspace(saved: Sequence[SavedData]) -> bytes:
    """Return what is open as a ZIP file, the same to the byte for the same data.

    Parameters
    ----------
    saved : sequence of SavedData
        One or more.

    Returns
    -------
    bytes
        A ZIP archive of CSV files and one JSON file, `workspace.json`, that says what they are.

    Raises
    ------
    DataError
        If it is more than `unpack_workspace` would read.

    Examples
    --------
    >>> import io
    >>> import numpy as np
    >>> from oq_core import Collection
    >>> from oq_core.campaign.saving.unpacking import unpack_workspace
    >>> from oq_core.campaign.saving.workspace import SavedData, pack_workspace
    >>> gold = np.array([[1 / 3, 2 / 3]])
    >>> demo = Collection("demo", ("low", "high"), ("d1",), gold, {"a": gold})
    >>> file = io.BytesIO(pack_workspace([SavedData("demo", {"A": demo})]))
    >>> file.name = "workspace.zip"
    >>> [data] = unpack_workspace(file)
    >>> data.scales["A"].runs["a"] == gold
    array([[ True,  True]])
    """
    title = " and ".join(each.title for each in saved)
    check_count(title, len(saved), MAX_DATA_SETS, "data sets", _LESS)
    count = sum(each.numbers for each in saved)
    check_count(title, count, MAX_SAVED, "numbers", _LESS)
    writer = _Writer(title)
    content = {
        "kind": KIND,
        "layout": LAYOUT,
        "data": [
            {
                "title": each.title,
                "choices": asdict(each.choices),
                "removed": each.removed,
                "notes": each.notes,
                "gold files": [asdict(file) for file in each.gold_files],
                "run files": [asdict(file) for file in each.run_files],
                "scales": _listed(each.scales, writer, (place, each.title)),
                "together": _listed(each.together, writer, (place, each.title), (0, "together")),
                "whole": [
                    {
                        "scale": scale,
                        "judges": _listed(
                            judges, writer, (place, each.title), (0, "whole"), (number, scale)
                        ),
                    }
                    for number, (scale, judges) in enumerate(each.whole.items(), start=1)
                ],
            }
            for place, each in enumerate(saved, start=1)
        ],
    }
    writer.add(MANIFEST, json.dumps(content, ensure_ascii=False, indent=1) + "\n")
    data = packed(writer.files)
    check_count(title, len(writer.files), limits.MAX_MEMBERS, "files", _LESS)
    if len(data) > limits.MAX_BYTES:
        raise error_of(title, "as one file these data are too large", _LESS)
    return data


class _Writer:
    """Files of the archive; what could not be read again is refused here."""

    def __init__(self, title: str) -> None:
        self.title, self.files = title, list[tuple[str, str | bytes]]()
        self._budget = Budget()

    def folder(self, *path: tuple[int, str]) -> "_Folder":
        """The folder of a path of numbered names."""
        parts = (f"{number}-{safe_name(name, keep_case=True)}" for number, name in path)
        return _Folder(self, "/".join(parts))

    def add(self, name: str, text: str) -> str:
        decoded(f"{self.title}/{name}", text, self._budget)
        self._budget.unpack(self.title, len(text.encode()))
        self.files.append((name, text))
        return name


@dataclass(frozen=True)
class _Folder:
    """Where the tables of one scale are written."""

    writer: _Writer
    name: str

    def within(self, name: str) -> "_Folder":
        """A folder of this name in it."""
        return _Folder(self.writer, f"{self.name}/{name}")

    def add(
        self, name: str, header: Sequence[str], *columns: Sequence[Any] | npt.NDArray[Any]
    ) -> str:
        """Write a table and return its name: columns of names, then an array of numbers."""
        *names, numbers = columns
        content = io.StringIO()
        # Every name is in quotes, whatever signs it has; floats are written to the last bit.
        writer = csv.writer(content, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
        writer.writerow(map(guarded, header))
        values = np.asarray(numbers).tolist()
        writer.writerows(
            (*map(guarded, row[:-1]), *row[-1]) for row in zip(*names, values, strict=True)
        )
        return self.writer.add(f"{self.name}/{name}.csv", content.getvalue())

    def add_runs(
        self, runs: Mapping[str, npt.NDArray[Any]], header: Sequence[str], *names: Sequence[Any]
    ) -> list[dict[str, Any]]:
        return [
            {
                "run": run,
                "file": self.add(
                    f"runs/{number}-{safe_name(run, keep_case=True)}", header, *names, array
                ),
            }
            for number, (run, array) in enumerate(runs.items(), start=1)
        ]


def _listed(
    scales: Mapping[str, Scale], writer: _Writer, *where: tuple[int, str]
) -> list[dict[str, Any]]:
    """The tables of each scale, and what the list says of them."""
    return [
        {"scale": scale, **_written(data, writer.folder(*where, (number, scale)))}
        for number, (scale, data) in enumerate(scales.items(), start=1)
    ]


def _written(data: Scale, folder: _Folder) -> dict[str, Any]:
    """The tables of a scale, and what the list says of them."""
    kind = source_of(data).held
    return {"of": kind, **_WRITERS[kind](data, folder)}


def _scores(data: Scores, folder: _Folder) -> dict[str, Any]:
    measures = zip(data.measures, data.larger_is_better, data.values, strict=True)
    tables = [
        {
            "measure": key,
            "larger is better": larger,
            "file": folder.add(
                f"{number}-{safe_name(key, keep_case=True)}", ("id", *data.runs), data.ids, matrix
            ),
        }
        for number, (key, larger, matrix) in enumerate(measures, start=1)
    ]
    return {"runs": data.runs, "measures": tables}


def _nuggets(data: NuggetCollection, folder: _Folder) -> dict[str, Any]:
    header = ("dialogue", "speaker", *CUSTOMER_CLASSES)
    speakers = ["customer" if each else "helpdesk" for each in data.is_customer]
    names = ([data.ids[row] for row in data.dialogue], speakers)
    return {"notes": data.notes, **_gold_and_runs(data, folder, header, *names)}


def _distributions(data: Collection, folder: _Folder) -> dict[str, Any]:
    return {
        "format": data.format,
        "classes": data.classes,
        "order": data.order,
        "missing as": data.missing_as,
        "missing": [
            {"run": run, "instances": np.flatnonzero(which).tolist()}
            for run, which in data.missing.items()
        ],
        "groups of items": data.groups,
        "items": None if data.labels is None else _written_items(data.labels, folder),
        "ratings": None if data.ratings is None else _written_ratings(data, folder),
        **_gold_and_runs(data, folder, ("id", *data.classes), data.ids),
    }


#: What writes each kind of data.
_WRITERS: Mapping[str, Callable[[Any, _Folder], dict[str, Any]]] = {
    Matrices.held: _scores,
    Nuggets.held: _nuggets,
    Quantified.held: _distributions,
}


def _gold_and_runs(
    data: Collection | NuggetCollection,
    folder: _Folder,
    header: Sequence[str],
    *names: Sequence[str],
) -> dict[str, Any]:
    return {
        "name": data.name,
        "gold": None if data.gold is None else folder.add("gold", header, *names, data.gold),
        "votes": None if data.votes is None else folder.add("votes", header, *names, data.votes),
        "runs": folder.add_runs(data.runs, header, *names),
    }


def _written_ratings(data: Collection, folder: _Folder) -> dict[str, Any]:
    """Ratings as positions of classes from 1 on, 0 where there is none."""
    assert data.ratings is not None  # noqa: S101 - it is asked only then
    columns = data.raters or tuple(map(str, range(1, data.ratings.shape[1] + 1)))
    numbers = data.ratings.astype(np.int64) + 1
    file = folder.add("ratings", ("id", *columns), data.ids, numbers)
    return {"file": file, "columns": columns, "are raters": bool(data.raters)}


def _written_items(labels: Labels, folder: _Folder) -> dict[str, Any]:
    """Items with the positions of their instance, gold class and each run's class."""
    columns = [labels.instances, labels.gold, *labels.runs.values()]
    header = ("item", "instance", "gold", *labels.runs)
    file = folder.add("items", header, labels.ids, np.stack(columns, axis=1))
    return {"file": file, "runs": list(labels.runs)}
