"""Times the measures of quantification on many pairs, beside what other libraries have of them.

Run from the repository's root: python -m tests.benchmarks.measures
"""

import argparse
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import jensenshannon
from scipy.stats import kendalltau, wasserstein_distance

from oq_core import MEASURES
from oq_core.data.distributions import check_pair
from tests.benchmarks.timing import (
    Spread,
    by_turns,
    installed,
    load,
    machine,
    ratios,
    show,
    table,
    verdict,
)

Array = npt.NDArray[np.float64]

PAIRS, CLASSES = 100_000, 5
#: What works on one pair at a time gets this many of them.
FEW_PAIRS = 2000
MICROSECONDS_ALLOWED = 3.0
CHECK = "checking the input"


@dataclass(frozen=True)
class Peer:
    """Another library's function on (pairs, L), made comparable to a measure of the core."""

    package: str
    name: str
    measure: str
    #: Called with (estimated, gold): this alone is timed.
    function: Callable[[Array, Array], npt.ArrayLike]
    #: From its values to the measure's.
    convert: Callable[[Array], Array] = lambda values: values
    vectorised: bool = True


def pairs() -> tuple[Array, Array]:
    """Estimated and gold: all gold are shares of 20 votes; of the estimates, half are."""
    generator = np.random.default_rng(0)
    gold = generator.multinomial(20, generator.dirichlet(np.ones(CLASSES), PAIRS)) / 20
    estimated = generator.dirichlet(np.ones(CLASSES), PAIRS)
    # Every other one, so that any few pairs from the start are like all of them.
    estimated[::2] = generator.multinomial(20, estimated[::2]) / 20
    return estimated, gold


def _one_by_one(function: Callable[[Array, Array], float], first: Array, second: Array) -> Array:
    return np.array([function(a, b) for a, b in zip(first, second, strict=True)])


def scipy_peers() -> list[Peer]:
    positions = np.arange(CLASSES, dtype=np.float64)

    def wasserstein(estimated: Array, gold: Array) -> Array:
        return _one_by_one(partial(wasserstein_distance, positions, positions), estimated, gold)

    def kendall(estimated: Array, gold: Array) -> Array:
        # No p-value is wanted; this method is the cheaper of the two that make one.
        return kendalltau(estimated, gold, axis=-1, method="asymptotic").statistic

    return [
        Peer(
            "scipy",
            "stats.wasserstein_distance",
            "NMD",
            wasserstein,
            lambda values: values / (CLASSES - 1),
            vectorised=False,
        ),
        Peer(
            "scipy",
            "spatial.distance.jensenshannon",
            "JSD",
            partial(jensenshannon, base=2, axis=-1),
            np.square,
        ),
        Peer(
            "scipy",
            "stats.kendalltau",
            "DNKT",
            kendall,
            # Undefined where one side is all ties; DNKT is 0.5 there.
            lambda values: (1 - np.nan_to_num(values)) / 2,
            vectorised=False,
        ),
    ]


def quapy_peers() -> list[Peer]:
    import quapy.error as qe  # noqa: PLC0415 - optional

    return [
        Peer(
            "QuaPy",
            "nmd (mean over all pairs)",
            "NMD",
            lambda estimated, gold: qe.nmd(gold, estimated),
        ),
        Peer(
            "QuaPy",
            "md",
            "NMD",
            lambda estimated, gold: qe.md(gold, estimated),
            lambda values: values / (CLASSES - 1),
        ),
        Peer(
            "QuaPy",
            "ae",
            "NVD",
            lambda estimated, gold: qe.ae(gold, estimated),
            lambda values: values * CLASSES / 2,
        ),
        Peer(
            "QuaPy",
            "se",
            "RNSS",
            lambda estimated, gold: qe.se(gold, estimated),
            lambda values: np.sqrt(values * CLASSES / 2),
        ),
    ]


def mlquantify_peers() -> list[Peer]:
    from mlquantify.metrics import NMD, RNOD  # noqa: PLC0415 - optional

    return [
        Peer(
            "mlquantify",
            function.__name__,
            function.__name__,
            lambda estimated, gold, function=function: _one_by_one(function, gold, estimated),
            vectorised=False,
        )
        for function in (NMD, RNOD)
    ]


