"""Writes the locks: every package that the requirements bring along, with the hashes of its files.

The versions are those installed here, the files those for every system. Run from the repository's
root, in the environment that the tests ran in, with uv beside it (pip install uv):
python .github/lock.py
"""

import subprocess
import sys
import tempfile
from pathlib import Path

#: What each lock is made of. The app's is a part of the documentation's, whose examples run.
LOCKS = {
    "requirements.lock": ["requirements.txt"],
    ".github/docs/requirements.lock": ["requirements.txt", ".github/docs/requirements.txt"],
}
HEAD = """\
# Every package that is needed on Linux with Python 3.11, with the hashes of its files for every
# system. Made by: python .github/lock.py
"""


def main() -> None:
    """Ask uv what it would install, in the versions that are installed here, and write it down."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder, "here.txt")
        here.write_text(_said([sys.executable, "-m", "pip", "freeze"]), encoding="utf-8")
        asked = ["--generate-hashes", "--no-header", "--no-annotate", "--constraint", str(here)]
        line = ["uv", "pip", "compile", "--quiet", "--python", sys.executable, *asked]
        for lock, requirements in LOCKS.items():
            Path(lock).write_text(HEAD + _said([*line, *requirements]), encoding="utf-8")


def _said(line: list[str]) -> str:
    return subprocess.run(line, check=True, stdout=subprocess.PIPE, text=True).stdout  # noqa: S603


if __name__ == "__main__":
    main()
