"""Plain-loop twins of judges beside people."""

import math

import numpy as np
import pandas as pd

from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.table import Column, Table
from oq_core.raters import Estimated, Judged, RankedJudges


def _judged():
    counts = np.array([
        [[2, 1, 0], [0, 1, 1], [0, 0, 1]], [[0, 3, 0], [0, 2, 0], [0, 1, 0]], np.zeros((3, 3)),
    ], dtype=float)  # fmt: skip
    values = np.array([[0.4, 0.1], [0.62, -0.3], [math.nan, math.nan]])
    return Judged(
        ("J1", "J2", "J3"), ("QWK", "bias"), ("x", "y", "z"), np.array([6, 6, 0]), counts, values,
        values - 0.1, values + 0.2, np.array([1, 4, 0]),
        values + 0.05, values - 0.05, values + 0.15,
    )  # fmt: skip


def judged_agreement():
    found = _judged()
    facts = [
        (judge, key, found.values[j, k], found.low[j, k], found.high[j, k], found.ceiling[j, k],
         found.ceiling_low[j, k], found.ceiling_high[j, k], found.items[j], found.shared[j])
        for j, judge in enumerate(found.judges)
        for k, key in enumerate(found.coefficients)
    ]  # fmt: skip
    columns = ["judge", "coefficient", "value", "low", "high", "people", "people low",
               "people high", "items", "shared by people"]  # fmt: skip
    rows = (
        ("J2", "6", "0.620", "0.520 – 0.820", "-0.300", "-0.400 – -0.100"),
        ("J1", "6", "0.400", "0.300 – 0.600", "0.100", "0.000 – 0.300"),
        ("J3", "0", "undefined", "", "undefined", ""),
        ("two people", "4", "0.670", "0.570 – 0.770", "", ""),
    )
    return layouts.judged_agreement("A", found), Table(
        "judged", "A", "how far each judge agrees with one person",
        (Column("who", kind="name"), Column("items"), Column("QWK"), Column("95 %", "QWK"),
         Column("bias"), Column("95 %", "bias")),
        rows, pd.DataFrame(facts, columns=columns),
        note="Each item counts once|QWK: quadratic weighted κ, 1 is full agreement|above 0 the "
        "judge rates higher than people",
    )  # fmt: skip


def ranked_judges():
    values = np.array([[0.5, 0.2], [0.7, 0.1], [math.nan, 0.1]])
    found = RankedJudges(("J1", "J2", "J3"), ("QWK", "NMD"), values,
                         np.array([[2, 3], [1, 1], [0, 1]]), ())  # fmt: skip
    facts = [("J3", math.nan, 0, 0.1, 1), ("J2", 0.7, 1, 0.1, 1), ("J1", 0.5, 2, 0.2, 3)]
    return layouts.ranked_judges("A", found), Table(
        "ranked-judges", "A", "judges by every number",
        (Column("judge", kind="name"), Column("QWK"), Column("rank", "QWK"), Column("NMD"),
         Column("rank", "NMD")),
        (("J3", "undefined", "", "0.100", "1"), ("J2", "0.700", "1", "0.100", "1"),
         ("J1", "0.500", "2", "0.200", "3")),
        pd.DataFrame(facts, columns=["judge", "QWK", "rank by QWK", "NMD", "rank by NMD"]),
        {(0, 3): "best", (1, 1): "best", (1, 3): "best"},
        note="Bold: the best of a column|Of QWK, α, AC2 and ω larger is better",
    )  # fmt: skip


def where_it_errs():
    found = Judged(
        ("J1", "J2"), ("QWK",), ("x", "y", "z"), np.array([9, 8]),
        np.array([np.zeros((3, 3)), [[4, 1, 0], [0, 0, 0], [1, 0, 2]]], dtype=float),
        *(np.zeros((2, 1)),) * 3, np.array([0, 0]), *(np.zeros((2, 1)),) * 3,
    )  # fmt: skip
    nan = math.nan
    return layouts.where_it_errs("A", found, "J2"), Table(
        "where-it-errs", "A", "what J2 says where people say each class",
        (Column("people say", kind="name"), Column("items"), Column("x", "J2 says"),
         Column("y", "J2 says"), Column("z", "J2 says"), Column("mean difference")),
        (("x", "5", "0.80", "0.20", "0.00", "+0.20"), ("y", "0", "", "", "", "undefined"),
         ("z", "3", "0.33", "0.00", "0.67", "-0.67")),
        pd.DataFrame(
            [("x", 5, 0.8, 0.2, 0, 0.2), ("y", 0, nan, nan, nan, nan),
             ("z", 3, 1 / 3, 0, 2 / 3, -2 / 3)],
            columns=["people say", "items", "says x", "says y", "says z",
                     "mean difference"],
        ),
        shades={(0, 2): 0.8, (0, 3): 0.2, (2, 2): 1 / 3, (2, 4): 2 / 3},
        note="above 0 the judge rates higher than people",
    )  # fmt: skip


def _estimated():
    shares = np.array([[[0.25, 0.75], [0.5, 0.5]], [[0.2, 0.8], [0.4, 0.6]]])
    return Estimated(
        "J1", ("labels", "stratified"), ("all items", "s1"), ("no", "yes"), shares,
        shares - 0.1, shares + 0.15, np.array([5000, 40]), np.array([200, 9]),
        np.array([False, True]), 0, (), 0.5, math.nan, np.array([600, math.inf]),
    )  # fmt: skip


def estimated():
    found = _estimated()
    facts = [
        (group, key, label, found.estimates[e, g, c], found.low[e, g, c], found.high[e, g, c],
         found.items[g], found.labelled[g], found.pooled[g],
         math.nan if g else found.more[e])
        for g, group in enumerate(found.groups)
        for e, key in enumerate(found.estimators)
        for c, label in enumerate(found.classes)
    ]  # fmt: skip
    rows = (
        ("all items", "labels alone", "5,000", "200", "0.250", "0.150 – 0.400", "0.750",
         "0.650 – 0.900"),
        ("all items", "post-stratified", "5,000", "200", "0.200", "0.100 – 0.350", "0.800",
         "0.700 – 0.950"),
        ("s1", "labels alone", "40", "9 (pooled)", "0.500", "0.400 – 0.650", "0.500",
         "0.400 – 0.650"),
        ("s1", "post-stratified", "40", "9 (pooled)", "0.400", "0.300 – 0.550", "0.600",
         "0.500 – 0.750"),
    )  # fmt: skip
    return layouts.estimated("A", found), Table(
        "estimated", "A", "how people would rate the items of J1",
        (Column("items of", kind="name"), Column("by", kind="name"), Column("items"),
         Column("labelled"), Column("share", "no"), Column("95 %", "no"), Column("share", "yes"),
         Column("95 %", "yes")),
        rows,
        pd.DataFrame(facts, columns=["group", "estimator", "class", "share", "low", "high",
                                     "items", "labelled", "pooled", "more labels"]),
        rules=frozenset({2}), note="Pooled: too few are labelled",
    )  # fmt: skip
