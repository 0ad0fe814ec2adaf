"""The pages of analysis, run without a browser on the bundled sample."""

import re
from functools import wraps

import numpy as np
import pytest
import streamlit as st

from oq_core import (
    MEASURES,
    analyse,
    defaults,
    discriminative_power,
    options,
    randomised_tukey_hsd,
    rank_runs,
    ranking_consistency,
    ranking_similarity,
    read_collections,
    score,
)
from oq_core.analysis import (
    Rule,
    bootstrap_tau_interval,
    bounded_mean_interval,
    consistency_intervals,
    difference_intervals,
    instance_tau_interval,
    pair_tests,
    required_instances,
    residual_variance,
    sign_flips,
    teams_of,
)
from oq_core.campaign import Report
from oq_core.campaign.saving.provenance import options_json, read_options
from pages.analysing.data import SAMPLE_OF_JUDGES, SAMPLES
from pages.analysing.options import USUAL
from pages.drawing import shown
from pages.menu import ENTRIES
from tests.conftest import ROOT
from tests.pages.conftest import ANALYSES, bars_of, unlinked
from tests.pages.test_addresses import visit

SAMPLE = ROOT / "sample_data"


@pytest.fixture(scope="module")
def scores():
    """The bundled sample's scores on scale A by the usual measures."""
    runs = sorted((SAMPLE / "runs").glob("*.json"))
    return score(read_collections(SAMPLE / "gold.json", runs)["A"], USUAL)


def table(page, column):
    """The first table that has a column of this name."""
    return next(each.value for each in page.dataframe if column in each.value.columns)


def test_the_leaderboard_shows_means_intervals_and_ranks(start, scores):
    page = start("leaderboard")
    shown = table(page, "mean NMD").set_index("run")
    board = rank_runs(scores, samples=1000, seed=0)
    for column, run in enumerate(scores.runs):
        row = shown.loc[run]
        assert row["mean NMD"] == pytest.approx(board.means[0, column])
        assert row["rank"] == board.ranks[0, column]
        low, high = board.low[0, column], board.high[0, column]
        assert row["95 % interval"] == f"{low:.4f} – {high:.4f}"
        best, worst = board.rank_low[0, column], board.rank_high[0, column]
        assert row["rank, 95 %"] == f"{best:.0f} – {worst:.0f}"
        assert row["first in"] == pytest.approx(board.first[0, column])
        assert [row[key] for key in USUAL[1:]] == [
            f"{rank} ({mean:.4f})"
            for rank, mean in zip(board.ranks[1:, column], board.means[1:, column], strict=True)
        ]
    assert list(shown["rank"]) == sorted(shown["rank"])
    winner = int(board.ranks[0].argmin())
    assert f"By NMD, {scores.runs[winner]} is the best of 22 runs" in opening(page)
    assert f"first in {100 * board.first[0].max():.0f} % of resamples" in opening(page)
    # The instances that are drawn are those on which it is worst.
    drawn = [
        np.array(re.findall(r" (0\.\d+|1\.0+)", words), float).reshape(2, -1)
        for words in bars_of(page)
        if words.startswith("Instance")
    ]
    shares = [each / each.sum(axis=1, keepdims=True) for each in drawn]
    found = [MEASURES["NMD"](estimate, gold) for gold, estimate in shares]
    assert found == pytest.approx(np.sort(scores.values[0, :, winner])[:-4:-1], abs=0.005)


def test_the_leaderboard_is_sorted_by_any_measure(start, scores):
    page = start("leaderboard")
    page.selectbox(key="sort_by").set_value("JSD").run()
    shown = table(page, "mean JSD")
    assert list(shown["mean JSD"]) == sorted(scores.means[USUAL.index("JSD")])


def printed_tables(page):
    """What the page shows as papers print it."""
    return {each.proto.alt: each.value for each in page.dataframe if each.proto.alt}


