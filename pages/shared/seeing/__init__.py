"""NMD and RNOD at work, to be played, stopped and stepped through."""

from pages.shared.seeing.component import SEEN as SEEN
from pages.shared.seeing.component import seeing as seeing
