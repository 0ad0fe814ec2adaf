"""What a room does, one after the other: predict, rate, choose. A plan is a list of these."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from pages.live.server.json_object import json_object

FEWEST_CLASSES, MOST_CLASSES = 2, 11
LONGEST_TITLE, LONGEST_TEXT = 120, 2000
LONGEST_LABEL, LONGEST_OPTION = 24, 200
MOST_OPTIONS = 8
MOST_VOTES, LARGEST_SEED = 1000, 999_999
#: Activities of a plan.
MOST_ACTIVITIES = 60
#: Bytes of a plan's file.
LARGEST_PLAN = 500_000
#: What can be said of two estimates.
CHOICES = ("Left", "Equally good", "Right")
#: Names the format of a plan's file.
_FORMAT = "live class plan"


class PlanError(ValueError):
    """An activity or a plan that cannot be used; the message says where and what to do."""


@dataclass(frozen=True)
class Predict:
    """A question with options, of which the measures make one right.

    Attributes
    ----------
    source : str
        Names the question where it comes from, such as "lesson/near".
    title, text : str
        Plain text.
    options : tuple of str
        Two to eight, plain text.
    drawn : tuple of three tuples of float, or nothing
        The votes of gold, A and B, where the question is about these.
    """

    source: str
    title: str
    text: str
    options: tuple[str, ...]
    drawn: tuple[tuple[float, ...], ...] = ()

    def __post_init__(self) -> None:
        _check_length("source", self.source, LONGEST_TITLE)
        _check_length("title", self.title, LONGEST_TITLE)
        _check_length("question", self.text, LONGEST_TEXT)
        if not 2 <= len(self.options) <= MOST_OPTIONS:
            raise PlanError(f"a question has 2 to {MOST_OPTIONS} options, not {len(self.options)}")
        _check_labels("option", self.options, LONGEST_OPTION)
        if self.drawn:
            _check_votes(self.drawn)


@dataclass(frozen=True)
class Rate:
    """An item to rate on an ordinal scale.

    Attributes
    ----------
    title, text : str
        Plain text.
    classes : tuple of str
        The 2 to 11 labels of the scale, lowest first.
    """

    title: str
    text: str
    classes: tuple[str, ...]

    @property
    def options(self) -> tuple[str, ...]:
        """What can be answered, as of a question."""
        return self.classes

    def __post_init__(self) -> None:
        _check_length("title", self.title, LONGEST_TITLE)
        if not self.title:
            raise PlanError("an item needs a title")
        _check_length("text", self.text, LONGEST_TEXT)
        if not FEWEST_CLASSES <= len(self.classes) <= MOST_CLASSES:
            raise PlanError(
                f"a scale has {FEWEST_CLASSES} to {MOST_CLASSES} classes, not {len(self.classes)}"
            )
        _check_labels("class", self.classes, LONGEST_LABEL)
        numbers = [_number(label) for label in self.classes]
        known = [number for number in numbers if number is not None]
        if len(known) == len(numbers) and known != sorted(set(known)):
            raise PlanError("classes that are numbers go upwards: put the lowest first")


@dataclass(frozen=True)
class Estimate:
    """How the room rated the item just before: each participant draws a distribution."""

    title: ClassVar = ""
    text: ClassVar = ""
    options: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True)
class Choose:
    """Which of two estimates each would rather have: one question.

    Attributes
    ----------
    gold, a, b : tuple of float
        The votes of 2 to 11 classes; A stands on the left.
    """

    title: ClassVar = "Which would you rather have?"
    text: ClassVar = ""
    options: ClassVar = CHOICES

    gold: tuple[float, ...]
    a: tuple[float, ...]
    b: tuple[float, ...]

    def __post_init__(self) -> None:
        _check_votes((self.gold, self.a, self.b))


@dataclass(frozen=True)
class Find:
    """A series of such questions, each phone's own at its own pace: find the room's measure.

    Attributes
    ----------
    seed : int
        Decides with the phone's number what is drawn at random.
    """

    title: ClassVar = "Find our measure"
    text: ClassVar = ""
    options: ClassVar[tuple[str, ...]] = ()

    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.seed <= LARGEST_SEED:
            raise PlanError(f"a seed is a whole number from 0 to {LARGEST_SEED:,}")


Activity = Predict | Rate | Estimate | Choose | Find
Plan = tuple[Activity, ...]


def check_plan(plan: Sequence[Activity]) -> Plan:
    """The plan as a tuple.

    Raises
    ------
    PlanError
        If there are too many activities, or one that estimates does not follow its item.
    """
    if len(plan) > MOST_ACTIVITIES:
        raise PlanError(f"a plan has at most {MOST_ACTIVITIES} activities, not {len(plan)}")
    for place, activity in enumerate(plan):
        if isinstance(activity, Estimate) and not (place and isinstance(plan[place - 1], Rate)):
            raise PlanError(
                f"activity {place + 1} estimates how an item is rated, so that an item to rate "
                "has to stand just before it"
            )
    return tuple(plan)


def plan_to_json(plan: Sequence[Activity]) -> str:
    """A plan as the text of a file, which `plan_from_json` reads back."""
    content = {"format": _FORMAT, "activities": [activity_to_dict(each) for each in plan]}
    return json.dumps(content, ensure_ascii=False, indent=1)


def plan_from_json(text: str) -> Plan:
    """The plan that a file's text holds.

    Raises
    ------
    PlanError
        If it is no plan: the message names the activity and what is wrong with it.
    """
    content = parsed(text, LARGEST_PLAN)
    if content.get("format") != _FORMAT:
        raise PlanError("this is no plan of a live class: open a file that this page saved")
    return check_plan(activities_from(content.get("activities")))


def parsed(text: str, largest: int) -> dict[str, Any]:
    """The JSON object that a text holds.

    Raises
    ------
    PlanError
        If it is too large, or no JSON object.
    """
    if len(text) > largest:
        raise PlanError(f"the file is larger than {largest // 1000:,} kB: it is no such file")
    content = json_object(text)
    if content is None:
        raise PlanError("the file is no JSON object: open a file that this page saved")
    return content


def activities_from(entries: object) -> list[Activity]:
    """Activities from a list of JSON objects.

    Raises
    ------
    PlanError
        If one cannot be read: the message names its place.
    """
    if not isinstance(entries, list) or len(entries) > MOST_ACTIVITIES:
        raise PlanError(f"activities must be a list of at most {MOST_ACTIVITIES}")
    found = []
    for place, entry in enumerate(entries):
        try:
            found.append(_activity(entry))
        except PlanError as error:
            raise PlanError(f"activity {place + 1}: {error}") from None
    return found


def kind_of(activity: Activity) -> str:
    """What an activity is called in a file, and told to phones."""
    return type(activity).__name__.lower()


def activity_to_dict(activity: Activity) -> dict[str, Any]:
    """An activity as a JSON object."""
    return {"kind": kind_of(activity), **asdict(activity)}


def _activity(entry: object) -> Activity:
    if not isinstance(entry, dict):
        raise PlanError("it must be a JSON object")
    match entry.get("kind"):
        case "predict":
            source, title, text = (_text(entry, name) for name in ("source", "title", "text"))
            drawn = entry.get("drawn", [])
            if not isinstance(drawn, list) or len(drawn) not in (0, 3):
                raise PlanError('"drawn" must be a list of three lists of votes')
            votes = tuple(_votes(each, "drawn") for each in drawn)
            return Predict(source, title, text, _texts(entry, "options"), votes)
        case "rate":
            return Rate(_text(entry, "title"), _text(entry, "text"), _texts(entry, "classes"))
        case "estimate":
            return Estimate()
        case "choose":
            return Choose(*(_votes(entry.get(name), name) for name in ("gold", "a", "b")))
        case "find":
            seed = entry.get("seed")
            if type(seed) is not int:
                raise PlanError('"seed" must be a whole number')
            return Find(seed)
        case _:
            raise PlanError('"kind" must be "predict", "rate", "estimate", "choose" or "find"')


def _text(entry: Mapping[str, Any], name: str) -> str:
    value = entry.get(name, "")
    if not isinstance(value, str):
        raise PlanError(f'"{name}" must be text')
    return value


def _texts(entry: Mapping[str, Any], name: str) -> tuple[str, ...]:
    return _listed(entry.get(name), name, "texts", str)


def _votes(values: object, name: str) -> tuple[float, ...]:
    return _listed(values, name, "votes", int, float)


def _listed(values: object, name: str, what: str, *kinds: type) -> tuple[Any, ...]:
    if not isinstance(values, list) or not all(type(each) in kinds for each in values):
        raise PlanError(f'"{name}" must be a list of {what}')
    return tuple(values)


def _check_votes(drawn: Sequence[tuple[float, ...]]) -> None:
    for votes in drawn:
        if len(votes) != len(drawn[0]) or not FEWEST_CLASSES <= len(votes) <= MOST_CLASSES:
            raise PlanError(
                f"votes are of as many classes each, {FEWEST_CLASSES} to {MOST_CLASSES}"
            )
        if not all(0 <= each <= MOST_VOTES for each in votes) or not sum(votes):
            raise PlanError(f"votes are 0 to {MOST_VOTES:,}, and not all 0")


def _check_length(what: str, text: str, longest: int) -> None:
    if len(text) > longest:
        raise PlanError(f"a {what} has at most {longest:,} characters, not {len(text):,}")


def _check_labels(what: str, labels: tuple[str, ...], longest: int) -> None:
    for label in labels:
        if not label or not label.isprintable() or label != " ".join(label.split()):
            raise PlanError(f"every {what} needs a label, with single blanks between its words")
        _check_length(what, label, longest)
    if len(set(labels)) < len(labels):
        raise PlanError(f"a {what} stands there twice")


def _number(label: str) -> float | None:
    try:
        return float(label)
    except ValueError:
        return None
