"""Words that several measures' records share, and how their sentences write numbers."""

from collections.abc import Callable, Iterable

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
#: Shares that have a word of their own.
_FRACTIONS = {
    1 / 10: "a tenth",
    1 / 5: "a fifth",
    1 / 4: "a quarter",
    1 / 3: "a third",
    1 / 2: "half",
    2 / 3: "two thirds",
    3 / 4: "three quarters",
}
#: How far a share may be from such a word: exactly it, as far as votes tell; and about it.
_EXACT, _ABOUT = 0.002, 0.015


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


def portion(share: float) -> str:
    r"""A share in words that are said aloud: a fraction where one is near, or whole per cent.

    Examples
    --------
    >>> [portion(share) for share in (0, 0.003, 0.1, 0.34, 0.42, 0.997, 1)]
    ['none', 'almost none', 'a tenth', 'about a third', '42\xa0%', 'almost all', 'all']
    """
    if share in (0, 1):
        return "all" if share else "none"
    nearest = min(_FRACTIONS, key=lambda fraction: abs(fraction - share))
    away = abs(nearest - share)
    if away <= _ABOUT:
        return f"{'' if away <= _EXACT else 'about '}{_FRACTIONS[nearest]}"
    rounded = round(100 * share)
    return {0: "almost none", 100: "almost all"}.get(rounded, f"{rounded}{_NO_BREAK}%")


def portions(*shares: float) -> tuple[str, ...]:
    r"""Shares to be compared, all in words where these tell them apart, else all in per cent.

    None and all of the votes are words beside per cent too.

    Examples
    --------
    >>> portions(0.5, 0.25, 0), portions(0.34, 0.32), portions(0.45, 0.1, 0)
    (('half', 'a quarter', 'none'), ('34\xa0%', '32\xa0%'), ('45\xa0%', '10\xa0%', 'none'))
    """
    # Rounding leaves shares alike that are votes of one number, and sets others apart.
    kept = [round(share, 9) for share in shares]
    for written in (portion, _whole, *(_per_cent(decimals) for decimals in range(_MOST_DECIMALS))):
        found = tuple(written(share) for share in kept)
        is_mixed = written is portion and any(each.endswith("%") for each in found)
        if not is_mixed and len(set(found)) == len(set(kept)):
            break
    return found


def _whole(share: float) -> str:
    words = portion(share)
    return words if words.endswith(("none", "all")) else f"{round(100 * share)}{_NO_BREAK}%"


def _per_cent(decimals: int) -> Callable[[float], str]:
    return lambda share: f"{100 * share:.{decimals}f}{_NO_BREAK}%"
