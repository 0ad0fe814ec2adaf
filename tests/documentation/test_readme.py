"""What README and documentation tell to type, typed: as printed, and a report with all options."""

import argparse
import io
import re
import shlex
from functools import cache

import pandas as pd
import pytest

from oq_core import DataError, options, read_campaign
from oq_core.command import main
from oq_core.command.line import parser
from tests.command.order_told import orders_in, without_order
from tests.conftest import SAMPLE
from tests.documentation.pages import PAGES, blocks

#: The note on what the gold has and no run.
NOTE = "Note: gold nuggets was left out, as no run has that scale.\n"
#: The note on ratings that are left out because the line says so.
REFUSED = "Note: all.csv: 2 rows without a rating left out.\n"
#: What is said of the sample's sheets.
OF_SHEETS = {
    "sheet.csv": "Note: sheet.csv: not read: the columns question.\nNote: taken for judges by "
    "their names: judge-large, judge-small; --judges says otherwise.\n",
    "annotations.csv": "Note: annotations.csv: not read: the columns annotation_id, lead_time.\n",
}
#: Commands that say the order of the classes beside what they print or write.
SAY_ORDERS = (
    *("report", "score", "test", "scorer"),
    *("agreement", "estimate", "judges"),
)
QUICK = ("--trials=100", "--splits=10", "--samples=20", "--small-split=5")
#: Options of a report.
EVERY = (
    "--title=Mine", "--without=BIRCH-run1", "--rename=ALTO-run2=X", "--missing=uniform",
    "--alpha=.1", "--baselines", "--test-baselines", "--outside=CEDAR-run1", "--tau=b",
    "--tau-interval=bootstrap", "--effect=E2", "--method=sign-flip", "--intervals",
    "--seed=3", "--bounded",
    "--split-size=8", "--clusters=1",
)  # fmt: skip


def lines_of(text):
    """The lines of `oq` in the blocks of a page, without what becomes of what they print."""
    commands = "|".join(_commands())
    typed = "\n".join(blocks(text, "sh"))
    found = re.findall(rf"^ *(oq (?:{commands})\b[^>#\n]*)", typed, re.MULTILINE)
    return [shlex.split(each)[1:] for each in found]


def notes_in(text):
    """The notes among what is said beside the output, but for the order of classes.

    People of these files rated all items that a judge did.
    """
    lines = without_order(text).splitlines(True)
    notes = (each for each in lines if each.startswith("Note: "))
    return "".join(each for each in notes if "nothing is left to estimate" not in each)


@pytest.mark.usefixtures("campaign", "undrawn", "unlearnt")
def test_every_line_of_the_pages_and_of_the_help_does_what_it_says(capsys, monkeypatch):
    # Where a line does not say how many: fewer say as well whether it runs, and what it notes.
    monkeypatch.setitem(vars(options.TRIALS), "usual", 200)
    lines = [*dict.fromkeys(tuple(line) for text in PAGES.values() for line in lines_of(text))]
    assert {line[0] for line in lines} == _commands().keys()
    more = [tuple(each) for each in lines_of(f"```sh\n{parser().format_help()}```\n")]
    assert len(more) > 4
    for line in (*lines, *(each for each in more if each not in lines)):
        assert main(line) == 0, line
        said = capsys.readouterr()
        if line[0] in SAY_ORDERS and "--scores" not in line:
            assert orders_in(said.err), line
        is_told = line[0] in ("score", "test") and "gold.json" in line
        told = NOTE * is_told + REFUSED * ("all.csv" in line)
        told += OF_SHEETS.get(line[1].removeprefix(f"{SAMPLE.name}/sheets/"), "")
        assert notes_in(said.err) == told, line
        assert "gold nuggets" not in said.out


@pytest.mark.usefixtures("campaign")
def test_the_tutorial_of_sheets_has_what_is_printed(capsys):
    page = PAGES[".github/docs/tutorials/judges_sheet.md"]
    found = re.findall(r"```sh\noq ([^\n]*)\n```\n\n```text\n(.*?)```", page, re.DOTALL)
    assert len(found) == 4
    for line, printed in found:
        assert main(shlex.split(line)) == 0
        assert capsys.readouterr().out == printed, line
    for name in ("sheet.csv", "samples.jsonl"):
        lines = (SAMPLE / "sheets" / name).read_text().splitlines()
        begins = lines[0] if name == "sheet.csv" else '{"item": "zephyr-q002"'
        shown = next(b for b in blocks(page, "text") if b.strip().startswith(begins))
        assert {*shown.strip().splitlines()} <= {*lines}


@cache
def _commands():
    """The parsers of the commands that have files, by name."""
    subparsers = next(
        each for each in parser()._actions if isinstance(each, argparse._SubParsersAction)
    )
    return {n: each for n, each in subparsers.choices.items() if n != "app"}


@pytest.mark.usefixtures("campaign")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        (["score", "gold.json", "runs", "--without=no"], "there is no run 'no'; there are ALTO-r"),
        (["score", "gold.json", "runs", "--without=Uniform"], "there is no run 'Uniform'"),
        (["score", "--scores", "NMD.csv", "--without=no"], "there is no run 'no'"),
        (["report", "gold.json", "runs", "--outside=no"], "there is no run 'no'; there are"),
        (
            ["agreement", "gold.json", "runs", "--show=people", "--without=no"],
            "there is no run 'no'; there are",
        ),
        (["judges", "people.json", "judges.json", "--without=no"], "there are j1, j2, Panel"),
    ],
)
def test_a_run_to_leave_out_that_is_not_there_is_told(capsys, line, words):
    assert main(line) == 1
    assert words in capsys.readouterr().err


