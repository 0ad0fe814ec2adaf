"""Confusion matrices to drag and type in, with every measure following within a frame.

As on the drawing board, the numbers that are shown while the hand moves have been sent ahead by
the server. See `precompute`.
"""

from pages.learn.classification_parts.matrix.component import matrix_board
from pages.learn.classification_parts.matrix.plain import plain_table

__all__ = ["matrix_board", "plain_table"]
