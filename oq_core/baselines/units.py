"""How networks are trained, and how they read texts."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from oq_core.baselines.texts import Text

#: What a text is cut into.
Unit = Literal["characters", "words"]

_WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
#: Units are numbered from here on; 0 is nothing and 1 a unit that was not learnt.
FIRST_UNIT = 2


@dataclass(frozen=True)
class Settings:
    """How the networks of a baseline are trained on texts.

    Attributes
    ----------
    loss : str
        One of `LOSSES`: cross-entropy of the shares of votes, or a measure.
    unit : {"characters", "words"}
        What the text of a turn is cut into.
    seeds : tuple of int
        One network for each.
    epochs, patience : int
        The most epochs, and how many without progress on held-out dialogues end the training.
    vocabulary : int
        The most units that are learnt: those that are there most often, twice at least.
    turns, length : int
        The last turns of a dialogue, and the first units of each, that are read.
    size : int
        Of the embedding, and of the LSTM in each direction.
    dropout, rate : float
        The share of numbers dropped while training, and Adam's learning rate.
    batch : int
        Instances in a step.

    Examples
    --------
    >>> from oq_core.baselines import Settings
    >>> Settings(loss="NMD").unit
    'characters'
    """

    loss: str = "cross-entropy"
    unit: Unit = "characters"
    seeds: tuple[int, ...] = (0, 1, 2, 3, 4)
    epochs: int = 30
    patience: int = 4
    vocabulary: int = 5000
    turns: int = 10
    length: int = 50
    size: int = 64
    dropout: float = 0.4
    rate: float = 0.002
    batch: int = 64


def _cut(text: str, settings: Settings) -> list[str]:
    text = text.casefold()
    return _WORD.findall(text) if settings.unit == "words" else [c for c in text if c.strip()]


def _turns(text: Text, settings: Settings) -> list[list[str]]:
    """The last turns, each with who speaks (no word has a blank) and its first units."""
    return [
        [f"{who} says", *_cut(said, settings)][: settings.length + 1]
        for who, said in text.turns[-settings.turns :]
    ]


def known_units(texts: Iterable[Text], settings: Settings) -> dict[str, int]:
    """The units that are there twice or more, by their numbers."""
    counts = Counter(unit for text in texts for turn in _turns(text, settings) for unit in turn)
    known = [unit for unit, count in counts.most_common(settings.vocabulary) if count > 1]
    return {unit: number for number, unit in enumerate(known, start=FIRST_UNIT)}


def encoded(
    texts: Sequence[Text], units: Mapping[str, int], settings: Settings
) -> npt.NDArray[np.int32]:
    """Numbers of units, shape (n, turns, length + 1): the last turn last, 0 where nothing is."""
    found = np.zeros((len(texts), settings.turns, settings.length + 1), dtype=np.int32)
    for row, text in enumerate(texts):
        turns = _turns(text, settings)
        for place, turn in enumerate(turns, start=settings.turns - len(turns)):
            found[row, place, : len(turn)] = [units.get(unit, 1) for unit in turn]
    return found


def normalised(shares: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """What a softmax gives in float32, as distributions."""
    found = np.asarray(shares, dtype=np.float64)
    return found / found.sum(axis=-1, keepdims=True)