def test_the_layouts_of_papers_are_on_the_pages_whose_analysis_they_show(start, scores):
    """The cells of a core's table are on its page, and its files can be downloaded."""
    page = start("leaderboard")
    board = rank_runs(scores, samples=1)
    best = scores.runs[int(board.means[0].argmin())]
    printed = printed_tables(page)
    means = printed["Mean scores of all runs"]
    assert means.loc[best, "Bundled sample A NMD"] == f"{board.means[0].min():.4f}"
    assert "Bundled sample A: mean scores, best run first under each measure" in printed
    assert "Download score matrices (ZIP)" in labels(page)
    page = start("rankings")
    averages = printed_tables(page)["Average similarity: mean τ of each measure with the others"]
    taus = ranking_similarity(scores).taus
    for k, key in enumerate(USUAL):
        mean = (taus[k].sum() - taus[k, k]) / (len(USUAL) - 1)
        assert averages.loc[key, "Bundled sample A"] == f"{mean:.3f}"
    page = start("dialogues")
    won = printed_tables(page)["Instances on which Popularity and Uniform win"]
    # The documentation's numbers of the sample: Uniform 105, Popularity 184.
    assert won.loc["Bundled sample A", ["NMD Popularity", "NMD Uniform"]].tolist() == ["184", "105"]
    assert {"SVG", "PDF", "LaTeX", "CSV"} <= labels(page)
    printed = printed_tables(start("data"))
    assert printed["Runs of each team"].loc["Total", "runs"]
    sizes = printed["Statistics of the data sets"]
    page = start("power")
    assert {"SVG", "PDF"} <= labels(page)
    powers = printed_tables(page)[
        "Bundled sample A: discriminative power: S of T pairs of runs differ significantly at "
        "α = 0.05"
    ]
    # The documentation's numbers of the sample: of 231 pairs, NMD tells 86 apart and RNOD 133.
    assert powers.loc["NMD", ["S", "T"]].tolist() == ["86", "231"]
    assert powers.loc["RNOD", "S"] == "133"
    assert opening(page) == (
        "The most pairs of runs are told apart by RNOD (133 of 231 at α = 0.05), the fewest by NMD "
        "(86)."
    )
    assert sizes is not None


def test_the_leaderboard_s_tables_mark_what_does_not_differ_from_the_best(start, scores):
    page = start("leaderboard", trials="200", alpha="0.01")
    printed = printed_tables(page)["Mean scores of all runs"]
    assert not printed.map(lambda cell: "*" in cell).to_numpy().any()
    page.toggle(key="marks").set_value(True).run()
    printed = printed_tables(page)["Mean scores of all runs"]
    p = randomised_tukey_hsd(scores.values, 200, 0)
    for k, key in enumerate(scores.measures):
        best = int(scores.means[k].argmin())
        alike = {run for j, run in enumerate(scores.runs) if j != best and p[k, best, j] > 0.01}
        column = printed[f"Bundled sample A {key}"]
        assert set(column.index[column.str.endswith("*")]) == alike
        assert alike
    notes = [each.value for each in page.caption if "not significantly different" in each.value]
    assert len(notes) == 2
    assert "(randomised Tukey HSD, α = 0.01)" in notes[0]


def labels(page):
    """What can be downloaded."""
    return {each.proto.label for each in page.get("download_button")}


def opening(page):
    """The sentence that a page opens with."""
    bold = (unlinked(each.value) for each in page.markdown if each.value.startswith("**"))
    return next(bold).strip("*")


def test_similarity_is_tau_between_means(start, records, scores):
    page = start("rankings")
    averages = records["similarity-average"].numbers.set_index("measure")["average tau"]
    taus = ranking_similarity(scores).taus
    for k, key in enumerate(USUAL):
        assert averages[key] == pytest.approx((taus[k].sum() - taus[k, k]) / 5)
    triangle = next(each.value for each in page.dataframe if "JSD" in each.value.columns)
    assert triangle.loc["NMD", "RNOD"].startswith(f"{taus[0, USUAL.index('RNOD')]:.3f} [")


def mean_taus(records):
    """Mean tau by measure, as the page shows it."""
    return records["splits"].numbers.set_index("measure")["mean τ"]


def test_consistency_is_mean_tau_over_splits(start, records, scores):
    page = start("rankings")
    shown = mean_taus(records)
    means = ranking_consistency(scores.values, None, options.SPLITS.usual, 0).means
    for k, key in enumerate(USUAL):
        assert shown[key] == pytest.approx(means[k])
    page.button_group(key="scales/A/S/E/nuggets").set_value(["A", "S"]).run()
    several = records["consistency-mean"].numbers
    several = several.pivot(index="measure", columns="data set", values="mean tau").loc[[*USUAL]]
    assert several["Bundled sample A"].tolist() == pytest.approx(means[: len(USUAL)])
    other = several["Bundled sample S"].to_numpy()
    assert several["mean"].to_numpy() == pytest.approx((means[: len(USUAL)] + other) / 2)


