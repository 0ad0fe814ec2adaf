"""How often intervals cover: sentences and the guide's table say what the rows say."""

import numpy as np
import pytest

from oq_core.data.scores import in_percent
from oq_core.raters import ESTIMATORS, covering
from tests.benchmarks import estimating
from tests.conftest import ROOT

TABLE = covering.coverage()


def test_the_table_has_every_cell():
    keys = ["judge", "labels", "true", "estimator"]
    assert not TABLE.duplicated(keys).any()
    assert len(TABLE) == (
        len(estimating.JUDGES) * len(estimating.LABELS) * len(estimating.CASES) * len(ESTIMATORS)
    )
    assert (TABLE["campaigns"] >= 40).all()


def test_a_cell_is_made_anew():
    """The first campaigns of one: near what the row says of all."""
    rows = TABLE.query("judge == 'near' and labels == 50 and true == 'neither'")
    found = estimating.simulated(estimating.JUDGES["near"], 50, "neither", 6)
    for key, (loss, width, _) in found.items():
        row = rows[rows["estimator"] == key].iloc[0]
        assert loss == pytest.approx(row["NMD"], rel=0.5)
        assert width == pytest.approx(row["width"], rel=0.3)


def test_the_nearest_number_of_labels_is_by_ratio():
    found = [covering.nearest(labels) for labels in (30, 99, 101, 447, 448, 9000)]
    assert found == [50, 50, 200, 200, 1000, 1000]


@pytest.mark.parametrize("assumption", ["random", "alike"])
@pytest.mark.parametrize("labels", estimating.LABELS)
def test_what_is_said_of_intervals_is_in_the_rows(assumption, labels):
    keys = [key for key, each in ESTIMATORS.items() if each.assumption in ("", assumption)]
    right, wrong = [], []
    for row in TABLE.itertuples():
        if row.labels != labels or row.estimator not in keys:
            continue
        is_right = row.true == "both" or (
            row.true == "alike" and row.estimator in ("EM", "adjusted")
        )
        (right if is_right else wrong).append((row.coverage, row.estimator, row.judge))
    said = covering.how_sure(keys, assumption, labels)
    percents = [in_percent(each) for each in (min(right)[0], max(right)[0])]
    assert f"cover {percents[0]} to {percents[1]} where what they assume is true" in said
    low = [each for each in right if each[0] < 0.9]
    assert ("less than 90 %" in said) == bool(low)
    for coverage, key, judge in low[:6]:
        assert f"{ESTIMATORS[key].words} {100 * coverage:.0f} % (a judge that is {judge})" in said
    assert f"as little as {100 * min(wrong)[0]:.0f} % ({ESTIMATORS[min(wrong)[1]].words})" in said


def test_neither_is_told_with_its_rows():
    rows = TABLE.query("labels == 200 and true == 'neither'")["coverage"]
    said = covering.how_wrong(260)
    assert f"cover {100 * rows.min():.0f} % to {100 * rows.max():.0f} %" in said
    assert rows.min() < 0.5


def test_changed_rows_change_what_is_said(monkeypatch):
    before = covering.how_sure(["labels", "EM"], "alike", 200)
    monkeypatch.setattr(
        covering, "coverage", lambda: TABLE.assign(coverage=np.full(len(TABLE), 0.5))
    )
    after = covering.how_sure(["labels", "EM"], "alike", 200)
    assert "cover 50 % to 50 %" in after != before


def test_the_guide_has_the_table():
    page = (ROOT / ".github" / "docs" / "how_to" / "estimate.md").read_text()
    lines = estimating.as_markdown().splitlines()
    assert "\n".join(lines) in page
    row = next(each for each in lines if each.startswith("| 200 | neither |"))
    found = TABLE.query("labels == 200 and true == 'neither' and estimator == 'labels'")
    low, high = (100 * each for each in (found["coverage"].min(), found["coverage"].max()))
    loss, width = (f"{found[name].max():.2f}"[1:] for name in ("NMD", "width"))
    assert row.split(" | ")[2] == f"{low:.0f}–{high:.0f}/{loss}/{width}"
