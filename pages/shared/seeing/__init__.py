"""NMD and RNOD at work, to be played, stopped and stepped through."""

from pages.shared.seeing.component import SEEN, seeing

__all__ = ["SEEN", "seeing"]