def test_trials_and_splits_are_many_unless_they_are_chosen(start, records, scores, monkeypatch):
    # Those that the fixture of all these tests has set aside.
    monkeypatch.setitem(vars(options.TRIALS), "usual", defaults.TRIALS)
    monkeypatch.setitem(vars(options.SPLITS), "usual", defaults.SPLITS)
    page = start("rankings")
    assert page.number_input(key="trials").value == 5000
    assert page.number_input(key="splits").value == 1000
    shown = mean_taus(records)
    means = ranking_consistency(scores.values, None, 1000, 0).means
    assert [shown[key] for key in USUAL] == pytest.approx(means[: len(USUAL)])


def test_a_run_that_is_clicked_is_opened_below_and_the_best_is_not(start, monkeypatch):
    def folded(page):
        return next(each for each in page.expander if each.label.startswith("The run, instance"))

    page = start("leaderboard")
    assert not folded(page).proto.expanded
    pick, order = shown.pick_row, page.dataframe[0].value["run"]
    monkeypatch.setattr(shown, "pick_row", lambda *given, **named: pick(*given, **named) + 1)
    page.run()
    assert folded(page).proto.expanded
    assert folded(page).header[0].value.startswith(f"{order[1]}: ")


def test_sets_of_ten_instances(start, records, scores):
    page = start("rankings")
    page.button_group(key="split_kind").set_value("in two sets of").run()
    shown = mean_taus(records)
    means = ranking_consistency(scores.values, 10, options.SPLITS.usual, 0).means
    assert shown["NMD"] == pytest.approx(means[0])


def test_pairs_are_found_by_words_of_their_runs_and_few_words_are_looked_for(start):
    page = start("power")

    def typed():
        return next(each for each in page.text_input if each.label == "Search runs")

    all_pairs = table(page, "NMD p")
    typed().set_value("cedar ELM-run0").run()
    found = table(page, "NMD p")
    assert 0 < len(found) < len(all_pairs) / 10
    named = (found["run 1"] + found["run 2"]).str
    assert named.contains("CEDAR").all()
    assert named.contains("ELM-run0").all()
    # What one types are words, not patterns.
    typed().set_value("(").run()
    assert not page.exception
    # Half a million words would be looked for in each pair, for minutes.
    typed().set_value("a " * 500_000).run()
    assert not page.exception
    assert len(table(page, "NMD p")) < len(all_pairs)


def powers(records):
    """S and T by measure, as the page shows them."""
    return records["power"].numbers.set_index("measure")


def test_power_counts_significant_pairs_of_all_measures(start, records, scores):
    start("power")
    shown = powers(records)
    p_values = randomised_tukey_hsd(scores.values, options.TRIALS.usual, 0)
    for key, square in zip(USUAL, p_values, strict=True):
        assert shown.loc[key, "S"] == discriminative_power(square).significant


def test_three_scales_are_pooled(start):
    page = start("power")
    page.button_group(key="scales/A/S/E/nuggets").set_value(["A", "S", "E"]).run()
    assert not page.exception
    shown = next(each.value for each in page.dataframe if "pooled" in each.value.index)
    counts = shown[[name for name in shown if name.endswith((" S", " T"))]].astype(int)
    assert (counts.iloc[:3].sum() == counts.loc["pooled"]).all()


def test_what_only_changes_the_view_recomputes_nothing(start, monkeypatch):
    page = start("power")
    calls = []

    @wraps(pair_tests)
    def counted(*_, **__):
        calls.append(1)
        raise AssertionError

    monkeypatch.setattr("pages.analysing.pair_tests.pair_tests", counted)
    page.number_input(key="alpha").set_value(0.01).run()
    measures = next(each for each in page.multiselect if each.label == "Measures")
    measures.set_value(["NMD", "DNKT"]).run()
    page.selectbox(key="differences_by").set_value("DNKT").run()
    assert not page.exception
    assert calls == []
    page.number_input(key="random_seed").set_value(7).run()
    assert calls == [1]


