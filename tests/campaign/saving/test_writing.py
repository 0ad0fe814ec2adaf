"""What is written is there as a whole or not at all, whenever writing fails."""

import ast
import errno
import itertools
import os
import signal
import sys
from functools import partial
from pathlib import Path

import pytest

from oq_core import DataError
from oq_core.campaign.saving import writing
from oq_core.campaign.saving.writing import write_files
from tests.conftest import ROOT

# Another test of this process may have loaded JAX, whose threads no forked writer uses.
pytestmark = pytest.mark.filterwarnings("ignore:os.fork:RuntimeWarning")

#: Calls that write, wherever they are, and those that do so as functions of a module.
_WRITES = {
    "write_text", "write_bytes", "mkdir", "makedirs", "renames", "unlink", "rmdir",
    "rmtree", "removedirs", "touch", "symlink_to", "hardlink_to", "symlink", "chmod", "chown",
    "truncate", "copyfile", "copyfileobj", "copytree", "copy2", "extract", "extractall", "mkstemp",
    "mkdtemp", "mkfifo", "TemporaryDirectory", "TemporaryFile", "NamedTemporaryFile", "savefig",
    "tofile", "savez", "savetxt", "to_pickle", "to_excel", "write_html", "write_image", "print_pdf",
    "print_svg",
}  # fmt: skip
_OF_MODULES = {
    ("os", "open"), ("os", "remove"), ("os", "replace"), ("os", "link"), ("os", "write"),
    ("shutil", "move"), ("shutil", "copy"), ("np", "save"), ("pickle", "dump"), ("json", "dump"),
}  # fmt: skip
#: Where else there are such calls, and what they write to.
ELSEWHERE = {
    # A folder of the system's for the wheel, which goes again; no place that is named.
    "oq_core/campaign/publishing/codabench/score.py": {"TemporaryDirectory", "extractall"},
    # Bytes in memory.
    "oq_core/campaign/printing/vectors.py": {"print_pdf", "print_svg"},
    "oq_core/campaign/saving/archive.py": {"ZipFile"},
    # What is printed, once nobody reads it.
    "oq_core/command/line.py": {"os.open"},
    "oq_core/command/oq_started.py": {"os.write"},
    # The pipe to the server.
    "pages/host/worker.py": {"fdopen", "pickle.dump"},
}


def _written_by(call):
    """What a call is named, if it writes."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    module = getattr(getattr(call.func, "value", None), "id", "")
    texts = [
        each.value
        for each in (*call.args, *(keyword.value for keyword in call.keywords))
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    ]
    if (module, name) in _OF_MODULES:
        return f"{module}.{name}"
    if name in ("open", "ZipFile", "GzipFile", "fdopen"):
        return name if any(set(each) <= set("rwaxbt+") - {"r"} for each in texts if each) else ""
    if name in ("rename", "replace"):
        # A path's takes one place; a text's takes two, and a table's names, or a mapping of them.
        is_place = len(call.args) == 1 and not call.keywords
        is_place = is_place and isinstance(call.args[0], ast.Name | ast.Attribute | ast.BinOp)
        return name if is_place and isinstance(call.func, ast.Attribute) else ""
    return name if name in _WRITES else ""


def test_nothing_is_written_but_in_one_place():
    found = {}
    files = [ROOT / "app.py"]
    files += [each for name in ("oq_core", "pages") for each in (ROOT / name).rglob("*.py")]
    for path in files:
        calls = (n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Call))
        if names := {name for call in calls if (name := _written_by(call))}:
            found[path.relative_to(ROOT).as_posix()] = names
    assert found.pop("oq_core/campaign/saving/writing.py")
    assert found == ELSEWHERE


@pytest.mark.parametrize(
    ("line", "writes"),
    [
        ('Path(x).write_text("a")', True), ('open(x, "w")', True), ('x.open(mode="xb")', True),
        ("x.rename(y)", True), ("x.replace(y / z)", True), ("os.replace(x, y)", True),
        ("shutil.move(x, y)", True), ('ZipFile(x, "a")', True), ("os.open(x, y)", True),
        ("open(x)", False), ('x.open("rb")', False), ('x.replace("a", "b")', False),
        ("x.rename(columns=y)", False), ("replace(x, y=1)", False), ("ZipFile(x)", False),
    ],
)  # fmt: skip
def test_a_call_that_writes_is_known(line, writes):
    assert bool(_written_by(ast.parse(line, mode="eval").body)) == writes


BEFORE = {
    "old/report.html": b"before", "old/csv/means.csv": b"before", "old/gone/a.csv": b"before",
    "old/notes.txt": b"mine", "old/csv/mine.csv": b"mine", "other.txt": b"mine",
}  # fmt: skip
#: A folder that may stay, where it cannot be taken away.
EMPTIED = "old/gone"
#: Of these before; others are the user's.
FORMER = ("old/report.html", "old/csv/means.csv", "old/gone/a.csv")
REPLACING = {
    "old/report.html": b"after", "old/csv/means.csv": b"after", "old/new/b.csv": b"after",
    "old/csv/c.csv": b"after",
}  # fmt: skip
CASES = {
    "one file": ({"a.zip": b"after"}, ()),
    "two files": ({"run.csv": b"after", "run.training.json": b"after"}, ()),
    "a folder": ({"x/y/teams/A/p.html": b"after", "x/y/teams/A.zip": b"after"}, ()),
    "a report in the place of another": (REPLACING, FORMER),
}


def tree(folder):
    """What a user sees: files by name, and folders that are empty."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file():
            found[name] = path.read_bytes()
        elif not any(path.iterdir()) and name != EMPTIED:
            found[name] = None
    return found


