"""Shares of classes that people would give, against plain loops and work by hand."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from oq_core import Collection, DataError
from oq_core.raters import ESTIMATORS, estimated
from oq_core.raters.estimating import EVERY, MOST_GROUPS, _chi_square
from oq_core.raters.judged import FEWEST_FOR_INTERVALS

CLASSES = tuple("12345")


def collection(name, ids, ratings, classes=CLASSES):
    """A collection of one class for each item."""
    return Collection(name, classes, tuple(ids), np.eye(len(classes))[np.asarray(ratings)])


def drawn(people, slips, seed=0):
    """A judge that is right but for slips to any class."""
    generator = np.random.default_rng(seed)
    wrong = generator.random(len(people)) < slips
    return np.where(wrong, generator.integers(0, 5, len(people)), people)


def made(items=400, labels=100, slips=0.3, name="i{}", seed=0):
    """People of some items, drawn at random, and a judge of all."""
    generator = np.random.default_rng(seed)
    truth = generator.choice(5, items, p=[0.1, 0.2, 0.4, 0.2, 0.1])
    ids = [name.format(item) for item in range(items)]
    rows = np.sort(generator.choice(items, labels, replace=False))
    people = collection("people", [ids[row] for row in rows], truth[rows])
    return people, collection("gpt", ids, drawn(truth, slips, seed + 1)), truth


def by_loops(key, people, judge_there, judge_everywhere, size):
    """What the estimator finds, one item after the other."""
    n = len(people)
    if key == "labels":
        return [sum(each == k for each in people) / n for k in range(size)]
    pairs, every = [*zip(judge_there, people, strict=True)], [*judge_everywhere]
    found = [0.0] * size
    for one in every:
        like = [y for f, y in pairs if f == one] or [*people]
        for y in like:
            found[y] += 1 / len(like) / len(every)
    return found


@pytest.mark.parametrize("key", ["labels", "stratified"])
def test_estimators_are_those_of_plain_loops(key):
    generator = np.random.default_rng(4)
    people = np.array([0, 1, 2] * 10)
    judge = np.where(generator.random(30) < 0.7, people, generator.integers(0, 3, 30))
    rest = generator.choice(3, 20, p=[0.5, 0.3, 0.2])
    counts = np.zeros((3, 3))
    np.add.at(counts, (judge, people), 1)
    every = [*judge, *rest]
    totals = np.bincount(every, minlength=3).astype(float)
    expected = by_loops(key, people, judge, every, 3)
    found = ESTIMATORS[key].compute(counts, totals)
    assert found == pytest.approx(expected, abs=1e-4)
    # Several at once.
    both = ESTIMATORS[key].compute(np.stack([counts, np.eye(3)]), np.stack([totals, [1, 1, 2]]))
    assert both[0] == pytest.approx(expected, abs=1e-4)


def test_a_case_by_hand():
    """The judge says yes of all that people do, and of a quarter of the others."""
    counts = np.array([[30.0, 0.0], [10.0, 40.0]])
    every = np.array([60.0, 140.0])
    found = {key: each.compute(counts, every).tolist() for key, each in ESTIMATORS.items()}
    assert found["labels"] == pytest.approx([1 / 2, 1 / 2])
    assert found["stratified"] == pytest.approx([0.3 + 0.7 * 0.2, 0.7 * 0.8])


def test_a_class_that_the_judge_gave_to_no_labelled_item_is_told_by_all_labels():
    counts, every = np.array([[30.0, 10.0], [0.0, 0.0]]), np.array([50.0, 50.0])
    assert ESTIMATORS["stratified"].compute(counts, every).tolist() == [0.75, 0.25]


@given(
    st.integers(2, 5).flatmap(
        lambda size: st.tuples(
            st.lists(st.integers(0, 9), min_size=size * size, max_size=size * size),
            st.lists(st.integers(0, 9), min_size=size, max_size=size),
        )
    )
)
def test_estimates_are_distributions(numbers):
    cells, rest = (np.array(each, dtype=float) for each in numbers)
    counts = cells.reshape(len(rest), len(rest))
    if not counts.any():
        counts[0, 0] = 1
    for key, each in ESTIMATORS.items():
        found = each.compute(counts, counts.sum(axis=1) + rest)
        assert found.sum() == pytest.approx(1), key
        assert ((found >= 0) & (found <= 1)).all(), key


@given(st.lists(st.integers(0, 4), min_size=5, max_size=60), st.integers(0, 99))
def test_with_a_perfect_judge_the_strata_find_the_truth(truth, seed):
    truth = np.array([0, 1, 2, 3, 4, *truth])
    generator = np.random.default_rng(seed)
    is_labelled = generator.random(len(truth)) < 0.5
    is_labelled[:5] = True
    counts = np.diag(np.bincount(truth[is_labelled], minlength=5)).astype(float)
    every = np.bincount(truth, minlength=5).astype(float)
    found = ESTIMATORS["stratified"].compute(counts, every)
    assert found == pytest.approx(every / len(truth), abs=1e-5)


def test_labelled_items_are_those_that_both_rated_whatever_their_order():
    people, judge, _ = made()
    found = estimated(people, judge, samples=50)
    assert (found.judge, found.groups, found.estimators) == (
        "gpt", (EVERY,), ("labels", "stratified"),
    )  # fmt: skip
    assert (found.items.tolist(), found.labelled.tolist(), found.lost) == ([400], [100], 0)
    labels = people.gold.mean(axis=0)
    assert found.estimates[0, 0] == pytest.approx(labels)
    rows = [judge.ids.index(name) for name in people.ids]
    said, own = judge.gold.argmax(axis=1), people.gold.argmax(axis=1)
    expected = by_loops("stratified", own.tolist(), said[rows].tolist(), said.tolist(), 5)
    assert found.estimates[1, 0] == pytest.approx(expected)
    turned = replace(people, ids=people.ids[::-1], gold=people.gold[::-1])
    assert (estimated(turned, judge, samples=50).estimates == found.estimates).all()
    more = collection("people", [*people.ids, "x"], [*people.gold.argmax(axis=1), 0])
    lost = estimated(more, judge, samples=50)
    assert (lost.estimates == found.estimates).all()
    assert "1 item of people left out: gpt has not rated them" in lost.notes


def test_of_several_people_an_item_has_shares():
    people, judge, _ = made()
    gold = people.gold.copy()
    gold[:2] = [0.5, 0.5, 0, 0, 0]
    found = estimated(replace(people, gold=gold), judge, samples=50)
    assert found.estimates[0, 0] == pytest.approx(gold.mean(axis=0))


def test_intervals_are_percentiles_of_both_samples_drawn_again():
    people, judge, _ = made(items=300, labels=100)
    found = estimated(people, judge, seed=5)
    rows = np.array([judge.ids.index(name) for name in people.ids])
    rest = np.setdiff1d(np.arange(300), rows)
    generator, values = np.random.default_rng(9), []
    for _ in range(2000):
        again = generator.integers(0, 100, 100)
        others = judge.gold[rest[generator.integers(0, 200, 200)]]
        there, labels = judge.gold[rows[again]], people.gold[again]
        every = (others.sum(axis=0) + there.sum(axis=0)) / 300
        counts = there.T @ labels
        values.append(every @ (counts / counts.sum(axis=1, keepdims=True)))
    low, high = np.quantile(values, [0.025, 0.975], axis=0)
    assert found.low[1, 0] == pytest.approx(low, abs=0.015)
    assert found.high[1, 0] == pytest.approx(high, abs=0.015)


def test_three_times_as_many_labels_more_halve_the_interval_of_labels_alone():
    people, judge, _ = made()
    found = estimated(people, judge)
    assert found.more[0] == 300
    # Where the judge is nearly perfect, its own sample is all that is left.
    people, judge, _ = made(slips=0.02)
    assert np.isinf(estimated(people, judge).more[1])


def grouped(sizes, slips):
    """Items of systems, of which some are labelled, with judges that err by system."""
    parts = [made(400, size, slip, f"s{g}__{{}}", 10 * g)
             for g, (size, slip) in enumerate(zip(sizes, slips, strict=True))]  # fmt: skip
    people, judges = (
        replace(parts[0][at], ids=sum((p[at].ids for p in parts), ()),
                gold=np.concatenate([p[at].gold for p in parts]))
        for at in (0, 1)
    )  # fmt: skip
    return parts, people, judges


def test_groups_have_their_own_labels_and_few_are_pooled():
    few = FEWEST_FOR_INTERVALS - 1
    parts, people, judges = grouped([100, FEWEST_FOR_INTERVALS, few], [0.2, 0.3, 0.2])
    found = estimated(people, judges, "__", samples=20)
    assert found.groups == (EVERY, "s0", "s1", "s2")
    assert found.pooled.tolist() == [False, False, False, True]
    assert found.labelled.tolist() == [130 + few, 100, 30, few]
    for g, part in enumerate(parts[:2], 1):
        alone = estimated(*part[:2], samples=20)
        assert found.estimates[:, g] == pytest.approx(alone.estimates[:, 0], abs=1e-4)
    assert any(f"s2: people rated fewer than {FEWEST_FOR_INTERVALS} items" in each
               for each in found.notes)  # fmt: skip
    # Labels alone of all stand in.
    assert found.estimates[0, 3] == pytest.approx(people.gold.mean(axis=0))
    whole = estimated(people, judges, samples=20)
    assert found.estimates[:, 0] == pytest.approx(whole.estimates[:, 0], abs=1e-4)


def test_a_judge_that_errs_by_group_is_told():
    words = "errs differently from group to group"
    for slips, is_told in (([0.1, 0.8], True), ([0.3, 0.3], False)):
        _, people, judges = grouped([150, 150], slips)
        found = estimated(people, judges, "__", samples=20)
        assert any(words in each for each in found.notes) == is_told, slips
        assert (found.apart < 0.001) == is_told


def test_what_is_pooled_is_what_is_tested():
    """Two groups of other shares: the judge errs alike, and what it says means another thing."""
    parts = []
    for name, shares in (("a", [0.8, 0.1, 0.1, 0, 0]), ("b", [0.1, 0.1, 0.8, 0, 0])):
        truth = np.random.default_rng(3).choice(5, 300, p=shares)
        ids = [f"{name}__{item}" for item in range(300)]
        parts.append((ids, truth, drawn(truth, 0.5, len(parts))))
    ids, truth, judge = (np.concatenate(each) for each in zip(*parts, strict=True))
    people, judges = collection("people", ids, truth), collection("gpt", ids, judge)
    found = estimated(people, judges, by="__", samples=20)
    assert found.apart < 1e-6
    assert np.isnan(found.shift)


def test_the_chi_square_is_scipy_s():
    tables = np.random.default_rng(0).integers(1, 30, (3, 4, 5)).astype(float)
    each = [stats.chi2_contingency(table, correction=False) for table in tables]
    expected = stats.chi2.sf(sum(e.statistic for e in each), sum(e.dof for e in each))
    assert _chi_square(tables) == pytest.approx(expected)
    # What nobody chose counts for nothing.
    assert _chi_square(np.pad(tables, ((0, 0), (0, 1), (0, 1)))) == pytest.approx(expected)
    assert np.isnan(_chi_square(tables[:, :1]))


def test_labelled_items_that_are_unlike_the_rest_are_told():
    people, judge, truth = made(seed=2)
    assert not estimated(people, judge, samples=20).notes
    rows = np.argsort(truth, kind="stable")[:100]
    unlike = collection("people", [judge.ids[row] for row in rows], truth[rows])
    beyond, note = estimated(unlike, judge, samples=20).notes
    assert beyond.startswith("gpt gives 3, 4, 5, and no person does")
    assert note.startswith("gpt rates the items that people rated differently from the rest (p = ")
    assert note.endswith("hardly drawn at random: have items drawn at random rated")


def test_a_column_says_the_group_of_an_item():
    _, people, judges = grouped([100, 100], [0.2, 0.5])
    expected = estimated(people, judges, "__", samples=20)
    systems = tuple(name.split("__")[0] for name in judges.ids)
    plain = {name: f"i{row}" for row, name in enumerate(judges.ids)}
    judges = replace(judges, ids=tuple(plain.values()), groups={"system": systems})
    people = replace(people, ids=tuple(plain[name] for name in people.ids))
    found = estimated(people, judges, "system", samples=20)
    assert found.groups == (EVERY, "s0", "s1")
    assert (found.estimates == expected.estimates).all()
    assert (found.low == expected.low).all()
    # One without a group, and a column that is not there.
    lacks = replace(judges, groups={"system": ("", *systems[1:])})
    with pytest.raises(DataError, match="1 item, such as i0: system is empty"):
        estimated(people, lacks, "system")
    with pytest.raises(DataError, match="'arm' in the id.*columns of groups are system"):
        estimated(people, lacks, "arm")
    with pytest.raises(ValueError, match="the groups by system fit no 800 instances"):
        replace(judges, groups={"system": systems[1:]})


def test_classes_that_one_side_never_uses_are_there():
    people, judge, _ = made()
    narrow = Collection("people", ("2", "3"), people.ids, np.eye(2)[[0, 1] * 50])
    assert estimated(narrow, judge, samples=20).classes == CLASSES
    other = Collection("people", ("3", "10"), people.ids, narrow.gold)
    found = estimated(other, judge, samples=20)
    assert found.classes == (*CLASSES, "10")
    assert found.estimates[0, 0].tolist() == [0, 0, 0.5, 0, 0, 0.5]
    with pytest.raises(DataError, match="people have the classes bad, good, and judges 1, 2"):
        estimated(replace(narrow, classes=("bad", "good")), judge)


def test_a_class_of_the_judge_that_people_do_not_have_is_told():
    people, judge, _ = made()
    assert estimated(people, judge, samples=20).beyond == ()
    ratings = judge.gold.argmax(axis=1)
    ratings[-1] = 8
    off = collection("gpt", judge.ids, ratings, tuple("123456789"))
    found = estimated(people, off, samples=20)
    assert found.beyond == ("9",)
    assert "gpt gives 9, and no person does. If that is off the scale" in " ".join(found.notes)
    # People's data have the class where they come in one table with the judge's.
    table = collection("people", people.ids, people.gold.argmax(axis=1), tuple("123456789"))
    assert estimated(table, off, samples=20).beyond == ("9",)
    # A class that nobody gives is none.
    wide = collection("gpt", judge.ids, judge.gold.argmax(axis=1), tuple("123456789"))
    assert estimated(people, wide, samples=20).beyond == ()


def test_where_people_rated_every_item_nothing_is_left_to_estimate():
    people, judge, _ = made()
    said = judge.gold.argmax(axis=1)
    same = collection("gpt", people.ids, said[: len(people.ids)])
    assert "nothing is left to estimate" in estimated(people, same).notes[0]
    one_more = collection("gpt", (*people.ids, "another"), said[: len(people.ids) + 1])
    assert not any("nothing is left" in note for note in estimated(people, one_more).notes)


def test_what_cannot_be_estimated_is_said():
    people, judge, _ = made()
    few = Collection("people", CLASSES, people.ids[:29], people.gold[:29])
    with pytest.raises(DataError, match="gpt rated 29 items both, and an estimate takes 30"):
        estimated(few, judge)
    others = replace(people, ids=tuple(f"x{name}" for name in people.ids))
    with pytest.raises(
        DataError, match=r"rated 0 items both.*that the ids \(such as xi\d+ and i0\) are"
    ):
        estimated(others, judge)
    constant = replace(judge, gold=np.eye(5)[[2] * 400])
    with pytest.raises(DataError, match="gpt gives every item the same class"):
        estimated(people, constant)
    with pytest.raises(DataError, match="400 items, such as i0: there is no '__' in the id"):
        estimated(people, judge, by="__")


def test_too_many_groups_are_refused():
    people, judge, _ = made(name="{}__")
    words = f"'__' makes 400 groups, and there may be {MOST_GROUPS}"
    with pytest.raises(DataError, match=words):
        estimated(people, judge, by="__")


def test_the_table_has_a_row_for_each_share():
    _, people, judges = grouped([100, 100], [0.3, 0.3])
    found = estimated(people, judges, by="__", samples=20)
    frame = found.to_frame()
    assert len(frame) == 3 * 2 * 5
    row = frame[(frame.group == "s1") & (frame.estimator == "stratified") & (frame["class"] == "4")]
    assert row.share.item() == found.estimates[1, 2, 3]
    assert (row.low.item(), row.high.item()) == (found.low[1, 2, 3], found.high[1, 2, 3])
    assert (row["items"].item(), row.labelled.item(), row.pooled.item()) == (400, 100, False)
