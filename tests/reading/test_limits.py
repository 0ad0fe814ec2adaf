"""What reading may use: time that grows with the file, and memory within a budget."""

import json
import subprocess
import sys
import tracemalloc
from itertools import product
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oq_core import DataError, read_collections, read_scores
from oq_core.reading import budget, read_gold, read_runs
from oq_core.reading.budget import Budget
from oq_core.reading.files import decoded
from tests.reading.made import Upload, dialogue_labels, ntcir_gold, ntcir_run, zipped


def columns(count, last=""):
    return "id," + ",".join(f"c{number}" for number in range(count)) + last


# Time: each of these took from half a minute to a quarter of an hour.

LONG = {
    "columns": (
        lambda count: columns(count) + "\nx" + ",1" * count,
        "there are [0-9,]* classes; at most 31 can be read",
    ),
    "columns, the last repeated": (
        lambda count: columns(count, ",c0") + "\nx" + ",1" * (count + 1),
        "there are [0-9,]* classes; at most 31 can be read",
    ),
    "keys, the last repeated": (
        lambda count: (
            '[{"id": 1, ' + ", ".join(f'"k{number}": 0' for number in range(count)) + ', "k0": 0}]'
        ),
        "the key 'k0' twice",
    ),
}


@pytest.mark.parametrize(("text_of", "words"), LONG.values(), ids=list(LONG))
def test_checks_take_time_that_grows_with_the_file(text_of, words):
    def seconds(count: int) -> float:
        start = process_time()
        for read in (read_scores, lambda file: read_collections(TABLE, [file])):
            with pytest.raises(DataError):
                read(Upload("x", text_of(count)))
        with pytest.raises(DataError, match=words):
            read_gold(Upload("x", text_of(count)))
        return process_time() - start

    # Time that grows with the square would be 64 times as long.
    assert seconds(25_000) < 24 * max(seconds(3_125), 0.05)


def test_repeated_instances_of_a_matrix_are_found_in_time():
    rows = "".join(f"i{number},.5,.25\n" for number in range(100_000))
    start = process_time()
    with pytest.raises(DataError, match="the id i0 is there already"):
        read_scores(Upload("NMD.csv", f"id,A,B\n{rows}i0,.5,.25\n"))
    assert process_time() - start < 10


TABLE = Upload("gold.csv", "id,low,high\nx,1,2\ny,3,0\n")


# Memory: what these took in 0.6 to 1.3 GB is refused or read in less, in a process of its own.


@pytest.fixture(scope="module")
def steps():
    """Seconds and megabytes of reading each of the large files, by what they are."""
    if not Path("/proc/self/clear_refs").exists():
        pytest.skip("the system does not say how much memory a process takes")
    script = Path(__file__).with_name("large_files.py")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_file_is_read_or_refused_within_time_and_memory(steps):
    assert len(steps) > 7
    over = [step for step in steps if step["seconds"] > 10 or step["megabytes"] > 300]
    assert not over
    # Before their entries are made: they took 149 s and 4.5 GB.
    (bomb,) = (step for step in steps if step["name"] == "archives of equal entries")
    assert "have more than 10,000 files, also in archives inside them" in bomb["answer"]
    assert bomb["seconds"] < 3
    assert bomb["megabytes"] < 30
    refused = {step["name"] for step in steps if "at most" in step["answer"]}
    assert {"one cell of millions", "many scales", "a wide matrix", "an emoji"} <= refused
    read = {step["name"] for step in steps if not step["answer"]}
    assert {"as many instances as there may be", "as many items as there may be"} <= read


