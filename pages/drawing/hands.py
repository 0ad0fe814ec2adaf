"""Hands of a class: counted and typed for each answer, and shown as bars once it is revealed."""

import re
from collections.abc import Callable, Iterable, Mapping
from html import escape
from itertools import zip_longest
from typing import NamedTuple

import pandas as pd
import streamlit as st

from oq_core.campaign.saving.table_file import to_csv
from pages.analysing import views
from pages.analysing.downloads import save
from pages.analysing.text import plain
from pages.drawing.look import sheet
from pages.host.own import HANDS, HANDS_COUNTED, HANDS_IS_ON, beside_page

#: A question's first row, and that of when it is asked again.
FIRST, AGAIN = range(2)
#: A question and its rows in an address, as `near-17.21-11.27`; where nobody counted there is no
#: number.
_ENTRY = re.compile(
    r"([A-Za-z0-9_.]+)-((?:[0-9]{0,4}\.)+[0-9]{0,4})(?:-((?:[0-9]{0,4}\.)+[0-9]{0,4}))?"
)
_MOST = 9999
_STYLE = sheet(__file__)
#: Where the session has whose fields were opened again, and all that its addresses have said.
_OPEN, _TOLD = "hands_open", "hands_told"


class Question(NamedTuple):
    """What is asked.

    Attributes
    ----------
    key : str
        Names it in the address.
    words : str
    answers : tuple of str
        In plain text.
    tags : mapping of str to int
        Which answer a measure gives.
    right : int, optional
        The answer that is marked.
    """

    key: str
    words: str
    answers: tuple[str, ...]
    tags: Mapping[str, int] = {}
    right: int | None = None

    def row(self, turn: int = FIRST) -> list[int | None] | None:
        """Hands by answer, None where none were counted; None before it was revealed."""
        text = _entries(st.session_state.get(HANDS_COUNTED, "")).get(self.key, ["", ""])[turn]
        counts = [int(count) if count else None for count in text.split(".")]
        return counts if len(counts) == len(self.answers) else None


def switch(*, is_seen: bool) -> None:
    """A switch, where it is seen; it holds on all pages, and counts are in their addresses.

    Of an address that this session has written it knows better: Back takes no count away.
    """
    asked = st.query_params.get(HANDS)
    if asked is not None and asked not in st.session_state.get(_TOLD, ()):
        read = _entries(asked)
        _keep(_entries(st.session_state.get(HANDS_COUNTED, "")) | read)
        st.session_state[HANDS] = st.session_state[HANDS_IS_ON] = True
        if asked != "1" and len(read) < len(asked.split("~")):
            st.toast("Not all hands in the link could be read.")
    if is_seen:
        words, told = views.HANDS.words, views.HANDS.help
        on = st.toggle(words, key=HANDS, persist_state="session", help=told)
        st.session_state[HANDS_IS_ON] = on
    _tell()


def are_counted() -> bool:
    """Whether this visitor counts hands."""
    return bool(st.session_state.get(HANDS_IS_ON))


def room(
    *questions: Question,
    is_revealed: bool = True,
    on_reveal: Callable[[], None] = lambda: None,
    turn: int = FIRST,
    of: Iterable[Question] = (),
) -> None:
    """Fields for the hands of each answer, of which Enter reveals; once revealed, the hands.

    Parameters
    ----------
    *questions : Question
        Those that are revealed together; of several each has its words above it.
    is_revealed : bool
    on_reveal : callable
    turn : int
        `FIRST`; or `AGAIN`, whose fields a button opens.
    of : iterable of Question
        What can be downloaded beside it.
    """
    st.html(_STYLE)
    if is_revealed and st.session_state.get(_OPEN) != (questions[0].key, turn):
        for question in questions:
            if len(questions) > 1:
                st.markdown(f"**{plain(question.words)}**")
            st.html(_bars(question, turn))
        with st.container(horizontal=True):
            label = "Ask again" if turn else "Correct" if questions[0].row() else "Count hands"
            st.button(label, on_click=_on_opened, args=(questions[0].key, turn))
            download(of)
        return
    with st.form(f"hands_{questions[0].key}_{turn}", border=False):
        for question in questions:
            if len(questions) > 1:
                st.markdown(f"**{plain(question.words)}**")
            row = question.row(turn) or [None] * len(question.answers)
            for place, answer in enumerate(question.answers):
                field = _field(question, turn, place)
                with st.container(horizontal=True, vertical_alignment="center", key=f"row_{field}"):
                    st.markdown(plain(answer), width="stretch")
                    st.number_input(
                        plain(f"{question.words} {answer}: hands"), 0, _MOST, row[place],
                        key=field, label_visibility="collapsed", width=120,
                    )  # fmt: skip
        pressed = (questions, turn, on_reveal)
        st.form_submit_button("Reveal", type="primary", on_click=_on_revealed, args=pressed)


