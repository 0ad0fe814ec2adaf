"""What the commands about raters and judges do."""

import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import pandas as pd

from oq_core.analysis import rank_runs
from oq_core.campaign.computing.kinds import Quantified
from oq_core.campaign.computing.sources import data_set_name
from oq_core.campaign.printing import headlines, layouts
from oq_core.command.shared import (
    ProgressLine,
    note_each,
    note_orders,
    plan_of_line,
    print_table,
    tell,
)
from oq_core.data.collection import PANEL, Collection, DataError
from oq_core.data.results import by_name
from oq_core.data.scores import as_spelled, counted, listed, place_of
from oq_core.measures import MEASURES
from oq_core.raters import (
    Judged,
    StandIn,
    estimated,
    judged,
    judges_apart,
    people_and_judges,
    ranked_judges,
    runs_stand_in,
    scores_of_judges,
    what_raters_allow,
    with_classes,
)
from oq_core.raters.stand_in import FEWEST, PAPER_SCORES
from oq_core.reading import read_gold_and_nuggets, read_judges, read_runs, with_plan
from oq_core.reading.format_record import MISSING
from oq_core.reading.looking import plan_of_ratings
from oq_core.reading.rating_names import guessed_judges


def print_people(chosen: Namespace) -> pd.DataFrame:
    """What one rater and half of them score beside the runs: a row for each scale and measure."""
    frames = dict[str, pd.DataFrame]()
    for name, each in _with_judges(chosen, "refused").items():
        found = what_raters_allow(each, _measures(each, chosen.measures), chosen.seed)
        for note in found.notes:
            _tell(f"{name}: {note}")
        tell(f"{name}: {headlines.raters(found)}")
        frames[name] = found.to_frame().reset_index()
    return by_name(frames)


def judges(chosen: Namespace) -> dict[str, tuple[Collection, StandIn]]:
    """Which judges can stand in for a rater, by data set."""
    found = {}
    opened = _with_judges(chosen)
    for name, people in opened.items():
        of = f"{name}: " * (len(opened) > 1)
        measures = _measures(people, chosen.measures)
        for judge, lacks in people.missing.items():
            _tell(
                f"{of}{judge} has not rated {counted(int(lacks.sum()), 'item')} of {len(lacks):,} "
                "and is tested on the others"
            )
        tested = runs_stand_in(people, measures, chosen.clusters)
        if tested.left_out and tested.others:
            few = listed(tested.left_out, 20)
            _tell(f"{of}raters with fewer than {FEWEST} items are not tested: {few}")
        if 1 in tested.others and tested.others[1] * 2 > sum(tested.others.values()):
            _tell(f"{of}most ratings have one other beside them: “the rest” is then one rating")
        # Without numbers, their reason is what was asked for.
        say = tell if tested.raters else _tell
        say(f"{of}{headlines.stand_in(tested, chosen.epsilon, chosen.q)}")
        found[name] = people, tested
    return found


def print_judges(
    found: Mapping[str, tuple[Collection, StandIn]], chosen: Namespace
) -> pd.DataFrame:
    """A row for each judge and measure, of several data sets with the name of each."""
    frames = {
        name: tested.to_frame(chosen.epsilon, chosen.q) for name, (_, tested) in found.items()
    }
    hidden = ["ties"] * (chosen.format != "table") + ["data set"] * (len(frames) == 1)
    return by_name(frames).drop(columns=hidden)


def agreement(chosen: Namespace) -> dict[str, tuple[Collection, Judged]]:
    """How far judges agree with people, by data set."""
    found = {}
    for name, each in _with_judges(chosen).items():
        progress = ProgressLine(f"{name}: ")
        found[name] = each, judged(each, chosen.by, chosen.clusters, progress=progress)
    return found


def _with_judges(chosen: Namespace, missing: str = "") -> dict[str, Collection]:
    """People and judges by data set, without those that are to be left out."""
    opened = dict(_opened(chosen, missing))
    return {
        data_set_name(
            each.name.removesuffix(f" {scale}"), scale, len(opened) > 1
        ): each.without(chosen.without)
        for scale, each in opened.items()
    }  # fmt: skip


def print_agreement(
    found: Mapping[str, tuple[Collection, Judged]], chosen: Namespace
) -> pd.DataFrame:
    """Tell which judge agrees most and what that hides; what is to be shown, a row each."""
    frames = dict[str, pd.DataFrame]()
    for name, (collection, each) in found.items():
        tell(f"{name}: {headlines.judges(each)}")
        for note in each.notes:
            _tell(f"{name}: {note}")
        for flip in ranked_judges(collection, each).furthest[:1]:
            tell(f"{name}: {headlines.flip(flip)}")
        frame = each.by_class() if chosen.show == "classes" else each.to_frame()
        if chosen.show == "ranks":
            scores = scores_of_judges(collection, separator=chosen.clusters).defined()
            if not scores.ids:
                raise DataError(f"{name}: {headlines.NO_RANKS}")
            frame = layouts.rank_intervals(name, scores, rank_runs(scores)).numbers
            if chosen.format == "table":
                frame = frame.drop(columns="rule")
        frames[name] = frame
    return by_name(frames)


