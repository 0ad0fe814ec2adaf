"""Builds the app as a folder of static files that any host serves: Python runs in the browser.

Run from the repository's root, with pip and Node:

    python .github/site/build.py --pyodide FOLDER --out site

FOLDER is an unpacked Pyodide distribution with its `pyodide-lock.json`. Other wheels are those of
`packages.txt`, fetched by pip and checked by their hashes.
"""

import argparse
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from pages.host.policy import policy  # noqa: E402
from pages.menu import ENTRIES  # noqa: E402

#: What Pyodide itself is.
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
#: What the app needs of its distribution, and of what comes with it.
FROM_PYODIDE = (
    *("contourpy", "cycler", "fonttools", "kiwisolver", "matplotlib", "numpy", "pandas", "pillow"),
    *("pyparsing", "python-dateutil", "scipy", "six"),
)
#: What is left out of packages: tests, sources of C, what servers and notebooks need.
UNUSED = re.compile(
    r"(^|/)(tests|_examples|sample_data|include|doc)/"
    r"|\.(pyi|pxd|pyx|h|c|a|f|f90)$|linux-gnu\.so$"
    r"|^streamlit/(static|hello|testing|external|\.agents)/"
    r"|^plotly/(package_data/(?!templates)|labextension|matplotlylib)|^plotly-[^/]*\.data/"
    r"|^numpy/distutils|^scipy/datasets|^share/"
    r"|^matplotlib/mpl-data/(sample_data|images|plot_directive)"
)
#: What the first page does without. Of SciPy it takes special functions, and what these need.
LATER = re.compile(
    r"^(matplotlib|mpl_toolkits|fontTools|contourpy|kiwisolver|pyparsing|cycler|pylab)"
    r"|^scipy/(?!_lib/|special/|linalg/|_external/|fft/__init__|[^/]+$)"
)
#: The app, and what of it is for others.
APP = ("app.py", "pages", "oq_core", "sample_data", ".streamlit")
NOT_HERE = shutil.ignore_patterns("__pycache__", "*.ipynb")
#: Sources that a package reads itself.
READ = ("nanoarrow/_static_version.py",)
#: Where the browser has packages.
PACKAGES = "/lib/python3.14/site-packages"
APP_FOLDER = "/home/pyodide/app"


class BuildError(Exception):
    """What cannot be built, and what to do."""


def wheels_of_pyodide(folder: Path) -> list[Path]:
    """The wheels of the distribution that the app needs, each as its lock says.

    Raises
    ------
    BuildError
        If the folder is no distribution, or a file of it is another one.
    """
    lock = folder / "pyodide-lock.json"
    missing = [name for name in (*CORE, "python_stdlib.zip") if not (folder / name).is_file()]
    if missing:
        raise BuildError(f"{folder}: {', '.join(missing)} is missing. Unpack a Pyodide release.")
    packages = json.loads(lock.read_text())["packages"]
    found = []
    for name in FROM_PYODIDE:
        told = packages.get(name)
        if told is None:
            raise BuildError(f"{lock}: {name} is not in it. Take a whole Pyodide release.")
        wheel = folder / told["file_name"]
        if not wheel.is_file() or hashlib.sha256(wheel.read_bytes()).hexdigest() != told["sha256"]:
            raise BuildError(f"{wheel}: this is not the file of {lock.name}. Unpack it anew.")
        found.append(wheel)
    return found


def other_wheels(cache: Path) -> list[Path]:
    """The wheels of `packages.txt`: fetched once, and checked by pip each time."""
    cache.mkdir(parents=True, exist_ok=True)
    platforms = ("pyemscripten_2026_0_wasm32", "manylinux2014_x86_64", "any")
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"),
            *("--only-binary=:all:", "--python-version=3.14", "--abi=cp314", "--abi=none"),
            *(f"--platform={each}" for each in platforms),
            *("--dest", str(cache), "--requirement", str(HERE / "packages.txt")),
        ],
        check=True,
    )
    return sorted(cache.glob("*.whl"))


def unpack(wheel: Path, to: Path) -> None:
    """Put a wheel's files into a folder, without what is not used."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if not name.endswith("/") and not UNUSED.search(name):
                file = to / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(archive.read(name))


def compiled(pyodide: Path, folder: Path, place: str, *, with_sources: bool = False) -> None:
    """Compile the Python files of a folder.

    Parameters
    ----------
    pyodide, folder : Path
    place : str
        What the folder is called in the browser: tracebacks name it.
    with_sources : bool
        Whether sources stay, as Streamlit runs them; else compiled files stand in their place.
    """
    how = "beside" if with_sources else "instead"
    node = ["node", str(HERE / "compile.mjs"), str(pyodide), str(folder), place, how]
    subprocess.run(node, check=True)
    if not with_sources:
        for source in folder.rglob("*.py"):
            if source.relative_to(folder).as_posix() not in READ:
                source.unlink()


def packed(root: Path, files: Iterable[Path]) -> bytes:
    """Files as one: the length of the list of name, start and size, that list, and all bytes."""
    listed, parts, at = [], list[bytes](), 0
    for file in sorted(files):
        content = file.read_bytes()
        listed.append([file.relative_to(root).as_posix(), at, len(content)])
        parts.append(content)
        at += len(content)
    head = json.dumps(listed).encode()
    return gzip.compress(len(head).to_bytes(4, "little") + head + b"".join(parts), 9, mtime=0)


def files_of(folder: Path) -> Iterator[Path]:
    """All files below a folder."""
    return (each for each in folder.rglob("*") if each.is_file())


def start_page(streamlit: Path) -> str:
    """Streamlit's page, with ours before it: a start that stands at once, and the bridge."""
    page = (streamlit / "index.html").read_text()
    main = re.search(
        r'<script type="module" crossorigin src="(\./static/js/[^"]+)"></script>', page
    )
    if main is None:
        raise BuildError(f"{streamlit}: its page has another shape. Look at start_page.")
    names = "|".join(each.address for each in ENTRIES if each.address)
    first = (ROOT / "pages/host/head.js").read_text().replace("@PAGES@", names)
    start = (HERE / "front/start.html").read_text().replace("@MAIN@", main[1])
    allowed = f'<meta http-equiv="Content-Security-Policy" content="{policy()}">'
    head = f"{allowed}\n<script>\n{first}</script>"
    page = page.replace(main[0], f'<link rel="modulepreload" crossorigin href="{main[1]}">')
    page = page.replace('<meta charset="UTF-8" />', f'<meta charset="UTF-8" />\n{head}', 1)
    page = re.sub(r"<noscript>.*?</noscript>", "", page, flags=re.DOTALL)
    return page.replace('<div id="root"></div>', f'<div id="root"></div>\n{start}')


