"""The state of the Compare page, apart from its widgets: what the address bar holds."""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self
from urllib.parse import quote, unquote

import numpy as np
import pandas as pd

from oq_core import MEASURES
from oq_core.data import apportioned, popularity
from oq_core.measures.examples import Example
from pages.analysing.address import UnreadableError

#: The measures that are shown until others are chosen.
FEW = ("NMD", "RNOD", "NVD", "JSD")
#: In an address, instead of all their names.
_ALL = "all"
#: In an address, for as many other raters as the gold has votes.
_AS_MANY = "votes"

Histogram = Literal["gold", "a", "b"]
Votes = tuple[float, ...]

#: What histograms are called on screen.
NAMES: dict[Histogram, str] = {"gold": "Gold", "a": "System A", "b": "System B"}

#: What a slider reaches, and what probabilities are multiplied by: a typical number of
#: annotators.
FULL = 20
FEWEST_CLASSES, MOST_CLASSES = 2, 11
LONGEST_LABEL = 24
MOST_VOTES = 1_000_000
#: So many other raters can be asked.
MOST_RATERS = 200
#: These take the float noise off 0.35 * 20 and leave any typed number its digits.
_DECIMALS = 9
#: How far typed probabilities may be from summing to 1.
_SUM_TOLERANCE = 0.01


