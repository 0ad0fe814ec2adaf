"""Raters and Judges, without a browser."""

import numpy as np
import pytest

from oq_core import MEASURES, Collection, read_collections
from oq_core.campaign.printing import headlines, layouts
from oq_core.data import pooled, uniform
from oq_core.raters import judged as of_judges
from oq_core.raters import (
    krippendorff_alpha,
    ranked_judges,
    runs_stand_in,
    what_raters_allow,
)
from pages.analysing import settings
from pages.analysing.data import Opened
from pages.analysing.text import plain
from pages.host.workspaces import WORKSPACES
from tests.conftest import SAMPLE
from tests.pages.campaign.uploading import put
from tests.pages.conftest import unlinked
from tests.pages.test_shown import in_order

JUDGES = "Bundled sample: judges"


@pytest.fixture(scope="module")
def judged():
    folder = SAMPLE / "judges"
    return read_collections(folder / "people.csv", folder / "judges.csv")["people"]


def said(page):
    return unlinked(" ".join(each.value for each in (*page.markdown, *page.caption, *page.info)))


def column(page, name):
    return next(each.value for each in page.dataframe if name in str(list(each.value.columns)))


def test_raters_says_what_people_score(start, judged, records):
    page = start("raters", data=JUDGES, random_seed="3")
    found = what_raters_allow(judged, ["NMD", "RNOD", "RSNOD", "JSD"], seed=3)
    assert headlines.raters(found) in said(page)
    table = column(page, "one rater").loc["RNOD"]
    assert table.tolist() == [
        f"{each[1]:.4f}"
        for each in (found.one_rater, found.half, found.pooled, found.uniform, found.best)
    ]
    strips = records["rater-strips"].numbers.set_index(["measure", "what"])["mean score"]
    assert strips["JSD", "half of the raters"] == found.half[3]
    # In the order that is chosen, which the sentence follows.
    other = start("raters", data=JUDGES, rater_measures=["JSD", "NMD"])
    first = what_raters_allow(judged, ["JSD", "NMD"])
    assert headlines.raters(first) in said(other)


def test_judges_of_the_sample_stand_where_nobody_is_named_and_are_not_chosen_by_that(start):
    page = start("judges")
    (box,) = (each for each in page.selectbox if each.label == "Data")
    assert (box.value, box.options) == (JUDGES, [JUDGES])
    assert "Bundled sample does not say who gave which rating" in said(page)
    assert not page.info
    assert "data" not in page.query_params
    page.switch_page("campaign/leaderboard.py").run()
    assert page.selectbox(key="data").value == "Bundled sample"
    page.selectbox(key="data").set_value(JUDGES).run()
    page.switch_page("judging/judges.py").run()
    assert page.selectbox(key="data").value == JUDGES
    assert "does not say who" not in said(page)
    assert page.query_params["data"] == JUDGES


def test_whose_own_data_name_no_rater_is_told_before_the_sample_s_answer(start):
    own = WORKSPACES.of("")
    gold = np.full((2, 3), 1 / 3)
    mine = Collection("mine", ("a", "b", "c"), ("1", "2"), gold, {"TEAM": gold})
    own.put(Opened("mine", {"all": mine}, "token"))
    page = start("leaderboard")
    page.session_state["opened"] = own
    page.run()
    page.selectbox(key="data").set_value("mine").run()
    page.switch_page("judging/judges.py").run()
    (told,) = (each.value for each in page.info)
    assert told.startswith("mine does not say who gave which rating")
    kinds = [each.type for each in in_order(page.main)]
    assert kinds.index("info") < kinds.index("markdown") < kinds.index("plotly_chart")


def test_agreement_is_that_of_the_core(start, judged, records):
    start("raters", data=JUDGES)
    row = records["agreement"].numbers.set_index("level").loc["ordinal"]
    assert row.tolist() == pytest.approx(krippendorff_alpha(judged.votes))


def test_judges_says_who_passes_and_where_the_measure_decides(start, judged, records):
    page = start("judges", data=JUDGES)
    found = runs_stand_in(judged)
    passing = found.winning_rate() >= 0.5
    words, times = said(page), passing.sum(axis=0)
    always = [judge for judge, n in zip(found.judges, times, strict=True) if n == len(passing)]
    split = np.count_nonzero((times > 0) & (times < len(passing)))
    assert always
    assert f"{', '.join(always)} can stand in for a rater by every measure; for {split} of" in words
    assert "closer to the others than" in words
    table = column(page, "ρ")
    assert [table.loc[judge].iloc[0] for judge in found.judges] == [
        f"{rate:.2f}" for rate in found.winning_rate()[0]
    ]
    # As runs, with lines of what is to be beaten.
    chart, gold = records["judges-NMD"], judged.gold
    of_runs = chart.numbers.set_index("judge")["mean NMD"]
    assert set(of_runs.index) == set(found.judges)
    shares = {"Uniform": uniform(gold), "Pooled": pooled(gold), "Panel": judged.runs["Panel"],
              **{judge: judged.runs[judge] for judge in found.judges}}  # fmt: skip
    lines = {each.label: each.value for each in chart.lines}
    for name, each in shares.items():
        mean = MEASURES["NMD"](each, gold).mean()
        assert (lines if name in lines else of_runs)[name] == pytest.approx(mean)
    people = what_raters_allow(judged, "NMD")
    assert lines["one rater"] == pytest.approx(people.one_rater[0])
    assert lines["half of the raters"] == pytest.approx(people.half[0])


