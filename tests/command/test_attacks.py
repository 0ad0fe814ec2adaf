"""The command attacked: full disks, signals, links, files of others.

Whatever fails, what was there stays, nothing is left half written, and a sentence tells it. Where
a shell or the system may see it otherwise, the command has a process of its own.
"""

import os
import re
import resource
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from oq_core.campaign import Chart
from oq_core.command import main
from tests.command.order_told import without_order
from tests.command.test_command import GOLD, QUICK, RUNS
from tests.conftest import ROOT

#: What works in the background of a shell ignores Ctrl-C, and so may these tests.
HEARS = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)"
REPORT = ["report", "gold.csv", "runs", "--measures=NMD", *QUICK]
#: So many trials take longer than any test waits.
LONG = ["--measures=NMD", "--trials=10000000"]
_OURS = {
    # As installed: the module stands on the top level there.
    "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "oq_core" / "command")]),
    "OPENBLAS_NUM_THREADS": "1",
    # Whatever is set here: what is printed waits for more, as it does for a user.
    "PYTHONUNBUFFERED": "",
    "SOURCE_DATE_EPOCH": "0",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    # Figures take most of a report's time.
    monkeypatch.setattr(Chart, "svg", "<svg></svg>")
    monkeypatch.setattr(Chart, "pdf", b"")
    (tmp_path / "gold.csv").write_text(GOLD)
    (tmp_path / "runs").mkdir()
    for name, text in RUNS.items():
        (tmp_path / "runs" / f"{name}.csv").write_text(text)
    return tmp_path


@pytest.fixture
def run(capsys):
    """What becomes of a line, here: its status, and what was said beside the output."""
    return lambda *line: (main(line), without_order(capsys.readouterr().err))


def started(folder, *line, **how):
    """A process of the command in a folder."""
    code = f"{HEARS}; import oq_started; sys.exit(oq_started.main())"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | how
    return subprocess.Popen(
        [sys.executable, "-c", code, *line], cwd=folder, env={**os.environ, **_OURS}, text=True,
        **pipes,
    )  # fmt: skip


def ended(process):
    """Status, and what was said beside the output: one sentence, if anything failed."""
    said = process.communicate()[1]
    assert "Traceback" not in said
    assert "Exception ignored" not in said
    return process.returncode, without_order(said)


def there(folder):
    """All that is in a folder, also what is hidden."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def test_links_of_names_that_can_be_guessed_are_not_followed(folder, run):
    (folder / "secret").write_text("mine")
    names = (".r.html.part", ".r.html", "r.html.tmp", ".oq-")
    for name in names:
        (folder / name).symlink_to("secret")
    assert run(*REPORT, "--out=r.html") == (0, "")
    assert (folder / "secret").read_text() == "mine"
    assert all((folder / name).is_symlink() for name in names)
    # Nor is a link in the place itself.
    (folder / "there.html").symlink_to("nowhere")
    status, said = run(*REPORT, "--out=there.html")
    assert (status, said.count("\n")) == (1, 1)
    assert "there.html is there already. Remove it" in said


def test_a_report_leaves_what_is_its_user_s(folder, run):
    line = [*REPORT, "--out=report"]
    assert run(*line) == (0, "")
    (folder / "report/csv/mine.csv").write_text("years of work")
    before = there(folder)
    assert run(*line) == (0, "")
    assert there(folder) == before
    (folder / "report/methods.tex").write_text("years of work")
    before = there(folder)
    status, said = run(*line)
    assert (status, said.count("\n")) == (1, 1)
    assert "report/methods.tex: changed after the report wrote it" in said
    assert there(folder) == before


@pytest.fixture
def small():
    """No file that is written here may be large."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, usual[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, usual)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("line", [[*REPORT, "--out=made/r.html"], [*REPORT, "--out=made/report"]])
def test_a_file_that_becomes_too_large_is_told(folder, run, line):
    before = there(folder)
    status, said = run(*line)
    assert (status, said.count("\n")) == (1, 1)
    assert re.match(r"oq: made/\S+: this cannot be written \(File too large\)\. Make room", said)
    assert there(folder) == before


@pytest.mark.usefixtures("folder")
def test_a_disk_that_is_full_is_told(run, tmp_path_factory):
    disk = tmp_path_factory.mktemp("disk")
    mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(disk)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        (disk / "mine.txt").write_text("years of work")
        for line in ([*REPORT, f"--out={disk / 'r.html'}"], [*REPORT, f"--out={disk / 'report'}"]):
            status, said = run(*line)
            assert (status, said.count("\n")) == (1, 1)
            assert "this cannot be written (No space left on device). Make room, or name" in said
            assert there(disk) == {"mine.txt": b"years of work"}
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_output_that_cannot_be_printed_is_told(folder):
    line = ["score", "gold.csv", "runs", "--measures=NMD", "--format=csv"]
    with Path("/dev/full").open("w") as full:
        status, said = ended(started(folder, *line, stdout=full))
    assert (status, said.count("\n")) == (1, 1)
    assert "oq: what is printed cannot be written (No space left on device). Make room" in said
    # A program that has read enough is no failure.
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as closed:
        assert ended(started(folder, *line, stdout=closed)) == (0, "")


def hears(process):
    """Whether a process hears the signal to end."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    caught = int(re.search(r"SigCgt:\s*(\w+)", status)[1], 16)
    return bool(caught >> (signal.SIGTERM - 1) & 1)


def imports(name, process):
    """Whether a process has loaded a library."""
    return hears(process) and name in Path(f"/proc/{process.pid}/maps").read_text()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("moment", [hears, partial(imports, "numpy"), partial(imports, "pandas")])
def test_a_signal_ends_it_while_it_is_loaded(folder, number, moment):
    before = there(folder)
    process = started(folder, "report", "gold.csv", "runs", *LONG, "--out=r.html")
    while not moment(process):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(number)
    assert ended(process) == (128 + number, "\noq: stopped; nothing was left half written\n")
    assert there(folder) == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_at_work(folder, number):
    """The note on what was read comes before the work."""
    (folder / "same.csv").write_text(RUNS["TEAM-run2"])
    before = there(folder)
    process = started(folder, "report", "gold.csv", "runs", "same.csv", *LONG, "--out=r.html")
    assert process.stderr.readline().startswith("Note: ")
    process.send_signal(number)
    status, said = ended(process)
    assert status == 128 + number
    assert said.endswith("\noq: stopped; nothing was left half written\n")
    assert there(folder) == before


@pytest.mark.parametrize(
    ("line", "status", "words"),
    [
        (["score", "gold.csv", "nowhere"], 1, "oq: nowhere"),
        (["report", "gold.csv", "--trials=-1"], 2, "usage: oq report"),
    ],
)
def test_statuses_are_those_that_are_told(folder, line, status, words):
    """Those of success and of signals are above."""
    found, said = ended(started(folder, *line))
    assert found == status
    assert said.startswith(words)
