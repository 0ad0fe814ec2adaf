"""The frame of every page: title, navigation, look."""

from contextlib import suppress
from pathlib import Path

import streamlit as st

from pages.drawing import hands
from pages.drawing.projector import projector
from pages.host.limits import IN_BROWSER
from pages.host.script_run import NoAnswerError
from pages.main_parts.glossary import entry_of_a_word, words
from pages.main_parts.guide import guide
from pages.main_parts.link import arrive, leave_behind, tell_unused
from pages.main_parts.scripts import closing_drawer, telling_height
from pages.main_parts.share import share
from pages.main_parts.sheets import EMBEDDED, SHEETS
from pages.menu import LESSONS, MENU, QUIZ, START

PARTS = Path(__file__).parent / "main_parts"
#: Where a class is asked.
ASKING = [entry.address for entry in (START, LESSONS, QUIZ)]

st.set_page_config(
    # An icon of Streamlit's would be fetched from another host.
    page_icon=(PARTS / "icon.svg").read_text(),
    layout="wide",
    menu_items={"About": "[About this edition](about.html)"} if IN_BROWSER else None,
)

for sheet in SHEETS:
    st.html(sheet)
if st.context.is_embedded:
    st.html(EMBEDDED)

page = st.navigation(
    {
        section: [
            st.Page(
                entry.file,
                title=entry.title,
                icon=entry.icon,
                default=entry is START,
                visibility="visible" if entry.is_listed else "hidden",
                help=entry.question,
            )
            for entry in entries
        ]
        for section, entries in MENU.items()
    },
    position="top",
)
# Several pages open side by side are told apart by their tabs.
st.set_page_config(page_title=f"{page.title} · Ordinal quantification explorer")
frame = st.container(horizontal=True, key="frame")
with frame:
    projector()
    hands.switch(is_seen=page.url_path in ASKING)
    words()
    guide(page.url_path)
    share()
    closing_drawer()
    if st.context.is_embedded:
        telling_height()
asked, note = arrive(), st.empty()
try:
    with suppress(NoAnswerError):
        page.run()
finally:
    # Also where a page ends early, for want of data.
    tell_unused(asked, note)
    leave_behind(asked)
    # The last, as its pictures need what many pages go without.
    with frame:
        entry_of_a_word()
