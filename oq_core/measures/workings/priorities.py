"""The workings of DNKT and of its harmonic means with other measures."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import pandas as pd

from oq_core.data.distributions import class_preferences
from oq_core.measures.workings import latex
from oq_core.measures.workings.steps import Pair, Step, StepTable, Term, last_step


def kendall_steps(pair: Pair, score: float) -> tuple[Step, ...]:
    """Every pair of classes, the counts, tau_b, and DNKT."""
    couples = list(combinations(range(len(pair)), 2))
    ours, theirs = (class_preferences(side).tolist() for side in (pair.estimated, pair.gold))
    pairs = _pairs(pair, couples, ours, theirs)
    untied, gold_untied = (sum(map(abs, side)) for side in (ours, theirs))
    kinds = [term.kind for term in pairs.terms]
    agreeing, opposed = kinds.count("concordant"), kinds.count("discordant")
    bounds = max(1, untied), max(1, gold_untied)
    tau = (agreeing - opposed) / (bounds[0] * bounds[1]) ** 0.5
    return (
        pairs,
        Step(
            "Count them",
            f"Of {len(couples)} pairs, {agreeing} are concordant and {opposed} discordant. The "
            f"estimate has {untied} pairs that are not tied, the gold {gold_untied}.",
            latex.equation(
                r"\mathrm{CONC} - \mathrm{DISC}",
                latex.expression("@ - @", agreeing, opposed),
                latex.number(agreeing - opposed),
            ),
            agreeing - opposed,
            tables=(
                StepTable(
                    "Pairs of classes",
                    pd.DataFrame(
                        {"pairs": [agreeing, opposed, untied, gold_untied]},
                        pd.Index(["CONC", "DISC", "notTIED", "notTIED*"], name="count"),
                    ),
                ),
            ),
        ),
        Step(
            "Kendall's τ-b",
            "Divided by the pairs that could agree: the geometric mean of N, those not tied in the "
            "estimate, and N*, those not tied in the gold, each taken as 1 if there is none. τ-b "
            "is 1 for the same order and −1 for the opposite one; with no untied pair on one side "
            "it is 0.",
            latex.equation(
                r"\tau_b = \frac{\mathrm{CONC} - \mathrm{DISC}}{\sqrt{N} \sqrt{N^*}}",
                latex.expression(r"\frac{@}{\sqrt{@} \sqrt{@}}", agreeing - opposed, *bounds),
                latex.number(tau),
            ),
            tau,
        ),
        last_step(
            "From agreement to divergence",
            "Turned round and halved, so that 0 is the same order and 1 the opposite one.",
            r"\mathrm{DNKT} = \frac{1 - \tau_b}{2}",
            latex.expression(r"\frac{1 - @}{2}" if tau >= 0 else r"\frac{1 - (@)}{2}", tau),
            score,
        ),
    )


def _pairs(
    pair: Pair, couples: Sequence[tuple[int, int]], ours: Sequence[int], theirs: Sequence[int]
) -> Step:
    kinds = {1: "concordant", -1: "discordant", 0: "tied"}
    labels = [f"{pair.classes[i]}, {pair.classes[j]}" for i, j in couples]
    terms = tuple(
        Term(label, float(a * b), couple, kinds[a * b])
        for label, couple, a, b in zip(labels, couples, ours, theirs, strict=True)
    )

    found = [term.kind for term in terms]
    shown = next((found.index(kind) for kind in ("discordant", "concordant") if kind in found), 0)
    i, j = couples[shown]

    def larger(preferences: Sequence[int]) -> list[str]:
        return [
            pair.classes[couple[preference < 0]] if preference else "tied"
            for couple, preference in zip(couples, preferences, strict=True)
        ]

    return Step(
        "Every pair of classes",
        "Which of the two has more? A pair is concordant if estimate and gold give the same "
        "answer, discordant if they give opposite ones, and tied if either has as much in one "
        "as in the other. How much more does not matter.",
        latex.equation(
            r"\mathrm{sgn}(p_i - p_j) \cdot \mathrm{sgn}(p^*_i - p^*_j)",
            latex.expression(
                rf"\mathrm{{sgn}}(@ - @) {latex.BREAK} \cdot \mathrm{{sgn}}(@ - @)",
                *(pair.estimated[i], pair.estimated[j], pair.gold[i], pair.gold[j]),
            ),
            latex.number(terms[shown].value),
        ),
        tables=(
            StepTable(
                "Which class of each pair has more",
                pd.DataFrame(
                    {
                        "estimate": larger(ours),
                        "gold": larger(theirs),
                        "pair is": [term.kind for term in terms],
                    },
                    pd.Index(labels, name="pair"),
                ),
            ),
        ),
        terms=terms,
        term_name="Pairs of classes",
        example=f"The pair {labels[shown]}, which is {found[shown]}:",
    )


def hybrid_steps(score: float, parts: Mapping[str, tuple[Step, ...]]) -> tuple[Step, ...]:
    """The steps of two measures, and their harmonic mean.

    Parameters
    ----------
    score : float
        The harmonic mean.
    parts : mapping of str to tuple of Step
        The steps of each measure, by its key; the last of them finds its score.
    """
    first, second = parts
    one, other = (steps[-1].value or 0.0 for steps in parts.values())
    nothing = one + other == 0
    return (
        *(replace(step, part=key) for key, steps in parts.items() for step in steps),
        Step(
            "The harmonic mean of the two",
            "Both are 0, and so is their harmonic mean, by agreement."
            if nothing
            else "It is nearer the smaller of the two, and 0 as soon as one of them is.",
            latex.equation(
                rf"\frac{{2 \cdot \mathrm{{{first}}} \cdot \mathrm{{{second}}}}}"
                rf"{{\mathrm{{{first}}} + \mathrm{{{second}}}}}",
                *(
                    ()
                    if nothing
                    else (latex.expression(r"\frac{2 \cdot @ \cdot @}{@ + @}", *2 * (one, other)),)
                ),
                latex.score(score),
            ),
            score,
        ),
    )
