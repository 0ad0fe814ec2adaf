"""Surveys: scores, whole questions, references and groups, against plain loops."""

from dataclasses import replace

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

from oq_core import MEASURES, Options, analyse, rank_runs
from oq_core.analysis import bounded_mean_interval
from oq_core.analysis.equivalence import bounded_differences
from oq_core.campaign import Choices
from oq_core.campaign.computing.by_group import (
    board_by_group,
    group_difference,
    means_by_options,
    worst_and_best,
)
from oq_core.campaign.computing.kinds import Surveyed, scales_of
from oq_core.campaign.computing.sources import campaign_of
from oq_core.data.grids import apportioned
from oq_core.data.survey import (
    REFUSALS,
    Survey,
    effective_size,
    survey_part,
)
from oq_core.raters import true_scores
from oq_core.raters.drawing import chosen_of
from tests.measures.plain import PLAIN
from tests.strategies import surveys, votes


def cells_of(survey):
    """Question, group, gold and runs of every instance, in plain lists."""
    for part in survey.parts:
        for row, (question, group) in enumerate(part.cells):
            runs = {name: run[row].tolist() for name, run in part.runs.items()}
            yield question, group, part.gold[row].tolist(), runs


@given(surveys())
def test_each_instance_is_scored_on_its_own_options(survey):
    scores = Surveyed(survey).score()
    for key in ("NMD", "RNOD", "JSD", "NVD", "RNSS"):
        found = scores.of(key).values[0]
        for row, (*_, gold, runs) in enumerate(cells_of(survey)):
            for column, name in enumerate(scores.runs):
                assert found[row, column] == pytest.approx(PLAIN[key](runs[name], gold), abs=1e-9)


@given(surveys())
def test_whole_questions_keep_the_means(survey):
    scores = Surveyed(survey).score().of(["NMD", "JSD"])
    whole = scores.defined()
    assert whole.ids == tuple(dict.fromkeys(question for question, *_ in cells_of(survey)))
    assert np.allclose(whole.means, scores.means)
    assert (scores.unit, whole.unit) == ("instance", "question")
    cells = len(scores.ids)
    for number, question in enumerate(whole.ids):
        plain = sum(
            PLAIN["NMD"](runs["run0"], gold)
            for asked, _, gold, runs in cells_of(survey)
            if asked == question
        )
        assert whole.values[0, number, 0] == pytest.approx(plain * len(whole.ids) / cells, abs=1e-9)


def test_a_question_with_an_undefined_cell_is_left_out_whole():
    cells = [("q", "a"), ("q", "b"), ("r", "a")]
    words = {"q": ("x", "y"), "r": ("x", "y")}
    gold = np.array([[1, 0], [0.5, 0.5], [0, 1]])
    runs = {"one": gold[::-1], "two": gold}
    scores = Surveyed(Survey((survey_part("demo", words, cells, gold, runs),))).score().of("NMD")
    values = scores.values.copy()
    values[0, 1, 0] = np.nan
    broken = replace(scores, values=values)
    assert (broken.defined().ids, broken.left_out) == (("r",), 2)
    assert broken.on(["r"]).values.tolist() == broken.defined().values.tolist()


@given(surveys())
def test_references_know_what_they_say(survey):
    beside = Surveyed(survey).with_baselines()
    assert beside.made == {"Uniform": False, "All groups": True, "Shuffled options": True}
    for part in beside.beside.data.parts:
        for row, question in enumerate(part.clusters):
            same = [r for r, other in enumerate(part.clusters) if other == question]
            counts = part.votes[same].sum(axis=0)
            # Each respondent counts once, in whatever group.
            assert np.allclose(part.runs["All groups"][row], counts / counts.sum())
            assert np.allclose(part.runs["Uniform"][row], 1 / len(part.classes))
            orders = {
                tuple(np.argsort(part.runs["Shuffled options"][r], kind="stable")) for r in same
            }
            shuffled = part.runs["Shuffled options"][row]
            assert sorted(shuffled) == sorted(part.gold[row])
            assert orders


def test_all_groups_of_a_question_are_shuffled_alike():
    rng = np.random.default_rng(0)
    cells = [(f"q{n}", group) for n in range(40) for group in ("a", "b", "c")]
    words = {question: tuple("vwxyz") for question, _ in cells}
    part = survey_part("demo", words, cells, rng.dirichlet(np.ones(5), len(cells)))
    orders = [
        tuple(gold.tolist().index(value) for value in row)
        for gold, row in zip(part.gold, part.shuffled(), strict=True)
    ]
    assert all(len(set(orders[row : row + 3])) == 1 for row in range(0, len(orders), 3))
    # Of 120 orders, 40 questions have many.
    assert len(set(orders)) > 25


