"""Whether a judge can stand in for a person: the alternative annotator test."""

import numpy as np
import streamlit as st

from oq_core import MEASURES, Collection, score
from oq_core.campaign.printing import headlines, layouts
from oq_core.data import pooled, uniform
from oq_core.data.collection import PANEL
from oq_core.data.scores import in_percent
from oq_core.raters import StandIn, clearest_case
from oq_core.raters.drawing import votes_of
from pages.analysing import views, words
from pages.analysing.people import people_scores
from pages.analysing.settings import choose
from pages.analysing.text import plain
from pages.drawing.bars import histogram
from pages.drawing.shown import show
from pages.host.results import Named


def stand_in_view(
    named: Named[Collection], found: StandIn, epsilon: float, q: float, judge: str
) -> None:
    """Who passes, why measures differ about it, and the judges as runs."""
    collection = named.value
    words.markdown(
        "A judge can stand in for a person if it is as close to the other people as that person "
        "is. **ω** is the share of the people whom it beats so, of 1/2 or more it passes; **ε** "
        "is how much less often than the person it may be the closer one."
    )
    rates = found.winning_rate(epsilon, q)
    st.markdown(plain(headlines.stand_in(found, epsilon, q)))
    if found.raters:
        show(layouts.winning_rates(collection.name, found, 0, q))
        show(layouts.verdicts(collection.name, found, epsilon, q))
        _ties(found)
        disagreement_view(collection, found, rates >= 0.5)
        show(layouts.rater_gaps(collection.name, found, 0, judge, epsilon))


def _ties(found: StandIn) -> None:
    """How often judge and rater are equally close, and how often the rest is one rating."""
    count = sum(found.others.values())
    single = found.others.get(1, 0)
    words.caption(
        f"Judge and rater are equally close in {in_percent(np.nanmin(found.ties))} to "
        f"{in_percent(np.nanmax(found.ties))} of the ratings"
        + (
            f"; {in_percent(single / count)} of the ratings have one other beside them, so that "
            "“the rest” is one rating"
            if single
            else ""
        )
        + "."
    )


def disagreement_view(collection: Collection, found: StandIn, passing: np.ndarray) -> None:
    """An item on which two measures differ about a judge whose verdict depends on them."""
    votes, ratings = votes_of(collection), collection.ratings
    if ratings is None:
        return
    for j, judge in enumerate(found.judges):
        yes = [k for k in np.flatnonzero(passing[:, j]) if found.scores[k] in MEASURES]
        no = [k for k in np.flatnonzero(~passing[:, j]) if found.scores[k] in MEASURES]
        if not yes or not no:
            continue
        first, second = found.scores[yes[0]], found.scores[no[0]]
        place = clearest_case(collection, judge, first, second)
        if place is None:
            continue
        row, rater = place
        own = np.eye(len(collection.classes))[ratings[row, rater]]
        others = (votes[row] - own) / (votes[row].sum() - 1)
        st.markdown(
            f"**Why {first} lets {plain(judge)} pass and {second} does not**: on "
            f"{plain(collection.ids[row])}, {first} finds {plain(judge)} closer to the others than "
            f"{plain(collection.raters[rater])}, {second} does not."
        )
        histogram(
            collection.ids[row], collection.classes,
            {"The others": others, judge: collection.runs[judge][row],
             collection.raters[rater]: own}
        )  # fmt: skip
        return


def board_view(named: Named[Collection], keys: list[str]) -> None:
    """Judges as runs, with Uniform, Pooled, the panel, one rater and half of them as lines."""
    collection, measures = named.value, [key for key in keys if key in MEASURES]
    if not measures:
        return
    key = choose(views.BOARD_BY, ways=measures, label_visibility="collapsed")
    made = {"Uniform": uniform(collection.gold), "Pooled": pooled(collection.gold)}
    scores = score(collection.with_runs(made), key)
    means = dict(zip(scores.runs, scores.means[0].tolist(), strict=True))
    lines = {name: means.pop(name) for name in (*made, PANEL) if name in means}
    show(layouts.judges_board(collection.name, key, means, {**lines, **people_scores(named, key)}))
