"""The lecturer's page through a whole class, with phones that need no browser."""

import json
import re

import numpy as np
import pytest

from oq_core import MEASURES, explain_conflict
from pages.analysing.text import plain
from pages.drawing.compare_state import START
from pages.drawing.seeing import SEEN
from pages.live.live_parts.ending import _closest, places
from pages.live.live_parts.questions import SHIPPED, at_work, clear_choice, shipped_plan, told
from pages.live.live_parts.steering import next_move
from pages.live.server.activities import Choose, Estimate, Find, Predict, Rate, plan_from_json
from pages.live.server.finale import Placed
from pages.live.server.room import Room
from pages.live.server.rooms import ROOMS
from pages.live.server.view import view_of
from tests.pages.conftest import unlinked


def button(page, label):
    (found,) = (each for each in page.button if each.label == label)
    return found


def labels(page):
    return [each.label for each in page.button]


def words(page):
    return "\n".join(each.value for each in (*page.markdown, *page.warning, *page.caption))


def html(page):
    return "".join(each.proto.body for each in page.get("html"))


def press(page, label):
    button(page, label).click().run()
    assert not page.exception
    return page


@pytest.fixture
def steered(start):
    """A page whose room is open, and its code; the room ends with the test."""
    page = press(start("live"), "Open the room")
    code, _ = page.session_state["live_room"]
    yield page, code
    if "live_room" in page.session_state:
        ROOMS.end(*page.session_state["live_room"])


def test_a_plan_is_made_saved_and_opened(start):
    page = start("live")
    for minutes in SHIPPED[::-1]:
        press(page, f"Plan for {minutes} minutes")
        assert page.session_state["live_plan"] == shipped_plan(minutes)
    while page.session_state["live_plan"]:
        page.button(key="Remove 0").click().run()
    assert button(page, "Open the room").disabled
    press(page, "Add to the plan")
    page.selectbox(key="live_kind").set_value("An item of your own").run()
    press(page, "Add to the plan")
    assert "needs a title" in words(page)
    page.text_input(key="live_title").set_value("<b>Mine</b>").run()
    page.text_input(key="live_classes").set_value("no, yes").run()
    press(page, "Add to the plan")
    others = ("An invented dialogue", "Which would you rather have?", "Find our measure")
    for kind in ("A quiz question", *others):
        page.selectbox(key="live_kind").set_value(kind).run()
        press(page, "Add to the plan")
    page.button(key="Earlier 1").click().run()
    plan = page.session_state["live_plan"]
    kinds = [Rate, Estimate, Predict, Predict, Rate, Estimate, Choose, Find]
    assert [type(each) for each in plan] == kinds
    assert plan[0].classes == ("no", "yes")
    assert plan[3].source == "quiz/NMD,RNOD/30/5/0/0/NMD"
    assert plan[6] == clear_choice(0)
    assert "\\<b\\>Mine" in words(page)


def test_plans_ship_with_these_activities_in_this_order():
    """A dialogue by its first word, a triple by the place that it is drawn from."""
    triples = [clear_choice(place) for place in range(3)]

    def named(step):
        if isinstance(step, Predict):
            return step.source.removeprefix("lesson/")
        if isinstance(step, Choose):
            return triples.index(step)
        return step.title.split()[1] if isinstance(step, Rate) else type(step).__name__

    pair = [f"quiz/NMD,RNOD/10/5/0/0/{measure}" for measure in ("NMD", "RNOD")]
    rated = [[word, "Estimate"] for word in ("router", "late", "double", "lost")]
    found = {minutes: [named(step) for step in shipped_plan(minutes)] for minutes in SHIPPED}
    assert found == {
        45: [0, "near", *rated[0], "earth", *rated[1], "gold", *rated[2], *pair, *rated[3], "Find",
             "power"],
        90: [0, "near", *rated[0], "earth", *rated[1], 1, "gold", "symmetry", *rated[2], *pair,
             "priorities", "popularity", *rated[3], "Find", "two", "power", "family", "manhattan",
             "training", "truth", "judge", 2],
    }  # fmt: skip


def test_a_question_that_a_quiz_does_not_have_is_told_nothing():
    assert told("quiz/NMD,RNOD/30/5/0/29/NMD") is not None
    for place in ("30", "-1", "9" * 5000):
        assert told(f"quiz/NMD,RNOD/30/5/0/{place}/NMD") is None


