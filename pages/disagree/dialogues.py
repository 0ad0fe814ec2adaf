"""Per dialogue: where two measures prefer different runs, and why, in words."""

import streamlit as st

from oq_core import explain_conflict
from oq_core.analysis import quadrants
from oq_core.campaign.printing import headlines
from pages.analysing import words
from pages.analysing.data import choose_collection
from pages.analysing.downloads import download_table
from pages.analysing.settings import answer, settings
from pages.analysing.text import plain
from pages.drawing.conflict import choose_two, choose_two_runs, compared, ranked, show_conflict
from pages.drawing.shown import pick_row

#: Reasons are written for so many at once.
REASONS = 100


def main() -> None:
    """The page."""
    words.title("Conflicts by instance: which, and why")
    with settings() as line:
        chosen = choose_collection(line)
        x, y = choose_two()
        collection, first, second = choose_two_runs(chosen)
    if x == y or first == second:
        st.info("Choose two different runs and two different measures.")
        return
    pair, comparison = compared(collection, first, second)
    counts = quadrants(comparison, x, y)
    answer(headlines.conflicts(comparison, x, y))
    if not counts.disagreements:
        return
    table = ranked(comparison, pair, x, y).drop(columns=[f"Δ{x}", f"Δ{y}"])
    table = table[(comparison.winner(x) * comparison.winner(y) == 2)[table.index]]
    told = table[f"d = Δ{x} − Δ{y}"].abs().nlargest(REASONS).index
    gold, a, b = pair.gold, pair.runs[first], pair.runs[second]
    reasons = {
        row: explain_conflict(gold[row], a[row], b[row], x, y, pair.classes, (first, second))
        for row in told.tolist()
    }
    table = table.assign(reason=[reasons.get(row, "") for row in table.index])
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
    if len(table) > REASONS:
        st.caption(f"Reasons are written for the {REASONS} with the largest |d|.")
    download_table(
        "Download these instances",
        # Shares as they are pasted into Compare; NumPy's own text is rounded, and breaks lines.
        lambda: table.assign(
            gold=[" ".join(map(str, each.tolist())) for each in table["gold"]]
        ).set_index("instance"),
        "conflicts-by-instance.csv",
        collection.name,
    )
    row = int(table.index[place])
    with shown:
        show_conflict(
            f"Instance {comparison.ids[row]}",
            pair.classes,
            (gold[row], a[row], b[row]),
            (x, y),
            (first, second),
        )


main()
