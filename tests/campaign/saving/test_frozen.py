"""What was saved before opens to the same numbers: options of reports, workspaces, addresses.

`frozen/` holds small data and what was made of them: options and the numbers of a report's CSV
files, a workspace, and what pages show at some addresses. Of it only that is made anew by hand
which the changelog has under *Numbers that changed*, as `outside` and an address with baselines
were. A field of options that is new needs nothing here: a file without it opens.
"""

import copy
import io
import json
import re
from dataclasses import fields
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from oq_core import analyse, read_campaign, read_collections
from oq_core.analysis import Rule
from oq_core.campaign import Choices, Options, Report
from oq_core.campaign.computing.sources import campaign_of
from oq_core.campaign.saving.provenance import read_options
from oq_core.campaign.saving.unpacking import unpack_workspace
from tests.pages.test_addresses import visit

FROZEN = Path(__file__).with_name("frozen")
NUMBERS = json.loads((FROZEN / "numbers.json").read_text())
ADDRESSES = json.loads((FROZEN / "addresses.json").read_text())


def columns(frame):
    """The columns of numbers."""
    return frame.select_dtypes("number").astype(float).T.to_numpy()


def agrees(found, frozen, digits):
    """Whether columns hold the same numbers; what was empty may be known by now."""
    theirs = np.array(frozen, dtype=float).ravel()
    assert found.size == theirs.size
    known = np.isfinite(theirs)
    np.testing.assert_allclose(found.ravel()[known], theirs[known], 10.0**-digits, 1e-12)


@pytest.mark.parametrize("name", NUMBERS)
def test_options_of_a_report_make_the_same_numbers(name):
    campaign, options = read_options(FROZEN / f"{name}-options.json")
    analysis = analyse(campaign, options)
    files = dict(Report(analysis, "1970-01-01T00:00:00+00:00").table_files())
    for file, frozen in NUMBERS[name].items():
        # Tables without rows, and those of the one τ of two measures, are not printed any more.
        alone = {"similarity-average.csv"} if len(analysis.measures) == 2 else set()
        alone |= {file} if file.endswith("-similarity.csv") and len(frozen[0]) == 1 else set()
        if frozen and file not in alone:
            found = columns(pd.read_csv(io.StringIO(files[f"csv/{file}"])))
            # The two baselines, which came last, are no team's any more.
            teams = len(found[0]) if file == "teams.csv" else None
            agrees(found, [each[:teams] for each in frozen], 9)


@pytest.mark.parametrize("part", ["options", "rule", "choices"])
@pytest.mark.parametrize("name", NUMBERS)
def test_options_open_without_a_field_that_later_versions_ask(name, part, tmp_path, monkeypatch):
    monkeypatch.chdir(FROZEN)
    old = json.loads(Path(f"{name}-options.json").read_text())
    kind = {"options": Options, "rule": Rule, "choices": Choices}[part]
    for each in fields(kind):
        new = copy.deepcopy(old)
        places = {"options": new["options"], "rule": new["options"]["rule"],
                  "choices": new["data"][0]["choices"]}  # fmt: skip
        places[part].pop(each.name, None)
        (tmp_path / "options.json").write_text(json.dumps(new))
        campaign, options = read_options(tmp_path / "options.json")
        holder = {"options": options, "rule": options.rule, "choices": campaign.parts[0].choices}
        # A title is that of the file.
        usual = getattr(kind(), each.name)
        assert getattr(holder[part], each.name) == usual or each.name == "title"


def test_a_workspace_opens_to_the_same_scores():
    quality, items, matrices = unpack_workspace(FROZEN / "workspace.zip")
    assert quality.choices.without == ("ALTO-run1",)
    assert quality.choices.scale_measures == {"S": ("NMD", "RNOD")}
    made = campaign_of(quality.scales, quality.choices)
    read = read_campaign(
        FROZEN / "gold.json", FROZEN / "runs", scales=["S", "nuggets"], baselines=True,
        without=["ALTO-run1"], scale_measures={"S": ["NMD", "RNOD"]},
    )  # fmt: skip
    for ours, theirs in zip(made.scores.values(), read.scores.values(), strict=True):
        assert (ours.runs, ours.measures) == (theirs.runs, theirs.measures)
        np.testing.assert_array_equal(ours.values, theirs.values)
    (collection,) = read_collections(FROZEN / "oc_gold.tsv", FROZEN / "oc_runs").values()
    (unpacked,) = items.scales.values()
    for run, labels in collection.labels.runs.items():
        np.testing.assert_array_equal(unpacked.labels.runs[run], labels)
    assert items.choices.scales == ("classification",)
    read = read_campaign(runs=[FROZEN / "scores" / f"{key}.csv" for key in ("NMD", "RNOD")])
    (scores,) = read.scores.values()
    np.testing.assert_array_equal(matrices.scales["scores"].values, scores.values)


@pytest.mark.parametrize("frozen", ADDRESSES, ids=lambda each: each["page"])
def test_addresses_open_to_the_same_numbers(frozen):
    app = visit(frozen["page"], frozen["address"])
    assert not app.exception
    assert not [each.value for each in app.warning if "link" in each.value]
    # Where they stand and with how many digits is the page's to choose.
    tables = [each.value.reset_index() for each in app.dataframe if len(each.value) <= 40]
    cells = [
        cell
        for each in tables
        for cell in each.to_numpy().flat
        if not np.iterable(cell) or isinstance(cell, str)
    ]
    told = np.array(
        [float(number) for cell in cells for number in re.findall(r"-?\d*\.?\d+", str(cell))]
    )
    numbers = [number for table in frozen["tables"] for column in table for number in column]
    assert len(numbers) > 2
    for number in numbers:
        assert np.isclose(told, number, rtol=1e-3, atol=6e-4).any(), number