def test_files_are_opened_and_what_is_no_plan_is_said(start, steered):
    page, code = steered
    saved = ROOMS.look(*page.session_state["live_room"]).to_json()
    ROOMS.end(*page.session_state["live_room"])
    page.run()
    assert "The class is over" in words(page)
    other = start("live")
    other.file_uploader[0].upload("x.json", b"{}", "application/json").run()
    assert "x.json could not be opened" in words(other)
    assert len(other.session_state["live_plan"]) == len(shipped_plan())
    other.file_uploader[0].upload("x.json", b"\xff\xfe", "application/json").run()
    assert "not UTF-8" in words(other)
    plan = {"format": "live class plan", "activities": [{"kind": "rate", "title": "T"}]}
    plan["activities"][0]["classes"] = ["a", "b"]
    text = json.dumps(plan)
    other.file_uploader[0].upload("plan.json", text.encode(), "application/json").run()
    assert other.session_state["live_plan"] == plan_from_json(text)
    other.file_uploader[0].upload("room.json", saved.encode(), "application/json").run()
    assert other.session_state["live_room"][0] == code
    ROOMS.end(*other.session_state["live_room"])


def check_result(page, room, place):
    """What is shown of an activity that three phones have answered."""
    activity = room.steps[place].activity
    if isinstance(activity, Predict | Choose):
        asked = at_work(activity)
        assert "2 (67\N{NO-BREAK SPACE}%)" in html(page)
        assert html(page).count('<i class="oq-dot"') == 3
        assert words(page).count("You: 67 % ") == 1
        (seen,) = ([json.loads(each.proto.json) for each in page.get("bidi_component")
                    if '"views"' in each.proto.json] or [None])  # fmt: skip
        assert (seen is None) == (asked is None)
        if seen:
            assert seen["measures"] == [key for key in asked.measures if key in SEEN]
            assert not seen["waits"]
        if isinstance(activity, Choose) or "quiz" in activity.source:
            # Each of the measures is a dot under what it prefers.
            a, b = (asked.state.shares(which) for which in "ab")
            gold = asked.state.shares("gold")
            for_a, for_b = (
                [
                    key
                    for key, each in MEASURES.items()
                    if each(one, gold) < each(other, gold) - 1e-9
                ]
                for one, other in ((a, b), (b, a))
            )
            few, many = sorted(map(len, (for_a, for_b)))
            assert f"The measures: {many} to {few} for " in words(page)
            for side, keys in ((0, for_a), (1, for_b)):
                drawn = html(page).split('aria-label="The measures"')[1].split("</li>")[side]
                assert re.findall("<i[^>]*>([^<]*)</i>", drawn) == keys
    if isinstance(activity, Predict):
        right = told(activity.source).right
        assert room.steps[place].right == right
        assert "The measures say" in words(page)
        assert room.steps[place].why
    elif isinstance(activity, Choose):
        # The reason, on phones too.
        why = room.steps[place].why
        assert why.startswith("NMD prefers ")
        assert why in unlinked(words(page))
        assert view_of(room, "mark")["why"] == why
    elif isinstance(activity, Find):
        assert "3 people, 6 answers" in words(page)
        assert "The room: " in words(page)
    else:
        assert "prefer" in words(page)
        table = page.table[-1].value
        # Two of class -2, one of class -1: the first drawing is nearest by NMD.
        assert table.loc["NMD", "best"] == "phone-1"
        found = page.dataframe[0].value
        assert list(found.index) == ["phone-1", "phone-3", "phone-2"]
        assert list(found["NMD"]) == sorted(found["NMD"])
        assert f"{found['NMD'].mean():.4f}" == table.loc["NMD", "mean of the room"]


