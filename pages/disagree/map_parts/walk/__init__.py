"""The map in the page: estimates in the colours of their scores, and points to move on it.

The server has computed all scores before; the browser computes no measure.
"""

from pages.disagree.map_parts.walk.component import Points, show_walk

__all__ = ["Points", "show_walk"]
