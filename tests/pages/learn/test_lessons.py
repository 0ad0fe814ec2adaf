"""The lessons: every one predicted, revealed and left, and every number in it computed again."""

import io
import json
import re
from dataclasses import replace
from urllib.parse import parse_qs

import numpy as np
import pandas as pd
import pytest
import scipy

from oq_core import MEASURES, discriminative_power, score
from oq_core.analysis.tukey import randomised_tukey_hsd
from oq_core.data.distributions import popularity, uniform
from oq_core.disagreement import compare_triples, random_triples
from pages.analysing.address import UnreadableError
from pages.analysing.text import plain
from pages.drawing.compare_state import CompareState
from pages.drawing.practice import Board
from pages.learn.lessons_parts import LESSONS, STEPS, LessonsState, training
from pages.learn.lessons_parts.figures import Baselines, baselines_state, sample, threshold
from pages.learn.lessons_parts.lectures import PLANS, QUESTIONS
from pages.learn.lessons_parts.power import (
    INSTANCES,
    MEASURES_SHOWN,
    NONSENSE,
    SEED,
    TRIALS,
    powers,
)
from sample_data.truth import truths
from tests.conftest import SAMPLE
from tests.pages.conftest import bars_of, unlinked
from tests.pages.test_shown import can_be_told_apart, follow, links_of

KEYS = [lesson.key for lesson in LESSONS]


def lesson_of(key):
    return LESSONS[KEYS.index(key)]


def scored(measure, gold, estimate):
    gold, estimate = np.array(gold, dtype=float), np.array(estimate, dtype=float)
    return float(MEASURES[measure](estimate / estimate.sum(), gold / gold.sum()))


def opened(start, **address):
    return start("lessons", **address)


def told(page):
    return unlinked("\n".join(each.value for each in page.markdown))


def button(page, label):
    (found,) = (each for each in page.button if each.label == label)
    return found


def predict(page, lesson, option):
    page.radio(key=f"predict_{lesson.key}").set_value(lesson.options[option]).run()
    button(page, "Predict, and see").click().run()
    assert not page.exception


# The walk
def test_a_walk_through_all_lessons(start, pressed):
    page = start("lessons")
    for place, lesson in enumerate(LESSONS):
        assert unlinked(page.title[0].value) == f"Lesson {place + 1}: {lesson.title}"
        assert lesson.question in told(page)
        # Nothing is answered, and nothing can be, before a prediction is made.
        assert lesson.answer(lesson.facts()) not in told(page)
        button(page, "Next").click().run()
        assert lesson.question in told(page)
        assert button(page, "Predict, and see").disabled
        option = place % len(lesson.options)
        predict(page, lesson, option)
        right = lesson.right(lesson.facts())
        assert lesson.answer(lesson.facts()) in told(page)
        assert f"✓ **{plain(lesson.options[right])}**" in told(page)
        assert bool(page.success) == (right == option)
        if right != option:
            assert page.info[0].value == plain(lesson.replies[option])
        button(page, "Next").click().run()
        assert page.query_params["step"] == "try-it"
        can_be_told_apart(page)
        button(page, "Next").click().run()
        assert unlinked(page.header[0].value) == lesson.claim
        if place + 1 < len(LESSONS):
            button(page, "Next").click().run()
    assert button(page, "Next").disabled
    for to, words in links_of(page):
        follow(to, words)
    assert page.query_params["lesson"] == KEYS[-1]
    made = "-".join(f"{each.key}{n % len(each.options)}" for n, each in enumerate(LESSONS))
    assert page.query_params["predicted"] == made
    # What was offered on the way can be made; of a board, it is what was drawn.
    tables = {name: pd.read_csv(io.StringIO(make())) for name, make in pressed.items()}
    assert all(each.notna().any().all() for each in tables.values())
    near = tables["lesson_near.csv"].set_index("number")
    gold, *systems = near[near.index.str.startswith("share of ")].to_numpy().T
    for which, system in zip(("System A", "System B"), systems, strict=True):
        assert near.loc["NMD", which] == pytest.approx(MEASURES["NMD"](system, gold))


