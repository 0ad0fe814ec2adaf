"""Worker processes get pickles from the server alone (privacy.md), and arrays beside them.

While a message is made or read in one piece, the server answers nobody. So a pickle is made of
many pieces, and an array is written from where it lies and read to where it stays.
"""

import pickle
from io import BufferedReader, BytesIO
from typing import Any, Protocol, TypeAlias

import numpy as np

#: Pieces to be written one after the other.
Message: TypeAlias = list[bytes | memoryview]


class _Pieces(list[bytes]):
    """A file in memory, to which a pickle is written piece by piece."""

    def write(self, piece: bytes) -> None:
        self.append(bytes(piece))


def packed(message: object) -> Message:
    """A message as pieces, to be written one after the other.

    Parameters
    ----------
    message : object
        What pickle takes. Its arrays must not change until they are written.
    """
    pickled, arrays = _Pieces(), list[pickle.PickleBuffer]()
    pickle.Pickler(pickled, pickle.HIGHEST_PROTOCOL, buffer_callback=arrays.append).dump(message)
    raw = [each.raw() for each in arrays]
    return [pickle.dumps([each.nbytes for each in raw]), *raw, *pickled]


def received(file: BufferedReader) -> Any:
    """The next message of a file.

    Parameters
    ----------
    file : BufferedReader
        Of a process of our own alone: a pickle can do anything.

    Raises
    ------
    EOFError
        If the file ends before the message.
    """
    # Empty, since the zeros of a bytearray would be written in one piece.
    arrays = [np.empty(size, np.uint8) for size in pickle.load(file)]  # noqa: S301
    for each in arrays:
        if file.readinto(each.data) < len(each):
            raise EOFError
    return pickle.load(file, buffers=arrays)  # noqa: S301


class Sent(Protocol):
    """A file with a name, such as Streamlit's."""

    name: str

    def getvalue(self) -> bytes:
        """All its bytes."""
        ...


class SentFile(BytesIO):
    """A file that a visitor sent, as a worker process gets it: bytes with its name."""

    def __init__(self, content: bytes, name: str) -> None:
        super().__init__(content)
        self.name = name

    @classmethod
    def of(cls, file: Sent) -> "SentFile":
        """The bytes alone, without what only the server can have."""
        return cls(file.getvalue(), file.name)

    def __reduce__(self) -> tuple[type["SentFile"], tuple[bytes, str]]:
        return SentFile, (self.getvalue(), self.name)
