"""How a report was made, so that another can make it again to the byte."""

import json
import os
import platform
from dataclasses import asdict, fields
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import scipy

from oq_core.analysis.leaderboard import FEW_INSTANCES
from oq_core.analysis.pairs import Rule
from oq_core.campaign.computing.analysis import Analysis, Options
from oq_core.campaign.computing.sources import Campaign, Choices, FileFacts, facts_of, read_campaign
from oq_core.data.collection import DataError
from oq_core.data.described import RunDescription
from oq_core.data.scores import counted
from oq_core.defaults import LEVEL
from oq_core.reading.format_record import MISSING
from oq_core.version import VERSION

#: What the file of options is called, and the version of its layout.
OPTIONS_FILE, _LAYOUT = "options.json", 1


def now() -> str:
    """Return the date and time in UTC, or those that SOURCE_DATE_EPOCH names.

    Returns
    -------
    str
        As 2024-05-31T12:00:00+00:00.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    moment = datetime.now(UTC) if epoch is None else datetime.fromtimestamp(int(epoch), UTC)
    return moment.isoformat(timespec="seconds")


def tau_intervals(options: Options) -> str:
    """Return by what intervals of tau are made.

    Parameters
    ----------
    options : Options
    """
    if options.tau_interval == "formula":
        return "by Fieller, Hartley and Pearson's formula"
    what = "runs" if options.tau_interval == "bootstrap" else options.tau_interval
    return f"by bootstrap over {what}, {counted(options.samples, 'sample')}"


def settings(analysis: Analysis) -> dict[str, str]:
    """Return the options in words.

    Parameters
    ----------
    analysis : Analysis
    """
    options = analysis.options
    samples = counted(options.samples, "sample")
    size = "halves" if options.split_size is None else f"{options.split_size} against as many"
    if options.small_split not in (0, options.split_size):
        size += f", and {options.small_split} against as many"
    found = {
        "Differences between runs": "see what was tested, over what family, by which rule",
        "Effect sizes": f"in units of the residual standard deviation, {options.effect}",
        "Means": f"{LEVEL} intervals "
        + (
            "by betting, with the bounds 0 and 1"
            if options.bounded
            else f"by bootstrap over instances, {samples}; with fewer than {FEW_INSTANCES} "
            "instances Student's"
        ),
        "Ranking similarity": f"Kendall's τ-{options.tau}, {LEVEL} intervals "
        + tau_intervals(options),
        "Ranking consistency": (
            f"Kendall's τ-a over {counted(options.splits, 'random split')}, {size}; measures "
            f"compared by randomised Tukey HSD, B = {options.trials:,}, "
            f"α = {options.alpha:g}; effect sizes E2"
        ),
        "Seed": str(options.seed),
    }
    for number, part in enumerate(analysis.campaign.parts, start=1):
        which = f" of {part.choices.title}" if len(analysis.campaign.parts) > 1 else ""
        choices = part.choices
        found[f"Data{which}" if which not in found else f"Data {number}"] = "; ".join(
            [
                f"title {choices.title}",
                f"scales {', '.join(choices.scales) or 'all'}",
                *_measures_of(choices),
                f"baselines {_baselines(choices, options)}",
                *[f"run {old} renamed to {new}" for old, new in choices.renamed.items()],
                f"left out {', '.join(choices.without) or 'no run'}",
                *_described(choices),
                f"classes {_order_of(choices)}",
                f"instances that a run lacks {MISSING[choices.missing]}",
                f"weight of the customer's turns in nugget detection {choices.nugget_weight:g}",
            ]
        )
    return found


def _baselines(choices: Choices, options: Options) -> str:
    if not choices.baselines:
        return "not added"
    return "added and tested" if options.test_baselines else "added, and not tested"


def _described(choices: Choices) -> list[str]:
    """What was said of runs, as far as it was."""
    given = choices.described
    return [f"{counted(len(given), 'run')} described in a table of runs"] if given else []


def _measures_of(choices: Choices) -> list[str]:
    words = [
        f"measures of scale {scale} {', '.join(keys)}"
        for scale, keys in choices.scale_measures.items()
    ]
    if choices.scales and set(choices.scales) <= set(choices.scale_measures):
        return words
    others = " of other scales" if words else ""
    return [f"measures{others} {', '.join(choices.measures) or 'all'}", *words]


def _order_of(choices: Choices) -> str:
    if choices.classes:
        order = " < ".join(choices.classes)
        return f"ordered {order}{', turned round' if choices.flipped else ''}"
    return "turned round" if choices.flipped else "in the order of the file"


@cache
def versions() -> dict[str, str]:
    """Return the versions of this library and of those that compute for it."""
    return {
        "Ordinal quantification explorer": VERSION,
        "Python": platform.python_version(),
        "NumPy": np.__version__,
        "SciPy": scipy.__version__,
        "pandas": pd.__version__,
        "matplotlib": version("matplotlib"),
        "Jinja": version("jinja2"),
    }


def options_json(analysis: Analysis, date: str, style: str = "article") -> str:
    """Return every option, version and file as JSON, which `analyse_again` reads.

    Parameters
    ----------
    analysis : Analysis
    date : str
        When the report was made.
    style : str
        Of the paper that its tables and figures are for.
    """
    content = {
        "layout": _LAYOUT,
        "date": date,
        "style": style,
        "options": asdict(analysis.options),
        "data": [
            {
                "choices": asdict(part.choices),
                "gold": [asdict(each) for each in part.gold],
                "runs": [asdict(each) for each in part.runs],
            }
            for part in analysis.campaign.parts
        ],
        "data sets": [
            {
                "name": each.name,
                "measures": list(each.scores.measures),
                "instances": len(each.scores.ids),
                "left out": each.left_out,
                "runs": list(each.scores.runs),
            }
            for each in analysis.data_sets
        ],
        "versions": versions(),
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def read_options(path: str | Path) -> tuple[Campaign, Options]:
    """Return the campaign and the options that a report's `options.json` names.

    Parameters
    ----------
    path : path
        The file, as `write_report` wrote it. The files that it names are looked for where it
        says, from the current folder, and then beside itself.

    Returns
    -------
    tuple of Campaign and Options

    Raises
    ------
    DataError
        If it is not such a file, or a file that it names is missing or has changed.

    Examples
    --------
    >>> from oq_core import DataError
    >>> try:
    ...     read_options("options.json of nowhere")
    ... except DataError as error:
    ...     print(str(error)[:52])
    options.json of nowhere: the file cannot be opened (
    """
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
        given = {name: _without_lists(value) for name, value in content["options"].items()}
        # Before there was a choice, baselines were tested like other runs.
        options = Options(**{"test_baselines": True, **given, "rule": Rule(**given["rule"])})
        parts = [_part(each) for each in content["data"]]
    except OSError as error:
        raise DataError(
            f"{path}: the file cannot be opened ({error.strerror}). Check the path."
        ) from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise DataError(
            f"{path}: these are not the options of a report. "
            f"Take the file {OPTIONS_FILE} that a report of this version wrote."
        ) from None
    if not parts:
        raise DataError(
            f"{path}: the report was made from scores, not from files. "
            "Analyse the scores again instead."
        )
    found = Campaign({})
    for choices, *files in parts:
        gold, runs = ([_place(each, Path(path)) for each in some] for some in files)
        found += read_campaign(gold, runs, **vars(choices))
    return found, options


def _part(content: dict[str, Any]) -> tuple[Choices, list[FileFacts], list[FileFacts]]:
    known = {each.name for each in fields(Choices)}
    given: dict[str, Any] = {
        name: _without_lists(value) for name, value in content["choices"].items() if name in known
    }
    gold, runs = (
        [FileFacts(each["name"], each["size"], each["sha256"]) for each in content[kind]]
        for kind in ("gold", "runs")
    )
    given["described"] = tuple(
        RunDescription(**each) for each in content["choices"].get("described", ())
    )
    return Choices(**given), gold, runs


def _without_lists(value: Any) -> Any:
    """A field as the record has it: tuples, also within a mapping or a tuple."""
    if isinstance(value, dict):
        return {name: _without_lists(each) for name, each in value.items()}
    return tuple(map(_without_lists, value)) if isinstance(value, list) else value


def _place(file: FileFacts, options: Path) -> str:
    """Where a file of a report is now; its content is the same as then."""
    places = (Path(file.name), options.parent / file.name, options.parent / Path(file.name).name)
    for place in places:
        if not place.exists():
            continue
        if facts_of(place).sha256 != file.sha256:
            raise DataError(
                f"{place}: the file has changed since the report was made. "
                f"Take the one with SHA-256 {file.sha256}, or make a new report."
            )
        return str(place)
    raise DataError(
        f"{file.name}: the file is not there. Go to the folder where the report was made, "
        f"or put the file beside {options.name}."
    )
