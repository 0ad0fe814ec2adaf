"""Files of surveys, made up, in the shapes of public ones; every answer is worked by hand."""

import csv
import io
import json
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import DataError
from oq_core.campaign.computing.kinds import Surveyed, scales_of
from oq_core.data.survey import REFUSALS
from oq_core.reading import (
    Plan,
    look,
    read_gold,
    read_gold_and_nuggets,
    read_runs,
    recognise,
    template,
    with_plan,
)
from oq_core.reading.kinds.surveys import is_off_scale, short_name
from tests.reading.exported import LIME_COUNTS, QUALTRICS_COUNTS, SIMBENCH


def file_of(name, text):
    file = io.StringIO(text if isinstance(text, str) else json.dumps(text))
    file.name = name
    return file


def table(name, header, *rows):
    return file_of(name, "\n".join(";".join(row) for row in (header.split(), *rows)) + "\n")


def survey_of(file, scale="answers"):
    read = read_gold_and_nuggets(file)
    return scales_of(read.collections, None)[scale], read.notes


def refused(file, *runs, missing="refused"):
    """The sentences that a gold, or runs of it, are refused with."""
    if not runs:
        with pytest.raises(DataError) as caught:
            read_gold(file)
        return str(caught.value)
    read = read_runs(runs, read_gold(file), missing=missing)
    assert not read.added
    return " ".join(read.problems)


def by_cell(survey):
    """Shares by question and group, with the options."""
    return {
        cell: dict(zip(part.options[cell[0]], np.round(part.gold[row], 4).tolist(), strict=True))
        for part in survey.parts
        for row, cell in enumerate(part.cells)
    }


GOLD = table(
    "gold.csv", "question country options shares respondents",
    ("Safe?", "A", "['No', 'A bit', 'Very', 'Refused']", "[0.1, 0.4, 0.4, 0.1]", "100"),
    ("Safe?", "B", "['No', 'A bit', 'Very', 'Refused']", "[0.2, 0.3, 0.5, 0.0]", "50"),
    ("Bicycle?", "A", "['no', 'yes']", "[0.25, 0.75]", "100"),
    ("Bicycle?", "B", "['no', 'yes']", "[0.5, 0.5]", "50"),
).getvalue()  # fmt: skip


def gold():
    return file_of("gold.csv", GOLD)


def test_a_table_with_lists_has_a_part_for_each_number_of_options():
    survey, notes = survey_of(gold())
    assert [part.key for part in survey.parts] == ["answers, 2 options", "answers, 3 options"]
    assert by_cell(survey) == {
        ("Bicycle?", "A"): {"no": 0.25, "yes": 0.75},
        ("Bicycle?", "B"): {"no": 0.5, "yes": 0.5},
        # 0.1, 0.4 and 0.4 by 0.9.
        ("Safe?", "A"): {"No": 0.1111, "A bit": 0.4444, "Very": 0.4444},
        ("Safe?", "B"): {"No": 0.2, "A bit": 0.3, "Very": 0.5},
    }
    two, three = survey.parts
    assert two.votes.tolist() == [[25, 75], [25, 25]]
    # 90 of 100 have answered on the scale.
    assert three.votes.tolist() == [[10, 40, 40], [10, 15, 25]]
    # 10 % and 0 %.
    [note] = notes
    assert "Refused (5 % of answers where it is one)" in note
    off, _ = survey_of(gold(), REFUSALS)
    assert by_cell(off) == {
        ("Safe?", "A"): {"on the scale": 0.9, "off the scale": 0.1},
        ("Safe?", "B"): {"on the scale": 1.0, "off the scale": 0.0},
    }
    assert off.votes.tolist() == [[90, 10], [50, 0]]


