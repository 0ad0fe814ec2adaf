"""The table of how often each rule is wrong, and what makes it."""

import pandas as pd
import pytest

from oq_core.analysis import Rule
from oq_core.knowledge import simulations
from tests.benchmarks import rules
from tests.conftest import ROOT

TABLE = pd.read_csv(simulations.TABLE).set_index(["design", "rule", "n"])


@pytest.mark.parametrize(
    ("design", "rule"),
    [("equal", Rule.SIGNS), ("one spread x 6", Rule.SIGNS), ("equal", Rule.TUKEY)],
)
def test_a_row_is_made_anew(design, rule):
    row = TABLE.loc[design, rule, 15]
    assert row["seed"] == rules.seed_of(design, 15)
    value, error, campaigns = rules.simulated(design, rule, 15)
    assert (f"{value:.5f}", f"{error:.5f}", campaigns) == (
        f"{row['value']:.5f}", f"{row['error']:.5f}", row["campaigns"],
    )  # fmt: skip


@pytest.mark.parametrize(
    "design", ["one spread x 6, exponential", "opposite skews", "fails on 5 %"]
)
def test_fewer_campaigns_of_a_design_are_near_its_row(design, monkeypatch):
    monkeypatch.setattr(rules, "MOST", 960)
    monkeypatch.setattr(rules, "LEAST", 960)
    value, error, _ = rules.simulated(design, Rule.SIGNS, 15)
    assert abs(value - TABLE.loc[(design, Rule.SIGNS, 15), "value"]) < 4 * error


def test_the_table_has_every_row_and_nothing_else():
    assert TABLE.index.is_unique
    expected = {(d, str(r), n) for d in rules.DESIGNS for r in Rule for n in rules.SIZES}
    assert set(TABLE.index) == expected
    assert set(simulations.NULLS) == set(rules.DESIGNS)
    assert (TABLE["error"] <= rules.ENOUGH).all()


def test_shares_are_shown_by_design_and_rule():
    shown = simulations.errors(15)
    assert shown.loc["one spread × 6"].tolist() == ["15.0 %", "4.6 %"]
    assert shown.loc["log-normal, half of the runs skewed the other way"].tolist() == [
        "3.6 %", "34.6 %",
    ]  # fmt: skip
    assert simulations.wrong("fails on 5 %", Rule.TUKEY, 150) == "16.5 %"


def test_the_documentation_says_what_was_simulated():
    page = " ".join((ROOT / ".github" / "docs" / "how_to" / "rule.md").read_text().split())
    by_both = {design: [simulations.wrong(design, rule) for rule in Rule] for design in TESTED}
    for design, words in TESTED.items():
        assert words.format(*by_both[design]) in page


#: What the documentation says of a design.
TESTED = {
    "equal": "the papers' rule finds a difference in {} and random signs in {}.",
    "one spread x 6": "Where one run spreads six times as much, it is {} and {};",
    "opposite skews": "have the tail on the other side, {} and {};",
    "fails on 5 %": "where one run fails on 5 % of the instances, {} and {}.",
}
