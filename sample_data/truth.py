"""Make the numbers of the lesson "How good can the truth look?": ``truth.toml`` beside it.

``python sample_data/truth.py`` takes half a minute. The truth of an answer is how the nine people
from whom its ratings were invented would all rate it, as often as one likes. Raised to powers and
divided by its sum, it is scored against every gold of so many ratings that can be drawn from it,
each as often as it comes: exact, without a seed of its own.
"""

import sys
from pathlib import Path

import numpy as np
from scipy.stats import multinomial, norm

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))  # so that it runs from anywhere

from oq_core import MEASURES  # noqa: E402
from oq_core.data import Array  # noqa: E402
from oq_core.data.grids import vote_grid  # noqa: E402
from sample_data.generate import JUDGED_SEED, answers_and_people  # noqa: E402

SHOWN, RATERS = ("NMD", "RNOD"), (1, 2, 3, 5, 10, 20)
#: Below 1 flatter than the truth, above 1 sharper.
POWERS = (0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0, 3.0, 5.0, 10.0, 50.0)
#: Ratings are rounded between these.
CUTS = np.arange(1.5, 5)
DECIMALS = 6


def truths() -> Array:
    """How all people would rate each answer (n, 5)."""
    quality, taste, care = answers_and_people(np.random.default_rng(JUDGED_SEED))
    seen = quality[:, None] + taste
    below = norm.cdf((CUTS - seen[..., None]) / care[:, None]).mean(axis=1)
    return np.diff(below, axis=-1, prepend=0.0, append=1.0)


def mean_scores(raters: int) -> dict[str, list[float]]:
    """By measure, the expected score of the truths at each power, a mean over the answers."""
    counts = vote_grid(len(CUTS) + 1, raters)
    shares, sums = truths(), np.zeros((len(SHOWN), len(POWERS)))
    for truth in shares:
        chances = multinomial.pmf(counts, raters, truth)
        raised = (truth / truth.max()) ** np.array(POWERS)[:, None]
        raised /= raised.sum(axis=-1, keepdims=True)
        sums += [MEASURES[key](raised[:, None], counts / raters) @ chances for key in SHOWN]
    means = (sums / len(shares)).round(DECIMALS)
    return dict(zip(SHOWN, means.tolist(), strict=True))


def main(folder: Path = FOLDER) -> None:
    """Compute the numbers, and write them."""
    lines = ["# Written by truth.py: mean scores of the truth, by the power it is raised to.",
             f"powers = {[*POWERS]}"]  # fmt: skip
    for raters in RATERS:
        lines += ["", "[[against]]", f"raters = {raters}"]
        lines += [f"{key} = {values}" for key, values in mean_scores(raters).items()]
    (folder / "truth.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
