"""What tests of analyses share."""

import numpy as np

from oq_core import Scores

#: LQ21 table 7: dialogues on which Uniform and Popularity win.
TABLE_7 = {
    "A": {"NMD": (175, 197), "RSNOD": (224, 166), "RNOD": (265, 125), "NVD": (274, 116),
          "RNSS": (297, 93), "JSD": (301, 89)},
    "E": {"NMD": (257, 127), "RSNOD": (294, 96), "RNOD": (331, 58), "NVD": (328, 62),
          "RNSS": (340, 50), "JSD": (347, 43)},
    "S": {"NMD": (109, 268), "RSNOD": (177, 213), "RNOD": (229, 161), "NVD": (224, 166),
          "RNSS": (257, 133), "JSD": (255, 135)},
}  # fmt: skip


def assert_as_printed(found, strings):
    """Every number rounds to what is printed; a half may go either way."""
    found, strings = np.asarray(found, dtype=float), list(strings)
    decimals = np.array([len(text.partition(".")[2]) for text in strings])
    # Among numbers with decimals, a bare 1 has as many.
    decimals = np.where(decimals > 0, decimals, decimals.max())
    off = np.abs(found - np.array(strings, dtype=float)) > 0.5 / 10.0**decimals + 1e-9
    assert not off.any(), [
        (float(number), text) for number, text, no in zip(found, strings, off, strict=True) if no
    ]


def named(values, larger=False):
    """Scores (K, n, m) with invented names."""
    measures, instances, runs = values.shape
    return Scores(
        values,
        tuple(f"M{k}" for k in range(measures)),
        tuple(map(str, range(instances))),
        tuple(f"r{j}" for j in range(runs)),
        (larger,) * measures,
    )
