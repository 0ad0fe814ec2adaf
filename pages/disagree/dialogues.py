"""Per dialogue: where two measures prefer different runs, and why, in words."""

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import (
    MEASURES,
    compare_runs,
    explain_conflict,
    score,
)
from oq_core.analysis import quadrants
from oq_core.campaign.computing.baselines import with_baselines
from oq_core.campaign.printing import answers
from pages.analysing import words
from pages.analysing.data import choose_collection
from pages.analysing.downloads import download_table
from pages.analysing.settings import answer, settings
from pages.analysing.text import plain
from pages.drawing.conflict import choose_two, choose_two_runs, show_conflict
from pages.drawing.shown import pick_row

#: Reasons are written for so many at once.
REASONS = 100


def main() -> None:
    """The page."""
    words.title("Conflicts by instance: which, and why")
    with settings() as line:
        chosen = choose_collection(line)
        collection, baselines = with_baselines(chosen.value)
        runs = list(collection.runs)
        x, y = choose_two()
        first, second = choose_two_runs(runs, baselines, chosen.code)
    if x == y or first == second:
        st.info("Choose two different runs and two different measures.")
        return
    pair = collection.without(name for name in runs if name not in (first, second))
    comparison = compare_runs(score(pair, MEASURES), first, second)
    counts = quadrants(comparison, x, y)
    answer(answers.disagreements(comparison, x, y))
    if not counts.disagreements:
        return
    d = comparison.delta(x) - comparison.delta(y)
    rows = np.flatnonzero(comparison.winner(x) * comparison.winner(y) == 2)
    rows = rows[np.argsort(d[rows], kind="stable")]
    names = np.array([first, second], dtype=object)
    most = np.argsort(-np.abs(d[rows]), kind="stable")[:REASONS]
    reasons = np.full(len(rows), "", dtype=object)
    for place in most:
        row = rows[place]
        reasons[place] = explain_conflict(
            pair.gold[row],
            pair.runs[first][row],
            pair.runs[second][row],
            x,
            y,
            pair.labels_of(int(row)),
            (first, second),
        )
    table = pd.DataFrame(
        {
            "instance": [comparison.ids[row] for row in rows],
            f"d = Δ{x} − Δ{y}": d[rows],
            f"{x} prefers": names[comparison.winner(x)[rows] - 1],
            f"{y} prefers": names[comparison.winner(y)[rows] - 1],
            "gold": list(pair.gold[rows]),
            "reason": reasons,
        }
    )
    shown = st.container()
    words.caption(
        f"On {counts.first_only_x} of them {x} prefers {plain(first)}, on {counts.first_only_y} "
        f"{y} does."
    )
    line.tell()
    place = pick_row(
        table,
        f"dialogues/{chosen.code}/{first}/{second}/{x}/{y}",
        f"Instances on which {x} and {y} disagree, by d",
        height=330,
        column_config={
            f"d = Δ{x} − Δ{y}": st.column_config.NumberColumn(format="%.4f"),
            "gold": st.column_config.BarChartColumn(y_min=0, y_max=1, width="small"),
            "reason": st.column_config.TextColumn(width="large"),
        },
    )
    if len(rows) > REASONS:
        st.caption(f"Reasons are written for the {REASONS} with the largest |d|.")
    download_table(
        "Download these instances",
        lambda: table.set_index("instance"),
        "conflicts-by-instance.csv",
        collection.name,
    )
    row = rows[place]
    with shown:
        show_conflict(
            f"Instance {comparison.ids[row]}",
            pair.labels_of(int(row)),
            (pair.gold[row], pair.runs[first][row], pair.runs[second][row]),
            (x, y),
            (first, second),
        )


main()
