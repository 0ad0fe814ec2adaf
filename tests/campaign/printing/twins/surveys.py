"""Plain-loop twins of surveys' tables and figures."""

import numpy as np
import pandas as pd

from oq_core import Scores
from oq_core.campaign import Chart, GroupBoard, GroupDifference
from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.chart_record import ChartLine
from oq_core.campaign.printing.table import Column, Table
from oq_core.data import Survey, survey_part

GROUPS, RUNS = ("old", "young"), ("alpha", "gamma")
MEANS, LOW, HIGH = (
    np.array([[0.31, 0.2204], [0.15, 0.4101]]),
    np.array([[0.25, 0.1903], [0.05, 0.3802]]),
    np.array([[0.37, 0.2505], [0.25, 0.4406]]),
)
TRUTH, EQUAL = np.array([0.0505, 0.0107]), np.array([[0.35, 0.2608], [0.19, 0.4509]])
CELLS = (("q", "old"), ("q", "young"))


def _board(is_known=True):
    unknown = np.full(2, np.nan)
    truth = TRUTH if is_known else unknown
    return GroupBoard(
        "JSD", RUNS, GROUPS, np.array([7, 9]), np.array([30.0, 411.5]) if is_known else unknown,
        MEANS, LOW, HIGH, truth, EQUAL if is_known else np.full((2, 2), np.nan),
        12 if is_known else 0, CELLS, MEANS, truth,
    )  # fmt: skip


def _heads(last):
    names = ("questions", "respondents", "mean", "95 %", "the truth", "above it", last)
    return (Column("group", kind="name"), *map(Column, names))


def _numbers(respondents, truth, above, equal):
    return pd.DataFrame(
        {
            "group": GROUPS, "questions": [7, 9], "respondents": respondents,
            "mean JSD": [0.2204, 0.4101], "low": [0.1903, 0.3802], "high": [0.2505, 0.4406],
            "truth": truth, "above truth": above, "with equal respondents": equal,
        }
    )  # fmt: skip


def groups_of_run():
    return layouts.groups_of_run("A", _board(), "gamma"), Table(
        "by-group-JSD", "A", "mean JSD of gamma by group", _heads("12 of each"),
        (
            ("old", "7", "30", "0.2204", "0.1903 – 0.2505", "0.0505", "0.1699", "0.2608"),
            ("young", "9", "412", "0.4101", "0.3802 – 0.4406", "0.0107", "0.3994", "0.4509"),
        ),
        _numbers([30, 411.5], [0.0505, 0.0107], [0.1699, 0.3994], [0.2608, 0.4509]),
        note="the truth: what it would score against so few|small group scores worse under any run",
    )  # fmt: skip


def groups_of_run_without_respondents():
    nan = [np.nan] * 2
    return layouts.groups_of_run("A", _board(is_known=False), "gamma"), Table(
        "by-group-JSD", "A", "mean JSD of gamma by group", _heads("as many of each"),
        (
            ("old", "7", "unknown", "0.2204", "0.1903 – 0.2505", *["unknown"] * 3),
            ("young", "9", "unknown", "0.4101", "0.3802 – 0.4406", *["unknown"] * 3),
        ),
        _numbers(nan, nan, nan, nan), note="the median",
    )  # fmt: skip


def _whole(is_known=True):
    """The board's rows, gamma before alpha."""
    rows = []
    for r in (1, 0):
        for g in range(2):
            known = [TRUTH[g], MEANS[g, r] - TRUTH[g], EQUAL[g, r]]
            rows.append((GROUPS[g], RUNS[r], (7, 9)[g], (30.0, 411.5)[g] if is_known else np.nan,
                         MEANS[g, r], LOW[g, r], HIGH[g, r],
                         *(known if is_known else [np.nan] * 3)))  # fmt: skip
    names = ("group", "run", "questions", "respondents", "mean", "low", "high", "truth",
             "above truth", "mean, equal respondents")  # fmt: skip
    return pd.DataFrame(rows, columns=list(names))


def above_truth():
    return layouts.above_truth("A", _board(), ("gamma", "alpha")), Chart(
        "above-truth-JSD", "A", "mean JSD by group, above what the truth would score", "heat",
        _whole(), "group", "run", by="above truth",
        note="as few respondents as a group has|is not additive",
    )  # fmt: skip


def above_truth_without_respondents():
    return layouts.above_truth("A", _board(is_known=False), ("gamma", "alpha")), Chart(
        "above-truth-JSD", "A", "mean JSD by group", "heat", _whole(is_known=False), "group",
        "run", by="mean", note="Nothing is known of respondents",
    )  # fmt: skip


def _difference(run, value, low, high, questions=7, truth=0.0398):
    return GroupDifference(
        "JSD", "old", "young", (run,), questions, 6, np.array([value]), np.array([low]),
        np.array([high]), truth,
    )  # fmt: skip


