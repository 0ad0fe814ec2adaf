"""The report: complete, self-contained, repeatable, and safe with any name."""

import base64
import csv
import errno
import hashlib
import io
import json
import re
import zipfile
from contextlib import suppress
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

from oq_core import (
    MEASURES,
    Collection,
    DataError,
    Options,
    Scores,
    analyse,
    discriminative_power,
    randomised_tukey_hsd,
    ranking_consistency,
    ranking_similarity,
    read_campaign,
    read_scores,
    score,
    write_report,
)
from oq_core.analysis import (
    Rule,
    consistency_intervals,
    difference_intervals,
    pair_tests,
)
from oq_core.analysis.pairs import p_text
from oq_core.campaign import Campaign, Choices, Report, html_report, zip_report
from oq_core.campaign.computing.kinds import Quantified
from oq_core.campaign.computing.sources import campaign_of
from oq_core.campaign.printing import headlines, layouts
from oq_core.campaign.printing.methods import measures_bib, methods_tex
from oq_core.campaign.printing.table import Column, Table
from oq_core.campaign.saving.archive import packed, score_matrices
from oq_core.campaign.saving.list_file import LIST_FILE
from oq_core.campaign.saving.settings import settings
from oq_core.raters import LEVELS, judged, what_raters_allow
from tests import read_back
from tests.campaign.computing.test_analysis import QUICK, scores
from tests.campaign.made import scores as made_scores
from tests.campaign.printing.checks import latex_rows
from tests.conftest import SAMPLE

DATE = "2024-05-31T12:00:00+00:00"
AWKWARD = "<script>alert(1)</script> & 50 % _{x}^2 ~ \\command #1 $y$"


@pytest.fixture(scope="module")
def analysis():
    return analyse({"first": scores(0), AWKWARD: scores(1)}, QUICK)


@pytest.fixture(scope="module")
def made(analysis):
    """The files of its archive."""
    return files(zip_report(analysis, DATE))


def files(archive):
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        assert opened.testzip() is None
        return {
            name: opened.read(name) if name.endswith(".pdf") else opened.read(name).decode()
            for name in opened.namelist()
        }


