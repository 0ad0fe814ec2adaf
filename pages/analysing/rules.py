"""By which rule pairs of runs are tested: choices that pages share, and what they mean."""

from __future__ import annotations

import streamlit as st

from oq_core import Scores, options
from oq_core.analysis import Rule
from oq_core.analysis.every_sign import fewest_instances
from oq_core.analysis.pairs import check_rule
from oq_core.defaults import ALPHA
from pages.analysing.settings import choose, told
from pages.analysing.simulations import errors_view

WHY_RULE = f"""\
- **Tukey, in a single step**: each trial permutes all runs within every instance and notes the
  largest difference between two means. All pairs are compared with it. Where all runs are
  exchangeable within an instance, the chance of even one wrong finding is at most α. Runs of equal
  means that spread unlike, or are skewed unlike, are not exchangeable.
- **Step by step**: the largest difference is tested in the same way. Each further one is
  compared with the largest difference among the pairs that remain. It finds at least as many
  pairs.
- **Fisher, with Holm**: each pair is tested alone, by swapping its two runs on random instances.
  Other runs play no part, except that Holm's adjustment grows with the number of pairs. It needs
  many trials: p-values below 1/B times the number of pairs cannot be shown.
- **Random signs**: each trial draws a sign for every instance, the same for all pairs, and turns
  the differences of the instances that drew a minus. |Mean| / standard error of each pair is
  computed anew, and the largest is noted, step by step. Spreads may differ; what is tested is that
  each pair's differences are symmetric about 0, which skew and rare failures are not.
  {fewest_instances(ALPHA)} instances are the fewest for α = {ALPHA:g}. Where B is 2ⁿ or more, every
  sign is taken once, here and in Fisher's test, and the seed plays no part.
- **Studentised** (of Tukey's tests): differences are divided by their standard errors. The plain
  test asks whether runs are *exchangeable*, not whether their means are equal. So a run whose
  scores spread far more than the others' is found different too often, and so are quiet runs.
  This helps, but does not keep to α.
- **(count + 1)/(B + 1)** counts the observed scores as one more permutation. No p-value is 0. It is
  usual for Fisher's test and random signs; papers print count/B.
- **Over all measures**: otherwise α is for each measure alone, and that any of several has a wrong
  finding happens more often. This choice makes one family of all chosen measures; it assumes of
  each what the rule assumes."""


def choose_rule() -> Rule:
    """The rule of the tests."""
    method = choose(options.METHOD)
    is_tukey = Rule(method).is_tukey
    studentised = choose(options.STUDENTISED, disabled=not is_tukey) and is_tukey
    # Each has a usual of its own, and a choice that is kept apart.
    of = ("", False) if is_tukey else ("_of_signs", True)
    plus_one = choose(options.PLUS_ONE, of[0], usual=of[1])
    rule = Rule(method, plus_one, studentised, choose(options.OVER_MEASURES))
    return told(rule, Rule(), rule.short)


def explain_rules(scores: Scores | None = None) -> None:
    """What the rules are, on demand; and how often they are wrong where scores are like these."""
    with st.popover("Why this rule", icon=":material/help:"):
        st.markdown(WHY_RULE)
        errors_view(scores)


def can_be_shown(
    alpha: float, trials: int, rule: Rule, pairs: int, measures: int, instances: int
) -> bool:
    """Whether a rule can show significance at alpha; what to do is said where it cannot."""
    try:
        check_rule(alpha, trials, rule, pairs, measures, instances)
    except ValueError as error:
        st.warning(f"{str(error)[0].upper()}{str(error)[1:]}.")
        return False
    return True
