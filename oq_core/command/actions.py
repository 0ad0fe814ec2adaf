"""What each command does."""

import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import numpy as np
import pandas as pd

from oq_core.analysis import (
    Rule,
    difference_intervals,
    pair_tests,
)
from oq_core.analysis.leaderboard import ranks
from oq_core.analysis.pairs import check_rule
from oq_core.analysis.power import DiscriminativePower, discriminative_power, pooled_powers
from oq_core.campaign.computing.analysis import Analysis, analyse, clustered
from oq_core.campaign.computing.kinds import Classified
from oq_core.campaign.computing.several import means_by_side
from oq_core.campaign.computing.sources import Campaign
from oq_core.campaign.printing import headlines
from oq_core.campaign.printing.chart import check_drawing
from oq_core.campaign.printing.layouts import which_runs
from oq_core.campaign.publishing.report import html_report, write_report, zip_report
from oq_core.campaign.saving.list_file import files_of_report
from oq_core.campaign.saving.provenance import notes_on_version, read_options
from oq_core.campaign.saving.writing import check_free, write_files
from oq_core.command.shared import (
    ProgressLine,
    campaign_of_line,
    note,
    note_each,
    options_of_line,
    place_of_line,
    print_table,
    tell,
)
from oq_core.data.collection import DataError
from oq_core.data.results import by_name
from oq_core.data.scores import Scores, counted, place_of
from oq_core.defaults import ALPHA

#: The app's folder within an installed package, and in a copy of the repository.
_APP_FOLDERS = (Path(__file__).parents[1] / "app", Path(__file__).parents[2])


def analysis_of_line(chosen: Namespace) -> Analysis:
    """Analyse as the line asks for; progress goes to standard error when that is a terminal."""
    if chosen.again is not None:
        campaign, options = read_options(chosen.again)
        note_each(notes_on_version(chosen.again))
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
    try:
        campaign = campaign.testable(options.outside, options.test_baselines, at_least=1)
        note(campaign)
        analysis = analyse(campaign, options, ProgressLine())
    except ValueError as error:
        if chosen.again is None or isinstance(error, DataError):
            raise
        raise DataError(f"{chosen.again}: {error}") from None
    for data in analysis.data_sets:
        for sentence in headlines.of_data(data):
            tell(f"{data.name}: {sentence}")
    return analysis


def report(chosen: Namespace) -> None:
    """Write a report."""
    # Before the work, which may take long.
    check_drawing()
    target = place_of_line(chosen.out, "", ".zip", ".html")
    if target.suffix in (".zip", ".html"):
        check_free(target)
    else:
        files_of_report(target)
    analysis, writing = analysis_of_line(chosen), ProgressLine("the report: ")
    if target.suffix == ".zip":
        write_files({target: zip_report(analysis, progress=writing)})
    elif target.suffix == ".html":
        write_files({target: html_report(analysis, progress=writing).encode()})
    else:
        write_report(analysis, target, progress=writing)
    tell(f"{target} was written")


def score(chosen: Namespace) -> None:
    """Print mean scores, or the score of every instance."""
    campaign, frames = campaign_of_line(chosen), dict[str, pd.DataFrame]()
    note(campaign)
    labels = [isinstance(campaign.source(name), Classified) for name in campaign.scores]
    if chosen.pooled and not any(labels):
        raise DataError("--pooled is for items with one class each. Leave it out.")
    for name in campaign.scores:
        if words := which_runs(campaign.family(name)):
            note_each([f"{name}: {words}."])
        scores, beside = _shown(campaign, name, chosen.pooled)
        if chosen.instances:
            every = scores if beside is None else scores.with_runs(beside)
            frames[name] = every.to_frame().reset_index()
        else:
            frames[name] = _means(name, scores, beside)
    if not chosen.instances and len(campaign.parts) > 1:
        frames |= _over_collections(campaign)
    print_table(by_name(frames), chosen.format)


def _shown(campaign: Campaign, name: str, is_pooled: bool) -> tuple[Scores, Scores | None]:
    """Scores of a data set's runs and of what stands beside them."""
    scores, beside = campaign.scores[name], campaign.references.get(name)
    source = campaign.source(name)
    if not isinstance(source, Classified) or len(scores.ids) == 1:
        return scores, beside
    if not is_pooled:
        topics = counted(len(scores.ids), "topic")
        note_each([f"{name}: means over {topics}; --pooled takes all items together."])
        return scores, beside
    others = source.beside
    return source.pooled().of(scores.measures), (
        others.pooled().of(scores.measures) if isinstance(others, Classified) else None
    )


def _over_collections(campaign: Campaign) -> dict[str, pd.DataFrame]:
    """Means over the data sets of each task, and over those of each collection and scale."""
    titles = [each.choices.title for each in campaign.parts]
    return {
        f"mean over {', '.join(of)}": means
        for names in _by_task(campaign, campaign.scores)
        for _, of, means in means_by_side({name: campaign.scores[name] for name in names}, titles)
    }


