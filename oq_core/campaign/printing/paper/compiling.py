"""A document's PDF, where TeX is installed."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from oq_core.campaign.saving.writing import write_files
from oq_core.data.collection import DataError

#: Seconds that one pass of TeX may take.
_PATIENCE = 300
_COMMAND = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"]


def why_no_pdf() -> str:
    """Return why no PDF can be made here, in a sentence; empty if it can.

    Examples
    --------
    >>> from oq_core.campaign.printing.paper.compiling import why_no_pdf
    >>> "TeX" in why_no_pdf() or not why_no_pdf()
    True
    """
    lacking = [each for each in ("pdflatex", "bibtex") if shutil.which(each) is None]
    if not lacking:
        return ""
    return (
        f"a PDF needs TeX, and {' and '.join(lacking)} cannot be found here. Install TeX Live, or "
        "make the report without the PDF and compile its overview.tex elsewhere."
    )


def compile_overview(files: Mapping[str, bytes], date: str) -> bytes:
    """Return the PDF of a report's `overview.tex`, the same to the byte for the same date and TeX.

    Parameters
    ----------
    files : mapping of str to bytes
        The report's, by name. TeX gets them in a folder of its own.
    date : str
        When the report was made, which the PDF names as its own date.

    Raises
    ------
    DataError
        If TeX is not installed, lacks a package, or takes too long.
    """
    if reason := why_no_pdf():
        raise DataError(reason)
    seconds = int(datetime.fromisoformat(date).timestamp())
    # Files are neither read nor written outside the folder.
    own = {**os.environ, "SOURCE_DATE_EPOCH": str(seconds), "FORCE_SOURCE_DATE": "1",
           "openin_any": "p", "openout_any": "p", "max_print_line": "999"}  # fmt: skip
    passes = [[*_COMMAND, "overview"], ["bibtex", "overview"], *[[*_COMMAND, "overview"]] * 2]
    try:
        with tempfile.TemporaryDirectory() as folder:
            write_files({Path(folder, name): content for name, content in files.items()})
            for command in passes:
                done = subprocess.run(  # noqa: S603 - TeX, without its shell
                    command, cwd=folder, env=own, capture_output=True, check=False,
                    timeout=_PATIENCE,
                )  # fmt: skip
                if done.returncode:
                    raise DataError(_why(Path(folder, "overview.log"), command[0]))
            return Path(folder, "overview.pdf").read_bytes()
    except subprocess.TimeoutExpired:
        raise DataError(
            f"overview.tex: TeX took more than {_PATIENCE} seconds. Compile it yourself, or "
            "choose fewer measures or runs."
        ) from None
    except OSError as error:
        raise DataError(
            f"overview.pdf: the temporary folder cannot be written to ({error.strerror}). Make "
            "room there, or make the report without the PDF."
        ) from None


def _why(log: Path, command: str) -> str:
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    said = next((line[2:] for line in lines if line.startswith("! ")), f"{command} failed")
    return (
        f"overview.tex: TeX stopped ({said[:200].rstrip('.')}). Install the package that it lacks, "
        "choose another style, or make the report without the PDF."
    )
