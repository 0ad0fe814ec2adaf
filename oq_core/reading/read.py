"""Gold and run files of any format, matched by id, as collections."""

from collections.abc import Iterable, Mapping

from oq_core.collection import Collection
from oq_core.reading import ntcir
from oq_core.reading.files import File, Source, open_file
from oq_core.reading.rows import Rows
from oq_core.reading.tables import read_table


def read_collections(gold: Source, runs: Iterable[Source] = ()) -> dict[str, Collection]:
    """Read a gold file and its runs.

    Formats are told apart by content: NTCIR dialogue quality JSON, and wide or long tables.
    Instances are matched by id. A run is named by its file's stem.

    Parameters
    ----------
    gold : path or uploaded file
    runs : iterable of paths or uploaded files

    Returns
    -------
    dict of str to Collection
        By scale: "A", "S", "E" for NTCIR dialogue quality; otherwise one collection under the
        gold file's stem.

    Raises
    ------
    DataError
        For the first file that cannot be used; it names the file, the place and the remedy.

    Examples
    --------
    >>> from oq_core import read_collections
    >>> read_collections("gold.json", ["run1.json", "run2.json"])  # doctest: +SKIP
    {'A': Collection(name='gold A', ...), ...}
    """
    collections = read_gold(gold)
    for run in runs:
        collections = read_run(run, collections)
    return collections


def read_gold(source: Source) -> dict[str, Collection]:
    """Read a gold file: collections without runs, by scale as in `read_collections`.

    Raises
    ------
    DataError
        If the file cannot be used.
    """
    file = open_file(source)
    if file.is_json:
        scales = ntcir.read_gold(file)
        return {scale: _gold(rows, f"{file.stem} {scale}") for scale, rows in scales.items()}
    return {file.stem: _gold(read_table(file), file.stem)}


def read_run(source: Source, collections: Mapping[str, Collection]) -> dict[str, Collection]:
    """Read one run and add it to every collection whose scale it has.

    Parameters
    ----------
    source : path or uploaded file
    collections : mapping of str to Collection
        As `read_gold` returns them; they are not changed.

    Returns
    -------
    dict of str to Collection

    Raises
    ------
    DataError
        If the file cannot be used or a run of its name is there already.
    """
    file = open_file(source)
    scales = _run_scales(file, collections)
    found = dict(collections)
    for scale, rows in scales.items():
        collection = collections[scale]
        if file.stem in collection.runs:
            raise file.error(
                "", f"there is a run called {file.stem} already", "Rename one of the two files"
            )
        ordered = rows.in_order(collection.ids, collection.classes, "the gold file")
        found[scale] = collection.with_runs({file.stem: ordered.distributions()[0]})
    return found


def _gold(rows: Rows, name: str) -> Collection:
    gold, votes = rows.distributions()
    return Collection(name, rows.classes, rows.ids, gold, votes=votes)


def _run_scales(file: File, collections: Mapping[str, Collection]) -> dict[str, Rows]:
    """The file's rows for those scales that the gold has too."""
    if file.is_json:
        scales = ntcir.read_run(file)
        shared = {scale: rows for scale, rows in scales.items() if scale in collections}
        if not shared:
            raise file.error(
                "",
                f"it has the scales {', '.join(scales) or '(none)'}, "
                f"the gold has {', '.join(collections)}",
                "Check that the file belongs to this gold file",
            )
        return shared
    if len(collections) > 1:
        raise file.error(
            "",
            f"a table has one scale, but the gold has {', '.join(collections)}",
            "Give the run as NTCIR JSON, or the gold as a table of one scale",
        )
    return {scale: read_table(file) for scale in collections}
