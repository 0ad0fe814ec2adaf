"""What the benchmarks share: timing by turns, and tables of plain text."""

import os
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Self


@dataclass(frozen=True)
class Spread:
    """Median, smallest and largest of the repeats."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Self:
        return cls(median(values), min(values), max(values))

    def text(self, digits: int) -> str:
        return f"{self.median:.{digits}f} ({self.low:.{digits}f}–{self.high:.{digits}f})"


@dataclass(frozen=True)
class Turns:
    """Seconds of a contender by the clock, and those its threads kept processors busy."""

    clock: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)


def by_turns(contenders: Mapping[str, Callable[[], object]], repeats: int) -> dict[str, Turns]:
    """Time every contender `repeats` times: A B C A B C …"""
    turns = {name: Turns() for name in contenders}
    for _ in range(repeats):
        for name, contender in contenders.items():
            start, busy = perf_counter(), process_time()
            contender()
            turns[name].processor.append(process_time() - busy)
            turns[name].clock.append(perf_counter() - start)
    return turns


def ratios(slower: Sequence[float], faster: Sequence[float]) -> Spread:
    """How many times as long the first takes, from the pairs timed in the same turn."""
    return Spread.of([a / b for a, b in zip(slower, faster, strict=True)])


def verdict(met: bool) -> str:
    return "met" if met else "MISSED"


def installed(package: str) -> str | None:
    """The version of a package, or None."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def machine(packages: Sequence[str]) -> str:
    """Cores, processor and versions, in two lines."""
    cpuinfo = Path("/proc/cpuinfo")
    models = [
        line.partition(":")[2].strip()
        for line in (cpuinfo.read_text().splitlines() if cpuinfo.exists() else ())
        if line.startswith("model name")
    ]
    versions = [f"{package} {installed(package) or 'not installed'}" for package in packages]
    return (
        f"{os.cpu_count()} cores ({models[0] if models else platform.machine()}), "
        f"{platform.system()}\n"
        f"Python {platform.python_version()}, {', '.join(versions)}"
    )


def load() -> str:
    """How many threads ran or waited in the last minute, those of others too."""
    return f"{os.getloadavg()[0]:.1f}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Aligned columns: the first to the left, the others to the right."""
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]

    def line(row: Sequence[str]) -> str:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        return "  ".join(cells).rstrip()

    rule = "  ".join("-" * width for width in widths)
    return "\n".join([line(head), rule, *(line(row) for row in rows)])


def show(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
