"""What is kept of what is said: each line once, below tests that are there."""

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.said import FIRST, difference, pieces, read, rounded, some, write

ONE, TWO, OPENED = ("pages/one", "test_a[x: 1]"), ("pages/two", "test_b"), (FIRST, "test_c")


def test_each_stands_below_a_test_that_is_there(request):
    asked = {Path(each).name for each in request.config.args}
    is_whole = asked == {*request.config.getini("testpaths")} and not request.config.option.keyword
    there = {(each.path, each.name) for each in request.session.items}
    for place, name in read():
        folder, _, module = place.rpartition("/")
        path = ROOT / "tests" / folder / f"test_{module}.py"
        assert f"def {name.partition('[')[0]}(" in path.read_text(), name
        assert not is_whole or (path, name) in there, name


def test_numbers_are_told_to_six_digits_and_no_version_is():
    assert rounded("τ = 0.1234564999, 0.05 of 1234567, 3e-17") == "τ = 0.123456, 0.05 of 1234567, 0"
    assert rounded("NumPy 2.4.6rc1, α = 0.05.") == "NumPy of today, α = 0.05."
    assert rounded(f"HTML of a figure/{'5f' * 16}") == "HTML of a figure/key"
    assert rounded("asked=d92.31.30.2") == "asked=d92.31.30.2"


def test_few_values_are_told_and_of_many_each_counts():
    assert some([0.1, "a", 1 / 3]) == "0.1, a, 0.333333"
    many = [*range(100)]
    told = some(many)
    assert told.startswith("0, 9, 18, ")
    assert " … of 100, " in told
    assert len({told, some([*many[:50], 50.1, *many[51:]]), some([1, 0, *many[2:]])}) == 3
    assert some([0.1 + 0.2, *many]) == some([0.3, *many])


def test_of_html_one_reads_what_is_between_tags_and_in_some():
    text = (
        "<style>p {}</style><p class=x>So <b>it</b>\n is</p><i title='t'></i><img alt=\"a &lt; b\">"
    )
    assert [*pieces(text)] == ["So it is", "a < b"]
    assert [*pieces('<td data-measure=NMD style="width:12.50%">0.1')] == ["NMD", "12.50%", "0.1"]


@pytest.fixture
def folder(tmp_path):
    write({ONE: ["title", "a", "a"], TWO: ["title", "b"], OPENED: ["title"]}, tmp_path)
    return tmp_path


def test_each_line_stands_once_below_the_first_test_that_sees_it(folder):
    assert read(folder) == {OPENED: (1, ["title"]), ONE: (3, ["a"]), TWO: (2, ["b"])}
    assert not difference(ONE, ["title", "a", "a"], folder)


@pytest.mark.parametrize("seen", [["title", "c", "c"], ["title", "a"], ["b", "a", "a", "d"]])
def test_what_is_new_gone_or_seen_less_often_is_noticed(folder, seen):
    assert difference(ONE, seen, folder)


def test_what_is_told_is_what_differs(folder):
    assert difference(ONE, ["title", "b", "c"], folder) == "-a\n+c"
    assert difference(ONE, ["a", "a"], folder) == "2 lines are seen, no longer 3"


def test_of_tests_that_did_not_run_what_stands_stays(folder):
    write({TWO: ["title", "a", "c"]}, folder)
    assert (read(folder)[ONE], read(folder)[TWO]) == ((3, ["a"]), (3, ["c"]))
    write({ONE: ["c"]}, folder)
    assert (read(folder)[ONE], read(folder)[TWO]) == ((1, ["c"]), (3, []))
    assert not difference(TWO, ["title", "c", "title"], folder)


def test_lines_keep_their_ends(folder):
    write({ONE: ["two\nlines\r of  one"]}, folder)
    assert not difference(ONE, ["two\nlines\r of  one"], folder)
