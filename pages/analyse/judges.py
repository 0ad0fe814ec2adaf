"""Judges: can a model that rates stand in for a person?"""

from typing import NamedTuple

import numpy as np
import streamlit as st

from oq_core import MEASURES, Collection, DataError, options, score
from oq_core.campaign.computing.costs import seconds_of_judges
from oq_core.campaign.printing import answers_of_raters, layouts
from oq_core.data import pooled, uniform
from oq_core.data.collection import PANEL
from oq_core.data.scores import counted, in_percent
from oq_core.raters import (
    PAPER_SCORES,
    StandIn,
    clearest_case,
    judges_apart,
    runs_stand_in,
)
from oq_core.raters.drawing import votes_of
from pages.host.named import Named, derived
from pages.host.work import needed
from pages.shared import views, words
from pages.shared.data import choose_collection
from pages.shared.histograms import histogram
from pages.shared.settings import answer, choose, settings, told
from pages.shared.shown import show
from pages.shared.text import plain
from pages.shared.truth import beside


class Choice(NamedTuple):
    """What is chosen behind *Options*: who is a judge, scores, ε, q, and what ends a cluster."""

    among: list[str]
    scores: list[str]
    epsilon: float
    q: float
    separator: str


def choose_all(named: Named[Collection]) -> Choice:
    """What is behind *Options*."""
    among: list[str] = choose(
        options.JUDGES, ways=named.value.raters, key=f"judges/{named.code}", placeholder="none"
    )
    told(len(among), 0, counted(len(among), "judge"))
    scores: list[str] = choose(options.JUDGE_SCORES, ways=[*MEASURES, *PAPER_SCORES])
    return Choice(
        among,
        scores,
        choose(options.EPSILON),
        choose(options.FALSE_DISCOVERY_RATE),
        choose(options.CLUSTERS),
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
             collection.raters[rater]: own}, key="verdicts differ"
        )  # fmt: skip
        return


def board_view(named: Named[Collection], keys: list[str]) -> None:
    """Judges as runs, with Uniform, Pooled, the panel, one rater and the truth as lines."""
    collection, measures = named.value, [key for key in keys if key in MEASURES]
    if not measures:
        return
    key = st.segmented_control(
        "By", measures, default=measures[0], required=True, key="board_by",
        label_visibility="collapsed",
    )  # fmt: skip
    made = {"Uniform": uniform(collection.gold), "Pooled": pooled(collection.gold)}
    scores = score(collection.with_runs(made), key)
    means = dict(zip(scores.runs, scores.means[0].tolist(), strict=True))
    lines = {name: means.pop(name) for name in (*made, PANEL) if name in means}
    show(layouts.judges_board(collection.name, key, means, {**lines, **beside(named, key)}))


def main() -> None:
    """The page."""
    words.title("Judges: can a model stand in for a person")
    with settings() as line:
        chosen = choose_collection(line, rated_by_name=True)
        if chosen is None:
            return
        with line.options:
            chosen_options = choose_all(chosen)
    among, scores, epsilon, q, separator = chosen_options
    try:
        named = derived(judges_apart, chosen, among)
    except DataError as error:
        st.info(plain(str(error)))
        return
    collection = named.value
    if not [name for name in collection.runs if name != PANEL]:
        st.info(
            "There is no judge. Open a file of judges' ratings under Your data, or say under "
            "Options which raters are judges."
        )
        return
    if not scores:
        st.info("Choose a score, under Options.")
        return
    try:
        found = needed(
            "Comparing judges with raters",
            runs_stand_in,
            named,
            scores,
            separator,
            seconds=seconds_of_judges(collection, len(scores)),
        ).value
    except ValueError as error:
        st.info(plain(str(error)))
        return
    rates = found.winning_rate(epsilon, q)
    answer(answers_of_raters.judges(found, epsilon, q))
    table = layouts.verdicts(collection.name, found, epsilon, q)
    show(layouts.winning_rates(collection.name, found, 0, q))
    show(table)
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
    disagreement_view(collection, found, rates >= 0.5)
    st.header("Judges as runs")
    board_view(named, scores)
    judge = choose(views.JUDGE, ways=found.judges, usual=found.judges[0], key=f"judge/{named.code}")
    show(layouts.rater_gaps(collection.name, found, 0, judge, epsilon))

    line.tell()


main()
