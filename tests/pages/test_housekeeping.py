"""What the server lets go of once a visitor has gone; how much memory, see `test_memory`."""

from collections import defaultdict, deque
from unittest.mock import MagicMock

from pages.main_parts import housekeeping
from pages.main_parts.housekeeping import House
from pages.main_parts.middleware import Uploads


def test_with_a_session_goes_what_it_holds_and_how_much_it_has_sent(monkeypatch):
    gone, here = MagicMock(), MagicMock()
    sessions = {"gone": gone, "here": here}
    monkeypatch.setattr(housekeeping, "_sessions", lambda: dict(sessions))
    sent = defaultdict(deque, {name: deque([(0.0, 10)]) for name in sessions})
    monkeypatch.setattr(Uploads, "sent", sent)
    house = House()
    house.look(0.0)
    assert set(sent) == {"gone", "here"}
    del sessions["gone"]
    house.look(2.0)
    assert set(sent) == {"here"}
    gone.session_state.clear.assert_called_once()
    here.session_state.clear.assert_not_called()
