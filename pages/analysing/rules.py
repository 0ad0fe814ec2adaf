"""By which rule pairs of runs are tested: what the rules mean, and where one shows nothing."""

import streamlit as st

from oq_core import Options, Scores
from oq_core.analysis.pairs import check_rule, fewest_instances
from oq_core.defaults import ALPHA
from oq_core.knowledge.simulations import errors
from pages.analysing.explain import explain


def explain_rules() -> None:
    """What the rules are, on demand, and how often each is wrong."""
    with explain("Why this rule", "rule", fewest_instances=fewest_instances(ALPHA), ALPHA=ALPHA):
        st.table(errors(40))


def can_be_shown(how: Options, scores: Scores) -> bool:
    """Whether a rule can show significance at alpha; what to do is said where it cannot."""
    try:
        check_rule(how.alpha, how.trials, how.rule, len(scores.ids), scores.unit)
    except ValueError as error:
        st.warning(f"{str(error)[0].upper()}{str(error)[1:]}.")
        return False
    return True
