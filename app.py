"""Entry point: ``streamlit run app.py``.

The script that Streamlit runs lies among the pages: an entry point beside a ``pages`` folder
is passed over when a visit begins at another page's address.
"""

import streamlit as st

from pages.main_parts.memory import keep_together

# Libraries that the imports below load start threads.
keep_together()

from pages.main_parts.health import HEALTH
from pages.main_parts.housekeeping import housekeeping
from pages.main_parts.middleware import MIDDLEWARE, keep_contents_out_of_logs

keep_contents_out_of_logs()
app = st.App("pages/main.py", lifespan=housekeeping, middleware=MIDDLEWARE, routes=[HEALTH])
