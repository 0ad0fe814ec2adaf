"""Opening files: what is understood, what is refused, what stays. What a browser alone shows of
it is in `tests/browser/test_uploads`."""

import hashlib
import io
import json
import zipfile
from functools import wraps

import pytest

from oq_core import DataError, campaign
from oq_core.campaign import zip_report
from oq_core.command import main
from pages.host.workers import WorkerDiedError
from pages.host.workspaces import WORKSPACES
from tests.analysis.fixtures import TABLE_7
from tests.conftest import SAMPLE
from tests.pages.campaign.uploading import put, words


@pytest.fixture
def page(start):
    page = start("data")
    page.session_state["opened"] = WORKSPACES.of("")
    return page


def contents(*paths):
    return {path.name: path.read_bytes() for path in paths}


def told(page):
    """What is wrong with the files, in one line."""
    return " ".join(each.value for each in (*page.error, *page.warning))


def test_table_7_of_lq21_from_the_real_annotations(page, real_data):
    put(page, "Gold", contents(real_data / "stc3" / "test_annotations.json"))
    assert words(page).count("390 instances, 19 votes each, 0 runs") == 3
    page.switch_page("explore/dialogues.py").run()
    assert "NMD and RNOD prefer different runs on 83 of 390 instances" in words(page)
    for scale, rows in TABLE_7.items():
        scales(page, scale)
        wins = next(each.value for each in page.dataframe if each.value.index.name == "data set")
        (row,) = [wins.loc[name] for name in wins.index if name.endswith(f" {scale}")]
        for key, (uniform, popularity) in rows.items():
            found = [int(row[f"{key} {run}"]) for run in ("Uniform", "Popularity")]
            assert found == [uniform, popularity], (scale, key)


def scales(page, chosen):
    """Choose a scale of the data."""
    group = next(each for each in page.button_group if str(each.key).startswith("scale"))
    group.set_value(chosen).run()
    assert not page.exception


def test_pooled_classification_of_subtask_c(page, real_data):
    semeval = real_data / "semeval"
    put(page, "Gold", contents(semeval / "2016-subtaskC-gold.tsv"))
    put(page, "Run files", contents(semeval / "2016-subtaskC-run-PotTS.tsv"))
    assert "From 20,632 items with a class each" in words(page)
    page.switch_page("learn/classification.py").run()
    choose(page, "First run (A)", "always 0")
    choose(page, "Second run (B)", "2016-subtaskC-run-PotTS")
    # Always neutral as the task's overview has it, 1.200 and 0.537; the run's 1.234 and 0.860
    # as computed independently.
    scores = page.table[0].value
    pooled = ["always 0: pooled", "2016-subtaskC-run-PotTS: pooled"]
    assert [f"{float(each):.4f}" for each in scores.loc["MAE_M", pooled]] == ["1.2000", "1.2342"]
    assert [f"{float(each):.4f}" for each in scores.loc["MAE_mu", pooled]] == ["0.5366", "0.8601"]
    # 100 topics: their means are beside the pooled scores.
    assert sum("mean over topics" in name for name in scores.columns) == 2
    next(each for each in page.button if each.label == "Load into the matrices").click().run()
    assert not page.exception
    assert "All items, pooled: always 0 and 2016" in words(page)
    assert "10081" in str(page.query_params["a"])
    # The same items are a data set of classification for the pages of analysis.
    page.switch_page("campaign/leaderboard.py").run()
    group = next(each for each in page.button_group if str(each.key).startswith("scale"))
    group.set_value(["classification"]).run()
    assert not page.exception
    assert any("MAE_M" in each.value.columns for each in page.dataframe)


def choose(page, label, option):
    next(each for each in page.selectbox if each.label == label).set_value(option).run()
    assert not page.exception


