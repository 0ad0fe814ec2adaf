"""The Compare page, run without a browser."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from oq_core import MEASURES
from pages.drawing.compare_state import FEW, START, CompareState


def shown_scores(page: AppTest) -> dict[str, list[float]]:
    """The scores in the table of measures, by key."""
    (table,) = [html.proto.body for html in page.get("html") if "<tbody>" in html.proto.body]
    rows = re.findall(r"<th scope=row[^>]*>(\w+)</th>((?:<td class=oq-value>[\d.]+</td>)+)", table)
    return {key: [float(v) for v in re.findall(r">([\d.]+)<", cells)] for key, cells in rows}


def expected_scores(state: CompareState) -> dict[str, list[float]]:
    return {
        key: [
            round(float(measure(state.shares(which), state.shares("gold"))), 4)
            for which in state.shown[1:]
        ]
        for key, measure in MEASURES.items()
        if key in state.measures
    }


def unfold(page: AppTest, *keys: str) -> AppTest:
    """Open the popovers that hold fields."""
    for key in keys:
        page.session_state[key] = True
    return page.run()


def address(page: AppTest) -> dict[str, str]:
    return dict(page.query_params)


def test_every_measure_is_shown_and_right(start):
    assert shown_scores(start("compare", plain="1")) == expected_scores(CompareState())


def test_a_slider_changes_the_scores_and_the_address(start):
    page = start("compare", plain="1")
    page.slider(key="compare_a_2").set_value(20.0).run()
    state = CompareState(plain=True).with_vote("a", 2, 20)
    assert shown_scores(page) == expected_scores(state)
    assert CompareState.from_address(address(page)) == state
    unfold(page, "set_a")
    assert page.text_input(key="a_typed").value == "4, 6, 20, 4, 1"


def test_the_address_restores_everything(start):
    state = CompareState(
        ("bad", "so, so", "good"), (1, 2, 3), (6.2, 1, 0), (0, 0, 31), True, True, False, True
    )
    page = start("compare", **state.to_address())
    assert address(page) == state.to_address()
    assert shown_scores(page) == expected_scores(state)
    assert page.slider(key="compare_b_2").max == 31


def test_a_broken_address_is_explained_and_left(start):
    page = start("compare", gold="1,2,three,4,5")
    assert "“three” is not a number" in page.warning[0].value
    assert address(page) == START.to_address()


def test_moves_can_be_undone_and_done_again(start):
    page = start("compare", plain="1")
    unfold(page, "set_gold")
    before = address(page)
    page.slider(key="compare_a_2").set_value(20.0).run()
    page.selectbox(key="gold_preset").select("Bell").run()
    after = address(page)

    def press(label):
        next(button for button in page.button if button.label == label).click().run()

    press("Undo")
    press("Undo")
    assert address(page) == before
    assert page.slider(key="compare_a_2").value == 5
    press("Redo")
    press("Redo")
    assert address(page) == after


def test_keeping_the_total(start):
    page = start("compare", plain="1", keep="1", gold="2,4,4,0,10")
    page.slider(key="compare_gold_4").set_value(15.0).run()
    assert address(page)["gold"] == "1,2,2,0,15"


def test_sliders_that_stand_in_are_ignored_once_the_board_has_moved(start):
    """A message on its way holds their old values when the board's first move removes them."""
    page = start("compare", two="0")
    page.slider(key="compare_a_2").set_value(20.0)
    page.session_state["board_works"] = True
    page.run()
    assert CompareState.from_address(address(page)) == CompareState()
    assert len(page.slider) == 0


def test_a_slider_that_has_gone_is_ignored(start):
    page = start("compare", plain="1")
    page.slider(key="compare_a_4").set_value(20.0)
    page.session_state["compare"] = CompareState(plain=True).with_classes(2)
    page.run()
    assert not page.exception
    assert CompareState.from_address(address(page)).a == (4, 6)


def test_all_zero_sliders_give_a_hint(start):
    page = start("compare", plain="1", gold="0,0,0,0,0")
    assert "Gold has no votes yet" in page.info[0].value
    page.slider(key="compare_gold_0").set_value(3.0).run()
    assert not page.info
    assert not page.exception


def test_typing_probabilities_sets_the_sliders(start):
    page = start("compare", plain="1")
    unfold(page, "set_a")
    page.text_input(key="a_typed").set_value("0.31\t0.30\t0.20\t0.19\t0").run()
    assert [page.slider(key=f"compare_a_{i}").value for i in range(5)] == [6.2, 6, 4, 3.8, 0]
    assert not page.error


def test_typing_nonsense_says_so_and_changes_nothing(start):
    page = start("compare", plain="1")
    unfold(page, "set_a")
    before = shown_scores(page)
    page.text_input(key="a_typed").set_value("1, 2, many").run()
    assert "5 values are needed" in page.error[0].value
    assert shown_scores(page) == before
    assert page.text_input(key="a_typed").value == "1, 2, many"
    page.slider(key="compare_a_0").set_value(7.0).run()
    assert not page.error


