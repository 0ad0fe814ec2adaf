"""Files with faults, made from a seed: every reader reads them rightly or says what is wrong.

The tests read a thousand. By hand, many, or one again::

    python tests/reading/fuzz.py --count 10000 --seed 1
    python tests/reading/fuzz.py --seed 1 --only 154

Each file is a valid one that was spoiled (JSON, tables, bytes, archives) or written in another
way. These are findings:

- an exception that is no `DataError`, a warning, or more than 20 seconds of a processor;
- a message that does not name the file, is no sentence, is too long, or has half of a character;
- a collection with rows that are no distributions, or with ids that are empty or there twice;
- numbers that a second, plain reader of the same text does not find;
- good runs that are lost because a bad file is beside them.
"""

import argparse
import copy
import csv
import gzip
import io
import json
import random
import re
import stat
import struct
import sys
import time
import traceback
import warnings
import zipfile
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from oq_core import DataError, read_scores, score
from oq_core.reading import (
    read_gold,
    read_gold_and_nuggets,
    read_nugget_gold,
    read_nugget_run,
    read_run,
    read_runs,
    read_together,
    recognise,
    templates,
)
from tests.reading.made import Upload

#: Texts that readers do not expect, to be put in the place of others.
STRANGE = (
    *("NaN", "inf", "-inf", "1e308", "1e400", "-1", "-0.0", "1e-320", "0x10", "1_000", "1,5", "½"),
    *("1.000,5", "9" * 400, "9" * 5000, "0." + "3" * 400, str(2**53 + 1), "٣", "１", "1E+02", "01"),
    *(
        "true",
        "null",
        '""',
        '"',
        "'",
        "{",
        "}",
        "[",
        "]",
        "[" * 50,
        ",",
        ";",
        "\t",
        ":",
        "\n",
        "\r",
    ),
    *("\\", "\\u0000", "\\ud800", "\\ud83d\\ude00", "\0", "\x1b[31m", "\u202e", "\u200b", "\ufeff"),
    *(
        "\u2028",
        "\u00a0",
        "\x85",
        "\x0c",
        "é",
        "e\u0301",
        "😀",
        "<b>",
        "=1+1",
        "../x",
        "%s",
        "",
        " ",
    ),
    *("id", "class", "label", "gold", "total", "n", "system", "topic", "run", "rating", "quality"),
    *("-2", "0", "1", "2", "A" * 5000, "#", "N/A", "#REF!", "nugget", "annotations", "turns"),
)
#: Values of JSON, likewise.
VALUES = (
    *(None, True, False, 0, 1, -1, 1.5, 5e-324, 1e308, 2**53 + 1, 10**30, 10**400, float("nan")),
    *("", " ", "0.5", "1", "NaN", "\0", "\ud800", "x" * 3000, "\u202eabc", "a\nb", "a,b", "A"),
    *(
        [],
        {},
        [[]],
        [{}],
        {"": 0},
        {"\udc00": 1},
        [0.2] * 5,
        ["CNUG0"],
        {"-2": 1},
        {"A": {"-2": 1}},
    ),
)
NAMES = (
    *("a.json", "TEAM/run1/quality.json", "../../evil.json", "..", "a/..", "C:\\x\\y.json", "."),
    *("a\\b\\c.csv", "\u202egnp.json", "x" * 200 + ".json", ".hidden.json", "dir/", "a.zip"),
    *(
        "__MACOSX/._a.json",
        "[Content_Types].xml",
        "名前.json",
        "README.md",
        "NMD.csv",
        "x",
        ".json",
    ),
)


