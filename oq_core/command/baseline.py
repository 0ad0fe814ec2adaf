"""``oq baseline``: a run by a baseline that learns, with how it came about beside it."""

import json
from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from oq_core.baselines import Settings
from oq_core.baselines.losses import loss_of
from oq_core.baselines.lstm import Network, check_installed, cross_validate, learn
from oq_core.baselines.texts import Text, read_rated_texts, read_texts
from oq_core.campaign.computing.sources import facts_of
from oq_core.campaign.saving.archive import packed
from oq_core.campaign.saving.provenance import now, versions
from oq_core.campaign.saving.table_file import to_csv
from oq_core.campaign.saving.writing import check_free, write_files
from oq_core.command.shared import note_each, say
from oq_core.data.collection import Collection, DataError
from oq_core.data.distributions import Distributions, pooled, popularity, uniform
from oq_core.data.scores import are, counted
from oq_core.measures import score
from oq_core.progress import Progress
from oq_core.reading import read_runs
from oq_core.reading.archives import TRAINING_SUFFIX
from oq_core.reading.kinds.dbdc import CLASSES
from oq_core.reading.kinds.quality import RATINGS

#: Decimals of a run's probabilities.
_DECIMALS = 6
#: Texts with this many blanks a character have their words apart.
_BLANKS = 0.08


def make_run(chosen: Namespace, progress: Progress) -> None:
    """Train, write the run and its provenance, and print what the run scores."""
    loss_of(chosen.loss)
    check_installed()
    out = Path(chosen.out)
    beside = out.with_name(f"{out.stem}{TRAINING_SUFFIX}")
    for path in (out, beside):
        check_free(path)
    settings = Settings(
        loss=chosen.loss,
        unit=chosen.unit,
        seeds=tuple(range(chosen.seed, chosen.seed + chosen.networks)),
        epochs=chosen.epochs,
        turns=chosen.turns,
        length=chosen.length,
    )
    gold, texts, notes = read_rated_texts(chosen.train)
    note_each(notes)
    write = _writer(out, gold)
    ids = next(iter(gold.values())).ids
    rated = [texts[name] for name in ids]
    _say_notes(rated, settings)
    shares = {scale: each.gold for scale, each in gold.items()}
    if chosen.test is None:
        of, networks = cross_validate(rated, shares, chosen.folds, settings, progress)
        asked, against = rated, gold
        estimates = {scale: np.empty_like(each) for scale, each in shares.items()}
        known = {scale: np.empty_like(each) for scale, each in shares.items()}
        for fold in range(1, chosen.folds + 1):
            for scale, found in mean_estimates(n for n in networks if n.fold == fold).items():
                estimates[scale][of == fold] = found
                known[scale][of == fold] = pooled(shares[scale][of != fold])[:1]
    else:
        against, asked = _questions(chosen.test, gold)
        _say_if_known(rated, asked)
        networks = learn(rated, shares, asked, settings, progress)
        estimates = mean_estimates(networks)
        known = {
            scale: np.repeat(pooled(each)[:1], len(asked), axis=0) for scale, each in shares.items()
        }
    rounded = {scale: each.round(_DECIMALS) for scale, each in estimates.items()}
    told = _provenance(chosen, settings, networks)
    write_files({out: write(asked, rounded), beside: told.encode()})
    say(f"{out} was written, and beside it {beside.name}")
    if against:
        order = [text.id for text in asked]
        _say_scores(out, against, order, estimates, known)


def mean_estimates(networks: Iterable[Network]) -> dict[str, Distributions]:
    """By scale the mean of what networks of several seeds estimate, shape (n, L)."""
    each = [network.estimates for network in networks]
    return {scale: np.mean([one[scale] for one in each], axis=0) for scale in each[0]}


def _questions(
    source: Sequence[str], gold: Mapping[str, Collection]
) -> tuple[dict[str, Collection], list[Text]]:
    """What to estimate, and its gold if it has any."""
    try:
        against, texts, notes = read_rated_texts(source)
    except DataError as error:
        found = read_texts(source)
        say(f"Not scored: {error}")
        return {}, list(found.values())
    note_each(notes)
    # A table is called as its file is, which says nothing of its scale.
    if len(against) == len(gold) == 1:
        against = dict(zip(gold, against.values(), strict=True))
    for scale, each in gold.items():
        if scale not in against or against[scale].classes != each.classes:
            say(f"Not scored: the gold of {scale} has other classes than what was learnt from")
            return {}, list(texts.values())
    return against, [texts[name] for name in next(iter(against.values())).ids]


def _say_if_known(rated: Sequence[Text], asked: Sequence[Text]) -> None:
    """Say how many instances are of dialogues that are learnt from."""
    known = {(text.dialogue, text.turns[:1]) for text in rated}
    count = sum((text.dialogue, text.turns[:1]) in known for text in asked)
    if count:
        say(
            f"Note: {count:,} of {counted(len(asked), 'instance')} in TEST {are(count)} of "
            "dialogues in TRAIN too: what is scored there says nothing of other dialogues. Leave "
            "them out of one of the two, or use --folds"
        )


def _say_notes(texts: Sequence[Text], settings: Settings) -> None:
    without = sum(not any(said.strip() for _, said in text.turns) for text in texts)
    if without:
        say(
            f"Note: {counted(without, 'instance')} {are(without)} without a word: only who speaks "
            "is learnt there"
        )
    said = "".join(words for text in texts for _, words in text.turns)
    if settings.unit == "characters" and said.count(" ") > _BLANKS * len(said):
        say("Note: these texts have blanks between words: --unit words may learn more")


