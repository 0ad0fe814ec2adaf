"""How a file is read, on Your data: each column's part to see and to change, decimals asked."""

import zlib

import pytest

from pages.campaign.data_parts import opening
from pages.campaign.data_parts.saving import saved_of
from pages.host.results import size_of
from pages.host.workspaces import WORKSPACES
from tests.pages.campaign import uploading
from tests.pages.campaign.uploading import words
from tests.reading.made import zipped

GOLD = "id,low,middle,high,sure\nx,1,2,3,1\ny,4,0,1,2\n"
RUN = "id,low,middle,high,sure\nx,2,2,3,1\ny,0,2,1,2\n"
OTHER = "id,low,middle,high,sure\nx,0,1,3,1\ny,1,2,1,2\n"
PEOPLE = "item,rater,rating\n" + "".join(
    f"i{n},{rater},{rating}\n"
    for n, ratings in enumerate([(4, 5, 4), (2, 1, 3)], 1)
    for rater, rating in zip("abc", ratings, strict=True)
)
JUDGE = "item,rater,rating\ni1,j,4.25\ni2,j,2.5\n"


@pytest.fixture
def page(start):
    page = start("data")
    page.session_state["opened"] = WORKSPACES.of("")
    return page


def of(page, title):
    return page.session_state["opened"][title]


def opened(page, files, title="mine"):
    """Open a gold and runs, and ask what the gold was taken for."""
    (gold, *runs) = files.items()
    uploading.put(page, "Gold", dict([gold]))
    if runs:
        uploading.put(page, "Run files", dict(runs))
    page.toggle(key=f"{title} was taken for").set_value(True).run()


def taken_for(page):
    """The parts of the columns as the page shows them."""
    table = next(each.value for each in page.dataframe if "part" in each.value)
    return dict(zip(table["column"], table["part"], strict=True))


def test_a_column_is_said_to_be_something_else_and_the_files_are_read_again(page):
    opened(page, {"mine.csv": GOLD, "a.csv": RUN})
    assert taken_for(page) == {"id": "id"} | dict.fromkeys(
        ("low", "middle", "high", "sure"), "class"
    )
    page.selectbox(key="column of mine").set_value("sure").run()
    page.selectbox(key="part of sure of mine").set_value("text").run()
    assert not page.exception
    assert taken_for(page)["sure"] == "text"
    gold = of(page, "mine").collections["mine"]
    assert gold.classes == ("low", "middle", "high")
    assert gold.votes.tolist() == [[1, 2, 3], [4, 0, 1]]
    # The votes 2, 2, 3 of 7, and 0, 2, 1 of 3.
    assert gold.runs["a"].ravel().tolist() == pytest.approx([2 / 7, 2 / 7, 3 / 7, 0, 2 / 3, 1 / 3])


def test_a_run_that_was_removed_stays_so(page):
    opened(page, {"mine.csv": GOLD, "a.csv": RUN, "b.csv": OTHER})
    page.selectbox(key="remove run of mine").set_value("a").run()
    page.selectbox(key="column of mine").set_value("sure").run()
    page.selectbox(key="part of sure of mine").set_value("text").run()
    assert (of(page, "mine").runs, of(page, "mine").removed) == (["b"], ("a",))


def test_a_part_that_cannot_be_leaves_the_data_as_they_were(page):
    opened(page, {"mine.csv": GOLD, "a.csv": RUN})
    page.selectbox(key="column of mine").set_value("low").run()
    # Then the run's instances are 2 and 0.
    page.selectbox(key="part of low of mine").set_value("id").run()
    assert not page.exception
    assert "The data stay as they were." in words(page)
    assert of(page, "mine").collections["mine"].ids == ("x", "y")
    assert of(page, "mine").plan.parts == {}


def test_the_first_instances_are_drawn(page):
    opened(page, {"mine.csv": GOLD})
    drawn = next(each.value for each in page.dataframe if "gold" in each.value)
    assert drawn["instance"].tolist() == ["x", "y"]
    assert drawn["gold"][1] == pytest.approx([4 / 7, 0, 1 / 7, 2 / 7])


