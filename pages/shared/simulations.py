"""What simulations say of tests and intervals: tables of `tests/benchmarks/statistics.py`.

Made with `--campaigns 400`; a change of a test or an interval needs them made again.
"""

from __future__ import annotations

import pandas as pd
import streamlit as st

ERRORS = """\
By simulation, at α = 0.05, with eight runs and 40 instances: campaigns with a wrong finding where
all means are equal, the same where one run's scores spread six times as much, and the share of
real differences that are found.

| Rule | Wrong, equal spread | Wrong, one spread × 6 | Differences found |
|---|---|---|---|
| Tukey, in a single step | 4.0 % | 15 % | 63 % |
| Tukey, step by step | 4.0 % | 15 % | 65 % |
| Studentised, in a single step | 4.2 % | 5.8 % | 77 % |
| Studentised, step by step | 4.2 % | 5.8 % | 81 % |
| Fisher, with Holm, + 1, B = 2,000 | 3.2 % | 2.8 % | 80 % |

Under six measures that agree in part, 23 % of campaigns have a wrong finding under one of them or
more; over all measures together 6.2 %. Each number is of 400 campaigns, so 5 % may show as 3 to
7 %."""

COVERAGE = "How often 95 % intervals of a mean of skewed scores cover it, by simulation:"
#: Instances, percentile bootstrap, Student's t.
_COVERAGE = [
    ("5", "84 %", "94 %"),
    ("10", "89 %", "94 %"),
    ("20", "92 %", "95 %"),
    ("30", "93 %", "95 %"),
    ("50", "94 %", "95 %"),
    ("100", "94 %", "95 %"),
]


def coverage_table() -> None:
    """How often intervals cover."""
    st.table(pd.DataFrame(_COVERAGE, columns=["instances", "percentile", "t"]))
