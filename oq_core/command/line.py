"""What is typed after ``oq``, and how it ends."""

import argparse
import os
import signal
import sys
from argparse import SUPPRESS
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from oq_core import options
from oq_core.command import actions, checking, people, publishing
from oq_core.command.campaign_file import campaign_file
from oq_core.data.collection import DataError
from oq_core.option import Number, Option, Switch, Ways, asked_as
from oq_core.version import VERSION

#: What `oq --help` ends with.
_EXAMPLES = Path(__file__).with_name("examples.txt").read_text(encoding="utf-8")
#: Adds a command by its name, what it is for, and what it calls.
Command = Callable[[str, str, Callable[[argparse.Namespace], object]], argparse.ArgumentParser]
#: What takes a campaign's file or folder in the place of a gold.
_OF_CAMPAIGNS = (actions.report, actions.score, actions.test, checking.check)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the shell unless given.

    Returns
    -------
    int
        0 when all is well, 1 when a file is at fault or cannot be written, 130 when Ctrl-C stopped
        it. A line that cannot be understood exits with 2. An interrupt that has the number of
        another signal adds that to 128.

    Examples
    --------
    >>> from oq_core.command import main
    >>> main(["check", "sample_data/gold.json", "sample_data/runs/ALTO-run1.json"])
    gold.json: 300 instances in the scales A, S, E; classes -2 < -1 < 0 < 1 < 2 (the task); \
nuggets of 300 dialogues
    No fault was found in 1 run: ALTO-run1
    0
    """
    chosen = parser().parse_args(arguments)
    try:
        chosen = with_campaign(chosen, arguments)
        _check_together(chosen, arguments)
        status = int(chosen.action(chosen) or 0)
        # What was printed may not have arrived yet.
        print(end="", flush=True)  # noqa: T201
    except BrokenPipeError:
        # Who reads our output has had enough.
        _print_no_more()
        return 0
    except KeyboardInterrupt as stopped:
        print("\noq: stopped; nothing was left half written", file=sys.stderr)  # noqa: T201
        return 128 + (stopped.args or (signal.SIGINT,))[0]
    except (ValueError, MemoryError, OSError) as error:
        print(f"oq: {_sentence(error)}", file=sys.stderr)  # noqa: T201 - what a shell shows
        return 1
    return status


def with_campaign(
    chosen: argparse.Namespace, arguments: Sequence[str] | None
) -> argparse.Namespace:
    """Return the line with what a campaign's file says where the line does not.

    Parameters
    ----------
    chosen : Namespace
        The line as it was read.
    arguments : sequence of str or None
        As `main` takes them.

    Raises
    ------
    DataError
        If the campaign's file cannot be used, or files stand beside it.
    """
    if getattr(chosen, "again", None) is not None:
        _check_alone(chosen, arguments)
        return chosen
    if chosen.action not in _OF_CAMPAIGNS or not isinstance(chosen.gold, str):
        return chosen
    found = campaign_file(chosen.gold)
    if found is None or (chosen.runs and not chosen.gold.casefold().endswith(".toml")):
        return chosen
    if chosen.runs or getattr(chosen, "scores", False):
        raise DataError(f"{chosen.gold} names its files: give no others beside it.")
    chosen = parser(found.options).parse_args(arguments)
    chosen.campaign = found
    return chosen


def _check_alone(chosen: argparse.Namespace, arguments: Sequence[str] | None) -> None:
    """Refuse what a line says beside a report's options, which have it all."""
    files = (each for each in (chosen.gold, *chosen.runs) if each is not None)
    typed = (each.typed_as for each in _typed(arguments))
    beside = dict.fromkeys((*typed, *["--scores"] * chosen.scores, *files))
    if beside:
        raise DataError(
            f"--again takes options and files from {chosen.again}: leave out {', '.join(beside)}, "
            "or make a new report without --again."
        )


