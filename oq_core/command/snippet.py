"""The line for a shell and the Python code that make a report again."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from oq_core.analysis import Rule
from oq_core.campaign.computing.analysis import Options
from oq_core.campaign.computing.sources import Choices, Part
from oq_core.options import OPTIONS
from oq_core.reading.kinds.described import RUNS_FILE


def oq_line(parts: Sequence[Part], options: Options, out: str = "report") -> str:
    """Return the line that makes the report of an analysis in a shell.

    Parameters
    ----------
    parts : sequence of Part
        The files and what was chosen of them, as a `Campaign` has them.
    options : Options
    out : str
        Where the report goes.

    Returns
    -------
    str
        With every choice and option that is not the usual one. A report of several golds is
        made from its `options.json`.

    Examples
    --------
    >>> from oq_core.campaign import FileFacts
    >>> gold, run = FileFacts("g.json", 9, ""), FileFacts("r.json", 9, "")
    >>> part = Part(Choices(baselines=True), (gold,), (run,))
    >>> oq_line([part], Options())
    'oq report g.json r.json --baselines --out report'
    """
    is_plain = len(parts) == 1 and _names(parts[0])
    if not is_plain or any("=" in name for name in parts[0].choices.renamed.values()):
        return shlex.join(["oq", "report", "--again", "options.json", "--out", out])
    words = ["oq", "report", *_names(parts[0]), *["--scores"] * (not parts[0].gold)]
    for record, given in ((Choices, parts[0].choices), (Options, options), (Rule, options.rule)):
        usual = record()
        if isinstance(given, Rule):
            usual = Rule(plus_one=Rule(given.method).plus_one)
        unusual = _unusual(given, usual)
        for each in OPTIONS:
            if each.to is record and each.name in unusual:
                words += each.written(unusual[each.name])
    return shlex.join([*words, "--out", out])


def python_code(parts: Sequence[Part], options: Options, out: str = "report") -> str:
    """Return the Python code that makes the report of an analysis.

    Parameters
    ----------
    parts, options, out
        As in `oq_line`.

    Examples
    --------
    >>> from oq_core.campaign import FileFacts
    >>> part = Part(Choices(), (FileFacts("g.json", 9, ""),), (FileFacts("r.json", 9, ""),))
    >>> print(python_code([part], Options()).splitlines()[-1])
    write_report(analysis, 'report')
    """
    lines = ["from oq_core import Options, analyse, read_campaign, write_report"]
    if options.rule != Rule():
        lines.append("from oq_core.analysis import Rule")
    lines.append("")
    made = []
    for part in parts:
        gold = [each.name for each in part.gold]
        arguments = [repr(gold[0] if len(gold) == 1 else gold)] if gold else []
        arguments += [f"{'' if gold else 'runs='}{_run_names(part)!r}"]
        arguments += [
            f"{name}={_shown(value)!r}"
            for name, value in _unusual(part.choices, Choices()).items()
            if name != "described"
        ]
        body = "".join(f"    {each},\n" for each in arguments)
        made.append(f"read_campaign(\n{body})")
    lines.append("campaign = " + " + ".join(made))
    given = _unusual(options, Options())
    words = ", ".join(f"{name}={value!r}" for name, value in given.items())
    lines.append(f"analysis = analyse(campaign, Options({words}))")
    lines.append(f"write_report(analysis, {out!r})")
    return "\n".join(lines) + "\n"


def _shown(value: Any) -> Any:
    """A choice as a person would write it: lists for tuples."""
    if isinstance(value, Mapping):
        return {name: _shown(each) for name, each in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _names(part: Part) -> list[str]:
    return [each.name for each in part.gold] + _run_names(part)


def _run_names(part: Part) -> list[str]:
    """The files of runs, and the table that describes them, as Your data gives it."""
    names = [each.name for each in part.runs]
    return names + [RUNS_FILE] * (bool(part.choices.described) and RUNS_FILE not in names)


def _unusual(record: Options | Choices | Rule, default: Options | Choices | Rule) -> dict[str, Any]:
    """The fields of a record that differ from the usual."""
    return {
        each.name: getattr(record, each.name)
        for each in fields(record)
        if getattr(record, each.name) != getattr(default, each.name)
    }
