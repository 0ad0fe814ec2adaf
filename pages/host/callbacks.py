"""A visitor's callbacks run to their end, also where the next move comes meanwhile.

Streamlit ends a run of the script as soon as the next move waits and the session's state is used.
It ends a callback in the same way, and never calls it again: the move that the callback was to
keep would be lost, or half kept.
"""

from functools import wraps
from typing import Any

from streamlit.runtime.state.safe_session_state import SafeSessionState


def let_callbacks_finish() -> None:
    """Look for the next move before callbacks and after them, not in between."""
    call_callbacks = SafeSessionState.on_script_will_rerun

    @wraps(call_callbacks)
    def call_and_finish(self: SafeSessionState, *given: Any, **named: Any) -> None:
        self._yield_callback()
        runner = self._yield_callback.__self__  # type: ignore[attr-defined]
        # What Streamlit asks before it ends a run.
        runner._execing = False
        try:
            call_callbacks(self, *given, **named)
        finally:
            runner._execing = True

    SafeSessionState.on_script_will_rerun = call_and_finish  # type: ignore[method-assign]
