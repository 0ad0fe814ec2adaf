"""Score a submission: `metadata.yaml` says how the worker of a competition calls this."""

import importlib.util
import sys
import tempfile
import zipfile
from pathlib import Path

#: Also Python 3.7, the default of some hosts, is to read this file, and to be told what it lacks.
OLDEST = (3, 11)
ADVICE = (
    "Name an image in competition.yaml that has Python 3.11 or later and what requirements.txt "
    "names, such as codalab/codalab-legacy:py312."
)


def main() -> None:
    """Look for what is needed, then let the library in the wheel do the work."""
    if sys.version_info < OLDEST:
        sys.exit(f"Fault: this image has Python {sys.version.split()[0]}. {ADVICE}")
    needed = ("numpy", "scipy", "pandas")
    lacking = [name for name in needed if importlib.util.find_spec(name) is None]
    if lacking:
        sys.exit(f"Fault: this image lacks {' and '.join(lacking)}. {ADVICE}")
    (wheel,) = Path(__file__).parent.glob("*.whl")
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(wheel).extractall(folder)
        sys.path[:0] = [folder]
        try:
            from oq_core.command.submission import score_submission  # noqa: PLC0415
        except ImportError as error:
            sys.exit(f"Fault: a library of this image is too old: {error}. {ADVICE}")
        sys.exit(score_submission(Path(sys.argv[1]), Path(sys.argv[2])))


if __name__ == "__main__":
    main()
