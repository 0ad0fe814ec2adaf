"""Requests of a page that the visitor has left, while the next is being drawn."""

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.host.left_pages import _Connection


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