def test_going_on_from_a_choice_is_a_prediction(start):
    page = opened(start, lesson="near", step="prediction")
    page.radio(key="predict_near").set_value(lesson_of("near").options[3]).run()
    button(page, "Next").click().run()
    assert page.query_params["predicted"] == "near3"
    assert page.query_params["step"] == "answer"


def test_a_class_may_see_the_answer_without_a_prediction(start):
    page = opened(start, lesson="near", step="prediction")
    button(page, "Next").click().run()
    assert "predicted" not in page.query_params
    assert "✓ **None of them**" in told(page)
    assert not page.success
    assert not any(each.icon == ":material/lightbulb:" for each in page.info)


def test_the_address_brings_progress_back(start):
    page = opened(start, lesson="gold", step="prediction", predicted="near0-gold1")
    assert page.title[0].value.startswith("Lesson 3: ")
    assert page.radio(key="predict_gold").value == lesson_of("gold").options[1]
    button(page, "Forget this prediction").click().run()
    assert page.query_params["predicted"] == "near0"


def test_an_older_link_to_a_predicted_lesson_shows_its_board(start):
    page = opened(start, lesson="near", predicted="near0")
    assert page.query_params["step"] == "try-it"


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ({"lesson": "none"}, "no lesson called none"),
        ({"step": "tea"}, "no step called tea"),
        ({"predicted": "near9"}, "near9 is no prediction"),
        ({"predicted": "near0-x"}, "x is no prediction"),
    ],
)
def test_other_addresses_are_refused(address, words):
    with pytest.raises(UnreadableError, match=words):
        LessonsState.from_address(address)


def test_a_state_survives_its_address():
    state = LessonsState(lesson=4)
    for option in (None, 0, 2):
        state = state.with_prediction(option).at(state.lesson - 1)
        assert LessonsState.from_address(state.to_address()) == state


def test_steps_lead_through_all_lessons_and_back():
    state = LessonsState()
    assert state.turned(-1) == state
    seen = {(state.lesson, state.step)}
    for _ in range(len(LESSONS) * len(STEPS)):
        state = state.turned(1)
        seen.add((state.lesson, state.step))
        assert LessonsState.from_address(state.to_address()) == state
    assert len(seen) == len(LESSONS) * len(STEPS)
    assert state.turned(1) == state
    assert state.turned(-1).turned(1) == state


def test_a_lesson_takes_as_many_minutes_as_its_notes_say():
    assert {lesson.key: sum(lesson.minutes) for lesson in LESSONS} == {
        "near": 5, "earth": 5, "gold": 8, "symmetry": 6, "priorities": 5, "popularity": 8,
        "two": 4, "power": 8, "family": 6, "manhattan": 5, "training": 5, "truth": 7, "judge": 7,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("length", "parts"),
    [(45, (4, 5, 5, 8, 5, 8, 6, 4)), (90, (6, 5, 5, 8, 6, 5, 8, 4, 8, 6, 5, 5, 5, 4, 6, 4))],
)
def test_a_plan_takes_as_long_as_it_says(length, parts):
    assert tuple(part.minutes for part in PLANS[length]) == parts
    assert sum(part.minutes for part in PLANS[length]) == length
    assert PLANS[length][-1].what == "Questions"
    assert PLANS[length][-1].minutes >= QUESTIONS


def test_the_notes_are_on_a_page_of_their_own(start):
    page = start("notes")
    page.selectbox(key="notes_lesson").set_value(2).run()
    lesson = LESSONS[2]
    assert plain(lesson.notes[0]) in told(page)
    assert f"{sum(lesson.minutes)} min in all" in told(page)
    lessons = opened(start, lesson=lesson.key)
    assert plain(lesson.notes[0]) not in told(lessons)


@pytest.mark.parametrize("length", PLANS)
def test_every_part_of_a_plan_but_the_questions_leads_to_its_page(length):
    assert [part.what for part in PLANS[length] if "](" not in part.what] == ["Questions"]