def put_python(pyodide: Path, out: Path) -> None:
    """Pyodide itself, its library compiled, and no list of packages that it could ask for."""
    out.mkdir(parents=True)
    for name in CORE:
        shutil.copy(pyodide / name, out)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    (out / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}))
    with tempfile.TemporaryDirectory() as made:
        library = Path(made)
        with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
            archive.extractall(library)
        compiled(pyodide, library, "/lib/python314.zip")
        with zipfile.ZipFile(out / "python_stdlib.zip", "w", compresslevel=9) as archive:
            for file in sorted(files_of(library)):
                # Without the time at which it was made.
                entry = zipfile.ZipInfo(file.relative_to(library).as_posix())
                archive.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED)


def put_packages(pyodide: Path, wheels: Iterable[Path], out: Path) -> None:
    """Packages and what starts the app, in two packs: for the first page, and later."""
    with tempfile.TemporaryDirectory() as made:
        packages = Path(made)
        for wheel in wheels:
            unpack(wheel, packages)
        for file in (HERE / "python").glob("*.py"):
            shutil.copy(file, packages)
        compiled(pyodide, packages, PACKAGES)
        files = {each: each.relative_to(packages).as_posix() for each in files_of(packages)}
        later = {each for each, name in files.items() if LATER.search(name)}
        (out / "first.pack").write_bytes(packed(packages, files.keys() - later))
        (out / "later.pack").write_bytes(packed(packages, later))


def put_app(pyodide: Path, out: Path) -> None:
    """The app, in a pack."""
    with tempfile.TemporaryDirectory() as made:
        app = Path(made)
        for name in APP:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, app / name, ignore=NOT_HERE)
            else:
                shutil.copy(ROOT / name, app)
        compiled(pyodide, app, APP_FOLDER, with_sources=True)
        (out / "app.pack").write_bytes(packed(app, files_of(app)))


def put_pages(streamlit: Path, out: Path) -> None:
    """Streamlit's own page and scripts, out of its wheel, and ours."""
    with tempfile.TemporaryDirectory() as made, zipfile.ZipFile(streamlit) as archive:
        archive.extractall(made, [n for n in archive.namelist() if "streamlit/static/" in n])
        front = Path(made, "streamlit/static")
        shutil.copytree(front / "static", out / "static")
        shutil.copy(front / "favicon.png", out)
        page = start_page(front)
    for name in ("bridge.js", "worker.js"):
        shutil.copy(HERE / "front" / name, out)
    # A static host answers unknown addresses by the latter: a page's own address opens it, too.
    for name in ("index.html", "404.html"):
        (out / name).write_text(page)


def build(pyodide: Path, out: Path, cache: Path) -> None:
    """Build the edition.

    Parameters
    ----------
    pyodide : Path
        An unpacked distribution.
    out : Path
        The folder to make; it must be empty or not there.
    cache : Path
        Where wheels are kept for the next time.

    Raises
    ------
    BuildError
        If something is not as it must be: which, and what to do.
    """
    if out.exists() and any(out.iterdir()):
        raise BuildError(f"{out}: this folder is not empty. Name another one, or empty it.")
    wheels = [*wheels_of_pyodide(pyodide), *other_wheels(cache)]
    put_python(pyodide, out / "pyodide")
    put_packages(pyodide, wheels, out)
    put_app(pyodide, out)
    put_pages(next(each for each in wheels if each.name.startswith("streamlit-")), out)
    # Browsers keep what they have loaded until this changes.
    digest = hashlib.sha256()
    for file in sorted(files_of(out)):
        digest.update(file.relative_to(out).as_posix().encode() + file.read_bytes())
    worker = (HERE / "front/service-worker.js").read_text()
    (out / "service-worker.js").write_text(worker.replace("@BUILD@", digest.hexdigest()[:16]))


def main() -> None:
    """Read the line and build."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pyodide", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache/oq-site")
    given = parser.parse_args()
    try:
        build(given.pyodide.resolve(), given.out.resolve(), given.cache)
    except (BuildError, OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(str(error)) from None
    for file in sorted(given.out.glob("*.pack")):
        sys.stdout.write(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main()
