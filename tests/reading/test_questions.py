"""Answers to questions, by option: what is one scale, what is a collection, and what is refused."""

from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from oq_core import DataError, read_campaign
from oq_core.command import main
from oq_core.reading import (
    Plan,
    read_collections,
    read_gold,
    read_gold_and_nuggets,
    read_runs,
    template,
    with_plan,
)
from tests.reading.made import Upload

NAMES = st.sampled_from(["no", "unsure", "yes", "Agree", "Disagree", "3", "10", "-1", "ß", "a | b"])


def rows_of(answers, value="count", is_grouped=True):
    """A table of counts or shares by group, question and option."""
    header = ["question", "option", value] + ["group"] * is_grouped
    lines = [
        [question, option, f"{number!r}", *([group] * is_grouped)]
        for (group, question), options in answers.items()
        for option, number in options.items()
    ]
    return "\n".join(",".join(row) for row in [header, *lines]) + "\n"


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


@st.composite
def surveys(draw):
    """Counts by group and question: each question's options in one order for all groups."""
    questions = draw(st.lists(st.sampled_from("PQR"), min_size=1, max_size=3, unique=True))
    options = draw(st.lists(NAMES, min_size=2, max_size=4, unique=True))
    if draw(st.booleans()):
        lists = dict.fromkeys(questions, options)
    else:
        lists = {q: draw(st.lists(NAMES, min_size=2, max_size=4, unique=True)) for q in questions}
    groups = draw(st.lists(st.sampled_from(["", "old", "young", "x y"]), min_size=1, unique=True))
    groups = groups if len(groups) > 1 else [""]
    answers = {}
    for group, question in product([g for g in groups if g] or [""], questions):
        counts = draw(
            st.lists(
                st.integers(0, 99), min_size=len(lists[question]), max_size=len(lists[question])
            ).filter(any)
        )
        answers[group, question] = dict(zip(lists[question], counts, strict=True))
    return answers


def expected(answers):
    """By scale: classes, where their order is from, and votes by question, by plain loops."""
    orders = {}
    for (_, question), options in answers.items():
        names, numbers = [*options], [number(name) for name in options]
        is_numbers = None not in numbers and len(set(numbers)) == len(numbers)
        orders[question] = (
            tuple(sorted(names, key=number) if is_numbers else names),
            "numbers" if is_numbers else "the file",
        )
    is_one = len(set(orders.values())) == 1
    scales = {}
    for (group, question), options in answers.items():
        name = " | ".join(part for part in (group, "" if is_one else question) if part) or "gold"
        classes, order = orders[question]
        scales.setdefault(name, (classes, order, {}))[2][question] = [options[c] for c in classes]
    return scales


@settings(deadline=None, max_examples=60)
@given(surveys())
def test_counts_are_votes_by_group_and_scale(answers):
    is_grouped = any(group for group, _ in answers)
    found = read_gold(Upload("gold.csv", rows_of(answers, is_grouped=is_grouped)))
    right = expected(answers)
    assert list(found) == list(right)
    for scale, (classes, order, votes) in right.items():
        gold = found[scale]
        assert (gold.classes, gold.order, gold.ids) == (classes, order, tuple(votes))
        assert gold.votes.tolist() == [*votes.values()]
        counts = np.array([*votes.values()], dtype=float)
        np.testing.assert_allclose(gold.gold, counts / counts.sum(axis=1, keepdims=True))


@settings(deadline=None, max_examples=60)
@given(surveys(), st.sampled_from([1, 100]), st.randoms(use_true_random=False))
def test_a_run_is_matched_by_names_whatever_the_order_of_its_rows(answers, whole, random):
    assume(all(any(options.values()) for options in answers.values()))
    is_grouped = any(group for group, _ in answers)
    gold = read_gold(Upload("gold.csv", rows_of(answers, is_grouped=is_grouped)))
    shares = {
        key: {name: whole * n / sum(options.values()) for name, n in options.items()}
        for key, options in answers.items()
    }
    header, *lines = rows_of(shares, "share", is_grouped).splitlines()
    random.shuffle(lines)
    found = read_runs(Upload("run.csv", "\n".join([header, *lines])), gold)
    assert (found.added, found.problems) == (("run",), ())
    assert any("were read as percentages" in note for note in found.notes) == (whole == 100)
    for scale, collection in found.collections.items():
        np.testing.assert_allclose(collection.runs["run"], gold[scale].gold, atol=1e-12)


