"""What is computed of raters once more, in plain loops from the definitions."""

from itertools import combinations
from math import nan, sqrt

from scipy import stats


def shares(ratings, classes):
    """A list of ratings as a distribution."""
    return [ratings.count(code) / len(ratings) for code in range(classes)]


def one_rater(ratings, classes, measure):
    """Each rater of one instance against the others."""
    if len(ratings) < 2:
        return nan
    scores = []
    for place, own in enumerate(ratings):
        others = ratings[:place] + ratings[place + 1 :]
        scores.append(measure(shares([own], classes), shares(others, classes)))
    return sum(scores) / len(scores)


def half(ratings, classes, measure):
    """Every split of one instance's ratings into halves, the smaller first."""
    places = range(len(ratings))
    scores = []
    for chosen in combinations(places, len(ratings) // 2):
        first = [ratings[place] for place in chosen]
        second = [ratings[place] for place in places if place not in chosen]
        scores.append(measure(shares(first, classes), shares(second, classes)))
    return sum(scores) / len(scores)


def stand_in(people, judge, score, epsilon, q=0.05, fewest=30):
    """Omega and rho of one judge: people[i][r] and judge[i] are ratings, None where none.

    `score(rating, others)` is larger where it is better.
    """
    p_values, advantages = [], []
    for r in range(len(people[0])):
        gaps, wins = [], []
        for row, guess in zip(people, judge, strict=True):
            others = [each for k, each in enumerate(row) if k != r and each is not None]
            if row[r] is None or guess is None or not others:
                continue
            ours, theirs = score(guess, others), score(row[r], others)
            w_f = 1 if ours >= theirs - 1e-9 else 0
            w_h = 1 if theirs >= ours - 1e-9 else 0
            gaps.append(w_h - w_f)
            wins.append(w_f)
        if len(gaps) < fewest:
            continue
        mean = sum(gaps) / len(gaps)
        spread = sqrt(sum((each - mean) ** 2 for each in gaps) / (len(gaps) - 1))
        if spread > 0:
            t = (mean - epsilon) / (spread / sqrt(len(gaps)))
            p_values.append(stats.t.cdf(t, len(gaps) - 1))
        else:
            p_values.append(0.0 if mean < epsilon else 1.0)
        advantages.append(sum(wins) / len(wins))
    many = len(p_values)
    harmonic = sum(1 / k for k in range(1, many + 1))
    beaten = 0
    for rank, p in enumerate(sorted(p_values), start=1):
        if p <= rank * q / (many * harmonic):
            beaten = rank
    return beaten / many, sum(advantages) / many


def measure_of(rating, others, measure, classes=3):
    """The score of one rating against the distribution of others."""
    return measure(shares([rating], classes), shares(others, classes))
