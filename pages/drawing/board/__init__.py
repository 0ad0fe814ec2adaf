"""The drawing board: bars to drag, and every measure of what they show.

The numbers update as you drag. The server has computed them before; the browser computes no
measure. See `precompute`.
"""

from pages.drawing.board.component import Guess as Guess
from pages.drawing.board.component import drawing_board as drawing_board
