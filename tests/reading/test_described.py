"""Tables that describe runs: beside the runs, in a report's options, and refused by a sentence."""

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest

from oq_core import DataError, Options, analyse, read_campaign
from oq_core.campaign import Choices, write_report
from oq_core.campaign.computing.described import filled
from oq_core.campaign.computing.sources import facts_of
from oq_core.campaign.printing.run_labels import names_of
from oq_core.campaign.saving.provenance import read_options
from oq_core.campaign.saving.workspace import (
    SavedData,
    kept_files,
    pack_workspace,
    unpack_workspace,
)
from oq_core.data import RunDescription
from oq_core.data.described import MAX_SHORT
from oq_core.reading import (
    look,
    read_gold,
    read_runs,
    read_scores,
    read_together,
    recognise,
    template,
    templates,
)
from oq_core.reading.kinds.described import described_csv
from tests.campaign.made import AWKWARD
from tests.reading.made import Upload, zipped

GOLD = "id,low,mid,high\nd1,1,2,3\nd2,3,2,1\nd3,1,1,4\n"
RUN = "id,low,mid,high\nd1,.2,.3,.5\nd2,.5,.25,.25\nd3,.1,.1,.8\n"
OTHER = RUN.replace(".2,.3,.5", ".3,.3,.4")
TABLE = "Run;Team;Short;Baseline\nb;Alto;B;yes\na;Basso;;\n"


