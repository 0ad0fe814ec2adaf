"""Entry point: ``streamlit run app.py``.

The script that Streamlit runs lies among the pages: an entry point beside a ``pages`` folder
is passed over when a visit begins at another page's address.
"""

import os
from functools import partial

import streamlit as st

# Here and in workers: threads of OpenBLAS would wait for each other on cores that pages need.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from pages.analysing.data import samples
from pages.host.middleware import keep_contents_out_of_logs, layers
from pages.host.serving import serving

keep_contents_out_of_logs()
app = st.App("pages/main.py", lifespan=partial(serving, load=samples), middleware=layers())
