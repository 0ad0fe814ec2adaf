"""Make the bundled sample: an invented dialogue quality campaign in the NTCIR formats.

``python sample_data/generate.py`` writes ``gold.json`` and ``runs/*.json`` beside itself;
running it again gives the same bytes. Nothing in it comes from real dialogues. Its constants
were fitted so that what LQ21 found in the DialEval-1 data can be seen in it.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.stats import norm

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))  # so that it runs from anywhere

from oq_core import popularity, uniform  # noqa: E402

Array = npt.NDArray[np.float64]

#: Among the first 400 seeds, the one whose wins come closest to LQ21 table 7.
SEED = 223
DIALOGUES = 300
ANNOTATORS = 20
RATINGS = ("-2", "-1", "0", "1", "2")
#: Cuts between the ratings, on the scale of latent quality.
CUTS = np.array([-1.5, -0.5, 0.5, 1.5])
#: Correlation between a dialogue's latent qualities on two scales is the square of this.
SHARED = 0.7
#: Decimals of a run's probabilities.
DECIMALS = 4


@dataclass(frozen=True)
class Scale:
    """How annotators rate on one scale.

    A dialogue's latent quality is normal (`mean`, `sd`); its annotators scatter about it with
    a log-normal spread (`log_spread`, `log_spread_sd`); a share `stray` of them rates at random.
    """

    mean: float
    sd: float
    log_spread: float
    log_spread_sd: float
    stray: float


#: Fitted to the wins of Uniform and of Popularity in LQ21 table 7, DialEval-1.
SCALES = {
    "A": Scale(1.073, 1.184, 0.069, 0.389, 0.087),
    "S": Scale(0.427, 0.628, -0.492, 0.496, 0.108),
    "E": Scale(0.011, 0.592, -0.118, 0.373, 0.003),
}


@dataclass(frozen=True)
class System:
    """How a run estimates.

    Its view of a dialogue's quality is drawn towards the mean (to `shrink` of the distance),
    off by a normal error (`noise`) and by the same amount everywhere (`bias`). It takes the
    annotators' spread for `width` times what would suit, and hedges by mixing in so much of
    the uniform distribution (`hedge`).
    """

    shrink: float
    noise: float
    bias: float
    width: float
    hedge: float


#: Fitted to the numbers of significant pairs under NMD and RNOD in LQ21 table 3, DialEval-1:
#: many are about as far from the gold along the scale while their shapes differ, so that RNOD
#: separates them and NMD does not.
SYSTEMS = {
    "ALTO-run0": System(0.45, 0.15, 0.05, 0.75, 0.00),
    "ALTO-run1": System(0.35, 0.40, 0.25, 0.70, 0.20),
    "ALTO-run2": System(0.50, 0.55, -0.05, 1.10, 0.25),
    "BIRCH-run0": System(0.60, 0.45, -0.05, 0.75, 0.40),
    "BIRCH-run1": System(0.70, 0.20, 0.05, 1.20, 0.02),
    "CEDAR-run0": System(0.70, 0.30, -0.10, 1.15, 0.25),
    "CEDAR-run1": System(0.35, 0.45, -0.05, 0.95, 0.05),
    "CEDAR-run2": System(0.50, 0.35, 0.05, 1.40, 0.10),
    "DELTA-run0": System(0.65, 0.35, 0.10, 0.30, 0.10),
    "DELTA-run1": System(0.50, 0.30, 0.10, 0.45, 0.05),
    "ELM-run0": System(0.55, 0.25, 0.05, 1.45, 0.20),
    "ELM-run1": System(0.40, 0.40, 0.15, 1.10, 0.00),
    "ELM-run2": System(0.65, 0.50, 0.00, 0.75, 0.35),
    "FJORD-run0": System(0.35, 0.25, 0.10, 1.25, 0.20),
    "FJORD-run1": System(0.25, 0.15, 0.00, 0.80, 0.20),
    "GROVE-run0": System(0.75, 0.45, 0.25, 0.45, 0.05),
    "GROVE-run1": System(0.40, 0.40, -0.10, 0.65, 0.25),
    "HAZEL-run0": System(0.30, 0.00, 0.15, 0.70, 0.05),
    "HAZEL-run1": System(0.40, 0.00, 0.05, 0.30, 0.00),
    "HAZEL-run2": System(0.25, 0.15, -0.10, 1.15, 0.00),
}


def shares(quality: Array, spread: Array, stray: float) -> Array:
    """Probabilities (n, 5) of the ratings, for latent quality and spread (n,)."""
    below = norm.cdf((CUTS - quality[:, None]) / spread[:, None])
    return (1 - stray) * np.diff(below, axis=1, prepend=0, append=1) + stray / len(RATINGS)


def annotated(generator: np.random.Generator) -> tuple[dict[str, Array], dict[str, Array]]:
    """Votes (n, 5) and latent qualities (n,) by scale."""
    common = generator.standard_normal(DIALOGUES)
    votes, qualities = {}, {}
    for name, scale in SCALES.items():
        own = generator.standard_normal(DIALOGUES)
        quality = scale.mean + scale.sd * (SHARED * common + np.sqrt(1 - SHARED**2) * own)
        spread = np.exp(
            scale.log_spread + scale.log_spread_sd * generator.standard_normal(DIALOGUES)
        )
        votes[name] = generator.multinomial(ANNOTATORS, shares(quality, spread, scale.stray))
        qualities[name] = quality
    return votes, qualities


def estimated(
    system: System, scale: Scale, quality: Array, generator: np.random.Generator
) -> Array:
    """A system's distributions (n, 5) for dialogues of a latent quality (n,)."""
    seen = scale.mean + system.bias + system.shrink * (quality - scale.mean)
    seen += system.noise * generator.standard_normal(len(quality))
    # The variation that a system does not see adds to the annotators' own.
    suitable = np.hypot(np.exp(scale.log_spread), (1 - system.shrink) * scale.sd)
    return shares(seen, np.full(len(quality), system.width * suitable), system.hedge)


