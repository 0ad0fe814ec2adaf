"""Downloads: no cell is a formula, and a file's name tells what it is about."""

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from pages.analysing.downloads import download_table, named
from tests.conftest import PATIENCE


def test_no_cell_of_a_download_is_a_formula_to_a_spreadsheet(pressed):
    table = pd.DataFrame(
        {"@mean": [-0.5, 1.0], "of": ["+1+1", "-2"]}, pd.Index(["=cmd()", "TEAM"], name="run")
    )
    download_table("Download", lambda: table, "means.csv")
    assert pressed["means.csv"]() == "run,'@mean,of\n'=cmd(),-0.5,'+1+1\nTEAM,1.0,-2\n"


def test_a_download_s_name_has_the_data_set_in_letters_of_file_names():
    assert named("means.csv") == "means.csv"
    assert named("means.csv", "../Gold <b> A", "run 1") == "gold-b-a-run-1-means.csv"
    assert len(named("means.csv", *["x" * 500] * 9)) < 255


@pytest.mark.parametrize("page", ["leaderboard", "dialogues"])
def test_downloads_of_pages_are_named_after_the_data(page, start, pressed):
    start(page)
    assert pressed
    assert all(name.startswith(("bundled-sample", "gold")) for name in pressed), list(pressed)


IN_A_THREAD = """
import streamlit as st
from pages.analysing.downloads import asked_for

st.session_state["whose"] = "mine"
st.text(asked_for(lambda: st.session_state.get("whose", "nobody's"))())
"""


def test_a_file_is_made_in_the_session_of_who_asks_for_it():
    """Streamlit calls what makes it in a thread that belongs to nobody."""
    page = AppTest.from_string(IN_A_THREAD, default_timeout=PATIENCE).run()
    assert not page.exception
    assert page.text[0].value == "mine"
