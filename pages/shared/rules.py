"""By which rule pairs of runs are tested: choices that pages share, and what they mean."""

from __future__ import annotations

import streamlit as st

from oq_core.analysis import Method, Rule, check_resolution, smallest_p_value
from oq_core.data.arrays import check_alpha
from pages.shared.data import DataSet
from pages.shared.simulations import ERRORS

_METHODS: dict[Method, str] = {
    "single-step": "Tukey, in a single step (the papers')",
    "step-down": "Tukey, step by step",
    "fisher-holm": "Fisher, each pair alone, with Holm",
}

WHY_RULE = """\
- **Tukey, in a single step**: each trial permutes all runs within every instance and notes the
  largest difference between two means. All pairs are compared with it, so the chance of even one
  wrong finding is at most α.
- **Step by step**: the largest difference is tested in the same way. Each further one is
  compared with the largest difference among the pairs that remain. It finds at least as many
  pairs.
- **Fisher, with Holm**: each pair is tested alone, by swapping its two runs on random instances.
  Other runs play no part, except that Holm's adjustment grows with the number of pairs. It needs
  many trials: p-values below 1/B times the number of pairs cannot be shown.
- **Studentised**: differences are divided by their standard errors. The plain test asks whether
  runs are *exchangeable*, not whether their means are equal: a run whose scores spread far more
  than the others' is then found different too often.
- **(count + 1)/(B + 1)** counts the observed scores as one more permutation. No p-value is 0.
- **Over all measures**: under each of six measures, one campaign in twenty has a wrong finding by
  chance; that any of the six has one happens more often. This choice holds α over all chosen
  measures together."""


def choose_rule() -> Rule:
    """The rule of the tests."""
    with st.expander("Rule of the tests", icon=":material/rule:"):
        columns = st.columns([3, 2, 2, 2], vertical_alignment="bottom")
        method = columns[0].selectbox(
            "Test",
            list(_METHODS),
            format_func=_METHODS.__getitem__,
            key="pair_rule",
            bind="query-params",
        )
        studentised = columns[1].toggle(
            "Studentised",
            key="studentised",
            bind="query-params",
            disabled=method == "fisher-holm",
            help="Differences are divided by their standard errors.",
        )
        plus_one = columns[2].toggle(
            "(count + 1)/(B + 1)",
            key="plus_one",
            bind="query-params",
            help="Instead of count/B, which the papers print.",
        )
        over = columns[3].toggle(
            "Over all measures",
            key="over_measures",
            bind="query-params",
            help="α is held over the chosen measures together.",
        )
        st.markdown(f"{WHY_RULE}\n\n{ERRORS}")
    return Rule(method, plus_one, studentised and method != "fisher-holm", over)


def can_be_shown(alpha: float, trials: int, rule: Rule, pairs: int, measures: int) -> bool:
    """Whether so many trials can show significance at alpha; what to do is said where not."""
    try:
        check_resolution(check_alpha(alpha), smallest_p_value(trials, rule, pairs, measures))
    except ValueError as error:
        st.warning(f"{str(error)[0].upper()}{str(error)[1:]}.")
        return False
    return True


def choose_family(data_sets: list[DataSet]) -> bool:
    """Whether baselines that were added are tested together with the runs."""
    if not any(each.baselines for each in data_sets):
        return True
    return st.toggle(
        "Test the baselines too",
        key="test_baselines",
        bind="query-params",
        help="All runs that are tested are permuted together, so which runs take part decides "
        "every p-value. Baselines that nobody tests against are best left out.",
    )
