"""A thousand files with faults; `fuzz.py` makes as many as one likes. Its findings are below."""

import json
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

from oq_core import DataError
from oq_core.reading import read_gold, read_gold_and_nuggets, read_runs, templates
from tests.conftest import PATIENCE
from tests.reading.made import Upload


@pytest.mark.parametrize("kind", ["the same files", "fresh files"])
def test_files_with_faults_are_read_rightly_or_explained(kind):
    seed = 0 if kind == "the same files" else secrets.randbelow(10**6)
    line = [sys.executable, str(Path(__file__).with_name("fuzz.py")), "--count=500"]
    line.append(f"--seed={seed}")
    # In a process, which is ended where a file holds it up.
    done = subprocess.run(line, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, f"--seed {seed}: {done.stdout}{done.stderr}"
    assert done.stdout == f"--seed {seed}: 500 files, 0 findings\n"


def test_a_message_about_a_very_long_cell_or_name_stays_short():
    for name, text in (
        ("gold.csv", f"id,bad,good\nd1,{'a' * 20_000},1\n"),
        (f"{'n' * 20_000}.csv", "id,bad,good\nd1,x,1\n"),
    ):
        with pytest.raises(DataError) as caught:
            read_gold(Upload(name, text))
        assert len(str(caught.value)) < 3000
        assert str(caught.value).endswith(".")


def test_a_run_without_quality_and_nuggets_is_named_where_the_gold_has_both():
    entries = json.loads(templates()["ntcir_quality_gold.json"])
    for each in entries:
        for annotation in each["annotations"]:
            annotation["nugget"] = ["CNUG0" if t["sender"] == "customer" else "HNUG"
                                    for t in each["turns"]]  # fmt: skip
    gold = read_gold_and_nuggets(Upload("gold.json", json.dumps(entries)))
    assert gold.nuggets is not None
    run = Upload("run.json", json.dumps([{"id": each["id"]} for each in entries]))
    read = read_runs([run], gold.collections, gold.nuggets)
    assert not read.added
    assert any("run.json" in problem for problem in read.problems)


@pytest.mark.parametrize("number", ["1e999", "inf", "1e308"])
@pytest.mark.parametrize("name", ["semeval_E_run.tsv", "wide_run.csv", "long_run.csv"])
def test_numbers_beyond_all_bounds_are_refused_with_their_place(name, number):
    gold = name.replace("run", "gold")
    opened = read_gold(Upload(gold, templates()[gold]))
    text = templates()[name]
    mark = "\t" if name.endswith("tsv") else ","
    lines = text.splitlines()
    # Two of them in a row: their sum is more than any number.
    cells = lines[1].split(mark)
    changed = [*cells[:-1], number] if name == "long_run.csv" else [
        *cells[:-2], number, number]  # fmt: skip
    lines[1] = mark.join(changed)
    read = read_runs([Upload(name, "\n".join(lines))], opened)
    assert read.problems
    for problem in read.problems:
        assert name in problem
        assert "line 2" in problem