def test_the_family_is_said_with_this_campaign_s_two_numbers(start, records, scores):
    """Baselines that are added take no part unless asked for; both counts are told."""
    page = start("power", add_baselines="true")
    # The sample's own are the same, and are left out here.
    own = ["BL-popularity", "BL-uniform"]
    next(each for each in page.multiselect if each.label == "Runs to leave out").set_value(own)
    page.run()
    left = scores.without(own)
    family = next(each.value for each in page.caption if "Family of tests" in each.value)
    assert "190 pairs of 20 runs" in family
    alone = discriminative_power(
        randomised_tukey_hsd(left.values, options.TRIALS.usual, 0)
    ).significant
    told = re.search(r"with Popularity and Uniform in the family.*NMD (\d+) and (\d+);", family)
    assert int(told[2]) == alone[0]
    page.toggle(key="test_baselines").set_value(True).run()
    family = next(each.value for each in page.caption if "Family of tests" in each.value)
    assert "231 pairs of 22 runs" in family
    again = re.search(r"NMD (\d+) and (\d+);", family)
    assert again.groups() == told.groups()
    assert powers(records).loc["NMD", "T"] == 231


@pytest.mark.parametrize("asked", ["false", "true"])
def test_baselines_that_are_the_same_as_runs_are_not_tested_twice(start, records, scores, asked):
    page = start("power", add_baselines="true", test_baselines=asked)
    family = next(each.value for each in page.caption if "Family of tests" in each.value)
    assert "231 pairs of 22 runs" in family
    same = "BL-popularity and Popularity are the same in every number: BL-popularity is tested"
    # The submitted one is tested in any case, and the other has its letters if it takes part.
    assert (same in family.replace("\\", "")) == (asked == "true")
    found = powers(records)
    assert found.loc["NMD", "T"] == 231
    p = randomised_tukey_hsd(scores.values, options.TRIALS.usual, 0)
    assert found.loc["NMD", "S"] == discriminative_power(p).significant[0]
    page = start("leaderboard", add_baselines="true", marks="true", trials="200")
    printed = printed_tables(page)["Mean scores of all runs"]
    assert {"Popularity †", "Uniform"} < set(printed.index)
    said = [each.value for each in page.caption]
    assert any("not among the runs: Popularity, Uniform; †: made from the gold" in e for e in said)


def test_another_rule_is_named_and_finds_what_it_finds(start, records, scores):
    page = start("power", trials="500")
    assert not page.warning
    page.selectbox(key="pair_rule").set_value(Rule.SIGNS).run()
    assert not page.exception
    p = sign_flips(scores.values, 500, 0)
    assert powers(records).loc["JSD", "S"] == discriminative_power(p).significant[5]
    assert any("tep-down, p = (count + 1)/(B + 1), or" in each.value for each in page.caption)
    assert any("231 pairs of 22 runs, under each measure by itself" in each.value
               for each in page.caption)  # fmt: skip


def test_whole_clusters_are_tested_where_they_are_named(start, records, scores):
    page = start("power", trials="200")
    picker(page, "Measures").set_value(["NMD"])
    page.text_input(key="clusters").set_value("sample").run()
    assert "make one cluster; a test of clusters needs at least 2" in page.warning[0].value
    # Names such as sample-12: a cluster ends at the first 1.
    page.text_input(key="clusters").set_value("1").run()
    assert not page.exception
    whole = scores.of("NMD").by_cluster("1")
    p = randomised_tukey_hsd(whole.values, 200, 0)
    assert powers(records).loc["NMD", "S"] == discriminative_power(p).significant[0]
    assert any(f"on {len(whole.ids)} clusters" in each.value for each in page.caption)


def test_so_few_trials_that_nothing_is_significant_are_said(start):
    for name, given in (("power", {}), ("report", {}), ("leaderboard", {"marks": "true"})):
        page = start(name, **given)
        page.number_input(key="trials").set_value(100)
        page.number_input(key="alpha").set_value(0.001).run()
        assert not page.exception
        assert "no pair can be called significant" in page.warning[-1].value


