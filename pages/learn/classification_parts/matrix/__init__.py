"""Confusion matrices to drag and type in, and every measure of them.

The numbers update as you drag. As on the drawing board, the server has computed them before. See
`precompute`.
"""

from pages.learn.classification_parts.matrix.component import matrix_board as matrix_board
from pages.learn.classification_parts.matrix.plain import plain_table as plain_table
