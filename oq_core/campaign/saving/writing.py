"""Files written whole or not at all: what the project writes, it writes here."""

import os
import shutil
import signal
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import current_thread, main_thread

from oq_core.data.collection import DataError


def check_free(place: Path) -> Path:
    """Return a place where nothing is yet.

    Raises
    ------
    DataError
        If something is there, even a link that leads nowhere.
    """
    if os.path.lexists(place):
        raise DataError(f"{place} is there already. Remove it, or name another file.")
    return place


def write_files(files: Mapping[Path, bytes], former: Collection[Path] = ()) -> None:
    """Write files: all of them, or none.

    They are written into a folder that no other user can open, and take their places once all are
    there. A link in the place of one is not followed. Ctrl-C and the signal to end wait until all
    is in its place, or as it was.

    Parameters
    ----------
    files : mapping of Path to bytes
        One or more. Folders that are not there are made.
    former : collection of Path
        Files that these may replace. Those that have no follower are removed, with the folders
        that are then empty.

    Raises
    ------
    DataError
        If something else is in the place of a file, or the system cannot write. All is then as it
        was.

    Examples
    --------
    >>> import tempfile
    >>> from oq_core.campaign.saving.writing import write_files
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_files({Path(folder, "a", "b.txt"): b"1"})
    ...     Path(folder, "a", "b.txt").read_text()
    '1'
    """
    folder = Path(os.path.commonpath([path.parent for path in files]))
    base = folder.absolute()
    try:
        while not base.is_dir():
            base = base.parent
        with (
            _signals_wait() as heard,
            tempfile.TemporaryDirectory(prefix=".oq-", dir=base, ignore_cleanup_errors=True) as own,
        ):
            made = Path(own, "made")
            for path, content in files.items():
                _write(made / path.absolute().relative_to(base), content)
            if not heard:
                _put(made, base, {path.absolute() for path in former}, Path(own, "former"))
    except OSError as error:
        named = next(iter(files)) if len(files) == 1 else folder
        raise DataError(
            f"{named}: this cannot be written ({error.strerror}). Make room, or name another place."
        ) from None


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        # Some systems tell only here that there is no room. And a loss of power then leaves what
        # was there, or all of this.
        os.fsync(file.fileno())


def _put(made: Path, base: Path, former: Collection[Path], kept: Path) -> None:
    """Move what was made to its places; where that fails, all is put back."""
    moves = list(_moves(made, base))
    for _, place in moves:
        if place not in former:
            check_free(place)
    kept.mkdir()
    # Copies: a former file is in its place until another takes it, whenever this process ends.
    copies = {path: kept / str(number) for number, path in enumerate(former)}
    for path, copy in copies.items():
        shutil.copy2(path, copy)
    done = []
    try:
        for source, place in moves:
            source.replace(place)
            done.append((source, place))
        for path in {*former}.difference(place for _, place in moves):
            path.unlink()
    except OSError:
        for source, place in done:
            if place not in former:
                place.replace(source)
        for path, copy in copies.items():
            copy.replace(path)
        raise
    for folder in sorted({path.parent for path in former}, reverse=True):
        with suppress(OSError):  # It is not empty.
            folder.rmdir()


def _moves(made: Path, base: Path) -> Iterator[tuple[Path, Path]]:
    """What goes where: a folder as a whole, unless there is one."""
    for each in sorted(made.iterdir()):
        place = base / each.name
        if each.is_dir() and place.is_dir() and not place.is_symlink():
            yield from _moves(each, place)
        else:
            yield each, place


@contextmanager
def _signals_wait() -> Iterator[list[int]]:
    """Let the signals that stop a program wait until the end; those that were heard so far."""
    heard = list[int]()
    numbers = (signal.SIGINT, signal.SIGTERM) if current_thread() is main_thread() else ()
    # What is not Python's own is none here, and cannot be put back.
    before = {number: was for number in numbers if (was := signal.getsignal(number)) is not None}
    try:
        for number in before:
            signal.signal(number, lambda one, _: heard.append(one))
        yield heard
    finally:
        for number, was in before.items():
            signal.signal(number, was)
        for one in heard[:1]:
            signal.raise_signal(one)
