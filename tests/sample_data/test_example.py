"""The example script gives the numbers that the README tells of the sample."""

import runpy

import numpy as np

from oq_core.analysis import wins
from tests.conftest import SAMPLE


def test_the_example_runs_and_shows_what_the_sample_is_made_to_show(capsys):
    found = runpy.run_path(str(SAMPLE / "example.py"))
    significant = (found["tests"].p_values <= 0.05).sum(axis=(1, 2)) // 2
    assert significant[:2].tolist() == [86, 133]
    won = [wins(found["compared"], key) for key in ("NMD", "RNOD", "JSD")]
    assert [(each.first, each.second) for each in won] == [(105, 184), (182, 118), (198, 102)]
    assert np.isfinite(found["effects"]).all()
    said = capsys.readouterr().out
    assert "86" in said
    assert "Wins(" in said