def test_submissions_to_both_tasks(page):
    """The sample's runs: ten of them have nuggets too."""
    put(page, "Gold", contents(SAMPLE / "gold.json"))
    runs = {
        name: json.loads((SAMPLE / "runs" / f"{name}.json").read_text())
        for name in ("ALTO-run0", "ELM-run0", "HAZEL-run0")
    }
    split = {
        f"ALTO-run0.{part}.json": [
            {key: entry[key] for key in ("id", part)} for entry in runs["ALTO-run0"]
        ]
        for part in ("quality", "nugget")
    }
    files = split | {f"{name}.json": runs[name] for name in ("ELM-run0", "HAZEL-run0")}
    put(page, "Run files", {name: json.dumps(content) for name, content in files.items()})
    assert words(page).count("20 votes each, 3 runs") == 3
    assert "20 votes a turn; 2 runs with estimates of them" in words(page)
    assert told(page) == ""


def test_dialogues_in_an_archive(page, real_data):
    put(page, "Gold", contents(real_data / "dbdc3" / "en-eval.zip"))
    assert "2,000 instances, 30 votes each, 0 runs" in words(page)
    assert "O < T < X" in words(page)
    # The format has put them in this order.
    assert "alphabetical" not in words(page)


@pytest.mark.parametrize("kind", ["quality", "nugget"])
def test_without_gold_it_is_said_what_is_missing(page, real_data, kind):
    name = f"Baseline-run0.{kind}.json"
    put(page, "Gold", contents(real_data / "dialeval2" / "runs" / name))
    assert name in told(page)
    assert "not a gold file" in told(page)


def test_an_archive_of_teams(page):
    archive = io.BytesIO()
    runs = sorted((SAMPLE / "runs").glob("*.json"))[:4]
    with zipfile.ZipFile(archive, "w") as files:
        for number, run in enumerate(runs):
            team, name = f"TEAM{number // 2}", f"run{number % 2}"
            files.writestr(f"submissions/{team}/{name}/quality_cn.json", run.read_bytes())
    put(page, "Gold", contents(SAMPLE / "gold.json"))
    put(page, "Run files", {"submissions.zip": archive.getvalue()})
    assert words(page).count("20 votes each, 4 runs") == 3
    page.switch_page("campaign/leaderboard.py").run()
    assert not page.exception
    assert any("TEAM0-run0" in str(each.value) for each in page.dataframe)


def test_score_matrices_are_enough_for_curves(page):
    rows = "".join(f"d{i},{i % 3 / 10},{i % 5 / 10},{i % 7 / 10}\n" for i in range(40))
    files = {f"{key}.csv": f"dialogue_id,X,Y,Z\n{rows}" for key in ("NMD", "other")}
    put(page, "Or score matrices", files)
    assert "measures NMD, other · 40 instances · 3 runs" in words(page)
    page.switch_page("campaign/power.py").run()
    assert not page.exception
    assert len(page.get("plotly_chart")) > 0
    page.switch_page("explore/dialogues.py").run()
    assert "this page needs the distributions" in words(page)


GOOD_GOLD = "id,bad,fair,good\nd1,1,2,3\nd2,4,0,0\nd3,2,2,2\n"
GOOD_RUN = "id,bad,fair,good\nd1,.2,.3,.5\nd2,.6,.4,0\nd3,.1,.8,.1\n"


def spoiled(old, new):
    assert old in GOOD_RUN
    return GOOD_RUN.replace(old, new)


BAD_RUNS = {
    "missing": (spoiled("d3,.1,.8,.1\n", ""), "1 of 3 instances is missing: d3"),
    "surplus": (GOOD_RUN + "d4,1,0,0\n", "line 5: the id d4 is not in the gold file"),
    "duplicate": (GOOD_RUN + "d1,1,0,0\n", "line 5: the id d1 is there already (line 2)"),
    "class": (spoiled("fair", "middling"), "the class middling is not among"),
    "text": (spoiled(".6", "most"), "line 3, class bad: 'most' is not a number"),
    "negative": (spoiled("d3,.1", "d3,-.1"), "line 4: the value -0.1 for class bad is negative"),
    "nan": (spoiled(".8", "nan"), "line 4: the value nan for class fair is not a finite number"),
    "infinite": (spoiled(".8", "inf"), "line 4: the value inf for class fair is not a finite"),
    "sum": (spoiled(".5", ".3"), "line 2: the probabilities sum to 0.8 instead of 1"),
    "empty": ("", "the file is empty"),
    "latin1": ("id,bad,fair,good\nd1,é".encode("latin-1"), "line 2: the text is not UTF-8"),
    "shape": ('{"runs": []}', "the JSON is an object, not a list of dialogues"),
    "json": ('[{"id": "d1",', "line 1, column 14: this is not valid JSON"),
    "task": ('[{"id": "d1", "nugget": []}]', "dialogue d1: this file is for nugget detection"),
}


