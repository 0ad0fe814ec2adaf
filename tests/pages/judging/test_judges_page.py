"""Judges: where each errs, and what people would say, without a browser."""

import numpy as np
import pandas as pd
import pytest

from oq_core import read_collections
from oq_core.campaign.printing import headlines
from oq_core.campaign.saving.workspace import pack_workspace
from oq_core.raters import (
    estimated,
    judged,
    people_and_judges,
    ranked_judges,
    runs_stand_in,
)
from oq_core.reading import Plan, read_gold, read_judges, read_runs, with_plan
from pages.analysing.views import IN_IDS
from pages.campaign.data_parts.opening import BETWEEN
from pages.campaign.data_parts.saving import saved_of
from pages.host.workspaces import WORKSPACES
from tests.conftest import SAMPLE
from tests.pages.campaign.uploading import put
from tests.pages.campaign.uploading import words as said

JUDGES = "Bundled sample: judges"


@pytest.fixture(scope="module")
def rated():
    folder = SAMPLE / "judges"
    return read_collections(folder / "people.csv", folder / "judges.csv")["people"]


def sheet(labelled=0.4, items=150, judges=("gpt-4o", "claude")):
    """A table of two systems with a person's ratings of some items and judges' of all."""
    generator = np.random.default_rng(5)
    lines = [f"id,human,{','.join(judges)}"]
    for number in range(items):
        for system in "AB":
            truth = generator.integers(1, 6)
            own = truth if generator.random() < labelled else ""
            given = np.clip(truth + generator.integers(-1, 2, len(judges)), 1, 5)
            lines.append(f"{system}-q{number},{own},{','.join(map(str, given))}")
    return "\n".join(lines) + "\n"


def words(page):
    """What a page says, without the signs that keep Markdown from reading names."""
    return said(page).replace("\\", "")


def opened(start, **files):
    page = start("data")
    page.session_state["opened"] = WORKSPACES.of("")
    for name, text in files.items():
        put(page, "Gold", {f"{name}.csv": text})
    return page


def asked(page, **chosen):
    """The page Judges after some of its options were chosen."""
    for key, value in chosen.items():
        each = next(w for kind in (page.selectbox, page.text_input) for w in kind
                    if str(w.key).startswith(key))  # fmt: skip
        each.set_value(value)
        page.run()
        assert not page.exception
    return page


def test_where_a_judge_errs_is_told_of_the_judge_that_is_chosen(start, rated, records):
    page = start("judges", data=JUDGES)
    found = judged(rated)
    first = records["where-it-errs"]
    assert first.title.startswith(f"what {found.judges[0]} says")
    asked(page, **{"judge/": "maple"})
    table = records["where-it-errs"].numbers
    j = found.judges.index("maple")
    assert table["mean difference"].tolist() == pytest.approx(found.bias_by_class[j].tolist())
    assert table["says 3"].tolist() == pytest.approx(
        (found.counts[j][:, 2] / found.counts[j].sum(axis=1)).tolist()
    )
    assert [each for each in records if each.startswith("rater-gaps")]
    assert records["rater-gaps-NMD"].title.startswith("maple")


def test_data_with_another_name_are_called_so_on_judges(start, records):
    page = opened(start, mine=sheet(labelled=1))
    page.text_input(key="name of mine").set_value("pilot").run()
    page.switch_page("judging/judges.py").run()
    assert records["use-of-scale"].data == "pilot"


def test_judges_are_ranked_on_items_that_all_rated(start, records):
    lines = [line.split(",") for line in sheet(labelled=1).splitlines()]
    for line in lines[1:6]:
        line[2] = ""
    page = opened(start, mine="\n".join(map(",".join, lines)) + "\n")
    page.switch_page("judging/judges.py").run()
    assert "Ranks are without 5 items that a judge has not rated" in words(page)
    ranks = records["rank-intervals"].numbers
    assert {*ranks["run"]} == {"gpt-4o", "claude"}


