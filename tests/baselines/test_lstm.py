"""BL-lstm learns, never from what it is asked about, and comes out the same to the bit."""

import json
import subprocess
import sys
import zipfile

import numpy as np
import pytest

from oq_core import MEASURES, read_collections
from oq_core.baselines import LOSSES, Settings
from oq_core.baselines.lstm import Network, cross_validate, learn
from oq_core.baselines.texts import read_texts
from oq_core.command import main
from oq_core.command.baseline import mean_estimates
from oq_core.data import pooled, uniform
from tests.baselines.test_texts import spoken
from tests.reading.made import zipped

# Keras copies its own variables in a way that NumPy warns of.
pytestmark = pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")

TINY = Settings(
    *("cross-entropy", "words", (0,)),
    epochs=12,
    vocabulary=20,
    turns=2,
    length=6,
    size=8,
    batch=16,
    rate=0.02,
)


@pytest.fixture(autouse=True)
def _same_date(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")


def dialogues(count=48):
    """The more often "no" is said, the lower the rating; two rated turns a dialogue."""
    random = np.random.default_rng(0)
    found = {}
    for number in range(count):
        bad = random.uniform(size=2)
        said = [" ".join(random.permutation(["no"] * round(4 * b) + ["yes"] * round(4 - 4 * b)))
                for b in bad]  # fmt: skip
        votes = ["X" * round(4 * b) + "O" * round(4 - 4 * b) for b in bad]
        found[f"D{number:02}.json"] = spoken(
            f"D{number:02}", ("U", "so ?", ""), ("S", said[0], votes[0]), ("S", said[1], votes[1])
        )
    return found


@pytest.fixture
def archive(tmp_path):
    path = tmp_path / "train.zip"
    with zipfile.ZipFile(path, "w") as packed:
        for name, text in dialogues().items():
            packed.writestr(name, text)
    return path


def test_the_same_run_to_the_same_bits_twice_and_it_has_learnt(archive, tmp_path, capsys):
    line = ["baseline", "lstm", str(archive), "--folds", "2", "--networks", "2", "--epochs", "12",
            "--turns", "2", "--length", "6", "--unit", "words"]  # fmt: skip
    assert main([*line, "--out", str(tmp_path / "runs" / "one.zip")]) == 0
    said = capsys.readouterr().out
    # Nothing imports Keras before it is asked.
    code = (
        "import sys, oq_core; from oq_core.command import main; "
        "assert not {'keras', 'jax', 'oq_core.baselines.lstm'} & set(sys.modules); "
        "sys.exit(main(sys.argv[1:]))"
    )
    subprocess.run(
        [sys.executable, "-c", code, *line, "--out", str(tmp_path / "runs" / "two.zip")],
        check=True,
    )
    first, second = ((tmp_path / "runs" / f"{name}.zip").read_bytes() for name in ("one", "two"))
    assert first == second
    training = json.loads((tmp_path / "runs" / "one.training.json").read_text())
    assert training == json.loads((tmp_path / "runs" / "two.training.json").read_text())
    assert training["options"]["unit"] == "words"
    assert {"keras", "jax", "NumPy"} <= set(training["versions"])
    assert [(each["fold"], each["seed"]) for each in training["networks"]] == [
        (1, 0), (1, 1), (2, 0), (2, 1)
    ]  # fmt: skip
    for each in training["networks"]:
        assert len(each["loss"]) == len(each["loss on held-out dialogues"]) == each["epochs"] <= 12
        assert each["loss"][-1] < each["loss"][0]
    # What was said is what the file scores, as Your data reads it.
    collection = read_collections(archive, tmp_path / "runs" / "one.zip")["train"]
    nmd = MEASURES["NMD"](collection.runs["one"], collection.gold).mean()
    assert nmd < 0.95 * MEASURES["NMD"](uniform(collection.gold), collection.gold).mean()
    # Nor does what stands beside a run stop a folder from being read.
    assert list(read_collections(archive, tmp_path / "runs")["train"].runs) == ["one", "two"]
    row = next(each for each in said.splitlines() if each.startswith("one "))
    assert row.split()[1] == f"{nmd:.4f}"


def test_a_fold_is_estimated_by_networks_that_saw_none_of_its_dialogues(monkeypatch):
    asked = []

    class Recorder:
        def __init__(self, *_):
            pass

        def networks(self, texts, gold, questions, fold, _):
            asked.append(([t.dialogue for t in texts], [t.dialogue for t in questions], gold, fold))
            return []

    monkeypatch.setattr("oq_core.baselines.lstm._Trainer", Recorder)
    texts = read_some()
    gold = np.arange(len(texts) * 2.0).reshape(-1, 2)
    of, _ = cross_validate(texts, {"q": gold}, 5, TINY)
    assert sorted(set(of)) == [1, 2, 3, 4, 5]
    for train, test, found, fold in asked:
        assert not set(train) & set(test)
        assert len(train) + len(test) == len(texts)
        assert {t.dialogue for t, at in zip(texts, of, strict=True) if at == fold} == set(test)
        np.testing.assert_array_equal(found["q"], gold[of != fold])
    with pytest.raises(ValueError, match="49 folds cannot be made of 48 dialogues: give 2 or"):
        cross_validate(texts, {"q": gold}, 49, TINY)


def read_some():
    return list(read_texts(zipped("d.zip", dialogues())).values())


def test_trained_on_a_measure_it_learns_all_scales():
    texts = read_some()
    bad = np.array([t.turns[-1][1].split().count("no") / 4 for t in texts])
    gold = {
        "a b/c": np.stack([1 - bad, bad], axis=1),
        "三": np.stack([bad, 0 * bad, 1 - bad], axis=1),
    }
    train = np.arange(len(texts)) < 64
    networks = learn(
        texts[:64], {scale: each[train] for scale, each in gold.items()}, texts[64:],
        Settings(**{**vars(TINY), "loss": "RSNOD"}),
    )  # fmt: skip
    for scale, found in mean_estimates(networks).items():
        np.testing.assert_allclose(found.sum(axis=1), 1)
        score, known = (
            LOSSES["RSNOD"](np, gold[scale][~train], each).mean()
            for each in (found, pooled(gold[scale][train])[:32])
        )
        assert score < 0.8 * known


def test_without_the_extra_a_sentence_says_how_to_install_it(monkeypatch, archive, capsys):
    monkeypatch.setattr("oq_core.baselines.lstm.find_spec", lambda _: None)
    out = archive.with_name("run.zip")
    assert main(["baseline", "lstm", str(archive), "--folds", "2", "--out", str(out)]) == 1
    assert "not installed. Install them with pip install '.[lstm]'" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    ("out", "more", "words"),
    [
        ("run.json", (), "run.json: an NTCIR submission is for ratings from -2 to 2. Name a file "
         "that ends in .zip (DBDC labels) or .csv (a table)."),
        ("run", (), "run: name a file that ends in .zip (DBDC labels) or .csv (a table)."),
        ("run.csv", ("--loss", "DNKT_NMD"), "DNKT_NMD cannot be trained on"),
        ("train.zip", (), "train.zip is there already. Remove it, or name another file."),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_followed_is_refused_before_the_work(
    archive, capsys, out, more, words
):
    line = ["baseline", "lstm", str(archive), "--folds", "2", "--unit", "words", *more]
    assert main([*line, "--out", str(archive.with_name(out))]) == 1
    assert words in capsys.readouterr().err


def test_a_test_set_gets_a_submission_and_only_its_own_gold_scores_it(
    tmp_path, capsys, monkeypatch
):
    def written(name, is_rated, count=12, said=""):
        path = tmp_path / name
        path.write_text(json.dumps([
            {"id": f"d{number}",
             "turns": [{"sender": "customer", "utterances": [said or "好坏"[number % 2]]}],
             **({"annotations": [{"quality": {"A": number % 2, "S": -1}}]} if is_rated else {})}
            for number in range(count)
        ]))  # fmt: skip
        return str(path)

    shares = np.tile([[0.1, 0.2, 0.3, 0.4, 0.0000004]], (12, 1))
    shares /= shares.sum(axis=1, keepdims=True)
    network = Network(3, 0, (1.0,), (1.0,), dict.fromkeys("AS", shares))
    monkeypatch.setattr("oq_core.command.baseline.learn", lambda *_: [network])
    train = written("train.json", is_rated=True, said="吗")
    for name, is_rated in (("rated.json", True), ("bare.json", False)):
        out = tmp_path / f"run-{name}"
        line = ["baseline", "lstm", train, "--test", written(name, is_rated), "--out", str(out)]
        assert main(line) == 0
        said = capsys.readouterr().out
        entries = json.loads(out.read_text())
        assert [entry["id"] for entry in entries] == [f"d{number}" for number in range(12)]
        assert entries[0]["quality"]["A"] == {"2": 0.0, "1": 0.4, "0": 0.3, "-1": 0.2, "-2": 0.1}
        assert ("Mean scores in scale A, 12 instances" in said) == is_rated
        assert ("Not scored: bare.json" in said) == (not is_rated)
        assert "in TRAIN too" not in said
        # The class that rounding empties is one viewpoint less.
        assert ("Note: rounded to 6 decimals as written, RSNOD is" in said) == is_rated
    # What was learnt from is no test; the same number in another set is another dialogue.
    line = ["baseline", "lstm", train, "--test", train, "--out", str(tmp_path / "known.json")]
    assert main(line) == 0
    assert "Note: 12 of 12 instances in TEST are of dialogues in TRAIN too" in (
        capsys.readouterr().out
    )


def test_what_is_remarked_on_the_files_is_told(tmp_path, capsys, monkeypatch):
    """Of TRAIN and of TEST, as by every other command."""
    network = Network(0, 0, (1.0,), (1.0,), {"train": np.full((2, 2), 0.5)})
    monkeypatch.setattr("oq_core.command.baseline.learn", lambda *_: [network])
    files = []
    for name in ("train", "test"):
        gold, texts = tmp_path / f"{name}.csv", tmp_path / f"{name} texts.csv"
        gold.write_text("item,rater,rating\na,1,1\na,2,2\nb,1,2\nb,2,\n")
        texts.write_text("id,text\na,Yes\nb,No\n")
        files.append([str(gold), str(texts)])
    line = ["baseline", "lstm", *files[0], "--test", *files[1], "--out", str(tmp_path / "run.csv")]
    assert main(line) == 0
    said = capsys.readouterr().err
    for name in ("train", "test"):
        assert f"Note: {name}.csv: 1 row without a rating left out." in said
