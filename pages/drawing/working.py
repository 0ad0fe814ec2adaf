"""The working of a measure, step by step, its numbers tied to the bars that they come from."""

from collections.abc import Mapping, Sequence
from functools import partial
from html import escape

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from oq_core import MEASURES
from oq_core.campaign import Chart
from oq_core.knowledge.working import Working, working
from oq_core.measures.workings.latex import rounded
from oq_core.measures.workings.steps import Pair, Step, StepTable, Term
from pages.analysing import words
from pages.analysing.downloads import download_table
from pages.analysing.text import plain
from pages.drawing import theme
from pages.drawing.bars import FEW_TICKS, bars_of, chart_of_shares
from pages.drawing.compare_state import NAMES, CompareState, Histogram
from pages.drawing.look import sheet

#: Height of the histogram.
_HISTOGRAM = "11rem"

#: How much longer than the terms' reach their axis is, for the numbers at the bars' ends.
_ROOM = 0.25

#: Of terms that do not all have the same part in what follows.
_KIND_COLOURS = {
    "moves up": theme.MANY[0],
    "moves down": theme.MANY[1],
    "stays": theme.NEUTRAL,
    "has gold": theme.GOLD,
    "no gold: left out": f"{theme.NEUTRAL}66",
    "has estimated mass": theme.MANY[3],
    "no estimated mass: left out": f"{theme.NEUTRAL}66",
    "concordant": theme.MANY[0],
    "discordant": theme.CONFLICT,
    "tied": f"{theme.NEUTRAL}66",
}

_STYLE = sheet(__file__)


_WORD = " class=oq-word"


def show_steps(state: CompareState, key: str) -> None:
    """Show every step of a measure for each system, side by side where there are two.

    Parameters
    ----------
    state : CompareState
        With votes in every histogram shown.
    key : str
        Of the measure.
    """
    workings = workings_of(state, key)
    st.html(_STYLE)
    words.markdown(f"**{MEASURES[key].name}.** {MEASURES[key].summary}")
    for place in range(len(next(iter(workings.values())).steps)):
        _show_step(workings, place)
    found = " and ".join(
        f"**{each.value:.4f}** for {NAMES[which]}" for which, each in workings.items()
    )
    st.markdown(f"{key} is {found}, as in the table of measures.")
    with st.container(horizontal=True):
        for which, each in workings.items():
            download_table(
                f"Download the terms of {NAMES[which]}",
                partial(terms_table, each),
                f"working_{key}_{which}.csv",
            )


def workings_of(state: CompareState, key: str) -> dict[Histogram, Working]:
    """The working of a measure for each system, with votes in every histogram shown."""
    gold = state.shares("gold")
    return {
        which: working(key, state.shares(which), gold, state.classes) for which in state.shown[1:]
    }


def show_one_step(workings: Mapping[Histogram, Working], place: int) -> None:
    """Show one step of a measure's working, without its picture: on a projector it fills a screen.

    Parameters
    ----------
    workings : mapping of str to Working
        As `workings_of` returns.
    place : int
        Of the step, from 0 on.
    """
    st.html(_STYLE)
    with st.container(key="step_alone"):
        _show_step(workings, place, pictured=False)


def _show_step(workings: Mapping[Histogram, Working], place: int, *, pictured: bool = True) -> None:
    """A step of each system, side by side where there are two."""
    steps = [each.steps[place] for each in workings.values()]
    part = f"{steps[0].part}: " if steps[0].part else ""
    st.markdown(f"### {place + 1}. {part}{steps[0].title}")
    if len({step.words for step in steps}) == 1:
        st.markdown(plain(steps[0].words))
    if len(steps) > 1 and _alike(steps):
        st.caption("The same for both systems.")
        _formula_and_tables(steps[0], st.container(), in_a_row=not pictured)
        return
    if len(steps) > 1:
        sides = [(column, column) for column in st.columns(2, gap="medium")]
    else:
        left, right = st.columns([5, 4], gap="medium")
        sides = [(left, right)]
    for (column, beside), (which, each), step in zip(sides, workings.items(), steps, strict=True):
        if len(steps) > 1:
            column.markdown(f":{theme.TINTS[which]}[**{NAMES[which]}**]")
            if len({step.words for step in steps}) > 1:
                column.markdown(plain(step.words))
        _formula_and_tables(step, column, in_a_row=not pictured)
        if step.terms and pictured:
            beside.html(_picture(each, place, which, _reach(steps)))


