"""Make the bundled samples: invented campaigns in the formats of NTCIR and of SemEval.

``python sample_data/generate.py`` writes beside itself a campaign of dialogue quality and nugget
detection, ``gold.json`` and ``runs/*.json``, one of ordinal classification, ``oc_gold.tsv`` and
``oc_runs/*.tsv``, and a short one, ``short/``, in which no run has nuggets, as in STC-3; and
``judges/people.csv`` and ``judges/judges.csv``, ratings of people and of judges; ``sheets/``, three
tables as spreadsheets, annotation tools and logs of judges have them; and ``texts.csv``, what a
customer might have said at the end of each dialogue of ``gold.json``, to learn from. Running it
again gives the same bytes. Nothing in it comes from real dialogues or items. The constants of
dialogue quality were fitted so that what LQ21 found in the DialEval-1 data can be seen in it.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.stats import norm

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))  # so that it runs from anywhere

from oq_core.data import (  # noqa: E402
    CUSTOMER_CLASSES,
    HELPDESK_CLASSES,
    Array,
    NuggetCollection,
    nugget_popularity,
    nugget_uniform,
    popularity,
    uniform,
)

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


@dataclass(frozen=True)
class TurnView:
    """How a run estimates nuggets.

    It sees the log weights of a turn's classes with a normal error (`noise`), takes them for
    `sharpness` times as large, and mixes in so much of the uniform distribution (`hedge`).
    """

    noise: float
    sharpness: float
    hedge: float


#: The runs that take part in nugget detection too, beside the baselines.
TURN_VIEWS = {
    "ALTO-run0": TurnView(0.6, 1.0, 0.05),
    "ALTO-run1": TurnView(0.7, 1.0, 0.25),
    "BIRCH-run0": TurnView(0.9, 0.8, 0.10),
    "CEDAR-run0": TurnView(0.5, 1.6, 0.00),
    "CEDAR-run2": TurnView(0.8, 0.5, 0.00),
    "ELM-run0": TurnView(1.2, 1.0, 0.00),
    "ELM-run1": TurnView(1.4, 1.4, 0.10),
    "GROVE-run0": TurnView(0.9, 1.0, 0.40),
}

#: Dialogues and runs of the short campaign.
SHORT, SHORT_RUNS = 20, 4

#: The campaign of classification; how many items a topic has is drawn from this range.
TOPICS = 60
ITEMS_A_TOPIC = (50, 101)
#: Items lean to the neutral and positive classes, as in SemEval.
ITEM_MEAN = 0.35
#: The id of the first item.
FIRST_ITEM = 1001


#: What is said of each scale, well and badly; in a text the better a dialogue, the more is good.
SAID = {
    "A": (("it works now", "that was the answer", "solved at last"),
          ("it is still broken", "that did not help", "no answer again")),
    "S": (("thank you so much", "how kind", "i am pleased"),
          ("this is a shame", "i am upset", "never again")),
    "E": (("that was quick", "one message was enough", "short and clear"),
          ("it took so long", "i had to ask twice", "too many questions")),
}  # fmt: skip
#: Phrases of each scale in a text.
PHRASES = 4


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


def layout(turns: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Dialogue and speaker of all T turns, for numbers of turns (n,); customers begin."""
    dialogue = np.repeat(np.arange(len(turns)), turns)
    number = np.arange(turns.sum()) - np.repeat(np.cumsum(turns) - turns, turns)
    return dialogue, number % 2 == 0


def turn_weights(
    turns: npt.NDArray[np.int64], quality: Array, generator: np.random.Generator
) -> Array:
    """Log weights (T, 4) of a turn's nugget classes; a helpdesk turn has none for the last.

    The problem is told in the first turn, and what solves it comes in the last ones, the more
    so the better the dialogue.
    """
    dialogue, is_customer = layout(turns)
    number = np.arange(len(dialogue)) - np.searchsorted(dialogue, dialogue)
    left = turns[dialogue] - 1 - number
    solved = quality[dialogue] - 0.7 * left
    customer = np.stack(
        [3.2 - 2.6 * number, np.full(len(dialogue), 0.9), 0.5 * solved - 0.6, 0.55 * number - 1.0],
        axis=1,
    )
    helpdesk = np.stack(
        [np.full(len(dialogue), 1.4), 0.6 * solved, -0.4 * quality[dialogue]], axis=1
    )
    weights = np.where(is_customer[:, None], customer, np.pad(helpdesk, ((0, 0), (0, 1))))
    weights += 0.7 * generator.standard_normal(weights.shape)
    weights[~is_customer, -1] = -np.inf
    return weights


