"""A campaign of several collections, in a shell: a small file, or folders."""

import json
import shutil

import numpy as np
import pandas as pd
import pytest

from oq_core import read_campaign
from oq_core.command import main
from oq_core.command.campaign_file import campaign_file
from oq_core.data.collection import DataError
from oq_core.reading.kinds.described import described_csv

#: What figures show is tested in tests/campaign, and that they are made again in test_command.py.
pytestmark = pytest.mark.usefixtures("undrawn")

CLASSES = ("1", "2", "3")
#: Runs of both collections, each in a folder of its team.
RUNS = ("ALTO/run1", "ALTO/run2", "BL/lstm")
FILE = """
title = "The two-language campaign"
official_baselines = ["ALTO-run2"]

[options]
measures = ["NMD", "RNOD"]
trials = 200
splits = 20
samples = 20

[collections.Chinese]
gold = "zh/gold.csv"
runs = "zh/runs"

[collections.English]
gold = "en/gold.csv"
runs = ["en/runs"]
"""


def table(shares):
    rows = (f"d{row}," + ",".join(map(repr, each)) for row, each in enumerate(shares.tolist()))
    return "\n".join([f"id,{','.join(CLASSES)}", *rows])


def write(folder, language, seed, runs=RUNS):
    """A collection's gold, and runs whose files tell their language."""
    generator = np.random.default_rng(seed)

    def drawn():
        return generator.multinomial(8, [0.5, 0.3, 0.2], 12) / 8

    folder.mkdir(parents=True)
    (folder / "gold.csv").write_text(table(drawn()))
    for run in runs:
        path = folder / "runs" / run / f"quality_{language}.csv"
        path.parent.mkdir(parents=True)
        path.write_text(table(drawn()))


@pytest.fixture
def campaign(tmp_path, monkeypatch):
    write(tmp_path / "zh", "cn", 1)
    write(tmp_path / "en", "en", 2)
    (tmp_path / "campaign.toml").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed(capsys, *words):
    """What a line prints as JSON, and its notes; it ends well."""
    assert main([*words, "--format", "json"]) == 0
    out, err = capsys.readouterr()
    return json.loads(out), err


def refused(capsys, *words):
    """The sentence with which a line is refused."""
    assert main(list(words)) == 1
    out, err = capsys.readouterr()
    assert not out
    return err.strip()


def means_of(rows):
    return {(row["data set"], row["run"]): (row["NMD"], row["RNOD"]) for row in rows}


@pytest.mark.usefixtures("campaign")
@pytest.mark.parametrize("path", ["campaign.toml", "."])
def test_the_means_are_those_of_each_collection_by_itself(capsys, path):
    rows, _ = printed(capsys, "score", path, "--measures", "NMD,RNOD")
    names = ("Chinese", "English") if path.endswith("toml") else ("zh", "en")
    expected = {}
    for name, folder in zip(names, ("zh", "en"), strict=True):
        alone = read_campaign(f"{folder}/gold.csv", f"{folder}/runs", measures=["NMD", "RNOD"])
        (scores,) = alone.scores.values()
        for run, found in zip(scores.runs, scores.means.T.tolist(), strict=True):
            expected[name, run] = tuple(found)
    runs = ("ALTO-run1", "ALTO-run2", "BL-lstm")
    assert {run for _, run in expected} == set(runs)
    over = {("mean over " + ", ".join(sorted(names)), run): [
        (one + two) / 2 for one, two in zip(*(expected[name, run] for name in names), strict=True)
    ] for run in runs}  # fmt: skip
    found = means_of(rows)
    for place, means in over.items():
        assert found.pop(place) == pytest.approx(means)
    assert found == expected


@pytest.mark.parametrize("shared", [True, False])
def test_a_report_has_means_over_its_collections_best_first(campaign, shared):
    """Of the runs that all have: not of one that is late in one language."""
    write(campaign / "fr", "fr", 3, runs=(*RUNS[:2], "C/late") if shared else ("C/late", "C/x"))
    french = '[collections.French]\ngold = "fr/gold.csv"\nruns = "fr/runs"\n'
    (campaign / "campaign.toml").write_text(FILE + french)
    assert main(["report", "campaign.toml", "--out", "made"]) == 0
    path = campaign / "made" / "csv" / "means-over.csv"
    assert path.exists() == shared
    assert (campaign / "made" / "latex" / "means-over.tex").exists() == shared
    if shared:
        found = pd.read_csv(path).set_index("run")
        assert set(found.index) == {"ALTO-run1", "ALTO-run2"}
        assert found["NMD"].is_monotonic_increasing
        alone = [read_campaign(f"{name}/gold.csv", f"{name}/runs") for name in ("zh", "en", "fr")]
        scores = [each for campaign in alone for each in campaign.scores.values()]
        for run, row in found.iterrows():
            for key in ("NMD", "RNOD"):
                each = [s.means[s.measures.index(key), s.runs.index(run)].item() for s in scores]
                assert row[key] == pytest.approx(sum(each) / 3)