def seeds():
    """Small valid files: name and text."""
    chance = random.Random(1)

    def shares(*classes):
        parts = [chance.random() for _ in classes]
        return {
            each: round(part / sum(parts), 4) for each, part in zip(classes, parts, strict=True)
        }

    customer, helpdesk = ("CNUG0", "CNUG", "CNUG*", "CNaN"), ("HNUG", "HNUG*", "HNaN")
    ratings, gold, run = ("-2", "-1", "0", "1", "2"), [], []
    for name in (f"d{number}" for number in range(8)):
        annotations = [
            {
                "quality": {scale: chance.randint(-2, 2) for scale in "ASE"},
                "nugget": [chance.choice(customer), chance.choice(helpdesk)],
            }
            for _ in range(4)
        ]
        turns = [{"sender": "customer"}, {"sender": "helpdesk"}]
        gold.append({"id": name, "turns": turns, "annotations": annotations})
        quality = {scale: shares(*ratings) for scale in "ASE"}
        run.append(
            {"id": name, "quality": quality, "nugget": [shares(*customer), shares(*helpdesk)]}
        )
    rows = "".join(f"d{n};{n};{chance.randint(1, 9)};{chance.randint(0, 9)}\n" for n in range(8))
    more = {"TEAM_gold.json": json.dumps(gold), "TEAM_run.json": json.dumps(run)}
    more["semicolon_gold.csv"] = f"id;1;2;3\n{rows}"
    return {**templates(), **more}


SEEDS = seeds()


def gold_name(name):
    """What the gold of a file is called; of gold, its own."""
    return name.replace(".labels", "").replace("_run.tsv", "_gold.tsv").replace("_run.", "_gold.")


def opened_golds():
    """The golds that runs can be matched with, by name."""
    names = {
        "lewidi_run.tsv": "lewidi_gold.json",
        **{name: gold_name(name) for name in SEEDS if gold_name(name) in SEEDS},
    }
    names = {n: g for n, g in names.items() if "gold" in g or g == "DIALOGUE1.json"}
    read = {g: read_gold_and_nuggets(Upload(g, SEEDS[g])) for g in set(names.values())}
    return {name: (gold, read[gold]) for name, gold in names.items()}


# Files with faults.