def estimate(chosen: Namespace) -> None:
    """Print how people would rate all items of a judge, by group, estimator and class."""
    frames = dict[str, pd.DataFrame]()
    pairs = _people_and_judges(chosen)
    for scale, (people, judges) in pairs.items():
        name = data_set_name(people.name.removesuffix(f" {scale}"), scale, len(pairs) > 1)
        if not chosen.judge and len(judges) > 1:
            each = tuple(judge for judge in judges if judge != PANEL)
            raise DataError(
                f"{name}: there are several judges: {listed(each)}. Name one by --judge, or "
                f"{PANEL} for all together."
            )
        place = place_of(chosen.judge or next(iter(judges)), tuple(judges), "judge")
        judge = [*judges.values()][place]
        progress = ProgressLine(f"{name}: ")
        found = estimated(people, judge, chosen.by, progress=progress)
        tell(f"{name}: {headlines.estimate(found)}")
        for note in found.notes:
            _tell(f"{name}: {note}")
        frames[name] = found.to_frame()
    print_table(by_name(frames), chosen.format)


def _people_and_judges(chosen: Namespace) -> dict[str, tuple[Collection, dict[str, Collection]]]:
    """By scale what people rated and what each judge did: of two files, or of one with both."""
    sheets, notes = _read(chosen, chosen.people, chosen.by)
    note_each(notes)
    note_orders(sheets)
    if chosen.judges_file is None:
        guessed = {} if chosen.judges else _guessed(sheets)
        return {
            scale: people_and_judges(each, guessed.get(scale, chosen.judges))
            for scale, each in sheets.items()
        }
    plan = plan_of_ratings(chosen.judges_file, plan_of_line(chosen), chosen.by)
    others, of_judges = read_judges(with_plan(chosen.judges_file, plan))
    note_each(of_judges)
    if len(sheets) == len(others) == 1:
        # Each is called as its file.
        others = dict(zip(sheets, others.values(), strict=True))
    if lacking := tuple(scale for scale in sheets if scale not in others):
        raise DataError(
            f"{chosen.judges_file}: its criteria are {listed(tuple(others))}, and people have "
            f"{listed(lacking)}, too. Call the criteria in both files alike, or give one criterion "
            "a file."
        )
    return {
        scale: (judges_apart(each, chosen.judges), others[scale]) for scale, each in sheets.items()
    }


def _guessed(collections: Mapping[str, Collection]) -> dict[str, tuple[str, ...]]:
    """The judges among raters of each scale, by their names, which is told."""
    found = {scale: guessed_judges(each.raters) for scale, each in collections.items()}
    for judges in filter(None, dict.fromkeys(found.values())):
        _tell(f"taken for judges by their names: {listed(judges)}; --judges says otherwise")
    return found


def _opened(chosen: Namespace, missing: str) -> Iterator[tuple[str, Collection]]:
    """People and judges by scale, as the line asks for; these may lack what they need not.

    Where there is no other judge, those are taken whose names say it.
    """
    run_files = chosen.runs
    gold, notes = _read(chosen, chosen.people)
    note_orders(gold)
    gold = {scale: judges_apart(each, chosen.judges) for scale, each in gold.items()}
    if run_files:
        of_ratings = replace(plan_of_line(chosen), classes=())
        sources = [with_plan(each, plan_of_ratings(each, of_ratings)) for each in run_files]
        found = read_runs(sources, gold, missing=missing or "uniform")
        if found.faults:
            raise DataError(*found.faults)
        gold = found.collections
        without = tuple(scale for scale, each in gold.items() if not each.runs)
        if 0 < len(without) < len(gold):
            raise DataError(
                f"{listed(tuple(run_files))}: there is no judge of {listed(without)}, which people "
                "have. Call the criteria in both files alike, or give one criterion a file."
            )
        notes += [each for each in found.notes if missing or MISSING["uniform"] not in each]
    note_each(notes)
    if not run_files and not chosen.judges:
        guessed = _guessed(gold)
        gold = {scale: judges_apart(each, guessed[scale]) for scale, each in gold.items()}
    runs = tuple(dict.fromkeys(run for each in gold.values() for run in each.runs))
    for run in chosen.without:
        place_of(run, runs, "run")
    yield from gold.items()


def _read(chosen: Namespace, file: str, group: str = "") -> tuple[dict[str, Collection], list[str]]:
    """The ratings of a file by scale, as the line asks for, and what to note of them."""
    plan = plan_of_ratings(file, replace(plan_of_line(chosen), judges=chosen.judges), group)
    read = read_gold_and_nuggets(with_plan(file, plan))
    if not read.collections:
        raise DataError(f"{file}: there are no ratings of quality in it")
    gold = dict(read.collections)
    if plan.classes:
        gold = {scale: with_classes(each, plan.classes) for scale, each in gold.items()}
    return gold, list(read.notes)


def _measures(collection: Collection, asked: Sequence[str]) -> Sequence[str]:
    """The measures that are asked for, or all; without an order none that takes it.

    Raises
    ------
    DataError
        If one of those that are asked for takes it, and nobody knows it.
    """
    there = Quantified(collection).measures
    asked = [as_spelled(key, (*MEASURES, *PAPER_SCORES)) for key in asked]
    for key in asked:
        if not collection.has_order and key not in (*there, "accuracy"):
            raise DataError(
                f"{key} takes the order of the classes {', '.join(collection.classes)}, which is "
                "not known. Give it by --classes, or choose among "
                f"{', '.join(there)} by --measures."
            )
    return asked or there


def _tell(words: str) -> None:
    print(f"Note: {words.rstrip('.')}.", file=sys.stderr)  # noqa: T201 - beside the table, not in it
