"""What is said of a person's answers, beside plain loops."""

import numpy as np
import pytest

from oq_core.data.scores import in_percent
from oq_core.preferences import (
    CANDIDATES,
    KINDS,
    Series,
    deciding,
    parted,
    simulated,
    usual_model,
    verdict,
    weights,
)

KEYS = list(CANDIDATES)


@pytest.fixture(scope="module")
def series():
    """Somebody who takes what RNOD prefers, and says of each fourth that both are equally good."""
    model, generator = usual_model(), np.random.default_rng(4)
    made = Series.begin(model, generator)
    while made.why:
        question = made.ask(generator)
        rather = 0 if model.pool.differences[KEYS.index("RNOD"), question.triple] > 0 else 2
        made = made.answered(question, 1 if made.triples.size % 4 == 3 else rather)
    return made


def test_weights_are_what_each_answer_adds_to_the_evidence(series):
    found = weights(series)
    model = series.model
    gained = model.evidence(series.beliefs) - model.evidence(model.start())
    np.testing.assert_allclose(found.sum(axis=1), gained, atol=1e-9)
    assert found.shape == (len(KEYS), len(series.order))


@pytest.mark.parametrize("key", ["NMD", "RNOD", "sharpness", "chance"])
def test_questions_parted_on_by_a_plain_loop(series, key):
    expected = []
    for place, (triple, answer) in enumerate(zip(series.triples, series.answers, strict=True)):
        difference = series.model.pool.differences[KEYS.index(key), triple]
        if series.order[place] != "again" and (
            (difference > 0 and answer == 2) or (difference < 0 and answer == 0)
        ):
            expected.append((-abs(difference), place))
    assert parted(series, key).tolist() == [place for _, place in sorted(expected)]
    assert (len(expected) == 0) == (key in ("RNOD", "chance"))


def test_the_deciding_property_by_plain_loops(series):
    each = weights(series)
    for first, second in (("RNOD", "NMD"), ("RNOD", "sharpness"), ("NMD", "RNOD")):
        speaks = [max(0, a - b) for a, b in zip(*(each[KEYS.index(k)] for k in (first, second)),
                                                strict=True)]  # fmt: skip
        gains = {}
        for row, kind in enumerate(KINDS):
            are = [bool(series.model.pool.kinds[row, t]) for t in series.triples]
            if 2 <= sum(are) <= len(are) - 2:
                evidence = sum(s for s, a in zip(speaks, are, strict=True) if a) / sum(speaks)
                gains[kind] = evidence - sum(are) / len(are)
        found = deciding(series, first, second)
        best = max(gains, key=gains.get)
        assert (found is None) == (gains[best] <= 0)
        if found is not None:
            assert found.kind == best
            assert found.evidence - found.questions == pytest.approx(gains[best])
    assert deciding(series, "NMD", "NMD") is None


def test_the_table_of_simulations_meets_what_is_required_and_is_of_these_candidates():
    table = simulated.simulated()
    known = table.dropna(subset="named")
    looking = [key for key in KEYS if usual_model().pool.differences[KEYS.index(key)].any()]
    assert known.index.tolist() == looking
    mean = known.mean()
    assert mean["named or alike"] >= 0.9
    assert mean["first or alike"] >= 0.85
    assert mean["size"] <= 3
    assert table["none first"].filter(like="by chance").min() >= 0.75
    told = simulated.how_sure()
    assert f"{in_percent(mean['named'])} of cases" in told
    assert f"{known['first'].idxmin()}: first in {in_percent(known['first'].min())}" in told
    assert f"was wrong in {in_percent(mean['wrongly sure'])} of cases" in told
    clicks = table.loc["click left, right, left, right", "wrongly sure"]
    assert f"click left, right, left, right ({in_percent(clicks)})" in simulated.what_escapes()
    assert 0 < clicks < 0.1


def test_a_person_of_rnod_is_said_to_judge_like_it(series):
    assert "RNOD" in verdict(series).groups[0][0]
