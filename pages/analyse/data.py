"""Data: open gold files, runs and score matrices, see what was understood, get templates."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from oq_core import (
    DataError,
    Scores,
    read_runs,
    read_scores,
)
from oq_core.campaign import layouts
from oq_core.campaign.sources import NUGGETS, data_set_name
from oq_core.data import NuggetCollection
from oq_core.reading import ReadTogether, formats, read_together, templates
from oq_core.reading.kinds import matrices as score_matrices
from oq_core.reading.rows import some_of
from pages.shared.data import (
    SAMPLE,
    SAMPLE_OF_CLASSES,
    SAMPLES,
    Opened,
    Source,
    close,
    free_title,
    keep,
    opened,
    select,
    sources_of,
    tell_closed,
    votes_each,
)
from pages.shared.own import erase, own_data
from pages.shared.printed import show_printed
from pages.shared.sent import SentFile
from pages.shared.text import plain
from pages.shared.uploads import let_go
from pages.shared.work import apart
from pages.shared.workspaces import HOURS

MOST_OPENED = 12


def uploader_key(kind: str) -> str:
    """A new key empties the uploader, which lets the uploaded bytes go."""
    return f"{kind} files {st.session_state.get('uploads', 0)}"


def sent(key: str) -> list[UploadedFile]:
    """The files of an uploader; none if its page was left while they were being sent."""
    return st.session_state.get(key) or []


def done(
    files: Iterable[UploadedFile],
    problems: Iterable[str],
    notes: Iterable[str] = (),
    about: str = "",
) -> None:
    """Keep messages for the next pass, empty the uploaders, and let the files' bytes go."""
    context = get_script_run_ctx()
    for file in files:
        if context is not None:
            let_go(context.session_id, file.file_id)
    st.session_state.told = (about, tuple(problems), tuple(notes))
    st.session_state.uploads = st.session_state.get("uploads", 0) + 1


def full() -> list[str]:
    """A problem if no more can be opened."""
    many = len(opened()) - len(SAMPLES) >= MOST_OPENED
    return [f"{MOST_OPENED} data sets are open, which is the most; close one."] if many else []


def on_gold() -> None:
    files = sent(uploader_key("gold"))
    problems, notes = full(), list[str]()
    if files and not problems:
        try:
            read = apart("Reading the gold", read_together, [SentFile.of(file) for file in files])
        except DataError as error:
            problems.append(str(error))
        else:
            open_all(read, problems)
            notes += read.notes
    done(files, problems, notes)


def open_all(read: ReadTogether, problems: list[str]) -> None:
    """Open the data sets that were read, as many as there is room for."""
    problems += read.problems
    for each in read.data_sets:
        if full():
            problems += full()
            return
        open_as(free_title(each.name), sources_of(each.collections, each.nuggets), problems)


def open_as(title: str, sources: Mapping[str, Source], problems: list[str]) -> None:
    """Open data and show them from now on; it is a problem if there is no room for them."""
    try:
        keep(title, sources)
    except DataError as error:
        problems.append(str(error))
    else:
        select(title)


def on_matrices() -> None:
    files = sent(uploader_key("matrix"))
    problems = full()
    if files and not problems:
        try:
            scores = apart("Reading", read_scores, [SentFile.of(file) for file in files])
        except DataError as error:
            problems.append(str(error))
        else:
            open_as(free_title("score matrices"), {"all": scores}, problems)
    done(files, problems)


def still_open(title: str) -> Opened | None:
    """The data of a title; a word where another tab of this browser has closed them."""
    found = opened().get(title)
    if found is None:
        done((), [f"{title}: these data were closed in the meantime. Open their files again"])
    return found


def on_direction(title: str, scale: str, scores: Scores) -> None:
    larger = st.session_state[f"larger {title}"]
    directions = tuple(key in larger for key in scores.measures)
    keep(title, {scale: replace(scores, larger_is_better=directions)})


def on_runs(title: str = "") -> None:
    files = sent(uploader_key(f"runs of {title}"))
    data = still_open(title)
    if data is None:
        return
    try:
        read = apart(
            f"Reading {len(files)} files",
            read_runs,
            [SentFile.of(file) for file in files],
            data.collections,
            data.nuggets,
        )
    except DataError as error:
        done(files, [str(error)], about=title)
        return
    sources = sources_of(read.collections, read.nuggets)
    problems = list(read.problems)
    if read.added:
        open_as(title, sources, problems)
    notes = list(read.notes)
    if read.skipped:
        notes.append(f"Files without data were passed over: {some_of(read.skipped)}.")
    done(files, problems, notes, title)


