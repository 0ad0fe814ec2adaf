"""Files whose page was left while they were being sent: named, and let go."""

from types import SimpleNamespace

from pages.main_parts import dropped
from pages.menu import DATA, ENTRIES
from tests.conftest import ROOT


def test_files_of_a_page_that_was_left_are_named_and_let_go(start, monkeypatch):
    files = {
        str(number): SimpleNamespace(name=f"run_{number}.csv", file_id=str(number))
        for number in range(7)
    }
    page = start("reference")
    monkeypatch.setattr(dropped, "waiting", lambda: {"test session id": files})
    monkeypatch.setattr(dropped, "let_go", lambda _, file: files.pop(file))
    page.run()
    (words,) = [each.value for each in page.warning]
    assert words.startswith("Not opened, because the page was left while they were being sent:")
    assert "run\\_0.csv" in words
    assert "run\\_4.csv and 2 more. Open them again there" in words
    assert not files
    page.run()
    assert not page.warning


def test_what_is_opened_is_let_go_and_so_never_told_to_have_been_left(start, monkeypatch):
    gone = []
    monkeypatch.setattr("pages.host.uploads.let_go", lambda _, file: gone.append(file))
    page = start("data")
    page.file_uploader[0].upload("x.json", b"{}", "application/json").run()
    assert "x.json" in "".join(each.value for each in page.error)
    assert len(gone) == 1


def test_no_other_page_opens_files():
    def opens(script):
        files = [script, *script.with_name(f"{script.stem}_parts").glob("*.py")]
        return any("st.file_uploader(" in file.read_text() for file in files)

    found = {entry.address for entry in ENTRIES if opens(ROOT / "pages" / entry.file)}
    assert found == {DATA.address}
