"""Where the app runs, and what its work may take (host.md): set by variables before it starts."""

import os
import sys

#: Whether this is the edition that runs in a browser: one visitor, no server, no other process.
IN_BROWSER = sys.platform == "emscripten"
#: How the app is installed and started, in a copy of its repository.
INSTALL = (
    "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt && "
    ".venv/bin/streamlit run app.py"
)
#: What to do where this edition lacks something.
IN_THE_INSTALLED_APP = f"Install the app, in a copy of its repository: `{INSTALL}`"


def whole(name: str, usual: int) -> int:
    """What a variable of the environment sets.

    Raises
    ------
    ValueError
        If it is no whole number of 1 or more.
    """
    text = os.environ.get(name, str(usual)).strip()
    if not (text.isascii() and text.isdigit() and int(text)):
        raise ValueError(f"{name} must be a whole number of 1 or more, not {text[:40]!r}")
    return int(text)


#: Processes for long work. A file need not wait for one computation.
WORKERS = whole("OQ_WORKERS", max(2, (os.cpu_count() or 2) - 1))
#: Megabytes that one of them may take, and seconds that it may work on one thing.
WORKER_MB, WORK_S = whole("OQ_WORKER_MB", 3000), whole("OQ_WORK_S", 900)
#: Megabytes of results that are kept. Beyond it, what was used least recently is forgotten.
RESULTS_MB = whole("OQ_RESULTS_MB", 1000)
#: Address of the documentation, into which pages then link.
DOCS = os.environ.get("OQ_DOCS", "").strip()