def test_a_whole_class(steered):
    page, code = steered
    tokens = [ROOMS.join(code, None, name)[1] for name in ("Ann", "<i>Bob</i>", "")]
    assert page.title[0].value == "Join the live class"
    press(page, "First activity")
    plan = shipped_plan()
    drawings = [(8, 6, 3, 2, 1), (0, 0, 1, 0, 0), (1, 1, 1, 1, 1)]
    for place, activity in enumerate(plan):
        press(page, "Open for answers")
        assert view_of(ROOMS.room(code), "mark")["kind"] == type(activity).__name__.lower()
        for number, token in enumerate(tokens):
            answer = drawings[number] if isinstance(activity, Estimate) else number % 2
            if isinstance(activity, Find):
                answer = tuple(7 * 10_000 + code for code in (5 - number, 10, 15)[: number + 1])
            ROOMS.answer(code, token, place, answer)
        press(page, "Close")
        # Never what, until it is revealed.
        assert not re.search('class="oq-room|<i class', html(page))
        assert "The room: " not in words(page)
        assert not page.get("vega_lite_chart") or isinstance(activity, Predict)
        for each in page.get("bidi_component"):
            assert '"views"' not in each.proto.json or json.loads(each.proto.json)["waits"]
        if isinstance(activity, Rate):
            press(page, "Estimate the votes")
            continue
        press(page, "Reveal")
        check_result(page, ROOMS.room(code), place)
        if place + 1 < len(plan):
            press(page, "Next activity")
    press(page, "End of the plan")
    check_end(page, code)


def test_a_rehearsal_without_a_phone_comes_to_its_end():
    room, seen = Room.of_plan("ABCD", shipped_plan()), []
    while (coming := next_move(room)) is not None:
        name, _, move = coming
        room = move(room)
        seen.append(name)
        assert len(seen) < 100
    assert seen[-1] == "End of the plan"
    assert room.is_over


def check_end(page, code):
    """The finale, what it opens, and the end of the room."""
    assert button(page, "The end").disabled
    assert page.title[0].value == "What this class found"
    assert "First guess " in words(page)
    (card,) = (json.loads(each.proto.json) for each in page.get("bidi_component")
               if '"words"' in each.proto.json and "1200" in each.proto.json)  # fmt: skip
    assert card["words"].startswith("In our class ")
    assert card["file"] == "our-class.png"
    assert page.header[-1].value == "Our campaign"
    assert "4 items, 3 runs" in words(page)
    press(page, "Open as data")
    assert f"Open as Class {code}, with 2 items or more, until you leave the app." in words(page)
    opened = page.session_state["opened"][f"Class {code}"]
    (collection,) = opened.sources.values()
    np.testing.assert_allclose(collection.gold, [[2 / 3, 1 / 3, 0, 0, 0]] * 4)
    assert list(collection.runs) == ["phone-1", "phone-2", "phone-3"]
    press(page, "Back")
    press(page, "Back")
    press(page, "Back")
    page.toggle(key="live_names").set_value(True).run()
    assert page.table[-1].value.loc["NMD", "best"] == "Ann"
    for _ in range(3):
        page.button(key="live_next").click().run()
    press(page, "End the class, and delete its answers")
    assert "Open the room" in labels(page)
    assert code not in words(page)


@pytest.mark.parametrize("label", ["First activity", "End the class"])
def test_a_press_that_is_told_twice_acts_once(steered, label):
    page, code = steered
    page.checkbox(key="live_sure").check().run()
    ROOMS.end(*page.session_state["live_room"])
    del page.session_state["live_room"]
    page = press(page, label)
    assert code not in words(page)


def test_answers_do_not_wait_while_the_measures_are_asked(steered, monkeypatch):
    page, _ = steered
    locked = []

    def asked(source):
        locked.append(ROOMS._lock.locked())
        return told(source)

    monkeypatch.setattr("pages.live.live_parts.steering.told", asked)
    press(page, "First activity")
    for label in (
        "Open for answers",
        "Reveal now",
        "Next activity",
        "Open for answers",
        "Reveal now",
    ):
        press(page, label)
    assert locked == [False]


def test_where_nmd_and_rnod_prefer_different_phones_the_reason_is_told(steered):
    page, code = steered
    key = page.session_state["live_room"]
    tokens = [ROOMS.join(code, None)[1] for _ in range(sum(START.gold))]
    votes = [place for place, count in enumerate(START.gold) for _ in range(count)]
    ROOMS.steer(*key, lambda room: room.show(2).open())
    for token, vote in zip(tokens, votes, strict=True):
        ROOMS.answer(code, token, 2, vote)
    ROOMS.steer(*key, lambda room: room.show(3).open())
    for token, drawing in zip(tokens, (START.a, START.b), strict=False):
        ROOMS.answer(code, token, 3, drawing)
    page.run()
    press(page, "Reveal now")
    assert "NMD prefers phone-2, RNOD prefers phone-1" in words(page)
    shares = [START.shares(which) for which in ("gold", "b", "a")]
    told_in = ("phone-2", "phone-1")
    reason = explain_conflict(*shares, "NMD", "RNOD", START.classes, told_in, numbers=False)
    assert plain(reason) in [each.value for each in page.caption]


