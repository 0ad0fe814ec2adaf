"""What a visitor does counts (privacy.md): callbacks run to their end, downloads in a session."""

from functools import wraps
from typing import Any

from streamlit.delta_generator import DeltaGenerator
from streamlit.proto.Block_pb2 import Block
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import (
    ScriptRunContext,
    enqueue_message,
)
from streamlit.runtime.state.safe_session_state import SafeSessionState


class NoAnswerError(Exception):
    """A page ends, as data lack what it needs or it is not computed yet, which has been said.

    Unlike Streamlit's stop it lets what comes after the page be drawn.
    """


def this_run() -> ScriptRunContext | None:
    """What Streamlit knows of this run: its session and page; None outside of any."""
    return get_script_run_ctx(suppress_warning=True)


def take_part_in(run: ScriptRunContext | None) -> None:
    """Let this thread read and draw as a run does."""
    add_script_run_ctx(None, run)


def take_whole_address(run: ScriptRunContext) -> None:
    """Ask for all that the address has to which a visitor goes back.

    Of that Streamlit drops what the page that is left has a widget for, too, such as the measures.
    """
    with run.session_state.query_params() as parameters:
        kept = [*parameters]
        parameters.populate_from_query_string(run.query_string)
        parameters.set_initial_query_params_from_current()
        if [*parameters] != kept:
            parameters._send_query_param_msg()


def hold_choices(run: ScriptRunContext) -> None:
    """Let what an address has chosen hold on the page that a visitor opens next.

    Streamlit lets go of it where the next run of the script is one of another page.
    """
    run.session_state._state._compact_state()


def let_callbacks_finish() -> None:
    """Look for the next move before callbacks and after them, not in between.

    Streamlit ends a run of the script as soon as the next move waits and the session's state is
    used. It ends a callback in the same way, and never calls it again: the move that the callback
    was to keep would be lost, or half kept.
    """
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


def relabel(popover: DeltaGenerator, label: str, icon: str) -> None:
    """Give a popover another label once its widgets are known, as `st.status` does with its own.

    Parameters
    ----------
    popover : DeltaGenerator
        One without a key.
    label, icon : str
        The icon that it has, too.
    """
    message = ForwardMsg()
    message.metadata.delta_path[:] = popover._block_delta_path
    block = Block(allow_empty=True)
    block.popover.label, block.popover.icon = label, icon
    block.width_config.use_content = True
    message.delta.add_block.CopyFrom(block)
    enqueue_message(message)