def shares_of_turns(weights: Array, hedge: float = 0) -> Array:
    """Probabilities (T, 4) for log weights, with so much of the uniform distribution mixed in."""
    found = np.exp(weights - weights.max(axis=1, keepdims=True))
    found /= found.sum(axis=1, keepdims=True)
    there = np.isfinite(weights)
    return (1 - hedge) * found + hedge * there / there.sum(axis=1, keepdims=True)


def estimated_turns(view: TurnView, weights: Array, generator: np.random.Generator) -> Array:
    """A system's distributions (T, 4) for turns of these log weights."""
    noise = view.noise * generator.standard_normal(weights.shape)
    return shares_of_turns(view.sharpness * (weights + noise), view.hedge)


def nugget_labels(
    turns: npt.NDArray[np.int64], votes: npt.NDArray[np.int64], generator: np.random.Generator
) -> list[npt.NDArray[np.str_]]:
    """For each dialogue what each annotator says of each turn, (annotators, turns)."""
    _, is_customer = layout(turns)
    classes = np.where(is_customer[:, None], CUSTOMER_CLASSES, (*HELPDESK_CLASSES, ""))
    labels = np.array([np.repeat(names, row) for names, row in zip(classes, votes, strict=True)])
    blocks = np.split(generator.permuted(labels, axis=1), np.cumsum(turns)[:-1])
    return [block.T for block in blocks]


def turn_counts(generator: np.random.Generator) -> npt.NDArray[np.int64]:
    """Numbers of turns of the dialogues."""
    return generator.integers(2, 8, DIALOGUES)


def gold_entries(
    ratings: Mapping[str, npt.NDArray[np.int64]],
    turns: npt.NDArray[np.int64],
    nuggets: Sequence[npt.NDArray[np.str_]],
) -> list[object]:
    """The gold file: every dialogue with its annotations, in no order of annotators."""
    senders = ("customer", "helpdesk")
    return [
        {
            "id": dialogue_id(row),
            "turns": [
                {"sender": senders[turn % 2], "utterances": []} for turn in range(turns[row])
            ],
            "annotations": [
                {
                    "quality": {scale: int(ratings[scale][row, who]) for scale in SCALES},
                    "nugget": nuggets[row][who].tolist(),
                }
                for who in range(ANNOTATORS)
            ],
        }
        for row in range(DIALOGUES)
    ]


def rated(
    votes: Mapping[str, Array], generator: np.random.Generator
) -> dict[str, npt.NDArray[np.int64]]:
    """Each annotator's rating of each dialogue (n, annotators), by scale."""
    return {
        scale: generator.permuted(
            np.array([np.repeat(np.arange(len(RATINGS)) - 2, row) for row in counts]), axis=1
        )
        for scale, counts in votes.items()
    }


def run_entries(
    estimates: Mapping[str, Array], nuggets: NuggetCollection, of_turns: Array | None
) -> list[object]:
    """A run's file, highest rating first, as submissions usually have them.

    A run that did not take part in nugget detection has no estimates `of_turns`.
    """
    rounded = {scale: np.round(values, DECIMALS).tolist() for scale, values in estimates.items()}
    entries: list[dict[str, Any]] = [
        {
            "id": dialogue_id(row),
            "quality": {
                scale: dict(zip(RATINGS[::-1], rounded[scale][row][::-1], strict=True))
                for scale in SCALES
            },
        }
        for row in range(DIALOGUES)
    ]
    if of_turns is not None:
        for entry in entries:
            entry["nugget"] = []
        turns = zip(
            nuggets.dialogue, nuggets.is_customer, np.round(of_turns, 3).tolist(), strict=True
        )
        for row, is_customer, values in turns:
            classes = CUSTOMER_CLASSES if is_customer else HELPDESK_CLASSES
            entries[row]["nugget"].append(dict(zip(classes, values, strict=False)))
    return entries


