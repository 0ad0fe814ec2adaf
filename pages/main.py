"""The frame of every page: title, navigation, look."""

import streamlit as st

st.set_page_config(
    page_title="Ordinal quantification explorer", page_icon=":material/bar_chart:", layout="wide"
)

# The default leaves a hand's breadth empty above every page.
st.html("<style>.stMainBlockContainer {padding-top: 4rem; padding-bottom: 3rem}</style>")

st.navigation(
    {
        "Learn": [
            st.Page("compare.py", title="Compare", icon=":material/tune:", default=True),
            st.Page("papers.py", title="Papers", icon=":material/menu_book:"),
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
            st.Page("report.py", title="Report", icon=":material/description:"),
        ],
    },
    position="top",
).run()