def test_the_order_of_classes_stays_where_the_classes_do(page):
    text = "id,low,middle,high,comment\nx,1,2,3,a b\ny,4,0,1,c d\n"
    opened(page, {"other.csv": text}, "other")
    page.text_input(key="classes of other").set_value("high, middle, low").run()
    page.selectbox(key="column of other").set_value("comment").run()
    page.selectbox(key="part of comment of other").set_value("total").run()
    assert of(page, "other").collections["other"].classes == ("high", "middle", "low")
    assert of(page, "other").classes == ("high", "middle", "low")
    page.selectbox(key="column of other").set_value("low").run()
    page.selectbox(key="part of low of other").set_value("text").run()
    assert of(page, "other").collections["other"].classes == ("middle", "high")
    assert of(page, "other").classes == ()


def test_files_stay_with_their_data_and_are_counted(page):
    uploading.put(page, "Gold", {"mine.csv": GOLD})
    (kept,) = saved_of(of(page, "mine")).files.values()
    assert zlib.decompress(kept) == GOLD.encode()
    assert size_of(of(page, "mine")) - size_of(of(page, "mine").sources) > len(kept)
    uploading.put(page, "Run files", {"a.csv": RUN})
    assert [zlib.decompress(each) for each in of(page, "mine").files.values()] == [
        GOLD.encode(), RUN.encode()
    ]  # fmt: skip


def test_an_archive_of_gold_and_runs_shows_how_its_first_instances_were_read(page):
    packed = zipped("mine.zip", {"gold.csv": GOLD, "runs/a.csv": RUN})
    uploading.put(page, "Gold", {"mine.zip": packed.getvalue()})
    page.toggle(key="mine was taken for").set_value(True).run()
    assert not any(each.key == "column of mine" for each in page.selectbox)
    drawn = next(each.value for each in page.dataframe if "gold" in each.value)
    assert drawn["instance"].tolist() == ["x", "y"]


def test_ratings_between_classes_are_asked_about_where_they_are_met(page):
    uploading.put(page, "Gold", {"people.csv": PEOPLE})
    assert not any("between two classes" in each.label for each in page.selectbox)
    uploading.put(page, "Run files", {"judge.csv": JUDGE})
    assert "between two classes" in words(page)
    # Nothing is sent again.
    page.selectbox(key=opening.BETWEEN).set_value("share").run()
    assert "between two classes are shared" in words(page)
    # 4.25 is ¾ of 4 and ¼ of 5, 2.5 half of 2 and of 3.
    runs = of(page, "people").collections["people"].runs
    assert runs["j"].tolist() == [[0, 0, 0, 0.75, 0.25], [0, 0.5, 0.5, 0, 0]]
    assert of(page, "people").plan.decimals == "share"


@pytest.mark.parametrize("most", [len(PEOPLE) + len(JUDGE), len(JUDGE) - 1])
def test_files_that_were_refused_for_decimals_are_read_again_where_they_are_small(
    page, monkeypatch, most
):
    monkeypatch.setattr(opening, "MOST_KEPT", most)
    uploading.put(page, "Gold", {"people.csv": PEOPLE, "judge.csv": JUDGE})
    assert of(page, "people").runs == []
    page.selectbox(key=opening.BETWEEN).set_value("round").run()
    assert not page.exception
    assert of(page, "people").runs == (["j"] if most > len(JUDGE) else [])


def test_people_between_classes_are_rounded_from_the_same_bytes(page):
    uploading.put(page, "Gold", {"people.csv": PEOPLE.replace("a,4", "a,4.2"), "x.csv": "a,b\n"})
    assert "people" not in page.session_state["opened"]
    page.selectbox(key=opening.BETWEEN).set_value("share").run()
    assert "people's ratings cannot be shared" in words(page)
    page.selectbox(key=opening.BETWEEN).set_value("round").run()
    assert of(page, "people").collections["people"].votes.tolist()[0] == [0, 0, 0, 2, 1]


def test_the_plan_is_in_the_saved_workspace_and_in_the_report(page, pressed, monkeypatch):
    opened(page, {"mine.csv": GOLD, "a.csv": RUN, "b.csv": OTHER})
    page.selectbox(key="column of mine").set_value("sure").run()
    page.selectbox(key="part of sure of mine").set_value("text").run()
    (packed,) = (make() for name, make in pressed.items() if name.startswith("workspace-"))
    page.button(key="close mine").click().run()
    uploading.put(page, "Gold", {"w.zip": packed})
    assert of(page, "mine").plan.parts == {"sure": "text"}
    page.toggle(key="mine was taken for").set_value(True).run()
    assert taken_for(page)["sure"] == "text"
    drawn = next(each.value for each in page.dataframe if "gold" in each.value)
    assert drawn["gold"][0] == pytest.approx([1 / 6, 2 / 6, 3 / 6])
    (part,) = uploading.reported(page, monkeypatch).parts
    assert part.choices.parts == {"sure": "text"}


