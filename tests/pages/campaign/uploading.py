"""Files for the uploaders of Your data, without a browser, and what the page says of them."""

from collections.abc import Mapping

import pytest
from streamlit.testing.v1 import AppTest

from oq_core.campaign import Campaign
from tests.pages.conftest import unlinked


def put(page: AppTest, label: str, files: Mapping[str, str | bytes]) -> None:
    """Put files into the uploader whose label begins so."""
    uploader = next(each for each in page.file_uploader if each.label.startswith(label))
    contents = {
        name: content.encode() if isinstance(content, str) else content
        for name, content in files.items()
    }
    uploader.set_value([(name, content, "text/plain") for name, content in contents.items()])
    page.run()
    assert not page.exception


def words(page: AppTest) -> str:
    """All that the page says, its warnings among it."""
    kinds = (page.markdown, page.warning, page.info, page.error, page.caption)
    return unlinked(" ".join(each.value for kind in kinds for each in kind))


def reported(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """What Report analyses of the data that are open."""
    found = list[Campaign]()

    def noted(campaign: Campaign, *_: object) -> None:
        found.append(campaign)
        raise ValueError("noted")

    noted.__qualname__ = "noted"
    monkeypatch.setattr("oq_core.analyse", noted)
    page.switch_page("campaign/report.py").run()
    next(each for each in page.button if each.label == "Make the report").click().run()
    assert not page.exception
    return found[-1]
