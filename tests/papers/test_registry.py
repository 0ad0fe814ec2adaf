"""The papers' tables: complete, consistent, and recomputed from each other."""

from pathlib import Path

import pandas as pd
import pytest

import oq_core.papers
from oq_core import MEASURES
from oq_core.measures import OC_MEASURES
from oq_core.papers import PAPERS, printed
from tests.papers.derived import DERIVED, differing

FOLDER = Path(oq_core.papers.__file__).parent / "printed"
TABLES = [
    pytest.param(table, id=f"{paper} {table.numbers}")
    for paper, each in PAPERS.items()
    for table in each.tables
]

#: Rows that other printed numbers contradict, by paper, table and part.
CONTRADICTED = {
    # NVD's row repeats RNOD's.
    ("LQ21", "4", "DialEval-1 DQ-S"): {("NVD", "RNSS"), ("NVD", "JSD")},
    # Ten dialogues tie other runs than the twins now and then.
    ("ACL21", "6", "DialEval-1 DQ-A, 10 against 10"): {"RNOD", "NVD"},
}

#: How many rows of each table can be recomputed at least in part.
RECOMPUTED = {
    "ACL21": {"2": 72, "5": 45, "6": 30, "8": 30, "9": 20, "3, 6, 9: captions": 3},
    "LQ21": {"2": 8, "3": 54, "4": 120, "5": 75, "7": 6},
    "RNOD22": {
        "2": 8,
        "3, 5, …, 17": 288,
        "4, 6, …, 20": 81,
        "19, 24": 45,
        "21–23": 72,
        "25–27": 192,
        "28": 24,
    },
    "DE2": {"2": 5, "4–7, 9–12": 32, "8": 4, "14–29": 218},
}


def test_every_row_of_every_file_is_in_one_table():
    files = {path.stem: len(printed(path.stem)) for path in FOLDER.glob("*.csv")}
    rows = dict.fromkeys(files, 0)
    for paper in PAPERS.values():
        for table in paper.tables:
            rows[table.file] += len(table.rows)
    assert rows == files


@pytest.mark.parametrize("table", TABLES)
def test_columns_are_there_and_told_apart_by_keys(table):
    rows = table.rows
    columns = [*table.parts_by, *table.keys, *table.values]
    assert set(columns) <= set(rows.columns)
    assert len(set(columns)) == len(columns)
    assert sum(len(part.rows) for part in table.parts) == len(rows)
    labels = [part.label for part in table.parts]
    assert len(set(labels)) == len(labels)
    for part in table.parts:
        assert not part.rows.duplicated(list(table.keys)).any()


@pytest.mark.parametrize("table", TABLES)
def test_values_are_numbers_as_printed(table):
    for value in set(table.values) - set(table.words):
        assert table.rows[value].str.fullmatch(r"<?-?\d*\.?\d+").all(), value


@pytest.mark.parametrize("table", TABLES)
def test_measures_are_ours(table):
    for part in table.parts:
        assert set(table.measures_of(part)) <= {*MEASURES, *OC_MEASURES}


@pytest.mark.parametrize("table", TABLES)
def test_everything_printed_is_shown(table):
    for part in table.parts:
        cells = table.as_printed(part).astype(str).to_numpy().ravel()
        shown = " ".join([text for text in cells if text])
        for value in table.values:
            assert all(text in shown for text in part.rows[value])


@pytest.mark.parametrize("paper", PAPERS)
def test_what_other_printed_numbers_say(paper):
    """All but four of the rows that can be recomputed come out as printed."""
    compared, contradicted = {}, {}
    for table in PAPERS[paper].tables:
        for part in table.parts:
            differs = differing(paper, table.numbers, part)
            if differs is None:
                continue
            compared[table.numbers] = compared.get(table.numbers, 0) + int(differs.notna().sum())
            if differs.any():
                contradicted[paper, table.numbers, part.label] = set(differs[differs].index)
    assert compared == RECOMPUTED.get(paper, {})
    assert contradicted == {key: rows for key, rows in CONTRADICTED.items() if key[0] == paper}


def test_a_misprint_would_be_found():
    """A last digit changed anywhere in tau or its interval of one part is marked, there only."""
    table = next(table for table in PAPERS["RNOD22"].tables if table.numbers.startswith("3,"))
    part = table.parts[0]
    for value in table.values:
        row = part.rows.index[3]
        before = part.rows.loc[row, value]
        part.rows.loc[row, value] = f"{float(before) + 0.004:.3f}"
        differs = differing("RNOD22", table.numbers, part)
        assert differs.tolist() == [place == 3 for place in range(len(part.rows))]
        part.rows.loc[row, value] = before


@pytest.mark.parametrize(("number", "equal", "pairs"), [("5", 2, 30), ("8", 20, 20)])
def test_two_papers_print_the_same_pairs(number, equal, pairs):
    """ACL21 and RNOD22 agree on SemEval to the last digit; on DialEval-1, with its twins, not."""
    other = printed("rnod22_tables_3_to_23_tau")
    taus = {
        (row.data_set, frozenset((row.first, row.second))): row.tau for row in other.itertuples()
    }
    rows = printed("acl21_tables_2_5_8_tau")
    both = [
        (float(row.tau), float(taus[key]))
        for row in rows[rows.table == number].itertuples()
        if (key := (row.data_set, frozenset((row.first, row.second)))) in taus
    ]
    assert len(both) == pairs
    assert sum(ours == theirs for ours, theirs in both) == equal


def test_reading_gives_a_copy():
    rows = printed("lq21_table_3")
    rows.loc[0, "significant"] = "0"
    assert printed("lq21_table_3").loc[0, "significant"] == "38"


def test_an_unknown_file_is_not_found():
    with pytest.raises(FileNotFoundError):
        printed("lq21_table_99")


def test_parts_that_are_over_all_data_sets():
    together = {
        (paper, table.numbers)
        for paper, each in PAPERS.items()
        for table in each.tables
        if any(part.together for part in table.parts)
    }
    assert together == {
        ("LQ21", "3"),
        ("LQ21", "7"),
        ("RNOD22", "4, 6, …, 20"),
        ("RNOD22", "19, 24"),
        ("RNOD22", "28"),
    }


def test_printed_rows_are_strings():
    assert all(
        pd.api.types.is_string_dtype(dtype)
        for path in FOLDER.glob("*.csv")
        for dtype in printed(path.stem).dtypes
    )


def test_every_check_is_of_a_table():
    assert set(DERIVED) <= {(paper, t.numbers) for paper in PAPERS for t in PAPERS[paper].tables}
