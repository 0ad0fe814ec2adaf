"""A series on phones: the posterior of the answers, questions of their own, and the end."""

import io
import re

import numpy as np
import pytest

from oq_core.preferences import (
    CANDIDATES,
    Question,
    Series,
    agreements,
    in_words,
    prior_of_candidates,
    sampled_shares,
    usual_model,
    verdict,
)
from oq_core.preferences.choices import choices_csv, read_choices
from oq_core.preferences.room import RoomShares
from pages.live.live_parts.questions import clear_choice
from pages.live.server.activities import (
    Estimate,
    Find,
    PlanError,
    Predict,
    Rate,
    activities_from,
)
from pages.live.server.finale import finale_of, last_series, placed_in, strongest
from pages.live.server.room import Room
from pages.live.server.series import (
    QUESTIONS,
    FoundInRoom,
    _order,
    choices,
    fits,
    found_in,
    next_of,
    own_words,
    told,
)
from pages.live.server.view import asked_next, own_finding

KEYS = list(CANDIDATES)
SEED = 5


def series_of(number, key="RNOD", count=QUESTIONS):
    """What somebody answers who takes what a measure prefers, and the sides that A stood on."""
    preferred = usual_model().pool.differences[KEYS.index(key)]
    answers, sides = (), []
    for _ in range(count):
        question = next_of(SEED, number, answers)
        triple = question["codes"][1] // 3
        want = 3 * triple + (0 if preferred[triple] > 0 else 2)
        assert want in question["codes"]
        sides.append(1 if question["codes"][0] % 3 == 0 else -1)
        answers = (*answers, 3 * 10_000 + want)
    return answers, sides


@pytest.fixture(scope="module")
def room_answers():
    return {number: series_of(number, key)[0] for number, key in ((1, "RNOD"), (2, "RNOD"),
                                                                  (3, "NMD"))}  # fmt: skip


def test_a_room_that_was_not_asked_for_its_measure_has_none(room_answers):
    room = Room.of_plan("ABCD", (clear_choice(0), Find(SEED))).join("one").show(0).open()
    room = room.answer("one", 0, 0).reveal()
    assert last_series(room) is None
    # Nor while a series is not revealed.
    room = room.show(1).open().answer("one", 1, room_answers[1])
    assert last_series(room) is None
    assert last_series(room.reveal()) == (SEED, found_in(SEED, {1: room_answers[1]}))


def test_a_question_that_all_answer_tells_little_of_a_room():
    found = found_in(SEED, {1: (0,)})
    assert found.words == "its answers do not tell by what it judges"


def test_what_is_drawn_is_what_the_codes_say():
    pool = usual_model().pool
    for number in range(6):
        question = next_of(SEED, number, ())
        left, right = (told(question["codes"][place]) for place in (0, 2))
        assert told(question["codes"][1]).answer == 1
        gold = np.array(question["gold"]) * 10
        # A symmetric gold tells not whether all is mirrored: its estimates do.
        of_left = (pool.a, None, pool.b)[left.answer][left.triple]
        straight = (
            (gold, pool.gold[left.triple]),
            (np.array(question["estimates"][0]) * 10, of_left),
        )
        turn = 1 if all(np.allclose(*each) for each in straight) else -1
        for each, drawn in zip((left, right), question["estimates"], strict=True):
            votes = (pool.a, None, pool.b)[each.answer][each.triple]
            np.testing.assert_allclose(np.array(drawn) * 10, votes[::turn])


def test_the_series_ends_and_each_phone_has_its_own_questions(room_answers):
    assert next_of(SEED, 1, room_answers[1]) is None
    orders = {_order(SEED, number) for number in (1, 2, 3)}
    assert len(orders) == 3
    for number, answers in room_answers.items():
        triples = [told(each).triple for each in answers]
        again = [place for place, why in enumerate(_order(SEED, number)) if why == "again"]
        assert len(set(triples)) == QUESTIONS - len(again)
        assert fits(answers)


def test_shares_and_dots_are_those_of_the_model(room_answers):
    model, found = usual_model(), found_in(SEED, room_answers)
    evidence, points = [], []
    for number, key in ((1, "RNOD"), (2, "RNOD"), (3, "NMD")):
        answers, sides = series_of(number, key)
        beliefs = model.start()
        for code, side, why in zip(answers, sides, _order(SEED, number), strict=True):
            each = told(code)
            beliefs = model.told(beliefs, each.triple, side, each.answer)
            if why == "random":
                points.append(agreements(model.pool, [each.triple], [each.answer])[:, 0])
        evidence.append(model.evidence(beliefs))
    every = np.stack(evidence)
    np.testing.assert_array_equal(found.shares.numbers, sampled_shares(every).numbers)
    np.testing.assert_allclose(found.agreement.shares, np.mean(points, axis=0))
    assert (found.people, found.answers) == (3, 3 * QUESTIONS)
    # Two of three, and one: as they are, not as they were expected to be beforehand.
    words = "about 2 of 3 judge like RNOD and about 1 of 3 judge like NMD"
    assert found.words == words
    assert found_in(SEED, {}) is None


