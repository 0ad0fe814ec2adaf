"""How much is read: limits of one file, and what one call of a reader may still use.

A small file can ask for much memory. An archive packs millions of zeros into nothing, and a
table of three cells can stand for millions of items. So everything is counted against a
`Budget` before it is made.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from oq_core.data.collection import DataError

#: The largest file that is read, in bytes; in an archive, what it unpacks to.
MAX_BYTES = 32 * 2**20

#: The most bytes that all files of one call may unpack to.
MAX_UNPACKED = 128 * 2**20

#: The most cells and lines of a table. A cell becomes a number of 8 bytes.
MAX_VALUES = 5_000_000

#: The most values and objects of a JSON file. Parsed, one may take some 250 bytes.
MAX_JSON_VALUES = 1_000_000

#: The most values of all files of one call: these bound the time that reading takes.
MAX_TOTAL_VALUES = 8_000_000

#: The most numbers that the arrays of one call hold.
MAX_CELLS = 10_000_000

#: The most instances, or single items, of a file.
MAX_INSTANCES = 200_000

#: The most classes that are read.
MAX_CLASSES = 30

#: The most scales of a gold file.
MAX_SCALES = 30

#: The most runs that are open together.
MAX_RUNS = 200

#: The most problems, and the most notes, that one call reports.
MAX_MESSAGES = 50

_SPLIT = "Split it or leave parts out"


class BudgetError(DataError):
    """More is asked for than one call may use; none of the rest is opened."""


def error_of(name: str, problem: str, remedy: str = _SPLIT) -> DataError:
    """An error about a file or source as a whole: what is wrong, and what to do."""
    return DataError(f"{name}: {problem}. {remedy}.")


def check_count(name: str, count: int, limit: int, what: str, remedy: str = _SPLIT) -> None:
    """Check a number of things in a file against a limit.

    Raises
    ------
    DataError
        If there are more.
    """
    if count > limit:
        raise error_of(name, f"there are {count:,} {what}; at most {limit:,} can be read", remedy)


@dataclass
class Budget:
    """What one call of a reader may still use. Each method takes from it.

    Attributes
    ----------
    unpacked : int
        Bytes.
    values : int
        Values in text and JSON.
    cells : int
        Numbers in arrays.
    """

    unpacked: int = field(default_factory=lambda: MAX_UNPACKED)
    values: int = field(default_factory=lambda: MAX_TOTAL_VALUES)
    cells: int = field(default_factory=lambda: MAX_CELLS)

    def renew(self) -> None:
        """Start again, as if nothing had been read."""
        fresh = Budget()
        self.unpacked, self.values, self.cells = fresh.unpacked, fresh.values, fresh.cells

    def unpack(self, name: str, size: int) -> None:
        """Take bytes of the archive or folder of that name.

        Raises
        ------
        BudgetError
            If fewer are left.
        """
        self.unpacked -= size
        if self.unpacked < 0:
            raise BudgetError(
                f"{name}: unpacked it is larger than {MAX_UNPACKED // 2**20} MB. {_SPLIT}."
            )

    def parse(self, name: str, values: int, limit: int) -> None:
        """Take the values of a file, which may have as many as the limit.

        Raises
        ------
        DataError
            If the file has more.
        BudgetError
            If fewer are left.
        """
        if values > limit:
            raise error_of(name, f"the file has more than {limit:,} values")
        self.values -= values
        if self.values < 0:
            raise BudgetError(
                f"{name}: the files up to this one have more than {MAX_TOTAL_VALUES:,} values. "
                "Open the rest after them."
            )

    def keep(self, name: str, *shape: int) -> None:
        """Take the numbers of an array of this shape, before it is made.

        Raises
        ------
        BudgetError
            If fewer are left.
        """
        size = 1
        for length in shape:
            size *= length
        self.cells -= size
        if self.cells < 0:
            raise BudgetError(
                f"{name}: {' × '.join(f'{length:,}' for length in shape)} numbers are too many; "
                f"all files of one step together may have {MAX_CELLS:,}. {_SPLIT}."
            )


def shortened(messages: Sequence[str]) -> tuple[str, ...]:
    """The first messages, and how many more there are if they are too many to read."""
    if len(messages) <= MAX_MESSAGES:
        return tuple(messages)
    kept = messages[: MAX_MESSAGES - 1]
    return (*kept, f"And {len(messages) - len(kept):,} more messages of this kind.")
