"""What is beside the runs changes no number but its own: of analyses, reports and leaderboards."""

import io
import json
import re
from dataclasses import asdict, fields, is_dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oq_core as oq
from oq_core import Collection, Options, analyse
from oq_core.campaign import Choices, Report, campaign_of
from oq_core.campaign.computing.analysis import Analysis, DataSetAnalysis
from oq_core.campaign.printing import headlines, layouts
from oq_core.campaign.printing.methods import methods_tex
from oq_core.campaign.publishing.leaderboard import leaderboard_data
from oq_core.command import main
from oq_core.data.nuggets import NuggetCollection
from oq_core.measures.labels import Labels, collection_of_labels
from tests.conftest import SAMPLE

QUICK = Options(trials=60, splits=8, samples=12, small_split=2)
SHORT = SAMPLE / "short"
#: What says which runs take part, and the runs that do not.
TOLD = re.compile(r"(^|; )((\w[\w, ]*: )?not among the runs: [^;]*|†: made from the gold)")


def scales(seed: int):
    """Distributions, classes of items and nuggets; some measures are undefined for references."""
    draw = np.random.default_rng(seed)
    instances, runs = int(draw.integers(5, 9)), int(draw.integers(2, 5))
    names = ["BL-x", *(f"T{n}-run{n}" for n in range(1, runs))]
    ids = tuple(f"d{n}" for n in range(instances))
    gold = draw.dirichlet(np.full(3, 0.5), instances)
    estimates = {name: draw.dirichlet(np.ones(3), instances) for name in names}
    found = {"A": Collection("demo", ("low", "middle", "high"), ids, gold, estimates)}
    turns = np.repeat(np.arange(instances), 2)
    is_customer = np.tile([True, False], instances)
    rows = [draw.dirichlet(np.ones(4), 2 * instances) for _ in (None, *names)]
    possible = [np.where(is_customer[:, None] | (np.arange(4) < 3), each, 0) for each in rows]
    labels, *others = (each / each.sum(axis=1, keepdims=True) for each in possible)
    nuggets = NuggetCollection(
        "demo", ids, turns, is_customer, labels, runs=dict(zip(names, others, strict=True))
    )
    return {**found, "nuggets": nuggets}


def items(seed: int):
    """Items with a class each, of topics of which some have one class alone."""
    draw = np.random.default_rng(seed)
    topics = np.repeat(np.arange(8), 6)
    gold = draw.integers(0, 3, 48) * (topics > 0)
    runs = {f"T{n}-run{n}": (gold + (draw.random(48) < 0.4)) % 3 for n in range(3)}
    labels = Labels(tuple(map(str, range(48))), topics, gold, runs)
    ids = [f"t{n}" for n in range(8)]
    return {"C": collection_of_labels("demo", ["low", "middle", "high"], ids, labels)}


def both(found, options=QUICK, **choices) -> tuple[Analysis, Analysis]:
    """The same campaign without references and with them."""
    first, second = (
        analyse(campaign_of(found, Choices("demo", baselines=asked, **choices)), options)
        for asked in (False, True)
    )
    assert all(each.references is None for each in first.data_sets)
    assert all(each.references is not None for each in second.data_sets)
    return first, second