def to_compare(page):
    """The link to Compare."""
    return next(each.proto for each in page.get("page_link") if each.proto.page == "compare")


def test_other_starts_are_set_by_buttons_and_sent_to_compare(start):
    page = opened(start, lesson="near", predicted="near0")
    boards = lesson_of("near").figure.starts
    links = []
    for name, state in boards.items():
        if not page.button(key=f"lesson_near_{name}").disabled:
            page.button(key=f"lesson_near_{name}").click().run()
        query = parse_qs(to_compare(page).query_string, keep_blank_values=True)
        links.append(CompareState.from_address({k: v[0] for k, v in query.items()}))
        assert links[-1] == replace(state, working="NVD")
    assert links[0] != links[1]


def test_lessons_are_well_made():
    assert len(set(KEYS)) == len(LESSONS)
    for lesson in LESSONS:
        assert re.fullmatch("[a-z]+", lesson.key)
        assert 2 <= len(set(lesson.options)) == len(lesson.options) <= 10
        right = lesson.right(lesson.facts())
        # Every wrong option is answered, and the right one has nothing wrong.
        assert [not reply for reply in lesson.replies] == [
            place == right for place in range(len(lesson.options))
        ]
        if isinstance(lesson.figure, Board | Baselines):
            assert set(lesson.figure.measures) <= set(MEASURES)


# The claims, each computed once more from the votes
def test_near_and_far():
    near, far = (
        (([1, 0, 0], [0, 1, 0]), ([1, 0, 0], [0, 0, 1])),
        (([1, 1, 3], [1, 3, 1]), ([1, 1, 3], [3, 1, 1])),
    )
    lesson = lesson_of("near")
    answer = lesson.answer(lesson.facts())
    keys = ("NVD", "RNSS", "JSD", "NMD", "RNOD")
    for key in keys:
        (row,) = (line for line in answer.splitlines() if line.startswith(f"| {key} |"))
        assert [float(cell) for cell in row.split("|")[2:-1]] == pytest.approx(
            [scored(key, gold, estimate) for gold, estimate in (*near, *far)], abs=5e-4
        )
    for a, b in (near, far):
        assert all(scored(key, *a) == pytest.approx(scored(key, *b)) for key in keys[:3])
        assert all(scored(key, *a) < scored(key, *b) - 0.01 for key in keys[3:])
    assert lesson.options[lesson.right(lesson.facts())] == "None of them"


def test_earth():
    lesson = lesson_of("earth")
    facts = lesson.facts()
    assert facts["steps A"] == pytest.approx(20 * 1)
    assert facts["steps B"] == pytest.approx(10 * 2)
    assert facts["most"] == 20 * 4
    for key in ("NMD", "RNOD", "NVD"):
        for which, votes in (("A", [0, 20, 0, 0, 0]), ("B", [10, 0, 10, 0, 0])):
            value = scored(key, [20, 0, 0, 0, 0], votes)
            assert facts[f"{key} {which}"] == pytest.approx(value)
            assert f"{value:.4f}" in lesson.answer(facts)
    assert facts["RNOD B"] < facts["RNOD A"]
    assert lesson.options[lesson.right(facts)] == "Both the same"
    # Opposite moves do not cancel, as the lecturer is told.
    other = list(lesson.figure.starts.values())[1]
    same = [scored("NMD", other.gold, other.votes(which)) for which in ("a", "b")]
    assert same[0] == pytest.approx(same[1]) == pytest.approx(0.25)


