"""What reports, leaderboards to publish and teams' pages say stays as it was; see `tests.said`."""

import re
from dataclasses import replace

import numpy as np
import pytest

from oq_core import Options, analyse, read_campaign
from oq_core.campaign import Campaign, Choices, Part, Report
from oq_core.campaign.printing.style import STYLES
from oq_core.campaign.publishing.site import site
from oq_core.campaign.publishing.teams import team_packages
from oq_core.campaign.saving.provenance import read_options
from oq_core.data import RunDescription
from tests.campaign.made import scores
from tests.campaign.printing import checks
from tests.conftest import SAMPLE
from tests.said import LONGEST, rounded

DATE = "2024-05-31T12:00:00+00:00"
FROZEN = SAMPLE.parent / "tests" / "campaign" / "saving" / "frozen"
QUICK = Options(trials=200, splits=6, samples=20)
#: Of the lines of a file of numbers.
MOST = 6
#: What is not the same on another day, by another version, or is drawn.
OTHERS = re.compile(
    r"<td.*?</td>|<svg.*?</svg>|<(style|script)(?! type).*?</\1>|src=\"data:.*?\"", re.DOTALL
)


def files(analysis, style="article"):
    report = Report(analysis, DATE, STYLES[style])
    yield "report.html", report.html
    yield "leaderboard.html", site(analysis, DATE)
    yield "overview.tex", report.overview
    yield from report.table_files()
    for section in report.sections:
        yield section.title, "\n".join(section.answers)
        for chart in section.charts:
            yield chart.file, "\n".join((chart.caption, chart.note, chart.alternative))
    for package in team_packages(analysis, date=DATE):
        yield f"{package.folder}.html", package.files[0][1].decode()


def lines_of(analysis, style="article"):
    """Each file's lines of words, and some of those of many numbers."""
    for name, text in files(analysis, style):
        parts = re.split(r"\n|(?=<)", OTHERS.sub("", text))
        lines = [each.strip() for each in parts if re.search(r"\w", re.sub(r"<.*?>", "", each))]
        if "/" in name:
            lines = [*lines[:1], *lines[1 :: len(lines) // MOST + 1]]
        yield f"--- {name}"
        yield from (rounded(each)[:LONGEST] for each in lines)


def two_data_sets():
    """Of other measures and sizes; tied runs, an undefined score, baselines and a name."""
    made = {"A": scores(5, 3, 15), "B": scores(4, 2, 13, seed=1)}
    for each in made.values():
        each.values[:, :, 3] = each.values[:, :, 2]
    made["A"].values[1, 2, 0] = np.nan
    made["A"] = replace(made["A"], larger_is_better=(False, True, False))
    first, second, third, *_ = made["A"].runs
    described = (
        RunDescription(first, "Tokyo", "Official", "short", "It guesses", True),
        RunDescription(second, "Tokyo"),
        RunDescription(third, "Kyoto", description="It knows"),
    )
    options = replace(QUICK, margin=0.05, intervals=True)
    return analyse(Campaign(made, parts=(Part(Choices(title="T", described=described)),)), options)


def raters():
    short = SAMPLE / "short"
    campaign = read_campaign(
        short / "gold.json", short / "runs", scales=["A"], measures=["NMD", "RNOD"], baselines=True
    )
    return analyse(campaign, replace(QUICK, outside=("Popularity",)))


CASES = {
    "worked by hand": (lambda: checks.report().analysis, "article"),
    "two data sets": (two_data_sets, "acm"),
    "of one measure": (lambda: analyse({"x": scores(2, 1)}, QUICK), "acl"),
    "what the raters allow": (raters, "acm"),
} | {
    each.stem: (lambda each=each: analyse(*read_options(each)), "acl")
    for each in sorted(FROZEN.glob("*-options.json"))
}


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("case", CASES)
def test_what_is_printed_says_what_it_said(case, said):
    make, style = CASES[case]
    said([*lines_of(make(), style)])
