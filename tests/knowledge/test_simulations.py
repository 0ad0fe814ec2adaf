"""Sentences about error rates, power and coverage: they say what the simulations found."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from oq_core.analysis.shapes import shapes
from oq_core.knowledge import simulations
from tests.analysis.test_rank_sets import named
from tests.benchmarks.statistics import designs
from tests.benchmarks.statistics.__main__ import tell_time
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
    ("wrong", "clusters of 10, correlation .5", "sign-flip, by clusters", 200),
    ("called equivalent", "at the margin, normal", "TOST", 10),
    ("looks", "fails on 5 %", "failures", 40),
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
    real = TABLE.index.get_level_values("design").str.startswith(("STC-3", "DBDC3"))
    assert set(TABLE.index[~real]) <= set(CELLS)
    for key in set(CELLS) & set(TABLE.index):
        row, cell = TABLE.loc[key], CELLS[key]
        assert row["seed"] == cell.seed
        assert row["error"] <= ENOUGH or row["campaigns"] >= cell.most, key


@pytest.mark.parametrize(
    "key",
    [
        ("wrong", "22 equal runs", "fisher-holm +1", 40),
        ("wrong", "3 measures × 1, one spread x 6", "sign-flip, over everything", 30),
        ("wrong", "3 measures × 6, one spread x 6", "sign-flip, over everything", 30),
        ("wrong", "clusters of 10, correlation .5", "sign-flip, by clusters", 200),
        ("called equivalent", "at the margin, normal", "TOST", 10),
    ],
    ids=str,
)
def test_where_its_condition_is_met_a_rule_is_wrong_in_5_percent_or_less(key):
    value, error = TABLE.loc[key, ["value", "error"]]
    assert value <= 0.05 + 2 * error


@pytest.mark.parametrize("design", designs.NULLS, ids=lambda each: each.name)
@pytest.mark.parametrize("n", [40, 150])
def test_data_of_a_design_are_nearest_to_it(design, n):
    generator = np.random.default_rng(7)
    looks = shapes(design.made(generator, 60, n))
    found = [simulations.nearest(each, n) for each in looks]
    assert {size for _, size in found} == {n}
    assert sum(name == design.name for name, _ in found) / 60 > 0.6


def test_the_nearest_design_is_told_with_its_errors():
    values = designs.NULLS[1].made(np.random.default_rng(7), 2, 40)
    values[1] = designs.NULLS[0].made(np.random.default_rng(7), 1, 40)[0]
    said = simulations.near(named(values))
    assert "one spread × 6 is nearest to these scores under M0" in said
    assert "all spread alike is nearest to these scores under M1" in said
    assert f"Random signs {simulations.wrong('one spread x 6', 'sign-flip', 40)}" in said


def test_the_time_of_missing_cells_is_told_before_they_are_made(capsys):
    tell_time([CELLS[QUICK[-1]]])
    assert re.search(r"^1 cells .* \d+ minutes of a processor", capsys.readouterr().err)


#: Pages with a table of their own, and the benchmark that makes it.
OWN_TABLES = {"judges.md": ("agreement",)}


@pytest.mark.parametrize(
    ("page", "benchmark"), [(page, each) for page, names in OWN_TABLES.items() for each in names]
)
def test_a_page_with_a_table_of_its_own_names_what_makes_it(page, benchmark):
    text = (ROOT / ".github" / "docs" / "how_to" / page).read_text()
    assert f"python -m tests.benchmarks.{benchmark}" in text
    assert (ROOT / "tests" / "benchmarks" / f"{benchmark}.py").is_file()


def test_no_sentence_bypasses_the_table():
    """What is said of coverage and error rates with a number is made from the table."""
    said = r"\b(cover(s|age)?|campaigns?|wrong)\b"
    claim = re.compile(rf"{said}[^.]*\d ?%|\d ?%[^.]*{said}")
    #: Made from the table; compared with it above; and with tables of their own simulations.
    known = {"simulations.py", "simulations.jinja", "rule.md", *OWN_TABLES}
    for folder in ("oq_core", "pages", ".github/docs"):
        for path in (ROOT / folder).rglob("*.*"):
            if path.suffix in (".py", ".md", ".jinja") and path.name not in known:
                text = re.sub(r"\{[^{}]*\}", "", " ".join(path.read_text().split()))
                assert not claim.search(text), path


#: But what is said of somebody's scores, which needs them.
SENTENCES = sorted({*simulations.said.names} - {"near"})


@pytest.mark.parametrize("sentence", SENTENCES)
def test_every_sentence_can_be_said(sentence):
    assert simulations.said(sentence).endswith(".")
    assert "nan" not in simulations.said(sentence)


@pytest.mark.parametrize("sentence", ["advice", "choice", "clusters", "everything"])
def test_the_documentation_says_what_was_simulated(sentence):
    page = ROOT / ".github" / "docs" / "how_to" / "rule.md"
    assert simulations.said(sentence) in " ".join(page.read_text().split())


def test_a_changed_table_changes_the_sentences(monkeypatch, tmp_path):
    before = simulations.said("advice")
    table = TABLE.reset_index()
    table.loc[table["design"] == "one spread x 6", "value"] += 0.1
    table.to_csv(tmp_path / "other.csv", index=False)
    monkeypatch.setattr(simulations, "TABLE", tmp_path / "other.csv")
    simulations._cells.cache_clear()
    try:
        assert simulations.said("advice") != before
    finally:
        simulations._cells.cache_clear()
