"""Entry point: ``streamlit run app.py``.

The script that Streamlit runs lies among the pages: an entry point beside a ``pages`` folder
is passed over when a visit begins at another page's address.
"""

import streamlit as st

from pages.host.health import HEALTH
from pages.host.housekeeping import housekeeping
from pages.host.middleware import MIDDLEWARE, keep_contents_out_of_logs

keep_contents_out_of_logs()
app = st.App("pages/main.py", lifespan=housekeeping, middleware=MIDDLEWARE, routes=[HEALTH])
