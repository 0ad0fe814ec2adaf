"""What the commands do that make something for others."""

from argparse import Namespace
from pathlib import Path

from oq_core.campaign.computing.sources import Choices
from oq_core.campaign.printing.chart import check_drawing
from oq_core.campaign.publishing.bundle import codabench_bundle, gold_alone
from oq_core.campaign.publishing.judges import judges_page
from oq_core.campaign.publishing.site import site as site_of
from oq_core.campaign.publishing.teams import team_packages
from oq_core.campaign.saving.archive import packed
from oq_core.campaign.saving.writing import check_free, write_files
from oq_core.command import people
from oq_core.command.actions import analysis_of_line, print_table
from oq_core.command.shared import given_fields, note, tell
from oq_core.data.scores import counted


def scorer(chosen: Namespace) -> int:
    """Write a competition that scores what is submitted."""
    target = check_free(Path(chosen.out))
    campaign = gold_alone(chosen.gold, Choices(**given_fields(chosen, Choices)))
    note(campaign)
    write_files({target: packed(codabench_bundle(chosen.gold, campaign))})
    tell(f"{target} was written: upload it to Codabench as it is, or change dates and pages first")
    return 0


def agreement(chosen: Namespace) -> int:
    """Print how far judges agree with people, or write it as a page."""
    if chosen.out:
        check_drawing()
        target = check_free(Path(chosen.out))
    found = people.agreement(chosen)
    if not chosen.out:
        print_table(people.print_agreement(found, chosen), chosen.format)
        return 0
    page = judges_page(f"Judges and people: {', '.join(found)}", found)
    write_files({target: page.encode()})
    tell(f"{target} was written: send it to anybody, or open it in a browser")
    return 0


def teams(chosen: Namespace) -> int:
    """Write a folder and a ZIP archive for each team."""
    target = check_free(Path(chosen.out))
    made = list(team_packages(analysis_of_line(chosen), chosen.with_instances))
    files = {target / each.folder / name: content for each in made for name, content in each.files}
    write_files(files | {target / f"{each.folder}.zip": each.zipped for each in made})
    tell(f"{target} was written: a folder and a ZIP archive for {counted(len(made), 'team')}")
    return 0


def site(chosen: Namespace) -> int:
    """Write a leaderboard to publish."""
    target = check_free(Path(chosen.out))
    write_files({target: site_of(analysis_of_line(chosen)).encode()})
    tell(f"{target} was written: publish it anywhere, or open it in a browser")
    return 0