@pytest.mark.parametrize(
    "path",
    ["leaderboard", "baselines", "similarity", "consistency", "dialogues", "power", "report"],
)
def test_our_campaign_opens_on_every_page(steered, path):
    page, code = steered
    tokens = [ROOMS.join(code, None)[1] for _ in range(3)]
    key = page.session_state["live_room"]
    for place in (2, 5):
        ROOMS.steer(*key, lambda room, place=place: room.show(place).open())
        for number, token in enumerate(tokens):
            ROOMS.answer(code, token, place, (number + place + 4) % 5)
        ROOMS.steer(*key, lambda room, place=place: room.show(place + 1).open())
        for number, token in enumerate(tokens):
            ROOMS.answer(code, token, place + 1, tuple((number + k) % 4 for k in range(5)))
        ROOMS.steer(*key, lambda room: room.reveal())
    page.run()
    press(page, "Open as data")
    folder = {"dialogues": "disagree"}.get(path, "analyse")
    page.switch_page(f"{folder}/{path}.py").run()
    assert not page.exception
    if path == "report":
        press(page, "Make the report")
        assert "Report (one HTML page)" in [
            each.proto.label for each in page.get("download_button")
        ]
        assert f"Class {code}: By NMD, phone-3 is the best of 3 runs" in unlinked(words(page))
    else:
        assert page.selectbox(key="data").value == f"Class {code}"
    if path == "similarity":
        assert "Intervals need at least five runs, or two teams." in words(page)


def test_a_lesson_is_added_to_the_plan_and_to_the_class_that_runs(steered, start):
    page, code = steered
    page.query_params["add"] = "earth"
    page.run()
    assert "add" not in page.query_params
    assert ROOMS.room(code).steps[-1].activity.source == "lesson/earth"
    other = start("live", add="earth")
    assert other.session_state["live_plan"][-1].source == "lesson/earth"
    # A lesson offers it where the room can be steered.
    for each, offers in ((page, True), (other, False)):
        each.switch_page("learn/lessons.py").run()
        assert not each.exception
        links = [link.proto for link in each.get("page_link") if "room vote" in link.proto.label]
        assert [link.query_string for link in links] == ["add=near"] * offers
    unknown = start("live", add="nothing")
    assert "no lesson" in words(unknown)


def test_a_link_lets_a_second_device_steer_and_another_does_not(steered, start):
    page, code = steered
    secret = page.session_state["live_room"][1]
    second = start()
    second.query_params["steer"] = f"{code}.{secret}"
    second.switch_page("live/live.py").run()
    assert "steer" not in second.query_params
    press(second, "First activity")
    page.run()
    assert "Open for answers" in labels(page)
    third = start()
    third.query_params["steer"] = f"{code}.{secret[:-1]}"
    third.switch_page("live/live.py").run()
    assert "does not lead to a class" in words(third)
    assert "Open the room" in labels(third)


@pytest.mark.parametrize(("count", "first", "kind"), [(24, 12, "linear"), (25, 6, "log")])
def test_of_many_runs_those_are_drawn_that_are_best_by_one_measure(count, first, kind, monkeypatch):
    drawn = []
    monkeypatch.setattr(
        "streamlit.vega_lite_chart", lambda table, spec, **_: drawn.append((table, spec))
    )
    # The best by one is the worst by the other.
    places([Placed(str(n), (n, count + 1 - n), (n, count + 1 - n)) for n in range(1, count + 1)])
    [(table, spec)] = drawn
    assert {*map(int, table.run)} == {*range(1, first + 1), *range(count + 1 - first, count + 1)}
    axis = spec["layer"][0]["encoding"]["y"]["scale"]
    assert (axis["type"], axis["reverse"], axis["domain"]) == (kind, True, [1, count])


def test_names_at_the_end_are_as_large_as_the_closest_places_allow():
    def runs(*ranks):
        return [Placed("run", (0.1, 0.2), each) for each in ranks]

    assert _closest(runs((1, 2), (2, 1), (5, 5)), is_log=False) == 0.25
    assert _closest(runs((1, 16), (4, 8)), is_log=True) == pytest.approx(0.25)
    assert _closest(runs((1, 1), (1, 1)), is_log=False) == 1
