"""Data: open gold files, runs and score matrices, see what was understood, get templates."""

import streamlit as st

from oq_core.campaign.printing import headlines, layouts
from oq_core.reading import formats, templates
from oq_core.reading.kinds import matrices as score_matrices
from oq_core.reading.plan import DECIMALS
from pages import menu
from pages.analysing import words
from pages.analysing.data import SAMPLES, opened, tell_remarks
from pages.analysing.downloads import save
from pages.analysing.settings import answer
from pages.campaign.data_parts.card import card
from pages.campaign.data_parts.one_name import one_name
from pages.campaign.data_parts.opening import (
    BETWEEN,
    BETWEEN_MET,
    MOST_KEPT,
    NO_CLASS,
    on_between,
    on_gold,
    on_matrices,
    tell,
)
from pages.campaign.data_parts.saving import save_button
from pages.campaign.data_parts.taken_for import refused
from pages.host.limits import IN_BROWSER
from pages.host.own import erase, own_data
from pages.host.uploads import uploader_key
from pages.host.workspaces import HOURS


def template_downloads() -> None:
    """A small file of every format, to fill in."""
    with st.expander("Formats and templates", icon=":material/description:"):
        st.markdown(
            "Formats are recognised by content, not by name. Instances are matched by id, never by "
            "position. Each template is a small valid file: download it and put your data in."
        )
        with st.container(horizontal=True):
            for name, text in templates().items():
                save(name, text, name, key=f"template {name}", type="tertiary")


def kept() -> None:
    """How long data are kept, and a way to erase them at once."""
    own = own_data()
    if not own:
        return
    if len(own) > 1:
        # Opened last, the data that are chosen now will be chosen again.
        chosen = st.session_state.get("data")
        every = sorted(own.values(), key=lambda each: each.title == chosen)
        save_button("Save everything as one file", "workspace.zip", every)
    with st.popover("Erase everything", icon=":material/delete_forever:", type="tertiary"):
        st.markdown(how_long(is_known=bool(own.token)))
        st.button("Erase all of it now", on_click=erase, key="erase", type="primary")


def how_long(*, is_known: bool) -> str:
    """How long data are kept, of a browser that has a cookie or none."""
    if not is_known:
        what = "lets the page keep nothing" if IN_BROWSER else "keeps no cookie"
        return f"This browser {what}: these data go when the tab is closed or reloaded."
    if IN_BROWSER:
        return "These data stay in this browser until you erase them, and nowhere else."
    return (
        "A reload, a lost connection or a closed tab loses nothing. By a random cookie this "
        f"browser finds its data again, for {HOURS} hours after the last visit."
    )


def where() -> str:
    """Where files go that are opened here."""
    if IN_BROWSER:
        until = "you erase it" if own_data().token else "the tab is closed or reloaded"
        return f"What was read stays in this browser until {until}: nothing is sent to anybody."
    return (
        "What was read stays in memory for this browser alone, until "
        f"{HOURS} hours after your last visit."
    )


def main() -> None:
    """The page."""
    words.title(menu.DATA.headline)
    answer(
        headlines.own_data(
            {
                each.title: [layouts.facts_of(name, of) for name, of in each.scored.items()]
                for each in own_data().values()
            }
        )
    )
    words.caption(f"Open a gold file and its runs, together or one after the other. {where()}")
    gold, matrices = st.columns(2)
    with gold:
        st.file_uploader(
            "Gold annotations",
            accept_multiple_files=True,
            key=uploader_key("gold"),
            on_change=on_gold,
            help="Formats are recognised by content: "
            + "; ".join(formats.gold_sentences())
            + ". Runs may come with the gold, also in one ZIP, and so may a workspace that was "
            "saved as one file. Usual files end in "
            + ", ".join((*formats.suffixes(), ".txt", ".zip", ".gz"))
            + "; what cannot be read is named, with what to do.",
        )
        st.text_input(
            "Ratings that are no class (none)",
            key=NO_CLASS,
            placeholder="refused, NA, 99",
            max_chars=200,
            help="Single ratings of people or judges, as files have them, with commas between. "
            "Files that are opened from now on are read without them: their raters have not rated "
            "these items. Others that are no class are refused by name.",
        )
        if BETWEEN_MET in st.session_state:
            st.selectbox(
                "Ratings between two classes, such as 4.25",
                list(DECIMALS),
                key=BETWEEN,
                format_func=DECIMALS.__getitem__,
                on_change=on_between,
                help="Files that were refused for it are read again at once, if they have at most "
                f"{MOST_KEPT // 2**20} MB; so are those that are opened from now on. People's "
                "ratings can be rounded alone.",
            )
    with matrices:
        st.file_uploader(
            "Or score matrices, without gold",
            accept_multiple_files=True,
            key=uploader_key("matrix"),
            on_change=on_matrices,
            help=score_matrices.FORMAT.sentence,
        )
    tell_remarks()
    tell("")
    refused("")
    one_name(own_data())
    for each in [*own_data().values()][::-1]:
        card(each)
    kept()
    template_downloads()
    for title in SAMPLES:
        card(opened()[title])


main()