def _writer(out: Path, gold: Mapping[str, Collection]) -> Any:
    """What gives the bytes of the run, from texts and estimates by scale."""
    classes = {each.classes for each in gold.values()}
    ratings, breakdown = classes == {RATINGS}, classes == {CLASSES}
    kinds = {
        ".json": (_submission, ratings, "an NTCIR submission", "ratings from -2 to 2"),
        ".zip": (_labels, breakdown, "DBDC labels", "the classes O, T and X"),
        ".csv": (_table, len(gold) == 1, "a table", "one scale"),
    }
    if out.suffix in kinds and kinds[out.suffix][1]:
        return partial(kinds[out.suffix][0], gold)
    fitting = [f"{suffix} ({kind})" for suffix, (_, fits, kind, _) in kinds.items() if fits]
    if out.suffix in kinds:
        _, _, kind, needs = kinds[out.suffix]
        raise DataError(f"{out}: {kind} is for {needs}. Name a file that ends in "
                        f"{' or '.join(fitting)}.")  # fmt: skip
    raise DataError(f"{out}: name a file that ends in {' or '.join(fitting)}.")


def _submission(
    _: Mapping[str, Collection], texts: Sequence[Text], estimates: Mapping[str, Distributions]
) -> bytes:
    entries = (
        json.dumps(
            {
                "id": text.id,
                "quality": {
                    scale: dict(zip(RATINGS[::-1], each[row, ::-1].tolist(), strict=True))
                    for scale, each in estimates.items()
                },
            },
            ensure_ascii=False,
        )
        for row, text in enumerate(texts)
    )
    return ("[\n" + ",\n".join(entries) + "\n]\n").encode()


def _labels(
    _: Mapping[str, Collection], texts: Sequence[Text], estimates: Mapping[str, Distributions]
) -> bytes:
    (shares,) = estimates.values()
    turns: dict[str, list[object]] = {}
    for text, row in zip(texts, shares.tolist(), strict=True):
        index = text.id.removeprefix(f"{text.dialogue}_")
        label = {"breakdown": CLASSES[int(np.argmax(row))]}
        probabilities = {f"prob-{name}": value for name, value in zip(CLASSES, row, strict=True)}
        turns.setdefault(text.dialogue, []).append(
            {
                "turn-index": int(index) if index.isdecimal() else index,
                "labels": [{**label, **probabilities}],
            }
        )
    return packed(
        (f"{name}.labels.json", json.dumps({"dialogue-id": name, "turns": found}))
        for name, found in turns.items()
    )


def _table(
    gold: Mapping[str, Collection],
    texts: Sequence[Text],
    estimates: Mapping[str, Distributions],
) -> bytes:
    (collection,), (shares,) = gold.values(), estimates.values()
    table = pd.DataFrame(shares, columns=list(collection.classes))
    table.insert(0, "id", [text.id for text in texts])
    return to_csv(table).encode()


def _provenance(chosen: Namespace, settings: Settings, networks: Sequence[Network]) -> str:
    content = {
        "baseline": "BL-lstm",
        "date": now(),
        "options": asdict(settings),
        "folds": chosen.folds if chosen.test is None else None,
        "train": [asdict(facts_of(each)) for each in chosen.train],
        "test": [asdict(facts_of(each)) for each in chosen.test or ()],
        "versions": {**versions(), **{name: version(name) for name in ("keras", "jax")}},
        "networks": [
            {
                "fold": network.fold,
                "seed": network.seed,
                "epochs": len(network.losses),
                "loss": network.losses,
                "loss on held-out dialogues": network.held_out,
            }
            for network in networks
        ],
    }
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _say_scores(
    out: Path,
    gold: Mapping[str, Collection],
    ids: Sequence[str],
    estimates: Mapping[str, Distributions],
    known: Mapping[str, Distributions],
) -> None:
    """Print what the file scores, as it is read again, with baselines that learnt less."""
    read = read_runs(str(out), gold)
    if read.problems:
        raise DataError(f"{out} cannot be read again: {read.problems[0]}")
    for scale, collection in read.collections.items():
        order = {name: row for row, name in enumerate(ids)}
        rows = [order[name] for name in collection.ids]
        (name,) = collection.runs
        others = {
            "Pooled (of the training data)": known[scale][rows],
            "Uniform": uniform(collection.gold),
            "Popularity (looks at this gold)": popularity(collection.gold),
            "unrounded": estimates[scale][rows],
        }
        scores = score(collection.with_runs(others))
        table = pd.DataFrame(scores.means.T, scores.runs, scores.measures)
        exact = table.loc["unrounded"]
        table = table.drop(index="unrounded")
        say(f"\nMean scores in scale {scale}, {counted(len(collection.ids), 'instance')}:")
        say(table.to_string(float_format="{:.4f}".format))
        for measure in scores.measures:
            if abs(table.loc[name, measure] - exact[measure]) > 10**-_DECIMALS:
                say(
                    f"Note: rounded to {_DECIMALS} decimals as written, {measure} is "
                    f"{table.loc[name, measure]:.6f}; unrounded it is {exact[measure]:.6f}"
                )
