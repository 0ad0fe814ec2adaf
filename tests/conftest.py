"""What tests of every folder share."""

import gc
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import cast

import pytest
from _pytest.mark import ParameterSet
from hypothesis import settings
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from oq_core.campaign.printing.chart import Chart

# Machines differ, and tests run beside each other: no example fails for its time alone. There
# are many properties of many measures; `--all` looks at more examples of each, and
# `--hypothesis-profile=thorough` at many more.
settings.register_profile("quick", deadline=None, max_examples=20)
settings.register_profile("all", deadline=None, max_examples=60)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile("quick")


def pytest_configure(config: pytest.Config) -> None:
    """Look at more examples with `--all`, unless a profile is named."""
    if config.getoption("--all") and not config.getoption("--hypothesis-profile"):
        settings.load_profile("all")


# While modules are loaded there is none.
gc.disable()


def pytest_collection_finish() -> None:
    """Look for garbage rarely, and not among modules and tests, which are here to the end."""
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()


_MAIN = sys.modules["__main__"]


def pytest_runtest_teardown() -> None:
    """Put back what a page took the place of: every new process begins with it."""
    sys.modules["__main__"] = _MAIN


#: Run by hand.
collect_ignore = ["benchmarks"]
ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "sample_data"
MAIN = ROOT / "pages" / "main.py"
#: Seconds after which a pass of a script has failed, on however busy a machine.
PATIENCE = 600


NO_DATA = "no real data"


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real data sets: named by OQ_DATA, or beside the repository."""
    folder = Path(os.environ.get("OQ_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        told = ".github/docs/contributing/checking.md"
        message = f"{NO_DATA} in {folder}; {told} says where it can be had"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(message)
    return folder


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Have all tests that lack real data told in one line, as if they were here."""
    report = yield
    if report.skipped and NO_DATA in str(report.longrepr):
        _, _, why = cast("tuple[str, int, str]", report.longrepr)
        report.longrepr = (__file__, 0, why)
    return report


@pytest.fixture(scope="session", autouse=True)
def no_loss_of_power() -> Iterator[None]:
    """Nothing waits until a disk has what is written: that is for a loss of power."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports with empty figures: these take most of the time."""
    monkeypatch.setattr(Chart, "svg", "<svg></svg>")
    monkeypatch.setattr(Chart, "pdf", b"")


def pytest_addoption(parser: pytest.Parser) -> None:
    """What is dear and rarely changes is a sample ordinarily."""
    parser.addoption("--all", action="store_true", help="run what is dear too, not a sample of it")


@pytest.fixture(scope="session")
def in_full(request: pytest.FixtureRequest) -> bool:
    """Whether all is tested, not a sample of it."""
    return bool(request.config.getoption("--all"))


class _Lines(SingleFileSnapshotExtension):
    """A text file for each snapshot, with a line for each text of a list."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT

    def serialize(self, data: list[str], **_: object) -> str:
        return "\n".join([*data, ""])


@pytest.fixture
def snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Lines as they were; `pytest --snapshot-update` writes those of its tests anew."""
    return snapshot.use_extension(_Lines)


def dear(value: object, part: str) -> ParameterSet:
    """A parameter, or a tuple of them, for `--all` only; and what part is tested without it."""
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.dear(part))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is dear; the summary says so and names the part that runs.

    Browsers come first: at the end no process works alone at what is long.
    """
    items.sort(key=lambda item: "browser" not in item.path.parts)
    for item in items:
        if (mark := item.get_closest_marker("dear")) and not config.getoption("--all"):
            item.add_marker(pytest.mark.skip(f"with --all alone; {mark.args[0]}"))
