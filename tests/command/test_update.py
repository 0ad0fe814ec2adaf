"""The second day of a campaign: a report is updated, and says what changed."""

import json

import numpy as np
import pandas as pd
import pytest

from oq_core.command import main
from tests.command.order_told import without_order
from tests.command.test_campaign_file import RUNS, table, write

pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A report of two runs, and what it was made from."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    write(tmp_path / "zh", "cn", 1)
    for run in RUNS:
        file = tmp_path / "zh" / "runs" / run / "quality_cn.csv"
        file.rename(tmp_path / f"{run.replace('/', '-')}.csv")
    (tmp_path / "zh" / "gold.csv").rename(tmp_path / "gold.csv")
    line = ("gold.csv", "ALTO-run1.csv", "ALTO-run2.csv", "--measures=NMD,RNOD")
    assert main(["report", *line, "--trials=400", "--splits=20", "--samples=20"]) == 0
    return tmp_path


def changes(folder):
    found = pd.read_csv(folder / "report" / "csv" / "changes.csv", keep_default_na=False)
    return {(row["measure"], row["run"]): row for row in found.to_dict(orient="records")}


def of_instance(folder, file, row, shares):
    """Change an instance of a file."""
    lines = (folder / file).read_text().splitlines()
    lines[1 + row] = f"d{row}," + ",".join(map(str, shares))
    (folder / file).write_text("\n".join(lines))


def means(folder):
    found = pd.read_csv(folder / "report" / "csv" / "1-gold-leaderboard.csv")
    return {(row["measure"], row["run"]): (row["rank"], row["mean"])
            for row in found.to_dict(orient="records")}  # fmt: skip


def told(capsys):
    """What is said beside the report."""
    return without_order(capsys.readouterr().err).splitlines()


def test_nothing_changed_is_said(folder, capsys):
    before = (folder / "report" / "report.html").read_text()
    paper = (folder / "report" / "overview.tex").read_text()
    assert main(["report", "--update", "report"]) == 0
    sentence = "Nothing changed since the last report: no mean, no rank and no finding."
    assert sentence in told(capsys)
    after = (folder / "report" / "report.html").read_text()
    assert sentence in after
    assert sentence not in before
    assert (folder / "report" / "overview.tex").read_text() == paper


def test_runs_that_are_called_as_numbers_or_nothing_have_not_changed(folder, capsys):
    """Nor means with many digits, which a table holds exactly."""
    generator = np.random.default_rng(4)
    lines = [f"d{row}," + ",".join(map(repr, each))
             for row, each in enumerate(generator.dirichlet([1, 1, 1], 12).tolist())]  # fmt: skip
    for name in ("01", "NA"):
        generator.shuffle(lines)
        shares = [line.partition(",")[2] for line in lines]
        rows = [f"d{row},{each}" for row, each in enumerate(shares)]
        (folder / f"{name}.csv").write_text("\n".join(["id,1,2,3", *rows]))
    line = ("gold.csv", "01.csv", "NA.csv", "--measures=NMD,RNOD,JSD", "--out=report")
    assert main(["report", *line, "--trials=100", "--splits=20", "--samples=20"]) == 0
    capsys.readouterr()
    assert main(["report", "--update", "report"]) == 0
    assert told(capsys)[0].startswith("Nothing changed since the last report")


def test_a_late_run_is_added_and_ranks_move(folder, capsys):
    before = means(folder)
    # The best there can be, so that each other run is one place lower.
    (folder / "late.csv").write_text((folder / "gold.csv").read_text())
    assert main(["report", "--update", "report", "late.csv"]) == 0
    now, rows = means(folder), changes(folder)
    for (measure, run), (rank, mean) in before.items():
        assert now[measure, run] == (rank + 1, mean)
        row = rows[measure, run]
        assert (row["rank_before"], row["rank"]) == (str(rank), rank + 1)
        assert float(row["mean_before"]) == row["mean"] == mean
        assert rows[measure, "late"]["rank"] == 1
        assert rows[measure, "late"]["rank_before"] == ""
        # Perfect on twelve instances, it is found to be better than both.
        assert rows[measure, "late"]["gained"] == "ALTO-run1, ALTO-run2"
    first, second = told(capsys)
    assert first == (
        "gold, NMD: 1 mean changed; ranks: late new: 1 and 2 others; findings: 2 gained, 0 lost."
    )
    assert second.startswith("gold, RNOD: 1 mean changed; ")
    page = (folder / "report" / "report.html").read_text()
    assert page.index("What changed") < page.index("All data sets")