def test_a_table_of_runs_goes_with_them_however_they_are_packed():
    files = {"gold.csv": GOLD, "a.csv": RUN, "b.csv": OTHER, "runs.csv": TABLE}
    wanted = (RunDescription("b", "Alto", short="B", baseline=True), RunDescription("a", "Basso"))
    loose = [Upload(name, text) for name, text in files.items()]
    packed = zipped("all.zip", {name: text.encode() for name, text in files.items()})
    for sources in (loose, [packed]):
        (found,) = read_together(sources).data_sets
        assert list(next(iter(found.collections.values())).runs) == ["a", "b"]
        assert found.described == wanted
    campaign = read_campaign(loose[0], loose[1:], renamed={"a": "alone"})
    assert campaign.described["b"] == replace(wanted[0], name="b")
    assert campaign.described["alone"] == RunDescription("alone", "Basso", "alone", "alone")
    scores = [Upload("NMD.csv", "id,a,b\nd1,.1,.2\nd2,.3,.4\n"), Upload("runs.csv", TABLE)]
    assert read_scores(scores).runs == ("a", "b")
    assert read_campaign(runs=scores).described["b"].short == "B"
    assert recognise(Upload("x", TABLE)) == "table of runs"


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("run,team\nc,Alto\n", "runs.csv: no run is called c. There are a, b"),
        ("run,team\nb2,Alto\n", "no run is called b2. Try b."),
        ("run,team\na,x\na,y\n", "two runs have the name a. Give each run one line"),
        ("run,short\na,x\nb,x\n", "two runs have the short name x"),
        ("run,name\na,x\nb,x\n", "two runs have the official name x"),
        ("run,team\n,x\nb,x\n", "line 2: the run's name is empty"),
        ("run,baseline\na,perhaps\n", "line 2: baseline is 'perhaps'. Write yes or no"),
        (f"run,short\na,{'s' * 27}\n", f"line 2: short has 27 signs; at most {MAX_SHORT}"),
        ("run,name\na,x\u202ey\n", "line 2: name has a sign that controls lines"),
        ("run,team,group\na,x,y\n", "line 1: the column group is none of run, team, name"),
        ("run,team,team\na,x,y\n", "line 1: the column team is there twice"),
        ("run,team\na\n", "line 2: it has 1 cell, but the header has 2"),
        ("\ufeffrun;team\n", "runs.csv, line 1: there is nothing below the header. Give a header "
         "and rows of run, team, name"),
        ("team,short\nAlto,A\n", "runs.csv, line 1: there is no header with a column run. "
         "Give a header"),
        ("a,Alto,One\nb,Alto,Two\n", "runs.csv, line 1: there is no header with a column run. "
         "Give a header and rows of run, team, name"),
        ("a,Alto,A,,,1\n", "runs.csv, line 1: there is no header with a column run"),
        ('run,team\na,"Alto\nb,x\n', "runs.csv, line 2 or below: a quote that opens there is never "
         "closed. Close it, or write"),
        ('run,team\na,x\nb,"A"lto\n', "runs.csv, line 3 or below: a quote stands within a cell"),
        ("run\n", "runs.csv, line 1: there is nothing below the header"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_a_sentence(table, words):
    collections = read_gold(Upload("gold.csv", GOLD))
    runs = [Upload("a.csv", RUN), Upload("b.csv", OTHER), Upload("runs.csv", table)]
    read = read_runs(runs, collections)
    assert read.added == ("a", "b")
    assert any(words in problem for problem in read.problems), read.problems
    with pytest.raises(DataError, match="runs.csv"):
        read_campaign(Upload("gold.csv", GOLD), runs)


def test_alone_it_says_where_it_belongs():
    with pytest.raises(DataError, match="this table describes runs. Open it with the runs"):
        read_gold(Upload("x.csv", TABLE))


def test_a_row_of_which_half_are_numbers_describes_no_run():
    assert look(Upload("runs.csv", "a,2,Alto\n"))[0].kind == "table of runs"
    with pytest.raises(DataError, match="numbers where the header should be"):
        look(Upload("runs.csv", "d1,2\n"))


def test_it_is_written_and_read_again_whatever_the_names_are():
    given = tuple(
        RunDescription(name, team=name, name=f"{name}!", description=f"<{name}>")
        for name in AWKWARD
    )
    file = Upload("runs.csv", described_csv(given))
    gold = read_gold(Upload("gold.csv", GOLD))
    (gold,) = gold.values()
    runs = gold.with_runs({name: np.asarray(gold.gold) for name in AWKWARD})
    assert read_runs([file], {"x": runs}).described == given
    gold = template("wide_gold.csv")
    choices = Choices(title="x", described=given)
    saved = SavedData(choices, (facts_of(gold),), (), kept_files([gold]))
    packed = io.BytesIO(pack_workspace([saved]))
    packed.name = "workspace.zip"
    assert unpack_workspace(packed)[0].choices.described == given


def test_short_names_fit_and_are_each_one_runs():
    names = [*AWKWARD, *(f"a_team_with_a_long_name-run{n}-of-many" for n in range(30)), "x"]
    found = filled(names, [RunDescription("x", short=AWKWARD[0])])
    shorts = [each.short for each in found.values()]
    assert len(set(shorts)) == len(names)
    assert max(map(len, shorts)) == MAX_SHORT
    assert all(each.short == each.run for each in found.values() if each.run == AWKWARD[1])


def test_a_report_has_what_was_said_and_is_made_again_with_it(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    monkeypatch.chdir(tmp_path)
    for name, text in (("gold", GOLD), ("a", RUN), ("b", OTHER), ("runs", TABLE)):
        (tmp_path / f"{name}.csv").write_text(text)
    campaign = read_campaign("gold.csv", ["a.csv", "b.csv", "runs.csv"], measures=["NMD"])
    options = Options(trials=100, splits=2, samples=10)
    write_report(analyse(campaign, options), "one")
    made = json.loads((tmp_path / "one/options.json").read_text())["data"][0]
    assert made["choices"]["described"][0]["short"] == "B"
    assert made["runs"][-1]["name"] == "runs.csv"
    again, _ = read_options("one/options.json")
    assert again.described == campaign.described
    (tmp_path / "runs.csv").write_text(TABLE.replace("Alto", "Bass"))
    with pytest.raises(DataError, match=r"runs.csv: the file has changed"):
        read_options("one/options.json")


def test_the_template_says_of_a_baseline_that_it_is_one():
    rows = list(csv.DictReader(io.StringIO(templates()["runs.csv"])))
    assert {each["run"]: each["baseline"] for each in rows} == {"wide_run": "no", "Uniform": "yes"}


def test_of_several_golds_that_are_no_archive_it_is_said():
    golds = [Upload(name, GOLD) for name in ("a.csv", "b.csv")]
    with pytest.raises(DataError) as told:
        read_gold(golds)
    assert str(told.value).startswith("The files: there are several files that may be gold: a.csv")


@pytest.mark.parametrize(("signs", "is_whole"), [(MAX_SHORT, True), (MAX_SHORT + 1, False)])
def test_tables_print_official_names_that_are_not_long(signs, is_whole):
    (said,) = filled(["r"], [RunDescription("r", name="n" * signs, short="s")]).values()
    assert names_of([said]).labels == {"r": said.name if is_whole else "s"}