def told(value):
    """Anything that an analysis holds, so that two of them compare to the last bit."""
    if isinstance(value, np.ndarray):
        return value.shape, value.tobytes()
    if is_dataclass(value):
        return {each.name: told(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, dict):
        return {key: told(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [told(each) for each in value]
    return value if not isinstance(value, float) else repr(value)


def all_of(analysis):
    """Every number of an analysis but those of references: fields, and what follows from them."""
    kinds = (property, cached_property)
    found = {}
    for each in analysis.data_sets:
        names = [field.name for field in fields(each) if field.name not in ("references", "runs")]
        names += [name for name, what in vars(DataSetAnalysis).items() if isinstance(what, kinds)]
        found[each.name] = {name: told(getattr(each, name)) for name in names}
        found[each.name]["tested"] = each.runs.tested, each.runs.same
    for name in ("powers", "pooled_powers", "mean_taus", "mean_consistency"):
        found[name] = told(getattr(analysis, name))
    return found


def without(words: str) -> str:
    """Words, without what tells of references."""
    return TOLD.sub("", words).strip("; ")


@given(st.integers(0, 10_000))
@settings(max_examples=8)
def test_references_change_no_number_of_an_analysis(seed):
    first, second = both(scales(seed), replace(QUICK, intervals=True, tau_interval="bootstrap"))
    assert all_of(first) == all_of(second)
    names = {run for each in second.data_sets for run in each.references.runs}
    assert names == {"Popularity", "Uniform"}
    first, second = both(items(seed))
    assert all_of(first) == all_of(second)
    (beside,) = (
        each.references for each in second.data_sets if each.name.endswith("classification")
    )
    assert beside.runs == ("always low", "always middle", "always high")


def test_a_reference_is_undefined_where_it_has_no_score_and_takes_no_instance_away():
    first, second = both(items(1))
    data = second.data_sets[-1]
    assert np.isnan(data.references.means).any()
    assert data.scores.ids == data.references.ids
    assert data.left_out == first.data_sets[-1].left_out
    table = layouts.leaderboard("x", data.scores, data.board, references=data.references)
    assert "undefined" in {cell for row in table.rows for cell in row}


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("make", [scales, items])
def test_references_change_no_row_figure_or_sentence_of_a_report(make):
    first, second = (Report(each, "") for each in both(make(3)))
    names = {run for e in second.analysis.data_sets for run in e.references.runs}
    # As tables and figures call them.
    names |= {f"{run} †" for run in names}
    for bare, section in zip(first.sections, second.sections, strict=True):
        assert bare.answers == section.answers
        assert [each for each in map(without, section.facts) if each] == list(bare.facts)
        for old, new in zip(bare.tables, section.tables, strict=True):
            assert (old.file, old.caption, old.note) == (new.file, new.caption, without(new.note))
            if old.file == "runs":
                continue
            heads = [each.name for each in new.columns]
            place = heads.index("shown, not tested") if "shown, not tested" in heads else None
            rows = [
                tuple(cell for number, cell in enumerate(row) if number != place)
                for row in new.rows
                if not names & set(row)
            ]
            bare_rows = [
                tuple(cell for number, cell in enumerate(row) if number != place)
                for row in old.rows
            ]
            assert rows == bare_rows, old.file
        for old, new in zip(bare.charts, section.charts, strict=True):
            kept = new.numbers
            if "run" in kept:
                kept = kept[~kept["run"].isin(names)]
            assert (old.caption, old.lines) == (new.caption, new.lines)
            left = old.numbers.reset_index(drop=True)
            pd.testing.assert_frame_equal(left, kept.reset_index(drop=True), check_dtype=False)
    for old, new in zip(first.table_files(), second.table_files(), strict=True):
        if old[0].startswith("scores/") or old[0].endswith("p-values.csv"):
            assert old == new
    assert methods_tex(first.analysis) == methods_tex(second.analysis)


def test_references_change_no_number_that_is_published():
    first, second = both(scales(5))
    old, new = leaderboard_data(first), leaderboard_data(second)
    assert [each["run"] for each in new["runs"]][: len(old["runs"])] == [
        each["run"] for each in old["runs"]
    ]
    for bare, shown in zip(old["sets"], new["sets"], strict=True):
        names = [new["runs"][place]["run"] for place in shown.pop("beside")]
        assert (names, bare.pop("beside")) == (["Popularity", "Uniform"], [])
        for measure, other in zip(bare["measures"], shown["measures"], strict=True):
            assert (len(other.pop("beside")), measure.pop("beside")) == (2, [])
        assert bare == shown


def test_references_change_no_other_line_of_a_shell(capsys, monkeypatch):
    monkeypatch.chdir(SHORT)
    line = ["gold.json", "runs", "--measures=NMD,RSNOD", "--scales=A,S", "--format=csv"]

    def table(*typed):
        assert main([*typed]) == 0
        said = capsys.readouterr()
        return pd.read_csv(io.StringIO(said.out)), said.err

    for command in (["score", *line], ["score", *line, "--instances"]):
        bare, _ = table(*command)
        found, said = table(*command, "--baselines")
        is_beside = found["run"].isin(["Popularity", "Uniform"])
        assert is_beside.sum() == (
            4 if len(command) == 6 else 2 * 2 * len(bare["instance"].unique())
        )
        pd.testing.assert_frame_equal(found[~is_beside].reset_index(drop=True), bare)
        assert "Note: gold A, gold S: not among the runs: Popularity, Uniform." in said or (
            said.count("not among the runs: Popularity, Uniform.") == 2
        )
    # References stand behind the runs.
    found, _ = table("score", *line, "--baselines")
    assert found["run"].tolist()[-2:] == ["Popularity", "Uniform"]
    tests = ["test", *line, "--trials=50"]
    pd.testing.assert_frame_equal(table(*tests)[0], table(*tests, "--baselines")[0])
    asked, _ = table(*tests, "--baselines", "--test-baselines")
    assert {"Popularity", "Uniform"} <= set(asked["run 1"])
    # A gold alone has nothing but references.
    found, _ = table(
        "score", "gold.json", "--measures=NMD", "--scales=A", "--format=csv", "--baselines"
    )
    assert found["run"].tolist() == ["Popularity", "Uniform"]


def test_what_is_typed_in_python_gives_the_numbers_of_the_report(monkeypatch):
    """The lines of README and of Use it in Python, whose family is the report's."""
    monkeypatch.chdir(SHORT)
    campaign = oq.read_campaign("gold.json", "runs", measures=["RSNOD", "NMD"], baselines=True)
    data = oq.analyse(campaign, Options(trials=500, splits=5, samples=10)).data_sets[0]
    scores = oq.score(campaign.collections["gold A"], ["RSNOD", "NMD"])
    tests = oq.randomised_tukey_hsd(scores, trials=500, seed=0)
    assert tests.runs == data.tests.runs
    np.testing.assert_array_equal(tests.p_values, data.p_values)
    powers = oq.discriminative_power(tests, 0.05)
    assert [(e.significant, e.pairs) for e in powers.by().values()] == [
        (e.significant, e.pairs) for e in data.powers
    ]


def test_references_take_part_if_that_is_asked_for_and_a_run_is_out_of_it_alike():
    made = scales(7)
    campaign = campaign_of(
        made, Choices("demo", baselines=True, measures=("NMD", "RNOD", "NVD", "JSD"))
    )
    asked = analyse(campaign, replace(QUICK, test_baselines=True))
    for each in asked.data_sets:
        assert each.scores.runs[:2] == ("Popularity", "Uniform")
        assert (each.references, each.runs.references) == (None, ())
        assert each.runs.let_in == ("Popularity", "Uniform")
        assert headlines.of_data(each)[0].startswith("By ")
    run = campaign.scores["demo A"].runs[1]
    out = analyse(campaign, replace(QUICK, outside=(run,)))
    left = {scale: each.without([run]) for scale, each in made.items()}
    fewer = analyse(campaign_of(left, campaign.parts[0].choices), QUICK)
    for each, other in zip(out.data_sets, fewer.data_sets, strict=True):
        mine, bare = (
            all_of(replace(out, data_sets=(each,))),
            all_of(replace(fewer, data_sets=(other,))),
        )
        for found in (mine[each.name], bare[each.name]):
            # Sums in another order have other last bits.
            found.pop("effects")
            found.pop("options")
        assert mine == bare
        assert each.references.runs == ("Popularity", "Uniform", run)
    assert json.dumps(asdict(out.options))