def test_a_run_is_matched_by_question_group_and_the_words_of_options():
    run = table(
        "model.csv", "question country options shares",
        ("Bicycle?", "B", "['yes', 'no']", "[1, 0]"),
        ("Bicycle?", "A", "['no', 'yes']", "[0.5, 0.5]"),
        ("Safe?", "B", "['Very', 'A bit', 'No', 'Refused']", "[0.4, 0.2, 0.2, 0.2]"),
        ("Safe?", "A", "['No', 'A bit', 'Very', 'Refused']", "[0.3, 0.3, 0.3, 0.1]"),
    )  # fmt: skip
    read = read_runs(run, read_gold(gold()))
    assert read.problems == ()
    scales = scales_of(read.collections, None)
    scores = Surveyed(scales["answers"]).score().of("NMD")
    found = dict(zip(scores.ids, np.round(scores.values[0, :, 0], 4), strict=True))
    assert found == {
        # |0.5 - 0.25|; |0 - 0.5|.
        "Bicycle? | A": 0.25,
        "Bicycle? | B": 0.5,
        # Thirds against 1/9, 4/9, 4/9: (2/9 + 1/9) / 2.
        "Safe? | A": 0.1667,
        # 0.25, 0.25, 0.5 against 0.2, 0.3, 0.5: 0.05 / 2.
        "Safe? | B": 0.025,
    }
    refusals = Surveyed(scales[REFUSALS]).score().of("NMD")
    # |0.1 - 0.1| and |0.2 - 0|.
    assert np.round(refusals.values[0, :, 0], 4).tolist() == [0.0, 0.2]


def test_globalopinionqa_has_its_groups_in_a_cell():
    row = (
        "Influence?",
        "defaultdict(<class 'list'>, {'Ardenia': [0.2, 0.3, 0.5], 'Borland': [0.6, 0.3, 0.1]})",
        "['Too much', 'Too little', 'DK/Refused']",
        "GAS",
    )
    survey, notes = survey_of(table("global.csv", "question selections options source", row))
    assert by_cell(survey) == {
        ("Influence?", "Ardenia"): {"Too much": 0.4, "Too little": 0.6},
        ("Influence?", "Borland"): {"Too much": 0.6667, "Too little": 0.3333},
    }
    assert survey.votes is None
    assert any("DK/Refused (30 % of answers" in note for note in notes)


def test_simbench_has_shares_by_option_in_a_cell_and_the_models_beside_them():
    other = {**SIMBENCH, "group_prompt_variable_map": {"country": "Borland"}, "group_size": 7}
    whole = {**SIMBENCH, "group_prompt_variable_map": {}}
    survey, _ = survey_of(file_of("simbench.json", [SIMBENCH, other, whole]))
    asked = SIMBENCH["input_template"]
    assert [group for _, group in survey.cells] == ["Ardenia", "Borland", "everyone"]
    assert survey.ids == (f"{asked} | Ardenia", f"{asked} | Borland", asked)
    assert survey.votes.tolist() == [[2, 3, 5], [1, 2, 4], [2, 3, 5]]
    run = [
        {**each, "Response_Distribution": [0.2, 0.4, 0.4], "Model": "m"}
        for each in (SIMBENCH, other, whole)
    ]
    read = read_runs(
        file_of("m.json", run), read_gold(file_of("simbench.json", [SIMBENCH, other, whole]))
    )
    [part] = read.collections.values()
    assert part.runs["m"].tolist() == [[0.2, 0.4, 0.4]] * 3


@pytest.mark.parametrize("size", [-1, 2**53, 1e308, float("inf")])
def test_a_number_of_people_that_cannot_be_is_refused(size):
    told = refused(file_of("simbench.json", [{**SIMBENCH, "group_size": size}]))
    assert "people cannot have answered. Correct the number of respondents" in told


def test_a_count_that_no_number_of_people_is_is_refused():
    told = refused(file_of("simbench.json", [{**SIMBENCH, "human_answer": {"A": 1e30, "B": 2}}]))
    assert "1e+30 people cannot have answered. Correct the number of respondents" in told


