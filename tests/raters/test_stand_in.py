import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from oq_core import MEASURES, randomised_tukey_hsd, read_collections, score
from oq_core.data import uniform
from oq_core.measures.quantification import Measure
from oq_core.raters import stand_in
from tests.raters import plain

#: Published with -RMSE, then as computed of the same labels independently of this project.
PRINTED = {
    ("10k_prompts", 0.15): {
        "gemini_flash": ((0.31, 0.67), (0.31, 0.68), (0.31, 0.67), (0.31, 0.74)),
        "gemini_pro": ((0.08, 0.63), (0.08, 0.64), (0.08, 0.63), (0.15, 0.72)),
        "gpt-4o": ((0.69, 0.76), (0.77, 0.77), (0.77, 0.76), (0.77, 0.81)),
        "llama-31": ((0.15, 0.67), (0.15, 0.69), (0.23, 0.68), (0.62, 0.77)),
        "gpt-4o-mini": ((0.92, 0.80), (0.92, 0.81), (0.92, 0.80), (0.92, 0.83)),
        "mistral-v03": ((0.15, 0.67), (0.23, 0.69), (0.23, 0.68), (0.69, 0.77)),
    },
    ("cebab_stars", 0.1): {
        "gemini_flash": ((0.60, 0.82), (0.20, 0.83), (0.20, 0.79), (0.20, 0.80)),
        "gemini_pro": ((0.80, 0.87), (0.80, 0.88), (0.80, 0.86), (0.70, 0.86)),
        "gpt-4o": ((0.90, 0.90), (1.00, 0.92), (1.00, 0.90), (1.00, 0.90)),
        "llama-31": ((0.60, 0.85), (0.70, 0.87), (0.70, 0.86), (0.70, 0.87)),
        "gpt-4o-mini": ((0.90, 0.89), (0.90, 0.91), (0.90, 0.88), (0.90, 0.89)),
        "mistral-v03": ((0.50, 0.83), (0.30, 0.84), (0.30, 0.81), (0.30, 0.81)),
    },
    ("summeval", 0.2): {
        "gemini_flash": ((0, 0.46), (0, 0.48), (0, 0.46), (0, 0.51)),
        "gemini_pro": ((0, 0.44), (0, 0.46), (0, 0.44), (0, 0.48)),
        "gpt-4o": ((0, 0.48), (0, 0.49), (0, 0.46), (0, 0.50)),
        "llama-31": ((0, 0.58), (0, 0.60), (0, 0.57), (0, 0.61)),
        "gpt-4o-mini": ((0, 0.54), (0, 0.56), (0, 0.52), (0, 0.54)),
        "mistral-v03": ((0, 0.62), (0, 0.64), (0, 0.62), (0.33, 0.69)),
    },
}


@pytest.mark.parametrize(("name", "epsilon"), PRINTED)
def test_published_winning_rates_and_advantages(judged, name, epsilon):
    _, people, judges = judged(name)
    found = stand_in(people, judges, 5, ("RMSE", "NMD", "RNOD", "JSD"))
    rates, advantages = found.winning_rate(epsilon), found.advantage
    for judge, printed in PRINTED[name, epsilon].items():
        place = found.judges.index(judge)
        pairs = zip(rates[:, place], advantages[:, place], strict=True)
        assert [(round(a, 2), round(b, 2)) for a, b in pairs] == list(printed)


def test_most_items_of_10k_prompts_have_one_other_rater(judged):
    _, people, judges = judged("10k_prompts")
    found = stand_in(people, judges, 5, ("JSD", "accuracy"))
    assert found.others[1] == 2 * 1307
    # "The rest" is then one rating, and JSD's verdicts are accuracy's.
    np.testing.assert_array_equal(found.winning_rate(0.15)[0], found.winning_rate(0.15)[1])


@st.composite
def tables(draw):
    """Ratings of three people and a judge on 40 items, some of them missing."""
    people = draw(hnp.arrays(np.int64, (40, 3), elements=st.integers(-1, 3)))
    judge = draw(hnp.arrays(np.int64, 40, elements=st.integers(-1, 3)))
    return people, judge


def _rmse(rating, others):
    return -math.sqrt(sum((rating - each) ** 2 for each in others) / len(others))


def _accuracy(rating, others):
    return sum(rating == each for each in others) / len(others)


@pytest.mark.parametrize(("key", "score"), [("RMSE", _rmse), ("accuracy", _accuracy)])
@given(given_ratings=tables(), epsilon=st.sampled_from([0.0, 0.1, 0.3, 0.6]))
def test_the_test_is_that_of_a_plain_loop(key, score, given_ratings, epsilon):
    people, judge = given_ratings
    rows = [[None if each < 0 else each for each in row] for row in people.tolist()]
    guesses = [None if each < 0 else each for each in judge.tolist()]
    found = stand_in(people, {"judge": judge}, 4, key, fewest=5)
    if not found.raters:
        assert np.isnan(found.winning_rate(epsilon)).all()
        return
    omega, rho = plain.stand_in(rows, guesses, score, epsilon, fewest=5)
    assert found.winning_rate(epsilon)[0, 0] == pytest.approx(omega)
    assert found.advantage[0, 0] == pytest.approx(rho)


