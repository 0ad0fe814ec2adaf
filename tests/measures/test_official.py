"""Scores under the names of tasks."""

from time import process_time

import numpy as np
import pytest

from oq_core import Collection, read_collections
from oq_core.measures import macro_nmd, official_scores
from oq_core.reading import read_gold
from tests.reading.made import Upload


def lequa(samples, runs, seed=0):
    """Gold and runs in LeQua's format."""
    generator = np.random.default_rng(seed)

    def table(name):
        rows = generator.dirichlet(np.ones(5), samples)
        lines = [",".join([str(n), *map(repr, row)]) for n, row in enumerate(rows.tolist())]
        return Upload(name, "\n".join(["id,0,1,2,3,4", *lines]) + "\n"), rows

    gold, rows = table("gold.csv")
    made = [table(f"run{number}.csv") for number in range(runs)]
    return gold, rows, [file for file, _ in made], [values for _, values in made]


def test_macro_nmd_is_the_mean_of_bins():
    gold_file, gold, files, runs = lequa(400, 3)
    (collection,) = read_collections(gold_file, files).values()
    found = {each.name: each for each in official_scores(collection)}
    assert list(found) == ["NMD", "macro NMD"]
    for number, run in enumerate(runs):
        nmd = [
            sum(abs(sum(p[: k + 1]) - sum(q[: k + 1])) for k in range(4)) / 4
            for p, q in zip(gold, run, strict=True)
        ]
        stars = [sum((k + 1) * p[k] for k in range(5)) for p in gold]
        bins = [
            [score for score, star in zip(nmd, stars, strict=True) if low <= star < low + 1]
            for low in (1, 2, 3, 4)
        ]
        assert found["NMD"].values[number] == pytest.approx(np.mean(nmd))
        expected = np.mean([np.mean(scores) for scores in bins if scores])
        assert found["macro NMD"].values[number] == pytest.approx(expected)


def test_a_mean_star_between_bins_is_in_the_upper_one():
    gold = np.array([[0, 0.1, 0.8, 0.1, 0], [0, 0.5, 0.5, 0, 0]])
    run = np.array([[0, 0.1, 0.8, 0.1, 0], [0, 0, 0.5, 0.5, 0]])
    collection = Collection("c", tuple("01234"), ("0", "1"), gold, {"r": run})
    # NMD is 0 in the bin [3, 4) and 0.25 in [2, 3).
    found = macro_nmd(collection)
    assert found.says == "the mean of the means of 4 bins; 2 bins without samples are counted as 0"
    np.testing.assert_allclose(found.official, [0.0625])
    np.testing.assert_allclose(found.over_filled, [0.125])


def test_a_bin_without_samples_counts_as_the_organisers_count_it():
    """Under the official name stands what their program prints; the mean over filled bins is apart.

    All samples in two bins: 0.5 and 0.25 make 0.1875 there, and 0.375 over the two.
    """
    gold, run = np.eye(5)[[0, 1, 1]], np.eye(5)[[2, 2, 2]]
    collection = Collection(
        "c", tuple("01234"), ("0", "1", "2"), gold, {"r": run}, format="wide table"
    )
    found = {each.name: each for each in official_scores(collection)}
    assert list(found) == ["NMD", "macro NMD", "macro NMD over filled bins"]
    assert found["macro NMD"].values.tolist() == [0.1875]
    assert found["macro NMD over filled bins"].values.tolist() == [0.375]
    assert found["macro NMD over filled bins"].says == (
        "not what LeQua publishes: the mean over the 2 filled bins"
    )
    assert [each.published for each in found.values()] == [True, True, False]


def test_samples_of_five_stars_alone_are_in_no_bin():
    five = np.eye(5)[[4, 4]]
    collection = Collection("c", tuple("01234"), ("0", "1"), five, {"r": five})
    found = macro_nmd(collection)
    assert np.isnan([found.official, found.over_filled]).all()
    assert found.says.endswith("2 samples of five stars alone are in no bin")
    with pytest.raises(ValueError, match="c has 2 classes, not five"):
        macro_nmd(Collection("c", ("a", "b"), ("0",), np.array([[0, 1.0]])))


def test_semeval_s_emd_is_named():
    gold = read_gold(Upload("g.tsv", "tea\t.1\t.2\t.4\t.2\t.1\n"))
    run = np.array([[0, 0, 0, 0, 1.0]])
    (found,) = official_scores(next(iter(gold.values())).with_runs({"r": run}))
    assert (found.name, found.says) == ("EMD", "NMD × 4")
    np.testing.assert_allclose(found.values, [0.1 + 0.3 + 0.7 + 0.9])


def test_other_data_have_no_official_scores():
    gold = read_gold(Upload("g.csv", "id,a,b\nx,1,2\n"))["g"]
    assert official_scores(gold.with_runs({"r": gold.gold})) == ()


def test_lequa_s_test_set_takes_seconds():
    gold, _, files, _ = lequa(5000, 20)
    start = process_time()
    (collection,) = read_collections(gold, files).values()
    assert len(official_scores(collection)[1].values) == 20
    assert process_time() - start < 20