def test_subpop_has_refusals_beside_the_shares_and_steps_in_a_list():
    rows = [
        ("Q_W1", "AGE", "18-29", "[0.5, 0.25, 0.25]", "0.2", "[1.0, 2.0, 1.5]", "Which?",
         "['Safer', 'Less safe', 'Neither', 'Refused']"),
        ("Q_W1", "SEX", "Male", "[0.2, 0.4, 0.4]", "0.0", "[1.0, 2.0, 1.5]", "Which?",
         "['Safer', 'Less safe', 'Neither', 'Refused']"),
    ]  # fmt: skip
    header = "qkey attribute group responses refusal_rate ordinal question options"
    survey, notes = survey_of(table("subpop.csv", header, *rows))
    assert by_cell(survey) == {
        ("Q_W1", "AGE: 18-29"): {"Safer": 0.5, "Neither": 0.25, "Less safe": 0.25},
        ("Q_W1", "SEX: Male"): {"Safer": 0.2, "Neither": 0.4, "Less safe": 0.4},
    }
    # The step of the third option is between those of the others.
    assert survey.options["Q_W1"] == ("Safer", "Neither", "Less safe")
    off, _ = survey_of(table("subpop.csv", header, *rows), REFUSALS)
    assert by_cell(off)["Q_W1", "AGE: 18-29"] == {"on the scale": 0.8, "off the scale": 0.2}
    assert any("steps count as equal" in note and "Q_W1" in note for note in notes)


def test_a_question_in_no_order_is_named_left_out_and_asked_about():
    header = "qkey group shares ordinal options"
    rows = [
        ("REASON", "A", "[0.5, 0.25, 0.25]", "[1, 1, 1]", "['hunting', 'sport', 'job']"),
        ("SAFE", "A", "[0.5, 0.25, 0.25]", "[1, 1, 1]", "['low', 'high', 'medium']"),
    ]
    survey, notes = survey_of(table("gold.csv", header, *rows))
    # Words of a known scale say their order themselves.
    assert survey.options["SAFE"] == ("low", "medium", "high")
    assert by_cell(survey) == {("SAFE", "A"): {"low": 0.5, "medium": 0.25, "high": 0.25}}
    [note] = notes
    assert "no order that is known (steps 1, 1, 1): 1 question, REASON" in note
    assert "--column ordinal=text" in note
    plan = Plan(parts={"ordinal": "text"})
    asked, notes = survey_of(with_plan(table("gold.csv", header, *rows), plan))
    assert list(by_cell(asked)["REASON", "A"]) == ["hunting", "sport", "job"]
    assert notes == ()
    assert "no order that is known" in refused(table("gold.csv", header, rows[0]))


def test_opinionqa_has_counts_by_question_and_cuts_options_at_commas():
    asked = {
        "GUN_W1": {
            "MC_options": ["Yes", "I do", "No", "Refused"],
            "ordinal": [1, 2],
            "question_text": "Do you?",
            "Female": {"No": 60.0, "Refused": 5.0, "Yes, I do": 40.0},
            "Male": {"No": 30.0, "Yes, I do": 70.0},
        }
    }
    survey, _ = survey_of(file_of("SEX_data.json", asked))
    assert by_cell(survey) == {
        ("GUN_W1", "Female"): {"Yes, I do": 0.4, "No": 0.6},
        ("GUN_W1", "Male"): {"Yes, I do": 0.7, "No": 0.3},
    }
    assert survey.votes.tolist() == [[40, 60], [70, 30]]


def test_dtef_has_percentages_by_segment():
    survey, _ = survey_of(template("survey_dtef_gold.json"))
    assert by_cell(survey) == {
        ("q2", "18-25"): {"No": 0.4, "Yes": 0.6},
        ("q1", "18-25"): {"Never": 0.25, "Sometimes": 0.5, "Often": 0.25},
    }
    two, three = survey.parts
    assert (two.votes.tolist(), three.votes.tolist()) == ([[16, 24]], [[10, 20, 10]])


def test_rows_of_options_are_counts_and_what_nobody_chose_is_0():
    survey, _ = survey_of(template("survey_rows_gold.csv"))
    assert by_cell(survey) == {
        ("How often do you cycle?", "young"): {"never": 0.25, "sometimes": 0.5, "often": 0.25},
        ("How often do you cycle?", "old"): {"never": 0.75, "sometimes": 0.25, "often": 0.0},
    }
    assert survey.votes.tolist() == [[10, 20, 10], [30, 10, 0]]


