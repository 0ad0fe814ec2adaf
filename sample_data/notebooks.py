"""Makes the notebooks of the scripts beside it, with what they show: python notebooks.py.

It needs jupytext and nbclient, which tests/requirements.txt brings.
"""

import os
from pathlib import Path

import jupytext
from nbclient import NotebookClient
from nbformat import NotebookNode

FOLDER = Path(__file__).parent
NAMES = ("measures", "campaign", "raters")


def notebook(name: str) -> NotebookNode:
    """A script as a notebook that was run: what its cells show is kept."""
    made = jupytext.read(FOLDER / f"{name}.py", fmt="py:percent")
    made.metadata = {
        "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}
    }
    NotebookClient(made, resources={"metadata": {"path": str(FOLDER)}}).execute(
        env=os.environ | {"PYTHONPATH": str(FOLDER.parent), "PYDEVD_DISABLE_FILE_VALIDATION": "1"}
    )
    for place, cell in enumerate(made.cells):
        # Nothing is kept of when it was run.
        cell.id = f"cell-{place}"
        cell.metadata.clear()
        for output in cell.get("outputs", ()):
            if "text/html" in output.get("data", {}):
                del output["data"]["text/plain"]
    return made


if __name__ == "__main__":
    for each in NAMES:
        jupytext.write(notebook(each), FOLDER / f"{each}.ipynb")
