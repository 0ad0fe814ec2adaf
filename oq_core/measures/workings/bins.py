"""The workings of the bin-by-bin measures: NVD, RNSS and JSD."""

import numpy as np
import scipy

from oq_core.data.distributions import Distributions
from oq_core.measures.workings import latex
from oq_core.measures.workings.steps import Pair, Step, last_step


def variational_distance_steps(pair: Pair, score: float) -> tuple[Step, ...]:
    """Absolute differences, and NVD."""
    gaps = pair.estimated - pair.gold
    sizes = np.abs(gaps)
    total = float(sizes.sum())
    return (
        Step(
            "The difference in each class",
            "Subtract the gold's share from the estimate's in each class and drop the sign.",
            latex.sum_of(r"\sum_{i} |p_i - p^*_i|", sizes, total),
            total,
            tables=(pair.table("Differences", {"p − p*": gaps, "|p − p*|": sizes}),),
            terms=pair.class_terms(sizes),
            term_name="|p − p*|",
        ),
        last_step(
            "Take half of it",
            "A share that is in the wrong class has been counted twice: where it is too much and "
            "where it is missing.",
            r"\mathrm{NVD} = \tfrac{1}{2} \sum_{i} |p_i - p^*_i|",
            latex.expression(r"\tfrac{1}{2} \cdot @", total),
            score,
        ),
    )


def squared_differences(pair: Pair) -> Step:
    """The step with (p_i - p*_i)^2 of each class: the first of RNSS, RNOD and its variants."""
    gaps = pair.estimated - pair.gold
    squares = np.square(gaps)
    largest = int(np.argmax(squares))
    return Step(
        "The squared difference in each class",
        "Subtract the gold's share from the estimate's in each class and square it.",
        latex.equation(
            f"(p_{{{pair.name(largest)}}} - p^*_{{{pair.name(largest)}}})^2",
            latex.expression("(@ - @)^2", pair.estimated[largest], pair.gold[largest]),
            latex.number(squares[largest]),
        ),
        tables=(pair.table("Squared differences", {"p − p*": gaps, "(p − p*)²": squares}),),
        terms=pair.class_terms(squares),
        term_name="(p − p*)²",
        example=f"Class {pair.classes[largest]}, where it is largest:",
    )


def sum_of_squares_steps(pair: Pair, score: float) -> tuple[Step, ...]:
    """Squared differences, half their sum, and RNSS."""
    first = squared_differences(pair)
    squares = [term.value for term in first.terms]
    total = sum(squares)
    return (
        first,
        Step(
            "Add them up",
            "Squaring makes one large difference cost more than several small ones.",
            latex.sum_of(r"\sum_{i} (p_i - p^*_i)^2", squares, total),
            total,
        ),
        last_step(
            "Halve it and take the root",
            "The sum is 2 at most, when each has everything in one class, and not in the same.",
            r"\mathrm{RNSS} = \sqrt{\tfrac{1}{2} \sum_{i} (p_i - p^*_i)^2}",
            latex.expression(r"\sqrt{\tfrac{1}{2} \cdot @}", total),
            score,
        ),
    )


def jensen_shannon_steps(pair: Pair, score: float) -> tuple[Step, ...]:
    """The middle, both divergences from it, and JSD."""
    middle = (pair.estimated + pair.gold) / 2
    ours, to_ours = _divergence(pair, "p", pair.estimated, middle, "estimate")
    theirs, to_theirs = _divergence(pair, "p*", pair.gold, middle, "gold")
    widest = int(np.argmax(np.abs(pair.estimated - pair.gold)))
    return (
        Step(
            "The middle",
            "Take the average of estimate and gold in each class.",
            latex.equation(
                f"m_{{{pair.name(widest)}}}",
                latex.expression(r"\frac{@ + @}{2}", pair.estimated[widest], pair.gold[widest]),
                latex.number(middle[widest]),
            ),
            tables=(pair.table("Estimate, gold and middle", {"m": middle}),),
            example=f"Class {pair.classes[widest]}, where they differ most:",
        ),
        ours,
        theirs,
        last_step(
            "The average of the two",
            "With logarithms to base 2 the result is at most 1, when estimate and gold share no "
            "class.",
            r"\mathrm{JSD} = \tfrac{1}{2} \mathrm{KLD}(p\|m) + \tfrac{1}{2} "
            r"\mathrm{KLD}(p^*\|m)",
            latex.expression(r"\tfrac{1}{2} \cdot @ + \tfrac{1}{2} \cdot @", to_ours, to_theirs),
            score,
        ),
    )


def _divergence(
    pair: Pair, column: str, side: Distributions, middle: Distributions, name: str
) -> tuple[Step, float]:
    symbol = column.replace("*", "^*")
    # As in the measure: the mean of two subnormal probabilities must not round to zero.
    bits = scipy.special.rel_entr(side, np.maximum(middle, np.finfo(np.float64).tiny)) / np.log(2)
    total = float(bits.sum())
    # Where all are 0, a class with a share is the better example.
    largest = int(np.lexsort((side, np.abs(bits)))[-1])
    label = pair.name(largest)
    example = latex.equation(
        rf"{symbol}_{{{label}}} \log_2 \frac{{{symbol}_{{{label}}}}}{{m_{{{label}}}}}",
        latex.expression(r"@ \log_2 \frac{@}{@}", side[largest], side[largest], middle[largest]),
        latex.number(bits[largest]),
    )
    total_line = latex.sum_of(rf"\mathrm{{KLD}}({symbol}\|m)", bits, total)
    step = Step(
        f"How far the {name} is from the middle",
        f"In each class, the {name}'s share times the binary logarithm of its ratio to the "
        "middle; a class without a share adds nothing (0 · log 0 is taken as 0). Terms are "
        f"negative where the {name} has less than the other.",
        latex.stacked("gathered", [example, total_line]),
        total,
        tables=(
            pair.table("Terms in bits", {"m": middle, f"{column} · log₂({column} / m)": bits}),
        ),
        terms=pair.class_terms(bits),
        term_name=f"{column} · log₂({column} / m), bits",
        example=f"Class {pair.classes[largest]}, which adds or takes away most, and the sum:",
    )
    return step, total
