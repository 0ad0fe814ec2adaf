"""The report: complete, self-contained, repeatable, and safe with any name."""

import csv
import io
import re
import zipfile
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

from oq_core import (
    Options,
    Scores,
    analyse,
    discriminative_power,
    html_report,
    randomised_tukey_hsd,
    write_report,
    zip_report,
)
from oq_core.campaign import tables
from tests.campaign.test_analysis import QUICK, scores

AWKWARD = "<script>alert(1)</script> & 50 % _{x}^2 ~ \\command #1 $y$"


@pytest.fixture(scope="module")
def analysis():
    return analyse({"first": scores(0), AWKWARD: scores(1)}, QUICK)


def files(archive):
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        assert opened.testzip() is None
        return {name: opened.read(name).decode() for name in opened.namelist()}


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


def test_the_page_needs_nothing_else(analysis):
    parser = Tags()
    parser.feed(html_report(analysis))
    assert parser.open == []
    assert parser.tags.isdisjoint({"script", "link", "img", "iframe", "object"})
    assert all(address.startswith("#") for address in parser.addresses)
    assert "@import" not in html_report(analysis)
    assert "url(" not in html_report(analysis)


def test_it_states_data_options_seed_and_versions(analysis):
    page = html_report(analysis)
    for words in ("24 instances", "6 runs", "B = 200", "20 random splits", "50 samples", "Seed",
                  f"NumPy {np.__version__}", f"pandas {pd.__version__}"):  # fmt: skip
        assert words in page, words


def test_two_runs_give_the_same_bytes(analysis):
    again = analyse({"first": scores(0), AWKWARD: scores(1)}, QUICK)
    assert html_report(again) == html_report(analysis)
    assert zip_report(again) == zip_report(analysis)


def test_every_table_is_there_as_csv_and_latex(analysis):
    found = files(zip_report(analysis))
    named = {name.removeprefix("csv/")[:-4] for name in found if name.startswith("csv/")}
    assert named == {name.removeprefix("latex/")[:-4] for name in found if name[:6] == "latex/"}
    for kind in ("leaderboard", "power", "similarity", "similarity-average", "consistency",
                 "overlap", "contradictions", "differences-M0", "groups-M2"):  # fmt: skip
        assert f"1-first-{kind}" in named
    assert {"power", "similarity-mean", "consistency-mean"} <= named
    assert html_report(analysis) == found["report.html"]


def test_csv_files_hold_the_numbers_in_full(analysis):
    found = files(zip_report(analysis))
    board = pd.read_csv(io.StringIO(found["csv/1-first-leaderboard.csv"]))
    row = board[(board.measure == "M1") & (board.run == "run3")].iloc[0]
    assert row["mean"] == pytest.approx(scores(0).means[1, 3], abs=1e-15)
    p_values = randomised_tukey_hsd(scores(0).values, 200, 0)
    pairs = pd.read_csv(io.StringIO(found["csv/1-first-power.csv"]))
    np.testing.assert_allclose(pairs["M0 p"], p_values[0][np.triu_indices(6, 1)])
    powers = pd.read_csv(io.StringIO(found["csv/power.csv"]))
    first = powers[(powers["data set"] == "first") & (powers.measure == "M2")]
    assert first["S"].item() == discriminative_power(p_values[2]).significant
    for name, text in found.items():
        if name.startswith("csv/"):
            rows = list(csv.reader(io.StringIO(text)))
            assert len({len(row) for row in rows}) == 1, name


def test_latex_is_balanced_and_escaped(analysis):
    for name, text in files(zip_report(analysis)).items():
        if not name.startswith("latex/"):
            continue
        body = text.split("\n", 1)[1]
        begun, ended = re.findall(r"\\begin{(\w+)}", body), re.findall(r"\\end{(\w+)}", body)
        assert sorted(begun) == sorted(ended)
        plain = re.sub(r"\\[&%$#_{}]", "", body)
        assert plain.count("{") == plain.count("}"), name
        caption = re.search(r"\\caption{(.*)}\n", body)[1]
        assert not re.search(r"(?<!\\)[%#&]", caption), name