@dataclass(frozen=True)
class CompareState:
    """Class labels, votes for each histogram, and options.

    Votes need not be whole: typed probabilities become shares of `FULL` votes.
    """

    classes: tuple[str, ...] = ("-2", "-1", "0", "1", "2")
    gold: Votes = (1, 3, 8, 6, 2)
    a: Votes = (4, 6, 5, 4, 1)
    b: Votes = (2, 2, 4, 7, 5)
    two_systems: bool = False
    cumulative: bool = False
    #: Whether a bar that is moved takes from the others what it gains.
    keep_total: bool = False
    #: Whether ordinary sliders stand in for the drawing board.
    plain: bool = False
    #: Keys of the measures that are shown.
    measures: tuple[str, ...] = FEW
    #: How many other raters are asked: 0 for as many as the gold has votes, None for nobody.
    raters: int | None = None
    #: Key of the measure whose working is shown, if any.
    working: str = ""
    #: The example that was last loaded and what it shows; not part of the address.
    note: str = field(default="", compare=False)
    #: Classes that were dropped, the next one first: label and votes of gold, A and B.
    dropped: tuple[tuple[str, float, float, float], ...] = field(default=(), compare=False)

    @property
    def shown(self) -> tuple[Histogram, ...]:
        """The histograms on screen."""
        return ("gold", "a", "b") if self.two_systems else ("gold", "a")

    @property
    def empty(self) -> tuple[Histogram, ...]:
        """The histograms on screen that have no votes, and so no distribution."""
        return tuple(which for which in self.shown if sum(self.votes(which)) == 0)

    def votes(self, which: Histogram) -> Votes:
        """Votes of one histogram, length L."""
        votes: Votes = getattr(self, which)
        return votes

    def shares(self, which: Histogram) -> np.ndarray:
        """One histogram as a distribution (L,); it must have votes."""
        votes = np.array(self.votes(which), dtype=float)
        return votes / votes.sum()

    def scores(self, measures: Iterable[str]) -> dict[str, tuple[float, ...]]:
        """Scores of the systems shown, by measure; undefined where a histogram has no votes."""
        if self.empty:
            return {key: (float("nan"),) * (len(self.shown) - 1) for key in measures}
        estimates = np.stack([self.shares(which) for which in self.shown[1:]])
        gold = self.shares("gold")
        return {key: tuple(MEASURES[key](estimates, gold).tolist()) for key in measures}

    def shares_table(self, names: Mapping[Histogram, str]) -> pd.DataFrame:
        """The shares, a row for each class and a column for each histogram."""
        shares = {names[which]: self.shares(which) for which in self.shown}
        return pd.DataFrame(shares, pd.Index(self.classes, name="class"))

    def scores_table(self, measures: Sequence[str], names: Mapping[Histogram, str]) -> pd.DataFrame:
        """Scores, a row for each measure and a column for each system."""
        rows, index = self.scores(measures).values(), pd.Index(measures, name="measure")
        return pd.DataFrame(rows, index, [names[which] for which in self.shown[1:]])

    def with_votes(self, which: Histogram, votes: Votes) -> Self:
        """The state with other votes in one histogram."""
        changed: dict[str, Any] = {which: votes}
        return replace(self, **changed)

    def with_vote(self, which: Histogram, index: int, value: float) -> Self:
        """The state with other votes in one class of one histogram."""
        old = np.array(self.votes(which), dtype=float)
        votes = moved(old, index, np.array([value]), self.keep_total)[0]
        return self.with_votes(which, tuple(map(_plain_number, votes.tolist())))

    def with_classes(self, count: int) -> Self:
        """The state with another number of classes, dropped or added at the end.

        Classes that were dropped before come back as they were; others are empty.
        """
        now = list(zip(self.classes, self.gold, self.a, self.b, strict=True))
        spare = list(self.dropped)
        while len(now) > count:
            spare.insert(0, now.pop())
        while len(now) < count:
            labels = [label for label, *_ in now]
            next_class = spare.pop(0) if spare else (new_label(labels), 0, 0, 0)
            if next_class[0] in labels:
                next_class = (new_label(labels), *next_class[1:])
            now.append(next_class)
        classes, gold, a, b = zip(*now, strict=True)
        return replace(self, classes=classes, gold=gold, a=a, b=b, note="", dropped=tuple(spare))

    def with_labels(self, labels: tuple[str, ...]) -> Self:
        """The state with other class labels.

        Raises
        ------
        UnreadableError
            If there are not L labels, or one is repeated, empty or too long.
        """
        return replace(self, classes=checked_labels(labels, len(self.classes)))

    @classmethod
    def of_example(cls, example: Example) -> Self:
        """A paper's example; without a second system, B is A."""
        return cls(
            example.classes,
            from_probabilities(example.gold),
            from_probabilities(example.a),
            from_probabilities(example.b or example.a),
            two_systems=example.b is not None,
            note=f"{example.name}. {example.shows}",
        )

    def to_address(self) -> dict[str, str]:
        """Everything as parameters of the address bar."""
        return {
            "classes": ",".join(quote(label, safe="") for label in self.classes),
            "gold": format_votes(self.gold, ","),
            "a": format_votes(self.a, ","),
            "b": format_votes(self.b, ","),
            "two": str(int(self.two_systems)),
            "cumulative": str(int(self.cumulative)),
            "keep": str(int(self.keep_total)),
            "plain": str(int(self.plain)),
            **({"measures": _named(self.measures)} if self.measures != FEW else {}),
            **({} if self.raters is None else {"raters": str(self.raters or _AS_MANY)}),
            **({"working": self.working} if self.working else {}),
        }

    @classmethod
    def from_address(cls, parameters: Mapping[str, str]) -> Self:
        """The state that an address holds; what it leaves out has its first value.

        Raises
        ------
        UnreadableError
            If the address holds anything else.
        """
        start = cls()
        labels = linked_labels(parameters, start.classes, FEWEST_CLASSES, MOST_CLASSES)
        state = replace(start.with_classes(len(labels)), classes=labels)
        for which in ("gold", "a", "b"):
            if which in parameters:
                votes = _numbers(parameters[which].split(","), len(labels))
                state = state.with_votes(which, votes)
        working = parameters.get("working", "")
        if working and working not in MEASURES:
            raise UnreadableError(f"there is no measure called {working}")
        return replace(
            state,
            dropped=(),
            working=working,
            raters=_linked_raters(parameters),
            measures=linked_measures(parameters),
            two_systems=linked_flag(parameters, "two"),
            cumulative=linked_flag(parameters, "cumulative"),
            keep_total=linked_flag(parameters, "keep"),
            plain=linked_flag(parameters, "plain"),
        )


#: What Compare shows at first: a conflict. NMD prefers B, RNOD prefers A.
START = CompareState(gold=(1, 4, 7, 6, 2), a=(4, 8, 6, 2, 0), b=(2, 4, 3, 2, 9), two_systems=True)


def in_order(keys: Iterable[str]) -> tuple[str, ...]:
    """Keys of measures in the order of the registry, each once."""
    chosen = set(keys)
    return tuple(key for key in MEASURES if key in chosen)


def _named(measures: tuple[str, ...]) -> str:
    return _ALL if len(measures) == len(MEASURES) else ",".join(measures)