def test_each_kind_of_bad_run_is_explained_and_nothing_is_lost(page):
    put(page, "Gold", {"gold.csv": GOOD_GOLD})
    assert "3 instances, 4 to 6 votes each, 0 runs" in words(page)
    put(page, "Run files", {"fine.csv": GOOD_RUN})
    for name, (content, why) in BAD_RUNS.items():
        put(page, "More run files", {f"{name}.csv": content})
        assert f"{name}.csv" in told(page)
        assert why in told(page)
        assert "votes each, 1 run" in words(page)
    # All of it is there on the next page too.
    page.switch_page("explore/dialogues.py").run()
    assert "gold: 3 instances" in words(page)


def test_a_bad_gold_file_leaves_the_open_one(page):
    put(page, "Gold", {"gold.csv": GOOD_GOLD})
    for name, (content, why) in {
        "empty": ("", "the file is empty"),
        "votes": (GOOD_GOLD.replace("4,0,0", "0,0,0"), "line 3: there are no votes"),
        "run": ('[{"id": "d1", "quality": {"A": {"0": 1}}}]', "this is a run, not a gold file"),
    }.items():
        put(page, "Gold", {f"{name}.csv": content})
        assert why in told(page)
        assert "Everything else is open and used." in told(page)
        assert "3 instances, 4 to 6 votes each" in words(page)


def test_every_fault_of_every_file_is_listed(page):
    put(page, "Gold", {"gold.csv": GOOD_GOLD})
    bad = "id,bad,fair,good\nd1,.2,most,.5\nd2,.6,.4,some\nd4,.1,.8,.1\n"
    put(page, "Run files", {"a.csv": bad, "b.csv": spoiled(".5", ".3")})
    found = [line.removeprefix("- ").replace("\\", "") for line in told(page).splitlines()]
    assert found[:3] == [
        "a.csv, line 2, class fair: 'most' is not a number. Give a vote count or a probability.",
        "a.csv, line 3, class good: 'some' is not a number. Give a vote count or a probability.",
        "a.csv: 1 of 3 instances is missing: d3. Add them; every id of the gold file is needed "
        "once.",
    ]
    assert len(found) == 5
    assert found[3].startswith("a.csv, line 4: the id d4 is not in the gold file.")
    assert found[4].startswith("b.csv, line 2: the probabilities sum to 0.8 instead of 1.")
    # Many of one kind are one, with their number and the first places.
    rows = "".join(f"{number},no,.5,.5\n" for number in range(60))
    put(page, "Run files", {"c.csv": GOOD_RUN + rows, "b.csv": spoiled(".5", ".3")})
    many = "c.csv, line 5, class bad, line 6, class bad, line 7, class bad and 57 more"
    assert many in told(page)
    # Many kinds are a table.
    names = "abcdefghijkl"
    put(page, "Run files", {f"{name}.csv": spoiled(".5", ".3") for name in names})
    assert "These are 10 of 12 faults; the table lists them." in told(page)
    table = next(each.value for each in page.dataframe if "remedy" in each.value)
    assert list(table.columns) == ["file", "place", "fault", "remedy"]
    assert list(table["file"]) == [f"{name}.csv" for name in names]
    assert list(table.iloc[0])[1:3] == ["line 2", "the probabilities sum to 0.8 instead of 1"]


def test_nothing_is_called_open_where_nothing_is(page):
    put(page, "Gold", {"gold.csv": ""})
    assert "the file is empty" in told(page)
    assert "Everything else" not in told(page)
    put(page, "Gold", {"gold.csv": GOOD_GOLD})
    put(page, "Run files", {"run.csv": ""})
    assert "the file is empty" in told(page)
    assert "Everything else" not in told(page)


