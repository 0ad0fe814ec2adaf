"""The map in the page: estimates in the colours of their scores, and points to move on it.

The server has computed all scores before; the browser computes no measure.
"""

from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from oq_core import MEASURES
from oq_core.disagreement import MeasureMap, dense_ranks, percentile_ranks, vote_grid
from pages.drawing import projector, theme
from pages.drawing.board.events import MOVES_SCRIPT, last_applied, listeners
from pages.drawing.board.precompute import Answers, packed_scores
from pages.drawing.compare_state import FULL
from pages.drawing.components import component
from pages.drawing.history import History
from pages.explore.map_parts.places import Places

#: Percentiles are sent as whole hundredths.
_HUNDREDTHS = 100
#: With more classes, estimates of twenty votes are too many to be compared.
_FEW_CLASSES = 5

_walk = component(
    "oq_walk", __file__, "walk.js", before=MOVES_SCRIPT, html='<div class="board"></div>'
)


@dataclass(frozen=True)
class Points:
    """Where A and B stand, and the gold where it was moved: numbers of places."""

    classes: int
    a: int
    b: int
    gold: int | None = None


def show_walk(
    places: Places,
    gold: np.ndarray,
    found: MeasureMap,
    measures: tuple[str, str],
    odds: tuple[int, int] | None,
    rewarded: Sequence[np.ndarray],
    reason: str,
    history: History[Points],
) -> None:
    """Draw both measures and their difference over all places, with points to drag.

    Parameters
    ----------
    places : Places
    gold : ndarray, shape (L,)
    found : MeasureMap
        Of the estimates inside.
    measures : tuple of two str
        Their keys.
    odds : tuple of two int, optional
        The places most at odds.
    rewarded : sequence of ndarray, shape (3,)
        By measure, the answer that it rewards most, in the triangle; none where nothing is asked.
    reason : str
        Why the measures prefer what they prefer.
    history : History
        Has the points, and is given those after the visitor's moves.
    """
    points, key = history.now, f"{history.name}_walk"
    on_moves, on_step = listeners(key, history, partial(after_move, places))
    scores = found.first, found.second
    order, every = in_one_order(places, gold, scores, measures)
    columns = places.inside.shape[1]
    best = (
        [_place_of(places, each) for each in rewarded]
        if places.is_triangle
        else [[*divmod(int(np.flatnonzero(places.inside)[s.argmin()]), columns)] for s in scores]
    )
    _walk(
        key=key,
        data={
            "rows": places.inside.shape[0],
            "columns": columns,
            "classes": places.classes,
            "stride": places.stride,
            "step": places.step,
            "measures": list(measures),
            "inside": _packed(places.inside.ravel(), "u1"),
            "shares": _packed(np.rint(100 * places.estimates).ravel(), "u1"),
            "scores": [_over(places, each, packed_scores) for each in scores],
            "percentiles": [
                _over(places, percentile_ranks(each) * _HUNDREDTHS, _packed) for each in scores
            ],
            "order": [_over(places, each, _packed) for each in order],
            "every": [_packed(each) for each in every],
            "points": {"a": points.a, "b": points.b},
            "gold": _place_of(places, gold),
            "goldShares": np.rint(100 * gold).astype(int).tolist(),
            "odds": list(odds or ()),
            "best": best,
            "colours": {"gold": theme.GOLD, "a": theme.A, "b": theme.B, "odds": theme.CONFLICT},
            "projector": projector.is_on(),
            "why": reason,
            "applied": last_applied(history.name),
            # What the board's script expects: nothing is one move away but with another gold.
            "now": Answers(np.zeros((0, 2, 2))).packed(),
            "precomputed": for_golds(places, points, measures).packed(),
        },
        on_moves_change=on_moves,
        on_step_change=on_step,
    )


def _packed(values: np.ndarray, kind: str = "<u2") -> str:
    """Whole numbers as base64, for the browser."""
    return b64encode(np.rint(values).astype(kind).tobytes()).decode()


def _over(places: Places, values: np.ndarray, pack: Callable[[np.ndarray], str]) -> str:
    """Values of the estimates inside, as numbers of all places in order."""
    everywhere = np.zeros(places.inside.shape)
    everywhere[places.inside] = values
    return pack(everywhere.ravel())


def _place_of(places: Places, distribution: np.ndarray) -> list[float] | None:
    """Its row and column; nothing where the slice holds no such bell."""
    if places.is_triangle:
        side = places.inside.shape[0] - 1
        return [float(distribution[1]) * side, float(distribution[2]) * side]
    place = places.of(distribution)
    return None if place is None else list(map(float, divmod(place, places.inside.shape[1])))


def in_one_order(
    places: Places, gold: np.ndarray, scores: Sequence[np.ndarray], measures: Sequence[str]
) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Ranks of what is on a slice among all estimates of twenty votes, and of these among them.

    Parameters
    ----------
    places : Places
    gold : ndarray, shape (L,)
    scores : sequence of ndarray, shape (N,)
        By measure, of the N estimates inside.
    measures : sequence of str

    Returns
    -------
    tuple of two lists
        By measure, dense ranks (N,) of the estimates inside, and (M,) of all; no such ones in the
        triangle, which shows all, and of many classes, as they are too many.

    Examples
    --------
    >>> from pages.explore.map_parts.places import places_of
    >>> places, gold = places_of(4), np.full(4, 0.25)
    >>> score = MEASURES["NMD"](places.estimates[places.inside], gold)
    >>> own, every = in_one_order(places, gold, [score], ["NMD"])
    >>> own[0].shape == score.shape, every[0].shape
    (True, (1771,))
    """
    if places.is_triangle or places.classes > _FEW_CLASSES:
        return [dense_ranks(each) for each in scores], []
    every = vote_grid(places.classes, FULL) / FULL
    ranks = [
        dense_ranks(np.concatenate([own, MEASURES[key](every, gold)]))
        for own, key in zip(scores, measures, strict=True)
    ]
    inside = len(scores[0])
    return [each[:inside] for each in ranks], [each[inside:] for each in ranks]


def for_golds(places: Places, points: Points, measures: tuple[str, str]) -> Answers:
    """What the measures say of A and B for every place that the gold can be moved to.

    Returns
    -------
    Answers
        Scores (places, 2 measures, A and B), in the order of `Places.for_points`; none for a
        slice of bells, where the gold cannot be moved.
    """
    if not places.is_triangle:
        return Answers(np.zeros((0, 2, 2)))
    golds = np.stack([places.at(place) for place in places.for_points.tolist()])
    estimates = np.stack([places.at(points.a), places.at(points.b)])
    scores = [MEASURES[key](estimates[None], golds[:, None]) for key in measures]
    return Answers(np.stack(scores, axis=1))


def after_move(places: Places, points: Points, move: dict[str, Any]) -> Points:
    """The points after a move; the same after one to where no point can stand."""
    which, place = move.get("which"), move.get("place")
    movable = ("gold", "a", "b") if places.is_triangle else ("a", "b")
    allowed = places.for_points.tolist()
    if which in movable and isinstance(place, int) and place in allowed:
        return replace(points, **{str(which): place})
    return points
