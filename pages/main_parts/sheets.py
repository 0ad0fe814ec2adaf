"""The style sheets of every page."""

from pathlib import Path

from pages.host.look import style

#: On any screen, then on a phone.
SHEETS = tuple(
    style(Path(__file__).with_name(name).read_text()) for name in ("frame.css", "phone.css")
)
