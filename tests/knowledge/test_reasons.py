"""The sentences about a conflict: every number in them, from the definitions."""

import re

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from oq_core import explain_conflict, strongest_conflict
from oq_core.disagreement import compare_triples, random_triples
from oq_core.knowledge import explain_preference
from tests.measures.plain import PLAIN, exact
from tests.strategies import CLASSES, shares, votes

LABELS = [f"c{i}" for i in range(11)]
_NUMBER = r"(\d+\.\d+)"
#: Two numbers that a sentence sets against each other, and the second is the first.
COMPARED_WITH_ITSELF = re.compile(
    rf"{_NUMBER} against \1(?!\d)|move {_NUMBER} classes on average, those of \w+ \2(?!\d)"
    rf"|sum to {_NUMBER}, those of \w+ to \3(?!\d)|has {_NUMBER} % .*, \w+ \4 %"
    rf"|loses {_NUMBER} bits, \w+ \5(?!\d)|it has {_NUMBER} and the gold \6(?!\d)"
)


def explained(key, gold, a, b):
    """The sentence about one measure, and the numbers of plain loops for it."""
    classes = LABELS[: len(gold)]
    text = explain_conflict(shares(gold), shares(a), shares(b), key, key, classes)
    half = len(text) // 2
    assert text == f"{text[:half]} {text[:half]}"
    return text[:half]


def numbers(text):
    """All numbers of a text in which labels and the measure's own name are left out."""
    text = re.sub(r"“[^”]*”|RNOD2|RNADW2", "", text).replace("−", "-")
    return [float(each) for each in re.findall(r"[+-]?\d+(?:\.\d+)?", text)]


def same(found, expected, places=3):
    return found == pytest.approx(expected, abs=0.5 * 10**-places + 1e-9)


@st.composite
def three(draw):
    count = draw(CLASSES)
    return draw(votes(count, 3))


def ordered(key, gold, a, b):
    """Score and votes of the better estimate and of the worse; None where they tie."""
    scored = [
        (float(PLAIN[key](exact(each), exact(gold))), name) for each, name in ((a, "A"), (b, "B"))
    ]
    if abs(scored[0][0] - scored[1][0]) <= 1e-9:
        return None
    return sorted(scored)


def errors(estimate, gold):
    return [float(p - g) for p, g in zip(exact(estimate), exact(gold), strict=True)]


@pytest.mark.parametrize("key", PLAIN)
@given(rows=three())
def test_scores_and_preference_are_the_measures(key, rows):
    found = explained(key, *rows)
    expected = ordered(key, *rows)
    if expected is None:
        assert found.startswith(f"{key} finds A and B equal (")
        assert same(
            numbers(found.partition("(")[2])[0], float(PLAIN[key](exact(rows[1]), exact(rows[0])))
        )
        return
    (better, name), (worse, _) = expected
    assert found.startswith(f"{key} prefers {name}, ")
    assert same(numbers(found.partition(", ")[2])[:2], [better, worse])


def account(key, rows):
    """What follows the colon, with better and worse votes; skips ties."""
    expected = ordered(key, *rows)
    assume(expected is not None)
    by_name = dict(zip("AB", rows[1:], strict=True))
    better, worse = (name for _, name in expected)
    text = explained(key, *rows).partition(": ")[2]
    return text, rows[0], (better, by_name[better]), (worse, by_name[worse])


@given(three())
def test_nmd_tells_how_far_votes_move(rows):
    text, gold, (better, first), (worse, second) = account("NMD", rows)
    steps = []
    for estimate in (first, second):
        work = np.cumsum(errors(estimate, gold))
        steps.append(np.abs(work).sum())
    assert f"the votes of {better} have to move" in text
    assert f"those of {worse} " in text
    assert same(numbers(text), steps, places=2)


def plain_weights(key, estimate, gold):
    """Mean distance of each class from those it is seen from, in loops."""
    gold, estimate = [float(x) for x in exact(gold)], [float(x) for x in exact(estimate)]
    classes = range(len(gold))

    def distance(i, j):
        if key in ("RNOD2", "RNADW2"):
            low, high = sorted((i, j))
            return sum(gold[low : high + 1]) - (gold[i] + gold[j]) / 2
        return abs(i - j)

    def seen_from(places):
        return [sum(distance(i, j) for i in places) / len(places) for j in classes]

    by_gold = seen_from([i for i in classes if gold[i] > 0])
    if key in ("RNADW", "RNADW2"):
        return seen_from(list(classes))
    if key == "RSNOD":
        by_estimate = seen_from([i for i in classes if estimate[i] > 0])
        return [(one + other) / 2 for one, other in zip(by_gold, by_estimate, strict=True)]
    return by_gold


