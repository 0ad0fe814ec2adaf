"""The line above an answer: data and measures, and everything else behind *Options*."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar, cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from oq_core.option import Names, Number, Option, Switch, Text, Ways
from pages.analysing import words
from pages.analysing.address import keep_places, take_places
from pages.analysing.text import plain
from pages.host.script_run import relabel

Value = TypeVar("Value")
#: Choices that a label names; of more it says how many.
_NAMED = 2
_TOLD = "options that are not usual"


@dataclass
class SettingsLine:
    """The line above an answer.

    Attributes
    ----------
    place : DeltaGenerator
        Of *Options*, empty as long as nothing is behind it.
    below : DeltaGenerator
        Why there is no answer, or a part of one alone.
    notes : list of str
        What else is to be known of the data, in Markdown: for `tell` to show after the answer.
    """

    place: DeltaGenerator
    below: DeltaGenerator
    notes: list[str] = field(default_factory=list)

    @cached_property
    def options(self) -> DeltaGenerator:
        """What is behind *Options* is written here."""
        return self.place.popover("Options", icon=":material/tune:")

    def tell(self) -> None:
        """Show the notes, each a line of its own."""
        for note in self.notes:
            words.caption(note)


@contextmanager
def settings(key: str = "settings") -> Iterator[SettingsLine]:
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
        place = st.empty()
    line = SettingsLine(place, st.container())
    try:
        with first:
            yield line
    finally:
        if changed := list(dict.fromkeys(st.session_state[_TOLD])):
            relabel(line.options, plain(f"Options: {some(changed)}"), ":material/tune:")


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


def choose(
    option: Option[Value],
    *at: object,
    ways: Mapping[Any, str] | Sequence[Any] | None = None,
    usual: Any = None,
    **look: Any,
) -> Value:
    """Draw an option and return what is chosen of it; it is told beside *Options* if unusual.

    Its address keeps what is chosen.

    Parameters
    ----------
    option : Option
    *at
        What stands for each {} of its words and of its name in addresses.
    ways : mapping of object to str or sequence, optional
        The ways or names to choose from, where they are known only here.
    usual : object, optional
        What is chosen at first, where that is known only here.
    **look
        Of the widget, as its width, or limits that are known only here.
    """
    address, words_of_it = option.address.format(*at), option.words.format(*at)
    first: Any = option.usual if usual is None else usual
    in_words = ""
    live: dict[str, Any] = {"key": address, "help": option.help or None, **look}
    bound: dict[str, Any] = {"bind": "query-params"} if address else {}
    found: Any
    match option.values:
        case Names(by_place=True) if address:
            found = _by_place(option.values, words_of_it, address, list(ways or ()), first, live)
            return cast(Value, found)
        case Names():
            found = st.multiselect(words_of_it, ways or (), first, **bound, **live)
            first, in_words = list(first), some(found)
        case Number(least, most, step, form, slides, on_pages):
            limits = {
                "min_value": least,
                "max_value": on_pages or most,
                "step": step,
                "format": form,
            }
            draw: Callable[..., Any] = st.slider if slides else st.number_input
            start = least if first is None else first
            found = option.passed(draw(words_of_it, value=start, **bound, **limits | live))
        case Switch():
            found = st.toggle(words_of_it, first, **bound, **live)
        case Text(placeholder=placeholder):
            live["placeholder"] = placeholder or None
            in_words = st.text_input(words_of_it, **bound, **live)
            try:
                found = option.read(in_words) if in_words else first
            except ValueError as error:
                st.warning(plain(f"{error}."))
                return option.usual
        case Ways(known, beside):
            named = known if ways is None else ways
            if isinstance(named, Mapping):
                live["format_func"] = named.__getitem__
            every = list(named)
            first = every[0] if first is None else first
            if beside:
                live |= {"default": first, "required": True}
                found = st.segmented_control(words_of_it, every, **bound, **live)
            else:
                found = st.selectbox(words_of_it, every, every.index(first), **bound, **live)
            in_words = live.get("format_func", str)(found).lower()
    if option.told and found != first:
        told(found, first, option.told.format(found, words=in_words))
    return cast(Value, found)


def _by_place(
    values: Names,
    words_of_it: str,
    address: str,
    names: list[str],
    first: Any,
    look: dict[str, Any],
) -> Any:
    """One or several of names that no address tells."""
    start = list(first) if values.several else [first]
    take_places(address, look["key"], names, start, several=values.several)
    found: Any
    if values.beside and values.several:
        found = st.segmented_control(words_of_it, names, selection_mode="multi", **look)
    elif values.beside:
        found = st.segmented_control(words_of_it, names, default=first, required=True, **look)
    elif values.several:
        found = st.multiselect(words_of_it, names, **look)
    else:
        found = st.selectbox(words_of_it, names, **look)
    keep_places(address, look["key"], names, start, found if values.several else [found])
    return found


def chosen(*options: Option[Any]) -> dict[str, Any]:
    """Draw some options; what is chosen of each, by its name."""
    return {each.name: choose(each) for each in options}


def choose_pair(
    one: Option[str],
    other: Option[str],
    ways: Sequence[str],
    usual: tuple[str, str],
) -> tuple[str, str]:
    """Two different ones of some names, side by side.

    Parameters
    ----------
    one, other : Option
    ways : sequence of str
    usual : tuple of two str
        What is chosen at first.
    """
    left, right = st.columns(2)
    with left:
        first = choose(one, ways=ways, usual=usual[0])
    rest = [each for each in ways if each != first]
    second = usual[1] if usual[1] in rest else rest[0]
    with right:
        return first, choose(other, ways=rest, usual=second)


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


def answer(sentence: str, about: str = "") -> None:
    """What the page has found, in its first sentence.

    Parameters
    ----------
    sentence : str
        As `oq_core.campaign.printing.headlines` gives it; names in it are shown as they are.
    about : str
        The data set, where the page is about several.
    """
    words.markdown(f"**{plain(f'{about}: {sentence}' if about else sentence)}**")