@pytest.mark.parametrize(
    ("text", "codes"),
    [(QUALTRICS_COUNTS, ("Q1 -", "Q2 -")), (LIME_COUNTS, ("G01Q01", "G01Q02"))],
    ids=["Qualtrics", "LimeSurvey"],
)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_counts_of_tools_stand_in_a_block_for_each_question(text, codes, separator):
    rows = csv.reader(io.StringIO(text))
    written = io.StringIO()
    csv.writer(written, delimiter=separator).writerows(rows)
    often, lanes = (
        f"{codes[0]} How often do you cycle?",
        f"{codes[1]} Should there be more lanes, or fewer?",
    )
    survey, _ = survey_of(file_of("counts.csv", written.getvalue()))
    # 10, 20 and 8 of 38 who answered on the scale.
    assert by_cell(survey) == {
        (lanes, "everyone"): {"No": 0.4, "Yes": 0.6},
        (often, "everyone"): {"Never": 0.2632, "Sometimes": 0.5263, "Often": 0.2105},
    }
    assert [part.votes.tolist() for part in survey.parts] == [[[16, 24]], [[10, 20, 8]]]
    refusals, _ = survey_of(file_of("counts.csv", written.getvalue()), REFUSALS)
    assert by_cell(refusals) == {(often, "everyone"): {"on the scale": 0.95, "off the scale": 0.05}}
    run = table(
        "model.csv", "question options shares",
        (often, "['Often', 'Sometimes', 'Never', \"Don't know\"]", "[0.1, 0.4, 0.5, 0]"),
        (lanes, "['Yes', 'No']", "[0.5, 0.5]"),
    )  # fmt: skip
    read = read_runs(run, read_gold(file_of("counts.csv", written.getvalue())))
    assert read.problems == ()
    scores = Surveyed(scales_of(read.collections, None)["answers"]).score().of("NMD")
    # |.5 - .4|; (|.5 - 10/38| + |.9 - 30/38|) / 2.
    assert scores.values[0, :, 0].round(4).tolist() == [0.1, 0.1737]


def test_blocks_of_percentages_alone_are_shares_and_nobody_knows_of_how_many():
    text = QUALTRICS_COUNTS.replace("%,Count", "%")
    shares = re.sub(r"(\d%),\d+\n", r"\1\n", text)
    survey, _ = survey_of(file_of("counts.csv", shares))
    assert survey.votes is None
    assert by_cell(survey)["Q2 - Should there be more lanes, or fewer?", "everyone"] == {
        "No": 0.4, "Yes": 0.6,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (QUALTRICS_COUNTS.replace("Total,100%,40", "Total,100%,41", 1),
         "answers to 'Q1 - How often do you cycle?' are 40, and row 8 has 41"),
        (QUALTRICS_COUNTS.replace("50.00%", "80.00%"), "sum to 130 %: who may give several"),
        (QUALTRICS_COUNTS.partition("\n\n")[2], "nothing above row 2 names the question"),
    ],
)  # fmt: skip
def test_blocks_that_cannot_be_used_are_refused_with_the_reason(text, words):
    assert words in refused(file_of("counts.csv", text))


def test_weighted_respondents_count_as_kish_says():
    rows = [("Q", "A", "no", "3"), ("Q", "A", "yes", "1"), ("Q", "A", "yes", "2")]
    rows += [("Q", "B", "no", "1"), ("Q", "B", "no", "1"), ("Q", "B", "yes", "1")]
    survey, [note] = survey_of(table("weighted.csv", "question group option weight", *rows))
    assert by_cell(survey)["Q", "A"] == {"no": 0.5, "yes": 0.5}
    assert "count as 2 to 3 of equal weight (Kish" in note
    assert "households, are not in it" in note
    # 6 ** 2 / (9 + 1 + 4) is 2.57; three of equal weight are 3.
    assert survey.votes.sum(axis=1).tolist() == [2, 3]


def test_weighted_counts_without_respondents_are_shares_and_it_is_said():
    rows = [("Q", "A", "no", "30.5"), ("Q", "A", "yes", "61")]
    survey, notes = survey_of(table("weighted.csv", "question group option count", *rows))
    assert by_cell(survey)["Q", "A"] == {"no": 0.3333, "yes": 0.6667}
    assert survey.votes is None
    assert any("how many respondents they stand for is unknown" in note for note in notes)