def linked_measures(parameters: Mapping[str, str]) -> tuple[str, ...]:
    """The measures that an address names, or the few of the start.

    Raises
    ------
    UnreadableError
        If there is no such measure.
    """
    text = parameters.get("measures", _named(FEW))
    keys = tuple(MEASURES) if text == _ALL else text.split(",")
    unknown = [key for key in keys if key not in MEASURES]
    if unknown:
        raise UnreadableError(f"there is no measure called {unknown[0]}")
    return in_order(keys)


def _linked_raters(parameters: Mapping[str, str]) -> int | None:
    text = parameters.get("raters")
    if text in (None, _AS_MANY):
        return None if text is None else 0
    return linked_whole(parameters, "raters", 1, 1, MOST_RATERS)


def linked_labels(
    parameters: Mapping[str, str], start: tuple[str, ...], fewest: int, most: int
) -> tuple[str, ...]:
    """The class labels that an address holds, or those at the start.

    Raises
    ------
    UnreadableError
        If there are too few or too many, or one is repeated, empty or too long.
    """
    labels = start
    if "classes" in parameters:
        labels = tuple(unquote(label) for label in parameters["classes"].split(","))
    if not fewest <= len(labels) <= most:
        raise UnreadableError(f"there can be {fewest} to {most} classes, not {len(labels)}")
    return checked_labels(labels, len(labels))


def linked_flag(parameters: Mapping[str, str], name: str, start: bool = False) -> bool:
    """Whether an address has something switched on, or what it is at the start.

    Raises
    ------
    UnreadableError
        If it is neither on nor off.
    """
    text = parameters.get(name, str(int(start)))
    if text not in ("0", "1"):
        raise UnreadableError(f"{name} must be 0 or 1")
    return text == "1"


def linked_whole(parameters: Mapping[str, str], name: str, start: int, low: int, high: int) -> int:
    """The whole number that an address holds, or the one at the start.

    Raises
    ------
    UnreadableError
        If it is no whole number from `low` to `high`.
    """
    text = parameters.get(name, str(start))
    if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
        raise UnreadableError(f"{name} must be a whole number from {low:,} to {high:,}")
    return int(text)


def new_label(labels: list[str]) -> str:
    """One more than the last label where that is a number, else the first free number."""
    last = labels[-1]
    number = int(last) + 1 if re.fullmatch(r"-?\d{1,9}", last) else len(labels) + 1
    while str(number) in labels:
        number += 1
    return str(number)


