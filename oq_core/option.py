"""What a person can choose, as a record: pages, addresses, links and the shell are made from it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


def names_of(text: str) -> tuple[str, ...]:
    """The names in a text, between commas.

    Examples
    --------
    >>> names_of("NMD, RNOD,")
    ('NMD', 'RNOD')
    """
    return tuple(name.strip() for name in text.split(",") if name.strip())


def asked_as(flag: str) -> str:
    """The name of a flag among what the shell has read.

    Examples
    --------
    >>> asked_as("--small-split=4"), asked_as("--outside RUN")
    ('small_split', 'outside')
    """
    return re.split("[ =]", flag)[0].lstrip("-").replace("-", "_")


@dataclass(frozen=True)
class Number:
    """A number within limits: whole numbers where the limits are.

    Attributes
    ----------
    least, most : int or float
    step : int or float, optional
    format : str, optional
        How a page shows it, as ``%.3f``.
    slides : bool
        Whether a page draws it as a slider.
    on_pages : int or float, optional
        The most on a page, whose server computes for others too; as much as anywhere unless given.

    Examples
    --------
    >>> Number(0.0, 1.0).read("0.5"), Number(0, 10).read("5")
    (0.5, 5)
    """

    least: float
    most: float
    step: float | None = None
    format: str | None = None
    slides: bool = False
    on_pages: float | None = None

    def read(self, text: str) -> float:
        """The number that a text says.

        Raises
        ------
        ValueError
            If it is none, or beyond the limits.
        """
        is_whole = isinstance(self.least, int)
        try:
            found = int(text) if is_whole else float(text)
        except ValueError:
            found = float("nan")
        if not self.least <= found <= self.most:
            kind = "whole number" if is_whole else "number"
            raise ValueError(f"{text!r} is no {kind} from {self.least:,} to {self.most:,}")
        return found


@dataclass(frozen=True)
class Switch:
    """On or off."""


@dataclass(frozen=True)
class Ways:
    """One of several ways.

    Attributes
    ----------
    words : mapping of object to str
        Each in words, the usual one first; empty where they are known only where it is drawn.
    beside : bool
        Whether a page draws them side by side, not as a list.
    """

    words: Mapping[Any, str] = field(default_factory=dict)
    beside: bool = False


@dataclass(frozen=True)
class Text:
    """A text that a function reads.

    Attributes
    ----------
    read, write : callable
        What a text says, and the text that says it; `read` raises ValueError.
    repeats : bool
        Whether the shell takes it several times.
    placeholder : str
        Stands on a page where nothing is typed.
    """

    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str
    repeats: bool = False
    placeholder: str = ""


@dataclass(frozen=True)
class Names:
    """One or several of some names, which are known only where it is drawn.

    Attributes
    ----------
    several : bool
    repeats : bool
        Whether the shell takes it several times: a name may hold a comma. It takes them between
        commas otherwise.
    splits : bool
        Whether one text alone is several names, between commas or ``<``.
    by_place : bool
        Whether an address holds their places instead of the names, which are a visitor's.
    beside : bool
        As of `Ways`.
    """

    several: bool = True
    repeats: bool = False
    splits: bool = False
    by_place: bool = True
    beside: bool = False

    @property
    def read(self) -> Callable[[str], Any]:
        """What reads a text of the shell."""
        return str if self.repeats else names_of

    @property
    def write(self) -> Callable[[Any], str]:
        """What writes it."""
        return str if self.repeats else ",".join


@dataclass(frozen=True)
class Option(Generic[Value]):
    """Something that a person can choose.

    Attributes
    ----------
    name : str
        The field or parameter that it is passed to.
    to : callable, str or None
        The function or record that has it; of a campaign's records, which are made of options,
        the name. None where only what a page shows depends on it.
    usual : object
        What it is at first. Of a number None is what 0 stands for.
    values : Number, Switch, Ways, Text or Names
    words : str
        What a page calls it; empty where no page has it.
    help : str
        What a page says of it.
    told : str
        What it is called beside *Options* where it is not as usual; {} stands for the value,
        {words} for its words.
    address : str
        Its name in addresses, where {} stands for what is known only where it is drawn; empty
        where it is in none.
    linked : bool
        Whether a link to share carries it.
    in_shell : str
        What the shell says of it; empty where the shell has no such flag.
    flag : str
        What the shell calls it, where that is not its name.
    sign : str
        What stands for its value in the shell's help.
    needs : str
        The flag, with its sign, without which it says nothing.
    apart : str
        The flag beside which it says nothing.

    Examples
    --------
    >>> seed = Option("seed", None, 0, Number(0, 9), "Seed", address="seed", in_shell="of all")
    >>> seed.typed_as, seed.read("7"), seed.written(7)
    ('--seed', 7, ['--seed=7'])
    """

    name: str
    to: Callable[..., Any] | str | None
    usual: Value
    values: Number | Switch | Ways | Text | Names
    words: str = ""
    help: str = ""
    told: str = ""
    address: str = ""
    linked: bool = True
    in_shell: str = ""
    flag: str = ""
    sign: str | None = None
    needs: str = ""
    apart: str = ""

    @property
    def typed_as(self) -> str:
        """Its flag in the shell."""
        return self.flag or f"--{self.name.replace('_', '-')}"

    @property
    def asked_as(self) -> str:
        """Its name among what the shell has read."""
        return asked_as(self.typed_as)

    @property
    def repeats(self) -> bool:
        """Whether the shell takes it several times."""
        return isinstance(self.values, Text | Names) and self.values.repeats

    def passed(self, chosen: Any) -> Any:
        """What is passed on where this was chosen."""
        if self.repeats:
            if isinstance(self.values, Names) and self.values.splits and len(chosen) == 1:
                chosen = names_of(chosen[0].replace("<", ","))
            return type(self.usual)(chosen)  # type: ignore[call-arg]
        if isinstance(self.usual, Enum):
            return type(self.usual)(chosen)
        return chosen or None if self.usual is None else chosen

    def read(self, text: str) -> Any:
        """What a text of the shell says.

        Raises
        ------
        ValueError
            If it says nothing that can be chosen.
        """
        return getattr(self.values, "read", str)(text)

    def written(self, value: Any) -> list[str]:
        """The words of a shell's line that choose a value."""
        if isinstance(self.values, Switch):
            return [self.typed_as] if value else []
        several = value if self.repeats else [value]
        if isinstance(several, Mapping):
            several = several.items()
        write = getattr(self.values, "write", str)
        # A name may begin with a hyphen.
        return [f"{self.typed_as}={write(each)}" for each in several]

    def is_at(self, parameter: str) -> bool:
        """Whether a parameter of an address is about it."""
        pattern = re.escape(self.address).replace(r"\{\}", ".*")
        return bool(self.address) and re.fullmatch(pattern, parameter) is not None