def test_without_respondents_all_groups_count_alike():
    part = survey_part("d", {"q": ("x", "y")}, [("q", "a"), ("q", "b")], np.array([[1, 0], [0, 1]]))
    assert part.overall().tolist() == [[0.5, 0.5]] * 2


@given(surveys(), st.sampled_from(["NMD", "RNOD", "JSD"]))
@settings(max_examples=15, deadline=None)
def test_a_board_by_group_is_that_of_its_cells(survey, key):
    board = board_by_group(survey, key, samples=50)
    for g, group in enumerate(board.groups):
        for column, name in enumerate(board.runs):
            plain = [
                PLAIN[key](runs[name], gold)
                for _, asked, gold, runs in cells_of(survey)
                if asked == group
            ]
            assert board.means[g, column] == pytest.approx(np.mean(plain), abs=1e-9)
            assert board.instances[g] == len(plain)
        sizes = [
            int(part.votes[row].sum())
            for part in survey.parts
            for row, (_, asked) in enumerate(part.cells)
            if asked == group
        ]
        assert board.respondents[g] == np.median(sizes)
    frame = board.to_frame()
    assert np.allclose(frame["above truth"], frame["mean"] - frame["truth"], equal_nan=True)


def drawn_survey(sizes, seed=0, questions=60):
    """People of groups of these sizes, who all answer alike, and a run that is the truth."""
    rng = np.random.default_rng(seed)
    cells = [(f"q{n}", group) for n in range(questions) for group in sizes]
    truth = np.repeat(rng.dirichlet(np.full(5, 2), questions), len(sizes), axis=0)
    counts = rng.multinomial(np.array([sizes[group] for _, group in cells]), truth)
    words = {question: tuple("vwxyz") for question, _ in cells}
    gold = counts / counts.sum(axis=1, keepdims=True)
    run = {"truth": truth}
    return Survey((survey_part("demo", words, cells, gold, run, counts),))


def test_small_groups_score_worse_under_the_truth_itself_and_the_board_says_so():
    board = board_by_group(drawn_survey({"few": 30, "many": 900}), "NMD", samples=200)
    few, many = board.means[:, 0]
    assert few > 3 * many
    # Above it neither is left with much.
    assert np.abs(board.above[:, 0]).max() < 0.15 * few
    # With as many respondents of each, both groups are alike.
    equal = board.equal_means[:, 0]
    assert board.equal_size == 30
    assert abs(equal[0] - equal[1]) < 0.15 * few


def test_what_the_truth_would_score_on_a_group_is_the_mean_of_its_instances():
    rng = np.random.default_rng(1)
    parts = []
    for size, questions in ((2, 3), (4, 6)):
        cells = [(f"q{size}.{n}", "all") for n in range(questions)]
        counts = rng.multinomial(20, np.full(size, 1 / size), questions)
        words = {question: tuple("wxyz"[:size]) for question, _ in cells}
        runs = {"r": np.full(counts.shape, 1 / size)}
        parts.append(survey_part("demo", words, cells, counts / 20, runs, counts))
    board = board_by_group(Survey(tuple(parts)), "NMD", samples=10)
    two, four = (true_scores(part.votes, "NMD", draws=0).shrunk[0] for part in parts)
    assert board.truth[0] == pytest.approx((3 * two + 6 * four) / 9)
    assert board.truth_of_each.mean() == pytest.approx(board.truth[0])


def test_what_the_truth_would_score_on_a_group_is_near_what_it_scores():
    """Seven simulated surveys: what the truth would score is off by 3 % or less in each group."""
    found = []
    for seed in range(7):
        rng = np.random.default_rng(seed)
        sizes = np.tile([30, 200, 900], 30)
        truth = np.repeat(rng.dirichlet(np.full(4, 2), 30), 3, axis=0)
        counts = rng.multinomial(sizes, truth)
        cells = [(f"q{n}", group) for n in range(30) for group in "abc"]
        words = {question: tuple("wxyz") for question, _ in cells}
        part = survey_part("d", words, cells, counts / sizes[:, None], {"truth": truth}, counts)
        again = rng.multinomial(sizes, truth, (200, 90)) / sizes[:, None]
        gaps = np.abs(np.cumsum(again - truth, axis=-1)[..., :3]).sum(axis=-1) / 3
        real = gaps.mean(axis=0).reshape(30, 3).mean(axis=0)
        found.append(board_by_group(Survey((part,)), "NMD", samples=2).truth / real)
    assert np.abs(np.mean(found, axis=0) - 1).max() < 0.03


