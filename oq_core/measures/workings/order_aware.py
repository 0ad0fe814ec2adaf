"""The workings of RNOD and its variants: squared errors weighted by distance."""

from typing import Literal

import numpy as np
import numpy.typing as npt
import pandas as pd

from oq_core.data.distributions import Distributions
from oq_core.measures.workings import latex
from oq_core.measures.workings.bins import squared_differences
from oq_core.measures.workings.steps import Pair, Step, StepTable, Term, last_step

_Rows = Literal["gold", "estimate", "all"]
_COUNTS = {"gold": "has gold", "estimate": "has estimated mass", "all": ""}
_LEFT_OUT = {"gold": "no gold: left out", "estimate": "no estimated mass: left out", "all": ""}


def rnod_steps(pair: Pair, score: float) -> tuple[Step, ...]:
    """Distances between classes, the rows of classes with gold, and RNOD."""
    return _one_direction(pair, score, "RNOD", "gold", _equal_distances(pair))


def rnod2_steps(pair: Pair, score: float) -> tuple[Step, ...]:
    """As RNOD's, with distances taken from the gold."""
    return _one_direction(pair, score, "RNOD2", "gold", _gold_distances(pair))


def rnadw_steps(pair: Pair, score: float) -> tuple[Step, ...]:
    """As RNOD's, with the rows of all classes."""
    return _one_direction(pair, score, "RNADW", "all", _equal_distances(pair))


def rnadw2_steps(pair: Pair, score: float) -> tuple[Step, ...]:
    """As RNADW's, with distances taken from the gold."""
    return _one_direction(pair, score, "RNADW2", "all", _gold_distances(pair))


def rsnod_steps(pair: Pair, score: float) -> tuple[Step, ...]:
    """RNOD's rows in both directions, and RSNOD."""
    first, distances = squared_differences(pair), _equal_distances(pair)
    there = _rows(pair, "gold", distances)
    back = _rows(pair, "estimate", distances)
    mean_there, divergence = _mean_of_rows(pair, there, "gold")
    mean_back, swapped = _mean_of_rows(pair, back, "estimate")
    both = (divergence + swapped) / 2
    return (
        first,
        distances,
        there,
        mean_there,
        back,
        mean_back,
        Step(
            "The average of both directions",
            "Neither side has been preferred: swapping estimate and gold gives the same.",
            latex.equation(
                r"\mathrm{SOD} = \tfrac{1}{2} \big(OD(p\|p^*) + OD(p^*\|p)\big)",
                latex.expression(r"\tfrac{1}{2} (@ + @)", divergence, swapped),
                latex.number(both),
            ),
            both,
        ),
        _root(pair, score, "RSNOD", r"\mathrm{SOD}", both),
    )


def _one_direction(
    pair: Pair, score: float, key: str, which: _Rows, distances: Step
) -> tuple[Step, ...]:
    rows = _rows(pair, which, distances)
    mean, divergence = _mean_of_rows(pair, rows, which)
    symbol = r"\mathrm{ADW}" if which == "all" else r"OD(p\|p^*)"
    return (
        squared_differences(pair),
        distances,
        rows,
        mean,
        _root(pair, score, key, symbol, divergence),
    )


def _matrix(pair: Pair, caption: str, values: Distributions) -> StepTable:
    labels = pd.Index(pair.classes, name="i")
    return StepTable(caption, pd.DataFrame(values, labels, labels.rename("j")))


def _between(points: Distributions) -> Distributions:
    """Distances (L, L) between classes that lie at these points."""
    return np.abs(np.subtract.outer(points, points))


def _ends(pair: Pair) -> str:
    return (
        f"From the lowest class, {pair.classes[0]} (i = 1), to the highest, {pair.classes[-1]} "
        f"(j = {len(pair)}):"
    )


def _equal_distances(pair: Pair) -> Step:
    last = len(pair) - 1
    return Step(
        "How far apart the classes are",
        "Neighbouring classes are one step apart, wherever they are on the scale.",
        latex.equation(
            rf"\delta_{{1,{last + 1}}} = |i - j|",
            latex.Expression(f"|1 - {last + 1}|"),
            latex.number(last),
        ),
        tables=(_matrix(pair, "Distances δ", _between(np.arange(len(pair), dtype=np.float64))),),
        example=_ends(pair),
    )