def _differences(rows):
    names = ("run", "first", "second", "questions", "pairs", "difference", "low", "high",
             "of the truth")  # fmt: skip
    return pd.DataFrame([(run, "old", "young", *rest) for run, *rest in rows], columns=list(names))


def group_differences():
    nan = np.nan
    found = [
        _difference("gamma", 0.0601, -0.0102, 0.1304),
        _difference("alpha", 0.25, nan, nan, 1, nan),
    ]
    heads = ("questions", "difference", "95 %", "of the truth")
    return layouts.group_differences("A", "JSD", found), Table(
        "group-differences-JSD", "A",
        "the groups on which each run scores worst and best by JSD, above the truth",
        (Column("run", kind="name"), Column("worst", kind="words"), Column("best", kind="words"),
         *map(Column, heads)),
        (("gamma", "old", "young", "7", "+0.0601", "-0.0102 to +0.1304", "+0.0398"),
         ("alpha", "old", "young", "1", "+0.2500", "undefined", "unknown")),
        _differences([("gamma", 7, 6, 0.0601, -0.0102, 0.1304, 0.0398),
                      ("alpha", 1, 6, 0.25, nan, nan, nan)]),
        note="both groups were asked|Student's t|corrected for all 6 pairs of groups",
    )  # fmt: skip


def difference_of_groups():
    column = "difference in mean JSD"
    numbers = _differences([("gamma", 7, 6, 0.0601, -0.0102, 0.1304, 0.0398)])
    return layouts.difference_of_groups("A", _difference("gamma", 0.0601, -0.0102, 0.1304)), Chart(
        "difference-of-groups-JSD", "A", "mean JSD on old less that on young", "points",
        numbers.rename(columns={"difference": column}), column, "run", low="low", high="high",
        lines=(ChartLine(column, 0.0, ""), ChartLine(column, 0.0398, "the truth")),
        note="worse on old|7 questions|for all 6 pairs|the truth: what it would score worse there",
    )  # fmt: skip


def difference_of_groups_by_one_question():
    column, nan = "difference in mean JSD", np.nan
    numbers = _differences([("alpha", 1, 6, 0.25, nan, nan, nan)])
    return layouts.difference_of_groups("A", _difference("alpha", 0.25, nan, nan, 1, nan)), Chart(
        "difference-of-groups-JSD", "A", "mean JSD on old less that on young", "points",
        numbers.rename(columns={"difference": column}), column, "run", low="low", high="high",
        lines=(ChartLine(column, 0.0, ""),), note="of one question there is no interval",
    )  # fmt: skip


def worst_answers():
    two = survey_part(
        "A", {"q": ("no", "yes")}, [("q", "old")], np.array([[0.25, 0.75]]),
        {"alpha": np.array([[0.5, 0.5]])},
    )  # fmt: skip
    words = {"r": ("low", "mid", "high"), "s": ("never", "now", "always")}
    three = survey_part(
        "A", words, [("r", "old"), ("s", "old")], np.array([[1, 0, 0], [0.5, 0.25, 0.25]]),
        {"alpha": np.array([[0, 0, 1], [0.25, 0.5, 0.25]])},
    )  # fmt: skip
    values = np.array([[[0.25], [0.9], [0.3]]])
    scores = Scores(values, ("NMD",), ("q | old", "r | old", "s | old"), ("alpha",), (False,))
    rows = [
        (f"{name}: NMD {score}", whose, option, share)
        for name, score, options, people, run in (
            ("r | old", "0.9000", words["r"], (1, 0, 0), (0, 0, 1)),
            ("s | old", "0.3000", words["s"], (0.5, 0.25, 0.25), (0.25, 0.5, 0.25)),
        )
        for whose, shares in (("people", people), ("alpha", run))
        for option, share in zip(options, shares, strict=True)
    ]
    found = layouts.worst_answers("A", Survey((two, three)), scores, "alpha", "NMD", most=2)
    return found, Chart(
        "worst-answers-NMD", "A", "the 2 answers of alpha that are worst by NMD", "bars",
        pd.DataFrame(rows, columns=["answer", "whose", "option", "share"]), "share", "option",
        by="whose", panel="answer", limits={"share": (0, 1)}, note="its own options",
    )  # fmt: skip


def means_by_options():
    means = pd.DataFrame(
        {"options": [2, 2, 5, 5], "questions": [3, 3, 4, 4], "instances": [6, 6, 8, 8],
         "run": ["b", "a"] * 2, "NMD": [0.125, 0.3750062, 0.5, 0.25], "JSD": [0.5, 0.25, 0, 1]}
    )  # fmt: skip
    return layouts.means_by_options("A", means, "NMD"), Table(
        "options-NMD", "A", "mean NMD by how many options a question has",
        (Column("run", kind="name"), Column("2", group="options"), Column("5", group="options")),
        (("b", "0.1250", "0.5000"), ("a", "0.3750", "0.2500"), ("questions", "3", "4")), means,
        rules=frozenset({2}), note="no proof that scores of 2 and of 7 options compare",
    )  # fmt: skip
