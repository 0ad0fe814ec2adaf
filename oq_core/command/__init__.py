"""The command ``oq``: reports, scores, tests and checks of files from a shell."""

from oq_core.command.line import main
from oq_core.command.snippet import oq_line, python_code

__all__ = ["main", "oq_line", "python_code"]