def test_a_judge_that_says_the_same_of_every_item_is_told(start):
    rows = [f"{item},{item % 3 + 1},3" for item in range(40)]
    page = opened(start, mine="\n".join(["id,human,judge1", *rows]) + "\n")
    page.switch_page("judging/judges.py").run()
    assert "judge1 gives every item the class 3: κ is then 0" in words(page)
    assert "judge1 gives every item the same class, and so tells nothing" in words(page)


def test_a_judge_between_two_classes_is_shared_on_the_page_as_in_the_core(start, records, tmp_path):
    rows = [f"i{item},{item % 5 + 1},{(item * 7 % 16) / 4 + 1}" for item in range(40)]
    files = {
        "people.csv": "\n".join(["id,human", *(row.rpartition(",")[0] for row in rows)]) + "\n",
        "gpt.csv": "\n".join(
            ["id,rating", *(f"{r.split(',')[0]},{r.split(',')[2]}" for r in rows)]
        ),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    page = opened(start)
    put(page, "Gold", {"people.csv": files["people.csv"]})
    put(page, "Run files", {"gpt.csv": files["gpt.csv"]})
    page.selectbox(key=BETWEEN).set_value("share").run()
    page.switch_page("judging/judges.py").run()
    assert not page.exception
    gold = read_gold(tmp_path / "people.csv")
    found = read_runs(with_plan(tmp_path / "gpt.csv", Plan(decimals="share")), gold)
    expected = judged(found.collections["people"]).to_frame()
    assert records["judged"].numbers["value"].tolist() == pytest.approx(expected["value"].tolist())
    # 1.25 is ¾ of 1 and ¼ of 2.
    assert found.collections["people"].runs["gpt"][3].tolist() != [0, 1, 0, 0, 0]


def test_clusters_that_are_none_are_said(start):
    page = start("judges", data=JUDGES, judge_clusters="nowhere")
    (told,) = page.info
    assert told.value.endswith("of several instances. Give another text, or none.")
    assert "300 instances make a cluster for each" in told.value


def test_what_people_would_say_is_estimated_as_in_the_core(start, records, tmp_path):
    text = sheet(labelled=0.25)
    page = opened(start, mine=text)
    page.switch_page("judging/judges.py").run()
    (tmp_path / "mine.csv").write_text(text)
    both = read_gold(tmp_path / "mine.csv")["mine"]
    people, judges = people_and_judges(both, ["gpt-4o", "claude"])
    found = estimated(people, judges["gpt-4o"])
    assert headlines.estimate(found) in words(page)
    assert "If the items that people rated were drawn at random" in words(page)
    assert records["estimated"].numbers["share"].tolist() == found.to_frame()["share"].tolist()
    asked(page, **{"judge of all/": "claude"})
    found = estimated(people, judges["claude"])
    assert headlines.estimate(found) in words(page)
    asked(page, judge_groups="-")
    found = estimated(people, judges["claude"], "-")
    assert records["estimated"].numbers["group"].tolist() == found.to_frame()["group"].tolist()
    assert set(records["estimated"].numbers["group"]) == {"all items", "A", "B"}


def test_judges_that_were_said_on_your_data_have_rated_all_items_too(start, records, tmp_path):
    text = sheet(judges=("j1", "j2"))
    (tmp_path / "mine.csv").write_text(text)
    both = read_gold(with_plan(tmp_path / "mine.csv", Plan(judges=("j1", "j2"))))["mine"]
    people, judges = people_and_judges(both, ["j1", "j2"])
    page = opened(start, mine=text)
    each = next(w for w in page.multiselect if str(w.key).startswith("judges of"))
    each.set_value(["j1", "j2"]).run()
    page.switch_page("judging/judges.py").run()
    found = estimated(people, judges["j1"])
    assert found.items[0] == 300 > found.labelled[0]
    assert records["estimated"].numbers["share"].tolist() == found.to_frame()["share"].tolist()


def two_files(systems=False, **judges):
    """The sheet in two files: what people rated, and judges of all items."""
    people, others = [], []
    for line in sheet(**judges).splitlines():
        name, human, *given = line.split(",")
        id_and_system = [name, *["system" if name == "id" else name[0].lower()] * systems]
        others.append(",".join([*id_and_system, *given]))
        people += [",".join([*id_and_system, human])] * bool(human)
    return {"people.csv": "\n".join(people) + "\n", "judges.csv": "\n".join(others) + "\n"}


@pytest.mark.parametrize("way", ["together", "one after the other", "saved"])
def test_a_file_of_judges_beside_that_of_people_is_estimated_from_whole(
    start, records, tmp_path, way
):
    page = start("judges", data=JUDGES)
    assert "No judge is known to have rated items that people did not" in words(page)
    files = two_files(systems=True)
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    page = opened(start)
    if way == "one after the other":
        put(page, "Gold", {"people.csv": files["people.csv"]})
        put(page, "Run files", {"judges.csv": files["judges.csv"]})
    else:
        put(page, "Gold", files)
    if way == "saved":
        data = page.session_state["opened"]["people"]
        saved = pack_workspace([saved_of(data)])
        page = opened(start)
        put(page, "Gold", {"workspace.zip": saved})
    page.switch_page("judging/judges.py").run()
    judge = read_judges(tmp_path / "judges.csv")[0]["judges"]["gpt-4o"]
    people = read_gold(tmp_path / "people.csv")["people"]
    found = estimated(people, judge, "system")
    assert found.items[0] == 300 > found.labelled[0]
    frame = records["estimated"].numbers
    assert frame["share"].tolist() == found.to_frame()["share"].tolist()
    assert {*frame["group"]} == {"all items", "a", "b"}
    asked(page, **{"judge by/": IN_IDS})
    assert {*records["estimated"].numbers["group"]} == {"all items"}


def test_a_renamed_judge_keeps_what_it_says_of_all_items(start, records):
    page = opened(start)
    put(page, "Gold", two_files())
    page.selectbox(key="run to rename of people").set_value("gpt-4o").run()
    page.text_input(key="name of gpt-4o of people").set_value("mine").run()
    page.switch_page("judging/judges.py").run()
    assert "the items of mine" in records["estimated"].caption


@pytest.mark.parametrize(
    ("labelled", "groups", "expected"),
    [(0.05, "", "an estimate takes 30"), (0.4, "=", "there is no '=' in the id")],
)
def test_what_cannot_be_estimated_is_said(start, labelled, groups, expected):
    page = opened(start, mine=sheet(labelled))
    page.switch_page("judging/judges.py").run()
    asked(page, judge_groups=groups)
    assert expected in words(page), words(page)[600:2200]


def test_q_and_the_measure_of_judges_as_runs_come_from_the_address(start, rated, records):
    start("judges", data=JUDGES, judge_epsilon="0.08", judge_q="0.2", judges_by="RNOD")
    tested, found = runs_stand_in(rated), judged(rated)
    of_q, usual = (ranked_judges(rated, found, tested, 0.08, q=q).to_frame() for q in (0.2, 0.05))
    shown = records["ranked-judges"].numbers.sort_index()
    pd.testing.assert_frame_equal(shown, of_q)
    assert not shown.equals(usual)
    assert "RNOD" in records["judges-RNOD"].title


def test_judges_are_ranked_on_the_items_that_all_rated(start, records):
    lines = [line.split(",") for line in sheet(labelled=1).splitlines()]
    for line in lines[1:6]:
        line[2] = ""
    page = opened(start, mine="\n".join(map(",".join, lines)) + "\n")
    page.switch_page("judging/judges.py").run()
    assert not page.exception
    assert "Ranks are without 5 items that a judge has not rated" in words(page)
    assert {*records["rank-intervals"].numbers["run"]} == {"gpt-4o", "claude"}
    for place, line in enumerate(lines[1:]):
        line[2 + place % 2] = ""
    apart = opened(start, mine="\n".join(map(",".join, lines)) + "\n")
    apart.switch_page("judging/judges.py").run()
    assert not apart.exception
    assert "no item was rated by all of them" in words(apart)
