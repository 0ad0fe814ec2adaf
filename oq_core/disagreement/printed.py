"""What SIGIR18 table 1 prints, to be set beside our own figures."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PrintedTau:
    """Kendall's tau between two measures' rankings of the same pairs of distributions.

    Attributes
    ----------
    first, second : str
        The measures' keys.
    tau, low, high : float
        Tau with the ends of its 95 % confidence interval, as printed.
    """

    first: str
    second: str
    tau: float
    low: float
    high: float


def _rows(*rows: tuple[str, str, float, float, float]) -> tuple[PrintedTau, ...]:
    return tuple(PrintedTau(*row) for row in rows)


#: By the number of classes; the paper leaves out what it found for 5.
PRINTED_TAUS: dict[int, tuple[PrintedTau, ...]] = {
    3: _rows(
        ("NVD", "RNSS", 0.947, 0.942, 0.951),
        ("NVD", "JSD", 0.939, 0.932, 0.947),
        ("NVD", "NMD", 0.773, 0.759, 0.786),
        ("NVD", "RSNOD", 0.864, 0.855, 0.874),
        ("RNSS", "JSD", 0.899, 0.892, 0.907),
        ("RNSS", "NMD", 0.753, 0.740, 0.767),
        ("RNSS", "RSNOD", 0.859, 0.850, 0.869),
        ("JSD", "NMD", 0.734, 0.719, 0.750),
        ("JSD", "RSNOD", 0.873, 0.864, 0.882),
        ("NMD", "RSNOD", 0.819, 0.807, 0.831),
    ),
    7: _rows(
        ("NVD", "RNSS", 0.845, 0.842, 0.849),
        ("NVD", "JSD", 0.888, 0.885, 0.890),
        ("NVD", "NMD", 0.593, 0.585, 0.601),
        ("NVD", "RSNOD", 0.803, 0.798, 0.808),
        ("RNSS", "JSD", 0.808, 0.804, 0.813),
        ("RNSS", "NMD", 0.602, 0.594, 0.610),
        ("RNSS", "RSNOD", 0.815, 0.810, 0.820),
        ("JSD", "NMD", 0.568, 0.559, 0.576),
        ("JSD", "RSNOD", 0.801, 0.797, 0.806),
        ("NMD", "RSNOD", 0.643, 0.635, 0.650),
    ),
}
