"""Nugget detection on the leaderboard: a run by dialogue, and a dialogue turn by turn."""

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import Scores
from oq_core.campaign.computing.protocol import Source
from oq_core.campaign.printing import layouts
from oq_core.data import CUSTOMER_CLASSES, HELPDESK_CLASSES, NuggetCollection
from oq_core.data.scores import direction
from oq_core.measures import NUGGET_MEASURES, score_nugget_turns
from pages.analysing import words
from pages.analysing.downloads import download_table
from pages.analysing.text import plain
from pages.drawing.bars import histogram
from pages.drawing.shown import page_of, pick_row, show
from pages.host.results import Named, kept
from pages.host.work import work

#: Turns drawn at once, and in a row.
SHOWN, IN_A_ROW = 12, 3
_SIDES = {True: "customer", False: "helpdesk"}


def nuggets_of(source: Source) -> NuggetCollection | None:
    """The nugget labels that are scored, where they are."""
    return source.data if isinstance(source.data, NuggetCollection) else None


def dialogues(collection: NuggetCollection, scores: Scores, by: str) -> pd.DataFrame:
    """Every dialogue of a run's scores (K, n, 1), the worst first."""
    size = len(collection.ids)
    table = pd.DataFrame(
        {
            "dialogue": collection.ids,
            **dict(zip(scores.measures, scores.values[..., 0], strict=True)),
            "customer turns": np.bincount(
                collection.dialogue[collection.is_customer], minlength=size
            ),
            "helpdesk turns": np.bincount(
                collection.dialogue[~collection.is_customer], minlength=size
            ),
        }
    )
    return table.sort_values(by, ascending=False, kind="stable").reset_index(drop=True)


def dialogue_view(collection: NuggetCollection, scores: Scores, run: str, name: str) -> None:
    """A dialogue's turns: gold and estimate of each, and what the measures say of it."""
    st.subheader(f"{plain(name)}, turn by turn")
    found = np.flatnonzero(collection.dialogue == collection.ids.index(name))
    rows = page_of(found.tolist(), SHOWN, "turns")
    for start in range(0, len(rows), IN_A_ROW):
        for column, row in zip(st.columns(IN_A_ROW), rows[start : start + IN_A_ROW], strict=False):
            with column:
                turn_view(collection, scores, run, row)
    show(layouts.turns(collection, scores, run, name))


def turn_view(collection: NuggetCollection, scores: Scores, run: str, row: int) -> None:
    """One turn."""
    is_customer = bool(collection.is_customer[row])
    classes = CUSTOMER_CLASSES if is_customer else HELPDESK_CLASSES
    number = int(collection.turn[row])
    shares = {run: collection.runs[run][row]}
    if collection.gold is not None:
        shares = {"Gold": collection.gold[row], **shares}
    histogram(
        f"Turn {number}: {_SIDES[is_customer]}",
        classes,
        {name: each[: len(classes)] for name, each in shares.items()},
        height=230,
        across="nugget class, no order",
    )
    values = (
        f"{key} = {value:.4f}"
        for key, value in zip(scores.measures, scores.values[:, row, 0], strict=True)
    )
    icon = ":material/person:" if is_customer else ":material/support_agent:"
    st.caption(f"{icon} {' · '.join(values)}")


def pick_dialogue(collection: NuggetCollection, scores: Scores, by: str, key: str) -> str:
    """List every dialogue of a run's scores (K, n, 1), the worst first; gives the one clicked."""
    table = dialogues(collection, scores, by)
    run = scores.runs[0]
    st.markdown(f"**Every dialogue, the worst by {by} first**")
    row = pick_row(
        table,
        key,
        f"Scores of {run} on every dialogue, the worst by {by} first",
        height=390,
        column_config={
            "dialogue": st.column_config.TextColumn(pinned=True),
            **{
                name: st.column_config.ProgressColumn(format="%.4f", min_value=0, max_value=1)
                for name in scores.measures
            },
        },
    )
    download_table(
        "Download these scores",
        lambda: table.set_index("dialogue"),
        "nugget-scores.csv",
        collection.name,
        run,
    )
    return str(table["dialogue"][row])


def turns_view(named: Named[NuggetCollection], run: str, dialogue: str) -> None:
    """A dialogue of a run turn by turn: gold and estimate, and what the measures say."""
    alone = kept(NuggetCollection.without, named, [n for n in named.value.runs if n != run])
    turns = work("Scoring turns", score_nugget_turns, alone, NUGGET_MEASURES).value
    dialogue_view(named.value, turns, run, dialogue)
    words.caption(
        "Annotators say what each turn does: tell the problem (CNUG0), help to solve it (CNUG, "
        "HNUG), solve it (CNUG\\*, HNUG\\*) or none of these (CNaN, HNaN). The classes have no "
        f"order, so the measures look at each by itself; {direction(turns.larger_is_better)}."
    )