#: How a process ends in which a write failed: it went on, it said so, or there was no such write.
SURVIVED, TOLD, NO_MORE = 0, 1, 2


def ended(act, number, fail):
    """How a process ends that does this, and whose write of this number fails."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    events, status = itertools.count(1), -1

    def hear(event, given):
        writes = event in ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.chmod")
        if event == "open" and isinstance(given[2], int):
            writes = bool(given[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
        if writes and next(events) == number:
            fail(event, str(given[0]))

    try:
        sys.addaudithook(hear)
        act()
        status = SURVIVED if next(events) > number else NO_MORE
    except DataError as error:
        status = TOLD if "this cannot be written" in str(error) else -1
    finally:
        os._exit(status)


def attacked(case, tmp_path, fail):
    """How it ended, what was left and what it is when all goes well: each write fails once."""
    files, former = CASES[case]
    after = {name: each for name, each in BEFORE.items() if name not in former} | files
    for number in itertools.count(1):
        place = tmp_path / str(number)
        for name, content in BEFORE.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_bytes(content)
        given = {place / name: content for name, content in files.items()}
        of_before = [place / name for name in former]
        status = ended(partial(write_files, given, of_before), number, fail)
        yield status, tree(place), after
        if status == NO_MORE:
            # Each file is made and moved; and what is former is copied.
            assert number > 2 + len(files) + 2 * len(former)
            return


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("case", CASES)
def test_each_write_that_fails_leaves_what_was_there(case, tmp_path):
    def fail(event, path):
        # The folder that all was made in is taken away at last: that needs no room.
        is_last = event in ("os.remove", "os.rmdir") and (".oq-" in path or "/" not in path)
        if not is_last:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    for status, left, after in attacked(case, tmp_path, fail):
        assert left == (BEFORE if status == TOLD else after)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("case", CASES)
def test_a_process_that_is_killed_at_a_write_leaves_every_file_whole(case, tmp_path):
    _, former = CASES[case]
    for status, left, after in attacked(case, tmp_path, lambda *_: os.kill(os.getpid(), 9)):
        assert status in (-9, NO_MORE)
        # But for what a hidden folder has of it, which nobody can take away then.
        seen = {name: each for name, each in left.items() if "/.oq-" not in f"/{name}"}
        for name, content in BEFORE.items():
            of_former = (content, after.get(name))
            assert seen.pop(name, None) in (of_former if name in former else (content,))
        assert all(content == after[name] for name, content in seen.items())
        if status == NO_MORE:
            assert left == after


def test_a_disk_that_fills_while_a_file_is_written_is_told(tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("oq_core.campaign.saving.writing.os.fsync", full)
    told = f"{tmp_path / 'a.zip'}: this cannot be written .No space left on device.. Make room, or"
    with pytest.raises(DataError, match=told):
        write_files({tmp_path / "a.zip": b"1"})
    assert not list(tmp_path.iterdir())


def test_links_are_not_followed(tmp_path, monkeypatch):
    """Neither one in the place of a file or folder, nor one of a name that could be guessed."""
    (tmp_path / "secret").write_text("mine")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in ("r.zip", ".r.zip.part", "dangling"):
        Path(name).symlink_to("nowhere" if name == "dangling" else "secret")
    Path("folder").symlink_to("elsewhere")
    for name in ("r.zip", "dangling"):
        with pytest.raises(DataError, match=f"{name} is there already"):
            write_files({Path(name): b"1"})
    # A link that is in a folder is no folder of it; the one that a user names is.
    with pytest.raises(DataError, match="folder is there already"):
        write_files({Path("a.txt"): b"1", Path("folder", "b.txt"): b"1"})
    assert not list(Path("elsewhere").iterdir())
    write_files({Path("folder", "b.txt"): b"1"})
    # A former file that is a link now is replaced, and what it leads to stays.
    write_files({Path("r.zip"): b"1"}, [Path("r.zip")])
    assert not Path("r.zip").is_symlink()
    assert [Path(name).read_text() for name in ("r.zip", "secret")] == ["1", "mine"]
    assert Path("elsewhere", "b.txt").read_text() == "1"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_wait_until_files_are_put_away(tmp_path, monkeypatch, number):
    heard = []
    before = signal.signal(number, lambda *given: heard.append(given[0]))
    write, put = writing._write, writing._put

    def written(*given):
        write(*given)
        signal.raise_signal(number)
        assert not heard

    def moved(*given):
        put(*given)
        signal.raise_signal(number)
        assert heard == [number]

    try:
        monkeypatch.setattr(writing, "_write", written)
        write_files({tmp_path / "a.zip": b"1", tmp_path / "b.zip": b"1"})
        assert heard == [number]
        assert not list(tmp_path.iterdir())
        monkeypatch.setattr(writing, "_write", write)
        monkeypatch.setattr(writing, "_put", moved)
        write_files({tmp_path / "a.zip": b"1"})
        assert heard == [number] * 2
        assert tree(tmp_path) == {"a.zip": b"1"}
    finally:
        signal.signal(number, before)
