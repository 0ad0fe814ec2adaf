"""What each command does."""

import json
import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import NoReturn

import numpy as np
import pandas as pd

from oq_core.analysis import (
    Rule,
    calibrate,
    check_margin,
    difference_intervals,
    equivalence_test,
    half_against_half,
    margins_of,
    pair_tests,
)
from oq_core.analysis.leaderboard import rank_runs
from oq_core.analysis.power import discriminative_power
from oq_core.campaign.computing.analysis import Analysis, analyse
from oq_core.campaign.computing.sources import Campaign
from oq_core.campaign.printing import answers, data_frames
from oq_core.campaign.printing.layouts import which_runs
from oq_core.campaign.printing.paper.compiling import why_no_pdf
from oq_core.campaign.printing.report import html_report, write_report, zip_report
from oq_core.campaign.printing.style import read_style
from oq_core.campaign.saving.list_file import files_of_report
from oq_core.campaign.saving.provenance import read_options
from oq_core.campaign.saving.table_file import to_csv
from oq_core.campaign.saving.writing import check_free, write_files
from oq_core.command import people
from oq_core.command.baseline import make_run
from oq_core.command.shared import (
    ProgressLine,
    campaign_of_line,
    given_fields,
    note,
    note_each,
    options_of_line,
    say,
    tell,
    tell_faults,
)
from oq_core.data.collection import Collection, DataError
from oq_core.data.scores import Scores, counted, place_of
from oq_core.defaults import ALPHA
from oq_core.progress import Progress
from oq_core.reading import FORMATS, read_gold_and_nuggets, read_runs

#: The app's folder within an installed package, and in a copy of the repository.
_APP_FOLDERS = (Path(__file__).parents[1] / "app", Path(__file__).parents[2])


def analysis_of_line(chosen: Namespace) -> Analysis:
    """Analyse as the line asks for; progress goes to standard error when that is a terminal."""
    if chosen.again is not None:
        campaign, options = read_options(chosen.again)
    elif chosen.gold is None:
        raise DataError(
            "there is no gold file. Name one, or score matrices after --scores, or "
            "options.json after --again."
        )
    else:
        campaign, options = campaign_of_line(chosen), options_of_line(chosen)
        shown = (*campaign.scores.values(), *campaign.references.values())
        runs = dict.fromkeys(run for each in shown for run in each.runs)
        for run in options.outside:
            place_of(run, tuple(runs), "run")
        check_margin(options.margin, _measures_of(campaign))
        if options.margin and not options.intervals:
            raise DataError("--margin is for --intervals. Give both, or neither.")
    try:
        campaign = campaign.testable(options.outside, options.test_baselines)
        note(campaign)
        analysis = analyse(campaign, options, ProgressLine())
    except ValueError as error:
        if chosen.again is None or isinstance(error, DataError):
            raise
        raise DataError(f"{chosen.again}: {error}") from None
    for data in analysis.data_sets:
        for sentence in answers.of_data(data):
            tell(f"{data.name}: {sentence}")
    return analysis


def report(chosen: Namespace) -> int:
    """Write a report."""
    # Before the work, which may take long.
    target = Path(chosen.out)
    if target.suffix in (".zip", ".html"):
        check_free(target)
    else:
        files_of_report(target)
    if chosen.pdf and (reason := why_no_pdf()):
        raise DataError(reason)
    if chosen.pdf and target.suffix == ".html":
        raise DataError("--pdf goes with a folder or a .zip file. Name one of them after --out.")
    style = chosen.style or (read_style(chosen.again) if chosen.again else "article")
    analysis, writing = analysis_of_line(chosen), ProgressLine("the report: ")
    if target.suffix == ".zip":
        archive = zip_report(analysis, style=style, pdf=chosen.pdf, progress=writing)
        write_files({target: archive})
    elif target.suffix == ".html":
        write_files({target: html_report(analysis, progress=writing).encode()})
    else:
        write_report(analysis, target, style=style, pdf=chosen.pdf, progress=writing)
    tell(f"{target} was written")
    return 0


