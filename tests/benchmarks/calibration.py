"""What calibration on one's own data costs: `python -m tests.benchmarks.calibration`.

22 runs, 300 instances, 6 measures, 400 campaigns, B = 1,000, in processor seconds, and how soon a
stop is obeyed. Exit status 1 where a requirement is missed.
"""

import sys
from time import process_time

import numpy as np

from oq_core import Scores
from oq_core.analysis import Rule, calibrate

RUNS, INSTANCES, MEASURES = 22, 300, 6
#: Processor seconds that a calibration may take, and those after which a stop is obeyed.
MOST, SOON = 60, 3
RULES = {"the papers' rule": Rule(), "random signs": Rule("sign-flip")}


def stop(_: float, words: str) -> None:
    """Stop at the first report of progress."""
    raise KeyboardInterrupt(words)


def main() -> int:
    """Time each rule once, and print what is required."""
    generator = np.random.default_rng(0)
    common = generator.random((1, INSTANCES, 1))
    values = (common + generator.random((MEASURES, INSTANCES, RUNS))) / 2
    keys = tuple(f"M{k}" for k in range(MEASURES))
    runs = tuple(f"r{j}" for j in range(RUNS))
    scores = Scores(values, keys, tuple(map(str, range(INSTANCES))), runs, (False,) * MEASURES)
    missed = 0
    for name, rule in RULES.items():
        start = process_time()
        found = calibrate(scores, rule, trials=1000, progress=bar)
        seconds = process_time() - start
        start = process_time()
        try:
            calibrate(scores, rule, trials=1000, progress=stop)
        except KeyboardInterrupt:
            until = process_time() - start
        told = f"{name}: {seconds:.1f} s (at most {MOST}), stopped after {until:.1f} s (at most "
        told += f"{SOON}); wrong in {found.wrong_anywhere:.3f} of {found.campaigns} campaigns"
        print(f"\r{told}")  # noqa: T201
        missed += seconds > MOST or until > SOON
    return int(missed > 0)


def bar(share: float, words: str) -> None:
    """Show how far it is."""
    sys.stderr.write(f"\r{share:4.0%} {words}")


if __name__ == "__main__":
    sys.exit(main())
