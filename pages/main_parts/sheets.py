"""The style sheets of every page."""

from pathlib import Path

from pages.drawing.look import style


def _sheet(name: str) -> str:
    return style(Path(__file__).with_name(name).read_text())


#: On any screen, then on a phone.
SHEETS = (_sheet("frame.css"), _sheet("phone.css"))
#: In a frame of another site, after these.
EMBEDDED = _sheet("embedded.css")
