"""What was remarked on many files, in few lines."""

from collections.abc import Iterable
from dataclasses import dataclass

from oq_core.reading.rows import some_of

#: The most notes that are shown at once.
MOST = 50


@dataclass(frozen=True)
class Note:
    """A remark on how files were read.

    Attributes
    ----------
    text : str
        One sentence or more.
    files : tuple of str
        The files that it is about, where one text is about many; the text then begins with their
        count.
    """

    text: str
    files: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} ({some_of(self.files)})" if self.files else self.text


def grouped(notes: Iterable[str]) -> tuple[Note, ...]:
    """Return notes with those of one text for many files as one, in the order of the first.

    Parameters
    ----------
    notes : iterable of str
        Each as "file: what was remarked"; others stay as they are.

    Examples
    --------
    >>> from oq_core.reading.remarks import grouped
    >>> notes = ["a.csv: rows sum to 100.", "Files were passed over.", "b.csv: rows sum to 100."]
    >>> [str(note) for note in grouped(notes)]
    ['2 files: rows sum to 100. (a.csv, b.csv)', 'Files were passed over.']
    """
    files: dict[str, list[str]] = {}
    for note in dict.fromkeys(notes):
        file, sign, text = note.partition(": ")
        of_text = files.setdefault(text if sign else note, [])
        if sign:
            of_text.append(file)
    found = [
        Note(f"{len(names):,} files: {text}", tuple(names))
        if len(names) > 1
        else Note(": ".join([*names, text]))
        for text, names in files.items()
    ]
    if len(found) <= MOST:
        return tuple(found)
    more = len(found) - MOST + 1
    return (*found[: MOST - 1], Note(f"And {more:,} more notes."))