def test_a_link_says_that_a_plan_is_needed(page):
    opened(page, {"mine.csv": GOLD, "a.csv": RUN})
    page.switch_page("campaign/leaderboard.py").run()
    plain = page.query_params["data"]
    page.switch_page("campaign/data.py").run()
    page.toggle(key="mine was taken for").set_value(True).run()
    page.selectbox(key="column of mine").set_value("sure").run()
    page.selectbox(key="part of sure of mine").set_value("text").run()
    page.switch_page("campaign/leaderboard.py").run()
    assert page.query_params["data"] == f"{plain}-planned"


# Tables that are refused.

STRANGE = "case,by,points,why\n" + "".join(
    f"q{n},{who},{points},because {n}{who}\n"
    for n, row in enumerate([(4, 5), (2, 2)], 1)
    for who, points in zip(("ann", "bob"), row, strict=True)
)


def say(page, file, column, part):
    page.selectbox(key=f"column of refused {file}").set_value(column).run()
    page.selectbox(key=f"part of {column} of refused {file}").set_value(part).run()
    assert not page.exception


def test_of_a_table_that_is_refused_it_is_said_what_its_columns_are(page):
    uploading.put(page, "Gold", {"strange.csv": STRANGE})
    assert "strange" not in page.session_state["opened"]
    assert list(taken_for(page)) == ["case", "by", "points", "why"]
    say(page, "strange.csv", "points", "rating")
    # What was said stays while the table cannot be read.
    assert taken_for(page)["points"] == "rating"
    say(page, "strange.csv", "by", "rater")
    gold = of(page, "strange").collections["strange"]
    assert (gold.ids, gold.raters) == (("q1", "q2"), ("ann", "bob"))
    assert gold.votes.tolist() == [[0, 0, 1, 1], [2, 0, 0, 0]]
    assert of(page, "strange").plan.parts == {"points": "rating", "by": "rater"}
    assert not any("refused" in (each.key or "") for each in page.selectbox)


def test_the_classes_of_a_table_that_is_refused_are_said(page):
    uploading.put(page, "Gold", {"same.csv": "id,anna,gpt-4\nq1,5,5\nq2,5,5\n"})
    page.text_input(key="classes of refused same.csv").set_value("1, 2, 3, 4, 5").run()
    assert not page.exception
    assert of(page, "same").collections["same"].votes.tolist() == [[0, 0, 0, 0, 2]] * 2


def test_a_second_press_finds_no_table_that_is_refused(page):
    uploading.put(page, "Gold", {"strange.csv": STRANGE})
    page.session_state[opening.REFUSED] = None
    page.text_input(key="classes of refused strange.csv").set_value("a, b").run()
    assert not page.exception
    assert "strange" not in page.session_state["opened"]


def test_a_run_that_is_refused_is_read_by_what_is_said_where_it_was_opened(page):
    uploading.put(page, "Gold", {"people.csv": PEOPLE})
    judge = "case,by,points,why\ni1,j,4,so\ni2,j,2,so\n"
    uploading.put(page, "Run files", {"strange.csv": judge})
    say(page, "strange.csv", "points", "rating")
    say(page, "strange.csv", "by", "rater")
    runs = of(page, "people").collections["people"].runs
    assert runs["j"].tolist() == [[0, 0, 0, 1, 0], [0, 1, 0, 0, 0]]


@pytest.mark.parametrize(
    ("files", "most"),
    [
        ({"a.csv": STRANGE, "b.csv": STRANGE}, 10**6),
        ({"a.csv": STRANGE}, len(STRANGE) - 1),
        ({"gold.json": '[{"id": "d1", "annotations": [{"quality": {"A": 9}}]}]'}, 10**6),
        ({"a.zip": b"PK\x03\x04"}, 10**6),
    ],
)
def test_no_columns_are_asked_about_of_several_files_large_ones_or_what_is_no_table(
    page, monkeypatch, files, most
):
    monkeypatch.setattr(opening, "MOST_KEPT", most)
    uploading.put(page, "Gold", files)
    assert page.error
    assert not any("refused" in (each.key or "") for each in page.selectbox)
