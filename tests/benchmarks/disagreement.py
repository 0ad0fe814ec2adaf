"""Times sampling, search and experiment of the disagreements, beside a plain loop.

Run from the repository's root: python -m tests.benchmarks.disagreement
"""

import argparse
import sys

import numpy as np
import numpy.typing as npt

from oq_core import MEASURES, strongest_conflict
from oq_core.disagreement import (
    Triples,
    artificial_experiment,
    compare_triples,
    disagreement_rates,
    random_triples,
)
from oq_core.disagreement.sampling import conflict_strengths
from tests.benchmarks.timing import Spread, by_turns, load, machine, ratios, show, table, verdict
from tests.measures.plain import PLAIN

Array = npt.NDArray[np.float64]

TRIPLES, CLASSES, VOTES = 100_000, 5, 20
#: What works on one triple at a time gets this many of them.
FEW_TRIPLES = 500
SECONDS_ALLOWED = {"sampling": 2.0, "search": 5.0}
TIMES_FASTER = 20.0


def few(triples: Triples) -> Triples:
    """The first of the triples."""
    return Triples(*(part[:FEW_TRIPLES] for part in (triples.gold, triples.a, triples.b)))


def one_by_one(triples: Triples) -> Array:
    """Deltas (K, n) by calling the core's measures on one triple after another."""
    return np.array(
        [
            [
                float(measure(a, gold)) - float(measure(b, gold))
                for gold, a, b in zip(triples.gold, triples.a, triples.b, strict=True)
            ]
            for measure in MEASURES.values()
        ]
    )


def plain_loops(triples: Triples) -> Array:
    """The same with the tests' measures, which loop over the classes as well."""
    rows = [part.tolist() for part in (triples.gold, triples.a, triples.b)]
    return np.array(
        [
            [measure(a, gold) - measure(b, gold) for gold, a, b in zip(*rows, strict=True)]
            for measure in PLAIN.values()
        ]
    )


def sample() -> Array:
    """What the app does: draw, compare under all measures, rates of disagreement."""
    return disagreement_rates(compare_triples(random_triples(CLASSES, VOTES, TRIPLES)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()

    triples = random_triples(CLASSES, VOTES, TRIPLES)
    first = few(triples)
    comparison = compare_triples(triples)
    # The check is the warm-up too.
    for loop in (one_by_one, plain_loops):
        difference = np.abs(loop(first) - comparison.deltas[:, :FEW_TRIPLES]).max()
        if difference > 1e-9:
            show(f"{loop.__name__} differs from the core by {difference:g}")
            return 1
    found = strongest_conflict("NMD", "RNOD", CLASSES, VOTES)
    drawn = conflict_strengths(comparison, "NMD", "RNOD").max()

    core, loops = "compare_triples", {"one by one": one_by_one, "plain loops": plain_loops}
    turns = by_turns(
        {
            "draw, compare, rates": sample,
            core: lambda: compare_triples(triples),
            **{name: lambda loop=loop: loop(first) for name, loop in loops.items()},
            "strongest_conflict": lambda: strongest_conflict("NMD", "RNOD", CLASSES, VOTES),
            "artificial_experiment, L = 7": lambda: artificial_experiment(7),
            "the same, all measures": lambda: artificial_experiment(7, MEASURES),
        },
        options.repeats,
    )

    show(f"{machine(['numpy', 'scipy'])}\nLoad average of the machine: {load()}\n")
    show(f"Seconds: {options.repeats} turns, median (smallest–largest)")
    allowed = {
        "draw, compare, rates": SECONDS_ALLOWED["sampling"],
        "strongest_conflict": SECONDS_ALLOWED["search"],
    }
    met, rows = [], []
    for name, turn in turns.items():
        if name in loops:
            continue
        spread, most = Spread.of(turn.clock), allowed.get(name)
        wanted = ["", ""]
        if most is not None:
            met.append(spread.median < most)
            wanted = [f"< {most:g}", verdict(met[-1])]
        rows.append([name, spread.text(2), *wanted])
    show(table(["", "seconds", "required", ""], rows))
    show(
        f"The first two: {TRIPLES:,} triples of {CLASSES} classes and {VOTES} votes, "
        f"{len(MEASURES)} measures. The experiment ranks 9,730 pairs.\n"
    )

    core_micro = [one / TRIPLES * 1e6 for one in turns[core].clock]
    rows = [[core, Spread.of(core_micro).text(2), "", "", ""]]
    for name in loops:
        micro = [one / FEW_TRIPLES * 1e6 for one in turns[name].clock]
        times = ratios(micro, core_micro)
        met.append(times.median >= TIMES_FASTER)
        rows.append(
            [
                name,
                Spread.of(micro).text(0),
                times.text(0),
                f"≥ {TIMES_FASTER:g}",
                verdict(met[-1]),
            ]
        )
    show(f"Microseconds for one triple under all measures; loops on {FEW_TRIPLES} triples")
    show(table(["", "µs", "times as long", "required", ""], rows))

    met.append(found is not None and found.strength > drawn)
    show(
        f"\nStrongest conflict of NMD and RNOD: {found.strength if found else 0:.4f} by the "
        f"search, {drawn:.4f} among the {TRIPLES:,} random triples: {verdict(met[-1])}"
    )
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
