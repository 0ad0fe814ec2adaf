"""Formulas as MathML, which browsers draw themselves: no script, and no other host is asked."""

import re

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml


class MathML:
    """Sphinx's renderer of formulas."""

    @staticmethod
    def add_to(app):
        """Name the renderer to Sphinx."""
        app.add_html_math_renderer("mathml", (inline, None), (block, None))


def mathml(tex, as_block=False):
    """A formula of LaTeX as MathML.

    Raises
    ------
    docutils.utils.math.MathError
        If it has a command that is not known.
    """
    # Brackets of a size of their own grow with what they hold.
    grown = re.sub(r"\\[bB]ig+l?(?=[(\[|]|\\\{)", r"\\left", tex)
    grown = re.sub(r"\\[bB]ig+r?(?=[)\]|]|\\\})", r"\\right", grown)
    # A bar between two distributions is as high as they are.
    return tex2mathml(grown, as_block=as_block).replace("<mo>‖", '<mo stretchy="false">‖')


def inline(writer, node):
    """A formula within a line."""
    writer.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def block(writer, node):
    """A formula of its own line, which scrolls where it is wider than a phone."""
    writer.body.append(f'<div class="formula">{mathml(node.astext(), as_block=True)}</div>')
    raise nodes.SkipNode
