"""A table as a file that spreadsheets open."""

import pandas as pd

from oq_core.reading.formulas import guarded


def to_csv(frame: pd.DataFrame) -> str:
    r"""Return a frame as CSV, safe to open in a spreadsheet.

    Parameters
    ----------
    frame : DataFrame
        Its index is left out.

    Returns
    -------
    str
        An apostrophe stands before every text that a spreadsheet would take for a formula, and
        before one that begins with an apostrophe.

    Examples
    --------
    >>> import pandas as pd
    >>> from oq_core.campaign.saving.table_file import to_csv
    >>> to_csv(pd.DataFrame({"run": ["=1+1", "-1"], "mean": [-0.5, 0.1]}))
    "run,mean\n'=1+1,-0.5\n-1,0.1\n"
    """
    safe = frame.copy()
    safe.columns = pd.Index([_safe(name) for name in frame.columns])
    for place, name in enumerate(safe.columns):
        if not pd.api.types.is_numeric_dtype(frame.iloc[:, place]):
            safe.isetitem(place, [_safe(cell) for cell in frame.iloc[:, place]])
        if not name:
            raise ValueError(f"column {place + 1} of a table has no name")
    return safe.to_csv(index=False, lineterminator="\n")


def _safe(cell: object) -> object:
    return guarded(cell) if isinstance(cell, str) else cell