def dialogue_id(row: int) -> str:
    """The id of a dialogue; they count from 1."""
    return f"sample-{row + 1:03d}"


def write(path: Path, entries: list[object]) -> None:
    """One dialogue a line."""
    lines = (json.dumps(entry, separators=(",", ":")) for entry in entries)
    path.write_bytes(("[\n" + ",\n".join(lines) + "\n]\n").encode())


def dialogue_campaign(folder: Path) -> None:
    """Write the campaign of dialogue quality and nugget detection."""
    votes, qualities = annotated(np.random.default_rng(SEED))
    gold = {scale: counts / ANNOTATORS for scale, counts in votes.items()}
    (folder / "runs").mkdir(exist_ok=True)
    # Every file has a stream of its own, so that adding a system changes no other; so have
    # the nuggets, which came later.
    order = np.random.default_rng([SEED, 0, 0])
    ratings = rated(votes, order)
    turns = turn_counts(order)
    stream = np.random.default_rng([SEED, 0, 1])
    weights = turn_weights(turns, qualities["A"], stream)
    turn_votes = stream.multinomial(ANNOTATORS, shares_of_turns(weights))
    ids = tuple(dialogue_id(row) for row in range(DIALOGUES))
    nuggets = NuggetCollection("gold", ids, *layout(turns), gold=turn_votes / ANNOTATORS)
    labels = nugget_labels(turns, turn_votes, stream)
    write(folder / "gold.json", gold_entries(ratings, turns, labels))
    baselines = {
        "BL-popularity": (popularity, nugget_popularity),
        "BL-uniform": (uniform, nugget_uniform),
    }
    for name, (of_quality, of_turns) in baselines.items():
        estimates = {scale: of_quality(values) for scale, values in gold.items()}
        entries = run_entries(estimates, nuggets, of_turns(nuggets))
        write(folder / "runs" / f"{name}.json", entries)
    for number, (name, system) in enumerate(SYSTEMS.items()):
        stream = np.random.default_rng([SEED, number])
        estimates = {
            scale: estimated(system, SCALES[scale], qualities[scale], stream) for scale in SCALES
        }
        view = TURN_VIEWS.get(name)
        stream = np.random.default_rng([SEED, number, 1])
        found = None if view is None else estimated_turns(view, weights, stream)
        write(folder / "runs" / f"{name}.json", run_entries(estimates, nuggets, found))


def short_campaign(folder: Path) -> None:
    """Write the first dialogues, with their nuggets, and of runs some that have none."""
    (folder / "short" / "runs").mkdir(parents=True, exist_ok=True)
    write(folder / "short" / "gold.json", read(folder / "gold.json")[:SHORT])
    for name in [name for name in SYSTEMS if name not in TURN_VIEWS][:SHORT_RUNS]:
        entries = read(folder / "runs" / f"{name}.json")[:SHORT]
        write(folder / "short" / "runs" / f"{name}.json", entries)


def read(path: Path) -> list[object]:
    """What `write` wrote."""
    found: list[object] = json.loads(path.read_bytes())
    return found


def labelled_items(
    generator: np.random.Generator,
) -> tuple[npt.NDArray[np.int64], Array]:
    """Topics (N,) and latent values (N,) of the items of the campaign of classification."""
    counts = generator.integers(*ITEMS_A_TOPIC, TOPICS)
    topic = np.repeat(np.arange(TOPICS), counts)
    mean = ITEM_MEAN + 0.55 * generator.standard_normal(TOPICS)
    spread = np.exp(-0.25 + 0.3 * generator.standard_normal(TOPICS))
    # The last topic's items are all neutral, so that kappa has nothing to say of some runs.
    mean[-1], spread[-1] = 0, 0.1
    return topic, mean[topic] + spread[topic] * generator.standard_normal(len(topic))


def classes_of(values: Array) -> npt.NDArray[np.int64]:
    """Ratings from -2 to 2 of latent values."""
    return np.digitize(values, CUTS) - 2


