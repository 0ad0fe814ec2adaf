"""Scripts of the browser in Node, which all tests of a process ask through one process."""

import json
import subprocess
from functools import cache
from pathlib import Path

from tests.conftest import ROOT


@cache
def _process():
    return subprocess.Popen(
        ["node", Path(__file__).with_name("node.js")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def scripts(*files):
    """What asks functions of some scripts, in the order in which a page has them.

    It is given a function's name, or a function's text, and the arguments.
    """
    paths = [str(ROOT / "pages" / file) for file in files]

    def ask(asked, *given):
        node = _process()
        node.stdin.write(json.dumps({"files": paths, "asked": asked, "given": given}) + "\n")
        node.stdin.flush()
        answer = json.loads(node.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer["value"]

    return ask
