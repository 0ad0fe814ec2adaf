"""How many items a second person should rate: the guide and its advice say what was simulated."""

import pandas as pd
import pytest

from oq_core.raters.stand_in import ENOUGH, EPSILONS
from tests.benchmarks import second_person
from tests.conftest import ROOT

ROWS = pd.read_csv(second_person.TABLE)


def test_the_table_has_every_cell():
    assert (
        len(ROWS)
        == (len(second_person.NOISE) * len(second_person.ITEMS) * len(EPSILONS))
        == len(ROWS.drop_duplicates(["people", "items", "epsilon"]))
    )
    assert (ROWS["campaigns"] >= 400).all()


def test_the_guide_has_the_table():
    page = (ROOT / ".github" / "docs" / "how_to" / "second_person.md").read_text()
    lines = second_person.as_markdown()
    assert lines in page
    cell = ROWS.query("people == 'differ' and items == 100 and epsilon == 0.15")["passing"].item()
    assert f"| | 100 | 90 | {100 * cell:.0f} | 39 |" in lines


def test_a_cell_is_made_anew():
    """The first campaigns of one: near what the row says of all."""
    found = second_person.passing("differ", 100, 60)
    rows = ROWS.query("people == 'differ' and items == 100").set_index("epsilon")["passing"]
    assert found == pytest.approx(rows[[*EPSILONS.values()]].to_numpy(), abs=0.17)


def test_what_is_enough_mostly_passes():
    """Of the number that the page advises, whatever the noise, with the usual allowance."""
    rows = ROWS.query(f"items == {ENOUGH} and epsilon == 0.15")["passing"]
    assert len(rows) == len(second_person.NOISE)
    assert (rows > 0.9).all()
    assert (ROWS.query("items == 30 and epsilon == 0.15")["passing"] < 0.7).all()
