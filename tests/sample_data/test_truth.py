"""The numbers of the lesson on the truth are what their script makes."""

import tomllib

import numpy as np

from sample_data import generate, truth
from tests.conftest import SAMPLE


def test_the_numbers_are_what_the_script_makes():
    """All but those against many ratings, which take the longest."""
    stored = tomllib.loads((SAMPLE / "truth.toml").read_text())
    assert stored["powers"] == [*truth.POWERS]
    assert [row.pop("raters") for row in stored["against"]] == [*truth.RATERS]
    for raters, row in zip(truth.RATERS[:-1], stored["against"], strict=False):
        assert truth.mean_scores(raters) == row


def test_the_truth_is_what_ratings_were_drawn_from():
    """As many invented ratings of the first answer as one likes come near its truth."""
    generator = np.random.default_rng(generate.JUDGED_SEED)
    quality, taste, care = generate.answers_and_people(generator)
    person = generator.integers(0, generate.PEOPLE, 200_000)
    seen = quality[0] + taste[person] + generator.normal(0, care[person])
    shares = np.bincount(generate.rounded(seen), minlength=6)[1:] / len(person)
    np.testing.assert_allclose(truth.truths()[0], shares, atol=0.004)
