"""The page Papers, run without a browser."""

import pytest
from streamlit.testing.v1 import AppTest

from oq_core.papers import PAPERS
from pages.analysing.data import SAMPLE_OF_CLASSES
from tests.conftest import MAIN, PATIENCE, dear


@pytest.fixture
def page():
    app = AppTest.from_file(MAIN, default_timeout=PATIENCE)
    app.switch_page("campaign/papers.py").run()
    assert not app.exception
    return app


def choose(page, paper, number, part=""):
    chosen = {"paper": paper, f"table/{paper}": number, f"part/{paper}/{number}": part}
    for key, value in chosen.items():
        if value and page.selectbox(key=key).value != value:
            page.selectbox(key=key).set_value(value).run()
    assert not page.exception


def from_data(page):
    page.toggle(key="papers_own").set_value(True).run()
    assert not page.exception


def said(page):
    return [text.value for text in page.markdown]


def side(page):
    """The table of printed and computed values, which is the last."""
    return page.dataframe[-1].value


@pytest.mark.parametrize(
    "paper",
    [
        paper if paper in ("LQ21", "ACL21") else dear(paper, "ordinarily of LQ21 and ACL21")
        for paper in PAPERS
    ],
)
def test_every_part_of_every_table_is_shown(page, paper):
    for table in PAPERS[paper].tables:
        for part in table.parts:
            choose(page, paper, table.numbers, part.label if len(table.parts) > 1 else "")
            shown = [*page.dataframe, *page.table]
            assert any(len(each.value) for each in shown)
            assert page.query_params["table"] == table.numbers


@pytest.mark.parametrize(
    "paper",
    [paper if paper == "LQ21" else dear(paper, "ordinarily of LQ21") for paper in PAPERS],
)
def test_every_table_is_computed_from_open_data_where_it_can_be(page, paper):
    for table in PAPERS[paper].tables:
        choose(page, paper, table.numbers)
        if table.from_analysis is None and table.from_gold is None:
            assert not [each for each in page.toggle if each.key == "papers_own"]
            continue
        from_data(page)
        computed = [text for text in said(page) if text.startswith("From your data: **")]
        assert len(computed) + len(page.info) == 1
        if computed:
            assert "your data" in side(page)


def test_the_reader_is_told_what_data_the_paper_had(page):
    choose(page, "LQ21", "3", "STC-3 DQ-E")
    from_data(page)
    (words,) = [text.value for text in page.caption if text.value.startswith("Only ")]
    assert "STC-3 DQ-E itself, with its 390 instances and 19 runs" in words
    assert "yours have 300 instances and 22 runs" in words
    assert "random" in words


def test_runs_that_are_not_open_are_named(page):
    choose(page, "DE2", "14–29", "14: Chinese, A-score, NMD")
    from_data(page)
    (info,) = page.info
    assert "Baseline-run0" in info.value


def test_ordinal_classification_needs_items_with_a_class(page):
    choose(page, "ACL21", "2", "Sem17T4C")
    from_data(page)
    assert "classification" in page.info[0].value
    page.selectbox(key="data").set_value(SAMPLE_OF_CLASSES).run()
    page.segmented_control(key="scales/quantification/classification").set_value(
        ["classification"]
    ).run()
    assert not page.exception
    assert not page.info
    assert (side(page)["τ (your data)"] != "").all()


def test_several_data_sets_are_pooled(page):
    choose(page, "LQ21", "3", "POOLED")
    from_data(page)
    one = side(page).set_index("measure")["T (your data)"].astype(int)
    page.segmented_control[0].set_value(["A", "S"]).run()
    assert not page.exception
    assert (side(page).set_index("measure")["T (your data)"].astype(int) == 2 * one).all()


def test_a_choice_stays_when_the_paper_is_changed_and_back(page):
    choose(page, "RNOD22", "28", "average, 10 against 10")
    choose(page, "DE2", "2")
    page.selectbox(key="paper").set_value("RNOD22").run()
    assert page.selectbox(key="table/RNOD22").value == "28"
    assert page.selectbox(key="part/RNOD22/28").value == "average, 10 against 10"


def test_the_address_opens_a_table():
    app = AppTest.from_file(MAIN, default_timeout=PATIENCE)
    for name, value in {"paper": "ACL21", "table": "5", "part": "DialEval-1 DQ-S"}.items():
        app.query_params[name] = value
    app.switch_page("campaign/papers.py").run()
    assert not app.exception
    assert app.selectbox(key="paper").value == "ACL21"
    assert app.selectbox(key="part/ACL21/5").value == "DialEval-1 DQ-S"


def test_an_address_that_names_nothing_opens_the_first_table():
    app = AppTest.from_file(MAIN, default_timeout=PATIENCE)
    for name, value in {"paper": "<b>", "table": "99", "part": "x"}.items():
        app.query_params[name] = value
    app.switch_page("campaign/papers.py").run()
    assert not app.exception
    assert app.selectbox(key="paper").value == next(iter(PAPERS))


def test_as_printed_is_the_triangle_of_the_paper(page):
    choose(page, "ACL21", "8", "Sem17T4E")
    triangle = page.table[0].value
    assert triangle.index.tolist() == ["RNSS", "RSNOD", "RNOD", "NVD", "JSD"]
    assert triangle.loc["RSNOD", "RNOD"] == "1.000"
    assert triangle.columns.tolist() == ["RSNOD", "RNOD", "NVD", "JSD", "NMD"]


def test_it_opens_on_the_wins_of_the_baselines(page):
    assert (page.query_params["paper"], page.query_params["table"]) == ("LQ21", "7")
