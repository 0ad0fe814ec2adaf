"""What a link asks of a page: what no page can read is dropped, and what was not used is told."""

import math
from collections.abc import Mapping, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.analysing.text import plain
from pages.host.script_run import hold_choices, take_whole_address, this_run

#: Signs of a value; the longest that pages write are the histograms of eleven classes.
LONGEST = 4000
#: Parameters that name something, so that "inf" is a name there and no number. Pages say
#: themselves what to do if there is nothing of that name.
_NAMES = ("data",)
#: Signs of a value that are shown of it.
_SHOWN = 40

Values = Sequence[str]


def arrive() -> dict[str, list[str]]:
    """What the address asks for where a visitor has just come to a page, without the unreadable.

    A widget reads its value from the address when it is first drawn. Numbers that are none, and
    values beyond any length that is meant, are taken out before.

    Returns
    -------
    dict of str to list of str
        Values by parameter, the unreadable ones too, to be told; empty while the visitor stays.
    """
    context = this_run()
    st.session_state.arrived = context is not None and (
        st.session_state.get("page_seen") != context.page_script_hash
        or context.is_history_navigation
    )
    if context is None or not st.session_state.arrived:
        return {}
    st.session_state.page_seen = context.page_script_hash
    if context.is_history_navigation:
        take_whole_address(context)
    asked = {name: st.query_params.get_all(name) for name in st.query_params}
    bad = [
        name
        for name, values in asked.items()
        if not readable(name) or not all(readable(value, name in _NAMES) for value in values)
    ]
    if bad:
        with context.session_state.query_params() as parameters:
            for name in bad:
                parameters.remove_param(name)
            parameters.set_initial_query_params_from_current()
    return asked


def leave_behind(asked: Mapping[str, Values]) -> None:
    """Let what a link has chosen hold on other pages; to be called after the page has been drawn.

    Parameters
    ----------
    asked : mapping of str to sequence of str
        What `arrive` gave.
    """
    context = this_run()
    if asked and context is not None:
        hold_choices(context)


def readable(text: str, is_name: bool = True) -> bool:
    """Whether a page can make sense of a text in an address.

    Examples
    --------
    >>> readable("0.05", False), readable("1e999", False), readable("inf")
    (True, False, True)
    """
    if (
        not text.strip()
        or len(text) > LONGEST
        or any(ord(sign) < 32 or ord(sign) == 127 for sign in text)
    ):
        return False
    try:
        return is_name or math.isfinite(float(text))
    except ValueError:
        return True


def tell_unused(asked: Mapping[str, Values], place: DeltaGenerator) -> None:
    """Say in a line which values were not used; to be called after the page has been drawn.

    Parameters
    ----------
    asked : mapping of str to sequence of str
        What `arrive` gave.
    place : DeltaGenerator
        Where to say it: above the page.
    """
    unused = [name for name, values in asked.items() if not _used(name, values)]
    if unused:
        listed = ", ".join(
            f"{plain(_short(name))} = {plain(_short(', '.join(asked[name]))) or 'nothing'}"
            for name in unused
        )
        place.warning(f"This could not be used as the link has it: {listed}.")


def _used(name: str, values: Values) -> bool:
    context = this_run()
    if context is None:
        return True
    if not readable(name) or not all(readable(value, name in _NAMES) for value in values):
        return False
    with context.session_state.query_params() as parameters:
        if not parameters.is_bound(name):
            return True
    # What is as at the start is not in the address.
    now = st.query_params.get_all(name) or _texts(st.session_state.get(name))
    return len(now) == len(values) and all(map(_same, now, values))


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list | tuple) else [str(value)]


def _same(now: str, asked: str) -> bool:
    try:
        return float(now) == float(asked)
    except ValueError:
        return now == asked or (now in ("True", "False") and now.lower() == asked.lower())


def _short(text: str) -> str:
    text = "".join(sign if sign.isprintable() else "�" for sign in text[: _SHOWN + 1])
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
