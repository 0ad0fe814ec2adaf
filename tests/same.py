"""Records compared to the last bit."""

import numpy as np


def check_same(ours, theirs):
    """Two values of any kind are the same, arrays to the last bit."""
    assert type(ours) is type(theirs)
    if isinstance(ours, np.ndarray):
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
        assert ours.tobytes() == theirs.tobytes()
    elif isinstance(ours, dict):
        assert list(ours) == list(theirs)
        for key in ours:
            check_same(ours[key], theirs[key])
    elif isinstance(ours, tuple):
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            check_same(one, other)
    elif hasattr(ours, "__dataclass_fields__"):
        check_same(vars(ours), vars(theirs))
    else:
        assert ours == theirs
