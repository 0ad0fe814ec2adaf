"""Make the trainings of the lesson "You get what you train for": ``trained.json`` beside it.

``python sample_data/train.py`` needs the extra ``lstm``, and takes some minutes. On the texts and
ratings of the sample, the same network is trained on cross-entropy, on NMD and on RNOD, from five
seeds each: on the first dialogues, and asked about the others.
"""

import json
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))  # so that it runs from anywhere

from oq_core.baselines import Settings  # noqa: E402
from oq_core.baselines.lstm import learn  # noqa: E402
from oq_core.baselines.texts import read_rated_texts  # noqa: E402
from oq_core.reading import read_gold  # noqa: E402

LOSSES, SEEDS = ("cross-entropy", "NMD", "RNOD"), (0, 1, 2, 3, 4)
SCALE, TRAINED_ON, DECIMALS = "A", 200, 4


def main(folder: Path = FOLDER) -> None:
    """Train, and write what was estimated and how the losses fell."""
    ids = read_gold(FOLDER / "gold.json")[SCALE].ids[TRAINED_ON:]
    content = {"scale": SCALE, "ids": ids, "trainings": {loss: train(loss) for loss in LOSSES}}
    text = json.dumps(content, separators=(",", ":")).replace('{"seed"', '\n{"seed"')
    (folder / "trained.json").write_text(text + "\n")


def train(loss: str, seeds: tuple[int, ...] = SEEDS) -> list[dict[str, Any]]:
    """Return what a network of each seed estimates, and how its losses fell."""
    settings = Settings(loss, "words", seeds, epochs=60, vocabulary=100, turns=1, size=32, batch=16)
    gold, texts, _ = read_rated_texts([FOLDER / "gold.json", FOLDER / "texts.csv"])
    rated = [texts[name] for name in gold[SCALE].ids]
    shares = {SCALE: gold[SCALE].gold[:TRAINED_ON]}
    return [
        {
            "seed": network.seed,
            "losses": [round(each, DECIMALS) for each in network.losses],
            "held out": [round(each, DECIMALS) for each in network.held_out],
            "estimates": network.estimates[SCALE].round(DECIMALS).tolist(),
        }
        for network in learn(rated[:TRAINED_ON], shares, rated[TRAINED_ON:], settings)
    ]


if __name__ == "__main__":
    main()