def terms_table(shown: Working) -> pd.DataFrame:
    """Every term of a working, with the classes that it belongs to."""
    rows = [
        {
            "step": place,
            "title": step.title,
            "of": step.part or shown.measure,
            "term": term.label,
            "classes": "; ".join(shown.pair.classes[index] for index in term.classes),
            "value": term.value,
            "kind": term.kind,
        }
        for place, step in enumerate(shown.steps, 1)
        for term in step.terms
    ]
    columns = ["step", "title", "of", "term", "classes", "value", "kind"]
    return pd.DataFrame(rows, columns=columns).set_index("step")


def _alike(steps: Sequence[Step]) -> bool:
    """Whether a step without terms is the same for all systems, by its nature or by chance."""
    first = steps[0]
    return not first.terms and all(
        (step.latex, step.example) == (first.latex, first.example)
        and all(
            ours.frame.equals(theirs.frame)
            for ours, theirs in zip(step.tables, first.tables, strict=True)
        )
        for step in steps
    )


def _formula_and_tables(step: Step, place: DeltaGenerator, *, in_a_row: bool) -> None:
    """The formula and the tables of a step, in a row where there is room for that."""
    if step.example:
        place.markdown(plain(step.example))
    row = place.container(horizontal=True, vertical_alignment="center") if in_a_row else place
    row.latex(step.latex, width="content" if in_a_row else "stretch")
    for table in step.tables:
        row.html(_html(table), width="content" if in_a_row else "stretch")


