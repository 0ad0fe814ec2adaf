"""A file that a visitor sent, as a worker process gets it."""

import io
from typing import Protocol


class Sent(Protocol):
    """A file with a name, such as Streamlit's."""

    name: str

    def getvalue(self) -> bytes:
        """All its bytes."""
        ...


class SentFile(io.BytesIO):
    """Bytes with the name that the visitor's file has."""

    def __init__(self, content: bytes, name: str) -> None:
        super().__init__(content)
        self.name = name

    @classmethod
    def of(cls, file: Sent) -> "SentFile":
        """The bytes alone, without what only the server can have."""
        return cls(file.getvalue(), file.name)

    def __reduce__(self) -> tuple[type["SentFile"], tuple[bytes, str]]:
        return SentFile, (self.getvalue(), self.name)
