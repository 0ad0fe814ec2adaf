"""Nugget detection: a run dialogue by dialogue, and a dialogue turn by turn."""

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import Scores, options
from oq_core.campaign.computing.baselines import with_nugget_baselines
from oq_core.campaign.printing import headlines, layouts
from oq_core.data import CUSTOMER_CLASSES, HELPDESK_CLASSES, NuggetCollection
from oq_core.data.scores import direction
from oq_core.measures import NUGGET_MEASURES, score_nugget_turns, score_nuggets
from pages import menu
from pages.analysing import views, words
from pages.analysing.address import short_hash
from pages.analysing.data import SAMPLE, opened
from pages.analysing.downloads import download_table
from pages.analysing.links import link_to
from pages.analysing.settings import answer, choose, settings
from pages.analysing.text import plain
from pages.drawing.bars import histogram
from pages.drawing.shown import page_of, pick_row, show
from pages.host.work import Named, derived, kept, needed

#: Turns drawn at once, and in a row.
SHOWN, IN_A_ROW = 12, 3
_SIDES = {True: "customer", False: "helpdesk"}


def choose_run() -> tuple[Named[NuggetCollection], list[str], str]:
    """A data set with the baselines among its runs, those, and a run."""
    found = {
        each.title: each.named(scale)
        for each in opened().values()
        for scale in each.of_type(NuggetCollection)
    }
    # What is chosen on the other pages is the one to look at, if it has nuggets.
    titles, look = list(found), {"width": 145, "label_visibility": "collapsed"}
    chosen = st.session_state.get("data", SAMPLE)
    title = choose(
        views.NUGGET_DATA,
        ways=titles,
        usual=chosen if chosen in titles else titles[-1],
        key=f"nugget_data/{short_hash(titles)}/{chosen}",
        **look,
    )
    named = kept(with_nugget_baselines, found[title])
    runs = list(named.value.runs)
    key = f"nugget_run/{named.code}"
    run = choose(views.NUGGET_RUN, ways=runs, usual=runs[0], key=key, **look)
    return named, [name for name in runs if name not in found[title].value.runs], run


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
    st.header(f"{plain(name)}, turn by turn")
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


def main() -> None:
    """The page."""
    words.title("Nugget detection: what each turn is for")
    with settings() as line:
        named, references, run = choose_run()
        with line.options:
            alpha = choose(options.NUGGET_WEIGHT, width=320)
            by = choose(views.NUGGET_BY)
    collection = named.value
    others = [name for name in collection.runs if name != run]
    alone = derived(NuggetCollection.without, named, others)
    turns = needed(
        "Scoring turns",
        score_nugget_turns,
        alone,
        NUGGET_MEASURES,
    ).value
    every = needed(
        "Scoring dialogues",
        score_nuggets,
        named,
        NUGGET_MEASURES,
        alpha,
    ).value
    scores = every.without(others)
    answer(headlines.run_means(scores))
    show(layouts.spread_of_scores(collection.name, every, run, by, references))
    means = " · ".join(
        f"{key} {mean:.4f}" for key, mean in zip(scores.measures, scores.means[:, 0], strict=True)
    )
    words.caption(
        f"Means: {means}. "
        "Annotators say what each turn does: tell the problem (CNUG0), help to solve it (CNUG, "
        "HNUG), solve it (CNUG\\*, HNUG\\*) or none of these (CNaN, HNaN). The classes "
        f"have no order, so the measures look at each by itself; "
        f"{direction(scores.larger_is_better)}. On the other "
        "pages the scale is called nuggets, and α is the one set here."
    )
    with st.container(horizontal=True):
        link_to(menu.LEADERBOARD, "All runs: {}")
        link_to(menu.POWER, "Significance: {}")
    table = dialogues(collection, scores, by)
    row = pick_row(
        table,
        f"nugget_dialogues/{named.code}/{run}/{by}",
        f"Scores of {run} on every dialogue, the worst by {by} first",
        height=390,
        column_config={
            "dialogue": st.column_config.TextColumn(pinned=True),
            **{
                key: st.column_config.ProgressColumn(format="%.4f", min_value=0, max_value=1)
                for key in scores.measures
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
    dialogue_view(collection, turns, run, table["dialogue"][row])


main()
