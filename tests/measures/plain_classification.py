"""The classification measures once more, in plain loops written from the papers' equations.

Rows are the system's classes, columns the gold's. Fractions in, so that zero is zero.
"""

from fractions import Fraction
from math import log2


def _row(c, i):
    return sum(c[i])


def _column(c, j):
    return sum(row[j] for row in c)


def _items(c):
    return sum(sum(row) for row in c)


def _with_gold(c):
    return [j for j in range(len(c)) if _column(c, j) > 0]


def mae_m(c):
    means = [
        sum(abs(i - j) * c[i][j] for i in range(len(c))) / Fraction(_column(c, j))
        for j in _with_gold(c)
    ]
    return sum(means) / len(means)


def mae_mu(c):
    size = range(len(c))
    return sum(abs(i - j) * c[i][j] for i in size for j in size) / Fraction(_items(c))


def _prox(c, i, j):
    between = range(i + 1, j + 1) if i <= j else range(j, i)
    k = _column(c, i) / 2 + sum(_column(c, between_class) for between_class in between)
    return -log2(max(0.5, k) / _items(c))


def cem_ord(c):
    size = range(len(c))
    shared = sum(_prox(c, i, j) * c[i][j] for i in size for j in size)
    return shared / sum(_prox(c, j, j) * _column(c, j) for j in size)


def kappa(c):
    size = range(len(c))
    observed = sum(abs(i - j) * c[i][j] for i in size for j in size)
    expected = sum(
        abs(i - j) * Fraction(_row(c, i) * _column(c, j), _items(c)) for i in size for j in size
    )
    return None if expected == 0 else 1 - observed / expected


def _alpha(c, square):
    n = [_row(c, i) + _column(c, i) for i in range(len(c))]
    above = [(i, j) for i in range(len(c)) for j in range(i + 1, len(c))]
    observed = sum((c[i][j] + c[j][i]) * square(n, i, j) for i, j in above)
    expected = sum(Fraction(n[i] * n[j], 2 * _items(c) - 1) * square(n, i, j) for i, j in above)
    return None if expected == 0 else 1 - observed / expected


def alpha_ord(c):
    return _alpha(c, lambda n, i, j: (sum(n[i : j + 1]) - Fraction(n[i] + n[j], 2)) ** 2)


def alpha_int(c):
    return _alpha(c, lambda _, i, j: (i - j) ** 2)


def _precision(c, j):
    return Fraction(c[j][j], _row(c, j)) if _row(c, j) else Fraction(0)


def _recall(c, j):
    return Fraction(c[j][j], _column(c, j))


def _f1(p, r):
    return 2 * p * r / (p + r) if p + r else Fraction(0)


def f1_m(c):
    there = _with_gold(c)
    return sum(_f1(_precision(c, j), _recall(c, j)) for j in there) / len(there)


def hmpr(c):
    there = _with_gold(c)
    return _f1(
        sum(_precision(c, j) for j in there) / len(there),
        sum(_recall(c, j) for j in there) / len(there),
    )


def accuracy(c):
    return Fraction(sum(c[j][j] for j in range(len(c))), _items(c))


PLAIN = {
    "MAE_M": mae_m,
    "MAE_mu": mae_mu,
    "CEM_ORD": cem_ord,
    "kappa": kappa,
    "alpha_ORD": alpha_ord,
    "alpha_INT": alpha_int,
    "F1_M": f1_m,
    "HMPR": hmpr,
    "Accuracy": accuracy,
}


def plain(key, matrix):
    """A measure's score, NaN where it is undefined."""
    score = PLAIN[key]([[int(cell) for cell in row] for row in matrix])
    return float("nan") if score is None else float(score)
