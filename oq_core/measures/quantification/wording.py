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
_NO_BREAK = "\N{NO-BREAK SPACE}"


def told_apart(numbers: Iterable[float], decimals: int = 3) -> tuple[str, str]:
    """Two numbers to be compared, with at least these decimals and as many as tell them apart.

    Examples
    --------
    >>> told_apart([0.25, 0.5])
    ('0.250', '0.500')
    >>> told_apart([0.22431, 0.22439])
    ('0.2243', '0.2244')
    >>> told_apart([0.25, 0.25])
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


def percents(*shares: float) -> tuple[str, ...]:
    r"""Shares to be compared, in per cent with as many decimals as tell them apart.

    Examples
    --------
    >>> percents(0.5, 0.25, 0), percents(0.342, 0.338)
    (('50\xa0%', '25\xa0%', '0\xa0%'), ('34.2\xa0%', '33.8\xa0%'))
    """
    # Rounding leaves shares alike that are votes of one number, and sets others apart.
    kept = [round(share, 9) for share in shares]
    texts: tuple[str, ...] = ()
    for decimals in range(_MOST_DECIMALS):
        texts = tuple(f"{100 * share:.{decimals}f}{_NO_BREAK}%" for share in kept)
        if len(set(texts)) == len(set(kept)):
            break
    return texts
