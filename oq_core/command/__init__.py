"""The command ``oq``: reports, scores, tests and checks of files from a shell."""

from oq_core.command.line import main as main
from oq_core.command.snippet import oq_line as oq_line
from oq_core.command.snippet import python_code as python_code
