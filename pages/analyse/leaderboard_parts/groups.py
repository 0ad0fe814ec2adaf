"""Of a survey: whom a run gets wrong, and its worst answers beside people's."""

import numpy as np
import streamlit as st

from oq_core.campaign.computing.by_group import (
    GroupBoard,
    board_by_group,
    group_difference,
    means_by_options,
    worst_and_best,
)
from oq_core.campaign.computing.protocol import Source
from oq_core.campaign.printing import answers_of_surveys, layouts
from oq_core.data import Survey
from oq_core.data.survey import REFUSALS
from pages.analysing import views
from pages.analysing.data import DataSet
from pages.analysing.settings import choose_pair
from pages.analysing.text import plain
from pages.drawing.shown import show
from pages.host.work import Named, derived, needed

#: Seconds for what the truth would score under a number of options.
_TRUTH = 0.4


def survey_of(source: Source) -> Survey | None:
    """The survey behind the scores, where there is one, with the references after its runs."""
    if not isinstance(source.data, Survey):
        return None
    every = source if source.beside is None else source.with_runs_of(source.beside)
    return every.data


def groups_view(data: DataSet, run: str, by: str, seed: int) -> None:
    """The board by group, means by number of options and the worst answers; of surveys alone.

    References stand below the runs.
    """
    found = derived(survey_of, data.named)
    if found.value is None:
        return
    survey, beside = found.value, data.named_references
    scores = data.scores if beside is None else data.scores.with_runs(beside.value)
    st.header(f"Whom does {plain(run)} get wrong?")
    board = needed(
        f"Scoring the groups of {data.name}",
        board_by_group,
        Named(found.key, survey),
        by,
        seed=seed,
        seconds=_TRUTH * len(survey.parts),
    ).value
    show(layouts.groups_of_run(data.name, board, run))
    if len(board.groups) > 1:
        means = data.scores.of(by).means[0]
        ranked = [data.scores.runs[place] for place in np.argsort(means, kind="stable")]
        if told := answers_of_surveys.knows_groups(scores.of(by), data.source.made):
            st.markdown(plain(told))
        rest = scores.runs[len(ranked) :]
        show(layouts.above_truth(data.name, board, (*ranked, *rest)))
        difference_view(data, board, run)
    if len(survey.parts) > 1:
        show(layouts.means_by_options(data.name, means_by_options(scores, survey), by))
    if survey.survey != REFUSALS:
        show(layouts.worst_answers(data.name, survey, scores, run, by))


def difference_view(data: DataSet, board: GroupBoard, run: str) -> None:
    """How far means on two groups are apart: at first on those that the run scores worst and best.

    As one can choose after one has seen the scores, intervals are corrected for all pairs.
    """
    of_runs = {each.runs[0]: (each.first, each.second) for each in worst_and_best(board)}
    usual = of_runs.get(run, (board.groups[0], board.groups[1]))
    two = choose_pair(views.GROUP_FIRST, views.GROUP_SECOND, board.groups, usual)
    try:
        found = group_difference(board, *two, board.pairs)
    except ValueError as error:
        st.info(plain(f"There is no difference to show: {error}."))
        return
    st.markdown(plain(answers_of_surveys.difference(found.only(run))))
    show(layouts.difference_of_groups(data.name, found))
