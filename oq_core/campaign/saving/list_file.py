"""Which files a report wrote, so that another report takes the place of these alone."""

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

from oq_core.data.collection import DataError
from oq_core.data.scores import counted

#: What the list is called. `sha256sum --check` reads it.
LIST_FILE = "report.sha256"


def list_of(files: Mapping[str, bytes]) -> bytes:
    r"""Return the list of a report's files: a line for each, with its SHA-256 and its name.

    Parameters
    ----------
    files : mapping of str to bytes
        Contents by name.

    Examples
    --------
    >>> from oq_core.campaign.saving.list_file import list_of
    >>> list_of({"csv/a.csv": b""}).decode()
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  csv/a.csv\n'
    """
    lines = (f"{_digest(content)}  {name}\n" for name, content in sorted(files.items()))
    return "".join(lines).encode()


def files_of_report(folder: Path) -> set[Path]:
    """Return the files in a folder that are as a report wrote them, and its list.

    Parameters
    ----------
    folder : Path
        It may be empty, or not be there: then there are none.

    Raises
    ------
    DataError
        If there is something else, or a file was changed after the report wrote it.
    """
    if not os.path.lexists(folder) or (folder.is_dir() and not any(folder.iterdir())):
        return set()
    try:
        lines = (folder / LIST_FILE).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        raise DataError(
            f"{folder} is there and is not a report with a list of its files, {LIST_FILE}. Name "
            "another folder, or remove it first."
        ) from None
    digests = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    found, changed = {folder / LIST_FILE}, list[Path]()
    # What lies in the folder is looked up in the list: a name in the list leads nowhere else.
    for path in sorted(folder.rglob("*")):
        digest = digests.get(path.relative_to(folder).as_posix())
        if digest is not None:
            is_file = path.is_file() and not path.is_symlink()
            is_same = is_file and _digest(path.read_bytes()) == digest
            (found.add if is_same else changed.append)(path)
    if changed:
        others = f" and {counted(len(changed) - 1, 'other file')}" if len(changed) > 1 else ""
        raise DataError(
            f"{changed[0]}{others}: changed after the report wrote it. Move what is yours to "
            "another place, or name another folder."
        )
    return found


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
