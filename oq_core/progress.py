"""How long work reports what is done, and how long it goes on."""

from collections.abc import Callable
from time import monotonic

#: Called with the share of the work that is done, in [0, 1], and what is being done, in words.
#: What it raises stops the work.
Progress = Callable[[float, str], None]


def silent(_share: float, _words: str) -> None:
    """Tell nobody."""


#: Before so many seconds, and so small a share, nobody knows how long work goes on.
_SURE_AFTER, _SURE_SHARE = 4.0, 0.02


class TimeLeft:
    """How long work goes on at the pace that it had so far."""

    def __init__(self) -> None:
        self._began = monotonic()

    def beside(self, words: str, share: float) -> str:
        """Return what is being done with the time that is left, where that can be told.

        Parameters
        ----------
        words : str
        share : float
            Of the work that is done; 0 while it waits, which does not count.

        Examples
        --------
        >>> from oq_core.progress import TimeLeft
        >>> TimeLeft().beside("means and intervals", 0.001)
        'means and intervals'
        """
        if share <= 0:
            self._began = monotonic()
        taken = monotonic() - self._began
        if taken < _SURE_AFTER or share < _SURE_SHARE:
            return words
        return f"{words}, about {in_words(taken * (1 - share) / share)} left"


def in_words(seconds: float) -> str:
    """Return a duration as it is told, no shorter than ten seconds.

    Examples
    --------
    >>> from oq_core.progress import in_words
    >>> in_words(34), in_words(240)
    ('30 seconds', '4 minutes')
    """
    if seconds < 90:
        return f"{max(round(seconds, -1), 10):.0f} seconds"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3600:,.0f} hours"
