"""Every file of the server keeps a promise of the documentation, which its first line names."""

import re

import pytest

from tests.conftest import ROOT

FILES = sorted((ROOT / "pages" / "host").glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_names_the_page_that_promises_what_it_keeps(file):
    first, *_ = file.read_text(encoding="utf-8").splitlines()
    assert re.search(r"\((host|privacy)\.md\)", first)