def test_manhattan():
    lesson = lesson_of("manhattan")
    facts, answer = lesson.facts(), lesson.answer(lesson.facts())
    gold = np.array([12, 8, 0, 0, 0, 0]) / 20
    for which, votes in (("A", [12, 2, 0, 0, 0, 6]), ("B", [0, 12, 8, 0, 0, 0])):
        gap = np.array(votes) / 20 - gold
        distances = np.abs(gap).sum(), np.abs(np.cumsum(gap)).sum()
        for name, value in zip(("Manhattan", "Wasserstein"), distances, strict=True):
            assert facts[f"{name} {which}"] == pytest.approx(value)
            assert f"**{value:.2f}** for {which}" in answer
    assert lesson.options[lesson.right(facts)] == "Wasserstein"
    triples = random_triples(6, 5, 2000, 0)
    gaps = [
        np.abs(triples.a - triples.gold) - np.abs(triples.b - triples.gold),
        np.abs(np.cumsum(triples.a - triples.gold, -1))
        - np.abs(np.cumsum(triples.b - triples.gold, -1)),
    ]
    manhattan, earth = (gap.sum(axis=-1).round(9) for gap in gaps)
    assert facts["opposite"] == (manhattan * earth < 0).sum()
    assert (facts["ties NVD"], facts["ties NMD"]) == ((manhattan == 0).sum(), (earth == 0).sum())
    # What the lecturer is told of the second start.
    nearer = list(lesson.figure.starts.values())[1]
    for key, prefers in (("NVD", "a"), ("NMD", "a")):
        a, b = (scored(key, nearer.gold, nearer.votes(which)) for which in ("a", "b"))
        assert (a < b) == (prefers == "a")
    assert scored("NVD", nearer.gold, nearer.votes("a")) == pytest.approx(facts["NVD A"])


def test_gold():
    lesson = lesson_of("gold")
    facts = lesson.facts()
    a, b = [10, 10, 0, 0, 0], [10, 0, 10, 0, 0]
    for key in ("NMD", "RNOD", "RNADW"):
        assert facts[f"{key} A"] == pytest.approx(scored(key, [20, 0, 0, 0, 0], a))
        assert facts[f"{key} B"] == pytest.approx(scored(key, [20, 0, 0, 0, 0], b))
    one = scored("RNOD", [19, 0, 1, 0, 0], a)
    assert f"to {one:.4f}" in lesson.answer(facts)
    assert one > facts["RNOD A"]
    assert facts["RNOD A"] < facts["RNOD B"]
    assert facts["RNADW A"] > facts["RNADW B"]
    assert lesson.options[lesson.right(facts)] == "RNADW"


def test_symmetry():
    lesson = lesson_of("symmetry")
    facts = lesson.facts()
    gold, flat = [20, 0, 0, 0, 0], [4, 4, 4, 4, 4]
    for key in ("NMD", "RNOD", "RSNOD"):
        assert facts[f"one {key} A"] == pytest.approx(scored(key, gold, flat))
        assert facts[f"one swapped {key} A"] == pytest.approx(scored(key, flat, gold))
        assert facts[f"every {key} A"] == pytest.approx(facts[f"every swapped {key} A"])
        assert (facts[f"one {key} A"] != pytest.approx(facts[f"one swapped {key} A"])) == (
            key == "RNOD"
        )
    mean = (facts["one RNOD A"] ** 2 + facts["one swapped RNOD A"] ** 2) / 2
    assert facts["one RSNOD A"] ** 2 == pytest.approx(mean)
    deltas = compare_triples(random_triples(5, 20, 2000, 0), ("RNOD", "RSNOD")).deltas
    deltas = np.where(np.abs(deltas) <= 1e-9, 0, deltas)
    assert f"systems in {(deltas[0] * deltas[1] < 0).sum()}." in lesson.answer(facts)
    assert lesson.options[lesson.right(facts)] == "RNOD’s"


def test_priorities():
    lesson = lesson_of("priorities")
    facts = lesson.facts()
    gold = [8, 6, 4, 2]
    assert scored("DNKT", gold, [31, 30, 20, 19]) == facts["DNKT A"] == 0
    assert scored("DNKT", gold, [17, 2, 1, 0]) == facts["sure DNKT A"] == 0
    assert facts["sure NMD A"] == pytest.approx(scored("NMD", gold, [17, 2, 1, 0]))
    assert facts["sure DNKT_NMD A"] == 0
    assert facts["uniform DNKT A"] == 0.5
    for key in ("NMD", "RNOD"):
        value = scored(key, gold, [31, 30, 20, 19])
        assert value > 0
        assert f"{key} sees" in lesson.answer(facts) or f"{key}, {value:.4f}" in lesson.answer(
            facts
        )
        assert f"{value:.4f}" in lesson.answer(facts)


