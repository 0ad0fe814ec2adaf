"""Files are read once and let go (privacy.md): those that were sent."""

from io import BytesIO
from typing import Any

import streamlit as st
from streamlit import runtime
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pages.host.script_run import this_run


class SentFile(BytesIO):
    """A file that a visitor sent, as a worker process gets it: bytes with its name."""

    def __init__(self, content: bytes, name: str) -> None:
        super().__init__(content)
        self.name = name

    def __reduce__(self) -> tuple[type["SentFile"], tuple[bytes, str]]:
        return SentFile, (self.getvalue(), self.name)


def uploader_key(kind: str) -> str:
    """The key of an uploader: a new one once files were taken, which empties it."""
    return f"{kind} files {st.session_state.get('uploads', 0)}"


def sent(kind: str) -> list[SentFile]:
    """The files of an uploader, which Streamlit then forgets."""
    value = st.session_state.get(uploader_key(kind)) or []
    several = value if isinstance(value, list) else [value]
    files = [file for file in several if isinstance(file, UploadedFile)]
    # Where a browser that connects again tells of an empty uploader, it stays.
    if several:
        st.session_state.uploads = st.session_state.get("uploads", 0) + 1
    if (run := this_run()) and runtime.exists():
        manager: Any = runtime.get_instance().uploaded_file_mgr
        for file in files:
            manager.remove_file(run.session_id, file.file_id)
    return [SentFile(file.getvalue(), file.name) for file in files]