def test_differences_of_all_pairs_have_intervals(start, scores):
    page = start("power", trials="200", random_seed="3")
    page.selectbox(key="intervals_by").set_value("JSD").run()
    assert not page.exception
    shown = table(page, "all, 95 %")
    found = difference_intervals(scores, trials=200, seed=3)
    low, high = found.low[USUAL.index("JSD"), 0], found.high[USUAL.index("JSD"), 0]
    assert shown.iloc[0]["all, 95 %"] == f"{low:+.4f} to {high:+.4f}"
    assert any("c from random signs" in each.value for each in page.caption)


def test_intervals_may_use_the_bounds_of_scores(start, scores):
    page = start("leaderboard")
    page.toggle(key="bounded").set_value(True).run()
    assert not page.exception
    low, high = (ends[0] for ends in bounded_mean_interval(scores.values[:1, :, :1]))
    shown = table(page, "mean NMD").set_index("run").loc[scores.runs[0], "95 % interval"]
    assert shown == f"{low[0]:.4f} – {high[0]:.4f}"
    assert any("betting, with the bounds 0 and 1" in each.value for each in page.caption)


def test_the_seed_and_alpha_hold_on_the_next_page(start):
    page = start("power")
    page.number_input(key="random_seed").set_value(5).run()
    page.switch_page("campaign/rankings.py").run()
    assert page.number_input(key="random_seed").value == 5


def test_what_a_link_chose_holds_on_the_next_page(start):
    page = start("judges", data=SAMPLE_OF_JUDGES)
    # As a browser goes on by the menu: to an address without parameters.
    page.query_params.clear()
    page.switch_page("judging/raters.py").run()
    assert page.query_params["data"] == SAMPLE_OF_JUDGES


def test_choices_are_no_other_page_s_state(start):
    """What a page keeps in the session must not be taken for a choice of the same name."""
    page = start()
    visited = [entry.file for entry in ENTRIES]
    for chosen in SAMPLES:
        with_data = []
        for name in visited:
            page.switch_page(name).run()
            assert not page.exception, name
            data = [each for each in page.selectbox if each.key == "data"]
            with_data += [name] * len(data)
            if data and data[0].value != chosen:
                data[0].set_value(chosen).run()
                assert not page.exception, name
        visited = with_data
        # Who only looks leaves nothing that the server would keep.
        assert (not page.session_state["opened"].choices) == (chosen == SAMPLES[0])


def test_sample_size_follows_from_the_variance(start, scores):
    page = start("sample_size")
    shown = table(page, "n needed").set_index("measure")
    variances = residual_variance(scores.values, "E1")
    needed = required_instances(10, 0.05, variances)
    for key, variance, n in zip(USUAL, variances, needed, strict=True):
        assert shown.loc[key, "V_E1"] == pytest.approx(variance)
        assert shown.loc[key, "n needed"] == n
    headline = f"A difference of 0.05 by NMD needs {needed[0]} instances for power 0.8."
    assert opening(page) == headline
    # Of several data sets it says which one is meant.
    page.button_group(key="scales/A/S/E/nuggets").set_value(["A", "S"]).run()
    assert opening(page) == f"Bundled sample A: {headline}"
    page.button_group(key="design_source").set_value("typed").run()
    page.number_input(key="design_variance").set_value(0.00485).run()
    assert opening(page) == "A difference of 0.05 needs 62 instances for power 0.8."


def test_power_below_alpha_is_explained(start):
    page = start("sample_size")
    page.button_group(key="design_source").set_value("typed").run()
    page.number_input(key="design_power").set_value(0.05).run()
    assert "larger than α" in page.warning[0].value


@pytest.fixture
def made(monkeypatch):
    """Every analysis that is made."""
    found = []

    @wraps(analyse)
    def noted(*given, **named):
        found.append(analyse(*given, **named))
        return found[-1]

    monkeypatch.setattr("oq_core.analyse", noted)
    return found


@pytest.mark.usefixtures("undrawn")
def test_the_report_of_a_page_is_made_again_to_the_byte(start, tmp_path, made):
    page = start("report")
    picker(page, "Measures").set_value(["NMD", "RNOD"])
    page.number_input(key="trials").set_value(200)
    page.number_input(key="report_samples").set_value(100)
    page.number_input(key="splits").set_value(10)
    page.toggle(key="add_baselines").set_value(True).run()
    next(each for each in page.button if each.label == "Make the report").click().run()
    assert not page.exception
    # All scales that are scored alike are chosen at first.
    assert [each.name for each in made[0].data_sets] == [f"Bundled sample {s}" for s in "ASE"]
    _is_made_again(made[0], tmp_path)


