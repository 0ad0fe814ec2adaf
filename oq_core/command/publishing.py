"""What the commands do that make something for others."""

from argparse import Namespace
from pathlib import Path

from oq_core.campaign.computing.sources import Choices
from oq_core.campaign.publishing.bundle import codabench_bundle
from oq_core.campaign.saving.archive import packed
from oq_core.command.shared import choices_of_line, tell, write
from oq_core.data.collection import DataError


def scorer(chosen: Namespace) -> int:
    """Write a competition that scores what is submitted."""
    target = _free(chosen.out)
    write(target, packed(codabench_bundle(chosen.gold, Choices(**choices_of_line(chosen)))))
    tell(f"{target} was written: upload it to Codabench as it is, or change dates and pages first")
    return 0


def _free(out: str) -> Path:
    """The place where a file is to be written, if there is none yet."""
    target = Path(out)
    if target.exists():
        raise DataError(f"{target} is there already. Remove it, or name another file.")
    return target
