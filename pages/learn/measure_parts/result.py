"""What is said of a person at the end of the questions."""

from math import isnan

import streamlit as st

from oq_core import rank_runs, score
from oq_core.campaign.computing.costs import seconds_of_scoring
from oq_core.campaign.printing import layouts
from oq_core.knowledge import explain_preference
from oq_core.preferences import (
    CANDIDATES,
    KINDS,
    SeriesVerdict,
    deciding,
    in_words,
    of_oneself,
    parted,
    phrase,
    simulated,
    verdict,
)
from oq_core.preferences.series import NO_REASON
from pages.analysing import words
from pages.analysing.data import SAMPLE, opened
from pages.analysing.text import plain
from pages.drawing.card import Card, show_card
from pages.drawing.histograms import histogram
from pages.drawing.shown import show
from pages.host.work import needed
from pages.learn.measure_parts.state import Played, drawn, scale_of

#: The measure that a person's is set beside, and the one if it is theirs.
BESIDE, OTHERWISE = "NMD", "RNOD"
#: Questions that are drawn side by side; of more the rest is folded.
DRAWN = 3
SIDES = ("Left", "Right")


def result(played: Played, seed: int, address: str) -> None:
    """The answer, what decides it, its card, where NMD parts with it, and what runs would gain.

    Parameters
    ----------
    played : Played
        All of a series.
    seed : int
        Of the series.
    address : str
        Of the same questions, without an answer.
    """
    found = verdict(played.series)
    left, right = st.columns(2, gap="medium")
    with left:
        (st.success if found.is_sure else st.warning)(f"**{plain(in_words(found))}**")
        why(played, found)
    with right:
        show_card(card_of(played, seed, address), "your_measure")
        st.caption("A picture to send on. Its link asks the same questions and holds no answer.")
    show(layouts.probabilities(played.series))
    with st.popover("How sure is this?", icon=":material/help:"):
        words.markdown(simulated.how_sure())
        words.markdown(simulated.what_escapes())
    nearest, other = nearest_and_beside(found)
    where_parted(played, seed, other)
    leaderboards(nearest, other)


def nearest_and_beside(found: SeriesVerdict) -> tuple[str, str]:
    """The measure that is nearest to a person, and the one that is set beside it."""
    nearest = next(
        (key for keys, _ in found.groups for key in keys if CANDIDATES[key].kind == "measure")
    )
    return nearest, OTHERWISE if nearest == BESIDE else BESIDE


def took(played: Played, place: int) -> int:
    """The place in `SIDES` of the estimate that was taken, where one was."""
    return int((played.series.answers[place] == 0) != (played.questions[place].side > 0))


def card_of(played: Played, seed: int, address: str) -> Card:
    """What was found as a card: with a question on which the person and a measure part.

    Parameters
    ----------
    played, seed, address
        As `result` takes them.
    """
    found = verdict(played.series)
    _, other = nearest_and_beside(found)
    places = parted(played.series, other).tolist()
    place = places[0] if places else 0
    gold, *sides = drawn(played.questions[place])
    names, note = SIDES, f"{other} and I never part."
    if places:
        mine = took(played, place)
        sides = [sides[mine], sides[1 - mine]]
        names, note = ("I took this", f"{other} prefers"), f"Here {other} and I part:"
    return Card(
        of_oneself(found),
        note,
        scale_of(seed, place),
        {"People said": gold, **dict(zip(names, sides, strict=True))},
        "Which measure judges like you?",
        address,
    )


def why(played: Played, found: SeriesVerdict) -> None:
    """The property that decides, and the person's consistency."""
    (first, _), *others = found.groups
    # What has no reason has no property that decides against it.
    second = next((keys[0] for keys, _ in others if keys[0] not in NO_REASON), None)
    told = []
    if first[0] in NO_REASON:
        told.append("Your answers follow nothing that is listed here, or follow it too seldom.")
    elif not found.is_explained:
        told.append(
            f"Your answers go along with something that {first[0]} leaves out: of people who "
            f"{phrase(first[:1])}, only {100 * found.misfit:.0f} % leave as much unexplained."
        )
    elif second and (part := deciding(played.series, first[0], second)):
        told.append(
            f"What decides it is that **{KINDS[part.kind]}**: such questions are "
            f"{100 * part.questions:.0f} % of yours, and carry {100 * part.evidence:.0f} % of "
            f"what speaks for {first[0]} rather than {second}."
        )
    if not isnan(found.consistency):
        twice = played.series.order.count("again")
        same = round(found.consistency * twice)
        told.append(f"Of {twice} questions that you were asked twice, you answered {same} alike.")
    words.markdown(" ".join(told))


def where_parted(played: Played, seed: int, key: str) -> None:
    """The questions that a measure answers the other way, each with its reason."""
    places = parted(played.series, key).tolist()
    words.header(f"Where you and {key} part")
    if not places:
        words.markdown(f"Nowhere: {key} never preferred the other estimate.")
        return
    words.markdown(
        f"On {len(places)} of {int(played.series.is_first.sum())} questions you took the one "
        f"that {key} finds worse."
    )
    for column, place in zip(st.columns(DRAWN), places[:DRAWN], strict=False):
        with column:
            question = played.questions[place]
            classes, shares = scale_of(seed, place), drawn(question)
            names = ("People", *SIDES)
            histogram(
                f"Question {place + 1}",
                classes,
                dict(zip(names, shares, strict=True)),
                key=f"parted {place}",
                height=230,
            )
            reason = explain_preference(*shares, key, classes, SIDES, numbers=False)
            words.markdown(f"You took **{SIDES[took(played, place)]}**. {plain(reason)}")
    if rest := [str(place + 1) for place in sorted(places[DRAWN:])]:
        st.caption(f"Also on question{'s' if len(rest) > 1 else ''} {', '.join(rest)}.")


def leaderboards(nearest: str, other: str) -> None:
    """Runs under the person's measure beside another."""
    words.header(f"How runs rank by {nearest}, and by {other}")
    titles = [title for title, each in opened().items() if each.collections]
    title = st.selectbox("Data", titles, index=titles.index(SAMPLE), key="measure_data", width=320)
    data = opened()[title]
    scale = next(iter(data.collections))
    keys = (nearest, other)
    scores = needed(
        f"Scoring {title}",
        score,
        data.named(scale),
        keys,
        seconds=seconds_of_scoring(data.held[scale].size, len(keys)),
    ).value.defined()
    name = title if len(data.collections) == 1 else f"{title}, {scale}"
    if scores.ids:
        show(layouts.leaderboard(name, scores, rank_runs(scores)))
