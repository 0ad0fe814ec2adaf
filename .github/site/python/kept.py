"""What is open stays in the browser's own storage: each data set as a workspace saved as one file.

All tabs of a browser have one storage. A tab writes what a run of its script has changed, and reads
what others have written when it hears of that.
"""

import io
import json
import time
from collections.abc import Iterable
from typing import Any, Protocol

#: Under this name, which no data have, stands what was chosen.
CHOICES = ""


class Storage(Protocol):
    """The browser's storage, as `storage.js` has it."""

    def put(self, title: str, stamp: float, content: bytes) -> None:
        """Keep a file, in the place of that of this title."""

    def drop(self, title: str) -> None:
        """Forget a file."""

    def clear(self) -> None:
        """Forget all files."""


class Kept:
    """The workspace of this browser, and what of it is in the storage.

    Parameters
    ----------
    storage : Storage
    found : iterable of (str, float, bytes)
        What the storage has: titles, stamps and files.
    """

    def __init__(self, storage: Storage, found: Iterable[tuple[str, float, bytes]]) -> None:
        from pages.host.workspaces import WORKSPACES  # noqa: PLC0415

        self.storage = storage
        self.token = WORKSPACES.new_token()
        self.own = WORKSPACES.of(self.token)
        #: What of each title was written or read, and when it was written.
        self._there: dict[str, tuple[object, float]] = {}
        erase = self.own.erase

        def erase_all() -> None:
            # Also what this version could not read.
            erase()
            self._there.clear()
            storage.clear()

        self.own.erase = erase_all  # type: ignore[method-assign]
        self.read(found)

    def read(self, found: Iterable[tuple[str, float, bytes]]) -> None:
        """Open what the storage has and this tab has not, and close what it has no more."""
        stamps = dict[str, float]()
        for title, stamp, content in sorted(found, key=lambda each: each[1]):
            stamps[title] = stamp
            if self._there.get(title, (None, None))[1] != stamp:
                self._there[title] = self._opened(title, content), stamp
        for title in self._there.keys() - stamps.keys():
            del self._there[title]
            self.own.close(title)

    def _opened(self, title: str, content: bytes) -> object:
        """What a file holds, once it is open; nothing where it cannot be read."""
        if title == CHOICES:
            self.own.choices.update(json.loads(content))
            return content
        from oq_core import DataError  # noqa: PLC0415
        from oq_core.campaign.saving.workspace import unpack_workspace  # noqa: PLC0415
        from pages.analysing.data import fresh  # noqa: PLC0415
        from pages.campaign.data_parts.saving import opened_of  # noqa: PLC0415

        file = io.BytesIO(content)
        file.name = f"{title}.zip"
        try:
            [saved] = unpack_workspace(file)
            self.own.put(fresh(opened_of(saved, saved.read(), title)))
        except DataError as error:
            self.own.remarks.append(
                f"{title}: this browser keeps these data, and they could not be opened again. "
                f"{error} Load the page again, or open their files anew."
            )
            return None
        return self.own[title]

    def write(self) -> None:
        """Bring into the storage what a run has changed."""
        from oq_core import DataError  # noqa: PLC0415

        now = time.time()
        for title, data in tuple(self.own.items()):
            if self._there.get(title, (None,))[0] is not data:
                self._there[title] = data, now
                try:
                    self.storage.put(title, now, _packed(data))
                except DataError as error:
                    self.storage.drop(title)
                    self.not_kept(title, str(error))
        # What was not read is none of this tab's.
        gone = {title for title, (data, _) in self._there.items() if title and data is not None}
        for title in gone - self.own.keys():
            del self._there[title]
            self.storage.drop(title)
        chosen = {name: each for name, each in self.own.choices.items() if _is_plain(each)}
        content = json.dumps(chosen).encode()
        if self._there.get(CHOICES, (b"{}",))[0] != content:
            self._there[CHOICES] = content, now
            self.storage.put(CHOICES, now, content)

    def not_kept(self, title: str, why: str) -> None:
        """Note that the storage does not have what is open."""
        self.own.remarks.append(
            f"{title}: this browser cannot keep these data. {why} They go when the tab is closed "
            "or reloaded; save them as one file."
        )


def _packed(data: Any) -> bytes:
    from oq_core.campaign.saving.workspace import pack_workspace  # noqa: PLC0415
    from pages.campaign.data_parts.saving import saved_of  # noqa: PLC0415

    return pack_workspace([saved_of(data)])


def _is_plain(value: object) -> bool:
    """Whether a choice is a name or names; a challenge's way stands in its address."""
    names = value if isinstance(value, list) else [value]
    return all(isinstance(each, str) for each in names)