def test_groups_are_collections_that_are_scored_each():
    campaign = read_campaign(
        template("questions_gold.csv"), template("questions_run.csv"), measures=["NMD"]
    )
    # Of old, Fewer cars?: |.7 - .6| + |.8 - .8| over 2; More buses?: |.4 - .3| + |.6 - .6| over 2.
    found = {name: scores.values.ravel() for name, scores in campaign.scores.items()}
    np.testing.assert_allclose(found["questions_gold old"], [0.05, 0.05])
    np.testing.assert_allclose(found["questions_gold young"], [0.02, 0])


def test_questions_with_other_options_are_scales_of_their_own():
    text = "question,option,count\nq,no,1\nq,yes,3\nr,yes,2\nr,no,2\ns,3,1\ns,1,4\n"
    read = read_gold_and_nuggets(Upload("g.csv", text))
    assert {name: each.order_words for name, each in read.collections.items()} == {
        "q": "no < yes (the file)",
        "r": "yes < no (the file)",
        "s": "1 < 3 (numbers)",
    }
    assert read.collections["s"].votes.tolist() == [[4, 1]]
    assert read.notes == ("g.csv: options differ, so that each question is a scale of its own.",)


def test_the_order_is_told_and_another_may_be_said(tmp_path, capsys):
    (tmp_path / "g.csv").write_text("question,option,count\nq,agree,1\nq,disagree,3\nq,so,1\n")
    assert main(["check", str(tmp_path / "g.csv")]) == 0
    assert "classes agree < disagree < so (the file)" in capsys.readouterr().out
    said = with_plan(tmp_path / "g.csv", Plan(classes=("disagree", "so", "agree")))
    assert read_gold(said)["g"].votes.tolist() == [[3, 1, 1]]


def test_whole_shares_that_sum_to_100_are_no_votes():
    text = "question,option,share\nq,no,25\nq,yes,75\nr,no,100\nr,yes,0\n"
    read = read_gold_and_nuggets(Upload("g.csv", text))
    assert read.notes == ("g.csv: shares sum to 100 and were read as percentages.",)
    assert read.collections["g"].votes is None
    assert read.collections["g"].gold.tolist() == [[0.25, 0.75], [1, 0]]


def test_one_person_a_question_is_a_vote_and_text_is_not_read():
    text = "Question,comment,Option,Count\nq,x,no,1\nq,y,yes,0\n"
    read = read_gold_and_nuggets(Upload("g.csv", text))
    assert read.collections["g"].votes.tolist() == [[1, 0]]
    assert read.notes == ("g.csv: not read: the columns comment.",)


GOLD = "question,group,option,count\nq,a,no,1\nq,a,yes,2\nq,b,no,1\nq,b,yes,2\n"
FAULTS = {
    "an option of one group alone": (
        GOLD.replace("q,b,yes,2\n", ""),
        r"g.csv, line 4: b \| q has no option yes, which another group has\. Add it, with 0",
    ),
    "an option twice": (
        GOLD.replace("q,a,yes", "q,a,no"),
        r"g.csv, line 3: a \| q has the option no already\. Keep one",
    ),
    "a count that is none": (
        GOLD.replace("q,a,no,1", "q,a,no,x"),
        r"g.csv, line 2, class no: 'x' is not a number",
    ),
    "a negative count": (
        GOLD.replace("q,a,no,1", "q,a,no,-1"),
        r"g.csv, line 2: the value -1 for class no is negative",
    ),
    "a broken count": (
        GOLD.replace("q,a,no,1", "q,a,no,0.5"),
        r"g.csv, line 2: 0.5 is no count\. Give whole counts, or a column share",
    ),
    "nobody": (
        GOLD.replace("q,a,no,1\nq,a,yes,2", "q,a,no,0\nq,a,yes,0"),
        r"g.csv, line 2: there are no votes",
    ),
    "shares of another sum": (
        GOLD.replace("count", "share"),
        r"g.csv, line 2: the shares of a \| q sum to 3 instead of 1",
    ),
    "percentages of some questions alone": (
        "question,option,share\nq,no,25\nq,yes,75\nr,no,.5\nr,yes,.5\n",
        r"g.csv, line 2: the shares of q sum to 100 instead of 1",
    ),
    "both": (
        "question,option,count,share\nq,no,1,.5\nq,yes,1,.5\n",
        r"g.csv: there are counts and shares\. Leave one",
    ),
    "one option": ("question,option,count\nq,no,1\n", r"g.csv: q has one option\. Give two"),
    "no group": (GOLD.replace("q,a,no", "q,,no"), r"g.csv, line 2: the group is empty\. Fill it"),
    "two scales of one name": (
        "question,group,option,count\nb | q,a,x,1\nb | q,a,y,1\nq,a | b,x,1\nq,a | b,z,1\n",
        r"g.csv: two scales are called a \| b \| q\. Rename",
    ),
    "too many scales": (
        "question,option,count\n" + "".join(f"q{n},a,1\nq{n},b{n},1\n" for n in range(31)),
        "31 scales; at most 30",
    ),
    "weights": ("question,group,option,weight\nq,a,1,.5\nr,a,2,.7\n", "or question, option and"),
}


