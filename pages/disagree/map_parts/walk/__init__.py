"""The map in the page: estimates in the colours of their scores, and points to move on it.

The server has computed all scores before; the browser computes no measure.
"""

from pages.disagree.map_parts.walk.component import Points as Points
from pages.disagree.map_parts.walk.component import show_walk as show_walk
