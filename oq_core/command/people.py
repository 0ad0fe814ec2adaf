"""What the commands about raters and judges do."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from oq_core.campaign.computing.costs import seconds_of_draws, seconds_of_reading
from oq_core.campaign.computing.sources import data_set_name
from oq_core.campaign.printing import answers_of_raters
from oq_core.command.shared import note_each, tell
from oq_core.data.collection import Collection, DataError
from oq_core.data.scores import counted, listed, place_of
from oq_core.measures import MEASURES
from oq_core.raters import judges_apart, runs_stand_in, what_raters_allow, with_classes
from oq_core.raters.stand_in import FEWEST
from oq_core.raters.truth import APART
from oq_core.reading import read_gold_and_nuggets, read_runs, without_ratings
from oq_core.reading.format_record import MISSING

#: Seconds that are announced before they are taken: of an analysis, of reading.
_LONG, _LONG_READING = 60, 5


def raters(chosen: Namespace) -> pd.DataFrame:
    """What the raters allow: a row for each scale and measure."""
    frames = []
    collections = dict(_opened(chosen, chosen.gold, chosen.runs, chosen.missing))
    for scale in chosen.scales:
        place_of(scale, tuple(collections), "scale")
    for scale, each in collections.items():
        if chosen.scales and scale not in chosen.scales:
            continue
        name = data_set_name(chosen.title or each.name.removesuffix(f" {scale}"), scale,
                             len(collections) > 1)  # fmt: skip
        # As many draws again are of halves and of one rater.
        seconds = seconds_of_draws(each, chosen.measures or (*MEASURES,), 3 * chosen.draws // 2)
        if seconds > _LONG:
            _tell(
                f"{name}: {len(each.ids):,} instances and {chosen.draws} draws take about "
                f"{seconds / 60:.0f} minutes; --draws and --measures make it shorter"
            )
        found = what_raters_allow(
            each.without(chosen.without), chosen.measures or None, chosen.draws, chosen.seed
        )
        for note in found.notes:
            _tell(f"{name}: {note}")
        apart = [key for key, is_apart in zip(found.measures, found.truth.apart, strict=True)
                 if is_apart]  # fmt: skip
        if apart:
            _tell(
                f"{name}: the two estimates of what the truth would score are more than "
                f"{100 * APART:g} % apart under {', '.join(apart)}"
            )
        tell(f"{name}: {answers_of_raters.truth(found)}")
        frame = found.to_frame().reset_index()
        frame.insert(0, "data set", name)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def judges(chosen: Namespace) -> pd.DataFrame:
    """Which judges can stand in for a rater: a row for each judge and measure."""
    # A judge is tested on the items that it rated.
    opened = dict(_opened(chosen, chosen.people, chosen.runs))
    ((_, people),) = opened.items() if len(opened) == 1 else _one_of(opened)
    for judge, lacks in people.missing.items():
        _tell(
            f"{judge} has not rated {counted(int(lacks.sum()), 'item')} of {len(lacks):,} and is "
            "tested on the others"
        )
    found = runs_stand_in(people.without(chosen.without), chosen.measures, chosen.clusters)
    if found.left_out:
        _tell(f"raters with fewer than {FEWEST} items are not tested: {listed(found.left_out, 20)}")
    if 1 in found.others and found.others[1] * 2 > sum(found.others.values()):
        _tell("most ratings have one other beside them: “the rest” is then one rating")
    tell(answers_of_raters.judges(found, chosen.epsilon, chosen.q))
    frame = found.to_frame(chosen.epsilon, chosen.q)
    return frame.drop(columns="ties") if chosen.format != "table" else frame


def _opened(
    chosen: Namespace, gold_file: str, run_files: list[str], missing: str = ""
) -> Iterator[tuple[str, Collection]]:
    """The data by scale, with the runs, as the line asks for; these may lack what they need not."""
    size = sum(Path(each).stat().st_size for each in (gold_file, *run_files) if Path(each).exists())
    if (seconds := seconds_of_reading(size)) > _LONG_READING:
        _tell(f"{size / 10**6:.0f} MB take about {seconds:.0f} seconds to read")
    read = read_gold_and_nuggets(without_ratings(gold_file, chosen.leave_out))
    notes = list(read.notes)
    gold = read.collections
    if not gold:
        raise DataError(f"{gold_file}: there are no ratings of quality in it")
    if chosen.classes:
        gold = {scale: with_classes(each, chosen.classes) for scale, each in gold.items()}
    gold = {scale: judges_apart(each, chosen.judges) for scale, each in gold.items()}
    if run_files:
        sources = [without_ratings(each, chosen.leave_out) for each in run_files]
        found = read_runs(sources, gold, missing=missing or "uniform")
        if found.faults:
            raise DataError(*found.faults)
        gold = found.collections
        notes += [each for each in found.notes if missing or MISSING["uniform"] not in each]
    runs = tuple(dict.fromkeys(run for each in gold.values() for run in each.runs))
    for run in chosen.without:
        place_of(run, runs, "run")
    note_each(notes)
    yield from gold.items()


def _one_of(opened: dict[str, Collection]) -> list[tuple[str, Collection]]:
    raise DataError(
        f"the ratings have the scales {', '.join(opened)}; raters who are known are of one"
    )


def _tell(words: str) -> None:
    print(f"Note: {words.rstrip('.')}.", file=sys.stderr)  # noqa: T201 - beside the table, not in it
