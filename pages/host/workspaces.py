"""What was read stays in memory, within limits (privacy.md): what every browser has open.

A browser is known by a token that this process has signed, and that begins with the name of the
process. Other tokens open nothing. What a browser has open stays for `KEPT` seconds after it was
last used, also while no page is open.
"""

import hmac
import io
import math
import re
import secrets
import sys
import weakref
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from threading import RLock
from time import monotonic
from typing import Any, Generic, TypeVar

import numpy as np

from oq_core import DataError
from pages.host.limits import IN_BROWSER, LIMITS, PROCESS, Limits

Data = TypeVar("Data")
Value = TypeVar("Value")
MEGABYTE = 2**20
HOURS = 12
#: Seconds that data are kept after they were last used; a browser keeps its own until it is asked.
KEPT = math.inf if IN_BROWSER else HOURS * 3600.0
#: Browsers that are known at the same time.
_MOST = 10_000
_RANDOM_BYTES = 24
#: A token: the process that has given it out, what nobody can guess, and the signature of both.
_TOKEN = re.compile(r"([A-Z]{0,2})\.[\w-]{32}\.[0-9a-f]{64}", re.ASCII)


@dataclass(eq=False)
class Result:
    """What was computed.

    Attributes
    ----------
    key : hashable
        Names it, its data and its options.
    value : object
    used : float
        When it was last shown, by the store's clock; 0 before that.
    size : int
        Its bytes.
    """

    key: Hashable
    value: Any
    used: float = 0.0
    size: int = field(init=False)

    def __post_init__(self) -> None:
        self.size = size_of(self.value)


class Results(dict[Hashable, Result]):
    """What one tab has computed from its workspace; it goes when data there are closed.

    Attributes
    ----------
    beside : iterable of Results
        What all tabs of its browser have computed. A page that was loaded again is a new tab, and
        the one before stays for a minute.
    """

    __hash__ = object.__hash__  # type: ignore[assignment]
    beside: Iterable["Results"] = ()

    def found(self, key: Hashable) -> Result | None:
        """A result of this tab, or of another one of its browser."""
        every = (tab.get(key) for tab in (self, *self.beside))
        return next((each for each in every if each is not None), None)


