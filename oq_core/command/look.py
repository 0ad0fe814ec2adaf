"""What `oq look` says of files."""

import json
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import asdict
from shlex import join, quote
from typing import Any

from oq_core.campaign.computing.kinds import Quantified
from oq_core.campaign.computing.protocol import NUGGETS
from oq_core.command.shared import orders, plan_of_line, say, tell_faults
from oq_core.data.collection import Collection, DataError
from oq_core.data.scores import counted, direction, listed
from oq_core.options import OF_READING
from oq_core.reading import with_plan
from oq_core.reading.looking import Look, look
from oq_core.reading.rating_names import guessed_judges, is_model


def print_looks(chosen: Namespace, files: Iterable[str], whole: bool = False) -> int:
    """Print how each file is read, or why it is not; return 1 if one is not."""
    found, faults = list[Look](), list[DataError]()
    plan, form, said = plan_of_line(chosen), chosen.format, _said(chosen)
    for file in files:
        try:
            found += look(with_plan(file, plan), whole)
        except DataError as error:
            faults.append(error)
    if form == "json":
        told = [_record(each, said) for each in found]
        told += [fault.row() for refused in faults for fault in refused.faults]
        say(json.dumps(told, ensure_ascii=False, indent=1))
        return int(bool(faults))
    for each in found:
        say("\n".join(_lines(each, said)))
    for refused in faults:
        tell_faults(refused.faults, form)
    return int(bool(faults))


def look_at(chosen: Namespace) -> int:
    """Print how files are read."""
    return print_looks(chosen, chosen.files)


def _said(chosen: Namespace) -> str:
    """What the line says of how files are read, for the lines that it leads to."""
    asked = ((each, getattr(chosen, each.asked_as)) for each in OF_READING)
    words = [word for each, value in asked if value != each.usual for word in each.written(value)]
    return f" {join(words)}" * any(words)


def _record(seen: Look, said: str) -> dict[str, Any]:
    return {
        "file": seen.file,
        "format": seen.kind,
        "columns": [asdict(each) for each in (*seen.columns, *seen.fields)],
        "scales": {
            scale: {
                "instances": len(each.ids),
                "classes": list(each.classes),
                "order": each.order,
                "raters": list(each.raters),
            }
            for scale, each in seen.collections.items()
        },
        "nuggets": _nuggets(seen),
        "larger is better": seen.larger_is_better,
        "notes": list(seen.notes),
        "computes": [{"what": what, "command": line} for what, line in _can(seen, said)],
        "needs": _needs(seen),
    }


def _nuggets(seen: Look) -> dict[str, int]:
    """How many dialogues and turns have nuggets."""
    if seen.nuggets is None:
        return {}
    return {"dialogues": len(seen.nuggets.ids), "turns": len(seen.nuggets.dialogue)}


def _lines(seen: Look, said: str) -> Iterable[str]:
    yield f"{seen.file}: {seen.kind}"
    for each in (*seen.columns, *seen.fields):
        yield f"  {each.name}: {each.part} ({each.says}), such as {', '.join(each.cells)}"
    for scale, gold in seen.collections.items():
        raters = f", {counted(len(gold.raters), 'rater')}" if gold.raters else ""
        yield f"  scale {scale}: {counted(len(gold.ids), 'instance')}{raters}"
    yield from (f"  {words}" for words in orders(seen.collections))
    if counts := _nuggets(seen):
        sizes = (counted(count, what[:-1]) for what, count in counts.items())
        yield f"  scale {NUGGETS}: {', '.join(sizes)}"
    if seen.larger_is_better is not None:
        yield f"  {direction([seen.larger_is_better])}, as the file's name says"
    yield from (f"  Note: {note}" for note in seen.notes)
    yield from (f"  {what}: {line}" for what, line in _can(seen, said))
    yield from (f"  Needed: {what}" for what in _needs(seen))


def _can(seen: Look, said: str) -> list[tuple[str, str]]:
    """What can be computed, and by which line."""
    name, found = quote(seen.file), list[tuple[str, str]]()
    if seen.is_matrix:
        asked = seen.larger_is_better is None
        end = f" --larger {quote(seen.file.rsplit('.', 1)[0])}" * asked + said
        return [
            ("mean scores", f"oq score --scores {name}{end}"),
            ("tests of runs", f"oq test --scores {name}{end}"),
        ]
    free = [Quantified(each).measures for each in seen.collections.values() if not each.has_order]
    end = (f" --measures {','.join(free[0])}" if free else "") + said
    if seen.collections or seen.nuggets is not None:
        found.append(("scores of runs", f"oq score {name} RUNS{end}"))
        found.append(("baselines", f"oq score {name} --baselines{end}"))
    raters = [name for each in seen.collections.values() for name in each.raters]
    if len(raters) > 1:
        found.append(("what people score", f"oq raters {name}{end}"))
        if judges := guessed_judges(dict.fromkeys(raters)):
            named = f"{name} --judges {quote(','.join(judges))}"
            found.append(("how far judges agree with people", f"oq agreement {named}{said}"))
            found.append(("whether judges can stand in for a person", f"oq judges {named}{end}"))
            if any(_is_rated_in_part(each, judges) for each in seen.collections.values()):
                one = f" --judge {quote(judges[0])}" * (len(judges) > 1)
                found.append(("what people would say of all", f"oq estimate {named}{one}{said}"))
    if raters and all(map(is_model, raters)):
        found.append(("how far these agree with people", f"oq agreement PEOPLE {name}{said}"))
    if seen.is_run:
        found.append(("its scores as a run", f"oq score GOLD {name}"))
    return found


def _is_rated_in_part(sheet: Collection, judges: Iterable[str]) -> bool:
    """Whether people have rated some of the items, and judges others, too."""
    people = [place for place, name in enumerate(sheet.raters) if name not in set(judges)]
    return sheet.ratings is not None and bool((sheet.ratings[:, people] < 0).all(axis=1).any())


def _needs(seen: Look) -> list[str]:
    """What is wanting for the rest."""
    found = []
    if seen.is_run and not seen.is_gold:
        found.append("the gold of these instances")
    if seen.is_matrix and seen.larger_is_better is None:
        found.append("whether larger or smaller scores are better (--larger or --smaller)")
    for scale, gold in seen.collections.items():
        if not gold.has_order:
            found.append(f"the order of {listed(gold.classes)} (--classes, lowest first)")
        if gold.votes is None:
            found.append(f"votes or ratings of {scale}, for what people score")
    return found