def test_a_corrected_gold_takes_the_place_of_the_old_one(folder, capsys):
    before = means(folder)
    (folder / "new").mkdir()
    (folder / "new" / "gold.csv").write_text((folder / "gold.csv").read_text())
    of_instance(folder, "new/gold.csv", 0, (0.0, 0.0, 1.0))
    assert main(["report", "--update", "report", "new/gold.csv"]) == 0
    now, rows = means(folder), changes(folder)
    assert now != before
    for place in before:
        if now[place] == before[place]:
            continue
        assert (rows[place]["mean_before"], rows[place]["mean"]) == (
            before[place][1],
            now[place][1],
        )
    saved = json.loads((folder / "report" / "options.json").read_text())
    assert [each["name"] for each in saved["data"][0]["gold"]] == ["new/gold.csv"]
    assert told(capsys)


def test_a_finding_that_is_lost_is_named(folder):
    """A run that is the gold is better than another; then it is the other."""
    (folder / "ALTO-run1.csv").write_text((folder / "gold.csv").read_text())
    assert main(["report", "--update", "report"]) == 0
    assert changes(folder)["NMD", "ALTO-run1"]["gained"] == "ALTO-run2"
    generator = np.random.default_rng(9)
    (folder / "ALTO-run1.csv").write_text(table(generator.multinomial(8, [0.5, 0.3, 0.2], 12) / 8))
    assert main(["report", "--update", "report"]) == 0
    assert changes(folder)["NMD", "ALTO-run1"]["lost"] == "ALTO-run2"


def test_a_run_that_is_gone_is_said(folder, capsys):
    options = folder / "report" / "options.json"
    saved = json.loads(options.read_text())
    (folder / "late.csv").write_text((folder / "BL-lstm.csv").read_text())
    assert main(["report", "--update", "report", "late.csv"]) == 0
    capsys.readouterr()
    updated = json.loads(options.read_text())
    updated["data"][0]["runs"] = saved["data"][0]["runs"]
    digest = (folder / "report" / "report.sha256").read_text().splitlines()
    kept = [line for line in digest if not line.endswith("  options.json")]
    (folder / "report" / "report.sha256").write_text("\n".join(kept) + "\n")
    options.write_text(json.dumps(updated))
    assert main(["report", "--update", "report", "--out", "third"]) == 0
    rows = pd.read_csv(folder / "third" / "csv" / "changes.csv", keep_default_na=False)
    gone = rows[rows["run"] == "late"]
    assert set(gone["rank"]) == {""}


def test_an_updated_report_is_made_again_to_the_byte(folder):
    of_instance(folder, "ALTO-run1.csv", 3, (1.0, 0.0, 0.0))
    assert main(["report", "--update", "report"]) == 0
    assert main(["report", "--again", "report/options.json", "--out", "second"]) == 0
    first, second = (
        {file.relative_to(folder / name): file.read_bytes()
         for file in (folder / name).rglob("*") if file.is_file()}
        for name in ("report", "second")
    )  # fmt: skip
    assert first == second
    assert changes(folder)


def test_what_cannot_be_updated_is_said_and_stays(folder, capsys):
    def refused(*words):
        before = {file: file.read_bytes() for file in (folder / "report").rglob("*.*")}
        assert main(["report", "--update", *words]) == 1
        assert before == {file: file.read_bytes() for file in (folder / "report").rglob("*.*")}
        return capsys.readouterr().err

    assert "nowhere/options.json: the file cannot be opened" in refused("nowhere")
    assert "leave out --trials, or make a new report without --update" in refused(
        "report", "--trials=100"
    )
    moved = folder / "ALTO-run2.csv"
    moved.rename(folder / "elsewhere")
    assert "ALTO-run2.csv: the file is not there." in refused("report")
    (folder / "elsewhere").rename(moved)
    pairs = folder / "report" / "csv" / "1-gold-p-values.csv"
    pairs.write_text(pairs.read_text().replace("NMD better", "NMD winner"))
    for _ in range(2):
        assert "its tables are not those of a report of this version" in refused(
            "report", "--out", "new"
        )
        pairs.unlink(missing_ok=True)
    (folder / "report" / "report.sha256").unlink()
    assert "another version made it. Name another folder after --out" in refused("report")
