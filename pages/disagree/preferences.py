"""Preferences: how often measures agree with people who choose between two estimates."""

from typing import NamedTuple
from uuid import uuid4

import streamlit as st

from oq_core import DataError
from oq_core.campaign.printing import answers, layouts
from oq_core.data.scores import counted
from oq_core.preferences import KINDS, RoomAgreement
from oq_core.preferences.choices import (
    TEMPLATE,
    PeopleChoices,
    choices_csv,
    choices_of,
    read_choices,
)
from pages import menu
from pages.analysing import views, words
from pages.analysing.data import SAMPLE_FOLDER
from pages.analysing.downloads import save
from pages.analysing.links import link_to
from pages.analysing.settings import SettingsLine, answer, choose, settings
from pages.analysing.text import plain
from pages.drawing.shown import show
from pages.host.uploads import sent, uploader_key
from pages.host.work import Named, in_reader, kept

_OPENED, _TOLD = "preferences_opened", "preferences_told"


class OpenedChoices(NamedTuple):
    """Choices that are open, and what they are called."""

    title: str
    named: Named[PeopleChoices]

    @property
    def choices(self) -> PeopleChoices:
        """What people chose."""
        return self.named.value


@st.cache_resource
def sample() -> OpenedChoices:
    """The invented choices."""
    found = choices_of(read_choices([SAMPLE_FOLDER / "choices.csv"]))
    return OpenedChoices("Bundled sample", Named("sample", found))


def on_files() -> None:
    files, gone = sent("choices")
    if not (files or gone):
        return
    told = list(gone)
    try:
        if files:
            found = choices_of(in_reader("Reading the choices", read_choices, files))
            title = files[0].name if len(files) == 1 else counted(len(files), "file")
            st.session_state[_OPENED] = OpenedChoices(title, Named(uuid4().hex, found))
    except DataError as error:
        told += [str(each) for each in error.faults]
    except ValueError as error:
        told.append(f"Nothing was opened: {error}.")
    st.session_state[_TOLD] = told


def on_close() -> None:
    st.session_state.pop(_OPENED, None)


def opening(line: SettingsLine) -> OpenedChoices:
    """What is open, and the ways to open other choices."""
    own: OpenedChoices | None = st.session_state.get(_OPENED)
    found = own or sample()
    st.markdown(
        f"**{plain(found.title)}**: {counted(len(found.choices.answers), 'choice')} of "
        f"{counted(len(set(found.choices.people.tolist())), 'person', 'people')}, "
        f"{counted(len(found.choices.pool), 'question')}",
        width="content",
    )
    with line.options:
        st.file_uploader(
            "Choices (CSV)",
            ["csv", "tsv", "txt"],
            accept_multiple_files=True,
            key=uploader_key("choices"),
            on_change=on_files,
        )
        save("Template", choices_csv(TEMPLATE), "choices.csv")
        if own:
            st.button("Close them", icon=":material/close:", on_click=on_close)
    for each in st.session_state.pop(_TOLD, []):
        line.below.error(plain(each))
    line.notes.extend(f"{plain(each)}." for each in found.choices.notes)
    if own is None:
        line.notes.append(
            "The sample is invented: the model of *Your measure* made the choices, of people most "
            "of whom judge by RNOD, NMD or RSNOD."
        )
    return found


def agreement_of(found: OpenedChoices) -> dict[str, RoomAgreement]:
    """By kind of question, as far as there are such questions; all of them have none."""
    found_by_kind = {
        kind: kept(PeopleChoices.agreement, found.named, kind).value for kind in ("", *KINDS)
    }
    return {kind: each for kind, each in found_by_kind.items() if each is not None}


def main() -> None:
    """The page."""
    words.title("Preferences: which measures agree with people")
    with settings() as line:
        found = opening(line)
        agreed = agreement_of(found)
        with line.options:
            shown = {each: layouts.KINDS_SHORT[each] for each in agreed}
            kind = choose(views.PREFERENCES_KIND, ways=shown)
    answer(answers.people(agreed[kind]), layouts.KINDS_SHORT[kind] if kind else "")
    show(layouts.people_agree(agreed[kind], kind), found.title)
    words.caption(
        "People saw a gold and two estimates, and took the one that they would rather have. A "
        "measure agrees with them where it prefers the same."
    )
    line.tell()
    counts = {each: int(found.choices.of(each).sum()) for each in agreed}
    show(layouts.people_agree_by_kind(agreed, counts), found.title)
    link_to(menu.MEASURE, "Which measure judges like you?")


main()
