"""The first move after a sleep counts, and nothing of a page that was left."""

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.host.middleware import layers
from pages.host.moves import WholeRuns, _Connection, _of_the_page_alone
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
    sent = _of_the_page_alone({"type": "x", "bytes": move.SerializeToString()})
    page = BackMsg.FromString(sent["bytes"]).rerun_script
    assert (sent["type"], page.page_name, page.query_string) == ("x", "map", "a=1")
    assert not page.fragment_id
    assert not page.HasField("widget_states")


def asks(page, fragment=""):
    message = BackMsg()
    message.rerun_script.page_script_hash = page
    message.rerun_script.fragment_id = fragment
    return {"type": "websocket.receive", "bytes": message.SerializeToString()}


def ends(how):
    message = ForwardMsg(script_finished=how)
    return {"type": "websocket.send", "bytes": message.SerializeToString()}


def test_what_the_page_before_sends_while_the_next_is_drawn_is_late():
    connection = _Connection()
    assert not connection.is_late(asks("old"))
    connection.note(ends(ForwardMsg.FINISHED_SUCCESSFULLY))
    assert not connection.is_late(asks("old", "board"))
    assert not connection.is_late(asks("new"))
    assert connection.is_late(asks("old", "board"))
    # The run before has ended, early, and so has a fragment's: not that of the new page.
    connection.note(ends(ForwardMsg.FINISHED_EARLY_FOR_RERUN))
    connection.note(ends(ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY))
    assert connection.is_late(asks("old", "board"))
    assert not connection.is_late(asks("new", "board"))
    connection.note(ends(ForwardMsg.FINISHED_SUCCESSFULLY))
    assert not connection.is_late(asks("old", "board"))


def test_other_messages_and_pages_without_a_name_pass():
    connection = _Connection()
    assert not connection.is_late(asks(""))
    assert not connection.is_late(asks("first", "board"))
    connection.is_late(asks("new"))
    for other in (b"\xff\xff no message", b"", None):
        assert not connection.is_late({"type": "websocket.receive", "bytes": other})
    stop = BackMsg(stop_script=True).SerializeToString()
    assert not connection.is_late({"type": "websocket.receive", "bytes": stop})
    assert not connection.is_late({"type": "websocket.disconnect"})


def passed_on(told, *, protocols):
    """Of messages that a server tells a connection, those that its browser gets."""
    got = []

    async def server(_scope, _receive, send):
        for each in told:
            await send(each)

    async def browser(message):
        got.append(message)

    headers = [(b"sec-websocket-protocol", protocols.encode())]
    in_own_loop(WholeRuns(server)({"type": "websocket", "headers": headers}, None, browser))
    return got


def test_what_is_left_of_a_run_is_not_drawn_after_a_lost_connection():
    accepted = {"type": "websocket.accept"}
    delta, known, begin, end = ForwardMsg(), ForwardMsg(ref_hash="a"), ForwardMsg(), ForwardMsg()
    delta.delta.new_element.empty.SetInParent()
    begin.new_session.initialize.session_id = "s"
    end.session_status_changed.script_is_running = False
    left, seen, new, rest = (
        {"type": "websocket.send", "bytes": each.SerializeToString()}
        for each in (delta, known, begin, end)
    )
    told = [accepted, left, seen, rest, new, left, seen, rest]
    back = passed_on(told, protocols="streamlit, token, session")
    assert back == [accepted, rest, new, left, seen, rest]
    assert passed_on(told, protocols="streamlit, token") == told


def test_a_run_that_no_browser_saw_the_beginning_of_is_not_drawn():
    names = [layer.cls.__name__ for layer in layers()]
    assert names.index("WholeRuns") < names.index("FirstRun")
