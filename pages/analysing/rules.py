"""By which rule pairs of runs are tested: choices that pages share, and what they mean."""

from math import comb

import streamlit as st

from oq_core import Options, Scores, options
from oq_core.analysis import Rule
from oq_core.analysis.every_sign import fewest_instances
from oq_core.analysis.pairs import check_rule
from oq_core.defaults import ALPHA
from pages.analysing.explain import explain
from pages.analysing.settings import choose, told
from pages.analysing.simulations import errors_view


def choose_rule(data_sets: int = 1) -> Rule:
    """The rule of the tests; of several data sets, whether these are one family."""
    method = choose(options.METHOD)
    is_tukey = Rule(method).is_tukey
    studentised = choose(options.STUDENTISED, disabled=not is_tukey) and is_tukey
    # Each has a usual of its own, and a choice that is kept apart.
    of = ("", False) if is_tukey else ("_of_signs", True)
    plus_one = choose(options.PLUS_ONE, of[0], usual=of[1])
    over = choose(options.OVER_MEASURES)
    # Fisher's tests share nothing over scales.
    alone = method == "fisher-holm"
    everything = data_sets > 1 and choose(options.OVER_SCALES, disabled=alone) and not alone
    rule = Rule(method, plus_one, studentised, over, everything)
    return told(rule, Rule(), rule.short)


def explain_rules(scores: Scores | None = None) -> None:
    """What the rules are, on demand; and how often they are wrong where scores are like these."""
    with explain("Why this rule", "rule", fewest_instances=fewest_instances, ALPHA=ALPHA):
        errors_view(scores)


def can_be_shown(how: Options, scores: Scores) -> bool:
    """Whether a rule can show significance at alpha; what to do is said where it cannot."""
    sizes = comb(len(scores.runs), 2), len(scores.measures), len(scores.ids)
    try:
        check_rule(how.alpha, how.trials, how.rule, *sizes, scores.unit)
    except ValueError as error:
        st.warning(f"{str(error)[0].upper()}{str(error)[1:]}.")
        return False
    return True
