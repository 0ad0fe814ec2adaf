"""Map: every estimate of a gold as two measures see it, and points to move on it."""

import numpy as np
import pandas as pd
import streamlit as st

from oq_core import explain_conflict
from oq_core.campaign.printing import headlines
from oq_core.data.scores import counted
from oq_core.disagreement import MeasureMap, map_measures, rewards, strongest_pair
from pages import menu
from pages.analysing import address, views, words
from pages.analysing.downloads import download_table
from pages.analysing.settings import answer, choose, set_to, settings, told
from pages.drawing import projector
from pages.drawing.compare_state import FULL, CompareState, presets
from pages.drawing.conflict import choose_two, open_in_compare
from pages.drawing.history import History
from pages.explore.map_parts.places import Places, places_of
from pages.explore.map_parts.walk import Points, show_walk

#: Where the session keeps the points that are shown.
NAME = "map_points"


def choose_gold(classes: int) -> np.ndarray | None:
    """The gold's votes as a distribution (L,), by a shape or sliders; nothing while it has none."""
    shapes = presets(CompareState().with_classes(classes), "gold")
    start = shapes["Skewed to the low end"]
    set_to(
        "Set the gold to",
        shapes,
        "a shape…",
        f"map_{classes}_shape",
        lambda shape: put_gold(shapes[shape]),
    )
    votes = [
        choose(views.MAP_VOTES, classes, index, index + 1, usual=int(start[index]))
        for index in range(classes)
    ]
    told(votes, [int(each) for each in start], "another gold")
    if not sum(votes):
        return None
    return np.array(votes) / sum(votes)


def put_gold(votes: tuple[float, ...]) -> None:
    """Set the sliders of the gold."""
    for index, each in enumerate(votes):
        st.session_state[f"map_{len(votes)}_{index}"] = int(each)


def put(points: Points) -> None:
    """Make these the points."""
    st.session_state[f"{NAME}_{points.classes}"] = points
    if points.gold is not None:
        votes = places_of(points.classes).at(points.gold) * FULL
        put_gold(tuple(np.rint(votes).tolist()))


class Walked(History[Points]):
    """The points: moves of the visitor cannot be undone."""

    def keep(self, state: Points) -> None:
        """Make these the points, after a move of the visitor."""
        self.put(state)


def forget_points(classes: int) -> None:
    """Let A and B stand where the measures are most at odds again."""
    st.session_state.pop(f"{NAME}_{classes}", None)


def most_at_odds(places: Places, found: MeasureMap) -> tuple[int, int] | None:
    """Two places for points on which the measures disagree most."""
    inside, allowed = np.flatnonzero(places.inside), places.for_points
    at = np.searchsorted(inside, allowed)
    pair = strongest_pair(found.first[at], found.second[at])
    return None if pair is None else (int(allowed[pair[0]]), int(allowed[pair[1]]))


def choose_points(places: Places, odds: tuple[int, int] | None) -> Points:
    """Where A and B stand: as moved, as linked, or else where the measures are most at odds."""
    lasting = f"{NAME}_{places.classes}"
    asked = [address.asked_for(each.address) for each in (views.MAP_A, views.MAP_B)]
    if any(asked) and lasting not in st.session_state and st.session_state.get("arrived"):
        found = [places.of_text(text) for text in asked]
        if found[0] is None or found[1] is None:
            st.warning("The link does not say where A and B are: they are as at the start.")
        else:
            st.session_state[lasting] = Points(places.classes, found[0], found[1])
    chosen: Points | None = st.session_state.get(lasting)
    if chosen is None:
        address.put(views.MAP_A.address, None)
        address.put(views.MAP_B.address, None)
        a, b = odds or (int(places.for_points[0]), int(places.for_points[-1]))
        return Points(places.classes, a, b)
    address.put(views.MAP_A.address, places.text(chosen.a))
    address.put(views.MAP_B.address, places.text(chosen.b))
    return Points(places.classes, chosen.a, chosen.b)