def test_presets_and_examples_are_loaded(start):
    page = start("compare", plain="1")
    unfold(page, "set_a")
    page.selectbox(key="a_preset").select("Gold").run()
    assert all(score == [0] for key, score in shown_scores(page).items() if key != "DNKT")
    page.selectbox(key="example").select_index(4).run()
    scores = shown_scores(page)
    assert scores["NMD"] == [0.0333, 0.0333]
    assert scores["RNOD"][0] < scores["RNOD"][1]
    assert "OD is" in page.caption[0].value.replace("\\", "")


def test_the_second_system_and_the_disagreement(start):
    page = start("compare", plain="1")
    page.selectbox(key="example").select_index(4).run()
    summary = next(text.value for text in page.markdown if "prefer" in text.value)
    assert "finds a tie" in summary or "find a tie" in summary
    page.toggle(key="two_systems").set_value(False).run()
    assert all(len(scores) == 1 for scores in shown_scores(page).values())


@pytest.mark.parametrize("count", [2, 11])
def test_the_number_of_classes_can_be_changed(start, count):
    page = start("compare", plain="1")
    unfold(page, "more")
    page.number_input(key="count").set_value(count).run()
    assert not page.exception
    assert f"compare_gold_{count - 1}" in page.session_state
    assert len(address(page)["gold"].split(",")) == count


def test_labels_can_be_edited(start):
    page = start("compare", plain="1")
    unfold(page, "more")
    page.text_input(key="label_0").set_value("terrible").run()
    assert address(page)["classes"].startswith("terrible,")
    page.text_input(key="label_1").set_value("terrible").run()
    assert "same label" in page.error[0].value
    assert address(page)["classes"].startswith("terrible,-1")


def test_the_state_survives_a_visit_to_another_page(start):
    page = start("compare", plain="1")
    page.slider(key="compare_gold_0").set_value(13.0).run()
    page.switch_page("learn/notes.py").run()
    page.switch_page("learn/compare.py").run()
    assert page.slider(key="compare_gold_0").value == 13
    assert address(page)["gold"].startswith("13,")


@pytest.mark.parametrize("key", ["NMD", "RNOD", "DNKT_JSD"])
def test_the_working_is_in_the_address_and_ends_with_the_number_of_the_table(start, key):
    page = start("compare", two="1", measures="all")
    assert not page.get("latex")
    page.selectbox(key="working").set_value(key).run()
    assert address(page)["working"] == key
    state = CompareState(two_systems=True, measures=tuple(MEASURES), working=key)
    restored = start("compare", **state.to_address())
    for shown in (page, restored):
        score, _ = expected_scores(state)[key]
        assert f"**{score:.4f}** for System A" in shown.markdown[-1].value
    restored.selectbox(key="working").set_value(None).run()
    assert "working" not in address(restored)
    assert not restored.get("latex")


def test_there_is_no_working_without_votes(start):
    page = start("compare", gold="0,0,0,0,0", working="NMD")
    assert not page.get("latex")


def test_a_working_takes_the_place_of_the_board_on_a_projector(start):
    page = start("compare", projector="1", two="1", measures="all", working="NVD")
    assert "1. The difference in each class" in page.markdown[1].value
    page.segmented_control(key="step_NVD").set_value("2").run()
    assert not page.exception
    assert "2. Take half of it" in page.markdown[1].value
    next(each for each in page.button if each.label == "Back to the bars").click().run()
    assert not page.exception
    assert not page.get("latex")
    assert "working" not in address(page)


def test_without_an_address_two_systems_are_in_conflict(start):
    page = start("compare")
    state = CompareState.from_address(address(page))
    assert state == START
    scores = state.scores(["NMD", "RNOD"])
    assert scores["NMD"][0] > scores["NMD"][1]
    assert scores["RNOD"][0] < scores["RNOD"][1]


def test_measures_are_picked_and_all_are_one_click_away(start):
    page = unfold(start("compare", plain="1"), "picker")
    assert list(shown_scores(page)) == list(FEW)
    page.multiselect(key="measures").set_value(["JSD", "RNOD"]).run()
    assert list(shown_scores(page)) == ["RNOD", "JSD"]
    assert address(page)["measures"] == "RNOD,JSD"
    page.multiselect(key="measures").set_value([]).run()
    assert list(shown_scores(page)) == ["RNOD", "JSD"]
    next(each for each in page.button if each.label == f"All {len(MEASURES)}").click().run()
    assert list(shown_scores(page)) == list(MEASURES)
    assert address(page)["measures"] == "all"


def test_the_example_stays_named_when_a_bar_moves(start):
    page = start("compare", plain="1")
    page.selectbox(key="example").select_index(1).run()
    named = page.caption[0].value
    assert named.startswith("Loaded: SIGIR18 figure 1")
    page.slider(key="compare_a_0").set_value(3.0).run()
    assert page.caption[0].value == named


def test_classes_that_were_dropped_come_back_with_their_votes(start):
    page = unfold(start("compare", plain="1"), "more")
    before = address(page)
    page.number_input(key="count").set_value(2).run()
    page.number_input(key="count").set_value(5).run()
    assert address(page) == before
