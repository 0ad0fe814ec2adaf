"""What is typed after ``oq``, and how it ends."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any, get_args

from oq_core.analysis import Margin, Method, Null, Rule, TauInterval, Variant, read_margin
from oq_core.baselines import LOSSES, Settings
from oq_core.baselines.units import Unit
from oq_core.campaign.computing.analysis import Options
from oq_core.campaign.computing.protocol import TASK_WEIGHT
from oq_core.campaign.printing.style import STYLES
from oq_core.command import actions, publishing
from oq_core.defaults import CAMPAIGNS, MOST_DRAWS, RESAMPLES
from oq_core.raters.stand_in import EPSILON, FALSE_DISCOVERIES, PAPER_SCORES
from oq_core.reading.format_record import MISSING
from oq_core.version import VERSION

_EXAMPLES = """\
examples:
  oq report gold.json runs --measures RSNOD,NMD --scales A,S --baselines --out report
  oq report --again report/options.json --out report2
  oq report --again report/options.json --style acm --out report3
  oq site gold.json runs --measures NMD,RNOD --out leaderboard.html
  oq teams gold.json runs --measures NMD,RNOD --out teams
  oq score gold.json run1.json run2.json --format csv > means.csv
  oq test gold.json runs --measures NMD --trials 10000
  oq test --scores NMD.csv RNOD.csv --method sign-flip
  oq test gold.json runs --measures NMD --calibrate --difference 0.02
  oq raters gold.json runs --measures NMD,RNOD --format csv
  oq judges people.json judges.json --measures NMD,RNOD --epsilon .15
  oq check gold.json my_run.json
  oq scorer --codabench gold.json --measures NMD,RNOD --out competition.zip
  oq baseline lstm train.json --test test.json --out BL-lstm.json
  oq app

