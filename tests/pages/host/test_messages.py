"""What is left of a run, and what a page asks that was left, is passed over."""

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.host.messages import LeftPages, WholeRuns
from tests.protocol import in_own_loop


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


def asks(page, fragment=""):
    message = BackMsg()
    message.rerun_script.page_script_hash = page
    message.rerun_script.fragment_id = fragment
    return {"type": "websocket.receive", "bytes": message.SerializeToString()}


def ends(how):
    message = ForwardMsg(script_finished=how)
    return {"type": "websocket.send", "bytes": message.SerializeToString()}


def heard(*told):
    """Of what a browser asks, between which a server tells of ends, what the server hears."""
    got, rest = [], list(told)

    async def server(_scope, receive, send):
        while rest:
            if rest[0]["type"] == "websocket.send":
                await send(rest.pop(0))
            else:
                got.append(await receive())

    async def browser():
        return rest.pop(0) if rest else {"type": "websocket.disconnect"}

    async def ignored(_message):
        pass

    in_own_loop(LeftPages(server)({"type": "websocket"}, browser, ignored))
    return got


def test_what_the_page_before_sends_while_the_next_is_drawn_is_late():
    old, new = asks("old"), asks("new")
    late, own = asks("old", "board"), asks("new", "board")
    done = ends(ForwardMsg.FINISHED_SUCCESSFULLY)
    early = ends(ForwardMsg.FINISHED_EARLY_FOR_RERUN)
    part = ends(ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
    assert heard(old, done, late, new, late, own) == [old, late, new, own]
    # The run before has ended, early, and so has a fragment's: not that of the new page.
    assert heard(new, early, late, own) == [new, own]
    assert heard(new, part, late, own) == [new, own]
    assert heard(new, done, late) == [new, late]


def test_other_messages_and_pages_without_a_name_pass():
    stop = {"type": "websocket.receive", "bytes": BackMsg(stop_script=True).SerializeToString()}
    broken = [{"type": "websocket.receive", "bytes": each} for each in (b"\xff\xff no", b"", None)]
    gone = {"type": "websocket.disconnect"}
    told = [asks("new"), stop, *broken, gone]
    assert heard(*told) == told
    told = [asks(""), asks("first", "board")]
    assert heard(*told) == told