class Tags(HTMLParser):
    """Every tag, every address, and whether tags are closed in order."""

    VOID = frozenset({"meta", "br", "link", "img", "hr"})

    def __init__(self):
        super().__init__()
        self.tags, self.addresses, self.open = set(), [], []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.addresses += [value for name, value in attrs if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def check_records(report):
    """Every table and chart of a report, as those of pages are checked."""
    for section in report.sections:
        for record in (*section.tables, *section.charts):
            read_back.check(record)


def test_what_a_report_prints_has_its_numbers(analysis):
    check_records(Report(analysis, DATE))


def test_what_the_raters_allow_is_a_section_of_rated_data():
    campaign = read_campaign(
        SAMPLE / "judges" / "people.csv", [SAMPLE / "judges" / "judges.csv"],
        measures=["NMD", "RNOD"], title="answers",
    )  # fmt: skip
    made = Report(analyse(campaign, QUICK), DATE)
    check_records(made)
    section = made.sections[-1]
    assert section.title == "What the raters allow"
    found = {each.file: each for each in section.tables}
    assert list(found) == [f"1-answers-{each}" for each in ("raters", "agreement", "judged")]
    # What the report says of people and judges is what the core finds.
    (collection,) = campaign.collections.values()
    of_judges = headlines.judges(judged(collection, seed=QUICK.seed))
    assert f"answers: {of_judges}" in section.answers
    allowed = what_raters_allow(collection, ["NMD", "RNOD"], seed=QUICK.seed)
    rows = found["1-answers-raters"].rows
    assert [row[1] for row in rows] == [f"{each:.4f}" for each in allowed.one_rater]
    assert [row[2] for row in rows] == [f"{each:.4f}" for each in allowed.half]
    assert f"answers: {headlines.raters(allowed)}" in section.answers
    assert [row[0] for row in found["1-answers-agreement"].rows] == list(LEVELS)
    files = dict(made.files())
    for chart in section.charts:
        assert f"figures/{chart.file}.svg" in files
    assert {each.file for each in section.charts} == {
        "1-answers-rater-strips", "1-answers-use-of-scale",
    }  # fmt: skip
    # Counts of items are no ratings, and score matrices have none.
    runs = [SAMPLE / "oc_runs" / f"{name}.tsv" for name in ("careful", "noisy")]
    items = read_campaign(SAMPLE / "oc_gold.tsv", runs, measures=["NMD"], scales=["quantification"])
    assert Report(analyse(items, QUICK), DATE).sections[-1].title != "What the raters allow"


def test_the_page_needs_nothing_else(made):
    parser, page = Tags(), made["report.html"]
    parser.feed(page)
    assert parser.open == []
    assert parser.tags.isdisjoint({"link", "img", "iframe", "object"})
    # One script runs, of all that a page may hold: that which the policy names.
    assert page.count("<script") == 2
    (script,) = re.findall('<script type="text/javascript">(.*?)</script>', page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'\"" in page
    assert all(address.startswith("#") for address in parser.addresses)
    assert "@import" not in page
    assert not re.search(r"url\((?!#)", page)
    ids = re.findall(r'<(?!path|clipPath|g |use)\w+[^>]* id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_it_states_data_options_seed_versions_and_date(made):
    for words in ("24 instances", "6 runs", "B = 200", "20 random splits", "50 samples", "Seed",
                  f"NumPy {np.__version__}", f"pandas {pd.__version__}", DATE):  # fmt: skip
        assert words in made["report.html"], words
    stated = json.loads(made["options.json"])
    assert stated["options"] == {
        "alpha": 0.05, "trials": 200, "splits": 20, "split_size": None, "samples": 50, "seed": 0,
        "tau": "a", "tau_interval": "formula", "effect": "E1", "outside": [],
        "intervals": False, "small_split": 10, "test_baselines": False,
        "bounded": False, "clusters": "", "method": "tukey",
    }  # fmt: skip
    assert stated["versions"]["NumPy"] == np.__version__
    assert stated["data sets"][0]["runs"] == [f"run{j}" for j in range(6)]


@pytest.mark.usefixtures("undrawn")
def test_two_reports_differ_in_their_date_alone_which_the_environment_may_name(
    analysis, monkeypatch
):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    first = "1970-01-01T00:00:00+00:00"
    assert f"Made on {first}" in (page := html_report(analysis))
    assert page.replace(first, DATE) == html_report(analysis, DATE)


def test_every_table_is_there_as_csv_and_latex(made):
    named = {name.removeprefix("csv/")[:-4] for name in made if name.startswith("csv/")}
    latex = {name.removeprefix("latex/")[:-4] for name in made if name[:6] == "latex/"}
    figures = {name.removeprefix("figures/")[:-4] for name in made if name[:8] == "figures/"}
    assert named - latex == figures | {name for name in named if name.endswith("p-values")}
    for kind in (
        "leaderboard", "similarity", "consistency", "overlap", "contradictions",
        "contradicting-pairs", "differences-M0", "groups-M2",
    ):  # fmt: skip
        assert f"1-first-{kind}" in latex
    assert {"data", "teams", "means", "power", "similarity-mean", "similarity-average",
            "consistency-mean"} <= latex  # fmt: skip
    assert {"figures/1-first-power-curves.svg", "figures/1-first-power-curves.pdf"} <= set(made)


def test_methods_and_what_they_cite_are_there(analysis, made):
    assert made["methods.tex"] == methods_tex(analysis)
    assert made["measures.bib"] == measures_bib(analysis)


def test_csv_files_hold_the_numbers_in_full_under_names(made):
    board = pd.read_csv(io.StringIO(made["csv/1-first-leaderboard.csv"]))
    row = board[(board.measure == "M1") & (board.run == "run3")].iloc[0]
    assert row["mean"] == pytest.approx(scores(0).means[1, 3], abs=1e-15)
    p_values = randomised_tukey_hsd(scores(0).values, 200, 0)
    pairs = pd.read_csv(io.StringIO(made["csv/1-first-p-values.csv"]))
    np.testing.assert_allclose(pairs["M0 p"], p_values[0][np.triu_indices(6, 1)])
    powers = pd.read_csv(io.StringIO(made["csv/power.csv"]))
    first = powers[(powers["data set"] == "first") & (powers.measure == "M2")]
    assert first["S"].item() == discriminative_power(p_values[2]).significant
    for name, text in made.items():
        if name.endswith(".csv"):
            rows = list(csv.reader(io.StringIO(text)))
            assert len({len(row) for row in rows}) == 1, name
            assert all(rows[0]), name


def test_consistency_is_printed_of_halves_and_of_ten_against_ten(made):
    every = pd.read_csv(io.StringIO(made["csv/1-first-consistency.csv"]))
    averages = pd.read_csv(io.StringIO(made["csv/consistency-mean.csv"]))
    for parts, size in (("halves", None), ("10 vs. 10", 10)):
        taus = [
            ranking_consistency(scores(seed).values, size, QUICK.splits, QUICK.seed).means
            for seed in (0, 1)
        ]
        printed = every[every.parts == parts].set_index("measure")["mean tau"]
        rows = averages[(averages.parts == parts) & (averages["data set"] == "mean")]
        average = rows.set_index("measure")["mean tau"]
        for k, key in enumerate(scores(0).measures):
            assert printed[key] == pytest.approx(taus[0][k])
            assert average[key] == pytest.approx((taus[0][k] + taus[1][k]) / 2)
        assert list(average) == sorted(average, reverse=True)
    cells = latex_rows(made["latex/1-first-consistency.tex"], 3)
    assert [row[4:6] for row in cells] == [[key, f"{tau:.3f}"] for key, tau in printed.items()]
    assert "20 random splits, halves and 10 against as many" in made["report.html"]
    few = analyse({"x": scores(0, (2, 19, 3), (False,) * 2)}, QUICK).data_sets[0]
    assert [each.size for each in few.splits] == [None]
    # Ten of 20 are halves, which are drawn already; of 21 one would be left over.
    for instances in (20, 21):
        of = analyse({"x": scores(0, (2, instances, 3), (False,) * 2)}, QUICK).data_sets[0]
        assert [each.size for each in of.splits] == [None, 10][: 1 + (instances == 21)]
    none = analyse({"x": scores(0)}, replace(QUICK, small_split=0)).data_sets[0]
    assert [each.size for each in none.splits] == [None]


@pytest.mark.parametrize(
    ("instances", "size", "told"),
    [
        (19, None, "20 random splits, halves;"),
        (21, None, "20 random splits, halves and 10 against as many;"),
        (21, 11, "20 random splits, 10 against as many;"),
        (19, 11, None),
    ],
)
def test_only_those_splits_are_told_that_were_made(instances, size, told):
    few = scores(0, (2, instances, 3), (False,) * 2)
    of = analyse({"x": few}, replace(QUICK, split_size=size))
    words = settings(of).get("Ranking consistency")
    assert told in words if told else words is None


def test_similar_measures_are_shaded_in_latex_too(made):
    text = made["latex/1-first-similarity.tex"]
    assert "colortbl" in text.split(r"\begin")[0]
    taus = ranking_similarity(scores(0)).taus[np.triu_indices(3, 1)]
    # Tau stands on one line and its interval below.
    assert text.count(r"\cellcolor[rgb]") == 2 * (taus > 0).sum()
    assert (taus > 0).any()
    assert "colortbl" not in made["latex/1-first-overlap.tex"]


@pytest.mark.usefixtures("undrawn")
def test_score_matrices_are_read_back_to_the_bit(analysis, tmp_path):
    write_report(analysis, tmp_path / "report", DATE)
    files = sorted((tmp_path / "report" / "scores" / "1-first").iterdir())
    again = read_scores(files, otherwise=False)
    original = scores(0)
    assert again.measures == original.measures
    assert (again.ids, again.runs) == (original.ids, original.runs)
    np.testing.assert_array_equal(again.values, original.values)


def test_every_measure_s_matrix_comes_back_with_what_is_undefined(tmp_path):
    keys = tuple(MEASURES)
    values = np.random.default_rng(0).random((len(keys), 4, 3))
    values[0, 1, 2] = np.nan
    original = Scores(values, keys, ("1", "=x", "d,3", "東"), ("-a", "b c", "d"),
                      (False,) * len(keys))  # fmt: skip
    (tmp_path / "scores.zip").write_bytes(packed(score_matrices(original)))
    again = read_scores(tmp_path / "scores.zip").of(keys)
    assert (again.ids, again.runs) == (original.ids, original.runs)
    np.testing.assert_array_equal(again.values, values)
    assert again.larger_is_better == original.larger_is_better


def test_columns_that_fit_no_page_stand_below_in_html():
    report = Report(analyse({"x": made_scores(3)}, QUICK), DATE)
    board = next(t for t in report.sections[2].tables if t.file.endswith("leaderboard"))
    page = str(board.html)
    assert page.count("<table ") == 3
    assert page.count('colspan="3"') == 13
    means = next(t for t in report.sections[0].tables if t.file == "means")
    assert str(means.html).count('<th scope="row"') == 3


def test_a_wide_table_says_how_wide_it_is_for_a_print():
    table = Table(
        "x", "", "", (Column("run", kind="name"), Column("τ")),
        (("ABCDE<=+−∞", "0.500\n[0.25, 0.75]"),), pd.DataFrame({"run": ["r"]}),
    )  # fmt: skip
    # Ten wide letters and signs in the first column; six digits and six signs in the second.
    width = 0.7 + 10 * 0.8 + 0.7 + 6 * 0.64 + 6 * 0.36
    assert str(table.html).startswith(f'<table style="--width: {width:.0f}">')
    columns = (Column("run", kind="name"), *(Column(f"{n}", kind="name") for n in range(5)))
    wide = replace(table, columns=columns, rows=(("r", *["x" * 40] * 5),))
    assert str(wide.html).count("<table ") == 2


def test_narrow_tables_stand_in_two_columns_of_a_print():
    many = made_scores(24)
    short = many.without(many.runs[:14])
    section = Report(analyse({"x": short}, QUICK), DATE).sections[2]
    found = list(section.parts)
    assert [table for _, tables in found for table in tables] == list(section.tables)
    strips = [[table.file for table in tables] for is_strip, tables in found if is_strip]
    assert any(file.endswith("groups-NMD") for strip in strips for file in strip)
    assert not any(file.endswith("leaderboard") for strip in strips for file in strip)
    groups = next(table for table in section.tables if table.file.endswith("groups-NMD"))
    assert groups.is_narrow
    letters = "abcdefghijklmnopqrstuvwxyz" * 2
    assert not replace(groups, rows=(*groups.rows, ("r", "0.1", letters))).is_narrow
    # Two small ones stay below each other.
    few = Report(analyse({"x": made_scores(3, 1)}, QUICK), DATE).sections[2]
    assert not any(is_strip for is_strip, _ in few.parts)


def test_a_block_of_columns_leaves_out_runs_that_have_nothing_there():
    others = replace(made_scores(3), runs=("p", "q", "r"))
    report = Report(analyse({"x": made_scores(3), "y": others}, QUICK), DATE)
    means = next(t for t in report.sections[0].tables if t.file == "means")
    first, second = str(means.html).split("</table>")[:2]
    assert first.count('<th scope="row"') == second.count('<th scope="row"') == 3
    assert ">p</th>" not in first
    assert ">p</th>" in second


def test_score_matrices_keep_names_that_look_like_formulas(tmp_path):
    original = made_scores(14, 2)
    frame = dict(Report(analyse({"x": original}, QUICK), DATE).table_files())["scores/1-x/NMD.csv"]
    assert "'=SUM(A1:A9)" in frame
    (tmp_path / "NMD.csv").write_text(frame, encoding="utf-8")
    again = read_scores(tmp_path / "NMD.csv")
    assert again.runs == original.runs
    np.testing.assert_array_equal(again.values, original.values[:1])


def test_awkward_names_stay_text(made):
    page = made["report.html"]
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    renamed = Scores(*(getattr(scores(), name) for name in ("values", "measures", "ids")),
                     (AWKWARD, *scores().runs[1:]), scores().larger_is_better)  # fmt: skip
    found = files(zip_report(analyse({"x": renamed}, QUICK)))
    assert "<script>" not in found["report.html"]
    assert "<script>" not in found["figures/1-x-power-curves.svg"]
    assert all(re.fullmatch(r"[\w./-]+", name) for name in found)


def test_a_folder_gets_what_the_archive_of_the_same_scores_has(made, tmp_path):
    folder = tmp_path / "new" / "report"
    write_report(analyse({"first": scores(0), AWKWARD: scores(1)}, QUICK), folder, DATE)
    written = {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*")
    }
    assert written == {n: c if isinstance(c, bytes) else c.encode() for n, c in made.items()}
    assert [each.name for each in folder.parent.iterdir()] == ["report"]


@pytest.mark.usefixtures("undrawn")
def test_a_report_is_replaced_and_nothing_else_is(analysis, tmp_path):
    folder = tmp_path / "report"
    write_report(analysis, folder, DATE)
    (folder / "csv" / "mine.csv").write_text("years of work")
    (folder / "notes").mkdir()
    (folder / "notes" / "a.txt").write_text("years of work")
    later = "2025-01-01T00:00:00+00:00"
    write_report(analyse({"second": scores(0)}, QUICK), folder, later)
    assert "2025-01-01" in (folder / "report.html").read_text()
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")}
    assert files - {"csv/mine.csv", "notes/a.txt"} == {
        line.split("  ")[1] for line in (folder / LIST_FILE).read_text().splitlines()
    } | {LIST_FILE}
    assert not any("first" in name for name in files)
    # Nor does the folder of another's scores stay.
    assert [each.name for each in (folder / "scores").iterdir()] == ["1-second"]
    for name in ("csv/mine.csv", "notes/a.txt"):
        assert (folder / name).read_text() == "years of work"


@pytest.mark.usefixtures("undrawn")
def test_what_a_user_changed_in_a_report_or_put_in_its_way_is_refused(analysis, tmp_path):
    folder = tmp_path / "report"
    write_report(analysis, folder, DATE)
    (folder / "methods.tex").write_text("years of work")
    told = "methods.tex: changed after the report wrote it. Move what is yours to another place"
    with pytest.raises(DataError, match=told):
        write_report(analysis, folder, DATE)
    (folder / "report.html").unlink()
    (folder / "report.html").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(DataError, match="methods.tex and 1 other file: changed after"):
        write_report(analysis, folder, DATE)
    # What is of no report is in the way of a new file alone.
    write_report(analysis, tmp_path / "other", DATE)
    there = tmp_path / "other" / "csv" / "1-second-p-values.csv"
    there.write_text("years of work")
    with pytest.raises(DataError, match="1-second-p-values.csv is there already. Remove it"):
        write_report(analyse({"second": scores(0)}, QUICK), tmp_path / "other", DATE)
    assert (tmp_path / "other" / "csv" / "1-first-p-values.csv").exists()
    assert there.read_text() == (folder / "methods.tex").read_text() == "years of work"
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.usefixtures("undrawn")
def test_what_is_changed_while_another_report_is_made_stays(analysis, tmp_path):
    place = tmp_path / "report" / "methods.tex"
    write_report(analysis, tmp_path / "report", DATE)
    with pytest.raises(DataError, match="methods.tex: changed after the report wrote it"):
        write_report(
            analysis, tmp_path / "report", DATE, progress=lambda *_: place.write_text("mine")
        )
    assert place.read_text() == "mine"


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("listed", ["", "ab  thesis.tex\n", "\0", "{digest}  ../thesis.tex\n"])
def test_other_folders_than_a_report_s_are_refused(analysis, tmp_path, listed):
    """Also one with a list that is none, or that names what lies elsewhere."""
    (tmp_path / "other").mkdir()
    for name in ("thesis.tex", "other/thesis.tex"):
        (tmp_path / name).write_text("years of work")
    for place in (tmp_path / "other", tmp_path / "other" / "thesis.tex"):
        with pytest.raises(DataError, match="is there and is not a report"):
            write_report(analysis, place, DATE)
    digest = hashlib.sha256(b"years of work").hexdigest()
    (tmp_path / "other" / LIST_FILE).write_text(listed.format(digest=digest))
    with suppress(DataError):
        write_report(analysis, tmp_path / "other", DATE)
    for name in ("thesis.tex", "other/thesis.tex"):
        assert (tmp_path / name).read_text() == "years of work"


@pytest.mark.usefixtures("undrawn")
def test_an_archive_is_made_in_memory(analysis, monkeypatch):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryDirectory", full)
    assert "report.html" in files(zip_report(analysis, DATE))


@pytest.mark.usefixtures("undrawn")
def test_parts_are_told_and_an_interruption_leaves_what_was_there(analysis, tmp_path, monkeypatch):
    told = []
    write_report(analysis, tmp_path / "report", DATE, progress=lambda *at: told.append(at))
    charts = sum(len(each.charts) for each in Report(analysis, DATE).sections)
    shares, parts = zip(*told, strict=True)
    figures = [f"figure {number} of {charts}" for number in range(1, charts + 1)]
    assert list(parts) == ["tables", *figures]
    assert list(shares) == sorted(set(shares))

    def interrupted(path, _):
        if path.name == "options.json":
            raise KeyboardInterrupt
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"half")

    monkeypatch.setattr("oq_core.campaign.saving.writing._write", interrupted)
    for name in ("report", "new"):
        with pytest.raises(KeyboardInterrupt):
            write_report(analysis, tmp_path / name, DATE)
    assert [each.name for each in tmp_path.iterdir()] == ["report"]
    assert DATE in (tmp_path / "report" / "report.html").read_text()


def test_official_scores_stand_beside_the_measures():
    gold = np.array([[0.5, 0.5, 0.0], [0.0, 0.2, 0.8]])
    runs = {"a": gold[::-1], "b": gold}
    votes = Collection("v", ("1", "2", "3"), ("x", "y"), gold, runs, format="LeWiDi gold")
    campaign = Campaign({"v": score(votes, ["NMD", "NVD"])}, {"v": Quantified(votes)})
    section = Report(analyse(campaign, QUICK), DATE).sections[2]
    assert "LeWiDi 2025's average Manhattan distance is NVD × 2" in section.facts
    (table,) = (each for each in section.tables if each.file == "1-v-official")
    # .5 + .3 + .8 class by class; .5 + .8 of the sums.
    assert table.rows == (("b", "0.0000", "0.0000"), ("a", "1.6000", "1.3000"))
    assert [column.name for column in table.columns[1:]] == [
        "average Manhattan distance", "average Wasserstein distance",
    ]  # fmt: skip
    plain = Campaign(campaign.scores, {"v": Quantified(replace(votes, format=""))})
    other = Report(analyse(plain, QUICK), DATE).sections[2].tables
    assert not any("official" in each.file for each in other)


def test_one_measure_and_two_runs_still_make_a_report():
    few = scores(0, (1, 2, 2), (False,))
    found = files(zip_report(analyse({"few": few}, QUICK)))
    assert "csv/1-few-groups-M0.csv" in found
    assert "csv/1-few-similarity.csv" not in found
    # No figure of all data sets, where there is one.
    assert {name[:14] for name in found if name.startswith("figures/")} == {"figures/1-few-"}


def test_p_values_print_as_the_papers_have_them():
    assert p_text(0.0, 1 / 5000) == "<0.0002"
    assert p_text(0.0354, 1 / 5000) == "0.0354"
    assert p_text(0.0, 1 / 100_000) == "<0.00001"
    assert p_text(1.0, 1 / 100) == "1.0000"
    assert p_text(0, 1 / 3000) == "<0.00034"


@pytest.mark.parametrize("trials", [100, 128, 3000, 4999, 5000, 7000, 12_345, 100_000])
def test_a_bound_is_never_below_one_in_b(trials):
    text = p_text(0, 1 / trials)
    assert 1 <= float(text[1:]) * trials * (1 + 1e-9) < 1.1


def test_runs_that_rounding_alone_tells_apart_are_tied_everywhere():
    values = np.array([[[0.1, 0.2, 0.15, 0.5], [0.2, 0.4, 0.45, 0.5]]])
    assert 0 < np.ptp(values.mean(axis=1)[0, 1:3]) < 1e-15
    made = Scores(values, ("M",), ("1", "2"), tuple("abcd"), (False,))
    data = analyse({"x": made}, QUICK).data_sets[0]
    pair = data.tests.to_frame().set_index(["run 1", "run 2"])
    assert pair.loc[("b", "c"), "M better"] == "tie"
    text = layouts.leaderboard("x", made, data.board, data.p_values, 0.05)
    assert [row[0] for row in text.rows] == ["1", "2", "2", "4"]


@pytest.mark.usefixtures("undrawn")
def test_intervals_are_made_where_they_are_asked_for():
    told = []
    options = replace(QUICK, intervals=True)
    made = analyse({"x": scores()}, options, lambda share, words: told.append((share, words)))
    data = made.data_sets[0]
    gaps = difference_intervals(data.family, 0.05, QUICK.trials, QUICK.seed)
    np.testing.assert_array_equal(data.differences.low, gaps.low)
    found = files(zip_report(made, DATE))
    table = pd.read_csv(io.StringIO(found["csv/1-x-difference-intervals-M1.csv"]))
    assert table["low"].tolist() == pytest.approx(gaps.low[1].tolist())
    without = files(zip_report(analyse({"x": scores()}, QUICK), DATE))
    assert not [name for name in without if "difference-intervals" in name]
    sure = consistency_intervals(scores(), splits=20)
    table = pd.read_csv(io.StringIO(found["csv/1-x-consistency-intervals.csv"]), index_col=0)
    assert table["high"].to_dict() == pytest.approx(
        dict(zip(sure.measures, sure.high, strict=True))
    )
    assert [share for share, _ in told] == sorted(share for share, _ in told)
    assert told[-1] == (1, "x: intervals of consistency")


def test_so_few_trials_that_nothing_is_significant_are_refused():
    with pytest.raises(ValueError, match="0.001 is below 0.005, the smallest p-value"):
        analyse({"x": scores()}, Options(alpha=0.001, trials=200))


@pytest.mark.usefixtures("undrawn")
def test_a_report_by_random_signs_says_what_these_test_and_how_many_instances_they_take():
    by_signs = replace(QUICK, rule=Rule.SIGNS)
    page = html_report(analyse(Campaign({"x": scores()}), by_signs), DATE)
    assert "that the differences of two runs are symmetric about 0" in page
    assert Rule.SIGNS.words in page
    few = replace(scores(), values=scores().values[:, :5], ids=scores().ids[:5])
    page = html_report(analyse(Campaign({"x": few}), replace(QUICK, intervals=True)), DATE)
    assert "differences are not defined, because random signs of 5 instances cannot show" in page
    with pytest.raises(ValueError, match="signs of 5 instances .* at least 6 instances"):
        analyse(Campaign({"x": few}), by_signs)


def test_better_means_larger_where_larger_is_better():
    values = scores(shape=(1, 200, 3), directions=(False,)).values
    names = ("run0", "run1", "run2")
    ids = tuple(map(str, range(200)))
    data = analyse({"x": Scores(values, ("M",), ids, names, (True,))}, QUICK).data_sets[0]
    found = layouts.differences("x", data.tests, 0, data.effects, 0.05).numbers
    assert list(found.better) == ["run2", "run2", "run1"]
    assert data.board.to_frame().run.tolist() == ["run2", "run1", "run0"]
    grouped = layouts.groups("x", data.scores, 0, data.p_values, 0.05).numbers
    assert grouped["run"].tolist() == ["run2", "run1", "run0"]
    assert (data.tests.to_frame()["M better"] == ["run1", "run2", "run2"]).all()


@pytest.mark.usefixtures("undrawn")
def test_runs_that_are_to_be_out_of_it_are_shown_and_in_no_number():
    options = replace(QUICK, outside=("run1", "nobody"), rule=Rule.SIGNS)
    analysed = analyse({"x": scores()}, options)
    data = analysed.data_sets[0]
    assert data.board.runs == scores().without("run1").runs
    assert data.references.runs == ("run1",)
    assert data.family.runs == scores().without("run1").runs
    expected = pair_tests(scores().without("run1"), options.rule, QUICK.trials, QUICK.seed)
    np.testing.assert_array_equal(data.p_values, expected.p_values)
    found = files(zip_report(analysed, DATE))
    tested = pd.read_csv(io.StringIO(found["csv/tested.csv"])).iloc[0]
    assert (tested["runs"], tested["pairs"], tested["shown, not tested"]) == (5, 10, "run1")
    assert tested["smallest p"] == pytest.approx(1 / 201)
    assert "run1" in found["csv/1-x-leaderboard.csv"]
    for name in ("p-values", "groups-M0", "differences-M0"):
        assert "run1" not in found[f"csv/1-x-{name}.csv"]
    for text in (
        "What was tested, over what family, by which rule",
        "family: all pairs of the runs of a data set that are tested, together, under each",
        f"{Rule.SIGNS.words}, paired, B = 200",
        "that the differences of two runs are symmetric about 0",
    ):
        assert text in found["report.html"]


@pytest.mark.usefixtures("undrawn")
def test_the_best_two_submitted_runs_are_compared_and_gold_s_baselines_told():
    draw, gold = np.random.default_rng(5), np.array([[0.97, 0.03, 0], [0, 0.03, 0.97]] * 6)
    noise = draw.dirichlet(np.ones(3), 12)
    runs = {name: (1 - far) * gold + far * noise
            for name, far in (("c", 0.6), ("a", 0.4), ("BL-x", 0.3), ("b", 0.5))}  # fmt: skip
    made = Collection("x", ("1", "2", "3"), tuple(map(str, range(12))), gold, runs)
    campaign = campaign_of({"x": made}, Choices(title="x", baselines=True, measures=("NMD", "JSD")))
    (data,) = (analysis := analyse(campaign, replace(QUICK, test_baselines=True))).data_sets
    ours = score(made, ("NMD", "JSD"))
    charts = {each.file: each for each in Report(analysis, DATE).sections[-1].charts}
    deltas = charts["1-x-score-deltas"]
    assert deltas.title.startswith("score deltas, a − b, under two")
    assert deltas.note.startswith("a and b are the best two submitted runs by NMD; ")
    a, b = (ours.runs.index(name) for name in "ab")
    np.testing.assert_allclose(deltas.numbers["ΔNMD"], ours.values[0, :, a] - ours.values[0, :, b])
    assert list(charts["1-x-extreme-instances"].names("whose")) == ["gold", "a", "b"]
    # One that looked at the gold is no submitted run, and its mark is told.
    means = charts["1-x-means-groups-NMD"]
    assert means.names("run")[0] == "Popularity †"
    assert means.note.endswith("‡: a baseline; †: made from the gold")
    best, *_ = headlines.of_data(data)
    assert best.startswith("By NMD, Popularity (made from the gold) is the best of 6")
