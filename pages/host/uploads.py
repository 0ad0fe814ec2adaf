"""Files are read once and let go (privacy.md): those that were sent and not yet opened."""

from collections.abc import Mapping, Sequence

import streamlit as st
from starlette.formparsers import MultiPartParser
from streamlit import config, runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec, UploadFileUrlInfo

from oq_core.data.scores import counted
from pages.host.messages import SentFile
from pages.host.script_run import this_run

#: Megabytes that Streamlit takes in a request beyond its largest file.
_MARGIN_MB = 1
#: Files that a browser may ask to send at once.
_MOST_AT_ONCE = 1000


def waiting() -> dict[str, Mapping[str, UploadedFileRec]]:
    """The files by session and by their number; none where no server runs."""
    manager = _manager()
    return {} if manager is None else {s: dict(f) for s, f in manager.file_storage.copy().items()}


def bytes_of(files: Mapping[str, Mapping[str, UploadedFileRec]]) -> int:
    """How large they are together."""
    return sum(len(file.data) for each in files.values() for file in each.values())


def uploader_key(kind: str) -> str:
    """The key of an uploader: a new one once files were taken, which empties it."""
    return f"{kind} files {st.session_state.get('uploads', 0)}"


def sent(kind: str) -> tuple[list[SentFile], list[str]]:
    """The files of an uploader, which the server then forgets, and what to say of those it lost.

    There are none if its page was left while they were being sent, and none where a browser that
    connects again tells of an uploader that is empty: then it stays, as a file may be on its way.
    """
    value = st.session_state.get(uploader_key(kind)) or []
    several = value if isinstance(value, list) else [value]
    files = [file for file in several if isinstance(file, UploadedFile)]
    gone = len(several) - len(files)
    if several:
        st.session_state.uploads = st.session_state.get("uploads", 0) + 1
    if context := this_run():
        for file in files:
            let_go(context.session_id, file.file_id)
    words = f"Not opened: {counted(gone, 'file')} waited too long on the server. Choose again what "
    return [*map(SentFile.of, files)], [f"{words}is missing."] if gone else []


def let_go(session: str, file: str) -> None:
    """Forget a file, for which Streamlit would wait until the session has ended."""
    manager = _manager()
    if manager is not None:
        manager.remove_file(session, file)


def take_so_many_at_once() -> None:
    """Give a browser places for so many files at most.

    The places for half a million would hold up the server for seconds.
    """
    manager = _manager()
    if manager is None:
        return
    places = manager.get_upload_urls

    def some_places(session_id: str, file_names: Sequence[str]) -> list[UploadFileUrlInfo]:
        return places(session_id, file_names[:_MOST_AT_ONCE])

    manager.get_upload_urls = some_places  # type: ignore[method-assign]


def keep_in_memory() -> None:
    """Write no upload to the temporary folder, which may be full, and which others may read."""
    most = (config.get_option("server.maxUploadSize") + _MARGIN_MB) * 2**20
    MultiPartParser.spool_max_size = most


def _manager() -> MemoryUploadedFileManager | None:
    found = runtime.get_instance().uploaded_file_mgr if runtime.exists() else None
    return found if isinstance(found, MemoryUploadedFileManager) else None