exit status: 0 when all is well, 1 when a file is at fault or cannot be written, 2 when the line is
at fault, 130 when Ctrl-C stopped it, 143 when the system did (SIGTERM)
"""


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
    gold.json: 300 instances in the scales A, S, E; nuggets of 300 dialogues
    No fault was found in 1 run: ALTO-run1
    0
    """
    chosen = parser().parse_args(arguments)
    try:
        status = int(chosen.action(chosen))
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


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command's line."""
    found = argparse.ArgumentParser(
        prog="oq",
        description="Ordinal quantification: score runs against gold, compare measures and runs.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found.add_argument("--version", action="version", version=f"oq {VERSION}")
    commands = found.add_subparsers(required=True, metavar="command")

    report = commands.add_parser("report", help="every table and figure of an overview paper")
    report.set_defaults(action=actions.report)
    _add_files(report, gold="?")
    _add_choices(report)
    _add_options(report)
    report.add_argument("--out", default="report", help="folder, or .zip or .html file (report)")
    report.add_argument(
        "--style", choices=tuple(STYLES), help="of the paper that tables and figures are for "
        "(article, or that of --again)",
    )  # fmt: skip
    report.add_argument(
        "--pdf", action="store_true", help="compile the overview, too, which needs TeX"
    )
    report.add_argument("--again", metavar="OPTIONS.JSON", help="make the report of this file anew")

    _add_publishing(commands)

    score = commands.add_parser("score", help="mean scores, or the score of every instance")
    score.set_defaults(action=actions.score)
    _add_files(score)
    _add_choices(score)
    score.add_argument("--instances", action="store_true", help="every instance, not the means")
    _add_format(score)

    test = commands.add_parser(
        "test", help="p-values of all pairs of runs, or how often they are wrong"
    )
    test.set_defaults(action=actions.test)
    _add_files(test)
    _add_choices(test)
    default = Options()
    test.add_argument("--trials", type=_draws, default=default.trials, help=f"B ({default.trials})")
    test.add_argument("--seed", type=_whole, default=default.seed, help=f"({default.seed})")
    _add_rule(test)
    test.add_argument(
        "--calibrate",
        choices=get_args(Null),
        nargs="?",
        const="complete",
        help="instead: how often the test is wrong on data like these, with all runs made equal, "
        "or only those that it does not tell apart (complete)",
    )
    test.add_argument(
        "--difference",
        type=float,
        default=0.0,
        help="with --calibrate: what share of pairs that differ so much is found (0: none)",
    )
    test.add_argument(
        "--differences",
        type=_margin,
        nargs="?",
        const=0.0,
        metavar="MARGIN",
        help="instead: differences of all pairs with simultaneous intervals, and which pairs are "
        "equivalent for a margin, such as 0.02 or NMD=0.02,RNOD=0.03; beside them what half of the "
        "raters differs from the others by",
    )
    test.add_argument(
        "--tost",
        nargs=2,
        metavar="RUN",
        help="with --differences MARGIN: instead, test that these two are equivalent",
    )
    test.add_argument("--campaigns", type=_draws, default=CAMPAIGNS, help=f"({CAMPAIGNS})")
    _add_format(test)

    _add_raters(commands)
    check = commands.add_parser("check", help="every fault of files, before they are submitted")
    check.set_defaults(action=actions.check)
    _add_files(check, runs="+")
    check.add_argument(
        "--format", choices=("text", "json"), default="text",
        help="json: a list of file, place, fault and remedy",
    )  # fmt: skip

    baseline = commands.add_parser("baseline", help="a run by a baseline that learns from texts")
    baseline.set_defaults(action=actions.baseline)
    _add_training(baseline)

    formats = commands.add_parser("formats", help="formats that are read")
    formats.set_defaults(action=actions.formats)

    app = commands.add_parser("app", help="start the app in a browser")
    app.set_defaults(action=actions.app)
    app.add_argument("--port", type=int, default=8501, help="(8501)")
    return found


def _add_files(parser: argparse.ArgumentParser, gold: str | None = None, runs: str = "*") -> None:
    parser.add_argument("gold", nargs=gold, help="gold file, ZIP archive or folder")
    parser.add_argument("runs", nargs=runs, help="run files, ZIP archives or folders")


def _add_publishing(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The commands that make something for others."""
    site = commands.add_parser("site", help="a leaderboard to publish, one HTML file")
    site.set_defaults(action=publishing.site)
    site.add_argument("--out", default="leaderboard.html", help="file (leaderboard.html)")

    teams = commands.add_parser("teams", help="a folder for each team, with its page and scores")
    teams.set_defaults(action=publishing.teams)
    teams.add_argument("--out", default="teams", help="folder (teams)")
    teams.add_argument(
        "--with-instances", action="store_true", help="with others' scores on each instance"
    )
    for each in (site, teams):
        _add_files(each, gold="?")
        _add_choices(each)
        _add_options(each)
        each.add_argument("--again", metavar="OPTIONS.JSON", help="as in a report that was made")

    scorer = commands.add_parser("scorer", help="a competition that scores what is submitted")
    scorer.set_defaults(action=publishing.scorer)
    scorer.add_argument("gold", help="gold file, ZIP archive or folder, which goes into it")
    scorer.add_argument(
        "--codabench", action="store_true", required=True, help="for Codabench (its bundle)"
    )
    _add_scoring(scorer)
    scorer.add_argument("--out", default="competition.zip", help="file (competition.zip)")


def _add_raters(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The commands about people and judges."""
    raters = commands.add_parser("raters", help="what the raters allow: the score of the truth")
    raters.set_defaults(action=actions.raters)
    _add_files(raters)
    _add_ratings(raters)
    _add_what_is_scored(raters)
    raters.add_argument("--draws", type=_draws, default=RESAMPLES,
                        help=f"resamples for the intervals ({RESAMPLES})")  # fmt: skip
    raters.add_argument("--seed", type=_whole, default=0, help="(0)")
    _add_format(raters)

    judges = commands.add_parser("judges", help="which judges can stand in for a person")
    judges.set_defaults(action=actions.judges)
    judges.add_argument("people", help="file of people's ratings")
    judges.add_argument(
        "runs", nargs="*", metavar="judges", help="files of judges' ratings or runs"
    )
    _add_ratings(judges)
    _add_names(judges, "measures", "scores, also RMSE and accuracy "
               "(NMD,RNOD,JSD,RMSE,accuracy)", ("NMD", "RNOD", "JSD", *PAPER_SCORES))  # fmt: skip
    judges.add_argument("--epsilon", type=float, default=EPSILON,
                        help="what a judge may lack: .2 for experts, .15 for trained raters, .1 "
                        f"for a crowd ({EPSILON})")  # fmt: skip
    judges.add_argument("--q", type=float, default=FALSE_DISCOVERIES,
                        help=f"false discovery rate over raters ({FALSE_DISCOVERIES})")  # fmt: skip
    judges.add_argument("--clusters", metavar="TEXT",
                        help="items whose names begin alike up to this are a cluster")  # fmt: skip
    _add_format(judges)


def _add_ratings(parser: argparse.ArgumentParser) -> None:
    """What is asked of files of ratings."""
    _add_names(parser, "judges", "raters of the first file who are judges, not people (none)")
    _add_names(parser, "leave-out", "ratings that are no class, such as refused,NA,99 (none)")
    _add_classes(parser, "those")
    _add_repeated(parser, "--without", "RUN", "leave this run out")


def _add_training(parser: argparse.ArgumentParser) -> None:
    default = Settings()
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
    parser.add_argument(
        "--loss", default=default.loss, help=f"{', '.join(LOSSES)} ({default.loss})"
    )
    parser.add_argument(
        "--unit", choices=get_args(Unit), default=default.unit, help=f"({default.unit})"
    )
    networks = len(default.seeds)
    for name, value, what in (
        ("seed", 0, "of the first network; the others count on"),
        ("networks", networks, "whose mean is the estimate"),
        ("epochs", default.epochs, "at most"),
        ("turns", default.turns, "the last ones of a dialogue that are read"),
        ("length", default.length, "characters or words of a turn that are read"),
    ):
        parser.add_argument(f"--{name}", type=_whole, default=value, help=f"{what} ({value})")


def _add_choices(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--scores", action="store_true", help="all files are score matrices")
    _add_names(parser, "larger", "of score matrices, all measures of which larger is better "
               "(those that are known)")  # fmt: skip
    _add_scoring(parser)
    parser.add_argument("--baselines", action="store_true", help="show Popularity and Uniform too")
    _add_repeated(parser, "--without", "RUN", "leave this run out")
    _add_repeated(parser, "--rename", "RUN=NAME", "another name for a run; other choices are about "
                  "it", dest="renamed", type=_other_name)  # fmt: skip


def _add_scoring(parser: argparse.ArgumentParser) -> None:
    """What changes scores."""
    _add_what_is_scored(parser)
    _add_repeated(parser, "--scale-measures", "SCALE=NAMES", "other measures for one scale, such "
                  "as S=NMD,RSNOD", type=_of_scale)  # fmt: skip
    parser.add_argument("--flipped", action="store_true", help="turn the order of classes round")
    _add_classes(parser, "order")
    parser.add_argument(
        "--nugget-weight",
        type=float,
        default=TASK_WEIGHT,
        metavar="WEIGHT",
        help=f"α of nugget detection: weight of the customer's turns ({TASK_WEIGHT})",
    )


def _add_what_is_scored(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--title", default="", help="name of the data (that of the gold file)")
    _add_names(parser, "scales", "such as A,S (all)")
    _add_names(parser, "measures", "such as NMD,RSNOD (all)")
    parser.add_argument(
        "--missing",
        choices=tuple(MISSING),
        default="refused",
        help="instances that a run lacks: scored as uniform, or by the worst score (refused)",
    )


def _add_names(
    parser: argparse.ArgumentParser, name: str, what: str, default: tuple[str, ...] = ()
) -> None:
    parser.add_argument(f"--{name}", type=_names, default=default, metavar="NAMES", help=what)


def _add_classes(parser: argparse.ArgumentParser, otherwise: str) -> None:
    words = f"the classes from the lowest on; once for each ({otherwise} of the file)"
    parser.add_argument("--classes", action="append", default=[], metavar="CLASS", help=words)


def _add_repeated(
    parser: argparse.ArgumentParser, flag: str, sign: str, what: str, **options: Any
) -> None:
    """Add what may be given several times."""
    parser.add_argument(
        flag, action="append", default=[], metavar=sign, help=f"{what}; may repeat", **options
    )


def _add_options(parser: argparse.ArgumentParser) -> None:
    default = Options()
    parser.add_argument("--alpha", type=float, default=default.alpha, help="significance level")
    parser.add_argument("--trials", type=_draws, default=default.trials, help="B of the tests")
    parser.add_argument("--splits", type=_draws, default=default.splits, help="of the instances")
    parser.add_argument("--split-size", type=_whole, help="instances in each part (half)")
    parser.add_argument(
        "--small-split", type=_whole, default=default.small_split,
        help=f"instances in each part of a second series; 0: none ({default.small_split})",
    )  # fmt: skip
    parser.add_argument("--samples", type=_draws, default=default.samples, help="of the bootstrap")
    parser.add_argument("--seed", type=_whole, default=default.seed)
    parser.add_argument("--tau", choices=get_args(Variant), default=default.tau)
    parser.add_argument(
        "--tau-interval", choices=get_args(TauInterval), default=default.tau_interval
    )
    parser.add_argument("--effect", choices=("E1", "E2"), default=default.effect)
    _add_repeated(parser, "--outside", "RUN", "rank, but do not test, this run")
    parser.add_argument(
        "--bounded", action="store_true",
        help="intervals of means use that scores lie between 0 and 1 (wide, safe)",
    )  # fmt: skip
    parser.add_argument(
        "--margin", type=_margin, default=default.margin,
        help="with --intervals: which runs are equivalent for it, such as 0.02 or "
        "NMD=0.02,RNOD=0.03 (0: not asked)",
    )  # fmt: skip
    parser.add_argument(
        "--intervals", action="store_true", help="of powers, ranks, differences, consistency (slow)"
    )
    _add_rule(parser)


def _add_rule(parser: argparse.ArgumentParser) -> None:
    default = Rule()
    parser.add_argument(
        "--test-baselines",
        action="store_true",
        help="test baselines that --baselines adds, too, which are only shown otherwise",
    )
    parser.add_argument(
        "--method", choices=get_args(Method), default=default.method, help="how pairs are tested"
    )
    parser.add_argument("--plus-one", action="store_true", help="p is (count + 1)/(B + 1)")
    parser.add_argument("--studentised", action="store_true", help="divide by standard errors")
    parser.add_argument("--over-measures", action="store_true", help="one family of all measures")


def _add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=("table", "csv", "json"), default="table")


def _whole(text: str) -> int:
    # A report's options keep numbers below 2 to the 53rd.
    if not text.isdecimal() or len(text) > 15:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 0 or more")
    return int(text)


def _draws(text: str) -> int:
    if not 1 <= (number := _whole(text)) <= MOST_DRAWS:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 to {MOST_DRAWS:,}")
    return number


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _other_name(text: str) -> tuple[str, str]:
    run, sign, name = text.rpartition("=")
    if not sign or not run or not name:
        raise argparse.ArgumentTypeError(f"{text!r} is not RUN=NAME, such as run0=ALTO-run0")
    return run, name


def _margin(text: str) -> Margin:
    try:
        return read_margin(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _of_scale(text: str) -> tuple[str, tuple[str, ...]]:
    # A measure's key has no such sign; a scale's name may.
    scale, sign, names = text.rpartition("=")
    if not sign or not (keys := _names(names)):
        raise argparse.ArgumentTypeError(f"{text!r} is not SCALE=NAMES, such as S=NMD,RSNOD")
    return scale, keys
