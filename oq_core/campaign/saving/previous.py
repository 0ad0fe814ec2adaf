"""The numbers of a report in a folder."""

from pathlib import Path

import pandas as pd

from oq_core.campaign.computing.changes import Numbers, numbers_in
from oq_core.campaign.saving.names import safe_name
from oq_core.campaign.saving.provenance import OPTIONS_FILE, saved_options
from oq_core.campaign.saving.records import tables
from oq_core.data.collection import DataError
from oq_core.reading.formulas import unguarded


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
    file, content = saved_options(folder / OPTIONS_FILE)
    frames = {}
    try:
        names = [str(each["name"]) for each in tables(file, content, "data sets")]
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
