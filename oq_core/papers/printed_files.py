"""Reading the printed tables, which lie in the folder `printed`."""

from pathlib import Path

import pandas as pd

FOLDER = Path(__file__).with_name("printed")


def printed(name: str) -> pd.DataFrame:
    """Printed tables as strings, so that every number still shows how it was rounded.

    Parameters
    ----------
    name : str
        Of a file in `printed`, without extension.

    Returns
    -------
    DataFrame
        A row for each printed value or group of values; nothing is missing.

    Raises
    ------
    FileNotFoundError
        If there is no such file.

    Examples
    --------
    >>> from oq_core.papers import printed
    >>> row = printed("lq21_table_3").iloc[0]
    >>> row.significant, row.pairs, row.percent
    ('38', '66', '57.6')
    """
    # Not kept for the next time: pandas notes in a table's index each copy that it has ever had.
    return pd.read_csv(FOLDER / f"{name}.csv", dtype=str, keep_default_na=False)