def test_judges_opens_with_agreement_and_shows_what_it_hides(start, judged, records):
    page = start("judges", data=JUDGES, judge_epsilon="0.05")
    found = of_judges(judged)
    words = said(page)
    best = found.judges[int(found.values[:, 0].argmax())]
    low, high = found.low[:, 0].max(), found.high[:, 0].max()
    assert (
        f"{best} agrees most with people: QWK is {found.values[:, 0].max():.2f} (95 %: {low:.2f} "
        f"to {high:.2f}; two people have {found.ceiling[0, 0]:.2f})"
    ) in words
    numbers = records["use-of-scale"].numbers
    assert numbers["who"].drop_duplicates().tolist()[:2] == ["people", best]
    ranked = ranked_judges(judged, found, runs_stand_in(judged), 0.05)
    for flip in ranked.furthest[:3]:
        assert plain(headlines.flip(flip)) in words
    table = column(page, "ω under NMD")
    assert table.loc["maple"].tolist() == next(
        list(row[1:]) for row in layouts.ranked_judges("", ranked).rows if row[0] == "maple"
    )


def test_judges_are_ordered_by_the_coefficient_that_is_chosen_first(start, judged):
    page = start("judges", data=JUDGES, judge_agreement=["AC2", "tau"])
    assert "maple agrees most with people: AC2 is" in said(page)
    table = column(page, "tau")
    found = of_judges(judged, ["AC2", "tau"])
    assert table.loc["maple"].iloc[1] == f"{found.value('maple', 'AC2'):.3f}"
    page = start("judges", data=JUDGES, judge_agreement=["AC2"], judge_clusters="-")
    clustered = of_judges(judged, ["AC2"], "-")
    ends = f"{clustered.low[-2, 0]:.3f} – {clustered.high[-2, 0]:.3f}"
    assert column(page, "AC2 95 %").loc[clustered.judges[-2]].iloc[2] == ends


def test_one_person_and_one_judge_in_a_sheet_are_told_apart_by_their_names(start):
    page = start("data")
    page.session_state["opened"] = WORKSPACES.of("")
    put(page, "Gold", {"sheet.csv": "id,human,judge\n1,1,1\n2,2,2\n3,3,4\n4,4,4\n5,5,5\n"})
    page.switch_page("judging/judges.py").run()
    words = said(page)
    assert "judge agrees with people: QWK is" in words
    assert "Taken for judges: judge. Options change it." in words
    assert "no item was rated by two people" in words
    page.multiselect(key=next(
        each.key for each in page.multiselect if str(each.key).startswith("judges/")
    )).set_value([]).run()  # fmt: skip
    assert "There is no judge" in page.info[0].value


def test_epsilon_decides_too_and_is_told_beside_options(start, judged, monkeypatch):
    labels = []
    monkeypatch.setattr(settings, "relabel", lambda _, label, __: labels.append(label))
    page = start("judges", data=JUDGES, judge_epsilon="0.05")
    assert labels == ["Options: ε = 0.05"]
    table = column(page, "ρ")
    rates = runs_stand_in(judged).winning_rate(0.05)[0]
    assert [float(each) for each in table.iloc[:, 0]] == pytest.approx(np.round(rates, 2).tolist())


@pytest.mark.parametrize(
    ("page", "figure"), [("leaderboard", "means-NMD"), ("power", "groups-NMD-figure")]
)
def test_other_pages_draw_what_people_score(start, records, page, figure):
    start(page)
    found = what_raters_allow(read_collections(SAMPLE / "gold.json")["A"], "NMD")
    chart = records[figure]
    assert {each.column for each in chart.lines} == {"mean NMD"}
    drawn = {each.label: each.value for each in chart.lines}
    assert drawn == pytest.approx(
        {"one rater": found.one_rater[0], "half of the raters": found.half[0]}
    )
    low, high = chart.limits["mean NMD"]
    assert low < min(drawn.values()) < max(drawn.values()) < high
