"""What the commands do that make something for others."""

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from oq_core.campaign.computing.sources import Choices
from oq_core.campaign.printing.chart import check_drawing
from oq_core.campaign.publishing.bundle import codabench_bundle, gold_alone
from oq_core.campaign.publishing.judges import Compared, judges_page
from oq_core.campaign.saving.archive import packed
from oq_core.campaign.saving.writing import check_free, write_files
from oq_core.command import people
from oq_core.command.shared import given_fields, note, place_of_line, print_table, tell
from oq_core.raters import judged, runs_stand_in


def scorer(chosen: Namespace) -> None:
    """Write a competition that scores what is submitted."""
    target = check_free(place_of_line(chosen.out, ".zip"))
    campaign = gold_alone(chosen.gold, Choices(**given_fields(chosen, Choices)))
    note(campaign)
    write_files({target: packed(codabench_bundle(chosen.gold, campaign))})
    tell(f"{target} was written: upload it to Codabench as it is, or change dates and pages first")


def agreement(chosen: Namespace) -> None:
    """Print how far judges agree with people, or write it as a page."""
    target = _page_to_send(chosen)
    if chosen.show == "people":
        print_table(people.print_people(chosen), chosen.format)
        return
    found = people.agreement(chosen)
    if target is None:
        print_table(people.print_agreement(found, chosen), chosen.format)
        return
    _send(
        target,
        {
            name: Compared(
                each, agreeing, runs_stand_in(each, separator=chosen.clusters)
                if each.raters else None, separator=chosen.clusters,
            )
            for name, (each, agreeing) in found.items()
        },
    )  # fmt: skip


def judges(chosen: Namespace) -> None:
    """Print which judges can stand in for a rater, or write it as a page."""
    target = _page_to_send(chosen)
    found = people.judges(chosen)
    if target is None:
        print_table(people.print_judges(found, chosen), chosen.format)
        return
    rest = chosen.epsilon, chosen.q, chosen.clusters
    _send(
        target,
        {
            name: Compared(each, judged(each, separator=chosen.clusters), tested, *rest)
            for name, (each, tested) in found.items()
        },
    )


def _page_to_send(chosen: Namespace) -> Path | None:
    """The file that the line asks for, which can be written; None where it asks for none."""
    if not chosen.out:
        return None
    check_drawing()
    return check_free(place_of_line(chosen.out, ".html"))


def _send(target: Path, found: Mapping[str, Compared]) -> None:
    page = judges_page(f"Judges and people: {', '.join(found)}", found)
    write_files({target: page.encode()})
    tell(f"{target} was written: send it to anybody, or open it in a browser")
