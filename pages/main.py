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
        ],
        "Analyse": [
            st.Page("baselines.py", title="Baselines", icon=":material/balance:"),
            st.Page("power.py", title="Discriminative power", icon=":material/show_chart:"),
        ],
    },
    position="top",
).run()
