"""Raters: the gold is a sample of them, and what that allows."""

import numpy as np
import streamlit as st

from oq_core import MEASURES, Collection, randomised_tukey_hsd, score
from oq_core.campaign.computing.costs import seconds_of_agreement, seconds_of_draws
from oq_core.campaign.printing import layouts
from oq_core.defaults import LEVEL
from oq_core.raters import (
    Allowed,
    agreement_of,
    rater_design,
    redraw,
    what_raters_allow,
)
from oq_core.raters.design import SETTLED
from pages.host.work import kept, work
from pages.shared import words
from pages.shared.data import choose_collection
from pages.shared.downloads import download_table
from pages.shared.options import choose_seed
from pages.shared.settings import settings
from pages.shared.shown import show
from pages.shared.text import plain

#: Shown unless others are chosen.
FIRST = ("NMD", "RNOD", "RSNOD", "JSD")
#: The parts of the page.
TRUTH, REDRAWN, DESIGN, AGREEMENT = PARTS = (
    "The truth",
    "Other raters",
    "More raters",
    "Agreement",
)
#: Instances and raters that more are asked for.
MORE_INSTANCES, MORE_RATERS = 100, 10

NOT_SAID = """\
The **truth** is the distribution of what all possible raters would say. The gold is made of some
of them, so that even a system that knew the truth would not score 0. What it would score is *no
floor*: a system can score below it. With two classes, a truth of .9 and .1 and one rating an
instance, the truth itself scores an NMD of .18, and its mode alone .10. Nor is the rest "the
system's error", as loss is not additive."""


def truth_view(name: str, allowed: Allowed) -> None:
    """What the truth would score: the answer, the strips, the table."""
    truth, key = allowed.truth, allowed.measures[0]
    if not np.isfinite(truth.shrunk[0]):
        st.info(f"There is no figure: {plain(truth.notes[0])}.")
    else:
        answer = f"Under {key} the true distribution itself would score about {truth.shrunk[0]:.3f}"
        if allowed.runs:
            best = allowed.runs[int(allowed.means[0].argmin())]
            side = (
                f"and the truth {truth.shrunk[0] / allowed.best[0]:.0%} of that"
                if truth.shrunk[0] < allowed.best[0]
                else "which is below the truth"
            )
            answer += f"; the best run, {plain(best)}, scores {allowed.best[0]:.3f}, {side}"
        st.markdown(f"**{answer}.**")
    show(layouts.rater_strips(name, allowed))
    with st.popover("What this does not say", icon=":material/help:"):
        st.markdown(NOT_SAID)
    show(layouts.raters_allow(name, allowed))


def redrawn_view(
    collection: Collection, token: str, name: str, measures: list[str], seed: int
) -> None:
    """What would stand if instances and ratings were drawn anew."""
    if not collection.runs:
        st.info("This needs runs: open run files under Your data.")
        return
    found = work(
        ("redrawn", token, tuple(measures), seed),
        "Drawing other raters",
        redraw,
        collection,
        measures,
        seed=seed,
        seconds=seconds_of_draws(collection, measures, 200 * (len(collection.runs) + 3)),
    )
    if found is None:
        return
    standing = None
    if found.systems > 1:
        ours = score(collection, measures)
        systems = ours.without(set(ours.runs) - set(found.runs[: found.systems]))
        p_values = kept(
            ("p of runs", token, tuple(measures), seed),
            lambda: randomised_tukey_hsd(systems, trials=1000, seed=seed).p_values,
        )
        standing = found.standing(p_values)
    leader = int(found.means[0, : max(found.systems, 1)].argmin())
    answer = (
        f"Under {found.measures[0]}, {plain(found.runs[leader])} comes first in "
        f"{found.first[0, leader]:.0%} of the draws of instances and ratings"
        if found.systems
        else "There are no runs but baselines"
    )
    if standing is not None:
        answer += f"; {standing[0, 0]:,} of {standing[0, 1]:,} significant pairs would stand"
    st.markdown(f"**{answer}.**")
    show(layouts.redrawn_means(name, found, 0))
    show(layouts.redrawn_runs(name, found, standing))
    if found.kept >= 0.5:
        st.caption(f"On average {found.kept:.0f} instances had no drawn rater and kept theirs.")