def _check_together(chosen: argparse.Namespace, arguments: Sequence[str] | None) -> None:
    """Refuse what would do nothing without another flag, or beside it."""
    said = vars(chosen)
    own = [{}] if chosen.campaign is None else chosen.campaign.given.values()
    for each in options.OPTIONS:
        needed, is_given = asked_as(each.needs), said.get(each.asked_as, each.usual) != each.usual
        # A campaign's file has options of other commands, too, and some of single collections.
        if is_given and not (said.get(needed, True) or any(one.get(needed) for one in own)):
            raise DataError(f"{each.typed_as} is for {each.needs}. Give both, or leave it out.")
    for each in _typed(arguments):
        beside = said.get(asked_as(each.apart))
        if beside is not None and beside is not False:
            raise DataError(f"{each.typed_as} has no part in {each.apart}. Leave one of them out.")


def _typed(arguments: Sequence[str] | None) -> list[Option[Any]]:
    """The options that a line itself has."""
    unsaid = dict.fromkeys(each.asked_as for each in options.OPTIONS)
    found = vars(parser(unsaid).parse_args(arguments))
    return [each for each in options.OPTIONS if found.get(each.asked_as) is not None]


def _sentence(error: ValueError | MemoryError | OSError) -> str:
    """What went wrong, where, and the remedy."""
    if isinstance(error, MemoryError):
        return (
            "there is not enough memory for this. Choose fewer measures, runs, trials, splits or "
            "samples."
        )
    if not isinstance(error, OSError):
        return str(error)
    if error.filename is None:
        _print_no_more()
        return (
            f"what is printed cannot be written ({error.strerror}). Make room, or send it to "
            "another place."
        )
    return f"{error.filename}: the system refuses this ({error.strerror}). Check the path."


