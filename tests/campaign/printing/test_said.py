"""What reports say stays as it was; see `tests.said`."""

import csv
import io
import json
import re
from dataclasses import replace

import numpy as np
import pytest

from oq_core import Options, analyse, read_campaign
from oq_core.campaign import Campaign, Choices, Part, Report
from oq_core.campaign.printing.methods import measures_bib, methods_tex
from oq_core.data import RunDescription
from tests.campaign.made import scores
from tests.campaign.printing import checks
from tests.conftest import SAMPLE
from tests.said import pieces, rounded, some

DATE = "2024-05-31T12:00:00+00:00"
QUICK = Options(trials=200, splits=6, samples=20)
#: What is in a table's other files too, and what a browser is to run.
OTHERS = re.compile(r"<td.*?</td>", re.DOTALL)
DATA = re.compile(r'<script type="application/json".*?>(.*?)</script>', re.DOTALL)
#: Of the data for a script.
MOST_OF_DATA = 60
#: Cases whose tables are told as LaTeX too.
IN_LATEX = ("worked by hand", "two data sets", "what the raters allow")


def files(analysis):
    report = Report(analysis, DATE)
    yield "report.html", report.html
    yield "methods.tex", methods_tex(analysis)
    yield "measures.bib", measures_bib(analysis)
    yield from report.table_files()
    for section in report.sections:
        yield section.title, "\n".join(section.answers)
        for chart in section.charts:
            yield chart.file, "\n".join((chart.caption, chart.note, chart.alternative))


def lines_of(name, text, in_latex):
    """What one reads of a file: its sentences, or its columns."""
    if name.endswith(".html"):
        told = [each for data in DATA.findall(text) for each in leaves(json.loads(data))]
        yield some(told, MOST_OF_DATA)
        yield from (each for each in told if " " in each)
        yield from pieces(OTHERS.sub("", text))
    elif name.endswith(".csv"):
        heads, *rows = csv.reader(io.StringIO(text))
        columns = zip(heads, zip(*rows, strict=True), strict=True)
        yield f"{name}: {' | '.join(f'{head}: {some(column)}' for head, column in columns)}"
    elif not name.startswith("latex/") or in_latex:
        yield from text.splitlines()


def leaves(value):
    """The texts and numbers of data for a script."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from leaves(each)
    else:
        yield str(value)


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
    options = replace(QUICK, intervals=True)
    return analyse(Campaign(made, parts=(Part(Choices(title="T", described=described)),)), options)


def raters():
    short = SAMPLE / "short"
    campaign = read_campaign(
        short / "gold.json", short / "runs", scales=["A"], measures=["NMD", "RNOD"], baselines=True
    )
    return analyse(campaign, replace(QUICK, outside=("Popularity",)))


CASES = {
    "worked by hand": lambda: checks.report().analysis,
    "two data sets": two_data_sets,
    "of one measure": lambda: analyse({"x": scores(2, 1)}, QUICK),
    "what the raters allow": raters,
}


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("case", CASES)
def test_what_is_printed_says_what_it_said(case, said):
    told = [each for file in files(CASES[case]()) for each in lines_of(*file, case in IN_LATEX)]
    said([rounded(each.strip()) for each in told if re.search(r"\w", each)])


#: Runs, measures and data sets: about each number that decides what a report has.
SIZES = [(1, 2, 1), (2, 1, 1), (2, 2, 1), (3, 2, 1), (3, 3, 1), (4, 3, 1), (4, 4, 1), (19, 3, 1),
         (20, 3, 1), (1, 1, 2), (2, 1, 2), (2, 2, 2), (3, 3, 2), (4, 9, 2), (4, 10, 2)]  # fmt: skip


@pytest.mark.usefixtures("undrawn")
def test_a_report_has_the_tables_and_figures_of_its_size(said):
    told = []
    for runs, measures, data_sets in SIZES:
        made = {name: scores(runs, measures, 12, n) for n, name in enumerate("AB"[:data_sets])}
        report = Report(analyse(made, replace(QUICK, trials=100)), DATE)
        has = {each.title: (*each.tables, *each.charts) for each in report.sections}
        told += [f"{title}: {' '.join(one.file for one in each)}" for title, each in has.items()]
    said(told)