def check_top(text, parts, classes):
    """The class that is named adds most; returns its position."""
    (label,) = re.findall(r"class “([^”]*)”", text)
    top = classes.index(label)
    assert parts[top] == pytest.approx(max(parts))
    assert ("end class" in text) == (top in (0, len(classes) - 1))
    return top


@pytest.mark.parametrize("key", ["RNOD", "RSNOD", "RNOD2", "RNADW", "RNADW2"])
@given(rows=three())
def test_order_aware_divergences_name_the_class_that_adds_most(key, rows):
    text, gold, (_, first), (_, second) = account(key, rows)
    sums, parts, weights = [], [], []
    for estimate in (first, second):
        weights = plain_weights(key, estimate, gold)
        parts = [w * e**2 for w, e in zip(weights, errors(estimate, gold), strict=True)]
        sums.append(sum(parts))
        score = float(PLAIN[key](exact(estimate), exact(gold)))
        assert sums[-1] == pytest.approx(score**2 * (len(gold) - 1))
    top = check_top(text, parts, LABELS[: len(gold)])
    error = errors(second, gold)[top]
    found = numbers(text)
    assert same(found[:3], [*sums, parts[top]])
    assert same(found[3:], [error, weights[top]], places=2)


@given(three())
def test_nvd_tells_the_share_in_the_wrong_class(rows):
    text, gold, (_, first), (_, second) = account("NVD", rows)
    wrong = [100 * sum(max(e, 0) for e in errors(each, gold)) for each in (first, second)]
    assert same(numbers(text), wrong, places=1)


@given(three())
def test_rnss_names_the_largest_error(rows):
    text, gold, (_, first), (_, second) = account("RNSS", rows)
    squares = [[e**2 for e in errors(each, gold)] for each in (first, second)]
    top = check_top(text, squares[1], LABELS[: len(gold)])
    found = numbers(text)
    assert same(found[:3], [sum(squares[0]), sum(squares[1]), squares[1][top]])
    assert same(found[3], errors(second, gold)[top], places=2)


@given(three())
def test_jsd_names_the_class_that_loses_most(rows):
    text, gold, (_, first), (_, second) = account("JSD", rows)
    bits = []
    for estimate in (first, second):
        pairs = [(float(p), float(g)) for p, g in zip(exact(estimate), exact(gold), strict=True)]
        bits.append([
            sum(x / 2 * np.log2(2 * x / (p + g)) for x in (p, g) if x > 0) for p, g in pairs
        ])  # fmt: skip
    top = check_top(text, bits[1], LABELS[: len(gold)])
    found = numbers(text)
    assert same(found[:3], [sum(bits[0]), sum(bits[1]), bits[1][top]])
    there = [float(exact(each)[top]) for each in (second, gold)]
    assert same(found[3:], there, places=2)


def test_jsd_tells_shares_with_two_decimals():
    text = explained("JSD", *np.array([[2, 4, 2], [3, 4, 1], [8, 0, 0]]))
    shares = re.search(r"it has (\d\.\d+) and the gold (\d\.\d+)", text)
    assert shares.groups() in {("1.00", "0.25"), ("0.00", "0.50")}


@given(three())
def test_dnkt_counts_pairs(rows):
    text, gold, (_, first), (_, second) = account("DNKT", rows)
    pairs = [(i, j) for i in range(len(gold)) for j in range(i)]
    expected = [sum(bool(gold[i] != gold[j]) for i, j in pairs)]
    for estimate in (first, second):
        signs = [np.sign(estimate[i] - estimate[j]) * np.sign(gold[i] - gold[j]) for i, j in pairs]
        expected += [
            sum(bool(estimate[i] != estimate[j]) for i, j in pairs),
            sum(bool(each > 0) for each in signs),
            sum(bool(each < 0) for each in signs),
        ]
    assert numbers(text) == expected


@pytest.mark.parametrize("other", ["JSD", "NMD", "RNOD"])
@given(rows=three())
def test_hybrids_tell_both_parts(other, rows):
    text, gold, (_, first), (_, second) = account(f"DNKT_{other}", rows)
    expected = [
        float(PLAIN[key](exact(each), exact(gold)))
        for key in ("DNKT", other)
        for each in (first, second)
    ]
    assert same(numbers(text), expected)


def is_said(words, share):
    """Whether a share may be called so."""
    digits = words.removesuffix(" of its votes").removesuffix("%").strip()
    places = len(digits.partition(".")[2])
    return abs(100 * float(share) - float(digits)) <= 0.5 * 10**-places + 1e-9