def classification_runs(
    topic: npt.NDArray[np.int64], values: Array
) -> dict[str, npt.NDArray[np.int64]]:
    """Predicted ratings (N,) by run: systems that are good and bad in different ways."""
    gold = classes_of(values)

    def stream(number: int) -> np.random.Generator:
        return np.random.default_rng([SEED, 2, number])

    def seen(number: int, noise: float) -> Array:
        return values + noise * stream(number).standard_normal(len(values))

    centre = np.array([values[topic == t].mean() for t in range(TOPICS)])[topic]
    amounts = classes_of(seen(6, 0.2))
    shuffler = stream(7)
    for t in range(TOPICS):
        # Nearly the right number of items in each class, handed out blindly.
        amounts[topic == t] = shuffler.permutation(amounts[topic == t])
    return {
        "always-neutral": np.zeros_like(gold),
        "careful": classes_of(seen(0, 0.45)),
        "cautious": classes_of(0.5 * seen(1, 0.5) + 0.5 * ITEM_MEAN),
        "extreme": classes_of(1.7 * seen(2, 0.5) - 0.7 * ITEM_MEAN),
        "noisy": classes_of(seen(3, 1.1)),
        "optimist": classes_of(seen(4, 0.45) + 0.8),
        "right-amounts": amounts,
        "topic-only": classes_of(centre),
    }


def write_items(path: Path, topic: npt.NDArray[np.int64], labels: npt.NDArray[np.int64]) -> None:
    """Items in the format of SemEval subtask C: id, topic and label between tabs."""
    lines = (
        f"{FIRST_ITEM + row}\tt{t + 1:02d}\t{label}\n"
        for row, (t, label) in enumerate(zip(topic, labels, strict=True))
    )
    path.write_bytes("".join(lines).encode())


def classification_campaign(folder: Path) -> None:
    """Write the campaign of ordinal classification."""
    topic, values = labelled_items(np.random.default_rng([SEED, 2]))
    (folder / "oc_runs").mkdir(exist_ok=True)
    write_items(folder / "oc_gold.tsv", topic, classes_of(values))
    for name, labels in classification_runs(topic, values).items():
        write_items(folder / "oc_runs" / f"{name}.tsv", topic, labels)


@dataclass(frozen=True)
class Judge:
    """How a judge rates: a normal error, an offset, and how far from the middle it dares to go."""

    noise: float
    bias: float = 0.0
    stretch: float = 1.0

    def rate(self, quality: Array, generator: np.random.Generator) -> npt.NDArray[np.int64]:
        """Ratings from 1 to 5."""
        seen = 3 + self.stretch * (quality - 3) + self.bias
        return rounded(seen + generator.normal(0, self.noise, quality.shape))


#: Among the first 60 seeds, the first in which what the judges are to show is clearest.
JUDGED_SEED = 14
JUDGED_ITEMS, PEOPLE = 300, 9
JUDGES = {
    "alder": Judge(0.6),
    "birch": Judge(0.75, 0.1, 0.9),
    "cedar": Judge(0.5, 0.55, 0.9),
    "maple": Judge(0.2, 0.0, 0.35),
    "rowan": Judge(0.85, -0.1, 1.1),
}


def rounded(values: Array) -> npt.NDArray[np.int64]:
    """Ratings from 1 to 5 nearest to some values."""
    return np.clip(np.rint(values), 1, 5).astype(np.int64)


def answers_and_people(generator: np.random.Generator) -> tuple[Array, Array, Array]:
    """Quality of the answers, and by how much each person is off, always and at random."""
    quality = np.clip(generator.normal(3.2, 0.95, JUDGED_ITEMS), 0.6, 5.4)
    taste = generator.normal(0, 0.2, PEOPLE)
    return quality, taste, np.exp(generator.normal(np.log(0.9), 0.2, PEOPLE))


