"""The line for a shell and the Python code that make a report again."""

import shlex
from dataclasses import fields
from typing import Any

from oq_core.campaign.analysis import Analysis, Options
from oq_core.campaign.sources import Choices, Part


def oq_line(analysis: Analysis, out: str = "report") -> str:
    """Return the line that makes the report of an analysis in a shell.

    Parameters
    ----------
    analysis : Analysis
        Made from files.
    out : str
        Where the report goes.

    Returns
    -------
    str
        With every choice and option that is not the usual one. A report of several golds is
        made from its `options.json`.
    """
    parts = analysis.campaign.parts
    if len(parts) != 1 or not parts[0].gold:
        return shlex.join(["oq", "report", "--again", "options.json", "--out", out])
    words = ["oq", "report", *_names(parts[0])]
    given = _unusual(parts[0].choices, Choices()) | _unusual(analysis.options, Options())
    for name, value in given.items():
        flag = f"--{name.replace('_', '-')}"
        if value is True:
            words.append(flag)
        elif name == "without":
            # A name may hold a comma or begin with a hyphen.
            words += [f"{flag}={run}" for run in value]
        else:
            words.append(f"{flag}={','.join(value) if isinstance(value, tuple) else value}")
    return shlex.join([*words, "--out", out])


def python_code(analysis: Analysis, out: str = "report") -> str:
    """Return the Python code that makes the report of an analysis.

    Parameters
    ----------
    analysis, out
        As in `oq_line`.
    """
    parts = analysis.campaign.parts
    lines = ["from oq_core import Options, analyse, read_campaign, write_report", ""]
    made = []
    for part in parts:
        gold = [each.name for each in part.gold]
        arguments = [repr(gold[0] if len(gold) == 1 else gold)]
        arguments += [repr([each.name for each in part.runs])]
        arguments += [
            f"{name}={list(value) if isinstance(value, tuple) else value!r}"
            for name, value in _unusual(part.choices, Choices()).items()
        ]
        body = "".join(f"    {each},\n" for each in arguments)
        made.append(f"read_campaign(\n{body})")
    lines.append("campaign = " + " + ".join(made))
    given = _unusual(analysis.options, Options())
    options = ", ".join(f"{name}={value!r}" for name, value in given.items())
    lines.append(f"analysis = analyse(campaign, Options({options}))")
    lines.append(f"write_report(analysis, {out!r})")
    return "\n".join(lines) + "\n"


def _names(part: Part) -> list[str]:
    return [each.name for each in (*part.gold, *part.runs)]


def _unusual(record: Options | Choices, default: Options | Choices) -> dict[str, Any]:
    """The fields of a record that differ from the usual."""
    return {
        each.name: getattr(record, each.name)
        for each in fields(record)
        if getattr(record, each.name) != getattr(default, each.name)
    }
