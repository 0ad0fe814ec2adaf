"""Rewards: the measure and the ratings that are chosen, and what is said of a campaign."""

import numpy as np
import pytest

from oq_core.campaign.printing import answers_of_raters
from oq_core.raters import nmd_rewards, rewards, rewards_of
from pages.analysing.data import SAMPLE, opened
from pages.disagree.rewards_parts.triangle import places
from tests.pages.conftest import unlinked


def told(page):
    return unlinked(" ".join(each.value for each in page.markdown))


@pytest.mark.parametrize(("key", "votes"), [("NMD", 3), ("RNOD", 5), ("log score", 2)])
def test_the_best_answer_of_what_is_chosen(start, records, key, votes):
    page = start("rewards", rewarded_by=key, rewarded_votes=str(votes))
    found = rewards(votes)
    assert answers_of_raters.rewarded(found, key) in told(page)
    assert records["rewarded"].rows[0][0] in ("RPS", "log score")
    assert f"{votes} ratings in each gold" in records["rewarded"].title


def test_a_campaign_is_told_of_its_own_ratings(start):
    page = start("rewards", scale="S")
    (collection,) = (
        each for name, each in opened()[SAMPLE].collections.items() if name.endswith("S")
    )
    found = rewards_of(collection)
    assert found.votes.tolist() == collection.votes.sum(axis=1).tolist()
    of = "the truth (as estimated from these ratings)"
    assert answers_of_raters.rewarded(found, "NMD", of) in told(page)
    # The truth that is estimated, and not the gold.
    other = nmd_rewards(collection.gold, found.votes)
    assert answers_of_raters.rewarded(other, "NMD", of) not in told(page)


def test_the_corners_of_the_triangle_are_the_classes():
    low, middle, high = places(np.eye(3))
    assert low.tolist() == [0, 0]
    assert high.tolist() == [1, 0]
    assert middle.tolist() == pytest.approx([0.5, 0.75**0.5])
