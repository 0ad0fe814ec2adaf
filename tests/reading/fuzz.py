"""Files with faults, made from a seed: every reader reads them or says what is wrong.

Run a few hundred as a test, or many by hand::

    python tests/reading/fuzz.py --count 100000 --seed 1

Each file is a valid one of some format with a few faults: bytes changed, pieces cut, repeated
or put elsewhere, numbers and texts replaced by strange ones, whole files wrapped in archives
or in other formats' names.
"""

import argparse
import gzip
import json
import random
import sys
import time
import traceback
import warnings
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from oq_core import DataError, read_scores
from oq_core.reading import (
    read_gold,
    read_gold_and_nuggets,
    read_nugget_gold,
    read_nugget_run,
    read_runs,
    read_together,
    recognise,
    templates,
)
from tests.reading.made import Upload, zipped

#: Texts that readers do not expect, to be put in the place of others.
STRANGE = (
    *("", " ", "0", "-1", "1e999", "nan", "inf", "-inf", "1_0", "0x1", "1,5", "1,500", "½", "٣"),
    *("null", "true", "[]", "{}", '""', '"', "'", "\\", "\\ud800", "\ud7ff", "\u202e", "\ufeff"),
    *("=1+1", "id", "class", "label", "gold", "total", "n", "\0", "\t", "\n", "\r", ";", ","),
    *("9" * 30, "9" * 5000, "a" * 5000, "𝕏", "é", "<b>", "../x", "[" * 50, "{" * 50),
)
NAMES = ("x.json", "x.csv", "x.tsv", "x.txt", "x", "NMD.csv", "x.json.gz", "é.csv", "run1.json")


def spoiled(text, chance):
    """The text with one fault: a piece cut, repeated, replaced, or put elsewhere."""
    start = chance.randrange(max(1, len(text)))
    end = start + chance.choice((1, 1, 3, 10, 100))
    before, piece, after = text[:start], text[start:end], text[end:]
    strange = chance.choice(STRANGE)
    faults = (
        lambda: before + after,
        lambda: before + piece * chance.choice((2, 3, 50)) + after,
        lambda: before + strange + after,
        lambda: before + strange + piece + after,
        lambda: before,
        lambda: "\n".join(chance.sample(lines := text.split("\n"), len(lines))),
        lambda: with_another_mark(text, chance),
        lambda: spoiled_json(text, chance),
    )
    return chance.choice(faults)()


def with_another_mark(text, chance):
    """The text with another sign where one separates values."""
    marks = [place for place, sign in enumerate(text) if sign in ',:\t[]{}"']
    if not marks:
        return text
    place = chance.choice(marks)
    return text[:place] + chance.choice(',:\t[]{}";') + text[place + 1 :]


def spoiled_json(text, chance):
    """JSON with one value put in the place of another."""
    try:
        parsed = json.loads(text)
    except ValueError:
        return text + chance.choice(STRANGE)
    places = []

    def walk(value):
        keys = value if isinstance(value, dict) else range(len(value))
        for key in keys:
            places.append((value, key))
            if isinstance(value[key], dict | list):
                walk(value[key])

    if isinstance(parsed, dict | list):
        walk(parsed)
    if not places:
        return text
    holder, key = chance.choice(places)
    other, other_key = chance.choice(places)
    values = (None, True, -1, 0, 1.5, 10**400, float("nan"), "", "x", "\ud800", [], {}, [[]])
    # A copy, as an object in itself has no end.
    holder[key] = chance.choice((*values, json.loads(json.dumps(other[other_key]))))
    return json.dumps(parsed)


def made(chance):
    """A file or an archive with faults, as an upload."""
    files = list(templates().items())
    name, text = chance.choice(files)
    for _ in range(chance.choice((1, 1, 2, 5))):
        text = spoiled(text, chance)
    data = text.encode("utf-8", "surrogatepass")
    if chance.random() < 0.2:
        data = bytearray(data)
        for _ in range(chance.choice((1, 3, 20))):
            if data:
                data[chance.randrange(len(data))] = chance.randrange(256)
        data = bytes(data)
    if chance.random() < 0.05:
        data = data.decode("utf-8", "replace").encode("utf-16")
    if chance.random() < 0.3:
        name = chance.choice(NAMES)
    wrapping = chance.random()
    if wrapping < 0.15:
        beside = dict(chance.sample(files, 3))
        folder = chance.choice(("", "A/run1/", "../", "__MACOSX/", "A\\run2\\", "."))
        archive = zipped("x.zip", {f"{folder}{name}": data, **beside}).getvalue()
        if chance.random() < 0.3:
            archive = zipped("x.zip", {"inner.zip": archive, f"b/{name}": data}).getvalue()
        if chance.random() < 0.3:
            archive = bytearray(archive)
            for _ in range(chance.choice((1, 3))):
                archive[chance.randrange(len(archive))] = chance.randrange(256)
            archive = bytes(archive)
        return Upload("x.zip", archive)
    if wrapping < 0.2:
        data = gzip.compress(data)[: chance.choice((None, -3))]
    return Upload(name, data)


def golds():
    """Gold that runs can be matched with, of every kind."""
    names = [name for name in templates() if "gold" in name or name == "DIALOGUE1.json"]
    return [read_gold_and_nuggets(Upload(name, templates()[name])) for name in names]


def check(source, open_gold):
    """Read a file by every reader; anything but an answer or a `DataError` is a finding."""
    for read in (
        *(recognise, read_gold, read_gold_and_nuggets, read_scores, read_nugget_gold),
        read_nugget_run,
    ):
        try:
            read(source)
        except DataError as error:
            check_message(str(error))
    for gold in open_gold:
        read = read_runs([source], gold.collections, gold.nuggets)
        assert read.problems or read.added
        for message in (*read.problems, *read.notes):
            check_message(message)
        names = {name for each in read.collections.values() for name in each.runs}
        json.dumps(sorted(names), ensure_ascii=False).encode()
    together = read_together([source])
    assert together.problems or together.data_sets
    for message in (*together.problems, *together.notes):
        check_message(message)


def check_message(message):
    """A sentence that can be shown: with an end, not too long, in whole characters."""
    assert message.endswith("."), message[:200]
    assert len(message) < 3000, message[:200]
    message.encode()


def fuzz(count, seed, tell=lambda _: None):
    """The findings among so many files: how often each, and the first file of each."""
    # As the tests do: a warning is a computation that nobody thought of.
    warnings.simplefilter("error")
    open_gold, found, first = golds(), Counter(), {}
    for number in range(seed, seed + count):
        if number % 1000 == 0:
            tell(f"{number - seed:,} files, {sum(found.values()):,} findings")
        source = made(random.Random(number))
        start = time.process_time()
        try:
            check(source, open_gold)
            assert time.process_time() - start < 20
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            key = f"{type(error).__name__} in {Path(frame.filename).name}:{frame.lineno}"
            found[key] += 1
            first.setdefault(key, (number, source.name, source.getvalue()[:300], str(error)[:200]))
    return found, first


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    found, first = fuzz(chosen.count, chosen.seed, lambda text: sys.stderr.write(f"{text}\n"))
    for key, many in found.most_common():
        sys.stdout.write(f"{many:,} {key}: {first[key]}\n")
    sys.stdout.write(f"{chosen.count:,} files, {sum(found.values()):,} findings\n")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