@given(st.text(st.sampled_from("aé€\n😀"), max_size=24))
def test_only_a_text_of_more_signs_than_memory_has_room_for_is_refused(text):
    """One sign of four bytes, and each of them takes four."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(budget, "MAX_TEXT", 40)
        try:
            decoded("a.csv", text.encode(), Budget())
            is_read = True
        except DataError as error:
            is_read = "signs; with an emoji" not in str(error)
    assert is_read == ("😀" not in text or len(text) <= 10)


def test_numbers_of_a_line_that_has_too_many_are_counted_and_not_kept():
    text = "0.2513 " * 50_000
    tracemalloc.start()
    with pytest.raises(DataError, match="there are 50,000 runs; at most 200 can be read"):
        read_scores(Upload("NMD", text))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # Each that is kept takes the room of eight of its signs.
    assert peak < 8 * len(text)


def many_scales(count):
    return [{"id": "d", "annotations": [{"quality": {f"s{n}": 0 for n in range(count)}}]}]


def one_scale_each(count):
    return [{"id": n, "annotations": [{"quality": {f"s{n}": 0}}]} for n in range(count)]


def test_runs_that_need_more_numbers_than_there_may_be_are_refused(monkeypatch):
    monkeypatch.setattr(budget, "MAX_CELLS", 16)
    runs = [Upload(f"{name}.csv", TABLE.getvalue()) for name in "abcd"]
    read = read_runs(runs, read_gold(TABLE))
    assert read.added == ("a", "b")
    assert read.problems[0].startswith("c.csv: 2 × 2 numbers are too many; all files of one step")


def test_what_is_unpacked_is_counted_over_all_files(monkeypatch):
    monkeypatch.setattr(budget, "MAX_UNPACKED", 150)
    text = TABLE.getvalue()
    archives = [zipped(f"{name}.zip", {"r1.csv": text, "r2.csv": text}) for name in "abcd"]
    read = read_runs(archives, read_gold(TABLE))
    assert len(read.added) == 150 // len(text)
    assert "d.zip: unpacked it is larger than 0 MB" in read.problems[0]


def test_values_are_counted_over_all_files(monkeypatch):
    monkeypatch.setattr(budget, "MAX_TOTAL_VALUES", 20)
    text = TABLE.getvalue()
    read = read_runs([Upload(f"{name}.csv", text) for name in "abcd"], read_gold(TABLE))
    assert read.added == ("a", "b")
    assert read.problems[0] == (
        "c.csv: the files up to this one have more than 20 values. Open the rest after them."
    )


# The limit on runs is the same whatever they come in.


def test_runs_of_every_format_are_limited(monkeypatch):
    monkeypatch.setattr(budget, "MAX_RUNS", 2)
    names = "ABC"
    matrix = f"id,{','.join(names)}\nx,.1,.2,.3\n"
    for text, name in ((matrix, "NMD.csv"), (".1 .2 .3\n", "NMD")):
        with pytest.raises(DataError, match="NMD.*: there are 3 runs; at most 2 can be read"):
            read_scores(Upload(name, text))
    cells = "".join(f"{name},0,0,1\n{name},1,1,1\n" for name in names)
    with pytest.raises(DataError, match="c.csv: there are 3 runs; at most 2 can be read"):
        read_gold(Upload("c.csv", f"run,system,gold,count\n{cells}"))
    runs = [Upload(f"{name}.json", ntcir_run("d")) for name in names]
    read = read_runs(runs, read_gold(Upload("gold.json", ntcir_gold("d"))))
    assert read.added == ("A", "B")
    (problem,) = read.problems
    assert problem.startswith("C.json: 2 runs are open, which is the most. Remove runs")
    again = read_runs(runs[2:], read.collections)
    assert again.problems == read.problems


def test_faults_are_limited_in_a_file_and_in_all(monkeypatch):
    # Each run has a fault of its own kind, twice: its name comes first.
    names = ["".join(letters) for letters in product("abcdefghij", repeat=2)]
    cells = "".join(f"{name},a,a,{n}\n{name},b,b,{101 - n}\n" for n, name in enumerate(names, 1))
    with pytest.raises(DataError) as caught:
        read_gold(Upload("c.csv", f"run,system,gold,count\n{cells}"))
    faults = caught.value.faults
    assert len(faults) == budget.MAX_FAULTS + 1
    assert str(faults[-1]) == (
        "c.csv: 148 more faults are not listed. Correct those that are listed first."
    )
    assert sum(each.count for each in faults) == 198
    bad = {f"{number}.json": "[" for number in range(20)}
    monkeypatch.setattr(budget, "MAX_ALL_FAULTS", 12)
    read = read_runs([zipped("z.zip", bad)], read_gold(TABLE))
    assert len(read.problems) == 13
    assert read.problems[-1].startswith("8 more faults are not listed.")


def test_scales_are_limited():
    for entries in (many_scales(31), one_scale_each(31)):
        with pytest.raises(DataError, match="there are 31 scales; at most 30 can be read"):
            read_gold(Upload("gold.json", json.dumps(entries)))
    wide = {f"s{number}": {"0": 1.0} for number in range(5000)}
    run = Upload("r.json", json.dumps([{"id": "d", "quality": wide}]))
    (problem,) = read_runs([run], read_gold(Upload("g.json", ntcir_gold("d")))).problems
    assert "there are 5,000 scales; at most 30 can be read" in problem
    assert len(problem) < 300


# Whatever is found in folders.


def test_labels_that_cannot_be_told_apart_are_refused():
    text = dialogue_labels("C1", {1: (1, 0, 0)})
    archive = zipped(
        "r.zip", {"C1.labels.json": text, "C1b.labels.json": text, "x/C1.labels.json": text}
    )
    gold = read_gold(Upload("C1.json", '{"dialogue-id": "C1", "turns": [{"turn-index": 1, '
                            '"annotations": [{"breakdown": "O"}]}]}'))  # fmt: skip
    read = read_runs([archive], gold)
    (problem,) = read.problems
    assert "the id C1_1 is there already" in problem
    assert len(read.added) == 1


def test_of_a_table_with_a_row_a_rating_the_rows_are_counted(monkeypatch):
    """So that as many ratings can be read as of a table with a column for each rater."""
    monkeypatch.setattr(budget, "MAX_VALUES", 5)
    rows = "".join(f"i{n},r{n},{n},it was said,why\r\n" for n in range(1, 5))
    read_gold(Upload("long.csv", f'"item",worker_id,"rating",note,reason\r\n{rows}'))
    for text in (
        f"item,rater,rating\n{rows}i9,r9,1,a,b\n",
        f"item,low,high,middle,last\n{rows}",
    ):
        with pytest.raises(DataError, match="the file has more than 5 values"):
            read_gold(Upload("long.csv", text))
