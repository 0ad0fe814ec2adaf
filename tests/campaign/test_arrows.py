"""A campaign is computed, saved and printed: nothing looks back up."""

import ast
from pathlib import Path

import pytest

import oq_core.campaign

#: Each may import those before it.
ORDER = ("computing", "saving", "printing")
FOLDER = Path(oq_core.campaign.__file__).parent


@pytest.mark.parametrize("part", ORDER)
def test_nothing_is_imported_of_what_comes_later(part):
    later = [f"oq_core.campaign.{each}" for each in ORDER[ORDER.index(part) + 1 :]]
    for path in (FOLDER / part).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith(tuple(later)), path