def test_popularity():
    lesson = lesson_of("popularity")
    facts = lesson.facts()
    assert lesson.options[lesson.right(facts)] == "Above 0.6"
    assert threshold(5) == pytest.approx(0.6)
    gold = random_triples(5, 20, 2000, 0).gold
    ordered = np.sort(gold, axis=-1)
    gold, largest = gold[ordered[:, -1] > ordered[:, -2] + 1e-9], ordered[:, -1]
    largest = gold.max(axis=-1)
    for key in ("RNSS", "NMD"):
        measure = MEASURES[key]
        wins = measure(popularity(gold), gold) < measure(uniform(gold), gold) - 1e-9
        exceptions = int((wins != (largest > 0.6 + 1e-9)).sum())
        assert f"{wins.sum():,} times" in lesson.answer(facts)
        assert facts[f"{key} exceptions 0.6"] == exceptions
        assert (exceptions == 0) == (key == "RNSS")


@pytest.mark.parametrize("classes", range(2, 12))
def test_the_rule_holds_for_any_number_of_classes(classes):
    for largest in range(1, 21):
        for others in range(1, classes):
            if largest <= (20 - largest) / others:
                continue  # the first class has to be the only largest one
            state = baselines_state(classes, largest, others)
            gap = scored("RNSS", state.gold, state.a) - scored("RNSS", state.gold, state.b)
            beyond = largest / 20 - threshold(classes)
            assert abs(gap) < 1e-9 if abs(beyond) < 1e-9 else gap * beyond < 0
            assert state.classes == tuple(map(str, range(1, classes + 1)))


def test_sliders_of_the_baselines_lead_to_compare(start):
    page = opened(start, lesson="popularity", predicted="popularity1")
    page.slider(key="lesson_popularity_largest").set_value(13).run()
    page.slider(key="lesson_popularity_classes").set_value(3).run()
    assert not page.exception
    assert page.slider(key="lesson_popularity_others").value == 2
    assert "(1 + 1/3) / 2 = **0.667**" in told(page)
    query = parse_qs(to_compare(page).query_string)
    assert query["gold"] == ["13,3.5,3.5"]
    assert query["a"] == ["20,0,0"]
    page.slider(key="lesson_popularity_classes").set_value(2).run()
    assert not page.exception


def test_two_classes():
    lesson = lesson_of("two")
    facts = lesson.facts()
    keys = ("NMD", "RNOD", "RSNOD", "RNADW", "NVD", "RNSS")
    for name, state in zip(
        ("different", "with an empty third", "with three in use"),
        lesson.figure.starts.values(),
        strict=True,
    ):
        values = {round(scored(key, state.gold, state.a), 7) for key in keys}
        assert facts[name] == len(values)
    assert facts["NMD A"] == pytest.approx(13 / 20 - 8 / 20)
    assert lesson.options[lesson.right(facts)] == "One"
    for key in ("JSD", "RNOD2", "DNKT"):
        assert f"{scored(key, [13, 7], [8, 12]):.4f}" in lesson.answer(facts)
        assert facts[f"{key} A"] != pytest.approx(0.25)
    # With every gold as likely, a sum of the first i of L shares is Beta(i, L - i).
    for size in (2, 7):
        sums = [scipy.stats.beta(i, size - i) for i in range(1, size)]
        each = [np.abs(one.rvs(200_000, random_state=0) - one.mean()).mean() for one in sums]
        assert facts[f"NMD {size}"] == pytest.approx(np.mean(each), abs=0.006)
        assert facts[f"NVD {size}"] == pytest.approx(size * each[0] / 2, abs=0.006)
    answer = lesson.answer(facts)
    two, seven, wrong = (f"{facts[name]:.3f}" for name in ("NMD 2", "NMD 7", "NVD 7"))
    said = f"is {two} with 2 classes and {seven} with 7, its NVD {two} and {wrong}"
    assert said in answer
    assert facts["NMD 7"] < facts["NMD 2"] == facts["NVD 2"] < facts["NVD 7"]
    assert f"{scored('NMD', [13, 7, 0], [8, 12, 0]):.4f}, for the same votes" in answer
    # What the notes say of a class between the two.
    between = {round(scored(key, [13, 0, 7], [8, 0, 12]), 7) for key in keys}
    assert len(between) == 1