def design_view(
    collection: Collection, token: str, name: str, measures: list[str], seed: int
) -> None:
    """More instances or more raters."""
    try:
        design = work(
            ("rater design", token, tuple(measures), seed),
            "Drawing fewer raters",
            rater_design,
            collection,
            measures,
            seed=seed,
            seconds=seconds_of_draws(collection, measures, 800 * max(1, len(collection.runs))),
        )
    except ValueError as error:
        st.info(plain(str(error)) + ".")
        return
    if design is None:
        return
    key = measures[0]
    means = design.means[-1, 0]
    leader, *others = (design.runs[run] for run in np.argsort(means, kind="stable"))
    first = st.selectbox("Run", design.runs, index=design.runs.index(leader), key="design_first")
    rest = [run for run in design.runs if run != first]
    second = st.selectbox(
        "Against",
        rest,
        index=rest.index(others[0]) if others[0] in rest else 0,
        key="design_second",
    )
    pair = design.pair(key, first, second)
    n = int(design.sizes[-1])
    now = float(pair.effect(design.instances, n))
    wider = float(pair.effect(design.instances + MORE_INSTANCES, n))
    deeper = float(pair.effect(design.instances, n + MORE_RATERS))
    instances, raters = f"{MORE_INSTANCES} more instances", f"{MORE_RATERS} more raters"
    helps = (
        f"{instances} help about as much as {raters}"
        if f"{wider:.1f}" == f"{deeper:.1f}"
        else f"{instances} help more than {raters}"
        if wider > deeper
        else f"{raters} help more than {instances}"
    )
    st.markdown(
        f"**With {n} raters, {helps}: under {key} the difference between {plain(first)} and "
        f"{plain(second)}, now {now:.1f} standard errors, would be {wider:.1f} with the instances "
        f"and {deeper:.1f} with the raters.**"
    )
    settled = design.settled(key)
    st.markdown(
        f"From {settled} raters on {plain(design.leader(key))} leads in {100 * SETTLED:g} % of the "
        "draws."
        if settled
        else "However many of the raters are drawn, another run may lead."
    )
    if pair.turns is not None:
        st.markdown(f"The difference changes sign at about {pair.turns:.1f} raters.")
    show(layouts.rater_design_curves(name, pair, MORE_INSTANCES))
    half = design.pair(key, first, second, most=n // 2)
    st.caption(
        f"A check: fitted to at most {n // 2} raters, the difference with all {n} is foretold as "
        f"{float(half.expected(n)):.4f}; it is {pair.differences[-1]:.4f}."
    )
    download_table(
        "Download the draws and fits", lambda: pair.to_frame().set_index("raters"),
        "rater-design.csv", name,
    )  # fmt: skip


def agreement_view(collection: Collection, token: str, name: str, measures: list[str]) -> None:
    """How far raters agree, and who is far from the rest."""
    found = work(
        ("agreement", token, tuple(measures)),
        "Comparing the raters",
        agreement_of,
        collection,
        measures,
        seconds=seconds_of_agreement(collection, measures),
    )
    if found is None:
        return
    ordinal = found.alphas["ordinal"]
    said = f"{ordinal[0]:.2f} ({LEVEL}: {ordinal[1]:.2f} to {ordinal[2]:.2f})"
    if not np.isfinite(ordinal[0]):
        said = "undefined: nobody shares an item, or all ratings are the same"
    st.markdown(f"**Krippendorff's α of the ordinal ratings is {said}.**")
    show(layouts.agreement(name, found.alphas))
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
    if chosen is None:
        return
    collection, token = chosen
    if collection.votes is None or collection.labels is not None:
        what = "items with one class each" if collection.labels else "shares, not votes"
        st.info(
            f"{plain(collection.name)} has {what}: how many people rated is unknown. "
            "Open gold with votes or ratings under Your data."
        )
        return
    part = st.segmented_control(
        "Show", PARTS, default=TRUTH, required=True, key="rater_part", bind="query-params",
        label_visibility="collapsed",
    )  # fmt: skip
    answer = st.container()
    with line.options:
        measures = st.multiselect(
            "Measures", list(MEASURES), default=FIRST, key="rater_measures", bind="query-params",
            help="Sentences are about the first.",
        )  # fmt: skip
        seed = choose_seed()
    with answer:
        if not measures:
            st.info("Choose a measure, under Options.")
            return
        if part == REDRAWN:
            redrawn_view(collection, token, collection.name, measures, seed)
        elif part == DESIGN:
            design_view(collection, token, collection.name, measures, seed)
        elif part == AGREEMENT:
            agreement_view(collection, token, collection.name, measures)
        else:
            allowed = work(
                ("allowed", token, tuple(measures), seed),
                "Drawing ratings",
                what_raters_allow,
                collection,
                measures,
                seed=seed,
                seconds=seconds_of_draws(collection, measures, 300),
            )
            if allowed is not None:
                truth_view(collection.name, allowed)
    line.tell()


main()