def test_a_constant_score_passes_every_judge(monkeypatch):
    constant = Measure("SAME", "Same", "invented", "", "", lambda a, _: np.zeros(a.shape[:-1]))
    monkeypatch.setitem(MEASURES, "SAME", constant)
    people = np.random.default_rng(0).integers(0, 5, (100, 3))
    found = stand_in(people, {"j": np.zeros(100, int)}, 5, "SAME")
    assert found.winning_rate(0.15) == found.advantage == found.ties == 1
    assert found.to_frame().passes.tolist() == ["yes"]


def test_a_judge_of_other_items_is_tested_on_those_it_rated():
    people = np.random.default_rng(0).integers(0, 3, (80, 3))
    whole = people[:, 0]
    part = np.where(np.arange(80) < 40, whole, -1)
    few = np.where(np.arange(80) < 20, whole, -1)
    found = stand_in(people, {"whole": whole, "part": part, "few": few, "none": few * 0 - 1}, 3)
    assert found.shared.tolist() == [[80] * 3, [40] * 3, [20] * 3, [0] * 3]
    first = stand_in(people[:40], {"part": whole[:40]}, 3)
    np.testing.assert_allclose(found.winning_rate()[:, 1], first.winning_rate()[:, 0])
    assert np.isnan(found.winning_rate()[:, 2:]).all()
    assert found.to_frame().passes.tolist()[-10:] == [""] * 10


def test_raters_with_few_items_are_left_out_by_name():
    people = np.full((60, 3), 1)
    people[:, 1] = 0
    people[29:, 2] = -1
    found = stand_in(people, {"j": people[:, 0]}, 2, "NMD", raters=("ann", "bob", "cy"))
    assert (found.raters, found.left_out) == (("ann", "bob"), ("cy",))


def test_a_judge_may_give_several_ratings():
    people = np.tile([[0, 1, 0], [1, 1, 2]], (20, 1))
    several = np.tile([[0.5, 0.5, 0], [0, 0.5, 0.5]], (20, 1))
    found = stand_in(people, {"several": several}, 3, ("NMD", "accuracy", "RMSE"))
    # Against (0, 1) the first judge's half of each is exact; a rater who says 0 is not.
    assert found.as_close[0, 0, 1] == 1
    assert np.isfinite(found.winning_rate(0.2)).all()


def test_errors_by_cluster_are_those_of_sums():
    generator = np.random.default_rng(0)
    people = np.repeat(generator.integers(0, 5, (20, 3)), 6, axis=0)
    judge = np.repeat(generator.integers(0, 5, 20), 6)
    clusters = np.repeat([f"doc{number}" for number in range(20)], 6)
    measures = ("NMD", "RNSS")
    single = stand_in(people, {"j": judge}, 5, measures)
    by_document = stand_in(people, {"j": judge}, 5, measures, clusters=list(clusters))
    once = stand_in(people[::6], {"j": judge[::6]}, 5, measures, fewest=10)
    np.testing.assert_allclose(by_document.gaps, once.gaps)
    # Six copies of an item tell no more than one.
    np.testing.assert_allclose(by_document.errors, once.errors)
    np.testing.assert_allclose(by_document.freedom, 19)
    assert (single.errors < 0.6 * by_document.errors).all()


def test_one_cluster_of_all_items_tells_nothing():
    people = np.random.default_rng(0).integers(0, 3, (40, 3))
    found = stand_in(people, {"j": people[:, 0]}, 3, "NMD", clusters=["one"] * 40)
    assert np.isnan(found.winning_rate()).all()
    assert np.isnan(found.advantage).all()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"measures": "EMD"}, "unknown measure 'EMD'; known are NMD"),
        ({"raters": ("a", "j", "b")}, "j is the name of a rater and of a judge"),
        ({"judges": {"j": np.zeros(3, int)}}, "j must have a class for each of 40 instances"),
    ],
)
def test_what_does_not_fit_is_refused(change, said):
    given_all = {"people": np.zeros((40, 3), int), "judges": {"j": np.zeros(40, int)}, "classes": 2}
    with pytest.raises(ValueError, match=said):
        stand_in(**{**given_all, **change})


def test_epsilon_and_q_are_shares():
    found = stand_in(np.zeros((40, 3), int), {"j": np.zeros(40, int)}, 2, "NMD")
    with pytest.raises(ValueError, match="epsilon must be from 0"):
        found.beaten(15)
    with pytest.raises(ValueError, match=r"q must be between 0 and 1, such as 0\.05, not 5"):
        found.beaten(q=5)


def test_real_judges_beat_uniform_under_nmd_and_lose_to_it_under_rnod(real_data):
    folder = real_data / "judges" / "10k_prompts"
    rated = read_collections(folder / "human_annotations.json", folder / "llm_annotations.json")[
        "human_annotations"
    ].without("Panel")
    scores = score(rated.with_runs({"Uniform": uniform(rated.gold)}), ["NMD", "RNOD"])
    p_values = randomised_tukey_hsd(scores.values, trials=2000)
    best, against = scores.means[:, :6].min(axis=1), scores.means[:, 6]
    # As computed of the same labels independently of this project.
    assert [round(float(each), 3) for each in (*best, *against)] == [0.192, 0.350, 0.315, 0.297]
    assert (p_values[:, 6, :6] <= 0.0005).all()
    assert (scores.means[0, :6] < against[0]).all()
    assert (scores.means[1, :6] > against[1]).all()
