"""What the papers define or print stays checked: `seed_rows.toml` says by which tests."""

import ast
import tomllib

from oq_core.papers import PAPERS
from tests.conftest import ROOT

ROWS = tomllib.loads((ROOT / "tests" / "seed_rows.toml").read_text(encoding="utf-8"))


def test_every_test_that_is_named_is_there():
    for name in {name for paper in ROWS.values() for tests in paper.values() for name in tests}:
        path, _, test = name.partition("::")
        body = ast.parse((ROOT / "tests" / path).read_text(encoding="utf-8")).body
        assert test in {part.name for part in body if isinstance(part, ast.FunctionDef)}, name


def test_every_printed_table_has_a_row_and_every_row_a_test():
    for paper, tables in PAPERS.items():
        assert {f"table {table.numbers}" for table in tables.tables} <= ROWS[paper].keys()
    assert all(tests for paper in ROWS.values() for tests in paper.values())