def plainly(key, rows):
    """The plain reason; gold, the better and the worse with their shares; skips ties."""
    expected = ordered(key, *rows)
    assume(expected is not None)
    by_name = dict(zip("AB", map(exact, rows[1:]), strict=True))
    (_, better), (_, worse) = expected
    gold, a, b = map(shares, rows)
    text = explain_preference(gold, a, b, key, LABELS[: len(gold)], numbers=False)
    start = f"{key} prefers {better}: "
    assert text.startswith(start)
    assert text.endswith(".")
    by = {"the gold": exact(rows[0]), better: by_name[better], worse: by_name[worse]}
    return text[len(start) : -1], by, better, worse


def said_of(others):
    """What is said of the better estimate and the gold, by name."""
    said = {}
    for part in others.split(", "):
        names, words = re.fullmatch(r"((?:the gold|A|B)(?: and the gold)?) (.*)", part).groups()
        said |= dict.fromkeys(names.split(" and "), words)
    return said


def check_amounts(text, by, better, worse):
    """What is said of a class is so, and the worse estimate is further off; returns its place."""
    found = re.fullmatch(rf"{worse} has (.*) in the (far )?(end )?class “c(\d+)”, (.*)", text)
    told, far, end, place, others = found.groups()
    place, last = int(place), len(by["the gold"]) - 1
    assert is_said(told, by[worse][place])
    assert (end is not None) == (place in (0, last))
    two_away = sum(by["the gold"][j] for j in range(last + 1) if abs(j - place) >= 2)
    assert far is None or two_away > 0.5
    said = said_of(others)
    assert said.keys() in ({"the gold"}, {"the gold", better})
    assert all(is_said(words, by[name][place]) for name, words in said.items())
    off = {name: abs(by[name][place] - by["the gold"][place]) for name in (better, worse)}
    assert (better in said) == (off[worse] > off[better])
    # Shares that differ are told apart.
    amounts = {by[name][place]: words for name, words in {**said, worse: told}.items()}
    assert len({w.removesuffix(" of its votes") for w in amounts.values()}) == len(amounts)
    return place, off[worse] > off[better]


@pytest.mark.parametrize("key", ["RNOD", "RSNOD", "RNOD2", "RNADW", "RNADW2", "RNSS", "JSD"])
@given(rows=three())
def test_a_plain_reason_tells_a_class_as_it_is(key, rows):
    text, by, better, worse = plainly(key, rows)
    gold = rows[0]
    parts = {}
    for name in (better, worse):
        votes = rows[1 + "AB".index(name)]
        wrong = errors(votes, gold)
        if key == "RNSS":
            parts[name] = [e**2 for e in wrong]
        elif key == "JSD":
            pairs = [(float(p), float(g)) for p, g in zip(exact(votes), exact(gold), strict=True)]
            parts[name] = [
                sum(x / 2 * np.log2(2 * x / (p + g)) for x in (p, g) if x > 0) for p, g in pairs
            ]
        else:
            weights = plain_weights(key, votes, gold)
            parts[name] = [w * e**2 for w, e in zip(weights, wrong, strict=True)]
    if text.startswith(f"the errors of {worse} are further from"):
        assert key == "RSNOD"
        assert sum(parts[worse]) > sum(parts[better])
        return
    place, is_further = check_amounts(text, by, better, worse)
    more = [w - b for w, b in zip(parts[worse], parts[better], strict=True)]
    assert more[place] > 0
    assert is_further or key == "JSD"
    if key != "RSNOD":
        assert more[place] == pytest.approx(max(more))
    assert "far " not in text or key in ("RNOD", "RSNOD", "RNADW")


@given(three())
def test_a_plain_reason_of_nmd_names_the_nearer_estimate(rows):
    text, _, better, _ = plainly("NMD", rows)
    assert text == f"the votes of {better} lie nearer to the gold"


@pytest.mark.parametrize("key", ["RPS", "RRPS"])
@given(rows=three())
def test_rps_names_the_largest_cumulative_difference(key, rows):
    text, gold, (_, first), (_, second) = account(key, rows)
    squares = [list(np.square(np.cumsum(errors(each, gold))[:-1])) for each in (first, second)]
    top = check_top(text, squares[1], LABELS[: len(gold)])
    assert same(numbers(text), [sum(squares[0]), sum(squares[1]), squares[1][top]])


@given(three())
def test_a_plain_reason_of_rps_tells_the_shares_up_to_a_class(rows):
    text, by, better, worse = plainly("RPS", rows)
    of_worse, place, others = re.fullmatch(
        rf"{worse} has (.*) in (?:the classes up to|the end class) “c(\d+)”, (.*)",
        text,
    ).groups()
    upto = {name: sum(by[name][: int(place) + 1]) for name in (worse, better, "the gold")}
    assert ("end class" in text) == (place == "0")
    said = {worse: of_worse} | said_of(others)
    assert said.keys() == upto.keys()
    assert all(is_said(said[name], share) for name, share in upto.items())
    assert abs(upto[worse] - upto["the gold"]) > abs(upto[better] - upto["the gold"])


