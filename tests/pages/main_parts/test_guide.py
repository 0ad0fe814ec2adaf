"""Pages lead into the documentation where the host names its address, and only there."""

from streamlit.testing.v1 import AppTest

from pages.main_parts import guide
from tests.conftest import MAIN, PATIENCE


def test_a_page_leads_to_what_explains_it(monkeypatch):
    app = AppTest.from_file(MAIN, default_timeout=PATIENCE)
    app.switch_page("campaign/papers.py").run()
    assert not app.get("link_button")
    monkeypatch.setattr(guide, "DOCS", "https://docs.example/oq/")
    (link,) = app.run().get("link_button")
    assert link.proto.url == "https://docs.example/oq/explanation/sources.html"