def _print_no_more() -> None:
    """Let go of what is still to be printed: Python would complain once more at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser(usual: Mapping[str, Any] | None = None) -> argparse.ArgumentParser:
    """Return the parser of the command's line.

    Parameters
    ----------
    usual : mapping of str to object, optional
        What is chosen where the line says nothing, by the names of what it has read.
    """
    found = argparse.ArgumentParser(
        prog="oq",
        description="Ordinal quantification: score runs against gold, compare measures and runs.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found.add_argument("--version", action="version", version=f"oq {VERSION}")
    commands = found.add_subparsers(required=True, metavar="command")

    def command(
        name: str, words: str, action: Callable[[argparse.Namespace], object]
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=words)
        added.set_defaults(action=action)
        return added

    report = command("report", "every table and figure of an overview paper", actions.report)
    _add_files(report, gold="?", scores=True)
    _add(report, *options.OF_CHOICES, *options.OF_OPTIONS)
    report.add_argument("--out", default="report", help="folder, or .zip or .html file (report)")
    report.add_argument("--again", metavar="OPTIONS.JSON", help="make the report of this file anew")
    _add_scorer(command)

    score = command("score", "mean scores, or the score of every instance", actions.score)
    _add_files(score, scores=True)
    _add(score, *options.OF_CHOICES, options.INSTANCES, options.POOLED, options.FORMAT)

    test = command(
        "test", "p-values of all pairs of runs, or intervals of their differences", actions.test
    )
    _add_files(test, scores=True)
    _add(test, *options.OF_CHOICES, options.TRIALS, options.SEED, options.TEST_BASELINES)
    _add(test, options.METHOD, options.DIFFERENCES, options.CLUSTERS, options.FORMAT)

    _add_raters(command)
    check = command(
        "check", "every fault of files; of one, what it is; of none, the formats", checking.check
    )
    _add_files(check, gold="?")
    _add(check, options.MISSING, *options.OF_READING, options.FAULTS_FORMAT)

    baseline = command("baseline", "a run by a baseline that learns from texts", actions.baseline)
    _add_training(baseline)

    app = command("app", "start the app in a browser", actions.app)
    app.add_argument("--port", type=int, default=8501, help="(8501)")
    for each in commands.choices.values():
        each.set_defaults(campaign=None, **(usual or {}))
    return found


def _add(parser: argparse.ArgumentParser, *chosen: Option[Any], **special: Any) -> None:
    """Add the flags of options."""
    for each in chosen:
        given: dict[str, Any] = {"default": each.usual, "help": each.in_shell}
        if each.needs:
            given["help"] = f"with {each.needs}: {each.in_shell}"
        if isinstance(each.values, Number | Ways) and each.usual is not None:
            given["help"] += f" ({each.usual})"
        match each.values:
            case Switch():
                given["action"] = "store_true"
            case Ways(words):
                given["choices"] = tuple(map(str, words))
            case _:
                given |= {"type": partial(_read, each), "metavar": each.sign}
        if each.repeats:
            given |= {"action": "append", "default": []}
            given["help"] += "; may repeat"
        parser.add_argument(each.typed_as, **given | special)


def _read(option: Option[Any], text: str) -> Any:
    try:
        return option.read(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _refuse(parser: argparse.ArgumentParser, option: Option[Any], reason: str) -> None:
    """Refuse a flag that other commands have, with the reason."""

    def refused(_: str) -> NoReturn:
        raise argparse.ArgumentTypeError(reason)

    parser.add_argument(option.typed_as, type=refused, default=SUPPRESS, help=SUPPRESS)


def _add_files(
    parser: argparse.ArgumentParser, gold: str | None = None, *, scores: bool = False
) -> None:
    parser.add_argument("gold", nargs=gold, help="gold file, ZIP archive or folder")
    parser.add_argument("runs", nargs="*", help="run files, ZIP archives or folders")
    if scores:
        parser.add_argument("--scores", action="store_true", help="all files are score matrices")


def _add_scorer(command: Command) -> None:
    scorer = command("scorer", "a competition that scores what is submitted", publishing.scorer)
    scorer.add_argument("gold", help="gold file, ZIP archive or folder, which goes into it")
    scorer.add_argument(
        "--codabench", action="store_true", required=True, help="for Codabench (its bundle)"
    )
    _add(scorer, *options.OF_SCORING)
    scorer.add_argument("--out", default="competition.zip", help="file (competition.zip)")


def _add_raters(command: Command) -> None:
    """The commands about people and judges."""
    ratings = (options.JUDGES, *options.OF_READING, options.WITHOUT)
    judges = command("judges", "which judges can stand in for a person", publishing.judges)
    agreement = command("agreement", "how far judges agree with people", publishing.agreement)
    for each in (judges, agreement):
        each.add_argument("people", help="file of people's ratings")
        each.add_argument(
            "runs", nargs="*", metavar="judges", help="files of judges' ratings or runs"
        )
        each.add_argument("--out", help="write a page to send: an .html file")
    estimate = command("estimate", "how people would rate all items of a judge", people.estimate)
    estimate.add_argument("people", help="file of people's ratings of some items")
    estimate.add_argument(
        "judges_file", nargs="?", metavar="judges", help="file of judges' ratings of all items"
    )
    _add(estimate, options.JUDGE, options.GROUPS, options.JUDGES)
    _add(estimate, *options.OF_READING, options.FORMAT)
    _add(agreement, *ratings, options.AGREEMENT, options.CLUSTERS, options.SHOWN, options.FORMAT)
    of_people = (replace(each, needs="--show people") for each in (options.MEASURES, options.SEED))
    _add(agreement, *of_people)
    _add(judges, *ratings, options.JUDGE_SCORES, options.EPSILON, options.FALSE_DISCOVERY_RATE)
    _add(judges, options.CLUSTERS, options.FORMAT)
    for each in (judges, agreement, estimate):
        _refuse(each, options.MISSING, "a judge is compared with people on the items that both "
                "rated, so that nothing stands in for what it lacks")  # fmt: skip


def _add_training(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", choices=("lstm",), help="lstm: a bidirectional LSTM")
    parser.add_argument(
        "train", nargs="+", help="rated dialogues with their utterances, or gold and id,text"
    )
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--test", nargs="+", metavar="FILE", help="texts to estimate")
    asked.add_argument(
        "--folds", type=int, help="estimate each part of TRAIN, by dialogue, from the others"
    )
    parser.add_argument("--out", required=True, help="the run: .json (NTCIR), .csv or .zip (DBDC)")
    _add(parser, *options.OF_TRAINING)
