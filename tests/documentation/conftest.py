"""The folder in which pages have their lines typed."""

import json
import shutil
import zipfile

import numpy as np
import pytest

from oq_core import read_campaign
from oq_core.baselines.lstm import Network
from oq_core.campaign.saving.archive import score_matrices
from tests.conftest import SAMPLE
from tests.documentation.pages import PAGES, files


@pytest.fixture
def campaign(tmp_path, monkeypatch):
    """What pages name: gold with nuggets, and runs without; texts; ratings; the sample."""
    for text in PAGES.values():
        for name, inside in files(text).items():
            (tmp_path / name).write_text(inside)
    (tmp_path / "sample_data").symlink_to(SAMPLE)
    for folder in (tmp_path, tmp_path / "zh", tmp_path / "en"):
        folder.mkdir(exist_ok=True)
        shutil.copy(SAMPLE / "short" / "gold.json", folder)
        shutil.copytree(SAMPLE / "short" / "runs", folder / "runs")
    runs = sorted((tmp_path / "runs").glob("*.json"))
    with zipfile.ZipFile(tmp_path / "runs.zip", "w") as archive:
        for run in runs:
            archive.write(run, run.name)
    for run, name in zip(runs, ("my_run", "run1", "run2"), strict=False):
        shutil.copy(run, tmp_path / f"{name}.json")
    _write_texts(tmp_path)
    _write_ratings(tmp_path)
    monkeypatch.chdir(tmp_path)
    scored = read_campaign("gold.json", "runs.zip", scales="A", measures=["NMD", "RNOD"])
    for name, text in score_matrices(scored.scores["gold A"]):
        (tmp_path / name).write_text(text)
    return tmp_path


def _write_texts(folder):
    """Dialogues to learn from and to be asked about: the short campaign's, with an utterance."""
    dialogues = json.loads((folder / "gold.json").read_text())
    for entry in dialogues:
        entry["turns"][0]["utterances"] = [f"Hello, this is {entry['id']}."]
    for name, part in (("train", dialogues[:12]), ("test", dialogues[12:])):
        (folder / f"{name}.json").write_text(json.dumps(part))


def _write_ratings(folder):
    """People and judges, apart and in one table, in which a rating is refused and one is none."""
    values = np.random.default_rng(0).integers(1, 6, (5, 40)).tolist()
    names = ("ann", "bob", "cy", "j1", "j2")
    ratings = {
        name: {f"d{item // 4}-i{item}": value for item, value in enumerate(given)}
        for name, given in zip(names, values, strict=True)
    }
    for file, raters in (("people", names[:3]), ("judges", names[3:])):
        (folder / f"{file}.json").write_text(json.dumps({name: ratings[name] for name in raters}))
    called = {"j1": "gpt", "j2": "gemini"}
    rows = [
        f"{item},{called.get(name, name)},{value}"
        for name, given in ratings.items()
        for item, value in given.items()
    ]
    rows = ["item,rater,rating", *rows, "x,ann,refused", "y,bob,99"]
    (folder / "all.csv").write_text("\n".join(rows) + "\n")
    pairs = zip(values[0] + values[1], values[3] + values[4], strict=True)
    rows = [f"q{n // 2},{'ab'[n % 2]},{own},{said}" for n, (own, said) in enumerate(pairs)]
    (folder / "answers.csv").write_text("\n".join(["id,system,human,gpt-4o", *rows]) + "\n")


@pytest.fixture
def unlearnt(monkeypatch):
    """Networks that were not trained: learning has tests of its own."""

    def learn(_, gold, asked, settings, *__):
        shares = {scale: np.full((len(asked), each.shape[1]), 0.2) for scale, each in gold.items()}
        return [Network(seed, 0, (1.0,), (1.0,), shares) for seed in settings.seeds]

    monkeypatch.setattr("oq_core.command.baseline.learn", learn)
