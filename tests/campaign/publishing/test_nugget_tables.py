"""DE2's tables of nugget detection, computed a second time from the sample's files by loops.

Tables 7 and 12 are means by JSD and by RNSS, best first; 20, 21, 28 and 29 the pairs of runs that
differ significantly by either, with p and effect size. The sample has one language.
"""

import json
from math import log2, sqrt
from statistics import fmean

import numpy as np
import pytest

from oq_core import Options, analyse, read_campaign
from oq_core.campaign.publishing.report import Report
from tests.conftest import ROOT

SAMPLE = ROOT / "sample_data"
SIDES = {
    "customer": ("CNUG0", "CNUG", "CNUG*", "CNaN"),
    "helpdesk": ("HNUG", "HNUG*", "HNaN"),
}
MEASURES = ("JSD", "RNSS")
TRIALS = 400


def jsd(gold, run):
    def part(p, q):
        return sum(a * log2(2 * a / (a + b)) for a, b in zip(p, q, strict=True) if a)

    return (part(gold, run) + part(run, gold)) / 2


def rnss(gold, run):
    return sqrt(sum((a - b) ** 2 for a, b in zip(gold, run, strict=True)) / 2)


def of_dialogue(measure, gold, run):
    """Half the mean over the customer's turns and half that over the helpdesk's."""
    by_side = {side: [] for side in SIDES}
    for place, (turn, estimate) in enumerate(zip(gold["turns"], run["nugget"], strict=True)):
        classes = SIDES[turn["sender"]]
        votes = [each["nugget"][place] for each in gold["annotations"]]
        shares = [votes.count(label) / len(votes) for label in classes]
        guesses = [estimate.get(label, 0) for label in classes]
        guesses = [each / sum(guesses) for each in guesses]
        by_side[turn["sender"]].append(measure(shares, guesses))
    return fmean(fmean(each) for each in by_side.values() if each)


@pytest.fixture(scope="module")
def plain():
    """By measure and run, the score of each dialogue."""
    golds = json.loads((SAMPLE / "gold.json").read_text())
    found = {key: {} for key in MEASURES}
    for path in sorted((SAMPLE / "runs").glob("*.json")):
        run = {each["id"]: each for each in json.loads(path.read_text())}
        if all("nugget" in each for each in run.values()):
            for key, measure in zip(MEASURES, (jsd, rnss), strict=True):
                found[key][path.stem] = [of_dialogue(measure, g, run[g["id"]]) for g in golds]
    assert len(found["JSD"]) == 10
    return found


@pytest.fixture(scope="module")
def tables():
    campaign = read_campaign(
        SAMPLE / "gold.json", SAMPLE / "runs", scales=["nuggets"], measures=MEASURES
    )
    analysis = analyse(campaign, Options(trials=TRIALS, splits=10, samples=50))
    sections = Report(analysis, "").sections
    return {table.file: table for section in sections for table in section.tables}


@pytest.mark.parametrize("key", MEASURES)
def test_means_are_those_of_tables_7_and_12(tables, plain, key):
    means = tables["means"].numbers
    of_key = means[means["measure"] == key]
    expected = {run: fmean(scores) for run, scores in plain[key].items()}
    assert of_key["run"].tolist() == sorted(expected, key=expected.__getitem__)
    assert of_key["mean"].tolist() == pytest.approx(sorted(expected.values()))


@pytest.mark.parametrize("key", MEASURES)
def test_differences_are_those_of_tables_20_21_28_and_29(tables, plain, key):
    runs = list(plain[key])
    scores = np.array([plain[key][run] for run in runs]).T
    means = scores.mean(axis=0)
    # What is left within runs: V_E1.
    spread = sqrt(((scores - means) ** 2).sum() / (scores.size - len(runs)))
    generator, widest = np.random.default_rng(7), []
    for _ in range(TRIALS):
        shuffled = np.array([generator.permutation(row) for row in scores]).mean(axis=0)
        widest.append(shuffled.max() - shuffled.min())
    table = tables[f"1-gold-nuggets-differences-{key}"].numbers
    found = {(row.better, row.worse): row for row in table.itertuples()}
    for better, low in zip(runs, means, strict=True):
        for worse, high in zip(runs, means, strict=True):
            p = np.mean([each >= high - low for each in widest])
            row = found.pop((better, worse), None)
            if row is None:
                # Another 400 trials may put what is near α on its other side.
                assert high <= low or p > 0.02
                continue
            assert high > low
            assert row.p == pytest.approx(p, abs=0.04)
            effect = row.ES
            assert effect == pytest.approx((high - low) / spread)
    assert not found
