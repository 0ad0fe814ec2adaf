"""What each team gets: its ranks, whom it beats, its instances; nothing of others' scores."""

import csv
import io
import zipfile
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

from oq_core import Options, analyse
from oq_core.campaign import Campaign, Choices, Part
from oq_core.campaign.publishing.teams import team_packages, zip_teams
from oq_core.command import main
from oq_core.data.described import RunDescription
from tests.campaign.made import AWKWARD, scores
from tests.conftest import SAMPLE

QUICK = Options(trials=200, splits=4, samples=30, small_split=0)


class Tables(HTMLParser):
    """The tables of a page by caption: rows of cells."""

    def __init__(self, page):
        super().__init__()
        self.tables, self.inside = [], ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):  # noqa: ARG002
        if tag == "table":
            self.tables.append(("", []))
        elif tag == "tr":
            self.tables[-1][1].append([])
        elif tag in ("th", "td"):
            self.tables[-1][1][-1].append("")
        self.inside = tag if tag in ("caption", "th", "td") else ""

    def handle_endtag(self, tag):  # noqa: ARG002
        self.inside = ""

    def handle_data(self, data):
        if self.inside == "caption":
            self.tables[-1] = (self.tables[-1][0] + data, self.tables[-1][1])
        elif self.inside:
            self.tables[-1][1][-1][-1] += data

    def of(self, caption):
        return [rows[1:] for told, rows in self.tables if told.startswith(caption)]


@pytest.fixture(scope="module")
def analysis():
    """Two data sets of runs with hard names; two teams whose names differ in capitals alone."""
    made = {"gold A": scores(20, 3, 30), "gold S": scores(18, 2, 30, seed=4)}
    made["gold A"] = replace(made["gold A"], larger_is_better=(False, True, False))
    described = (
        RunDescription("TEAM01-run2", "Team, the <b>first</b>", "Élan 1", description="It guesses"),
        RunDescription("TEAM00-run0", "TEAM, the <b>first</b>"),
        RunDescription("TEAM00-run1", "organisers", baseline=True),
    )
    part = Part(Choices(title="gold", described=described))
    return analyse(Campaign(made, parts=(part,)), QUICK)


@pytest.fixture(scope="module")
def packages(analysis):
    return {each.team: each for each in team_packages(analysis, date="then")}


def test_each_team_has_a_folder_and_baselines_have_none(analysis, packages):
    described = analysis.campaign.described.values()
    assert set(packages) == {each.team for each in described if not each.baseline}
    folders = [each.folder for each in packages.values()]
    assert len({each.casefold() for each in folders}) == len(folders)
    assert all(each.isascii() and not set(each) & set("/\\<>:. ") for each in folders)
    with zipfile.ZipFile(io.BytesIO(zip_teams(analysis))) as archive:
        assert archive.namelist() == [f"{folder}.zip" for folder in folders]
        inner = zipfile.ZipFile(io.BytesIO(archive.read(f"{folders[0]}.zip")))
    assert {name.split("/")[0] for name in inner.namelist()} == {folders[0]}


def test_the_page_has_ranks_and_who_beats_whom(analysis, packages):
    run, names = "TEAM01-run2", {r: d.name for r, d in analysis.campaign.described.items()}
    page = Tables(dict(packages["Team, the <b>first</b>"].files)["index.html"].decode())
    (ranks,), (others,) = page.of("Ranks among"), page.of("Runs from which")
    (data,) = [each for each in analysis.data_sets if run in each.scores.runs]
    j = data.scores.runs.index(run)
    assert ranks == [
        [key, f"{board.ranks[k, j]} [{board.rank_low[k, j]:.0f}, {board.rank_high[k, j]:.0f}]",
         f"{board.means[k, j]:.4f}"]
        for board in [data.board]
        for k, key in enumerate(data.scores.measures)
    ]  # fmt: skip
    # One pair after the other, by the p-values alone.
    expected = {}
    for i, other in enumerate(data.scores.runs):
        better, worse = [], []
        for k, key in enumerate(data.scores.measures):
            gain = data.scores.means[k, j] - data.scores.means[k, i]
            if i != j and data.p_values[k, i, j] <= 0.05:
                (better if (gain > 0) == data.scores.larger_is_better[k] else worse).append(key)
        if better or worse:
            expected[names[other]] = [", ".join(better), ", ".join(worse)]
    assert expected
    assert {name: [b, w] for name, b, w in others} == expected


