"""The first move of a browser that comes back after its session has ended."""

from streamlit.proto.BackMsg_pb2 import BackMsg

from pages.host import first_run
from tests.conftest import ROOT
from tests.protocol import in_own_loop, visit
from tests.server import serve


def test_the_first_move_after_a_sleep_counts():
    shown = []

    async def sleep_and_move():
        async with visit(address) as before:
            await before.open("leaderboard")
        async with visit(address, session="ended") as after:
            after.go_on(before)
            # A second scale beside the first: then the page asks which of them to detail.
            await after.move("button_group", lambda widget: chosen(widget, "A", "E"))
            shown.extend(group for group, _ in after.elements["button_group"])

    def chosen(widget, *scales):
        widget.string_array_value.data[:] = scales

    with serve(ROOT / "app.py") as address:
        in_own_loop(sleep_and_move())
    assert [each.label for each in shown] == ["Scale", "Details of"]
    # What the browser shows is not overwritten by the values of the new session.
    assert not shown[0].set_value


def test_a_press_is_not_made_twice():
    move = BackMsg()
    move.rerun_script.page_name, move.rerun_script.query_string = "map", "a=1"
    move.rerun_script.fragment_id = "board"
    move.rerun_script.widget_states.widgets.add(id="button", trigger_value=True)
    sent = first_run._of_the_page_alone({"type": "x", "bytes": move.SerializeToString()})
    page = BackMsg.FromString(sent["bytes"]).rerun_script
    assert (sent["type"], page.page_name, page.query_string) == ("x", "map", "a=1")
    assert not page.fragment_id
    assert not page.HasField("widget_states")
