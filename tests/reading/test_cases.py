"""Files in shapes that public tools write, each with what must come of it."""

import io
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import cohen_kappa_score

from oq_core import DataError, read_campaign
from oq_core.command import main
from oq_core.reading import Plan, read_gold, read_gold_and_nuggets, with_plan
from tests.conftest import NO_DATA


@pytest.fixture(scope="session")
def cases(real_data: Path) -> Path:
    folder = real_data.parent / "cases"
    if not folder.is_dir():
        pytest.skip(f"{NO_DATA}: there are no cases beside {real_data}")
    return folder


#: Shares of each instance, by file.
RIGHT = {
    "words_people.csv": [[0.5, 0, 0.5], [0, 1, 0], [0, 0.5, 0.5]],
    "records.json": [[0.5, 0.5, 0], [0, 0.25, 0.75]],
    "score_tokens.jsonl": [[0.2, 0.6, 0.2], [0.1, 0.1, 0.8]],
    "respondents.csv": [[0.5, 0.5, 0], [0, 0, 1]],
    "percent_signs.csv": [[0.28, 0.40, 0.32], [0.1, 0.1, 0.8]],
    "tiny_negative.csv": [[0.5, 0.5, 0], [0.2, 0.3, 0.5]],
    "list_cells.csv": [[0.6, 0.3, 0.1], [0.2, 0.2, 0.6]],
    "lewidi_2023.json": [[0.5, 0.5], [0.25, 0.75]],
    "votes.jsonl": [[0.6, 0.3, 0.1], [0, 0.2, 0.8]],
    "count_and_mean.csv": [[0.04, 0.1, 0.18, 0.4, 0.28], [0.06, 0.14, 0.2, 0.38, 0.22]],
}


@pytest.mark.parametrize("name", RIGHT)
def test_shares(cases, name):
    (gold,) = read_gold(cases / name).values()
    np.testing.assert_allclose(gold.gold, RIGHT[name], atol=1e-6)


@pytest.mark.parametrize(
    ("gold", "run", "right"),
    [
        ("words_people.csv", "words_judge.csv", [0.5, 0, 0.25]),
        ("votes.jsonl", "votes_run.jsonl", [0.1, 0.15]),
    ],
)
def test_nmd(cases, gold, run, right):
    campaign = read_campaign(cases / gold, cases / run, measures=["NMD"])
    (scores,) = campaign.scores.values()
    np.testing.assert_allclose(scores.values.ravel(), right)


def test_orders_are_told(cases):
    orders = {
        "words_people.csv": "low < medium < high (a known scale: amount)",
        "count_and_mean.csv": "Strongly disagree < Disagree < Neutral < Agree < Strongly agree "
        "(a known scale: agreement)",
        "records.json": "1 < 2 < 3 (numbers)",
    }
    for name, words in orders.items():
        (gold,) = read_gold(cases / name).values()
        assert gold.order_words == words


def test_people_and_judges(cases):
    for name, people, judges in (
        ("columns_are_raters.csv", ("human",), ("gpt-4", "claude")),
        ("judge_sheet.csv", ("human_1", "human_2", "human_3"), ("gpt-4o", "claude")),
        ("one_human.csv", ("human",), ("judge",)),
        ("columns_are_raters.csv", ("human", "gpt-4", "claude"), ()),
    ):
        (gold,) = read_gold(with_plan(cases / name, Plan(judges=judges))).values()
        assert gold.raters == (*people, *judges)[: len(gold.raters)]
        assert set(gold.raters) == {*people, *judges}
        assert gold.classes == ("1", "2", "3", "4", "5")
    notes = read_gold_and_nuggets(cases / "judge_sheet.csv").notes
    assert "judge_sheet.csv: not read: the columns prompt." in notes


def test_one_human_and_one_judge(cases, capsys):
    line = [str(cases / "one_human.csv"), "--judges", "judge", "--format", "csv"]
    assert main(["agreement", *line, "--by", "qwk,Exact,mae,BIAS"]) == 0
    table = pd.read_csv(io.StringIO(capsys.readouterr().out))
    found = dict(zip(table["coefficient"], table["value"], strict=True))
    rated = pd.read_csv(cases / "one_human.csv")
    qwk = cohen_kappa_score(rated["human"], rated["judge"], weights="quadratic")
    assert found == pytest.approx({"QWK": qwk, "exact": 0.5, "MAE": 0.5, "bias": 0.1})
    assert main(["judges", *line]) == 0
    out, err = capsys.readouterr()
    assert "Nobody can be tested: no item was rated by two people" in err
    assert pd.read_csv(io.StringIO(out))["winning rate"].isna().all()


def test_criteria(cases):
    gold = read_gold(cases / "criteria.csv")
    assert gold["fluency"].gold.tolist() == [[0.5, 0.5, 0], [0, 0, 1]]
    assert gold["relevance"].gold.tolist() == [[0, 1, 0], [0.5, 0, 0.5]]


def test_a_wider_scale(cases):
    campaign = read_campaign(
        cases / "wider_gold.csv",
        cases / "wider_run.csv",
        classes="12345",
        measures=["Accuracy", "MAE_mu"],
    )
    (scores,) = campaign.scores.values()
    assert scores.means.tolist() == [[0.75], [0.25]]


@pytest.mark.parametrize("said", ["1,2,3,4,5", "1 < 2 < 3 < 4 < 5"])
def test_a_wider_scale_in_a_shell(cases, capsys, said):
    files = [str(cases / "wider_gold.csv"), str(cases / "wider_run.csv")]
    line = ["score", *files, "--measures=Accuracy,MAE_mu", "--format=csv", "--classes", said]
    assert main(line) == 0
    assert capsys.readouterr().out.splitlines()[1].endswith("wider_run,0.75,0.25")
    assert main(["check", files[0], "--classes=a,b"]) == 1
    assert "the classes are 1, 2, 3, 4, not a, b. Give all of them" in capsys.readouterr().out


def test_refusals_name_what_to_give(cases):
    with pytest.raises(DataError, match="no column has ratings, votes or shares"):
        read_gold(cases / "text_only.csv")
    with pytest.raises(DataError, match="NMD cannot be computed .*JSD, RNSS, NVD"):
        read_campaign(cases / "nuggets_gold.json", cases / "nuggets_run.json", measures=["NMD"])
    matrix = cases / "larger_is_better.csv"
    with pytest.raises(DataError, match="--larger larger_is_better"):
        read_campaign(runs=[matrix])
    campaign = read_campaign(runs=[matrix], larger=["larger_is_better"])
    (scores,) = campaign.scores.values()
    assert scores.runs[scores.means[0].argmax()] == "C"
    assert scores.means.max().round(4) == 79.5333


@pytest.mark.parametrize(
    "name", ["nps.csv", "qualtrics_99.csv", "weighted_survey.csv", "argilla_v2.jsonl"]
)
def test_rows_of_respondents_are_refused_with_what_to_give(cases, name):
    with pytest.raises(DataError, match=f"{name}: .* or question, option and count, a row an"):
        read_gold(cases / name)


def test_lists_that_may_be_votes_or_ratings_are_asked_about(cases):
    with pytest.raises(DataError, match="whether helpfulness lists votes or ratings is not known"):
        read_gold(cases / "helpsteer2_disagreements.jsonl")


def test_texts_and_tokens_that_are_passed_over_are_told(cases):
    told = {
        "score_tokens.jsonl": "0.0010 of an instance is on other tokens",
        "count_and_mean.csv": "the column Mean, the mean of the others, is left out",
    }
    for name, words in told.items():
        assert any(words in note for note in read_gold_and_nuggets(cases / name).notes)
