"""Plain-loop twins of surveys' tables."""

import numpy as np
import pandas as pd

from oq_core.campaign import GroupBoard
from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.table import Column, Table

GROUPS, RUNS = ("old", "young"), ("alpha", "gamma")
MEANS, LOW, HIGH = (
    np.array([[0.31, 0.2204], [0.15, 0.4101]]),
    np.array([[0.25, 0.1903], [0.05, 0.3802]]),
    np.array([[0.37, 0.2505], [0.25, 0.4406]]),
)
FLOORS, EQUAL = np.array([0.0505, 0.0107]), np.array([[0.35, 0.2608], [0.19, 0.4509]])


def _board(is_known=True):
    unknown = np.full(2, np.nan)
    return GroupBoard(
        "JSD", RUNS, GROUPS, np.array([7, 9]), np.array([30.0, 411.5]) if is_known else unknown,
        MEANS, LOW, HIGH, FLOORS if is_known else unknown,
        EQUAL if is_known else np.full((2, 2), np.nan), 12 if is_known else 0,
    )  # fmt: skip


def _heads(last):
    names = ("questions", "respondents", "mean", "95 %", "floor", "above it", last)
    return (Column("group", kind="name"), *map(Column, names))


def _numbers(respondents, floors, above, equal):
    return pd.DataFrame(
        {
            "group": GROUPS, "questions": [7, 9], "respondents": respondents,
            "mean JSD": [0.2204, 0.4101], "low": [0.1903, 0.3802], "high": [0.2505, 0.4406],
            "floor": floors, "above floor": above, "with equal respondents": equal,
        }
    )  # fmt: skip


def groups_of_run():
    return layouts.groups_of_run("A", _board(), "gamma"), Table(
        "groups", "A", "mean JSD of gamma by group", _heads("12 of each"),
        (
            ("old", "7", "30", "0.2204", "0.1903 – 0.2505", "0.0505", "0.1699", "0.2608"),
            ("young", "9", "412", "0.4101", "0.3802 – 0.4406", "0.0107", "0.3994", "0.4509"),
        ),
        _numbers([30, 411.5], [0.0505, 0.0107], [0.1699, 0.3994], [0.2608, 0.4509]),
        note="what the truth would score|small group scores worse under any run",
    )  # fmt: skip


def groups_of_run_without_respondents():
    nan = [np.nan] * 2
    return layouts.groups_of_run("A", _board(is_known=False), "gamma"), Table(
        "groups", "A", "mean JSD of gamma by group", _heads("as many of each"),
        (
            ("old", "7", "unknown", "0.2204", "0.1903 – 0.2505", *["unknown"] * 3),
            ("young", "9", "unknown", "0.4101", "0.3802 – 0.4406", *["unknown"] * 3),
        ),
        _numbers(nan, nan, nan, nan), note="the median",
    )  # fmt: skip


def means_by_options():
    means = pd.DataFrame(
        {"options": [2, 5], "questions": [3, 4], "instances": [6, 8], "run": ["b", "a"],
         "NMD": [0.125, 0.3750062], "JSD": [0.5, 0.25]}
    )  # fmt: skip
    return layouts.means_by_options("A", means), Table(
        "options", "A", "mean scores by how many options a question has",
        (Column("run", kind="name"), *map(Column, ("options", "questions", "NMD", "JSD"))),
        (("b", "2", "3", "0.1250", "0.5000"), ("a", "5", "4", "0.3750", "0.2500")), means,
        note="no proof that scores of 2 and of 7 options compare",
    )  # fmt: skip