def test_percentages_are_no_counts_and_it_is_said():
    rows = [("Q", "A", "['no', 'yes']", "[40, 60]"), ("Q", "B", "['no', 'yes']", "[45, 55]")]
    survey, notes = survey_of(table("gold.csv", "question group options shares", *rows))
    assert survey.votes is None
    assert any("read as percentages" in note for note in notes)


def test_another_mark_of_the_file_is_named_by_the_person():
    rows = [("Q", "A", "['no', 'so', 'yes', '99']", "[0.2, 0.2, 0.4, 0.2]")]
    text = table("gold.csv", "question group options shares", *rows)
    survey, _ = survey_of(with_plan(text, Plan(leave_out=("99",))))
    assert by_cell(survey) == {("Q", "A"): {"no": 0.25, "so": 0.25, "yes": 0.5}}


@pytest.mark.parametrize(
    ("option", "is_off"),
    [
        ("Refused", True), ("DK/Refused", True), ("Don’t know", True), ("No answer (VOL)", True),
        ("Don't know or refused", True), ("Missing; Unknown", True), ("Keine Angabe", True),
        ("No", False), ("None", False), ("Not at all", False), ("Unsure", False), ("/", False),
        ("(no) other", False), ("", False),
    ],
)  # fmt: skip
def test_which_answers_are_off_the_scale(option, is_off):
    assert is_off_scale(option) is is_off


def test_a_group_without_respondents_is_left_out_with_a_sentence():
    rows = [("Q", "A", "['no', 'yes']", "[4, 6]"), ("Q", "B", "['no', 'yes']", "[0, 0]"),
            ("R", "A", "['no', 'yes', 'Refused']", "[0, 0, 9]")]  # fmt: skip
    survey, notes = survey_of(table("gold.csv", "question group options shares", *rows))
    assert survey.ids == ("Q | A",)
    assert any("nobody has answered on the scale: Q | B, R | A" in note for note in notes)