def test_of_a_room_those_are_named_that_are_more_than_one_expects():
    def said(people=100, **shares):
        share = np.array([shares.get(key, 0.0) for key in KEYS])
        numbers = np.zeros((people + 1, len(KEYS)))
        numbers[0], numbers[-1] = 1 - share, share
        return FoundInRoom(people, people, RoomShares(numbers), None, None).words

    nothing = "its answers do not tell by what it judges"
    expected = prior_of_candidates()[KEYS.index("RNOD")]
    assert said(RNOD=expected + 0.049) == nothing
    assert said(RNOD=expected + 0.051) == "about 9 of 100 judge like RNOD"
    # The two that are most, the first of them first.
    told = "about 40 of 100 judge like RNOD and about 30 of 100 judge like NMD"
    assert said(NMD=0.3, RNOD=0.4, NVD=0.2) == told
    assert said(RNOD=0.89) == "about 89 of 100 judge like RNOD"
    assert said(RNOD=0.9) == "all 100 judge like RNOD"
    assert said(2, RNOD=0.9) == "all 2 judge like RNOD"
    assert said(1, RNOD=0.9) == "about 1 of 1 judge like RNOD"


def test_a_room_of_one_mind_is_said_to_be():
    alike = {number: series_of(number)[0] for number in range(1, 7)}
    assert found_in(SEED, alike).words == "all 6 judge like RNOD"
    # One person is no room.
    assert "all" not in found_in(SEED, {1: alike[1]}).words


@pytest.mark.parametrize("answers", [(), (-1,), (9_999,), (1.0,), (True,), (1,) * 21, (10**7,)])
def test_other_answers_do_not_fit(answers):
    assert not fits(answers)


def test_answers_that_no_page_sends_still_get_a_next_question():
    answers = ()
    for _ in range(QUESTIONS):
        assert next_of(SEED, 9, answers) is not None
        answers = (*answers, 0)
    assert next_of(SEED, 9, answers) is None


def test_the_choices_of_a_class_are_a_table_without_names(room_answers):
    rows = choices(SEED, room_answers)
    text = choices_csv([row for row, _ in rows], seconds=[seconds for _, seconds in rows])
    file = io.StringIO(text)
    file.name = "class.csv"
    assert read_choices([file]) == [row for row, _ in rows]
    assert {seconds for _, seconds in rows} == {3}
    assert {row.person for row, _ in rows} == {"1", "2", "3"}
    # A question for all has no seconds.
    asked = [row._replace(why="chosen") for row, _ in rows[:2]]
    file = io.StringIO(choices_csv([*asked, rows[2][0]], seconds=["", "", 3]))
    file.name = "class.csv"
    assert read_choices([file]) == [*asked, rows[2][0]]
    pool, row = usual_model().pool, rows[0][0]
    triple = told(room_answers[int(row.person)][0]).triple
    for shown, votes in zip((row.gold, row.a, row.b), (pool.gold, pool.a, pool.b), strict=True):
        assert shown == tuple(votes[triple])


def test_a_phone_is_told_its_own_question_and_its_result_only_when_it_is_revealed():
    room = Room.of_plan("KXTM", (Find(SEED),)).join("b1", "Ann").join("b2").show(0)
    assert asked_next(room, 0, "b1") == {}
    room = room.open()
    assert asked_next(room, 0, "b1")["question"] == next_of(SEED, 1, ())
    answers, _ = series_of(1, count=12)
    for count in (3, 12, 7):
        room = room.answer("b1", 0, answers[:count])
    assert room.answer_of("b1", 0) == answers
    assert asked_next(room, 0, "b1")["question"]["number"] == 12
    assert asked_next(room, 0, "nobody") == {}
    assert own_finding(room, 0, "b1") is None
    room = room.close().reveal()
    # The same that a person is told alone, of the same answers.
    series = Series(
        usual_model(), _order(SEED, 1), usual_model().start(), *np.empty((3, 0), dtype=np.int64)
    )
    for code, side in zip(answers, series_of(1, count=12)[1], strict=True):
        triple, answer, _ = told(code)
        why = series.why
        question = Question(np.array(triple), np.array(side), np.array(False), why)
        series = series.answered(question, answer)
    alone = in_words(verdict(series))
    assert "RNOD" in alone
    of_room = last_series(room)[1].words
    assert own_finding(room, 0, "b1") == f"{alone} The room: {of_room}."
    assert own_finding(room, 0, "b2") == f"You gave no answer. The room: {of_room}."
    assert own_finding(room, 0, "nobody") is None


