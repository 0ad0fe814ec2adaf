"""The frame of every page: title, navigation, look."""

from pathlib import Path

import streamlit as st

from pages.parts.projector import projector
from pages.parts.share import share

PARTS = Path(__file__).parent / "parts"

st.set_page_config(
    page_title="Ordinal quantification explorer",
    # An icon of Streamlit's would be fetched from another host.
    page_icon=(PARTS / "icon.svg").read_text(),
    layout="wide",
)

st.html(PARTS / "frame.css")

page = st.navigation(
    {
        "Learn": [
            st.Page("compare.py", title="Compare", icon=":material/tune:", default=True),
            st.Page("lessons.py", title="Lessons", icon=":material/school:"),
            st.Page("quiz.py", title="Quiz", icon=":material/quiz:"),
            st.Page("classification.py", title="Classification", icon=":material/grid_view:"),
            st.Page("papers.py", title="Papers", icon=":material/menu_book:"),
            st.Page("reference.py", title="Reference", icon=":material/dictionary:"),
        ],
        "Disagree": [
            st.Page("map.py", title="Map", icon=":material/map:"),
            st.Page("conflicts.py", title="Sampled conflicts", icon=":material/casino:"),
            st.Page("strongest.py", title="Strongest conflict", icon=":material/bolt:"),
            st.Page("dialogues.py", title="Conflicts by instance", icon=":material/forum:"),
            st.Page("artificial.py", title="Artificial distributions", icon=":material/science:"),
            st.Page("properties.py", title="Properties", icon=":material/fact_check:"),
        ],
        "Analyse": [
            st.Page("data.py", title="Your data", icon=":material/folder_open:"),
            st.Page("leaderboard.py", title="Leaderboard", icon=":material/leaderboard:"),
            st.Page("baselines.py", title="Baselines", icon=":material/balance:"),
            st.Page("similarity.py", title="Ranking similarity", icon=":material/grid_on:"),
            st.Page("consistency.py", title="Ranking consistency", icon=":material/call_split:"),
            st.Page("power.py", title="Discriminative power", icon=":material/show_chart:"),
            st.Page("sample_size.py", title="Sample size", icon=":material/straighten:"),
            st.Page("nuggets.py", title="Nugget detection", icon=":material/chat_bubble:"),
            st.Page("report.py", title="Report", icon=":material/description:"),
        ],
    },
    position="top",
)
with st.container(horizontal=True, key="frame"):
    projector()
    share()
page.run()
