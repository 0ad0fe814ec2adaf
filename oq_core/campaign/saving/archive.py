"""Score matrices as files, and many files as one archive."""

import io
import zipfile
from collections.abc import Iterable, Iterator

import pandas as pd

from oq_core.campaign.saving.names import safe_name
from oq_core.campaign.saving.table_file import to_csv
from oq_core.data.scores import Scores

#: ZIP archives hold a date; a fixed one keeps two archives of the same files identical.
_DATE = (1980, 1, 1, 0, 0, 0)


def score_matrices(scores: Scores) -> Iterator[tuple[str, str]]:
    r"""Return each measure's score matrix as a CSV file, in the layout that `read_scores` reads.

    Parameters
    ----------
    scores : Scores

    Returns
    -------
    iterator of tuple of str and str
        Name and content of each file: a row for each instance, its id first, and a column for
        each run. An undefined score is an empty cell.

    Examples
    --------
    >>> import numpy as np
    >>> from oq_core import Scores
    >>> from oq_core.campaign.saving.archive import score_matrices
    >>> made = Scores(np.array([[[0.1, np.nan]]]), ("NMD",), ("d1",), ("a", "b"), (False,))
    >>> list(score_matrices(made))
    [('NMD.csv', 'id,a,b\nd1,0.1,\n')]
    """
    for key, matrix in zip(scores.measures, scores.values, strict=True):
        frame = pd.DataFrame(matrix, columns=list(scores.runs))
        frame.insert(0, "id", list(scores.ids), allow_duplicates=True)
        yield f"{safe_name(key, keep_case=True)}.csv", to_csv(frame)


def packed(files: Iterable[tuple[str, str | bytes]]) -> bytes:
    """Return files as a ZIP archive, the same to the byte for the same files.

    Parameters
    ----------
    files : iterable of tuple of str and (str or bytes)
        Name and content of each.
    """
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name, _DATE), data, compress_type=zipfile.ZIP_DEFLATED)
    return content.getvalue()
