"""What the commands do that make something for others."""

from argparse import Namespace

from oq_core.campaign.computing.sources import Choices
from oq_core.campaign.publishing.bundle import codabench_bundle
from oq_core.campaign.publishing.site import site as site_of
from oq_core.campaign.saving.archive import packed
from oq_core.command.actions import analysis_of_line
from oq_core.command.shared import choices_of_line, free_place, tell, write


def scorer(chosen: Namespace) -> int:
    """Write a competition that scores what is submitted."""
    target = free_place(chosen.out)
    write(target, packed(codabench_bundle(chosen.gold, Choices(**choices_of_line(chosen)))))
    tell(f"{target} was written: upload it to Codabench as it is, or change dates and pages first")
    return 0


def site(chosen: Namespace) -> int:
    """Write a leaderboard to publish."""
    target = free_place(chosen.out)
    write(target, site_of(analysis_of_line(chosen)).encode())
    tell(f"{target} was written: publish it anywhere, or open it in a browser")
    return 0