@given(three())
def test_a_plain_reason_of_nvd_tells_the_share_in_a_wrong_class(rows):
    text, by, better, worse = plainly("NVD", rows)
    told = re.fullmatch(rf"{worse} has (.*) of its votes in a wrong class, {better} (.*)", text)
    for name, words in zip((worse, better), told.groups(), strict=True):
        wrong = sum(max(p - g, 0) for p, g in zip(by[name], by["the gold"], strict=True))
        assert is_said(words, wrong)
    assert told[1] != told[2]


@given(three())
def test_a_plain_reason_of_dnkt_tells_which_class_comes_first(rows):
    text, by, better, worse = plainly("DNKT", rows)
    first = {name: [i for i, p in enumerate(row) if p == max(row)] for name, row in by.items()}
    if found := re.fullmatch(
        rf"{better} has most votes in the (?:end )?class “c(\d+)”, as the gold does; {worse} has "
        r"most in the (?:end )?class “c(\d+)”",
        text,
    ):
        right, wrong = map(int, found.groups())
        assert first["the gold"] == first[better] == [right]
        assert first[worse] == [wrong]
        assert right != wrong
    elif text.endswith(f"{better} gives all classes the same votes"):
        assert len(first[better]) == len(by[better])
    else:
        nearer = f"the classes of {better} are nearer to the gold’s order"
        assert text == f"sorted by votes, {nearer}"


@pytest.mark.parametrize("other", ["JSD", "NMD", "RNOD"])
@given(rows=three())
def test_a_plain_reason_of_a_hybrid_tells_which_part_decides(other, rows):
    text, by, better, worse = plainly(f"DNKT_{other}", rows)
    order, amounts = (
        float(PLAIN[key](by[worse], by["the gold"])) - float(PLAIN[key](by[better], by["the gold"]))
        for key in ("DNKT", other)
    )
    nearer = f"the classes of {better} are nearer to the gold’s order"
    assert (nearer in text) == (order > 1e-12 and "exactly" not in text)
    if "exactly" in text:
        assert float(PLAIN["DNKT"](by[better], by["the gold"])) == pytest.approx(0, abs=1e-12)
    elif f"{other} prefers it too" in text:
        assert amounts > 0
    else:
        assert order > 0


def test_no_number_is_compared_with_itself():
    """Thousands of triples: what is set against another number is shown with enough digits."""
    for classes in (3, 5):
        triples = random_triples(classes, 20, 1500, seed=classes)
        comparison = compare_triples(triples)
        for place, (gold, a, b) in enumerate(zip(triples.gold, triples.a, triples.b, strict=True)):
            first, second = comparison.measures[place % 13], comparison.measures[place % 7]
            text = explain_conflict(gold, a, b, first, second, LABELS[:classes])
            assert not COMPARED_WITH_ITSELF.search(text), text


@pytest.mark.parametrize("gap", [1e-2, 1e-4, 1e-6, 1e-8])
@pytest.mark.parametrize("key", PLAIN)
def test_scores_that_hardly_differ_are_shown_apart(key, gap):
    gold, a = [0.1, 0.2, 0.3, 0.4], np.array([0.4, 0.3, 0.2, 0.1])
    b = a + np.array([gap, 0, 0, -gap])
    text = explain_conflict(gold, a, b, key, "NMD", LABELS[:4])
    assert not COMPARED_WITH_ITSELF.search(text)
    if key != "DNKT":
        assert text.startswith(f"{key} prefers A, ")


def test_the_strongest_conflict_is_explained_by_both_measures():
    found = strongest_conflict("NMD", "RNOD", classes=5, votes=20)
    gold, a, b = (shares(np.array(each)) for each in (found.gold, found.a, found.b))
    text = explain_conflict(gold, a, b, "NMD", "RNOD", LABELS[:5], names=("Run 1", "Run 2"))
    assert text.startswith("NMD prefers Run 1, ")
    assert ". RNOD prefers Run 2, " in text
    assert text.endswith(".")


@pytest.mark.parametrize(
    ("gold", "first", "labels", "words"),
    [
        ([0.5, 0.5], "EMD", 2, "unknown measure"),
        ([0.5, 0.4], "NMD", 2, "gold sums to 0.9"),
        ([0.5, 0.5], "NMD", 3, "3 classes are labelled, and gold and estimates have the shapes"),
        ([0.5, 0.3, 0.2], "NMD", 2, "2 classes are labelled"),
    ],
)
def test_what_does_not_fit_is_refused(gold, first, labels, words):
    with pytest.raises(ValueError, match=words):
        explain_conflict(gold, [0.5, 0.5], [1, 0], first, "RNOD", LABELS[:labels])
