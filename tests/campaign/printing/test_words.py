"""Sentences that state a direction, a level or a limit say what the values are."""

import re

import numpy as np
import pytest

from oq_core import MEASURES, defaults
from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.layouts import charts, significance
from tests.campaign.printing.twins import made
from tests.campaign.printing.twins import significance as of_significance
from tests.conftest import ROOT


def test_charts_of_measures_say_their_direction(monkeypatch):
    monkeypatch.setattr(type(MEASURES["NMD"]), "larger_is_better", True)
    assert layouts.raters_allow("A", made.allowed()).title.endswith("larger is better")
    found = layouts.judges_board("A", "NMD", {"a": 0.1}, {"Uniform": 0.2})
    assert found.note.startswith("Larger is better")


def test_the_middle_of_splits_is_as_wide_as_it_says(monkeypatch):
    monkeypatch.setattr(charts, "CONFIDENCE", 0.8)
    taus = np.linspace(0, 1, 11)[:, None]
    chart = layouts.spread_of_splits("A", ["NMD"], taus)
    assert (chart.low, chart.high) == ("10 %", "90 %")
    assert chart.numbers[["10 %", "90 %"]].iloc[0].tolist() == pytest.approx([0.1, 0.9])


@pytest.mark.parametrize(
    ("taus", "ends"), [([1, 1], (0.95, 1.02)), ([-1, 1], (-1.02, 1.02)), ([0.5, 0.5], (0.45, 0.55))]
)
def test_no_axis_of_tau_goes_where_there_is_none(taus, ends):
    chart = layouts.spread_of_splits("A", ["NMD"], np.repeat(taus, 50)[:, None].astype(float))
    assert chart.limits["mean τ"] == pytest.approx(ends)


def test_limits_are_those_of_the_marks(monkeypatch):
    monkeypatch.setattr(significance, "_POWER_LIMITS", (29, 42))
    table = of_significance.power()[0]
    assert table.note == "Bold: 42 % or more; underlined: below 29 %"
    assert table.marks == {(0, 3): "low", (1, 3): "high", (2, 3): "high"}


#: Where the words are about other numbers: what was simulated, printed in a paper, or is an
#: example in a docstring; and the default itself.
ELSEWHERE = {"registry.py", "rankings.py", "defaults.py"}


def test_no_sentence_states_the_level_of_intervals_by_heart():
    found = set()
    kinds = ("oq_core/**/*.py", "pages/**/*.py")
    for file in (file for kind in kinds for file in ROOT.glob(kind)):
        code = re.sub(r'r?"""(?s:.*?)"""', "", file.read_text())
        if re.search(r"\b95 %|\b0\.975\b", code):
            found.add(file.name)
    assert found <= ELSEWHERE
    assert f"{round(100 * defaults.CONFIDENCE)} %" == defaults.LEVEL