def test_without_respondents_nothing_is_known_of_the_truth():
    survey = drawn_survey({"a": 5, "b": 5})
    bare = survey.each(lambda part: replace(part, votes=None))
    board = board_by_group(bare, "NMD", samples=10)
    assert np.isnan(board.truth).all()
    assert np.isnan(board.equal_means).all()
    assert (board.equal_size, np.isnan(board.respondents).all()) == (0, True)


@given(surveys())
def test_the_difference_of_two_groups_is_over_the_questions_of_both(survey):
    if not {"young", "old"} <= set(survey.groups):
        return
    by_cell = {(q, g): (gold, runs) for q, g, gold, runs in cells_of(survey)}
    plain = [
        PLAIN["NMD"](by_cell[question, "old"][1]["run1"], by_cell[question, "old"][0])
        - PLAIN["NMD"](by_cell[question, "young"][1]["run1"], by_cell[question, "young"][0])
        for question in survey.options
        if {(question, "old"), (question, "young")} <= set(by_cell)
    ]
    board = board_by_group(survey, "NMD", samples=2)
    found = group_difference(board, "old", "young")
    assert found.instances == len(plain)
    assert found.differences[1] == pytest.approx(np.mean(plain), abs=1e-9)
    if len(plain) > 1:
        ends = scipy.stats.ttest_1samp(plain, 0).confidence_interval(0.95)
        assert (found.low[1], found.high[1]) == pytest.approx(tuple(ends), abs=1e-9)
        several = group_difference(board, "old", "young", pairs=3)
        ends = scipy.stats.ttest_1samp(plain, 0).confidence_interval(1 - 0.05 / 3)
        assert several.only("run1").low == pytest.approx(ends.low, abs=1e-9)
    else:
        assert np.isnan([found.low[1], found.high[1]]).all()
    truth = dict(zip(board.cells, board.truth_of_each, strict=True))
    both = [q for q in survey.options if {(q, "old"), (q, "young")} <= set(by_cell)]
    gap = np.mean([truth[q, "old"] - truth[q, "young"] for q in both])
    assert found.truth == pytest.approx(gap, nan_ok=True)


@given(surveys())
@settings(max_examples=15, deadline=None)
def test_the_worst_and_the_best_group_are_so_above_the_truth(survey):
    board = board_by_group(survey, "NMD", samples=2)
    for each in worst_and_best(board):
        (run,) = each.runs
        column = board.runs.index(run)
        by_group = board.above if np.isfinite(board.truth).all() else board.means
        values = dict(zip(board.groups, by_group[:, column], strict=True))
        assert values[each.first] == max(values.values())
        assert values[each.second] == min(values.values())
        assert each.pairs == len(values) * (len(values) - 1) / 2


def test_a_small_group_is_not_the_worst_because_it_is_small():
    """Who gets the large group wrong is not told that it gets the small one wrong."""
    survey = drawn_survey({"few": 25, "many": 900})
    wrong = survey.each(
        lambda part: part.with_runs(
            {"off": np.where(np.arange(len(part.ids))[:, None] % 2, 0.9, 1) * part.runs["truth"]
                    + np.where(np.arange(len(part.ids))[:, None] % 2, 0.1, 0) * np.eye(5)[0]}
        )
    )  # fmt: skip
    board = board_by_group(wrong, "NMD", samples=2)
    column = board.runs.index("off")
    assert board.means[0, column] > board.means[1, column]
    [found] = [each for each in worst_and_best(board) if each.runs == ("off",)]
    assert (found.first, found.second) == ("many", "few")


def test_groups_without_a_question_in_common_are_refused_with_a_sentence():
    words = {"q": ("x", "y"), "r": ("x", "y")}
    part = survey_part("demo", words, [("q", "a"), ("r", "b")], np.eye(2), {"run": np.eye(2)})
    board = board_by_group(Survey((part,)), "NMD", samples=2)
    with pytest.raises(ValueError, match="no question was asked of both a and b"):
        group_difference(board, "a", "b")
    with pytest.raises(ValueError, match="there is no group 'c'; there are a, b"):
        group_difference(board, "a", "c")
    with pytest.raises(ValueError, match="there is no group 'd'"):
        group_difference(board, "d", "c")
    with pytest.raises(ValueError, match="a is one group, and two are compared"):
        group_difference(board, "a", "a")
    with pytest.raises(ValueError, match="pairs must be at least 1"):
        group_difference(board, "a", "b", pairs=0)
    assert worst_and_best(board) == ()