def explain_picture(places: Places, gold: np.ndarray, found: MeasureMap, x: str, y: str) -> None:
    """What is drawn."""
    signs = "Drag ★, A and B. "
    if not places.is_triangle:
        signs = (
            f"**A slice of the estimates over {places.classes} classes:** only bells, one for each "
            "centre and spread. A class has the smaller a share the further it is from the centre; "
            "bells are cut off at the ends of the scale. Drag A and B. "
        )
        if places.of(gold) is None:
            signs += (
                "The gold is not on the map: no bell there is within half of one of twenty votes "
                "of it in every class. "
            )
        else:
            signs += (
                "★ The gold's bell: no class differs by more than half of one of twenty votes. "
            )
        bells = np.flatnonzero(places.inside)
        best = [
            f"{key} {each.min():.3f} with centre and spread "
            f"{places.text(int(bells[each.argmin()])).replace(',', ' and ')}"
            for key, each in ((x, found.first), (y, found.second))
        ]
        signs += f"✚ The best bell: {'; '.join(best)}. "
    else:
        signs += "★ The gold. "
    words.caption(
        f"{signs}Darker: worse. Right: percentile ranks among all estimates of the map; blue where "
        f"{x} thinks better of an estimate than {y} does, orange where {y} does. An estimate at "
        "the 72nd percentile is worse than 72 % of them; ties count half."
    )
    with st.container(key="keys_map"):
        words.caption("The Tab key takes a point, arrow keys move it, with Shift further.")


def tell_odds(places: Places, odds: tuple[int, int] | None, points: Points, x: str, y: str) -> None:
    """The two estimates of the map that the measures see most differently."""
    if odds is None:
        return
    a, b = odds
    with st.container(horizontal=True, vertical_alignment="center"):
        words.markdown(
            f"Most at odds, in dashed rings: {x} prefers one ({numbers_of(places.at(a))}), {y} the "
            f"other ({numbers_of(places.at(b))}).",
            width="content",
        )
        st.button(
            "Put A and B there",
            on_click=forget_points,
            args=(places.classes,),
            disabled=(points.a, points.b) == (a, b),
        )


def numbers_of(distribution: np.ndarray) -> str:
    """A distribution in short."""
    return ", ".join(f"{share:.2f}" for share in distribution)


def main() -> None:
    """The page."""
    words.title(menu.MAP.headline)
    with settings() as line:
        x, y = choose_two()
        with line.options:
            classes = choose(views.MAP_CLASSES)
            gold = choose_gold(classes)
        votes = choose(views.VOTES_IN_GOLD, width=240) if classes == 3 else 0
    if gold is None:
        st.info("The gold has no votes yet: raise one of its sliders under Options.")
        return
    if x == y:
        st.info("Choose two different measures.")
        return
    places = places_of(classes)
    estimates = places.estimates[places.inside]
    found = map_measures(gold, estimates, x, y)
    odds = most_at_odds(places, found)
    answer(headlines.map_conflict(x, y, odds is not None))
    rewarded = list(rewards(gold, votes, (x, y))) if votes else []
    if votes:
        words.markdown(
            f"If the gold is {counted(votes, 'vote')} drawn from ★ ({numbers_of(gold)}), {x} "
            f"rewards {numbers_of(rewarded[0])} most, {y} {numbers_of(rewarded[1])} (✚)."
        )
    points = st.session_state[NAME] = choose_points(places, odds)
    labels = [str(number + 1) for number in range(classes)]
    shown = gold, places.at(points.a), places.at(points.b)
    show_walk(
        places,
        gold,
        found,
        (x, y),
        odds,
        rewarded,
        explain_conflict(*shown, x, y, labels),
        Walked(NAME, put),
    )
    if projector.is_on():
        return
    explain_picture(places, gold, found, x, y)
    tell_odds(places, odds, points, x, y)
    open_in_compare(labels, shown, "points")
    download_table(
        "Download the map",
        lambda: pd.DataFrame(
            np.column_stack([estimates, found.first, found.second, found.difference]),
            columns=[*(f"p{i + 1}" for i in range(classes)), x, y, "difference of ranks"],
        ).rename_axis("estimate"),
        "map.csv",
    )


main()