@pytest.mark.usefixtures("campaign")
def test_baselines_can_be_left_out_if_they_are_made(capsys):
    line = ["score", "gold.json", "runs", "--baselines", "--without=Uniform", "--format=csv"]
    assert main(line) == 0
    assert {"Popularity"} == {"Popularity", "Uniform"} & set(
        pd.read_csv(io.StringIO(capsys.readouterr().out))["run"]
    )


@pytest.mark.usefixtures("undrawn")
def test_all_options_of_the_report_at_once(campaign, capsys):
    """Each alone: tests/command/test_options.py."""
    page = campaign / "report.html"
    line = ["report", "gold.json", "runs.zip", *QUICK, f"--out={page.name}"]
    for option in ([], ["--scales=S", "--measures=NMD,RNOD", *EVERY]):
        assert main([*line, *option]) == 0, option
        assert without_order(capsys.readouterr().err) == ("" if option else NOTE)
        assert ("left out, as no run has that scale" in page.read_text()) != bool(option)
        page.unlink()


@pytest.mark.usefixtures("campaign")
def test_what_is_left_out_and_what_is_not():
    made = read_campaign("gold.json", "runs")
    assert list(made.scores) == ["gold A", "gold S", "gold E"]
    assert made.notes == (NOTE.removeprefix("Note: ").rstrip(),)
    # Baselines are made of what runs are compared on, and of a scale that is asked for.
    assert list(read_campaign("gold.json", "runs", baselines=True).scores) == list(made.scores)
    asked = read_campaign("gold.json", "runs", scales=["nuggets"], baselines=True)
    assert asked.scores["gold nuggets"].runs == ()
    assert asked.references["gold nuggets"].runs == ("Popularity", "Uniform")
    bare = read_campaign("gold.json", baselines=True)
    assert list(bare.scores) == [*made.scores, "gold nuggets"]
    assert bare.notes == ()


@pytest.mark.usefixtures("campaign")
@pytest.mark.parametrize(
    ("runs", "choices", "words"),
    [
        (
            "runs",
            {"scales": ["nuggets"]},
            "gold: nothing can be scored: the gold has the scales A, S, E, nuggets; "
            "the runs have A, S, E, and what was asked for is nuggets.",
        ),
        ((), {}, "the gold has the scales A, S, E, nuggets; there is no run. Name runs of"),
    ],
)
def test_where_nothing_can_be_scored_the_scales_are_told(runs, choices, words):
    with pytest.raises(DataError, match=re.escape(words)):
        read_campaign("gold.json", runs, **choices)


@pytest.mark.usefixtures("undrawn")
def test_a_scale_with_one_run_is_scored_but_not_tested(campaign, capsys):
    # Of the sample's runs, one that has nuggets too, for the short campaign's dialogues.
    entries = pd.read_json(SAMPLE / "runs" / "ELM-run0.json", dtype=False).head(20)
    entries.to_json(campaign / "runs" / "ELM-run0.json", orient="records")
    line = ["gold.json", "runs", "--format=csv"]
    assert main(["score", *line]) == 0
    said = capsys.readouterr()
    assert without_order(said.err) == ""
    assert set(pd.read_csv(io.StringIO(said.out))["data set"]) == {
        "gold A", "gold S", "gold E", "gold nuggets",
    }  # fmt: skip
    told = "gold nuggets was left out: it has 1 run to test and 20 instances on which"
    assert main(["test", *line, "--trials=50"]) == 0
    said = capsys.readouterr()
    assert said.err.startswith(f"Note: {told}")
    assert set(pd.read_csv(io.StringIO(said.out))["data set"]) == {"gold A", "gold S", "gold E"}
    assert main(["report", *line[:2], *QUICK, "--measures=JSD", "--out=r"]) == 0
    alone = "gold nuggets has one run to test, so that nothing is tested."
    assert capsys.readouterr().err.startswith(f"Note: {alone}\n")
    page = (campaign / "r" / "report.html").read_text()
    assert page.count(alone) == 1
    assert page.count("Nothing is tested: there is one run.") == 2  # once in its leaderboard's data
    assert "gold nuggets" not in pd.read_csv("r/csv/power.csv")["data set"].unique()
    one = ["report", "gold.json", "runs/ELM-run0.json", "--scales=A", "--trials=60"]
    assert main([*one, "--out=one.html"]) == 0
    assert "Nothing is tested: there is one run." in (campaign / "one.html").read_text()
    assert main(["test", *line, "--scales=nuggets"]) == 1
    assert "oq: gold nuggets has 1 run to test" in capsys.readouterr().err


def test_the_runs_of_stc3_are_scored_though_its_gold_holds_nuggets(real_data, capsys):
    files = [str(real_data / "stc3" / name) for name in ("test_annotations.json", "runs")]
    assert main(["score", *files, "--measures=NMD", "--format=csv"]) == 0
    said = capsys.readouterr()
    assert without_order(said.err) == NOTE.replace("gold", "test_annotations")
    table = pd.read_csv(io.StringIO(said.out))
    assert table.groupby("data set").size().to_dict() == {
        f"test_annotations {scale}": 8 for scale in "ASE"
    }
    best = table[table["data set"] == "test_annotations A"].iloc[0]
    assert best["run"] == "SLSTC-run1-C"
    assert best["NMD"] == pytest.approx(0.0819, abs=5e-5)
