"""The drawing board: bars to drag, and every measure of what they show.

The numbers update as you drag. The server has computed them before; the browser computes no
measure. See `precompute`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from oq_core import MEASURES
from pages import menu
from pages.drawing import bars, projector, theme
from pages.drawing.board.asking import asked_data, in_percent
from pages.drawing.board.events import MOVES_SCRIPT, last_applied, listeners
from pages.drawing.board.plain import plain_board, shown_shares, sliders
from pages.drawing.board.precompute import answers_now, positions, precomputed_answers
from pages.drawing.board.reason import equal_for_a_reason, spoken_of, why
from pages.drawing.compare_state import MOST_VOTES, NAMES, CompareState
from pages.drawing.components import component
from pages.drawing.history import History
from pages.drawing.measure_table import measure_table, verdicts

#: Rows of measures that there is room for below the bars in projector mode.
_FEW_ROWS = 5

_board = component(
    "oq_board",
    __file__,
    "lens.js",
    "board.js",
    before=MOVES_SCRIPT,
    html='<div class="board"></div>',
    css=bars.STYLE,
)


@dataclass(frozen=True)
class Guessing:
    """Who guessed better, asked over the bars: they wait, and the measures hide, until it is said.

    Attributes
    ----------
    is_open : bool
        Whether it is still asked.
    buttons : mapping of str to str
        What each is called, by what it sends.
    on_press : callable
        Is given what a button sends.
    says, why : str
        Of what is drawn, until a bar moves: instead of whom the measures prefer, and of their
        reasons. Empty for these.
    """

    is_open: bool
    buttons: Mapping[str, str]
    on_press: Callable[[str], None]
    says: str = ""
    why: str = ""


def drawing_board(
    state: CompareState,
    measures: Sequence[str],
    history: History[Any],
    *,
    opens: Callable[[str], None] | None = None,
    charts: bool = True,
    guess: Guessing | None = None,
    plays: bool = False,
) -> None:
    """Draw the state with bars to drag, or with sliders where it or the browser wants them.

    Parameters
    ----------
    state : CompareState
    measures : sequence of str
        Keys of those of interest.
    history : History
        Is given the state after the visitor's moves.
    opens : callable, optional
        Is given a measure's key when its row is clicked.
    charts : bool
        Whether the histograms are drawn over each other too. Never in projector mode, which is
        one screen.
    guess : Guessing, optional
        Asks for a guess first. Bars then show by a movement that they can be dragged.
    plays : bool
        Whether bars that the server moves do so one after the other, to be followed.
    """
    if state.plain or st.session_state.get("board_works") is False:
        plain_board(state, measures, history)
        return
    key = f"{history.name}_board"
    on_moves, on_step = listeners(key, history, after_move)

    def on_open() -> None:
        chosen = st.session_state[key].get("open")
        if opens is not None and chosen in measures:
            opens(chosen)

    def on_press() -> None:
        pressed = st.session_state[key].get("press")
        if guess is not None and pressed in guess.buttons:
            guess.on_press(pressed)

    _board(
        key=key,
        data={
            "classes": list(state.classes),
            "histograms": [
                {
                    "key": which,
                    "name": NAMES[which],
                    "votes": list(state.votes(which)),
                    "colour": {"gold": theme.GOLD, "a": theme.A, "b": theme.B}[which],
                }
                for which in state.shown
            ],
            "charts": _charts(state) if charts and not projector.is_on() else [],
            "projector": projector.is_on(),
            "guess": guess
            and {
                "isOpen": guess.is_open,
                "buttons": list(guess.buttons.items()),
                "says": guess.says,
            },
            "opens": opens is not None,
            "flips": [
                list(measures).index(key) for key in spoken_of(measures) if state.two_systems
            ],
            "plays": plays,
            "isMany": len(measures) > _FEW_ROWS,
            "explained": [[MEASURES[key].name, MEASURES[key].summary] for key in measures],
            "why": (guess and guess.why) or why(state, measures, numbers=False),
            "numbers": why(state, measures, numbers=True),
            "reference": menu.REFERENCE.address,
            "equal": equal_for_a_reason(state, measures),
            "cumulative": state.cumulative,
            "keepTotal": state.keep_total,
            "measures": list(measures),
            "positions": positions(state).tolist(),
            "now": answers_now(state, measures).packed(),
            "precomputed": precomputed_answers(state, measures).packed(),
            "applied": last_applied(history.name),
            "asked": asked_data(state, measures),
            "table": measure_table(verdicts(state.scores(measures)), in_percent(state, measures)),
        },
        on_moves_change=on_moves,
        on_step_change=on_step,
        on_open_change=on_open,
        on_press_change=on_press,
    )
    if "board_works" not in st.session_state:
        _instead(state, history)


def _charts(state: CompareState) -> list[str]:
    """The histograms over each other, whose heights follow the hand."""
    colours = dict(zip(NAMES.values(), (theme.GOLD, theme.A, theme.B), strict=True))
    return [
        bars.bars_of(
            bars.chart_of_shares(title, state.classes, shares, label, "class"), colours,
            height="15rem",
        )
        for label, (title, shares) in shown_shares(state).items()
    ]  # fmt: skip


def _instead(state: CompareState, history: History[Any]) -> None:
    """Sliders that are seen only where the board could not be loaded; see `frame.css`."""

    def keep_on_with_sliders(after: CompareState) -> None:
        # Once the board works, the sliders are gone, and what they still send does not count.
        if "board_works" not in st.session_state:
            st.session_state.board_works = False
            history.keep(after)

    with st.container(key=f"{history.name}_instead_of_the_board"):
        st.info(
            "Your browser could not load the drawing board. These sliders do the same: move one, "
            "and every measure follows.",
            icon=":material/tune:",
        )
        sliders(state, keep_on_with_sliders, history.name)


def after_move(state: CompareState, move: dict[str, Any]) -> CompareState:
    """The state after a move; the same after one that does not fit it."""
    which, index, value = move.get("which"), move.get("index"), move.get("value")
    if (
        which in state.shown
        and isinstance(index, int)
        and 0 <= index < len(state.classes)
        and isinstance(value, int | float)
        and math.isfinite(value)
        and 0 <= value <= MOST_VOTES
    ):
        return state.with_vote(which, index, value)
    return state
