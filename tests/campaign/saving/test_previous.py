"""The numbers of a report in a folder, and what changed from one report to the next."""

import numpy as np
import pytest

from oq_core import DataError, Options, Scores, analyse, write_report
from oq_core.campaign.computing.changes import changes_between
from oq_core.campaign.saving.previous import read_numbers
from tests.campaign.made import scores

pytestmark = pytest.mark.usefixtures("undrawn")
QUICK = Options(trials=400, splits=4, samples=20, small_split=0)
#: The best run, two that are alike, and names that a table must not take for numbers or nothing.
RUNS = ("01", "NA", "=1+1")


@pytest.fixture
def written(tmp_path):
    """Writes a report on some scores, and returns its numbers as they are read."""

    def write(values, runs=RUNS, name="x"):
        ids = tuple(map(str, range(values.shape[1])))
        data = analyse({"gold A": Scores(values, ("NMD", "own"), ids, runs, (False, True))}, QUICK)
        write_report(data, tmp_path / name)
        return read_numbers(tmp_path / name, QUICK.alpha)

    return write


@pytest.fixture
def values():
    found = np.random.default_rng(2).random((2, 30, 3))
    found[0, :, 0] *= 0.1
    return found


def test_means_ranks_and_findings_are_read_as_they_were_computed(written, values):
    found = written(values)
    for k, key in enumerate(("NMD", "own")):
        means = values[k].mean(axis=0)
        order = (means if k == 0 else -means).argsort().argsort() + 1
        for run, mean, rank in zip(RUNS, means, order, strict=True):
            assert found.ranked["gold A", key, run] == (rank, pytest.approx(mean, abs=1e-15))
    assert found.found["gold A", "NMD"] == {("01", "NA"), ("01", "=1+1")}


def test_nothing_changed_is_no_row(written, values):
    assert changes_between(written(values), written(values, name="y")) == ()


def test_a_late_run_moves_others_and_gains_and_a_run_that_is_gone_is_named(written, values):
    before = written(values)
    late = np.concatenate([values, values[:, :, :1]], axis=2)
    late[0, :, 3] = 0
    after = written(late, (*RUNS, "late"), "y")
    rows = {each[:3]: each for each in changes_between(before, after)}
    new = rows["gold A", "NMD", "late"]
    assert (new.rank_before, new.rank, new.mean) == (None, 1, 0)
    assert new.gained == ("=1+1", "NA")
    first = rows["gold A", "NMD", "01"]
    assert (first.rank_before, first.rank, first.gained, first.lost) == (1, 2, (), ())
    assert first.mean == first.mean_before
    back = {each[:3]: each for each in changes_between(after, before)}["gold A", "NMD", "late"]
    assert (back.rank, back.mean, back.lost) == (None, None, new.gained)


def test_a_finding_that_is_lost_is_named(written, values):
    worse = values.copy()
    worse[0, :, 0] = values[0, :, 1]
    rows = changes_between(written(values), written(worse, name="y"))
    (row,) = (each for each in rows if each[1:3] == ("NMD", "01"))
    assert set(row.lost) >= {"NA"}
    assert row.gained == ()
    assert row.mean == pytest.approx(values[0, :, 1].mean())


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("1-x-p-values.csv", "the column 'NMD better' is missing"),
        ("1-x-leaderboard.csv", "the column 'rank' is missing"),
        (None, "1-x-p-values.csv cannot be opened"),
    ],
)
def test_tables_of_another_version_are_a_sentence(tmp_path, file, why):
    write_report(analyse({"x": scores(3, 1)}, QUICK), tmp_path / "x")
    folder = tmp_path / "x" / "csv"
    if file is None:
        (folder / "1-x-p-values.csv").unlink()
    else:
        text = (folder / file).read_text().replace("rank", "place")
        (folder / file).write_text(text.replace("NMD better", "NMD winner"))
    with pytest.raises(DataError, match=f"not those of a report of this version: {why}"):
        read_numbers(tmp_path / "x", 0.05)
