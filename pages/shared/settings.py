"""The line above an answer: data and measures, and everything else behind *Options*."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.host.relabel import relabel
from pages.shared import words
from pages.shared.text import plain

Value = TypeVar("Value")
Number = TypeVar("Number", int, float)
#: Choices that a label names; of more it says how many.
_NAMED = 2
_TOLD = "options that are not usual"


class Line(NamedTuple):
    """The line above an answer.

    Attributes
    ----------
    options : DeltaGenerator
        What is behind *Options* is written here.
    below : DeltaGenerator
        Why there is no answer, or a part of one alone.
    notes : list of str
        What else is to be known of the data, in Markdown: for `tell` to show after the answer.
    """

    options: DeltaGenerator
    below: DeltaGenerator
    notes: list[str]

    def tell(self) -> None:
        """Show the notes, each a line of its own."""
        for note in self.notes:
            words.caption(note)


@contextmanager
def settings(key: str = "settings") -> Iterator[Line]:
    """A line of widgets. What is chosen in its *Options* and not as usual stands in their label.

    See `told`, which each choice behind *Options* is passed through.

    Parameters
    ----------
    key : str
        Tells it from another on the page.
    """
    st.session_state[_TOLD] = []
    with st.container(horizontal=True, vertical_alignment="bottom", key=key):
        first = st.container(horizontal=True, width="content", key=f"line_of_{key}")
        options = st.popover("Options", icon=":material/tune:")
    line = Line(options, st.container(), [])
    try:
        with first:
            yield line
    finally:
        if changed := list(dict.fromkeys(st.session_state[_TOLD])):
            relabel(options, plain(f"Options: {some(changed)}"), ":material/tune:")


def some(names: Sequence[str]) -> str:
    """The first few of some names, and how many more there are.

    Examples
    --------
    >>> some(["NMD", "RNOD"]), some(["a", "b", "c", "d", "e"])
    ('NMD, RNOD', 'a, b and 3 more')
    """
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


def told(value: Value, usual: object, named: str) -> Value:
    """Return a value that was chosen, and name it beside *Options* where it is not the usual one.

    Parameters
    ----------
    value : object
    usual : object
        What it is at first.
    named : str
        The choice in a few words.
    """
    if value != usual:
        st.session_state.setdefault(_TOLD, []).append(named)
    return value


def number(
    words_of_it: str,
    least: Number,
    most: Number,
    usual: Number,
    key: str,
    named: str,
    **options: Any,
) -> Number:
    """A number to choose behind *Options*, which the address keeps.

    Parameters
    ----------
    words_of_it : str
    least, most, usual : int or float
        Its limits, and what it is at first.
    key : str
        Its name in the address.
    named : str
        What it is called beside *Options*; {} stands for the number.
    **options
        Of `st.number_input`, as its step and help.
    """
    found: Number = st.number_input(
        words_of_it, least, most, usual, key=key, bind="query-params", **options
    )
    return told(found, usual, named.format(found))


def switch(words_of_it: str, key: str, named: str, help: str) -> bool:  # noqa: A002 - Streamlit's
    """A switch behind *Options*, off at first, which the address keeps.

    Parameters
    ----------
    words_of_it : str
    key : str
        Its name in the address.
    named : str
        What it is called beside *Options* where it is on.
    help : str
    """
    return told(st.toggle(words_of_it, key=key, bind="query-params", help=help), False, named)


def choice(
    words_of_it: str, ways: Mapping[Value, str], key: str, named: str, **options: Any
) -> Value:
    """One of several ways to choose behind *Options*, the first at first; the address keeps it.

    Parameters
    ----------
    words_of_it : str
    ways : mapping of object to str
        Each in words.
    key : str
        Its name in the address.
    named : str
        What it is called beside *Options*; {} stands for the way, {words} for its words.
    **options
        Of `st.selectbox`, as its help.
    """
    found: Value = st.selectbox(
        words_of_it,
        list(ways),
        format_func=ways.__getitem__,
        key=key,
        bind="query-params",
        **options,
    )
    return told(found, next(iter(ways)), named.format(found, words=ways[found].lower()))


def set_to(
    words_of_it: str,
    ways: Iterable[Value],
    placeholder: str,
    key: str,
    put: Callable[[Value], None],
    **options: Any,
) -> None:
    """One of several things to put in the place of what is there; nothing stays chosen.

    Parameters
    ----------
    words_of_it : str
    ways : iterable
    placeholder : str
        Stands where something can be chosen.
    key : str
        Of the session.
    put : callable
        Is given what was chosen.
    **options
        Of `st.selectbox`, as its width.
    """

    def on_choice() -> None:
        chosen = st.session_state[key]
        st.session_state[key] = None
        if chosen is not None:
            put(chosen)

    st.selectbox(
        words_of_it,
        list(ways),
        index=None,
        placeholder=placeholder,
        key=key,
        on_change=on_choice,
        **options,
    )


def one_of(words_of_it: str, ways: Sequence[Value], key: str, **options: Any) -> Value:
    """One of a few ways that stand side by side, the first at first; the address keeps it.

    Parameters
    ----------
    words_of_it : str
    ways : sequence
    key : str
        Its name in the address.
    **options
        Of `st.segmented_control`, as its help.
    """
    found: Value = st.segmented_control(
        words_of_it, ways, default=ways[0], required=True, key=key, bind="query-params", **options
    )
    return found


def answer(sentence: str, about: str = "") -> None:
    """What the page has found, in its first sentence.

    Parameters
    ----------
    sentence : str
        As `oq_core.campaign.printing.answers` gives it; names in it are shown as they are.
    about : str
        The data set, where the page is about several.
    """
    words.markdown(f"**{plain(f'{about}: {sentence}' if about else sentence)}**")