def on_flip(title: str) -> None:
    if data := still_open(title):
        flipped = {scale: each.flipped() for scale, each in data.collections.items()}
        keep(title, {**data.sources, **flipped})


def on_remove(title: str) -> None:
    gone = st.session_state[f"remove run of {title}"]
    if gone is not None and (data := still_open(title)):
        keep(title, {s: each.without([gone]) for s, each in data.sources.items()})
    st.session_state[f"remove run of {title}"] = None


def tell(about: str) -> None:
    """What could not be read and what was decided, where it was uploaded."""
    where, problems, notes = st.session_state.get("told", ("", (), ()))
    if where != about:
        return
    if problems:
        listed = "\n".join(f"- {plain(problem)}" for problem in problems)
        st.error(f"{listed}\n\nEverything else is open and used.", icon=":material/error:")
    if notes:
        st.info("\n".join(f"- {plain(note)}" for note in notes), icon=":material/info:")


def collection_facts(data: Opened) -> None:
    """Format, classes with a way to flip them, and counts by scale."""
    first = next(iter(data.collections.values()))
    order = " < ".join(plain(label) for label in first.classes)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"{plain(first.format)} · classes, lowest first: **{order}**")
        if data.title not in SAMPLES:
            st.button(
                "Flip the order",
                key=f"flip {data.title}",
                on_click=on_flip,
                args=(data.title,),
                icon=":material/swap_horiz:",
                type="tertiary",
                help="If the highest class comes first here.",
            )
    for scale, each in data.collections.items():
        votes = f"{votes_each(each)} votes each" if each.votes is not None else "probabilities"
        named = f"Scale **{plain(scale)}**: " if len(data.collections) > 1 else ""
        st.markdown(
            f"{named}{len(each.ids):,} instances, {votes}, {len(each.runs)} runs", width="content"
        )
        if each.labels is not None:
            st.markdown(
                f"From {len(each.labels.ids):,} items with a class each; {len(each.labels.runs)} "
                "of the runs have one too, and are scored as classification as well."
            )


def nugget_facts(nuggets: NuggetCollection) -> None:
    """Counts of what is known of turns."""
    votes = f", {found} votes a turn" if (found := votes_each(nuggets)) else ""
    st.markdown(
        f"Scale **{NUGGETS}**: {len(nuggets.ids):,} dialogues with {len(nuggets.dialogue):,} turns"
        f"{votes}; {len(nuggets.runs)} runs have estimates of them"
    )


def matrix_facts(title: str, scale: str, scores: Scores) -> None:
    """What score matrices have, and what that is enough for."""
    st.markdown(
        f"Score matrices · measures {', '.join(plain(key) for key in scores.measures)} · "
        f"{len(scores.ids):,} instances · {len(scores.runs)} runs"
    )
    st.multiselect(
        "Measures of which larger is better",
        scores.measures,
        default=[
            key
            for key, larger in zip(scores.measures, scores.larger_is_better, strict=True)
            if larger
        ],
        key=f"larger {title}",
        placeholder="none: smaller is better",
        on_change=on_direction,
        args=(title, scale, scores),
    )
    st.caption(
        "Leaderboard, similarity, consistency, discriminative power, sample size and report work "
        "from scores alone. Pages that draw distributions need the gold and the runs."
    )


def runs_of(data: Opened) -> None:
    """Runs that are there, a way to remove one, and an uploader for more."""
    title = data.title
    st.file_uploader(
        "Run files" if not data.runs else f"More run files ({len(data.runs)} runs are open)",
        accept_multiple_files=True,
        key=uploader_key(f"runs of {title}"),
        on_change=on_runs,
        args=(title,),
        help="One file a run, which gives it its name; or a ZIP archive of them, also with folders "
        "as teams submit them (TEAM/run1/…). Instances are matched by id.",
    )
    tell(title)


