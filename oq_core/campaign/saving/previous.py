"""The last report in a folder: its options, its files as they are now, and its numbers."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pandas as pd

from oq_core.campaign.computing.analysis import Options
from oq_core.campaign.computing.changes import Numbers, numbers_in
from oq_core.campaign.computing.sources import Campaign, FileFacts
from oq_core.campaign.saving.names import safe_name
from oq_core.campaign.saving.provenance import (
    OPTIONS_FILE,
    not_there,
    places_of,
    read_options,
    saved_options,
)
from oq_core.data.collection import DataError
from oq_core.reading.formulas import unguarded


def read_updated(folder: Path, files: Sequence[str]) -> tuple[Campaign, Options]:
    """Return the campaign of a report with its files as they are now, and its options.

    Parameters
    ----------
    folder : Path
        Of the report.
    files : sequence of str
        New ones. One that is called as a file of the report takes its place; others are runs.

    Raises
    ------
    DataError
        As `read_options`; and if a new file could be of several collections.
    """
    new, used = {Path(each).name: each for each in files}, set[str]()

    def place(file: FileFacts, options: Path) -> str:
        name = Path(file.name).name
        if name in new:
            if name in used:
                raise DataError(
                    f"{new[name]}: several files of the report are called {name}. Put each in its "
                    "place, and update the report without naming it."
                )
            used.add(name)
            return new[name]
        found = next(places_of(file, options), None)
        if found is None:
            raise not_there(file, options)
        return str(found)

    def added(parts: int) -> Iterable[str]:
        more = [each for name, each in new.items() if name not in used]
        if more and parts > 1:
            raise DataError(
                f"{more[0]}: the report has {parts} collections, and none has a file of this "
                "name. Put it into the folder of its runs, and update the report without naming it."
            )
        return more

    return read_options(folder / OPTIONS_FILE, place, added)


def read_numbers(folder: Path, alpha: float) -> Numbers:
    """Return means, ranks and findings of the report in a folder, from its tables.

    Parameters
    ----------
    folder : Path
    alpha : float
        Significance level.

    Raises
    ------
    DataError
        If a table is not there, or is of another version.
    """
    content = saved_options(folder / OPTIONS_FILE)
    names = [each.text("name") for each in content.parts("data sets")]
    frames = {}
    try:
        for number, name in enumerate(names, start=1):
            start = f"{number}-{safe_name(name)}"
            frames[name] = (
                _table(folder / "csv" / f"{start}-leaderboard.csv"),
                _table(folder / "csv" / f"{start}-p-values.csv"),
            )
        return numbers_in(frames, alpha)
    except (OSError, KeyError, ValueError, TypeError) as error:
        if isinstance(error, DataError):
            raise
        why = f"the column {error} is missing" if isinstance(error, KeyError) else str(error)
        if isinstance(error, OSError):
            why = f"{Path(error.filename).name} cannot be opened"
        raise DataError(
            f"{folder}: its tables are not those of a report of this version: {why}. Make a new "
            "report in another folder."
        ) from None


def _table(path: Path) -> pd.DataFrame:
    """A table of a report: texts as they are, also names of runs such as 01, and exact numbers."""
    found = pd.read_csv(path, dtype=str, keep_default_na=False).map(unguarded)
    found = found.rename(columns=unguarded)
    numbers = [name for name in found if name in ("rank", "mean") or name.endswith(" p")]
    return found.assign(**{name: found[name].replace("", "nan").astype(float) for name in numbers})
