"""The papers' tables computed from data."""

import numpy as np
import pandas as pd
import pytest

from oq_core import Options, Scores, analyse, read_campaign
from oq_core.campaign import Report
from oq_core.papers import PAPERS, TablePart, side_by_side
from oq_core.papers.from_data import baseline_wins
from oq_core.reading import read_gold

TABLES = {
    (paper, table.numbers): table
    for paper, each in PAPERS.items()
    for table in each.tables
    if table.from_analysis is not None
}
RUNS = ("TUA1-run0", "TUA1-run1", "Baseline-run0", "Baseline-run1", "NKUST-run0", "x")
OPTIONS = Options(trials=200, splits=30, samples=100)


def analysis_for(table, part, data_sets=1, seed=0, options=OPTIONS):
    """Invented scores under the measures of a part; every other measure prefers the later runs."""
    measures = table.measures_of(part)
    generator = np.random.default_rng(seed)
    trend = np.linspace(0, 0.4, len(RUNS)) * (-1) ** np.arange(len(measures))[:, None, None]
    noise = np.linspace(0.1, 1.5, len(measures))[:, None, None]
    found = {}
    for number in range(data_sets):
        values = trend + noise * generator.random((len(measures), 40, len(RUNS)))
        ids = tuple(str(row) for row in range(40))
        found[f"set {number}"] = Scores(values, measures, ids, RUNS, (False,) * len(measures))
    return analyse(found, options)


def part_of(table, together=False):
    return next(part for part in table.parts if part.together == together)


@pytest.mark.parametrize("scale", "ASE")
def test_lq21_table_7_to_the_dialogue(real_data, scale):
    """18 of 18 rows of the STC-3 data sets are as printed."""
    table = next(table for table in PAPERS["LQ21"].tables if table.numbers == "7")
    part = next(part for part in table.parts if part.label == f"STC-3 DQ-{scale}")
    collection = read_gold(real_data / "stc3" / "test_annotations.json")[scale]
    side = side_by_side(table, part, {"data": table.from_gold([collection], part.rows)})
    assert len(side) == 6
    assert side["data"]["differs"].tolist() == [False] * 6


@pytest.mark.usefixtures("undrawn")
def test_lq21_table_7_is_laid_out_as_printed(real_data):
    """Order of runs and measures, numbers and bold of the STC-3 rows, in a report."""
    measures = ["NMD", "RSNOD", "RNOD", "NVD", "RNSS", "JSD"]
    campaign = read_campaign(
        real_data / "stc3" / "test_annotations.json", scales="ASE", measures=measures,
        baselines=True,
    )  # fmt: skip
    options = Options(trials=20, splits=2, samples=10, test_baselines=True)
    made = Report(analyse(campaign, options), "")
    found = next(each for each in made.sections[0].tables if each.file == "baseline-wins")
    assert [(each.group, each.name) for each in found.columns[1:]] == [
        (key, run) for key in measures for run in ("Uniform", "Popularity")
    ]
    table = next(table for table in PAPERS["LQ21"].tables if table.numbers == "7")
    printed = {part.label: part.rows.set_index("measure") for part in table.parts}
    for row, scale in enumerate("ASE"):
        wins = printed[f"STC-3 DQ-{scale}"].loc[measures]
        cells = [cell for each in wins.itertuples() for cell in (each.uniform, each.popularity)]
        assert list(found.rows[row][1:]) == cells
        bold = {
            2 * k + 1 + (int(each.popularity) > int(each.uniform))
            for k, each in enumerate(wins.itertuples())
        }
        assert {place for at, place in found.marks if at == row} == bold


def test_wins_add_up_over_collections(real_data):
    collections = read_gold(real_data / "stc3" / "test_annotations.json")
    rows = pd.DataFrame({"measure": ["NMD", "JSD"]})
    each = [baseline_wins([collections[scale]], rows) for scale in "ASE"]
    total = baseline_wins(list(collections.values()), rows)
    for column in ("uniform", "popularity"):
        assert total[column].tolist() == sum(found[column] for found in each).tolist()


@pytest.mark.parametrize("key", TABLES, ids=" ".join)
def test_own_numbers_are_as_printed_and_others_are_not(key):
    """A table printed from an analysis equals what that analysis gives again, and only that."""
    table = TABLES[key]
    for part in [part_of(table, together) for together in {part.together for part in table.parts}]:
        analysis = analysis_for(table, part, data_sets=2 if part.together else 1)
        found = table.from_analysis(analysis, part.rows).reset_index(drop=True)
        assert len(found)
        assert set(found) <= {*table.keys, *table.values}
        numbers = [name for name in table.values if name in found and name not in table.words]
        rows = found.copy()
        for name in numbers:
            rows[name] = [f"{value:.3f}" for value in found[name]]
        again = TablePart(
            part.label, part.names, rows.reindex(columns=[*table.keys, *table.values])
        )
        side = side_by_side(table, again, {"data": found})
        assert side["data"]["differs"].tolist() == [False] * len(found)
        for name in numbers:
            other = found.assign(**{name: found[name] + 0.002})
            assert side_by_side(table, again, {"data": other})["data"]["differs"].all()


