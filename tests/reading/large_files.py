"""How much time and memory the largest files take: a line of JSON for each.

Run by a test in a process of its own, and by hand with ``--all`` for every file. Each file is
read in a fork, so that the memory of one step is not that of another.
"""

import gzip
import json
import os
import struct
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from oq_core import DataError, read_scores
from oq_core.reading import read_gold, read_gold_and_nuggets, read_runs, read_together
from tests.reading.made import Upload, zipped

N = 200_000


def table(header, rows):
    return header + "\n" + "\n".join(rows) + "\n"


def scales(count):
    return {f"s{number}": 0 for number in range(count)}


def of_equal_entries(count):
    """An archive of one empty file, which its directory names so many times."""
    archive = zipped("x", {"x.csv": ""}).getvalue()
    start, end = archive.index(b"PK\x01\x02"), archive.index(b"PK\x05\x06")
    directory = archive[start:end] * count
    numbers = struct.pack("<HHI", count, count, len(directory))
    return archive[:start] + directory + archive[end : end + 8] + numbers + archive[end + 16 :]


FILES = {
    "one cell of millions": lambda: "system,gold,count\n0,0,4999999\n1,1,1\n",
    "many scales": lambda: json.dumps([{"id": 1, "annotations": [{"quality": scales(N)}]}]),
    "empty lists": lambda: "[" + "[]," * 6_000_000 + "[]]",
    "empty objects": lambda: "[" + "{}," * 450_000 + "{}]",
    "nested objects": lambda: "[" + '{"":{"":0}},' * 240_000 + "{}]",
    "a long table": lambda: table("id,class,n", (f"{n},{n % 30},1" for n in range(10**6))),
    "a long table of few": lambda: table(
        "id,class,n", (f"{n % N},{n // N},1" for n in range(5 * N))
    ),
    "a wide matrix": lambda: "1 " * 10_000_000,
    "a full matrix": lambda: table(
        ",".join(["id", *(f"r{n}" for n in range(200))]),
        (f"{n}" + ",.5,.25" * 100 for n in range(24_000)),
    ),
    "characters of four bytes": lambda: "id,a,b\n" + "x,1,1\n" * 10**6 + "𝕏,1,1\n",
    "blank lines": lambda: "id,a,b\nx,1,1" + "\n" * (20 * 2**20),
    "carriage returns": lambda: "id,a,b" + "\r" * 19_000_000 + "x,1,1",
    "empty gzip parts": lambda: gzip.compress(b"", mtime=0) * 90_000,
    "as many instances as there may be": lambda: table("id,a,b", (f"{n},1,1" for n in range(N))),
    "as many items as there may be": lambda: table(
        "id,topic,label", (f"{n},t{n % 60},{n % 5}" for n in range(N))
    ),
    "as many classified items as there may be": lambda: table(
        "run,topic,system,gold,count",
        (f"r{run},t,{c % 5},{c // 5},{N // 25}" for run in range(49) for c in range(25)),
    ),
}
ARCHIVES = {
    "broken files": lambda: {f"{n}.json": "[" + '{"a":0},' * 400_000 for n in range(20)},
    "other files": lambda: {f"{n}.json": "[" + '{"a":0},' * 400_000 + "{}]" for n in range(60)},
    "tables": lambda: {f"{n}.csv": "id,low,high\n" + "x,1,1\n" * 10**6 for n in range(20)},
    "archives of equal entries": lambda: {f"{n}.zip": of_equal_entries(9990) for n in range(270)},
    "archives of fewer equal entries": lambda: {
        f"{n}.zip": of_equal_entries(35) for n in range(270)
    },
    "one line each": lambda: dict.fromkeys(("a.json", "b.json"), "a" * (79 * 2**20)),
    "an emoji": lambda: {"a.csv": table("id,a,😀", (f"{'x' * 10**5}{n},1,2" for n in range(600)))},
    "runs": lambda: {
        f"{n}.csv": table("id,low,high", (f"{row},1,1" for row in range(N))) for n in range(40)
    },
}


def measure(name, step, source, read):
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    before = status("VmRSS")
    # The peak is that of the step alone.
    Path("/proc/self/clear_refs").write_text("5")
    start, answer = time.process_time(), ""
    try:
        read(source)
    except DataError as error:
        answer = str(error)[:200]
    found = {
        "name": name,
        "step": step,
        "seconds": round(time.process_time() - start, 2),
        "megabytes": round((status("VmHWM") - before) / 1024),
        "answer": answer,
    }
    print(json.dumps(found, ensure_ascii=False), flush=True)  # noqa: T201
    os._exit(0)


def status(field):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field))


#: What the test looks at: a step that takes much of each kind of file.
CHOSEN = {
    "one cell of millions": "gold",
    "many scales": "gold",
    "nested objects": "runs",
    "a wide matrix": "scores",
    "as many instances as there may be": "gold",
    "as many items as there may be": "gold",
    "as many classified items as there may be": "gold",
    "broken files": "runs",
    "carriage returns": "gold",
    "empty gzip parts": "gold",
    "archives of equal entries": "gold",
    "archives of fewer equal entries": "together",
    "one line each": "gold",
    "an emoji": "gold",
}


def main(everything):
    gold = read_gold(Upload("gold.csv", "id,low,high\nx,1,2\ny,3,0\n"))
    for name, made in {**FILES, **ARCHIVES}.items():
        if not (everything or name in CHOSEN):
            continue
        source = zipped("z.zip", made()) if name in ARCHIVES else Upload("x", made())
        of = gold
        if name == "runs":
            of = read_gold(Upload("gold.csv", FILES["as many instances as there may be"]()))
        steps = {
            "gold": read_gold_and_nuggets,
            "scores": read_scores,
            "together": read_together,
            "runs": lambda file, of=of: read_runs([file], of),
        }
        for step, read in steps.items():
            if everything or CHOSEN[name] == step:
                measure(name, step, source, read)


if __name__ == "__main__":
    main("--all" in sys.argv)