_ABOUT_SAMPLES = {
    SAMPLE: "Invented, to try everything on: 300 dialogues, 22 runs, three scales of quality, and "
    "nuggets, which ten of the runs have.",
    SAMPLE_OF_CLASSES: "Invented too: items of 60 topics with one of five classes each, and runs "
    "of several kinds.",
}


def printed_view(data: Opened) -> None:
    """What the data are, and the runs of each team, as overviews print them."""
    with st.expander("Tables for a paper", icon=":material/table:"):
        named = {
            data_set_name(data.title, scale, len(data.sources) > 1): each
            for scale, each in data.sources.items()
        }
        facts = [layouts.facts_of(name, each) for name, each in named.items()]
        show_printed(layouts.statistics_of_data(facts), data.title)
        if data.runs:
            runs = {name: tuple(each.runs) for name, each in named.items()}
            show_printed(layouts.runs_by_team(runs), data.title)


def card(data: Opened) -> None:
    """One thing that is open."""
    with st.container(border=True):
        st.markdown(f"#### {plain(data.title)}")
        if data.collections:
            collection_facts(data)
        if data.nuggets is not None:
            nugget_facts(data.nuggets)
        for scale, each in data.sources.items():
            if isinstance(each, Scores):
                matrix_facts(data.title, scale, each)
        printed_view(data)
        if data.title in SAMPLES:
            st.caption(_ABOUT_SAMPLES[data.title])
            return
        if data.collections or data.nuggets is not None:
            runs_of(data)
        with st.container(horizontal=True, vertical_alignment="bottom"):
            if data.runs:
                st.selectbox(
                    "Remove a run",
                    data.runs,
                    index=None,
                    placeholder="choose a run",
                    key=f"remove run of {data.title}",
                    on_change=on_remove,
                    args=(data.title,),
                    width=280,
                )
            st.button(
                "Close these data",
                key=f"close {data.title}",
                on_click=close,
                args=(data.title,),
                icon=":material/close:",
            )


def template_downloads() -> None:
    """A small file of every format, to fill in."""
    with st.expander("Formats and templates", icon=":material/description:"):
        st.markdown(
            "Formats are recognised by content, not by name. Instances are matched by id, never by "
            "position. Each template is a small valid file: download it and put your data in."
        )
        with st.container(horizontal=True):
            for name, text in templates().items():
                st.download_button(
                    name,
                    text,
                    name,
                    key=f"template {name}",
                    on_click="ignore",
                    type="tertiary",
                    icon=":material/download:",
                )


def kept() -> None:
    """How long data are kept, and a way to erase them at once."""
    own = own_data()
    if not own:
        return
    with st.popover("Erase everything", icon=":material/delete_forever:", type="tertiary"):
        st.markdown(
            "A reload, a lost connection or a closed tab loses nothing: this browser finds its "
            f"data again by a random cookie, for {HOURS} hours after the last visit. Where the "
            "server's memory is needed, what was not used for longest is closed earlier."
            if own.token
            else "This browser keeps no cookie: these data go when the tab is closed or reloaded."
        )
        st.button("Erase all of it now", on_click=erase, key="erase", type="primary")


def main() -> None:
    """The page."""
    st.title("Your data")
    st.markdown(
        "Open a gold file and its runs, together or one after the other. What was read stays on "
        f"the server for this browser alone, in memory, until {HOURS} hours after your last visit."
    )
    gold, matrices = st.columns(2)
    with gold:
        st.file_uploader(
            "Gold annotations",
            accept_multiple_files=True,
            key=uploader_key("gold"),
            on_change=on_gold,
            help="Formats are recognised by content: "
            + "; ".join(formats.gold_sentences())
            + ". Runs may come with the gold, also in one ZIP. Usual files end in "
            + ", ".join((*formats.suffixes(), ".txt", ".zip", ".gz"))
            + "; what cannot be read is named, with what to do.",
        )
    with matrices:
        st.file_uploader(
            "Or score matrices, without gold",
            accept_multiple_files=True,
            key=uploader_key("matrix"),
            on_change=on_matrices,
            help=score_matrices.FORMAT.sentence,
        )
    tell_closed()
    tell("")
    for each in [*own_data().values()][::-1]:
        card(each)
    kept()
    template_downloads()
    for title in SAMPLES:
        card(opened()[title])


main()
