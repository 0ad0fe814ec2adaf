"""What the analyses of raters cost, in processor seconds: `python -m tests.benchmarks.raters`.

Real data are read where the tests read them. Exit status 1 where a requirement is missed.
"""

import os
import sys
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np
import pandas as pd

from oq_core import read_collections
from oq_core.raters import (
    krippendorff_alpha,
    rater_distances,
    runs_stand_in,
    what_raters_allow,
)
from oq_core.reading import read_gold

#: Gibibytes.
MOST_MEMORY = 2

DATA = Path(os.environ.get("OQ_DATA", Path(__file__).parents[3] / "shared" / "data"))


def main() -> int:
    """Time each once, and print what is required."""
    people = DATA / "judges" / "summeval" / "human_annotations.json"
    judges = people.with_name("llm_annotations.json")
    start = process_time()
    judged = next(iter(read_collections(people, judges).values()))
    reading = process_time() - start
    rows = [
        ("summeval, reading people and judges", reading, None),
        *_timed("summeval, six judges, five scores", None, runs_stand_in, judged),
    ]
    with TemporaryDirectory() as folder:
        wide, long = _large(Path(folder))
        rows += _timed("100,000 items × 50 raters, reading a column a rater", None, read_gold, wide)
        rows += _timed("reading a row a rating", None, read_gold, long)
        large = next(iter(read_gold(long).values()))
    rows += [
        *_timed(
            "what one rater and half of them score, NMD and RNOD",
            None,
            what_raters_allow,
            large,
            ["NMD", "RNOD"],
        ),
        *_timed("their agreement", None, krippendorff_alpha, large.votes),
        *_timed("each from the others, NMD", None, rater_distances, large.ratings, 5, ["NMD"]),
    ]
    for what, seconds, most in rows:
        told = "" if most is None else f" (at most {most})"
        print(f"{what}: {seconds:.2f} s{told}")  # noqa: T201
    peak = getrusage(RUSAGE_SELF).ru_maxrss / 2**20
    print(f"the most memory: {peak:.2f} GiB (at most {MOST_MEMORY})")  # noqa: T201
    slow = any(most is not None and seconds > most for _, seconds, most in rows)
    return int(slow or peak > MOST_MEMORY)


def _large(folder):
    """100,000 items and 50 raters, as a table with a column a rater and one with a row a rating."""
    generator = np.random.default_rng(0)
    means = generator.normal(3, 1, (100_000, 1))
    ratings = np.clip(np.rint(means + generator.normal(size=(100_000, 50))), 1, 5).astype(int)
    table = pd.DataFrame(ratings, columns=[f"rater{r}" for r in range(50)])
    table = table.rename_axis("item")
    table.to_csv(folder / "wide.csv")
    rows = table.melt(var_name="rater", value_name="rating", ignore_index=False)
    rows.to_csv(folder / "long.csv")
    return folder / "wide.csv", folder / "long.csv"


def _timed(what, most, function, *given):
    start = process_time()
    function(*given)
    return [(what, process_time() - start, most)]


if __name__ == "__main__":
    sys.exit(main())