def _is_made_again(made, folder):
    """A report's numbers come again from its options."""
    (folder / "options.json").write_text(options_json(made, ""))
    again = analyse(*read_options(folder / "options.json"))
    assert dict(Report(again, "").table_files()) == dict(Report(made, "").table_files())


@pytest.mark.usefixtures("undrawn")
def test_scales_have_measures_of_their_own_where_that_is_chosen(start, tmp_path, made):
    """On Leaderboard and Report; the choice holds and is in the address."""
    page = start("leaderboard")
    page.button_group(key="scales/A/S/E/nuggets").set_value(["A", "S"]).run()
    page.toggle(key="measures_apart").set_value(True).run()
    own = "Measures of Bundled sample "
    picker(page, f"{own}A").set_value(["NMD"])
    picker(page, f"{own}S").set_value(["RSNOD", "NMD"]).run()
    printed = printed_tables(page)["Mean scores of all runs"]
    assert list(printed.columns) == [
        "Bundled sample A NMD", "Bundled sample S RSNOD", "Bundled sample S NMD",
    ]  # fmt: skip
    assert page.selectbox(key="sort_by").options == ["NMD"]
    asked = {key: page.query_params[key] for key in page.query_params}
    assert not any("ample" in text for pair in asked.items() for text in pair)
    # The switch is bound to the address, which a browser alone writes.
    again = visit("report", {**asked, "measures_apart": "true"})
    assert picker(again, f"{own}S").value == ["RSNOD", "NMD"]
    page.switch_page("campaign/report.py").run()
    page.number_input(key="trials").set_value(100)
    page.number_input(key="report_samples").set_value(100)
    page.number_input(key="splits").set_value(10).run()
    next(each for each in page.button if each.label == "Make the report").click().run()
    assert not page.exception
    assert [each.scores.measures for each in made[0].data_sets] == [("NMD",), ("RSNOD", "NMD")]
    _is_made_again(made[0], tmp_path)
    picker(page, f"{own}S").set_value([]).run()
    assert "Choose at least one measure of Bundled sample S" in page.info[0].value


def picker(page, label):
    return next(each for each in page.multiselect if each.label == label)


def test_the_report_is_made_when_asked_for_and_each_button_saves_its_file(
    start, scores, monkeypatch
):
    # Who makes each file is told by its content.
    for name in ("html_report", "zip_report"):

        def maker(*_, name=name, **__):
            return name.encode()

        maker.__qualname__ = name
        monkeypatch.setattr(f"oq_core.campaign.{name}", maker)
    saved, button = {}, st.download_button

    def download_button(label, content, file, *given, **named):
        saved[file] = content
        return button(label, content, file, *given, **named)

    monkeypatch.setattr(st, "download_button", download_button)
    page = start("report", trials="100", splits="10", report_samples="100")
    assert not page.get("download_button")
    next(each for each in page.button if each.label == "Make the report").click().run()
    assert not page.exception
    assert page.get("download_button")[0].proto.label == "Report (one HTML page)"
    assert "bundled-sample-report.zip" not in saved
    next(each for each in page.button if each.label.endswith("scores as ZIP")).click().run()
    assert not page.exception
    label = page.get("download_button")[1].proto.label
    assert re.fullmatch(r"Download the ZIP \(\d\.\d MB\)", label)
    for end, name in {"html": "html_report", "zip": "zip_report"}.items():
        assert saved[f"bundled-sample-report.{end}"] == name.encode()
    (winner,) = {scores.runs[place] for place in scores.means.argmin(axis=1)}
    best = opening(page)
    assert best.startswith(f"Bundled sample A: By NMD, {winner} is the best of 22 runs")
    assert best.endswith(
        f"It is first by {len(scores.measures)} of {len(scores.measures)} measures."
    )
    page.number_input(key="random_seed").set_value(3).run()
    assert not page.get("download_button")


@pytest.mark.parametrize("name", ANALYSES)
def test_every_measure_can_be_chosen_and_none(start, name):
    page = start(name)
    measures = next(each for each in page.multiselect if each.label == "Measures")
    measures.set_value(list(measures.options)).run()
    assert not page.exception
    measures = next(each for each in page.multiselect if each.label == "Measures")
    measures.set_value([]).run()
    assert not page.exception
    assert any("Choose at least" in each.value for each in page.info)


