"""Sentences about error rates, power and coverage: they say what the simulations found."""

import re
from pathlib import Path

import pandas as pd
import pytest

from oq_core.knowledge import simulations
from tests.benchmarks.statistics.cells import ENOUGH
from tests.benchmarks.statistics.every import every_cell
from tests.conftest import ROOT

CELLS = {cell.key: cell for cell in every_cell(Path("nowhere"))}
TABLE = pd.read_csv(simulations.TABLE).set_index(["kind", "design", "rule", "n"])
#: So quick that they are made anew each time.
QUICK = [
    ("wrong", "equal", "sign-flip", 15),
    ("wrong", "partial, equal", "step-down", 40),
    ("coverage of a mean", "fails on 5 %", "t", 20),
    ("coverage of tau", "runs drawn, tau 0.8", "formula", 12),
]


@pytest.mark.parametrize("key", QUICK, ids=str)
def test_a_cell_is_made_anew(key):
    value, error, campaigns = CELLS[key].simulated()
    row = TABLE.loc[key]
    assert row["seed"] == CELLS[key].seed
    assert (f"{value:.5f}", f"{error:.5f}", campaigns) == (
        f"{row['value']:.5f}", f"{row['error']:.5f}", row["campaigns"],
    )  # fmt: skip


def test_the_table_has_every_cell_with_its_error():
    assert TABLE.index.is_unique
    real = TABLE.index.get_level_values("design").str.startswith("STC-3")
    assert set(TABLE.index[~real]) <= set(CELLS)
    for key in set(CELLS) & set(TABLE.index):
        row, cell = TABLE.loc[key], CELLS[key]
        assert row["seed"] == cell.seed
        assert row["error"] <= ENOUGH, key


def test_no_sentence_bypasses_the_table():
    """What is said of coverage and error rates with a number is made from the table."""
    said = r"\b(cover(s|age)?|campaigns?|wrong)\b"
    claim = re.compile(rf"{said}[^.]*\d ?%|\d ?%[^.]*{said}")
    #: Made from the table; compared with it above; and of raters, with simulations of their own.
    known = {"simulations.py", "rule.md", "resampling.py"}
    for folder in ("oq_core", "pages", ".github/docs"):
        for path in (ROOT / folder).rglob("*.*"):
            if path.suffix in (".py", ".md") and path.name not in known:
                text = re.sub(r"\{[^{}]*\}", "", " ".join(path.read_text().split()))
                assert not claim.search(text), path


SENTENCES = [
    each
    for name, each in vars(simulations).items()
    if callable(each) and getattr(each, "__annotations__", {}) == {"return": "str"}
]


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda each: each.__name__)
def test_every_sentence_can_be_said(sentence):
    assert sentence().endswith(".")
    assert "nan" not in sentence()


@pytest.mark.parametrize("sentence", [simulations.advice, simulations.choice])
def test_the_documentation_says_what_was_simulated(sentence):
    page = ROOT / ".github" / "docs" / "how_to" / "rule.md"
    assert sentence() in " ".join(page.read_text().split())


def test_a_changed_table_changes_the_sentences(monkeypatch, tmp_path):
    before = simulations.advice()
    table = TABLE.reset_index()
    table.loc[table["design"] == "one spread x 6", "value"] += 0.1
    table.to_csv(tmp_path / "other.csv", index=False)
    monkeypatch.setattr(simulations, "TABLE", tmp_path / "other.csv")
    simulations._cells.cache_clear()
    try:
        assert simulations.advice() != before
    finally:
        simulations._cells.cache_clear()