def score(chosen: Namespace) -> int:
    """Print mean scores, or the score of every instance."""
    campaign, frames = campaign_of_line(chosen), []
    note(campaign)
    for name, scores in campaign.scores.items():
        if words := which_runs(campaign.family(name)):
            note_each([f"{name}: {words}."])
        beside = campaign.references.get(name)
        if chosen.instances:
            every = scores if beside is None else scores.with_runs(beside)
            frame = every.to_frame().reset_index()
        else:
            frame = _means(scores, beside)
        frame.insert(0, "data set", name)
        frames.append(frame)
    _print(pd.concat(frames, ignore_index=True), chosen.format)
    return 0


def test(chosen: Namespace) -> int:
    """Print p-values of all pairs of runs, their intervals, or how often the test is wrong."""
    if chosen.difference and not chosen.calibrate:
        raise DataError("--difference is for --calibrate. Give both, or neither.")
    asked = chosen.test_baselines
    if chosen.tost and not chosen.differences:
        raise DataError("--tost is for --differences with a margin. Give both, or neither.")
    campaign, frames = campaign_of_line(chosen).testable(test_baselines=asked), []
    check_margin(chosen.differences or 0.0, _measures_of(campaign))
    note(campaign)
    for name, every in campaign.scores.items():
        progress = ProgressLine(f"{name}: ")
        rule = Rule(**given_fields(chosen, Rule))
        family = campaign.family(name).tested
        scores = every.defined().without(set(every.runs) - set(family))
        if chosen.calibrate:
            frame = _calibrated(name, scores, rule, chosen, progress)
        elif chosen.differences is not None:
            frame = _differences(name, scores, campaign.collections.get(name), chosen, progress)
        else:
            tests = pair_tests(scores, rule, chosen.trials, chosen.seed, progress)
            frame = data_frames.pairs(tests)
            tell(f"{name}: {answers.power(discriminative_power(tests).by(), ALPHA)}")
        frame.insert(0, "data set", name)
        frames.append(frame)
    table = pd.concat(frames, ignore_index=True)
    if chosen.format == "table":
        for words in table["rule"].unique():
            print(f"Rule: {words}.", file=sys.stderr)  # noqa: T201 - beside the table
        hidden = [name for name in table if name.endswith(" p") or name == "rule"]
        table = table.drop(columns=hidden)
    _print(table, chosen.format)
    return 0


def _differences(
    name: str, scores: Scores, collection: Collection | None, chosen: Namespace, progress: Progress
) -> pd.DataFrame:
    """Intervals of all differences, or one pair's test of equivalence; and a yardstick."""
    margin = chosen.differences
    if chosen.tost:
        first, second = chosen.tost
        p = equivalence_test(scores, first, second, margin, chosen.trials, chosen.seed)
        means = dict(zip(scores.runs, scores.means.T, strict=True))
        frame = pd.DataFrame(
            {
                "measure": scores.measures,
                "run 1": first,
                "run 2": second,
                "difference": means[first] - means[second],
                "margin": margins_of(margin, scores.measures),
                "p (TOST)": p,
                "rule": "two one-sided tests by random signs of the differences, B = "
                f"{chosen.trials:,}, p = (count + 1)/(B + 1); not defined without a margin, or "
                "where the difference is the same on every instance",
            }
        )
    else:
        found = difference_intervals(
            scores, trials=chosen.trials, seed=chosen.seed, progress=progress
        )
        frame = found.to_frame(margin)
        if why := found.why_undefined:
            print(f"{name}: an interval is {why}.", file=sys.stderr)  # noqa: T201
    if collection is None:
        return frame
    halves = half_against_half(collection, scores.measures, chosen.seed)
    if np.isfinite(halves).all():
        yardstick = dict(zip(scores.measures, halves.tolist(), strict=True))
        frame.insert(len(frame.columns) - 1, "half of the raters", frame["measure"].map(yardstick))
    return frame


def raters(chosen: Namespace) -> int:
    """Print what the raters allow."""
    _print(people.raters(chosen), chosen.format)
    return 0


