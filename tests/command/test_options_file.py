"""A report's options.json with an entry changed: it is refused in a sentence, or it works."""

import copy
import json
import math
import re
from functools import reduce
from operator import getitem
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oq_core.campaign.saving.provenance import options_json
from oq_core.command import actions, main
from oq_core.command.line import parser
from tests.command.order_told import without_order
from tests.command.test_command import GOLD, RUNS

#: What stands in the place of an entry. Numbers are small, or more than may be drawn.
CHANGED = (
    None, True, -1, 0, 7, 2**53, 10**400, -0.5, 0.5, 1e308, math.nan, math.inf, "", "x", "/",
    "../x", "\0", "\u200b", "x" * 5000, [], [[]], ["x"], [1], [None], ["NMD", 0.1], [["NMD", -1]],
    {}, {"x": 1}, {"x": {"x": []}}, {"": "x"}, {"TEAM-run1": "\0"},
)  # fmt: skip
#: What is told to readers alone: no report is made of it.
TOLD = ("date", "versions", "data sets")
GONE = object()
#: A sentence about what the options call a file is as good.
OF_A_FILE = re.compile("oq: .*: the (file is not there|(file|folder) has changed since the report)")
#: Whatever can be unusual is.
LINE = (
    "report gold.csv runs runs.csv --measures=NMD,RNOD --rename=TEAM-run1=first --baselines "
    "--outside=first --intervals --without=-x,y --classes=low "
    "--classes=middle --classes=high --scale-measures=gold=RNOD,NMD --split-size=1 "
    "--trials=50 --splits=4 --samples=20 --test-baselines"
)


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    """The options of a report; the current folder is that of its files."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "gold.csv").write_text(GOLD)
    (folder / "runs.csv").write_text("run,team,name,short,description\nTEAM-run2,T,Two,R2,It is.\n")
    (folder / "runs").mkdir()
    for name, text in RUNS.items():
        (folder / "runs" / f"{name}.csv").write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        analysis = actions.analysis_of_line(parser().parse_args(LINE.split()))
        yield json.loads(options_json(analysis, "1970-01-01T00:00:00+00:00"))


@pytest.fixture
def again(content, monkeypatch, capsys):
    """What becomes of a report of the options with a change: status, and what is told."""
    known = {}
    analyse = actions.analyse

    def analysed(campaign, options, *more):
        key = repr((options, [vars(part) for part in campaign.parts]))
        if key not in known:
            known[key] = analyse(campaign, options, *more)
        return known[key]

    monkeypatch.setattr(actions, "analyse", analysed)
    monkeypatch.setattr(actions, "html_report", lambda *_, **__: "")
    monkeypatch.setattr(actions, "write_files", lambda _: None)

    def run(place, value):
        changed = copy.deepcopy(content)
        *way, last = place
        parent = reduce(getitem, way, changed)
        if value is GONE:
            del parent[last]
        else:
            parent[last] = value
        Path("options.json").write_text(json.dumps(changed))
        status = main(["report", "--again", "options.json", "--out=made.html"])
        return status, without_order(capsys.readouterr().err)

    return run


def wrong(status, told):
    """What is not right in how a command ends."""
    if status == 0:
        # A report without its baselines is told that one run is left.
        return "" if told.startswith("Note: gold has one run to test") else told
    # A sentence that names the options, or the file of which they say what is not so.
    is_right = status == 1 and (told.startswith("oq: options.json") or OF_A_FILE.match(told))
    return "" if is_right and told.count("\n") == 1 and len(told) < 1500 else told


def places(content, way=()):
    """The places of all entries, and in each object one that is unknown."""
    if isinstance(content, dict):
        steps = {**content, "unknown": None}
    else:
        steps = dict(enumerate(content)) if isinstance(content, list) else {}
    for step, inside in steps.items():
        yield (*way, step)
        if step not in TOLD:
            yield from places(inside, (*way, step))


def test_every_entry_changed_is_told_or_it_works(content, again, in_full):
    found = {}
    for number, place in enumerate(places(content)):
        values = CHANGED if in_full else CHANGED[number % 12 :: 12]
        gone = [GONE] if place[-1] != "unknown" else []
        for value in (*values, *gone):
            if told := wrong(*again(place, value)):
                found[place, str(value)[:20]] = told
    assert not found


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 50) | st.integers(10**9) | st.floats() | st.text(),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(), inside, max_size=3),
    max_leaves=5,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_anything_in_the_place_of_an_entry_is_told_or_it_works(content, again, data):
    place = data.draw(st.sampled_from(list(places(content))))
    assert wrong(*again(place, data.draw(JSON))) == ""


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (("options", "trials"), "5000", "options.trials: '5000' cannot be used. See --trials"),
        (("options", "trials"), 10**12, "options.trials: '1000000000000' is no whole number"),
        (("options", "method"), [], "options.method: [] cannot be used. See --method"),
        (("options",), [], "options is no table"),
        (("data", 0, "choices", "missing"), "x", "data, entry 1, choices.missing: 'x' cannot be"),
        (("data", 0, "choices", "rename", "TEAM-run1"), [], "choices.rename: '[]' is no name"),
        (("data", 0, "choices", "described", 0, "team"), 1, "described: “team” is unknown or is"),
        (("options", "alfa"), 0.1, "options.alfa is not known. There are alpha, bounded"),
        (("options", "alpha"), math.nan, "options.alpha: 'nan' is no number from 0.001 to 0.5"),
        (("data", 0, "choices", "measures"), ["X"], "data, entry 1: there is no measure 'X'"),
        (("data", 0, "runs"), {}, "data, entry 1: “runs” is no list"),
        (("data", 0, "runs", 0, "size"), -1, "data, entry 1, runs: “size” is unknown or is not"),
        (("data", 0, "runs", 0, "sha256"), GONE, "data, entry 1, runs: “sha256” is missing"),
    ],
)
def test_the_sentence_names_the_entry(again, place, value, words):
    status, told = again(place, value)
    assert status == 1
    assert told.startswith("oq: options.json")
    assert words in told
