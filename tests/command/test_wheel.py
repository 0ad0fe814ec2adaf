"""What pip installs: the library, the command, and the app in any folder."""

import subprocess
import sys
import sysconfig
import time
import tomllib
import venv
import zipfile
from urllib.request import urlopen

import pytest

from oq_core.command import main
from oq_core.version import VERSION
from tests.conftest import ROOT
from tests.server import free_port


def test_the_wheel_takes_the_whole_app():
    """Whatever lies on the top level and is no test or text is in it."""
    made = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    taken = made["targets"]["wheel"]["force-include"]
    assert all((ROOT / name).exists() for name in taken)
    # The command is loaded before the library, of which it would load all.
    assert taken.pop("oq_core/command/oq_started.py") == "oq_started.py"
    assert set(taken.values()) == {f"oq_core/app/{name}" for name in taken}
    assert {"app.py", "pages", "sample_data", ".streamlit"} == set(taken)
    assert made["targets"]["wheel"]["packages"] == ["oq_core"]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The wheel and the sdist; the wheel is built from the sdist, so that both are whole."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "build", "-o", str(folder), str(ROOT)], check=True)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


@pytest.mark.dear("the list of what the wheel takes is compared")
def test_what_is_built_is_installed_and_works_from_any_folder(built, tmp_path):
    wheel, sdist = built
    told = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", str(wheel), str(sdist)],
        check=True,
        capture_output=True,
    ).stdout
    assert told.count(b"PASSED") == 2
    assert wheel.stat().st_size < 2e6
    names = set(zipfile.ZipFile(wheel).namelist())
    assert not any(name.startswith(("tests/", "pages/")) for name in names)
    for folder in ("pages", "oq_core", "sample_data"):
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                name = file.relative_to(ROOT).as_posix()
                stands = name if folder == "oq_core" else f"oq_core/app/{name}"
                # What starts the command is taken to the top level, once.
                assert stands.replace("oq_core/command/oq_started", "oq_started") in names
    elsewhere = tmp_path / "elsewhere"
    venv.create(elsewhere, with_pip=True)
    programs = elsewhere / "bin"
    subprocess.run([programs / "pip", "install", "--quiet", f"{wheel}[app]"], check=True)
    said = subprocess.run(
        [programs / "oq", "--version"], cwd=elsewhere, capture_output=True, check=True
    )
    assert said.stdout.decode() == f"oq {VERSION}\n"
    port = free_port()
    with subprocess.Popen([programs / "oq", "app", f"--port={port}"], cwd=elsewhere) as app:
        try:
            assert _health(port, app) == "ok"
        finally:
            app.terminate()


@pytest.mark.dear("what lacks is played")
def test_the_core_scores_without_the_app(built, tmp_path):
    """Less than 350 MB, and to the letter what it says with all that the tests have."""
    venv.create(tmp_path / "core", with_pip=True)
    programs = tmp_path / "core" / "bin"
    subprocess.run([programs / "pip", "install", "--quiet", str(built[0])], check=True)
    (site,) = (tmp_path / "core").glob("lib/python*/site-packages")
    own = ("pip", "setuptools", "wheel", "_distutils")
    files = (each for each in site.rglob("*") if each.is_file())
    size = sum(
        each.stat().st_size for each in files if not each.relative_to(site).parts[0].startswith(own)
    )
    assert size < 350e6
    assert not [*site.glob("streamlit"), *site.glob("matplotlib")]

    def run(program, *line, path=""):
        return subprocess.run(
            [*program, *line], cwd=ROOT / "sample_data" / "short", env={"PYTHONPATH": path},
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    ours = [sys.executable, str(ROOT / "oq_core" / "command" / "oq_started.py")]
    for line in (
        ("score", "gold.json", "runs", "--format=csv"),
        ("test", "gold.json", "runs", "--measures=NMD", "--trials=100", "--format=csv"),
    ):
        found, wanted = run([programs / "oq"], *line), run(ours, *line, path=str(ROOT))
        assert (found.returncode, found.stdout) == (0, wanted.stdout)
        assert found.stdout
    for line, words in ((("app",), "'.[app]'"), (("report", "gold.json"), "'.[figures]'")):
        found = run([programs / "oq"], *line)
        assert (found.returncode, found.stderr.count("\n")) == (1, 1)
        assert words in found.stderr


@pytest.mark.parametrize(
    ("line", "package", "words"),
    [
        (["app"], "streamlit", "pip install '.[app]'"),
        (["report", "gold.json", "--out=r"], "matplotlib", "pip install '.[figures]'"),
    ],
)
def test_what_needs_more_says_how_to_install_it(line, package, words, monkeypatch, capsys):
    for module in ("oq_core.command.actions", "oq_core.campaign.printing.chart"):
        monkeypatch.setattr(f"{module}.find_spec", lambda name: name != package or None)
    assert main(line) == 1
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1


#: What a user may write, with types that mypy has to see through.
SCRIPT = """
import numpy as np
import numpy.typing as npt

from oq_core import MEASURES, Collection, Measure, Scores, rank_runs, score
from oq_core.analysis import Leaderboard

Array = npt.NDArray[np.float64]


def largest(estimated: Array, gold: Array) -> Array:
    found: Array = np.abs(estimated - gold).max(axis=-1)
    return found


gold, run = np.array([[0.5, 0.5], [0.2, 0.8]]), np.array([[0.25, 0.75], [0.5, 0.5]])
collection = Collection("C", ("low", "high"), ("d1", "d2"), gold, {"one": run, "two": gold})
own = Measure("MAXE", "Largest error", "own", "Largest error.", "e", largest)
scores: Scores = score(collection, [MEASURES["NMD"], "JSD", own])
board: Leaderboard = rank_runs(scores, samples=10)
print(board.to_frame(), scores.means.tolist())
"""


@pytest.mark.dear("mypy sees the library's own code in every run")
def test_mypy_is_strict_about_a_users_script(built, tmp_path):
    """With the wheel installed and nothing of the repository in sight."""
    installed = tmp_path / "venv"
    venv.create(installed, with_pip=True)
    programs = installed / "bin"
    subprocess.run([programs / "pip", "install", "--quiet", "--no-deps", str(built[0])], check=True)
    (site,) = installed.glob("lib/python*/site-packages")
    # Its dependencies are those that the tests run with.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    script = tmp_path / "script.py"
    strict = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--python-executable"]

    def told(text):
        script.write_text(text)
        done = subprocess.run(
            [*strict, str(programs / "python"), script.name],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return done.stdout

    assert told(SCRIPT).startswith("Success")
    wrong = told("from oq_core import score\nscore(1, 2)")
    assert wrong.count('incompatible type "int"') == 2


def _health(port, app):
    """What the app says of itself once it answers; it fails when it ends before that."""
    while app.poll() is None:
        try:
            with urlopen(f"http://127.0.0.1:{port}/_stcore/health") as answer:
                return answer.read().decode()
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"the app ended with {app.returncode}")