def test(chosen: Namespace) -> None:
    """Print p-values of all pairs of runs, or intervals of their differences."""
    campaign = campaign_of_line(chosen).testable(test_baselines=chosen.test_baselines)
    if chosen.clusters:
        campaign = clustered(campaign, chosen.clusters)
    frames, powers = dict[str, pd.DataFrame](), dict[str, dict[str, DiscriminativePower]]()
    note(campaign)
    if campaign.references:
        note_each(["baselines take part in no test, unless --test-baselines lets them."])
    rule = Rule.SIGNS if chosen.differences else Rule(chosen.method)
    tested = {
        name: campaign.family(name).of(every.defined()) for name, every in campaign.scores.items()
    }
    for scores in tested.values():
        check_rule(ALPHA, chosen.trials, rule, len(scores.ids), scores.unit)
    for name, scores in tested.items():
        progress = ProgressLine(f"{name}: ")
        if chosen.differences:
            intervals = difference_intervals(
                scores, trials=chosen.trials, seed=chosen.seed, progress=progress
            )
            frame = intervals.to_frame()
            if why := intervals.why_undefined:
                print(f"{name}: an interval is {why}.", file=sys.stderr)  # noqa: T201
        else:
            tests = pair_tests(scores, rule, chosen.trials, chosen.seed, progress)
            frame = tests.to_frame()
            powers[name] = discriminative_power(tests).by()
            tell(f"{name}: {headlines.power(powers[name], ALPHA)}")
        if chosen.clusters:
            frame["rule"] += ", by whole clusters"
        frames[name] = frame
    _tell_pooled(campaign, powers)
    table = by_name(frames)
    if chosen.format == "table":
        for words in table["rule"].unique():
            print(f"Rule: {words}.", file=sys.stderr)  # noqa: T201 - beside the table
        hidden = [name for name in table if name.endswith(" p") or name == "rule"]
        table = table.drop(columns=hidden)
    print_table(table, chosen.format)


def _tell_pooled(
    campaign: Campaign, powers: Mapping[str, Mapping[str, DiscriminativePower]]
) -> None:
    """Say what is told apart over all collections."""
    if len(campaign.parts) < 2:
        return
    for names in _by_task(campaign, powers):
        pooled = pooled_powers({name: powers[name] for name in names})
        if len(names) > 1 and pooled:
            told = headlines.power(pooled, ALPHA).removesuffix(".")
            print(f"{told}, pooled over {', '.join(names)}.", file=sys.stderr)  # noqa: T201


def _by_task(campaign: Campaign, among: Iterable[str]) -> Iterable[list[str]]:
    """Names of data sets that are scored alike."""
    tasks = dict[str, list[str]]()
    for name in among:
        tasks.setdefault(campaign.source(name).task, []).append(name)
    return tasks.values()


def baseline(chosen: Namespace) -> None:
    """Write the run of a baseline that learns; progress goes to standard error."""
    # Only who asks for it loads what learns.
    from oq_core.command.baseline import make_run  # noqa: PLC0415

    make_run(chosen, ProgressLine())


def app(chosen: Namespace) -> NoReturn:
    """Become the app."""
    folder = next((each for each in _APP_FOLDERS if (each / "app.py").is_file()), None)
    if folder is None:
        raise DataError("the app is not in this installation. Install it again with pip.")
    if find_spec("streamlit") is None:
        raise DataError(
            "the app needs Streamlit, which is not installed. Install it with "
            "pip install '.[app]' in a copy of this project."
        )
    # Streamlit reads its settings from the folder where it starts. It takes this process's place,
    # so that a signal to stop reaches it.
    os.chdir(folder)
    os.execv(  # noqa: S606 - our own app
        sys.executable,
        [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={chosen.port}"],
    )


def _means(name: str, scores: Scores, references: Scores | None) -> pd.DataFrame:
    """Mean scores where every measure is defined, best by the first first; then of references."""
    defined, frames = scores.defined(), []
    if not defined.ids:
        raise DataError(
            f"{name}: on no instance does every run have a score by every measure, so means cannot "
            "be compared. Leave runs out (--without), or print all scores (--instances)."
        )
    if defined.runs:
        first = ranks(defined.means, defined.larger_is_better)[0]
        frames.append(_of_runs(defined).iloc[np.argsort(first, kind="stable")])
    if references is not None:
        frames.append(_of_runs(references.on(defined.ids)))
    return pd.concat(frames, ignore_index=True)


def _of_runs(scores: Scores) -> pd.DataFrame:
    means = pd.DataFrame(scores.means.T, columns=list(scores.measures))
    means.insert(0, "run", scores.runs)
    return means
