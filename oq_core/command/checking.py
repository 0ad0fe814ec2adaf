"""What `oq check` says: every fault of files, what a file is, and the formats that are read."""

import json
from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from shlex import join, quote
from typing import Any, NamedTuple

from oq_core.campaign.computing.kinds import Quantified
from oq_core.campaign.computing.protocol import NUGGETS
from oq_core.campaign.computing.several import names_over
from oq_core.campaign.computing.sources import Choices
from oq_core.command.shared import (
    first_orders,
    given_fields,
    note_each,
    orders,
    plan_of_line,
    say,
    tell_faults,
)
from oq_core.data.collection import Collection, DataError, Fault
from oq_core.data.scores import counted, direction, listed
from oq_core.options import OF_READING
from oq_core.reading import FORMATS, read_gold_and_nuggets, read_runs, with_plan
from oq_core.reading.class_order import in_said_order
from oq_core.reading.looking import Look, look
from oq_core.reading.rating_names import guessed_judges, is_model


def check(chosen: Namespace) -> int:
    """Print every fault of files with file, place and remedy; of one file what it is.

    Of no file, print the formats that are read.
    """
    if chosen.gold is None:
        for kind in FORMATS:
            say(f"{kind.name}: {kind.sentence}" if kind.sentence else kind.name)
        return 0
    if chosen.campaign is None and not chosen.runs:
        return _look_at(chosen)
    if chosen.campaign is None:
        choices = Choices(**given_fields(chosen, Choices))
        found = [_checked([chosen.gold], chosen.runs, choices)]
    else:
        found = [
            _checked(each.gold, each.runs, each.choices, each.name)
            for each in chosen.campaign.chosen(given_fields(chosen, Choices))
        ]
    if chosen.format == "json":
        return tell_faults([fault for each in found for fault in each.faults], chosen.format)
    # As all commands call them, a run has one name in every collection.
    named = names_over({each.of: each.runs for each in found}) if chosen.campaign else {}
    for each in found:
        if each.head:
            say(each.head)
        if each.faults:
            tell_faults(each.faults, chosen.format)
        if each.head:
            count = counted(len(each.runs), "run")
            names = ", ".join(named[each.of].values() if named else each.runs)
            good = f"No fault was found in {count}: {names}"
            say(_start(each.of) + (f"{count} can be used." if each.faults else good))
    return int(any(each.faults for each in found))


class _Checked(NamedTuple):
    """Faults of a gold and its runs; what is said before; runs that can be used, by their paths."""

    of: str
    faults: Sequence[Fault]
    head: str = ""
    runs: Mapping[str, str] = {}


def _start(of: str) -> str:
    """What lines begin with: the collection, where there are several."""
    return f"{of}: " if of else ""


def _checked(
    gold_files: Sequence[str], run_files: Sequence[str], choices: Choices, of: str = ""
) -> _Checked:
    start = _start(of)
    try:
        gold = read_gold_and_nuggets([with_plan(each, choices.plan) for each in gold_files])
    except DataError as error:
        note_each([f"{start}the runs are looked at once the gold has no fault."])
        return _Checked(of, _in_collection(error.faults, of))
    of_runs = replace(choices.plan, classes=())
    runs = [with_plan(each, of_runs) for each in run_files]
    found = read_runs(runs, gold.collections, gold.nuggets, missing=choices.missing)
    note_each(f"{start}{each}" for each in (*gold.notes, *found.notes))
    facts = list[str]()
    if gold.collections:
        instances = max(len(each.ids) for each in gold.collections.values())
        scales = ", ".join(gold.collections)
        several = "s" * (len(gold.collections) > 1)
        facts.append(f"{counted(instances, 'instance')} in the scale{several} {scales}")
        facts += first_orders(in_said_order(gold.collections, choices.classes))
    if gold.nuggets is not None:
        facts.append(f"nuggets of {counted(len(gold.nuggets.ids), 'dialogue')}")
    head = f"{start}{Path(gold_files[0]).name}: {'; '.join(facts)}"
    paths = {run: path for gave in found.by_file.values() for run, path in gave.items()}
    return _Checked(of, _in_collection(found.faults, of), head, paths)


def _in_collection(faults: Iterable[Fault], of: str) -> list[Fault]:
    """Faults with the collection that their files are of, where there are several."""
    return [replace(each, file=": ".join(filter(None, (of, each.file)))) for each in faults]


def _look_at(chosen: Namespace) -> int:
    """Print how a file is read, or why it is not; return 1 if it is not."""
    said, is_json = _said(chosen), chosen.format == "json"
    try:
        looks = look(with_plan(chosen.gold, plan_of_line(chosen)), whole=True)
    except DataError as error:
        return tell_faults(error.faults, chosen.format)
    if is_json:
        say(json.dumps([_record(each, said) for each in looks], ensure_ascii=False, indent=1))
    for seen in looks if not is_json else ():
        say("\n".join(_lines(seen, said)))
    return 0


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
        found.append(("what people score", f"oq agreement {name} --show people{end}"))
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
