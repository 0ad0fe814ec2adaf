"""Of a survey: whom a run gets wrong, and its worst answers beside people's."""

import numpy as np
import streamlit as st

from oq_core import Scores
from oq_core.campaign.computing.by_group import board_by_group, group_difference, means_by_options
from oq_core.campaign.computing.protocol import Source
from oq_core.campaign.printing import layouts
from oq_core.data import Survey
from oq_core.defaults import LEVEL
from pages.analysing.data import DataSet
from pages.analysing.text import plain
from pages.drawing.histograms import histogram
from pages.drawing.shown import show
from pages.host.named import Named, derived
from pages.host.work import kept, needed

#: Answers that are drawn, and how many stand beside each other.
_WORST, _BESIDE = 10, 5
#: Seconds for a group's floor under a number of options.
_FLOOR = 0.25


def survey_of(source: Source) -> Survey | None:
    """The survey behind the scores, where there is one."""
    return source.data if isinstance(source.data, Survey) else None


def groups_view(data: DataSet, run: str, by: str, seed: int) -> None:
    """The board by group, means by number of options and the worst answers; of surveys alone."""
    found = derived(survey_of, data.named)
    if found.value is None:
        return
    named = Named(found.key, found.value)
    survey = named.value
    st.header(f"Whom does {plain(run)} get wrong?")
    board = needed(
        f"Scoring the groups of {data.name}",
        board_by_group,
        named,
        by,
        seed=seed,
        seconds=_FLOOR * len(survey.groups) * len(survey.parts),
    ).value
    show(layouts.groups_of_run(data.name, board, run))
    column = board.runs.index(run)
    means = board.means[:, column]
    worst, best = (board.groups[place] for place in (np.argmax(means), np.argmin(means)))
    if worst != best:
        each = kept(group_difference, named, by, worst, best, seed=seed).value
        st.caption(
            f"On questions that both were asked ({each.instances}), {plain(run)} scores "
            f"{each.differences[column]:.4f} worse on {plain(worst)} than on {plain(best)} "
            f"({LEVEL}: {each.low[column]:.4f} to {each.high[column]:.4f})."
        )
    with st.expander("By how many options a question has", icon=":material/list:"):
        scores = data.scores.without(set(data.runs) - {run})
        show(layouts.means_by_options(data.name, means_by_options(scores, survey)))
    worst_view(survey, data.scores, run, by)


def worst_view(survey: Survey, scores: Scores, run: str, by: str) -> None:
    """People's and the run's share of each option, where they are farthest apart."""
    values = scores.of(by).values[0, :, scores.runs.index(run)]
    order = np.argsort(-values, kind="stable")[:_WORST]
    st.markdown(f"**The {len(order)} worst answers by {by}**")
    rows = [(part, row) for part in survey.parts for row in range(len(part.ids))]
    for start in range(0, len(order), _BESIDE):
        for place, column in zip(order[start:], st.columns(_BESIDE), strict=False):
            part, row = rows[place]
            with column:
                histogram(
                    part.ids[row],
                    part.labels_of(row),
                    {"People": part.gold[row], run: part.runs[run][row]},
                    key=f"worst answer {place}",
                )
                st.caption(f"{by} = {values[place]:.4f}")