def checked_labels(labels: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Labels with single blanks between words.

    Raises
    ------
    UnreadableError
        If there is another number of labels, or one is repeated, empty or too long.
    """
    labels = tuple(" ".join(label.split()) for label in labels)
    if len(labels) != count:
        raise UnreadableError(f"{count} labels are needed, not {len(labels)}")
    if not all(labels):
        raise UnreadableError("every class needs a label")
    if max(map(len, labels)) > LONGEST_LABEL:
        raise UnreadableError(f"a label can have at most {LONGEST_LABEL} characters")
    if len(set(labels)) < count:
        raise UnreadableError("two classes have the same label")
    return labels


def _numbers(cells: list[str], count: int) -> Votes:
    if len(cells) != count:
        raise UnreadableError(f"{count} values are needed, one for each class, not {len(cells)}")
    values = []
    for cell in cells:
        try:
            value = float(cell)
        except ValueError:
            raise UnreadableError(f"“{cell}” is not a number") from None
        if not math.isfinite(value) or not 0 <= value <= MOST_VOTES:
            raise UnreadableError(f"{cell} is not between 0 and {MOST_VOTES:,}")
        values.append(_plain_number(value))
    return tuple(values)


def moved(votes: np.ndarray, index: int, values: np.ndarray, keep_total: bool) -> np.ndarray:
    """Histograms after a move of one bar, one histogram for each place.

    Parameters
    ----------
    votes : ndarray, shape (L,)
    index : int
        The bar's class.
    values : ndarray, shape (P,)
        Votes to move it to.
    keep_total : bool
        Whether the others share what is left of the total in proportion to what they have,
        or equally where they have nothing; whole votes stay whole, by largest remainders. A bar
        then reaches the total at most.

    Returns
    -------
    ndarray, shape (P, L)
    """
    total = votes.sum()
    if not keep_total or total == 0:
        after = np.tile(votes, (len(values), 1))
        after[:, index] = values
        return after
    taken = np.minimum(values, total)
    others = votes.copy()
    others[index] = 0
    if not others.any():
        others = (np.arange(len(votes)) != index).astype(float)
    exact = (total - taken)[:, None] * others
    weight = others.sum()
    if (votes % 1).any() or (taken % 1).any():
        after = np.round(exact / weight, _DECIMALS)
    else:
        # Largest remainders: whole votes stay whole.
        after, remainders = np.divmod(exact, weight)
        missing = total - taken - after.sum(axis=1)
        largest = np.argsort(-remainders, axis=1, kind="stable")
        after += np.argsort(largest, axis=1, kind="stable") < missing[:, None]
    after[:, index] = taken
    return after


def _plain_number(vote: float) -> float:
    return int(vote) if vote == int(vote) else vote


def from_probabilities(values: Votes) -> Votes:
    """Probabilities as shares of `FULL` votes."""
    return tuple(_plain_number(round(value * FULL, _DECIMALS)) for value in values)


def typed_votes(text: str, count: int) -> Votes:
    """Votes from typed text or a pasted spreadsheet row: votes or probabilities.

    Values may be separated by tabs, semicolons, commas or blanks; a label in front of the
    values is passed over. Numbers that sum to 1 are probabilities.

    Raises
    ------
    UnreadableError
        If these are not `count` numbers of 0 or more.
    """
    text = text.strip()
    if re.search(r"[\t;]", text):
        # A comma inside a cell of such a row is a decimal comma.
        cells = [cell.strip().replace(",", ".") for cell in re.split(r"[\t;]", text)]
    else:
        cells = [cell for cell in re.split(r"[,\s]+", text) if cell]
    cells = [cell.removesuffix("%").strip() for cell in cells]
    if len(cells) == count + 1 and not re.fullmatch(r"[-+.\deE]+", cells[0]):
        cells = cells[1:]
    votes = _numbers(cells, count)
    if max(votes) <= 1 and abs(sum(votes) - 1) <= _SUM_TOLERANCE:
        return from_probabilities(votes)
    return votes


def format_votes(votes: Votes, separator: str = ", ") -> str:
    """Votes as text that reads back as the same votes."""
    return separator.join(f"{vote:.12g}" for vote in votes)


def _rounded(weights: np.ndarray) -> Votes:
    """`FULL` whole votes in the proportions of the weights, by largest remainder."""
    return tuple(apportioned(weights, FULL).tolist())


def _bell(count: int) -> Votes:
    positions = np.arange(count) - (count - 1) / 2
    return _rounded(np.exp(-0.5 * (positions / (count / 5)) ** 2))


def _u_shape(count: int) -> Votes:
    positions = np.linspace(-1, 1, count)
    return _rounded(0.1 + positions**2)


def _skewed(count: int) -> Votes:
    return _rounded(0.55 ** np.arange(count))


#: Shapes that do not depend on the gold, by name: number of classes to votes.
_SHAPES: dict[str, Callable[[int], Votes]] = {
    "Uniform": lambda count: (FULL // 2,) * count,
    "Bell": _bell,
    "U-shape": _u_shape,
    "Skewed to the low end": _skewed,
    "Skewed to the high end": lambda count: _skewed(count)[::-1],
}

#: Histograms made of the current gold, by name: the gold's votes to votes.
_OF_THE_GOLD: dict[str, Callable[[Votes], Votes]] = {
    "Gold": lambda gold: gold,
    "Gold, shifted up one class": lambda gold: (0, *gold[:-2], gold[-2] + gold[-1]),
    "Gold, shifted down one class": lambda gold: (gold[0] + gold[1], *gold[2:], 0),
    "Gold, reversed": lambda gold: gold[::-1],
    "Popularity (all on the gold's mode)": lambda gold: tuple(
        (FULL * (popularity(np.array(gold) / sum(gold)) > 0)).tolist()
    ),
}


def presets(state: CompareState, which: Histogram) -> dict[str, Votes]:
    """What a histogram can be set to, by name."""
    count = len(state.classes)
    found = {name: make(count) for name, make in _SHAPES.items()}
    if sum(state.gold) > 0 and which != "gold":
        found |= {name: make(state.gold) for name, make in _OF_THE_GOLD.items()}
    for index, label in enumerate(state.classes):
        found[f"All in {label}"] = tuple(FULL if i == index else 0 for i in range(count))
    return found