@pytest.mark.parametrize(("text", "words"), FAULTS.values(), ids=list(FAULTS))
def test_what_is_wrong_is_told_with_its_place(text, words):
    with pytest.raises(DataError, match=words):
        read_gold(Upload("g.csv", text))


FAULTS_OF_RUNS = {
    "an option less": (
        GOLD.replace("q,b,yes,2\n", ""),
        r"r.csv, line 4: b \| q has the options no\. Give those of the gold file: no, yes",
    ),
    "another option": (GOLD.replace("q,a,yes", "q,a,Yes"), r"has the options no, Yes\. Give those"),
    "another group": (GOLD.replace(",b,", ",c,"), r"line 4: the gold file has no c \| q\. Check"),
    "no groups": ("question,option,share\nq,no,.5\nq,yes,.5\n", "the gold file has no q"),
    "another question": (GOLD.replace("q,b", "r,b"), "none of its ids is in the gold file"),
}


@pytest.mark.parametrize(("text", "words"), FAULTS_OF_RUNS.values(), ids=list(FAULTS_OF_RUNS))
def test_what_is_wrong_with_a_run_is_told(text, words):
    with pytest.raises(DataError, match=words):
        read_collections(Upload("g.csv", GOLD), Upload("r.csv", text))


def test_a_run_that_lacks_a_question_is_refused_unless_it_may():
    gold = read_gold(Upload("g.csv", GOLD.replace("q,b", "q,a").replace("q,a", "r,a", 2)))
    run = "question,group,option,share\nr,a,no,.5\nr,a,yes,.5\n"
    (problem,) = read_runs(Upload("r.csv", run), gold).problems
    assert "1 of 2 instances is missing: q" in str(problem)
    found = read_runs(Upload("r.csv", run), gold, missing="uniform").collections["a"]
    assert found.missing["r"].tolist() == [False, True]


def test_a_run_that_lacks_a_group_is_in_the_others_alone_and_this_is_told():
    gold = read_gold(Upload("g.csv", GOLD))
    found = read_runs(Upload("r.csv", "".join(GOLD.splitlines(keepends=True)[:3])), gold)
    assert {name: list(each.runs) for name, each in found.collections.items()} == {
        "a": ["r"],
        "b": [],
    }
    assert found.notes == ("r.csv: it has no answers in b.",)


def test_a_run_of_options_fits_a_table_of_classes_and_the_other_way_round():
    wide, long = "id,no,yes\nq,1,3\n", "question,option,share\nq,yes,.5\nq,no,.5\n"
    (found,) = read_collections(Upload("g.csv", wide), Upload("r.csv", long)).values()
    assert found.runs["r"].tolist() == [[0.5, 0.5]]
    (found,) = read_collections(Upload("g.csv", long), Upload("r.csv", wide)).values()
    assert found.runs["r"].tolist() == [[0.75, 0.25]]


def test_a_column_that_is_said_to_be_passed_over_is_no_group():
    text = "question,group,option,count\nq,a,no,1\nq,a,yes,2\n"
    read = read_gold_and_nuggets(with_plan(Upload("g.csv", text), Plan(parts={"group": "text"})))
    assert list(read.collections) == ["g"]
