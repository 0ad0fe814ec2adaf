"""Every flag of every command reaches what it is about: given, it changes what comes of the line.

Reports give the numbers of the analysis here: what is made of these has tests of its own, and would
tell the options even if nothing heeded them.
"""

import argparse
import inspect
import json
import shutil
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import fields, is_dataclass
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

from oq_core import analyse, options, read_campaign
from oq_core.baselines.lstm import Network
from oq_core.campaign import Choices, Options
from oq_core.campaign.saving.archive import score_matrices
from oq_core.campaign.saving.provenance import options_json
from oq_core.command import actions, baseline, main
from oq_core.command.line import parser
from oq_core.option import Number
from tests.conftest import SAMPLE

QUICK = ("--trials=100", "--splits=10", "--samples=20", "--small-split=0")
RATINGS = ("people.json", "judges.json", "--measures=NMD")
#: What each command is tried on, and how.
WHAT = {
    **dict.fromkeys(
        ("report", "score", "test"), ("gold.json", "runs", "--scales=S", "--measures=NMD,RNOD")
    ),
    "judges": RATINGS,
    "agreement": ("people.json", "judges.json"),
    "estimate": ("people.json", "judges.json", "--judge=j1"),
    "scorer": ("gold.json", "--scales=S", "--measures=NMD,RNOD"),
    "check": ("gold.json", "faulty.json"),
    "baseline": ("lstm", "train.json", "--test=test.json"),
}  # fmt: skip
HOW = {
    "report": (*QUICK, "--out=out"), "test": ("--trials=100",),
    "scorer": ("--codabench", "--out=out"),
    "baseline": ("--out=out.json",),
}  # fmt: skip
#: How each flag is given that takes a value.
VALUES = {
    "--title": ["--title=Mine"], "--scales": ["--scales=A"], "--measures": ["--measures=JSD"],
    "--missing": ["--missing=uniform"], "--scale-measures": ["--scale-measures=S=NMD,RNSS"],
    "--classes": [f"--classes={each}" for each in (-1, -2, 0, 2, 1)],
    "--nugget-weight": ["--nugget-weight=0.2"], "--without": ["--without=BIRCH-run1"],
    "--rename": ["--rename=ALTO-run1=X"], "--larger": ["--larger=loss"],
    "--smaller": ["--smaller=f1"], "--alpha": ["--alpha=.4"],
    "--trials": ["--trials=90"], "--splits": ["--splits=12"], "--split-size": ["--split-size=3"],
    "--small-split": ["--small-split=4"], "--samples": ["--samples=30"], "--seed": ["--seed=3"],
    "--tau": ["--tau=b"], "--tau-interval": ["--tau-interval=teams"], "--effect": ["--effect=E2"],
    "--outside": ["--outside=ALTO-run1"], "--method": ["--method=sign-flip"],
    "--format": ["--format=json"],
    "--judges": ["--judges=j1"], "--leave-out": ["--leave-out=99"], "--epsilon": ["--epsilon=.3"],
    "--q": ["--q=.2"], "--clusters": ["--clusters=1"], "--loss": ["--loss=NMD"],
    "--unit": ["--unit=words"], "--networks": ["--networks=2"], "--epochs": ["--epochs=9"],
    "--turns": ["--turns=3"], "--length": ["--length=8"], "--again": ["--again=options.json"],
    "--test": ["--test=other.json"], "--decimals": ["--decimals=share"],
    "--by": ["--by=kappa"], "--judge": ["--judge=j2"],
    "--column": ["--column=low=text"], "--show": ["--show=classes"],
}  # fmt: skip
#: The same for single commands, and for people's ratings, which have other names.
OF_COMMAND = {
    ("scorer", "--decimals"): ["--decimals=round"],
    ("estimate", "--by"): ["--by=-"],
}  # fmt: skip
OF_PEOPLE = VALUES | {
    "--without": ["--without=j2"], "--scales": ["--scales=S"], "--clusters": ["--clusters=-"],
    "--classes": [f"--classes={each}" for each in (1, 3, 2, 5, 4)],
}  # fmt: skip
#: What else a line needs for the flag to matter there.
NEEDS = {
    "--test-baselines": ("--baselines",), ("test", "--baselines"): ("--test-baselines",),
    ("agreement", "--measures"): ("--show=people",), ("agreement", "--seed"): ("--show=people",),
}  # fmt: skip
#: What a command is tried on, where the flag matters there alone.
OTHERS = {
    "--scores": ("NMD.csv",), "--larger": ("--scores", "loss.csv"),
    "--smaller": ("--scores", "f1.csv"), "--again": (),
    "--missing": ("gold.csv", "lacking", "--measures=NMD"),
    "--nugget-weight": ("gold.json", "runs", "--scales=nuggets"),
    "--judges": ("all.csv", "--measures=NMD"),
    "--leave-out": ("refused.csv", "judges.json", "--measures=NMD"),
    "--decimals": ("people.json", "decimals.json", "--measures=NMD"),
    ("agreement", "--judges"): ("all.csv",), ("estimate", "--judges"): ("all.csv",),
    ("estimate", "--leave-out"): ("refused.csv", "judges.json", "--judge=j1"),
    ("estimate", "--decimals"): ("people.json", "decimals.json", "--judge=j1"),
    ("estimate", "--column"): ("criteria.csv", "--judges=j1,j2", "--judge=j1"),
    ("agreement", "--leave-out"): ("refused.csv", "judges.json"),
    ("agreement", "--decimals"): ("people.json", "decimals.json"),
    "--column": ("counts.csv", "counted", "--measures=NMD"),
    ("score", "--pooled"): ("labels.csv", "labels", "--measures=MAE_M"),
    ("check", "--missing"): ("gold.csv", "lacking", "faulty.json"),
    ("scorer", "--leave-out"): ("refused.csv",),
    ("check", "--leave-out"): ("refused.csv", "faulty.json"),
    ("scorer", "--decimals"): ("between.csv",),
    ("check", "--decimals"): ("people.json", "decimals.json", "faulty.json"),
    ("scorer", "--column"): ("counts.csv",),
    ("check", "--column"): ("counts.csv", "faulty.json"),
    ("judges", "--column"): ("criteria.csv", "--judges=j1,j2", "--measures=NMD"),
    ("agreement", "--column"): ("criteria.csv", "--judges=j1,j2"),
    ("scorer", "--missing"): ("gold.json",), ("scorer", "--nugget-weight"): ("gold.json",),
}  # fmt: skip
#: What each command is tried with beside its flags one by one: passed on in other ways.
MORE = [
    ("test", ("--differences",), "--seed"), ("test", ("--differences",), "--trials"),
]  # fmt: skip
#: Flags that change nothing in a line that can be tried here, and why.
REASONS = {
    ("score", "--flipped"): "no measure changes where the classes are turned round",
    ("test", "--flipped"): "no measure changes where the classes are turned round",
    ("baseline", "--folds"): "networks are trained for it: tests/baselines/test_lstm.py",
    ("app", "--port"): "it is the server's",
    **dict.fromkeys(
        [(command, "--out") for command in ("report", "scorer", "baseline", "agreement", "judges")],
        "it says where, not what",
    ),
    ("scorer", "--codabench"): "a line without it is refused",
    **{
        (command, "--missing"): "refused with its reason: tests/command/test_people.py"
        for command in ("judges", "agreement", "estimate")
    },
}