@pytest.mark.parametrize("name", ["rankings", "power"])
def test_two_runs_are_enough(start, name, scores):
    page = start(name)
    leave = next(each for each in page.multiselect if each.label == "Runs to leave out")
    leave.set_value(list(scores.runs[2:])).run()
    assert not page.exception
    leave = next(each for each in page.multiselect if each.label == "Runs to leave out")
    leave.set_value(list(scores.runs[1:])).run()
    assert not page.exception
    assert "There is one run in Bundled sample A, and 2 or more" in page.info[0].value
    assert np.isfinite(scores.values).all()


def test_undefined_scores_have_both_means(start, records):
    page = start("leaderboard", data="Bundled sample: classification")
    page.button_group(key="scales/quantification/classification").set_value(
        ["classification"]
    ).run()
    assert not page.exception
    assert "**Where scores are undefined**" in [each.value for each in page.markdown]
    means, gaps = (records[name].numbers for name in ("means-undefined", "undefined"))
    assert set(gaps["measure"]) <= {"kappa", "alpha_ORD", "alpha_INT"}
    assert (means["kappa, official"] != means["kappa, same instances"]).any()


def test_consistency_has_intervals_over_instances(start, records, scores):
    """They are the default; the papers' test is asked for, and comes with what it is worth."""
    page = start("rankings")
    page.number_input(key="splits").set_value(50).run()
    assert not page.exception
    assert not page.warning
    shown = records["consistency-intervals"].numbers.set_index("measure")
    expected = consistency_intervals(scores, splits=50).to_frame()
    np.testing.assert_allclose(shown["low"], expected.loc[shown.index, "low"])
    assert "consistency" not in records
    page.toggle(key="consistency_test").set_value(True).run()
    assert not page.exception
    assert "takes the 50 splits for its sample" in page.warning[0].value
    assert records["consistency"].rows[0][0] in USUAL


def test_two_measures_can_be_compared_and_one_cannot(start):
    page = start("rankings", quantification_measures="NMD")
    assert [each.value for each in page.info] == [
        "Choose at least two measures to compare their rankings."
    ]
    page.multiselect(key="quantification_measures").set_value(["NMD", "JSD"]).run()
    assert not page.info


def test_teams_are_told_by_names(start, scores):
    page = start("rankings")
    assert any("names tell 10 teams" in each.value for each in page.caption)
    page.selectbox(key="tau_interval").set_value("teams").run()
    assert any("Intervals take the 10 teams" in each.value for each in page.caption)
    ends = bootstrap_tau_interval(scores, teams=teams_of(scores.runs))
    triangle = next(each.value for each in page.dataframe if "JSD" in each.value.columns)
    low, high = ends[0, USUAL.index("RNOD")]
    assert triangle.loc["NMD", "RNOD"].endswith(f"[{low:.3f}, {high:.3f}]")


def test_taus_may_have_intervals_over_instances(start, scores):
    page = start("rankings")
    page.selectbox(key="tau_interval").set_value("instances").run()
    assert not page.exception
    low, high = instance_tau_interval(scores)[0, USUAL.index("RNOD")]
    triangle = next(each.value for each in page.dataframe if "JSD" in each.value.columns)
    assert triangle.loc["NMD", "RNOD"].endswith(f"[{low:.3f}, {high:.3f}]")
    assert any("the runs stay" in each.value for each in page.caption)


def test_the_paired_test_and_a_share_of_the_spread(start, scores):
    page = start("sample_size")
    page.button_group(key="design_test").set_value("paired (V_E2)").run()
    shown = table(page, "n needed").set_index("measure")
    variances = residual_variance(scores.values, "E2")
    needed = required_instances(10, 0.05, variances, paired=True)
    assert shown["n needed"].tolist() == needed.tolist()
    page.toggle(key="design_relative").set_value(True).run()
    shown = table(page, "n needed").set_index("measure")
    spreads = np.ptp(scores.means, axis=1)
    needed = required_instances(10, 0.25 * spreads, variances, paired=True)
    assert shown["n needed"].tolist() == needed.tolist()
    assert not page.exception
