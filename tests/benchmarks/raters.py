"""What the analyses of raters cost, in processor seconds: `python -m tests.benchmarks.raters`.

Real data are read where the tests read them. Exit status 1 where a requirement is missed.
"""

import os
import sys
from pathlib import Path
from time import process_time

from oq_core import read_collections, read_gold
from oq_core.raters import rater_design, redraw, runs_stand_in, true_scores

DATA = Path(os.environ.get("OQ_DATA", Path(__file__).parents[3] / "shared" / "data"))


def main() -> int:
    """Time each once, and print what is required."""
    people = DATA / "judges" / "summeval" / "human_annotations.json"
    judges = people.with_name("llm_annotations.json")
    start = process_time()
    judged = next(iter(read_collections(people, judges).values()))
    reading = process_time() - start
    runs = sorted((DATA / "stc3" / "runs").glob("*.json"))
    gold = read_gold(DATA / "stc3" / "test_annotations.json")
    stc3 = read_collections(DATA / "stc3" / "test_annotations.json", runs)["A"]
    rows = [
        ("summeval, reading people and judges", reading, None),
        *_timed("summeval, the truth, 13 measures, 200 draws", 10, true_scores, judged.votes),
        *_timed("summeval, six judges, five scores", None, runs_stand_in, judged),
        *_timed("STC-3 A, 200 two-way draws, 13 measures", 20, redraw, stc3),
        *_timed("STC-3 A, more raters, 13 measures", None, rater_design, stc3),
        *_timed("STC-3 A, the truth, 13 measures, 200 draws", None, true_scores, gold["A"].votes),
    ]
    for what, seconds, most in rows:
        told = "" if most is None else f" (at most {most})"
        print(f"{what}: {seconds:.1f} s{told}")  # noqa: T201
    return int(any(most is not None and seconds > most for _, seconds, most in rows))


def _timed(what, most, function, *given):
    start = process_time()
    function(*given)
    return [(what, process_time() - start, most)]


if __name__ == "__main__":
    sys.exit(main())
