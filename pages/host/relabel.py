"""Another label for a popover, once its widgets are known."""

from streamlit.delta_generator import DeltaGenerator
from streamlit.proto.Block_pb2 import Block
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner_utils.script_run_context import enqueue_message


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