def test_means_of_each_language_and_each_subtask(tmp_path, monkeypatch, capsys):
    """As DialEval-2 prints them: A and S in Chinese, and A in Chinese and English."""
    monkeypatch.chdir(tmp_path)
    generator, classes = np.random.default_rng(5), ("-2", "-1", "0", "1", "2")

    def quality(draw):
        return {scale: draw() for scale in "AS"}

    def shares():
        return dict(zip(classes, generator.dirichlet(np.ones(5)), strict=True))

    def votes():
        return [quality(lambda: int(generator.integers(-2, 3))) for _ in range(5)]

    ids = [f"d{n}" for n in range(12)]
    for language in ("zh", "en"):
        folder = tmp_path / language / "runs"
        folder.mkdir(parents=True)
        gold = [{"id": each, "annotations": [{"quality": q} for q in votes()]} for each in ids]
        (tmp_path / language / "gold.json").write_text(json.dumps(gold))
        for run in "ab":
            rows = [{"id": each, "quality": quality(shares)} for each in ids]
            (folder / f"{run}.json").write_text(json.dumps(rows))
    line = ["--measures=NMD,RNOD", "--trials=100", "--splits=10", "--samples=20", "--out=made"]
    assert main(["report", ".", *line]) == 0
    files = (tmp_path / "made" / "csv").glob("means-over*.csv")
    sides = {each.stem.removeprefix("means-over").strip("-"): pd.read_csv(each) for each in files}
    assert set(sides) == {"", "zh", "en", "A", "S"}
    rows, _ = printed(capsys, "score", ".", "--measures=NMD,RNOD")
    shell = means_of(rows)
    scores = {}
    for language in ("en", "zh"):
        read = read_campaign(f"{language}/gold.json", f"{language}/runs", title=language)
        scores |= read.scores
    for side, found in sides.items():
        names = [name for name in scores if side in ("", *name.split())]
        own = [scores[name] for name in names]
        assert len(own) == (2 if side else 4)
        over = f"mean over {', '.join(names)}"
        for run, *row in found.itertuples(index=False):
            for key, mean in zip(("NMD", "RNOD"), row, strict=True):
                each = [s.means[s.measures.index(key), s.runs.index(run)].item() for s in own]
                assert mean == pytest.approx(sum(each) / len(own))
            assert shell.pop((over, run)) == pytest.approx(tuple(row))
    assert not any(name.startswith("mean over") for name, _ in shell)


def test_the_line_says_more_than_the_file_and_a_collection_more_than_the_line(campaign, capsys):
    rows, _ = printed(capsys, "score", "campaign.toml")
    assert set(rows[0]) == {"data set", "run", "NMD", "RNOD"}
    rows, _ = printed(capsys, "score", "campaign.toml", "--measures", "JSD")
    assert set(rows[0]) == {"data set", "run", "JSD"}
    own = FILE.replace('gold = "zh/gold.csv"', 'gold = "zh/gold.csv"\nmeasures = ["RPS"]')
    (campaign / "campaign.toml").write_text(own)
    rows, _ = printed(capsys, "score", "campaign.toml", "--measures", "JSD")
    of = {row["data set"]: {key for key in ("RPS", "JSD") if row[key] is not None} for row in rows}
    assert of == {"Chinese": {"RPS"}, "English": {"JSD"}}


def test_baselines_of_one_collection_may_take_part(campaign, capsys):
    (campaign / "campaign.toml").write_text(f"{FILE}\nbaselines = true\n")
    line = ["test", "campaign.toml", "--measures=NMD"]
    rows, _ = printed(capsys, *line, "--test-baselines")
    of = {row["data set"] for row in rows if "Uniform" in (row["run 1"], row["run 2"])}
    assert of == {"English"}


@pytest.mark.usefixtures("campaign")
def test_what_the_file_chooses_is_what_the_flags_would(capsys):
    plain, _ = printed(capsys, "test", "campaign.toml")
    flags = ("--trials", "200", "--measures", "NMD,RNOD")
    assert printed(capsys, "test", ".", *flags)[0][0]["NMD p"] in [row["NMD p"] for row in plain]
    assert plain[0]["B"] == 200
    assert printed(capsys, "test", "campaign.toml", "--trials", "100")[0][0]["B"] == 100


