"""Writes requirements.lock: every package that requirements.txt brings along, with its hash.

Run from the repository's root, in the environment that the tests ran in, on the system that the
lock is for: python .github/lock.py
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HEAD = """\
# Every package that requirements.txt brings along, with the hash of its file for Linux on x86-64
# and Python 3.11. Made by: python .github/lock.py
"""


def main() -> None:
    """Ask pip what it would install, in the versions that are installed here, and write it down."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    with tempfile.TemporaryDirectory() as folder:
        here, report = Path(folder, "here.txt"), Path(folder, "report.json")
        found = subprocess.run([*pip, "freeze"], check=True, capture_output=True)  # noqa: S603
        here.write_bytes(found.stdout)
        asked = ["--dry-run", "--ignore-installed", "--report", report, "--constraint", here]
        subprocess.run([*pip, "install", *asked, "-r", "requirements.txt"], check=True)  # noqa: S603
        packages = json.loads(report.read_text(encoding="utf-8"))["install"]
    lines = sorted(
        f"{_canonical(each['metadata']['name'])}=={each['metadata']['version']} \\\n"
        f"    --hash=sha256:{each['download_info']['archive_info']['hashes']['sha256']}\n"
        for each in packages
    )
    Path("requirements.lock").write_text(HEAD + "".join(lines), encoding="utf-8")


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    main()
