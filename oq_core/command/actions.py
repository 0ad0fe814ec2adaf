"""What each command does."""

import json
import os
import sys
import time
from argparse import Namespace
from dataclasses import fields
from pathlib import Path
from typing import Any, NoReturn

import pandas as pd

from oq_core.analysis import Rule, pair_tests
from oq_core.analysis.leaderboard import rank_runs
from oq_core.campaign import tables
from oq_core.campaign.analysis import Options, analyse
from oq_core.campaign.provenance import read_options
from oq_core.campaign.report import html_report, write_report, zip_report
from oq_core.campaign.sources import Campaign, Choices, read_campaign
from oq_core.campaign.table import to_csv
from oq_core.data.collection import DataError
from oq_core.data.scores import Scores, counted
from oq_core.reading import FORMATS, read_gold_and_nuggets, read_runs

#: The app's folder within an installed package, and in a copy of the repository.
_APP_FOLDERS = (Path(__file__).parents[1] / "app", Path(__file__).parents[2])
#: Seconds between two lines of progress.
_STEP = 0.2


def report(chosen: Namespace) -> int:
    """Write a report; progress goes to standard error when that is a terminal."""
    if chosen.again is not None:
        campaign, options = read_options(chosen.again)
    elif chosen.gold is None:
        raise DataError(
            "there is no gold file. Name one, or score matrices after --scores, or "
            "options.json after --again."
        )
    else:
        campaign, options = _campaign(chosen), _options(chosen)
    target = Path(chosen.out)
    # Before the work, which may take long.
    if target.suffix in (".zip", ".html") and target.exists():
        raise DataError(f"{target} is there already. Remove it, or name another file.")
    analysis = analyse(campaign, options, _Progress())
    if target.suffix == ".zip":
        _write(target, zip_report(analysis))
    elif target.suffix == ".html":
        _write(target, html_report(analysis).encode())
    else:
        write_report(analysis, target)
    _tell(f"{target} was written")
    return 0


def score(chosen: Namespace) -> int:
    """Print mean scores, or the score of every instance."""
    frames = []
    for name, scores in _campaign(chosen).scores.items():
        frame = scores.to_frame().reset_index() if chosen.instances else _means(scores)
        frame.insert(0, "data set", name)
        frames.append(frame)
    _print(pd.concat(frames, ignore_index=True), chosen.format)
    return 0


def test(chosen: Namespace) -> int:
    """Print the p-values of all pairs of runs."""
    frames = []
    for name, scores in _campaign(chosen).scores.items():
        progress = _Progress(f"{name}: ")
        tests = pair_tests(
            scores.defined(), Rule(**_given(chosen, Rule)), chosen.trials, chosen.seed, progress
        )
        frame = tables.pairs(tests)
        frame.insert(0, "data set", name)
        frames.append(frame)
    table = pd.concat(frames, ignore_index=True)
    if chosen.format == "table":
        table = table.drop(columns=[name for name in table if name.endswith(" p")])
    _print(table, chosen.format)
    return 0


def check(chosen: Namespace) -> int:
    """Print every fault of runs with file, place and remedy; return 1 if there is one."""
    gold = read_gold_and_nuggets(chosen.gold)
    found = read_runs(chosen.runs, gold.collections, gold.nuggets)
    facts = []
    if gold.collections:
        instances = max(len(each.ids) for each in gold.collections.values())
        scales = ", ".join(gold.collections)
        several = "s" * (len(gold.collections) > 1)
        facts.append(f"{counted(instances, 'instance')} in the scale{several} {scales}")
    if gold.nuggets is not None:
        facts.append(f"nuggets of {counted(len(gold.nuggets.ids), 'dialogue')}")
    _say(f"{Path(chosen.gold).name}: {'; '.join(facts)}")
    for note in (*gold.notes, *found.notes):
        _say(f"Note: {note}")
    for problem in found.problems:
        _say(f"Fault: {problem}")
    if found.problems or not found.added:
        _say(
            f"{counted(len(found.added), 'run')} can be used; "
            f"{counted(len(found.problems), 'fault')} found."
        )
        return 1
    _say(f"No fault was found in {counted(len(found.added), 'run')}: {', '.join(found.added)}")
    return 0


def formats(_: Namespace) -> int:
    """Print the formats that are read."""
    for each in FORMATS:
        _say(f"{each.name}: {each.sentence}" if each.sentence else each.name)
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


def _campaign(chosen: Namespace) -> Campaign:
    given = {each.name: getattr(chosen, each.name) for each in fields(Choices)}
    given["scale_measures"] = dict(chosen.scale_measures)
    if chosen.scores:
        return read_campaign(runs=[chosen.gold, *chosen.runs], **given)
    return read_campaign(chosen.gold, chosen.runs, **given)


def _options(chosen: Namespace) -> Options:
    given = _given(chosen, Options)
    return Options(
        **{**given, "outside": tuple(chosen.outside), "rule": Rule(**_given(chosen, Rule))}
    )


def _given(chosen: Namespace, record: type) -> dict[str, Any]:
    """The fields of a record that the line has."""
    return {
        each.name: getattr(chosen, each.name)
        for each in fields(record)
        if hasattr(chosen, each.name)
    }


def _means(scores: Scores) -> pd.DataFrame:
    """Mean scores where every measure is defined, best by the first measure first."""
    defined = scores.defined()
    board = rank_runs(defined, samples=1)
    return tables.means(defined, board).reset_index()


def _print(table: pd.DataFrame, form: str) -> None:
    if form == "csv":
        sys.stdout.write(to_csv(table))
    elif form == "json":
        rows = json.loads(table.to_json(orient="records", double_precision=15))
        _say(json.dumps(rows, ensure_ascii=False, indent=1))
    else:
        _say(table.to_string(index=False, float_format="{:.4f}".format))


def _say(words: str) -> None:
    print(words)  # noqa: T201 - standard output is what the command is for


def _tell(words: str) -> None:
    """Say something to a person who watches; a pipe stays quiet."""
    if sys.stderr.isatty():
        print(words, file=sys.stderr)  # noqa: T201


def _write(target: Path, content: bytes) -> None:
    """Write a file beside its place first, so that an interruption leaves no half of it."""
    beside = target.with_name(f".{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(content)
        beside.rename(target)
    finally:
        beside.unlink(missing_ok=True)


class _Progress:
    """Tells the share that is done on one line of a terminal."""

    def __init__(self, prefix: str = "") -> None:
        self.prefix, self.last = prefix, 0.0

    def __call__(self, share: float, words: str) -> None:
        if sys.stderr.isatty() and time.monotonic() - self.last > _STEP:
            self.last = time.monotonic()
            sys.stderr.write(f"\r\033[K{share:4.0%} {self.prefix}{words}")
            sys.stderr.flush()
