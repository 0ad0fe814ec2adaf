"""Start: who guessed better? A guess, then what measures say, and a door to each section."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

import streamlit as st

from oq_core.knowledge.guesses import GUESSES, SQUARES_OF, STEPS_OF, Guess
from pages import menu
from pages.analysing import address, words
from pages.analysing.address import UnreadableError
from pages.analysing.links import link_to
from pages.drawing import hands, projector
from pages.drawing.board import Guessing, drawing_board
from pages.drawing.board.asking import choose_raters, tell_asked
from pages.drawing.compare_state import NAMES, CompareState, format_votes, linked_whole
from pages.drawing.history import History
from pages.drawing.measure_table import verdicts
from pages.drawing.seeing import seeing
from pages.menu import MENU

NAME = "start"
_DRAWN, _PAIR = "drawn", "pair"
#: Where a visit has its guesses, by pair.
_GUESSED = "start_guessed"
#: From so many guesses on they are counted.
_COUNTED = 3
#: The two measures that disagree on every pair.
MEASURES_SHOWN = (STEPS_OF, SQUARES_OF)


@dataclass(frozen=True)
class Drawn(CompareState):
    """What is drawn here, in one parameter of the address, as each pair opens with its own."""

    #: Which of `GUESSES` is asked about.
    pair: int = 0

    @classmethod
    def of_pair(cls, pair: int) -> Self:
        """A pair as it is asked about."""
        asked = GUESSES[pair]
        return cls(gold=asked.gold, a=asked.a, b=asked.b, two_systems=True, pair=pair)

    @property
    def guess(self) -> Guess:
        """What is asked about."""
        return GUESSES[self.pair]

    @property
    def is_as_asked(self) -> bool:
        """Whether no bar was moved."""
        return replace(self, raters=None) == self.of_pair(self.pair)

    def to_address(self) -> dict[str, str]:
        """The pair, and once that is changed the votes of gold, A and B, and raters asked."""
        found = {_PAIR: str(self.pair + 1)} if self.pair else {}
        if self == self.of_pair(self.pair):
            return found
        rows = [format_votes(self.votes(which), ",") for which in NAMES]
        if "raters" in (others := super().to_address()):
            rows.append(others["raters"])
        return {_DRAWN: "/".join(rows), **found}

    @classmethod
    def from_address(cls, parameters: Mapping[str, str]) -> Self:
        """What an address holds.

        Raises
        ------
        UnreadableError
            If the address holds anything else.
        """
        pair = linked_whole(parameters, _PAIR, 1, 1, len(GUESSES)) - 1
        if _DRAWN not in parameters:
            return cls.of_pair(pair)
        rows = parameters[_DRAWN].split("/")
        if len(rows) not in (len(NAMES), len(NAMES) + 1):
            raise UnreadableError(f"{len(NAMES)} rows of votes are needed, not {len(rows)}")
        votes = dict(zip((*NAMES, "raters"), rows, strict=False))
        return replace(super().from_address({**votes, "two": "1"}), pair=pair)


HISTORY = History[Drawn](NAME, partial(address.keep, NAME))


def guessed() -> dict[int, str]:
    """The guesses of this visit, "A" or "B" by pair."""
    found: dict[int, str] = st.session_state.setdefault(_GUESSED, {})
    return found


def on_press(pressed: str) -> None:
    """A guess, or the next pair."""
    state = HISTORY.now
    if pressed in ("A", "B"):
        guessed()[state.pair] = pressed
        HISTORY.put(state)
        return
    after = (state.pair + 1) % len(GUESSES)
    guessed().pop(after, None)  # after the last, they are asked again
    HISTORY.forget()
    HISTORY.put(Drawn.of_pair(after))


def is_asked(state: Drawn) -> bool:
    """Whether the guess is still to come: not where bars were moved, or are sliders."""
    works = st.session_state.get("board_works") is not False
    is_counted = hands.are_counted() and question_of(state.pair).row() is not None
    return works and state.is_as_asked and state.pair not in guessed() and not is_counted


def question_of(pair: int) -> hands.Question:
    """A pair, as hands are counted for either estimate."""
    answers = ("A guessed better", "B guessed better")
    tags = {agrees(pair, side): place for place, side in enumerate("AB")}
    return hands.Question(f"pair{pair + 1}", "Who guessed better?", answers, tags)


def agrees(pair: int, guess: str) -> str:
    """The measure that a guess goes along with."""
    return STEPS_OF if guess == GUESSES[pair].rejected else SQUARES_OF


def said(state: Drawn) -> str:
    """With which measure the guess agrees, and of several how many; empty where there is none."""
    guess = guessed().get(state.pair)
    if guess is None or not state.is_as_asked:
        return ""
    measure = agrees(state.pair, guess)
    (other,) = (key for key in MEASURES_SHOWN if key != measure)
    counts = count_sides(guessed()) if len(guessed()) >= _COUNTED else ""
    return f"{measure} agrees with you. {other} does not. {counts}".rstrip()


def count_sides(guesses: Mapping[int, str]) -> str:
    """How many guesses went along with each measure; they disagree on every pair."""
    sides = [agrees(pair, guess) for pair, guess in guesses.items()]
    first, second = sorted((SQUARES_OF, STEPS_OF), key=sides.count, reverse=True)
    return (
        f"You sided with {first} on {sides.count(first)} of {len(sides)}, "
        f"with {second} on {sides.count(second)}."
    )


def buttons(state: Drawn) -> dict[str, str]:
    """What can be pressed below the bars, by what it sends."""
    if is_asked(state):
        return {} if hands.are_counted() else {each: f"{each} guessed better" for each in "AB"}
    return {"next": "Another one"}


def agreement(state: Drawn) -> str:
    """That a move has made the two measures agree; empty where they do not."""
    sides = {each.preferred for each in verdicts(state.scores(MEASURES_SHOWN))}
    both = {"A": "both prefer A", "B": "both prefer B", "tie": "both find a tie"}
    return (
        f"**Now they agree: {both[sides.pop()]}.**" if len(sides) == 1 and sides & {*both} else ""
    )


@st.fragment
def guessing() -> None:
    """The bars and what follows from them, in a fragment: a move draws nothing else anew."""
    state = address.current(NAME, Drawn.of_pair(0), Drawn.from_address)
    place = st.container()
    if hands.are_counted():
        with st.container(key="side"):
            left, place = st.columns([1, 3], gap="medium")
        with left:
            of = map(question_of, range(len(GUESSES)))
            hands.room(question_of(state.pair), is_revealed=not is_asked(state), of=of)
    with place:
        drawing_board(
            state,
            MEASURES_SHOWN,
            HISTORY,
            charts=False,
            guess=Guessing(
                is_asked(state),
                buttons(state),
                on_press,
                says=said(state),
                why=state.guess.told(state.classes) if state.is_as_asked else "",
            ),
        )
    if not is_asked(state):
        ways(state)
    address.show(NAME, state)


def ways(state: Drawn) -> None:
    """The measures at work on what is drawn, and what else can be done with it."""
    tell_asked(state, MEASURES_SHOWN)
    with st.container(horizontal=True, vertical_alignment="center", key="start_ways"):
        link_to(
            menu.COMPARE,
            "Go on in {}, with more measures",
            query_params=CompareState.to_address(state),
            width="content",
        )
        st.button(
            "Reset", type="tertiary", on_click=HISTORY.keep, args=(state.of_pair(state.pair),)
        )
        choose_raters(state, HISTORY)
        if agreed := agreement(state):
            st.markdown(agreed)
            link_to(
                menu.QUIZ, "Make them disagree again", query_params={"challenge": "disagree"},
                width="content",
            )  # fmt: skip
    if not state.empty:
        seeing(state, MEASURES_SHOWN, NAME)


def doors() -> None:
    """What this is, and a way into each section, side by side."""
    words.caption(
        "**Ordinal quantification explorer**: see how measures judge a guess about ratings, and "
        "where they disagree."
    )
    for column, (section, entries) in zip(st.columns(len(MENU)), MENU.items(), strict=True):
        with column.container(border=True, height="stretch", gap="small", key=f"door_{section}"):
            st.markdown(f"**{section}**")
            for entry in entries:
                if entry.is_listed and entry is not menu.START:
                    link_to(entry, f"**{{}}**: {entry.question}")


st.title(menu.START.question)
words.markdown("Twenty people rated a dialogue: the gold. Two systems guessed it.")
guessing()
if not projector.is_on():
    doors()