def test_the_page_has_the_best_and_worst_instances_against_the_mean(analysis, packages):
    page = Tables(dict(packages["Team, the <b>first</b>"].files)["index.html"].decode())
    data = analysis.data_sets[0]
    j = data.scores.runs.index("TEAM01-run2")
    for k, (best, worst) in enumerate(zip(page.of("Best"), page.of("Worst"), strict=True)):
        matrix = data.scores.values[k]
        sign = 1 if data.scores.larger_is_better[k] else -1
        gains = {
            data.scores.ids[i]: sign * (row[j] - sum(row) / len(row))
            for i, row in enumerate(matrix.tolist())
        }
        ranked = sorted(gains, key=gains.__getitem__)
        assert [row[0] for row in worst] == ranked[:5]
        assert [row[0] for row in best] == ranked[:-6:-1]
        for name, score, mean, gain in (*best, *worst):
            row = matrix[data.scores.ids.index(name)]
            assert (score, mean) == (f"{row[j]:.4f}", f"{row.mean():.4f}")
            assert float(gain) == pytest.approx(gains[name], abs=5.1e-5)


def test_nothing_of_others_is_in_it_that_the_leaderboard_does_not_show(analysis, packages):
    whose = {each.run: each.team for each in analysis.campaign.described.values()}
    for team, package in packages.items():
        own = [run for run in whose if whose[run] == team]
        for name, content in package.files[1:]:
            header, *rows = csv.reader(io.StringIO(content.decode()))
            assert len(rows) == 30, name
            assert len(header) - 1 <= len(own)
        data = analysis.data_sets[0]
        page = package.files[0][1].decode()
        others = [j for j, run in enumerate(data.scores.runs) if run not in own]
        mine = {f"{each:.4f}" for each in np.delete(data.scores.means, others, axis=1).ravel()}
        theirs = {f"{each:.4f}" for each in data.scores.means[:, others].ravel()} - mine
        cells = {cell for _, rows in Tables(page).tables[:1] for row in rows for cell in row}
        assert not theirs & cells
    # Asked for, the matrices have every run.
    for each in team_packages(analysis, with_instances=True):
        header = next(csv.reader(io.StringIO(each.files[1][1].decode())))
        assert len(header) == 1 + len(analysis.data_sets["gold S" in each.files[1][0]].scores.runs)


def test_names_are_data(analysis, packages):
    for each in packages.values():
        page = each.files[0][1].decode()
        assert "<script" not in page
        assert "<b>" not in page
    (formula,) = [each for each in packages.values() if "=SUM" in each.team]
    header = formula.files[1][1].decode().splitlines()[0]
    assert AWKWARD[4] in header
    assert not header.split(",")[1].startswith("=")
    assert analysis.campaign.described[AWKWARD[4]].team == formula.team


def test_a_run_of_one_data_set_has_a_page_without_the_other(packages):
    names = [name for name, _ in packages["Team, the <b>first</b>"].files]
    assert names == [
        "index.html",
        *(f"scores/1-gold-a/{key}.csv" for key in ("NMD", "RSNOD", "RNOD")),
    ]


def test_baselines_alone_are_no_team_which_is_a_sentence(tmp_path, capsys):
    short = SAMPLE / "short"
    runs = [each.stem for each in (short / "runs").glob("*.json")]
    table = tmp_path / "runs.csv"
    table.write_text("run,baseline\n" + "".join(f"{run},yes\n" for run in runs))
    line = ["teams", str(short / "gold.json"), str(short / "runs"), str(table), "--scales=A"]
    line += ["--measures=NMD", "--trials=50", "--splits=4", "--samples=20"]
    assert main([*line, f"--out={tmp_path / 'teams'}"]) == 1
    assert "every run is a baseline, and these are of no team. Open a team's run." in (
        capsys.readouterr().err
    )
    assert list(tmp_path.iterdir()) == [table]


def test_the_command_writes_what_the_archives_have(tmp_path, capsys):
    short = SAMPLE / "short"
    line = ["teams", str(short / "gold.json"), str(short / "runs"), "--measures=NMD,RNOD"]
    line += ["--scales=A", "--trials=50", "--splits=4", "--samples=20", f"--out={tmp_path / 't'}"]
    assert main(line) == 0
    zips = sorted((tmp_path / "t").glob("*.zip"))
    assert [each.stem for each in zips] == ["ALTO", "BIRCH", "CEDAR", "DELTA"]
    for each in zips:
        with zipfile.ZipFile(each) as archive:
            for name in archive.namelist():
                assert (tmp_path / "t" / name).read_bytes() == archive.read(name)
    assert list(tmp_path.iterdir()) == [tmp_path / "t"]
    assert main([*line[:-1], "--with-instances", f"--out={tmp_path / 'all'}"]) == 0
    header = (tmp_path / "all/ALTO/scores/1-gold-a/NMD.csv").read_text().splitlines()[0]
    assert header == "id,ALTO-run2,BIRCH-run1,CEDAR-run1,DELTA-run0"
    capsys.readouterr()
    assert main(line) == 1
    assert "t is there already. Remove it, or name another file" in capsys.readouterr().err
