"""The working of a measure, step by step, its numbers tied to the bars that they come from."""

from collections.abc import Mapping, Sequence
from functools import partial
from html import escape

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from oq_core import MEASURES
from oq_core.knowledge.working import Working, working
from oq_core.measures.workings.latex import rounded
from oq_core.measures.workings.steps import Pair, Step, StepTable
from pages.analysing import words
from pages.analysing.downloads import download_table
from pages.analysing.text import plain
from pages.drawing import theme
from pages.drawing.compare_state import NAMES, CompareState, Histogram
from pages.drawing.histograms import shares_by_class
from pages.drawing.look import sheet
from pages.drawing.vega import Spec, channel, heading, legend

#: Pixels of the histogram, of each term below it, and of a square of pairs.
_HISTOGRAM, _ROW, _SQUARE = 110, 20, 26

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
            _picture(each, place, which, beside, _reach(steps))


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


def _picture(
    shown: Working,
    place: int,
    which: Histogram,
    column: DeltaGenerator,
    reach: tuple[float, float],
) -> None:
    """A step's terms below a histogram; pointing at one side lights up its part of the other."""
    step = shown.steps[place]
    who = [NAMES["gold"], NAMES[which]]
    # Vega-Lite: what one points at lights up in both, without the server.
    column.vega_lite_chart(
        _data(shown.pair, step, who),
        _spec(shown.pair, step, who, theme.A if which == "a" else theme.B, reach),
        key=f"working_{shown.measure}_{place}_{which}",
        width="stretch",
        alt=f"{step.title}, {NAMES[which]}. {_in_words(step)}",
    )


def _in_words(step: Step) -> str:
    return f"{step.term_name}: " + "; ".join(
        f"{term.label}: {term.kind if _pairwise(step) else rounded(term.value)}"
        + (f" ({term.kind})" if term.kind and not _pairwise(step) else "")
        for term in step.terms
    )


def _pairwise(step: Step) -> bool:
    """Whether the terms are pairs of classes, to be drawn as a square."""
    return step.terms[0].kind in ("concordant", "discordant", "tied")


def _data(pair: Pair, step: Step, who: list[str]) -> pd.DataFrame:
    """All that the picture shows, in one table with several sorts of rows.

    Shares of each class; terms; and links, which tell the classes of each term.
    """
    shares = [
        {"row": "share", "who": name, "class": label, "value": value}
        for name, side in zip(who, (pair.gold, pair.estimated), strict=True)
        for label, value in zip(pair.classes, side.tolist(), strict=True)
    ]
    terms, links = [], []
    for term in step.terms:
        base = {
            "term": term.label,
            "kind": term.kind,
            "value": term.value,
            "text": rounded(term.value).replace("-", "−"),
            "first": pair.classes[term.classes[0]],
            "last": pair.classes[term.classes[-1]],
        }
        terms.append({"row": "term"} | base)
        links += [{"row": "link", "class": pair.classes[index]} | base for index in term.classes]
    return pd.DataFrame(shares + terms + links)


def _reach(steps: Sequence[Step]) -> tuple[float, float]:
    """The ends of the terms' axis, the same for all systems that a step is shown for.

    There is room for the numbers at the bars' ends.
    """
    values = [term.value for step in steps for term in step.terms]
    low, high = min(0.0, *values), max(0.0, *values)
    room = _ROOM * (high - low)
    return (low - room if low < 0 else 0.0), high + room


def _lit(encoding: Mapping[str, object]) -> Spec:
    """A mark behind what is pointed at."""
    # Empty until something is pointed at, and then no news.
    mark = {"type": "rect", "color": theme.NEUTRAL, "opacity": 0.35, "aria": False}
    return {"transform": _LIT, "mark": mark, "encoding": encoding}


def _only(row: str) -> list[Spec]:
    return [{"filter": {"field": "row", "equal": row}}]


#: Links of what is pointed at, on either side.
_LIT = [
    *_only("link"),
    {
        "filter": {
            "or": [{"param": "over_term", "empty": False}, {"param": "over_class", "empty": False}]
        }
    },
]


def _pointed_at(name: str, field: str) -> Spec:
    select = {"type": "point", "fields": [field], "on": "pointerover", "clear": "pointerout"}
    return {"params": [{"name": name, "select": select}]}