def places_in(value, path=()):
    """Every place in a JSON value."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places_in(value[key], (*path, key))


def at(value, path):
    for key in path:
        value = value[key]
    return value


def spoiled_json(chance, text):
    """JSON with values, keys or names replaced, moved, repeated, left out or nested too deeply."""
    if chance.random() < 0.15:
        new = json.dumps(chance.choice(STRANGE)).replace("\\\\u", "\\u")
        return text.replace(chance.choice(re.findall(r'"[^"\\]*"', text)), new)
    value = json.loads(text)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        places = [path for path in places_in(value) if path]
        if not places:
            break
        (*above, key), kind = chance.choice(places), chance.randrange(8)
        holder, other = at(value, above), copy.deepcopy(at(value, chance.choice(places)))
        if kind < 3:
            holder[key] = copy.deepcopy(chance.choice(VALUES))
        elif kind == 3:
            del holder[key]
        elif kind == 4:
            holder[key] = other
        elif kind == 5 and isinstance(holder, list):
            holder.insert(key, other)
        elif isinstance(holder, dict) and kind < 7:
            holder[chance.choice((*STRANGE, "\ud800"))] = holder.pop(key)
        else:
            mark, depth = "@@", chance.choice((10, 500, 20000))
            holder[key] = mark
            inner = chance.choice((("[", "]"), ('{"a":', "}"), ('{"a":1,"a":', "}")))
            nested = inner[0] * depth + "1" + inner[1] * chance.choice((depth, depth, 0))
            return json.dumps(value).replace(f'"{mark}"', nested)
    return json.dumps(value)


def cells_of(text):
    mark = max("\t,; ", key=text.split("\n", 1)[0].count)
    return mark, [line.split(mark) for line in text.rstrip("\n").split("\n")]


def spoil_row(chance, row):
    """Replace, move or leave out a cell."""
    place, kind = chance.randrange(len(row)), chance.randrange(7)
    if kind < 3:
        row[place] = chance.choice(STRANGE)
    elif kind == 3:
        row[place] = chance.choice((repr(chance.random()), str(chance.randint(0, 10**10))))
    elif kind == 4:
        row.insert(place, chance.choice((*STRANGE, "", "0")))
    elif kind == 5:
        row.insert(chance.randrange(2), row.pop())
    else:
        row.pop(place)


def spoil_rows(chance, rows):
    """Repeat, move or leave out a row or a column."""
    row, kind = chance.choice(rows), chance.randrange(6)
    place, other = chance.choices(range(max(map(len, rows))), k=2)
    if kind == 0:
        rows.append(list(row))
    elif kind == 1:
        rows.remove(row)
    elif kind == 2:
        chance.shuffle(rows)
    elif kind == 3:
        # Of all rows, or of all but the header.
        for each in rows[chance.randrange(2) :]:
            each.insert(other, each.pop(place) if place < len(each) else "")
    else:
        for each in rows:
            each[place : place + 1] = each[place : place + 1] * (0 if kind == 4 else 2)


def spoiled_table(chance, text):
    """A table with cells, rows or columns replaced, moved, repeated or left out."""
    mark, rows = cells_of(text)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        row = chance.choice(rows)
        if chance.random() < 0.5 and row:
            spoil_row(chance, row)
        elif len(rows) > 1 and any(rows):
            spoil_rows(chance, rows)
    mark = chance.choice((mark, mark, mark, ",", ";", "\t", " ", "|"))
    end = chance.choice(("\n", "\n", "\n", "\r\n", "\r", "\n\n", "\u2028"))
    return end.join(mark.join(cells) for cells in rows) + chance.choice(("", end, end * 3))


def rewritten_json(chance, text):
    """The same in another order, with two numbers exchanged, an entry less or other blanks."""
    value, kind = json.loads(text), chance.randrange(4)
    if isinstance(value, list) and kind == 0:
        chance.shuffle(value)
    elif isinstance(value, list) and kind == 1:
        del value[chance.randrange(len(value))]
    elif kind == 2:
        numbers = [path for path in places_in(value) if path and isinstance(at(value, path), float)]
        if len(numbers) > 1:
            one, two = chance.sample(numbers, 2)
            first, second = at(value, one), at(value, two)
            at(value, one[:-1])[one[-1]], at(value, two[:-1])[two[-1]] = second, first
    indent, plain = chance.choice((None, 0, 4)), chance.random() < 0.5
    return json.dumps(value, indent=indent, ensure_ascii=plain)


def rewritten_table(chance, text):
    """The same table in another order, with quotes, other numbers, or columns that say nothing."""
    mark, rows = cells_of(text)
    kind, order = chance.randrange(7), list(range(1, len(rows[0])))
    chance.shuffle(order)
    if kind == 0:
        rows[1:] = chance.sample(rows[1:], len(rows) - 1)
    elif kind == 1:
        rows = [[row[0], *(row[column] for column in order)] for row in rows]
    elif kind == 2:
        rows[0] = [rows[0][0], *(rows[0][column] for column in order)]
    elif kind == 3:
        rows = [[f'"{cell}"' if chance.random() < 0.5 else f" {cell} " for cell in r] for r in rows]
    elif kind == 4:
        rows = [
            [re.sub(r"^\d*\.?\d+$", lambda n: f"{float(n[0]):e}", cell) for cell in r] for r in rows
        ]
    elif kind == 5:
        rows = [[str(number) if number else "", *row] for number, row in enumerate(rows)]
    else:
        rows.append(
            [chance.choice(("total", "mean", "")), *chance.choices(("", "0", "9"), k=len(order))]
        )
    mark = chance.choice((mark, mark, ",", ";", "\t"))
    return chance.choice(("\n", "\r\n", "\r")).join(mark.join(row) for row in rows)


def spoiled_bytes(chance, data):
    """Bytes changed, cut, repeated, put elsewhere, or strange ones put between."""
    for _ in range(chance.choice((1, 1, 2, 4, 16))):
        place, other = chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)
        before, after = data[:place], data[place:]
        data = chance.choice(
            (
                before + chance.randbytes(1) + after[1:],
                before + chance.randbytes(chance.choice((1, 3, 20))) + after,
                before + after[chance.choice((1, 1, 4, 50, len(data))) :],
                before + chance.choice(STRANGE).encode() + after,
                before + data[other : other + chance.choice((1, 10, 100))] + after,
                b"\n".join(chance.sample(lines := data.split(b"\n"), len(lines))),
            )
        )
    return data


def encoded(chance, text):
    """The text as bytes, at times in another encoding or packed."""
    data = text.encode("utf-8", "surrogatepass")
    others = (
        *(b"\xef\xbb\xbf" + data, b"\xef\xbb\xbf" * 2 + data, gzip.compress(data, mtime=0)),
        *(text.encode(name, "surrogatepass") for name in ("utf-16", "utf-16-le", "utf-32")),
        *(text.encode("latin-1", "replace") + b"\xe9", gzip.compress(data, mtime=0)[:-3]),
    )
    return chance.choice(others) if chance.random() < 0.3 else data


def archive(chance, contents):
    """A ZIP archive of these files, sound or with faults in its own bytes."""
    stream, methods = io.BytesIO(), (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_LZMA)
    method = chance.choices(methods, (6, 3, 1))[0]
    with warnings.catch_warnings(), zipfile.ZipFile(stream, "w", method) as packed:
        # Of names that are there twice.
        warnings.simplefilter("ignore")
        for name, content in contents:
            info = zipfile.ZipInfo(chance.choice((name, name, chance.choice(NAMES))))
            info.compress_type = method
            is_link = chance.random() < 0.1
            info.external_attr = (stat.S_IFLNK | 0o777) << 16 if is_link else 0
            packed.writestr(info, b"/etc/passwd" if is_link else content)
    data, kind = stream.getvalue(), chance.randrange(8)
    directory, end = bytearray(data), data.rfind(b"PK\x05\x06")
    if kind == 0:
        return spoiled_bytes(chance, data)
    if kind == 1:
        inner = chance.choice(("inner.zip", "inner.json", "inner"))
        return archive(chance, [(inner, data), *contents])
    if kind == 2:
        return data[: chance.randrange(len(data) + 1)]
    # What an entry says of itself (flags, method, check, sizes), or the directory of its files.
    numbers = [chance.choice((0, 1, 9, 65535, 2**31, 2**32 - 1)) for _ in range(4)]
    if kind == 3:
        place = data.find(b"PK\x01\x02") + chance.choice((8, 10, 16, 20, 24, 42))
        struct.pack_into("<I", directory, place, numbers[0])
    elif kind == 4:
        struct.pack_into(
            "<HHII", directory, end + 8, *(n % 2**16 for n in numbers[:2]), *numbers[2:]
        )
    return bytes(directory)


def made(seed, number):
    """A file: its name, what it holds, and the valid one that it was made from."""
    chance = random.Random(f"{seed}/{number}")
    # In JSON there is more to go wrong.
    weights = [3 if text.lstrip()[:1] in "[{" else 1 for text in SEEDS.values()]
    ((name, text),) = chance.choices(list(SEEDS.items()), weights)
    spoil, rewrite = spoiled_table, rewritten_table
    if text.lstrip()[:1] in "[{":
        spoil, rewrite = spoiled_json, rewritten_json
    kind = chance.choices(("spoiled", "other", "bytes", "spliced", "zip"), (38, 26, 18, 4, 14))[0]
    if kind == "zip":
        contents = []
        for other in chance.choices((name, *SEEDS), k=chance.choice((1, 1, 2, 3, 6))):
            folder = chance.choice(("", f"TEAM{chance.randrange(3)}/run{chance.randrange(3)}/"))
            inner = SEEDS[other]
            if chance.random() < 0.5:
                is_json = inner.lstrip()[:1] in "[{"
                inner = (spoiled_json if is_json else spoiled_table)(chance, inner)
            contents.append((f"{folder}{other}", inner.encode("utf-8", "surrogatepass")))
        return "upload.zip", archive(chance, contents), name
    if kind == "spliced":
        other = chance.choice(list(SEEDS.values()))
        text = text[: chance.randrange(len(text))] + other[chance.randrange(len(other)) :]
    elif kind != "bytes":
        text = (spoil if kind == "spoiled" else rewrite)(chance, text)
    data = spoiled_bytes(chance, text.encode()) if kind == "bytes" else encoded(chance, text)
    return name if chance.random() < 0.85 else chance.choice(NAMES), data, name


# What is right.


def check_words(*texts):
    for text in texts:
        text.encode()


def check_message(message, name):
    """A sentence that can be shown, which names the file."""
    assert message.endswith("."), message[:200]
    assert len(message) < 3000, message[:200]
    check_words(message)
    parts = re.split(r"[\\/]", name)
    parts += [part.rpartition(".")[0] for part in parts]
    # Files that belong together are called as their folder is, or "DBDC labels".
    assert "DBDC" in message or any(part and part in message for part in parts), message[:200]


def check_shares(ids, *arrays):
    assert ids
    assert len(set(ids)) == len(ids)
    for array in arrays:
        assert np.isfinite(array).all()
        assert (array >= 0).all()
        assert np.allclose(array.sum(axis=1), 1, atol=1e-6)


def check_collections(collections, nuggets=None):
    for scale, each in collections.items():
        check_words(scale, each.name, each.format, *each.classes, *each.ids, *each.runs)
        assert all(name.strip() for name in (*each.ids, *each.classes))
        check_shares(each.ids, each.gold, *each.runs.values())
    if nuggets is not None:
        check_words(nuggets.name, *nuggets.ids, *nuggets.runs)
        check_shares(nuggets.ids, nuggets.gold, *nuggets.runs.values())


def plain(data, kind):
    """Numbers by scale, id and class as a plain reader finds them; None for other formats."""
    data = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    is_wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = data.decode("utf-16" if is_wide else "utf-8-sig")
    if kind == "wide table" and text.lstrip()[:1] in "[{":
        return None
    return PLAIN[kind](text) if kind in PLAIN else None


def plain_quality_gold(text):
    found = {}
    for entry in json.loads(text):
        for annotation in entry["annotations"]:
            for scale, rating in annotation["quality"].items():
                of_scale = found.setdefault(scale, {})
                of_scale.setdefault(str(entry["id"]), Counter())[str(rating).strip()] += 1
    return found


def plain_quality_run(text):
    found = {}
    for entry in json.loads(text):
        for scale, shares in entry["quality"].items():
            found.setdefault(scale, {})[str(entry["id"])] = shares
    return found


def tabbed(text):
    lines = (line.split("\t") for line in re.split(r"\r\n|\r|\n", text) if line.strip())
    return [[cell.strip() for cell in line] for line in lines]


def plain_shares(text):
    classes = ("-2", "-1", "0", "1", "2")
    rows = ((name, map(float, numbers)) for name, *numbers in tabbed(text))
    return {"": {name: dict(zip(classes, numbers, strict=True)) for name, numbers in rows}}


def plain_items(text):
    found = {}
    for _, topic, label in tabbed(text):
        found.setdefault(topic, Counter())[label] += 1
    return {"": found}


def plain_rows(text):
    for mark in "\t,;":
        table = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
        rows = [row for row in ([cell.strip() for cell in each] for each in table) if any(row)]
        if len({len(row) for row in rows}) == 1 < len(rows[0]):
            break
    is_numbered = rows[0][0].casefold() in ("", "index", "row") and len(rows[0]) > 3
    return [row[1:] for row in rows] if is_numbered else rows


def number(cell):
    return float(cell.replace(",", "."))


def plain_wide(text):
    (_, *classes), *rows = plain_rows(text)
    return {"": {r[0]: dict(zip(classes, map(number, r[1:]), strict=True)) for r in rows}}


def plain_long(text):
    found = {}
    for name, label, cell in plain_rows(text)[1:]:
        found.setdefault(name, {})[label] = number(cell)
    return {"": found}


PLAIN = {
    "NTCIR dialogue quality gold": plain_quality_gold,
    "NTCIR dialogue quality submission": plain_quality_run,
    "SemEval subtask C": plain_items,
    "SemEval subtask E": plain_shares,
    "wide table": plain_wide,
    "long table": plain_long,
}


def check_numbers(data, collections, arrays):
    """Compare the arrays, by scale, with what the plain reader finds in a file."""
    if not arrays or data.startswith(b"PK"):
        return
    kind = recognise(Upload("x", data))
    expected = plain(data, kind)
    if expected is None:
        return
    # In subtask E the rest, of up to 0.01, goes to the highest class.
    tolerance = 0.0101 if kind == "SemEval subtask E" else 1e-9
    for scale, array in arrays.items():
        each, shares = collections[scale], expected[scale if scale in expected else ""]
        assert set(shares) == set(each.ids)
        for row, name in enumerate(each.ids):
            values = np.array([shares[name].get(label, 0) for label in each.classes])
            assert set(shares[name]) <= set(each.classes)
            assert np.allclose(values / sum(shares[name].values()), array[row], 0, tolerance), name


def check(name, data, gold, beside):
    """Read a file by every reader; anything but a right answer or a `DataError` is a finding."""

    def attempt(read, *given):
        try:
            return read(Upload(name, data), *given)
        except DataError as error:
            check_message(str(error), name)

    check_words(attempt(recognise) or "")
    if found := attempt(read_gold):
        check_collections(found)
        check_numbers(data, found, {scale: each.gold for scale, each in found.items()})
    if read := attempt(read_gold_and_nuggets):
        check_collections(read.collections, read.nuggets)
        check_words(*read.notes)
    if scores := attempt(read_scores):
        check_words(*scores.measures, *scores.ids, *scores.runs)
    attempt(read_nugget_gold)
    attempt(read_nugget_run)
    together = read_together([Upload(name, data)])
    assert together.problems or together.data_sets
    for each in together.data_sets:
        check_collections(each.collections, each.nuggets)
    for message in together.problems:
        check_message(message, name)
    if gold is None:
        return
    if gold.collections and (found := attempt(read_run, gold.collections)):
        check_collections(found)
        runs = {scale: list(each.runs.values()) for scale, each in found.items()}
        if not any(each.runs for each in gold.collections.values()):
            check_numbers(data, found, {scale: each[0] for scale, each in runs.items() if each})
    good = [Upload(f"good{number}", beside) for number in range(2)] if beside else []
    read = read_runs([*good[:1], Upload(name, data), *good[1:]], gold.collections, gold.nuggets)
    assert read.problems or read.skipped or read.described or len(read.added) > len(good)
    assert sum("good" in each for each in read.added) >= len(good), "good runs are lost"
    check_collections(read.collections, read.nuggets)
    check_words(*read.notes, *read.skipped, *read.added)
    for message in read.problems:
        check_message(message, name)
    for each in read.collections.values():
        if each.runs:
            score(each, ("NMD", "RNOD"))


def fuzz(seed, numbers):
    """The findings in files of these numbers: how often each, and the first file of each."""
    # As the tests do: a warning is a computation that nobody thought of.
    warnings.simplefilter("error")
    golds, found = opened_golds(), {}
    runs = {gold: SEEDS[name] for name, (gold, _) in golds.items() if name != gold}
    # Labels of dialogues are put together from files, and judges have names of their own.
    runs = {gold: text for gold, text in runs.items() if "gold" in gold and "ratings" not in gold}
    for number in numbers:
        name, data, of = made(seed, number)
        gold_of, gold = golds.get(of, ("", None))
        start = time.process_time()
        try:
            check(name, data, gold, runs.get(gold_of))
            assert time.process_time() - start < 20, "it takes too long"
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno}"
            found.setdefault(where, []).append((number, name, str(error)[:200], data[:300]))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--only", type=int, help="the number of one file")
    chosen = parser.parse_args()
    numbers = range(chosen.count) if chosen.only is None else [chosen.only]
    found = fuzz(chosen.seed, numbers)
    lines = [f"{len(each):,} × {where}, first --only {each[0]}" for where, each in found.items()]
    lines.append(f"--seed {chosen.seed}: {len(numbers):,} files, {len(found):,} findings")
    sys.stdout.write("\n".join(lines).encode("ascii", "backslashreplace").decode() + "\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
