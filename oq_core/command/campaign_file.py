"""A campaign of several collections, as a small file names it or as it is laid out in folders."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from oq_core.campaign.computing.analysis import Options
from oq_core.campaign.computing.several import CollectionFiles, read_several
from oq_core.campaign.computing.sources import Author, Campaign, Choices
from oq_core.campaign.saving.records import chosen, record, tables
from oq_core.reading.budget import Budget
from oq_core.reading.files import File, decoded, read_source

#: What the file may say beside its options.
_KEYS = ("title", "authors", "official_baselines", "options", "collections")
#: What a collection names; all else that it says are options.
_FILES = ("gold", "runs")
_SHAPE = "Write [collections.NAME] for each, with gold and runs"


@dataclass(frozen=True)
class CampaignFile:
    """The collections of a campaign, and what is chosen of all of them.

    Attributes
    ----------
    collections : tuple of CollectionFiles
    given : mapping of str to mapping of str to object
        What is chosen of single collections, by the fields of `Choices`.
    title : str
        Of the campaign; empty where it has none.
    authors : tuple of Author
        Of its overview.
    official_baselines : tuple of str
        Runs that the organisers submitted.
    options : mapping of str to object
        What a line says by flags, as it is read from them.

    Examples
    --------
    >>> CampaignFile(()).title
    ''
    """

    collections: tuple[CollectionFiles, ...]
    given: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    title: str = ""
    authors: tuple[Author, ...] = ()
    official_baselines: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    def read(self, given: Mapping[str, Any]) -> Campaign:
        """Return the campaign.

        Parameters
        ----------
        given : mapping of str to object
            Fields of `Choices` for every collection that says nothing else.

        Raises
        ------
        DataError, ValueError
            As `read_several`.
        """
        title = given.get("title") or self.title
        found = read_several(self.chosen(given), title, self.official_baselines)
        return replace(found, authors=self.authors)

    def chosen(self, given: Mapping[str, Any]) -> tuple[CollectionFiles, ...]:
        """Return the collections, each with its choices.

        Parameters
        ----------
        given : mapping of str to object
            As `read` takes it.
        """
        return tuple(
            replace(each, choices=Choices(**{**given, **self.given.get(each.name, {})}))
            for each in self.collections
        )


def campaign_file(path: str) -> CampaignFile | None:
    """Return the collections that a campaign's file or folder has; None for another path.

    Parameters
    ----------
    path : str
        A TOML file, whose paths go from its folder and stay in it; or a folder that has a folder
        for each collection, with one file or folder whose name begins with gold, and its runs.

    Raises
    ------
    DataError
        If it cannot be read, says what is not known, or a path leaves its folder.
    """
    if not path.casefold().endswith(".toml"):
        found = _laid_out(Path(path))
        return CampaignFile(found) if found else None
    file = decoded(*read_source(path), Budget())
    try:
        content = tomllib.loads(file.text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise file.error(f"this is no TOML: {error}", _SHAPE) from None
    for key in content:
        if key not in _KEYS:
            raise file.error(f"{key} is not known", f"It may have {', '.join(_KEYS)}")
    named = _table(file, content, "collections")
    if not named:
        raise file.error("it names no collection", _SHAPE)
    collections = {name: _table(file, named, name) for name in named}
    own = {
        name: {key: value for key, value in table.items() if key not in _FILES}
        for name, table in collections.items()
    }
    title = content.get("title", "")
    if not isinstance(title, str):
        raise file.error("title is no text", "Write one title between quotes")
    authors = tables(file, content, "authors")
    asked = chosen(file, "options", _table(file, content, "options"), Choices, Options)
    return CampaignFile(
        tuple(_collection(file, Path(path).parent, *each) for each in collections.items()),
        {
            name: {
                option.name: option.passed(value)
                for option, value in chosen(file, f"collections.{name}", table, Choices)
            }
            for name, table in own.items()
        },
        title,
        tuple(record(file, "authors", Author, each) for each in authors),
        _texts(file, content, "official_baselines"),
        {option.asked_as: value for option, value in asked},
    )


def _laid_out(folder: Path) -> tuple[CollectionFiles, ...]:
    """Collections in folders: each has its gold, and beside it its runs."""
    found = list[CollectionFiles]()
    for each in sorted(folder.iterdir()) if folder.is_dir() else ():
        inside = sorted(each.iterdir()) if each.is_dir() else []
        seen = [path for path in inside if not path.name.startswith(".")]
        gold = [str(path) for path in seen if path.name.casefold().startswith("gold")]
        runs = [str(path) for path in seen if str(path) not in gold]
        if gold and runs:
            found.append(CollectionFiles(each.name, tuple(gold), tuple(runs)))
    return tuple(found)


def _collection(file: File, root: Path, name: str, content: Mapping[str, Any]) -> CollectionFiles:
    """A collection as the file names it."""
    gold, runs = (
        tuple(_inside(file, root, each, f"collections.{name}.{kind}") for each in paths)
        for kind in _FILES
        for paths in [_texts(file, content, kind, f"collections.{name}.")]
    )
    if not gold:
        raise file.error(f"collections.{name} has no gold", _SHAPE)
    return CollectionFiles(name, gold, runs)


def _inside(file: File, root: Path, path: str, place: str) -> str:
    """A path from the file's folder, which it may not leave."""
    found = root / path
    if Path(path).is_absolute() or not found.resolve().is_relative_to(root.resolve()):
        raise file.error(
            f"{path} leaves the folder of this file", "Name files in it or below it", place
        )
    return str(found)


def _table(file: File, content: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = content.get(key, {})
    if not isinstance(found, dict):
        raise file.error(f"{key} is no table", _SHAPE)
    return found


def _texts(file: File, content: Mapping[str, Any], key: str, place: str = "") -> tuple[str, ...]:
    found = content.get(key, [])
    every: Sequence[object] = [found] if isinstance(found, str) else found
    if not isinstance(every, list) or not all(isinstance(each, str) for each in every):
        raise file.error(f"{place}{key} is no text or list of texts", "Write it between quotes")
    return tuple(map(str, every))