def pot_peers() -> list[Peer]:
    from ot import wasserstein_1d  # noqa: PLC0415 - optional

    positions = np.repeat(np.arange(CLASSES, dtype=np.float64)[:, None], PAIRS, axis=1)

    def wasserstein(estimated: Array, gold: Array) -> Array:
        return wasserstein_1d(positions, positions, estimated.T, gold.T, require_sort=False)

    return [
        Peer("POT", "wasserstein_1d", "NMD", wasserstein, lambda values: values / (CLASSES - 1))
    ]


#: By distribution name, as in requirements.txt.
LIBRARIES: dict[str, Callable[[], list[Peer]]] = {
    "QuaPy": quapy_peers,
    "scipy": scipy_peers,
    "mlquantify": mlquantify_peers,
    "POT": pot_peers,
}


def peers() -> list[Peer]:
    """Those of the libraries that are installed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what other libraries say while they are imported
        return [
            peer for package, make in LIBRARIES.items() if installed(package) for peer in make()
        ]


def largest_difference(peer: Peer, estimated: Array, gold: Array) -> float:
    """Between the peer's values, converted, and the core's."""
    values = peer.convert(np.asarray(peer.function(estimated, gold), dtype=np.float64))
    expected = MEASURES[peer.measure](estimated, gold)
    return float(np.abs(values - (expected if values.ndim else expected.mean())).max())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()

    estimated, gold = pairs()
    few = estimated[:FEW_PAIRS], gold[:FEW_PAIRS]
    others = peers()
    given = {peer: (estimated, gold) if peer.vectorised else few for peer in others}
    # The check is the warm-up too.
    differences = {peer: largest_difference(peer, *given[peer]) for peer in others}
    turns = by_turns(
        {
            **{key: partial(measure, estimated, gold) for key, measure in MEASURES.items()},
            CHECK: partial(check_pair, estimated, gold),
            **{
                f"{peer.package} {peer.name}": partial(peer.function, *given[peer])
                for peer in others
            },
        },
        options.repeats,
    )

    micro = {key: [one / PAIRS * 1e6 for one in turns[key].clock] for key in (*MEASURES, CHECK)}
    together = [sum(turn) for turn in zip(*(micro[key] for key in MEASURES), strict=True)]
    total = Spread.of(together)
    met = total.median < MICROSECONDS_ALLOWED

    show(f"{machine(['numpy', *LIBRARIES])}\nLoad average of the machine: {load()}\n")
    show(
        f"The core: {PAIRS:,} pairs of {CLASSES} classes, one call for each measure; "
        f"{options.repeats} turns, median (smallest–largest)"
    )
    rows = [
        [
            key,
            Spread.of(micro[key]).text(3),
            f"{ratios(micro[key], together).median:.1%}",
            "",
            "",
        ]
        for key in MEASURES
    ]
    rows.append(["together", total.text(3), "100.0%", f"< {MICROSECONDS_ALLOWED:g}", verdict(met)])
    show(table(["measure", "µs per pair", "share", "required", ""], rows))
    show(f"Of each measure, {Spread.of(micro[CHECK]).text(3)} is {CHECK}; others check less.")

    rows = []
    for peer in others:
        name = f"{peer.package} {peer.name}"
        number = len(given[peer][0])
        theirs = [one / number * 1e6 for one in turns[name].clock]
        rows.append(
            [
                name,
                f"{number:,}",
                Spread.of(theirs).text(3),
                peer.measure,
                ratios(theirs, micro[peer.measure]).text(1),
                f"{differences[peer]:.0e}",
            ]
        )
    rows += [
        [package, "not installed", "", "", "", ""]
        for package in LIBRARIES
        if installed(package) is None
    ]
    show("\nOthers, in the same turns")
    head = ["", "pairs", "µs per pair", "equals", "times as long", "largest difference"]
    show(table(head, rows))
    show(
        "Largest difference: from the core's values, after conversion. QuaPy and SciPy have "
        "nothing for the other measures; QuaPy's nae is not NVD, its kld is not JSD."
    )
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
