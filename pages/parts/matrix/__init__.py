"""Confusion matrices to drag and type in, with every measure following within a frame.

As on the drawing board, the numbers that are shown while the hand moves have been sent ahead by
the server. See `ahead`.
"""

from pages.parts.matrix.mount import matrix_board

__all__ = ["matrix_board"]