def test_where_all_have_refused_is_left_out_and_counts_among_the_refusals():
    options = "['no', 'yes', 'Refused']"
    rows = [("Q", "A", options, "[4, 5, 1]"), ("Q", "B", options, "[0, 0, 8]"),
            ("R", "A", options, "[0, 0, 9]"), ("R", "B", options, "[0, 0, 0]")]  # fmt: skip
    header = "question group options shares"
    asked = table("gold.csv", header, *rows).getvalue()
    survey, notes = survey_of(file_of("gold.csv", asked))
    assert survey.ids == ("Q | A",)
    assert any("nobody has answered on the scale: Q | B, R | A, R | B" in note for note in notes)
    # 10 %, 100 % and 100 %; of those whom nobody asked, none.
    assert any("Refused (70 % of answers where it is one)" in note for note in notes)
    refusals, _ = survey_of(file_of("gold.csv", asked), REFUSALS)
    assert by_cell(refusals) == {
        ("Q", "A"): {"on the scale": 0.9, "off the scale": 0.1},
        ("Q", "B"): {"on the scale": 0.0, "off the scale": 1.0},
        ("R", "A"): {"on the scale": 0.0, "off the scale": 1.0},
    }
    assert refusals.votes.tolist() == [[9, 1], [0, 8], [0, 9]]
    run = table(
        "model.csv",
        header,
        ("Q", "A", options, "[0.4, 0.4, 0.2]"),
        ("Q", "B", options, "[0.3, 0.3, 0.4]"),
        ("R", "A", options, "[0, 0.5, 0.5]"),
    )
    read = read_runs(run, read_gold(file_of("gold.csv", asked)))
    assert read.problems == ()
    scores = {
        name: Surveyed(each).score().of("NMD").values[0, :, 0].round(4).tolist()
        for name, each in scales_of(read.collections, None).items()
    }
    # |.5 - 4/9|; |.2 - .1|, |.4 - 1|, |.5 - 1|.
    assert scores == {"answers": [0.0556], REFUSALS: [0.1, 0.6, 0.5]}
    # Whoever leaves a question out says nothing of who refuses.
    part = table("model.csv", header, ("Q", "A", options, "[0.4, 0.4, 0.2]"))
    some = read_runs(part, read_gold(file_of("gold.csv", asked)))
    assert any("does not say all refusals" in note for note in some.notes)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            [("Q", "A", "['a', 'b']", "[0.5, 0.4]"), ("R", "A", "['a', 'b']", "[0.5, 0.5]")],
            "the shares of Q | A sum to 0.9 instead of 1",
        ),
        ([("Q", "A", "['a', 'b']", "[1.5, -0.5]")], "a number of Q | A is negative"),
        ([("Q", "A", "['a', 'b']", "[1]")], "it has 1 number for 2 options"),
        (
            [("Q", "A", "['a', 'b']", "nothing"), ("R", "A", "['a', 'b']", "[1, 1]")],
            "no list of shares",
        ),
        ([("Q", "A", "['a', 'b']", "{'a': 1, 'c': 2}")], "c is none of the options a, b"),
        ([("Q", "A", "['a', 'a']", "[1, 2]")], "the option 'a' is listed twice"),
        ([("Q", "A", "['a']", "[1]")], "fewer than two options"),
        ([("", "A", "['a', 'b']", "[1, 2]")], "the question is empty"),
        (
            [("Q", "A", "['a', 'b']", "[1, 2]"), ("Q", "A", "['a', 'b']", "[1, 3]")],
            "the answer to Q | A is there already",
        ),
        (
            [("Q", "A", "['a', 'b']", "[1, 2]"), ("Q", "B", "['a', 'c']", "[1, 3]")],
            "the question 'Q' has the options a, c here, and a, b for another group",
        ),
    ],
)
def test_a_gold_that_cannot_be_used_is_refused_with_its_place(rows, words):
    found = refused(table("gold.csv", "question group options shares", *rows))
    assert words in found
    assert found.startswith("gold.csv")


def test_a_file_of_nominal_questions_alone_is_refused_with_what_to_do():
    rows = [("Party?", "A", "['red', 'blue', 'green']", "[0.1, 0.4, 0.5]", "[1, 1, 1]")]
    found = refused(table("gold.csv", "question group options shares ordinal", *rows))
    assert found == (
        "gold.csv: no question can be used: left out, as their options are in no order that is "
        "known (steps 1, 1, 1): 1 question, Party?. Nobody says their order: give steps in a "
        "column ordinal, or pass that column over (--column ordinal=text in a shell) to take "
        "options as they are listed. Give a question that can be used."
    )


def run_of(*rows):
    return table("model.csv", "question country options shares", *rows)


WHOLE = (
    ("Safe?", "A", "['No', 'A bit', 'Very']", "[0.3, 0.3, 0.4]"),
    ("Safe?", "B", "['No', 'A bit', 'Very']", "[0.3, 0.3, 0.4]"),
    ("Bicycle?", "A", "['no', 'yes']", "[0.5, 0.5]"),
    ("Bicycle?", "B", "['no', 'yes']", "[0.5, 0.5]"),
)


def test_a_run_that_lacks_groups_is_refused_or_filled():
    lacking = [row for row in WHOLE if row[1] == "A"]
    assert "it has no answers of 1 group: B" in refused(gold(), run_of(*lacking))
    assert "1 of 4 instances is missing: Bicycle? | B" in refused(gold(), run_of(*WHOLE[:3]))
    read = read_runs(run_of(*lacking), read_gold(gold()), missing="uniform")
    two, three, _ = read.collections.values()
    assert two.runs["model"].tolist() == [[0.5, 0.5], [0.5, 0.5]]
    assert three.missing["model"].tolist() == [False, True]
    assert any("2 instances is missing" in note or "is missing" in note for note in read.notes)


def test_a_run_that_lacks_a_number_of_options_altogether_is_filled():
    read = read_runs(run_of(*WHOLE[:2]), read_gold(gold()), missing="worst")
    assert read.problems == ()
    two = read.collections["answers, 2 options"]
    assert two.missing["model"].all()


