"""How a file is read: what each column of it is, and the classes in order.

A file comes in a container (`oq_core.reading.containers`), which gives rows with named cells. A
`Plan` gives each column its part. What a person has not said of it is guessed
(`oq_core.reading.guessing`); then the readers in `kinds` follow it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from oq_core.reading.numbers import label_of

#: What a column may be, and what that says.
PARTS: Mapping[str, str] = {
    "id": "what was rated",
    "rater": "who rated, or the ratings of one rater",
    "rating": "ratings; of several columns each is a scale",
    "criterion": "the scale that a rating is on",
    "class": "the numbers of one class: votes or shares",
    "label": "the class of an item",
    "topic": "the group that an item is in",
    "shares": "a list of votes or shares, or one by class",
    "log": "logarithms of probabilities, by class",
    "run": "the scores of one run",
    "system": "which run has a score",
    "measure": "by which measure it has it",
    "score": "the score",
    "text": "passed over",
    "total": "the sum of the others, passed over",
    "mean": "the mean of the others, passed over",
}

#: Of these, those that are not read.
PASSED_OVER = ("text", "total", "mean")

#: What becomes of ratings between two classes, such as 4.25, in words.
DECIMALS: Mapping[str, str] = {
    "asked": "asked about",
    "share": "shared between them",
    "round": "rounded, halves up",
}


@dataclass(frozen=True)
class Plan:
    """How a file is read. What is empty is guessed.

    Attributes
    ----------
    parts : mapping of str to str
        By a column's name, its part: one of `PARTS`.
    classes : tuple of str
        The classes, lowest first, also such as nobody chose.
    judges : tuple of str
        Raters who are no people; columns that are called so are raters, and so are those like them.
    leave_out : tuple of str
        Ratings, and classes of votes, that are no class.
    decimals : str
        What becomes of ratings between two classes: one of `DECIMALS`.
    shape : str
        The name of the format that the file is read as.

    Raises
    ------
    ValueError
        If a part or what becomes of decimals is none of these.

    Examples
    --------
    >>> from oq_core.reading import Plan, read_collections, template, with_plan
    >>> plan = Plan(classes=("high", "middle", "low"))
    >>> read_collections(with_plan(template("wide_gold.csv"), plan))["wide_gold"].order_words
    'high < middle < low (given)'
    """

    parts: Mapping[str, str] = field(default_factory=dict)
    classes: tuple[str, ...] = ()
    judges: tuple[str, ...] = ()
    leave_out: tuple[str, ...] = ()
    decimals: str = "asked"
    shape: str = ""

    def __post_init__(self) -> None:
        for part in self.parts.values():
            if part not in PARTS:
                raise ValueError(f"{part!r} is no part of a table; there are {', '.join(PARTS)}")
        if self.decimals not in DECIMALS:
            raise ValueError(f"decimals are {', '.join(DECIMALS)}, not {self.decimals!r}")

    def leaves_out(self, rating: str) -> bool:
        """Whether a rating is left out, as the file has it or as its label is shown.

        Examples
        --------
        >>> from oq_core.reading import Plan
        >>> Plan(leave_out=("99",)).leaves_out("99.0")
        True
        """
        gone = self.leave_out
        return bool(gone) and (rating in gone or label_of(rating) in gone)

    def places(self, header: Sequence[str]) -> dict[str, list[int]]:
        """The places of a table's columns by their parts; a column without one is text."""
        found = dict[str, list[int]]()
        for place, name in enumerate(header):
            found.setdefault(self.parts.get(name, "text"), []).append(place)
        return found


def part_said(text: str) -> tuple[str, str]:
    """The column and its part that a text such as ``note=text`` says.

    Raises
    ------
    ValueError
        If it says none of `PARTS`.

    Examples
    --------
    >>> from oq_core.reading.plan import part_said
    >>> part_said("a=b=text")
    ('a=b', 'text')
    """
    column, _, part = text.rpartition("=")
    if not column:
        raise ValueError(f"{text!r} is not COLUMN=PART, such as note=text")
    Plan({column: part})
    return column, part