def judged_items(folder: Path) -> None:
    """Write invented answers, rated by three or four of nine people, and by five judges."""
    generator = np.random.default_rng(JUDGED_SEED)
    quality, taste, care = answers_and_people(generator)
    items = [f"task{number // 5 + 1:02d}-answer{number % 5 + 1}" for number in range(JUDGED_ITEMS)]
    people = ["item,rater,rating\n"]
    for item, value in zip(items, quality, strict=True):
        count = 4 if generator.random() < 0.3 else 3
        for person in generator.choice(PEOPLE, count, replace=False):
            seen = value + taste[person] + generator.normal(0, care[person])
            people.append(f"{item},person{person + 1},{rounded(np.array(seen))}\n")
    judges = ["item,judge,rating\n"]
    for number, (name, judge) in enumerate(JUDGES.items()):
        given = judge.rate(quality, np.random.default_rng([JUDGED_SEED, number]))
        judges += [f"{item},{name},{rating}\n" for item, rating in zip(items, given, strict=True)]
    (folder / "judges").mkdir(exist_ok=True)
    (folder / "judges" / "people.csv").write_bytes("".join(people).encode())
    (folder / "judges" / "judges.csv").write_bytes("".join(judges).encode())


#: Of the sheets: answers of each system, how many a person rated, and times a judge is asked.
SHEET_SEED, ANSWERS, RATED_ANSWERS, TIMES_ASKED = 5, 200, 120, 5
ANNOTATORS_OF_TOOL = ("ann", "bob", "cy")
#: How much better the answers of each system are.
SYSTEMS_OF_SHEETS = {"atlas": 0.3, "zephyr": -0.3}


def sheets(folder: Path) -> None:
    """Write a spreadsheet, an annotation tool's export and a judge's log, of the same answers."""
    generator = np.random.default_rng(SHEET_SEED)
    items = [f"{name}-q{n:03d}" for n in range(1, ANSWERS + 1) for name in SYSTEMS_OF_SHEETS]
    quality = generator.normal(3.2, 1, len(items)) + np.tile([*SYSTEMS_OF_SHEETS.values()], ANSWERS)
    seen = quality + generator.normal(0, 0.6, (len(ANNOTATORS_OF_TOOL), len(items)))
    people = rounded(seen)
    large = Judge(0.5, 0.4).rate(quality, generator)
    small = Judge(0.2, 0.0, 0.35).rate(quality, generator)
    is_rated = np.zeros(len(items), dtype=bool)
    is_rated[generator.choice(len(items), RATED_ANSWERS, replace=False)] = True
    sheet = ["id,question,human,judge-large,judge-small\n"]
    tool = ["annotation_id,id,annotator,rating,lead_time\n"]
    log = []
    for row, item in enumerate(items):
        human = str(people[0, row]) if is_rated[row] else ""
        question = f"How do I solve problem {int(item[-3:])}?"
        sheet.append(f"{item},{question},{human},{large[row]},{small[row]}\n")
        if not is_rated[row]:
            continue
        for name, rating in zip(ANNOTATORS_OF_TOOL, people[:, row], strict=True):
            seconds = generator.integers(5, 90)
            tool.append(f"{len(tool)},{item},{name},{rating},{seconds}\n")
        again = Judge(0.6, 0.2).rate(np.repeat(quality[row], TIMES_ASKED), generator).tolist()
        log += [
            json.dumps({"item": item, "judge": "judge-large", "score": rating}) + "\n"
            for rating in again
        ]
    (folder / "sheets").mkdir(exist_ok=True)
    for name, lines in (("sheet.csv", sheet), ("annotations.csv", tool), ("samples.jsonl", log)):
        (folder / "sheets" / name).write_bytes("".join(lines).encode())


def texts(folder: Path) -> None:
    """Write a text for each dialogue, which tells its latent qualities as well as words do."""
    _, qualities = annotated(np.random.default_rng(SEED))
    random = np.random.default_rng([SEED, 3])
    lines = ["id,text"]
    for row in range(DIALOGUES):
        said = [
            random.choice(SAID[scale][int(random.random() > norm.cdf(qualities[scale][row]))])
            for scale in SCALES
            for _ in range(PHRASES)
        ]
        lines.append(f"{dialogue_id(row)},{'. '.join(random.permutation(said))}.")
    (folder / "texts.csv").write_bytes(("\n".join(lines) + "\n").encode())


def main(folder: Path = FOLDER) -> None:
    """Write the campaigns."""
    dialogue_campaign(folder)
    short_campaign(folder)
    classification_campaign(folder)
    judged_items(folder)
    sheets(folder)
    texts(folder)


if __name__ == "__main__":
    main()