def test_a_report_is_made_again_to_the_byte_with_its_title_and_baseline(campaign, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert main(["report", "campaign.toml", "--out", "first"]) == 0
    page = (campaign / "first" / "report.html").read_text()
    assert "<title>The two-language campaign" in page
    assert "ALTO-run2 ‡" in page
    assert main(["report", "--again", "first/options.json", "--out", "second"]) == 0
    first, second = (
        {file.relative_to(campaign / name): file.read_bytes()
         for file in (campaign / name).rglob("*") if file.is_file()}
        for name in ("first", "second")
    )  # fmt: skip
    assert first == second
    assert main(["report", "campaign.toml", "--title", "Another", "--out", "third.html"]) == 0
    assert "<title>Another" in (campaign / "third.html").read_text()


AUTHORS = """
[[authors]]
name = "A. & B."
affiliation = "X_1 University"

[[authors]]
name = "C. Sole"
"""


def test_authors_reach_the_page_and_are_there_again(campaign):
    (campaign / "campaign.toml").write_text(FILE + AUTHORS)
    assert main(["report", "campaign.toml", "--out", "first"]) == 0
    assert main(["report", "--again", "first/options.json", "--out", "second"]) == 0
    for name in ("first", "second"):
        page = (campaign / name / "report.html").read_text()
        assert "<p>A. &amp; B. (X_1 University); C. Sole</p>" in page


def test_one_collection_that_cannot_be_read_is_left_out_and_told_first(campaign, capsys):
    (campaign / "zh" / "gold.csv").write_text("no,gold\n")
    rows, notes = printed(capsys, "score", "campaign.toml")
    assert {row["data set"] for row in rows} == {"English"}
    assert notes.startswith("Note: Chinese was left out, as it could not be read: ")
    assert "gold.csv" in notes
    (campaign / "en" / "gold.csv").unlink()
    assert "Chinese was left out" in refused(capsys, "score", "campaign.toml")


def test_what_is_said_of_collections_together_is_said_again(campaign, capsys, monkeypatch):
    """One that was left out, and one without a shared run: a report made again is the same."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    write(campaign / "fr", "fr", 3, runs=("C/late", "C/x"))
    french = '[collections.French]\ngold = "fr/gold.csv"\nruns = "fr/runs"\n'
    (campaign / "campaign.toml").write_text(FILE + french)
    (campaign / "en" / "gold.csv").write_text("no,gold\n")
    told = []
    for line in (["campaign.toml"], ["--again", "1/options.json"]):
        assert main(["report", *line, "--out", str(len(told) + 1)]) == 0
        told.append(capsys.readouterr().err)
        assert "Note: English was left out, as it could not be read: gold.csv" in told[-1]
        assert "Note: French shares no run with another collection." in told[-1]
    pages = [(campaign / name / "report.html").read_bytes() for name in "12"]
    assert pages[0] == pages[1]


def test_a_run_has_one_name_where_only_some_files_name_their_language(campaign, capsys):
    for run, name in (("zh/runs/ALTO/run1", "cn"), ("en/runs/ALTO/run2", "en")):
        file = campaign / run / f"quality_{name}.csv"
        file.rename(file.with_stem("quality"))
    rows, _ = printed(capsys, "score", "campaign.toml")
    names = ["ALTO-run1", "ALTO-run2", "BL-lstm"]
    assert {row["run"] for row in rows} == {*names}
    assert sum(row["data set"].startswith("mean over") for row in rows) == 3
    assert main(["check", "campaign.toml"]) == 0
    told = capsys.readouterr().out
    assert told.count(f"No fault was found in 3 runs: {', '.join(names)}") == 2


def test_a_run_has_one_team_and_collections_without_a_shared_run_are_told(campaign, capsys):
    for name, team in (("zh", "Alto"), ("en", "Contralto")):
        (campaign / name / "runs" / "runs.csv").write_text(f"run,team\nALTO-run1,{team}\n")
    assert refused(capsys, "score", "campaign.toml") == (
        "oq: the run ALTO-run1 is of Alto in Chinese and of Contralto in English. Give it one "
        "team in each runs.csv, or two names."
    )
    shutil.rmtree(campaign / "en")
    write(campaign / "en", "en", 3, runs=("OTHER/run1",))
    (campaign / "zh" / "runs" / "runs.csv").unlink()
    _, notes = printed(capsys, "score", "campaign.toml")
    assert "Note: Chinese shares no run with another collection." in notes
    assert "Note: English shares no run with another collection." in notes


BAD = {
    "title = ": ("campaign.toml: this is no TOML: ", "Write [collections.NAME] for each"),
    'titel = "x"\n' + FILE: ("titel is not known", "It may have title"),
    'title = "x"': ("it names no collection",),
    FILE.replace("trials = 200", "trails = 200"): ("options.trails is not known", "trials"),
    FILE.replace("trials = 200", 'gold = "zh"'): ("options.gold is not known",),
    FILE.replace("trials = 200", 'trials = "many"'): ("options.trials: 'many' cannot be used",),
    FILE.replace("trials = 200", "trials = true"): ("options.trials: True cannot be used",),
    FILE.replace("trials = 200", "trials = 0"): ("options.trials: '0' is no whole number from 1",),
    FILE.replace("trials = 200", "baselines = 1"): ("options.baselines: 1 cannot be used",),
    FILE.replace("trials = 200", 'tau = "c"'): ("options.tau: 'c' cannot be used",),
    FILE.replace('"zh/gold.csv"', '"../gold.csv"'): (
        "../gold.csv leaves the folder of this file",
        "collections.Chinese.gold",
    ),
    FILE.replace('"zh/gold.csv"', '"/etc/passwd"'): ("/etc/passwd leaves the folder",),
    FILE.replace('"zh/gold.csv"', '"link/gold.csv"'): ("link/gold.csv leaves the folder",),
    FILE.replace('gold = "zh/gold.csv"', ""): (
        "collections.Chinese has no gold. Write [collections.NAME]",
    ),
    FILE.replace('"zh/gold.csv"', "7"): ("collections.Chinese.gold is no text or list of texts",),
    FILE.replace('gold = "zh', 'trials = 7\ngold = "zh'): ("collections.Chinese.trials is not",),
    FILE.replace("ALTO-run2", "ALTO-run9"): ("the official baseline ALTO-run9 is no run",),
    'title = ["x", "y"]\n' + FILE.replace("title", "# title"): ("title is no text", "one title"),
    FILE + "[[authors]]\nname = 7": ("“name” is unknown or is not",),
    FILE + '[[authors]]\nname = "x"\ncity = "y"': ("“city” is unknown",),
    FILE + '[[authors]]\naffiliation = "y"': ("“name” is missing",),
    'authors = "x"\n' + FILE: ("“authors” is no list",),
    "collections = 7": ("collections is no table",),
    "a = " + "[" * 5000: ("this is no TOML",),
}


@pytest.mark.parametrize("content", BAD)
def test_what_cannot_be_used_is_said_with_the_place(campaign, capsys, content):
    (campaign / "link").symlink_to(campaign.parent)
    (campaign / "campaign.toml").write_text(content)
    told = refused(capsys, "score", "campaign.toml")
    assert all(words in told for words in BAD[content]), told


@pytest.mark.usefixtures("campaign")
def test_files_beside_a_campaign_s_are_refused(capsys):
    told = refused(capsys, "score", "campaign.toml", "zh/runs")
    assert told == "oq: campaign.toml names its files: give no others beside it."


@pytest.mark.usefixtures("campaign")
def test_a_folder_without_collections_is_what_it_was():
    assert campaign_file("zh") is None
    assert campaign_file("zh/gold.csv") is None
    with pytest.raises(DataError, match="nowhere.toml"):
        campaign_file("nowhere.toml")


def test_all_collections_are_checked_at_once(campaign, capsys):
    assert main(["check", "campaign.toml"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if "No fault" in line] == [
        f"{name}: No fault was found in 3 runs: ALTO-run1, ALTO-run2, BL-lstm"
        for name in ("Chinese", "English")
    ]
    for name, language in (("zh", "cn"), ("en", "en")):
        run = campaign / name / "runs" / "ALTO" / "run1" / f"quality_{language}.csv"
        run.write_text(run.read_text().replace("d0,", "unheard,"))
    assert main(["check", "campaign.toml"]) == 1
    out = capsys.readouterr().out
    assert "Fault: Chinese: runs/ALTO/run1/quality_cn.csv, " in out
    assert "Fault: English: runs/ALTO/run1/quality_en.csv, " in out
    assert main(["check", "campaign.toml", "--format", "json"]) == 1
    faults = json.loads(capsys.readouterr().out)
    assert {name for each in faults for name in ("cn", "en") if name in each["file"]} == {
        "cn",
        "en",
    }


def test_a_table_of_all_runs_is_proposed_and_read(campaign):
    def described():
        read = campaign_file("campaign.toml").read({})
        return described_csv(read.described.values())

    proposed = described()
    assert proposed.splitlines() == [
        "run,team,name,short,description,baseline",
        "ALTO-run1,ALTO,ALTO-run1,ALTO-run1,,no",
        "ALTO-run2,ALTO,ALTO-run2,ALTO-run2,,yes",
        "BL-lstm,BL-lstm,BL-lstm,BL-lstm,,yes",
    ]
    changed = proposed.replace("BL-lstm,,yes", "LSTM,,yes")
    (campaign / "zh" / "runs" / "runs.csv").write_text(changed)
    (campaign / "campaign.toml").write_text(FILE.replace('official_baselines = ["ALTO-run2"]', ""))
    assert described() == changed


@pytest.mark.usefixtures("campaign")
@pytest.mark.parametrize(
    "beside",
    [("--trials=100",), ("--trials=5000",), ("--measures=JSD",), ("--baselines",),
     ("--without=ALTO-run1",), ("--scores",), ("campaign.toml",), ("zh/gold.csv", "zh/runs")],
)  # fmt: skip
def test_what_stands_beside_again_is_refused(capsys, beside):
    flags = [each.split("=")[0] for each in beside if each.startswith("-")]
    files = [each for each in beside if not each.startswith("-")]
    told = refused(capsys, "report", *files, "--again", "options.json", *[
        each for each in beside if each.startswith("-")])  # fmt: skip
    assert told == (
        "oq: --again takes options and files from options.json: leave out "
        f"{', '.join([*flags, *files])}, or make a new report without --again."
    )


def test_again_says_which_file_of_a_folder_is_new_or_gone(campaign, capsys):
    assert main(["report", "campaign.toml", "--out", "first"]) == 0
    runs = campaign / "zh" / "runs" / "ALTO"
    (runs / "late.csv").write_text((runs / "run1" / "quality_cn.csv").read_text())
    (runs / "run1" / "quality_cn.csv").unlink()
    capsys.readouterr()
    told = refused(capsys, "report", "--again", "first/options.json", "--out", "second")
    assert (
        "zh/runs: the folder has changed since the report was made: runs/ALTO/late.csv is new, or "
        "gave no run then, and runs/ALTO/run1/quality_cn.csv is gone. Take the one with SHA-256 "
    ) in told


def test_again_says_which_other_version_made_a_report(campaign, capsys):
    assert main(["report", "campaign.toml", "--out", "first"]) == 0
    again = ["report", "--again", "first/options.json", "--out", "second"]
    capsys.readouterr()
    assert main(again) == 0
    assert "first/options.json" not in capsys.readouterr().err
    path = campaign / "first" / "options.json"
    content = json.loads(path.read_text())
    content["versions"]["Ordinal quantification explorer"] = "0.0.1 of somebody, and much more"
    path.write_text(json.dumps(content))
    assert main(again) == 0
    told = capsys.readouterr().err
    assert "this report was made by version 0.0.1 of somebody, a, and this is" in told


def test_a_run_that_lacks_instances_is_checked_as_it_will_be_scored(campaign, capsys):
    run = campaign / "zh" / "runs" / "ALTO" / "run1" / "quality_cn.csv"
    run.write_text("".join(run.read_text().splitlines(keepends=True)[:-1]))
    assert main(["check", "campaign.toml"]) == 1
    assert main(["check", "campaign.toml", "--missing", "uniform"]) == 0
    own = FILE.replace('gold = "zh', 'missing = "worst"\ngold = "zh')
    (campaign / "campaign.toml").write_text(own)
    assert main(["check", "campaign.toml"]) == 0
    assert "scored" in capsys.readouterr().err


def test_power_is_pooled_over_the_collections(campaign, capsys):
    # A run that is right differs from the others.
    for name, language in (("zh", "cn"), ("en", "en")):
        right = campaign / name / "runs" / "ALTO" / "run1" / f"quality_{language}.csv"
        shutil.copy(campaign / name / "gold.csv", right)
    rows, told = printed(capsys, "test", "campaign.toml")
    found = {key: sum(row[f"{key} p"] <= 0.05 for row in rows) for key in ("NMD", "RNOD")}
    assert {row["data set"] for row in rows} == {"Chinese", "English"}
    best = max(found.values())
    assert best > 2
    (line,) = (each for each in told.splitlines() if "pooled over Chinese, English." in each)
    assert f" {best} of {len(rows)} pairs" in line
    _, alone = printed(capsys, "test", "zh/gold.csv", "zh/runs", "--measures", "NMD")
    assert "pooled" not in alone
