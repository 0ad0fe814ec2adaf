"""What becomes of files that were put into an uploader of Your data."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial, wraps
from pathlib import PurePath
from typing import Any, Concatenate, ParamSpec

import streamlit as st

from oq_core import Collection, DataError, options, read_scores
from oq_core.campaign import FileFacts
from oq_core.campaign.computing.kinds import scales_of, source_of
from oq_core.campaign.computing.sources import facts_of
from oq_core.campaign.saving.workspace import (
    SavedData,
    facts_of_sending,
    is_workspace,
    kept_files,
    unpack_workspace,
)
from oq_core.data import Fault, RunDescription
from oq_core.data.scores import counted
from oq_core.option import names_of
from oq_core.reading import (
    Plan,
    ReadRuns,
    ReadTogether,
    read_runs,
    read_together,
    with_plan,
)
from oq_core.reading.budget import MAX_RUNS
from oq_core.reading.kinds.matrices import said_directions
from oq_core.reading.looking import ReadColumn, columns_of
from oq_core.reading.remarks import grouped
from oq_core.reading.rows import passed_over, some_of
from pages.analysing.data import SAMPLES, Opened, free_title, keep, opened, select
from pages.analysing.text import plain
from pages.campaign.data_parts.saving import choose_again, opened_of, read_again
from pages.host.own import own_data
from pages.host.uploads import SentFile, sent
from pages.host.work import in_worker

#: Data sets that are open beside the samples.
MOST_OPENED = 12
#: Faults that are told as sentences; where there are more, a table lists all.
_IN_WORDS = 10
#: Bytes of files that were refused and stay, for another plan to read them again.
MOST_KEPT = 2**22
#: Where it is typed which ratings are no class, and chosen what becomes of those between classes.
NO_CLASS, BETWEEN = "ratings that are no class", "ratings between two classes"
#: What reads files again that had such, once it is said; only where one had is it asked.
BETWEEN_MET = "ratings between two classes were met"
#: A table that was refused, for which it may be said what its columns are.
REFUSED = "refused"
#: What could not be done: a fault of a file, or a sentence.
Problem = Fault | str
Given = ParamSpec("Given")


@dataclass(frozen=True, eq=False)
class Refused:
    """A small table that was refused.

    Attributes
    ----------
    about : str
        The data that it was opened for; none for a gold.
    file : SentFile
    plan : Plan
        How it was read.
    columns : tuple of ReadColumn
    again : callable
        Reads files again, by another plan.
    """

    about: str
    file: SentFile
    plan: Plan
    columns: tuple[ReadColumn, ...]
    again: Callable[..., None]


def done(
    problems: Iterable[Problem],
    notes: Iterable[str] = (),
    about: str = "",
    again: Callable[..., None] | None = None,
    sources: Sequence[SentFile] = (),
    plan: Plan | None = None,
) -> None:
    """Keep messages for the next pass.

    Of the sources those that have ratings between classes stay, if they are small, for what reads
    them again once it is said what becomes of these. So does the only table that was refused.
    """
    faults = DataError(*problems).faults
    st.session_state[REFUSED] = None
    refused = [each for each in sources if any(_is_in(fault.file, each.name) for fault in faults)]
    if again and plan and len(refused) == 1 and len(refused[0].getvalue()) <= MOST_KEPT:
        (file,) = refused
        columns = in_worker("Looking at the columns", columns_of, with_plan(file, plan))
        if columns:
            st.session_state[REFUSED] = Refused(about, file, plan, columns, again)
    asked = [each.file for each in faults if options.DECIMALS.typed_as in each.remedy]
    if asked:
        files = [each for each in sources if any(_is_in(file, each.name) for file in asked)]
        is_small = sum(len(each.getvalue()) for each in files) <= MOST_KEPT
        st.session_state[BETWEEN_MET] = partial(again, files) if again and is_small else None
    st.session_state.told = (about, faults, grouped(notes))


def _is_in(place: str, name: str) -> bool:
    """Whether what a message is about is a file of this name, or in it."""
    file = PurePath(name).name
    # What is in an archive or at a place stands after one of these signs.
    return place == file or place.startswith(tuple(file + sign for sign in ":/,"))


def on_between() -> None:
    """Read the files again that had ratings between classes."""
    again = st.session_state[BETWEEN_MET]
    if again is not None and st.session_state[BETWEEN] != Plan().decimals:
        st.session_state[BETWEEN_MET] = None
        again()


def on_said(column: str, key: str) -> None:
    """Read a table that was refused again, with another part of a column."""
    part = st.session_state[key]
    _read_again(lambda plan: replace(plan, parts={**plan.parts, column: part}))


def on_classes(key: str) -> None:
    """Read a table that was refused again, with these classes."""
    classes = names_of(st.session_state[key])
    _read_again(lambda plan: replace(plan, classes=classes))


def _read_again(said: Callable[[Plan], Plan]) -> None:
    found: Refused | None = st.session_state.get(REFUSED)
    # A second press may come before the page without it.
    if found is not None:
        found.again([found.file], said=said(found.plan))


def full() -> list[str]:
    """A problem if no more can be opened."""
    many = len(opened()) - len(SAMPLES) >= MOST_OPENED
    return [f"{MOST_OPENED} data sets are open, which is the most; close one."] if many else []


def still_open(title: str) -> Opened | None:
    """The data of a title; a word where another tab of this browser has closed them."""
    found = opened().get(title)
    if found is None:
        done([f"{title}: these data were closed in the meantime. Open their files again."])
    return found


def changing(
    change: Callable[Concatenate[Opened, Given], None],
) -> Callable[Concatenate[str, Given], None]:
    """A callback that is given the title of data: it changes them where they are still open.

    What it raises is told where the data are shown, and changes nothing.
    """

    @wraps(change)
    def on_change(title: str, /, *given: Given.args, **named: Given.kwargs) -> None:
        data = still_open(title)
        if data is None:
            return
        try:
            change(data, *given, **named)
        except DataError as error:
            done(error.faults, about=title)

    return on_change


def that_changes(
    data: Opened,
    what: str,
    change: Callable[Concatenate[Opened, Any, Given], None],
    *given: Given.args,
    **named: Given.kwargs,
) -> dict[str, Any]:
    """The key of a widget of data, and its callback: a change that is given them and its value."""
    key, title = f"{what} of {data.title}", data.title

    def on_change() -> None:
        changing(change)(title, st.session_state[key], *given, **named)

    return {"key": key, "on_change": on_change}


def tell(about: str) -> None:
    """What could not be read and what was decided, where it was uploaded."""
    where, faults, notes = st.session_state.get("told", ("", (), ()))
    if where != about:
        return
    if faults:
        listed = "\n".join(f"- {plain(str(fault))}" for fault in faults[:_IN_WORDS])
        if len(faults) > _IN_WORDS:
            count = sum(fault.count for fault in faults)
            listed += f"\n- … These are {_IN_WORDS} of {count:,} faults; the table lists them."
        is_any_used = opened()[about].runs if about else own_data()
        rest = "\n\nEverything else is open and used." if is_any_used else ""
        st.error(listed + rest, icon=":material/error:")
        if len(faults) > _IN_WORDS:
            st.dataframe([fault.row() for fault in faults], hide_index=True)
    if notes:
        single = "\n".join(f"- {plain(note.text)}" for note in notes if not note.files)
        if single:
            st.info(single, icon=":material/info:")
        for note in notes:
            if note.files:
                with st.expander(plain(note.text), icon=":material/info:"):
                    st.markdown(", ".join(map(plain, note.files)))


def on_gold() -> None:
    """Open gold files, with the runs that came with them."""
    if files := sent("gold"):
        _open_gold(files)


def _open_gold(files: list[SentFile], said: Plan | None = None) -> None:
    problems, notes, plan = list[Problem](full()), list[str](), said_plan(said)
    before, sources = {*opened()}, list[SentFile]()
    if files and not problems:
        with faults_in(problems):
            sources = not_saved(files, problems, notes)
            read = in_worker(
                "Reading the gold",
                read_together,
                [with_plan(each, plan) for each in sources],
            )
            open_all(read, sources, plan, problems)
            notes += read.notes
    new = [title for title in opened() if title not in before]
    again = partial(_open_runs, new[0]) if len(new) == 1 else _open_gold
    done(problems, notes, again=again, sources=sources, plan=plan)


def said_plan(plan: Plan | None = None) -> Plan:
    """How the visitor has said that files are read, beside what a plan says."""
    start, state = plan or Plan(), st.session_state
    left_out = (*start.leave_out, *names_of(str(state.get(NO_CLASS, ""))))
    return replace(
        start,
        leave_out=tuple(dict.fromkeys(left_out)),
        decimals=state.get(BETWEEN) or start.decimals,
    )


def not_saved(
    sources: Iterable[SentFile], problems: list[Problem], notes: list[str]
) -> list[SentFile]:
    """The files that are no saved workspaces; those that are one are opened."""
    others = list[SentFile]()
    for source in sources:
        if not in_worker("Looking at the files", is_workspace, source):
            others.append(source)
        else:
            _open_saved(source, problems, notes)
    return others


def _open_saved(source: SentFile, problems: list[Problem], notes: list[str]) -> None:
    saved: Sequence[SavedData] = ()
    with faults_in(problems):
        saved = in_worker("Opening the workspace", unpack_workspace, source)
    for each in saved:
        title = each.choices.title
        if room := full():
            problems += room
            return
        before = len(problems)
        with faults_in(problems):
            read = in_worker(f"Reading {title}", SavedData.read, each)
            data = opened_of(each, read, free_title(title))
            show(data, problems)
        if len(problems) > before:
            return
        choose_again(data, each.choices)
        if data.title == title:
            notes.append(f"{source.name}: {data.title} is open, with what was chosen of it.")
        else:
            notes.append(
                f"{source.name}: {title} is open already, so these data are called "
                f"{data.title}. Links are about the name: close the others and rename these to "
                "use a link."
            )


def _check_no_workspace(sources: Iterable[SentFile]) -> None:
    """Refuse a saved workspace where runs or another gold are asked for."""
    for source in sources:
        if in_worker("Looking at the files", is_workspace, source):
            raise DataError(
                f"{source.name}: this is a saved workspace. Put it into Gold annotations."
            )


def open_all(
    read: ReadTogether, sources: list[SentFile], plan: Plan, problems: list[Problem]
) -> None:
    """Open the data sets that were read, as many as there is room for."""
    problems += read.faults
    for each in read.data_sets:
        if full():
            problems += full()
            return
        golds = [s for s in sources if PurePath(s.name).name in each.gold_files]
        # Of several golds, each has those files alone that gave runs of it.
        rest = [s for s in sources if s not in golds or PurePath(s.name).name in each.by_file]
        runs = facts_of_sending(rest, each.by_file)
        data = Opened(
            free_title(each.name),
            scales_of(each.collections, each.nuggets),
            "",
            tuple(map(facts_of, golds)),
            runs,
            notes=read.notes,
            described=each.described,
            whole=each.whole,
            plan=plan,
        )
        show(with_files(data, sources), problems)


def with_files(data: Opened, sources: Iterable[SentFile] = ()) -> Opened:
    """Data with the files that they are of, those that came now among them."""
    every = {**data.files, **kept_files(sources)}
    files = (*data.gold_files, *data.run_files)
    return replace(data, files={each.sha256: every[each.sha256] for each in files})


def show(data: Opened, problems: list[Problem]) -> None:
    """Open data and show them from now on; it is a problem if there is no room for them."""
    with faults_in(problems):
        keep(data)
        select(data.title)


@contextmanager
def faults_in(problems: list[Problem]) -> Iterator[None]:
    """Put among the problems what is wrong with data, where that ends what is done with them."""
    try:
        yield
    except DataError as error:
        problems += error.faults


def on_matrices() -> None:
    """Open score matrices."""
    files = sent("matrix")
    if not files:
        return
    problems, notes = list[Problem](full()), list[str]()
    if files and not problems:
        with faults_in(problems):
            sources = not_saved(files, problems, notes)
            if not sources:
                done(problems, notes)
                return
            golds = [
                gold for each in opened().values() for gold in _bare(each.collections).values()
            ]
            # Which is better can be said of a matrix that is open.
            scores = in_worker("Reading", read_scores, sources, golds=golds, otherwise=False)
            facts = tuple(replace(facts_of(source), runs=scores.runs) for source in sources)
            title = free_title("score matrices")
            data = Opened(title, {"scores": scores}, "", run_files=facts)
            show(with_files(data, sources), problems)
            notes += said_directions(scores)
    done(problems, notes)


def _sent_for(title: str, kind: str) -> tuple[Opened | None, list[SentFile]]:
    """The data that files were sent for, None where they are closed, and the files."""
    files = sent(f"{kind} of {title}")
    return still_open(title) if files else None, files


def on_runs(title: str) -> None:
    """Open more runs of a gold that is open."""
    data, files = _sent_for(title, "runs")
    if data is not None:
        _open_runs(title, files)


def _open_runs(title: str, sources: list[SentFile], said: Plan | None = None) -> None:
    data = still_open(title)
    if data is None:
        return
    replaces = bool(st.session_state.get(f"replaces {title}"))
    plan, again = said_plan(said or data.plan), partial(_open_runs, title)
    try:
        _check_no_workspace(sources)
        read = in_worker(
            f"Reading {counted(len(sources), 'file')}",
            read_runs,
            [with_plan(each, plan) for each in sources],
            _bare(data.collections) if replaces else data.collections,
            data.nuggets.without(data.nuggets.runs) if replaces and data.nuggets else data.nuggets,
            data.missing,
        )
    except DataError as error:
        done(error.faults, (), title, again, sources, plan)
        return
    problems, notes = list[Problem](read.faults), list(read.notes)
    found = scales_of(read.collections, read.nuggets)
    if replaces:
        notes += _replaced(data, read)
        bare = {scale: each.without(read.added) for scale, each in data.held.items()}
        found = {
            scale: bare[scale].with_runs_of(source_of(each)).data for scale, each in found.items()
        }
        if len({run for each in found.values() for run in each.runs}) > MAX_RUNS:
            done([f"{title}: {MAX_RUNS} runs are the most. Remove runs first."], about=title)
            return
    if read.added or read.described:
        sending = max((each.sending for each in data.run_files), default=0) + 1
        facts = facts_of_sending(sources, read.by_file, sending)
        more = replace(
            data,
            sources=found,
            run_files=(*without_runs(data.run_files, read.added), *facts),
            removed=tuple(run for run in data.removed if run not in read.added),
            notes=(*data.notes, *read.notes),
            renamed={old: new for old, new in data.renamed.items() if new not in read.added},
            described=_described(data, read),
            whole={
                scale: {run: judge for run, judge in data.whole.get(scale, {}).items()
                        if run not in read.added} | dict(read.whole.get(scale, {}))
                for scale in found
            },
            plan=plan,
        )  # fmt: skip
        show(with_files(more, sources), problems)
    done(problems, [*notes, *passed_over(read.skipped)], title, again, sources, plan)


def _described(data: Opened, read: ReadRuns) -> tuple[RunDescription, ...]:
    """What was said of runs, and what new tables say of the same ones in its place."""
    every = {each.run: each for each in (*data.described, *read.described)}
    return tuple(every.values())


def _bare(collections: Mapping[str, Collection]) -> dict[str, Collection]:
    return {scale: each.without(each.runs) for scale, each in collections.items()}


def _replaced(data: Opened, read: ReadRuns) -> list[str]:
    names = [run for run in read.added if run in data.runs]
    return [f"In the place of the runs of these names: {some_of(names)}."] if names else []


def without_runs(files: Iterable[FileFacts], runs: Iterable[str]) -> tuple[FileFacts, ...]:
    """The files that still give runs when these come from others, or are taken out."""
    gone, found = set(runs), list[FileFacts]()
    for each in files:
        left = tuple(run for run in each.runs if run not in gone)
        if left or not each.runs:
            paths = {run: place for run, place in each.paths.items() if run not in gone}
            found.append(replace(each, runs=left, paths=paths))
    return tuple(found)


def on_new_gold(title: str) -> None:
    """Put another gold in the place of one, and keep its runs."""
    data, sources = _sent_for(title, "new gold")
    if data is None:
        return
    problems, notes, plan = list[Problem](), list[str](), said_plan(data.plan)
    try:
        _check_no_workspace(sources)
        facts = tuple(map(facts_of, sources))
        other = replace(data, gold_files=facts, plan=plan)
        found = read_again(with_files(other, sources))
        _check_scales(data, found)
    except ValueError as error:
        problems += error.faults if isinstance(error, DataError) else [str(error)]
        notes.append("The gold that was open is kept.")
    else:
        show(found, problems)
        count = len(data.runs)
        notes.append(f"{sources[0].name} is the gold now; the runs that were open ({count}) stay.")
    done(problems, notes, title)


def _check_scales(data: Opened, found: Opened) -> None:
    """Refuse a gold of other scales; one scale is called as its file is."""
    old, new = list(data.sources), list(found.sources)
    if old != new and (len(old), len(new)) != (1, 1):
        raise DataError(
            f"{data.title}: the gold has the scale{'s' * (len(old) > 1)} {', '.join(old)}, and "
            f"this file has {', '.join(new)}"
        )