def test_numbers_of_the_analysis_are_in_their_places():
    table = TABLES["LQ21", "4"]
    part = part_of(table)
    analysis = analysis_for(table, part)
    (data,) = analysis.data_sets
    found = table.from_analysis(analysis, part.rows).set_index(["first", "second"])
    i, j = (data.scores.measures.index(key) for key in ("RSNOD", "JSD"))
    row = found.loc[("RSNOD", "JSD")]
    assert row.both == data.overlap.both[i, j]
    assert row.first_only + row.both == data.powers[i].significant
    assert row.second_only + row.both == data.powers[j].significant
    assert row.percent == 100 * data.overlap.share[i, j]
    tau_table = TABLES["RNOD22", "21–23"]
    part = part_of(tau_table)
    analysis = analysis_for(tau_table, part)
    (data,) = analysis.data_sets
    found = tau_table.from_analysis(analysis, part.rows).set_index(["first", "second"])
    i, j = (data.scores.measures.index(key) for key in ("NMD", "DNKT_NMD"))
    assert found.loc[("NMD", "DNKT_NMD")].tolist() == [
        data.taus[i, j],
        *data.tau_intervals[i, j],
    ]


def test_pooled_power_is_over_all_data_sets():
    table = TABLES["LQ21", "3"]
    part = part_of(table, together=True)
    analysis = analysis_for(table, part, data_sets=3)
    found = table.from_analysis(analysis, part.rows).set_index("measure")
    for key in ("NMD", "JSD"):
        k = analysis.measures.index(key)
        assert found.significant[key] == sum(d.powers[k].significant for d in analysis.data_sets)
        assert found.pairs[key] == 3 * 15


def test_one_data_set_is_asked_for_where_one_is_meant():
    table = TABLES["LQ21", "5"]
    part = part_of(table)
    with pytest.raises(ValueError, match="unpack"):
        table.from_analysis(analysis_for(table, part, data_sets=2), part.rows)


def test_outperformed_measures_are_those_with_a_lower_mean():
    table = TABLES["RNOD22", "25–27"]
    part = part_of(table)
    analysis = analysis_for(table, part)
    (data,) = analysis.data_sets
    found = table.from_analysis(analysis, part.rows).set_index("measure")
    assert found.outperforms.str.len().gt(0).any()
    for winner, losers in found.outperforms.items():
        for loser in losers.split():
            assert found.tau[winner] > found.tau[loser]
            i, j = (analysis.measures.index(key) for key in (winner, loser))
            assert data.splits[0].p_values[i, j] <= 0.05


def test_too_few_instances_for_splits_leave_nothing_to_compare():
    table = TABLES["ACL21", "6"]
    part = next(part for part in table.parts if part.names["split"] == "ten")
    assert part.options.split_size == 10
    analysis = analysis_for(table, part, options=Options(trials=50, splits=5, split_size=30))
    side = side_by_side(table, part, {"data": table.from_analysis(analysis, part.rows)})
    assert side["data"]["differs"].isna().all()


def test_measures_that_the_data_lack_are_left_out():
    table = TABLES["RNOD22", "3, 5, …, 17"]
    part = part_of(table)
    scores = analysis_for(table, part).data_sets[0].scores.of(["NMD", "RNOD", "JSD"])
    found = table.from_analysis(analyse({"few": scores}, OPTIONS), part.rows)
    assert len(found) == 3
    side = side_by_side(table, part, {"data": found})
    assert len(side) == 36
    assert side["data"]["differs"].notna().sum() == 3


def test_a_list_marks_what_is_missing_and_what_is_new():
    table = next(table for table in PAPERS["LQ21"].tables if table.numbers == "6")
    part = table.parts[0]
    keys = list(table.keys)
    new = pd.DataFrame([("NMD", "JSD", "someone", "someone else")], columns=keys)
    found = pd.concat([part.rows.iloc[1:][keys], new])
    side = side_by_side(table, part, {"data": found})["data"]["differs"]
    assert len(side) == len(part.rows) + 1
    assert side.tolist() == [True] + [False] * (len(part.rows) - 1) + [True]


def test_rounding():
    """A half may go either way; an inequality holds below its number; a bare 1 is exact."""
    table = next(table for table in PAPERS["DE2"].tables if table.numbers == "14–29")
    rows = (
        table.parts[0]
        .rows.iloc[:5]
        .assign(
            p=["<0.0001", "<0.0001", "0.0002", "0.0002", "0.0002"],
            effect=["1.198", "1.198", "1", "1", "1.000"],
        )
    )
    part = TablePart("", {}, rows)
    found = rows[["better", "worse"]].assign(
        p=[0.0, 0.0002, 0.0002, 0.00025, 0.00015], effect=[1.1985, 1.1975, 1.0006, 1.0, 1.0005]
    )
    side = side_by_side(table, part, {"data": found})
    assert side["data"]["differs"].tolist() == [False, True, True, False, False]