def test_power(start):
    lesson = lesson_of("power")
    page = opened(start, lesson="power", step="answer", predicted="power0")
    collection = sample()
    assert len(collection.ids) == 300
    mean = np.stack([run @ np.arange(5) for run in collection.runs.values()], axis=-1)
    scores = score(collection, MEASURES_SHOWN)
    p_values = randomised_tukey_hsd(np.concatenate([scores.values, mean[None] / 4]), TRIALS, SEED)
    counts = [discriminative_power(square).significant for square in p_values]
    found = dict(zip((*MEASURES_SHOWN, NONSENSE), counts, strict=True))
    text = told(page)
    assert f"NMD tells **{found['NMD']}** apart, and the nonsense **{found[NONSENSE]}**" in text
    assert f"finds {found['RNSS']}: more than NMD" in text
    assert f"RNOD finds {found['RNOD']}." in text
    # The claim: nonsense beats all, and a right measure loses to one that is blind to distance.
    assert found[NONSENSE] == max(counts)
    assert found["NMD"] < found["RNSS"]
    assert lesson.options[lesson.right(lesson.facts())].startswith("More")
    # As the lecturer is told, with fewer instances too.
    for instances in INSTANCES:
        fewer = powers(collection, instances, 0.05).significant
        assert fewer[NONSENSE] == max(fewer.values())
    button(page, "Next").click().run()
    alt = bars_of(page)[0]
    assert all(f"{name} {count}" in alt for name, count in found.items())
    # Which of them does not look at the gold.
    blind = alt.partition("looks at the gold: no: ")[2].partition(";")[0]
    assert blind == f"{NONSENSE} {found[NONSENSE]}"
    page.select_slider(key="lesson_power_instances").set_value(25).run()
    assert not page.exception
    assert bars_of(page)[0] != alt


def test_family(start):
    lesson = lesson_of("family")
    page = opened(start, lesson="family", step="answer", predicted="family1")
    scores = score(sample(), ["NMD", "RNOD"])
    kept = [place for place, name in enumerate(scores.runs) if not name.startswith("BL-")]
    # What the question says of the sample.
    assert len(kept) == 20 == len(scores.runs) - 2
    few = scores.values[:, :50]
    together = randomised_tukey_hsd(few, TRIALS, SEED)[:, kept][:, :, kept]
    alone = randomised_tukey_hsd(few[..., kept], TRIALS, SEED)
    before, after = (discriminative_power(each).significant for each in (alone, together))
    text = told(page)
    assert f"**{before[0]}** before, **{after[0]}** after" in text
    assert f"under RNOD {before[1]} and {after[1]} " in text
    assert after[0] <= before[0] / 2
    assert lesson.options[lesson.right(lesson.facts())] == "No more than half as many"
    # As the lecturer is told: random signs hardly lose any.
    assert abs(lesson.facts()["signs together"] / lesson.facts()["signs alone"] - 1) < 0.1
    button(page, "Next").click().run()
    assert all(f"NMD {each[0]}," in bars_of(page)[0] for each in (before, after))
    page.select_slider(key="lesson_family_instances").set_value(100).run()
    page.selectbox(key="lesson_family_rule").set_value("Random signs").run()
    assert not page.exception
    chosen = bars_of(page)[0]
    assert f"NMD {before[0]}," not in chosen
    # What was chosen is there again when one comes back.
    button(page, "Back").click().run()
    button(page, "Next").click().run()
    assert bars_of(page)[0] == chosen


