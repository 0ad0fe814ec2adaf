"""Raters: the gold is a sample of them, and what that allows."""

import numpy as np
import streamlit as st

from oq_core import MEASURES, Collection, Scores, options, randomised_tukey_hsd, score
from oq_core.campaign.printing import answers_of_raters, layouts
from oq_core.raters import Allowed, agreement_of, rater_design, redraw, what_raters_allow
from oq_core.raters.design import SETTLED
from pages.analysing import views, words
from pages.analysing.data import choose_collection
from pages.analysing.downloads import download_table
from pages.analysing.explain import explain
from pages.analysing.settings import answer, choose, choose_pair, settings
from pages.analysing.text import plain
from pages.drawing.shown import show
from pages.host.work import Named, derived, needed, work

#: Instances and raters that more are asked for.
MORE_INSTANCES, MORE_RATERS = 100, 10


def truth_view(name: str, allowed: Allowed) -> None:
    """What the truth would score: the answer, the strips, the table."""
    answer(answers_of_raters.truth(allowed))
    show(layouts.rater_strips(name, allowed))
    explain("What this does not say", "truth")
    show(layouts.raters_allow(name, allowed))


def redrawn_view(named: Named[Collection], name: str, measures: list[str], seed: int) -> None:
    """What would stand if instances and ratings were drawn anew."""
    collection = named.value
    if not collection.runs:
        st.info("This needs runs: open run files under Your data.")
        return
    drawn = work(
        "Drawing other raters",
        redraw,
        named,
        measures,
        seed=seed,
    )
    if drawn is None:
        return
    found, standing = drawn.value, None
    if found.systems > 1:
        ours = needed(
            "Scoring the runs",
            score,
            named,
            measures,
        )
        others = [run for run in ours.value.runs if run not in found.runs[: found.systems]]
        systems = derived(Scores.without, ours, others)
        tests = needed(
            "Testing the runs",
            randomised_tukey_hsd,
            systems,
            trials=1000,
            seed=seed,
        )
        standing = found.standing(tests.value.p_values)
    answer(answers_of_raters.redrawn(found, standing))
    show(layouts.redrawn_means(name, found, 0))
    show(layouts.redrawn_runs(name, found, standing))
    if found.variances is not None:
        explain("What simulations say of them", "simulated", part="panels")
    if found.kept >= 0.5:
        st.caption(f"On average {found.kept:.0f} instances had no drawn rater and kept theirs.")


def design_view(named: Named[Collection], name: str, measures: list[str], seed: int) -> None:
    """More instances or more raters."""
    try:
        drawn = work(
            "Drawing fewer raters",
            rater_design,
            named,
            measures,
            seed=seed,
        )
    except ValueError as error:
        st.info(plain(str(error)) + ".")
        return
    if drawn is None:
        return
    design, key = drawn.value, measures[0]
    means = design.means[-1, 0]
    leader, *others = (design.runs[run] for run in np.argsort(means, kind="stable"))
    # Whose difference it is can be chosen below it: the answer is seen whole with its figure.
    place, usual, of = st.container(), (leader, others[0]), f"{named.code}/{key}"
    two = choose_pair(views.DESIGN_RUN, views.DESIGN_AGAINST, design.runs, usual, leader, of)
    pair = design.pair(key, *two)
    n = int(design.sizes[-1])
    with place:
        answer(answers_of_raters.design(pair, MORE_INSTANCES, MORE_RATERS))
        show(layouts.rater_design_curves(name, pair, MORE_INSTANCES))
    settled = design.settled(key)
    st.markdown(
        f"Almost any {settled} of these {n} raters ({100 * SETTLED:g} % of the draws, or more) "
        f"would have named the same leader, {plain(design.leader(key))}. That does not show that "
        "other raters would: of two equally good runs one is named as often, as parts of the panel "
        "approach the whole. *Other raters* draws new ones."
        if settled
        else "However many of the raters are drawn, another run may lead."
    )
    if pair.turns is not None:
        st.markdown(f"The difference changes sign at about {pair.turns:.1f} raters.")
    half = design.pair(key, *two, most=n // 2)
    st.caption(
        f"A check: fitted to at most {n // 2} raters, the difference with all {n} is foretold as "
        f"{float(half.expected(n)):.4f}; it is {pair.differences[-1]:.4f}."
    )
    download_table(
        "Download the draws and fits", lambda: pair.to_frame().set_index("raters"),
        "rater-design.csv", name,
    )  # fmt: skip


def agreement_view(named: Named[Collection], name: str, measures: list[str]) -> None:
    """How far raters agree, and who is far from the rest."""
    collection = named.value
    compared = work(
        "Comparing the raters",
        agreement_of,
        named,
        measures,
    )
    if compared is None:
        return
    found = compared.value
    answer(answers_of_raters.agreement(*found.alphas["ordinal"]))
    show(layouts.agreement(name, found.alphas))
    explain("What simulations say of them", "simulated", part="alphas")
    if found.distances is None or found.shared is None:
        st.caption("Who gave which rating is unknown, so there is nothing to say of single raters.")
        return
    show(
        layouts.distances_of_raters(
            name, collection.raters, measures, found.distances, found.shared
        )
    )


def main() -> None:
    """The page."""
    words.title("Raters: how good can the truth look")
    with settings() as line:
        chosen = choose_collection(line)
        with line.options:
            measures: list[str] = choose(views.RATER_MEASURES, ways=list(MEASURES))
            seed = choose(options.SEED)
    collection = chosen.value
    if collection.votes is None or collection.labels is not None:
        what = "items with one class each" if collection.labels else "shares, not votes"
        st.info(
            f"{plain(collection.name)} has {what}: how many people rated is unknown. "
            "Open gold with votes or ratings under Your data."
        )
        return
    part = choose(views.RATER_PART, label_visibility="collapsed")
    with st.container():
        if not measures:
            st.info("Choose a measure, under Options.")
            return
        if part == views.REDRAWN:
            redrawn_view(chosen, collection.name, measures, seed)
        elif part == views.DESIGN:
            design_view(chosen, collection.name, measures, seed)
        elif part == views.AGREEMENT:
            agreement_view(chosen, collection.name, measures)
        else:
            allowed = work(
                "Drawing ratings",
                what_raters_allow,
                chosen,
                measures,
                seed=seed,
            )
            if allowed is not None:
                truth_view(collection.name, allowed.value)
    line.tell()


main()