def gold_entries(votes: Mapping[str, Array], generator: np.random.Generator) -> list[object]:
    """The gold file: every dialogue with its annotations, in no order of annotators."""
    ratings = {
        scale: generator.permuted(
            np.array([np.repeat(np.arange(len(RATINGS)) - 2, row) for row in counts]), axis=1
        )
        for scale, counts in votes.items()
    }
    turns = generator.integers(2, 8, DIALOGUES)
    senders = ("customer", "helpdesk")
    return [
        {
            "id": dialogue_id(row),
            "turns": [
                {"sender": senders[turn % 2], "utterances": []} for turn in range(turns[row])
            ],
            "annotations": [
                {"quality": {scale: int(ratings[scale][row, who]) for scale in SCALES}}
                for who in range(ANNOTATORS)
            ],
        }
        for row in range(DIALOGUES)
    ]


def run_entries(estimates: Mapping[str, Array]) -> list[object]:
    """A run's file, highest rating first, as submissions usually have them."""
    rounded = {scale: np.round(values, DECIMALS).tolist() for scale, values in estimates.items()}
    return [
        {
            "id": dialogue_id(row),
            "quality": {
                scale: dict(zip(RATINGS[::-1], rounded[scale][row][::-1], strict=True))
                for scale in SCALES
            },
        }
        for row in range(DIALOGUES)
    ]


def dialogue_id(row: int) -> str:
    """The id of a dialogue; they count from 1."""
    return f"sample-{row + 1:03d}"


def write(path: Path, entries: list[object]) -> None:
    """One dialogue a line."""
    lines = (json.dumps(entry, separators=(",", ":")) for entry in entries)
    path.write_bytes(("[\n" + ",\n".join(lines) + "\n]\n").encode())


def main(folder: Path = FOLDER) -> None:
    """Write the campaign."""
    votes, qualities = annotated(np.random.default_rng(SEED))
    gold = {scale: counts / ANNOTATORS for scale, counts in votes.items()}
    (folder / "runs").mkdir(exist_ok=True)
    # Every file has a stream of its own, so that adding a system changes no other.
    order = np.random.default_rng([SEED, 0, 0])
    write(folder / "gold.json", gold_entries(votes, order))
    baselines = {"BL-popularity": popularity, "BL-uniform": uniform}
    for name, baseline in baselines.items():
        estimates = {scale: baseline(values) for scale, values in gold.items()}
        write(folder / "runs" / f"{name}.json", run_entries(estimates))
    for number, (name, system) in enumerate(SYSTEMS.items()):
        stream = np.random.default_rng([SEED, number])
        estimates = {
            scale: estimated(system, SCALES[scale], qualities[scale], stream) for scale in SCALES
        }
        write(folder / "runs" / f"{name}.json", run_entries(estimates))


if __name__ == "__main__":
    main()