def test_a_run_put_among_score_matrices_is_refused(page):
    put(page, "Gold", {"gold.csv": GOOD_GOLD})
    put(page, "Or score matrices", {"mine.csv": GOOD_RUN})
    assert "mine.csv: this is a run of gold, not a score matrix" in told(page)
    assert "Open it with the run files of gold." in told(page)
    assert "Score matrices" not in words(page)
    # Scores of these instances are read, also where runs are called as classes are.
    put(page, "Or score matrices", {"NMD.csv": spoiled(".5", ".4")})
    assert "measures NMD · 3 instances · 3 runs" in words(page)


def test_data_sets_beyond_the_most_are_refused(page, monkeypatch):
    monkeypatch.setattr("pages.campaign.data_parts.opening.MOST_OPENED", 2)
    for name in "abc":
        put(page, "Gold", {f"{name}.csv": GOOD_GOLD})
    assert "2 data sets are open, which is the most; close one" in told(page)
    assert [*page.session_state.opened] == ["a", "b"]


@pytest.mark.parametrize("label", ["Gold", "Or score matrices", "Run files"])
def test_files_that_cannot_be_looked_at_are_told(page, label, monkeypatch):
    put(page, "Gold", {"gold.csv": GOOD_GOLD})

    def silent(words, *_):
        raise DataError(f"{words}: the process did not answer. Open the files again.")

    monkeypatch.setattr("pages.campaign.data_parts.opening.in_worker", silent)
    put(page, label, {"a.csv": GOOD_GOLD})
    assert "Looking at the files: the process did not answer" in told(page)


def make_report(page, *then):
    """Make the report of what is chosen, in little time, and press buttons after it."""
    page.number_input(key="trials").set_value(100)
    page.number_input(key="report_samples").set_value(100)
    page.number_input(key="splits").set_value(10).run()
    for label in ("Make the report", *then):
        next(each for each in page.button if each.label.startswith(label)).click().run()
        assert not page.exception


@pytest.mark.usefixtures("undrawn")
def test_the_report_of_own_files_is_made_again_in_a_shell(page, tmp_path, monkeypatch):
    """Its options name each file with size and SHA-256; the same files give the same bytes."""
    packed = []

    @wraps(zip_report)
    def noted(analysis, **_):
        packed.append(zip_report(analysis))
        return packed[-1]

    monkeypatch.setattr("oq_core.campaign.zip_report", noted)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    files = {"gold.csv": GOOD_GOLD, "TEAM-run1.csv": GOOD_RUN}
    files["TEAM-run2.csv"] = spoiled(".2,.3,.5", ".5,.3,.2")
    put(page, "Gold", {"gold.csv": files["gold.csv"]})
    put(page, "Run", {name: files[name] for name in ("TEAM-run1.csv", "TEAM-run2.csv")})
    page.switch_page("campaign/report.py").run()
    page.toggle(key="add_baselines").set_value(True).run()
    make_report(page, "Pack report")
    with zipfile.ZipFile(io.BytesIO(packed[0])) as archive:
        made = {name: archive.read(name) for name in archive.namelist()}
    (data,) = json.loads(made["options.json"])["data"]
    stated = {each["name"]: (each["size"], each["sha256"], each["runs"])
              for each in (*data["gold"], *data["runs"])}  # fmt: skip
    for name, text in files.items():
        runs = [] if name == "gold.csv" else [name.removesuffix(".csv")]
        assert stated.pop(name) == (len(text), hashlib.sha256(text.encode()).hexdigest(), runs)
        (tmp_path / name).write_text(text)
    assert not stated
    (tmp_path / "options.json").write_bytes(made["options.json"])
    monkeypatch.chdir(tmp_path)
    assert main(["report", "--again", "options.json", "--out", "again"]) == 0
    again = tmp_path / "again"
    found = {path.relative_to(again).as_posix(): path.read_bytes() for path in again.rglob("*.*")}
    assert found == made


@pytest.mark.usefixtures("undrawn")
def test_one_run_makes_a_report_in_which_nothing_is_tested(page):
    put(page, "Gold", {"gold.csv": GOOD_GOLD})
    put(page, "Run", {"alone.csv": GOOD_RUN})
    page.switch_page("campaign/report.py").run()
    page.toggle(key="add_baselines").set_value(True).run()
    make_report(page, "Pack report")
    assert "Nothing is tested: there is one run." in words(page)
    page.toggle(key="test_baselines").set_value(True).run()
    make_report(page, "Pack report")
    assert "Family of tests: 3 pairs of 3 runs" in words(page)