def _spec(pair: Pair, step: Step, who: list[str], colour: str, reach: tuple[float, float]) -> Spec:
    terms = _square(pair, step) if _pairwise(step) else _bars(step, reach)
    return {
        "vconcat": [_histogram(pair, who, colour), terms],
        "spacing": 18,
        # Streamlit's choice for layers, "pad", is wider than the column by the axes' width.
        "autosize": {"type": "fit-x", "contains": "padding"},
        "resolve": {"scale": {"color": "independent", "x": "independent", "y": "independent"}},
    }


def _histogram(pair: Pair, who: list[str], colour: str) -> Spec:
    colours = dict(zip(who, (theme.GOLD, colour), strict=True))
    ticks, across = {"tickCount": 3}, "Class, lowest first"
    encoding = shares_by_class(list(pair.classes), colours, "Share", across, ticks)
    x = encoding["x"]
    return {
        "title": heading(" and ".join(who), offset=2),
        "height": _HISTOGRAM,
        "layer": [
            _lit({"x": x}),
            # All of a class's height can be pointed at.
            {
                "transform": _only("share"),
                "mark": {"type": "rect", "opacity": 0},
                "encoding": {"x": x, "tooltip": {"field": "class", "title": "Class"}},
            }
            | _pointed_at("over_class", "class"),
            *(
                {
                    "transform": [*_only("share"), {"filter": {"field": "who", "equal": name}}],
                    "mark": {"type": "bar", "width": {"band": width}},
                    "encoding": encoding,
                }
                for name, width in zip(who, (1, 0.5), strict=True)
            ),
        ],
    }


def _kinds(step: Step) -> Spec:
    """Colours of the terms, by what becomes of them."""
    kinds = [kind for kind in _KIND_COLOURS if any(term.kind == kind for term in step.terms)]
    if not kinds:
        return {"value": theme.NEUTRAL}
    colours = {"domain": kinds, "range": [_KIND_COLOURS[kind] for kind in kinds]}
    return channel("kind", "nominal", None, scale=colours, legend=legend(offset=2))


def _tooltip(step: Step) -> list[dict[str, str]]:
    shown = {"term": "Term", "text": "Value"}
    if step.terms[0].kind:
        shown["kind"] = "Kind"
    return [{"field": field, "title": title} for field, title in shown.items()]


def _bars(step: Step, reach: tuple[float, float]) -> Spec:
    labels = [term.label for term in step.terms]
    y = channel("term", "nominal", None, sort=labels, axis={"labelLimit": 110})
    scale = {"domain": list(reach), "nice": False}
    x = channel("value", "quantitative", step.term_name, scale=scale, axis={"tickCount": 4})
    return {
        "title": heading(f"{step.term_name}: point at a term", offset=2),
        "height": _ROW * len(step.terms),
        "layer": [
            _lit({"y": y}),
            {
                "transform": _only("term"),
                "mark": {"type": "rect", "opacity": 0},
                "encoding": {"y": y, "tooltip": _tooltip(step)},
            }
            | _pointed_at("over_term", "term"),
            {
                "transform": _only("term"),
                "mark": {"type": "bar", "height": {"band": 0.65}},
                "encoding": {"x": x, "y": y, "color": _kinds(step), "tooltip": _tooltip(step)},
            },
            *(
                {
                    "transform": [*_only("term"), {"filter": f"datum.value {sign} 0"}],
                    "mark": {"type": "text", "align": side, "dx": shift, "color": "currentColor"},
                    "encoding": {"x": x, "y": y, "text": {"field": "text"}},
                }
                for sign, side, shift in ((">=", "left", 4), ("<", "right", -4))
            ),
        ],
    }


def _square(pair: Pair, step: Step) -> Spec:
    labels = list(pair.classes)
    across = {"domain": labels[1:], "padding": 0.05}
    down = {"domain": labels[:-1], "padding": 0.08}
    ticks = {"labelAngle": 0, "labelLimit": 70}
    encoding = {
        "x": channel("last", "ordinal", "Class", scale=across, axis=ticks),
        "y": channel("first", "ordinal", "Class", scale=down, axis={"labelLimit": 110}),
    }
    return {
        "title": heading(f"{step.term_name}: point at a pair", offset=2),
        "height": _SQUARE * (len(labels) - 1),
        "layer": [
            {
                "transform": _only("term"),
                "mark": {"type": "rect", "stroke": "transparent"},
                "encoding": encoding | {"color": _kinds(step), "tooltip": _tooltip(step)},
            }
            | _pointed_at("over_term", "term"),
            {
                "transform": _LIT,
                "mark": {
                    "type": "rect", "filled": False, "stroke": theme.GOLD, "strokeWidth": 3,
                    "tooltip": None,
                },
                "encoding": encoding,
            },
        ],
    }  # fmt: skip
