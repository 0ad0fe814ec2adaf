"""What the app uses of Streamlit that Streamlit does not promise: each in one place, and there.

When an upgrade breaks a test here, its message names what is gone, what it was for, and the one
file to change. Look for what Streamlit has in its place (in the browser's inspector for a part of
the page, in Streamlit's code for a name of Python's), write that there, and run the tests of that
file. Where there is nothing in its place, take out what needs it: pages work without, a little
worse, except for what is said to be needed.
"""

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
import streamlit
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.drawing.look import PARTS
from tests.conftest import ROOT

LOOK = "pages/drawing/look.py"
OURS = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "pages").rglob("*")) if path.suffix in (".py", ".css", ".js")
        }  # fmt: skip

#: Names of modules that Streamlit does not promise: where each is used, and what for.
IMPORTED = {
    "streamlit.runtime.scriptrunner.add_script_run_ctx": (
        "pages/host/script_run.py", "needed: downloads are made in their visitor's session",
    ),
    "streamlit.runtime.scriptrunner.get_script_run_ctx": (
        "pages/host/script_run.py", "needed: which session and page a run is of",
    ),
    "streamlit.runtime.scriptrunner_utils.script_run_context.ScriptRunContext": (
        "pages/host/script_run.py", "a type",
    ),
    "streamlit.runtime.scriptrunner_utils.script_run_context.enqueue_message": (
        "pages/host/script_run.py", "the label of Options says what was chosen",
    ),
    "streamlit.runtime.state.safe_session_state.SafeSessionState": (
        "pages/host/script_run.py", "a callback runs to its end",
    ),
    "streamlit.runtime.uploaded_file_manager.UploadedFile": (
        "pages/host/uploads.py", "needed: what an uploader gives",
    ),
    "streamlit.proto.BackMsg_pb2.BackMsg": (
        "pages/host/messages.py", "what a browser asks",
    ),
    "streamlit.proto.Block_pb2.Block": (
        "pages/host/script_run.py", "the label of Options says what was chosen",
    ),
    "streamlit.proto.ForwardMsg_pb2.ForwardMsg": (
        "pages/host/messages.py", "whether a page is drawn",
    ),
}  # fmt: skip
#: Modules that are promised, or as good.
PROMISED = ("streamlit.components.v2", "streamlit.delta_generator", "streamlit.errors")
#: Attributes that are not promised: whose, where they are used, and what for.
ATTRIBUTES = {
    "_yield_callback": (
        "streamlit.runtime.state.safe_session_state.SafeSessionState",
        "pages/host/script_run.py", "a callback runs to its end",
    ),
    "_execing": (
        "streamlit.runtime.scriptrunner.script_runner.ScriptRunner",
        "pages/host/script_run.py", "a callback runs to its end",
    ),
    "_send_query_param_msg": (
        "streamlit.runtime.state.query_params.QueryParams",
        "pages/host/script_run.py", "Back opens a page with all that its address asks for",
    ),
    "_compact_state": (
        "streamlit.runtime.state.session_state.SessionState",
        "pages/host/script_run.py", "what a link chooses holds on the next page",
    ),
    "_state": (
        "streamlit.runtime.state.safe_session_state.SafeSessionState",
        "pages/host/script_run.py", "what a link chooses holds on the next page",
    ),
    "_block_delta_path": (
        "streamlit.delta_generator.DeltaGenerator",
        "pages/host/script_run.py", "the label of Options says what was chosen",
    ),
}  # fmt: skip


@cache
def scripts() -> str:
    """All that Streamlit sends to a browser."""
    folder = Path(streamlit.__file__).parent / "static" / "static" / "js"
    return "\n".join(path.read_text(encoding="utf-8") for path in folder.glob("*.js"))


@cache
def parts() -> set[str]:
    """All that may be names of parts of a page there."""
    return set(re.findall(r"\b(?:st[A-Z]|data-test-)[\w-]*", scripts()))


def gone(name, what, file):
    return (
        f"{name} is not in Streamlit {streamlit.__version__}. It is for: {what}. Find what it has "
        f"instead, and write that into {file}."
    )


