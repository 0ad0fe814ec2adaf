"""Times BL-lstm and weighs its memory, and trains it on DBDC3's real dialogues if they are there.

Run from the repository's root: python -m tests.benchmarks.learning
"""

import argparse
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from oq_core.baselines import Settings
from oq_core.baselines.lstm import cross_validate, learn
from oq_core.baselines.texts import Text, read_rated_texts
from tests.benchmarks.timing import load, machine, show

SIZES, EPOCHS, TURNS, WORDS = (200, 2_000, 20_000), 4, 10, 20
FOLDS, MINUTES_ALLOWED = 5, 10


def invented(count: int) -> tuple[list[Text], np.ndarray]:
    """Dialogues of random words, and ratings on five classes by how often the first is said."""
    random = np.random.default_rng(0)
    numbers = random.zipf(1.3, (count, TURNS, WORDS)) % 5000
    texts = [
        Text(str(row), str(row), tuple(("US"[k % 2], " ".join(map(str, said)))
                                       for k, said in enumerate(turns)))
        for row, turns in enumerate(numbers.tolist())
    ]  # fmt: skip
    share = (numbers == 1).mean(axis=(1, 2))[:, None]
    gold = np.exp(-((np.arange(5) / 5 - share) ** 2) * 20)
    return texts, gold / gold.sum(axis=1, keepdims=True)


def megabytes() -> float:
    """The most memory that this process had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def one_size(count: int) -> None:
    """Train one network, and print epochs a second after the first, which compiles."""
    texts, gold = invented(count)
    before, ends = megabytes(), []
    learn(
        texts, {"q": gold}, texts[:10], Settings(unit="words", seeds=(0,), epochs=EPOCHS),
        lambda *_: ends.append((time.perf_counter(), time.process_time())),
    )  # fmt: skip
    clock, processor = ((ends[-1][k] - ends[0][k]) / (len(ends) - 1) for k in (0, 1))
    show(
        f"{count:7,} dialogues: {1 / clock:6.2f} epochs a second ({processor:.2f} s of a processor "
        f"each), {megabytes():,.0f} MB at most, {before:,.0f} MB before Keras"
    )


def dbdc(archive: Path) -> bool:
    """Cross-validate on DBDC3 as `oq baseline lstm` does; whether it is soon enough."""
    gold, texts, _ = read_rated_texts(archive)
    collection = next(iter(gold.values()))
    rated = [texts[name] for name in collection.ids]
    start, processor = time.perf_counter(), time.process_time()
    _, networks = cross_validate(rated, {"q": collection.gold}, FOLDS, Settings(unit="words"))
    minutes = (time.perf_counter() - start) / 60
    show(
        f"DBDC3, {len(rated):,} turns, {FOLDS} folds, {len(networks)} networks: {minutes:.1f} "
        f"minutes ({time.process_time() - processor:.0f} s of processors); {MINUTES_ALLOWED} "
        "are allowed"
    )
    return minutes < MINUTES_ALLOWED


def main() -> int:
    """Print a line for each size, each in a process of its own."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int)
    parser.add_argument(
        "--data", type=Path, default=Path(os.environ.get("OQ_DATA", "../shared/data"))
    )
    chosen = parser.parse_args()
    if chosen.size:
        one_size(chosen.size)
        return 0
    show(machine(("keras", "jax", "numpy")))
    show(f"load {load()}")
    for size in SIZES:
        line = [sys.executable, "-m", "tests.benchmarks.learning", f"--size={size}"]
        subprocess.run(line, check=True)
    archive = chosen.data / "dbdc3" / "en-eval.zip"
    if not archive.exists():
        show(f"{archive} is not there: DBDC3 is left out")
        return 0
    return 0 if dbdc(archive) else 1


if __name__ == "__main__":
    sys.exit(main())
