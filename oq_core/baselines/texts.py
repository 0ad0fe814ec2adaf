"""What was rated, as text: dialogues with their turns, or items with a text each."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import PurePath
from typing import Any

from oq_core.data.collection import Collection
from oq_core.data.scores import counted
from oq_core.reading import budget as limits
from oq_core.reading.archives import Listing, Member, list_members
from oq_core.reading.budget import Budget
from oq_core.reading.containers import table_lines
from oq_core.reading.delimited import open_table
from oq_core.reading.files import File, Source
from oq_core.reading.guessing import is_id_name
from oq_core.reading.read import as_sources, gold_in
from oq_core.reading.rows import alike, signs_of, some_of

_TABLE = "Give a table with the header id,text"
_SHAPES = (
    'Open NTCIR dialogues ([{"id", "turns": [{"sender", "utterances"}]}]), DBDC dialogues, or a '
    "table with the header id,text"
)
#: Who speaks in an item that is no dialogue.
_NOBODY = ""


@dataclass(frozen=True)
class Text:
    """The text of an instance.

    Attributes
    ----------
    id : str
        Of the instance.
    dialogue : str
        What it is a part of: instances of one dialogue are not independent.
    turns : tuple of pairs of str
        Who said what, oldest first, up to what is rated.

    Examples
    --------
    >>> from oq_core.baselines.texts import Text
    >>> Text("d1_2", "d1", (("U", "Hello"), ("S", "I like trains."))).dialogue
    'd1'
    """

    id: str
    dialogue: str
    turns: tuple[tuple[str, str], ...]


def read_texts(source: Source | Sequence[Source]) -> dict[str, Text]:
    r"""Read the texts of instances, whether they are rated or not.

    Parameters
    ----------
    source : path or uploaded file, or several
        NTCIR dialogues, DBDC dialogues (their annotated turns or, where none is, all that the
        system said), or a table ``id,text``; also in ZIP archives and folders.

    Returns
    -------
    dict of str to Text
        By instance id.

    Raises
    ------
    DataError
        If a file has no texts, an instance is there twice, or no instance has a word.

    Examples
    --------
    >>> import io
    >>> from oq_core.baselines.texts import read_texts
    >>> file = io.StringIO("id,text\nd1,Thank you!\n")
    >>> file.name = "texts.csv"
    >>> read_texts(file)["d1"].turns
    (('', 'Thank you!'),)
    """
    listings = _listed(source)
    return _texts_in([member for listing in listings for member in listing.members], listings)


def read_rated_texts(
    source: Source | Sequence[Source],
) -> tuple[dict[str, Collection], dict[str, Text], tuple[str, ...]]:
    r"""Read gold and the texts of all its instances.

    Parameters
    ----------
    source : path or uploaded file, or several
        Dialogues with utterances and ratings; or gold of any format and a table ``id,text``.

    Returns
    -------
    tuple of dict of str to Collection, dict of str to Text and tuple of str
        Gold by scale, as `oq_core.reading.read_gold` gives it; texts by instance id; and what
        should be known of how the gold was read.

    Raises
    ------
    DataError
        If there is no gold, or an instance of it has no text.

    Examples
    --------
    >>> import io
    >>> from oq_core.baselines.texts import read_rated_texts
    >>> def upload(name, text):
    ...     file = io.StringIO(text)
    ...     file.name = name
    ...     return file
    >>> rated = upload("gold.csv", "id,low,high\nd1,3,1\n")
    >>> gold, texts, notes = read_rated_texts([rated, upload("texts.csv", "id,text\nd1,No!\n")])
    >>> gold["gold"].votes.tolist(), texts["d1"].turns
    ([[3, 1]], (('', 'No!'),))
    """
    listings = _listed(source)
    tables = [each for listing in listings for each in listing.members if _is_text_table(each)]
    rest = [
        replace(each, members=tuple(m for m in each.members if m not in tables))
        for each in listings
    ]
    with_gold = [each for each in rest if each.members]
    if not with_gold:
        raise _whole(listings).error(
            "there are no ratings to learn from", "Add the gold file of these instances"
        )
    read = gold_in(with_gold)
    if not read.collections:
        raise _whole(with_gold).error(
            "there are no ratings of quality to learn from", "Open gold with ratings"
        )
    members = tables or [member for listing in listings for member in listing.members]
    texts = _texts_in(members, listings)
    for collection in read.collections.values():
        if without := [name for name in collection.ids if name not in texts]:
            same = alike(without, set(texts) - set(collection.ids))
            for name, other in same.items():
                raise _whole(listings).error(
                    f"the id {signs_of(other)} of a text looks the same as {signs_of(name)} of the "
                    f"gold (its instance {collection.ids.index(name) + 1:,})",
                    "Write both in the same way",
                )
            raise _whole(listings).error(
                f"{counted(len(without), 'instance')} of the gold "
                f"{'has' if len(without) == 1 else 'have'} no text: {some_of(without)}",
                "Add them to the texts, or leave them out of the gold",
            )
    return read.collections, texts, read.notes


def _listed(source: Source | Sequence[Source]) -> list[Listing]:
    """The files, each of which is opened and parsed once however often it is looked at."""
    budget = Budget()
    return [
        replace(each, members=tuple(replace(m, open=cache(m.open)) for m in each.members))
        for each in (list_members(one, budget) for one in as_sources(source))
    ]


def _whole(listings: Sequence[Listing]) -> File:
    return listings[0].file if len(listings) == 1 else File("The files", "")


def _texts_in(members: Iterable[Member], listings: Sequence[Listing]) -> dict[str, Text]:
    found: dict[str, Text] = {}
    whole = _whole(listings)
    for member in members:
        file = member.open()
        for text in _texts_of(file):
            if text.id in found:
                raise file.error(f"the instance {text.id} is there already", "Keep one of the two")
            found[text.id] = text
        limits.check_count(file.name, len(found), limits.MAX_INSTANCES, "texts")
    if not found:
        raise whole.error("there are no texts in it", _SHAPES)
    if not any(words.strip() for text in found.values() for _, words in text.turns):
        raise whole.error(
            f"the texts of all {counted(len(found), 'instance')} are empty",
            "Open the data with their texts, or a table id,text beside the gold",
        )
    return found


def _texts_of(file: File) -> Iterator[Text]:
    parsed = file.json if file.is_json else None
    if parsed is None:
        return _of_table(file)
    if isinstance(parsed, dict) and isinstance(parsed.get("turns"), list):
        return _of_dbdc(file, parsed)
    if isinstance(parsed, list) and parsed and all(isinstance(each, dict) for each in parsed):
        return _of_ntcir(file, parsed)
    raise file.error("there are no texts in it", _SHAPES)


def _of_ntcir(file: File, entries: list[dict[str, Any]]) -> Iterator[Text]:
    for number, entry in enumerate(entries, start=1):
        name, turns = entry.get("id"), entry.get("turns")
        if isinstance(name, bool) or not isinstance(name, str | int):
            raise file.error("there is no id", _SHAPES, f"entry {number}")
        place = f"dialogue {name}"
        if not isinstance(turns, list):
            raise file.error("there is no list of turns", _SHAPES, place)
        said = []
        for turn in turns:
            parts = turn.get("utterances") if isinstance(turn, dict) else None
            if not isinstance(parts, list):
                raise file.error("a turn has no list of utterances", _SHAPES, place)
            words = " ".join(_string(file, place, each) for each in parts)
            said.append((_string(file, place, turn.get("sender", "")), words))
        yield Text(str(name), str(name), tuple(said))


def _of_dbdc(file: File, parsed: dict[str, Any]) -> Iterator[Text]:
    dialogue = str(parsed.get("dialogue-id", PurePath(file.name).name.split(".")[0]))
    turns = [turn for turn in parsed["turns"] if isinstance(turn, dict)]
    is_rated = any(turn.get("annotations") for turn in turns)
    said: list[tuple[str, str]] = []
    for number, turn in enumerate(turns, start=1):
        place, who = f"turn {number}", turn.get("speaker", "")
        if "utterance" not in turn:
            raise file.error("there is no utterance", _SHAPES, place)
        said.append((_string(file, place, who), _string(file, place, turn["utterance"])))
        if turn.get("annotations") if is_rated else who == "S":
            yield Text(f"{dialogue}_{turn.get('turn-index')}", dialogue, tuple(said))


def _of_table(file: File) -> Iterator[Text]:
    table = open_table(file, _TABLE)
    if not _is_text_header(table.header):
        raise file.error("there are no columns id and text", _TABLE, f"line {table.line}")
    for line, (name, words) in table.rows:
        if not name:
            raise file.error("the id is empty", "Fill it in", f"line {line}")
        yield Text(name, name, ((_NOBODY, words),))


def _is_text_table(member: Member) -> bool:
    file = member.open()
    header = [] if file.is_json else next((cells for _, cells in table_lines(file)), [])
    return _is_text_header(header)


def _is_text_header(header: Sequence[str]) -> bool:
    if len(header) != 2:
        return False
    return is_id_name(header[0]) and header[1].casefold() in ("text", "utterance")


def _string(file: File, place: str, value: Any) -> str:
    if not isinstance(value, str):
        raise file.error(f"{value!r} is not text", "Put it between quotation marks", place)
    return value
