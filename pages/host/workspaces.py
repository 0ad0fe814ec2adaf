"""What was read stays for one browser alone (privacy.md), which is known by a random cookie.

What it has open stays for `HOURS` after its last visit, also while no page is open.
"""

import math
import secrets
from collections.abc import Callable
from threading import RLock
from time import monotonic
from typing import Any

from pages.host.limits import IN_BROWSER
from pages.host.results import RESULTS

HOURS = 12
#: Seconds that data are kept; a browser keeps its own until it is asked.
KEPT = math.inf if IN_BROWSER else HOURS * 3600.0


class Workspace(dict[str, Any]):
    """What one browser has open, by title.

    Attributes
    ----------
    token : str
        The browser's; empty where it has none, so that all goes with its tab.
    seen : float
        When a page of this browser was last drawn.
    remarks : list of str
        What was met where data are kept, until their owner has been told.
    choices : dict of str to object
        What was chosen and is to be found again.
    """

    def __init__(self, token: str = "", seen: float = 0.0) -> None:
        super().__init__()
        self.token, self.seen = token, seen
        self.remarks: list[str] = []
        self.choices: dict[str, object] = {}

    def put(self, data: Any, instead: str = "") -> None:
        """Open data, in the place of those of a title or of their own; results of these go."""
        title = instead or data.title
        if title in self:
            RESULTS.forget(self[title].token)
        renamed = {data.title if name == title else name: each for name, each in self.items()}
        self.clear()
        self.update(renamed | {data.title: data})

    def close(self, title: str) -> None:
        """Close data; what was made of them is forgotten too."""
        if title in self:
            RESULTS.forget(self.pop(title).token)

    def erase(self) -> None:
        """Close all data, and forget what was chosen."""
        for title in tuple(self):
            self.close(title)
        self.choices.clear()


class Workspaces:
    """The workspaces of all browsers.

    Parameters
    ----------
    clock : callable
        Seconds that only grow.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._lock = clock, RLock()
        self._kept: dict[str, Workspace] = {}

    def __contains__(self, token: str) -> bool:
        """Whether a token was given out here."""
        return token in self._kept

    def new_token(self) -> str:
        """A token that nobody can guess."""
        token = secrets.token_urlsafe(24)
        self._kept[token] = Workspace(token, self._clock())
        return token

    def of(self, token: str) -> Workspace:
        """The workspace of a token; for any other text one that lives as long as it is held."""
        with self._lock:
            self._expire()
            own = self._kept[token] if token in self._kept else Workspace()
            self.visit(own)
            return own

    def visit(self, own: Workspace) -> None:
        """Note that a page of a browser is drawn now."""
        own.seen = self._clock()
        if own.token:
            self._kept[own.token] = own

    def _expire(self) -> None:
        """Close what was not used for so long."""
        for token, own in tuple(self._kept.items()):
            if self._clock() - own.seen > KEPT:
                del self._kept[token]
                own.erase()


#: The server's.
WORKSPACES = Workspaces()
