"""The run of the script that is drawing a page now, as Streamlit keeps it."""

from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext


def this_run() -> ScriptRunContext | None:
    """What Streamlit knows of this run: its session and page; None outside of any."""
    return get_script_run_ctx(suppress_warning=True)


def take_part_in(run: ScriptRunContext | None) -> None:
    """Let this thread read and draw as a run does."""
    add_script_run_ctx(None, run)
