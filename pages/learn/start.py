"""Start: who guessed better? A board to try it on, and three doors to the rest."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import streamlit as st

from pages import menu
from pages.analysing import address, words
from pages.analysing.address import UnreadableError
from pages.analysing.links import link_to
from pages.drawing import history, projector
from pages.drawing.board import drawing_board
from pages.drawing.board.asking import choose_raters, tell_asked
from pages.drawing.compare_state import NAMES, START, CompareState, format_votes
from pages.drawing.measure_table import verdicts
from pages.host.own import of_page
from pages.menu import MenuEntry

NAME = "start"
_DRAWN = "drawn"
#: The two measures that disagree on what is drawn at first.
MEASURES_SHOWN = ("NMD", "RNOD")


@dataclass(frozen=True)
class Door:
    """A way into the app: what it is called, for whom, what is behind it, and links."""

    title: str
    whom: str
    behind: str
    links: tuple[tuple[MenuEntry, str], ...]


DOORS = (
    Door(
        "Give a lesson",
        "For lecturers and students.",
        "Short lessons: a question, your prediction, then the answer. A quiz for a class.",
        (
            (menu.LESSONS, "Start the lessons"),
            (menu.LIVE, "Teach it live"),
            (menu.QUIZ, "{}"),
            (menu.MEASURE, "Which measure judges like you?"),
        ),
    ),
    Door(
        "Look for disagreement",
        "For researchers.",
        "Every estimate as two measures see it, the strongest conflicts, and the reasons.",
        (
            (menu.COMPARE, "{} two systems"),
            (menu.MAP, "{}"),
        ),
    ),
    Door(
        "Analyse a campaign",
        "For organisers of shared tasks.",
        "Ranks, significance tests and tables for a paper, from a gold file and run files.",
        (
            (menu.LEADERBOARD, "Try the sample"),
            (menu.DATA, "Open your files"),
        ),
    ),
)


@dataclass(frozen=True)
class Drawn(CompareState):
    """What is drawn here. One parameter holds it: the others are those of old links to Compare."""

    def to_address(self) -> dict[str, str]:
        """The votes of gold, A and B, and how many others are asked; nothing as at the start."""
        rows = [format_votes(self.votes(which), ",") for which in NAMES]
        if "raters" in (others := super().to_address()):
            rows.append(others["raters"])
        return {} if self == FIRST else {_DRAWN: "/".join(rows)}

    @classmethod
    def from_address(cls, parameters: Mapping[str, str]) -> Self:
        """The votes that an address holds.

        Raises
        ------
        UnreadableError
            If the address holds anything else.
        """
        rows = parameters[_DRAWN].split("/")
        if len(rows) not in (len(NAMES), len(NAMES) + 1):
            raise UnreadableError(f"{len(NAMES)} rows of votes are needed, not {len(rows)}")
        return super().from_address(
            {**dict(zip((*NAMES, "raters"), rows, strict=False)), "two": "1"}
        )


FIRST = Drawn(gold=START.gold, a=START.a, b=START.b, two_systems=True)


def on_old_link() -> None:
    """Compare was here before: go where the link's state is now, with what it showed."""
    parameters = of_page()
    if parameters.keys() - {_DRAWN}:
        st.switch_page(menu.COMPARE.file, query_params={"measures": "all", **parameters})


def keep(state: CompareState) -> None:
    history.remember(NAME)
    put(state)


def put(state: CompareState) -> None:
    address.keep(NAME, state)


def agreement(state: Drawn) -> str:
    """That a move has made the two measures agree; empty where they do not."""
    sides = {each.preferred for each in verdicts(state.scores(MEASURES_SHOWN))}
    both = {"A": "both prefer A", "B": "both prefer B", "tie": "both find a tie"}
    return (
        f"**Now they agree: {both[sides.pop()]}.**" if len(sides) == 1 and sides & {*both} else ""
    )


@st.fragment
def board() -> None:
    """The board, in a fragment: a move draws nothing else anew."""
    state = address.current(NAME, FIRST, Drawn.from_address)
    drawing_board(
        state,
        NAMES,
        state.scores(MEASURES_SHOWN),
        keep,
        lambda way: history.step(NAME, way, put),
        NAME,
        charts=False,
        invites=True,
    )
    tell_asked(state, MEASURES_SHOWN)
    with st.container(horizontal=True, vertical_alignment="center", key="start_ways"):
        link_to(
            menu.COMPARE,
            "Go on in {}, with more measures",
            query_params=CompareState.to_address(state),
            width="content",
        )
        st.button("Reset", type="tertiary", on_click=keep, args=(FIRST,))
        choose_raters(state, keep, NAME)
        if agreed := agreement(state):
            st.markdown(agreed)
            link_to(menu.CHALLENGES, "Make them disagree again", width="content")
    address.show(NAME, state)


def doors() -> None:
    """Three ways on, side by side."""
    for column, door in zip(st.columns(len(DOORS)), DOORS, strict=True):
        with column.container(border=True, height="stretch"):
            st.markdown(f"**{door.title}.** {door.whom} {door.behind}")
            with st.container(horizontal=True):
                for page, label in door.links:
                    link_to(page, label, width="content")


on_old_link()
words.caption(
    "**Ordinal quantification explorer**: see how measures judge a guess about ratings, and "
    "where they disagree."
)
st.title("Who guessed better?")
words.markdown(
    "Twenty people rated a dialogue from −2 (bad) to 2 (good): the gold. Systems A and B "
    "guessed how the ratings are spread. **Two measures disagree on who guessed better. Drag a "
    "bar.**"
)
board()
if not projector.is_on():
    doors()
