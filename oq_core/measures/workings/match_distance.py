"""The working of NMD: how much earth moves over each boundary between classes."""

import numpy as np
import pandas as pd

from oq_core.data.distributions import Distributions
from oq_core.measures.workings import latex
from oq_core.measures.workings.steps import Pair, Step, StepTable, Term, last_step


def match_distance_steps(pair: Pair, score: float) -> tuple[Step, ...]:
    """Cumulative shares, the earth over each boundary, its moves, and NMD."""
    # The last gap is 0, as both cumulative sums end at 1.
    gaps = np.cumsum(pair.estimated - pair.gold)[:-1]
    work = float(np.abs(gaps).sum())
    most = len(pair) - 1
    return (
        cumulative_step(pair, gaps),
        _boundaries(pair, gaps, work),
        _moves(pair),
        last_step(
            "Divide by the largest distance",
            f"All the earth from one end of the scale to the other would move over all {most} "
            f"{'boundary' if most == 1 else 'boundaries'}: divided by that, the score lies "
            "between 0 and 1.",
            r"\mathrm{NMD} = \frac{1}{L-1} \sum_{i} |cp_i - cp^*_i|",
            latex.expression(r"\frac{@}{@ - 1}", work, len(pair)),
            score,
        ),
    )


def cumulative_step(pair: Pair, gaps: Distributions) -> Step:
    """The step with cp and cp* of each class, from their differences (L - 1,)."""
    ours, theirs = np.cumsum(pair.estimated), np.cumsum(pair.gold)
    widest = int(np.argmax(np.abs(gaps)))
    upto = slice(widest + 1)
    name = pair.name(widest)
    return Step(
        "Cumulative shares",
        "Add up the shares from the lowest class on, in the estimate (cp) and in the gold (cp*), "
        "and see how far apart the two are after each class.",
        latex.stacked(
            "gathered",
            [
                latex.sum_of(f"{symbol}_{{{name}}}", shares[upto], total)
                for symbol, shares, total in (
                    ("cp", pair.estimated, ours[widest]),
                    ("cp^*", pair.gold, theirs[widest]),
                )
            ],
        ),
        tables=(
            pair.table(
                "Shares and cumulative shares",
                {"cp": ours, "cp*": theirs, "cp − cp*": np.append(gaps, 0.0)},
            ),
        ),
        terms=tuple(
            Term(f"up to {pair.classes[index]}", float(gap), tuple(range(index + 1)))
            for index, gap in enumerate(gaps)
        ),
        term_name="cp − cp*",
        example=f"Class {pair.classes[widest]}, where they are furthest apart:",
    )


def _boundaries(pair: Pair, gaps: Distributions, work: float) -> Step:
    terms = tuple(
        Term(
            f"{pair.classes[index]} | {pair.classes[index + 1]}",
            abs(float(gap)),
            (index, index + 1),
            "moves up" if gap > latex.NOISE else "moves down" if gap < -latex.NOISE else "stays",
        )
        for index, gap in enumerate(gaps)
    )
    return Step(
        "The earth that moves over each boundary",
        "Think of the estimate's shares as earth that is moved until it is the gold's. Where the "
        "estimate has more than the gold up to a boundary, the surplus has to move up over it; "
        "where it has less, as much has to come down.",
        latex.sum_of(r"\sum_{i} |cp_i - cp^*_i|", (term.value for term in terms), work),
        work,
        terms=terms,
        term_name="|cp − cp*|",
    )


def _moves(pair: Pair) -> Step:
    moves = earth_moves(pair.estimated - pair.gold)
    names = [(pair.classes[start], pair.classes[end]) for start, end, _ in moves]
    distances = [abs(end - start) for start, end, _ in moves]
    terms = tuple(
        Term(
            f"{names[place][0]} → {names[place][1]}",
            amount * distances[place],
            tuple(range(min(start, end), max(start, end) + 1)),
            "moves up" if end > start else "moves down",
        )
        for place, (start, end, amount) in enumerate(moves)
    )
    work = sum(term.value for term in terms)
    frame = pd.DataFrame(
        {
            "from": [start for start, _ in names],
            "to": [end for _, end in names],
            "earth": [amount for *_, amount in moves],
            "boundaries": distances,
            "earth × boundaries": [term.value for term in terms],
        },
        pd.RangeIndex(1, len(moves) + 1, name="move"),
    )
    return Step(
        "How far it goes",
        "Another way to the sum: each amount of earth times the number of boundaries it crosses. "
        "No other way to move them takes less work."
        if moves
        else "No earth has to move: the two are the same.",
        latex.equation(
            r"\sum \text{earth} \times \text{boundaries}",
            latex.added(
                [
                    latex.expression(r"@ \cdot @", amount, distance)
                    for (*_, amount), distance in zip(moves, distances, strict=True)
                ]
            ),
            latex.number(work),
        ),
        work,
        tables=(StepTable("Moves of earth", frame),) if moves else (),
        terms=terms,
        term_name="earth × boundaries" if moves else "",
    )


def earth_moves(surplus: Distributions) -> list[tuple[int, int, float]]:
    """The cheapest moves of earth: from which class to which, and how much.

    Parameters
    ----------
    surplus : ndarray, shape (L,)
        What each class has too much, or too little where negative; sums to 0.

    Returns
    -------
    list of (int, int, float)
        On a line it is cheapest to serve classes in order, the lowest surplus to the lowest
        need: no two moves in opposite directions then cross the same boundary.
    """
    left = surplus.tolist()
    givers = [index for index, value in enumerate(left) if value > 0]
    takers = [index for index, value in enumerate(left) if value < 0]
    moves = []
    while givers and takers:
        giver, taker = givers[0], takers[0]
        amount = min(left[giver], -left[taker])
        left[giver] -= amount
        left[taker] += amount
        # What floating-point noise leaves is no earth.
        if amount > latex.NOISE:
            moves.append((giver, taker, amount))
        if left[giver] <= 0:
            givers.pop(0)
        if left[taker] >= 0:
            takers.pop(0)
    return moves