@given(votes(4), st.integers(0, 5))
def test_what_is_drawn_is_among_what_there_is(counts, seed):
    size = int(counts.sum(axis=1).min())
    found = chosen_of(counts, size, np.random.default_rng(seed))
    assert (found.sum(axis=1) == size).all()
    assert (found >= 0).all()
    assert (found <= counts).all()


def test_draws_are_hypergeometric():
    drawn = chosen_of(np.broadcast_to([6, 3, 1], (40_000, 3)), 4, np.random.default_rng(0))
    assert np.allclose(drawn.mean(axis=0), [2.4, 1.2, 0.4], atol=0.02)
    # Its variance: n p (1 - p) (N - n) / (N - 1).
    assert np.allclose(drawn[:, 0].var(), 4 * 0.6 * 0.4 * 6 / 9, atol=0.02)


@given(surveys(runs=1))
def test_means_stand_by_number_of_options(survey):
    scores = Surveyed(survey).score().of("JSD")
    table = means_by_options(scores, survey)
    assert table["options"].tolist() == sorted(len(part.classes) for part in survey.parts)
    for _, row in table.iterrows():
        plain = [
            PLAIN["JSD"](runs["run0"], gold)
            for *_, gold, runs in cells_of(survey)
            if len(gold) == row["options"]
        ]
        assert row["JSD"] == pytest.approx(np.mean(plain), abs=1e-9)
        assert row["instances"] == len(plain)
    weighted = (table["JSD"] * table["instances"]).sum() / table["instances"].sum()
    assert weighted == pytest.approx(scores.means[0, 0])


@given(votes(5), st.integers(1, 400))
def test_apportioned_respondents_are_near_their_shares(counts, size):
    shares = counts / counts.sum(axis=1, keepdims=True)
    sizes = np.full(len(counts), size)
    found = apportioned(shares, sizes)
    assert (found.sum(axis=1) == size).all()
    assert (found >= 0).all()
    assert (np.abs(found - shares * size) < 1 + 1e-9).all()
    # What was counted is found again.
    assert (apportioned(shares, counts.sum(axis=1)) == counts).all()


@given(st.lists(st.floats(0.01, 100), min_size=1, max_size=50))
def test_the_effective_size_is_kishs(weights):
    exact = sum(weights) ** 2 / sum(each * each for each in weights)
    assert effective_size(weights) <= exact + 1e-6
    assert effective_size(weights) > exact - 1
    assert 1 <= effective_size(weights) <= len(weights)


@pytest.mark.parametrize("weights", [[], [0, 0], [1, -1], [float("nan")]])
def test_weights_of_nobody_are_refused(weights):
    with pytest.raises(ValueError, match="weights must be finite"):
        effective_size(weights)


def test_an_analysis_takes_whole_questions():
    rng = np.random.default_rng(0)
    survey = drawn_survey({"a": 40, "b": 40, "c": 40}, questions=25)
    noisy = survey.each(
        lambda part: part.with_runs(
            {"worse": rng.dirichlet(np.ones(5), len(part.ids)), "worst": np.eye(5)[[0] * 75]}
        )
    )
    refusals = drawn_survey({"a": 9, "b": 9, "c": 9}, questions=25)
    other = refusals.each(lambda part: replace(part, survey=REFUSALS))
    scales = scales_of({"x": noisy.parts[0], "y": other.parts[0]}, None)
    assert list(scales) == ["answers", "refusals"]
    campaign = campaign_of(scales, Choices(title="demo", measures=("NMD", "JSD"), baselines=True))
    scores = campaign.scores["demo answers"]
    assert (len(scores.ids), len(scores.defined().ids)) == (75, 25)
    note = next(each for each in campaign.notes if "75 instances" in each)
    assert "25 questions" in note
    assert "whole questions" in note
    assert ["demo, refusals:" in each for each in campaign.notes if "whole questions" in each] == [
        False, True,
    ]  # fmt: skip
    alone = campaign_of({"answers": noisy}, Choices(title="demo", measures=("NMD", "JSD"),
                                                    baselines=True))  # fmt: skip
    made = analyse(alone, Options(trials=200, splits=10, samples=200))
    (data,) = made.data_sets
    assert data.scores.ids == tuple(f"q{n}" for n in range(25))
    whole = rank_runs(scores.whole(), samples=200)
    assert np.allclose(data.board.low, whole.low)
    assert np.allclose(data.board.means, scores.means)
    # Three groups that answer alike are as one: intervals of 75 would be too narrow.
    flat = rank_runs(replace(scores, clusters=()), samples=200)
    assert ((data.board.high - data.board.low)[:, 1] > 0.9 * (flat.high - flat.low)[:, 1]).all()
    assert data.references.runs == ("Uniform", "All groups", "Shuffled options")
    uniform = [
        np.mean([PLAIN["NMD"]([0.2] * 5, gold) for *_, gold, _ in cells_of(noisy)]),
    ]
    assert data.references.of("NMD").means[0, :1] == pytest.approx(uniform)
    # Answers and refusals are never averaged.
    assert campaign.source("demo answers").task != campaign.source("demo refusals").task


