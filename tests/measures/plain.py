"""The measures once more, in plain loops written from the papers' equations."""

from fractions import Fraction
from itertools import combinations
from math import log2, sqrt


def _equal(i, j, _gold):
    return abs(i - j)


def _by_gold(i, j, gold):
    low, high = min(i, j), max(i, j)
    return sum(gold[low : high + 1]) - (gold[i] + gold[j]) / 2


def _dw(i, p, gold, delta):
    return sum(delta(i, j, gold) * (p[j] - gold[j]) ** 2 for j in range(len(p)))


def _od(p, gold, delta=_equal):
    support = [i for i in range(len(p)) if gold[i] > 0]
    return sum(_dw(i, p, gold, delta) for i in support) / len(support)


def _adw(p, gold, delta=_equal):
    return sum(_dw(i, p, gold, delta) for i in range(len(p))) / len(p)


def nmd(p, gold):
    return sum(abs(sum(p[: i + 1]) - sum(gold[: i + 1])) for i in range(len(p))) / (len(p) - 1)


def rps(p, gold):
    gaps = [sum(p[: i + 1]) - sum(gold[: i + 1]) for i in range(len(p) - 1)]
    return sum(gap * gap for gap in gaps) / (len(p) - 1)


def rrps(p, gold):
    return sqrt(rps(p, gold))


def rnod(p, gold):
    return sqrt(_od(p, gold) / (len(p) - 1))


def rsnod(p, gold):
    return sqrt((_od(p, gold) + _od(gold, p)) / 2 / (len(p) - 1))


def rnod2(p, gold):
    return sqrt(_od(p, gold, _by_gold) / (len(p) - 1))


def rnadw(p, gold):
    return sqrt(_adw(p, gold) / (len(p) - 1))


def rnadw2(p, gold):
    return sqrt(_adw(p, gold, _by_gold) / (len(p) - 1))


def nvd(p, gold):
    return sum(abs(a - b) for a, b in zip(p, gold, strict=True)) / 2


def rnss(p, gold):
    return sqrt(sum((a - b) ** 2 for a, b in zip(p, gold, strict=True)) / 2)


def _kld(p, q):
    return sum(float(a) * log2(a / b) for a, b in zip(p, q, strict=True) if a > 0)


def jsd(p, gold):
    middle = [(a + b) / 2 for a, b in zip(p, gold, strict=True)]
    return (_kld(p, middle) + _kld(gold, middle)) / 2


def dnkt(p, gold):
    conc = disc = ties = gold_ties = 0
    for i, j in combinations(range(len(p)), 2):
        ties += p[i] == p[j]
        gold_ties += gold[i] == gold[j]
        sign = (p[i] - p[j]) * (gold[i] - gold[j])
        conc += sign > 0
        disc += sign < 0
    every = len(p) * (len(p) - 1) // 2
    bound = sqrt(max(1, every - ties)) * sqrt(max(1, every - gold_ties))
    return (1 - (conc - disc) / bound) / 2


def _hybrid(measure):
    def harmonic(p, gold):
        a, b = dnkt(p, gold), measure(p, gold)
        return 0 if a == b == 0 else 2 * a * b / (a + b)

    return harmonic


PLAIN = {
    "NMD": nmd,
    "RNOD": rnod,
    "RSNOD": rsnod,
    "RNOD2": rnod2,
    "RNADW": rnadw,
    "RNADW2": rnadw2,
    "RPS": rps,
    "RRPS": rrps,
    "NVD": nvd,
    "RNSS": rnss,
    "JSD": jsd,
    "DNKT": dnkt,
    "DNKT_JSD": _hybrid(jsd),
    "DNKT_NMD": _hybrid(nmd),
    "DNKT_RNOD": _hybrid(rnod),
}


def exact(votes):
    """Votes as exact shares."""
    total = int(sum(votes))
    return [Fraction(int(vote), total) for vote in votes]