class Workspace(dict[str, Data], Generic[Data]):
    """What one browser has open, by title.

    Attributes
    ----------
    token : str
        The browser's; empty where it has none, so that all goes with its tab.
    sizes : dict of str to int
        Bytes of each.
    used : dict of str to float
        When each was last shown, by the store's clock.
    seen : float
        When a page of this browser was last drawn.
    closed : list of str
        Titles that were closed for want of memory, until their owner has been told.
    expired : bool
        Whether something was closed because it was not used for so long, until that is told.
    remarks : list of str
        What was met where data are kept, until their owner has been told.
    choices : dict of str to object
        What was chosen and is to be found again.
    tabs : WeakSet of Results
        What the open tabs have computed.
    """

    def __init__(self, store: "Workspaces", token: str = "") -> None:
        super().__init__()
        self._store, self.token = store, token
        self.sizes: dict[str, int] = {}
        self.used: dict[str, float] = {}
        self.seen = store.clock()
        self.closed: list[str] = []
        self.expired = False
        self.remarks: list[str] = []
        self.choices: dict[str, object] = {}
        self.tabs: weakref.WeakSet[Results] = weakref.WeakSet()

    __hash__ = object.__hash__  # type: ignore[assignment]

    def add(self, title: str, data: Data) -> None:
        """Open data, or put them in the place of those of that title.

        Where all browsers then have more open than the server allows, what was used least
        recently is closed, whoever's it is.

        Raises
        ------
        DataError
            If this browser would have more open than one may.
        """
        store, size = self._store, size_of(data)
        with store.lock:
            others = sum(self.sizes.values()) - self.sizes.get(title, 0)
            if others + size > store.limits.visitor_mb * MEGABYTE:
                raise DataError(
                    f"{title}: these data take {-(-size // MEGABYTE):,} MB of memory, and one "
                    f"visitor may have {store.limits.visitor_mb:,} MB open. "
                    + ("Close other data first." if others else "Open a part of them.")
                )
            self[title] = data
            self.sizes[title], self.used[title] = size, store.clock()
            store.close_least_used(self, title)

    def rename(self, title: str, data: Data, new: str) -> None:
        """Put data in the place of those of a title, under a new title."""
        with self._store.lock:
            self.add(title, data)
            _rename(self, title, new)
            _rename(self.sizes, title, new)
            _rename(self.used, title, new)

    def remove(self, title: str) -> None:
        """Close data; what was computed is forgotten too."""
        with self._store.lock:
            self._drop(title)

    def erase(self) -> None:
        """Close all data, and forget what was chosen."""
        with self._store.lock:
            for title in tuple(self):
                self._drop(title)
            self.choices.clear()
            self.closed.clear()

    def join(self, results: Results) -> None:
        """Let a tab's results go with the data."""
        with self._store.lock:
            self.tabs.add(results)
            results.beside = self.tabs

    def use(self, title: str) -> None:
        """Note that data are shown now."""
        with self._store.lock:
            if title in self.used:
                self.used[title] = self._store.clock()

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing that its browser could find again."""
        return not (self or self.choices or self.closed or self.expired)

    def _drop(self, title: str) -> None:
        for mapping in (self, self.sizes, self.used):
            mapping.pop(title, None)
        for results in tuple(self.tabs):
            results.clear()


class Workspaces:
    """The store of all workspaces.

    Parameters
    ----------
    limits : Limits
    clock : callable
        Seconds that only grow.
    process : str
        Its name among several; empty for one that is alone.
    """

    def __init__(
        self,
        limits: Limits = LIMITS,
        clock: Callable[[], float] = monotonic,
        process: str = "",
    ) -> None:
        self.lock = RLock()
        self.limits, self.clock, self.process = limits, clock, process
        self._key = secrets.token_bytes(32)
        self._kept: dict[str, Workspace[Any]] = {}
        # Those that are not kept live as long as their tabs: blank ones, and those without a token.
        self._all: weakref.WeakSet[Workspace[Any]] = weakref.WeakSet()
        self._by_token: weakref.WeakValueDictionary[str, Workspace[Any]] = (
            weakref.WeakValueDictionary()
        )

    def new_token(self) -> str:
        """A token that nobody can guess."""
        name = f"{self.process}.{secrets.token_urlsafe(_RANDOM_BYTES)}"
        return f"{name}.{self._signature(name)}"

    def is_elsewhere(self, token: str) -> bool:
        """Whether a token is of another process, which may have data of its browser."""
        found = _TOKEN.fullmatch(token)
        return found is not None and bool(self.process) and found[1] not in ("", self.process)

    def is_ours(self, token: str) -> bool:
        """Whether this store has given a token out."""
        name, _, signature = token.rpartition(".")
        expected = self._signature(name)
        return hmac.compare_digest(signature.encode(errors="replace"), expected.encode())

    def _signature(self, name: str) -> str:
        return hmac.new(self._key, name.encode(errors="replace"), "sha256").hexdigest()

    def of(self, token: str) -> Workspace[Any]:
        """The workspace of a token; one that lives as long as it is held, for any other text."""
        with self.lock:
            if not self.is_ours(token):
                token = ""
            found = self._by_token.get(token)
            if found is None:
                found = Workspace[Any](self, token)
                self._all.add(found)
                if token:
                    self._by_token[token] = found
            self.visit(found)
            return found

    def visit(self, workspace: Workspace[Any]) -> None:
        """Note that a page of a browser is drawn now."""
        with self.lock:
            workspace.seen = self.clock()
            if workspace.token:
                # The last one seen is the last to go.
                self._kept.pop(workspace.token, None)
                self._kept[workspace.token] = workspace
            while len(self._kept) > _MOST:
                self._forget(next(iter(self._kept)))

    def expire(self) -> None:
        """Close what was not used for `KEPT` seconds; its owner is told at the next visit.

        What is blank is kept by its tabs alone: small objects that outlive their visitors keep
        the memory around them from being given back.
        """
        with self.lock:
            limit = self.clock() - KEPT
            for own in tuple(self._all):
                last = max((own.seen, *own.used.values()))
                if last <= limit:
                    own.expired = own.expired or bool(own)
                    own.erase()
                if own.is_blank:
                    # Its tabs keep it, and their next visit.
                    self._kept.pop(own.token, None)
                elif own.token and last <= limit - KEPT:
                    self._forget(own.token)

    @property
    def bytes(self) -> int:
        """What all browsers have open."""
        with self.lock:
            return sum(sum(own.sizes.values()) for own in self._all)

    @property
    def results(self) -> list[Result]:
        """What all tabs have computed; what several share is there once."""
        with self.lock:
            tabs = [tab for own in self._all for tab in own.tabs]
        found = {id(each): each for tab in tabs for each in tuple(tab.values())}
        return list(found.values())

    def forget_results(self, newest: Result) -> None:
        """Forget results that were used least recently, as many as are beyond the limit.

        Parameters
        ----------
        newest : Result
            This one stays.
        """
        found = self.results
        beyond = sum(each.size for each in found) - self.limits.results_mb * MEGABYTE
        forgotten = set()
        for each in sorted(found, key=lambda each: each.used):
            if beyond <= 0:
                break
            if each is not newest:
                forgotten.add(each)
                beyond -= each.size
        if not forgotten:
            return
        with self.lock:
            for own in self._all:
                for tab in own.tabs:
                    for name, each in tuple(tab.items()):
                        if each in forgotten:
                            tab.pop(name, None)

    def _forget(self, token: str) -> None:
        found = self._kept.pop(token, None)
        if found is not None:
            found.erase()

    def close_least_used(self, newest: Workspace[Any], title: str) -> None:
        """Close what was used least recently, while too much is open, but not what is newest."""
        open_now = self.bytes
        oldest_first = sorted(
            (
                (used, name, own)
                for own in self._all
                for name, used in own.used.items()
                if not (own is newest and name == title)
            ),
            key=lambda each: each[:2],
        )
        for _, name, own in oldest_first:
            if open_now <= self.limits.memory_mb * MEGABYTE:
                return
            open_now -= own.sizes[name]
            own.remove(name)
            own.closed.append(name)


def _rename(mapping: dict[str, Value], old: str, new: str) -> None:
    """Give a key another name, in its place."""
    renamed = {new if name == old else name: value for name, value in mapping.items()}
    mapping.clear()
    mapping.update(renamed)


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
            # Its buffer would be a copy.
            size += len(each.getvalue())
        elif isinstance(each, str | bytes):
            size += sys.getsizeof(each)
        elif isinstance(each, Mapping):
            waiting += [*each.keys(), *each.values()]
        elif isinstance(each, list | tuple):
            # There may be a million names: they are not taken one by one.
            if set(map(type, each)) == {str}:
                size += sum(map(sys.getsizeof, each))
            else:
                waiting += each
        elif is_dataclass(each):
            waiting += [getattr(each, part.name) for part in fields(each)]
    return size


#: The server's.
WORKSPACES = Workspaces(process=PROCESS)
