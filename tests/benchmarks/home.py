"""Times visits of the edition that runs without a server: cold and again, and its memory.

Run from the repository's root: python -m tests.benchmarks.home [FOLDER of a build]
Each visit has a browser of its own, which keeps what the one before has loaded. Files come from
this machine: there is no time of a network. Memory is what the browser's processes have of their
own and their part of what they share (PSS); processor time is that of all of them. On Start it is
that of the page's own processes, in a browser that nothing looks into: tools keep in it what they
have seen, and do not let the service worker end.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from urllib.request import urlopen

from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from pages.menu import ENTRIES, START
from tests.benchmarks.timing import load, machine, show, table, verdict
from tests.browser.edition import SITE, hosted
from tests.browser.waiting import GO, LIMIT, at_rest
from tests.server import chromium

#: Seconds, processor seconds and megabytes.
Row = tuple[float, float, int]
VISITS, PAGES, PAUSE = 3, 10, 1.0
#: The most that is allowed: seconds and processor seconds of a cold visit and of others, megabytes
#: on Start and after so many pages.
COLD, AGAIN, START_MB, PAGES_MB = (6, 8), (4, 5), 500, 1000


def processes(profile: str) -> Iterator[int]:
    """The processes of the browser that has a profile, and of none else."""
    parents, found = dict[int, int](), set[int]()
    for each in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(each.name)] = int((each / "stat").read_text().rpartition(")")[2].split()[1])
            if profile in (each / "cmdline").read_text():
                found.add(int(each.name))
        except (FileNotFoundError, ProcessLookupError):
            pass
    while more := {each for each, parent in parents.items() if parent in found} - found:
        found |= more
    yield from found


def measured(profile: str, kind: str = "") -> tuple[float, int]:
    """Processor seconds and megabytes of a browser, or of its processes of a kind."""
    seconds, kilobytes = 0.0, 0
    for each in processes(profile):
        try:
            if kind not in Path(f"/proc/{each}/cmdline").read_text():
                continue
            cells = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            rolled = Path(f"/proc/{each}/smaps_rollup").read_text().splitlines()
        except (FileNotFoundError, ProcessLookupError):
            continue
        seconds += (int(cells[11]) + int(cells[12])) / os.sysconf("SC_CLK_TCK")
        kilobytes += sum(int(line.split()[1]) for line in rolled if line.startswith("Pss:"))
    return seconds, kilobytes // 1000


def opened(context: BrowserContext, address: str, profile: str) -> tuple[Page, Row]:
    """A page, and its seconds, processor seconds and megabytes until its heading is there."""
    page = context.new_page()
    page.set_default_timeout(LIMIT)
    before, start = measured(profile)[0], perf_counter()
    page.goto(address, wait_until="commit")
    expect(page.get_by_role("heading", level=1).first).to_be_visible(timeout=4 * LIMIT)
    page.wait_for_function("() => document.querySelector('[data-testid=stHeading]')")
    took = perf_counter() - start
    used, memory = measured(profile)
    return page, (took, used - before, memory)


def unseen(profile: str, address: str) -> tuple[int, int]:
    """Megabytes of a page's own processes once it is at rest, and of the whole browser."""
    line = [f"--user-data-dir={profile}", "--no-sandbox", "--disable-gpu"]
    told = Path(profile, "DevToolsActivePort")
    told.unlink(missing_ok=True)
    subprocess.Popen(
        [str(chromium()), *line, "--remote-debugging-port=0", address], stderr=subprocess.DEVNULL
    )
    while not told.exists() or not told.read_text():
        sleep(PAUSE)
    listed = f"http://127.0.0.1:{told.read_text().split()[0]}/json/list"
    before, now, open_ones = -1.0, 0.0, dict[str, str]()
    # It is drawn, computes no more, and its service worker has ended.
    while (
        not open_ones.get("page", "").startswith(f"{START.title} ·")
        or "service_worker" in open_ones
        or now - before > PAUSE / 10
    ):
        sleep(PAUSE)
        with urlopen(listed) as answer:
            open_ones = {each["type"]: each["title"] for each in json.load(answer)}
        before, now = now, measured(profile)[0]
    found = measured(profile, "--type=renderer")[1], measured(profile)[1]
    for each in processes(profile):
        os.kill(each, signal.SIGKILL)
    return found


def main() -> None:
    show(f"{machine(['streamlit'])}\nLoad average {load()}\n")
    rows = dict[str, Row]()
    with TemporaryDirectory() as made, sync_playwright() as playwright:
        site = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(made) / "site"
        if len(sys.argv) == 1:
            line = [sys.executable, str(SITE / "build.py"), "--out", str(site)]
            subprocess.run(line, check=True)
        profile = f"{made}/profile"
        with hosted(site) as address:
            for visit in range(VISITS):
                context = playwright.chromium.launch_persistent_context(
                    profile, executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"]
                )
                page, rows[f"visit {visit + 1}"] = opened(context, address, profile)
                at_rest(page)
                for entry in ENTRIES[1 : PAGES + 1] if visit == VISITS - 1 else ():
                    start, before = perf_counter(), measured(profile)[0]
                    page.evaluate(GO, f"/{entry.address}")
                    expect(page).to_have_title(
                        f"{entry.title} · Ordinal quantification explorer", timeout=LIMIT
                    )
                    at_rest(page)
                    used, memory = measured(profile)
                    rows[entry.title] = (perf_counter() - start, used - before, memory)
                context.close()
            own, whole = zip(*(unseen(f"{made}/unseen", address) for _ in range(2)), strict=True)
    cells = [
        [name, f"{seconds:.1f}", f"{used:.1f}", f"{memory:,}"]
        for name, (seconds, used, memory) in rows.items()
    ]
    show(table(["", "seconds", "processor seconds", "MB"], cells))
    show(f"Start at rest, cold and again: {own} MB of the page; the whole browser {whole}")
    cold, again, last = rows["visit 1"], rows["visit 2"], [*rows.values()][-1]
    kept = {
        "a cold visit": cold[0] <= COLD[0] and cold[1] <= COLD[1],
        "a second visit": again[0] <= AGAIN[0] and again[1] <= AGAIN[1],
        "memory on Start": max(own) <= START_MB,
        "memory after ten pages": last[2] <= PAGES_MB,
    }
    show(f"Load average {load()}\n")
    for name, is_kept in kept.items():
        show(f"{name}: {verdict(is_kept)}")
    sys.exit(not all(kept.values()))


if __name__ == "__main__":
    main()
