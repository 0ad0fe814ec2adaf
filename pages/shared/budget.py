"""How much visitors may have open: each of them, and all of them together."""

import io
import sys
import weakref
from collections.abc import Hashable, Mapping
from dataclasses import fields, is_dataclass
from threading import Lock
from time import monotonic
from typing import Any, Generic, TypeVar

import numpy as np
import streamlit as st

from oq_core import DataError
from pages.shared.limits import LIMITS

Data = TypeVar("Data")
MEGABYTE = 2**20

#: Everyone's, as long as their sessions live.
_everyone: "dict[int, weakref.ref[Own[Any]]]" = {}
_lock = Lock()


class Own(dict[str, Data], Generic[Data]):
    """What one visitor has open, by title.

    Attributes
    ----------
    sizes : dict of str to int
        Bytes of each.
    used : dict of str to float
        When each was last shown, by the server's clock.
    closed : list of str
        Titles that were closed for want of memory, until their owner has been told.
    results : dict
        What was computed from them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.sizes: dict[str, int] = {}
        self.used: dict[str, float] = {}
        self.closed: list[str] = []
        self.results: dict[Hashable, Any] = {}
        place = id(self)
        _everyone[place] = weakref.ref(self, lambda _: _everyone.pop(place, None))

    def add(self, title: str, data: Data) -> None:
        """Open data, or put them in the place of those of that title.

        Where all visitors then have more open than the server allows, what was used least
        recently is closed, whoever's it is.

        Raises
        ------
        DataError
            If this visitor would have more open than one may.
        """
        size = size_of(data)
        with _lock:
            others = sum(self.sizes.values()) - self.sizes.get(title, 0)
            if others + size > LIMITS.visitor_mb * MEGABYTE:
                raise DataError(
                    f"{title}: these data take {_mb(size)} MB of memory, and one visitor may have "
                    f"{LIMITS.visitor_mb:,} MB open. "
                    + ("Close other data first." if others else "Open a part of them.")
                )
            self[title] = data
            self.sizes[title], self.used[title] = size, monotonic()
            _close_least_used(self, title)

    def remove(self, title: str) -> None:
        """Close data; what was computed is forgotten too."""
        with _lock:
            self.pop(title, None)
            self.sizes.pop(title, None)
            self.used.pop(title, None)
            self.results.clear()

    def use(self, title: str) -> None:
        """Note that data are shown now."""
        if title in self.used:
            self.used[title] = monotonic()


def _close_least_used(newest: Own[Data], title: str) -> None:
    all_own = [own for found in tuple(_everyone.values()) if (own := found()) is not None]
    open_now = sum(sum(own.sizes.values()) for own in all_own)
    oldest_first = sorted(
        (own.used[name], place, name)
        for place, own in enumerate(all_own)
        for name in tuple(own.used)
        if not (own is newest and name == title)
    )
    for _, place, name in oldest_first:
        if open_now <= LIMITS.memory_mb * MEGABYTE:
            return
        own = all_own[place]
        open_now -= own.sizes.pop(name)
        own.used.pop(name)
        own.pop(name, None)
        own.results.clear()
        own.closed.append(name)


def own_data() -> Own[Any]:
    """What this visitor has open, by title."""
    own = st.session_state.get("opened")
    if own is None:
        own = st.session_state.opened = Own[Any]()
    return own


def size_of(data: object) -> int:
    """Bytes that data take: their arrays, and about as much as Python needs for their names.

    Examples
    --------
    >>> size_of({"gold": np.zeros((100, 5))}) // 1000
    4
    """
    seen: set[int] = set()
    waiting, size = [data], 0
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, np.ndarray):
            size += each.nbytes
        elif isinstance(each, io.BytesIO):
            size += each.getbuffer().nbytes
        elif isinstance(each, str):
            size += sys.getsizeof(each)
        elif isinstance(each, Mapping):
            waiting += [*each.keys(), *each.values()]
        elif isinstance(each, list | tuple):
            waiting += each
        elif is_dataclass(each):
            waiting += [getattr(each, field.name) for field in fields(each)]
    return size


def _mb(size: int) -> str:
    return f"{-(-size // MEGABYTE):,}"