def test_awkward_names_stay_text(analysis):
    page = html_report(analysis)
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    renamed = Scores(*(getattr(scores(), name) for name in ("values", "measures", "ids")),
                     (AWKWARD, *scores().runs[1:]), scores().larger_is_better)  # fmt: skip
    found = files(zip_report(analyse({"x": renamed}, QUICK)))
    assert "<script>" not in found["report.html"]
    assert all(re.fullmatch(r"[\w./-]+", name) for name in found)


def test_a_folder_gets_what_the_archive_has(analysis, tmp_path):
    write_report(analysis, tmp_path / "new" / "report")
    found = files(zip_report(analysis))
    written = {
        path.relative_to(tmp_path / "new" / "report").as_posix(): path.read_text()
        for path in (tmp_path / "new" / "report").rglob("*.*")
    }
    assert written == found


def test_one_measure_and_two_runs_still_make_a_report():
    few = scores(0, (1, 2, 2), (False,))
    found = files(zip_report(analyse({"few": few}, QUICK)))
    assert "csv/1-few-differences-M0.csv" in found
    assert "csv/1-few-similarity.csv" not in found


def test_p_values_print_as_the_papers_have_them():
    assert tables.p_text(0.0, 5000) == "<0.0002"
    assert tables.p_text(0.0354, 5000) == "0.0354"
    assert tables.p_text(0.0, 100_000) == "<0.00001"
    assert tables.p_text(1.0, 100) == "1.0000"
    assert tables.p_text(0, 3000) == "<0.00034"


def test_differences_read_as_in_de2():
    data = analyse({"x": scores(shape=(1, 200, 3), directions=(False,))}, QUICK).data_sets[0]
    found = tables.significance(data.scores, 0, data.p_values, data.effects, 0.05)
    text = tables.significance_text(found, 200)
    assert list(found.better) == ["run0", "run0", "run1"]
    assert text.loc["run0"].item().startswith("run1 (p<0.0050, ES=")
    assert text.loc["run0"].item().count("ES=") == 2


@pytest.mark.parametrize("trials", [100, 128, 3000, 4999, 5000, 7000, 12_345, 100_000])
def test_a_bound_is_never_below_one_in_b(trials):
    text = tables.p_text(0, trials)
    assert 1 <= float(text[1:]) * trials * (1 + 1e-9) < 1.1


def test_runs_that_rounding_alone_tells_apart_are_tied_everywhere():
    values = np.array([[[0.1, 0.3, 0.1 + 0.2, 0.5], [0.2, 0.3, 0.3, 0.5]]])
    made = Scores(values, ("M",), ("1", "2"), tuple("abcd"), (False,))
    data = analyse({"x": made}, QUICK).data_sets[0]
    pair = tables.pairs(made, data.p_values).set_index(["run 1", "run 2"])
    assert pair.loc[("b", "c"), "M better"] == "="
    text = tables.leaderboard_text(made, data.board)
    assert text["M", "rank"].tolist() == ["1", "2", "2", "4"]


def test_so_few_trials_that_nothing_is_significant_are_refused():
    with pytest.raises(ValueError, match="0.001 is below 0.005, the smallest p-value"):
        analyse({"x": scores()}, Options(alpha=0.001, trials=200))


def test_csv_files_say_how_many_trials_a_p_value_of_0_is_of(analysis):
    found = files(zip_report(analysis))
    for name in ("1-first-power", "1-first-differences-M0"):
        assert set(pd.read_csv(io.StringIO(found[f"csv/{name}.csv"]))["B"]) == {200}


def test_better_means_larger_where_larger_is_better():
    values = scores(shape=(1, 200, 3), directions=(False,)).values
    names = ("run0", "run1", "run2")
    ids = tuple(map(str, range(200)))
    data = analyse({"x": Scores(values, ("M",), ids, names, (True,))}, QUICK).data_sets[0]
    found = tables.significance(data.scores, 0, data.p_values, data.effects, 0.05)
    assert list(found.better) == ["run2", "run2", "run1"]
    assert tables.leaderboard(data.scores, data.board).run.tolist() == ["run2", "run1", "run0"]
    assert tables.groups(data.scores, 0, data.p_values, 0.05).index.tolist() == [
        "run2", "run1", "run0",
    ]  # fmt: skip
    assert (tables.pairs(data.scores, data.p_values)["M better"] == ["run1", "run2", "run2"]).all()