def test_a_survey_says_what_does_not_fit():
    part = survey_part("demo", {"q": ("x", "y")}, [("q", "a")], np.eye(2)[:1])
    with pytest.raises(ValueError, match="at least one part"):
        Survey(())
    with pytest.raises(ValueError, match="as many options"):
        Survey((part, part))
    with pytest.raises(ValueError, match="'q' has not 3 options"):
        survey_part("demo", {"q": ("x", "y")}, [("q", "a")], np.eye(3)[:1])
    three = survey_part(
        "demo", {"r": tuple("xyz")}, [("r", "a")], np.eye(3)[:1], {"run": np.eye(3)[:1]}
    )
    with pytest.raises(ValueError, match="other runs"):
        Survey((part, three))
    twice = survey_part("demo", {"q": tuple("xyz")}, [("q", "a")], np.eye(3)[:1])
    with pytest.raises(ValueError, match="appears twice"):
        Survey((part, twice))
    with pytest.raises(ValueError, match="there are 1 cells, not 2"):
        replace(part, ids=("a", "b"), gold=np.eye(2))


def test_another_gold_needs_the_same_options():
    run = {"run": np.eye(2)[:1]}
    ours = Survey((survey_part("demo", {"q": ("x", "y")}, [("q", "a")], np.eye(2)[:1], run),))
    wave = Survey((survey_part("wave 2", {"q": ("x", "z")}, [("q", "a")], np.eye(2)[1:]),))
    with pytest.raises(ValueError, match="'q' has the options x, z, and x, y in the runs"):
        ours.with_gold(wave)
    same = Survey((survey_part("wave 2", {"q": ("x", "y")}, [("q", "a")], np.eye(2)[1:]),))
    assert Surveyed(ours.with_gold(same)).score().of("NMD").values.tolist() == [[[1.0]]]
    longer = Survey((survey_part("w", {"r": tuple("xyz")}, [("r", "a")], np.eye(3)[1:2]),))
    with pytest.raises(ValueError, match="the runs lack 1 instance: r | a"):
        ours.with_gold(longer)


def test_all_measures_of_a_survey_are_those_of_distributions():
    survey = drawn_survey({"a": 5})
    assert Surveyed(survey).measures == tuple(MEASURES)
    assert Surveyed(survey).notes == ()


def test_bounds_of_whole_questions_allow_for_those_that_more_groups_were_asked():
    """A question asked of three groups counts three times as much as one asked of one group."""
    cells = [(f"q{n}", group) for n in range(40) for group in ("abc" if n % 2 else "a")]
    words = {question: ("x", "y") for question, _ in cells}
    rng = np.random.default_rng(0)
    gold = rng.dirichlet([1, 1], len(cells))
    # A run that is as wrong as can be where many were asked.
    runs = {"far": np.eye(2)[(gold[:, 0] > 0.5).astype(int)], "near": gold[::-1]}
    scores = Surveyed(Survey((survey_part("d", words, cells, gold, runs),))).score().of("NMD")
    whole = scores.defined()
    assert whole.most == 3 * 40 / 80
    assert whole.values.max() > 1
    board = rank_runs(scores.defined(), samples=2, bounded=True)
    low, high = bounded_mean_interval(whole.values / 1.5)
    assert np.allclose(board.low, low * 1.5)
    assert np.allclose(board.high, np.minimum(high * 1.5, 1))
    assert (board.low < board.means).all()
    assert (board.means < board.high).all()
    ends = bounded_differences(whole, "far", "near")
    gaps = (whole.values[:, :, :1] - whole.values[:, :, 1:]) / 1.5
    wanted = [2 * each[0, 0] - 1 for each in bounded_mean_interval((gaps + 1) / 2, 0.9)]
    assert np.allclose(np.ravel(ends), np.multiply(wanted, 1.5))


def test_bounds_of_as_many_groups_each_are_0_and_1():
    scores = Surveyed(drawn_survey({"a": 9, "b": 9}, questions=5)).score()
    assert scores.defined().most == 1
