"""What tests of the papers' tables share."""

import numpy as np


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