def _gold_distances(pair: Pair) -> Step:
    gold, last = pair.gold, len(pair) - 1
    distances = _between(np.cumsum(gold) - gold / 2)
    ends = latex.expression(r"-\tfrac{1}{2} (@ + @)", gold[0], gold[last])
    return Step(
        "How far apart the classes are",
        "The gold says it: two classes are as far apart as there is gold between the middles of "
        "their bars, half of each and all that lies between. The bars show neighbours; further "
        "distances are sums of these. The first table is RNOD's, the second takes its place.",
        latex.equation(
            rf"\delta_{{1,{last + 1}}} = "
            r"\textstyle\sum_{k=i}^{j} p^*_k - \tfrac{1}{2} (p^*_i + p^*_j)",
            latex.added([*(latex.number(value) for value in gold), ends]),
            latex.number(distances[0, last]),
        ),
        tables=(
            _matrix(
                pair,
                "Distances |i − j|, of RNOD and RNADW",
                _between(np.arange(len(pair), dtype=np.float64)),
            ),
            _matrix(pair, "Distances δ, taken from the gold", distances),
        ),
        terms=tuple(
            Term(
                f"{pair.classes[index]} ↔ {pair.classes[index + 1]}",
                float(distances[index, index + 1]),
                (index, index + 1),
            )
            for index in range(last)
        ),
        term_name="δ of neighbours",
        example=_ends(pair),
    )


def _rows(pair: Pair, which: _Rows, distances: Step) -> Step:
    delta = distances.tables[-1].frame.to_numpy(np.float64)
    squares = np.square(pair.estimated - pair.gold)
    products = delta * squares
    weighted = products.sum(axis=1)
    counts = _counting(pair, which)
    shown = int(np.argmax(np.where(counts, weighted, -1)))
    summands = [
        latex.expression(r"@ \cdot @", delta[shown, j], squares[j])
        for j in range(len(pair))
        if j != shown
    ]
    columns = {f"j = {label}": products[:, j] for j, label in enumerate(pair.classes)}
    columns["DW"] = weighted
    tick = {"gold": "in C*", "estimate": "has p > 0", "all": ""}[which]
    if tick:
        columns[tick] = counts
    return Step(
        {
            "gold": "Look from each class that has gold",
            "estimate": "Swap: look from each class that has estimated mass",
            "all": "Look from each class",
        }[which],
        "From a class i, every squared difference counts times its distance; DW is their sum. "
        + {
            "gold": "Only the classes with gold look: C*, ticked in the table.",
            "estimate": "Estimate and gold change places. The squared differences and DW stay "
            "the same, but now the classes look in which the estimate has mass, ticked in the "
            "table.",
            "all": "Every class looks, with gold or without.",
        }[which],
        latex.equation(
            rf"DW_{{{pair.name(shown)}}} = \textstyle\sum_{{j}} \delta_{{ij}} (p_j - p^*_j)^2",
            latex.added(summands),
            latex.number(weighted[shown]),
        ),
        tables=(
            StepTable(
                "δ (p − p*)², and their sum DW in each row",
                pd.DataFrame(columns, pd.Index(pair.classes, name="i")),
            ),
        ),
        terms=tuple(
            Term(label, float(weighted[i]), (i,), (_COUNTS if counts[i] else _LEFT_OUT)[which])
            for i, label in enumerate(pair.classes)
        ),
        term_name="DW",
        example=f"Class {pair.classes[shown]}, which sees most of those that count:",
    )


def _counting(pair: Pair, which: _Rows) -> npt.NDArray[np.bool_]:
    if which == "all":
        return np.ones(len(pair), dtype=np.bool_)
    return (pair.gold if which == "gold" else pair.estimated) > 0


def _mean_of_rows(pair: Pair, rows: Step, which: _Rows) -> tuple[Step, float]:
    weighted = [
        term.value
        for term, counts in zip(rows.terms, _counting(pair, which), strict=True)
        if counts
    ]
    mean = sum(weighted) / len(weighted)
    left = {
        "gold": r"OD(p\|p^*) = \tfrac{1}{|C^*|} \textstyle\sum_{i \in C^*} DW_i",
        "estimate": r"OD(p^*\|p) = \tfrac{1}{|\{i : p_i > 0\}|} "
        r"\textstyle\sum_{i:\, p_i > 0} DW_i",
        "all": r"\mathrm{ADW} = \tfrac{1}{L} \textstyle\sum_{i} DW_i",
    }[which]
    step = Step(
        "The mean of the rows that count" if which != "all" else "The mean of all rows",
        {
            "gold": "What the classes with gold see, on average.",
            "estimate": "What the classes with estimated mass see, on average.",
            "all": "What all classes see, on average.",
        }[which],
        latex.equation(
            left,
            latex.wrapped(
                rf"\tfrac{{1}}{{{len(weighted)}}} \big(",
                latex.added([latex.number(value) for value in weighted]),
                r"\big)",
            ),
            latex.number(mean),
        ),
        mean,
    )
    return step, mean


def _root(pair: Pair, score: float, key: str, symbol: str, divergence: float) -> Step:
    return last_step(
        "Normalise and take the root",
        f"The divergence is divided by the largest distance, {len(pair) - 1}, and its root is "
        "taken.",
        rf"\mathrm{{{key}}} = \sqrt{{\frac{{{symbol}}}{{L-1}}}}",
        latex.expression(r"\sqrt{\frac{@}{@ - 1}}", divergence, len(pair)),
        score,
    )
