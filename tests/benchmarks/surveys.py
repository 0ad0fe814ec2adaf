"""Times surveys: 20,000 cells × 40 models read and scored, one collection a number of options.

Run from the repository's root: python -m tests.benchmarks.surveys

Contenders take turns in one process. Reading is beside pandas with a JSON parser for each cell;
scoring beside as many cells of one scale, and beside one collection for each question. Exit status
1 where a requirement is missed.
"""

import argparse
import json
import sys
from io import StringIO
from unittest.mock import patch

import numpy as np
import pandas as pd

from oq_core import MEASURES, Collection, score
from oq_core.campaign.computing.kinds import Surveyed
from oq_core.data import Survey, survey_part
from oq_core.data.survey import SurveyPart
from oq_core.reading import read_gold
from tests.benchmarks.measures import MICROSECONDS_ALLOWED
from tests.benchmarks.timing import Spread, by_turns, load, machine, ratios, show, table, verdict

QUESTIONS, GROUPS, MODELS, OPTIONS = 2000, 10, 40, range(2, 11)
#: What goes through questions one by one gets this many of them.
FEW_QUESTIONS = 100
#: Times as long as the same cells over one scale, and as pandas takes with a parser for each cell.
SCORING_ALLOWED, READING_ALLOWED = 1.5, 6.0


def survey(models: int = MODELS) -> Survey:
    """Cells whose questions have 2 to 10 options."""
    generator, parts = np.random.default_rng(0), []
    for size in OPTIONS:
        asked = [f"q{n:04}" for n in range(QUESTIONS) if OPTIONS[n % len(OPTIONS)] == size]
        cells = [(question, f"g{g}") for question in asked for g in range(GROUPS)]
        votes = generator.multinomial(200, generator.dirichlet(np.ones(size), len(cells)))
        words = {question: tuple(f"option {n}" for n in range(size)) for question in asked}
        runs = {
            f"model{m:02}": generator.dirichlet(np.ones(size), len(cells)) for m in range(models)
        }
        parts.append(survey_part("large", words, cells, votes / 200, runs, votes))
    return Survey(tuple(parts))


def one_scale(asked: Survey) -> Collection:
    """As many cells and models over as many classes as questions have on average."""
    generator, n = np.random.default_rng(1), len(asked.ids)
    mean = round(np.mean([len(part.classes) for part in asked.parts for _ in part.ids]))
    shares = generator.dirichlet(np.ones(mean), (MODELS + 1, n))
    runs = {f"model{m:02}": shares[m + 1] for m in range(MODELS)}
    return Collection("one", tuple(map(str, range(mean))), asked.ids, shares[0], runs)


def of_each_question(asked: Survey) -> list[Collection]:
    """One collection for each of a few questions."""
    found = []
    for part in asked.parts:
        rows = part.by_question()
        for number in range(FEW_QUESTIONS // len(asked.parts)):
            ours = rows == number
            ids = tuple(np.array(part.ids)[ours])
            runs = {name: run[ours] for name, run in part.runs.items()}
            found.append(Collection("q", part.classes, ids, part.gold[ours], runs))
    return found


def file_of(asked: Survey) -> str:
    """The gold as a table with lists in cells."""
    rows = [
        (*cell, json.dumps(part.labels_of(row)), json.dumps(part.votes[row].tolist()))
        for part in asked.parts
        for row, cell in enumerate(part.cells)
    ]
    names = ["question", "group", "options", "counts"]
    return pd.DataFrame(rows, columns=names).to_csv(index=False)


def by_cell(text: str) -> list[tuple[object, object]]:
    """What pandas and a parser for each cell make of it, without a check."""
    read = pd.read_csv(StringIO(text))
    cells = zip(read["options"], read["counts"], strict=True)
    return [(json.loads(words), np.array(json.loads(counts))) for words, counts in cells]


def named(text: str) -> StringIO:
    file = StringIO(text)
    file.name = "large.csv"
    return file


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    asked = survey()
    single, each, text = one_scale(asked), of_each_question(asked), file_of(asked)
    made = []
    with patch.object(SurveyPart, "__post_init__", lambda self: made.append(len(self.classes))):
        read_gold(named(text))
    read = read_gold(named(text))
    assert {key: len(part.ids) for key, part in read.items()} == {
        part.key: len(part.ids) for part in asked.parts
    }
    turns = by_turns(
        {
            "survey": Surveyed(asked).score,
            "one scale": lambda: score(single, tuple(MEASURES)),
            "each question": lambda: [score(one, tuple(MEASURES)) for one in each],
            "reading": lambda: read_gold(named(text)),
            "pandas": lambda: by_cell(text),
        },
        options.repeats,
    )
    cells = len(asked.ids)
    busy = {name: turn.processor for name, turn in turns.items()}
    micro = Spread.of([1e6 * one / cells / MODELS for one in busy["survey"]])
    whole = [one * cells / sum(len(c.ids) for c in each) for one in busy["each question"]]
    scoring, loop = ratios(busy["survey"], busy["one scale"]), ratios(whole, busy["survey"])
    reading = ratios(busy["reading"], busy["pandas"])
    parts_met = sorted(made) == list(OPTIONS)
    rows = [
        ["scoring, µs per pair, all measures", micro.text(2), f"< {MICROSECONDS_ALLOWED:g}",
         verdict(micro.median < MICROSECONDS_ALLOWED)],
        ["… times that of one scale", scoring.text(2), f"< {SCORING_ALLOWED:g}",
         verdict(scoring.median < SCORING_ALLOWED)],
        ["a collection for each question, times as long", loop.text(1), "", ""],
        ["reading 20,000 cells, s", Spread.of(busy["reading"]).text(2), "", ""],
        ["… times pandas with a parser for each cell", reading.text(1), f"< {READING_ALLOWED:g}",
         verdict(reading.median < READING_ALLOWED)],
        ["collections made", f"{len(made)}", f"{len(OPTIONS)}", verdict(parts_met)],
    ]  # fmt: skip
    show(f"{machine(['numpy', 'pandas'])}\nLoad average of the machine: {load()}\n")
    show(f"{cells:,} cells × {MODELS} models; {options.repeats} turns, median (smallest–largest)")
    show(table(["", "processor", "required", ""], rows))
    return int(any("MISSED" in row for row in rows))


if __name__ == "__main__":
    sys.exit(main())
