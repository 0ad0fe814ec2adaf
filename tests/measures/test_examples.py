"""What the papers' examples are said to show, computed."""

from itertools import combinations

import pytest

from oq_core import MEASURES
from oq_core.data.distributions import TIE_TOLERANCE
from oq_core.measures.examples import EXAMPLES
from tests.measures.plain import PLAIN

BINS = {"NVD", "RNSS", "JSD"}
CROSS_BIN = {"NMD", "RNOD", "RSNOD", "RNOD2", "RNADW", "RNADW2"}
FROM_GOLD = {"RNOD2", "RNADW2"}

#: Who prefers which system, of the measures that a text speaks of, and a part of the text.
SAID = {
    "SIGIR18 §3.1": ({"A": {"RNSS", "JSD"}, "tie": {"NVD"}}, "RNSS and JSD prefer A"),
    "SIGIR18 figure 1 (a, b)": (
        {"A": CROSS_BIN - FROM_GOLD, "tie": BINS | FROM_GOLD},
        "RNOD2 and RNADW2 find no difference",
    ),
    "SIGIR18 figure 1 (c, d), our numbers": (
        {"A": CROSS_BIN, "tie": BINS},
        "NMD, RNOD and all variants of RNOD prefer A",
    ),
    "LQ21 §1": ({"tie": BINS}, "NVD, RNSS and JSD call both utter failures"),
    "LQ21 §3": ({"A": {"RNOD"}, "tie": {"NMD"}}, "NMD finds both equally good. RNOD prefers A"),
}
WITH_TWO = {example.name.split(":")[0]: example for example in EXAMPLES if example.b is not None}


def preferred(key, example):
    a, b = (PLAIN[key](each, example.gold) for each in (example.a, example.b))
    if abs(a - b) <= TIE_TOLERANCE:
        return "tie"
    return "A" if a < b else "B"


@pytest.mark.parametrize("name", SAID)
def test_what_is_said_of_an_example_is_so(name):
    example, (expected, words) = WITH_TWO[name], SAID[name]
    assert words in example.shows
    for side, keys in expected.items():
        assert {key: preferred(key, example) for key in keys} == dict.fromkeys(keys, side)


def test_everything_that_is_said_is_checked():
    assert {name for name in WITH_TWO if "uniform" not in name} == set(SAID)


def test_of_the_hybrids_examples_one_has_its_priorities_the_wrong_way_round():
    """A has nearly the right amounts, and of no two classes the order that the gold has."""
    example = MEASURES["DNKT_JSD"].example
    for one, other in combinations(range(3), 2):
        golden = example.gold[one] - example.gold[other]
        assert golden * (example.a[one] - example.a[other]) <= 0


def test_examples_are_of_distributions():
    for example in EXAMPLES:
        for each in (example.gold, example.a, example.b):
            assert each is None or sum(each) == pytest.approx(1, abs=1e-3), example.name


@pytest.mark.parametrize("key", [key for key, each in MEASURES.items() if each.example])
def test_a_measures_example_holds_distributions_on_which_it_differs_from_others(key):
    measure = MEASURES[key]
    example = measure.example
    assert list(measure.against) == [other for other in MEASURES if other in measure.against]
    for each in (example.gold, example.a, example.b):
        assert each is None or sum(each) == pytest.approx(1, abs=1e-12)
    if example.b is not None:
        own = preferred(key, example)
        assert [other for other in measure.against if preferred(other, example) == own] == []