def test_runs_that_are_all_the_same_are_told_to_be(page):
    """Where two runs are needed that differ."""
    put(page, "Gold", {"gold.csv": GOOD_GOLD})
    put(page, "Run", {"a.csv": GOOD_RUN, "b.csv": GOOD_RUN})
    page.switch_page("campaign/power.py").run()
    assert not page.exception
    assert (
        "there are fewer in gold. In gold, a and b are the same in every number: a is tested "
        "and stands for both."
    ) in words(page)
    page.switch_page("campaign/report.py").run()
    make_report(page, "Pack report")
    assert "Nothing is tested: all 2 runs are the same in every number." in words(page)
    assert "a and b are the same in every number: a is tested and stands for both." in words(page)


def test_few_instances_and_ties_have_no_intervals_and_the_reason(page):
    put(page, "Gold", {"gold.csv": GOOD_GOLD})
    half = spoiled("d2,.6,.4,0", "d2,0,.4,.6")
    put(page, "Run", {"a.csv": GOOD_RUN, "b.csv": half, "same.csv": GOOD_RUN})
    page.switch_page("campaign/power.py").run()
    page.number_input(key="trials").set_value(100)
    page.run()
    assert not page.exception
    reason = "because random signs of 3 instances cannot show a p-value of 0.05 or less"
    assert f"Intervals are not defined, {reason}" in words(page)
    page.switch_page("campaign/leaderboard.py").run()
    page.run()
    assert not page.exception
    assert "Intervals of ranks are not defined, because there are fewer than 10" in words(page)


def test_one_instance_makes_no_report(page):
    one = [text.splitlines()[:2] for text in (GOOD_GOLD, GOOD_RUN)]
    put(page, "Gold", {"gold.csv": "\n".join(one[0])})
    put(page, "Run", {"a.csv": "\n".join(one[1]), "b.csv": "\n".join(one[1])})
    page.switch_page("campaign/report.py").run()
    assert not page.exception
    assert "There is one instance to compare on in gold; 2 are needed here" in words(page)


def test_measures_that_are_undefined_everywhere_leave_nothing_to_compare(page):
    """Agreement beyond chance, where all items of a topic have one class."""
    gold = "".join(f"{n}\tt{n // 3}\t{n // 3 % 3 - 1}\n" for n in range(12))
    flat = "".join(f"{n}\tt{n // 3}\t0\n" for n in range(12))
    put(page, "Gold", {"gold.tsv": gold})
    put(page, "Run files", {"same.tsv": gold, "flat.tsv": flat})
    page.switch_page("campaign/rankings.py").run()
    (scales,) = (each for each in page.button_group if each.key.startswith("scales/"))
    scales.set_value(["classification"]).run()
    assert not page.exception
    assert "on no instance (there are 4) is every measure defined for every run" in words(page)
    assert not page.dataframe


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("which", ["html_report", "zip_report"])
def test_a_report_that_cannot_be_written_is_said(page, monkeypatch, which):
    @wraps(getattr(campaign, which))
    def died(*_, **__):
        raise WorkerDiedError

    monkeypatch.setattr(f"oq_core.campaign.{which}", died)
    put(page, "Gold", {"gold.csv": GOOD_GOLD})
    put(page, "Run", {"a.csv": GOOD_RUN, "b.csv": spoiled(".2,.3,.5", ".5,.3,.2")})
    page.switch_page("campaign/report.py").run()
    make_report(page, *["Pack report"] * (which == "zip_report"))
    assert "could not be computed: its process ended" in page.error[0].value


@pytest.mark.parametrize("label", ["Gold", "Or score"])
def test_an_empty_uploader_stays_as_its_file_may_be_on_its_way(start, label, monkeypatch):
    """A browser that connects again tells of it; the next file went to one that was gone."""
    monkeypatch.setattr("pages.campaign.data_parts.opening.sent", lambda _: [])
    page = start("data")

    def uploader():
        return next(each for each in page.file_uploader if each.label.startswith(label)).id

    before = uploader()
    put(page, label, {"a.csv": ""})
    assert uploader() == before
