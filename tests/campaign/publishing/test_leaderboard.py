"""The leaderboard of a report: its size, names that are hard to print, and its numbers."""

import json
import re

import numpy as np
import pytest

from oq_core import Options, Scores, analyse
from oq_core.campaign import Campaign, Choices, Part
from oq_core.campaign.publishing.leaderboard import WORST, Leaderboard
from oq_core.data.described import RunDescription
from tests.campaign.made import AWKWARD, scores

QUICK = Options(trials=60, splits=4, samples=20, small_split=0)


def test_two_hundred_runs_are_under_two_megabytes():
    made = {f"gold {scale}": scores(200, 13, 40, seed) for seed, scale in enumerate("ASE")}
    options = Options(trials=40, splits=2, samples=10, small_split=0)
    page = Leaderboard(analyse(made, options)).html
    assert len(page.encode()) < 2e6


def test_no_name_is_read_as_a_tag_or_ends_the_data():
    values = scores(len(AWKWARD), 1)
    ids = ("</script><b>", "=1+1", *values.ids[2:])
    named = Scores(values.values, values.measures, ids, AWKWARD, values.larger_is_better)
    analysis = analyse({"</script><script>alert(1)": named}, QUICK)
    page = Leaderboard(analysis).html
    assert page.count("<script") == page.count("</script") == 2
    inside = re.search(r'id="leaderboard-data">(.*?)</script>', page, re.DOTALL)[1]
    found = json.loads(inside)
    assert found == json.loads(Leaderboard(analysis).data)
    assert [each["run"] for each in found["runs"]] == list(AWKWARD)
    (of_set,) = found["sets"]
    assert of_set["ids"] == list(ids)


def test_what_was_tested_and_what_was_not_is_told():
    analysis = analyse({"x": scores(5, 2)}, Options(**{**vars(QUICK), "outside": (AWKWARD[2],)}))
    (data,) = analysis.data_sets
    of_set = json.loads(Leaderboard(analysis).data)["sets"][0]
    assert of_set["tested"] == (
        "Tested: 6 pairs of 4 runs, by randomised Tukey HSD, single-step, p = count/B, B = 60, "
        "α = 0.05, seed 0."
    )
    found = of_set["measures"][0]
    # What is out of it is beside the runs, with its mean alone.
    assert [json.loads(Leaderboard(analysis).data)["runs"][place]["run"]
            for place in of_set["beside"]] == [AWKWARD[2]]  # fmt: skip
    assert found["beside"] == [f"{data.references.means[0, 0]:.4f}"]
    board = data.board
    for key, wanted in {"mean": board.means, "low": board.low, "high": board.high}.items():
        assert np.array(found[key], float) == pytest.approx(wanted[0], abs=5e-5)
    assert len(found["beats"]) == len(found["beaten"]) == 4


def test_each_number_of_the_page_is_the_analysis_s():
    """Written out by plain loops, for a measure whose smaller scores are better and for another."""
    made = scores(5, 2)
    values = made.values.copy()
    values[0, :, 3] = values[0, :, 2]
    turned = Scores(values, made.measures, made.ids, made.runs, (False, True))
    (data,) = (analysis := analyse({"x": turned}, QUICK)).data_sets
    (found,) = json.loads(Leaderboard(analysis).data)["sets"]
    assert found["taus"] == [[f"{tau:.3f}" for tau in row] for row in data.taus]
    for k, (each, is_larger) in enumerate(zip(found["measures"], (False, True), strict=True)):
        assert (each["key"], each["better"]) == (made.measures[k], ("Smaller", "Larger")[is_larger])
        assert each["rank"] == [*data.board.ranks[k]]
        assert each["from"] == [*data.board.rank_low[k]]
        assert each["to"] == [*data.board.rank_high[k]]
        beats, beaten = [0] * 5, [0] * 5
        for a in range(5):
            for b in range(5):
                if data.p_values_of_all[k, a, b] <= 0.05:
                    larger = values[k, :, a].mean() > values[k, :, b].mean()
                    beats[a] += larger == is_larger
                    beaten[a] += larger != is_larger
        assert sum(beats) > 0
        assert (each["beats"], each["beaten"]) == (beats, beaten)
        shown = set()
        for run in range(5):
            best_first = sorted(range(12), key=lambda i, k=k, run=run: values[k, i, run])
            worst = (best_first if is_larger else best_first[::-1])[:WORST]
            assert each["worst"][run] == worst
            assert each["scores"][run] == [f"{values[k, i, run]:.4f}" for i in worst]
            shown |= {*worst}
        assert each["means"] == {str(i): f"{values[k, i].mean():.4f}" for i in sorted(shown)}


def test_runs_are_called_as_a_table_of_runs_says():
    said = RunDescription(AWKWARD[0], "Tokyo", "Official <name>", "short", "It guesses", True)
    made = scores(4, 1)
    values = made.values.copy()
    values[:, :, 0] = 0
    best = Scores(values, made.measures, made.ids, made.runs, made.larger_is_better)
    campaign = Campaign({"gold": best}, parts=(Part(Choices(title="gold", described=(said,))),))
    found = json.loads(Leaderboard(analyse(campaign, QUICK)).data)
    assert found["runs"][0] == {
        "run": AWKWARD[0], "name": "Official <name>", "short": "short", "team": "Tokyo",
        "words": "It guesses", "baseline": True,
    }  # fmt: skip
    assert found["sets"][0]["measures"][0]["answer"].startswith(
        "By NMD, Official <name> is the best of 4"
    )


def test_one_instance_is_a_sentence():
    with pytest.raises(ValueError, match="has 2 runs to test and 1 instance on which"):
        analyse({"x": scores(2, 2, 1)}, QUICK)


def test_one_run_is_a_leaderboard_on_which_nothing_is_tested():
    """Alone, and beside a data set of three; what these three have is as without it."""
    one, three = scores(1, 2), scores(3, 2)
    words = "Nothing is tested: there is one run."
    (alone,) = json.loads(Leaderboard(analyse({"x": one}, QUICK)).data)["sets"]
    assert alone["tested"] == words
    assert alone["measures"][0]["answer"].startswith("The only run, ")
    assert alone["measures"][0]["groups"] == []
    assert alone["measures"][0]["mean"] == [f"{one.means[0, 0]:.4f}"]
    both = analyse({"x": one, "y": three}, QUICK)
    every = json.loads(Leaderboard(both).data)["sets"]
    assert every[0] == alone
    assert every[1]["tested"].startswith("Tested: 3 pairs of 3 runs")
    by_itself = analyse({"y": three}, QUICK)
    assert vars(both.pooled_powers["NMD"]) == vars(by_itself.pooled_powers["NMD"])
    np.testing.assert_array_equal(both.mean_taus, by_itself.mean_taus)


def test_few_instances_have_no_places_and_an_undefined_interval_is_said():
    made = scores(3, 1, 3)
    data = json.loads(Leaderboard(analyse({"x": made}, QUICK)).data)["sets"][0]
    assert data["measures"][0]["from"] == []
    wild = Scores(made.values + 2, made.measures, made.ids, made.runs, made.larger_is_better)
    bounded = Options(**{**vars(QUICK), "bounded": True})
    (of_set,) = json.loads(Leaderboard(analyse({"x": wild}, bounded)).data)["sets"]
    found = of_set["measures"][0]
    assert found["low"] == ["", "", ""]
    assert "Undefined where a score is not between 0 and 1." in of_set["rule"]
    assert np.array(found["mean"], float) == pytest.approx(wild.means[0], abs=5e-5)
