"""What pages know of the page that Streamlit builds: its parts, by names that it does not promise.

Style sheets and scripts of ours name a part as `@main_block_container@`. Where a release of
Streamlit calls a part otherwise, the new name goes here: `test_private_names.py` says which it is.
Colours are named as `@GOLD@`.
"""

import re
from pathlib import Path

from pages.drawing import theme

#: By our name for a part: Streamlit's selector, and what we need the part for.
PARTS: dict[str, tuple[str, str]] = {
    name: (kind.format(name_of), what)
    for kind, named in {
        ".{}": {
            "app": ("stApp", "it tells whether the connection is lost; the colour behind figures"),
            "app_header": ("stAppHeader", "room for it, and none on paper"),
            "app_view_container": ("stAppViewContainer", "all of a page goes on paper"),
            "bidi_component": ("stBidiComponent", "components of ours: their figures and faults"),
            "button": ("stButton", "contrast of keys, a finger's size, and none on paper"),
            "button_group": ("stButtonGroup", "rows that go on on a phone, none on paper"),
            "checkbox": ("stCheckbox", "none on paper"),
            "code": ("stCode", "a finger's size of its button"),
            "column": ("stColumn", "figures as wide as a projector's screen"),
            "data_frame": ("stDataFrame", "room for its buttons on a phone"),
            "date_input": ("stDateInput", "none on paper"),
            "download_button": ("stDownloadButton", "a finger's size; none on paper and screens"),
            "element_toolbar": ("stElementToolbar", "a finger's size, and none on paper"),
            "expander": ("stExpander", "a finger's size"),
            "file_uploader": ("stFileUploader", "none on paper"),
            "html": ("stHtml", "the table of measures on a projector"),
            "main": ("stMain", "all of a page goes on paper"),
            "main_block_container": ("stMainBlockContainer", "margins of a page"),
            "multi_select": ("stMultiSelect", "a finger's size, and none on paper"),
            "number_input": ("stNumberInput", "a finger's size, and none on paper"),
            "page_link": ("stPageLink", "a finger's size, and none on paper"),
            "plotly_chart": ("stPlotlyChart", "saved, whole on paper, wide on a projector"),
            "popover": ("stPopover", "a finger's size, and none on paper"),
            "radio": ("stRadio", "a finger's size, and none on paper"),
            "selectbox": ("stSelectbox", "a finger's size, and none on paper"),
            "sidebar": ("stSidebar", "the drawer of pages on a phone"),
            "slider": ("stSlider", "none on paper"),
            "table": ("stTable", "whole on paper"),
            "text_area": ("stTextArea", "none on paper"),
            "text_input": ("stTextInput", "a finger's size, and none on paper"),
            "toolbar": ("stToolbar", "none on paper"),
            "vertical_block": ("stVerticalBlock", "gaps between what a page shows"),
        },
        "[data-testid={}]": {
            "alert_container": ("stAlertContainer", "a component that could not be loaded"),
            "caption_container": ("stCaptionContainer", "contrast of captions"),
            "element_container": ("stElementContainer", "a component that could not be loaded"),
            "expand_sidebar_button": ("stExpandSidebarButton", "the drawer of pages on a phone"),
            "icon_material": ("stIconMaterial", "a finger's size"),
            "layout_wrapper": ("stLayoutWrapper", "containers: their place and order"),
            "nav_section_header": ("stNavSectionHeader", "the drawer's sections, which fold"),
            "sidebar_collapse_button": ("stSidebarCollapseButton", "the drawer closes"),
            "sidebar_nav_link": ("stSidebarNavLink", "the drawer closes after a choice"),
            "slider_thumb_value": ("stSliderThumbValue", "contrast of a slider's value"),
            "radio_option": ("stRadioOption", "a finger's size, and contrast of its ring"),
            "page_link_nav_link": ("stPageLink-NavLink", "a finger's size"),
            "tab": ("stTab", "a finger's size"),
            "tooltip_icon": ("stTooltipIcon", "a finger's size; none on a projector"),
        },
        "[data-testid^={}]": {"tabs_scroll": ("stTabsScroll", "a finger's size")},
        # A sign of the app, not a part of it.
        'data-test-connection-state="{}"': {
            "is_connected": ("CONNECTED", "whether a click reaches the server")
        },
    }.items()
    for name, (name_of, what) in named.items()
}


def selected(text: str) -> str:
    """A style sheet or script with Streamlit's names in the places of ours.

    Raises
    ------
    KeyError
        If it names a part that is not known.
    """
    known = {name: found for name, (found, _) in PARTS.items()} | vars(theme)
    return re.sub(r"@(\w+)@", lambda name: known[name[1]], text)


def sheet(module: str, name: str = "") -> str:
    """The style sheet beside a module as HTML, for `st.html`; of its name unless one is given."""
    file = Path(module).with_name(name) if name else Path(module).with_suffix(".css")
    return f"<style>{selected(file.read_text())}</style>"
