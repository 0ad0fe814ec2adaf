"""Make the trainings of the lesson "You get what you train for": ``trained.json`` beside it.

``python sample_data/train.py`` needs the extra ``lstm``, and takes some minutes. On the texts and
ratings of the sample, the same network is trained on cross-entropy, on NMD and on RNOD, from five
seeds each: on the first dialogues, and asked about the others.
"""

import json
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))  # so that it runs from anywhere

from oq_core.baselines import Settings, learn  # noqa: E402
from oq_core.reading.texts import read_rated_texts  # noqa: E402

LOSSES = ("cross-entropy", "NMD", "RNOD")
SCALE, TRAINED_ON, DECIMALS = "A", 200, 4


def main(folder: Path = FOLDER) -> None:
    """Train, and write what was estimated and how the losses fell."""
    gold, texts = read_rated_texts([folder / "gold.json", folder / "texts.csv"])
    collection = gold[SCALE]
    rated = [texts[name] for name in collection.ids]
    found = {}
    for loss in LOSSES:
        settings = Settings(loss, "words", epochs=60, vocabulary=100, turns=1, size=32, batch=16)
        shares = {SCALE: collection.gold[:TRAINED_ON]}
        networks = learn(rated[:TRAINED_ON], shares, rated[TRAINED_ON:], settings)
        found[loss] = [
            {
                "seed": network.seed,
                "losses": [round(each, DECIMALS) for each in network.losses],
                "held out": [round(each, DECIMALS) for each in network.held_out],
                "estimates": network.estimates[SCALE].round(DECIMALS).tolist(),
            }
            for network in networks
        ]
    content = {"scale": SCALE, "ids": collection.ids[TRAINED_ON:], "trainings": found}
    text = json.dumps(content, separators=(",", ":")).replace('{"seed"', '\n{"seed"')
    (folder / "trained.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
