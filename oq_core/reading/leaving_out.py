"""Ratings that are no class, such as "refused" or 99, taken out before a file is read."""

import csv
import io
import json
from collections.abc import Callable, Iterable
from collections.abc import Collection as Several
from typing import Any, TypeVar

from oq_core.reading.archives import list_members
from oq_core.reading.budget import Budget
from oq_core.reading.delimited import table_lines
from oq_core.reading.files import File, Source
from oq_core.reading.formats import format_of
from oq_core.reading.kinds import ratings

Read = TypeVar("Read")


class _Named(io.BytesIO):
    """A file in memory with a name."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text.encode())
        self.name = name


def without_ratings(source: Source, values: Several[str]) -> Source:
    r"""A file of ratings without those of some values; any other file as it is.

    Parameters
    ----------
    source : path or uploaded file
    values : collection of str
        As the file has them.

    Returns
    -------
    path or open file
        Each such rating is blank: its rater has not rated the item.

    Raises
    ------
    DataError
        If the file cannot be opened.

    Examples
    --------
    >>> import io
    >>> from oq_core.reading import read_gold
    >>> from oq_core.reading import without_ratings
    >>> file = io.StringIO("item,rater,rating\ni1,ann,1\ni1,bob,2\ni2,ann,refused\n")
    >>> file.name = "gold.csv"
    >>> read_gold(without_ratings(file, ["refused"]))["gold"].ids
    ('i1',)
    """
    if not values:
        return source
    listing = list_members(source, Budget())
    if listing.kind != "file":
        return source
    file = listing.members[0].open()
    kind = format_of(file)
    if kind is ratings.BY_RATER:
        kept = {rater: _kept(given, values) for rater, given in file.json.items()}
        return _Named(file.name, json.dumps(kept, ensure_ascii=False))
    if file.is_json:
        return _Named(file.name, file.text)
    lines = [cells for _, cells in table_lines(file)]
    columns = ratings.long_columns(lines[0]) if lines else None
    for cells in lines[1:]:
        for place in range(1, len(cells)) if columns is None else columns[2:]:
            if place < len(cells) and cells[place] in values:
                cells[place] = ""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    blanked = _Named(file.name, text.getvalue())
    # A table of votes may have such numbers as well.
    is_rated = format_of(File(file.name, text.getvalue())) in (ratings.LONG, ratings.WIDE)
    return blanked if is_rated else _Named(file.name, file.text)


def reading_without(
    values: Several[str], read: Callable[..., Read], sources: Iterable[Source], *others: Any
) -> Read:
    r"""What `read` makes of files, each of them without ratings of some values.

    Parameters
    ----------
    values : collection of str
    read : callable
        Such as `read_together`; it is given the files and what else there is.
    sources : iterable of path or uploaded file
    *others
        Passed on.

    Examples
    --------
    >>> import io
    >>> from oq_core.reading import read_together, reading_without
    >>> file = io.StringIO("item,rater,rating\ni1,ann,1\ni1,bob,2\ni1,eve,NA\n")
    >>> file.name = "gold.csv"
    >>> found = reading_without(["NA"], read_together, [file])
    >>> found.data_sets[0].collections["gold"].votes.tolist()
    [[1, 1]]
    """
    return read([without_ratings(each, values) for each in sources], *others)


def _kept(given: Any, values: Several[str]) -> Any:
    if not isinstance(given, dict):
        return given
    return {
        item: [each for each in value if str(each) not in values]
        if isinstance(value, list)
        else None
        if str(value) in values
        else value
        for item, value in given.items()
    }
