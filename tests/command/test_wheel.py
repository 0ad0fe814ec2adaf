"""What pip installs: the library, the command, and the app in any folder."""

import subprocess
import sys
import time
import tomllib
import venv
import zipfile
from urllib.request import urlopen

import pytest

from oq_core.version import VERSION
from tests.conftest import ROOT
from tests.server import free_port


def test_the_wheel_takes_the_whole_app():
    """Whatever lies on the top level and is no test or text is in it."""
    made = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    taken = made["targets"]["wheel"]["force-include"]
    assert all((ROOT / name).exists() for name in taken)
    assert set(taken.values()) == {f"oq_core/app/{name}" for name in taken}
    assert {"app.py", "pages", "sample_data", ".streamlit"} == set(taken)
    assert made["targets"]["wheel"]["packages"] == ["oq_core"]


@pytest.mark.dear("the list of what the wheel takes is compared")
def test_what_is_built_is_installed_and_works_from_any_folder(tmp_path):
    """The wheel is built from the sdist, so that both are whole."""
    subprocess.run([sys.executable, "-m", "build", "-o", str(tmp_path), str(ROOT)], check=True)
    (wheel,), (sdist,) = tmp_path.glob("*.whl"), tmp_path.glob("*.tar.gz")
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
                assert (name if folder == "oq_core" else f"oq_core/app/{name}") in names
    elsewhere = tmp_path / "elsewhere"
    venv.create(elsewhere, with_pip=True)
    programs = elsewhere / "bin"
    subprocess.run([programs / "pip", "install", "--quiet", str(wheel)], check=True)
    said = subprocess.run(
        [programs / "oq", "--version"], cwd=elsewhere, capture_output=True, check=True
    )
    assert said.stdout.decode() == f"oq {VERSION}\n"
    port = free_port()
    with subprocess.Popen([programs / "oq", "app", f"--port={port}"], cwd=elsewhere) as app:
        try:
            assert _health(port, app).startswith('{"status":"ok"')
        finally:
            app.terminate()


def _health(port, app):
    """What the app says of itself once it answers; it fails when it ends before that."""
    while app.poll() is None:
        try:
            with urlopen(f"http://127.0.0.1:{port}/health") as answer:
                return answer.read().decode()
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"the app ended with {app.returncode}")