def flags():
    """Every flag of every command, and the commands' own."""
    commands = next(
        each for each in parser()._actions if isinstance(each, argparse._SubParsersAction)
    )
    for command, found in commands.choices.items():
        for action in found._actions:
            both = isinstance(action, argparse.BooleanOptionalAction)
            for flag in action.option_strings[-1 - both :]:
                if flag != "--help" and (command, flag) not in REASONS:
                    yield command, (), flag


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    """Runs of four teams on 20 dialogues, scores, texts, people and judges, and what is faulty."""
    folder = tmp_path_factory.mktemp("campaign")
    shutil.copy(SAMPLE / "short" / "gold.json", folder)
    (folder / "runs").mkdir()
    for run in ("ALTO-run0", "ALTO-run1", "BIRCH-run0", "BIRCH-run1", "CEDAR-run0", "ELM-run0"):
        entries = json.loads((SAMPLE / "runs" / f"{run}.json").read_text())[:20]
        (folder / "runs" / f"{run}.json").write_text(json.dumps(entries))
    rows = ["id,low,middle,high", *(f"d{each},.{each},.{8 - each},.2" for each in range(1, 8))]
    (folder / "gold.csv").write_text("\n".join(rows))
    (folder / "lacking").mkdir()
    (folder / "labels").mkdir()
    for place, classes in (("labels.csv", "1122231"), ("labels/run.csv", "1212333")):
        items = (f"i{n},{'t' if n < 3 else 'u'},{each}" for n, each in enumerate(classes))
        (folder / place).write_text("\n".join(["id,topic,class", *items]))
    turned = ["id,high,middle,low", *rows[1:]]
    (folder / "lacking" / "whole.csv").write_text("\n".join(turned))
    (folder / "lacking" / "less.csv").write_text("\n".join(rows[:-1]))
    entries[0]["quality"]["A"]["1"] = 7
    (folder / "faulty.json").write_text(json.dumps(entries))
    votes = ["id,low,middle,high", *(f"d{each},{each},2,3" for each in range(1, 8))]
    (folder / "counts.csv").write_text("\n".join(votes))
    (folder / "counted").mkdir()
    (folder / "counted" / "same.csv").write_text("\n".join(votes))
    others = ["id,high,middle,low", *votes[1:]]
    (folder / "counted" / "turned.csv").write_text("\n".join(others))
    read = read_campaign(folder / "gold.json", [folder / "runs"], scales="S", measures=["NMD"])
    (scores,) = read.scores.values()
    for _, text in score_matrices(scores):
        (folder / "NMD.csv").write_text(text)
        (folder / "loss.csv").write_text(text)
        (folder / "f1.csv").write_text(text)
    dialogues = json.loads((folder / "gold.json").read_text())
    for entry in dialogues:
        entry["turns"][0]["utterances"] = [f"Hello, this is {entry['id']}."]
    for name, place in (("train", 0), ("test", 12), ("other", 15)):
        (folder / f"{name}.json").write_text(json.dumps(dialogues[place : place + 12]))
    _write_ratings(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        read = read_campaign("gold.json", ["runs"], scales="S", measures=["NMD"])
        made = analyse(read, Options(trials=100, splits=10, samples=20, small_split=0))
        (folder / "options.json").write_text(options_json(made, ""))
        patch.setattr(actions, "write_report", _written)
        patch.setattr(baseline, "learn", _learn)
        yield folder


def _write_ratings(folder):
    draws = np.random.default_rng(0)
    quality = draws.integers(1, 6, 40)
    ratings = {
        name: {
            f"d{item // 4}-i{item}": value
            for item, value in enumerate(
                np.clip(quality + draws.integers(-1, 2, 40), 1, 5).tolist()
            )
        }
        for name in ("ann", "bob", "cy", "j1", "j2")
    }
    judges = {name: dict(list(ratings[name].items())[1:]) for name in ("j1", "j2")}
    for file, given in {
        "people": {name: ratings[name] for name in ("ann", "bob", "cy")},
        "judges": {name: ratings[name] for name in judges},
        "fewer": judges,
        "decimals": {
            name: {item: value - (value > 1) / 4 for item, value in ratings[name].items()}
            for name in judges
        },
    }.items():
        (folder / f"{file}.json").write_text(json.dumps(given))
    rows = [
        f"{item},{name},{rated}" for name, each in ratings.items() for item, rated in each.items()
    ]
    (folder / "all.csv").write_text("\n".join(["item,rater,rating", *rows]) + "\n")
    criteria = [f"{row},{row[-1]}" for row in rows]
    (folder / "criteria.csv").write_text("\n".join(["item,rater,high,low", *criteria]) + "\n")
    people = [row for row in rows if ",j" not in row]
    between = ["item,rater,rating", *people, "y,bob,2.75"]
    (folder / "between.csv").write_text("\n".join(between) + "\n")
    (folder / "refused.csv").write_text(
        "\n".join(["item,rater,rating", *people, "y,bob,99"]) + "\n"
    )


def _learn(_, gold, asked, settings, *__):
    """Networks that were not trained."""
    shares = {scale: np.full((len(asked), each.shape[1]), 0.2) for scale, each in gold.items()}
    return [Network(seed, 0, (1.0,), (1.0,), shares) for seed in settings.seeds]


def _numbers(analysis):
    """All that an analysis has found and would print, without what it says of its options."""
    found = []
    for each in analysis.data_sets:
        collection = analysis.campaign.collections.get(each.name)
        found += [getattr(each, field.name) for field in fields(each)]
        found += [each.taus, each.tau_intervals, each.powers, each.overlap, each.effects]
        found += [None if collection is None else collection.classes]
        if each.differences is not None:
            found.append(each.differences.to_frame().to_csv())
    return repr([*map(_plain, found)])


def _plain(value):
    if isinstance(value, Options):
        return None
    if is_dataclass(value):
        return [_plain(getattr(value, each.name)) for each in fields(value)]
    if isinstance(value, tuple):
        return [*map(_plain, value)]
    return value.tolist() if isinstance(value, np.ndarray) else value


def _written(analysis, target, **_):
    target.write_text(_numbers(analysis))


def outcome(line):
    """The status of a line, and what it prints and writes."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        status = main(line)
    files = {}
    for path in Path().glob("out*"):
        every = [each for each in path.rglob("*") if each.is_file()] if path.is_dir() else [path]
        files |= {each.as_posix(): each.read_bytes() for each in every}
        (shutil.rmtree if path.is_dir() else Path.unlink)(path)
    return status, out.getvalue(), err.getvalue(), files


@pytest.fixture(scope="module")
def before():
    """What came of lines without the flag."""
    return {}


@pytest.mark.usefixtures("campaign")
@pytest.mark.parametrize(("command", "beside", "flag"), [*flags(), *MORE], ids="".join)
def test_each_flag_changes_what_comes_of_the_line(before, command, beside, flag):
    what = OTHERS.get((command, flag), OTHERS.get(flag, WHAT.get(command, ())))
    needs = NEEDS.get((command, flag), NEEDS.get(flag, ()))
    # A report's options have all that is asked, and nothing stands beside them.
    is_again = any(each.startswith("--again") for each in (flag, *beside))
    what, how = ((), ("--out=out",)) if is_again else (what, HOW.get(command, ()))
    line = [command, *what, *how, *needs, *beside]
    if tuple(line) not in before:
        before[tuple(line)] = outcome(line)
    values = OF_PEOPLE if command in ("judges", "agreement", "estimate") else VALUES
    typed = OF_COMMAND.get((command, flag), values.get(flag, [flag]))
    status, *found = outcome([*line, *typed])
    assert status == (command == "check")
    assert found != list(before[tuple(line)][1:])


def together(kind):
    """Flags that need another (or stand apart from it), and the other, where a command has both."""
    commands = next(
        each for each in parser()._actions if isinstance(each, argparse._SubParsersAction)
    )
    for command, found in commands.choices.items():
        for option in options.OPTIONS:
            flag, other = option.typed_as, getattr(option, kind)
            if other and {flag, other.split()[0]} <= {*found._option_string_actions}:
                yield command, flag, other


@pytest.mark.usefixtures("campaign")
@pytest.mark.parametrize(("command", "flag", "other"), [*together("needs")])
def test_what_does_nothing_without_another_flag_is_refused(command, flag, other):
    status, _, told, files = outcome([command, "gold.json", "runs", *VALUES.get(flag, [flag])])
    assert (status, files) == (1, {})
    assert told == f"oq: {flag} is for {other}. Give both, or leave it out.\n"


@pytest.mark.usefixtures("campaign")
@pytest.mark.parametrize(("command", "flag", "other"), [*together("apart")])
def test_what_does_nothing_beside_another_flag_is_refused(command, flag, other):
    typed = [other + "=x.html" * (other == "--out"), *VALUES.get(flag, [flag])]
    status, _, told, files = outcome([command, "gold.json", "runs", *typed])
    assert (status, files) == (1, {})
    assert told == f"oq: {flag} has no part in {other}. Leave one of them out.\n"


@pytest.mark.usefixtures("campaign")
@pytest.mark.parametrize(("line", "kinds"), [
    (["report", "gold.json", "runs", "--out=out.pdf"], "a folder or a .zip file or a .html file"),
    (["report", "--again=options.json", "--out=out.HTML"],
     "a folder or a .zip file or a .html file"),
    (["scorer", "--codabench", "gold.json", "--out=out.json"], "a .zip file"),
    (["agreement", "people.json", "judges.json", "--out=out.pdf"], "a .html file"),
])  # fmt: skip
def test_what_is_written_has_the_name_of_its_kind(line, kinds):
    status, _, message, files = outcome(line)
    assert (status, files) == (1, {})
    name = line[-1].removeprefix("--out=")
    assert message == f"oq: {name}: what is written is {kinds}. Name that after --out.\n"


@pytest.mark.usefixtures("campaign")
def test_labels_alone_are_pooled():
    status, out, told, _ = outcome(["score", "gold.json", "runs", "--pooled"])
    assert (status, out) == (1, "")
    assert told.endswith("oq: --pooled is for items with one class each. Leave it out.\n")


NUMBERS = [
    (command, flag, option)
    for command, _, flag in flags()
    for option in options.OPTIONS
    if option.typed_as == flag and isinstance(option.values, Number)
]


@pytest.mark.parametrize(("command", "flag", "option"), NUMBERS)
def test_numbers_beyond_the_limits_of_pages_are_refused(command, flag, option, capsys):
    for number in (option.values.least - 1, option.values.most + 1, "x"):
        with pytest.raises(SystemExit) as stopped:
            main([command, f"{flag}={number}"])
        assert stopped.value.code == 2
        assert f"argument {flag}: '{number}' is no " in capsys.readouterr().err


def test_help_says_what_each_command_and_each_of_its_flags_is_for(monkeypatch):
    # What is said of a flag stands in a line.
    monkeypatch.setenv("COLUMNS", "1000")
    whole = parser()
    commands = next(each for each in whole._actions if isinstance(each, argparse._SubParsersAction))
    assert [each.dest for each in commands._choices_actions if each.help] == [*commands.choices]
    every = commands.choices.values()
    assert all(action.help for each in every for action in each._actions)


#: Fields that nobody chooses by themselves, and why.
NO_OPTIONS = {(Choices, "described"): "a table of runs says it"}


@pytest.mark.parametrize("record", [Options, Choices])
def test_every_field_of_a_record_can_be_chosen(record):
    chosen = [each.name for each in options.OPTIONS if each.to == record.__name__]
    others = [name for of, name in NO_OPTIONS if of is record]
    assert sorted([*chosen, *others]) == sorted(each.name for each in fields(record))


@pytest.mark.parametrize("option", options.OPTIONS, ids=lambda each: each.typed_as)
def test_options_say_where_they_go_and_what_is_usual_there(option):
    if option.to is None:
        return
    records = {each.__name__: each for each in (Options, Choices)}
    to = records[option.to] if isinstance(option.to, str) else option.to
    parameter = inspect.signature(to).parameters[option.name]
    usual = parameter.default
    # A mapping is made anew for each.
    if usual is not parameter.empty and option.usual not in ({}, None):
        assert usual == option.usual
