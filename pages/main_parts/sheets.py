"""The style sheets of every page."""

from pages.drawing import bars
from pages.drawing.look import sheet

#: On any screen, then on a phone; of bars.
SHEETS = (
    sheet(__file__, "frame.css"),
    sheet(__file__, "phone.css"),
    f"<style>{bars.STYLE}</style>",
)
#: In a frame of another site, after these.
EMBEDDED = sheet(__file__, "embedded.css")