def test_the_same_question_with_other_options_in_another_wave_is_refused():
    wave = [("Safe?", "A", "['No', 'Some', 'Very']", "[0.3, 0.3, 0.4]"), *WHOLE[1:]]
    found = refused(gold(), run_of(*wave))
    assert "the question 'Safe?' has the options No, A bit, Very, and No, Some, Very" in found
    # It is there, and so is not said to be missing.
    assert "missing" not in found


def test_another_wave_of_the_same_questions_is_a_run_to_stand_beside():
    read = read_runs(file_of("wave2.csv", GOLD), read_gold(gold()))
    survey = scales_of(read.collections, None)["answers"]
    assert np.allclose(survey.runs["wave2"], survey.gold)


def test_what_the_gold_has_not_is_passed_over_and_told():
    more = (*WHOLE, ("Extra?", "A", "['no', 'yes']", "[0.5, 0.5]"))
    read = read_runs(run_of(*more), read_gold(gold()))
    assert read.problems == ()
    assert any(
        "passed over, as the gold has them not: 1 answer, Extra? | A" in n for n in read.notes
    )
    alone = run_of(("Extra?", "A", "['no', 'yes']", "[0.5, 0.5]"))
    assert "none of its questions and groups is in the gold" in refused(gold(), alone)


def test_a_run_of_a_survey_needs_the_gold_of_one():
    found = refused(template("wide_gold.csv"), run_of(*WHOLE))
    assert "this is a run of a survey, and the gold is none" in found


def test_long_questions_have_names_of_their_own():
    one, other = ("Would you say that " + "very " * 30 + end for end in ("well", "badly"))
    assert short_name(one) != short_name(other)
    assert len(short_name(one)) <= 100
    assert short_name(" two  blanks ") == "two blanks"


def test_a_look_names_the_parts_of_the_columns():
    [found] = look(template("survey_gold.csv"))
    assert found.kind == "survey"
    assert {each.name: each.part for each in found.columns} == {
        "question": "id",
        "country": "topic",
        "options": "options",
        "shares": "shares",
        "respondents": "respondents",
    }


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("survey_gold.csv", "survey"),
        ("survey_rows_gold.csv", "survey rows"),
        ("survey_opinionqa_gold.json", "survey (JSON)"),
        ("survey_dtef_gold.json", "survey (JSON)"),
    ],
)
def test_each_shape_is_known(name, kind):
    assert recognise(template(name)) == kind


@pytest.mark.parametrize(
    "cell", ["[1, 2", "{'a': }", "[" * 5000, "__import__('os')", "defaultdict(<class 'list'>, {1)"]
)
def test_a_cell_that_is_no_list_is_a_sentence(cell):
    rows = [("Q", "A", "['a', 'b']", cell), ("R", "A", "['a', 'b']", "[0.5, 0.5]")]
    text = with_plan(
        table("gold.csv", "question group options shares", *rows),
        Plan(parts={"options": "options", "shares": "shares", "question": "id"}),
    )
    assert "no list of shares" in refused(text)


@given(st.lists(st.integers(0, 50), min_size=2, max_size=6), st.permutations(range(6)))
def test_shares_do_not_hang_on_the_order_in_which_options_are_listed(counts, order):
    counts = [*counts, 1]
    words = [f"option {'abcdefg'[n]}" for n in range(len(counts))]
    shown = [n for n in order if n < len(counts)] + [n for n in range(len(counts)) if n > 5]
    gold = table(
        "gold.csv", "question group options votes", ("Q", "A", str(words), str(counts)),
        ("R", "A", "['x', 'y']", "[3, 4]"),
    )  # fmt: skip
    run = table(
        "run.csv", "question group options votes",
        ("Q", "A", str([words[n] for n in shown]), str([counts[n] for n in shown])),
        ("R", "A", "['y', 'x']", "[4, 3]"),
    )  # fmt: skip
    read = read_runs(run, read_gold(gold))
    survey = scales_of(read.collections, None)["answers"]
    assert np.allclose(survey.runs["run"], survey.gold)
