"""Why two measures prefer what they prefer, in words with their own numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import rel_entr

from oq_core.data.arrays import Array
from oq_core.data.distributions import TIE_TOLERANCE, Distributions, check_distributions
from oq_core.disagreement.sampling import measures_of
from oq_core.measures.quantification import MEASURES, Measure, equal_steps, gold_steps


@dataclass(frozen=True)
class _Case:
    """Two estimates of one gold, the better one first, and what to call things."""

    gold: Distributions
    better: Distributions
    worse: Distributions
    better_name: str
    worse_name: str
    classes: Sequence[str]

    def class_name(self, index: int) -> str:
        """A class in words: at the ends of the scale it says so."""
        end = "end " if index in (0, len(self.classes) - 1) else ""
        return f"the {end}class “{self.classes[index]}”"


def explain_conflict(
    gold: npt.ArrayLike,
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    first: str,
    second: str,
    classes: Sequence[str],
    names: tuple[str, str] = ("A", "B"),
) -> str:
    """Say which of two estimates each of two measures prefers, and why by its definition.

    Parameters
    ----------
    gold, a, b : array_like, shape (L,)
        Distributions.
    first, second : str
        Keys of two measures.
    classes : sequence of str
        The L class labels.
    names : tuple of two str
        What to call A and B.

    Returns
    -------
    str
        A sentence for each measure: whom it prefers, both scores, and what they come from. For
        NMD how far the votes have to move; for the order-aware divergences the class that adds
        most, its error and its distance from the classes it is seen from; for NVD, RNSS and
        JSD the errors of the classes; for DNKT the pairs of classes; for its hybrids both parts.
        Labels and names are as they were given: escape them where that is needed.

    Raises
    ------
    ValueError
        If a measure is unknown, or there are not three distributions over the labelled
        classes.
    """
    checked = [
        check_distributions(each, what)
        for each, what in ((gold, "gold"), (a, names[0]), (b, names[1]))
    ]
    shapes = [each.shape for each in checked]
    if shapes != 3 * [(len(classes),)]:
        raise ValueError(
            f"{len(classes)} classes are labelled, and gold and estimates have the shapes "
            f"{', '.join(map(str, shapes))}"
        )
    given = np.stack(checked)
    return " ".join(
        _sentence(measure, given, classes, names) for measure in measures_of((first, second))
    )


def _sentence(
    measure: Measure, given: Distributions, classes: Sequence[str], names: tuple[str, str]
) -> str:
    scores = measure(given[1:], given[0])
    if abs(scores[0] - scores[1]) <= TIE_TOLERANCE:
        return f"{measure.key} finds {names[0]} and {names[1]} equal ({scores[0]:.3f})."
    better, worse = np.argsort(scores)
    case = _Case(
        given[0], given[1 + better], given[1 + worse], names[better], names[worse], classes
    )
    preference = (
        f"{measure.key} prefers {case.better_name}, {scores[better]:.3f} against "
        f"{scores[worse]:.3f}"
    )
    account = _ACCOUNTS.get(measure.key)
    return f"{preference}: {account(case)}." if account else f"{preference}."


def _signed(error: float) -> str:
    return f"{error:+.2f}".replace("-", "−")


def _nmd(case: _Case) -> str:
    steps = [
        MEASURES["NMD"](estimate, case.gold) * (len(case.classes) - 1)
        for estimate in (case.better, case.worse)
    ]
    return (
        f"to become the gold, the votes of {case.better_name} have to move {steps[0]:.2f} classes "
        f"on average, those of {case.worse_name} {steps[1]:.2f}"
    )


def _order_aware(
    steps_of: Callable[[Distributions], Array],
    viewpoints: Callable[[_Case, Distributions], Sequence[npt.NDArray[np.bool_]]],
    unit: str,
    seen_from: str,
) -> Callable[[_Case], str]:
    """Accounts of the measures that are the root of a sum of weighted squared errors.

    The weight of an error is the mean distance of its class from the classes it is seen from,
    averaged over the viewpoints.
    """

    def parts(case: _Case, estimate: Distributions) -> tuple[Array, Array]:
        steps = steps_of(case.gold)
        weights = np.mean([steps[seen].mean(axis=0) for seen in viewpoints(case, estimate)], axis=0)
        return weights, weights * np.square(estimate - case.gold)

    def account(case: _Case) -> str:
        weights, worse = parts(case, case.worse)
        _, better = parts(case, case.better)
        top = int(worse.argmax())
        error = float(case.worse[top] - case.gold[top])
        return (
            f"the weighted squared errors of {case.better_name} sum to {better.sum():.3f}, those "
            f"of {case.worse_name} to {worse.sum():.3f}, and {worse[top]:.3f} of these comes from "
            f"{case.class_name(top)}, where the error is {_signed(error)} and the distance from "
            f"{seen_from} is {weights[top]:.2f} {unit} on average"
        )

    return account


def _gold_side(case: _Case, _: Distributions) -> Sequence[npt.NDArray[np.bool_]]:
    return [case.gold > 0]


def _both_sides(case: _Case, estimate: Distributions) -> Sequence[npt.NDArray[np.bool_]]:
    return [case.gold > 0, estimate > 0]


def _all_classes(case: _Case, _: Distributions) -> Sequence[npt.NDArray[np.bool_]]:
    return [np.ones(len(case.classes), dtype=bool)]


def _steps(gold: Distributions) -> Array:
    return equal_steps(len(gold))


def _nvd(case: _Case) -> str:
    shares = [MEASURES["NVD"](each, case.gold) for each in (case.better, case.worse)]
    return (
        f"{case.better_name} has {100 * shares[0]:.1f} % of its votes in the wrong class, "
        f"{case.worse_name} {100 * shares[1]:.1f} %, however far away"
    )


def _rnss(case: _Case) -> str:
    better, worse = (np.square(each - case.gold) for each in (case.better, case.worse))
    top = int(worse.argmax())
    error = float(case.worse[top] - case.gold[top])
    return (
        f"the squared errors of {case.better_name} sum to {better.sum():.3f}, those of "
        f"{case.worse_name} to {worse.sum():.3f}, and {worse[top]:.3f} of these comes from "
        f"{case.class_name(top)}, where the error is {_signed(error)}"
    )


def _jsd(case: _Case) -> str:
    def bits(estimate: Distributions) -> Array:
        middle = np.maximum((estimate + case.gold) / 2, np.finfo(np.float64).tiny)
        return (rel_entr(estimate, middle) + rel_entr(case.gold, middle)) / np.log(4)

    better, worse = bits(case.better), bits(case.worse)
    top = int(worse.argmax())
    return (
        f"{case.better_name} loses {better.sum():.3f} bits, {case.worse_name} {worse.sum():.3f}, "
        f"and {worse[top]:.3f} of these in {case.class_name(top)}, where it has "
        f"{case.worse[top]:.2f} and the gold {case.gold[top]:.2f}"
    )


def _dnkt(case: _Case) -> str:
    first, second = np.triu_indices(len(case.classes), k=1)

    def order(values: Distributions) -> npt.NDArray[np.int64]:
        gaps = values[first] - values[second]
        return (gaps > TIE_TOLERANCE).astype(np.int64) - (gaps < -TIE_TOLERANCE)

    gold = order(case.gold)

    def counts(name: str, estimate: Distributions) -> str:
        ours = order(estimate)
        same, reverse = np.count_nonzero(ours * gold > 0), np.count_nonzero(ours * gold < 0)
        return (
            f"{name} ranks {np.count_nonzero(ours)}, of them {same} in the same order and "
            f"{reverse} in the reverse"
        )

    return (
        f"the gold ranks {np.count_nonzero(gold)} pairs of classes; "
        f"{counts(case.better_name, case.better)}; {counts(case.worse_name, case.worse)}"
    )


def _hybrid(other: str) -> Callable[[_Case], str]:
    def account(case: _Case) -> str:
        parts = [
            f"{key} is {MEASURES[key](case.better, case.gold):.3f} and "
            f"{MEASURES[key](case.worse, case.gold):.3f}"
            for key in ("DNKT", other)
        ]
        return (
            f"for {case.better_name} and {case.worse_name}, {parts[0]}, {parts[1]}, and the "
            "harmonic mean lies nearer to the smaller of the two"
        )

    return account


#: By the measure's key. A measure without one is told of by its scores alone.
_ACCOUNTS: dict[str, Callable[[_Case], str]] = {
    "NMD": _nmd,
    "RNOD": _order_aware(_steps, _gold_side, "classes", "the classes that have gold"),
    "RSNOD": _order_aware(
        _steps, _both_sides, "classes", "the classes that have gold and those that have votes"
    ),
    "RNOD2": _order_aware(gold_steps, _gold_side, "of the gold", "the classes that have gold"),
    "RNADW": _order_aware(_steps, _all_classes, "classes", "all classes"),
    "RNADW2": _order_aware(gold_steps, _all_classes, "of the gold", "all classes"),
    "NVD": _nvd,
    "RNSS": _rnss,
    "JSD": _jsd,
    "DNKT": _dnkt,
    "DNKT_JSD": _hybrid("JSD"),
    "DNKT_NMD": _hybrid("NMD"),
    "DNKT_RNOD": _hybrid("RNOD"),
}