@pytest.mark.parametrize("name", PARTS)
def test_a_part_of_the_page_is_still_called_so(name):
    selector, what = PARTS[name]
    told = re.search(r"st[A-Z][\w-]*|data-test-[a-z-]+", selector)[0]
    ends = "" if "^=" in selector else r"\b"
    assert any(re.match(told + ends, each) for each in parts()), gone(selector, what, LOOK)


def test_the_base_of_an_address_is_still_asked_for():
    assert "__streamlit" in scripts()
    assert "BACKEND_BASE_URL" in scripts(), gone(
        "BACKEND_BASE_URL", "a page asks its server at once", "pages/host/head.js"
    )
    files = [file for file, text in OURS.items() if "BACKEND_BASE_URL" in text]
    assert files == ["pages/host/head.js"]


def test_names_of_parts_are_in_one_place_and_used():
    for file, text in OURS.items():
        if file != LOOK:
            assert not re.findall(r"data-test|(?<![\w-])\.st[A-Z]\w+", text), file
    everything = "\n".join(OURS.values())
    used = set(re.findall(r"@([a-z_]+)@", everything))
    assert used - {"main_block_container"} == {*PARTS} - {"main_block_container"}


def imports():
    """What is imported of Streamlit, with the files that do it."""
    found = {}
    for file, text in OURS.items():
        if file.endswith(".py"):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                    "streamlit."
                ):
                    for each in node.names:
                        found.setdefault(f"{node.module}.{each.name}", set()).add(file)
    return {name: files for name, files in found.items() if not name.startswith(PROMISED)}


def test_private_modules_are_used_in_one_place():
    found = imports()
    several = {name: files for name, files in found.items() if len(files) > 1}
    # Both are of one message, which is read there and written here.
    assert several == {
        "streamlit.proto.ForwardMsg_pb2.ForwardMsg":
            {"pages/host/messages.py", "pages/host/script_run.py"},
    }  # fmt: skip
    assert found.keys() == IMPORTED.keys()
    for name, (file, _) in IMPORTED.items():
        assert file in found[name]
    assert all(file.startswith("pages/host/") for files in found.values() for file in files)


@pytest.mark.parametrize("name", IMPORTED)
def test_a_private_module_still_has_it(name):
    module, _, attribute = name.rpartition(".")
    file, what = IMPORTED[name]
    try:
        assert hasattr(import_module(module), attribute)
    except (ImportError, AssertionError) as error:
        raise AssertionError(gone(name, what, file)) from error


def foreign_attributes():
    """Attributes that begin with _, are set or defined nowhere in pages, and where they are."""
    used, own = {}, set()
    for file, text in OURS.items():
        if not file.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Attribute) and re.match(r"_[a-z]", node.attr):
                used.setdefault(node.attr, set()).add(file)
                if getattr(node.value, "id", "") in ("self", "cls") and isinstance(
                    node.ctx, ast.Store
                ):
                    own.add(node.attr)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                own.add(node.name)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                own.add(node.target.id)
    return {name: files for name, files in used.items() if name not in own}


def test_private_attributes_are_used_in_one_place():
    found = foreign_attributes()
    assert found == {name: {file} for name, (_, file, _) in ATTRIBUTES.items()}


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_a_private_attribute_is_still_there(name):
    owner, file, what = ATTRIBUTES[name]
    module = Path(import_module(owner.rpartition(".")[0]).__file__)
    texts = [path.read_text() for path in module.parent.glob("*.py")]
    assert any(re.search(rf"\b{name}\b", text) for text in texts), gone(
        f"{owner}.{name}", what, file
    )


def test_messages_and_connections_have_what_is_read_of_them():
    asked = BackMsg.DESCRIPTOR.fields_by_name["rerun_script"].message_type.fields_by_name
    assert {"fragment_id", "page_script_hash"} <= set(asked), gone(
        "BackMsg.rerun_script", "what a browser asks", "pages/host/messages.py"
    )
    assert "script_finished" in ForwardMsg.DESCRIPTOR.fields_by_name