def download(of: Iterable[Question]) -> None:
    """A button for what was counted of some questions, a line for each answer."""
    lines = []
    for asked in of:
        first, again = asked.row(FIRST) or [], asked.row(AGAIN) or []
        answers = asked.answers if first or again else ()
        lines += [(asked.key, asked.words, *each) for each in zip_longest(answers, first, again)]
    if lines:
        names = ["name", "question", "answer", "hands", "asked again"]
        # Whole numbers stay whole beside what was not counted.
        table = pd.DataFrame(lines, columns=names).convert_dtypes()
        with st.container(key="hands_rows", width="content"):
            save("Hands as CSV", lambda: to_csv(table), "hands.csv", type="tertiary")


def _bars(question: Question, turn: int) -> str:
    """A bar for each answer and row, and how many were right before and after."""
    rows = [row for each in range(turn + 1) if (row := question.row(each))]
    drawn = ""
    for place, answer in enumerate(question.answers):
        given = "".join(f" <i>{key}</i>" for key, its in question.tags.items() if its == place)
        words, kind = f"{'✓ ' * (place == question.right)}{escape(answer)}{given}", "answer"
        for row in rows or [[None]]:
            count, total = row[place] if rows else None, sum(filter(None, row))
            told = "" if count is None else f"<b>{count} of {total}</b>"
            share = (count or 0) / max(total, 1)
            drawn += f"<div class={kind}><s style='--share:{share:.1%}'></s>"
            drawn += f"<span>{words}</span>{told}</div>"
            words = kind = "again"
    right = [row[question.right] for row in rows if question.right is not None]
    if len(right) > 1 and None not in right:
        drawn += f"<p>Right: {right[0]}, then {right[1]}</p>"
    return f"<section class=oq-hands>{drawn}</section>"


def _field(question: Question, turn: int, place: int) -> str:
    return f"hands_{question.key}_{turn}_{place}"


def _on_opened(key: str, turn: int) -> None:
    st.session_state[_OPEN] = (key, turn)


def _on_revealed(questions: Iterable[Question], turn: int, on_reveal: Callable[[], None]) -> None:
    counted = _entries(st.session_state.get(HANDS_COUNTED, ""))
    for question in questions:
        places = range(len(question.answers))
        given = [st.session_state[_field(question, turn, place)] for place in places]
        # Without a first row that of asking again stays the second.
        rows = counted.setdefault(question.key, ["." * (len(places) - 1), ""])
        rows[turn] = ".".join("" if count is None else str(count) for count in given)
    _keep(counted)
    st.session_state.pop(_OPEN, None)
    _tell()
    on_reveal()


def _tell() -> None:
    """Let the address say what was counted."""
    now = beside_page().get(HANDS)
    if now is None:
        st.query_params.pop(HANDS, None)
        return
    if now not in st.session_state.setdefault(_TOLD, []):
        st.session_state[_TOLD].append(now)
    if st.query_params.get(HANDS) != now:
        st.query_params[HANDS] = now


def _entries(text: str) -> dict[str, list[str]]:
    """Both rows of each question, as the address has them; empty where there is none."""
    found = filter(None, map(_ENTRY.fullmatch, text.split("~")))
    return {entry[1]: [entry[2], entry[3] or ""] for entry in found}


def _keep(counted: Mapping[str, list[str]]) -> None:
    entries = ("-".join(filter(None, (key, *rows))) for key, rows in counted.items())
    st.session_state[HANDS_COUNTED] = "~".join(entries)
