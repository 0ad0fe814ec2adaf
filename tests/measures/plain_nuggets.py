"""The score of a dialogue once more, in plain loops written from the overview paper."""

from math import log2, sqrt


def rnss(p, gold):
    return sqrt(sum((a - b) ** 2 for a, b in zip(p, gold, strict=True)) / 2)


def _kld(p, q):
    return sum(a * log2(a / b) for a, b in zip(p, q, strict=True) if a > 0)


def jsd(p, gold):
    middle = [(a + b) / 2 for a, b in zip(p, gold, strict=True)]
    return (_kld(p, middle) + _kld(gold, middle)) / 2


def nvd(p, gold):
    return sum(abs(a - b) for a, b in zip(p, gold, strict=True)) / 2


PLAIN = {"JSD": jsd, "RNSS": rnss, "NVD": nvd}


def dialogue_score(measure, turns, alpha):
    """From (is customer, estimate, gold) of every turn."""
    sides = {True: [], False: []}
    for is_customer, estimate, gold in turns:
        sides[is_customer].append(PLAIN[measure](estimate, gold))
    if not sides[True] or not sides[False]:
        (only,) = (scores for scores in sides.values() if scores)
        return sum(only) / len(only)
    customer, helpdesk = (sum(sides[side]) / len(sides[side]) for side in (True, False))
    return alpha * customer + (1 - alpha) * helpdesk
