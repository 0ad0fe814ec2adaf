"""NMD and RNOD at work, to be played, stopped and stepped through."""

from pages.drawing.seeing.component import SEEN as SEEN
from pages.drawing.seeing.component import seeing as seeing
