"""The examples that the papers print, as distributions to try the measures on."""

from dataclasses import dataclass

Values = tuple[float, ...]


@dataclass(frozen=True)
class Example:
    """A gold distribution with one or two estimates from a paper.

    Attributes
    ----------
    name : str
        Paper and place, and what it is about.
    classes : tuple of str
        The L class labels, lowest first.
    gold, a : tuple of float
        Probabilities of the gold and of the first system, length L.
    b : tuple of float or None
        Probabilities of a second system, where there is one.
    shows : str
        What to look for.

    Examples
    --------
    >>> from oq_core.measures.examples import EXAMPLES
    >>> len(EXAMPLES[0].gold) == len(EXAMPLES[0].classes)
    True
    """

    name: str
    classes: tuple[str, ...]
    gold: Values
    a: Values
    b: Values | None
    shows: str


_FIVE = ("1", "2", "3", "4", "5")
_POLARITIES = ("very negative", "negative", "neutral", "positive", "very positive")

LARGE_OR_SMALL = Example(
    "SIGIR18 §3.1: one large error or two small ones",
    _FIVE,
    (0.2, 0.2, 0.2, 0.2, 0.2),
    (0.3, 0.3, 0.2, 0.1, 0.1),
    (0.4, 0.2, 0.2, 0.1, 0.1),
    "NVD is .2 for both; RNSS and JSD prefer A, the flatter one. The paper prints A's numbers "
    "for B too, a misprint: B here is the one that gives its printed scores.",
)
NEAR_OR_FAR = Example(
    "SIGIR18 figure 1 (a, b): near miss or far miss",
    ("1", "2", "3"),
    (1.0, 0.0, 0.0),
    (0.0, 1.0, 0.0),
    (0.0, 0.0, 1.0),
    "A misses by one class, B by two. Bin by bin both are as wrong as can be. NMD, RNOD, RSNOD and "
    "RNADW prefer A. RNOD2 and RNADW2 find no difference: their distances are those of the gold, "
    "which is all in class 1, so classes 2 and 3 are equally far from it.",
)
ERROR_AT_THE_END = Example(
    "LQ21 §3: an error at the end of the scale",
    ("1", "2", "3", "4"),
    (0.25, 0.25, 0.25, 0.25),
    (0.25, 0.35, 0.15, 0.25),
    (0.25, 0.25, 0.35, 0.15),
    "NMD finds both equally good. RNOD prefers A, as B's error reaches the end class: OD is "
    ".020 against .025.",
)

#: The examples of distributions from the papers, in the order of publication.
EXAMPLES: tuple[Example, ...] = (
    LARGE_OR_SMALL,
    NEAR_OR_FAR,
    Example(
        "SIGIR18 figure 1 (c, d), our numbers: the same errors, further apart",
        ("1", "2", "3"),
        (0.2, 0.2, 0.6),
        (0.2, 0.6, 0.2),
        (0.6, 0.2, 0.2),
        "B puts the same mass further to the left than A. Bin by bin they are equal. NMD, RNOD and "
        "all variants of RNOD prefer A.",
    ),
    Example(
        "LQ21 §1: an utter failure and a near miss",
        _POLARITIES,
        (0.0, 0.0, 0.0, 0.0, 1.0),
        (1.0, 0.0, 0.0, 0.0, 0.0),
        (0.0, 0.0, 0.0, 1.0, 0.0),
        "Everything is very positive. A says very negative, B says positive. NVD, RNSS and JSD "
        "call both utter failures.",
    ),
    ERROR_AT_THE_END,
    Example(
        "RNOD22 §2.3: the right priorities, the wrong amounts",
        ("1", "2", "3", "4"),
        (0.4, 0.3, 0.2, 0.1),
        (0.31, 0.30, 0.20, 0.19),
        None,
        "DNKT is 0, as A ranks the classes as the gold does, and so are its three hybrids; every "
        "other measure sees the error.",
    ),
    Example(
        "RNOD22 §2.3: uniform against uniform",
        _FIVE,
        (0.2, 0.2, 0.2, 0.2, 0.2),
        (0.2, 0.2, 0.2, 0.2, 0.2),
        None,
        "Nothing is wrong, and yet DNKT is .5: it is .5 whenever one side is uniform.",
    ),
)
