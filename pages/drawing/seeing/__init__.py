"""Measures at work on what is drawn, to be switched, played, stopped and stepped through."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

import numpy as np

from oq_core import MEASURES
from oq_core.data.scores import in_percent
from oq_core.knowledge.seeing import bins, heaps, orders, views
from pages.drawing import theme
from pages.drawing.compare_state import NAMES, CompareState, Histogram
from pages.drawing.components import component

_seeing = component(
    "oq_seeing", __file__, "moment.js", "seeing.js", html='<div class="seeing"></div>'
)


def seeing(
    state: CompareState,
    measures: Sequence[str],
    key: str,
    *,
    plays: bool = False,
    waits: bool = False,
) -> None:
    """Show measures at work on each system, one at a time, with a switch where there are several.

    Two can be seen side by side. It follows what is drawn.

    Parameters
    ----------
    state : CompareState
        With votes in every histogram shown.
    measures : sequence of str
        Some of `SEEN`; others are passed over, and where there are only such, histograms are drawn
        alone.
    key : str
        Tells these from others on the page.
    plays : bool
        Whether it begins by itself, in as large a picture as a lesson's; it does not where the
        visitor asks for less motion.
    waits : bool
        Whether the histograms are drawn alone for now: measures come later into the same picture,
        which stays where it is.
    """
    shown = [each for each in measures if each in SEEN]
    waits = waits or not shown
    now = [""] if waits else shown
    data = {
        "measures": shown,
        "views": [[played(state, each, which) for which in state.shown[1:]] for each in now],
        "plays": plays,
        "waits": waits,
    }
    _seeing(key=f"seeing_{key}", data=data)


def played(
    state: CompareState,
    measure: str,
    which: Histogram,
) -> dict[str, Any]:
    """All that is shown: histograms, and for each step what it does and what it says.

    Without a measure the histograms are shown alone.
    """
    estimated, gold = state.shares(which), state.shares("gold")
    known = {
        "title": f"{measure} of {NAMES[which]}"
        if measure
        else f"{NAMES[which]} (dashed: {NAMES['gold']})",
        "classes": list(state.classes),
        "gold": gold.tolist(),
        "estimated": estimated.tolist(),
        "colours": [theme.GOLD, theme.A if which == "a" else theme.B],
    }
    if not measure:
        said = "; ".join(
            f"{label} {in_percent(one)}, {NAMES['gold']} {in_percent(other)}"
            for label, one, other in zip(state.classes, estimated, gold, strict=True)
        )
        return {**known, "score": "", "start": "", "steps": [], "end": said}
    score = float(MEASURES[measure](estimated, gold))
    steps = SEEN[measure](estimated, gold, state.classes)
    return {**known, "score": f"{measure} = {score:.4f}", **steps}


def _earth(estimated: np.ndarray, gold: np.ndarray, classes: tuple[str, ...]) -> dict[str, Any]:
    total, steps = 0.0, []
    for heap in heaps(estimated, gold):
        total += heap.cost
        far = abs(heap.target - heap.source)
        steps.append(
            {
                "from": heap.source,
                "to": heap.target,
                "amount": heap.amount,
                "words": f"{heap.amount:.2f} of the votes go from {classes[heap.source]} to "
                f"{classes[heap.target]}: {heap.amount:.2f} × {far} = {heap.cost:.2f}. "
                f"So far {total:.2f}.",
            }
        )
    most = len(classes) - 1
    return {
        "start": "Votes go from where the estimate has too much to where it has too little.",
        "steps": steps,
        "end": f"{total:.2f} in all, of {most} that there could be: {total:.2f} / {most}.",
    }


def _views(
    measure: Literal["RNOD", "RNADW"],
    where: str,
    estimated: np.ndarray,
    gold: np.ndarray,
    classes: tuple[str, ...],
) -> dict[str, Any]:
    seen = views(estimated, gold, measure)
    steps = [
        {
            "stand": int(place),
            "lit": weighted.tolist(),
            "marks": _numbers(weighted),
            "words": f"From {classes[place]}: squared error × distance, summed, is {total:.3f}.",
        }
        for place, weighted, total in zip(seen.classes, seen.weighted, seen.sums, strict=True)
    ]
    mean, most = float(seen.sums.mean()), len(classes) - 1
    return {
        "start": f"Stand on each class{where}, and look at the errors of the others.",
        "steps": steps,
        "end": f"The mean of these sums is {mean:.3f}. {measure} is the root of {mean:.3f} / "
        f"{most}.",
    }


#: By measure: what a class adds, in words; and how the sum becomes the score.
_BIN_BY_BIN: dict[str, tuple[str, str]] = {
    "NVD": ("half of it is", "The sum is NVD, however far votes are from their class."),
    "RNSS": ("squared and halved it is", "RNSS is the root of {total:.3f}."),
    "JSD": ("in bits this adds", "The sum is JSD, however far votes are from their class."),
}


def _bins(
    measure: Literal["NVD", "RNSS", "JSD"],
    estimated: np.ndarray,
    gold: np.ndarray,
    classes: tuple[str, ...],
) -> dict[str, Any]:
    adds, end = _BIN_BY_BIN[measure]
    parts, steps = bins(estimated, gold, measure), []
    for place in np.flatnonzero(parts > 0).tolist():
        error = float(estimated[place] - gold[place])
        seen = np.where(np.arange(len(parts)) <= place, parts, 0)
        steps.append(
            {
                "stand": place,
                "lit": seen.tolist(),
                "marks": _numbers(seen),
                "words": f"{classes[place]} alone: {abs(error):.2f} too "
                f"{'much' if error > 0 else 'little'}, {adds} {parts[place]:.3f}. "
                f"So far {seen.sum():.3f}.",
            }
        )
    return {
        "start": "Each class is compared with itself alone.",
        "steps": steps,
        "end": end.format(total=parts.sum()),
    }


def _orders(estimated: np.ndarray, gold: np.ndarray, classes: tuple[str, ...]) -> dict[str, Any]:
    same = reverse = 0
    steps, pairs = [], orders(estimated, gold)
    for pair in pairs:
        alike = pair.estimated * pair.gold
        same, reverse = same + (alike > 0), reverse + (alike < 0)
        said = "the same order" if alike > 0 else "the reverse" if alike < 0 else "no order"
        steps.append(
            {
                "stand": -1,
                "lit": [
                    float(place in pair.classes and alike != 0) for place in range(len(classes))
                ],
                "marks": [
                    ("✓" if alike > 0 else "✗") * (place in pair.classes and alike != 0)
                    for place in range(len(classes))
                ],
                "words": f"{classes[pair.classes[0]]} and {classes[pair.classes[1]]}: {said}. "
                f"So far {same} the same, {reverse} the reverse.",
            }
        )
    counts = [
        max(1, sum(side != 0 for side in sides))
        for sides in zip(*((each.estimated, each.gold) for each in pairs), strict=True)
    ]
    root = "×".join(map(str, counts))
    return {
        "start": "Of each two classes: which has more, in the gold and in the estimate?",
        "steps": steps,
        "end": f"τ is ({same} − {reverse}) / √({root}) = "
        f"{(same - reverse) / math.sqrt(math.prod(counts)):z.3f}. DNKT is (1 − τ) / 2.",
    }


def _numbers(lit: np.ndarray) -> list[str]:
    return [f"{each:.3f}" if each > 0 else "" for each in lit.tolist()]


_Maker = Callable[[np.ndarray, np.ndarray, tuple[str, ...]], dict[str, Any]]
#: The measures that can be seen at work, each with what makes its steps.
SEEN: dict[str, _Maker] = {
    "NMD": _earth,
    "RNOD": partial(_views, "RNOD", " that has gold"),
    "RNADW": partial(_views, "RNADW", ""),
    "NVD": partial(_bins, "NVD"),
    "RNSS": partial(_bins, "RNSS"),
    "JSD": partial(_bins, "JSD"),
    "DNKT": _orders,
}