def _html(table: StepTable) -> str:
    """A table of a step; rows that do not count are faint."""
    frame = table.frame
    corner = escape(str(frame.index.name))
    if frame.columns.name:
        corner += f" \\ {escape(str(frame.columns.name))}"
    heads = "".join(
        f"<th scope=col{_WORD if isinstance(first, str) else ''}>{escape(str(name))}</th>"
        for name, first in zip(frame.columns, frame.iloc[0], strict=True)
    )
    rows = []
    for label, cells in zip(frame.index, frame.itertuples(index=False, name=None), strict=True):
        off = any(cell is False or cell is np.False_ for cell in cells)
        rows.append(
            f"<tr{' class=oq-off' if off else ''}><th scope=row>{escape(str(label))}</th>"
            f"{''.join(map(_cell, cells))}</tr>"
        )
    name = escape(table.caption, quote=True)
    return (
        f'<div class=oq-working role=region tabindex=0 aria-label="{name}"><table>'
        f"<caption>{name}</caption><thead><tr><th scope=col>{corner}</th>{heads}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _cell(value: bool | str | float) -> str:
    if isinstance(value, bool | np.bool_):
        return f"<td>{'✓' if value else 'no'}</td>"
    if isinstance(value, str):
        return f"<td{_WORD}>{escape(value)}</td>"
    return f"<td>{rounded(value).replace('-', '−')}</td>"


def _picture(shown: Working, place: int, which: Histogram, reach: tuple[float, float]) -> str:
    """A step's terms below a histogram; pointing at one side lights up its part of the other."""
    step, pair = shown.steps[place], shown.pair
    names = NAMES["gold"], NAMES[which]
    colours = dict(zip(names, (theme.GOLD, theme.A if which == "a" else theme.B), strict=True))
    shares = dict(zip(names, (pair.gold, pair.estimated), strict=True))
    chart = chart_of_shares(
        " and ".join(names), pair.classes, shares, "share", "class, lowest first"
    )
    marks = {name: f"c{index}" for index, name in enumerate(pair.classes)}
    bars = bars_of(chart, colours, height=_HISTOGRAM, ticks=FEW_TICKS, marks=marks)
    terms = _square(pair, step) if _pairwise(step) else _terms(step, reach)
    # A light that is seen through.
    lit = "".join(
        f".oq-pointed:has(.{one}.c{index}:hover) .{other}.c{index} "
        f"{{ box-shadow: inset 0 0 0 20rem {theme.NEUTRAL}59; }}"
        for index in range(len(pair))
        for one, other in (("oq-place", "oq-term"), ("oq-term", "oq-place"))
    )
    return f'<div class="oq-pointed"><style>{lit}</style>{bars}{terms}</div>'


def _pairwise(step: Step) -> bool:
    """Whether the terms are pairs of classes, to be drawn as a square."""
    return step.terms[0].kind in ("concordant", "discordant", "tied")


def _reach(steps: Sequence[Step]) -> tuple[float, float]:
    """The ends of the terms' axis, the same for all systems that a step is shown for.

    There is room for the numbers at the bars' ends.
    """
    values = [term.value for step in steps for term in step.terms]
    low, high = min(0.0, *values), max(0.0, *values)
    return low - _ROOM * (high - low) * (low < 0), high


def _marks(term: Term) -> str:
    """Classes of a term's element: the places that it belongs to."""
    return " ".join(["oq-term", *(f"c{index}" for index in term.classes)])


def _terms(step: Step, reach: tuple[float, float]) -> str:
    """Bars of the terms, in the colours of their kinds."""
    rows = [
        (term.label, term.value, term.kind, rounded(term.value).replace("-", "−"))
        for term in step.terms
    ]
    numbers = pd.DataFrame(rows, columns=["term", step.term_name, "kind", "number"])
    title = f"{step.term_name}: point at a term"
    chart = Chart(
        "terms", "", title, "bars", numbers, x=step.term_name, y="term",
        by="kind" if step.terms[0].kind else "", beside="number", limits={step.term_name: reach},
    )  # fmt: skip
    return bars_of(
        chart, {"": theme.NEUTRAL, **_KIND_COLOURS}, marks={t.label: _marks(t) for t in step.terms}
    )


def _square(pair: Pair, step: Step) -> str:
    """Pairs of classes as cells, in the colours of their kinds."""
    kinds = [kind for kind in _KIND_COLOURS if any(term.kind == kind for term in step.terms)]
    legend = "".join(
        f'<span><i style="background: {_KIND_COLOURS[kind]}"></i>{kind}</span>' for kind in kinds
    )
    cells = "".join(
        f'<i class="{_marks(term)}" title="{escape(f"{term.label}: {term.kind}")}" style="'
        f"grid-area: {term.classes[0] + 1} / {term.classes[-1] + 1}; "
        f'background-color: {_KIND_COLOURS[term.kind]}"></i>'
        for term in step.terms
    )
    down = "".join(
        f'<span style="grid-area: {place} / 1">{escape(name)}</span>'
        for place, name in enumerate(pair.classes[:-1], 1)
    )
    across = "".join(
        f'<span style="grid-area: {len(pair)} / {place}">{escape(name)}</span>'
        for place, name in enumerate(pair.classes[1:], 2)
    )
    words = escape("; ".join(f"{term.label}: {term.kind}" for term in step.terms))
    return (
        f'<div class="oq-chart" role="img" aria-label="{escape(step.term_name)}: {words}">'
        f'<div class="oq-title">{escape(step.term_name)}: point at a pair</div>'
        f'<div class="oq-legend">{legend}</div>'
        f'<div class="oq-square">{cells}{down}{across}</div></div>'
    )
