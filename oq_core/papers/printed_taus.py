"""What SIGIR18 table 1 prints, to be set beside our own figures."""

from typing import NamedTuple

from oq_core.papers.printed_files import printed


class PrintedTau(NamedTuple):
    """Kendall's tau between two measures' rankings of the same pairs of distributions.

    Attributes
    ----------
    first, second : str
        The measures' keys.
    tau, low, high : float
        Tau with the ends of its 95 % confidence interval, as printed.

    Examples
    --------
    >>> from oq_core.papers import PRINTED_TAUS
    >>> first = PRINTED_TAUS[3][0]
    >>> first.low <= first.tau <= first.high
    True
    """

    first: str
    second: str
    tau: float
    low: float
    high: float


def _printed_taus() -> dict[int, tuple[PrintedTau, ...]]:
    rows = printed("sigir18_tables_1_2_tau")
    rows = rows[rows["table"] == "1"]
    return {
        int(name.removeprefix("L = ")): tuple(
            PrintedTau(row.first, row.second, float(row.tau), float(row.low), float(row.high))
            for row in group.itertuples()
        )
        for name, group in rows.groupby("data_set")
    }


#: The taus between measures that SIGIR18 prints, by number of classes; it leaves out those for 5.
PRINTED_TAUS: dict[int, tuple[PrintedTau, ...]] = _printed_taus()
