"""Measures at work on what is drawn, to be switched, played, stopped and stepped through."""

from pages.drawing.seeing.component import SEEN as SEEN
from pages.drawing.seeing.component import seeing as seeing