def judges(chosen: Namespace) -> int:
    """Print which judges can stand in for a rater."""
    _print(people.judges(chosen), chosen.format)
    return 0


def _calibrated(
    name: str, scores: Scores, rule: Rule, chosen: Namespace, progress: Progress
) -> pd.DataFrame:
    made = calibrate(
        scores,
        rule,
        null=chosen.calibrate,
        difference=chosen.difference,
        campaigns=chosen.campaigns,
        seed=chosen.seed,
        progress=progress,
    )
    print(f"{name}: {made.words}.", file=sys.stderr)  # noqa: T201 - the table stays a table
    return made.to_frame()


def check(chosen: Namespace) -> int:
    """Print every fault of files with file, place and remedy; return 1 if there is one."""
    try:
        gold = read_gold_and_nuggets(chosen.gold)
    except DataError as error:
        note_each(["the runs are looked at once the gold has no fault."])
        return tell_faults(error.faults, chosen.format)
    found = read_runs(chosen.runs, gold.collections, gold.nuggets)
    note_each((*gold.notes, *found.notes))
    if chosen.format == "json":
        return tell_faults(found.faults, chosen.format)
    facts = []
    if gold.collections:
        instances = max(len(each.ids) for each in gold.collections.values())
        scales = ", ".join(gold.collections)
        several = "s" * (len(gold.collections) > 1)
        facts.append(f"{counted(instances, 'instance')} in the scale{several} {scales}")
    if gold.nuggets is not None:
        facts.append(f"nuggets of {counted(len(gold.nuggets.ids), 'dialogue')}")
    say(f"{Path(chosen.gold).name}: {'; '.join(facts)}")
    if found.faults:
        tell_faults(found.faults, chosen.format)
        say(f"{counted(len(found.added), 'run')} can be used.")
        return 1
    say(f"No fault was found in {counted(len(found.added), 'run')}: {', '.join(found.added)}")
    return 0


def baseline(chosen: Namespace) -> int:
    """Write the run of a baseline that learns; progress goes to standard error."""
    make_run(chosen, ProgressLine())
    return 0


def formats(_: Namespace) -> int:
    """Print the formats that are read."""
    for each in FORMATS:
        say(f"{each.name}: {each.sentence}" if each.sentence else each.name)
    return 0


def app(chosen: Namespace) -> NoReturn:
    """Become the app."""
    folder = next((each for each in _APP_FOLDERS if (each / "app.py").is_file()), None)
    if folder is None:
        raise DataError("the app is not in this installation. Install it again with pip.")
    # Streamlit reads its settings from the folder where it starts. It takes this process's place,
    # so that a signal to stop reaches it.
    os.chdir(folder)
    os.execv(  # noqa: S606 - our own app
        sys.executable,
        [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={chosen.port}"],
    )


def _measures_of(campaign: Campaign) -> list[str]:
    return [key for each in campaign.scores.values() for key in each.measures]


def _means(scores: Scores, references: Scores | None) -> pd.DataFrame:
    """Mean scores where every measure is defined, best by the first first; then of references."""
    defined, frames = scores.defined(), []
    if defined.runs:
        frames.append(data_frames.means(defined, rank_runs(defined, samples=1)).reset_index())
    if references is not None:
        means = references.on(defined.ids).means.T
        beside = pd.DataFrame(means, columns=list(references.measures))
        beside.insert(0, "run", references.runs)
        frames.append(beside)
    return pd.concat(frames, ignore_index=True)


def _print(table: pd.DataFrame, form: str) -> None:
    if form == "csv":
        say(to_csv(table), end="")
    elif form == "json":
        # pandas' own JSON rounds to 15 decimals.
        rows = [
            {name: None if _is_undefined(value) else value for name, value in row.items()}
            for row in table.to_dict(orient="records")
        ]
        say(json.dumps(rows, ensure_ascii=False, indent=1))
    else:
        say(table.to_string(index=False, float_format="{:.4f}".format))


def _is_undefined(value: object) -> bool:
    return isinstance(value, float) and not np.isfinite(value)
