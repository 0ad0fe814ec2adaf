"""What the server lets go of once a visitor has gone; how much memory, see `test_memory`."""

from collections import defaultdict, deque
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.main_parts import housekeeping
from pages.main_parts.housekeeping import House
from pages.main_parts.middleware import Uploads, Visitors


@pytest.fixture
def looked_at(monkeypatch):
    """What the server finds at each look, and what it then gives back."""
    there, given = [], []
    monkeypatch.setattr(housekeeping, "_sessions", lambda: list(there))
    server = MagicMock()
    server.media_file_mgr.remove_orphaned_files = lambda: given.append("downloads")
    monkeypatch.setattr(housekeeping.runtime, "get_instance", lambda: server)
    monkeypatch.setattr(housekeeping.memory, "give_back", lambda: given.append("memory"))
    monkeypatch.setattr(Visitors, "last_message", 0.0)
    return there, given


def a_visit(name):
    return SimpleNamespace(session=MagicMock(id=name), client=object())


def test_with_a_session_goes_what_it_holds_and_how_much_it_has_sent(monkeypatch, looked_at):
    there, given = looked_at
    sent = defaultdict(deque, {name: deque([(0.0, 10)]) for name in ("gone", "here")})
    monkeypatch.setattr(Uploads, "sent", sent)
    gone, here = a_visit("gone"), a_visit("here")
    session = gone.session
    there += [gone, here]
    house = House()
    assert not house.look(10.0)
    # The browser comes back, and Streamlit knows it by another record.
    back = SimpleNamespace(session=session, client=object())
    there[0] = back
    assert not house.look(12.0)
    assert (set(sent), given) == ({"gone", "here"}, [])
    del there[0]
    assert house.look(14.0)
    assert set(sent) == {"here"}
    assert given == ["downloads", "memory"]
    session.shutdown.assert_called()
    # Whoever still holds a record holds nothing of the visitor, and may still use it.
    for record in (gone, back):
        assert record.session is not session
        record.client.write_forward_msg(ForwardMsg())
        record.session.on_flushed_messages_sent()
    here.session.shutdown.assert_not_called()
    assert not house.look(16.0)


def test_memory_is_given_back_when_nobody_works_or_after_a_while(monkeypatch, looked_at):
    there, given = looked_at
    there.append(a_visit("one"))
    house = House()
    house.look(0.0)
    there.clear()
    for now in range(2, 32, 2):
        monkeypatch.setattr(Visitors, "last_message", now - 0.5)
        assert not house.look(float(now))
    assert not given
    assert house.look(33.0)
    assert given