def test_training(start):
    lesson = lesson_of("training")
    page = opened(start, lesson="training", step="answer", predicted="training1")
    stored = json.loads((SAMPLE / "trained.json").read_text())
    gold = sample().gold[200:]
    assert tuple(stored["ids"]) == sample().ids[200:]
    wide = {}
    for loss, networks in stored["trainings"].items():
        scores = [
            np.mean([scored("RNOD", g, p) for g, p in zip(gold, each["estimates"], strict=True)])
            for each in networks
        ]
        assert f"{np.mean(scores):.4f} ({min(scores):.4f} to {max(scores):.4f})" in told(page)
        shares = np.array([each["estimates"] for each in networks])
        shares /= shares.sum(axis=-1, keepdims=True)
        mean = (shares * np.arange(5)).sum(axis=-1, keepdims=True)
        wide[loss] = np.sqrt((shares * (np.arange(5) - mean) ** 2).sum(axis=-1)).mean(axis=1)
        assert f"**{wide[loss].mean():.3f}**" in told(page)
    best = min(stored["trainings"], key=lambda loss: lesson.facts()[f"{loss} RNOD"])
    assert re.search(rf"Best on average are, under NMD, .*; under RNOD, those .*{best}", told(page))
    # From every random start, as the answer says.
    assert (wide["NMD"] < wide["RNOD"]).all()
    assert lesson.options[lesson.right(lesson.facts())].startswith("Narrower")
    # The legend names what is drawn.
    drawn = json.loads(page.get("plotly_chart")[0].proto.spec)
    assert [trace["name"] for trace in drawn["data"]] == ["NMD", "RNOD"]
    assert all(trace["showlegend"] for trace in drawn["data"])
    button(page, "Next").click().run()
    dots = page.get("plotly_chart")[0].proto.alt
    assert f"RNOD: mean {lesson.facts()['RNOD NMD']:.4f}" in dots
    # Losses beside that of the first epoch, over the epochs that all networks have.
    drawn = training.curves_chart().numbers.set_index(["trained on", "epoch"])
    for loss, networks in stored["trainings"].items():
        last = min(len(each["held out"]) for each in networks)
        assert len(drawn.loc[loss]) == last
        for epoch in (1, 3, last):
            shares = [each["held out"][epoch - 1] / each["held out"][0] for each in networks]
            wanted = np.mean(shares), min(shares), max(shares)
            assert tuple(drawn.loc[loss, epoch]) == pytest.approx(wanted)
    page.segmented_control(key="lesson_training_measure").set_value("JSD").run()
    assert not page.exception
    dots = page.get("plotly_chart")[0].proto.alt
    assert f"RNOD: mean {lesson.facts()['RNOD JSD']:.4f}" in dots


def test_truth_that_looks_bad():
    lesson = lesson_of("truth")
    facts = lesson.facts()
    assert lesson.right(facts) == 1
    shares = truths()
    mode = np.eye(5)[shares.argmax(axis=1)]
    # Exactly, over the rating that is drawn; and all but on the mode is nearly all.
    nmd = MEASURES["NMD"]
    for name, estimate, near in (("truth", shares, 1e-6), ("best", mode, 0.002)):
        scores = [shares[:, k] * nmd(estimate, np.eye(5)[k]) for k in range(5)]
        assert facts[f"NMD {name} 1"] == pytest.approx(np.sum(scores, axis=0).mean(), abs=near)
    assert facts["NMD best 1"] < 0.85 * facts["NMD truth 1"]
    assert facts["RNOD best 1"] > 0.95 * facts["RNOD truth 1"]
    assert facts["NMD power 20"] == 1


def test_judges_that_stand_in():
    lesson = lesson_of("judge")
    facts = lesson.facts()
    assert lesson.right(facts) == 2
    assert (facts["NMD better"], facts["NMD worse"]) == (5, 0)
    assert (facts["RNOD better"], facts["RNOD worse"]) == (0, 5)
    assert [facts[f"{key} passes"] for key in ("NMD", "RNOD", "JSD")] == [4, 5, 3]
