"""The workings of RPS and RRPS: squared differences of the cumulative shares."""

import numpy as np

from oq_core.measures.workings import latex
from oq_core.measures.workings.match_distance import cumulative_step
from oq_core.measures.workings.steps import Pair, Step, Term, last_step

_LARGEST = (
    "Each square is 1 at most, and there is one for each boundary between classes: divided by "
    "their number, the {} lies between 0 and 1."
)


def _squares(pair: Pair) -> tuple[Step, Step, float]:
    """Cumulative shares, the squared differences, and their sum."""
    # The last gap is 0, as both cumulative sums end at 1.
    gaps = np.cumsum(pair.estimated - pair.gold)[:-1]
    squares = np.square(gaps)
    total = float(squares.sum())
    return (
        cumulative_step(pair, gaps),
        Step(
            "Square and add",
            "Squaring makes one large difference cost more than several small ones.",
            latex.sum_of(r"\sum_{i < L} (cp_i - cp^*_i)^2", squares, total),
            total,
            terms=tuple(
                Term(f"up to {pair.classes[index]}", float(square), tuple(range(index + 1)))
                for index, square in enumerate(squares)
            ),
            term_name="(cp − cp*)²",
        ),
        total,
    )


def ranked_probability_steps(pair: Pair, score: float) -> tuple[Step, ...]:
    """Cumulative shares, the sum of their squared differences, and RPS."""
    shares, squares, total = _squares(pair)
    last = last_step(
        "Divide by the largest sum",
        _LARGEST.format("score"),
        r"\mathrm{RPS} = \frac{1}{L-1} \sum_{i < L} (cp_i - cp^*_i)^2",
        latex.expression(r"\frac{@}{@ - 1}", total, len(pair)),
        score,
    )
    return shares, squares, last


def root_ranked_probability_steps(pair: Pair, score: float) -> tuple[Step, ...]:
    """Cumulative shares, the sum of their squared differences, and RRPS."""
    shares, squares, total = _squares(pair)
    last = last_step(
        "Divide by the largest sum and take the root",
        _LARGEST.format("mean"),
        r"\mathrm{RRPS} = \sqrt{\frac{1}{L-1} \sum_{i < L} (cp_i - cp^*_i)^2}",
        latex.expression(r"\sqrt{\frac{@}{@ - 1}}", total, len(pair)),
        score,
    )
    return shares, squares, last
