"""The drawing board: bars to drag, and every measure following within a frame.

The numbers that it shows while the hand moves have been sent ahead by the server; the browser
computes none. See `precompute`.
"""

from pages.shared.board.component import drawing_board

__all__ = ["drawing_board"]
