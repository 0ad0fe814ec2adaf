"""What the commands do that make something for others."""

import tempfile
from argparse import Namespace
from pathlib import Path

from oq_core.campaign.computing.sources import Choices
from oq_core.campaign.publishing.bundle import codabench_bundle, gold_alone
from oq_core.campaign.publishing.site import site as site_of
from oq_core.campaign.publishing.teams import team_packages
from oq_core.campaign.saving.archive import packed
from oq_core.command.actions import analysis_of_line
from oq_core.command.shared import choices_of_line, free_place, note, tell, write
from oq_core.data.scores import counted


def scorer(chosen: Namespace) -> int:
    """Write a competition that scores what is submitted."""
    target = free_place(chosen.out)
    campaign = gold_alone(chosen.gold, Choices(**choices_of_line(chosen)))
    note(campaign)
    write(target, packed(codabench_bundle(chosen.gold, campaign)))
    tell(f"{target} was written: upload it to Codabench as it is, or change dates and pages first")
    return 0


def teams(chosen: Namespace) -> int:
    """Write a folder and a ZIP archive for each team."""
    target = free_place(chosen.out)
    made = list(team_packages(analysis_of_line(chosen), chosen.with_instances))
    target.parent.mkdir(parents=True, exist_ok=True)
    # Beside its place first, so that an interruption leaves no half of it.
    with tempfile.TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as beside:
        for each in made:
            for name, content in each.files:
                write(Path(beside, "teams", each.folder, name), content)
            write(Path(beside, "teams", f"{each.folder}.zip"), each.zipped)
        Path(beside, "teams").rename(target)
    tell(f"{target} was written: a folder and a ZIP archive for {counted(len(made), 'team')}")
    return 0


def site(chosen: Namespace) -> int:
    """Write a leaderboard to publish."""
    target = free_place(chosen.out)
    write(target, site_of(analysis_of_line(chosen)).encode())
    tell(f"{target} was written: publish it anywhere, or open it in a browser")
    return 0
