"""Entry point: ``streamlit run app.py``.

Streamlit runs the script named here. It lies among the pages, as an entry point beside a
``pages`` folder would be left out of the first visit to any other page's address.
"""

import streamlit as st

app = st.App("pages/main.py")
