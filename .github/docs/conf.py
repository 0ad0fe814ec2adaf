"""How the documentation is built: python -m sphinx -W -b html .github/docs site.

`OQ_APP` is the address of the app that the pages link to, with its states.
"""

import os
import shutil
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2])]

import making
from formulas import MathML

from oq_core.version import VERSION

project = "Ordinal quantification explorer"
author = "The ordinal quantification explorer's maintainers"
release = version = VERSION
html_title = project
html_use_index = False

extensions = ["myst_nb", "numpydoc", "sphinx.ext.autodoc"]
exclude_patterns = ["made/notebooks/*.py", "requirements.txt"]
nitpicky = True
# What pages call `so` is a link where it is a public name, and code elsewhere.
default_role = "py:obj"

APP = os.environ.get("OQ_APP", "http://localhost:8501").rstrip("/")
linkcheck_ignore = [f"{APP}/"]  # where it may not run; the tests look at these
myst_url_schemes = {
    "http": None,
    "https": None,
    "app": {"url": APP + "/{{path}}?{{query}}", "classes": ["app"]},
}
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3
# Notebooks are run by the tests, which compare what they show.
nb_execution_mode = "off"

autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["live.js"]
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
html_math_renderer = "mathml"


def setup(app):
    """Make the pages that come from registries, before pages are looked for."""
    MathML.add_to(app)
    app.connect("config-inited", lambda *_: making.make_all())
    app.connect("missing-reference", making.linked)
    # Before the theme asks for it.
    app.connect("html-page-context", making.share_tree, priority=400)
    app.connect("build-finished", without_copies)


def without_copies(app, _):
    """Remove the copies of notebooks that are put beside the site: no page leads to them."""
    shutil.rmtree(app.outdir.parent / "jupyter_execute", ignore_errors=True)
