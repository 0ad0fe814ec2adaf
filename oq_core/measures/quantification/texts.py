"""Words that several measures' records share, and how their sentences write numbers."""

from collections.abc import Iterable

from oq_core.data.distributions import TIE_TOLERANCE

TO_ONE = "0 to 1"
BEYOND_ONE = (
    "0 to 1 with up to four classes; with five or more it can be a little above 1, never above √2"
)
EQUAL_STEPS = (
    "It takes neighbouring classes to be equally far apart, which ordered classes need not be."
)
GOLD_SIDE = (
    "It is not symmetric: swap estimate and gold by mistake, and the scores are still plausible."
)
ZERO_TERMS = "Every term has an error e_i, or a sum of them, as a factor, and all are 0."

_MOST_DECIMALS = 15


def apart(numbers: Iterable[float], decimals: int = 3) -> tuple[str, str]:
    """Two numbers to be compared, with at least these decimals and as many as tell them apart.

    Examples
    --------
    >>> apart([0.25, 0.5])
    ('0.250', '0.500')
    >>> apart([0.22431, 0.22439])
    ('0.2243', '0.2244')
    >>> apart([0.25, 0.25])
    ('0.250', '0.250')
    """
    first, second = (float(number) for number in numbers)
    if abs(first - second) > TIE_TOLERANCE * max(abs(first), abs(second)):
        while f"{first:.{decimals}f}" == f"{second:.{decimals}f}" and decimals < _MOST_DECIMALS:
            decimals += 1
    return f"{first:.{decimals}f}", f"{second:.{decimals}f}"


def signed(error: float) -> str:
    """An error to two decimals, with its sign.

    Examples
    --------
    >>> signed(-0.25)
    '−0.25'
    """
    return f"{error:+.2f}".replace("-", "−")
