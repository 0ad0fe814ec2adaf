"""oq judges, agreement and estimate: what they print, and what they say of bad input."""

import html
import io
import json
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from oq_core import Collection
from oq_core.analysis import rank_runs
from oq_core.campaign.printing import headlines, layouts
from oq_core.command import main
from oq_core.raters import (
    estimated,
    judged,
    judges_apart,
    ranked_judges,
    runs_stand_in,
    scores_of_judges,
    stand_in,
    what_raters_allow,
)
from oq_core.raters.stand_in import EPSILON, FALSE_DISCOVERIES
from oq_core.reading import Plan, read_gold, read_judges, read_runs, with_plan
from tests.command.order_told import orders_in, without_order

RATERS = (*("measure", "one rater", "half", "pooled", "uniform", "best"),)
JUDGES = ["judge", "measure", "winning rate", "advantage", "passes"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Three people and two judges on 40 items, apart and in one table; a run."""
    generator = np.random.default_rng(0)
    quality = generator.integers(1, 6, 40)
    ratings = {
        name: {f"d{i // 4}-i{i}": int(np.clip(quality[i] + generator.integers(-1, 2), 1, 5))
               for i in range(40)}
        for name in ("ann", "bob", "cy", "j1", "j2")
    }  # fmt: skip
    people = {name: ratings[name] for name in ("ann", "bob", "cy")}
    judges = {name: ratings[name] for name in ("j1", "j2")}
    (tmp_path / "people.json").write_text(json.dumps(people))
    (tmp_path / "judges.json").write_text(json.dumps(judges))
    rows = [f"{i},{r},{v}" for r, given in ratings.items() for i, v in given.items()]
    (tmp_path / "all.csv").write_text("\n".join(["item,rater,rating", *rows]) + "\n")
    (tmp_path / "refused.csv").write_text(
        "\n".join(["item,rater,rating", *rows, "x,ann,refused", "y,bob,99"]) + "\n"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed(capsys, *line):
    assert main([*line, "--format", "csv"]) == 0
    out, err = capsys.readouterr()
    return pd.read_csv(io.StringIO(out)), err


def test_raters_prints_what_they_allow(folder, capsys):
    frame, _ = printed(
        capsys, "agreement", "people.json", "judges.json", "--show=people", "--measures", "NMD,RNOD"
    )
    assert tuple(frame.columns) == ("data set", *RATERS)
    read = read_runs(folder / "judges.json", read_gold(folder / "people.json"))
    expected = what_raters_allow(read.collections["people"], ["NMD", "RNOD"])
    pd.testing.assert_frame_equal(
        frame.drop(columns="data set").set_index("measure"), expected.to_frame()
    )
    assert (frame["best"] == expected.means.min(axis=1)).all()


def test_who_says_the_same_of_every_item_is_told(folder, capsys):
    rows = [f"{item},{item % 3 + 1},3,{item % 4 // 2 + 1}" for item in range(40)]
    (folder / "same.csv").write_text("\n".join(["id,human,judge1,judge2", *rows]) + "\n")
    frame, said = printed(capsys, "agreement", "same.csv", "--by", "QWK,rho,AC2")
    assert "judge1 gives every item the class 3: κ is then 0 and rank corr" in said
    assert "judge2 gives" not in said
    assert frame.loc[frame["judge"] == "judge1", "value"].isna().tolist() == [False, True, False]
    _, said = printed(capsys, "agreement", "same.csv", "--judges", "human,judge2")
    assert said.count("people give every item the class 3") == 1
    assert "no person does" not in said
    assert main(["agreement", "same.csv", "--out", "page.html"]) == 0
    assert "judge1 gives every item the class 3" in (folder / "page.html").read_text()


def test_ratings_off_the_scale_are_told_of_the_judge_that_gives_them(folder, capsys):
    rows = [f"{item},{item % 5 + 1},{7 * (item == 3) or item % 5 + 1},3" for item in range(40)]
    (folder / "off.csv").write_text("\n".join(["id,human,judge1,judge2", *rows]) + "\n")
    words = "judge1 gives 7, and no person does. If that is off the scale"
    _, said = printed(capsys, "agreement", "off.csv")
    assert said.count("no person does") == 1
    assert f"Note: off: {words}" in said
    assert words in printed(capsys, "estimate", "off.csv", "--judge", "judge1")[1]
    frame, said = printed(capsys, "agreement", "off.csv", "--leave-out", "7")
    assert "no person does" not in said
    assert {*frame.loc[frame["judge"] == "judge1", "items"]} == {39}
    assert main(["agreement", "off.csv", "--classes", "1,2,3,4,5"]) == 1
    assert "not 1, 2, 3, 4, 5. Give all of them" in (said := capsys.readouterr().err)
    assert "or leave out what is no class (--leave-out)" in said


def test_faults_are_counted(folder, capsys):
    (folder / "bad.csv").write_text("item,rater,rating\nq1,x,9\nq2,x,no\n")
    assert main(["agreement", "people.json", "bad.csv", "--show=people", "--measures", "NMD"]) == 1
    assert capsys.readouterr().err.endswith(" And 1 more fault.\n")


def test_options_of_raters_change_what_they_say(capsys, folder):  # noqa: ARG001
    line = ["agreement", "people.json", "judges.json", "--show=people", "--measures", "NMD"]
    plain, _ = printed(capsys, *line)
    assert printed(capsys, *line, "--seed", "1")[0]["half"][0] != plain["half"][0]
    fewer, _ = printed(capsys, *line, "--without", "j1", "--without", "Panel")
    assert fewer["best"][0] > plain["best"][0]
    wider, _ = printed(capsys, *line, *(f"--classes={k}" for k in range(8)))
    assert wider["uniform"][0] != plain["uniform"][0]
    assert printed(capsys, *line[:2], *line[3:])[0]["best"].isna().all()


def test_judges_prints_who_passes(folder, capsys):
    line = ["judges", "people.json", "judges.json", "--measures", "NMD,RMSE", "--epsilon", ".3"]
    frame, _ = printed(capsys, *line)
    assert list(frame.columns) == JUDGES
    assert frame["judge"].tolist() == ["j1", "j1", "j2", "j2"]
    gold = read_gold(folder / "people.json")["people"]
    judges = json.loads((folder / "judges.json").read_text())
    codes = {n: np.array([given[i] - 1 for i in gold.ids]) for n, given in judges.items()}
    found = stand_in(gold.ratings, codes, 5, ("NMD", "RMSE"))
    np.testing.assert_allclose(frame["winning rate"], found.winning_rate(0.3).T.ravel())
    np.testing.assert_allclose(frame["advantage"], found.advantage.T.ravel())
    stricter, _ = printed(capsys, *line[:-1], "0")
    assert (stricter["winning rate"] <= frame["winning rate"]).all()
    assert not stricter.equals(frame)


def test_judges_in_one_table_are_told_by_name(folder, capsys):  # noqa: ARG001
    apart, _ = printed(capsys, "judges", "people.json", "judges.json")
    together, _ = printed(capsys, "judges", "all.csv", "--judges", "j1,j2")
    pd.testing.assert_frame_equal(apart, together)
    line = ["agreement", "all.csv", "--show=people", "--measures", "NMD"]
    nobody, _ = printed(capsys, *line)
    three, _ = printed(capsys, *line, "--judges", "j1,j2")
    assert nobody["pooled"][0] != three["pooled"][0]
    assert nobody["best"].isna().all()


@pytest.mark.parametrize(("three", "is_told"), [(19, True), (20, False)])
def test_it_is_told_where_most_ratings_have_one_other_beside_them(folder, capsys, three, is_told):
    """Two of each of 30 items, and three of each of some: of 20, these are as many ratings."""
    rows = [f"{n},{n % 5},{n % 5},{n % 5 if n < three else ''},{n % 3}" for n in range(30 + three)]
    (folder / "two.csv").write_text("\n".join(["item,ann,bob,cy,judge", *rows]) + "\n")
    _, said = printed(capsys, "judges", "two.csv", "--judges", "judge")
    told = "Note: most ratings have one other beside them: “the rest” is then one rating"
    assert (told in said) == is_told


@pytest.mark.parametrize("items", [10, 40])
def test_one_person_is_told_why_nobody_can_be_tested(folder, capsys, items):
    rows = [f"q{row},{row % 3 + 1},{row % 2 + 1}" for row in range(items)]
    (folder / "one.csv").write_text("\n".join(["item,human,judge", *rows]))
    frame, said = printed(capsys, "judges", "one.csv", "--judges", "judge")
    assert frame["winning rate"].isna().all()
    assert "Note: Nobody can be tested: no item was rated by two people" in said


def test_a_judge_that_is_known_by_its_name_can_be_left_out(folder, capsys):
    text = (folder / "all.csv").read_text()
    (folder / "named.csv").write_text(text.replace("j1", "gpt-4o").replace("j2", "claude"))
    for command in ("agreement", "judges"):
        every, said = printed(capsys, command, "named.csv")
        assert "taken for judges by their names: gpt-4o, claude" in said
        fewer, _ = printed(capsys, command, "named.csv", "--without", "claude")
        assert "claude" in set(every["judge"])
        assert "claude" not in set(fewer["judge"])


def judge(path, name):
    """What one judge of a file says of all its items."""
    return next(iter(read_judges(path)[0].values()))[name]


def test_estimate_prints_what_people_would_say(folder, capsys):
    frame, said = printed(capsys, "estimate", "people.json", "judges.json", "--judge", "j1")
    people = read_gold(folder / "people.json")["people"]
    found = estimated(people, judge(folder / "judges.json", "j1"))
    pd.testing.assert_frame_equal(
        frame.drop(columns="data set"), found.to_frame().astype({"class": int})
    )
    assert without_order(said).startswith("Note: people: people rated every item of j1, so that")
    without, _ = printed(
        capsys, "estimate", "people.json", "judges.json", "--judge", "j1", "--judges", "ann"
    )
    assert without["share"][:5].tolist() == pytest.approx(
        judges_apart(people, ["ann"]).gold.mean(axis=0)
    )
    # One table with people and judges has the same; a judge that is named by its name too.
    line = ["estimate", "all.csv", "--judges", "j1,j2", "--judge", "j1"]
    together, _ = printed(capsys, *line)
    columns = ["share", "low", "high"]
    assert (together[columns] == frame[columns]).all(axis=None)
    text = (folder / "all.csv").read_text()
    (folder / "named.csv").write_text(text.replace("j1", "gpt-4o").replace("j2", "claude"))
    guessed, _ = printed(capsys, "estimate", "named.csv", "--judge", "gpt-4o")
    assert (guessed[columns] == frame[columns]).all(axis=None)


def test_estimate_shares_a_judge_s_ratings_between_two_classes(folder, capsys):
    judges = json.loads((folder / "judges.json").read_text())
    items = [*judges["j1"]]
    judges["j1"] |= dict.fromkeys(items[:12], 3.25)
    judges["j1"].pop(items[-1])
    (folder / "between.json").write_text(json.dumps(judges))
    line = ["estimate", "people.json", "between.json", "--judge", "j1"]
    frame, said = printed(capsys, *line, "--decimals", "share")
    assert "between.json: 12 ratings between two classes are shared between them" in said
    assert frame["items"].iloc[0] == len(items) - 1
    people = read_gold(folder / "people.json")["people"]
    given = np.zeros((len(items) - 1, 5))
    for row, each in enumerate(items[:-1]):
        value = judges["j1"][each]
        given[row, int(value) - 1] = 1 - value % 1
        given[row, int(value) % 5] += value % 1
    by_hand = Collection("j1", people.classes, tuple(items[:-1]), given)
    found = estimated(people, by_hand).to_frame().astype({"class": int})
    assert frame["share"].tolist() == pytest.approx(found["share"].tolist())
    rounded, _ = printed(capsys, *line, "--decimals", "round")
    assert rounded["share"].tolist() != frame["share"].tolist()
    # The panel of all, and a judge that is alone in its file.
    panel, _ = printed(capsys, *line[:-1], "Panel", "--decimals", "share")
    assert panel["items"].iloc[0] == len(items)
    (folder / "between.json").write_text(json.dumps({"j1": judges["j1"]}))
    alone, _ = printed(capsys, *line[:-2], "--decimals", "share")
    assert alone.drop(columns="data set").equals(frame.drop(columns="data set"))


def test_estimate_takes_items_that_only_the_judge_rated(folder, capsys):
    lines = (folder / "all.csv").read_text().splitlines()
    few = [each for each in lines if ",j" in each or not each.startswith(("d1-", "d5-"))]
    (folder / "few.csv").write_text("\n".join(few) + "\n")
    judges = ["--judges", "j1,j2", "--judge", "j1"]
    frame, said = printed(capsys, "estimate", "few.csv", *judges)
    assert frame[["items", "labelled"]].iloc[0].tolist() == [40, 32]
    assert without_order(said) == ""
    groups, said = printed(capsys, "estimate", "few.csv", *judges, "--by", "-")
    assert groups["group"].nunique() == 11
    assert "d0, d1, d2" in said
    assert "people rated fewer than 30 items, so the labels of all groups stand in" in said


def sheet(items=60, labelled=40, repeats=True):
    """Rows of id, system, a person's rating and a judge's; perhaps with ids that repeat."""
    generator = np.random.default_rng(2)
    rows = []
    for item in range(items):
        for system in "ab":
            rating = int(generator.integers(1, 6))
            said = int(np.clip(rating + generator.integers(-1, 2), 1, 5))
            name = f"q{item}" if repeats else f"q{item}{system}"
            rows.append((name, system, rating if item < labelled else "", said))
    return rows


def written(path, header, rows):
    """A table of these rows."""
    path.write_text("\n".join(",".join(map(str, each)) for each in (header, *rows)) + "\n")
    return str(path)


@pytest.mark.parametrize("system", ["system", "model", "arm"])
def test_estimate_by_a_column_of_the_sheet(folder, capsys, system):
    """As people have it: the same ids for each system, which may even be a number."""
    plain = [(f"{s}-{name}", rating, said) for name, s, rating, said in sheet()]
    expected, _ = printed(
        capsys, "estimate", written(folder / "x.csv", ("id", "human", "gpt-4o"), plain), "--by", "-"
    )
    path = written(folder / "x.csv", ("id", system, "human", "gpt-4o"), sheet())
    found, said = printed(capsys, "estimate", path, "--by", system)
    assert found.equals(expected)
    assert {*found["group"]} == {"all items", "a", "b"}
    assert "taken for judges by their names: gpt-4o" in said
    numbers = [(name, "ab".index(s), *rest) for name, s, *rest in sheet()]
    path = written(folder / "x.csv", ("id", system, "human", "gpt-4o"), numbers)
    found, _ = printed(capsys, "estimate", path, "--by", system)
    assert found["share"].equals(expected["share"])
    assert {*found["group"]} == {"all items", "0", "1"}


def test_estimate_by_a_column_of_two_files(folder, capsys):
    rows = sheet()
    whole = written(folder / "x.csv", ("id", "system", "human", "gpt-4o"), rows)
    expected, _ = printed(capsys, "estimate", whole, "--by", "system")
    judges = written(folder / "judge.csv", ("id", "system", "gpt-4o"),
                     [(name, s, said) for name, s, _, said in rows])  # fmt: skip
    rated = [(name, s, r) for name, s, r, _ in rows if r]
    long = [(name, s, "ann", r) for name, s, r in rated]
    for people in (
        written(folder / "wide.csv", ("id", "system", "human"), rated),
        written(folder / "long.csv", ("id", "model", "annotator", "rating"), long),
    ):
        found, said = printed(capsys, "estimate", people, judges, "--by", "system")
        assert found.drop(columns="data set").equals(expected.drop(columns="data set"))
        assert without_order(said) == ""
    assert main(["estimate", whole, "--by", "arm"]) == 1
    assert "no column called so; columns of groups are system" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["agreement", "judges", "estimate"])
def test_criteria_that_one_file_lacks_are_named(folder, capsys, command):
    rows = [(f"q{n}", "ann", n % 5 + 1, n % 4 + 1) for n in range(60)]
    files = [
        written(folder / "people.csv", ("item", "annotator", "fluency", "coherence"), rows),
        written(folder / "judge.csv", ("item", "judge", "fluency", "relevance"), rows),
    ]
    assert main([command, *files]) == 1
    said = capsys.readouterr().err
    assert "coherence" in said
    assert "Call the criteria in both files alike, or give one criterion a file" in said


def test_one_column_of_ratings_is_somebody_s(folder, capsys):
    """Files of id,rating, whatever they are called, or of id,label."""
    rows = sheet(repeats=False)
    whole = written(folder / "x.csv", ("id", "human", "gpt-4o"), [(r[0], *r[2:]) for r in rows])
    shares, _ = printed(capsys, "estimate", whole)
    agree, _ = printed(capsys, "agreement", whole)
    people = [(name, rating) for name, _, rating, _ in rows if rating]
    judge = [(name, said) for name, _, _, said in rows]
    for names, head in (
        (("people", "judge"), "rating"), (("first", "second"), "rating"), (("x1", "x2"), "label"),
        (("human", "scores"), "score"),
    ):  # fmt: skip
        files = [written(folder / f"{name}.csv", ("id", head), rows)
                 for name, rows in zip(names, (people, judge), strict=True)]  # fmt: skip
        found, _ = printed(capsys, "estimate", *files)
        assert found.drop(columns="data set").equals(shares.drop(columns="data set"))
        found, _ = printed(capsys, "agreement", *files)
        assert {*found["judge"]} == {names[1]}
        columns = ["coefficient", "value", "low", "high", "items"]
        assert found[columns].equals(agree[columns])


def test_estimate_tells_a_person_the_class_and_how_many_more_labels(folder):
    people = read_gold(folder / "people.json")["people"]
    found = estimated(people, judge(folder / "judges.json", "j1"))
    share = found.estimates[0, 0].max()
    told = headlines.estimate(found)
    assert told.startswith(
        "If the items that people rated were drawn at random, people would give "
        f"{100 * share:.0f} % of 40 items the class "
    )
    assert told.endswith(" %).")
    more = replace(found, more=np.full(2, 9.0), items=np.array([60]))
    assert headlines.estimate(more).endswith("9 more labels would halve the intervals.")
    # By the estimator whose intervals are the narrowest.
    for e, who in enumerate(("labels alone", "post-stratified")):
        narrow = replace(found, low=found.low.copy(), high=found.high.copy())
        narrow.low[e] = narrow.high[e] = found.estimates[e]
        assert f", by {who} (" in headlines.estimate(narrow)


def test_clusters_and_q_change_the_test(folder, capsys):  # noqa: ARG001
    line = ["judges", "people.json", "judges.json", "--epsilon", ".25"]
    tables = [printed(capsys, *line, *more)[0] for more in ((), ("--clusters", "-"), ("--q", ".2"))]
    assert not tables[0].equals(tables[1]) or not tables[0].equals(tables[2])
    assert (tables[2]["winning rate"] >= tables[0]["winning rate"]).all()


@pytest.mark.parametrize(
    ("separator", "words"), [("nowhere", "a cluster for each"), ("d", "one cluster")]
)
@pytest.mark.parametrize("command", ["judges", "agreement"])
def test_clusters_that_are_none_are_refused(folder, capsys, command, separator, words):  # noqa: ARG001
    assert main([command, "people.json", "judges.json", "--clusters", separator]) == 1
    assert f"40 instances make {words}; a test of clusters needs" in capsys.readouterr().err


def test_values_that_are_no_class_are_left_out_when_said(folder, capsys):  # noqa: ARG001
    line = ["agreement", "refused.csv", "--show=people", "--measures", "NMD"]
    assert main(line) == 1
    assert "'refused' (1 rating)" in capsys.readouterr().err
    found, _ = printed(capsys, *line, "--leave-out", "refused,99")
    assert found.equals(printed(capsys, line[0], "all.csv", *line[2:])[0].assign(
        **{"data set": "refused"}
    ))  # fmt: skip


@pytest.mark.parametrize("command", ["agreement", "estimate"])
def test_sheets_with_other_criteria_are_refused(folder, capsys, command):
    for name, criteria in (("p", ("fluency", "depth")), ("j", ("tone", "style"))):
        rows = [f"q{row},{name},{each},{row % 5 + 1}" for row in range(40) for each in criteria]
        (folder / f"{name}.csv").write_text("\n".join(["id,rater,criterion,rating", *rows]) + "\n")
    assert main([command, "p.csv", "j.csv"]) == 1
    said = capsys.readouterr().err
    assert "j.csv: its criteria are tone, style, and " in said
    assert "fluency, depth" in said
    assert "Call the criteria in both files alike" in said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("judges people.json", "there is no judge. Name a file of judges, or who of ann, bob, cy"),
        ("judges all.csv --judges dan", "there is no rater 'dan'; there are ann, bob, cy, j1, j2"),
        ("judges all.csv --judges ann,bob,cy,j1,j2", "without the judges nobody rated anything"),
        ("judges people.json judges.json --measures EMD", "unknown measure 'EMD'"),
        (
            "estimate people.json",
            "there is no judge. Name a file of judges, or who of ann, bob, cy",
        ),
        ("estimate people.json judges.json", "there are several judges: j1, j2. Name one by --jud"),
        ("estimate people.json judges.json --judge x", "there is no judge 'x'; there are j1, j2"),
        ("estimate people.json judges.json --judge j1 --by +", "there is no '+' in the id"),
        ("judges people.json people.json", "ann is the name of a rater and of a judge"),
        ("judges votes.csv judges.json", "who gave which rating is unknown"),
        ("agreement shares.csv --show=people", "the gold has shares, not votes"),
        (
            "agreement people.json --show=people --classes=1 --classes=2",
            "the classes are 1, 2, 3, 4, 5, not 1, 2",
        ),
    ],
)
def test_bad_input_gets_a_sentence(folder, capsys, line, said):
    items = json.loads((folder / "people.json").read_text())["ann"]
    rows = [f"{item},1,0,1,0,1" for item in items]
    (folder / "votes.csv").write_text("\n".join(["id,1,2,3,4,5", *rows]) + "\n")
    (folder / "shares.csv").write_text("id,a,b\nx,.5,.5\ny,.2,.8\n")
    assert main(line.split()) == 1
    assert said in capsys.readouterr().err


def test_raters_with_few_items_are_named(folder, capsys):
    people = json.loads((folder / "people.json").read_text())
    people["dan"] = dict(list(people["ann"].items())[:5])
    (folder / "people.json").write_text(json.dumps(people))
    _, err = printed(capsys, "judges", "people.json", "judges.json")
    assert "raters with fewer than 30 items are not tested: dan" in err


def test_a_judge_is_tested_on_the_items_that_it_and_people_rated(folder, capsys):
    judges = json.loads((folder / "judges.json").read_text())
    whole, _ = printed(capsys, "judges", "people.json", "judges.json")
    judges["j2"].pop("d0-i3")
    judges["j1"]["elsewhere"] = 3
    (folder / "judges.json").write_text(json.dumps(judges))
    found, err = printed(capsys, "judges", "people.json", "judges.json")
    assert without_order(err).splitlines() == [
        "Note: judges.json: 1 item is not in the gold file and left out: elsewhere.",
        "Note: j2 has not rated 1 item of 40 and is tested on the others.",
    ]
    is_first = found["judge"] == "j1"
    pd.testing.assert_frame_equal(found[is_first], whole[is_first])
    assert not found.equals(whole)
    # As a run it needs every item.
    assert main(["agreement", "people.json", "judges.json", "--show=people"]) == 1
    assert "judge j2: 1 of 40 instances is missing: d0-i3" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "line",
    ["agreement people.json --show=people", "agreement people.json judges.json",
     "judges people.json judges.json", "estimate people.json judges.json --judge=j1"],
)  # fmt: skip
def test_the_order_of_classes_is_told_once_also_to_a_pipe(capsys, line):
    for more, where in (([], "numbers"), (["--classes=5,4,3,2,1"], "given")):
        _, err = printed(capsys, *line.split(), *more)
        order = " < ".join("54321" if more else "12345")
        assert orders_in(err) == [f"Note: classes {order} ({where}).\n"]


@pytest.mark.usefixtures("folder")
def test_whoever_watches_reads_the_answers_of_the_pages(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    gold = read_gold("people.json")
    people, judged = gold["people"], read_runs("judges.json", gold).collections["people"]
    _, err = printed(
        capsys, "judges", "people.json", "judges.json", "--measures", "NMD", "--epsilon", ".3"
    )
    found = runs_stand_in(judged, ["NMD"])
    assert headlines.stand_in(found, 0.3, FALSE_DISCOVERIES) in err.splitlines()
    _, err = printed(capsys, "agreement", "people.json", "--show=people", "--measures=NMD")
    allowed = what_raters_allow(people, ["NMD"])
    assert f"people: {headlines.raters(allowed)}" in err.splitlines()


@pytest.mark.usefixtures("folder")
def test_agreement_shows_classes_where_asked(capsys):
    line = ["agreement", "people.json", "judges.json"]
    gold = read_gold("people.json")
    both = read_runs("judges.json", gold).collections["people"]
    frame, _ = printed(capsys, *line, "--show", "classes")
    expected = judged(both).by_class().astype({"people say": int})
    pd.testing.assert_frame_equal(frame.drop(columns="data set"), expected)


@pytest.mark.usefixtures("folder")
def test_agreement_is_a_page_to_send(capsys, tmp_path):
    line = ["agreement", "all.csv", "--judges", "j1,j2", "--by", "QWK,bias"]
    plan = Plan(judges=("j1", "j2"))
    (people,) = read_gold(with_plan(tmp_path / "all.csv", plan)).values()
    told = headlines.judges(judged(judges_apart(people, ["j1", "j2"]), ["QWK", "bias"]))
    assert main([*line, "--out", "page.html"]) == 0
    page = (tmp_path / "page.html").read_text()
    assert told in html.unescape(page)
    assert "Classes, lowest first:" in page
    assert "<svg" in page
    assert "ranks with intervals" in page
    assert "what j1 says where people say each class" in page
    assert "what j2 says where people say each class" in page
    # It makes no request and runs nothing.
    assert "default-src 'none'" in page
    assert not re.search(r'<script|src=|href="(?!#)', page)
    assert main([*line, "--out", "page.html"]) == 1
    assert "page.html" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_judges_make_the_same_page_with_who_may_stand_in(tmp_path):
    line = ["judges", "people.json", "judges.json", "--measures", "NMD", "--epsilon", ".4"]
    assert main([*line, "--clusters", "-", "--out", "page.html"]) == 0
    page = html.unescape((tmp_path / "page.html").read_text())
    both = read_runs("judges.json", read_gold("people.json")).collections["people"]
    tested = runs_stand_in(both, ["NMD"], "-")
    assert headlines.stand_in(tested, 0.4, FALSE_DISCOVERIES) in page
    assert headlines.stand_in(tested, 0, FALSE_DISCOVERIES) not in page
    for epsilon, is_there in ((0.4, True), (EPSILON, False)):
        table = layouts.ranked_judges("people", ranked_judges(both, judged(both), tested, epsilon))
        assert (html.unescape(table.html) in page) is is_there
    scores = scores_of_judges(both, separator="-").defined()
    assert html.unescape(layouts.rank_intervals("people", scores, rank_runs(scores)).html) in page
    assert main(["agreement", "people.json", "judges.json", "--out", "other.html"]) == 0
    usual = headlines.stand_in(runs_stand_in(both), EPSILON, FALSE_DISCOVERIES)
    assert usual in html.unescape((tmp_path / "other.html").read_text())


def test_a_page_of_few_items_says_what_is_not_defined(folder):
    (folder / "few.csv").write_text("id,human,gpt-4o,claude\n1,1,1,2\n2,2,2,1\n3,3,4,4\n")
    assert main(["judges", "few.csv", "--out", "page.html"]) == 0
    page = html.unescape((folder / "page.html").read_text())
    assert "Intervals of ranks are not defined, because there are fewer than 10 instances" in page


def test_judges_without_an_item_in_common_have_no_ranks(folder, capsys):
    rows = ["1,1,", "2,2,", "3,,4", "4,,1", "2,2,", "1,,1"]
    lines = [f"{item},{row}" for item, row in enumerate(rows)]
    (folder / "apart.csv").write_text("\n".join(["id,human,gpt-4o,claude", *lines]) + "\n")
    for command in ("judges", "agreement"):
        assert main([command, "apart.csv", "--out", f"{command}.html"]) == 0
        page = html.unescape((folder / f"{command}.html").read_text())
        assert "no item was rated by all of them" in page
        assert "ranks with intervals" not in page
    capsys.readouterr()
    assert main(["agreement", "apart.csv", "--show", "ranks"]) == 1
    assert "no item was rated by all of them" in capsys.readouterr().err


def test_agreement_shows_the_ranks_of_judges(folder, capsys):
    rows = (folder / "all.csv").read_text().splitlines()
    gone = [row for row in rows if not row.startswith(("d0-i0,j1", "d9-i39,j2"))]
    (folder / "gaps.csv").write_text("\n".join(gone) + "\n")
    line = ["agreement", "gaps.csv", "--judges", "j1,j2", "--show", "ranks"]
    (people,) = read_gold("gaps.csv").values()
    for more, separator, count in (([], "", 38), (["--clusters", "-"], "-", 8)):
        frame, _ = printed(capsys, *line, *more)
        scores = scores_of_judges(judges_apart(people, ["j1", "j2"]), separator=separator).defined()
        assert len(scores.ids) == count
        expected = layouts.rank_intervals("gaps", scores, rank_runs(scores))
        pd.testing.assert_frame_equal(
            frame.drop(columns="data set"), expected.numbers, check_dtype=False
        )


def test_judges_tell_of_each_criterion(folder, capsys):
    rows = [line.split(",") for line in (folder / "all.csv").read_text().splitlines()[1:]]
    lines = [",".join([*row, name]) for row in rows for name in ("depth", "tone")]
    (folder / "two.csv").write_text("\n".join(["item,rater,rating,criterion", *lines]) + "\n")
    frame, _ = printed(capsys, "judges", "two.csv", "--judges", "j1,j2", "--measures", "NMD")
    alone, _ = printed(capsys, "judges", "all.csv", "--judges", "j1,j2", "--measures", "NMD")
    assert frame["data set"].tolist() == ["two depth"] * 2 + ["two tone"] * 2
    for _, each in frame.groupby("data set"):
        expected = each.drop(columns="data set").reset_index(drop=True)
        pd.testing.assert_frame_equal(expected, alone)


@pytest.mark.parametrize(
    ("command", "reason"),
    [(name, "on the items that both rated") for name in ("judges", "agreement", "estimate")],
)
def test_what_instances_get_that_are_missing_is_refused_with_the_reason(capsys, command, reason):
    with pytest.raises(SystemExit) as stopped:
        main([command, "people.csv", "--missing=uniform"])
    assert stopped.value.code == 2
    assert reason in capsys.readouterr().err
