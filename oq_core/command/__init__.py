"""The command ``oq``: reports, scores, tests and checks of files from a shell."""

from oq_core.command.line import main as main
