"""Plain-loop twins of what the report worked by hand does not show of rankings."""

import numpy as np
import pandas as pd

from oq_core.campaign.printing import layouts
from oq_core.campaign.printing.table import Column, Table
from oq_core.disagreement.artificial import ArtificialExperiment
from oq_core.papers import PRINTED_TAUS
from tests.campaign.printing.twins import made

_TAUS = np.array([[1, 0.31, -0.12], [0.31, 1, 0.74], [-0.12, 0.74, 1]])
_ENDS = np.stack([_TAUS - np.array([[0, 0.2, 0.3], [0.2, 0, 0.11], [0.3, 0.11, 0]]),
                  _TAUS + np.array([[0, 0.14, 0.25], [0.14, 0, 0.09], [0.25, 0.09, 0]])],
                 axis=-1)  # fmt: skip
_KEYS = [(0, 1), (0, 2), (1, 2)]


def similarity():
    facts = [(made.MEASURES[i], made.MEASURES[j], _TAUS[i, j], *_ENDS[i, j]) for i, j in _KEYS]
    told = [f"{tau:.3f}\n[{low:.3f}, {high:.3f}]" for _, _, tau, low, high in facts]
    return layouts.similarity("A", made.MEASURES, _TAUS, _ENDS, "b"), Table(
        "similarity", "A",
        "Kendall's τ-b between the rankings of the runs by every two measures, with 95 % intervals",
        (Column("", kind="name"), Column("kappa"), Column("JSD")),
        (("NMD", told[0], told[1]), ("kappa", "", told[2])),
        pd.DataFrame(facts, columns=["measure 1", "measure 2", "tau", "low", "high"]),
        shades={(0, 1): 0.31**2 / 2, (0, 2): 0, (1, 2): 0.74**2 / 2},
        note="darker a cell, the more alike",
    )  # fmt: skip


def similarity_by_pair():
    two = ("JSD", "NMD")
    less = np.array([[1, 0.42], [0.42, 1]])
    none = np.full((2, 2, 2), np.nan)
    facts = [("A", made.MEASURES[i], made.MEASURES[j], _TAUS[i, j], *_ENDS[i, j]) for i, j in _KEYS]
    facts.append(("B", "JSD", "NMD", 0.42, np.nan, np.nan))
    rows = [
        (f"{first} vs {second}", f"{tau:.3f}", f"[{low:.3f}, {high:.3f}]", "")
        for _, first, second, tau, low, high in facts[:3]
    ]
    found = layouts.similarity_by_pair(
        {"A": (made.MEASURES, _TAUS, _ENDS), "B": (two, less, none)}, "a"
    )
    return found, Table(
        "similarity-pairs", "", "Kendall's τ-a between the rankings of the runs by two measures",
        (Column("measures", kind="name"), Column("τ", "A"), Column("95 %", "A"), Column("τ", "B")),
        (*rows, ("JSD vs NMD", "", "", "0.420")),
        pd.DataFrame(facts, columns=["data set", "measure 1", "measure 2", "tau", "low", "high"]),
    )  # fmt: skip


def beside_printed_taus():
    keys = list(dict.fromkeys(key for each in PRINTED_TAUS[3] for key in (each.first, each.second)))
    size = len(keys)
    numbers = np.random.default_rng(1).uniform(-0.9, 0.9, (size, size))
    taus = (numbers + numbers.T) / 2
    ends = np.stack([taus - 0.011, taus + 0.023], axis=-1)
    facts, rows = [], []
    for first, second, tau, low, high in PRINTED_TAUS[3]:
        i, j = keys.index(first), keys.index(second)
        ours = taus[i, j], taus[i, j] - 0.011, taus[i, j] + 0.023
        facts.append((f"{first}, {second}", *ours, tau, low, high, ours[0] - tau))
        rows.append(
            (f"{first}, {second}", "{:.3f} [{:.3f}, {:.3f}]".format(*ours),
             f"{tau:.3f} [{low:.3f}, {high:.3f}]", f"{ours[0] - tau:+.3f}")
        )  # fmt: skip
    experiment = ArtificialExperiment(3, tuple(keys), 9, 36, taus, ends)
    return layouts.beside_printed_taus(experiment, PRINTED_TAUS[3]), Table(
        "artificial-printed", "", "Beside SIGIR18 table 1, with 95 % intervals",
        (Column("measures", kind="name"), Column("ours"), Column("printed"),
         Column("difference")),
        tuple(rows),
        pd.DataFrame(facts, columns=["measures", "tau", "low", "high", "tau printed",
                                     "low printed", "high printed", "difference"]),
        note="ours are drawn as it says",
    )  # fmt: skip
