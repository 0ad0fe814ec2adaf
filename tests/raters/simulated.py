"""Campaigns of which the true distributions are known, to see how estimates miss."""

import numpy as np
from scipy import stats

from oq_core.measures.quantification import measures_of
from oq_core.raters import half_scaled, true_scores
from oq_core.raters.drawing import redrawn, scored

MEASURES = ("NMD", "RNOD", "JSD", "RNSS")


def beta_like(instances, classes, generator):
    """One hump of a random place and width."""
    mean, size = generator.beta(2, 2, instances), generator.uniform(2, 12, instances)
    edges = np.linspace(0, 1, classes + 1)
    ends = stats.beta.cdf(edges, (mean * size)[:, None], ((1 - mean) * size)[:, None])
    return np.diff(ends, axis=1)


def two_peaked(instances, classes, generator):
    """Two humps, in random shares."""
    share = generator.beta(2, 2, instances)[:, None]
    low, high = beta_like(instances, classes, generator), beta_like(instances, classes, generator)
    return share * low + (1 - share) * high[:, ::-1]


def spiky(instances, classes, generator):
    """Most on a random class, a little anywhere."""
    top = np.eye(classes)[generator.integers(0, classes, instances)]
    share = generator.beta(6, 2, instances)[:, None]
    return share * top + (1 - share) * generator.dirichlet(np.full(classes, 0.5), instances)


SHAPES = {"hump": beta_like, "two": two_peaked, "spike": spiky}


def known_score(truth, sizes, measures=MEASURES, repeats=40, seed=1):
    """What the true distribution scores, as drawn from itself: (K,)."""
    generator = np.random.default_rng(seed)
    chosen = measures_of(measures)
    draws = [scored(chosen, truth, redrawn(truth, sizes, generator)) for _ in range(repeats)]
    return np.mean(draws, axis=(0, 2))


def ratings_of(truth, sizes, seed=0):
    """Votes of so many raters."""
    return np.random.default_rng(seed).multinomial(sizes, truth)


def misses(shape, ratings, classes, instances=1500, seed=0):
    """By how much shrunk, plug-in and half scaled miss, as shares of the truth: (3, K)."""
    truth = SHAPES[shape](instances, classes, np.random.default_rng(seed))
    sizes = np.full(instances, ratings)
    votes = ratings_of(truth, sizes, seed + 1)
    known = known_score(truth, sizes)
    found = true_scores(votes, MEASURES, draws=0)
    scaled = half_scaled(votes, MEASURES).mean(axis=1)
    return np.stack([found.shrunk, found.plug_in, scaled]) / known - 1
