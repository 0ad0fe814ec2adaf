"""Notebooks are their scripts, show what these show today, and what the sample is made to show."""

import json
import re

import jupytext
import pytest

from sample_data.notebooks import NAMES, notebook
from tests.conftest import SAMPLE


def shown(made):
    """Source and results of the cells; how matplotlib of some version draws is left out."""
    text = json.dumps([[cell.source, cell.get("outputs")] for cell in made.cells], sort_keys=True)
    return re.sub(r"<svg.*?</svg>", "<svg>", text)


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_what_its_script_shows(name):
    stored = jupytext.read(SAMPLE / f"{name}.ipynb")
    assert shown(notebook(name)) == shown(stored)
    text = json.dumps(stored.cells)
    # Every figure is the core's own record, and tells those who do not see it what it shows.
    assert text.count("<svg") == text.count('<svg role=\\"img\\" aria-label=\\"') > 0


def test_the_campaign_shows_what_the_sample_is_made_to_show():
    text = json.dumps(jupytext.read(SAMPLE / "campaign.ipynb").cells)
    for key, significant in (("NMD", 86), ("RNOD", 133)):
        assert re.search(rf"<th>{key}</th>(\\n|\s)*<td>{significant}</td>", text), key
    for first, second in ((105, 184), (182, 118), (198, 102)):
        assert f"first={first}, second={second}" in text