def test_a_phone_is_told_that_nothing_explains_it():
    answers = ()
    for _ in range(QUESTIONS):
        answers = (*answers, next_of(SEED, 4, answers)["codes"][0])
    told = own_words(SEED, 4, answers)
    assert re.fullmatch(
        r"No measure here explains you: you answer by chance, or by the side or judge in another "
        r"way \(\d+ %\)\. Nearest: you [^()]+ \(\d+ %\)\.",
        told,
    )


def test_the_end_tells_each_phone_its_place_and_the_class_its_conflict():
    item = ("1", "2", "3", "4", "5")
    plan = [each for n in "AB" for each in (Rate(n, "", item), Estimate())]
    room = Room.of_plan("KXTM", plan)
    for number in (1, 2, 3):
        room = room.join(f"b{number}", "Ann" if number == 1 else "")
    assert finale_of(room, "b1") is None
    drawings = {1: (9, 1, 0, 0, 0), 2: (0, 0, 10, 0, 0), 3: (0, 0, 0, 0, 10)}
    for place in (0, 2):
        room = room.show(place).open()
        for number in (1, 2, 3):
            room = room.answer(f"b{number}", place, 0 if number < 3 else 1)
        room = room.show(place + 1).open()
        for number, drawn in drawings.items():
            room = room.answer(f"b{number}", place + 1, drawn)
        room = room.reveal()
    room = room.show(4)
    assert room.is_over
    assert room.step is None
    runs = placed_in(room)
    assert [each.run for each in runs] == ["phone-1", "phone-2", "phone-3"]
    assert runs[0].ranks == (1, 1)
    assert placed_in(room) is runs
    own = finale_of(room, "b2")
    assert f"By NMD: place 2 of 3, {runs[1].means[0]:.3f}; the room’s mean is " in own
    assert "phone-1 was best" in own
    assert "you were best" in finale_of(room, "b1")
    assert "Ann was best" in finale_of(room.with_names(True), "b2")


def test_the_strongest_conflict_is_that_of_a_plain_loop():
    from oq_core import MEASURES, Collection  # noqa: PLC0415

    generator = np.random.default_rng(2)
    gold = generator.dirichlet(np.ones(5), 3)
    runs = {f"r{n}": generator.dirichlet(np.full(5, 0.4), 3) for n in range(5)}
    made = Collection("c", tuple("12345"), ("x", "y", "z"), gold, runs)
    nmd, rnod = MEASURES["NMD"], MEASURES["RNOD"]
    best = max(
        (
            min(
                float(nmd(runs[b][row], gold[row]) - nmd(runs[a][row], gold[row])),
                float(rnod(runs[a][row], gold[row]) - rnod(runs[b][row], gold[row])),
            ),
            a, b, row,
        )
        for row in range(3) for a in runs for b in runs
    )  # fmt: skip
    found = strongest(made)
    assert (found.a, found.b, found.row) == best[1:]


def test_a_room_is_split_by_the_last_answers_as_a_plain_loop_counts_them():
    draws = np.random.default_rng(0)
    rows = {
        person: list(zip(*(draws.integers(0, most, 12).tolist() for most in (5, 3)), strict=True))
        for person in range(1, 6)
    }
    last = {(person, triple): answer for person in rows for triple, answer in rows[person]}
    count = np.zeros((5, 3))
    for (_, triple), answer in last.items():
        count[triple, answer] += 1
    split = int(np.minimum(count[:, 0], count[:, 2]).argmax())
    parts = count[split] / count[split].sum()
    codes = {each: tuple(3 * triple + answer for triple, answer in rows[each]) for each in rows}
    assert found_in(SEED, codes).split == (split, parts[0], parts[2])


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"kind": "find", "seed": "x"}, "seed"),
        ({"kind": "find", "seed": -1}, "a seed is"),
        ({"kind": "choose", "gold": [1], "a": [1], "b": [1]}, "as many classes"),
        ({"kind": "choose", "gold": [1, 1], "a": [1, 1], "b": [0, 0]}, "not all 0"),
        ({"kind": "choose", "gold": [1, float("nan")], "a": [1, 1], "b": [0, 1]}, "not all 0"),
        ({"kind": "choose", "gold": "11", "a": [1, 1], "b": [0, 1]}, "list of votes"),
        ({"kind": "predict", "options": ["a", "b"], "drawn": [[1, 2]]}, "three lists"),
    ],
)
def test_activities_that_cannot_be_used_are_refused(entry, words):
    with pytest.raises(PlanError, match=words):
        activities_from([entry])


def test_a_question_keeps_what_is_drawn():
    drawn = ((1, 2), (2, 1), (0, 3))
    asked = Predict("quiz", "t", "", ("a", "b"), drawn)
    assert Room.of_plan("KXTM", (asked,)).steps[0].activity.drawn == drawn
