"""How people call the columns of a table with a row for each rating."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path


@cache
def known_names(kind: str) -> frozenset[str]:
    """The names of a kind, as `known_names.txt` lists them."""
    return _names()[kind]


@cache
def _names() -> dict[str, frozenset[str]]:
    lines = Path(__file__).with_name("known_names.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.partition(": ") for line in lines if not line.startswith("#"))
    return {kind: frozenset(names.split()) for kind, _, names in pairs}


RATERS, _RATINGS = known_names("raters"), known_names("ratings")
#: Names of a column that says which scale a rating is on; words in those of columns of texts.
CRITERIA, TEXTS = known_names("criteria"), known_names("texts")
#: Names of a rater's own column in a wide table.
RATER_NAME = re.compile(rf"(?:{'|'.join(sorted(RATERS))}|ann|[ruwja])[ _-]?\d+", re.IGNORECASE)
#: What names of people's columns have in them, and those of models.
_PERSON, _MODEL = (
    re.compile(rf"(?:^|[^a-z])(?:{'|'.join(known_names(kind))})(?:[^a-z]|s?$)")
    for kind in ("people", "judges")
)
#: What numbers a rater, and is no criterion: a name without two letters.
_NO_CRITERION = re.compile(r"^(?!.*[a-zA-Z]{2})")
_FAMILY = re.compile("|".join(known_names("models")))


def is_person(name: str) -> bool:
    """Whether a column's name says that people have rated in it."""
    return _PERSON.search(name.casefold()) is not None


def is_model(name: str) -> bool:
    """Whether a column's name says that a model has rated in it."""
    found = name.casefold()
    return bool(_FAMILY.search(found) or _MODEL.search(found)) and not is_person(name)


def is_known_model(name: str) -> bool:
    """Whether a column's name has that of a family of models, such as GPT, in it."""
    return _FAMILY.search(name.casefold()) is not None


def names_rater(name: str) -> bool:
    """Whether a column's name says that one rater's ratings stand in it."""
    return RATER_NAME.fullmatch(name) is not None or is_person(name) or is_model(name)


def guessed_judges(raters: Iterable[str]) -> tuple[str, ...]:
    """The raters whose names are those of models, where others are people.

    Examples
    --------
    >>> guessed_judges(["human", "gpt-4o"]), guessed_judges(["gpt-4o", "claude"])
    (('gpt-4o',), ())
    """
    every = tuple(raters)
    found = tuple(filter(is_model, every))
    return found if len(found) < len(every) else ()


def raters_and_criteria(names: Sequence[str]) -> list[tuple[str, str]]:
    """Rater and criterion of each column, where every known rater has one for each criterion.

    Empty where columns are not such.

    Examples
    --------
    >>> raters_and_criteria(["human_depth", "human_tone", "gpt-4o_depth", "gpt-4o_tone"])[1]
    ('human', 'tone')
    >>> raters_and_criteria(["depth.human", "depth.claude", "tone.human", "tone.claude"])[1]
    ('claude', 'depth')
    >>> raters_and_criteria(["human_1", "human_2", "gpt_1", "gpt_2"])
    []
    """
    for sign in "_. /:-":
        for parts in (
            [name.partition(sign)[::2] for name in names],
            [name.rpartition(sign)[::2] for name in names],
        ):
            for pairs in (parts, [(last, first) for first, last in parts]):
                raters, criteria = ({pair[side] for pair in pairs} for side in (0, 1))
                if (
                    min(len(raters), len(criteria)) > 1
                    and len(set(pairs)) == len(names) == len(raters) * len(criteria)
                    and all(is_person(name) or is_model(name) for name in raters)
                    and not any(map(_NO_CRITERION.search, criteria))
                ):
                    return pairs
    return []


def plain_name(name: str) -> str:
    """A column's name without what says that it has ids or names: "worker_id" is "worker"."""
    return re.sub(r"[ _-]?(?:id|name)s?$", "", name.strip().casefold())


def rating_columns(names: Sequence[str]) -> tuple[int, int] | None:
    """Columns of rater and rating, if their plain names tell one of each; else None."""
    raters = [place for place, name in enumerate(names) if name in RATERS]
    ratings = [place for place, name in enumerate(names) if name in _RATINGS]
    return (raters[0], ratings[0]) if len(raters) == len(ratings) == 1 else None
